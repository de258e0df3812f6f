"""A game's own drawings: SVG files in its folder, read into plain data that the desk draws element by element."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypedDict
from xml.etree import ElementTree

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game

Shape = list[Any]
"""An element as JSON gives it back: its name, its attributes, and the list of the shapes in it."""

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = frozenset({"g", "path", "rect", "circle", "ellipse"})
ATTRIBUTES = frozenset(["class", "d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "transform"])
"""The attributes that a drawing may have: shapes and positions, but nothing that acts, links or contains text."""


class Marks(TypedDict):
    """The marks of a game's cards: the shapes of each mark by its name, and the mark of each card or type of cards."""

    marks: dict[str, list[Shape]]
    of: dict[str, str]


def marks_of(game: Game) -> Marks | None:
    """Return the marks of a game's cards from its `marks.svg`, or None if it has none.

    Raises:
        BadInput: if the file contains anything but marks, or two marks for one card.
    """
    return _marks(game.folder / "marks.svg")


def picture_of(game: Game) -> list[Shape]:
    """Return the picture of a game's table from its `picture.svg`; nothing if it has none.

    Raises:
        BadInput: if it contains anything but `ELEMENTS` with `ATTRIBUTES`.
    """
    return _picture(game.folder / "picture.svg")


@cache
def _marks(path: Path) -> Marks | None:
    if not path.exists():
        return None
    found: Marks = {"marks": {}, "of": {}}
    for mark in _root(path):
        name, wearers = mark.get("id", ""), mark.get("data-of", "").split()
        if mark.tag != f"{SVG}g" or not name or not wearers:
            raise BadInput(
                path.name, name, "a mark must be a <g> element with an id and a data-of attribute that lists its cards"
            )
        for wearer in wearers:
            if found["of"].setdefault(wearer, name) != name:
                raise BadInput(path.name, wearer, f"has two marks, {found['of'][wearer]} and {name}")
        found["marks"][name] = [_shape(path, part) for part in mark]
    return found


@cache
def _picture(path: Path) -> list[Shape]:
    return [_shape(path, part) for part in _root(path)] if path.exists() else []


def _root(path: Path) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(path.read_text(encoding="utf-8"))
    except ElementTree.ParseError as error:
        raise BadInput(path.name, "", f"expected an SVG file: {error}") from None


def _shape(path: Path, element: ElementTree.Element) -> Shape:
    name = element.tag.removeprefix(SVG)
    if name not in ELEMENTS:
        raise BadInput(path.name, name, f"expected one of {', '.join(sorted(ELEMENTS))}")
    if strange := set(element.attrib) - ATTRIBUTES:
        raise BadInput(path.name, f"{name} {min(strange)}", f"expected one of {', '.join(sorted(ATTRIBUTES))}")
    return [name, dict(element.attrib), [_shape(path, part) for part in element]]
