"""What only Alien Conspiracy promises: its ring, its cards, the ways through a turn, and errors that name the place."""

import re
import tomllib
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from tests.laws import copy_cards, misfit
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Roll
from tutor.engine.core.match import Match, rollout, uniformly
from tutor.engine.core.table import Note
from tutor.engine.play.scene import Scene, load_scenes
from tutor.games.alien_conspiracy import GAME
from tutor.games.alien_conspiracy.cards import Alien
from tutor.games.alien_conspiracy.layout import CITY, OTHER_LAYOUTS, RING, STORE, cut_off, lay
from tutor.paths import shipped
from tutor.ui.present import present
from tutor.ui.words import words_of

EDGES = {
    (edge["from"], edge["to"])
    for edge in tomllib.loads((GAME.folder / "flow.toml").read_text(encoding="utf-8"))["edge"]
}
OWN_HAND = re.compile(r"(your|his|her|their|whole|in|event card|item|the|A) $")
"""What comes before “hand in the city” where that is a player's hand."""
REFUSED = {("choose", "choose"), ("attempt-dice", "attempt-dice")}
"""Edges that lead back to the same question after a refused try, where nothing happens and no step is recorded."""


def any_readings(random: Random, share: float = 0.35) -> dict[str, str]:
    return {e.id: random.choice(e.options).id for e in GAME.book if e.options and random.random() < share}


def walk(table, random: Random) -> list[str]:
    steps: list[str] = []
    table.listen(lambda note: None, steps.append)
    rollout(GAME.rules, table, uniformly(random.random), random.random, limit=50_000)
    return steps


def whole_game(random: Random) -> list[str]:
    readings = {**any_readings(random), "overview/player-count": "one-to-four"}
    variants = ["other-layout"] if random.random() < 0.3 else []
    return walk(GAME.new(GAME.setup(random.randint(1, 4), readings, variants)), random)


def late_game(random: Random) -> list[str]:
    """Return a game whose decks are nearly empty, with weak players among the last cards."""
    silent = Alien(id="silent", name="Silent One", origin="stand-in", copies=3)
    cards = GAME.cards.with_cards({"silent": ("alien", silent)})
    table = GAME.table(GAME.setup(random.randint(2, 4), any_readings(random, share=0.6), cards=cards))
    events = random.sample(["landing-site", "metal-splinter", "tape-recording", "lost-hour", "scout", "silent"], 3)
    players = {
        name: {
            "at": random.choice("11144!$2"),
            "health": random.choices(range(1, 7), k=random.randint(1, 3)),
            "items": ["camera", "phone"][n : n + 1],
            "events": ["tip-off"] if n == 1 else [],
        }
        for n, name in enumerate(table.names)
    }
    doc = {
        "event_deck": events[2:],
        "locations": {"1": {"card": events[0]}, "4": {"card": events[1]}},
        "item_deck": ["camera"] if random.random() < 0.3 else [],
        "players": players,
        "countdown": ["hunter"] * random.randint(0, 1),
    }
    if random.random() < 0.3:
        doc |= {"event_deck": [], "locations": {}}
    GAME.place(table, doc, "late")
    return walk(table, random)


@pytest.mark.slow
def test_random_games_walk_every_way_of_the_flow_and_no_other():
    random = Random(6)
    walked: Counter[tuple[str, str]] = Counter()
    for play in [whole_game] * 500 + [late_game] * 1500:
        walked.update(pairwise(play(random)))
    assert set(walked) <= EDGES
    assert EDGES - set(walked) == REFUSED


def test_the_ring_has_the_books_neighbours_and_distances():
    ring = lay(RING)
    assert {mark: set(beside) for mark, beside in ring.neighbours.items()} == {
        "1": {"!", "2"}, "2": {"1", "3"}, "3": {"2", "$"}, "$": {"3", "4"},
        "4": {"$", "5"}, "5": {"4", "6"}, "6": {"5", "!"}, "!": {"6", "1"},
    }  # fmt: skip
    assert [len(ring.way(CITY, mark)) for mark in "123$456!"] == [1, 2, 3, 4, 3, 2, 1, 0]
    assert [len(ring.way(STORE, mark)) for mark in "123$456!"] == [3, 2, 1, 0, 1, 2, 3, 4]


def test_every_other_layout_but_the_one_of_corners_holds_together():
    assert [name for name, rows in OTHER_LAYOUTS.items() if cut_off(lay(rows))] == ["corners"]


def test_the_stand_in_cards_are_as_varied_as_the_book_demands():
    cards = GAME.cards
    events, aliens, items = cards.deck("event"), cards.deck("alien"), cards.deck("item")
    kinds = cards.of_type("event")
    assert len(events) >= 24
    assert 5 <= len(aliens) <= 8
    assert 10 <= len(items) <= 20
    assert {card.rolls for card in kinds} == {True, False}
    assert len({card.value for card in kinds}) >= 3
    assert any(card.copies > 1 for card in kinds)
    assert all(1 <= card.dice <= 3 for card in cards.of_type("alien"))
    assert all(
        card.origin == ("printed" if cards.type_of(card.id) == "location" else "stand-in")
        for card in map(cards.__getitem__, cards)
    )


@pytest.mark.parametrize(
    ("seats", "readings", "fits"),
    [(1, {}, False), (2, {}, True), (4, {}, True), (5, {}, False), (1, {"overview/player-count": "one-to-four"}, True)],
)
def test_player_counts(seats, readings, fits):
    if fits:
        assert len(GAME.setup(seats, readings).names) == seats
    else:
        with pytest.raises(BadInput, match=f"2 to 4 players, not {seats}"):
            GAME.setup(seats, readings)


@pytest.mark.parametrize(
    ("table", "place", "expected"),
    [
        ('turn = "Zoe"', "turn", "no player “Zoe”"),
        ("actions = 3\nturn = 'Ada'", "actions", "0 to 2"),
        ("players.Ada.health = [7]", "players.Ada.health", "1 to 6, got 7"),
        ("players.Ada.health = [1, 1, 1, 1, 1, 1]", "players.Ada.health", "at most 5"),
        ("players.Ada.at = '7'", "players.Ada.at", "expected one of"),
        ("players.Ada.events = ['camera']", "players.Ada.events", "expected event cards"),
        ("players.Ada.events = ['ufo']", "players.Ada.events", "unknown card “ufo”"),
        ("players.Ada.events = ['scout']", "players.Ada.events", "expected event cards"),
        ("players.Ada.events = ['pilots-log', 'pilots-log']", "players.Ada.events", "is already somewhere else"),
        ("players.Ada.colour = 'red'", "players", "colour"),
        ("locations.'!' = { card = 'tip-off' }", "locations.!", "only on 1, 2, 3, 4, 5, 6"),
        ("locations.1 = { card = 'scout', up = true }", "locations.1.card", "expected event cards"),
        ("countdown = ['scout', 'scout', 'hunter']", "countdown", "would have ended the game"),
        ("layout = ['! 1 2 3', '6 5 4 $']", "layout", "other-layout"),
        ("layout = ['1 2 3']", "layout", "expected each of"),
        ("turn = 'Ada'\nplayers.Ada.dead = true", "turn", "is dead"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit_is_named_by_its_place(table, place, expected):
    caught = misfit(GAME, '["Ada", "Ben"]', table)
    assert place in caught.place
    assert expected in caught.expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("value = 4", "value = 0"), "value: expected at least 1"),
        (('effect = "roll"', 'effect = "dance"'), "effect: expected one of"),
        (("dice = 3", "dice = 9"), "dice: expected 0 to 6"),
        (('effect = "roll"\namount = 3', 'effect = "roll"'), "needs at least 1"),
        (('use = "phone"', 'use = "move"\namount = 1'), "use = “phone”"),
        (('mark = "$"', 'mark = "?"'), "one location card for each"),
        (("value = 4", 'value = "four"'), "expected a whole number"),
    ],
)
def test_a_card_set_that_does_not_fit_is_named_by_card_and_field(tmp_path, change, expected):
    copy_cards(GAME, tmp_path, *change)
    with pytest.raises(BadInput, match=expected):
        GAME.load_cards(tmp_path)


def test_the_owners_own_cards_are_played_with(tmp_path):
    copy_cards(GAME, tmp_path, 'name = "Lost Hour"', 'name = "Our Own Hour"')
    cards = GAME.load_cards(tmp_path)
    table = GAME.new(GAME.setup(3, cards=cards))
    assert table.cards["lost-hour"].name == "Our Own Hour"
    assert cards.version != GAME.cards.version


@pytest.mark.parametrize(
    ("position", "answers", "rule"),
    [
        ("locations.1 = { card = 'landing-site' }", [("look", "1")], "look/no-effect"),
        ("locations.1 = { card = 'scout' }", [("look", "1")], "aliens/looking-does-not-count"),
        ("players.Ada.at = '$'", ["search", 1, (6,), ("phone",)], "search/kept-item-hidden"),
        (
            "players.Ada = { at = '1', items = ['camera'] }\nlocations.1 = { card = 'lost-hour' }",
            ["flip"],
            "items/camera-no-roll-event",
        ),
    ],
)
def test_what_one_player_learns_is_told_to_nobody_else(position, answers, rule):
    at = "" if "Ada" in position else "players.Ada.at = '1'\n"
    text = f'game = "alien_conspiracy"\nplayers = ["Ada", "Ben"]\n[table]\nturn = "Ada"\n{at}{position}\n'
    match = load_scenes(text, "scene")[0].match(GAME)
    for answer in answers:
        match.answer(answer)
    told = [note.to for note in match.notes if rule in note.rules.split()]
    assert told == [(0,)]


def test_a_layout_that_nobody_can_walk_is_refused_even_where_anything_may_lie():
    """If there were no way to the city, no refusal could name the next step."""
    scene = Scene(GAME.id, variants=("other-layout",), anyway=True, table={"layout": list(OTHER_LAYOUTS["corners"])})
    with pytest.raises(BadInput, match="must be reachable"):
        scene.match(GAME)


def test_the_two_dice_of_a_round_are_told_apart():
    """The first die places the first card, so 4 and 1 is a different roll from 1 and 4."""
    scene = Scene(GAME.id, players=4, table={"turn": "", "first": "Ada"})
    match = scene.match(GAME)
    assert isinstance(match.ask, Roll)
    assert match.ask.count() == 36


def test_a_roll_aims_at_keeping_health_dice_and_the_single_die_at_the_number_risked():
    scene = Scene(
        GAME.id,
        players=2,
        table={
            "turn": "Ada",
            "players": {"Ada": {"at": "1", "health": [1, 3]}},
            "locations": {"1": {"card": "blurred-photo", "up": True}},
        },
    )
    match = scene.match(GAME)
    match.answer("attempt")
    match.answer(2)
    unhurt = match.ask.aim()
    assert [face for face in range(1, 7) if unhurt.hit((face, 6))] == [2, 4, 5, 6]
    match.answer((2, 4))
    wins = match.ask.aim()
    assert [face for face in range(1, 7) if wins.hit((face,))] == [1, 2]


def test_who_died_by_the_invasion_may_have_health_dice_left_and_nobody_else():
    table = "players.Ada = { dead = true, health = [1, 2] }"
    assert misfit(GAME, '["Ada", "Ben"]', table).place == "table.players.Ada.health"
    invaded = f'game = "alien_conspiracy"\nplayers = 2\n[table]\nended = "the invasion"\n{table}\n'
    match = load_scenes(invaded, "s.toml")[0].match(GAME)
    assert match.table.investigators[0].health == (1, 2)
    zones = {zone["id"]: zone for zone in GAME.view(match.table, 0)["zones"]}
    assert "Health dice" not in [track["label"] for track in zones["player-0"]["tracks"]], (
        "the dead have no use for them"
    )
    assert zones["player-0"]["cards"][0]["dice"] == []


def test_the_phone_asks_how_many_cards_it_can_still_save():
    ada = {"at": "1", "health": [4], "items": ["phone"], "events": ["tip-off", "lost-hour", "tape-recording"]}
    table = {"turn": "Ada", "players": {"Ada": ada}, "locations": {"1": {"card": "blurred-photo", "up": True}}}
    match = Scene(GAME.id, players=2, table=table).match(GAME)
    for answer in ("attempt", 1, (4,)):
        match.answer(answer)
    prompts = [match.ask.prompt()]
    match.answer(("save", "tip-off"))
    prompts.append(match.ask.prompt())
    assert prompts == [
        "You can save two event cards. Which one do you save first?",
        "You can still save one event card. Which one do you save?",
    ]


def at_a_card(card: str, readings: dict[str, str] | None = None, **ada) -> Match:
    """Return a match in which it is Ada's turn, at location 1 with a card face down."""
    players = {"Ada": {"at": "1", "health": [4], **ada}}
    table = {"turn": "Ada", "players": players, "locations": {"1": {"card": card}}}
    return Scene(GAME.id, players=2, readings=readings or {}, table=table).match(GAME)


@pytest.mark.parametrize(
    ("card", "says", "words"),
    [
        ("pilots-log", {"type": "event", "value": 4}, "Pilot’s Log, Event, face down, value 4"),
        ("scout", {"type": "alien"}, "Alien Scout, face down"),
    ],
)
def test_a_card_that_a_player_has_looked_at_shows_that_player_all_that_it_says(card, says, words):
    match = at_a_card(card)
    match.answer(("look", "1"))
    printed = GAME.cards[card]
    for seat, known in ((0, True), (1, False)):
        view = GAME.view(match.table, seat)
        (shown,) = next(zone["cards"] for zone in view["zones"] if zone["id"] == "location-1")
        said = next(zone["text"] for zone in words_of(view) if "Location 1" in zone["zone"] or zone["zone"] == "1")
        assert (shown["face"] == "seen") == known
        assert (shown.get("text") == printed.text) == known
        assert (words in said) == known
        if known:
            assert says.items() <= shown.items()


def test_who_knows_that_the_card_is_an_alien_is_not_offered_an_attempt():
    match = at_a_card("scout")
    assert match.ask.label("flip") == "Flip the card here and attempt it"
    match.answer(("look", "1"))
    assert match.ask.label("flip") == "Flip the alien here"


@pytest.mark.parametrize(
    ("answers", "title"),
    [
        (["heal"], "Ada rolls one die to regain health, and can’t lose health dice"),
        (["flip", 2], "Ada rolls 2 dice for the attempt on Blurred Photo, and can lose health dice"),
        (["flip", 2, (1, 2)], "Ada rolls one die to decide the attempt on Blurred Photo, and can’t lose health dice"),
        (["end", "end"], "Ada rolls one die to place a new event, and can’t lose health dice"),
    ],
)
def test_before_a_roll_it_is_said_what_it_decides_and_whether_it_can_hurt(answers, title):
    match = at_a_card("blurred-photo")
    for answer in answers:
        match.answer(answer)
    assert present(match, 0)["question"]["title"] == title


def test_it_is_told_in_which_round_and_how_a_player_died():
    notes = [
        Note("round-start/dice", "{who} rolls", {"who": "Ada"}, None),
        Note("aliens/roll-when-flipped", "{who} has to roll", {"who": "Ada"}, None),
        Note("health/match-removes", "{who} loses", {"who": "Ada"}, None),
        Note("death/no-health-dice", "{who} dies", {"who": "Ada"}, None),
    ]
    assert GAME.fate(notes, "Ada") == (3, "Ada died in round 1 in the roll for an alien.")
    assert GAME.fate(notes, "Ben") is None


@pytest.mark.parametrize("reading", ["per-rolled-die", "per-number"])
@pytest.mark.parametrize("health", [[4], [3, 3], [1, 2], [1, 1, 5], [1, 2, 3, 4, 5]])
def test_before_dice_are_risked_the_chances_to_win_and_to_die_are_said(reading, health):
    match = at_a_card("blurred-photo", {"health/several-equal-rolls": reading}, health=health)
    match.answer("flip")
    for option in match.ask.options():
        if option.refusals:
            assert not option.detail
            continue
        roll = match.fork()
        roll.answer(option.value)
        chance = sum((p for faces, p in roll.ask.outcomes() if kills(roll, faces)), Fraction(0))
        said = f"{float(chance):.0%}" if chance >= Fraction(1, 100) else "less than 1%"
        wins = f"{float(Fraction(option.value, 6) * (1 - chance)):.0%} chance of winning the card"
        assert option.detail == wins + (f"; {said} chance that this roll kills you" if chance else "")


def kills(match, faces) -> bool:
    after = match.fork()
    after.answer(faces)
    return after.table.investigators[0].dead


def test_the_odds_of_a_roll_are_a_statement():
    match = at_a_card("blurred-photo")
    match.answer("flip")
    match.answer(2)
    assert present(match, 0)["roll"]["text"] == "Chance that no health die is lost:"


def test_there_is_one_word_for_submitting_evidence_which_is_explained_where_it_first_comes():
    pages = shipped("walkthroughs") / GAME.id
    files = [GAME.folder / "rulebook.toml", *GAME.folder.glob("rules/*.py"), *pages.glob("*.toml")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    other = re.compile(r"\bhand(?:s|ed|ing)? (?:it |them |the card |anything )?in\b(?! hand)")
    said = [line for line in lines for found in other.finditer(line) if not OWN_HAND.search(line[: found.start()])]
    assert len(said) == 3
    assert all("submit" in line.lower() for line in said)


def test_who_submits_a_single_card_is_told_with_the_card():
    match = at_a_card("blurred-photo", at="!", events=["tip-off"])
    match.answer("submit")
    assert "Ada submits Anonymous Tip" in [note.text for note in match.notes]


def test_the_first_rule_on_health_warns_only_of_rolls_that_can_hurt():
    intro = GAME.book["setup/roll-health"].intro
    assert "in a later roll that can hurt you" in intro
    assert intro.startswith("You roll five dice")
