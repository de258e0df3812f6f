"""One open group of a turn flow as marks: lines, boxes, chips, the rail, and the numbers of the last steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tutor.engine.book.flow import Flow, Node
from tutor.ui.pictures.flow_parts import (
    BOX_HEIGHT,
    BOX_WIDTH,
    CHIP_DROP,
    CHIP_HEIGHT,
    ENTRY_DROP,
    Chip,
    Parts,
    chip_room,
    chip_rows,
)
from tutor.ui.pictures.flow_positions import MARGIN, RAIL_HEAD, RAIL_ROW, Positions, rail_depth, rail_room
from tutor.ui.pictures.lettering import SIGNS, clipped, text_width, wrapped
from tutor.ui.pictures.marks import Mark, badge, box, chip, lettering, line, smooth

NUMBER_ROOM = 14
"""How much narrower a chip's text is, in pixels, if the number of a step comes before it."""
NUMBER_SIZE = 10
"""The radius of the disc with the number of a step."""
SHAPES = {"decision": "hexagon", "start": "pill", "end": "pill"}


def press_node(node: Node) -> dict[str, Any]:
    """The message for looking at a node, which opens its group and chooses the node."""
    return {"type": "node", "graph": "flow", "id": node.id, "focus": f"node:{node.id}"}


@dataclass(slots=True)
class Panel:
    """Draws one open group. `steps` are the last steps of the walk."""

    flow: Flow
    positions: Positions
    apart: Parts
    now: str
    chosen: str
    steps: Mapping[tuple[str, str], int]

    def marks(self) -> list[Mark]:
        """Lines first, then boxes and their chips, then conditions, and the numbers of steps where there is room."""
        lines = [self._line(*way) for way in sorted(self.apart.lines, key=lambda way: way in self.steps)]
        boxes = [mark for node in self.apart.nodes if node != self.apart.rail for mark in self._place(node)]
        rail = self._rail() if self.apart.rail else []
        lettered = boxes + rail + [mark for way in self.apart.lines for mark in self._condition(way)]
        there = {mark["key"] for mark in lettered}
        taken = [way for way in self.apart.lines if way in self.steps and f"step:{self.steps[way]}" not in there]
        return lines + lettered + [self._number(way, lettered) for way in taken]

    @property
    def passed(self) -> set[str]:
        """The nodes of the last steps."""
        return {node for way in self.steps for node in way}

    def _here(self, node: str) -> bool:
        return self.now == node

    def _points(self, start: str, end: str) -> tuple[tuple[int, int], ...]:
        return self.positions.lines[start, end]

    def _line(self, start: str, end: str) -> Mark:
        points = self._points(start, end)
        look = "step" if (start, end) in self.steps else "next" if self._here(start) else "plain"
        names, edge = self.flow.nodes, self.flow.edge(start, end)
        title = f"{names[start].short} → {names[end].short}" + (f": {edge.label}" if edge.label else "")
        return line(f"line:{start}:{end}", smooth(points), look, head=(*points[-1], 90, 1), title=title)

    def _condition(self, way: tuple[str, str]) -> list[Mark]:
        """The condition of a way out of the current node, with its number if it is a step that was taken."""
        label = self.flow.edge(*way).label
        if not (self._here(way[0]) and label):
            return []
        x, y = self._points(*way)[-1]
        return _label(f"if:{way[0]}:{way[1]}", x, y - 17, label, "condition", self.steps.get(way, 0))

    def _number(self, way: tuple[str, str], lettered: Sequence[Mark]) -> Mark:
        """The number of a step on its line or beside it, as near the line's middle as boxes and chips allow."""
        ends = pairwise(self._points(*way))
        spots = [(ax + (bx - ax) * n / 8, ay + (by - ay) * n / 8) for (ax, ay), (bx, by) in ends for n in range(8)]
        middle_first = [spots[n] for n in sorted(range(len(spots)), key=lambda n: abs(n - len(spots) // 2))]
        tried = ((x + aside, y) for aside in (0, 15, -15, 30, -30, 60, -60) for x, y in middle_first)
        x, y = next((spot for spot in tried if all(_apart(*spot, mark) for mark in lettered)), middle_first[0])
        return badge(f"step:{self.steps[way]}", x, y, str(self.steps[way]), "step")

    def _place(self, name: str) -> list[Mark]:
        node = self.flow.nodes[name]
        x, y = self.positions.nodes[name]
        go = self._arrows(name)
        marks = [self._box(node, x, y, go), *self._entry(name, x, y)]
        top = y + BOX_HEIGHT / 2 + CHIP_HEIGHT / 2 - CHIP_DROP
        boxes = [other for other in self.apart.nodes if self.positions.nodes[other][1] == y]
        for row, chips in enumerate(chip_rows(self.apart.chips[name], chip_room(len(boxes)))):
            wide = sum(one.width for one in chips) + 4 * (len(chips) - 1)
            at = x - wide / 2
            for one in chips:
                marks += self._chip(name, one, at + one.width / 2, top + CHIP_HEIGHT * row)
                at += one.width + 4
        return marks

    def _box(self, node: Node, x: int, y: int, go: dict[str, str]) -> Mark:
        owner = node.who if node.who not in ("", "engine") else ""
        size, weight = lettering("now" if self._here(node.id) else "")
        lines = wrapped(node.short, size, BOX_WIDTH - (18 if node.kind == "decision" else 12), weight=weight)
        rows = ([(owner, "who")] if owner else []) + [(row, "") for row in lines]
        first = (4.5, -2.0, -12.0)[len(rows) - 1]
        looks = ["node", node.kind, self._side(node.who), "passed" if node.id in self.passed else ""]
        looks += ["now" if self._here(node.id) else "", "chosen" if node.id == self.chosen else ""]
        label = node.label + (f", {node.who}" if owner else "") + (", here now" if self._here(node.id) else "")
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
        """Where the node is entered from: one group by name, several as a count; the way just taken is lit."""
        starts = self.apart.entries[name]
        if not starts:
            return []
        groups = list(dict.fromkeys(self.flow.nodes[start].group for start in starts))
        walked = [start for start in starts if (start, name) in self.steps]
        group = self.flow.nodes[walked[-1]].group if walked else groups[0]
        words = f"from {self.flow.groups[group].label}" if walked or len(groups) == 1 else f"from {len(groups)} groups"
        at = y - BOX_HEIGHT / 2 - CHIP_HEIGHT / 2 + ENTRY_DROP
        number = self.steps[walked[-1], name] if walked else 0
        return _label(f"from:{name}", x, at, words, "from lit" if walked else "from", number)

    def _chip(self, name: str, one: Chip, x: float, y: float) -> list[Mark]:
        key = f"chip:{name}:{one.kind}:{one.targets[0]}"
        walked = [target for target in one.targets if (name, target) in self.steps]
        looks = [one.kind, "lit" if walked else "", "open" if self._here(name) else ""]
        labels = [self.flow.edge(name, target).label or "always" for target in one.targets]
        target = self.flow.nodes[one.targets[0]]
        where = self.flow.groups[one.group].label if target.group != self.flow.nodes[name].group else target.short
        return _numbered(
            key,
            x,
            y,
            one.width,
            one.text,
            " ".join(filter(None, looks)),
            self.steps[name, walked[-1]] if walked else 0,
            label=f"{self.flow.nodes[name].short}: on to {where} ({'; '.join(labels)})",
            press=press_node(target),
            go=self._chip_arrows(name, key),
        )

    def _chip_keys(self, name: str) -> list[str]:
        return [f"chip:{name}:{one.kind}:{one.targets[0]}" for one in self.apart.chips[name]]

    def _below(self, name: str) -> list[str]:
        return [end for start, end in self.apart.lines if start == name]

    def _arrows(self, name: str) -> dict[str, str]:
        """Where the arrow keys lead: down to the node's chips and along its lines, up, and across within the layer."""
        places = self.positions.nodes
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
        places = self.positions.nodes
        x, y = places[name]
        others = [n for n in self.apart.nodes if (places[n][1] - y) * turn > 0]
        return f"node:{min(others, key=lambda n: (abs(places[n][1] - y), abs(places[n][0] - x)))}" if others else ""

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
        width = self.positions.sizes[node.group][0]
        x, y = self.positions.nodes[name]
        rows = chip_rows(self.apart.chips[name], rail_room(width))
        deep = rail_depth(len(rows))
        looks = f"node rail {self._side(node.who)}" + (" passed" if name in self.passed else "")
        looks += (" now" if self._here(name) else "") + (" chosen" if name == self.chosen else "")
        left = -(width - 2 * MARGIN) / 2 + 12
        back = all(way.kind == "return" for way in self.flow.ways_on(name))
        label = node.label + (", here now" if self._here(name) else "")
        size, weight = lettering("", "title")
        words = [(left, -3.0, clipped(node.short, size, RAIL_HEAD - 10, weight), "title start")]
        words.append((left, 13.0, "then back to" if back else "then on to", "soft start"))
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
                marks += self._chip(name, one, at + one.width / 2, y + RAIL_ROW * (row - (len(rows) - 1) / 2))
                at += one.width + 4
        return marks


def _apart(x: float, y: float, mark: Mark) -> bool:
    """Whether a number at this place would not touch a mark."""
    w, h = mark.get("w", 0), mark.get("h", 0)
    beside, above = max(abs(x - mark["x"]) - w / 2, 0), max(abs(y - mark["y"]) - h / 2, 0)
    return bool(beside**2 + above**2 > NUMBER_SIZE**2)


def _label(key: str, x: float, y: float, words: str, look: str, number: int) -> list[Mark]:
    size, weight = lettering(f"chip {look}")
    room = NUMBER_ROOM if number else 0
    words = clipped(words, size, BOX_WIDTH - 6 - room, weight)
    return _numbered(key, x, y, round(text_width(words, size, weight)) + 16 + room, words, look, number)


def _numbered(key: str, x: float, y: float, w: float, words: str, look: str, number: int, **more: Any) -> list[Mark]:
    """A chip; if it is a step that was taken, the step's number is at its left end, in place of a sign."""
    if not number:
        return [chip(key, x, y, w, CHIP_HEIGHT, words, look, **more)]
    size, weight = lettering(f"chip {look}")
    words = clipped(words.lstrip("".join(SIGNS) + " "), size, w - 16 - NUMBER_ROOM, weight)
    text = (NUMBER_ROOM / 2, size * 0.36, words, "")
    mark = box(key, x, y, w, CHIP_HEIGHT, "pill", f"chip {look}", [text], **more)
    return [mark, badge(f"step:{number}", x - w / 2 + NUMBER_SIZE, y, str(number), "step")]
