"""What the scenario files cannot say: player counts, card sets, the forecast, balance, and the long random run."""

import os
from itertools import pairwise

import pytest

from tests.laws import PLAYOUTS, any_setup, begun, flow, some
from tutor.engine.book.files import BadInput
from tutor.engine.core.match import Match, chance_at, rollout, uniformly
from tutor.engine.play.playing import play_scene
from tutor.engine.play.scene import Scene, Start, load_scenes
from tutor.games.shelter import GAME
from tutor.games.shelter.cards import as_shown, check, read_line
from tutor.games.shelter.rules.furniture import refuse_place
from tutor.games.shelter.view import forecast, warning
from tutor.lab.simulate import Plan, play

GAMES = int(os.environ.get("SHELTER_GAMES", "300"))
"""The number of random games; `SHELTER_GAMES=10000` makes a long run."""

BALANCE = int(os.environ.get("SHELTER_BALANCE", "200"))
"""The number of games with bots; `SHELTER_BALANCE=2000` makes a long run."""


@pytest.mark.parametrize("players", [0, 1, 7, 12])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadInput, match="2 to 6 players"):
        GAME.setup(players)


@pytest.mark.parametrize("players", range(2, 7))
def test_each_number_of_players_lays_out_its_furniture(players):
    match = Match(GAME, GAME.new(GAME.setup(players)), players)
    match.play(lambda ask: ask.open()[0], until=lambda m: m.ask.rule == "opening/all-roll")
    kinds = [GAME.cards.type_of(place.card) for place in match.table.places.values()]
    assert kinds.count("furniture") == 8 * players - 4
    assert len(kinds) == 8 * players - 4 + 3
    assert match.table.target() == 7 * players


def walked_by_scenarios():
    """The edges of the flow that scenarios take and random games seldom or never reach."""
    walked: set[tuple[str, str]] = set()
    for path in sorted((GAME.folder / "scenarios").glob("*.toml")):
        for scene in load_scenes(path.read_text(encoding="utf-8"), path.name):
            walked |= {*pairwise(play_scene(scene, GAME).match.steps)}
    return walked


@pytest.mark.slow
def test_random_games_end_conserve_and_walk_the_flow():
    """Any player count and any readings: no error, all cards conserved, every step an edge."""
    _, edges = flow(GAME)
    walked: set[tuple[str, str]] = set()
    for seed in range(GAMES):
        table, random, steps = GAME.new(any_setup(GAME, seed)), chance_at(seed, 9), []
        conserved = GAME.conserved(table)
        table.listen(lambda note: note.text, steps.append)
        rollout(GAME.rules, table, uniformly(random), random, limit=20_000)
        assert table.over
        assert GAME.conserved(table) == conserved
        assert all(player.fate for player in table.players)
        walked |= {*pairwise(steps)}
    assert walked <= edges
    assert edges - walked <= walked_by_scenarios()


def test_no_card_of_the_set_has_a_wrong_line():
    assert list(check(GAME.cards)) == []
    furniture = [card for card in GAME.cards.of_type("furniture") if not card.hostile]
    assert sum(card.copies for card in furniture) >= 45
    assert all(card.origin in ("stand-in", "printed", "derived") for card in map(GAME.cards.__getitem__, GAME.cards))
    for card in GAME.cards.of_type("personality"):
        assert card.health + card.satiety + card.cleanness + card.mood == 0
        assert min(3 + card.health, 3 + card.satiety, 3 + card.cleanness, 3 + card.mood) >= 1


def words_of(line):
    """Return what the text of a card says for a line, in lower case."""
    n = line.n
    return {
        "change": f"{line.what} {n:+}",
        "progress": f"progress {n:+}",
        "items": f"draw {n} item",
        "skip": "skip the next round",
        "spare": line.what,
        "restore": f"restore {n} durability of a" + ("ny" if line.what else ""),
        "replace": "replace a piece of furniture",
        "cover": "lay rubble over a piece of furniture",
        "clear": "clear what covers a piece of furniture",
        "special": f"take the {line.what.replace('-', ' ')}",
        "code": "take the ark code",
        "harm": f"another survivor: {line.what} -{n}",
    }[line.verb]


def test_a_card_says_what_it_does():
    used = [card for card in map(GAME.cards.__getitem__, GAME.cards) if hasattr(card, "lines") and [*card.lines()]]
    assert len(used) > 45
    for card in used:
        text = card.text.lower()
        for line in map(read_line, card.lines()):
            assert words_of(line) in text, f"{card.id}: “{words_of(line)}” is not said"
            assert line.verb != "spare" or "not fall" in text
        assert not card.price or f"hand in {card.price} item" in text


@pytest.mark.parametrize("text", ["", "satiety", "satiety many", "fly", "spare health", "restore half 2", "items 1 2"])
def test_a_line_that_nothing_reads_is_refused(text):
    with pytest.raises(ValueError, match="a line that a card can have"):
        read_line(text)


@pytest.mark.parametrize(
    ("levels", "falls", "words"),
    [
        ((3, 3, 3, 3), (0, 1, 1, 1), "Without help, health falls from day 4 on"),
        ((3, 0, 3, 3), (1, 0, 1, 1), "Health falls by 1 tonight"),
        ((3, 0, 0, 0), (2, 0, 0, 0), "Health falls by 2 tonight"),
        ((1, 1, 9, 9), (0, 1, 1, 1), "Without help, health falls from day 2 on"),
        ((1, 0, 0, 0), (1, 0, 0, 0), "Without help, Ada dies tonight"),
    ],
)
def test_the_bars_show_what_the_end_of_the_day_will_take(levels, falls, words):
    ada = dict(zip(("health", "satiety", "cleanness", "mood"), levels, strict=True))
    match = Scene("shelter", table={"players": {"Ada": ada, "Ben": {}}}).match(GAME)
    zone = next(zone for zone in GAME.view(match.table, 0)["zones"] if zone["id"] == "player-0")
    *attributes, items = zone["tracks"]
    assert tuple(track["n"] for track in attributes) == levels
    assert tuple(track["falls"] for track in attributes) == falls
    assert items == {"label": "Items", "n": 0, "max": 4}
    assert warning(match.table, 0) == words


def test_a_player_is_told_that_they_die_tonight_and_afterwards_that_they_have_lost():
    match = Scene("shelter", table={"players": {"Ada": {"health": 1, "mood": 0}, "Ben": {}}}).match(GAME)
    notes = [zone["note"] for zone in GAME.view(match.table, 0)["zones"] if zone["id"].startswith("player")]
    assert notes[0].startswith("Without help, you die tonight. ")
    assert notes[1].startswith("Without help, health falls from day 4 on. ")
    match.answer("stay")
    match.answer("stay")
    outcome = GAME.outcome(match.table)
    assert (outcome.winners, outcome.reason) == ((1,), "only one survivor is left")
    _, text = GAME.fate(match.notes, "Ada")
    assert text == "Ada died and has lost."
    assert GAME.fate(match.notes, "Ben") is None


def test_a_card_sets_the_numbers_of_a_random_event_off_from_what_happens():
    assert as_shown(GAME.cards["radio"]).startswith("Roll: 1\u00a0→ mood −1. 2\u00a0→ mood +1. 3\u00a0→ draw 1 item. ")
    assert " 2 and 3\u00a0→ satiety +2. " in as_shown(GAME.cards["vending-machine"])
    assert as_shown(GAME.cards["tonic"]) == "Health +2, mood −1."


def test_the_options_of_the_opening_swap_and_of_a_kept_roll_say_what_they_do():
    match = Scene("shelter", table={"furniture": {"sofa": 5}}, start=Start("opening/all-roll")).match(GAME)
    for answer in ((6, 1), ("swap", "sofa")):
        match.answer(answer)
    details = {option.value: option.detail for option in match.asked(0).options()}
    assert details["take", "stove"] == "1 user, durability 4. Satiety +4."
    assert details["take", "charging-machine"].startswith("2 together, durability ")
    lucky = next(card.id for card in GAME.cards.of_type("character") if card.skill.startswith("rolls-again"))
    table = {"furniture": {"radio": 4}, "players": {"Ada": {"character": lucky}, "Ben": {}}}
    match = Scene("shelter", table=table).match(GAME)
    for answer in (("go", "radio"), (1,)):
        match.answer(answer)
    details = {option.value: option.detail for option in match.asked(0).options()}
    assert details == {"keep": "Mood −1.", "again": "The new number counts."}


def test_only_a_new_order_is_news():
    """The odds do not say again who acts first on a day that has begun."""
    before = Scene("shelter", table={"players": {"Ada": {}, "Ben": {}}}).match(GAME)
    first = next(measure for measure in GAME.measures if measure.id == "first")
    after = before.table.copy()
    assert not first.of(before.table, after, 0)
    after.day += 1
    assert first.of(before.table, after, 0)


@pytest.mark.parametrize("reading", ["next-round-end", "next-round-start", "same-round", "mixed", "late-count"])
def test_the_forecast_is_what_happens(reading):
    """If nobody does anything, the first loss comes on the day that the forecast names."""
    match = Scene(
        "shelter",
        readings={"health/from-next-round": reading},
        table={"day": 0, "players": {"Ada": {"satiety": 2}, "Ben": {"health": 99}}, "next": ["order/roll-each-round"]},
    ).match(GAME)
    _, foretold = forecast(match.table, 0)
    match.answer((2, 1))
    assert forecast(match.table, 0)[1] == foretold
    while match.table.players[0].health == 3:
        day = match.table.day
        match.answer((2, 1) if match.ask.seat is None else "stay")
    assert foretold == (match.table.day if reading == "next-round-start" else day)


def bot_answers(**ada):
    """What the bot answers for Ada, who acts before Ben, with a stove and a charging machine for two."""
    table = {"players": {"Ada": ada, "Ben": {}}, "furniture": {"stove": 4, "charging-machine": 4}}
    match = Scene("shelter", table=table).match(GAME)
    return GAME.bots["builder"](match.asked(0), lambda: GAME.position(match.table, 0), chance_at(1, 1))


def test_a_bot_waits_for_others_only_as_long_as_it_can_afford_to():
    assert bot_answers(satiety=4, cleanness=4, mood=4) == ("go", "charging-machine")
    assert bot_answers(satiety=0, cleanness=4, mood=4) == ("go", "stove")


def test_a_bot_uses_an_item_that_it_needs_before_it_goes_anywhere():
    assert bot_answers(satiety=2, items=["rations"]) == ("use", "rations")
    assert bot_answers(satiety=5, items=["rations"])[0] == "go"


@pytest.mark.slow
def test_every_way_to_win_is_seen_often_enough():
    rows = play(Plan(GAME.id, BALANCE, players=4, bots=("by-character",)))
    assert len(rows) == BALANCE
    for way in ("ark", "ship", "last"):
        assert sum(bool(row.measures[way]) for row in rows) >= 0.1 * BALANCE, way


def test_a_wrong_position_says_what_was_expected():
    for table, words in (
        ({"players": {"Ada": {"hp": 3}, "Ben": {}}}, "unknown key hp"),
        (
            {"players": {"Ada": {"place": "moon"}, "Ben": {}}},
            "expected one of empty, construction-room, ark, lottery-box, got “moon”",
        ),
        ({"players": {"Ada": {"items": ["moon"]}, "Ben": {}}}, "unknown card"),
        (
            {"players": {"Ada": {}, "Ben": {}}, "furniture": {"boiler": 3}},
            "table.furniture.boiler: unknown card “boiler”",
        ),
        ({"players": {"Ada": {}, "Ben": {}}, "furniture": {"boiler-2": 3}}, "unknown card “boiler-2”"),
        ({"players": {"Ada": {"items": ["soap"] * 9}, "Ben": {}}}, "“soap” is already somewhere else"),
        ({"players": {"Ada": {"health": -1}, "Ben": {}}}, "expected at least 0, got -1"),
        ({"players": {"Ada": {"fate": "bored"}, "Ben": {}}}, "expected one of"),
        ({"players": {"Ada": {}, "Ben": {}}, "order": ["Zoe"]}, "no player"),
        ({"players": {"Ada": {}, "Ben": {}}, "furniture": {"rubble": 1}}, "not furniture that can be chosen"),
        ({"players": {"Ada": {}, "Ben": {}}, "item_deck": 3}, "cards are left"),
    ):
        with pytest.raises(BadInput, match=words):
            play_scene(Scene("shelter", table=table, play=("stay",)), GAME)


def test_a_deck_is_said_by_its_number_where_it_holds_what_is_left_and_else_by_its_cards():
    table = {"item_deck": 42, "item_discard": ["soap"], "players": {"Ada": {"items": ["soap"]}, "Ben": {}}}
    match = Scene("shelter", table=table).match(GAME)
    assert match.table.item_deck.cards().count("soap") == 1
    assert GAME.position(match.table, None)["item_deck"] == 42
    match = Scene("shelter", table={"item_deck": ["soap", "novel"], "players": {"Ada": {}, "Ben": {}}}).match(GAME)
    assert GAME.position(match.table, None)["item_deck"] == ["novel", "soap"]
    assert GAME.position(match.table, 0)["item_deck"] == 2


def test_the_room_is_laid_with_half_of_the_survivors_as_builders_unless_a_position_says_so():
    for room, required in (({}, 2), ({"required": 1}, 1)):
        players = {"Ada": {}, "Ben": {}, "Cleo": {}, "Dev": {"fate": "dead"}}
        match = Scene("shelter", players=[*players], table={"room": room, "players": players}).match(GAME)
        assert GAME.position(match.table, None)["room"] == {"required": required, "spent": 0, "worked": False}


def test_a_place_called_untouched_is_open_to_everybody():
    for seed in range(PLAYOUTS):
        for moment in some(begun(GAME, seed), seed):
            g = moment.table
            for key in [key for key, place in g.places.items() if place.untouched]:
                assert [reason for seat in range(g.seats) for reason in refuse_place(g, seat, key)] == []
