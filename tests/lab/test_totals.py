"""Totals of each game taken apart: every total of a position, and the part in which readings differ."""

from typing import Any

import pytest

from tests.laws import GAMES, begun, some
from tutor.engine.core.game import find_game
from tutor.engine.core.match import Match
from tutor.lab.numbers import totals_of
from tutor.lab.workbench import Workbench


def at(game: str, table: dict[str, Any], steps: tuple[Any, ...] = (), **doc: Any) -> Workbench:
    """Return a bench with three players (four in Doppelganger) at a position."""
    names = ["Ada", "Ben", "Cleo", "Dan"][: 4 if game == "doppelganger" else 3]
    return Workbench({"game": game, "players": names, "table": table, **doc}, steps, find_game)


def reckoned(match: Match) -> dict[str, list[tuple[int, str]]]:
    """Return the parts of the totals with which the game itself calculates, by the total's name."""
    return {one.name: [(part.n, part.text) for part in one.parts] for one in match.game.totals(match.table)}


def test_investigators_points_are_the_cards_under_them():
    match = at("alien_conspiracy", {"players": {"Ada": {"submitted": ["blurred-photo", "crop-circle"]}}}).branch.here
    cards = match.game.cards
    assert reckoned(match)["points of Ada"] == [
        (cards[id].value, cards[id].name) for id in ("blurred-photo", "crop-circle")
    ]
    assert match.game.outcome(match.table).scores == (3, 0, 0)


ATTEMPT: dict[str, Any] = {
    "points": 2,
    "players": {"Ada": {"hand": ["canteen", "canteen", "rope", "hull-fragment"]}},
    "desert": {"tiles": {"E1": "heat-8"}},
}


def test_an_attempts_dice_are_its_tokens_and_cards_and_a_hand_scores_by_its_cards():
    steps = ("clear E1", "add canteen", "add life", *["done"] * 5, "draw canteen")
    match = at("doppelganger", ATTEMPT, steps).branch.here
    found = reckoned(match)
    assert found["dice counted"] == [(1, "Life Tokens"), (1, "matching cards")]
    assert found["to beat"] == [(8, "High Heat")]


def test_a_hands_traits_and_proof_score_apart_and_a_reading_takes_the_proof_away():
    players = {"Ada": {"hand": ["photographer", "hull-fragment"]}}
    one = at("doppelganger", {"points": 2, "players": players})
    assert [words for _, words in reckoned(one.branch.here)["points of Ada"]] == ["Photographer", "Hull Fragment"]
    one.branch_off("traits only")
    one.edit({**one.branch.doc, "readings": {"scoring/traits-and-proof": "traits-only"}})
    found = {line.place: line.values for line in one.compare("main")}
    assert found["points of Ada"] == ("2 = +2 Photographer", "3 = +2 Photographer +1 Hull Fragment")
    assert found["reading of scoring/traits-and-proof"] == ("traits-only", "–")


ATTACK: dict[str, Any] = {
    "turn": "Ada",
    "next": "window",
    "players": {"Ada": {"hand": ["cut"]}, "Ben": {"characters": {"dad": ["pistol"], "mom": []}, "location": "lagoon"}},
    "attack": {"creature": "rats-in-the-walls", "against": "Ben", "strength": 3, "defence": 1},
}


def test_both_totals_of_an_attack_and_what_the_movie_scores():
    match = at("grave_robbers", ATTACK).branch.match
    found, cards = reckoned(match), match.game.cards
    assert found["attack"] == [(cards["rats-in-the-walls"].attack, "Rats in the Walls"), (3, "FX")]
    assert found["defence"][0] == (cards["dad"].defence, "Dad")
    assert found["defence"][-1] == (1, "FX")
    assert (cards["pistol"].defence, "Pistol") in found["points of Ben"]
    title = next(words for name, words in found.items() if name == "title words of Ben")
    assert found["points of Ben"] == found["defence of Ben’s movie"] + title


def test_a_reading_that_scores_by_words_changes_the_card_with_two_of_them():
    players = {"Ada": {"characters": {"nymphomaniac-cheerleader": []}, "hand": ["boarded-up-windows"]}}
    table = {"turn": "Ada", "title": ["Night", "Prom"], "players": players}
    benches = [
        at("grave_robbers", table, readings=readings)
        for readings in ({}, {"scoring/five-per-card-not-per-word": "per-word"})
    ]
    one, by_words = (totals_of(bench.branch.match)["title words of Ada"] for bench in benches)
    cheerleader = "Nymphomaniac Cheerleader, title word"
    assert [(part.n, part.label) for part in one.parts if part.label == cheerleader] == [(5, cheerleader)]
    assert [(part.n, part.label) for part in by_words.parts if part.label == cheerleader] == [(10, cheerleader)]
    assert (one.n, by_words.n) == (10, 15)


THRONG: dict[str, Any] = {
    "players": {"Ada": {"throngs": [["three-strange-neighbors", "six-swarming-riders"]]}},
    "screen": [{"cards": ["three-hitchhikers"], "up": True}],
}


def test_a_throng_is_as_strong_as_its_cards_together():
    found = reckoned(at("roswell51", THRONG).branch.here)
    assert found["strength of Ada’s throng 1"] == [(3, "Three Strange Neighbors"), (6, "Six Swarming Riders")]


def test_what_a_survivor_rolls_against_and_what_a_blow_adds_to_its_dice():
    table = {
        "turn": "Ben",
        "mode": "actions",
        "screen": [{"cards": ["outer-space-terrors"]}],
        "players": {"Ben": {"pool": [{"card": "the-colonel", "rest": 3}]}, "Cleo": {"pool": [{"card": "the-scout"}]}},
    }
    steps = ("attack", "2")
    rolling = at("roswell51", table, steps).branch.here
    aimed = totals_of(rolling)["target"]
    assert [(part.n, part.label) for part in aimed.parts] == [(7, "muscle"), (2, "spoints")]
    hit = at("roswell51", table, (*steps, "roll 3 3", "1")).branch.here
    added = totals_of(hit)["added to the dice"]
    assert [(part.n, part.label) for part in added.parts] == [(3, "doubles"), (1, "spoint")]


SHELTERED: dict[str, Any] = {
    "players": {
        "Ada": {"character": "engineer", "place": "construction-room", "satiety": 0, "mood": 0},
        "Ben": {"place": "construction-room"},
    },
    "room": {"required": 3},
}


def test_the_ship_its_builders_and_what_the_night_would_take():
    one = at("shelter", SHELTERED, readings={"health/one-or-two-empty": "additive"})
    found = reckoned(one.branch.here)
    assert found["builders"] == [(2, "Ada"), (1, "Ben")]
    assert found["health that Ada would lose tonight"] == [(1, "satiety"), (1, "mood")]
    assert found["progress needed"] == [(21, "7 for each player")]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_total_has_a_name_of_its_own_and_looking_changes_nothing(game):
    for match in some(begun(game, 4), 6, 3):
        before = game.position(match.table, None)
        names = [one.name for one in game.totals(match.table)]
        assert len(names) == len(set(names)), names
        assert set(names) <= set(totals_of(match))
        assert game.position(match.table, None) == before
