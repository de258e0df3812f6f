"""Piles of cards as bags with known ends: an order that nobody knows does not exist, so it cannot leak.

Cards are ids of their kind, as strings; two copies of a card are the same string twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

MANY = 12
"""From this number on, cards are taken out of a bag in one pass over it; fewer are taken one by one."""


class Pile:
    """A bag of cards in unknown order between a known top and a known bottom.

    `tops` and `bottoms` list the known cards, the one nearest the end of the pile last: `tops[-1]` is drawn first and
    `bottoms[0]` comes right after the bag is empty.
    """

    __slots__ = ("bag", "bottoms", "tops")

    def __init__(self, bag: Iterable[str] = (), tops: Iterable[str] = (), bottoms: Iterable[str] = ()) -> None:
        self.bag = list(bag)
        self.tops = list(tops)
        self.bottoms = list(bottoms)

    def __len__(self) -> int:
        return len(self.bag) + len(self.tops) + len(self.bottoms)

    def __bool__(self) -> bool:
        return bool(self.bag or self.tops or self.bottoms)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pile):
            return NotImplemented
        return (Counter(self.bag), self.tops, self.bottoms) == (Counter(other.bag), other.tops, other.bottoms)

    def __repr__(self) -> str:
        return f"Pile({sorted(self.bag)}, tops={self.tops}, bottoms={self.bottoms})"

    def copy(self) -> Pile:
        """Return an independent pile with the same cards."""
        new = Pile.__new__(Pile)
        new.bag = self.bag.copy()
        new.tops = self.tops.copy()
        new.bottoms = self.bottoms.copy()
        return new

    def cards(self) -> list[str]:
        """All cards, in no meaningful order."""
        return self.bag + self.tops + self.bottoms

    def split(self, n: int) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
        """Return what the next `n` cards consist of: known tops, how many random cards, and known bottoms."""
        tops = tuple(reversed(self.tops[max(0, len(self.tops) - n) :]))
        loose = min(n - len(tops), len(self.bag))
        return tops, loose, tuple(self.bottoms[: n - len(tops) - loose])

    def sample(self, n: int, random: Callable[[], float]) -> tuple[str, ...]:
        """Return the next `n` cards, with random ones for those from the bag; the pile does not change."""
        bag = self.bag
        left: int = len(bag)  # with its type, the compiler multiplies it without making an object of it
        if n == 1 and bag and not self.tops:
            return (bag[int(random() * left)],)
        tops, loose, bottoms = self.split(n)
        rest = bag.copy()
        picked = []
        for _ in range(loose):
            i = int(random() * left)
            left -= 1
            picked.append(rest[i])
            rest[i] = rest[left]
            rest.pop()
        return tops + tuple(picked) + bottoms

    def could_give(self, cards: tuple[str, ...]) -> bool:
        """Whether `cards`, in this order, may be the next ones."""
        if len(cards) == 1 and self.bag and not self.tops:
            return cards[0] in self.bag
        tops, loose, bottoms = self.split(len(cards))
        middle = cards[len(tops) : len(tops) + loose]
        return (
            cards[: len(tops)] == tops
            and not Counter(middle) - Counter(self.bag)
            and cards[len(tops) + loose :] == bottoms
        )

    def take(self, cards: Sequence[str]) -> None:
        """Take the next `cards` off the pile, which must be able to give them."""
        if MANY <= len(cards) <= len(self.bag) and not self.tops:
            self._take_many(cards)
            return
        for card in cards:
            if self.tops:
                self.tops.pop()
            elif self.bag:
                self.bag.remove(card)
            else:
                self.bottoms.pop(0)

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
        for part in (self.bag, self.tops, self.bottoms):
            if card in part:
                part.remove(card)
                return
        raise ValueError(f"no {card} in the pile")

    def mix_in(self, cards: Iterable[str]) -> None:
        """Put cards in at unknown places; known ends stay known. Shuffling the whole pile is `shuffle`."""
        self.bag.extend(cards)

    def put_on_top(self, cards: Iterable[str]) -> None:
        """Put known cards on top, the last of them topmost."""
        self.tops.extend(cards)

    def put_below(self, cards: Iterable[str]) -> None:
        """Put known cards at the bottom, the last of them lowest."""
        self.bottoms.extend(cards)

    def forget(self) -> None:
        """Forget everything that was known about the order."""
        self.bag += self.tops + self.bottoms
        self.tops.clear()
        self.bottoms.clear()
