"""A game's table declares its fields, which is enough to lay it out, write it down and count its cards.

Each field of a table, and of a part that is on it, is made by one of the functions in `tutor.engine.core.fields`,
which says what the field holds. A field without such a declaration is on the table, but not in a written position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from tutor.engine.book.files import structure
from tutor.engine.core.placing import Placing
from tutor.engine.core.shapes import Shape, by_type, texts_of

NOBODY = -1
"""The seat of nobody."""

SeenBy: TypeAlias = Callable[[Any, int, int], bool]
"""Called with the table, the owner's seat and the viewing seat; returns whether that seat sees the things."""

V = TypeVar("V")


class Look(NamedTuple):
    """Who looks at which table; what they cannot know is written as hidden."""

    g: Any
    seat: int | None
    """The seat that looks; None sees everything."""
    owner: int = NOBODY
    """The seat whose things are being written."""

    def sees(self, seen_by: SeenBy) -> bool:
        """Whether the viewer sees what `seen_by` guards."""
        return self.seat is None or seen_by(self.g, self.owner, self.seat)

    def unseen(self, cards: Sequence[str]) -> list[str] | int:
        """Unordered cards that no seat sees: sorted for a viewer who sees everything, otherwise only their number."""
        return sorted(cards) if self.seat is None else len(cards)


class Kept:
    """The result of reading if a position says nothing: the field stays as it is on the empty table."""


KEPT = Kept()


@dataclass(slots=True, kw_only=True)
class Kind(Generic[V]):
    """What a field of type `V` holds: how a position says it, how it is read, and which cards are there.

    This base holds plain data that is written as it is.
    """

    name: str = ""
    """The field's name."""
    key: str = ""
    """What a position calls it."""
    type: Any = str
    """The type of its value in a position."""
    blank: Any = ""
    """Its value if a position does not say it; None leaves it to the empty table or to `settle`."""
    late: bool = False
    """Whether it is read after everything else if a position does not say it, because it then takes what is left."""
    after: str = ""
    """The key that it follows in a position; if empty, the keys are in the order of the fields."""
    quiet: bool = False
    """Whether a written position leaves it out while it is empty, 0 or false."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        """The keys of a position that say it: key → what is written there, and what it means to leave it out."""
        return {self.key: (self.type | None if self.blank is None else self.type, self.blank)}

    def shapes(self) -> dict[str, Shape]:
        """The keys of a position that say it, each with its shape."""
        more = self.shape()
        return {key: replace(by_type(said, blank), **more) for key, (said, blank) in self.said().items()}

    def shape(self) -> Mapping[str, Any]:
        """What a shape has to say besides the type of the value; a game's own kind says only its type."""
        return {"known": type(self) is Kind}

    def claim(self, laid: Any, p: Placing) -> None:
        """Take the cards that must not go elsewhere, before any field is read."""

    def waits(self, laid: Any) -> bool:
        """Whether it is read after everything else when `laid` is taken over."""
        return self.late and getattr(laid, self.key, None) is None

    def read(self, laid: Any, p: Placing, place: str) -> V | Kept:
        """What the field holds when `laid` is taken over, or `KEPT`; errors name `place` and the key."""
        value = getattr(laid, self.key)
        return KEPT if value is None else self.taken(value, p, f"{place}.{self.key}".lstrip("."))

    def taken(self, value: Any, p: Placing, place: str) -> V | Kept:
        """What the field holds when a position says `value`."""
        found: V = value
        return found

    def write(self, value: V, look: Look) -> Mapping[str, Any]:
        """The keys of a position with what they say."""
        return {self.key: self.written(value, look)}

    def written(self, value: V, look: Look) -> Any:
        """What a position says about this value."""
        return value

    def expression(self) -> str:
        """The result of `written` as an expression; empty if the function itself is needed.

        In it, `{0}` stands for the value, and `{1}` for whether the viewer sees what `guard` guards.
        """
        return "{0}" if type(self).written is Kind.written else ""

    def guard(self) -> SeenBy | None:
        """Who sees what is here; None for everybody, or if `written` finds that out."""
        return None

    def cards(self, value: V) -> Iterable[str]:
        """The cards that are here."""
        return ()

    def finish(self, laid: Any, p: Placing) -> None:
        """Do what has to wait until the table has settled."""


def declared(*kinds: Kind[Any], **start: Any) -> Any:
    """Return the dataclass field of this kind; `start` is its `default` or `default_factory`.

    If a position says some things about a field elsewhere, the field has a second kind for them.
    """
    return field(metadata={"kinds": kinds}, **start)


@cache
def kinds_of(table: Any) -> tuple[Kind[Any], ...]:
    """What the fields of a table or a part are, in the order in which a position says them."""
    found: list[Kind[Any]] = []
    for one in fields(table):
        for kind in one.metadata.get("kinds", ()):
            kind.name, kind.key = one.name, kind.key or one.name
            found.append(kind)
    for kind in [kind for kind in found if kind.after]:
        found.remove(kind)
        found.insert([other.key for other in found].index(kind.after) + 1, kind)
    return tuple(found)


# -- positions ---------------------------------------------------------------------------------------------------------


@cache
def said_by(table: Any) -> type[Any]:
    """The dataclass of everything that a position can say about a table or a part."""
    keys = {key: said for kind in kinds_of(table) for key, said in kind.said().items()}
    parts: list[tuple[str, Any, Any]] = []
    for key, (kind, blank) in keys.items():
        start: Any = {} if blank is ... else {"default_factory": dict} if blank == {} else {"default": blank}
        parts.append((key, kind, field(**start)))
    space = {"shapes": partial(shapes_of, table)}
    return make_dataclass(f"Laid{table.__name__}", parts, namespace=space, frozen=True, slots=True, kw_only=True)


def shapes_on(g: Any) -> Mapping[str, Shape]:
    """What a position can say about such a table, by key."""
    table: Any = type(g)
    return shapes_of(table)


@cache
def shapes_of(table: Any) -> Mapping[str, Shape]:
    """What a position can say about a class of tables or parts, by key, with the docstrings of the fields."""
    texts = texts_of(table)
    return {
        key: replace(shape, text=texts.get(kind.name, "") if key == kind.key else "")
        for kind in kinds_of(table)
        for key, shape in kind.shapes().items()
    }


def read(table: Any, laid: Any, p: Placing, place: str, late: bool = False) -> dict[str, Any]:
    """The fields of a table or a part as `laid` says, without those that it leaves as they are."""
    found = [(kind.name, kind.read(laid, p, place)) for kind in kinds_of(table) if kind.waits(laid) == late]
    return {name: value for name, value in found if value is not KEPT}


def take_over(part: Any, laid: Any, p: Placing, place: str) -> None:
    """Set the fields of a table or a part as `laid` says, the late ones last, and let it settle the rest."""
    table: Any = type(part)
    for kind in kinds_of(table):
        kind.claim(laid, p)
    for late in (False, True):
        for name, value in read(table, laid, p, place, late).items():
            setattr(part, name, value)
    part.settle(p, laid, place)
    for kind in kinds_of(table):
        kind.finish(laid, p)


def made_from(part: Any, laid: Any, p: Placing, place: str) -> Any:
    """Return a new part as `laid` says."""
    made = part(**read(part, laid, p, place))
    made.settle(p, laid, place)
    return made


def written(part: Any, look: Look) -> dict[str, Any]:
    """A table or a part as a position describes it to the viewer."""
    table: Any = type(part)
    return writer(table)(part, *look)


@cache
def writer(table: Any) -> Callable[[Any, Any, int | None, int], dict[str, Any]]:
    """Return the function that writes a table or a part, made once for each class as its kinds require.

    The function is called with the part and the three members of a `Look`.
    """
    kinds = [kind for kind in kinds_of(table) if kind.said()]
    guards = list(dict.fromkeys(kind.guard() for kind in kinds))
    names: dict[str, Any] = {f"guard{n}": guard for n, guard in enumerate(guards)}
    lines = ["def written(part, g, seat, owner):"]
    lines += [f" sees{n} = seat is None or guard{n}(g, owner, seat)" for n, guard in enumerate(guards) if guard]
    said: list[str] = []
    for n, kind in enumerate(kinds):
        value, sees = f"part.{kind.name}", f"sees{guards.index(kind.guard())}"
        if type(kind).write is not Kind.write:
            names[f"write{n}"] = kind.write
            entry = f"**write{n}({value}, look)"
        else:
            names[f"write{n}"] = kind.written
            entry = f"{kind.key!r}: {kind.expression().format(value, sees) or f'write{n}({value}, look)'}"
        said.append(f"**({{{entry}}} if {value} else {{}})" if kind.quiet else entry)
    if any("look)" in entry for entry in said):
        lines.append(" look = Look(g, seat, owner)")
        names["Look"] = Look
    exec("\n".join([*lines, f" return {{{', '.join(said)}}}"]), names)
    made: Callable[[Any, Any, int | None, int], dict[str, Any]] = names["written"]
    return made


def cards_on(part: Any) -> Iterable[str]:
    """All cards that are on a table or with a part of it."""
    table: Any = type(part)
    return chain.from_iterable([kind.cards(getattr(part, kind.name)) for kind in kinds_of(table)])


def place(g: Any, doc: Mapping[str, Any], file: str) -> None:
    """Lay out an empty table as a scene's [table] says.

    Raises:
        BadInput: naming the file, the place in it and what was expected.
    """
    table: Any = type(g)
    p = Placing(g, file, cards_on(g))
    take_over(g, structure(doc, said_by(table), file, "table"), p, "")
    p.needs()


def position(g: Any, seat: int | None) -> dict[str, Any]:
    """The position as a scene writes it, as `seat` knows it (None: as it is); unknown cards are “?” or only counted."""
    return written(g, Look(g, seat))


def conserved(g: Any) -> list[str]:
    """Every card, wherever it is."""
    return sorted(cards_on(g))
