"""The totals that players compare keep their parts."""

import pytest

from tutor.engine.play.scene import Scene
from tutor.games.shelter import GAME
from tutor.games.shelter.cards import ROOM
from tutor.games.shelter.rules.capacity import taken
from tutor.games.shelter.rules.decay import loss_of
from tutor.games.shelter.rules.furniture_exchange import price_of
from tutor.games.shelter.rules.spaceship import builders


def table(players=None, readings=None, **doc):
    """A table of three."""
    doc["players"] = {"Ada": {}, "Ben": {}, "Cleo": {}} | (players or {})
    return Scene("shelter", readings=readings or {}, table=doc).match(GAME).table


def parts(total):
    return [tuple(part) for part in total.parts]


def test_the_room_counts_builders_by_name_and_skill():
    players = {"Ada": {"character": "engineer", "place": ROOM}, "Ben": {"place": ROOM}, "Cleo": {}}
    found = builders(table(players=players, room={"required": 3}))
    assert found == 3
    assert parts(found) == [(2, "Ada", "characters/skill-overrides", "engineer"), (1, "Ben", "spaceship/build", "")]


def test_a_place_counts_who_stands_there_and_who_was_there_this_round():
    g = table(players={"Ada": {"place": "refrigerator"}}, furniture={"refrigerator": {"durability": 3, "spent": 1}})
    assert taken(g, "refrigerator") == 2
    assert parts(taken(g, "refrigerator")) == [(1, "Ada", "", ""), (1, "spent this round", "death/token-and-place", "")]


@pytest.mark.parametrize(
    ("reading", "part"),
    [
        ("starting-players", (21, "7 for each player", "spaceship/target", "")),
        ("current-survivors", (14, "7 for each survivor", "spaceship/target-fixed", "")),
    ],
)
def test_the_target_says_whom_it_counts(reading, part):
    g = table(readings={"spaceship/target-fixed": reading}, players={"Cleo": {"fate": "dead"}})
    assert parts(g.target()) == [part]


@pytest.mark.parametrize(
    ("reading", "part"), [("once", (1, "in the whole game")), ("each-code", (3, "one for each player"))]
)
def test_the_ark_says_how_many_it_carries(reading, part):
    g = table(readings={"ark/once": reading})
    assert parts(g.ark_places()) == [(*part, "ark/once", "")]
    assert g.places["ark"].durability == g.ark_places()


ONE_OR_TWO, THREE = "health/one-or-two-empty", "health/three-empty"


@pytest.mark.parametrize(
    ("readings", "empty", "causes"),
    [
        ({}, (), []),
        ({}, ("satiety",), [(1, "satiety", ONE_OR_TWO)]),
        ({}, ("satiety", "mood"), [(1, "satiety, mood", ONE_OR_TWO)]),
        ({}, ("satiety", "cleanness", "mood"), [(2, "satiety, cleanness, mood", THREE)]),
        ({ONE_OR_TWO: "additive"}, ("satiety", "mood"), [(1, "satiety", ONE_OR_TWO), (1, "mood", ONE_OR_TWO)]),
    ],
)
def test_the_night_says_what_costs_health(readings, empty, causes):
    g = table(readings=readings, players={"Ada": dict.fromkeys(empty, 0)})
    assert parts(loss_of(g, 0, g.players[0]).health) == [(*cause, "") for cause in causes]


def test_where_the_new_ones_cost_as_one_they_are_named_together():
    readings = {"health/from-next-round": "mixed", ONE_OR_TWO: "additive"}
    g = table(readings=readings, players={"Ada": {"satiety": 1, "mood": 1}})
    assert parts(loss_of(g, 0, g.players[0]).health) == [(1, "satiety, mood", ONE_OR_TWO, "")]


@pytest.mark.parametrize(("character", "price"), [("codebreaker", 1), ("nurse", 2)])
def test_a_price_takes_off_what_a_skill_saves_and_is_never_nothing(character, price):
    g = table(players={"Ada": {"character": character}})
    card = next(card for card in map(g.cards.__getitem__, g.cards) if getattr(card, "price", 0) == 2)
    found = price_of(g, card, 0)
    assert found == price
    saved = [(-1, "skill", "characters/skill-overrides", "codebreaker")] if character == "codebreaker" else []
    assert parts(found) == [(2, card.name, "furniture/item-exchange", card.id), *saved]
    cheap = next((card for card in map(g.cards.__getitem__, g.cards) if getattr(card, "price", 0) == 1), None)
    assert cheap is None or price_of(g, cheap, 0) == 1
