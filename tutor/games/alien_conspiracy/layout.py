"""How the eight location cards are laid out: which touch along a side, and how far apart they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

CITY = "!"
STORE = "$"
NUMBERED = ("1", "2", "3", "4", "5", "6")
MARKS = (*NUMBERED, STORE, CITY)
"""The eight locations, in the order in which options and pictures list them."""

GAP = "."
RING = ("1 2 3", f"{CITY} {GAP} {STORE}", "6 5 4")
"""The standard layout, row by row (setup/ring-order)."""

OTHER_LAYOUTS: Mapping[str, tuple[str, ...]] = {
    "ring": RING,
    "block": (f"{CITY} 1 2 3", f"6 5 4 {STORE}"),
    "street": (f"{CITY} 1 2 3 4 5 6 {STORE}",),
    "cross": (
        f"{GAP} {GAP} 1 {GAP} {GAP}",
        f"{CITY} 2 3 4 {STORE}",
        f"{GAP} {GAP} 5 {GAP} {GAP}",
        f"{GAP} {GAP} 6 . .",
    ),
    "stairs": (f"{CITY} 1 {GAP} {GAP}", f"{GAP} 2 3 {GAP}", f"{GAP} {GAP} 4 5", f"{GAP} {GAP} {STORE} 6"),
    "corners": (f"1 {GAP} 2", f"{GAP} {CITY} {GAP}", f"3 {GAP} 4", f"5 {STORE} 6"),
}
"""Arrangements to choose from in a later game (setup/layout-variant); the last one touches at corners only."""


NAMES = {CITY: f"the city ({CITY})", STORE: f"the store ({STORE})"}


WHERE = {CITY: f"in the city ({CITY})", STORE: f"at the store ({STORE})"}


def named(place: str) -> str:
    """Return a location as it is called in a sentence: by its name and mark, or by its number."""
    return NAMES.get(place, f"location {place}")


def at(place: str) -> str:
    """Return the words for being at a location: “in the city (!)” or “at location 3”."""
    return WHERE.get(place, f"at location {place}")


def any_of(places: Sequence[str]) -> str:
    """Return the words for a choice of locations: “location 1, 2 or 4” or “location 2 or the store ($)”."""
    *first, last = places if places[2:] and set(places) <= set(NUMBERED) else map(named, places)
    if last in NUMBERED:
        return f"location {', '.join(first)} or {last}"
    return f"{', '.join(first)} or {last}" if first else last


@dataclass(frozen=True, slots=True)
class Layout:
    """One arrangement of the location cards; made by `lay`."""

    rows: tuple[str, ...]
    """Marks row by row, separated by spaces, with `GAP` for a place without a card."""
    cells: Mapping[str, tuple[int, int]] = field(compare=False, repr=False)
    """The row and column of every location, from 0."""
    neighbours: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    """The locations that share a side with each location (board/side-adjacency)."""
    moves: Mapping[str, tuple[tuple[str, str], ...]] = field(compare=False, repr=False)
    """The same as values of a move, ready to be offered."""

    @property
    def standard(self) -> bool:
        """Whether this is the ring with the empty middle."""
        return self.rows == RING

    def way(self, start: str, goal: str) -> tuple[str, ...]:
        """Return the locations on a shortest way from `start` to `goal`, without `start`; empty if there is none."""
        ways: dict[str, tuple[str, ...]] = {start: ()}
        queue = [start]
        for place in queue:
            for beside in self.neighbours[place]:
                if beside not in ways:
                    ways[beside] = (*ways[place], beside)
                    queue.append(beside)
        return ways.get(goal, ())

    def between(self, start: str, goal: str) -> tuple[int, int]:
        """Return how many rows and how many columns `start` and `goal` are apart."""
        (row, column), (goal_row, goal_column) = self.cells[start], self.cells[goal]
        return abs(row - goal_row), abs(column - goal_column)

    def across_gap(self, start: str, goal: str) -> bool:
        """Whether two locations face each other in a row or a column, with one empty place between them."""
        (row, column), (goal_row, goal_column) = self.cells[start], self.cells[goal]
        middle = ((row + goal_row) // 2, (column + goal_column) // 2)
        return self.between(start, goal) in ((0, 2), (2, 0)) and middle not in self.cells.values()


@lru_cache(maxsize=256)
def lay(rows: tuple[str, ...]) -> Layout:
    """Lay the location cards out as `rows` say and work out which touch.

    Raises:
        ValueError: if a location is missing, unknown or there more than once.
    """
    cells = {mark: (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row.split()) if mark != GAP}
    laid = sorted(mark for row in rows for mark in row.split() if mark != GAP)
    if laid != sorted(MARKS):
        raise ValueError(f"expected each of {' '.join(MARKS)} once, with {GAP} for gaps; got {' / '.join(rows)}")
    neighbours = {
        mark: tuple(other for other in MARKS if abs(cells[other][0] - row) + abs(cells[other][1] - column) == 1)
        for mark, (row, column) in cells.items()
    }
    moves = {mark: tuple(("move", other) for other in beside) for mark, beside in neighbours.items()}
    return Layout(rows, cells, neighbours, moves)


def cut_off(layout: Layout) -> tuple[str, ...]:
    """Return the locations that cannot be reached from the city (setup/layout-variant-adjacency)."""
    return tuple(mark for mark in MARKS if mark != CITY and not layout.way(CITY, mark))
