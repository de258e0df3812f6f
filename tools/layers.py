"""Lays out a directed acyclic graph in layers, from top to bottom, with few crossings and straight lines.

Each node is below all nodes that lead to it. Layers are ordered by barycentres and by swapping neighbours. The
horizontal places are the least-squares ones that keep order and distance (pool adjacent violators).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean

SWEEPS, SETTLING = 24, 60
BEND_WEIGHT = 4.0


@dataclass(slots=True)
class Layers:
    """A group in layers, each from left to right; a line across several layers has a bend in each of them."""

    rows: list[list[str]]
    chains: dict[tuple[str, str], list[str]]
    box: int
    bend: int
    above: dict[str, list[str]] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.above = {name: [] for row in self.rows for name in row}
        self.below = {name: [] for row in self.rows for name in row}
        for upper, lower in self.links():
            self.below[upper].append(lower)
            self.above[lower].append(upper)

    def links(self) -> Iterable[tuple[str, str]]:
        """All sections of lines from one layer to the next."""
        return (link for chain in self.chains.values() for link in pairwise(chain))

    def is_bend(self, name: str) -> bool:
        """Whether the name stands for a bend of a line rather than for a box."""
        return name.startswith("|")

    def width(self, name: str) -> int:
        """The width of a box or a bend, in pixels."""
        return self.bend if self.is_bend(name) else self.box

    def crossings(self) -> int:
        """How many pairs of lines cross."""
        place = self.places()
        return sum(
            _crossed(self.below[left], self.below[right], place)
            for row in self.rows
            for at, right in enumerate(row)
            for left in row[:at]
        )

    def places(self) -> dict[str, int]:
        """The place of each name in its layer."""
        return {name: x for row in self.rows for x, name in enumerate(row)}


def _crossed(left: Sequence[str], right: Sequence[str], place: dict[str, int]) -> int:
    """Return how many lines to the neighbours of two names cross if the first name is to the left of the second."""
    return sum(place[a] > place[b] for a in left for b in right)


def layered(
    nodes: Sequence[str],
    lines: Sequence[tuple[str, str]],
    detours: Sequence[tuple[str, str]],
    widest: int,
    box: int,
    bend: int,
) -> Layers:
    """Give each node a layer below all nodes that lead to it, with at most `widest` boxes per layer.

    `detours` count like lines but are not drawn. A box is `box` pixels wide, and the bend of a line `bend` pixels.
    """
    above = {node: [a for a, b in (*lines, *detours) if b == node] for node in nodes}
    level: dict[str, int] = {}
    while len(level) < len(nodes):
        ready = [n for n in nodes if n not in level and all(a in level for a in above[n])]
        lowest = {n: max((level[a] + 1 for a in above[n]), default=0) for n in ready}
        node = min(ready, key=lambda n: (lowest[n], nodes.index(n)))
        at = lowest[node]
        while sum(other == at for other in level.values()) >= widest:
            at += 1
        level[node] = at
    rows: list[list[str]] = [[] for _ in range(max(level.values()) + 1)]
    for node in nodes:
        rows[level[node]].append(node)
    return Layers(rows, _bent(rows, level, lines), box, bend)


def _bent(
    rows: list[list[str]], level: Mapping[str, int], lines: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], list[str]]:
    """Put the bends of the long lines into the rows, and return every line as a chain of names."""
    chains: dict[tuple[str, str], list[str]] = {}
    for start, end in lines:
        chain = [start]
        for y in range(level[start] + 1, level[end]):
            chain.append(f"|{start}|{end}|{y}")
            rows[y].append(chain[-1])
        chain.append(end)
        chains[start, end] = chain
    return chains


def order(layers: Layers) -> int:
    """Order each layer by barycentres and then by swapping neighbours; return the number of remaining crossings."""
    best, rows = layers.crossings(), [list(row) for row in layers.rows]
    for sweep in range(SWEEPS):
        _barycentres(layers, down=sweep % 2 == 0)
        _swaps(layers, least=0)
        while _swaps(layers, least=1):
            pass
        if layers.crossings() < best:
            best, rows = layers.crossings(), [list(row) for row in layers.rows]
    layers.rows = rows
    return best


def _barycentres(layers: Layers, down: bool) -> None:
    place = layers.places()
    beside = layers.above if down else layers.below
    for row in layers.rows if down else layers.rows[::-1]:
        pull = {name: fmean([place[other] for other in beside[name]] or [place[name]]) for name in row}
        row.sort(key=lambda name: (pull[name], place[name]))
        place.update({name: x for x, name in enumerate(row)})


def _swaps(layers: Layers, least: int) -> bool:
    """Swap neighbours wherever that removes at least this many crossings, and return whether any were swapped."""
    better, place = False, layers.places()
    for row in layers.rows:
        for x in range(len(row) - 1):
            left, right = row[x], row[x + 1]
            sides = [(beside[left], beside[right]) for beside in (layers.above, layers.below)]
            gain = sum(_crossed(a, b, place) - _crossed(b, a, place) for a, b in sides)
            if gain >= least:
                row[x], row[x + 1] = right, left
                place[left], place[right] = x + 1, x
                better = True
    return better


def across(layers: Layers, pull: float) -> dict[str, float]:
    """Return the x of every box and bend, near the mean of its neighbours above and below, so that nothing overlaps.

    A `pull` below 1 moves everything a little towards the middle, so that subtrees don't drift apart.
    """
    x: dict[str, float] = {}
    for row in layers.rows:
        at = -sum(layers.width(name) for name in row) / 2
        for name in row:
            x[name] = at + layers.width(name) / 2
            at += layers.width(name)
    for sweep in range(SETTLING):
        for row in layers.rows if sweep % 2 else layers.rows[::-1]:
            wanted = [_wanted(layers, x, name, pull) for name in row]
            weight = [BEND_WEIGHT if layers.is_bend(name) else 1.0 for name in row]
            apart = [(layers.width(a) + layers.width(b)) / 2 for a, b in pairwise(row)]
            x.update(zip(row, spread(wanted, weight, apart), strict=True))
    return x


def _wanted(layers: Layers, x: Mapping[str, float], name: str, pull: float) -> float:
    sides = [[x[n] for n in beside[name]] for beside in (layers.above, layers.below)]
    means = [fmean(side) for side in sides if side]
    return pull * fmean(means) if means else 0.9 * x[name]


def spread(wanted: Sequence[float], weight: Sequence[float], apart: Sequence[float]) -> list[float]:
    """Return the places nearest to the `wanted` ones by least squares that keep the order and the distances `apart`."""
    offsets = [0.0]
    for gap in apart:
        offsets.append(offsets[-1] + gap)
    pools: list[tuple[float, float, int]] = []
    for place, share, offset in zip(wanted, weight, offsets, strict=True):
        pool = (place - offset, share, 1)
        while pools and pools[-1][0] >= pool[0]:
            at, heavy, count = pools.pop()
            total = heavy + pool[1]
            pool = ((at * heavy + pool[0] * pool[1]) / total, total, count + pool[2])
        pools.append(pool)
    flat = [at for at, _, count in pools for _ in range(count)]
    return [at + offset for at, offset in zip(flat, offsets, strict=True)]


def extent(layers: Layers, x: Mapping[str, float]) -> tuple[float, float]:
    """Return the left and the right end of everything."""
    left = min(at - layers.width(name) / 2 for name, at in x.items())
    right = max(at + layers.width(name) / 2 for name, at in x.items())
    return left, right


def port(layers: Layers, x: Mapping[str, float], name: str, other: str, above: bool) -> int:
    """Return where on the edge of a box a line leaves or arrives, so that several lines do not share one spot."""
    beside = sorted((layers.above if above else layers.below)[name], key=lambda n: x[n])
    step = min(18.0, 96 / len(beside))
    return round(x[name] + (beside.index(other) - (len(beside) - 1) / 2) * step)
