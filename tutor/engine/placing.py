"""Laying out a written position: what the placers of several games do alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from tutor.engine.files import BadInput
from tutor.engine.table import Table

G = TypeVar("G", bound=Table)
L = TypeVar("L")


class Placing(Generic[G, L]):
    """Lays out one position; every card is taken from what is left, so that none can lie in two places."""

    def __init__(self, g: G, laid: L, file: str, cards: Iterable[str]) -> None:
        """Args: an empty table; what the scene says of it; the file to name in errors; every card there is."""
        self.g = g
        self.laid = laid
        self.file = file
        self.left = Counter(cards)

    def bad(self, place: str, expected: str) -> BadInput:
        """The error for something in the table that does not fit."""
        return BadInput(self.file, f"table.{place}", expected)

    def doubt(self, place: str, expected: str) -> None:
        """Say that no game leads to this."""
        self.g.doubt(self.bad(place, expected))

    def take(self, cards: Iterable[str], place: str, *kinds: str) -> list[str]:
        """Take cards of these kinds, or of any, from what is left.

        Raises:
            BadInput: if there is no such card, or it is of another kind.
        """
        taken = list(cards)
        for card in taken:
            if card not in self.g.cards:
                raise self.bad(place, f"unknown card “{card}”")
            if kinds and self.g.cards.type_of(card) not in kinds:
                raise self.bad(place, self.of_another_kind(card, kinds))
            if not self.left[card]:
                self.doubt(place, self.none_left(card))
            self.left[card] -= 1
        return taken

    def of_another_kind(self, card: str, kinds: Sequence[str]) -> str:
        """What is said of a card that cannot lie where only these kinds do."""
        return f"expected {' or '.join(kinds)} cards, but “{card}” is another kind"

    def none_left(self, card: str) -> str:
        """What is said of a card that is laid out more often than it is there."""
        return f"“{card}” lies elsewhere, or is not in play"

    def seat(self, name: str, place: str) -> int:
        """The seat of a player's name.

        Raises:
            BadInput: if nobody is called so.
        """
        if name not in self.g.names:
            raise self.bad(place, f"no player “{name}”; there are {', '.join(self.g.names)}")
        return self.g.seat(name)
