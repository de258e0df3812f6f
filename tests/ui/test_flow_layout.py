"""The shipped positions are complete and up to date, with hardly any crossings and nothing that overlaps."""

from itertools import combinations

import pytest

from tools.flow_layout import lay_out, written
from tools.layers import layered, order, spread
from tutor.engine.book.flow import load_flow
from tutor.ui.pictures.flow_parts import BOX_HEIGHT, BOX_WIDTH, parts
from tutor.ui.pictures.flow_positions import GAMES, load_positions

FLOWS = sorted(path.parent.name for path in GAMES.glob("*/flow.toml"))
WIDEST_PANEL = 798


def test_there_are_flows():
    assert {"alien_conspiracy", "roswell51"} <= set(FLOWS)


@pytest.mark.slow
@pytest.mark.parametrize("game", FLOWS)
def test_laying_out_again_gives_the_shipped_file(game):
    flow = load_flow(GAMES / game / "flow.toml")
    assert written(flow, lay_out(flow)) == (GAMES / game / "flow_positions.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", FLOWS)
def test_every_node_and_line_has_its_place(game):
    flow = load_flow(GAMES / game / "flow.toml")
    places = load_positions(GAMES / game / "flow_positions.toml")
    assert set(places.nodes) == set(flow.nodes)
    for group in flow.groups:
        apart = parts(flow, group)
        assert set(apart.lines) <= set(places.lines)
        width, height = places.sizes[group]
        assert width <= WIDEST_PANEL
        assert places.crossings[group] <= 1
        boxes = [places.nodes[node] for node in apart.nodes if node != apart.rail]
        for x, y in boxes:
            assert BOX_WIDTH / 2 <= x <= width - BOX_WIDTH / 2
            assert BOX_HEIGHT / 2 <= y <= height - BOX_HEIGHT / 2
        for (ax, ay), (bx, by) in combinations(boxes, 2):
            assert abs(ax - bx) >= BOX_WIDTH or abs(ay - by) >= BOX_HEIGHT


@pytest.mark.parametrize("game", FLOWS)
def test_every_way_is_either_a_line_or_a_chip(game):
    flow = load_flow(GAMES / game / "flow.toml")
    for group in flow.groups:
        apart = parts(flow, group)
        chips = {(node, target) for node, found in apart.chips.items() for chip in found for target in chip.targets}
        drawn = chips | set(apart.lines)
        assert drawn == {(edge.start, edge.end) for node in apart.nodes for edge in flow.ways_on(node)}
        assert not chips & set(apart.lines)


def test_layers_go_down_and_uncross():
    layers = layered("abcd", [("a", "d"), ("b", "c")], [], 2, 100, 10)
    assert layers.rows == [["a", "b"], ["c", "d"]]
    assert layers.crossings() == 1
    assert order(layers) == 0
    deep = layered("abcd", [("a", "b"), ("b", "c"), ("a", "c")], [("c", "d")], 5, 100, 10)
    assert [[name for name in row if not deep.is_bend(name)] for row in deep.rows] == [["a"], ["b"], ["c"], ["d"]]
    assert len(deep.chains["a", "c"]) == 3


def test_spreading_keeps_order_and_distance_and_moves_least():
    assert spread([0, 0], [1, 1], [10]) == [-5, 5]
    assert spread([0, 0], [3, 1], [10]) == [-2.5, 7.5]
    assert spread([0, 50], [1, 1], [10]) == [0, 50]
