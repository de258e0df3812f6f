"""Writing scenes as a person would: short values first, one line per step, and tables under their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tutor.engine.book.files import toml_key, toml_value
from tutor.engine.play.scene import SCENE_KEYS

Doc = dict[str, Any]
"""A scene as TOML reads it: plain data by the keys of `docs/formats.md`."""

TABLES = ("cards", "table")
"""Keys of a scene that are tables of their own, at its end."""

LISTS = ("play",)
"""Keys whose list has a line for every item."""


def told(doc: Mapping[str, Any]) -> Doc:
    """Those keys of a scene that say something, because empty ones can be left out."""
    return {key: value for key, value in doc.items() if value}


def scene_text(doc: Mapping[str, Any]) -> str:
    """Return a scene as TOML, its keys in the order of the format; reading it gives `doc` again."""
    known = [key for key in SCENE_KEYS if key in doc]
    lines = [line for key in known if key not in TABLES for line in _line(key, doc[key])]
    cards = {kind: rows if isinstance(rows, list) else [rows] for kind, rows in doc.get("cards", {}).items()}
    if not all(isinstance(row, Mapping) for rows in cards.values() for row in rows):
        lines += [f"cards = {toml_value(doc['cards'])}"]
        cards = {}
    for kind, rows in cards.items():
        for row in rows:
            lines += ["", f"[[cards.{toml_key(kind)}]]", *(f"{toml_key(k)} = {toml_value(v)}" for k, v in row.items())]
    if doc.get("table"):
        lines += ["", *toml_table("table", doc["table"])]
    return "\n".join(lines) + "\n"


def _line(key: str, value: Any) -> Iterator[str]:
    if key in LISTS and value:
        yield f"{key} = ["
        yield from (f"    {toml_value(item)}," for item in value)
        yield "]"
    elif value not in ({}, [], (), ""):
        yield f"{key} = {toml_value(value)}"


def toml_table(name: str, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a TOML table: what is in it first, the tables inside it after that."""
    yield f"[{name}]"
    inner = {key: value for key, value in data.items() if isinstance(value, Mapping) and value}
    yield from (f"{toml_key(key)} = {toml_value(value)}" for key, value in data.items() if key not in inner)
    for key, value in inner.items():
        yield ""
        if all(isinstance(part, Mapping) for part in value.values()):
            yield f"[{name}.{toml_key(key)}]"
            yield from (f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items())
        else:
            yield from toml_table(f"{name}.{toml_key(key)}", value)
