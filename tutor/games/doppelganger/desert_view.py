"""The desert as data for its picture: tiles, rim, Team, tile in hand with reasons, and the four questions' answers."""

from __future__ import annotations

from typing import Any

from tutor.games.doppelganger.cards import OBSTACLES
from tutor.games.doppelganger.desert import (
    TURNS,
    Cell,
    candidates,
    cell_name,
    clashes,
    cost,
    distance_to_start,
    neighbours,
    placement,
    region,
    turned,
    turns_to_reach,
    way_to_start,
)
from tutor.games.doppelganger.rules.scout import distance, stacks_in_order
from tutor.games.doppelganger.rules.trapped import is_trapped, walls
from tutor.games.doppelganger.table import Expedition

CELL = 100
"""Width of a cell in the generic graph's coordinates."""


def desert_view(g: Expedition, seat: int | None) -> dict[str, Any]:
    """The map as a graph that can be drawn and clicked, with everything the picture of a desert needs."""
    desert = g.desert
    cells = sorted([*desert.placed, *desert.rim])
    x0, y1 = min(x for x, _ in cells), max(y for _, y in cells)
    tiles = {cell: _tile(g, cell) for cell in sorted(desert.placed)}
    rim = [{"cell": list(cell), "name": cell_name(cell)} for cell in sorted(desert.rim)]
    hand = tile_in_hand(g, seat)
    nodes = [
        {
            "id": cell_name(cell),
            "label": cell_name(cell),
            "x": (cell[0] - x0) * CELL + CELL // 2,
            "y": (y1 - cell[1]) * CELL + CELL // 2,
            "shape": tiles[cell]["kind"] if cell in tiles else "open-cell",
            "state": _state(g, cell),
            "text": _words(tiles[cell]) if cell in tiles else "open cell",
        }
        for cell in cells
    ]
    edges = [
        {"from": cell_name(cell), "to": cell_name(side)}
        for cell in sorted(desert.placed)
        for side in neighbours(cell)[:2]
        if side in desert.placed
    ]
    return {
        "id": "desert",
        "title": "The desert",
        "nodes": nodes,
        "edges": edges,
        "width": (max(x for x, _ in cells) - x0 + 1) * CELL,
        "height": (y1 - min(y for _, y in cells) + 1) * CELL,
        "twin": twin(g, tiles),
        "desert": {
            "team": list(desert.team),
            "team_name": cell_name(desert.team),
            "tiles": list(tiles.values()),
            "rim": rim,
            "in_hand": hand,
            "questions": questions(g),
        },
    }


def _tile(g: Expedition, cell: Cell) -> dict[str, Any]:
    desert = g.desert
    here = desert.placed[cell]
    tile = here.tile
    return {
        "cell": list(cell),
        "name": cell_name(cell),
        "id": tile.id,
        "title": tile.name,
        "origin": tile.origin,
        "kind": tile.kind,
        "obstacle": tile.obstacle,
        "obstacle_name": OBSTACLES.get(tile.obstacle, ""),
        "value": tile.value,
        "crash": tile.crash,
        "turn": here.turn,
        "dots": list(here.edges),
        "cleared": cell in desert.cleared,
        "explored": cell in desert.explored,
        "blocked": desert.blocked(cell),
        "enterable": desert.enterable(cell),
        "cost": cost(tile),
        "steps": desert.steps.get(cell),
    }


def _state(g: Expedition, cell: Cell) -> str:
    if cell == g.desert.team:
        return "now"
    if cell not in g.desert.placed:
        return "plain"
    return "reach" if g.desert.enterable(cell) else "shut"


def _words(tile: dict[str, Any]) -> str:
    parts = [str(tile["title"])]
    if tile["obstacle"]:
        parts.append(f"{tile['obstacle_name']} {tile['value']}" + (", cleared" if tile["cleared"] else ""))
    if tile["crash"]:
        parts.append(f"Crash Site {tile['crash']}" + (", explored" if tile["explored"] else ""))
    return ", ".join(parts)


def tile_in_hand(g: Expedition, seat: int | None) -> dict[str, Any] | None:
    """The tile that the leader has kept, with every cell and turn: open, or refused with step and failing sides."""
    if len(g.drawn) != 1 or seat not in (None, g.leader):
        return None
    tile = g.tiles[g.drawn[0][0]]
    applies, spots = placement(g.desert, tile)
    return {
        "id": tile.id,
        "title": tile.name,
        "kind": tile.kind,
        "obstacle": tile.obstacle,
        "value": tile.value,
        "crash": tile.crash,
        "dots": [list(turned(tile.edges, turn)) for turn in TURNS],
        "step": applies,
        "cells": [
            {
                "cell": list(cell),
                "name": cell_name(cell),
                "step": step,
                "turns": [
                    {
                        "turn": turn,
                        "open": (cell, turn) in spots,
                        "wrong_step": step != applies and (cell, turn) not in spots,
                        "clashes": [
                            {"side": clash.side, "ours": clash.ours, "theirs": clash.theirs}
                            for clash in clashes(g.desert, tile, cell, turn)
                        ],
                    }
                    for turn in TURNS
                ],
            }
            for step, cells in candidates(g.desert)
            for cell in cells
        ],
    }


def questions(g: Expedition) -> dict[str, Any]:
    """The answers to the four questions, for overlays; the fourth is with the tile in hand."""
    desert = g.desert
    found = region(desert, walls(g))
    names = [cell_name(cell) for cell in sorted(found.reach)]
    return {
        "distance": {
            "steps": distance_to_start(desert),
            "counted": distance(g),
            "stack": stacks_in_order(g)[0],
            "way": [cell_name(cell) for cell in way_to_start(desert)],
        },
        "movement": {cell_name(cell): turns for cell, turns in sorted(turns_to_reach(desert, g.points).items())},
        "trapped": {
            "trapped": is_trapped(g),
            "reach": names,
            "frontier": [cell_name(cell) for cell in sorted(found.frontier)],
            "civilization": found.civilization,
        },
        "placing": {str(step): [cell_name(cell) for cell in cells] for step, cells in candidates(desert)},
    }


def twin(g: Expedition, tiles: dict[Cell, dict[str, Any]]) -> list[str]:
    """The map in words: the Team's four sides, then every tile."""
    sides = [
        f"{side}: {_words(tiles[cell]) if cell in tiles else 'open'}"
        for side, cell in zip("NESW", neighbours(g.desert.team), strict=True)
    ]
    where = f"The Team is on {cell_name(g.desert.team)}. {'; '.join(sides)}."
    return [where, *(f"{tile['name']}: {_words(tile)}." for tile in tiles.values())]
