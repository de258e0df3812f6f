"""What a written position need not say, because its game lays it out anyway."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game
from tutor.engine.core.shapes import Shape
from tutor.engine.core.state import shapes_on
from tutor.engine.core.table import Table, plain
from tutor.engine.play.scene import Scene
from tutor.lab.places import Path, at
from tutor.lab.scenes import doc_of, scene_of
from tutor.lab.writing import Doc


def uncounted(game: Game, doc: Mapping[str, Any]) -> Doc:
    """The table without counts that follow from the rest, so that they change along with it."""
    table, wanted = _laid(game, scene_of(doc))
    kept: Doc = dict(doc["table"])
    for key, shape in shapes_on(table).items():
        if shape.follows and type(kept.get(key)) is int:
            less = {other: value for other, value in kept.items() if other != key}
            if less and _same(game, {**doc, "table": less}, wanted):
                kept = less
    return kept


def spared(game: Game, doc: Mapping[str, Any]) -> Doc:
    """A scene without what its game lays out anyway, which gives the same table but is shorter to read."""
    scene = scene_of(doc)
    table, wanted = _laid(game, scene)
    shapes = shapes_on(table)
    kept = _without_blanks(shapes, deepcopy(dict(doc["table"]))) or deepcopy(dict(doc["table"]))
    for *home, last in _following(shapes, kept):
        inside = at(kept, tuple(home))
        value = inside.pop(last)
        if not kept or not _same(game, {**doc_of(scene), "table": kept}, wanted):
            inside[last] = value
    for key in [key for key, shape in shapes.items() if shape.seats and isinstance(kept.get(key), dict)]:
        kept[key] = {name: part for name, part in kept[key].items() if part}
        if not kept[key] and len(kept) > 1:
            del kept[key]
    order = {key: n for n, key in enumerate(doc["table"])}
    return {**doc, "table": dict(sorted(kept.items(), key=lambda item: order[item[0]]))}


def _without_blanks(shapes: Mapping[str, Shape], said: Mapping[str, Any]) -> Doc:
    """Values without those that a position means anyway if it does not say them."""
    kept = {key: _shortened(shapes[key], value) for key, value in said.items()}
    return {key: value for key, value in kept.items() if not _is_blank(shapes[key], value)}


def _shortened(shape: Shape, value: Any) -> Any:
    each = shape.each or shape
    if shape.kind == "row" and isinstance(value, Mapping):
        return _without_blanks(shape.parts or {}, value)
    if shape.kind == "rows" and isinstance(value, list):
        return [_shortened(each, one) for one in value]
    if shape.kind == "map" and isinstance(value, Mapping):
        return {key: _shortened(each, one) for key, one in value.items()}
    return value


def _is_blank(shape: Shape, value: Any) -> bool:
    if shape.must or shape.follows:
        return False
    return bool(value == {} if shape.kind == "row" else value == plain(shape.blank))


def _following(shapes: Mapping[str, Shape], said: Mapping[str, Any]) -> list[Path]:
    """What may follow from the rest, the longest lists first, because piles contain what is nowhere else."""
    own = [(key,) for key in said if shapes[key].follows]
    return sorted(own, key=lambda path: -_size(said[path[0]])) + [
        (key, name, inner)
        for key, shape in shapes.items()
        if shape.seats and shape.kind == "map"
        for name, part in said.get(key, {}).items()
        for inner in part
    ]


def _size(value: Any) -> int:
    return len(value) if isinstance(value, list | dict) else 0


def _laid(game: Game, scene: Scene) -> tuple[Table, Any]:
    table: Table = scene.lay_out(game, implausible=(lambda misfit: None) if scene.anyway else None)
    return table, (game.position(table, None), table.agenda)


def _same(game: Game, doc: Mapping[str, Any], wanted: Any) -> bool:
    try:
        return bool(_laid(game, scene_of(doc))[1] == wanted)
    except BadInput:
        return False
