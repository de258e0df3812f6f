"""Reading what people write: TOML into checked dataclasses, with one clear error for anything that does not fit."""

from __future__ import annotations

import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, transform_error
from cattrs.cols import homogenous_tuple_structure_factory, list_structure_factory, mapping_structure_factory
from cattrs.v import format_exception

T = TypeVar("T")


class BadInput(ValueError):
    """Something that a person wrote does not fit: names the file, the place in it and what was expected."""

    def __init__(self, file: str, place: str, expected: str) -> None:
        self.file = file
        self.place = place
        self.expected = expected
        super().__init__(": ".join(part for part in (file, place, expected) if part))


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        BadInput: if it cannot be read as UTF-8 text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(str(path), "", error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise BadInput(str(path), f"byte {error.start}", "expected text in UTF-8") from None


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the TOML document `text`; `file` is the name to show in an error.

    Raises:
        BadInput: if it is not TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(file, "", f"not valid TOML: {error}") from None


def _exactly(kind: type) -> Any:
    accepted = (int, float) if kind is float else (kind,)

    def check(value: Any, _: Any) -> Any:
        if type(value) not in accepted:
            raise TypeError(f"expected {_NAMES[kind]}, got {_describe(value)}")
        return kind(value)

    return check


_NAMES = {str: "a text", int: "a whole number", bool: "true or false", float: "a number"}


def _describe(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


_converter = Converter(forbid_extra_keys=True)
for _kind in (str, int, bool, float):
    _converter.register_structure_hook(_kind, _exactly(_kind))


def _guarded(origin: Any, accepted: tuple[type, ...], name: str, make: Any) -> None:
    """Accept only what TOML calls a list or a table: a text is a sequence too, and would fall apart into letters."""

    def factory(kind: Any, converter: Converter) -> Any:
        inner = make(kind, converter)

        def check(value: Any, target: Any) -> Any:
            if not isinstance(value, accepted):
                raise TypeError(f"expected {name}, got {_describe(value)}")
            return inner(value, target)

        return check

    hooks: Any = _converter
    hooks.register_structure_hook_factory(lambda kind: get_origin(kind) is origin, factory)


def _tuple_factory(kind: Any, converter: Converter) -> Any:
    parts = get_args(kind)
    if parts[-1] is Ellipsis:
        return homogenous_tuple_structure_factory(kind, converter)
    hooks = [converter.get_structure_hook(part) for part in parts]

    def structure_parts(value: Any, _: Any) -> Any:
        if len(value) != len(parts):
            raise TypeError(f"expected {len(parts)} parts, got {_describe(value)}")
        return tuple(hook(one, part) for hook, one, part in zip(hooks, value, parts, strict=True))

    return structure_parts


_guarded(list, (list, tuple), "a list", list_structure_factory)
_guarded(tuple, (list, tuple), "a list", _tuple_factory)
_guarded(dict, (dict,), "a table", mapping_structure_factory)


def _say(error: BaseException, kind: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return f"unknown key {', '.join(sorted(error.extra_fields))}; {_known(error.cl)}"
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error) if str(error).startswith("expected") else format_exception(error, kind)


def _known(kind: Any) -> str:
    return f"known keys are {', '.join(field.name for field in fields(kind))}" if is_dataclass(kind) else ""


def structure(data: Any, kind: type[T], file: str, place: str = "") -> T:
    """Turn plain data into the dataclass `kind`, strictly: no unknown key, no missing one, no wrong type.

    Args:
        data: What TOML gave.
        kind: The dataclass, or any type made of dataclasses, lists, tuples, tables and plain values.
        file: The name to show in an error.
        place: Where `data` stands in the file.

    Raises:
        BadInput: naming the file, the place and what was expected.
    """
    try:
        if is_dataclass(kind) and not isinstance(data, dict):
            raise TypeError(f"expected a table, got {_describe(data)}")
        return _converter.structure(data, kind)
    except (BaseValidationError, TypeError, ValueError, KeyError) as error:
        first = transform_error(error, path=place or "$", format_exception=_say)[0]
        what, _, where = first.rpartition(" @ ")
        raise BadInput(file, where.removeprefix("$.").removeprefix("$"), what or first) from None
