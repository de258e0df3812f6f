"""The cards of Shelter: what their lines can say, their dataclasses, and what a complete set must have.

A card's effect is a list of short lines, each a verb with what it acts on and a number (see `VERBS` and `SKILLS`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from re import fullmatch, sub
from typing import Any, NamedTuple

from tutor.engine.book.cards import Card, CardSet

NEEDS = ("satiety", "cleanness", "mood")
"""The three attributes that fall every day, in the order in which a player's `needs` has them."""
ATTRIBUTES = ("health", *NEEDS)
FACES = 6

ROOM, ARK, LOTTERY_BOX = "construction-room", "ark", "lottery-box"
CODE, CODE_PART, RUBBLE = "ark-code", "code-part", "rubble"

FURNITURE = ("furniture", "special_furniture")
ITEMS = ("item", "special_item")
"""`FURNITURE` has the card types that players go to, and `ITEMS` those that they hold."""

START = 3
"""The starting value of every attribute in the book, before a personality adjusts it."""

MOST_PLAYERS = 6
LEAST_FURNITURE = 45
"""The furniture cards that a set needs: 44 for six players, and one for the opening swap."""

VERBS = {
    "change": "health +1: raise or lower an attribute of whoever uses the card",
    "progress": "progress +1: construction progress of the spaceship",
    "items": "items 2: draw items",
    "skip": "skip: miss the next round",
    "spare": "spare mood: this attribute does not fall at the end of this day",
    "restore": "restore 2, restore any 2: add durability to a piece of furniture; any: to special furniture, too",
    "replace": "replace: replace a piece of furniture with the next card from the furniture deck",
    "cover": "cover: lay furniture that only takes up space over another piece",
    "clear": "clear: take away furniture that only takes up space",
    "special": "special fusion-cell: take this special item",
    "code": "code: take the ark code, or a part of it",
    "harm": "harm mood 1: lower an attribute of another survivor",
}
SKILLS = {
    "starting-items": "starting-items 2: draw items during the setup",
    "builds-for": "builds-for 2: count as this many builders in the construction room",
    "keeps": "keeps mood: this attribute does not fall at the end of the day",
    "items-a-round": "items-a-round 2: use this many items in a round",
    "hand-limit": "hand-limit 6: hold this many items",
    "rolls-again": "rolls-again: be allowed to roll a random event once more",
    "heals": "heals 1: gain this much more health whenever a card gives health",
    "pays-less": "pays-less 1: hand in this many fewer items in an exchange, but at least one",
    "wins-ties": "wins-ties: act before everybody who rolled the same, without a new roll",
}


class Line(NamedTuple):
    """One line of a card: a verb, what it acts on, and how much."""

    verb: str
    what: str = ""
    n: int = 1


@cache
def read_line(text: str) -> Line:
    """Parse a line of a card.

    Raises:
        ValueError: if the line does not match any verb or skill.
    """
    first, *rest = text.split() or [""]
    numbers = [word for word in rest if fullmatch(r"[+-]?\d{1,3}", word)]
    words = [word for word in rest if word not in numbers]
    n = int(numbers[0]) if numbers else 1
    if first in ATTRIBUTES and len(numbers) == 1 and not words:
        return Line("change", first, n)
    known = (first in VERBS and first != "change") or first in SKILLS
    if not known or len(numbers) > 1 or len(words) > 1 or not _fits(first, words):
        lines = "; ".join((*VERBS.values(), *SKILLS.values()))
        raise ValueError(f"“{text}” isn’t a line that a card can have; the lines are {lines}")
    return Line(first, words[0] if words else "", n)


def _fits(verb: str, words: Sequence[str]) -> bool:
    if verb in ("spare", "keeps"):
        return len(words) == 1 and words[0] in NEEDS
    if verb == "harm":
        return len(words) == 1 and words[0] in ATTRIBUTES
    if verb == "special":
        return len(words) == 1
    return not words or (verb == "restore" and words == ["any"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Used(Card):
    """A card that players use: first its lines in printed order, then an exchange, then a random event."""

    text: str
    effect: tuple[str, ...] = ()
    price: int = 0
    """How many items a player hands in for `reward`; 0 if there is no exchange."""
    reward: tuple[str, ...] = ()
    events: tuple[tuple[str, ...], ...] = ()
    """The lines for a roll of 1, of 2, and so on; on a higher number nothing happens. Empty without a random event."""
    hostile: bool = False
    """Whether the card harms other players; it is used only under that reading of `overview/no-direct-attack`."""

    def lines(self) -> Iterator[str]:
        """Yield all lines of the card: those of its effect, its reward and its events."""
        yield from self.effect
        yield from self.reward
        for event in self.events:
            yield from event


def users_in_words(n: int, together: bool) -> str:
    """Return how many players can use a place, as its card says it: “2 users”, or “2 together” if it needs them all."""
    return f"{n} {'together' if together else 'user' if n == 1 else 'users'}"


def as_shown(card: Used) -> str:
    """Return a card's text for the screen: with minus signs, and each number of a random event set off from it."""
    text = sub(r"(?<= )-(?=\d)", "−", card.text)
    head, _, results = text.partition(": ")
    found = [fullmatch(r"(\d(?: and \d)*) (.+)", result) for result in results.removesuffix(".").split(". ")]
    if not card.events or None in found:
        return text
    return f"{head}: " + " ".join(f"{result[1]}\u00a0→ {result[2]}." for result in found if result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Furniture(Used):
    """A furniture card with a number of users or a required number, and a durability (0 if it shows none)."""

    users: int = 0
    required: int = 0
    durability: int = 0
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Used):
    """An item card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialItem(Used):
    """An item outside the deck, which works only if its holder has at least as much of everything as it names."""

    health: int = 0
    satiety: int = 0
    cleanness: int = 0
    mood: int = 0
    other_items: int = 0

    @property
    def least(self) -> dict[str, int]:
        """Return how much of each attribute the holder needs at least."""
        return {name: n for name in ATTRIBUTES if (n := getattr(self, name))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Card):
    """A character with a skill and the colour of its token."""

    text: str
    skill: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Personality(Card):
    """A personality: what it adds to each of the four starting attributes."""

    health: int = 0
    satiety: int = 0
    cleanness: int = 0
    mood: int = 0


CARD_TYPES: dict[str, type[Card]] = {
    "character": Character,
    "personality": Personality,
    "furniture": Furniture,
    "item": Item,
    "special_furniture": Furniture,
    "special_item": SpecialItem,
    "room": Furniture,
}


def box(cards: CardSet[Any], readings: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the cards of each pile at the start under these readings, and the special cards."""
    hostile = readings["overview/no-direct-attack"] == "stand-in-hostile"
    return _box(cards, hostile, readings["ark/how-to-get-code"])


@lru_cache(maxsize=16)
def _box(cards: CardSet[Any], hostile: bool, code: str) -> dict[str, tuple[str, ...]]:
    decks = {
        kind: tuple(id for id in cards.deck(kind) if hostile or not cards[id].hostile) for kind in ("furniture", "item")
    }
    unused = CODE if code == "code-parts" else CODE_PART
    specials = [id for id in cards.deck("special_furniture", "special_item") if id != unused]
    codes = [id for id in specials if id == CODE and code == "deck-item"]
    return {
        "furniture_deck": decks["furniture"],
        "item_deck": (*decks["item"], *codes),
        "characters": tuple(cards.deck("character")),
        "personalities": tuple(cards.deck("personality")),
        "specials": tuple(id for id in specials if id not in codes),
    }


def check(cards: CardSet[Any]) -> Iterator[str]:
    """Yield the faults that keep a set of cards from being used in a game."""
    for id, kind in ((ROOM, "room"), (ARK, "special_furniture"), (LOTTERY_BOX, "special_furniture")):
        if id not in cards or cards.type_of(id) != kind:
            yield f"the set needs a {kind.replace('_', ' ')} card {id}"
    if CODE not in cards or CODE_PART not in cards:
        yield f"the set needs the special items {CODE} and {CODE_PART}"
    for kind, least in (("character", MOST_PLAYERS), ("personality", MOST_PLAYERS), ("furniture", LEAST_FURNITURE)):
        friendly = sum(card.copies for card in cards.of_type(kind) if not getattr(card, "hostile", False))
        if friendly < least:
            yield f"the set needs at least {least} cards of type {kind}, but it has only {friendly}"
    yield from _character_complaints(cards)
    for card in cards.of_type("personality"):
        yield from _personality_complaints(card)


def check_card(cards: CardSet[Any], card: Any) -> Iterator[str]:
    """Yield the faults that keep one card from being used in a game."""
    if cards.type_of(card.id) in ("furniture", "special_furniture"):
        yield from _furniture_complaints(card)
    yield from _line_complaints(cards, card)


def _furniture_complaints(card: Furniture) -> Iterator[str]:
    if card.id != RUBBLE and bool(card.users) == bool(card.required):
        yield f"{card.id}: expected either users or required, not both, to be at least 1"
    if card.durability < (0 if card.id in (RUBBLE, ARK) else 1):
        yield f"{card.id}.durability: expected at least 1"


def _line_complaints(cards: CardSet[Any], card: Card) -> Iterator[str]:
    if isinstance(card, Character):
        named = [("skill", card.skill, SKILLS)]
    elif isinstance(card, Used):
        named = [("effect, reward or events", text, VERBS) for text in card.lines()]
        if len(card.events) > FACES:
            yield f"{card.id}.events: expected at most one for each of the {FACES} faces, got {len(card.events)}"
    else:
        return
    for field, text, known in named:
        try:
            line = read_line(text)
        except ValueError as error:
            yield f"{card.id}.{field}: {error}"
            continue
        if line.verb not in known:
            yield f"{card.id}.{field}: “{text}” does not belong there"
        if line.verb == "special" and (line.what not in cards or cards.type_of(line.what) != "special_item"):
            yield f"{card.id}.{field}: there is no special item {line.what}"


def _character_complaints(cards: CardSet[Any]) -> Iterator[str]:
    for field in ("skill", "colour"):
        values = [getattr(card, field) for card in cards.of_type("character")]
        if len(set(values)) < len(values) or any(card.copies > 1 for card in cards.of_type("character")):
            yield f"every character needs a {field} of its own"


def _personality_complaints(card: Personality) -> Iterator[str]:
    for name in ATTRIBUTES:
        if (n := getattr(card, name)) < -START:
            yield f"{card.id}.{name}: expected at least -{START}, because nothing starts below 0, got {n}"
