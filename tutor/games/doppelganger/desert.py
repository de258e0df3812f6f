"""The desert as a growing graph of tiles.

Cells are pairs (x, y) with START at (0, 0), x to the east and y to the north. Directions are numbered N, E, S, W.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from tutor.games.doppelganger.cards import Tile
from tutor.games.doppelganger.numbers import Numbers

Cell: TypeAlias = tuple[int, int]

START: Cell = (0, 0)
SIDES: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
TURNS = (0, 1, 2, 3)


@cache
def cell_name(cell: Cell) -> str:
    """Return a cell's name as counted from START, such as `E3 N1`."""
    x, y = cell
    parts = [f"{'E' if x > 0 else 'W'}{abs(x)}"] if x else []
    parts += [f"{'N' if y > 0 else 'S'}{abs(y)}"] if y else []
    return " ".join(parts) or "START"


_NAME = re.compile(r"(?:(?P<h>[EW])(?P<x>[1-9]\d*))?\s?(?:(?P<v>[NS])(?P<y>[1-9]\d*))?")


@lru_cache(maxsize=4096)
def cell_at(name: str) -> Cell:
    """Return the cell that `name` names.

    Raises:
        ValueError: if `name` is not the name of a cell.
    """
    if name == "START":
        return START
    found = _NAME.fullmatch(name) if name else None
    if not found:
        raise ValueError(f"expected a cell as START, E2 or W1 N3, got “{name}”")
    x = int(found["x"] or 0) * (-1 if found["h"] == "W" else 1)
    y = int(found["y"] or 0) * (-1 if found["v"] == "S" else 1)
    return x, y


def turned(edges: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """Return the edges N, E, S, W of a tile after `turn` quarter turns clockwise."""
    return edges[-turn:] + edges[:-turn] if turn else edges


class Placed(NamedTuple):
    """A tile on the map; it never moves and never turns again."""

    tile: Tile
    turn: int
    edges: tuple[int, ...]
    """The edges N, E, S, W of the tile as it was turned."""


@dataclass(frozen=True, slots=True)
class MapLaw:
    """The current readings and numbers that change what the map allows."""

    crossing: str = "placement-only"
    """Which edges the Team may cross: `placement-only` (all), `dotted-only` or `plain-only`."""
    start_closed: bool = False
    detached: bool = False
    corners_optional: bool = False
    numbers: Numbers = Numbers()


@dataclass(slots=True)
class Desert:
    """All placed tiles, where the Team is, and what is marked with Map Tokens.

    `steps` (distance to START) and `rim` (empty cells beside a tile) are updated whenever a tile is placed.
    """

    placed: dict[Cell, Placed] = field(default_factory=dict)
    team: Cell = START
    cleared: set[Cell] = field(default_factory=set)
    explored: set[Cell] = field(default_factory=set)
    law: MapLaw = field(default_factory=MapLaw)
    steps: dict[Cell, int] = field(default_factory=dict, compare=False)
    rim: set[Cell] = field(default_factory=set, compare=False)

    def copy(self) -> Desert:
        """Return an independent desert."""
        return Desert(
            self.placed.copy(),
            self.team,
            self.cleared.copy(),
            self.explored.copy(),
            self.law,
            self.steps.copy(),
            self.rim.copy(),
        )

    def place(self, cell: Cell, tile: Tile, turn: int = 0) -> None:
        """Put a tile on an empty cell for good, and update the distances and the rim."""
        assert cell not in self.placed, f"{cell_name(cell)} holds a tile"
        self.placed[cell] = Placed(tile, turn, turned(tile.edges, turn))
        self.rim.discard(cell)
        near = []
        for side in neighbours(cell):
            if side in self.placed:
                near.append(side)
            else:
                self.rim.add(side)
        known = [self.steps[side] for side in near if side in self.steps]
        if cell == START or known:
            self._shorten(cell, min(known) + 1 if known else 0)

    def _shorten(self, cell: Cell, steps: int) -> None:
        """Set a new or shorter distance to START, and pass it on to the tiles around."""
        self.steps[cell] = steps
        todo = [cell]
        while todo:
            here = todo.pop()
            beyond = self.steps[here] + 1
            for side in neighbours(here):
                if side in self.placed and self.steps.get(side, beyond + 1) > beyond:
                    self.steps[side] = beyond
                    todo.append(side)

    def blocked(self, cell: Cell) -> bool:
        """Whether the tile there has an obstacle that has not been cleared."""
        return bool(self.placed[cell].tile.obstacle) and cell not in self.cleared

    def unexplored(self, cell: Cell) -> bool:
        """Whether there is a Crash Site whose supplies nobody has handed out."""
        return self.placed[cell].tile.crash > 0 and cell not in self.explored

    def enterable(self, cell: Cell) -> bool:
        """Whether the pawn may be there now: there is a tile, which is neither a Canyon nor blocked."""
        here = self.placed.get(cell)
        if here is None or here.tile.kind == "canyon" or (here.tile.obstacle and cell not in self.cleared):
            return False
        return cell != START or not self.law.start_closed

    def cost(self, cell: Cell) -> int:
        """Return the Action Points that it costs to enter the tile there."""
        numbers = self.law.numbers
        return numbers.mountain_cost if self.placed[cell].tile.kind == "mountain" else numbers.flat_cost

    def crossable(self, cell: Cell, direction: int) -> bool:
        """Whether the Team may cross the edge between two placed tiles under the current reading of the red dots."""
        if self.law.crossing == "placement-only":
            return True
        dx, dy = SIDES[direction]
        beyond = self.placed[cell[0] + dx, cell[1] + dy]
        mark = max(self.placed[cell].edges[direction], beyond.edges[(direction + 2) % 4])
        return (mark > 0) == (self.law.crossing == "dotted-only")

    def has_open_side(self) -> bool:
        """Whether a cell left, right, above or below the Team's tile is empty."""
        x, y = self.team
        placed = self.placed
        return not ((x, y + 1) in placed and (x + 1, y) in placed and (x, y - 1) in placed and (x - 1, y) in placed)

    def open_sides(self, cell: Cell | None = None) -> list[Cell]:
        """Return the empty cells that share a side with `cell` or, by default, with the Team's tile."""
        return [side for side in neighbours(self.team if cell is None else cell) if side not in self.placed]


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells that share a side with `cell`: N, E, S, W."""
    x, y = cell
    return (x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)


def corners(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells that touch `cell` only at a corner: NE, SE, SW, NW."""
    x, y = cell
    return (x + 1, y + 1), (x + 1, y - 1), (x - 1, y - 1), (x - 1, y + 1)
