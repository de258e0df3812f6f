"""Where everything stands on the turn-flow picture: computed ahead, shipped as `flow_positions.toml`.

Each group is layered top to bottom: ways back are left out, each node stands below all that lead to it, at most
five boxes a layer; layers are ordered for few crossings and set straight by least squares. The overview is the
main line of groups as a column, with the groups called from several places on a shelf beside or below it.

Run `python -m tutor.ui.flow_layout` after changing a `flow.toml`.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

from tutor.engine.flow import Flow, load_flow
from tutor.ui.lettering import text_width

GAMES = Path(__file__).resolve().parent.parent / "games"

BOX_WIDTH, BOX_HEIGHT = 144, 46
BOX_GAP, LINE_GAP = 10, 16
LAYER_GAP = 30
CHIP_HEIGHT, CHIP_DROP = 18, 5
CHIP_ROW = BOX_WIDTH + 6
MARGIN = 14
WIDEST = 770
STARTS, KEPT = 8, 3
RAIL_HEAD = 150

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Chip:
    """A way that leaves a node without a line: to another group, back up, or down to the rail."""

    kind: str
    text: str
    targets: tuple[str, ...]
    group: str

    @property
    def width(self) -> int:
        """Pixels, at most one row of chips."""
        return min(CHIP_ROW, round(text_width(self.text, 12)) + 16)


@dataclass(frozen=True, slots=True)
class Parts:
    """One group taken apart: which ways are lines, which are chips, and the node that became the rail.

    `detours` are not drawn: they say that a node comes after another because other groups lie between.
    """

    nodes: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    detours: tuple[tuple[str, str], ...]
    rail: str
    chips: dict[str, tuple[Chip, ...]]
    entries: dict[str, tuple[str, ...]]


@dataclass(slots=True)
class Positions:
    """All of a flow's positions, in pixels: centres of nodes, points of lines, sizes of the pictures."""

    sizes: dict[str, Point] = field(default_factory=dict)
    nodes: dict[str, Point] = field(default_factory=dict)
    lines: dict[tuple[str, str], tuple[Point, ...]] = field(default_factory=dict)
    crossings: dict[str, int] = field(default_factory=dict)


def parts(flow: Flow, group: str) -> Parts:
    """Sort the ways of a group into lines, ways back, the rail and exits."""
    nodes = [node.id for node in flow.members(group)]
    inner = [(a, edge.end) for a in nodes for edge in flow.ways_on(a) if edge.end in nodes and edge.end != a]
    detours = list(_detours(flow, nodes, inner))
    back = _ways_back(nodes, inner + detours)
    lines = [line for line in inner if line not in back]
    rail = _rail(nodes, lines)
    chips = {node: tuple(_chips(flow, group, node, back, rail)) for node in nodes}
    entries = {node: tuple(e.start for e in flow.ways_in(node) if e.start not in nodes) for node in nodes}
    last = {b for a, b in detours if a == rail and all(start != b for start, _ in lines)}
    detours += [(a, b) for b in last for a, end in lines if end == rail and a != b]
    lines = [line for line in lines if rail not in line]
    detours = sorted(line for line in detours if line not in back and rail not in line)
    return Parts(tuple(nodes), tuple(lines), tuple(detours), rail, chips, entries)


def _detours(flow: Flow, nodes: Sequence[str], inner: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """For each node that is only entered from other groups: the members from which it is soonest reached."""
    for node in nodes[1:]:
        if any(end == node for _, end in inner):
            continue
        seen, reached = {node}, [node]
        while reached and not any(other in nodes and other != node for other in reached):
            before = [way.start for other in reached for way in flow.ways_in(other)]
            reached = [other for other in dict.fromkeys(before) if other not in seen]
            seen.update(reached)
        yield from ((other, node) for other in reached if other in nodes)


def _ways_back(nodes: Sequence[str], inner: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges that close a circle when the group is walked depth first in the order of the file."""
    back: set[tuple[str, str]] = set()
    done: set[str] = set()
    on_path: list[str] = []

    def walk(node: str) -> None:
        on_path.append(node)
        for start, end in inner:
            if start == node and end in on_path:
                back.add((start, end))
            elif start == node and end not in done:
                walk(end)
        done.add(on_path.pop())

    for node in nodes:
        if node not in done:
            walk(node)
    return back


def _rail(nodes: Sequence[str], lines: Sequence[tuple[str, str]]) -> str:
    """The last node of the group, if three or more ways lead to it; else nothing."""
    sinks = [node for node in nodes if all(start != node for start, _ in lines)]
    ways_in = {node: sum(end == node for _, end in lines) for node in sinks}
    best = max(sinks, key=lambda node: ways_in[node])
    return best if ways_in[best] >= 3 else ""


def _chips(flow: Flow, group: str, node: str, back: set[tuple[str, str]], rail: str) -> Iterable[Chip]:
    away: dict[str, list[str]] = {}
    for edge in flow.ways_on(node):
        other = flow.nodes[edge.end].group
        if edge.end == rail:
            yield Chip("done", "done", (rail,), group)
        elif edge.end == node:
            yield Chip("back", "↺ try again", (node,), group)
        elif (node, edge.end) in back:
            yield Chip("back", f"↺ {flow.nodes[edge.end].short}", (edge.end,), group)
        elif other != group:
            away.setdefault(other, []).append(edge.end)
    for other, ends in away.items():
        kinds = {flow.edge(node, end).kind for end in ends}
        called = flow.groups[other].called or flow.groups[other].within
        kind = "call" if "call" in kinds or (called and kinds == {""}) else "out"
        yield Chip(kind, f"▸ {flow.groups[other].label}", tuple(ends), other)


def chip_room(boxes: int) -> int:
    """How wide the chips of one box may spread in a layer of so many boxes."""
    return CHIP_ROW if boxes > 1 else 2 * CHIP_ROW


def chip_rows(chips: Sequence[Chip], width: int) -> list[list[Chip]]:
    """The chips in rows no wider than `width`."""
    rows: list[list[Chip]] = []
    for chip in chips:
        if rows and sum(other.width + 4 for other in rows[-1]) + chip.width <= width:
            rows[-1].append(chip)
        else:
            rows.append([chip])
    return rows


# ---------------------------------------------------------------- layers


@dataclass(slots=True)
class Layers:
    """A group in layers, left to right; a line over several layers goes through a bend in each between."""

    rows: list[list[str]]
    chains: dict[tuple[str, str], list[str]]
    above: dict[str, list[str]] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.above = {name: [] for row in self.rows for name in row}
        self.below = {name: [] for row in self.rows for name in row}
        for upper, lower in self.links():
            self.below[upper].append(lower)
            self.above[lower].append(upper)

    def links(self) -> Iterable[tuple[str, str]]:
        """All stretches of lines from one layer to the next."""
        return (link for chain in self.chains.values() for link in pairwise(chain))

    def is_bend(self, name: str) -> bool:
        """Whether the name stands for a bend of a line and not for a box."""
        return name.startswith("|")

    def width(self, name: str) -> int:
        """How much room a box or a bend takes, in pixels."""
        return LINE_GAP if self.is_bend(name) else BOX_WIDTH + BOX_GAP

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
    """How many of the lines to the neighbours of two names cross when one stands left of the other."""
    return sum(place[a] > place[b] for a in left for b in right)


def layered(
    nodes: Sequence[str], lines: Sequence[tuple[str, str]], detours: Sequence[tuple[str, str]], widest: int
) -> Layers:
    """Give each node a layer below all that lead to it, at most `widest` boxes in one."""
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
    return _bent(rows, level, lines)


def _bent(rows: list[list[str]], level: dict[str, int], lines: Sequence[tuple[str, str]]) -> Layers:
    chains: dict[tuple[str, str], list[str]] = {}
    for start, end in lines:
        chain = [start]
        for y in range(level[start] + 1, level[end]):
            chain.append(f"|{start}|{end}|{y}")
            rows[y].append(chain[-1])
        chain.append(end)
        chains[start, end] = chain
    return Layers(rows, chains)


def order(layers: Layers) -> int:
    """Order each layer for few crossings, by barycentres and then by swapping neighbours. Returns what is left."""
    best, rows = layers.crossings(), [list(row) for row in layers.rows]
    for sweep in range(24):
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
    """Swap neighbours wherever that uncrosses at least so many lines; say whether any swap was made."""
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


# ---------------------------------------------------------------- coordinates


def across(layers: Layers, pull: float) -> dict[str, float]:
    """The x of every box and bend: near the mean of its neighbours above and below, never overlapping.

    A `pull` below 1 draws everything a little towards the middle, so that subtrees don't drift apart.
    """
    x: dict[str, float] = {}
    for row in layers.rows:
        at = -sum(layers.width(name) for name in row) / 2
        for name in row:
            x[name] = at + layers.width(name) / 2
            at += layers.width(name)
    for sweep in range(60):
        for row in layers.rows if sweep % 2 else layers.rows[::-1]:
            wanted = [_wanted(layers, x, name, pull) for name in row]
            weight = [4.0 if layers.is_bend(name) else 1.0 for name in row]
            apart = [(layers.width(a) + layers.width(b)) / 2 for a, b in pairwise(row)]
            x.update(zip(row, spread(wanted, weight, apart), strict=True))
    return x


def _wanted(layers: Layers, x: dict[str, float], name: str, pull: float) -> float:
    sides = [[x[n] for n in beside[name]] for beside in (layers.above, layers.below)]
    means = [fmean(side) for side in sides if side]
    return pull * fmean(means) if means else 0.9 * x[name]


def spread(wanted: Sequence[float], weight: Sequence[float], apart: Sequence[float]) -> list[float]:
    """The least-squares places next to the `wanted` ones that keep the order and stand `apart`."""
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


def place_group(flow: Flow, group: str, into: Positions) -> None:
    """Lay out one group: at most five, four or three boxes a layer, whichever fits with the fewest crossings."""
    apart = parts(flow, group)
    boxes = [node for node in apart.nodes if node != apart.rail]
    tries: list[Try] = []
    for widest in (5, 4, 3):
        ordered = [_ordered(boxes, apart, widest, start) for start in range(STARTS)]
        for crossings, layers in sorted(ordered, key=lambda found: found[0])[:KEPT]:
            tries += _tried(layers, crossings)
    _, crossings, _, _, layers, x = min(tries, key=lambda found: found[:4])
    left, right = _extent(layers, x)
    width = max(round(right - left), 2 * CHIP_ROW) + 2 * MARGIN
    shift = (width - (right - left)) / 2 - left
    tops, height = _down(apart, layers)
    for name, at in x.items():
        if not layers.is_bend(name):
            into.nodes[name] = (round(at + shift), 0)
    for y, row in enumerate(layers.rows):
        for name in row:
            if not layers.is_bend(name):
                into.nodes[name] = (into.nodes[name][0], tops[y] + BOX_HEIGHT // 2)
    into.lines.update(_points(apart, layers, {name: at + shift for name, at in x.items()}, tops))
    into.crossings[group] = crossings
    if apart.rail:
        rows = chip_rows(apart.chips[apart.rail], width - RAIL_HEAD - 2 * MARGIN)
        depth = max(BOX_HEIGHT, 26 * len(rows) + 12)
        into.nodes[apart.rail] = (width // 2, height + 14 + depth // 2)
        height += depth + 14 + MARGIN
    into.sizes[group] = (width, height)


Try = tuple[int, int, int, float, Layers, dict[str, float]]


def _ordered(boxes: Sequence[str], apart: Parts, widest: int, start: int) -> tuple[int, Layers]:
    """The group in ordered layers, from one of several starting orders, and its crossings."""
    layers = layered(boxes, apart.lines, apart.detours, widest)
    for y, row in enumerate(layers.rows):
        if start >> (y % 3) & 1:
            row.reverse()
    return order(layers), layers


def _tried(layers: Layers, crossings: int) -> Iterable[Try]:
    """Places across, and what speaks against each: too wide, crossings, layers, length of all lines."""
    for pull in (0.97, 0.9, 0.8, 0.65):
        x = across(layers, pull)
        left, right = _extent(layers, x)
        length = sum(abs(x[a] - x[b]) for a, b in layers.links())
        yield max(0, round(right - left) - WIDEST), crossings, len(layers.rows), length, layers, x


def _extent(layers: Layers, x: dict[str, float]) -> tuple[float, float]:
    left = min(at - layers.width(name) / 2 for name, at in x.items())
    right = max(at + layers.width(name) / 2 for name, at in x.items())
    return left, right


def _down(apart: Parts, layers: Layers) -> tuple[list[int], int]:
    """The top of each layer, and where the last one ends with its chips."""
    tops, y = [], MARGIN
    for row in layers.rows:
        boxes = [name for name in row if not layers.is_bend(name)]
        if any(apart.entries[name] for name in boxes):
            y += CHIP_HEIGHT - CHIP_DROP
        tops.append(y)
        rows = max(len(chip_rows(apart.chips[name], chip_room(len(boxes)))) for name in boxes)
        y += BOX_HEIGHT + max(0, CHIP_HEIGHT * rows - CHIP_DROP) + LAYER_GAP
    return tops, y - LAYER_GAP + MARGIN


def _points(apart: Parts, layers: Layers, x: dict[str, float], tops: list[int]) -> dict[tuple[str, str], tuple[Point, ...]]:
    level = {name: y for y, row in enumerate(layers.rows) for name in row}
    found = {}
    for line, chain in layers.chains.items():
        points = [(_port(layers, x, chain[0], chain[1], above=False), tops[level[chain[0]]] + BOX_HEIGHT)]
        for bend in chain[1:-1]:
            top = tops[level[bend]]
            points += [(round(x[bend]), top - 4), (round(x[bend]), top + BOX_HEIGHT + 4)]
        top = tops[level[line[1]]] - (CHIP_HEIGHT - CHIP_DROP if apart.entries[line[1]] else 0)
        points.append((_port(layers, x, chain[-1], chain[-2], above=True), top))
        found[line] = tuple(points)
    return found


def _port(layers: Layers, x: dict[str, float], name: str, other: str, above: bool) -> int:
    """Where on the edge of a box a line leaves or arrives, so that several do not share one spot."""
    beside = sorted((layers.above if above else layers.below)[name], key=lambda n: x[n])
    step = min(18.0, 96 / len(beside))
    return round(x[name] + (beside.index(other) - (len(beside) - 1) / 2) * step)


def lay_out(flow: Flow) -> Positions:
    """The positions of every node, line and group of a flow."""
    found = Positions()
    for group in flow.groups:
        place_group(flow, group, found)
    return found


# ---------------------------------------------------------------- the file


def written(flow: Flow, found: Positions) -> str:
    """The positions as the text of `flow_positions.toml`."""
    text = [
        "# Where the turn-flow picture stands, in pixels: written by python -m tutor.ui.flow_layout, not by hand."
    ]
    for group, (width, height) in found.sizes.items():
        crossings = found.crossings[group]
        text += ["", f"[group.{group}]", f"size = [{width}, {height}]", f"crossings = {crossings}"]
    text += ["", "[node]"]
    text += [f"{node} = [{x}, {y}]" for node, (x, y) in found.nodes.items()]
    for (start, end), points in found.lines.items():
        path = ", ".join(f"[{x}, {y}]" for x, y in points)
        text += ["", "[[line]]", f'from = "{start}"', f'to = "{end}"', f"points = [{path}]"]
    return "\n".join(text) + "\n"


def load_positions(path: Path) -> Positions:
    """Read a `flow_positions.toml`."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return Positions(
        sizes={group: tuple(table["size"]) for group, table in data["group"].items()},
        nodes={node: tuple(at) for node, at in data["node"].items()},
        lines={
            (line["from"], line["to"]): tuple(map(tuple, line["points"])) for line in data.get("line", [])
        },
        crossings={group: table["crossings"] for group, table in data["group"].items()},
    )


def main() -> None:
    """Write the positions of every game that has a flow."""
    for path in sorted(GAMES.glob("*/flow.toml")):
        flow = load_flow(path)
        found = lay_out(flow)
        path.with_name("flow_positions.toml").write_text(written(flow, found), encoding="utf-8")
        print(f"{flow.game}: {len(found.nodes)} nodes, {sum(found.crossings.values())} crossings")


if __name__ == "__main__":
    main()
