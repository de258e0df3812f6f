"""Questions that luck decides: a roll, a draw, a shuffle, each with its possible results and their probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod
from typing import Any, NamedTuple

from tutor.engine.core.asks.ask import Ask, Random, Rule, Value
from tutor.engine.core.asks.choices import Choose
from tutor.engine.core.piles import Pile
from tutor.engine.core.sums import Sum
from tutor.engine.core.table import Many


class Aim(NamedTuple):
    """The target of a roll, so that a screen can show the odds and how the number is made up."""

    text: str
    """What a hit means, as a clause that can follow “the chance that”."""
    hit: Callable[[tuple[int, ...]], bool]
    """Returns whether these faces are a hit."""
    total: Sum | None = None
    """The number that the dice are compared with, or that is added to them."""


class Chance(Ask):
    """An ask that luck answers; `outcomes` lists the possible results with exact probabilities."""

    __slots__ = ()

    def outcomes(self) -> Iterator[tuple[Any, Fraction]]:
        """Every distinct outcome with its probability; the probabilities sum to one."""
        raise NotImplementedError

    def count(self) -> int:
        """An upper limit for the number of outcomes, found quickly, so that a walk through them can be avoided."""
        raise NotImplementedError


class Roll(Chance):
    """Dice that everybody sees. The answer is a tuple of faces, one per die.

    `ordered` says that it matters which die shows which face; otherwise, outcomes are listed as sorted faces.
    `purpose` says what the roll decides, in words that follow “Ada rolls 2 dice”.
    """

    __slots__ = ("aim", "dice", "ordered", "purpose", "roller", "rule", "seat", "sides")

    def __init__(
        self,
        dice: int,
        rule: str,
        roller: int | None = None,
        sides: int = 6,
        aim: Callable[[], Aim] | None = None,
        ordered: bool = False,
        purpose: str = "",
    ) -> None:
        self.dice = dice
        self.rule = rule
        self.roller = roller
        self.sides = sides
        self.aim = aim
        self.ordered = ordered
        self.purpose = purpose
        self.seat = None

    def __repr__(self) -> str:
        return f"<Roll: {Many(self.dice):die|dice} with {self.sides} sides, {self.rule}>"

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> tuple[int, ...]:
        sides = self.sides
        if self.dice == 1:
            return (1 + int(random() * sides),)
        return tuple([1 + int(random() * sides) for _ in range(self.dice)])

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        faces = range(1, self.sides + 1)
        total = self.sides**self.dice
        if self.ordered:
            for dice in product(faces, repeat=self.dice):
                yield dice, Fraction(1, total)
            return
        for dice in combinations_with_replacement(faces, self.dice):
            ways = factorial(self.dice) // prod(factorial(n) for n in Counter(dice).values())
            yield dice, Fraction(ways, total)

    def count(self) -> int:
        return int(self.sides**self.dice if self.ordered else comb(self.sides + self.dice - 1, self.dice))

    def accepts(self, answer: Any) -> bool:
        return (
            isinstance(answer, tuple)
            and len(answer) == self.dice
            and all(type(face) is int and 1 <= face <= self.sides for face in answer)
        )

    def parse(self, text: str) -> tuple[int, ...]:
        words = text.replace(",", " ").split()
        faces = tuple(int(word) for word in words if word.isdecimal())
        if len(faces) != len(words) or not self.accepts(faces):
            raise ValueError(f"expected {Many(self.dice):face} from 1 to {self.sides}, got “{text}”")
        return faces


class Draw(Chance):
    """Cards from a pile: its known tops first, then at random from the bag. The answer is a tuple of card ids.

    Ask it through `draw`, which also takes the cards out of the pile. `seen_by` lists the seats that
    see the cards (None: everybody); the game's view decides what others may know about them.
    """

    __slots__ = ("n", "ordered", "pile", "rule", "seat", "seen_by")

    def __init__(
        self, pile: Pile, n: int, rule: str, seen_by: tuple[int, ...] | None = None, ordered: bool = False
    ) -> None:
        self.pile = pile
        self.n = min(n, len(pile))
        self.rule = rule
        self.seen_by = seen_by
        self.ordered = ordered
        self.seat = None

    def __repr__(self) -> str:
        return f"<Draw: {Many(self.n):card} of {len(self.pile)}, {self.rule}>"

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> tuple[str, ...]:
        return self.pile.sample(self.n, random)

    def outcomes(self) -> Iterator[tuple[tuple[str, ...], Fraction]]:
        certain, loose = self.pile.split(self.n)
        counts = sorted(Counter(self.pile.bag).items())
        total = len(self.pile.bag)
        for chosen in _selections(counts, loose):
            ways = prod(comb(have, chosen[card]) for card, have in counts if card in chosen)
            probability = Fraction(ways, comb(total, loose))
            if not self.ordered:
                yield certain + tuple(sorted(chosen.elements())), probability
                continue
            orders = factorial(loose) // prod(factorial(n) for n in chosen.values())
            for order in sorted(_arrangements(chosen, loose)):
                yield certain + order, probability / orders

    def count(self) -> int:
        _, loose = self.pile.split(self.n)
        kinds = len(set(self.pile.bag))
        if self.ordered:
            return min(int(kinds**loose), perm(len(self.pile.bag), loose))
        return comb(kinds + loose - 1, loose) if loose else 1

    def accepts(self, answer: Any) -> bool:
        return isinstance(answer, tuple) and len(answer) == self.n and self.pile.could_give(answer)

    def parse(self, text: str) -> tuple[str, ...]:
        cards = tuple(text.replace(",", " ").split())
        if not self.accepts(cards):
            raise ValueError(f"expected {Many(self.n):card} that the pile can give ({self._possible()}), got “{text}”")
        return cards

    def _possible(self) -> str:
        """The possible results in words; cards known to come next are the only possible ones in their places."""
        certain, loose = self.pile.split(self.n)
        bag = ", ".join(f"{card} ×{n}" for card, n in sorted(Counter(self.pile.bag).items()))
        if not certain:
            return bag
        return ", then ".join([*certain, *([f"{loose} of {bag}"] if loose else [])])


def _selections(counts: list[tuple[str, int]], n: int) -> Iterator[Counter[str]]:
    """Yield every multiset of `n` cards out of `counts`."""
    if n == 0:
        yield Counter()
        return
    if not counts:
        return
    (card, have), rest = counts[0], counts[1:]
    for k in range(min(have, n), -1, -1):
        for others in _selections(rest, n - k):
            yield Counter({card: k} if k else {}) + others


def _arrangements(chosen: Counter[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield every distinct order of the multiset `chosen` of `n` cards."""
    if n == 0:
        yield ()
        return
    for card in list(chosen):
        if chosen[card]:
            chosen[card] -= 1
            for rest in _arrangements(chosen, n - 1):
                yield (card, *rest)
            chosen[card] += 1


class Shuffle(Chance):
    """A pile is shuffled, and everything that was known about its order is forgotten. The answer is the empty tuple."""

    __slots__ = ("pile", "rule", "seat")

    def __init__(self, pile: Pile, rule: str) -> None:
        self.pile = pile
        self.rule = rule
        self.seat = None

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> tuple[()]:
        return ()

    def outcomes(self) -> Iterator[tuple[tuple[()], Fraction]]:
        yield (), Fraction(1)

    def count(self) -> int:
        return 1

    def accepts(self, answer: Any) -> bool:
        return isinstance(answer, tuple) and not answer

    def parse(self, text: str) -> tuple[()]:
        if text.strip():
            raise ValueError(f"a shuffle has no answer, got “{text}”")
        return ()


def draw(
    pile: Pile, n: int, rule: str, seen_by: tuple[int, ...] | None = None, ordered: bool = False
) -> Rule[tuple[str, ...]]:
    """Draw up to `n` cards: ask chance for them, take them off the pile, and return their ids.

    There are fewer if the pile has fewer; an empty pile gives the empty tuple without asking.
    """
    if n <= 0 or not pile:
        return ()
    cards: tuple[str, ...] = yield Draw(pile, n, rule, seen_by, ordered)
    pile.take(cards)
    return cards


def shuffle(pile: Pile, rule: str, discards: list[str] | None = None) -> Rule[None]:
    """Shuffle a pile together with these discards, if any, and forget everything that was known about its order."""
    if discards is not None:
        pile.mix_in(discards)
        discards.clear()
    yield Shuffle(pile, rule)
    pile.forget()
