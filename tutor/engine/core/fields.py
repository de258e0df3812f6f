"""Declares what fields of a table hold besides cards: numbers, words, players, and parts with fields of their own.

Each function declares a field of a dataclass and is used instead of `dataclasses.field`. `state` works out the rest
from the declarations, and `zones` declares where cards are. `key` is what positions call the field, by default its
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any

from tutor.engine.core.copying import SHARED
from tutor.engine.core.kinds import Agenda, BySeat, Count, Listed, Maybe, Own, Owner, Rows, Seat, Seats, Word
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import NOBODY, Kind, Look, declared

HIDDEN = "?"
"""What a written position shows for a card that the reader cannot know."""


def everybody(g: Any, owner: int, seat: int) -> bool:
    """Let everybody see it."""
    return True


def owner_only(g: Any, owner: int, seat: int) -> bool:
    """Let only the player to whom it belongs see it."""
    return owner == seat


def nobody(g: Any, owner: int, seat: int) -> bool:
    """Let nobody see it."""
    return False


def fixed(**start: Any) -> Any:
    """Declare something that never changes in a game and is not compared; `start` is its default or factory."""
    return field(repr=False, compare=False, metadata=SHARED, **start)


def quiet(declaration: Any) -> Any:
    """Declare the same field, but let written positions leave it out while it is empty, 0 or false."""
    for kind in declaration.metadata["kinds"]:
        kind.quiet = True
    return declaration


# -- numbers and words -------------------------------------------------------------------------------------------------


def count(start: int = 0, least: int = 0, most: int | None = None, *, key: str = "", laid: int | None = -1) -> Any:
    """Declare a number; if it is out of bounds in a position, the position is reported as implausible.

    Args:
        start: Its value before anything has happened.
        least: The least value that a game can lead to.
        most: The largest value; None if there is no limit.
        key: The key that positions use for it; by default, the field's name.
        laid: Its value in a position that does not mention it. A negative number stands for `start`; None leaves the
            value to `settle`.
    """
    blank = start if laid is not None and laid < 0 else laid
    return declared(Count(key=key, type=int, blank=blank, least=least, most=most), default=start)


def number(start: int = 0, *, key: str = "") -> Any:
    """Declare a number without bounds, which may be negative."""
    return declared(Kind(key=key, type=int, blank=start), default=start)


def dice(*, laid: tuple[int, ...] | None = ()) -> Any:
    """Declare the faces of six-sided dice; with `laid=None`, `settle` finds them if a position has none."""
    return declared(Count(type=tuple[int, ...], blank=laid, least=1, most=6, strict=True), default=())


def numbers(least: int, most: int | None = None, *, laid: tuple[int, ...] | None = ()) -> Any:
    """Declare a tuple of numbers, each within bounds; with `laid=None`, `settle` finds them if a position has none."""
    return declared(Count(type=tuple[int, ...], blank=laid, least=least, most=most), default=())


def flag(start: bool = False, *, key: str = "", laid: bool | None = None) -> Any:
    """Declare a flag; `laid` is its value in a position that does not mention it, `start` if None."""
    return declared(Kind(key=key, type=bool, blank=start if laid is None else laid), default=start)


def word(*among: str, start: str = "", key: str = "") -> Any:
    """Declare a word that is one of these."""
    return declared(Word(key=key, blank=start, among=among), default=start)


def text(*, key: str = "") -> Any:
    """Declare any text."""
    return declared(Kind(key=key), default="")


def listed(check: Callable[[Placing, str, str], object] | None = None, *, key: str = "") -> Any:
    """Declare a list of texts, such as the ids of cards that are elsewhere.

    Args:
        check: Called with the placing, each text and its place in the position; raises an error for a text that does
            not fit.
        key: The key that positions use for it; by default, the field's name.
    """
    return declared(Listed(key=key, type=tuple[str, ...], blank=(), check=check), default_factory=list)


# -- players -----------------------------------------------------------------------------------------------------------


def seat(start: int = NOBODY, *, key: str = "", needed: bool = False) -> Any:
    """Declare a player, whom a position names; unless `needed`, leaving the name out means `start`."""
    return declared(Seat(key=key, blank=... if needed else ""), **({} if needed else {"default": start}))


def seats(*, key: str = "", laid: tuple[str, ...] | None = (), start: Callable[[], list[int] | None] = list) -> Any:
    """Declare a list of players, each once; `laid=None` leaves it to `settle` if a position has none.

    With `start=lambda: None` there is none at first, and a position without it has none either.
    """
    return declared(Seats(key=key, type=tuple[str, ...], blank=laid), default_factory=start)


# -- parts -------------------------------------------------------------------------------------------------------------


def owner() -> Any:
    """Declare the seat to which this part belongs; a position shows it by the player under whom the part is."""
    return declared(Owner(), default=NOBODY)


def rows(part: type[Part], places: int = 0, *, key: str = "") -> Any:
    """Declare a list of parts; with `places` there are always that many, and a part that is not mentioned is new."""
    return declared(Rows(key=key, part=part, places=places), default_factory=lambda: [part() for _ in range(places)])


def maybe(part: type[Part], *, compare: bool = True) -> Any:
    """Declare a part that is only there at times; otherwise the field is None.

    Without `compare`, two tables that differ only in it are in the same position.
    """
    return declared(Maybe(part=part), default=None, compare=compare)


def by_seat(part: type[Part], *, key: str = "players") -> Any:
    """Declare a part for each player, in the order of the seats; the empty table has them all."""
    return declared(BySeat(key=key, part=part), default_factory=list)


# -- what is like nothing else -----------------------------------------------------------------------------------------


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
    """Declare a field for which no other kind fits.

    Args:
        said: The type of its value in a position.
        reads: Called with the placing, the value in the position and its place there; returns what the field holds.
        writes: Called with the viewing seat and what the field holds; returns the value for the position.
        cards: Returns the cards in the field.
        blank: The value in a position that does not mention it.
        key: The key that positions use for it; by default, the field's name.
        after: The key that this one follows in a position; if empty, the keys are in the order of the fields.
        late: Whether it is read after everything else, because it takes what is left.
        start: `default` or `default_factory`.
    """
    kind = Own(key=key, type=said, blank=blank, after=after, late=late, reads=reads, writes=writes, lists=cards)
    return declared(kind, **start)


def agenda(words: dict[str, str], after: str) -> Any:
    """Declare what comes next: a word in a position → the rule that goes on.

    A position without such a word goes on with the table's `comes_next`. The word for “”, which is not a rule, says
    that the game is over. In a position, this key follows the key `after`.
    """
    by_rule = {id: word for word, id in reversed(words.items())}
    return declared(Agenda(key="next", words=words, by_rule=by_rule, after=after), default_factory=list)
