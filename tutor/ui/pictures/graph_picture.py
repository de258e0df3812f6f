"""Any networkx graph as the desk's `graph`: plain data, the marks to draw, the words, and an SVG.

A node may have label, x, y, shape (round, circle, hexagon, tile), state (now, reach, shut, plain), badges, tokens,
option and text; an edge label, state and points. Tiles are drawn first, then edges, then overlays (numbered routes),
then everything else, so that a map of tiles and a ring of places are the same picture.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

import networkx as nx

from tutor.ui.pictures import marks
from tutor.ui.pictures.lettering import text_width, wrapped
from tutor.ui.pictures.marks import Mark, badge, box, chip, lettering, line

NODE_SIZES = {"round": (124, 52), "hexagon": (132, 52), "circle": (76, 76), "tile": (96, 96)}
STATES = {"now": "you are here", "reach": "open now", "shut": "closed now", "plain": ""}
ARROWS = {"right": 0.0, "down": 90.0, "left": 180.0, "up": -90.0}
MARGIN = 24
TOKEN_STEP = 19

Data = dict[str, Any]
Places = tuple[tuple[str, float, float], ...]
"""The centre of every node, by its id."""


def ring(names: Sequence[str], width: float, height: float) -> dict[str, tuple[float, float]]:
    """Return places on an ellipse, the first at the top and the others clockwise: name → x and y in pixels."""
    w, h = NODE_SIZES["round"]
    a, b = width / 2 - w / 2 - MARGIN, height / 2 - h / 2 - MARGIN
    turn = 2 * pi / len(names)
    return {
        name: (round(width / 2 + a * sin(at * turn), 1), round(height / 2 - b * cos(at * turn), 1))
        for at, name in enumerate(names)
    }


def graph_data(graph: Any, name: str, title: str, places: Mapping[str, tuple[float, float]] | None = None) -> Data:
    """Return a networkx graph as the desk's plain `graph`. Places come from `places`, or else from each node's x and y.

    Raises ValueError naming a node that has no place.
    """
    nodes = []
    for node, attributes in graph.nodes(data=True):
        x, y = (places or {}).get(node, (attributes.get("x"), attributes.get("y")))
        if x is None or y is None:
            raise ValueError(f"{title}: node {node!r}: expected a place (x and y)")
        nodes.append({"id": str(node), "label": str(node), **attributes, "x": x, "y": y})
    arrows = nx.is_directed(graph)
    edges = [{"from": str(a), "to": str(b), "arrow": arrows, **more} for a, b, more in graph.edges(data=True)]
    return drawn({"id": name, "title": title, "nodes": nodes, "edges": edges})


def drawn(data: Data) -> Data:
    """Return the same `graph` with its `marks`, its size and its words filled in."""
    found = {"title": data["id"], "edges": [], **data}
    for axis, size in (("x", "width"), ("y", "height")):
        side = 0 if axis == "x" else 1
        reach = max(node[axis] + _size(node)[side] / 2 for node in found["nodes"]) + MARGIN
        found.setdefault(size, round(reach))
    found.setdefault("twin", in_words(found))
    found["marks"] = graph_marks(found)
    return found


def graph_svg(data: Data) -> str:
    """Return the graph as a separate picture, in SVG."""
    found = data if "marks" in data else drawn(data)
    return marks.svg(found["marks"], found["width"], found["height"], found["title"], " ".join(found["twin"]))


def in_words(data: Data) -> list[str]:
    """One sentence per node: what it is, its state, what is on it, and where it leads."""
    labels = {node["id"]: node["label"] for node in data["nodes"]}
    beside: dict[str, list[str]] = {node: [] for node in labels}
    for edge in data["edges"]:
        beside[edge["from"]].append(labels[edge["to"]])
        if not edge.get("arrow"):
            beside[edge["to"]].append(labels[edge["from"]])
    sentences = []
    for node in data["nodes"]:
        ways = ", ".join(dict.fromkeys(beside[node["id"]]))
        verb = "leads to" if any(edge.get("arrow") for edge in data["edges"]) else "beside"
        sentences.append(_label(node) + (f"; {verb} {ways}." if ways else "."))
    return sentences


def graph_marks(data: Data) -> list[Mark]:
    """The drawing: tiles, edges, overlays, then the other nodes with their badges and tokens."""
    nodes = {node["id"]: node for node in data["nodes"]}
    tiles = [node for node in data["nodes"] if node.get("shape") == "tile"]
    others = [node for node in data["nodes"] if node.get("shape") != "tile"]
    places = tuple((node["id"], node["x"], node["y"]) for node in data["nodes"])
    found = [mark for node in tiles for mark in _node(data, node, places)]
    found += [mark for edge in data["edges"] for mark in _edge(nodes, edge)]
    found += [mark for overlay in data.get("overlays", ()) for mark in _overlay(nodes, overlay)]
    return found + [mark for node in others for mark in _node(data, node, places)]


def _size(node: Data) -> tuple[float, float]:
    w, h = NODE_SIZES[node.get("shape", "round")]
    return node.get("w", w), node.get("h", h)


def _label(node: Data) -> str:
    parts = [node["label"], STATES[node.get("state", "plain")], node.get("text", "")]
    parts += [str(token) for token in node.get("tokens", ())]
    return ", ".join(part for part in parts if part)


def _node(data: Data, node: Data, places: Places) -> Iterable[Mark]:
    w, h = _size(node)
    state = node.get("state", "plain")
    look = f"node graph-node {state}"
    size, weight = lettering(look)
    lines = wrapped(node["label"], size, w - 16, weight=weight)
    press = {"type": "node", "graph": data["id"], "id": node["id"]}
    press |= {"option": node["option"]} if node.get("option") else {}
    top = 4.5 - 7.5 * (len(lines) - 1)
    yield box(
        f"node:{node['id']}",
        node["x"],
        node["y"],
        w,
        h,
        node.get("shape", "round"),
        look,
        [(0, top + 15 * row, words, "") for row, words in enumerate(lines)],
        label=_label(node),
        press=press,
        go=_arrows(places, node["id"]),
        now=state == "now",
    )
    right = node["x"] + w / 2 + 1
    for number, words in enumerate(node.get("badges", ())):
        wide = max(22, round(text_width(str(words), *lettering("chip plate"))) + 12)
        x = right - wide / 2
        right -= wide + 3
        yield chip(f"badge:{node['id']}:{number}", x, node["y"] - h / 2, wide, 18, str(words), "plate")
    tokens = list(node.get("tokens", ()))
    left = node["x"] - TOKEN_STEP * (len(tokens) - 1) / 2
    for number, token in enumerate(tokens):
        letter = str(token)[:1].upper()
        yield badge(f"token:{node['id']}:{number}", left + TOKEN_STEP * number, node["y"] + h / 2, letter, "token")


def _edge(nodes: Mapping[str, Data], edge: Data) -> Iterable[Mark]:
    start, end = nodes[edge["from"]], nodes[edge["to"]]
    points = [tuple(point) for point in edge.get("points", ())] or _straight(start, end)
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    (ax, ay), (bx, by) = points[-2:]
    head = (bx, by, round(degrees(atan2(by - ay, bx - ax)), 1), 1) if edge.get("arrow") else ()
    key = f"{edge['from']}:{edge['to']}"
    yield line(f"edge:{key}", path, f"graph-edge {edge.get('state', 'plain')}", head, edge.get("label", ""))
    if edge.get("label"):
        x, y = (points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2
        wide = round(text_width(edge["label"], *lettering("chip condition"))) + 14
        yield chip(f"edge-label:{key}", x, y, wide, 18, edge["label"], "condition")


def _straight(start: Data, end: Data) -> list[tuple[float, float]]:
    return [_rim(start, end), _rim(end, start)]


def _rim(node: Data, other: Data) -> tuple[float, float]:
    """Where a straight line from the centre of a node to another leaves the node's box."""
    w, h = _size(node)
    dx, dy = other["x"] - node["x"], other["y"] - node["y"]
    if node.get("shape") == "circle":
        share = w / 2 / (hypot(dx, dy) or 1)
    else:
        share = min(w / 2 / abs(dx) if dx else 9.0, h / 2 / abs(dy) if dy else 9.0, 0.5)
    return round(node["x"] + dx * share, 1), round(node["y"] + dy * share, 1)


def _overlay(nodes: Mapping[str, Data], overlay: Data) -> Iterable[Mark]:
    """Draw a numbered route over the picture, from node to node."""
    for step, (a, b) in enumerate(pairwise(overlay["nodes"]), start=1):
        (ax, ay), (bx, by) = _straight(nodes[a], nodes[b])
        key = f"{overlay.get('id', 'way')}:{step}"
        yield line(f"way:{key}", f"M{ax} {ay}L{bx} {by}", "step")
        yield badge(f"step:{key}", (ax + bx) / 2, (ay + by) / 2, str(step), "step")


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
