"""The box under the current readings, from which every game with the same setup starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core import Many, Value
from tutor.games.doppelganger.cards import ANY, BACKS, WATER, Supply, Tile
from tutor.games.doppelganger.desert import MapLaw
from tutor.games.doppelganger.numbers import Numbers

HEAT = "high-heat"


HEAT_VALUE = 6
"""The stand-in value of Open Desert tiles without High Heat, under the reading that all of them show it."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What is in the box under the current readings, and what can be said about it."""

    tiles: dict[str, Tile]
    stacks: dict[str, list[str]]
    supplies: dict[str, Supply]
    deck: list[str]
    characters: list[str]
    life: int
    map_tokens: int
    law: MapLaw
    start: Tile
    infections: tuple[str, ...]
    """The ids of all copies of The Infection."""
    held: tuple[Value, ...]
    """The claims about supply cards that can always be made: that the speaker holds one, or does not."""
    played: tuple[Value, ...]
    """The claims that can be made only during an attempt: that the speaker has played a card."""


Chosen: TypeAlias = tuple[tuple[str, str], ...]
"""The readings that change what is in the box, in a fixed order."""


BOX_READINGS = (
    "tiles/one-icon-each",
    "tiles/canyon-no-icon",
    "tiles/start-edges",
    "tiles/edge-marking-binary",
    "tiles/open-desert",
    "dice/sandstorm",
    "supplies/infection-count",
    "placing/dots-do-not-affect-movement",
    "move/cost-start",
    "placing/step-2-needs-contact",
    "placing/step-2-required",
)


@lru_cache(maxsize=64)
def kit(cards: CardSet[Any], chosen: Chosen, players: int, guaranteed: bool, numbers: Numbers) -> Kit:
    """Return what a game with these cards, readings, players and numbers starts from.

    Raises:
        BadInput: if a tile has icons that the current readings do not allow, or there are too few supplies.
    """
    readings = dict(chosen)
    tiles = effective_tiles(cards, readings)
    all_tiles, supplies = cards.of_type("tile"), {card.id: card for card in cards.of_type("supply")}
    deck = supply_deck(cards, readings)
    people = character_pool(cards, players, guaranteed)
    _check_stacks([supplies[card] for card in deck], len(people), numbers.stack_cards)
    return Kit(
        tiles,
        {back: [tile.id for tile in all_tiles if tile.back == back for _ in range(tile.copies)] for back in BACKS},
        supplies,
        deck,
        people,
        next((row.tokens for row in cards.of_type("life") if row.players == players), 0),
        sum(token.copies for token in cards.of_type("token") if token.id == "map-token"),
        MapLaw(
            crossing=readings["placing/dots-do-not-affect-movement"],
            start_closed=readings["move/cost-start"] == "no-return",
            detached=readings["placing/step-2-needs-contact"] == "detached",
            corners_optional=readings["placing/step-2-required"] == "optional",
            numbers=numbers,
        ),
        next(tile for tile in tiles.values() if tile.kind == "start"),
        tuple(id for id, card in supplies.items() if card.infects),
        tuple((verb, id) for verb in ("holds", "lacks") for id in dict.fromkeys(deck)),
        tuple(("played", id) for id in dict.fromkeys(deck)),
    )


def _check_stacks(deck: Sequence[Supply], people: int, each: int) -> None:
    """Raise `BadInput` if there are too few supplies for the stacks of the characters."""
    recoveries = sum(card.kind == "recovery" for card in deck)
    if recoveries < each or len(deck) < each * people:
        found = f"{Many(len(deck)):supply card}, including {Many(recoveries):Recovery card}"
        wanted = f"{Many(each):supply card} for each of {people} characters, including {Many(each):Recovery card}"
        raise BadInput("cards", "supply", f"expected {wanted}, got {found}")


def effective_tiles(cards: CardSet[Any], readings: dict[str, str]) -> dict[str, Tile]:
    """Return the tiles as the readings change them.

    Raises:
        BadInput: if a tile has icons that the current readings do not allow.
    """
    found = {}
    for tile in cards.of_type("tile"):
        if tile.obstacle and tile.crash and readings["tiles/one-icon-each"] == "at-most-one":
            misfit = "this tile has two icons, so choose a reading of tiles/one-icon-each that allows two"
            raise BadInput("cards", f"tile[{tile.id}]", misfit)
        if tile.kind == "canyon" and (tile.obstacle or tile.crash) and readings["tiles/canyon-no-icon"] == "no-icons":
            misfit = "this Canyon has an icon, which the chosen reading of tiles/canyon-no-icon does not allow"
            raise BadInput("cards", f"tile[{tile.id}]", misfit)
        found[tile.id] = _effective(tile, readings)
    return found


def _effective(tile: Tile, readings: dict[str, str]) -> Tile:
    if tile.kind == "start" and readings["tiles/start-edges"] == "matches-anything":
        return replace(tile, edges=(ANY,) * 4)
    edges = tile.edges
    if readings["tiles/edge-marking-binary"] == "binary":
        edges = tuple(min(1, dots) for dots in edges)
    plain_desert = tile.kind == "open" and not tile.crash
    if plain_desert and readings["tiles/open-desert"] == "every-tile":
        return replace(tile, edges=edges, obstacle=HEAT, value=tile.value or HEAT_VALUE)
    return replace(tile, edges=edges)


def supply_deck(cards: CardSet[Any], readings: dict[str, str]) -> list[str]:
    """Return the ids of all supply cards that are used under the current readings."""
    water = readings["dice/sandstorm"] == "own-card"
    one = readings["supplies/infection-count"] == "one"
    deck: list[str] = []
    infected = False
    for card in cards.of_type("supply"):
        if card.tool == WATER and not water:
            continue
        if card.infects and one:
            deck += [] if infected else [card.id]
            infected = True
        else:
            deck += [card.id] * card.copies
    return deck


def character_pool(cards: CardSet[Any], players: int, guaranteed: bool) -> list[str]:
    """Return the characters that are laid out: one Human per player (one fewer in the variant), then the Alien."""
    people = cards.of_type("character")
    humans = [person.id for person in people if not person.alien for _ in range(person.copies)]
    aliens = [person.id for person in people if person.alien]
    return [*humans[: players - guaranteed], *aliens[:1]]
