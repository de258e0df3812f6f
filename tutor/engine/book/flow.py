"""The turn structure of a game as a directed graph, read from its `flow.toml`.

A file holds `[[node]]` tables (id, label, short, kind, group, rules, who, variants) and `[[edge]]` tables (from, to,
label, and `kind` if the edge calls a procedure or returns from one); `[[group]]` tables in the order in which they
are taught (id, label, and `within` or `called`); and optionally `[[loop]]` (from, to, label: the named ways
back) and `[[side]]` tables (label, who: the players who play together).
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx

from tutor.engine.book.files import BadInput, parse_toml, quoted, read_text, structure

NODE_KINDS = ("start", "phase", "decision", "chance", "event", "end")
EDGE_KINDS = ("", "call", "return")
DEEPEST_CALL = 8
LONGEST_SHORT = 24


@dataclass(frozen=True, slots=True)
class Node:
    """One place in a turn. `short` fits on a picture, `label` is the sentence, `who` acts or decides.

    Unless it is empty, `variants` names the variants without which nobody has to think of this place.
    """

    id: str
    label: str
    short: str
    kind: str
    group: str
    rules: tuple[str, ...] = ()
    who: str = ""
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge to a next node; if several conditions lead the same way, it has several labels."""

    start: str
    end: str
    labels: tuple[str, ...]
    kind: str = ""

    @property
    def label(self) -> str:
        """The conditions of this edge in one line; empty if there are none."""
        return "; or ".join(label for label in self.labels if label)


@dataclass(frozen=True, slots=True)
class Group:
    """A procedure: `within` another, or `called` from anywhere and left again, or on the main line."""

    id: str
    label: str
    within: str = ""
    called: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """A named way back on the main line, such as the next round: from one group up to an earlier one."""

    start: str
    end: str
    label: str


@dataclass(frozen=True, slots=True)
class Side:
    """Players who play together, as the nodes' `who` names them."""

    label: str
    who: tuple[str, ...]


Place = tuple[str, tuple[str, ...]]
"""A node and the groups that are open there, outermost first."""


class Flow:
    """A game's turn structure.

    `graph` is a networkx DiGraph over node ids, with a `node` attribute on each node and `edge` on each edge.
    """

    def __init__(
        self,
        game: str,
        title: str,
        nodes: Sequence[Node],
        edges: Sequence[Edge],
        groups: Sequence[Group],
        loops: Sequence[Loop] = (),
        sides: Sequence[Side] = (),
    ) -> None:
        self.game, self.title = game, title
        self.nodes = {node.id: node for node in nodes}
        self.groups = {group.id: group for group in groups}
        self.loops, self.sides = tuple(loops), tuple(sides)
        self.start = next(node.id for node in nodes if node.kind == "start")
        self.graph = nx.DiGraph()
        for node in nodes:
            self.graph.add_node(node.id, node=node)
        for edge in edges:
            self.graph.add_edge(edge.start, edge.end, edge=edge)

    def edge(self, start: str, end: str) -> Edge:
        """The edge from one node to another. Raises KeyError if there is none."""
        found: Edge = self.graph.edges[start, end]["edge"]
        return found

    def ways_on(self, node: str) -> list[Edge]:
        """The edges out of a node, in the order of the file."""
        return [self.edge(node, after) for after in self.graph.successors(node)]

    def ways_in(self, node: str) -> list[Edge]:
        """The edges into a node, in the order of the file."""
        return [self.edge(before, node) for before in self.graph.predecessors(node)]

    def members(self, group: str) -> list[Node]:
        """The nodes of a group, in the order of the file."""
        return [node for node in self.nodes.values() if node.group == group]

    def quotient(self) -> Any:
        """The groups as a DiGraph; an edge has the `count` and the `kinds` of the edges between two groups."""
        picture = nx.DiGraph()
        picture.add_nodes_from(self.groups)
        for start, end in self.graph.edges:
            across = self.nodes[start].group, self.nodes[end].group
            if across[0] == across[1]:
                continue
            if not picture.has_edge(*across):
                picture.add_edge(*across, count=0, kinds=set())
            picture.edges[across]["count"] += 1
            picture.edges[across]["kinds"].add(self.edge(start, end).kind)
        return picture

    def last_steps(self, walk: Sequence[str], count: int) -> list[Edge]:
        """The last edges of a walk, at most `count`, since it last jumped, because a scene may leave out nodes."""
        steps: list[Edge] = []
        for start, end in pairwise(walk[-count - 1 :]):
            steps = [*steps, self.edge(start, end)] if self.graph.has_edge(start, end) else []
        return steps

    def calls(self, walk: Iterable[str]) -> tuple[str, ...]:
        """The groups that are open at the end of a walk, outermost first."""
        open_groups: tuple[str, ...] = ()
        before = ""
        for node in walk:
            open_groups = self._entered(open_groups, before, node)
            before = node
        return open_groups

    def way(self, start: str, goal: str, trail: Sequence[str] = ()) -> list[Edge] | None:
        """The shortest way from `start` to `goal`, or None. A return leads only to the group that made the call."""
        first: Place = (start, tuple(trail) or self.calls([start]))
        came: dict[Place, Place | None] = {first: None}
        waiting = deque([first])
        while waiting:
            place = waiting.popleft()
            if place[0] == goal:
                return self._steps(came, place)
            for edge in self.ways_on(place[0]):
                if edge.kind == "return" and not self._returns_to_caller(place[1], edge.end):
                    continue
                after = edge.end, self._entered(place[1], place[0], edge.end)
                if after not in came and len(after[1]) <= DEEPEST_CALL:
                    came[after] = place
                    waiting.append(after)
        return None

    def _steps(self, came: dict[Place, Place | None], place: Place) -> list[Edge]:
        steps: list[Edge] = []
        before = came[place]
        while before is not None:
            steps.append(self.edge(before[0], place[0]))
            place, before = before, came[before]
        return steps[::-1]

    def _home(self, group: str) -> tuple[str, ...]:
        within = self.groups[group].within
        return (*self._home(within), group) if within else (group,)

    def _returns_to_caller(self, open_groups: tuple[str, ...], node: str) -> bool:
        if len(open_groups) < 2:
            return False
        caller, group = self.groups[open_groups[-2]], self.groups[self.nodes[node].group]
        return caller.id == group.id or bool(caller.within and caller.within == group.within)

    def _entered(self, open_groups: tuple[str, ...], before: str, node: str) -> tuple[str, ...]:
        group = self.nodes[node].group
        if before and self.nodes[before].group == group:
            return open_groups
        kind = self.edge(before, node).kind if before and self.graph.has_edge(before, node) else ""
        if kind == "call":
            return (*open_groups, group)
        if kind == "return":
            open_groups = open_groups[:-1]
        if group in open_groups:
            last = len(open_groups) - open_groups[::-1].index(group)
            return open_groups[:last]
        if self.groups[group].called:
            return (*open_groups, group)
        return self._home(group)


@dataclass(frozen=True, slots=True)
class _Way:
    """An `[[edge]]` with one of its labels."""

    start: str
    end: str
    label: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _File:
    """A flow file; without `[[group]]` tables, the groups are named after their ids."""

    game: str
    title: str
    node: tuple[Node, ...]
    edge: tuple[_Way, ...]
    group: tuple[Group, ...] = ()
    loop: tuple[Loop, ...] = ()
    side: tuple[Side, ...] = ()


_ENDS = {"from": "start", "to": "end"}
"""What fields call the ends of an edge, because Python has another use for “from”."""


def _with_ends(rows: Any) -> Any:
    if not isinstance(rows, list):
        return rows
    return [{_ENDS.get(key, key): it for key, it in row.items()} if isinstance(row, dict) else row for row in rows]


def load_flow(path: Path) -> Flow:
    """Read and check a flow file. Raises BadInput naming the file, the entry and what was expected."""
    name = str(path)
    data = parse_toml(read_text(path), name)
    file = structure(data | {key: _with_ends(data[key]) for key in ("edge", "loop") if key in data}, _File, name)
    used = dict.fromkeys(node.group for node in file.node)
    groups = file.group or tuple([Group(id, id.replace("-", " ").capitalize()) for id in used])
    for where, expected in _faults(file, groups):
        raise BadInput(name, where, f"expected {expected}")
    labels: dict[tuple[str, str], tuple[str, ...]] = {}
    for way in file.edge:
        labels[way.start, way.end] = (*labels.get((way.start, way.end), ()), way.label)
    kinds = {(way.start, way.end): way.kind for way in file.edge}
    edges = [Edge(*ends, said, kinds[ends]) for ends, said in labels.items()]
    return Flow(file.game, file.title, file.node, edges, groups, file.loop, file.side)


def _faults(file: _File, groups: Sequence[Group]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong in a flow file: where, and what was expected."""
    nodes, main = Counter(node.id for node in file.node), {group.id for group in groups if not group.within}
    there, used = Counter(group.id for group in groups), {node.group for node in file.node}
    for what, ids in (("node", nodes), ("group", there)):
        yield from ((f"{what} {quoted(id)}", "each id once") for id, times in ids.items() if times > 1)
    if sum(node.kind == "start" for node in file.node) != 1:
        yield "the nodes", "exactly one of the kind “start”"
    for node in file.node:
        if node.kind not in NODE_KINDS:
            yield f"node {quoted(node.id)}", f"kind as one of {', '.join(NODE_KINDS)}; found {quoted(node.kind)}"
        if len(node.short) > LONGEST_SHORT:
            found = f"found {len(node.short)}: {quoted(node.short)}"
            yield f"node {quoted(node.id)}", f"short of at most {LONGEST_SHORT} characters; {found}"
        if node.group not in there:
            yield f"group {quoted(node.group)}", "a [[group]] table, because nodes are in it"
    for group in groups:
        if group.within and group.within not in main:
            found = f"found {quoted(group.within)}"
            yield f"group {quoted(group.id)}", f"within to name a group of the main line; {found}"
        if group.id not in used:
            yield f"group {quoted(group.id)}", "at least one node in it"
    kinds: dict[tuple[str, str], str] = {}
    for way in file.edge:
        if way.kind not in EDGE_KINDS:
            yield _named("edge", way), f"kind as call or return; found {quoted(way.kind)}"
        if kinds.setdefault((way.start, way.end), way.kind) != way.kind:
            yield _named("edge", way), "one kind for all its labels"
    for what, ways, known in (("edge", file.edge, nodes), ("loop", file.loop, there)):
        for one in ways:
            for end in (one.start, one.end):
                if end not in known:
                    yield _named(what, one), f"both ends to be known; {quoted(end)} is not"


def _named(what: str, way: _Way | Loop) -> str:
    return f"{what} {quoted(way.start)} -> {quoted(way.end)}"
