"""What the fields of a game's table can hold beside cards: numbers, words, players, and parts with their own fields.

Each function declares a field of a dataclass, in place of `dataclasses.field`; `state` makes of it what follows, and
`zones` declares where cards lie. `key` is always how a position calls the field, if not by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from tutor.engine.core.copying import SHARED
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import (
    KEPT,
    NOBODY,
    Kept,
    Kind,
    Look,
    Part,
    cards_on,
    declared,
    made_from,
    said_by,
    take_over,
    writer,
)
from tutor.engine.core.state import written as written_down

HIDDEN = "?"
"""What stands in a written position for a card that the reader cannot know."""


def everybody(g: Any, owner: int, seat: int) -> bool:
    """All see it."""
    return True


def owner_only(g: Any, owner: int, seat: int) -> bool:
    """Only the player whose it is sees it."""
    return owner == seat


def nobody(g: Any, owner: int, seat: int) -> bool:
    """Nobody sees it."""
    return False


def fixed(**start: Any) -> Any:
    """Declare what never changes during a game and is not compared; `start` is its default or default_factory."""
    return field(repr=False, compare=False, metadata=SHARED, **start)


def quiet(declaration: Any) -> Any:
    """Declare the same, but a written position leaves it out while it is empty, 0 or false."""
    for kind in declaration.metadata["kinds"]:
        kind.quiet = True
    return declaration


# -- numbers and words -------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Count(Kind[Any]):
    """A number, or a tuple of numbers."""

    least: int
    most: int | None
    strict: bool = False

    def taken(self, value: Any, p: Placing, place: str) -> Any:
        p.bounded(value, self.least, self.most, place, self.strict)
        return value

    def written(self, value: Any, look: Look) -> Any:
        return list(value) if isinstance(value, tuple) else value

    def expression(self) -> str:
        return "{0}" if self.type is int else ""


def count(start: int = 0, least: int = 0, most: int | None = None, *, key: str = "", laid: int | None = -1) -> Any:
    """Declare a number; one that is out of its bounds is doubted.

    Args:
        start: What it is before anything has happened.
        least: The least that a game leads to.
        most: The most; None for any number.
        key: How a position calls it.
        laid: What it is in a position that does not say it: `start` if negative; None leaves it to `settle`.
    """
    blank = start if laid is not None and laid < 0 else laid
    return declared(Count(key=key, type=int, blank=blank, least=least, most=most), default=start)


def number(start: int = 0, *, key: str = "") -> Any:
    """Declare a number that may be any, even below zero."""
    return declared(Kind(key=key, type=int, blank=start), default=start)


def dice(*, laid: tuple[int, ...] | None = ()) -> Any:
    """Declare the faces of six-sided dice; with `laid=None`, `settle` finds them if a position has none."""
    return declared(Count(type=tuple[int, ...], blank=laid, least=1, most=6, strict=True), default=())


def numbers(
    least: int, most: int | None = None, *, start: tuple[int, ...] = (), laid: tuple[int, ...] | None = ()
) -> Any:
    """Declare a tuple of numbers, each within bounds; with `laid=None`, `settle` finds them if a position has none."""
    return declared(Count(type=tuple[int, ...], blank=laid, least=least, most=most), default=start)


def flag(start: bool = False, *, key: str = "", laid: bool | None = None) -> Any:
    """Declare whether something is so; `laid` is what a position means that does not say it, `start` if None."""
    return declared(Kind(key=key, type=bool, blank=start if laid is None else laid), default=start)


@dataclass(slots=True, kw_only=True)
class Word(Kind[str]):
    """One of several words."""

    among: tuple[str, ...]

    def taken(self, value: Any, p: Placing, place: str) -> str:
        return p.among(value, self.among, place)


def word(*among: str, start: str = "", key: str = "") -> Any:
    """Declare one of these words."""
    return declared(Word(key=key, blank=start, among=among), default=start)


def text(*, key: str = "") -> Any:
    """Declare a text of whatever words."""
    return declared(Kind(key=key), default="")


@dataclass(slots=True, kw_only=True)
class Listed(Kind[Sequence[str]]):
    """Texts that name something which lies elsewhere."""

    check: Callable[[Placing, str, str], object] | None
    keep: Callable[[Iterable[str]], Sequence[str]]

    def taken(self, value: Any, p: Placing, place: str) -> Sequence[str]:
        if self.check is not None:
            for one in value:
                self.check(p, one, place)
        return self.keep(value)

    def written(self, value: Sequence[str], look: Look) -> Any:
        return list(value)

    def expression(self) -> str:
        return "list({0})"


def listed(
    check: Callable[[Placing, str, str], object] | None = None,
    *,
    key: str = "",
    keep: Callable[[Iterable[str]], Sequence[str]] = list,
) -> Any:
    """Declare a list of texts, as of cards that lie elsewhere.

    Args:
        check: Called with the placing, each text and its place in the position; raises what does not fit.
        key: How a position calls it.
        keep: `list`, or `tuple` for a field that is one.
    """
    kind = Listed(key=key, type=tuple[str, ...], blank=(), check=check, keep=keep)
    return declared(kind, **({"default": ()} if keep is tuple else {"default_factory": keep}))


# -- players -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Seat(Kind[int]):
    """A player, by name."""

    def taken(self, value: Any, p: Placing, place: str) -> int | Kept:
        return p.seat(value, place) if value or self.blank is ... else KEPT

    def written(self, value: int, look: Look) -> Any:
        return "" if value == NOBODY else look.g.names[value]

    def expression(self) -> str:
        return f"'' if {{0}} == {NOBODY} else g.names[{{0}}]"


def seat(start: int = NOBODY, *, key: str = "", needed: bool = False) -> Any:
    """Declare a player; a position says the name, or nothing for `start` unless it is `needed`."""
    return declared(Seat(key=key, blank=... if needed else ""), **({} if needed else {"default": start}))


@dataclass(slots=True, kw_only=True)
class Seats(Kind[list[int] | None]):
    """Several players, by name."""

    def taken(self, value: Any, p: Placing, place: str) -> list[int]:
        p.once(value, place)
        return [p.seat(name, place) for name in value]

    def write(self, value: list[int] | None, look: Look) -> Mapping[str, Any]:
        return {} if value is None else {self.key: [look.g.names[one] for one in value]}


def seats(*, key: str = "", laid: tuple[str, ...] | None = (), start: Callable[[], list[int] | None] = list) -> Any:
    """Declare a list of players, each once; `laid=None` leaves it to `settle` if a position has none.

    With `start=lambda: None` there is none at first, and a position without it has none either.
    """
    return declared(Seats(key=key, type=tuple[str, ...], blank=laid), default_factory=start)


# -- parts -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class BySeat(Kind[list[Any]]):
    """A part for each player, said by the player's name."""

    part: Any

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        laid: Any = said_by(self.part)
        return {self.key: (dict[str, laid], {})}

    def read(self, laid: Any, p: Placing, place: str) -> Kept:
        said, parts = getattr(laid, self.key), getattr(p.g, self.name)
        unsaid = {name: said_by(self.part)() for name in p.g.names if name not in said}
        for name, one in (said | unsaid).items():
            p.owner = p.seat(name, self.key)
            take_over(parts[p.owner], one, p, f"{self.key}.{name}")
        p.owner = NOBODY
        return KEPT

    def written(self, value: list[Any], look: Look) -> Any:
        g, seat, names, write = look.g, look.seat, look.g.names, writer(self.part)
        return {names[n]: write(part, g, seat, n) for n, part in enumerate(value)}

    def cards(self, value: list[Any]) -> Iterable[str]:
        return chain.from_iterable(map(cards_on, value))


@dataclass(slots=True, kw_only=True)
class Owner(Kind[int]):
    """The seat whose part this is."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        return {}

    def read(self, laid: Any, p: Placing, place: str) -> int:
        return p.owner

    def write(self, value: int, look: Look) -> Mapping[str, Any]:
        return {}


def owner() -> Any:
    """Declare the seat whose part this is; a position says it by the player among whose things it stands."""
    return declared(Owner(), default=NOBODY)


@dataclass(slots=True, kw_only=True)
class Rows(Kind[list[Any]]):
    """Parts one after the other."""

    part: Any
    places: int

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        laid: Any = said_by(self.part)
        return {self.key: (tuple[laid, ...], ())}

    def taken(self, value: Any, p: Placing, place: str) -> list[Any]:
        if self.places and len(value) > self.places:
            raise p.bad(place, f"expected at most {self.places}, got {len(value)}")
        made = [made_from(self.part, one, p, f"{place}[{n}]") for n, one in enumerate(value)]
        return made + [self.part() for _ in range(self.places - len(made))]

    def written(self, value: list[Any], look: Look) -> Any:
        return [written_down(part, look) for part in value]

    def cards(self, value: list[Any]) -> Iterable[str]:
        return chain.from_iterable(map(cards_on, value))


def rows(part: type[Part], places: int = 0, *, key: str = "") -> Any:
    """Declare a list of parts; with a number of `places` there are always so many, those that are not said as new."""
    return declared(Rows(key=key, part=part, places=places), default_factory=lambda: [part() for _ in range(places)])


@dataclass(slots=True, kw_only=True)
class Maybe(Kind[Any]):
    """A part, or none."""

    part: Any

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        laid: Any = said_by(self.part)
        return {self.key: (laid | None, None)}

    def taken(self, value: Any, p: Placing, place: str) -> Any:
        return made_from(self.part, value, p, place)

    def write(self, value: Any, look: Look) -> Mapping[str, Any]:
        return {} if value is None else {self.key: written_down(value, look)}

    def cards(self, value: Any) -> Iterable[str]:
        return () if value is None else cards_on(value)


def maybe(part: type[Part], *, key: str = "") -> Any:
    """Declare a part that is there only at times; None while it is not."""
    return declared(Maybe(key=key, part=part), default=None)


def by_seat(part: type[Part], *, key: str = "players") -> Any:
    """Declare a part for each player, in the order of the seats; the empty table has them all."""
    return declared(BySeat(key=key, part=part), default_factory=list)


# -- what is like nothing else -----------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Own(Kind[Any]):
    """What no other kind fits, with functions of its own."""

    reads: Callable[[Placing, Any, str], Any]
    writes: Callable[[Look, Any], Any]
    lists: Callable[[Any], Iterable[str]]

    def waits(self, laid: Any) -> bool:
        return self.late

    def taken(self, value: Any, p: Placing, place: str) -> Any:
        return self.reads(p, value, place)

    def written(self, value: Any, look: Look) -> Any:
        return self.writes(look, value)

    def cards(self, value: Any) -> Iterable[str]:
        return self.lists(value)


def own(
    said: Any,
    reads: Callable[[Placing, Any, str], Any],
    writes: Callable[[Look, Any], Any],
    *,
    cards: Callable[[Any], Iterable[str]] = lambda value: (),
    blank: Any,
    key: str = "",
    after: str = "",
    late: bool = False,
    **start: Any,
) -> Any:
    """Declare a field that no other kind fits.

    Args:
        said: The type of what a position says of it.
        reads: Called with the placing, what is said and its place in the position; returns what the field holds.
        writes: Called with who looks and what the field holds; returns what is said.
        cards: The cards that lie there.
        blank: What a position means that does not say it.
        key: How a position calls it.
        after: The key after which a position says it, if not in the order of the fields.
        late: Whether it is read after all else, whatever is said, since it takes what is left.
        start: `default` or `default_factory`.
    """
    kind = Own(key=key, type=said, blank=blank, after=after, late=late, reads=reads, writes=writes, lists=cards)
    return declared(kind, **start)


@dataclass(slots=True, kw_only=True)
class Agenda(Kind[list[Any]]):
    """What comes next, in a word."""

    words: Mapping[str, str]
    by_rule: Mapping[str, str]
    """The first word for each rule."""

    def taken(self, value: Any, p: Placing, place: str) -> Kept:
        p.among(value, ("", *self.words), place)
        return KEPT

    def written(self, value: list[Any], look: Look) -> Any:
        if not value and look.g.comes_next():
            return ""  # the rule that runs has left the agenda
        ahead = value[0][0] if value else ""
        return self.by_rule.get(ahead, "")

    def finish(self, laid: Any, p: Placing) -> None:
        word = getattr(laid, self.key)
        id = self.words[word] if word else p.g.comes_next()
        p.g.agenda[:] = [(id,)] if id else []


def agenda(words: dict[str, str], after: str) -> Any:
    """Declare what comes next: word in a position → the rule that goes on. Without one, the table's `comes_next`.

    A word for no rule, “”, says that the game is over. A position says all this after the key `after`.
    """
    by_rule = {id: word for word, id in reversed(words.items())}
    return declared(Agenda(key="next", words=words, by_rule=by_rule, after=after), default_factory=list)
