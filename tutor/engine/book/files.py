"""Reading what people write: TOML and JSON become checked dataclasses, or one clear error says what does not fit."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from sys import intern
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin
from urllib.parse import parse_qs

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, transform_error
from cattrs.cols import homogenous_tuple_structure_factory, list_structure_factory, mapping_structure_factory

from tutor.engine.book.bounds import (
    LONGEST_QUERY,
    LONGEST_TEXT,
    TooMuch,
    measure_json,
    measure_toml,
    too_deep,
    too_large,
)

T = TypeVar("T")

BROKEN = (
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    ValueError,
    RuntimeError,
    StopIteration,
)
"""What rules raise if they cannot go on from a position that no game leads to."""

LONGEST_NAME, LONGEST_PLACE, LONGEST_FOUND, LONGEST_SAID = 200, 100, 120, 300
"""The largest numbers of characters of the parts of an error."""


class BadInput(ValueError):
    """Something that a person wrote does not fit: names the file, the place, what was expected and what is there.

    Its message can be shown anywhere: it is one short line without control characters.
    """

    def __init__(self, file: str, place: str, expected: str) -> None:
        self.file = shortened(printable(file), LONGEST_NAME, keep_end=True)
        self.place = shortened(printable(place), LONGEST_PLACE)
        self.expected = shortened(printable(" ".join(expected.split())), LONGEST_SAID)
        super().__init__(": ".join(part for part in (self.file, self.place, self.expected) if part))


def printable(text: str, but: str = "") -> str:
    """Write a text so that a terminal shows it and obeys nothing in it; characters in `but` stay as they are."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in but else json.dumps(c)[1:-1] for c in text)


def shortened(text: str, most: int, keep_end: bool = False) -> str:
    """At most this many characters of a text, with “…” for what is left out."""
    if len(text) <= most:
        return text
    return f"…{text[1 - most :]}" if keep_end else f"{text[: most - 1]}…"


def known(names: Iterable[object], wanted: str = "") -> str:
    """Existing names, for an error: all if they are few, otherwise those like `wanted`, or else the first ones."""
    there = [str(name) for name in names]
    every = ", ".join(there)
    if len(every) <= LONGEST_SAID // 2:
        return every or "none"
    some = get_close_matches(wanted[:LONGEST_PLACE], there, n=4, cutoff=0.4) or there[:4]
    return f"{', '.join(some)} and {len(there) - len(some)} more"


@contextmanager
def naming(file: str, place: str = "") -> Iterator[None]:
    """Let every error that is raised inside name the file, including errors of rules that cannot go on.

    Args:
        file: The name to show.
        place: Where in the file the error is, if nothing inside says so.

    Raises:
        BadInput: for whatever did not fit.
    """
    try:
        yield
    except BadInput as error:
        named = BadInput(file, "", "").file
        if error.file.startswith(named):
            raise
        raise BadInput(file, place or error.file, f"{error.place}: {error.expected}".strip(": ")) from error
    except BROKEN as error:
        raise BadInput(file, place, "the rules cannot go on from such a position") from error


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        BadInput: if it cannot be read as UTF-8 text, or is longer than the limit.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST_TEXT + 1)
    except OSError as error:
        raise BadInput(str(path), "", error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise BadInput(str(path), "", "expected text in UTF-8, got something else") from None
    if len(text) > LONGEST_TEXT:
        raise BadInput(str(path), "", f"expected at most {LONGEST_TEXT:,} characters, got more")
    return text


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the TOML document `text`; `file` is the name to show in an error.

    It contains tables, lists, texts, finite numbers, true and false, but no dates.

    Raises:
        BadInput: if it is not TOML, or contains more than anybody needs.
    """
    try:
        return _parsed(text, file, measure_toml, tomllib.loads)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(file, *_toml_error(str(error))) from None


_AT = re.compile(r" \(at (line \d+, column \d+|end of document)\)$")
_KEYS = re.compile(r"\('[^']*',?(?: '[^']*',?)*\)")


def _toml_error(said: str) -> tuple[str, str]:
    """The place and the words of the parser's complaint."""
    at = _AT.search(said)
    words = _KEYS.sub(lambda keys: ".".join(re.findall("'([^']*)'", keys[0])), _AT.sub("", said))
    return at[1] if at else "", f"not valid TOML: {words}"


def parse_json(text: str, file: str) -> Any:
    """Return the content of a JSON text; `file` is the name to show in an error.

    Raises:
        BadInput: if it is not JSON, or contains more than anybody needs.
    """
    try:
        return _parsed(text, file, measure_json, json.loads)
    except json.JSONDecodeError as error:
        raise BadInput(file, f"line {error.lineno}, column {error.colno}", f"not valid JSON: {error.msg}") from None


def parse_query(text: str) -> dict[str, str]:
    """Return the fields of a query string such as `?game=shelter&seed=3`; of a field that occurs twice, the first.

    Raises:
        BadInput: if it is longer than `LONGEST_QUERY`, as none of our links is.
    """
    query = text.removeprefix("?")
    if len(query) > LONGEST_QUERY:
        raise BadInput("the page’s address", "", f"expected at most {LONGEST_QUERY:,} characters, got {len(query):,}")
    return {key: values[0] for key, values in parse_qs(query).items()}


def _parsed(text: str, file: str, measure: Callable[[str], None], parse: Callable[[str], T]) -> T:
    """Measure a text, parse it and check its content; the caller handles the parser's errors."""
    try:
        measure(text)
    except TooMuch as error:
        raise BadInput(file, "", str(error)) from None
    data = parse(text)
    _check_parsed(data, file)
    return data


def _check_parsed(data: Any, file: str) -> None:
    if too_deep(data):
        raise BadInput(file, "", "expected tables that are nested less deeply")
    left = [("", data)]
    while left:
        place, value = left.pop()
        if isinstance(value, dict):
            left += [(f"{place}.{key}"[-2 * LONGEST_PLACE :], part) for key, part in value.items()]
        elif isinstance(value, list):
            left += [(f"{place}[{n}]", part) for n, part in enumerate(value)]
        elif not (value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))):
            raise BadInput(file, place.strip("."), f"expected a text or a plain number, got {value}")


def check_numbers(data: Any, file: str, place: str = "") -> None:
    """Check that all numbers in plain data are small enough for the rules.

    Raises:
        BadInput: naming the first number that is too large.
    """
    if found := too_large(data, place):
        raise BadInput(file, *found)


def toml_value(value: Any) -> str:
    """A value in one line of TOML. JSON's escapes are TOML's, too, except for the rare control character 127."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(key: str) -> str:
    """A key as TOML writes it, in quotes if it needs them."""
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else toml_value(key)


def quoted(value: Any) -> str:
    """A shortened value for an error, written as in TOML."""
    return shortened(toml_value(value), LONGEST_FOUND)


def _exactly(kind: type) -> Any:
    accepted = (int, float) if kind is float else (kind,)
    make = intern if kind is str else kind  # rules compare texts all the time, which is quick if they are interned

    def check(value: Any, _: Any) -> Any:
        if type(value) not in accepted:
            raise TypeError(f"expected {_NAMES[kind]}, got {quoted(value)}")
        return make(value)

    return check


_NAMES = {str: "a text", int: "a whole number", bool: "true or false", float: "a number"}


_converter = Converter(forbid_extra_keys=True)
for _kind in (str, int, bool, float):
    _converter.register_structure_hook(_kind, _exactly(_kind))


def _guarded(origin: Any, accepted: tuple[type, ...], name: str, make: Any) -> None:
    """Accept only a TOML list or table, because a text is a sequence, too, and would be split into letters."""

    def factory(kind: Any, converter: Converter) -> Any:
        inner = make(kind, converter)

        def check(value: Any, target: Any) -> Any:
            if not isinstance(value, accepted):
                raise TypeError(f"expected {name}, got {quoted(value)}")
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
            raise TypeError(f"expected {len(parts)} parts, got {quoted(value)}")
        return tuple(hook(one, part) for hook, one, part in zip(hooks, value, parts, strict=True))

    return structure_parts


_guarded(list, (list, tuple), "a list", list_structure_factory)
_guarded(tuple, (list, tuple), "a list", _tuple_factory)
_guarded(dict, (dict,), "a table", mapping_structure_factory)


def _table_factory(kind: Any, converter: Converter) -> Any:
    inner = converter.gen_structure_attrs_fromdict(kind)

    def check(value: Any, target: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"expected a table, got {quoted(value)}")
        return inner(value, target)

    return check


_converter.register_structure_hook_factory(is_dataclass, _table_factory)


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and len({*get_args(kind)} - {NoneType}) > 1


def _choice_factory(kind: Any, converter: Converter) -> Any:
    """Read a value of several possible types as the type that its shape shows: a table, a list or a plain value."""
    parts = {_shape(part): part for part in get_args(kind)}
    hooks = {shape: converter.get_structure_hook(part) for shape, part in parts.items() if shape is not NoneType}

    def check(value: Any, _: Any) -> Any:
        shape = list if isinstance(value, list | tuple) else type(value)
        if shape in hooks:
            return hooks[shape](value, parts[shape])
        if shape not in parts:
            expected = [name for one, name in _SHAPES.items() if one in parts]
            raise TypeError(f"expected {' or '.join(expected)}, got {quoted(value)}")
        return None

    return check


_SHAPES = {**_NAMES, list: "a list", dict: "a table"}


def _shape(kind: Any) -> Any:
    """The type that TOML gives for a value of this kind."""
    if is_dataclass(kind):
        return dict
    return {tuple: list}.get(get_origin(kind), get_origin(kind) or kind)


_converter.register_structure_hook_factory(_is_choice, _choice_factory)


def _say(error: BaseException, _: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        unknown, there = sorted(error.extra_fields), [field.name for field in fields(error.cl)]
        return f"unknown key {', '.join(unknown)}; known keys are {known(there, unknown[0])}"
    if isinstance(error, KeyError):
        return f"expected “{error.args[0]}”, which is missing"
    return str(error) if str(error).startswith("expected") else "expected something else here"


_KEY = re.compile(r"""\[(?:'([^']*)'|"([^"]*)")\]""")


def structure(data: Any, kind: type[T], file: str, place: str = "") -> T:
    """Turn plain data into the dataclass `kind`, strictly: no unknown key, no missing one, no wrong type.

    Args:
        data: What TOML gave.
        kind: The dataclass, or any type made of dataclasses, lists, tuples, tables and plain values.
        file: The name to show in an error.
        place: Where `data` is in the file.

    Raises:
        BadInput: naming the file, the place, what was expected and what is there.
    """
    try:
        return _converter.structure(data, kind)
    except (BaseValidationError, TypeError, ValueError, KeyError) as error:
        first = transform_error(error, path=place or "$", format_exception=_say)[0]
        what, _, where = first.rpartition(" @ ")
        where = _KEY.sub(lambda key: f".{key[1] or key[2] or ''}", where.removeprefix("$").removeprefix("."))
        raise BadInput(file, where, what or first) from None
