"""Which rule is explained to a newcomer at a decision, and how many in a game, for all games."""

from random import Random

import pytest

from tutor.audit.newcomers import FIRST, LATER, ROW, Newcomer, play, survey
from tutor.engine.core.asks import Choose
from tutor.engine.core.game import Game, find_game, games
from tutor.engine.core.match import Match, uniformly
from tutor.engine.core.moves import Moves
from tutor.engine.core.table import Note
from tutor.lessons.course import known_course
from tutor.lessons.introducing import (
    Backlog,
    Decision,
    aim_of,
    decided_by,
    due,
    introductions,
    is_met,
    kinds,
    telling,
    told_again,
)

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
AC = "alien_conspiracy"
AIM = "overview/goal"


def at_the_first_turn(game: str = AC) -> tuple[Match, Choose]:
    """A match in which the first seat is about to take its first turn."""
    found = find_game(game)
    match = Match(found, found.new(found.setup(2)), seed=1)
    match.play(uniformly(iter([0.0] * 99).__next__), lambda match: isinstance(match.asked(0), Choose))
    ask = match.asked(0)
    assert ask is not None
    return match, ask


def told(match: Match, ask: Choose, met: set[str], *notes: Note) -> str:
    entry = due(Decision(match, ask, 0, notes), met)
    return entry.id if entry else ""


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (AC, {"setup/roll-health", "investigate/face-up-card"}),
        ("doppelganger", {"clear/life-tokens"}),
        (
            "roswell51",
            {
                "setup-spoints/two-or-three-players",
                "screen/refill-face-down",
                "director-turn/exactly-one-attack-action",
            },
        ),
        ("shelter", {"setup/base-attributes"}),
    ],
)
def test_what_a_first_game_explains_in_other_words_counts_as_met(game: str, rules: set[str]) -> None:
    met = known_course(game).whole_games[0].taught()
    assert not [rule for rule in rules if not is_met(find_game(game).book, rule, met)]


def test_first_comes_what_the_game_is_about_then_the_question_then_the_moves() -> None:
    match, ask = at_the_first_turn()
    met: set[str] = set()
    found = []
    while (rule := told(match, ask, met)) and rule not in found:
        found.append(rule)
        met.add(rule)
    assert rule == ""
    assert found[:2] == [AIM, "turn/two-actions"]
    assert set(found[1:]) == {
        entry.id for kind in kinds(match.game, ask) if (entry := telling(match.game.book, kind.rule))
    }
    assert "move/one-step" in found


@pytest.mark.parametrize(
    ("id", "verb", "rule"),
    [
        ("doppelganger", "add", "dice/"),
        ("doppelganger", "keep", "move/canyon-never"),
        ("doppelganger", "move", "crash/trigger"),
        ("doppelganger", "move", "move/mountain-removes-supply"),
        ("grave_robbers", "play", "characters/negative-lowers-total"),
        ("grave_robbers", "play", "lethal/kills-outright"),
        ("grave_robbers", "play", "traits/granted-or-removed"),
        ("grave_robbers", "play", "traits/family-bonus"),
        ("grave_robbers", "use", "traits/granted-or-removed"),
        ("grave_robbers", "use", "fx/cancel-exception"),
    ],
)
def test_what_an_answer_leads_to_is_explained_before_it_is_given(id: str, verb: str, rule: str) -> None:
    game = find_game(id)

    def leads_there(match: Match) -> bool:
        ask = match.asked(0)
        if not isinstance(ask, Moves):
            return False
        values = [value for value in ask.open() if isinstance(value, tuple) and value[0] == verb]
        return any(about.startswith(rule) for value in values for about in ask.about(value))

    tables = (Match(game, game.new(game.setup(4)), seed) for seed in range(20))
    match = next(one for one in tables if one.play(uniformly(Random(7).random), leads_there) or one.ask)
    ask = match.asked(0)
    assert ask is not None
    found = [needed for needed in Decision(match, ask, 0).needed() if needed.startswith(rule)]
    known = {entry.id for entry in introductions(game.book)} - set(found)
    assert told(match, ask, known) == found[0]


def test_what_was_heard_comes_after_the_question_and_what_lies_behind_it_last() -> None:
    match, ask = at_the_first_turn()
    met = {AIM, "turn/two-actions", *(kind.rule for kind in kinds(match.game, ask))}
    met |= {entry.id for rule in met if (entry := telling(match.game.book, rule))}
    first = Note("aliens/discarded round-start/replace", "An alien is discarded", {}, None)
    second = Note("items/own-turn", "Ben uses an item", {}, None)
    assert told(match, ask, met, first, second) == "aliens/flipped"
    assert told(match, ask, {*met, "aliens/flipped"}, first, second) == "items/own-turn"
    assert told(match, ask, {*met, "aliens/flipped", "items/own-turn"}, first, second) == "round-start/replace"


def test_what_was_heard_while_something_else_was_explained_is_explained_later_unless_it_was_taken_back() -> None:
    match, ask = at_the_first_turn()
    backlog, met = Backlog(), {AIM}
    heard = [Note("aliens/discarded", "An alien is discarded", {}, None), Note("setup/ring", "A ring", {}, None)]
    assert backlog.due(Decision(match, ask, 0, heard), met) == match.game.book["turn/two-actions"]
    met |= {entry.id for rule in Decision(match, ask, 0).needed() if (entry := telling(match.game.book, rule))}
    assert due(Decision(match, ask, 0), met) is None
    taken_back = Backlog()
    taken_back.due(Decision(match, ask, 0, heard), met)
    assert taken_back.due(Decision(match, ask, 0), met) is None
    match.answer(ask.open()[0], 0)
    later = decided_by(match, 0)
    assert later is not None
    met |= {entry.id for rule in Decision(match, later, 0).needed() if (entry := telling(match.game.book, rule))}
    flipped = match.game.book["aliens/flipped"]
    assert backlog.due(Decision(match, later, 0), met) == flipped
    assert backlog.due(Decision(match, later, 0), {*met, flipped.id}) is None, "the setup does not matter later"


def test_what_was_told_to_others_alone_matters_to_nobody_else() -> None:
    match, ask = at_the_first_turn()
    met = {AIM, *(entry.id for rule in Decision(match, ask, 0).needed() if (entry := telling(match.game.book, rule)))}
    assert told(match, ask, met, Note("items/own-turn", "Only Ben hears this", {}, (1,))) == ""
    assert told(match, ask, met, Note("items/own-turn", "Ada hears this", {}, (0, 1))) == "items/own-turn"


def test_a_rule_is_met_by_itself_or_with_the_one_that_tells_of_it() -> None:
    book = find_game(AC).book
    assert not is_met(book, "aliens/discarded", set())
    assert is_met(book, "aliens/discarded", {"aliens/discarded"})
    assert is_met(book, "aliens/discarded", {"aliens/flipped"})
    assert not is_met(book, "aliens/flipped", {"aliens/discarded"})


def test_a_refused_rule_is_told_of_in_its_own_words() -> None:
    book = find_game(AC).book
    assert told_again(book, "submit/only-city") is book["submit/only-city"]
    assert telling(book, "submit/only-city") is book["submit/at-city"]
    assert told_again(book, "no/rule") is None


def test_popcorn_is_not_told_of_where_nothing_costs_any() -> None:
    book = find_game("grave_robbers").book
    for rule in ("popcorn/must-pay-cost", "popcorn/own-cards-only"):
        assert telling(book, rule) is book["popcorn/must-pay-cost"]
        assert telling(book, rule, {"cult-classic"}) is None


@each_game
def test_an_intro_that_does_not_hold_everywhere_names_variants_of_its_game(game: Game) -> None:
    for entry in game.book:
        assert set(entry.intro_unless) <= set(game.variants), entry.id
        assert entry.intro or not entry.intro_unless, entry.id


@each_game
def test_a_first_game_tells_of_its_rules_and_a_third_of_hardly_any(game: Game) -> None:
    report = survey(game, 6 * ROW)
    assert FIRST[0] <= report.mean(0) <= FIRST[-1], report.introductions
    assert report.mean(0) > report.mean(1) > report.mean(2)
    assert report.mean(2) < LATER.stop, report.introductions


@each_game
def test_the_aim_comes_first_and_nothing_comes_twice_or_more_than_once_a_decision(game: Game) -> None:
    newcomer = Newcomer()
    told: list[str] = []
    for seed in range(2):
        decisions = newcomer.decisions
        play(game, seed, game.seats[0], newcomer, 0)
        assert len(newcomer.told) <= newcomer.decisions - decisions
        told += newcomer.told
    aim = telling(game.book, aim_of(game)[0])
    assert aim is not None
    assert told[0] == aim.id
    assert len(told) == len(set(told))
    assert set(told) <= {entry.id for entry in introductions(game.book)}


@each_game
def test_every_kind_of_move_that_is_open_has_a_rule_of_its_book(game: Game) -> None:
    match = Match(game, game.new(game.setup(game.seats[0])), seed=3)

    def stop(match: Match) -> bool:
        ask = decided_by(match, 0)
        found = kinds(game, ask) if isinstance(ask, Choose) else []
        assert all(kind.rule in game.book and kind.label for kind in found)
        return False

    match.play(uniformly(lambda: 0.3), lambda match: stop(match) or len(match.log) > 300)


@pytest.mark.parametrize("rule", ["investigate/choose-dice", "search/any-number"])
def test_damage_is_explained_before_the_number_of_dice_is_chosen(rule: str) -> None:
    found = find_game(AC)
    match = Match(found, found.new(found.setup(2)), seed=1)

    def chooses(match: Match) -> bool:
        asked = match.asked(0)
        return asked is not None and asked.rule == rule

    match.play(uniformly(Random(8).random), chooses)
    ask = match.asked(0)
    assert ask is not None, "no dice were chosen in this game"
    asking = telling(found.book, rule)
    assert asking is not None
    assert told(match, ask, {AIM, asking.id}) == "health/compare"
