"""The kinds of field that do not hold cards: how a position writes them, how they are read, and which shape they have.

`fields` has the functions that declare such fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tutor.engine.core.placing import Placing
from tutor.engine.core.state import KEPT, NOBODY, Kept, Kind, Look, cards_on, made_from, said_by, take_over, writer
from tutor.engine.core.state import written as written_down


@dataclass(slots=True, kw_only=True)
class Count(Kind[Any]):
    """A number, or a tuple of numbers."""

    least: int
    most: int | None
    strict: bool = False

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "least": self.least, "most": self.most}

    def taken(self, value: Any, p: Placing, place: str) -> Any:
        p.bounded(value, self.least, self.most, place, self.strict)
        return value

    def written(self, value: Any, look: Look) -> Any:
        return list(value) if isinstance(value, tuple) else value

    def expression(self) -> str:
        return "{0}" if self.type is int else ""


@dataclass(slots=True, kw_only=True)
class Word(Kind[str]):
    """One of several words."""

    among: tuple[str, ...]

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "among": self.among}

    def taken(self, value: Any, p: Placing, place: str) -> str:
        return p.among(value, self.among, place)


@dataclass(slots=True, kw_only=True)
class Listed(Kind[list[str]]):
    """Texts that name something that is elsewhere."""

    check: Callable[[Placing, str, str], object] | None

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "named": True}

    def taken(self, value: Any, p: Placing, place: str) -> list[str]:
        if self.check is not None:
            for one in value:
                self.check(p, one, place)
        return list(value)

    def written(self, value: list[str], look: Look) -> Any:
        return list(value)

    def expression(self) -> str:
        return "list({0})"


@dataclass(slots=True, kw_only=True)
class Seat(Kind[int]):
    """A player, by name."""

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "seats": True}

    def taken(self, value: Any, p: Placing, place: str) -> int | Kept:
        return p.seat(value, place) if value or self.blank is ... else KEPT

    def written(self, value: int, look: Look) -> Any:
        return "" if value == NOBODY else look.g.names[value]

    def expression(self) -> str:
        return f"'' if {{0}} == {NOBODY} else g.names[{{0}}]"


@dataclass(slots=True, kw_only=True)
class Seats(Kind[list[int] | None]):
    """Several players, by name."""

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "seats": True}

    def taken(self, value: Any, p: Placing, place: str) -> list[int]:
        p.once(value, place)
        return [p.seat(name, place) for name in value]

    def write(self, value: list[int] | None, look: Look) -> Mapping[str, Any]:
        return {} if value is None else {self.key: [look.g.names[one] for one in value]}


@dataclass(slots=True, kw_only=True)
class BySeat(Kind[list[Any]]):
    """A part for each player, under the player's name."""

    part: Any

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "seats": True}

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


@dataclass(slots=True, kw_only=True)
class Rows(Kind[list[Any]]):
    """Parts one after the other."""

    part: Any
    places: int

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "most": self.places or None}

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


@dataclass(slots=True, kw_only=True)
class Maybe(Kind[Any]):
    """A part, or none."""

    part: Any

    def shape(self) -> Mapping[str, Any]:
        return {"known": True}

    def said(self) -> Mapping[str, tuple[Any, Any]]:
        laid: Any = said_by(self.part)
        return {self.key: (laid | None, None)}

    def taken(self, value: Any, p: Placing, place: str) -> Any:
        return made_from(self.part, value, p, place)

    def write(self, value: Any, look: Look) -> Mapping[str, Any]:
        return {} if value is None else {self.key: written_down(value, look)}

    def cards(self, value: Any) -> Iterable[str]:
        return () if value is None else cards_on(value)


@dataclass(slots=True, kw_only=True)
class Own(Kind[Any]):
    """A field that fits no other kind and has functions of its own."""

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


@dataclass(slots=True, kw_only=True)
class Agenda(Kind[list[Any]]):
    """What comes next, as one word."""

    words: Mapping[str, str]
    by_rule: Mapping[str, str]
    """The first word for each rule."""

    def shape(self) -> Mapping[str, Any]:
        return {"known": True, "among": ("", *self.words)}

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
