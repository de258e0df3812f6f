"""The turn structure of a game as a directed graph, read from its `flow.toml`.

A file holds `[[node]]` tables (id, label, short, kind, group, rules, who, variants) and `[[edge]]` tables (from, to,
label, and `kind` if the edge calls a procedure or returns from one); `[[group]]` tables in the order in which they
are taught (id, label, and `within` or `called`); and optionally `[[loop]]` (from, to, label: the named ways
back) and `[[side]]` tables (label, who: the players who play together).
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import networkx as nx

from tutor.engine.book.files import BadInput, parse_toml, quoted, read_text

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

    def last_steps(self, walk: Sequence[str], count: int = 5) -> list[Edge]:
        """The last edges of a walk, at most `count`, since it last jumped, because a scene may leave out nodes."""
        steps: list[Edge] = []
        for start, end in pairwise(walk[-count - 1 :]):
            steps = [*steps, self.edge(start, end)] if self.graph.has_edge(start, end) else []
        return steps

    def calls(self, walk: Iterable[str], trail: Sequence[str] = ()) -> tuple[str, ...]:
        """The groups that are open at the end of a walk, outermost first; `trail` has those open at its beginning."""
        open_groups, before = tuple(trail), ""
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


def load_flow(path: Path) -> Flow:
    """Read and check a flow file. Raises BadInput naming the file, the entry and what was expected."""
    return _Reader(str(path), parse_toml(read_text(path), str(path))).flow()


class _Reader:
    """Checks the tables of one file while it turns them into a Flow."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name, self.data = name, data

    def flow(self) -> Flow:
        game = self._text(self.data, "the file", "game")
        nodes = [self._node(table) for table in self._tables("node")]
        ids = self._unique("node", [node.id for node in nodes])
        if sum(node.kind == "start" for node in nodes) != 1:
            self._fail("the nodes", "exactly one of kind 'start'")
        groups = self._groups([node.group for node in nodes])
        edges = self._edges(ids)
        loops = [self._loop(table, set(groups)) for table in self._tables("loop")]
        sides = [self._side(table) for table in self._tables("side")]
        title = str(self.data.get("title", game))
        return Flow(game, title, nodes, edges, list(groups.values()), loops, sides)

    def _loop(self, table: dict[str, Any], groups: set[str]) -> Loop:
        return Loop(*self._ends("loop", table, groups), self._text(table, "a loop", "label"))

    def _side(self, table: dict[str, Any]) -> Side:
        return Side(self._text(table, "a side", "label"), self._texts(table, "a side", "who"))

    def _node(self, table: dict[str, Any]) -> Node:
        where = f"node {quoted(table.get('id', '?'))}"
        label = self._text(table, where, "label")
        node = Node(
            id=self._text(table, where, "id"),
            label=label,
            short=str(table.get("short", label)),
            kind=self._text(table, where, "kind"),
            group=self._text(table, where, "group"),
            rules=self._texts(table, where, "rules"),
            who=str(table.get("who", table.get("owner", ""))),
            variants=self._texts(table, where, "variants"),
        )
        if node.kind not in NODE_KINDS:
            self._fail(where, f"kind as one of {', '.join(NODE_KINDS)}; found {quoted(node.kind)}")
        if len(node.short) > LONGEST_SHORT:
            self._fail(
                where, f"short of at most {LONGEST_SHORT} characters; found {len(node.short)}: {quoted(node.short)}"
            )
        return node

    def _groups(self, used: list[str]) -> dict[str, Group]:
        tables = self._tables("group") or [
            {"id": name, "label": name.replace("-", " ").capitalize()} for name in dict.fromkeys(used)
        ]
        groups = {}
        for table in tables:
            where = f"group {quoted(table.get('id', '?'))}"
            name = self._text(table, where, "id")
            groups[name] = Group(
                name,
                self._text(table, where, "label"),
                str(table.get("within", "")),
                table.get("called") is True,
            )
        self._unique("group", [str(table["id"]) for table in tables])
        for group in groups.values():
            if group.within and (group.within not in groups or groups[group.within].within):
                self._fail(
                    f"group {quoted(group.id)}",
                    f"within to name a group of the main line; found {quoted(group.within)}",
                )
            if group.id not in used:
                self._fail(f"group {quoted(group.id)}", "at least one node in it")
        if strays := sorted(set(used) - set(groups)):
            self._fail(f"group {quoted(strays[0])}", "a [[group]] table, because nodes are in it")
        return groups

    def _edges(self, ids: set[str]) -> list[Edge]:
        edges: dict[tuple[str, str], Edge] = {}
        for table in self._tables("edge"):
            start, end = self._ends("edge", table, ids)
            kind, label = str(table.get("kind", "")), str(table.get("label", ""))
            if kind not in EDGE_KINDS:
                self._fail(f"edge {quoted(start)} -> {quoted(end)}", f"kind as call or return; found {quoted(kind)}")
            known = edges.get((start, end))
            if known and known.kind != kind:
                self._fail(f"edge {quoted(start)} -> {quoted(end)}", "one kind for all its labels")
            edges[start, end] = Edge(start, end, (*known.labels, label) if known else (label,), kind)
        return list(edges.values())

    def _ends(self, what: str, table: dict[str, Any], known: set[str]) -> tuple[str, str]:
        start, end = str(table.get("from")), str(table.get("to"))
        for name in (start, end):
            if name not in known:
                self._fail(f"{what} {quoted(start)} -> {quoted(end)}", f"both ends to be known; {quoted(name)} is not")
        return start, end

    def _tables(self, name: str) -> list[dict[str, Any]]:
        tables = self.data.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self._fail(name, f"[[{name}]] tables")
        return tables

    def _text(self, table: dict[str, Any], where: str, key: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value:
            self._fail(where, f"{key} as text; found {quoted(value)}")
        return value

    def _texts(self, table: dict[str, Any], where: str, key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            self._fail(where, f"{key} as a list of texts; found {quoted(value)}")
        return tuple(value)

    def _unique(self, what: str, ids: list[str]) -> set[str]:
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            self._fail(f"{what} {quoted(twice[0])}", "each id once")
        return set(ids)

    def _fail(self, where: str, expected: str) -> NoReturn:
        raise BadInput(self.name, where, f"expected {expected}")
