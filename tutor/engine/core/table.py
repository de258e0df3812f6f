"""What every game's table has in common: seats, readings, variants, the agenda, and who listens to it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache, wraps
from typing import Any, ClassVar, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.copying import FRESH, SHARED
from tutor.engine.core.parameters import Parameters
from tutor.engine.core.part import Part
from tutor.engine.core.piles import Pile

SEAT_NAMES = ("Ada", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jon", "Kim", "Leo", "Mia")
"""Names for seats without names; there are as many as the largest game has seats."""

_HYPHEN_FOR_MINUS = re.compile(r"(?<![\w-])-(?=\d)")

UNSET: tuple[Any, ...] = (None, -1, [])
"""The values of a field that names nothing or nobody."""

Task: TypeAlias = tuple[Any, ...]
"""One item of the agenda as plain data: a rule id and the arguments to call the rule with."""


class Note(NamedTuple):
    """What just happened, with the rules behind it; the text is formatted only when somebody reads it."""

    rules: str
    """One rule id, or several separated by spaces; the first is the main one."""
    template: str
    values: Mapping[str, Any]
    to: tuple[int, ...] | None
    """The seats that may read it; None for everybody."""

    @property
    def rule(self) -> str:
        """The main rule; empty if the note names none."""
        return self.rules.partition(" ")[0]

    @property
    def text(self) -> str:
        """The sentence."""
        text = self.template.format_map(self.values) if self.values else self.template
        return _HYPHEN_FOR_MINUS.sub("−", text) if "-" in text else text

    def read_by(self, seat: int | None) -> bool:
        """Whether a seat may read it; None stands for somebody who sees everything."""
        return self.to is None or seat is None or seat in self.to

    def __repr__(self) -> str:
        secret = "" if self.to is None else f", only to seat {', '.join(map(str, self.to))}"
        return f"<note “{self.text}” ({self.rules}{secret})>"


class Many(int):
    """A number that prints what it counts: `{n:card}` is “1 card” or “2 cards”, `{n:was|were}` “1 was” or “2 were”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if len(spec) < 2 or not spec[-1].isalpha():
            return int.__format__(self, spec)
        one, _, more = spec.partition("|")
        return f"{int(self):,} {one if self == 1 else more or one + 's'}"


class ManyOrNo(Many):
    """A number that may be none of what it counts: `{n:point}` is “no points”, “1 point” or “2 points”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        said = Many.__format__(self, spec)
        return said if self or len(spec) < 2 else f"no{said.removeprefix('0')}"


NUMBER_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def spelled_out(n: int, noun: str) -> str:
    """A number of things as prose writes it, with a word up to twelve, then figures: “three aliens”, “one alien”.

    The noun may say its plural, as for `Many`: `die|dice`.
    """
    number = NUMBER_WORDS[n] if 0 <= n < len(NUMBER_WORDS) else str(n)
    one, _, more = noun.partition("|")
    return f"{number} {one if n == 1 else more or one + 's'}"


ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip


def ordinal(n: int) -> str:
    """An ordinal as prose writes it, with a word up to twelve and figures after that: “third”, “21st”."""
    if 0 < n < len(ORDINALS):
        return ORDINALS[n]
    ending = "th" if n // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def whole_percent(share: Fraction) -> str:
    """A share as a whole percentage; only what is impossible or certain is 0% or 100%."""
    return f"{round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))}%"


P = ParamSpec("P")
G = TypeVar("G", bound="Table")


_tuple: Any = tuple.__new__
"""Makes a named tuple without its slower constructor."""


class _Ear:
    """Makes a `Note` of what a rule tells, and hands it to whoever listens."""

    __slots__ = ("note",)

    def __init__(self, note: Callable[[Note], None]) -> None:
        self.note = note

    def hear(
        self, rule: str, template: str, /, *, also: Sequence[str] = (), to: tuple[int, ...] | None = None, **values: Any
    ) -> None:
        for id in also:
            if id:
                rule = f"{rule} {id}"
        self.note(_tuple(Note, (rule, template, values, to)))


def _silent_note(
    rule: str, template: str, /, *, also: Sequence[str] = (), to: tuple[int, ...] | None = None, **values: Any
) -> None:
    """Drop a note, because nobody listens."""


def _refuse(misfit: BadInput) -> None:
    raise misfit


_silent_step: Callable[[str], None] = deque[str](maxlen=0).append


@dataclass(slots=True, repr=False)
class Table(Part):
    """Base of every game's table: plain data, no rules. A copy is in the same position, and nobody listens to it.

    Subclasses are `@dataclass(slots=True, repr=False)`, too, and declare their fields with `fields` and `zones`.
    """

    NOUNS: ClassVar[Mapping[str, str]] = {}
    """The game's own nouns that a scene can hand to a rule: type → the method that finds one by its name."""

    NEEDS: ClassVar[Mapping[str, str]] = {}
    """What a rule needs to find on the table when it begins: rule id → field, which must be set."""

    names: tuple[str, ...] = field(metadata=SHARED)
    """The players' names, by seat; a seat is its index here."""
    readings: dict[str, str] = field(metadata=SHARED)
    """The reading in force of every unclear rule that has several, by rule id. Never changes during a game."""
    variants: frozenset[str] = field(metadata=SHARED)
    """The variants in play. Never changes during a game."""
    cards: CardSet[Any] = field(repr=False, compare=False, metadata=SHARED)
    """The card set played with. Never changes during a game."""
    agenda: list[Task] = field(default_factory=list)
    """What happens next, as data: the rule at its head runs, then the one after it."""
    note: Callable[..., None] = field(default=_silent_note, repr=False, compare=False, metadata=FRESH)
    """`note(rule, template, also=(), to=None, **values)`: tell what happened, by this rule and by others.

    An empty text among the other rules is ignored, so that a rule can be cited on a condition.
    This costs nothing if nobody listens.
    """
    step: Callable[[str], None] = field(default=_silent_step, repr=False, compare=False, metadata=FRESH)
    """`step(node)`: the turn has come to this node of the flow graph. This costs nothing if nobody listens."""
    heard: bool = field(default=False, repr=False, compare=False, metadata=FRESH)
    """Whether somebody listens; if not, what only a note would say need not be worked out."""
    implausible: Callable[[BadInput], None] = field(default=_refuse, repr=False, compare=False, metadata=FRESH)
    """`implausible(misfit)`: while a position is laid out, report what a table can hold although no game leads to it.

    It is refused, unless the author of the position said that it is intended.
    """

    parameters: Parameters = field(default_factory=Parameters, repr=False, compare=False, metadata=SHARED)
    """The numbers of the book as they are played with. Never changes during a game."""

    def __repr__(self) -> str:
        then = f"next {' '.join(map(str, self.agenda[0]))}" if self.agenda else "nothing comes next"
        return f"<{type(self).__name__}: {', '.join(self.names)}; {then}>"

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.names)

    def comes_next(self) -> str:
        """The rule that goes on from a position that does not name one; empty if the game is over."""
        raise NotImplementedError

    def reading(self, rule: str) -> str:
        """The reading in force of the unclear rule `rule`."""
        return self.readings[rule]

    def seat(self, name: str) -> int:
        """The seat of the player called `name`.

        Raises:
            ValueError: if no player has this name.
        """
        if name not in self.names:
            raise ValueError(f"no player “{name}”; the players are {', '.join(self.names)}")
        return self.names.index(name)

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats clockwise, beginning with `start`."""
        return _rounds(len(self.names))[start]

    def called(self, word: str) -> str:
        """How a word of an answer reads: a card by its name, everything else as it is."""
        return str(self.cards[word].name) if word in self.cards else word

    def noun(self, kind: str, name: str) -> Any:
        """What rules take for `name` if they want a noun of this `kind`, such as a player or a card in play.

        Raises:
            ValueError: if there is nothing with this name.
        """
        found = getattr(self, self.NOUNS[kind])(name)
        if found is None:
            raise ValueError(f"there is no {kind.lower()} “{name}” in this position")
        return found

    def missing(self, rule: str) -> str:
        """The field that `rule` would need and that is not set; empty if nothing is missing."""
        key = self.NEEDS.get(rule, "")
        return key if key and getattr(self, key) in UNSET else ""

    def listen(self, note: Callable[[Note], None], step: Callable[[str], None]) -> None:
        """Hand every note and every step through the turn to these functions from now on."""
        self.heard = True
        self.note = _Ear(note).hear
        self.step = step


def told(tell: Callable[Concatenate[G, P], None]) -> Callable[Concatenate[G, P], None]:
    """Mark a function that only tells what has happened, so that it does nothing if nobody listens.

    Put it above `@rule`, so that the undecorated function is registered as the rule.
    """

    @wraps(tell)
    def tell_if_heard(g: G, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if g.heard:
            tell(g, *args, **kwargs)

    return tell_if_heard


@cache
def _rounds(seats: int) -> list[tuple[int, ...]]:
    """All seats clockwise, for each seat to begin with."""
    return [(*range(start, seats), *range(start)) for start in range(seats)]


PLAINEST = frozenset({type(None), str, int, bool})
"""The types of nearly everything on a table; the exact type is compared, because that is quickest."""


@cache
def _compared(kind: type) -> tuple[str, ...] | None:
    """The fields by which values of a class are compared; None if it has none."""
    return tuple(f.name for f in fields(kind) if f.compare) if is_dataclass(kind) else None


def plain(value: Any) -> Any:
    """Return a value of a table as plain data that is equal for equal positions and can be written as JSON."""
    kind: Any = type(value)
    if kind in PLAINEST:
        return value
    if (names := _compared(kind)) is not None:
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Pile):
        # the digests of existing records count a known bottom, which no pile has any more
        return {"bag": sorted(value.bag), "tops": list(value.tops), "bottoms": []}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(plain(part) for part in value)
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if value is None or isinstance(value, str | int | bool):
        return value
    raise TypeError(f"a table holds plain data only, not {type(value).__name__}")
