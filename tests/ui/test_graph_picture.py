"""Any networkx graph as a picture: places, states, words, overlays, escaping."""

import re
from xml.etree import ElementTree

import networkx as nx
import pytest

from tutor.ui.bundle import STATIC
from tutor.ui.pictures.graph_picture import drawn, graph_data, graph_svg, ring

NAMES = ["City", "Farm", "Lake", "Base"]


def a_ring():
    graph = nx.cycle_graph(NAMES)
    graph.nodes["City"].update(state="now", tokens=["Ann"])
    graph.nodes["Farm"].update(state="reach", option="move:farm", badges=[2], text="a card lies here")
    return graph


def test_a_ring_starts_at_the_top_and_goes_clockwise():
    places = ring(NAMES, 600, 400)
    assert places["City"][0] == 300
    assert places["Farm"][0] > 300
    assert places["Lake"][1] > places["Farm"][1] > places["City"][1]
    assert places["Base"][0] < 300


def test_nodes_are_buttons_that_name_their_option():
    data = graph_data(a_ring(), "ring", "Ring", ring(NAMES, 600, 400))
    boxes = {mark["key"]: mark for mark in data["marks"] if mark.get("press")}
    assert boxes["node:Farm"]["press"] == {"type": "node", "graph": "ring", "id": "Farm", "option": "move:farm"}
    assert boxes["node:Farm"]["label"] == "Farm, open now, a card lies here"
    assert boxes["node:City"]["now"] is True
    assert boxes["node:City"]["go"]["right"] == "node:Farm"
    assert boxes["node:City"]["go"]["down"] == "node:Lake"


def test_badges_end_with_their_node_and_wear_no_dress_of_the_desk():
    graph = a_ring()
    graph.nodes["Farm"]["badges"] = ["face down", 2]
    data = graph_data(graph, "ring", "Ring", ring(NAMES, 600, 400))
    marks = {mark["key"]: mark for mark in data["marks"]}
    node, first, second = marks["node:Farm"], marks["badge:Farm:0"], marks["badge:Farm:1"]
    assert first["x"] + first["w"] / 2 == node["x"] + node["w"] / 2 + 1
    assert second["x"] + second["w"] / 2 < first["x"] - first["w"] / 2
    own = first["look"].split()[-1]
    assert not re.search(rf"& \.{own}\b", (STATIC / "desk.css").read_text(encoding="utf-8"))


def test_the_words_say_what_the_picture_shows():
    data = graph_data(a_ring(), "ring", "Ring", ring(NAMES, 600, 400))
    assert data["twin"][0] == "City, you are here, Ann; beside Farm, Base."
    directed = graph_data(nx.DiGraph([("a", "b")]), "d", "Two", {"a": (80, 40), "b": (300, 40)})
    assert directed["twin"] == ["a; leads to b.", "b."]
    line = next(mark for mark in directed["marks"] if mark["mark"] == "line")
    assert line["head"] == [238, 40, 0.0, 1]


def test_tiles_lie_under_edges_and_ways_over_them():
    nodes = [
        {"id": "a", "label": "A", "x": 60, "y": 60, "shape": "tile"},
        {"id": "b", "label": "B", "x": 300, "y": 60, "shape": "tile"},
        {"id": "p", "label": "P", "x": 60, "y": 200, "shape": "circle"},
    ]
    edges = [{"from": "a", "to": "b"}, {"from": "a", "to": "p"}]
    data = drawn({"id": "m", "nodes": nodes, "edges": edges, "overlays": [{"nodes": ["p", "a", "b"]}]})
    keys = [mark["key"] for mark in data["marks"]]
    assert keys.index("node:b") < keys.index("edge:a:b") < keys.index("way:way:1") < keys.index("node:p")
    assert [mark["text"] for mark in data["marks"] if mark["key"].startswith("step:")] == ["1", "2"]


def test_a_node_without_a_place_is_named():
    with pytest.raises(ValueError, match="Ring: node 'City': expected a place"):
        graph_data(a_ring(), "ring", "Ring")


def test_the_svg_is_escaped_xml():
    graph = nx.Graph()
    graph.add_node("<x>&", x=100, y=50, label='<script>"&', tokens=["<b>"])
    root = ElementTree.fromstring(graph_svg(graph_data(graph, "g", "<title>&")))
    assert not [part for part in root.iter() if part.tag.endswith(("script", "}b", "}x"))]
    assert '<script>"&' in {part.text for part in root.iter() if part.tag.endswith("text")}
