"""The card types, the verbs that a card's effect can use, and what a whole set must have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.engine.book.cards import Card, CardSet
from tutor.engine.core.table import Many
from tutor.games.alien_conspiracy.layout import MARKS

EFFECTS = {
    "nothing": "Nothing happens.",
    "roll": "Roll {amount:die|dice}; this roll can hurt you.",
    "lose-health": "Lose {amount:health die|health dice}.",
    "lose-item": "Discard {amount:item}.",
    "lose-action": "Lose your other action this turn.",
    "find-item": "Take {amount:item} from the top of the item deck.",
}
"""All verbs of event cards, with the text that each stands for."""

USES = {
    "camera": "When you flip an event whose text makes you roll, win it without any roll. On an alien, skip the roll.",
    "phone": "When you die or the invasion comes, save two of your event cards.",
    "move": "Move up to {amount:step}.",
    "heal": "Regain {amount:health die|health dice}.",
}
"""All verbs of item cards, with the text that each stands for."""

LEAST_ALIENS = 3
LEAST_INVESTIGATORS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Card):
    """Evidence that is worth its value once submitted, and that affects the player who flips it."""

    value: int
    effect: str = "nothing"
    amount: int = 0

    @property
    def rolls(self) -> bool:
        """Whether the effect calls for a dice roll, so that a camera helps."""
        return self.effect == "roll"

    @property
    def text(self) -> str:
        """The effect in words."""
        return EFFECTS[self.effect].format(amount=Many(self.amount))


@dataclass(frozen=True, slots=True, kw_only=True)
class Alien(Card):
    """An alien among the events. `dice` is how many its flipper rolls, or 0 if the card does not say."""

    dice: int = 0

    @property
    def text(self) -> str:
        """What happens when a player flips the alien, in words."""
        return EFFECTS["roll"].format(amount=Many(self.dice)) if self.dice else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Card):
    """An item. `dice` are rolled first and can hurt; `discard` says that the card itself asks to be discarded."""

    use: str
    amount: int = 0
    dice: int = 0
    discard: bool = False

    @property
    def text(self) -> str:
        """What the item does when a player uses it, in words."""
        roll = EFFECTS["roll"].format(amount=Many(self.dice)) + " " if self.dice else ""
        return (
            roll
            + USES[self.use].format(amount=Many(self.amount))
            + (" Then discard this card." if self.discard else "")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Face(Card):
    """An investigator card: a name and room for health dice; it has no ability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Location(Card):
    """A location card with its mark."""

    mark: str


CARD_TYPES: dict[str, type[Card]] = {
    "event": Event,
    "alien": Alien,
    "item": Item,
    "investigator": Face,
    "location": Location,
}


def check(cards: CardSet[Any]) -> Iterator[str]:
    """Yield the faults that keep a set of cards from being used in a game."""
    if len(cards.deck("alien")) < LEAST_ALIENS:
        yield f"the set needs at least {LEAST_ALIENS} alien cards, or the invasion can never come"
    if len(cards.deck("event")) < len(MARKS) - 2:
        yield "the set needs at least one event card for each of the six numbered locations"
    if len(cards.of_type("investigator")) < LEAST_INVESTIGATORS:
        yield f"the set needs at least {LEAST_INVESTIGATORS} investigator cards"
    for use in ("phone", "camera"):
        if not any(card.use == use for card in cards.of_type("item")):
            yield f"the set needs an item with use = “{use}”"
    if sorted(card.mark for card in cards.of_type("location")) != sorted(MARKS):
        yield f"the set needs one location card for each of the marks {' '.join(MARKS)}"


def check_card(cards: CardSet[Any], card: Any) -> Iterator[str]:
    """Yield the faults that keep one card from being used in a game."""
    kind = cards.type_of(card.id)
    if kind == "event":
        if card.value < 1:
            yield f"event {card.id}: value: expected at least 1, got {card.value}"
        yield from _check_verb(card.id, "event", card.effect, EFFECTS, card.amount)
    if kind == "item":
        yield from _check_verb(card.id, "item", card.use, USES, card.amount)
    if kind in ("alien", "item") and not 0 <= card.dice <= 6:
        yield f"{kind} {card.id}: dice: expected 0 to 6, got {card.dice}"


def _check_verb(id: str, kind: str, verb: str, verbs: dict[str, str], amount: int) -> Iterator[str]:
    field = "effect" if kind == "event" else "use"
    if verb not in verbs:
        yield f"{kind} {id}: {field}: expected one of {', '.join(verbs)}, got “{verb}”"
    elif "{amount:" in verbs[verb] and amount < 1:
        yield f"{kind} {id}: amount: “{verb}” needs at least 1, got {amount}"
