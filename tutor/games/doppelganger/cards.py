"""The components: desert tiles, supply cards, characters, Life Tokens by number of players, and Map Tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.engine.book.cards import Card, CardSet

ANY = -1
"""An edge that matches any other: START's, under the reading that START matches anything."""

KINDS = ("start", "open", "mountain", "canyon", "civilization")
STACKS = {"3": "3 stack", "6": "6 stack", "compass": "Compass stack"}
"""The stacks of tiles by what is on their backs."""
BACKS = tuple(STACKS)
KINDS_OF_OBSTACLE = ("high-heat", "flash-flood", "rocky-terrain", "sandstorm", "animal-attack", "alien-probe")
OBSTACLES = {id: id.replace("-", " ").title() for id in KINDS_OF_OBSTACLE}
TOOLS = ("compass", "rope", "canteen", "shovel")
WATER = "water"
"""The Tool that exists only under the reading in which Water is a card of its own."""
PROOFS = ("lifeform", "technology")
SUPPLY_KINDS = ("tool", "proof", "recovery", "trait")
HIGHEST_VALUE = 59
"""The highest value that can be beaten: ten dice total at most 60, which has to be more than the value."""
FEWEST_SUPPLIES = 24
"""The supplies that six players need: seven stacks of two, and ten more cards."""
FEWEST_HUMANS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile(Card):
    """A desert tile. `edges` are the numbers of red dots on the edges N, E, S, W as printed; 0 is a plain edge."""

    kind: str
    edges: tuple[int, ...]
    back: str = ""
    obstacle: str = ""
    value: int = 0
    crash: int = 0
    text: str = ""

    def __post_init__(self) -> None:
        _among("kind", self.kind, KINDS)
        _among("back", self.back, ("",) if self.kind == "start" else BACKS)
        _among("obstacle", self.obstacle, ("", *OBSTACLES))
        if len(self.edges) != 4 or min(self.edges) < ANY:
            raise ValueError(f"expected four edges N, E, S, W, each a number of red dots, got {list(self.edges)}")
        if bool(self.obstacle) != bool(self.value) or not 0 <= self.value <= HIGHEST_VALUE:
            raise ValueError(f"expected a value from 1 to {HIGHEST_VALUE} beside an obstacle, got {self.value}")
        if self.crash < 0 or (self.crash and self.kind == "civilization"):
            raise ValueError("expected no Crash Site on civilization, and a number of at least 1 beside one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply(Card):
    """A supply card. A Trait may score `each` for every Alien Proof of the kind `for_each` (“any” for both)."""

    kind: str
    tool: str = ""
    proof: str = ""
    points: int = 0
    infects: bool = False
    for_each: str = ""
    each: int = 0
    text: str = ""

    def __post_init__(self) -> None:
        _among("kind", self.kind, SUPPLY_KINDS)
        _among("tool", self.tool, (*TOOLS, WATER) if self.kind == "tool" else ("",))
        _among("proof", self.proof, PROOFS if self.kind == "proof" else ("",))
        _among("for_each", self.for_each, ("", "any", *PROOFS) if self.kind == "trait" else ("",))
        if self.points < 0 or self.each < 0:
            raise ValueError(f"expected points of at least 0, got {min(self.points, self.each)}")
        if self.infects and self.kind != "trait":
            raise ValueError("expected the card that infects to be a trait")


def a_trait(card: Supply) -> str:
    """Return what a Trait is called where the rules say why it stays in the hand."""
    return "a Trait" if card.infects else "a Human Scoring Trait"


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Card):
    """A character card: Human or the Alien."""

    alien: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life(Card):
    """How many Life Tokens each player starts with, for one number of players."""

    players: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Card):
    """A marker; `copies` is how many there are in the box, which matters only under one reading."""


CARD_TYPES: dict[str, type[Card]] = {
    "tile": Tile,
    "supply": Supply,
    "character": Character,
    "life": Life,
    "token": Token,
}


def _among(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"expected {name} to be one of {', '.join(a or 'empty' for a in allowed)}, got “{value}”")


def check(cards: CardSet[Any]) -> Iterator[str]:
    """Yield what a set of cards lacks for a game to be set up and played."""
    tiles: list[Tile] = cards.of_type("tile")
    if sum(tile.copies for tile in tiles if tile.kind == "start") != 1:
        yield "expected exactly one tile of kind start"
    for back in BACKS:
        if not any(tile.back == back for tile in tiles):
            yield f"expected tiles with the back {back}"
    if not any(tile.kind == "civilization" for tile in tiles):
        yield "expected at least one civilization tile"
    for obstacle in OBSTACLES:
        if not any(tile.obstacle == obstacle for tile in tiles):
            yield f"expected a tile with the obstacle {obstacle}"
    yield from _check_supplies(cards.of_type("supply"))
    people: list[Character] = cards.of_type("character")
    if sum(person.copies for person in people if person.alien) != 1:
        yield "expected exactly one Alien character"
    if sum(person.copies for person in people if not person.alien) < FEWEST_HUMANS:
        yield f"expected at least {FEWEST_HUMANS} Human characters"
    rows = [row.players for row in cards.of_type("life")]
    for players in range(3, 7):
        if rows.count(players) != 1:
            yield f"expected one row of Life Tokens for {players} players"
    if sum(token.copies for token in cards.of_type("token") if token.id == "map-token") < 1:
        yield "expected a token with the id map-token"


def _check_supplies(supplies: list[Supply]) -> Iterator[str]:
    if sum(card.copies for card in supplies if card.kind == "recovery") < 2:
        yield "expected at least two Recovery cards, which the Alien starts with"
    for tool in TOOLS:
        if not any(card.tool == tool for card in supplies):
            yield f"expected the Tool {tool}"
    for proof in PROOFS:
        if not any(card.proof == proof for card in supplies):
            yield f"expected Alien Proof of the kind {proof}"
    if not any(card.kind == "trait" and not card.infects for card in supplies):
        yield "expected Human Scoring Traits"
    if not any(card.infects for card in supplies):
        yield "expected The Infection: a trait that infects"
    if sum(card.copies for card in supplies) < FEWEST_SUPPLIES:
        yield f"expected at least {FEWEST_SUPPLIES} supply cards"
