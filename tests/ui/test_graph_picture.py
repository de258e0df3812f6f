"""A ring of places as a picture: states, words, badges, escaping."""

import re
from xml.etree import ElementTree

from tutor.ui.bundle import STATIC
from tutor.ui.pictures.graph_picture import drawn, graph_svg, in_words

MORE = {
    "City": {"state": "now", "tokens": ["Ann", "Bob"]},
    "Farm": {"state": "reach", "option": "move:farm", "badges": [2], "text": "a card lies here"},
}
PLACES = {"City": (350, 60), "Farm": (600, 210), "Lake": (350, 360), "Base": (100, 210)}


def a_ring(**more):
    nodes = [
        {"id": name, "label": name, "x": x, "y": y, **(MORE | more).get(name, {})} for name, (x, y) in PLACES.items()
    ]
    edges = [{"from": a, "to": b} for a, b in zip(PLACES, [*PLACES][1:] + [*PLACES][:1], strict=True)]
    return {
        "id": "ring",
        "title": "The ring",
        "nodes": nodes,
        "edges": edges,
        "width": 700,
        "height": 420,
        "twin": ["A ring."],
    }


def test_nodes_are_buttons_that_name_their_option():
    boxes = {mark["key"]: mark for mark in drawn(a_ring())["marks"] if mark.get("press")}
    assert boxes["node:Farm"]["press"] == {"type": "node", "graph": "ring", "id": "Farm", "option": "move:farm"}
    assert boxes["node:Farm"]["label"] == "Farm, open now, a card lies here"
    assert boxes["node:City"]["now"] is True
    assert boxes["node:City"]["go"]["right"] == "node:Farm"
    assert boxes["node:City"]["go"]["down"] == "node:Lake"


def test_badges_end_with_their_node_and_wear_no_dress_of_the_desk():
    marks = {mark["key"]: mark for mark in drawn(a_ring(Farm={"badges": ["face down", 2]}))["marks"]}
    node, first, second = marks["node:Farm"], marks["badge:Farm:0"], marks["badge:Farm:1"]
    assert first["x"] + first["w"] / 2 == node["x"] + node["w"] / 2 + 1
    assert second["x"] + second["w"] / 2 < first["x"] - first["w"] / 2
    own = first["look"].split()[-1]
    assert not re.search(rf"& \.{own}\b", (STATIC / "desk.css").read_text(encoding="utf-8"))


def test_the_words_say_what_the_picture_shows():
    assert in_words(a_ring())[0] == "City, you are here, Ann, Bob; beside Farm, Base."


def test_the_svg_is_escaped_xml():
    nasty = {"label": '<script>"&', "tokens": ["<b>"]}
    root = ElementTree.fromstring(graph_svg(a_ring(City=nasty) | {"title": "<title>&"}))
    assert not [part for part in root.iter() if part.tag.endswith(("script", "}b", "}x"))]
    assert '<script>"&' in {part.text for part in root.iter() if part.tag.endswith("text")}
