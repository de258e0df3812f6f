"""The desert as data for its picture: tiles, rim, Team, tile in hand with reasons, and the four questions' answers."""

from __future__ import annotations

from typing import Any

from tutor.games.doppelganger.cards import OBSTACLES
from tutor.games.doppelganger.desert import TURNS, Cell, cell_name, turned
from tutor.games.doppelganger.desert_questions import (
    candidates,
    clashes,
    distance_to_start,
    movement_graph,
    placement,
    region,
    turns_to_reach,
    way_to_start,
)
from tutor.games.doppelganger.rules.dice import helpers
from tutor.games.doppelganger.rules.stacks import distance, stacks_in_order
from tutor.games.doppelganger.rules.trapped import walls_in_sight
from tutor.games.doppelganger.table import Expedition


def desert_view(g: Expedition, seat: int | None) -> dict[str, Any]:
    """Return the map as `seat` sees it: tiles, rim, Team, the tile in hand and the answers to the four questions."""
    desert = g.desert
    rim = {*desert.rim, *(cell for _, cells in candidates(desert) for cell in cells)}
    return {
        "team": list(desert.team),
        "team_name": cell_name(desert.team),
        "tiles": [_tile(g, cell) for cell in sorted(desert.placed)],
        "rim": [{"cell": list(cell), "name": cell_name(cell)} for cell in sorted(rim)],
        "in_hand": tile_in_hand(g, seat),
        "helpers": {obstacle: helpers(g, obstacle) for obstacle in OBSTACLES},
        "mountain_cost": g.parameters.mountain_cost,
        "questions": questions(g),
    }


def _tile(g: Expedition, cell: Cell) -> dict[str, Any]:
    desert = g.desert
    here = desert.placed[cell]
    tile = here.tile
    return {
        "cell": list(cell),
        "name": cell_name(cell),
        "kind": tile.kind,
        "obstacle": tile.obstacle,
        "obstacle_name": OBSTACLES.get(tile.obstacle, ""),
        "value": tile.value,
        "crash": tile.crash,
        "dots": list(here.edges),
        "cleared": cell in desert.cleared,
        "explored": cell in desert.explored,
        "blocked": desert.blocked(cell),
        "enterable": desert.enterable(cell),
        "cost": desert.cost(cell),
        "steps": desert.steps.get(cell),
    }


def tile_in_hand(g: Expedition, seat: int | None) -> dict[str, Any] | None:
    """Return the leader's kept tile with every cell and turn, each of them open or refused with its reasons."""
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
                        "clashes": [clash._asdict() for clash in clashes(g.desert, tile, cell, turn)],
                    }
                    for turn in TURNS
                ],
            }
            for step, cells in candidates(g.desert)
            for cell in cells
        ],
    }


def questions(g: Expedition) -> dict[str, Any]:
    """Return the answers to the first three questions; the fourth is with the tile in hand."""
    desert = g.desert
    found = region(desert, walls_in_sight(g))
    names = [cell_name(cell) for cell in sorted(found.reach)]
    turns = turns_to_reach(desert, g.points)
    walks = sorted({(min(step), max(step)) for step in movement_graph(desert).edges if turns.keys() >= set(step)})
    return {
        "distance": {
            "steps": distance_to_start(desert),
            "counted": distance(g),
            "stack": stacks_in_order(g)[0],
            "bands": [g.parameters.near, g.parameters.far],
            "way": [cell_name(cell) for cell in way_to_start(desert)],
        },
        "movement": {cell_name(cell): turn for cell, turn in sorted(turns.items())},
        "walks": [[cell_name(cell), cell_name(side)] for cell, side in walks],
        "trapped": {
            "trapped": found.trapped or g.ending == "trapped",
            "reach": names,
            "frontier": [cell_name(cell) for cell in sorted(found.frontier)],
            "civilization": found.civilization,
        },
        "placing": {str(step): [cell_name(cell) for cell in cells] for step, cells in candidates(desert)},
    }
