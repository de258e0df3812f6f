"""What the fields of a game's table can hold beside cards: numbers, words, players, and parts with their own fields.

Each function declares a field of a dataclass, in place of `dataclasses.field`; `state` makes of it what follows, and
`zones` declares where cards lie. `key` is always how a position calls the field, if not by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any

from tutor.engine.core.copying import SHARED
from tutor.engine.core.kinds import Agenda, BySeat, Count, Listed, Maybe, Own, Owner, Rows, Seat, Seats, Word
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import NOBODY, Kind, Look, declared

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


def word(*among: str, start: str = "", key: str = "") -> Any:
    """Declare one of these words."""
    return declared(Word(key=key, blank=start, among=among), default=start)


def text(*, key: str = "") -> Any:
    """Declare a text of whatever words."""
    return declared(Kind(key=key), default="")


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


def seat(start: int = NOBODY, *, key: str = "", needed: bool = False) -> Any:
    """Declare a player; a position says the name, or nothing for `start` unless it is `needed`."""
    return declared(Seat(key=key, blank=... if needed else ""), **({} if needed else {"default": start}))


def seats(*, key: str = "", laid: tuple[str, ...] | None = (), start: Callable[[], list[int] | None] = list) -> Any:
    """Declare a list of players, each once; `laid=None` leaves it to `settle` if a position has none.

    With `start=lambda: None` there is none at first, and a position without it has none either.
    """
    return declared(Seats(key=key, type=tuple[str, ...], blank=laid), default_factory=start)


# -- parts -------------------------------------------------------------------------------------------------------------


def owner() -> Any:
    """Declare the seat whose part this is; a position says it by the player among whose things it stands."""
    return declared(Owner(), default=NOBODY)


def rows(part: type[Part], places: int = 0, *, key: str = "") -> Any:
    """Declare a list of parts; with a number of `places` there are always so many, those that are not said as new."""
    return declared(Rows(key=key, part=part, places=places), default_factory=lambda: [part() for _ in range(places)])


def maybe(part: type[Part], *, key: str = "") -> Any:
    """Declare a part that is there only at times; None while it is not."""
    return declared(Maybe(key=key, part=part), default=None)


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


def agenda(words: dict[str, str], after: str) -> Any:
    """Declare what comes next: word in a position → the rule that goes on. Without one, the table's `comes_next`.

    A word for no rule, “”, says that the game is over. A position says all this after the key `after`.
    """
    by_rule = {id: word for word, id in reversed(words.items())}
    return declared(Agenda(key="next", words=words, by_rule=by_rule, after=after), default_factory=list)
