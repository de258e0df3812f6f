"""What a position can say: a shape for every key, for code that reads or changes positions without knowing the game."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from itertools import pairwise
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What a position can say in one place."""

    kind: str
    """`cards`, `slot`, `count`, `flag` or `word`; a `list` of words or numbers; a `row` with keys of its own, several
    `rows`, or a `map` of values by name."""
    known: bool = False
    """Whether the declaration says everything; otherwise only the type is known, and words may be cards."""
    blank: Any = ...
    """The value in a position that does not say it; None if it follows from the rest, `...` if it must be said."""
    of: tuple[str, ...] = ()
    """The types of the cards that can be here; any if none is named."""
    named: bool = False
    """Whether cards are only named here, but are somewhere else."""
    least: int | None = None
    most: int | None = None
    """The most that a number can be, or that there can be of `rows`."""
    among: tuple[str, ...] = ()
    """The words that are possible; any word if there are none."""
    seats: bool = False
    """Whether this names players, or has a value for each of them."""
    each: Shape | None = None
    """The shape of each member of a `list`, of `rows` or of a `map`."""
    parts: Mapping[str, Shape] | None = None
    """The shapes of a `row`, by key."""
    text: str = ""
    """What it is, in words."""

    @property
    def must(self) -> bool:
        """Whether a position has to say it."""
        return self.blank is ...

    @property
    def follows(self) -> bool:
        """Whether the game works it out from the rest of the position if the position does not say it."""
        return self.blank is None


def by_type(said: Any, blank: Any = ...) -> Shape:
    """The shape of what a position says, as far as the type shows it."""
    options = [one for one in get_args(said) if one is not NoneType]
    if get_origin(said) not in (tuple, dict) and options:  # of several types, the one that says most
        return max((by_type(one, blank) for one in options), key=lambda shape: shape.kind not in ("count", "word"))
    if get_origin(said) is dict:
        return Shape(kind="map", blank=blank, each=by_type(options[1]))
    if get_origin(said) is tuple:
        each = by_type(options[0])
        return Shape(kind="list" if each.kind in ("word", "count") else "rows", blank=blank, each=each)
    if is_dataclass(said):
        return Shape(kind="row", blank=blank, parts=_row(said))
    return Shape(kind={int: "count", bool: "flag"}.get(said, "word"), blank=blank)


def _row(said: Any) -> dict[str, Shape]:
    """The shapes of a dataclass, by key: from the declarations of its part or, without them, from its type hints."""
    found: dict[str, Shape] = {}
    if of_part := getattr(said, "shapes", None):
        return of_part() or found
    types = get_type_hints(said)
    for one in fields(said):
        factory = one.default_factory
        blank = factory() if factory is not MISSING else ... if one.default is MISSING else one.default
        found[one.name] = by_type(types[one.name], blank)
    return found


def texts_of(table: Any) -> dict[str, str]:
    """The docstrings of the fields of a class, by field; none if only compiled code is available."""
    try:
        (written,) = ast.parse(inspect.getsource(table)).body
    except (OSError, TypeError):
        return {}
    found: dict[str, str] = {}
    for line, below in pairwise(getattr(written, "body", [])):
        match line, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = text
    return found
