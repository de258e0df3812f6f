"""How texts use the names of cards: with the form of the verb that fits them, and as possessives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tutor.engine.book.cards import Card

SINGULAR = ("as", "is", "os", "ss", "us")
"""Endings of words that end in “s” in the singular."""


class Name(str):
    """A name in a text: `{card:attacks|attack}` adds the verb that fits it, and `{card:’s}` is its possessive."""

    __slots__ = ()
    several = False

    def __format__(self, spec: str) -> str:
        if spec == "’s":
            plural = self.endswith("s") and not self.endswith(SINGULAR)
            return f"{self}{'’' if plural else '’s'}"
        if "|" not in spec:
            return str.__format__(self, spec)
        one, more = spec.split("|")
        return f"{self} {more if self.several else one}"


class Plural(Name):
    """A name in the plural, such as Six Desert Worms."""

    __slots__ = ()
    several = True


def name_of(card: Card) -> Name:
    """Return a card’s name, which is a `Plural` if the card is `plural`."""
    return (Plural if getattr(card, "plural", False) else Name)(card.name)


def listed(words: Iterable[str]) -> str:
    """Return a list of words for a sentence, such as “Ada, Ben and Cleo”; empty if there are none."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


class Names(tuple[Any, ...]):
    """Several names as a text lists them: `{cards:dies|die}` adds the verb that fits, `{cards:’s}` is a possessive."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        several = len(self) > 1 or any(getattr(name, "several", False) for name in self)
        return format((Plural if several else Name)(listed(map(str, self)) or "nothing"), spec)
