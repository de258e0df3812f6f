"""What the fields of a game's table can hold: cards, piles, numbers, words, players, and parts with their own fields.

Each function declares a field of a dataclass, in place of `dataclasses.field`; `tutor.engine.state` makes of it what
follows. `key` is always how a position calls the field, if not by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from tutor.engine.copying import SHARED
from tutor.engine.piles import Pile
from tutor.engine.placing import Placing
from tutor.engine.state import (
    KEPT,
    NOBODY,
    Kept,
    Kind,
    Look,
    Part,
    SeenBy,
    cards_on,
    declared,
    made_from,
    said_by,
    take_over,
)
from tutor.engine.state import written as written_down

HIDDEN = "?"
"""What stands in a written position for a card that the reader cannot know."""


def everybody(g: Any, owner: int, seat: int) -> bool:
    """All see it."""
    return True


def owner_only(g: Any, owner: int, seat: int) -> bool:
    """Only the player whose it is sees it."""
    return owner == seat


def fixed(**start: Any) -> Any:
    """Declare what never changes during a game and is not compared; `start` is its default or default_factory."""
    return field(repr=False, compare=False, metadata=SHARED, **start)


# -- cards -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Cards(Kind[Sequence[str]]):
    """Cards that lie together."""

    of: tuple[str, ...]
    sort: bool
    seen_by: SeenBy
    keep: Callable[[Iterable[str]], Sequence[str]]

    def taken(self, value: Any, p: Placing, place: str) -> Sequence[str]:
        found = p.take(value, place, *self.of)
        return self.keep(sorted(found) if self.sort else found)

    def written(self, value: Sequence[str], look: Look) -> Any:
        return list(value) if look.sees(self.seen_by) else [HIDDEN] * len(value)

    def cards(self, value: Sequence[str]) -> Iterable[str]:
        return value


def cards(
    *of: str,
    key: str = "",
    sort: bool = False,
    seen_by: SeenBy = everybody,
    keep: Callable[[Iterable[str]], Sequence[str]] = list,
) -> Any:
    """Declare cards that lie together, by their ids.

    Args:
        of: The types of card that can lie here; any if none is named.
        key: How a position calls it.
        sort: Whether the order means nothing, so that they are kept sorted.
        seen_by: Who sees which cards they are; the others see how many.
        keep: `list`, or `tuple` for a field that is one.
    """
    kind = Cards(key=key, type=tuple[str, ...], blank=(), of=of, sort=sort, seen_by=seen_by, keep=keep)
    return declared(kind, **({"default": ()} if keep is tuple else {"default_factory": keep}))


@dataclass(slots=True, kw_only=True)
class Slot(Kind[str]):
    """A place for one card."""

    of: tuple[str, ...]
    seen_by: SeenBy
    dealt: bool

    def taken(self, value: Any, p: Placing, place: str) -> str | Kept:
        if not value:
            return KEPT if self.dealt else ""
        if self.dealt:
            p.kind(value, place, *self.of)
            return str(value)
        return p.take([value], place, *self.of)[0]

    def written(self, value: str, look: Look) -> Any:
        return value if not value or look.sees(self.seen_by) else HIDDEN

    def cards(self, value: str) -> Iterable[str]:
        return (value,) if value and not self.dealt else ()


def slot(*of: str, key: str = "", seen_by: SeenBy = everybody, dealt: bool = False) -> Any:
    """Declare a place for one card of the types `of` by its id, empty for none.

    A `dealt` card belongs to its place for the whole game: the empty table has it there, and it is not counted.
    """
    return declared(Slot(key=key, of=of, seen_by=seen_by, dealt=dealt), default="")


@dataclass(slots=True, kw_only=True)
class Deck(Kind[Pile]):
    """A pile in an order that nobody knows, but for cards known to lie on top."""

    of: tuple[str, ...]

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        return {self.key: (tuple[str, ...] | None, None), f"{self.key}_top": (tuple[str, ...], ())}

    def read(self, laid: Any, p: Placing, place: str) -> Pile:
        whole, said = getattr(p.g, self.name).cards(), getattr(laid, self.key)
        tops = p.take(reversed(getattr(laid, f"{self.key}_top")), f"{self.key}_top", *self.of)
        return Pile(p.take(p.left_of(whole) if said is None else said, self.key, *self.of), tops)

    def write(self, value: Pile, look: Look) -> Mapping[str, Any]:
        bag = sorted(value.bag) if look.seat is None else len(value.bag)
        return {self.key: bag, f"{self.key}_top": list(reversed(value.tops))}

    def cards(self, value: Pile) -> Iterable[str]:
        return value.cards()


def deck(*of: str) -> Any:
    """Declare a pile of cards of the types `of` in unknown order, with the cards known to lie on top.

    In a position that does not say what is in it, it holds all that the empty table has in it and that lies nowhere
    else. Whoever does not see everything sees how many cards there are.
    """
    return declared(Deck(of=of, late=True), default_factory=Pile)


@dataclass(slots=True, kw_only=True)
class Held(Kind[dict[str, list[str]]]):
    """Cards that each hold others."""

    of: str
    holds: str

    def taken(self, value: Any, p: Placing, place: str) -> dict[str, list[str]]:
        return {
            p.take([card], place, self.of)[0]: p.take(others, f"{place}.{card}", self.holds)
            for card, others in value.items()
        }

    def written(self, value: dict[str, list[str]], look: Look) -> Any:
        return {card: list(others) for card, others in value.items()}

    def cards(self, value: dict[str, list[str]]) -> Iterable[str]:
        return chain(value, *value.values())


def held(of: str, holds: str, *, key: str = "") -> Any:
    """Declare cards of the type `of`, each with the cards of the type `holds` that it holds."""
    kind = Held(key=key, type=dict[str, tuple[str, ...]], blank={}, of=of, holds=holds)
    return declared(kind, default_factory=dict)


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


def dice(*, laid: tuple[int, ...] | None = ()) -> Any:
    """Declare the faces of six-sided dice; with `laid=None`, `settle` finds them if a position has none."""
    return declared(Count(type=tuple[int, ...], blank=laid, least=1, most=6, strict=True), default=())


def numbers(least: int, most: int | None = None) -> Any:
    """Declare a tuple of numbers, each within bounds."""
    return declared(Count(type=tuple[int, ...], blank=(), least=least, most=most), default=())


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
        return p.seat(value, place) if value else KEPT

    def written(self, value: int, look: Look) -> Any:
        return "" if value == NOBODY else look.g.names[value]


def seat(start: int = NOBODY, *, key: str = "") -> Any:
    """Declare a player; a position says the name, or nothing for `start`."""
    return declared(Seat(key=key), default=start)


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
        return {look.g.names[n]: written_down(part, look._replace(owner=n)) for n, part in enumerate(value)}

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
        late: Whether it is read after all else, since it takes what is left.
        start: `default` or `default_factory`.
    """
    return declared(Own(key=key, type=said, blank=blank, late=late, reads=reads, writes=writes, lists=cards), **start)


@dataclass(slots=True, kw_only=True)
class Agenda(Kind[list[Any]]):
    """What comes next, in a word."""

    words: Mapping[str, str]

    def taken(self, value: Any, p: Placing, place: str) -> Kept:
        p.among(value, ("", *self.words), place)
        return KEPT

    def written(self, value: list[Any], look: Look) -> Any:
        return next((word for word, id in self.words.items() if value and value[0][0] == id), "")

    def finish(self, laid: Any, p: Placing) -> None:
        word = getattr(laid, self.key)
        id = self.words[word] if word else p.g.comes_next()
        p.g.agenda[:] = [(id,)] if id else []


def agenda(words: Mapping[str, str], after: str) -> Any:
    """Declare what comes next: word in a position → the rule that goes on. Without one, the table's `comes_next`.

    A position says it after the key `after`.
    """
    return declared(Agenda(key="next", words=words, after=after), default_factory=list)
