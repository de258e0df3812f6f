"""Work out where everything is on the turn-flow pictures; games ship the result as `flow_positions.toml`.

Each group is laid out in layers from top to bottom, with at most five boxes per layer, so that it fits beside the
overview. Run `python -m tools.flow_layout` after changing a `flow.toml`.
"""

from collections.abc import Iterable, Mapping, Sequence

from tools.layers import Layers, across, extent, layered, order, port
from tutor.engine.book.flow import Flow, load_flow
from tutor.ui.pictures.flow_parts import (
    BOX_HEIGHT,
    BOX_WIDTH,
    CHIP_DROP,
    CHIP_HEIGHT,
    CHIP_ROW,
    ENTRY_DROP,
    Parts,
    chip_room,
    chip_rows,
    parts,
)
from tutor.ui.pictures.flow_positions import GAMES, MARGIN, Point, Positions, rail_depth, rail_room

COMMAND = "python -m tools.flow_layout"

BOX_GAP, LINE_GAP = 10, 16
LAYER_GAP = 30
WIDEST = 770
CAPS = (5, 4, 3)
PULLS = (0.97, 0.9, 0.8, 0.65)
STARTS, KEPT = 8, 3

Across = dict[str, float]
Try = tuple[int, int, int, float, Layers, Across]


def place_group(flow: Flow, group: str, into: Positions) -> None:
    """Lay out one group with at most five, four or three boxes per layer, whichever fits with the fewest crossings."""
    apart = parts(flow, group)
    layers, x = best(apart)
    left, right = extent(layers, x)
    width = max(round(right - left), 2 * CHIP_ROW) + 2 * MARGIN
    shift = (width - (right - left)) / 2 - left
    x = {name: at + shift for name, at in x.items()}
    tops, height = _down(apart, layers)
    for top, row in zip(tops, layers.rows, strict=True):
        into.nodes |= {n: (round(x[n]), top + BOX_HEIGHT // 2) for n in row if not layers.is_bend(n)}
    into.lines |= _points(apart, layers, x, tops)
    into.crossings[group] = layers.crossings()
    if apart.rail:
        depth = rail_depth(len(chip_rows(apart.chips[apart.rail], rail_room(width))))
        into.nodes[apart.rail] = (width // 2, height + MARGIN + depth // 2)
        height += depth + 2 * MARGIN
    into.sizes[group] = (width, height)


def best(apart: Parts) -> tuple[Layers, Across]:
    """Return the best of several layouts: not too wide, then with few crossings, few layers and short lines."""
    boxes = [node for node in apart.nodes if node != apart.rail]
    tries: list[Try] = []
    for widest in CAPS:
        ordered = [_ordered(boxes, apart, widest, start) for start in range(STARTS)]
        for crossings, layers in sorted(ordered, key=lambda found: found[0])[:KEPT]:
            tries += _tried(layers, crossings)
    return min(tries, key=lambda found: found[:4])[4:]


def _ordered(boxes: Sequence[str], apart: Parts, widest: int, start: int) -> tuple[int, Layers]:
    """Return the group in ordered layers, from one of several starting orders, and its number of crossings."""
    layers = layered(boxes, apart.lines, apart.detours, widest, BOX_WIDTH + BOX_GAP, LINE_GAP)
    for y, row in enumerate(layers.rows):
        if start >> (y % 3) & 1:
            row.reverse()
    return order(layers), layers


def _tried(layers: Layers, crossings: int) -> Iterable[Try]:
    """Return the horizontal places and their faults: excess width, crossings, layers, total length of lines."""
    for pull in PULLS:
        x = across(layers, pull)
        left, right = extent(layers, x)
        length = sum(abs(x[a] - x[b]) for a, b in layers.links())
        yield max(0, round(right - left) - WIDEST), crossings, len(layers.rows), length, layers, x


def _down(apart: Parts, layers: Layers) -> tuple[list[int], int]:
    """Return the top of each layer, and the bottom of the last one including its chips."""
    tops, y = [], MARGIN
    for row in layers.rows:
        boxes = [name for name in row if not layers.is_bend(name)]
        if any(apart.entries[name] for name in boxes):
            y += CHIP_HEIGHT - ENTRY_DROP
        tops.append(y)
        rows = max(len(chip_rows(apart.chips[name], chip_room(len(boxes)))) for name in boxes)
        y += BOX_HEIGHT + max(0, CHIP_HEIGHT * rows - CHIP_DROP) + LAYER_GAP
    return tops, y - LAYER_GAP + MARGIN


def _points(
    apart: Parts, layers: Layers, x: Mapping[str, float], tops: Sequence[int]
) -> dict[tuple[str, str], tuple[Point, ...]]:
    """Return each line from port to port; it runs straight down through a layer in which it does not stop."""
    level = {name: y for y, row in enumerate(layers.rows) for name in row}
    found = {}
    for (start, end), chain in layers.chains.items():
        points = [(port(layers, x, start, chain[1], above=False), tops[level[start]] + BOX_HEIGHT)]
        for bend in chain[1:-1]:
            top = tops[level[bend]]
            points += [(round(x[bend]), top - 4), (round(x[bend]), top + BOX_HEIGHT + 4)]
        arrival = tops[level[end]] - (CHIP_HEIGHT - ENTRY_DROP if apart.entries[end] else 0)
        points.append((port(layers, x, end, chain[-2], above=True), arrival))
        found[start, end] = tuple(points)
    return found


def lay_out(flow: Flow) -> Positions:
    """Return the positions of every node, line and group of a flow."""
    found = Positions()
    for group in flow.groups:
        place_group(flow, group, found)
    return found


def written(flow: Flow, found: Positions) -> str:
    """Return the positions as the text of `flow_positions.toml`."""
    text = [f"# Where the turn-flow picture stands, in pixels: written by {COMMAND}, not by hand."]
    for group, (width, height) in found.sizes.items():
        crossings = found.crossings[group]
        text += ["", f"[group.{group}]", f"size = [{width}, {height}]", f"crossings = {crossings}"]
    text += ["", "[node]"]
    text += [f"{node} = [{x}, {y}]" for node, (x, y) in found.nodes.items()]
    for (start, end), points in found.lines.items():
        path = ", ".join(f"[{x}, {y}]" for x, y in points)
        text += ["", "[[line]]", f'from = "{start}"', f'to = "{end}"', f"points = [{path}]"]
    return "\n".join(text) + "\n"


def main() -> None:
    """Write the positions of every game that has a flow."""
    for path in sorted(GAMES.glob("*/flow.toml")):
        flow = load_flow(path)
        found = lay_out(flow)
        path.with_name("flow_positions.toml").write_text(written(flow, found), encoding="utf-8")
        print(f"{flow.game}: {len(found.nodes)} nodes, {sum(found.crossings.values())} crossings")


if __name__ == "__main__":
    main()
