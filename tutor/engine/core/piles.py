"""Piles of cards as bags with a known top: an order that nobody knows is not stored, so it cannot leak.

Cards are ids of their kind, as strings; two copies of a card are the same string twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

MANY = 12
"""From this number on, cards are taken out of a bag in one pass over it; fewer are taken one by one."""


class Pile:
    """A bag of cards in unknown order under a known top. `tops` lists the known cards; `tops[-1]` is drawn first."""

    __slots__ = ("bag", "tops")

    def __init__(self, bag: Iterable[str] = (), tops: Iterable[str] = ()) -> None:
        self.bag = list(bag)
        self.tops = list(tops)

    def __len__(self) -> int:
        return len(self.bag) + len(self.tops)

    def __bool__(self) -> bool:
        return bool(self.bag or self.tops)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pile):
            return NotImplemented
        return (Counter(self.bag), self.tops) == (Counter(other.bag), other.tops)

    def __repr__(self) -> str:
        return f"Pile({sorted(self.bag)}, tops={self.tops})"

    def copy(self) -> Pile:
        """Return an independent pile with the same cards."""
        new = Pile.__new__(Pile)
        new.bag = self.bag.copy()
        new.tops = self.tops.copy()
        return new

    def cards(self) -> list[str]:
        """All cards, in no meaningful order."""
        return self.bag + self.tops

    def split(self, n: int) -> tuple[tuple[str, ...], int]:
        """Return what the next `n` cards consist of: known tops, and how many random cards."""
        tops = tuple(reversed(self.tops[max(0, len(self.tops) - n) :]))
        return tops, min(n - len(tops), len(self.bag))

    def sample(self, n: int, random: Callable[[], float]) -> tuple[str, ...]:
        """Return the next `n` cards, with random ones for those from the bag; the pile does not change."""
        bag = self.bag
        left: int = len(bag)  # with its type, the compiler multiplies it without making an object of it
        if n == 1 and bag and not self.tops:
            return (bag[int(random() * left)],)
        tops, loose = self.split(n)
        rest = bag.copy()
        picked = []
        for _ in range(loose):
            i = int(random() * left)
            left -= 1
            picked.append(rest[i])
            rest[i] = rest[left]
            rest.pop()
        return tops + tuple(picked)

    def could_give(self, cards: tuple[str, ...]) -> bool:
        """Whether `cards`, in this order, may be the next ones."""
        if len(cards) == 1 and self.bag and not self.tops:
            return cards[0] in self.bag
        tops, loose = self.split(len(cards))
        rest = cards[len(tops) :]
        return cards[: len(tops)] == tops and len(rest) == loose and not Counter(rest) - Counter(self.bag)

    def take(self, cards: Sequence[str]) -> None:
        """Take the next `cards` off the pile, which must be able to give them."""
        if MANY <= len(cards) <= len(self.bag) and not self.tops:
            self._take_many(cards)
            return
        for card in cards:
            if self.tops:
                self.tops.pop()
            else:
                self.bag.remove(card)

    def _take_many(self, cards: Sequence[str]) -> None:
        """Take cards out of the bag in one pass; the others keep their places in the list."""
        due, left = dict(Counter(cards)), []
        for card in self.bag:
            n = due.get(card)
            if n:
                due[card] = n - 1
            else:
                left.append(card)
        assert len(left) == len(self.bag) - len(cards), f"not all of these cards are in the bag: {cards}"
        self.bag[:] = left

    def take_any(self, card: str) -> None:
        """Take one copy of `card` from wherever it is in the pile, as when a pile is searched.

        Raises:
            ValueError: if there is no copy.
        """
        for part in (self.bag, self.tops):
            if card in part:
                part.remove(card)
                return
        raise ValueError(f"no {card} in the pile")

    def mix_in(self, cards: Iterable[str]) -> None:
        """Put cards in at unknown places; a known top stays known. Shuffling the whole pile is `shuffle`."""
        self.bag.extend(cards)

    def forget(self) -> None:
        """Forget everything that was known about the order."""
        self.bag += self.tops
        self.tops.clear()
