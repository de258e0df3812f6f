"""Laying out a written position: what all games do in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tutor.engine.book.files import BadInput


class Placing:
    """Lays out one position; every card is taken from what is left, so a card that is in two places is noticed."""

    def __init__(self, g: Any, file: str, cards: Iterable[str]) -> None:
        """Args: an empty table; the file to name in errors; all cards of the game."""
        self.g = g
        self.file = file
        self.whole = Counter(cards)
        self.left = self.whole.copy()
        self.owner = -1
        """The seat whose things are being laid out; negative for things that belong to nobody."""

    def bad(self, place: str, expected: str) -> BadInput:
        """The error for something in the table that does not fit."""
        return BadInput(self.file, f"table.{place}", expected)

    def implausible(self, place: str, expected: str) -> None:
        """Report that no game leads to this."""
        self.g.implausible(self.bad(place, expected))

    def among(self, word: str, allowed: Iterable[str], place: str) -> str:
        """Return a word that is one of those allowed.

        Raises:
            BadInput: if it is not.
        """
        known = tuple(allowed)
        if word not in known:
            raise self.bad(place, f"expected one of {', '.join(one or 'empty' for one in known)}, got “{word}”")
        return word

    def bounded(
        self, value: int | tuple[int, ...], least: int, most: int | None, place: str, strict: bool = False
    ) -> None:
        """Report a number that is out of its bounds, or each such number of several, as implausible.

        Raises:
            BadInput: if `strict`, because the game cannot go on with such a number.
        """
        for number in value if isinstance(value, tuple) else (value,):
            if not (least <= number and (most is None or number <= most)):
                limits = f"at least {least}" if most is None else f"{least} to {most}"
                misfit = self.bad(place, f"expected {limits}, got {number}")
                if strict:
                    raise misfit
                self.g.implausible(misfit)

    def once(self, names: Sequence[str], place: str) -> None:
        """Report anything that is named more than once as implausible."""
        for name, times in Counter(names).items():
            if times > 1:
                self.implausible(place, f"“{name}” is named {times} times")

    def kind(self, card: str, place: str, *kinds: str) -> None:
        """Refuse a card that is unknown or of another kind, wherever it is.

        Raises:
            BadInput: if there is no such card, or it is of another kind.
        """
        if card not in self.g.cards:
            raise self.bad(place, f"unknown card “{card}”")
        if kinds and self.g.cards.type_of(card) not in kinds:
            raise self.bad(place, f"expected {' or '.join(kinds)} cards, but “{card}” is another kind")

    def needs(self) -> None:
        """Refuse a position in which something is missing that the next rule needs.

        Raises:
            BadInput: naming what is missing.
        """
        for id, *_ in self.g.agenda[:1]:
            if missing := self.g.missing(id):
                raise self.bad(missing, f"{id} comes next, but it cannot begin without this")

    def left_of(self, cards: Iterable[str]) -> list[str]:
        """Those of these cards that have not been placed yet."""
        return [*(Counter(cards) & self.left).elements()]

    def take(self, cards: Iterable[str], place: str, *kinds: str) -> list[str]:
        """Take cards of these kinds, or of any, from what is left.

        Raises:
            BadInput: if there is no such card, or it is of another kind.
        """
        taken = list(cards)
        for card in taken:
            self.kind(card, place, *kinds)
            if not self.left[card]:
                whole = f"is already somewhere else, and the game has only {self.whole[card]}"
                self.implausible(place, f"“{card}” {whole if self.whole[card] else 'is not in play'}")
            self.left[card] -= 1
        return taken

    def seat(self, name: str, place: str) -> int:
        """The seat of a player's name.

        Raises:
            BadInput: if no player has this name.
        """
        if name not in self.g.names:
            raise self.bad(place, f"no player “{name}”; the players are {', '.join(self.g.names)}")
        seat: int = self.g.seat(name)
        return seat
