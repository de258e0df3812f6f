"""The four questions that the rules ask of the desert: how far, where to, whether trapped, and where a tile fits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import networkx as nx

from tutor.games.doppelganger.cards import ANY, Tile
from tutor.games.doppelganger.desert import START, TURNS, Cell, Desert, corners, neighbours, turned

COMPASS = ("N", "E", "S", "W")

# -- the first question: how far is START? -----------------------------------------------------------------------------


def distance_to_start(desert: Desert, cell: Cell | None = None) -> int:
    """Return the steps from the Team (or `cell`) to START over all placed tiles (stacks/distance-is-shortest-path)."""
    return desert.steps[desert.team if cell is None else cell]


def way_to_start(desert: Desert) -> list[Cell]:
    """Return one shortest way from the Team to START, over a canyon where ways are equally short."""
    here = desert.team
    way = [here]
    while here != START:
        nearer = [c for c in neighbours(here) if desert.steps.get(c) == desert.steps[here] - 1]
        here = min(nearer, key=lambda c: (desert.placed[c].tile.kind != "canyon", c))
        way.append(here)
    return way


# -- the second question: where may the Team go? -----------------------------------------------------------------------


def movement(desert: Desert, points: int) -> list[Cell]:
    """Return the cells that the Team can enter now with these Action Points: N, E, S, W (move/neighboring-only)."""
    return [
        cell
        for direction, cell in enumerate(neighbours(desert.team))
        if cell in desert.placed
        and desert.enterable(cell)
        and desert.cost(cell) <= points
        and desert.crossable(desert.team, direction)
    ]


def movement_graph(desert: Desert) -> nx.DiGraph:
    """Return the graph M: an edge for each step that the pawn may take over cleared ground, with its cost."""
    graph = nx.DiGraph()
    graph.add_nodes_from(desert.placed)
    for cell in desert.placed:
        for direction, side in enumerate(neighbours(cell)):
            if side in desert.placed and desert.enterable(side) and desert.crossable(cell, direction):
                graph.add_edge(cell, side, cost=desert.cost(side))
    return graph


def turns_to_reach(desert: Desert, points: int) -> dict[Cell, int]:
    """Return for each cell of cleared ground the earliest turn in which the Team can be there, 1 being this one.

    A Mountain needs several Action Points of one turn, so the search is over (cell, points left).
    """
    full = desert.law.numbers.points
    ways = movement_graph(desert)
    graph = nx.DiGraph()
    for cell in desert.placed:
        for left in range(full + 1):
            graph.add_edge((cell, left), (cell, full), turns=1)
            for _, side, step in ways.out_edges(cell, data="cost"):
                if step <= left:
                    graph.add_edge((cell, left), (side, left - step), turns=0)
    reached = nx.single_source_dijkstra_path_length(graph, (desert.team, points), weight="turns")
    found: dict[Cell, int] = {}
    for (cell, _), turns in reached.items():
        found[cell] = min(turns + 1, found.get(cell, turns + 1))
    return found


# -- the third question: is the Team trapped? --------------------------------------------------------------------------


class Walls(NamedTuple):
    """What counts as a wall or a dead end in the trapped test, apart from Canyons."""

    cells: frozenset[Cell] = frozenset()
    """The cells of tiles that count as walls under the current reading."""
    dead_ends: frozenset[Cell] = frozenset()
    """The empty cells that do not count as a way out."""


NO_WALLS = Walls()


class Region(NamedTuple):
    """The answer to the third question, whether the Team is trapped."""

    reach: frozenset[Cell]
    """The tiles that the Team might ever enter."""
    frontier: frozenset[Cell]
    """The empty cells beside them."""
    civilization: bool
    """Whether a Civilization tile is among them."""

    @property
    def trapped(self) -> bool:
        """Whether there is no Civilization tile in the region and no empty cell beside it."""
        return not self.civilization and not self.frontier


def region(desert: Desert, walls: Walls = NO_WALLS) -> Region:
    """Return the Team’s region, by which the game decides whether the Team is trapped (trapped/definition)."""
    reach, frontier = {desert.team}, set()
    todo = [desert.team]
    while todo:
        cell = todo.pop()
        for direction, side in enumerate(neighbours(cell)):
            if side not in desert.placed:
                if side not in walls.dead_ends:
                    frontier.add(side)
            elif side not in reach and _may_ever_enter(desert, cell, direction, side, walls):
                reach.add(side)
                todo.append(side)
    civilization = any(desert.placed[cell].tile.kind == "civilization" for cell in reach)
    return Region(frozenset(reach), frozenset(frontier), civilization)


def _may_ever_enter(desert: Desert, cell: Cell, direction: int, side: Cell, walls: Walls) -> bool:
    return (
        desert.placed[side].tile.kind != "canyon"
        and side not in walls.cells
        and not (side == START and desert.law.start_closed)
        and desert.crossable(cell, direction)
    )


def trapped(desert: Desert, walls: Walls = NO_WALLS) -> bool:
    """Whether the Team is trapped: the same test as `region(…).trapped`, but it stops at the first way out."""
    seen = {desert.team}
    todo = [desert.team]
    while todo:
        cell = todo.pop()
        for direction, side in enumerate(neighbours(cell)):
            there = desert.placed.get(side)
            if there is None:
                if side not in walls.dead_ends:
                    return False
            elif side not in seen and _may_ever_enter(desert, cell, direction, side, walls):
                if there.tile.kind == "civilization":
                    return False
                seen.add(side)
                todo.append(side)
    return desert.placed[desert.team].tile.kind != "civilization"


# -- the fourth question: where may this tile go? ----------------------------------------------------------------------

Spot: TypeAlias = tuple[Cell, int]
"""A cell, and by how many quarter turns clockwise the tile is turned there."""


def demands(desert: Desert, cell: Cell) -> tuple[int, ...]:
    """Return the marks that the tiles around an empty cell ask of its sides N, E, S, W; `ANY` where none does."""
    placed = desert.placed
    x, y = cell
    n, e, s, w = placed.get((x, y + 1)), placed.get((x + 1, y)), placed.get((x, y - 1)), placed.get((x - 1, y))
    return (n.edges[2] if n else ANY, e.edges[3] if e else ANY, s.edges[0] if s else ANY, w.edges[1] if w else ANY)


def fitting_turns(desert: Desert, tile: Tile, cell: Cell) -> tuple[int, ...]:
    """Return the turns in which every touching edge matches (placing/all-touching-edges)."""
    return _turns_to_fit(tile.edges, demands(desert, cell))


@lru_cache(maxsize=4096)
def _turns_to_fit(edges: tuple[int, ...], asked: tuple[int, ...]) -> tuple[int, ...]:
    """Return the turns in which a tile with these edges shows all marks that are asked."""
    return tuple([turn for turn in TURNS if _matches(turned(edges, turn), asked)])


def _matches(edges: tuple[int, ...], asked: tuple[int, ...]) -> bool:
    return all(mark in (ANY, edge) for mark, edge in zip(asked, edges, strict=True))


class Clash(NamedTuple):
    """A side on which a tile does not match."""

    side: str
    ours: int
    theirs: int


def clashes(desert: Desert, tile: Tile, cell: Cell, turn: int) -> list[Clash]:
    """Return every side on which the tile, turned like this, does not match its neighbour."""
    edges = turned(tile.edges, turn)
    asked = demands(desert, cell)
    return [Clash(COMPASS[i], edges[i], asked[i]) for i in TURNS if asked[i] not in (ANY, edges[i])]


STEP_RULES = {1: "placing/step-1-beside-team", 2: "placing/step-2-diagonal", 3: "placing/step-3-anywhere"}
"""The rule of each step of placing."""
STEP_PLACES = {1: "beside the Team", 2: "diagonally to the Team", 3: "anywhere beside a tile"}
"""Where each step of placing looks."""


def candidates(desert: Desert) -> Iterator[tuple[int, list[Cell]]]:
    """Yield the steps of placing with their open cells: beside the Team, diagonal to it, anywhere on the rim."""
    yield 1, desert.open_sides()
    diagonal = corners(desert.team)
    yield 2, [c for c in diagonal if c in desert.rim or (desert.law.detached and c not in desert.placed)]
    around = (*neighbours(desert.team), *diagonal)
    yield 3, sorted(cell for cell in desert.rim if cell not in around)


def step_for(desert: Desert, cell: Cell) -> int:
    """Return the step of placing in which an empty cell is tried, or 0 if there is none."""
    x, y = desert.team
    far = abs(cell[0] - x), abs(cell[1] - y)
    if cell not in desert.rim and not (far == (1, 1) and desert.law.detached):
        return 0
    return 1 if sum(far) == 1 else 2 if far == (1, 1) else 3


def placement(desert: Desert, tile: Tile) -> tuple[int, list[Spot]]:
    """Return the step of placing that applies to a tile and every cell and turn it allows; (0, []) if none fits.

    A later step leaves out the cells of earlier steps, because nothing fits in them.
    """
    found: list[Spot] = []
    applies = 0
    for step, cells in candidates(desert):
        found += [(cell, turn) for cell in cells for turn in fitting_turns(desert, tile, cell)]
        if found:
            applies = applies or step
            if not (step == 2 and applies == 2 and desert.law.corners_optional):
                break
    return applies, found


def fits_somewhere(desert: Desert, tile: Tile) -> bool:
    """Whether some step of placing has a cell for the tile."""
    applies, _ = placement(desert, tile)
    return applies > 0
