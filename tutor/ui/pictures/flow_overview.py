"""The overview of a turn flow: the main line of groups in a column, the called groups on a shelf, and the ways back.

It never changes while a game runs, so that learners can use it as a map; only what is highlighted changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tutor.engine.book.flow import Flow, Group, Loop
from tutor.engine.core.table import Many
from tutor.ui.pictures.marks import Mark, area, badge, box, chip, line, text

COLUMN, PART_INDENT, SHELF_WIDTH = 176, 18, 128
PLAIN_HEIGHT, CODE_ROW = 32, 17
GAP, LANE, TOP = 10, 22, 12
CODE_WIDTH, CODE_GAP = 24, 3
SMALL_WORDS = {"a", "an", "the", "of"}


@dataclass(slots=True)
class Spot:
    """Where a group is: its upper left corner and its size, in pixels, and the groups that it may call."""

    x: int
    y: int
    w: int
    h: int
    codes: list[str]

    @property
    def bottom(self) -> int:
        """The y of the lower edge."""
        return self.y + self.h


@dataclass(slots=True)
class Overview:
    """The places of all groups in one picture."""

    width: int
    height: int
    spots: dict[str, Spot]
    loops: list[tuple[Loop, int]]
    shelf: tuple[int, int]


def codes(flow: Flow, names: Sequence[str]) -> dict[str, str]:
    """Two letters for each of the named groups, taken from the first letters of its words."""
    found: dict[str, str] = {}
    for name in sorted(names, key=lambda name: not flow.groups[name].called):
        label = flow.groups[name].label.replace("’s", "")
        words = [word for word in label.split() if word[0].isalpha() and word.lower() not in SMALL_WORDS]
        initials = words[0][0] + words[1][0] if len(words) > 1 else ""
        others = [words[0][0] + letter for letter in "".join(words)[1:] if letter.isalpha()]
        tries = [two.upper() for two in (initials, *others) if two]
        found[name] = next(two for two in tries if two not in found.values())
    return found


def leads_to(flow: Flow, group: str) -> list[str]:
    """The groups that a group may call or skip ahead to, except the next one on the main line."""
    quotient = flow.quotient()
    main = _column(flow)
    found = []
    for other in quotient.successors(group):
        target = flow.groups[other]
        if quotient.edges[group, other]["kinds"] == {"return"}:
            continue
        ahead = other in main and group in main and main.index(other) > main.index(group) + 1
        skips = ahead and not target.within and not _only_parts_between(flow, group, other)
        skips = skips and not _in_one_loop(flow, group, other)
        if target.called or skips:
            found.append(other)
    return found


def _only_parts_between(flow: Flow, group: str, other: str) -> bool:
    main = _column(flow)
    between = main[main.index(group) + 1 : main.index(other)]
    return all(flow.groups[name].within for name in between)


def _in_one_loop(flow: Flow, group: str, other: str) -> bool:
    """Whether the innermost loop contains both, so that skipping from one to the other needs no sign."""
    main = _column(flow)
    inner = [_rows(flow, loop) for loop, lane in _lanes(flow) if lane == 0]
    return any(top <= main.index(group) and main.index(other) <= bottom for top, bottom in inner)


def _column(flow: Flow) -> list[str]:
    return [group.id for group in flow.groups.values() if not group.called]


def place(flow: Flow, narrow: bool = False) -> Overview:
    """Lay out the overview; `narrow` puts the shelf below the column instead of beside it."""
    loops = _lanes(flow)
    left = LANE * (1 + max((lane for _, lane in loops), default=-1)) + (14 if loops else 4)
    spots: dict[str, Spot] = {}
    y = TOP
    for name in _column(flow):
        indent = PART_INDENT if flow.groups[name].within else 0
        spot = Spot(left + indent, y, COLUMN - indent, 0, leads_to(flow, name))
        spot.h = PLAIN_HEIGHT + CODE_ROW * len(code_rows(spot))
        spots[name] = spot
        y = spot.bottom + GAP
    called = [group for group in flow.groups.values() if group.called]
    if not called:
        return Overview(left + COLUMN + 16, y, spots, loops, (0, 0))
    if narrow:
        return _shelf_below(called, spots, loops, left, y)
    return _shelf_beside(flow, called, spots, loops, left + COLUMN + 30, y)


def _shelf_beside(
    flow: Flow, called: Sequence[Group], spots: dict[str, Spot], loops: list[tuple[Loop, int]], x: int, bottom: int
) -> Overview:
    callers = [spot.y for name, spot in spots.items() if spot.codes and any(flow.groups[c].called for c in spot.codes)]
    need = len(called) * (42 + GAP)
    y = max(TOP + 20, min(sorted(callers)[len(callers) // 2] if callers else TOP, bottom - need))
    top = y
    for group in called:
        spots[group.id] = Spot(x, y, SHELF_WIDTH, 42, [])
        y += 42 + GAP
    return Overview(x + SHELF_WIDTH + 14, max(bottom, y), spots, loops, (x, top - 8))


def _shelf_below(
    called: Sequence[Group], spots: dict[str, Spot], loops: list[tuple[Loop, int]], left: int, bottom: int
) -> Overview:
    width = left + COLUMN + 16
    each = (width - 8 - GAP) // 2
    y = bottom + 22
    for index, group in enumerate(called):
        spots[group.id] = Spot(4 + (index % 2) * (each + GAP), y + index // 2 * (42 + GAP), each, 42, [])
    return Overview(width, y + (len(called) + 1) // 2 * (42 + GAP), spots, loops, (6, y - 8))


def _lanes(flow: Flow) -> list[tuple[Loop, int]]:
    """The ways back that are drawn, each with its lane; lane 0 is next to the boxes."""
    main = _column(flow)
    known = [loop for loop in flow.loops if loop.end in main]
    known.sort(key=lambda loop: (_rows(flow, loop)[1] - _rows(flow, loop)[0], loop.end))
    lanes: list[tuple[Loop, int]] = []
    for loop in known:
        top, bottom = _rows(flow, loop)
        taken = {lane for other, lane in lanes if _rows(flow, other)[0] <= bottom and top <= _rows(flow, other)[1]}
        lanes.append((loop, max(taken, default=-1) + 1))
    return lanes


def _rows(flow: Flow, loop: Loop) -> tuple[int, int]:
    """The rows of the column that a way back passes, from its end down to the last part of its start."""
    main = _column(flow)
    start = loop.start if loop.start in main else main[-2]
    family = [name for name in main if name == start or flow.groups[name].within == start]
    return main.index(loop.end), main.index(family[-1])


def code_rows(spot: Spot) -> list[list[str]]:
    """The codes of a group in rows that fit its box."""
    fit = (spot.w - 24 + CODE_GAP) // (CODE_WIDTH + CODE_GAP)
    return [spot.codes[at : at + fit] for at in range(0, len(spot.codes), fit)]


def draw(flow: Flow, seen: Overview, open_group: str, calls: Sequence[str]) -> list[Mark]:
    """The overview as marks, with the open group and the calls highlighted."""
    wanted = {code for spot in seen.spots.values() for code in spot.codes}
    drawing = _Drawing(flow, seen, open_group, calls, codes(flow, [name for name in flow.groups if name in wanted]))
    marks = _loops(flow, seen)
    if seen.shelf[1]:
        marks.append(text("shelf", *seen.shelf, "called when needed", "soft start"))
    marks += _calls(flow, seen, calls)
    arrows = _arrows(flow, seen)
    for name, spot in seen.spots.items():
        marks += [drawing.box(name, spot, arrows[name]), *drawing.signs(name, spot)]
    return marks


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws the boxes of the groups; `letters` are the codes of the groups that others call or skip to."""

    flow: Flow
    seen: Overview
    open_group: str
    calls: Sequence[str]
    letters: dict[str, str]

    def box(self, name: str, spot: Spot, go: dict[str, str]) -> Mark:
        group, count = self.flow.groups[name], len(self.flow.members(name))
        steps = f"{Many(count):step}"
        half_w, half_h = spot.w / 2, spot.h / 2
        number = (
            (12 - half_w, 35 - half_h, steps, "soft start")
            if group.called
            else (half_w - 10, 20.5 - half_h, str(count), "soft end")
        )
        lit, opened = name in self.calls, name == self.open_group
        looks = {"group": True, "lit": lit, "open": opened, "part": bool(group.within)}
        depth = f", open at call depth {self.calls.index(name) + 1}" if lit else ""
        return box(
            f"group:{name}",
            spot.x + half_w,
            spot.y + half_h,
            spot.w,
            spot.h,
            "round",
            " ".join(look for look, shown in looks.items() if shown),
            [(12 - half_w, 20.5 - half_h, group.label, "title start"), number],
            label=f"{group.label}, {steps}{depth}",
            press={"type": "group", "id": name},
            expanded=opened,
            go=go,
            now=bool(self.calls) and name == self.calls[-1],
        )

    def signs(self, name: str, spot: Spot) -> list[Mark]:
        """A group's own code, the codes of those it may lead to, and its call depth."""
        marks: list[Mark] = []
        if name in self.letters:
            x, y = (12, 24) if self.flow.groups[name].called else (30, 9)
            own = self.letters[name]
            marks.append(_code(f"own:{name}", spot.x + spot.w - x - CODE_WIDTH, spot.y + y, own, False))
        for row, names in enumerate(code_rows(spot)):
            for column, other in enumerate(names):
                x, y = spot.x + 12 + column * (CODE_WIDTH + CODE_GAP), spot.y + 27 + row * CODE_ROW
                lit = (name, other) in list(pairwise(self.calls))
                marks.append(_code(f"code:{name}:{other}", x, y, self.letters[other], lit))
        if name in self.calls:
            depth = str(self.calls.index(name) + 1)
            marks.append(badge(f"depth:{name}", spot.x + spot.w, spot.y + 2, depth, "depth"))
        return marks


def _code(key: str, x: float, y: float, letters: str, lit: bool) -> Mark:
    return chip(key, x + CODE_WIDTH / 2, y + 7.5, CODE_WIDTH, 15, letters, "code lit" if lit else "code")


def _loops(flow: Flow, seen: Overview) -> list[Mark]:
    """The backgrounds of the inner loops, the main line, and the ways back."""
    marks: list[Mark] = []
    column = [seen.spots[name] for name in _column(flow)]
    spine = column[0].x + COLUMN // 2
    for loop, lane in seen.loops:
        if lane == 0:
            top, bottom = (column[row] for row in _rows(flow, loop))
            deep = bottom.bottom - top.y + 10
            marks.append(area(f"loop:{loop.end}", column[0].x - 22, top.y - 5, COLUMN + 28, deep, "loop"))
    for above, below in pairwise(column):
        marks.append(line(f"spine:{below.y}", f"M{spine} {above.bottom}V{below.y}", "spine"))
    return marks + [mark for loop, lane in seen.loops for mark in _loop(flow, seen, loop, lane)]


def _loop(flow: Flow, seen: Overview, loop: Loop, lane: int) -> list[Mark]:
    names = _column(flow)
    last = names[_rows(flow, loop)[1]]
    start, end = seen.spots[last], seen.spots[loop.end]
    from_x, from_y = start.x, start.y + start.h / 2
    if last != loop.start:
        from_x, from_y = end.x + COLUMN // 2, start.bottom + GAP / 2
    to_y = end.y + PLAIN_HEIGHT / 2
    left = end.x - 14 - LANE * lane
    path = f"M{from_x} {from_y}H{left + 8}Q{left} {from_y} {left} {from_y - 8}"
    path += f"V{to_y + 8}Q{left} {to_y} {left + 8} {to_y}H{end.x - 8}"
    look = "track" if lane == 0 else "track outer"
    title = f"{loop.label or 'back'}: to {flow.groups[loop.end].label}"
    marks = [line(f"back:{loop.end}", path, look, head=(end.x - 1, to_y, 0, 1.5), title=title)]
    if loop.label:
        marks.append(text(f"back-text:{loop.end}", left - 7, (from_y + to_y) / 2, loop.label, "soft", turn=-90))
    return marks


def _calls(flow: Flow, seen: Overview, calls: Sequence[str]) -> list[Mark]:
    """The way from caller to called group; if the shelf is below the column, numbers replace the lines."""
    marks = []
    for depth, (caller, called) in enumerate(pairwise(calls)):
        a, b = seen.spots[caller], seen.spots[called]
        if b.x >= a.x + a.w or a.x >= b.x + b.w:
            start, end = (a.x + a.w, b.x) if b.x > a.x else (a.x, b.x + b.w)
            path = f"M{start} {a.y + a.h / 2}H{(start + end) / 2}V{b.y + b.h / 2}H{end}"
        elif flow.groups[called].called == flow.groups[caller].called:
            x = a.x + a.w / 2
            path = f"M{x} {a.bottom}V{b.y}" if b.y > a.y else f"M{x} {a.y}V{b.bottom}"
        else:
            continue
        marks.append(line(f"call:{depth}", path, "way"))
    return marks


def _arrows(flow: Flow, seen: Overview) -> dict[str, dict[str, str]]:
    """Where the arrow keys lead from each group: up and down in a column, and across between column and shelf."""
    column = _column(flow)
    shelf = [name for name in seen.spots if name not in column]
    go: dict[str, dict[str, str]] = {name: {} for name in seen.spots}
    for names in (column, shelf):
        for above, below in pairwise(names):
            go[above]["down"], go[below]["up"] = f"group:{below}", f"group:{above}"
    for names, others, way in ((column, shelf, "right"), (shelf, column, "left")):
        for name in names:
            if others:
                nearest = min(others, key=lambda other: abs(seen.spots[other].y - seen.spots[name].y))
                go[name][way] = f"group:{nearest}"
    return go


def in_words(flow: Flow) -> list[str]:
    """The overview in words, with two sentences for each group."""
    quotient = flow.quotient()
    found = []
    for group in flow.groups.values():
        count = len(flow.members(group.id))
        ways = [
            f"{flow.groups[o].label} ({Many(quotient.edges[group.id, o]['count']):way})"
            for o in quotient.successors(group.id)
        ]
        kind = (
            "is used when another part calls it"
            if group.called
            else f"is part of “{flow.groups[group.within].label}”"
            if group.within
            else "is on the main line"
        )
        onward = f"It leads to {', '.join(ways)}." if ways else "It does not lead anywhere else."
        found.append(f"“{group.label}” {kind} and has {Many(count):step}. {onward}")
    return found
