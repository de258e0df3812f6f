"""What a written position need not say, since its game lays it out anyway."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game
from tutor.engine.core.table import Table
from tutor.engine.play.scene import Scene
from tutor.lab.places import Path, at
from tutor.lab.scenes import doc_of, scene_of
from tutor.lab.writing import Doc


def uncounted(game: Game, doc: Mapping[str, Any]) -> Doc:
    """The table without the counts that follow from the rest, so that they follow from what is changed."""
    wanted = _laid(game, scene_of(doc))
    table: Doc = dict(doc["table"])
    for key in [key for key, value in table.items() if type(value) is int]:
        less = {other: value for other, value in table.items() if other != key}
        if less and _same(game, {**doc, "table": less}, wanted):
            table = less
    return table


def spared(game: Game, doc: Mapping[str, Any]) -> Doc:
    """A scene without what its game lays out anyway: shorter to read, the same table."""
    scene = scene_of(doc)
    wanted = _laid(game, scene)
    kept: Doc = deepcopy(dict(doc["table"]))
    for path in _sparable(kept):
        *home, last = path
        inside = at(kept, tuple(home))
        value = inside.pop(last)
        if not kept or not _same(game, {**doc_of(scene), "table": kept}, wanted):
            inside[last] = value
    order = {key: n for n, key in enumerate(doc["table"])}
    return {**doc, "table": dict(sorted(kept.items(), key=lambda item: order[item[0]]))}


def _sparable(table: Mapping[str, Any]) -> list[Path]:
    """What might be left out: the longest lists first, since piles hold what lies nowhere else."""
    own: list[Path] = [
        ("players", name, key) for name, player in (table.get("players") or {}).items() for key in list(player)
    ]
    return [*sorted(((key,) for key in table if key != "players"), key=lambda path: -_size(table[path[0]])), *own]


def _size(value: Any) -> int:
    return len(value) if isinstance(value, list | dict) else 0


def _laid(game: Game, scene: Scene) -> tuple[Any, Any]:
    table: Table = scene.lay_out(game, doubt=(lambda misfit: None) if scene.anyway else None)
    return game.position(table, None), table.agenda


def _same(game: Game, doc: Mapping[str, Any], wanted: tuple[Any, Any]) -> bool:
    try:
        return _laid(game, scene_of(doc)) == wanted
    except BadInput:
        return False
