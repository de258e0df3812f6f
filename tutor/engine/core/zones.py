"""Declares where cards are on a table: zones, slots, decks, heaps, and cards that hold other cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tutor.engine.core.fields import HIDDEN, everybody
from tutor.engine.core.piles import Pile
from tutor.engine.core.placing import Placing
from tutor.engine.core.shapes import Shape
from tutor.engine.core.state import KEPT, Kept, Kind, Look, SeenBy, declared


@dataclass(slots=True, kw_only=True)
class Cards(Kind[Sequence[str]]):
    """Cards that are together."""

    of: tuple[str, ...]
    sort: bool
    seen_by: SeenBy
    keep: Callable[[Iterable[str]], Sequence[str]]
    heap: bool
    known: Callable[[Any, str], bool] | None
    elsewhere: bool

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "kind": "cards", "of": self.of, "named": self.elsewhere}

    def read(self, laid: Any, p: Placing, place: str) -> Sequence[str] | Kept:
        if self.waits(laid):
            return self.taken(p.left_of(getattr(p.g, self.name)), p, self.key)
        return Kind.read(self, laid, p, place)

    def taken(self, value: Any, p: Placing, place: str) -> Sequence[str]:
        if self.elsewhere:
            for card in value:
                p.kind(card, place, *self.of)
        else:
            p.take(value, place, *self.of)
        return self.keep(sorted(value) if self.sort else value)

    def written(self, value: Sequence[str], look: Look) -> Any:
        if look.sees(self.seen_by):
            return sorted(value) if self.heap else list(value)
        known = self.known
        shown = [card if known and known(look.g, card) else HIDDEN for card in value]
        return sorted(shown) if self.heap else shown

    def expression(self) -> str:
        if self.heap or self.known:
            return ""
        return "list({0})" if self.seen_by is everybody else f"list({{0}}) if {{1}} else [{HIDDEN!r}] * len({{0}})"

    def guard(self) -> SeenBy | None:
        return None if self.seen_by is everybody else self.seen_by

    def cards(self, value: Sequence[str]) -> Iterable[str]:
        return () if self.elsewhere else value


def cards(
    *of: str,
    key: str = "",
    sort: bool = False,
    seen_by: SeenBy = everybody,
    keep: Callable[[Iterable[str]], Sequence[str]] = list,
    heap: bool = False,
    known: Callable[[Any, str], bool] | None = None,
    elsewhere: bool = False,
    rest: bool = False,
) -> Any:
    """Declare cards that are together, by their ids.

    Args:
        of: The types of card that can be here; all types if none is named.
        key: The key that positions use for it; by default, the field's name.
        sort: Whether their order has no meaning, so that they are kept sorted.
        seen_by: Who sees which cards they are; the others see only how many.
        keep: `list`, or `tuple` for a field that is one.
        heap: Whether their order shows only when they came, so that positions list them sorted.
        known: Called with the table and a card; returns whether everybody knows that the card is here. By default,
            nobody does.
        elsewhere: Whether the cards are elsewhere and only named here.
        rest: Whether, in a position that does not mention them, they are all the cards that the empty table has here
            and that are nowhere else.
    """
    kind = Cards(
        key=key,
        type=tuple[str, ...],
        blank=None if rest else (),
        late=rest,
        of=of,
        sort=sort,
        seen_by=seen_by,
        keep=keep,
        heap=heap,
        known=known,
        elsewhere=elsewhere,
    )
    return declared(kind, **({"default": ()} if keep is tuple else {"default_factory": keep}))


@dataclass(slots=True, kw_only=True)
class Slot(Kind[str]):
    """A place for one card."""

    of: tuple[str, ...]
    seen_by: SeenBy
    dealt: bool

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "kind": "slot", "of": self.of, "named": self.dealt}

    def taken(self, value: Any, p: Placing, place: str) -> str | Kept:
        if not value and self.blank is not ...:
            return KEPT if self.dealt else ""
        if self.dealt:
            p.kind(value, place, *self.of)
            return str(value)
        return p.take([value], place, *self.of)[0]

    def written(self, value: str, look: Look) -> Any:
        return value if not value or look.sees(self.seen_by) else HIDDEN

    def expression(self) -> str:
        return "{0}" if self.seen_by is everybody else f"{{0}} if not {{0}} or {{1}} else {HIDDEN!r}"

    def guard(self) -> SeenBy | None:
        return None if self.seen_by is everybody else self.seen_by

    def cards(self, value: str) -> Iterable[str]:
        return (value,) if value and not self.dealt else ()


def slot(*of: str, key: str = "", seen_by: SeenBy = everybody, dealt: bool = False, needed: bool = False) -> Any:
    """Declare a place for one card of the types `of`, by its id; an empty text means that there is no card.

    A `dealt` card belongs to its place for the whole game: the empty table has it there, and it is not counted.
    If a card is `needed`, a position has to name it.
    """
    kind = Slot(key=key, blank=... if needed else "", of=of, seen_by=seen_by, dealt=dealt)
    return declared(kind, **({} if needed else {"default": ""}))


@dataclass(slots=True, kw_only=True)
class Deck(Kind[Pile]):
    """A pile in an order that nobody knows, except for cards that are known to be on top."""

    of: tuple[str, ...]

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "kind": "cards", "of": self.of}

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        return {self.key: (tuple[str, ...] | None, None), f"{self.key}_top": (tuple[str, ...], ())}

    def claim(self, laid: Any, p: Placing) -> None:
        p.take(getattr(laid, f"{self.key}_top", ()), f"{self.key}_top", *self.of)

    def read(self, laid: Any, p: Placing, place: str) -> Pile:
        whole, said = getattr(p.g, self.name).cards(), getattr(laid, self.key)
        tops = reversed(getattr(laid, f"{self.key}_top"))
        return Pile(p.take(p.left_of(whole) if said is None else said, self.key, *self.of), tops)

    def write(self, value: Pile, look: Look) -> Mapping[str, Any]:
        return {self.key: look.unseen(value.bag), f"{self.key}_top": list(reversed(value.tops))}

    def cards(self, value: Pile) -> Iterable[str]:
        return value.cards()


def deck(*of: str) -> Any:
    """Declare a pile of cards of the types `of` in unknown order, with the cards that are known to be on top.

    In a position that does not say what is in it, it holds all that the empty table has in it and that is nowhere
    else. A viewer who does not see everything sees how many cards there are.
    """
    return declared(Deck(of=of, late=True), default_factory=Pile)


@dataclass(slots=True, kw_only=True)
class Stock(Deck):
    """A pile that positions do not mention."""

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        return {}

    def read(self, laid: Any, p: Placing, place: str) -> Pile:
        return Pile(p.take(p.left_of(getattr(p.g, self.name).cards()), self.key, *self.of))

    def write(self, value: Pile, look: Look) -> Mapping[str, Any]:
        return {}


def stock(*of: str) -> Any:
    """Declare a pile that positions do not mention: it holds what the empty table has in it and is nowhere else."""
    return declared(Stock(of=of, late=True), default_factory=Pile)


@dataclass(slots=True, kw_only=True)
class Held(Kind[dict[str, list[str]]]):
    """Cards that each hold others."""

    of: str
    holds: str

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "of": (self.of,), "each": Shape(kind="cards", known=True, of=(self.holds,))}

    def taken(self, value: Any, p: Placing, place: str) -> dict[str, list[str]]:
        return {
            p.take([card], place, self.of)[0]: p.take(others, f"{place}.{card}", self.holds)
            for card, others in value.items()
        }

    def written(self, value: dict[str, list[str]], look: Look) -> Any:
        return {card: list(others) for card, others in value.items()}

    def expression(self) -> str:
        return "{{card: list(others) for card, others in {0}.items()}}"

    def cards(self, value: dict[str, list[str]]) -> Iterable[str]:
        return chain(value, *value.values())


def held(of: str, holds: str) -> Any:
    """Declare cards of the type `of`, each with the cards of the type `holds` that it holds."""
    kind = Held(type=dict[str, tuple[str, ...]], blank={}, of=of, holds=holds)
    return declared(kind, default_factory=dict)


@dataclass(slots=True, kw_only=True)
class ByCard(Kind[dict[str, Any]]):
    """Notes about cards that are elsewhere: a number or several texts for each card."""

    check: Callable[[Placing, str, str], object] | None

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "named": True}

    def taken(self, value: Any, p: Placing, place: str) -> dict[str, Any]:
        for card, noted in value.items():
            p.kind(card, place)
            if self.check is not None:
                for one in noted:
                    self.check(p, one, f"{place}.{card}")
        return unshared(value)

    def written(self, value: dict[str, Any], look: Look) -> Any:
        return unshared(value)

    def expression(self) -> str:
        one = "one" if self.type == dict[str, int] else "list(one)"
        return f"{{{{card: {one} for card, one in {{0}}.items()}}}}"


def unshared(noted: Mapping[str, Any]) -> dict[str, Any]:
    """What is noted about each card, with separate lists."""
    return {card: one if isinstance(one, int) else list(one) for card, one in noted.items()}


def by_card(of: type[int] | type[str], check: Callable[[Placing, str, str], object] | None = None) -> Any:
    """Declare notes about cards that are elsewhere: card → a number, or a list of texts.

    Args:
        of: `int` for a number, `str` for a list of texts.
        check: Called with the placing, each text and its place in the position; raises an error for a text that does
            not fit.
    """
    noted: Any = int if of is int else tuple[str, ...]
    return declared(ByCard(type=dict[str, noted], blank={}, check=check), default_factory=dict)
