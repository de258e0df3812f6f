"""A group of a flow taken apart: which edges are lines in its picture, which are chips, and which node is the rail."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tutor.engine.book.flow import Flow
from tutor.ui.pictures.lettering import text_width

BOX_WIDTH, BOX_HEIGHT = 144, 46
CHIP_HEIGHT, CHIP_DROP, ENTRY_DROP = 18, 5, 1
"""How high a chip is, how far the chips below a box reach into the box, and how far a chip above it does."""
CHIP_ROW = BOX_WIDTH + 6


@dataclass(frozen=True, slots=True)
class Chip:
    """An edge that leaves a node without a line: to another group, back up, or down to the rail."""

    kind: str
    text: str
    targets: tuple[str, ...]
    group: str

    @property
    def width(self) -> int:
        """The width in pixels, at most that of one row of chips."""
        return min(CHIP_ROW, round(text_width(self.text, 12)) + 16)


@dataclass(frozen=True, slots=True)
class Parts:
    """One group taken apart: which edges are lines, which are chips, and the node that became the rail.

    `detours` are not drawn: they say that a node comes after another because there are other groups between them.
    """

    nodes: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    detours: tuple[tuple[str, str], ...]
    rail: str
    chips: dict[str, tuple[Chip, ...]]
    entries: dict[str, tuple[str, ...]]


def parts(flow: Flow, group: str) -> Parts:
    """Sort the edges of a group into lines, ways back, the rail and exits."""
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
    """For each node that is entered only from other groups, the members from which it is reached soonest."""
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
    """The edges that close a cycle when the group is walked depth first, in the order of the file."""
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
    """The last node of the group, if three or more edges lead to it."""
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
    """How wide the chips of one box may spread in a layer of this many boxes."""
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
