"""The turn flow as the desk receives it: marks to draw, and the same in words, from one view of flow and walk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tutor.engine.book.flow import Edge, Flow, Node, load_flow
from tutor.engine.core.table import Many
from tutor.ui.pictures import flow_overview, marks
from tutor.ui.pictures.flow_panel import Panel, press_node
from tutor.ui.pictures.flow_parts import Parts, parts
from tutor.ui.pictures.flow_positions import GAMES, Positions, load_positions

STEPS_SHOWN = 5
ROUTE_SHOWN = 12


@dataclass(frozen=True, slots=True)
class FlowPicture:
    """What to show of a flow. All fields except the first two may stay empty.

    `walk`: the nodes passed so far; the last one is the current node. `rules`: what is known about a rule (its text,
    and the page that teaches it). `opened` and `chosen`: the group and the node the reader looks at.
    """

    flow: Flow
    positions: Positions
    walk: Sequence[str] = ()
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opened: str = ""
    chosen: str = ""

    @property
    def now(self) -> Node | None:
        """The current node."""
        return self.flow.nodes[self.walk[-1]] if self.walk else None

    @property
    def group(self) -> str:
        """The group that is shown: the opened one, otherwise that of the current node, otherwise the first."""
        if self.opened in self.flow.groups:
            return self.opened
        return self.now.group if self.now else self.flow.nodes[self.flow.start].group

    @property
    def calls(self) -> tuple[str, ...]:
        """The groups that are open at the current node, outermost first."""
        return self.flow.calls(self.walk)

    def state(self) -> dict[str, Any]:
        """The picture as plain data: `flowmap` of the desk."""
        flow, now = self.flow, self.now
        return {
            "id": "flow",
            "title": flow.title,
            "summary": self._where(),
            "crumbs": [{"group": name, "label": flow.groups[name].label} for name in self.calls],
            "now": {"node": now.id, "label": now.short} if now else None,
            "overview": self._overview(),
            "panel": self._panel(),
            "steps": [self._step(number, edge) for number, edge in self._numbered()],
            "node": self._node(),
            "sides": [side.label for side in flow.sides],
        }

    def answered(self, message: Any) -> "FlowPicture":
        """The picture after a press on a group or a node; any other message changes nothing."""
        kind, name = (message.get("type"), message.get("id")) if isinstance(message, dict) else ("", None)
        if kind == "group" and name is None:
            return replace(self, opened="", chosen="")
        if kind == "group" and isinstance(name, str) and name in self.flow.groups:
            return replace(self, opened=name)
        if kind == "node" and isinstance(name, str) and name in self.flow.nodes:
            return replace(self, opened=self.flow.nodes[name].group, chosen=name)
        return self

    def svg(self) -> str:
        """The open group as a picture of its own."""
        panel = self._panel()
        words = "; ".join(f"{row['label']}: {', '.join(way['then'] for way in row['ways'])}" for row in panel["table"])
        title = f"{self.flow.title}: {panel['title']}"
        return marks.svg(panel["marks"], panel["width"], panel["height"], title, words)

    def _where(self) -> str:
        """Where the game is and what comes next, in words."""
        now = self.now
        if now is None:
            return "Press a box to read what happens there."
        said = now.label if now.label[-1] in ".?!" else f"{now.label}."
        ways = dict.fromkeys(self.flow.nodes[edge.end].label for edge in self.flow.ways_on(now.id))
        if len(ways) > 1:
            return f"Where we are: {said} What comes next depends on that."
        return f"Where we are: {said} What comes next: {next(iter(ways), 'nothing')}"

    def _overview(self) -> dict[str, Any]:
        drawn = {}
        for name, narrow in (("wide", False), ("narrow", True)):
            seen = flow_overview.place(self.flow, narrow)
            lit = flow_overview.draw(self.flow, seen, self.group, self.calls)
            drawn[name] = {"width": seen.width, "height": seen.height, "marks": lit}
        return drawn | {"words": flow_overview.in_words(self.flow)}

    def _panel(self) -> dict[str, Any]:
        group = self.flow.groups[self.group]
        apart = parts(self.flow, group.id)
        width, height = self.positions.sizes[group.id]
        return {
            "group": group.id,
            "title": group.label,
            "note": f"{Many(len(apart.nodes)):step}",
            "home": self.now is None or self.now.group == group.id,
            "width": width,
            "height": height,
            "marks": self._drawing(apart).marks(),
            "table": [self._row(self.flow.nodes[node]) for node in apart.nodes],
        }

    def _drawing(self, apart: Parts) -> Panel:
        now = self.now.id if self.now else ""
        steps = {(edge.start, edge.end): number for number, edge in self._numbered()}
        return Panel(self.flow, self.positions, apart, now, self.chosen, steps)

    def _numbered(self) -> list[tuple[int, Edge]]:
        return list(enumerate(self.flow.last_steps(self.walk, STEPS_SHOWN), start=1))

    def _step(self, number: int, edge: Edge) -> dict[str, Any]:
        names = self.flow.nodes
        return {"n": number, "from": names[edge.start].short, "if": edge.label, "to": names[edge.end].short}

    def _row(self, node: Node) -> dict[str, Any]:
        return {
            "id": node.id,
            "label": node.label,
            "who": node.who,
            "now": self.now == node,
            "ways": [self._way(edge) for edge in self.flow.ways_on(node.id)],
        }

    def _way(self, edge: Edge) -> dict[str, Any]:
        end = self.flow.nodes[edge.end]
        leaves = end.group != self.flow.nodes[edge.start].group
        then = f"{end.short} ({self.flow.groups[end.group].label})" if leaves else end.short
        return {"if": edge.label, "then": then, "press": press_node(end)}

    def _node(self) -> dict[str, Any] | None:
        chosen = self.flow.nodes.get(self.chosen) or self.now
        if chosen is None:
            return None
        return {
            "id": chosen.id,
            "now": chosen == self.now,
            "short": chosen.short,
            "label": chosen.label,
            "who": _who(chosen),
            "rules": [{"id": rule, **self.rules.get(rule, {})} for rule in chosen.rules],
            "ways": [self._way(edge) for edge in self.flow.ways_on(chosen.id)],
            "route": self._route(chosen),
        }

    def _route(self, goal: Node) -> dict[str, Any] | None:
        """How to get from here to the chosen node: its steps, or the plain statement that there is no way."""
        if self.now is None or goal == self.now:
            return None
        way = self.flow.way(self.now.id, goal.id, self.calls)
        if way is None:
            return {"text": f"You can no longer get here from “{self.now.short}”.", "steps": []}
        steps = [self._step(number, edge) for number, edge in enumerate(way[:ROUTE_SHOWN], start=1)]
        more = f"; here are the first {ROUTE_SHOWN}" if len(way) > ROUTE_SHOWN else ""
        text = f"The shortest way here from “{self.now.short}” has {Many(len(way)):step}{more}."
        return {"text": text, "steps": steps}


def _who(node: Node) -> str:
    what = {"decision": "Who decides", "chance": "Who rolls or draws"}.get(node.kind, "Who acts")
    if node.who in ("", "engine"):
        return {"decision": "A player decides.", "chance": "Chance decides."}.get(node.kind, "This happens by itself.")
    return f"{what}: {node.who}."


def flow_of(game: str, folder: Path = GAMES) -> tuple[Flow, Positions]:
    """The flow and the positions of a game. Raises BadInput."""
    home = folder / game
    return load_flow(home / "flow.toml"), load_positions(home / "flow_positions.toml")
