"""The turn flow as the desk receives it: marks to draw, and the same in words, from one view of flow and walk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tutor.engine.flow import Edge, Flow, Node, load_flow
from tutor.ui import flow_overview, marks
from tutor.ui.flow_layout import (
    BOX_HEIGHT,
    BOX_WIDTH,
    CHIP_DROP,
    CHIP_HEIGHT,
    GAMES,
    MARGIN,
    RAIL_HEAD,
    Chip,
    Parts,
    Positions,
    chip_room,
    chip_rows,
    load_positions,
    parts,
)
from tutor.ui.lettering import clipped, text_width, wrapped
from tutor.ui.marks import Mark, badge, box, chip, line, smooth

STEPS_SHOWN = 5
ROUTE_SHOWN = 12

SHAPES = {"decision": "hexagon", "start": "pill", "end": "pill"}


@dataclass(frozen=True, slots=True)
class FlowPicture:
    """What to show of a flow. All fields but the first two may stay empty.

    `walk`: the nodes passed so far, the last one is where we are. `trail`: the groups open where the walk begins.
    `closed`: for ways on that are not open now, why (by the node they lead to). `rules`: what is known of a rule
    (text, page, page_title). `opened` and `chosen`: the group and the node the reader looks at.
    """

    flow: Flow
    positions: Positions
    walk: Sequence[str] = ()
    trail: Sequence[str] = ()
    closed: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opened: str = ""
    chosen: str = ""

    @property
    def now(self) -> Node | None:
        """The node where we are."""
        return self.flow.nodes[self.walk[-1]] if self.walk else None

    @property
    def group(self) -> str:
        """The group shown: the one opened, else where we are, else the first."""
        if self.opened in self.flow.groups:
            return self.opened
        return self.now.group if self.now else self.flow.nodes[self.flow.start].group

    @property
    def calls(self) -> tuple[str, ...]:
        """The groups open where we are, outermost first."""
        return self.flow.calls(self.walk, self.trail)

    def state(self) -> dict[str, Any]:
        """The picture as plain data: `flowmap` of the desk."""
        flow, now = self.flow, self.now
        return {
            "id": "flow",
            "title": flow.title,
            "summary": f"{len(flow.nodes)} steps in {len(flow.groups)} groups",
            "crumbs": [{"group": name, "label": flow.groups[name].label} for name in self.calls],
            "now": {"node": now.id, "label": now.short} if now else None,
            "overview": self._overview(),
            "panel": self._panel(),
            "steps": [self._step(number, edge) for number, edge in self._numbered()],
            "node": self._node(),
            "sides": [side.label for side in flow.sides],
        }

    def answered(self, message: Any) -> "FlowPicture":
        """The picture after a press: a group or a node was chosen. Anything else changes nothing."""
        if not isinstance(message, dict):
            return self
        name = message.get("id")
        if message.get("type") == "group" and (name is None or name in self.flow.groups):
            return replace(self, opened=name or "", chosen=self.chosen if name else "")
        if message.get("type") == "node" and name in self.flow.nodes:
            return replace(self, opened=self.flow.nodes[name].group, chosen=name)
        return self

    def svg(self) -> str:
        """The open group as a picture of its own."""
        panel = self._panel()
        words = "; ".join(
            f"{row['label']}: {', '.join(way['then'] for way in row['ways'])}" for row in panel["table"]
        )
        title = f"{self.flow.title}: {panel['title']}"
        return marks.svg(panel["marks"], panel["width"], panel["height"], title, words)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ------------------------------------------------------------ parts

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
        ways_in = sum(len(starts) for starts in apart.entries.values())
        count = len(apart.nodes)
        return {
            "group": group.id,
            "title": group.label,
            "note": f"{count} step{'' if count == 1 else 's'}, {ways_in} way{'' if ways_in == 1 else 's'} in",
            "home": self.now is None or self.now.group == group.id,
            "width": width,
            "height": height,
            "marks": _PanelMarks(self, apart).marks(),
            "table": [self._row(self.flow.nodes[node]) for node in apart.nodes],
        }

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
        ways = [self._way(edge) | self._state_of(edge) for edge in self.flow.ways_on(chosen.id)]
        return {
            "id": chosen.id,
            "now": chosen == self.now,
            "short": chosen.short,
            "label": chosen.label,
            "who": _who(chosen),
            "rules": [{"id": rule, **self.rules.get(rule, {})} for rule in chosen.rules],
            "ways": ways,
            "route": self._route(chosen),
        }

    def _state_of(self, edge: Edge) -> dict[str, Any]:
        why = self.closed.get(edge.end, "") if self.now and edge.start == self.now.id else ""
        return {"closed": why} if why else {}

    def _route(self, goal: Node) -> dict[str, Any] | None:
        """How to get from here to the chosen node: its steps, or the plain statement that there is no way."""
        if self.now is None or goal == self.now:
            return None
        way = self.flow.way(self.now.id, goal.id, self.calls)
        if way is None:
            return {"text": f"No way leads from “{self.now.short}” to here any more.", "steps": []}
        steps = [self._step(number, edge) for number, edge in enumerate(way[:ROUTE_SHOWN], start=1)]
        more = f", the first {ROUTE_SHOWN} shown" if len(way) > ROUTE_SHOWN else ""
        return {"text": f"Shortest way here from “{self.now.short}”: {len(way)} steps{more}.", "steps": steps}


def press_node(node: Node) -> dict[str, Any]:
    """The message for looking at a node: its group opens and it is chosen."""
    return {"type": "node", "graph": "flow", "id": node.id, "focus": f"node:{node.id}"}


def _who(node: Node) -> str:
    verb = {"decision": "decides", "chance": "leaves it to chance"}.get(node.kind, "acts")
    if node.who in ("", "engine"):
        return {"decision": "A question.", "chance": "Chance."}.get(node.kind, "It just happens.")
    return f"{node.who[0].upper()}{node.who[1:]} {verb}."


@dataclass(slots=True)
class _PanelMarks:
    """Draws one open group."""

    picture: FlowPicture
    apart: Parts
    steps: dict[tuple[str, str], int] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)

    def marks(self) -> list[Mark]:
        """Lines first, then boxes and their chips, then the numbers of the last steps."""
        for number, edge in self.picture._numbered():
            self.steps[edge.start, edge.end] = number
            self.passed |= {edge.start, edge.end}
        lines = [self._line(*way) for way in sorted(self.apart.lines, key=lambda way: way in self.steps)]
        boxes = [mark for node in self.apart.nodes if node != self.apart.rail for mark in self._place(node)]
        rail = self._rail() if self.apart.rail else []
        numbers = [mark for way in self.apart.lines for mark in self._on_line(way)]
        return lines + boxes + rail + numbers

    @property
    def flow(self) -> Flow:
        return self.picture.flow

    def _here(self, node: str) -> bool:
        return self.picture.now is not None and self.picture.now.id == node

    def _points(self, start: str, end: str) -> tuple[tuple[int, int], ...]:
        return self.picture.positions.lines[start, end]

    def _line(self, start: str, end: str) -> Mark:
        points = self._points(start, end)
        look = "step" if (start, end) in self.steps else "next" if self._here(start) else "plain"
        if end in self.picture.closed and self._here(start):
            look = "shut"
        names, edge = self.flow.nodes, self.flow.edge(start, end)
        title = f"{names[start].short} → {names[end].short}" + (f": {edge.label}" if edge.label else "")
        return line(f"line:{start}:{end}", smooth(points), look, head=(*points[-1], 90, 1), title=title)

    def _on_line(self, way: tuple[str, str]) -> list[Mark]:
        """The number of a step walked, and the condition of a way out of the current node."""
        points, found = self._points(*way), []
        if self._here(way[0]) and (label := self.flow.edge(*way).label):
            x, y = points[-1]
            look = "condition shut" if way[1] in self.picture.closed else "condition"
            found.append(_label(f"if:{way[0]}:{way[1]}", x, y - 17, label, look))
        if way in self.steps:
            middle = len(points) // 2
            (ax, ay), (bx, by) = points[middle - 1 : middle + 1]
            found.append(
                badge(f"step:{self.steps[way]}", (ax + bx) / 2, (ay + by) / 2, str(self.steps[way]), "step")
            )
        return found

    def _place(self, name: str) -> list[Mark]:
        node = self.flow.nodes[name]
        x, y = self.picture.positions.nodes[name]
        go = self._arrows(name)
        marks = [self._box(node, x, y, go), *self._entry(name, x, y)]
        top = y + BOX_HEIGHT / 2 + CHIP_HEIGHT / 2 - CHIP_DROP
        boxes = [other for other in self.apart.nodes if self.picture.positions.nodes[other][1] == y]
        for row, chips in enumerate(chip_rows(self.apart.chips[name], chip_room(len(boxes)))):
            wide = sum(one.width for one in chips) + 4 * (len(chips) - 1)
            at = x - wide / 2
            for one in chips:
                marks += self._chip(name, one, at + one.width / 2, top + CHIP_HEIGHT * row)
                at += one.width + 4
        return marks

    def _box(self, node: Node, x: int, y: int, go: dict[str, str]) -> Mark:
        owner = node.who if node.who not in ("", "engine") else ""
        lines = wrapped(node.short, 13.2 if self._here(node.id) else 12.5, BOX_WIDTH - (18 if node.kind == "decision" else 12))
        rows = ([(owner, "who")] if owner else []) + [(row, "") for row in lines]
        first = (4.5, -2.0, -11.0)[len(rows) - 1]
        looks = ["node", node.kind, self._side(node.who), "passed" if node.id in self.passed else ""]
        looks += ["now" if self._here(node.id) else "", "chosen" if node.id == self.picture.chosen else ""]
        label = (
            node.label + (f", {node.who}" if owner else "") + (", here now" if self._here(node.id) else "")
        )
        return box(
            f"node:{node.id}",
            x,
            y,
            BOX_WIDTH,
            BOX_HEIGHT,
            SHAPES.get(node.kind, "round"),
            " ".join(filter(None, looks)),
            [(0, first + 13 * row, words, look) for row, (words, look) in enumerate(rows)],
            label=label,
            press=press_node(node),
            go=go,
            now=self._here(node.id),
            icon="die" if node.kind == "chance" else "",
            bar=node.kind == "phase",
        )

    def _side(self, who: str) -> str:
        sides = [number for number, side in enumerate(self.flow.sides, start=1) if who in side.who]
        return f"side-{sides[0]}" if sides else ""

    def _entry(self, name: str, x: int, y: int) -> list[Mark]:
        """Where the node is entered from: one other group by name, several by number, the last step lit."""
        starts = self.apart.entries[name]
        if not starts:
            return []
        groups = list(dict.fromkeys(self.flow.nodes[start].group for start in starts))
        walked = [start for start in starts if (start, name) in self.steps]
        group = self.flow.nodes[walked[-1]].group if walked else groups[0]
        words = (
            f"from {self.flow.groups[group].label}"
            if walked or len(groups) == 1
            else f"from {len(groups)} groups"
        )
        at = y - BOX_HEIGHT / 2 - CHIP_HEIGHT / 2 + CHIP_DROP
        marks = [_label(f"from:{name}", x, at, words, "from lit" if walked else "from")]
        if walked:
            number = self.steps[walked[-1], name]
            marks.append(badge(f"step:{number}", x - marks[0]["w"] / 2 - 10, at, str(number), "step"))
        return marks

    def _chip(self, name: str, one: Chip, x: float, y: float) -> list[Mark]:
        key = f"chip:{name}:{one.kind}:{one.targets[0]}"
        walked = [target for target in one.targets if (name, target) in self.steps]
        looks = [one.kind, "lit" if walked else "", "open" if self._here(name) else ""]
        labels = [self.flow.edge(name, target).label or "always" for target in one.targets]
        if self._here(name) and all(target in self.picture.closed for target in one.targets):
            looks[-1] = "shut"
        target = self.flow.nodes[one.targets[0]]
        where = (
            self.flow.groups[one.group].label if target.group != self.flow.nodes[name].group else target.short
        )
        mark = chip(
            key,
            x,
            y,
            one.width,
            CHIP_HEIGHT,
            clipped(one.text, 12, one.width - 10),
            " ".join(filter(None, looks)),
            label=f"{self.flow.nodes[name].short}: on to {where} ({'; '.join(labels)})",
            press=press_node(target),
            go=self._chip_arrows(name, key),
        )
        number = self.steps.get((name, walked[-1])) if walked else None
        return (
            [mark, badge(f"step:{number}", x + one.width / 2, y, str(number), "step")] if number else [mark]
        )

    # ------------------------------------------------------------ keyboard

    def _chip_keys(self, name: str) -> list[str]:
        return [f"chip:{name}:{one.kind}:{one.targets[0]}" for one in self.apart.chips[name]]

    def _below(self, name: str) -> list[str]:
        return [end for start, end in self.apart.lines if start == name]

    def _arrows(self, name: str) -> dict[str, str]:
        """Down to the node's chips and then along its lines, up against them, left and right in the layer."""
        places = self.picture.positions.nodes
        x, y = places[name]
        above = [start for start, end in self.apart.lines if end == name]
        below = self._chip_keys(name) + [f"node:{end}" for end in self._below(name)]
        left = [n for n in self.apart.nodes if n != name and places[n][1] == y and places[n][0] < x]
        right = [n for n in self.apart.nodes if n != name and places[n][1] == y and places[n][0] > x]
        go = {
            "up": f"node:{above[0]}" if above else self._nearest(name, -1),
            "down": below[0] if below else self._nearest(name, 1),
            "left": f"node:{max(left, key=lambda n: places[n][0])}" if left else "",
            "right": f"node:{min(right, key=lambda n: places[n][0])}" if right else "",
        }
        return {way: key for way, key in go.items() if key}

    def _nearest(self, name: str, turn: int) -> str:
        places = self.picture.positions.nodes
        x, y = places[name]
        others = [n for n in self.apart.nodes if (places[n][1] - y) * turn > 0]
        return (
            f"node:{min(others, key=lambda n: (abs(places[n][1] - y), abs(places[n][0] - x)))}"
            if others
            else ""
        )

    def _chip_arrows(self, name: str, key: str) -> dict[str, str]:
        keys = self._chip_keys(name)
        at = keys.index(key)
        below = [f"node:{end}" for end in self._below(name)]
        go = {"up": f"node:{name}", "down": below[0] if below else self._nearest(name, 1)}
        go |= {"left": keys[at - 1]} if at else {}
        go |= {"right": keys[at + 1]} if at + 1 < len(keys) else {}
        return {way: other for way, other in go.items() if other}

    def _rail(self) -> list[Mark]:
        """The end of the group as a bar along the bottom, with where it leads."""
        name = self.apart.rail
        node = self.flow.nodes[name]
        width = self.picture.positions.sizes[self.apart_group][0]
        x, y = self.picture.positions.nodes[name]
        rows = chip_rows(self.apart.chips[name], width - RAIL_HEAD - 2 * MARGIN)
        deep = max(BOX_HEIGHT, 26 * len(rows) + 12)
        looks = f"node rail {self._side(node.who)}" + (" passed" if name in self.passed else "")
        looks += (" now" if self._here(name) else "") + (" chosen" if name == self.picture.chosen else "")
        left = -(width - 2 * MARGIN) / 2 + 12
        back = all(way.kind == "return" for way in self.flow.ways_on(name))
        label = node.label + (", here now" if self._here(name) else "")
        words = [(left, -3.0, clipped(node.short, 13, RAIL_HEAD - 10), "title start")]
        words.append((left, 13.0, "then back to" if back else "then on", "soft start"))
        go = self._arrows(name)
        marks = [
            box(
                f"node:{name}",
                x,
                y,
                width - 2 * MARGIN,
                deep,
                "round",
                looks,
                words,
                label=label,
                press=press_node(node),
                go=go,
                now=self._here(name),
            )
        ]
        for row, chips in enumerate(rows):
            at = MARGIN + RAIL_HEAD + 8
            for one in chips:
                marks += self._chip(name, one, at + one.width / 2, y + 26 * (row - (len(rows) - 1) / 2))
                at += one.width + 4
        return marks

    @property
    def apart_group(self) -> str:
        return self.flow.nodes[self.apart.nodes[0]].group


def _label(key: str, x: float, y: float, words: str, look: str) -> Mark:
    words = clipped(words, 12, BOX_WIDTH - 6)
    return chip(key, x, y, round(text_width(words, 12)) + 16, CHIP_HEIGHT, words, look)


def flow_of(game: str, folder: Path = GAMES) -> tuple[Flow, Positions]:
    """The flow and the positions of a game. Raises FlowError or FileNotFoundError."""
    home = folder / game
    return load_flow(home / "flow.toml"), load_positions(home / "flow_positions.toml")
