"""The workbench without a page: scenes and steps, changes by hand, impossible positions, branches, and storage."""

from dataclasses import replace
from typing import Any

import pytest

from tests.laws import GAMES, begun, some
from tests.toy import GAME as TOY
from tutor.engine.book.bounds import LONGEST_TEXT
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, Choose, Together, spell
from tutor.engine.core.game import Game, find_game
from tutor.engine.core.match import Match
from tutor.engine.core.sums import Part as Share
from tutor.engine.core.sums import Sum
from tutor.engine.play.record import save
from tutor.engine.play.scene import load_scenes
from tutor.lab.branch import Branch, settled
from tutor.lab.legality import Impossible
from tutor.lab.numbers import Part, numbers_of, totals_of
from tutor.lab.scenes import taken_from
from tutor.lab.workbench import MOST_BRANCHES, Workbench

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def find(id: str) -> Game:
    """Return a game, which may be the tests' own."""
    return GAMES[id] if id in GAMES else find_game(id)


DUEL: dict[str, Any] = {
    "game": "toy",
    "players": ["Ada", "Ben"],
    "table": {
        "turn": "Ada",
        "players": {"Ada": {"points": 3, "hand": ["beam"]}, "Ben": {"points": 0, "hand": ["jam"]}},
    },
}

MANY_COPIES = """game = "toy"
players = 2
[[cards.toy]]
id = "jam"
name = "Jam"
copies = 999999999
[table]
turn = "Ada"
"""


def bench(doc: dict[str, Any] = DUEL, steps: tuple[Any, ...] = ()) -> Workbench:
    return Workbench(doc, steps, find)


def points(one: Workbench) -> list[int]:
    return [crew.points for crew in one.branch.here.table.crews]


def begun_doc(match: Match, seed: int) -> dict[str, Any]:
    table = match.table
    return {
        "game": match.game.id,
        "players": list(table.names),
        "variants": sorted(table.variants),
        "readings": match.game.book.changed(table.readings),
        "parameters": table.parameters.changed(),
        "seed": seed,
    }


# -- any match as a scene ------------------------------------------------------------------------


@each_game
def test_any_moment_of_a_game_is_written_as_a_scene_that_leads_there(game):
    for seed in (1, 2):
        first = begun(game, seed)
        doc = begun_doc(first, seed)
        for match in some(first, seed, 0.02):
            branch = Branch("here", *taken_from(match, doc), find)
            there = settled(match)
            assert game.position(branch.here.table, None) == game.position(there.table, None)
            assert branch.here.trail == there.trail
            (again,) = load_scenes(branch.text(), "written")
            assert again.match(game).game is game


@each_game
def test_steps_go_back_and_come_again(game):
    first = begun(game, 3)
    match = [match.fork() for match in some(first, 3, 0.02)][-1]
    branch = Branch("here", *taken_from(match, begun_doc(first, 3)), find)
    _plays(branch, 4)
    text, position = branch.text(), game.position(branch.here.table, None)
    for _ in range(n := len(branch.steps)):
        branch.undo()
    assert branch.steps == []
    for _ in range(n):
        branch.redo()
    assert (branch.text(), game.position(branch.here.table, None)) == (text, position)


def _plays(branch: Branch, answers: int) -> None:
    for _ in range(answers):
        ask = branch.here.ask
        if isinstance(ask, Chance):
            branch.leave_to_luck()
        elif ask is not None:
            for part in ask.asks if isinstance(ask, Together) else [ask]:
                assert isinstance(part, Choose)
                branch.answer(part.seat, spell(part.open()[0]))


# -- doing and trying ----------------------------------------------------------------------------


def test_what_is_done_stands_in_the_scene():
    one = bench()
    one.answer(0, "roll 1")
    one.let_come("6")
    assert points(one) == [4, 0]
    assert one.branch.steps == ["Ada: roll 1", "6"]
    assert 'play = [\n    "Ada: roll 1",\n    "6",\n]' in one.branch.text()


def test_a_closed_answer_is_kept_with_every_rule_that_refuses_it():
    one = bench({**DUEL, "table": {"turn": "Ada", "players": {"Ada": {"hand": []}}}})
    one.answer(0, "play beam")
    assert one.branch.steps == [{"refused": "play beam", "rule": "cards/beam", "why": "you hold no beam"}]
    assert one.branch.here.ask.rule == "turn/act"


def test_what_cannot_be_answered_changes_nothing():
    one = bench()
    for act in (
        lambda: one.answer(0, "dance"),
        lambda: one.answer(1, "roll 1"),
        lambda: one.let_come("6"),
        lambda: one.branch.take("Ben: roll 1"),
    ):
        with pytest.raises(BadInput):
            act()
    assert one.branch.steps == []
    one.answer(0, "roll 2")
    with pytest.raises(BadInput, match="expected 2 faces from 1 to 6"):
        one.let_come("7 1")
    assert one.branch.steps == ["Ada: roll 2"]


def test_forced_dice_come_in_their_order_and_wait_if_they_cannot_come():
    one = bench()
    one.forced = ["5 6", "1 2 3"]
    one.answer(0, "roll 2")
    assert one.use_forced() == ""
    assert points(one) == [5, 0]
    one.answer(1, "roll 1")
    assert "expected 1 face" in one.use_forced()
    assert one.forced == ["1 2 3"]
    one.forced = ["6"]
    one.use_forced()
    assert points(one) == [5, 1]


# -- changing the scene ----------------------------------------------------------------------------


def test_text_that_is_edited_changes_the_table_and_undo_brings_it_back():
    one = bench()
    one.answer(0, "roll 1")
    one.edit_text(one.branch.text().replace("points = 3", "points = 8"))
    assert points(one) == [8, 0]
    assert one.branch.steps == ["Ada: roll 1"]
    one.undo()
    assert points(one) == [3, 0]
    one.redo()
    assert points(one) == [8, 0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "not valid TOML"),
        ('game = "chess"', "no such game"),
        ("[table]\nturn = 'Ada'", "expected a scene or a record"),
        ('game = "toy"\nplayers = 2\nsetup = 1', "unknown key setup"),
        ('game = "toy"\nplayers = 2\n[table]\nturn = "Zoe"', "table.turn"),
        ('game = "toy"\nplayers = 2\nplay = ["dance"]\n[table]\nturn = "Ada"', "play[0]"),
        ('game = "toy"\nplay = "roll 1"', "expected a list of steps"),
        ('game = "toy"\nsection = "turn"\nteaches = "x"\nstep = []', "is a page"),
        ("x" * (LONGEST_TEXT + 1), "expected at most"),
        ('game = "toy"\nplayers = 2\n[table.players.Ada]\npoints = 123456789', "table.players.Ada.points"),
        (MANY_COPIES, "cards.toy[0].copies"),
    ],
)
def test_text_that_does_not_fit_is_refused_with_place_and_expectation(text, says):
    one = bench()
    before = one.branch.text()
    with pytest.raises(BadInput) as caught:
        one.edit_text(text)
    assert says in str(caught.value)
    assert one.branch.text() == before


def test_an_impossible_position_tells_every_reason_before_it_is_laid_out():
    one = bench()
    hands = {"Ada": {"hand": ["beam"] * 9}, "Ben": {"hand": ["jam"] * 10}}
    doc = {**DUEL, "table": {"turn": "Ada", "players": hands}}
    with pytest.raises(Impossible) as caught:
        one.edit(doc)
    reasons = caught.value.reasons
    assert [reason.place for reason in reasons if reason.strict] == ["table.players.Ada.hand", "table.players.Ben.hand"]
    assert [reason.text for reason in reasons if not reason.strict] == [
        "the table has 9 of “Beam” (beam), but the game has 8",
        "the table has 10 of “Jam” (jam), but the game has 8",
    ]
    assert [crew.hand for crew in one.branch.here.table.crews] == [["beam"], ["jam"]]
    one.edit(doc, anyway=True)
    assert len(one.branch.here.table.crews[0].hand) == 9
    assert "anyway = true" in one.branch.text()
    one.edit_text(one.branch.text().replace('turn = "Ada"', 'turn = "Ben"'))  # what is known is not asked again
    assert one.branch.here.ask.seat == 1


def test_a_position_becomes_possible_again():
    one = bench({**DUEL, "anyway": True, "table": {"turn": "Ada", "players": {"Ada": {"hand": ["beam"] * 9}}}})
    one.edit_text(one.branch.text().replace('"beam", ', "", 1))
    assert "anyway" not in one.branch.text()


def test_a_rule_starts_with_its_arguments():
    one = bench()
    one.start_rule("score/goal", ["Ben", "4"])
    assert points(one) == [3, 4]
    one.start_rule("cards/play", ["Ada", "beam"])
    assert one.branch.doc["start"] == {"rule": "cards/play", "args": ["Ada", "beam"]}
    assert one.branch.here.trail[0] == "cards/play"
    for rule, args, says in (
        ("no/rule", [], "no rule"),
        ("score/goal", ["Zoe", "1"], "no player"),
        ("score/goal", [], "takes"),
    ):
        with pytest.raises(BadInput, match=says):
            one.start_rule(rule, args)


def test_more_dice_than_can_be_counted_are_refused():
    one = bench({"game": "alien_conspiracy", "players": 2, "table": {"turn": "Ada"}})
    with pytest.raises(BadInput, match="the lab can show at most"):
        one.start_rule("aliens/roll-when-flipped", ["Ada", "900"])
    assert "start" not in one.branch.doc


def test_the_position_at_hand_can_be_the_beginning():
    one = bench()
    for answer in ("roll 1",):
        one.answer(0, answer)
        one.let_come("6")
    one.answer(1, "roll 1")
    one.begin_here()
    assert one.branch.doc["table"]["players"]["Ada"]["points"] == 4
    assert one.branch.steps == ["Ben: roll 1"]


# -- branches, numbers, keeping -----------------------------------------------------------------------------


def test_branches_go_their_own_way_and_are_compared():
    one = bench()
    one.answer(0, "roll 1")
    one.branch_off("luck")
    one.let_come("6")
    found = {line.place: line.sentence(("luck", "main")) for line in one.compare("main")}
    assert (
        found["asked"]
        == "On “luck” Ben is asked “What do you do?” (turn/act), while on “main” 1 die is rolled (turn/roll)."
    )
    assert found["Ada · points"] == "On “luck” Ada’s points are 4, while on “main” Ada’s points are 3."
    assert found["turn"] == "On “luck” turn is Ben, while on “main” turn is Ada."
    assert found["Ben: draw"] == "On “luck” Ben can answer “draw”, while on “main” Ben isn’t offered “draw”."
    assert "Ben: play beam" not in found  # closed on one branch, and not asked on the other
    assert found["the least that scores on a die"].startswith("On “luck” there is nothing called")
    one.switch("main")
    one.let_come("1")
    assert points(one) == [3, 0]
    with pytest.raises(BadInput, match="no branch has yet"):
        one.branch_off("luck")
    one.drop("main")
    assert (one.current, list(one.branches)) == ("luck", ["luck"])
    one.drop("luck")
    assert list(one.branches) == ["luck"]
    for n in range(MOST_BRANCHES - 1):
        one.branch_off(f"b{n}")
    with pytest.raises(BadInput, match="delete one first"):
        one.branch_off("one more")


def test_a_total_shows_the_parts_that_its_game_adds():
    one = bench()
    one.answer(0, "roll 2")
    totals = totals_of(one.branch.here)
    needed = totals["what Ada still needs"]
    assert [(part.n, part.label, part.rules) for part in needed.parts] == [
        (12, "points win", ("score/goal",)),
        (-3, "points scored so far", ("turn/roll",)),
    ]
    assert totals["the least that scores on a die"].parts == [Part(5, "on any die", ("turn/roll",))]


def test_a_total_in_a_view_names_its_cards_and_what_bounds_it(monkeypatch):
    attack = Sum("attack", Share(9, "its value", card="beam"), Share(3, "two jams", "cards/jam"), most=10)
    monkeypatch.setitem(GAMES, "toy", replace(TOY, view=lambda g, seat: {"zones": [{"cards": [{"value": attack}]}]}))
    number = totals_of(bench().branch.here)["attack"]
    assert [(part.n, part.label, part.card) for part in number.parts] == [
        (9, "its value", "beam"),
        (3, "two jams", ""),
        (-2, "12 counts as 10, the maximum", ""),
    ]
    assert sum(part.n for part in number.parts) == number.n == 10


def test_branches_show_which_part_of_a_target_differs():
    doc = {
        "game": "alien_conspiracy",
        "players": ["Ada", "Ben"],
        "table": {
            "turn": "Ada",
            "players": {"Ada": {"at": "1"}},
            "locations": {"1": {"card": "blurred-photo", "up": True}},
        },
    }
    few, many = ({**doc, "start": {"rule": "investigate/single-die", "args": ["Ada", "1", n]}} for n in (2, 5))
    one = bench(few)
    assert totals_of(one.branch.here)["target"].parts == [Part(2, "dice risked", ("investigate/single-die",))]
    one.branch_off("many")
    one.edit(many)
    assert [line.sentence(("many", "main")) for line in one.compare("main")] == [
        (
            "On “many” the roll succeeds in 5/6 of all cases (the single die shows 5 or less), "
            "while on “main” the roll succeeds in 1/3 of all cases (the single die shows 2 or less)."
        ),
        "On “many” target is 5, while on “main” target is 2.",
    ]


def test_what_is_done_on_one_branch_is_done_on_all_if_they_are_played_together():
    one = bench()
    one.branch_off("other")
    one.together = True
    one.answer(0, "roll 1")
    one.let_come("6")
    assert [branch.steps for branch in one.branches.values()] == [["Ada: roll 1", "6"]] * 2
    one.undo()
    assert [branch.steps for branch in one.branches.values()] == [["Ada: roll 1"]] * 2
    one.redo()
    assert [branch.steps for branch in one.branches.values()] == [["Ada: roll 1", "6"]] * 2
    one.together = False
    one.answer(1, "roll 1")
    one.together = True
    with pytest.raises(BadInput, match="“main” could not follow"):
        one.let_come("6")
    assert one.branches["other"].steps[2:] == ["Ben: roll 1", "6"]
    assert one.branches["main"].steps[2:] == []
    assert Workbench.restored(one.kept(), find).together


@each_game
def test_totals_have_their_parts_at_every_roll_that_aims(game):
    for match in some(begun(game, 4), 4, 1):
        for number in totals_of(match).values():
            assert number.n == sum(part.n for part in number.parts), number.label


def test_numbers_are_the_sum_of_what_every_step_added():
    one = bench()
    one.answer(0, "play beam")
    one.answer(1, "pass")
    numbers = {number.label: number for number in numbers_of(one.branch)}
    points = numbers["Ada · points"]
    assert [(part.n, part.label) for part in points.parts] == [(3, "at the beginning"), (2, "“pass”")]
    hand = numbers["Ada · hand, how many"]
    assert [(part.n, part.label, part.rules) for part in hand.parts][1] == (-1, "“Ada: play beam”", ("cards/play",))


@each_game
def test_every_number_is_the_sum_of_its_parts(game):
    first = begun(game, 4)
    match = [match.fork() for match in some(first, 4, 0.02)][-1]
    branch = Branch("here", *taken_from(match, begun_doc(first, 4)), find)
    _plays(branch, 5)
    for number in numbers_of(branch):
        assert number.n == sum(part.n for part in number.parts), number.label


def test_a_bench_is_kept_as_a_text_and_nothing_is_lost():
    one = bench()
    one.answer(0, "roll 1")
    one.branch_off("luck")
    one.let_come("6")
    one.undo()
    one.forced = ["5"]
    again = Workbench.restored(one.kept(), find)
    assert again.kept() == one.kept()
    again.redo()
    assert points(again) == [4, 0]
    for broken in (
        "",
        "{}",
        '{"branches": []}',
        one.kept().replace('"toy"', '"gone"'),
        one.kept().replace("roll 1", "fly"),
    ):
        with pytest.raises(BadInput):
            Workbench.restored(broken, find)


# -- where to begin -----------------------------------------------------------------------------------


def test_a_record_opens_at_any_of_its_answers():
    match = begun(TOY, 5)
    for n, _ in enumerate(some(match, 5, 1.0)):
        if n == 12:
            break
    record = save(match)
    for step in (0, 5, len(match.log)):
        one = bench()
        one.open_text(record, "a record", step)
        earlier = settled(match.fork())
        earlier.undo(len(match.log) - step)
        assert TOY.position(one.branch.here.table, None) == TOY.position(settled(earlier).table, None)


def test_one_case_of_a_scenario_file_opens_with_its_steps():
    text = (TOY.folder / "scenarios" / "cards.toml").read_text(encoding="utf-8")
    one = bench()
    one.open_text(text, "cards.toml", case=1)
    (_, second, *_) = load_scenes(text, "cards.toml")
    assert one.branch.doc["title"] == second.title
    assert one.branch.steps == list(second.play)
    one.undo()
    one.redo()
    assert one.branch.steps == list(second.play)


def test_a_test_card_is_played_with():
    beam = {"id": "beam", "name": "Wide beam", "points": 5, "copies": 8}
    one = bench({**DUEL, "cards": {"toy": [beam]}})
    one.answer(0, "play beam")
    one.answer(1, "pass")
    assert points(one) == [8, 0]
    assert '[[cards.toy]]\nid = "beam"' in one.branch.text()
