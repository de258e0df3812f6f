"""The desk's `graph` as a picture: the marks to draw, the words, and an SVG.

A node has id, label, x and y, and may have state (now, reach, plain), badges, tokens, option and text. Edges have no
direction.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Any

from tutor.ui.pictures import marks
from tutor.ui.pictures.lettering import text_width, wrapped
from tutor.ui.pictures.marks import Mark, badge, box, chip, lettering, line

WIDTH, HEIGHT = 124, 52
"""The size of a node."""
STATES = {"now": "you are here", "reach": "open now", "plain": ""}
ARROWS = {"right": 0.0, "down": 90.0, "left": 180.0, "up": -90.0}
TOKEN_STEP = 19

Data = dict[str, Any]
Places = tuple[tuple[str, float, float], ...]
"""The centre of every node, by its id."""


def drawn(data: Data) -> Data:
    """Return the same `graph` with its `marks` filled in."""
    return {**data, "marks": graph_marks(data)}


def graph_svg(data: Data) -> str:
    """Return the graph as a separate picture, in SVG."""
    return marks.svg(graph_marks(data), data["width"], data["height"], data["title"], " ".join(data["twin"]))


def in_words(data: Data) -> list[str]:
    """One sentence per node: what it is, its state, what is on it, and where it leads."""
    labels = {node["id"]: node["label"] for node in data["nodes"]}
    beside: dict[str, list[str]] = {node: [] for node in labels}
    for edge in data["edges"]:
        beside[edge["from"]].append(labels[edge["to"]])
        beside[edge["to"]].append(labels[edge["from"]])
    sentences = []
    for node in data["nodes"]:
        ways = ", ".join(dict.fromkeys(beside[node["id"]]))
        sentences.append(_label(node) + (f"; beside {ways}." if ways else "."))
    return sentences


def graph_marks(data: Data) -> list[Mark]:
    """The drawing: edges, then nodes with their badges and tokens."""
    nodes = {node["id"]: node for node in data["nodes"]}
    places = tuple((node["id"], node["x"], node["y"]) for node in data["nodes"])
    edges = [_edge(nodes[edge["from"]], nodes[edge["to"]]) for edge in data["edges"]]
    return edges + [mark for node in data["nodes"] for mark in _node(data, node, places)]


def _label(node: Data) -> str:
    parts = [node["label"], STATES[node.get("state", "plain")], node.get("text", "")]
    parts += [str(token) for token in node.get("tokens", ())]
    return ", ".join(part for part in parts if part)


def _node(data: Data, node: Data, places: Places) -> Iterable[Mark]:
    state = node.get("state", "plain")
    look = f"node graph-node {state}"
    size, weight = lettering(look)
    lines = wrapped(node["label"], size, WIDTH - 16, weight=weight)
    press = {"type": "node", "graph": data["id"], "id": node["id"]}
    press |= {"option": node["option"]} if node.get("option") else {}
    top = 4.5 - 7.5 * (len(lines) - 1)
    yield box(
        f"node:{node['id']}",
        node["x"],
        node["y"],
        WIDTH,
        HEIGHT,
        "round",
        look,
        [(0, top + 15 * row, words, "") for row, words in enumerate(lines)],
        label=_label(node),
        press=press,
        go=_arrows(places, node["id"]),
        now=state == "now",
    )
    right = node["x"] + WIDTH / 2 + 1
    for number, words in enumerate(node.get("badges", ())):
        wide = max(22, round(text_width(str(words), *lettering("chip plate"))) + 12)
        x = right - wide / 2
        right -= wide + 3
        yield chip(f"badge:{node['id']}:{number}", x, node["y"] - HEIGHT / 2, wide, 18, str(words), "plate")
    tokens = list(node.get("tokens", ()))
    left = node["x"] - TOKEN_STEP * (len(tokens) - 1) / 2
    for number, token in enumerate(tokens):
        letter = str(token)[:1].upper()
        yield badge(f"token:{node['id']}:{number}", left + TOKEN_STEP * number, node["y"] + HEIGHT / 2, letter, "token")


def _edge(start: Data, end: Data) -> Mark:
    (ax, ay), (bx, by) = _rim(start, end), _rim(end, start)
    return line(f"edge:{start['id']}:{end['id']}", f"M{ax} {ay}L{bx} {by}", "plain")


def _rim(node: Data, other: Data) -> tuple[float, float]:
    """Where a straight line from the centre of a node to another leaves the node's box."""
    dx, dy = other["x"] - node["x"], other["y"] - node["y"]
    share = min(WIDTH / 2 / abs(dx) if dx else 9.0, HEIGHT / 2 / abs(dy) if dy else 9.0, 0.5)
    return round(node["x"] + dx * share, 1), round(node["y"] + dy * share, 1)


@lru_cache(maxsize=1024)
def _arrows(places: Places, start: str) -> dict[str, str]:
    """For each arrow key, the nearest node in that direction, at most 60 degrees off."""
    x, y = next((x, y) for id, x, y in places if id == start)
    go = {}
    for way, angle in ARROWS.items():
        costs = [
            (distance * (1 + off / 45), id)
            for id, other_x, other_y in places
            if id != start
            for distance, off in [_seen(other_x - x, other_y - y, angle)]
            if off <= 60
        ]
        if costs:
            go[way] = f"node:{min(costs)[1]}"
    return go


def _seen(dx: float, dy: float, angle: float) -> tuple[float, float]:
    """Return how far away a place is, and how many degrees it is off a direction."""
    off = abs((degrees(atan2(dy, dx)) - angle + 180) % 360 - 180)
    return hypot(dx, dy), off
