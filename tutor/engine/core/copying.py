"""Copying a table and its parts: one function is made for each class, from the types of its fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, Unpack, get_args, get_origin, get_type_hints

SHARED = {"copy": "shared"}
"""Metadata of a field that never changes during a game: copies have the same object."""
FRESH = {"copy": "fresh"}
"""Metadata of a field that has its default value again in a copy."""


C = TypeVar("C", bound="Copied")


class Copied:
    """Base of the dataclasses that can be copied."""

    __slots__ = ()

    def copy(self: C) -> C:
        """Return an independent copy in the same state."""
        of: Any = type(self)
        copied: C = copier(of)(self)
        return copied


@cache
def copier(of: Any) -> Callable[[Any], Any]:
    """Return the function that copies a table or a part, field by field, as its type hints require.

    Raises:
        TypeError: if a field's type does not show how to copy it.
    """
    hints, lines = get_type_hints(of), []
    names: dict[str, Any] = {"new": of.__new__, "of": of}
    for one in fields(of):
        how = one.metadata.get("copy")
        if how == "fresh":
            names[f"fresh_{one.name}"] = one.default
            lines.append(f" it.{one.name} = fresh_{one.name}")
        else:
            value = f"old.{one.name}"
            lines.append(f" it.{one.name} = {value if how == 'shared' else _copied(value, hints[one.name], names)}")
    exec("def copied(old):\n it = new(of)\n" + "\n".join(lines) + "\n return it", names)
    made: Callable[[Any], Any] = names["copied"]
    return made


def _copied(value: str, hint: Any, names: dict[str, Any]) -> str:
    """The expression that copies a value of this type."""
    origin, parts = get_origin(hint), get_args(hint)
    if _fixed(hint):
        return value
    if origin is list:
        return f"{value}.copy()" if _fixed(parts[0]) else f"[{_copied('one', parts[0], names)} for one in {value}]"
    if origin is dict:
        inside = f"{{key: {_copied('one', parts[1], names)} for key, one in {value}.items()}}"
        return f"{value}.copy()" if _fixed(parts[1]) else inside
    if origin in (Union, UnionType) and len(parts) == 2 and NoneType in parts:
        there = next(part for part in parts if part is not NoneType)
        return f"None if {value} is None else {_copied(value, there, names)}"
    if isinstance(hint, type) and issubclass(hint, Copied) and hint.copy is Copied.copy:
        part: Any = hint
        names[f"copy_{hint.__name__}"] = copier(part)
        return f"copy_{hint.__name__}({value})"
    if hasattr(hint, "copy"):
        return f"{value}.copy()"
    raise TypeError(f"cannot tell how to copy a {hint}")


def _fixed(hint: Any) -> bool:
    """Whether a value of this type cannot change, so that a copy may have the same object."""
    if get_origin(hint) in (tuple, frozenset, Union, Unpack, UnionType):
        return all(part in (Ellipsis, Any) or _fixed(part) for part in get_args(hint))
    if not isinstance(hint, type):
        return False
    frozen = is_dataclass(hint) and hint.__dataclass_params__.frozen  # type: ignore[attr-defined]
    return frozen or issubclass(hint, tuple | str | int | NoneType)
