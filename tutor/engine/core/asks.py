"""All that a rule can ask: a choice, several choices at once, a roll, a draw, a shuffle; and how to stop.

A rule is a generator. It yields one of these and is sent the answer. Nothing here knows a game; games subclass
`Choose` to say which values may be tried, why some are refused, and how they read on screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tutor.engine.core.piles import Pile
from tutor.engine.core.sums import Sum
from tutor.engine.core.table import Many

Value: TypeAlias = "str | int | tuple[Value, ...]"
"""An answer as plain data: an atom or a tuple of values. Players are named in values by name, not by index."""

Random: TypeAlias = Callable[[], float]
"""A source of chance: a number from 0 up to, not including, 1."""

T = TypeVar("T")
Rule: TypeAlias = Generator["Ask", Any, T]
"""What a rule function returns: a generator that asks, is sent answers and ends with a `T`."""

SHOWN = 8
"""Open answers that the short form of a question lists, at most."""

PASS = "pass"
"""The value that declines, wherever a window may be passed."""


class Refusal(NamedTuple):
    """Why an option is closed: the rule that forbids it, the numbers, and the nearest legal way."""

    rule: str
    why: str
    fix: str = ""
    option: Value | None = None
    """The open option, if there is one, that does what `fix` says."""


class Option(NamedTuple):
    """One thing a player could try, as a screen or a test sees it; open when `refusals` is empty."""

    value: Value
    label: str
    refusals: tuple[Refusal, ...] = ()
    group: str = ""

    def __repr__(self) -> str:
        closed = f"closed by {', '.join(refusal.rule for refusal in self.refusals)}" if self.refusals else "open"
        return f"<{spell(self.value)} “{self.label}”: {closed}>"


class Aim(NamedTuple):
    """What a roll is trying to reach, so that a screen can show the odds and take the number apart."""

    text: str
    """What a hit means, in a few words."""
    hit: Callable[[tuple[int, ...]], bool]
    """Whether these faces are a hit."""
    total: Sum | None = None
    """The number that the dice are compared with, or that is added to them."""


def spell(value: Any) -> str:
    """Return the one-line text of an answer: its atoms, separated by spaces, inner tuples in brackets.

    The same text is written in records, scenes and pages. `("move", "3")` reads `move 3`.
    """
    if isinstance(value, tuple | list):
        return " ".join(f"[{spell(part)}]" if isinstance(part, tuple | list) else str(part) for part in value)
    return str(value)


class Ask:
    """Anything a rule may yield."""

    __slots__ = ()
    rule: str
    """The id of the rule that asks."""
    seat: int | None
    """The seat that answers; None for chance and for several at once."""

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> Any:
        """Return an answer: `choose` decides for seats, `random` for chance."""
        raise NotImplementedError

    def accepts(self, answer: Any) -> bool:
        """Whether `answer` may be given."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """Return the answer that `text` spells.

        Raises:
            ValueError: if the text is no possible answer here; the message says what was expected.
        """
        raise NotImplementedError

    def renew(self) -> None:
        """The table was changed while this waited for its answer: keep nothing that was worked out before."""


Prompt: TypeAlias = "str | Callable[[], str]"
"""A question in a few words, or what works it out when somebody looks."""
Labels: TypeAlias = "Sequence[str] | Callable[[Any], str]"
"""The words for the values of a question: in their order, or worked out for one when somebody looks."""

_NO_WORDS: tuple[Prompt, Labels] = ("", ())


class Choose(Ask):
    """One seat decides among open options; closed ones are offered too and say why they are closed.

    `Choose(seat, rule, values)` offers `values`, all open; `Pick` closes some of them, and `Moves` offers moves. A
    subclass of one's own overrides `candidates` and `refuse` (and need not call this `__init__`), and `open` where
    listing the open values directly is faster. What `refuse` lets through is what is accepted and what screens and
    scenes show; `open` is for bots and simulations, and a law and every scene hold the two equal.
    """

    __slots__ = ("rule", "seat", "values", "words")
    seat: int

    def __init__(
        self, seat: int, rule: str, values: Sequence[Value] = (), prompt: Prompt = "", labels: Labels = ()
    ) -> None:
        self.seat = seat
        self.rule = rule
        self.values = values
        self.words = (prompt, labels)

    def __repr__(self) -> str:
        opened = [spell(value) for value in self.open()]
        more = f", … ({len(opened)} open)" if len(opened) > SHOWN else ""
        return f"<{type(self).__name__}: {self.rule} asks seat {self.seat}: {', '.join(opened[:SHOWN])}{more}>"

    def candidates(self) -> Sequence[Value]:
        """Everything that a player could reasonably try here, open or closed, in the order to show it."""
        return self.values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        """Yield every reason why `value` is closed; nothing if it is open. Called only when somebody wants to know."""
        return iter(())

    def open(self) -> Sequence[Value]:
        """The values that may be answered, in the order of `candidates`."""
        if type(self).refuse is Choose.refuse:  # nothing is ever closed
            return self.candidates()
        return [value for value in self.candidates() if next(self.refuse(value), None) is None]

    @property
    def polite(self) -> bool:
        """Whether it is asked so that nobody can tell from the silence who has nothing to say.

        Where only one answer is open, scenes, lessons and the practice table then give it themselves.
        """
        return False

    @property
    def idle(self) -> bool:
        """Whether it is asked out of politeness only, with one answer open."""
        return self.polite and len(self.open()) == 1

    def prompt(self) -> str:
        """The question in a few words."""
        asked = getattr(self, "words", _NO_WORDS)[0]
        return asked() if callable(asked) else asked or "Choose"

    def label(self, value: Value) -> str:
        """The words on the button for `value`."""
        labels = getattr(self, "words", _NO_WORDS)[1]
        if callable(labels):
            return str(labels(value))
        if labels:
            return labels[list(self.values).index(value)]
        text = spell(value)
        return text[:1].upper() + text[1:]  # not `capitalize`: names keep their capitals

    def group(self, value: Value) -> str:
        """A heading under which options are gathered on screen; empty for none."""
        return ""

    def options(self) -> list[Option]:
        """All candidates with label and refusals, for a screen."""
        return [Option(v, self.label(v), tuple(self.refuse(v)), self.group(v)) for v in self.candidates()]

    def why_not(self, value: Value) -> tuple[Refusal, ...]:
        """Every reason against `value`; empty if it is open. A value that nobody offered is refused as unknown here."""
        if value in self.candidates():
            return tuple(self.refuse(value))
        return (Refusal(self.rule, f"“{spell(value)}” is not among the options here", self._listing()),)

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> Value:
        return choose(self)

    def accepts(self, answer: Any) -> bool:
        return answer in self.candidates() and next(self.refuse(answer), None) is None

    def parse(self, text: str) -> Value:
        wanted = folded(text)
        for by in (spell, self.label):
            for value in self.candidates():
                if folded(by(value)) == wanted:
                    return value
        raise ValueError(f"“{text}” is not among the options. {self._listing()}")

    def _listing(self) -> str:
        return "open are: " + (", ".join(spell(v) for v in self.open()) or "none")


def folded(text: str) -> str:
    """How answers and labels are compared: whatever the case and the spaces between words."""
    return " ".join(text.split()).casefold()


class Pick(Choose):
    """One seat picks a card, a player, a number or the like, of which some may be closed.

    It is what most questions are that offer no moves; a rule words it where it asks.
    """

    __slots__ = ("opened", "reasons")

    def __init__(
        self,
        seat: int,
        rule: str,
        values: Sequence[Value],
        prompt: Prompt,
        reasons: Callable[[Any], Iterator[Refusal]],
        labels: Labels = (),
        opened: Sequence[Value] | None = None,
    ) -> None:
        """Ask a seat for one of the values.

        Args:
            seat: Who is asked.
            rule: The rule that asks.
            values: Everything that could be tried, in the order to show it.
            prompt: The question in a few words.
            reasons: Yields every reason against a value.
            labels: The words for the values, if they do not speak for themselves.
            opened: The values without a reason against them, where they are known at once.
        """
        self.seat = seat
        self.rule = rule
        self.values = values
        self.words = (prompt, labels)
        self.reasons = reasons
        self.opened = opened

    def refuse(self, value: Value) -> Iterator[Refusal]:
        return self.reasons(value)

    def open(self) -> Sequence[Value]:
        return super().open() if self.opened is None else self.opened


class Together(Ask):
    """Several seats answer at once or in secret; nobody sees the answer of another seat before all are in.

    The answer is a tuple with one value an ask, in the order of `asks`.
    """

    __slots__ = ("asks", "rule", "seat")

    def __init__(self, asks: Sequence[Choose], rule: str) -> None:
        self.asks = tuple(asks)
        self.rule = rule
        self.seat = None

    def __repr__(self) -> str:
        return f"<Together: {self.rule} asks {self.asks}>"

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> tuple[Value, ...]:
        return tuple([choose(ask) for ask in self.asks])

    def accepts(self, answer: Any) -> bool:
        return (
            isinstance(answer, tuple)
            and len(answer) == len(self.asks)
            and all(ask.accepts(value) for ask, value in zip(self.asks, answer, strict=True))
        )

    def parse(self, text: str) -> tuple[Value, ...]:
        """Answers are separated by semicolons, in the order of the asks."""
        parts = text.split(";")
        if len(parts) != len(self.asks):
            raise ValueError(f"expected {len(self.asks)} answers separated by “;”, got {len(parts)}: “{text}”")
        return tuple(ask.parse(part) for ask, part in zip(self.asks, parts, strict=True))

    def renew(self) -> None:
        for ask in self.asks:
            ask.renew()


class Chance(Ask):
    """An ask that luck answers; `outcomes` lists what can come with exact probabilities."""

    __slots__ = ()

    def outcomes(self) -> Iterator[tuple[Any, Fraction]]:
        """Every distinct outcome with its probability; the probabilities sum to one."""
        raise NotImplementedError

    def count(self) -> int:
        """At most how many outcomes `outcomes` lists; cheap, so that a walk can decide to sample instead."""
        raise NotImplementedError


class Roll(Chance):
    """Dice that everybody sees. The answer is a tuple of faces, one a die.

    `ordered` says that it matters which die shows which face; else outcomes are listed as sorted faces.
    """

    __slots__ = ("aim", "dice", "ordered", "roller", "rule", "seat", "sides")

    def __init__(
        self,
        dice: int,
        rule: str,
        roller: int | None = None,
        sides: int = 6,
        aim: Callable[[], Aim] | None = None,
        ordered: bool = False,
    ) -> None:
        self.dice = dice
        self.rule = rule
        self.roller = roller
        self.sides = sides
        self.aim = aim
        self.ordered = ordered
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
    see the cards (None: everybody); what others may know of them is the business of the game's view.
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
        certain, loose, last = self.pile.split(self.n)
        counts = sorted(Counter(self.pile.bag).items())
        total = len(self.pile.bag)
        for chosen in _selections(counts, loose):
            ways = prod(comb(have, chosen[card]) for card, have in counts if card in chosen)
            probability = Fraction(ways, comb(total, loose))
            if not self.ordered:
                yield certain + tuple(sorted(chosen.elements())) + last, probability
                continue
            orders = factorial(loose) // prod(factorial(n) for n in chosen.values())
            for order in sorted(_arrangements(chosen, loose)):
                yield certain + order + last, probability / orders

    def count(self) -> int:
        _, loose, _ = self.pile.split(self.n)
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
        """What can come, in words: cards that are known to come next are the only ones possible in their places."""
        certain, loose, last = self.pile.split(self.n)
        bag = ", ".join(f"{card} ×{n}" for card, n in sorted(Counter(self.pile.bag).items()))
        if not certain and not last:
            return bag
        return ", then ".join([*certain, *([f"{loose} of {bag}"] if loose else []), *last])


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
    """A pile is shuffled: what was known of its order is forgotten. The answer is the empty tuple."""

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


class Cut(Ask):
    """Not a question: the running rule and everything that called it end here, and the agenda goes on.

    It is how a game ends in the middle of a turn: the rule clears the agenda and yields a cut.
    """

    __slots__ = ("rule", "seat")

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.seat = None


def draw(
    pile: Pile, n: int, rule: str, seen_by: tuple[int, ...] | None = None, ordered: bool = False
) -> Rule[tuple[str, ...]]:
    """Draw up to `n` cards: ask chance for them, take them off the pile, return their ids.

    Fewer come if the pile holds fewer; an empty pile gives the empty tuple without asking.
    """
    if n <= 0 or not pile:
        return ()
    cards: tuple[str, ...] = yield Draw(pile, n, rule, seen_by, ordered)
    pile.take(cards)
    return cards


def shuffle(pile: Pile, rule: str) -> Rule[None]:
    """Shuffle a pile: all that was known of its order is forgotten."""
    yield Shuffle(pile, rule)
    pile.forget()
