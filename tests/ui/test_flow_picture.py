"""The turn flow as data: picture and words from one view, presses, and escaping."""

from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from tools.flow_layout import lay_out
from tutor.engine.book.flow import Flow, Group, Node
from tutor.engine.core.game import games
from tutor.ui.pictures import flow_overview
from tutor.ui.pictures.flow_picture import FlowPicture, flow_of

WALK = ("turn-start", "choose", "card-here", "flip", "flip-what", "event-needs-roll", "event-camera")


@pytest.fixture
def picture():
    return FlowPicture(*flow_of("alien_conspiracy"), walk=WALK)


def marks_of(state, kind):
    return {mark["key"]: mark for mark in state["panel"]["marks"] if mark["mark"] == kind}


def test_the_place_where_we_are_is_lit_in_picture_and_words(picture):
    state = picture.state()
    lit = [mark["key"] for mark in state["panel"]["marks"] if mark.get("now")]
    assert lit == ["node:event-camera"]
    assert [row["id"] for row in state["panel"]["table"] if row["now"]] == ["event-camera"]
    assert [crumb["group"] for crumb in state["crumbs"]] == ["turn", "investigate"]
    assert state["node"]["now"] is True
    assert [way["if"] for way in state["node"]["ways"]][:2] == ["yes", "no, or none in hand"]


def test_the_last_five_steps_are_numbered_once_each(picture):
    state = picture.state()
    numbers = sorted(mark["text"] for key, mark in marks_of(state, "badge").items() if key.startswith("step:"))
    assert numbers == ["1", "2", "3", "4", "5"]
    assert [step["n"] for step in state["steps"]] == [1, 2, 3, 4, 5]
    assert state["steps"][-1] == {"n": 5, "from": "Does it roll dice?", "if": "yes", "to": "Use a camera?"}


@pytest.mark.parametrize("game", sorted(games()))
def test_the_number_of_a_step_lies_on_no_words(game):
    flow, positions = flow_of(game)
    random, numbered = Random(game), 0
    for _ in range(60):
        walk = [flow.start]
        while len(walk) < 40 and (ways := flow.ways_on(walk[-1])):
            walk.append(random.choice(ways).end)
        panel = FlowPicture(flow, positions, walk=tuple(walk)).state()["panel"]
        for number in (mark for mark in panel["marks"] if mark["key"].startswith("step:")):
            numbered += 1
            assert [words for words in texts_of(panel) if covers(number, *words)] == [], walk
    assert numbered > 100


def texts_of(panel):
    """Each text in a box as (text, left, right, top, bottom), in pixels."""
    for mark in panel["marks"]:
        for text in mark.get("texts", ()):
            start = mark["x"] + text["x"] - text["length"] / 2
            base = mark["y"] + text["y"]
            yield text["text"], start, start + text["length"], base - 9, base


def covers(number, _, left, right, top, bottom):
    near_x, near_y = min(max(number["x"], left), right), min(max(number["y"], top), bottom)
    return (near_x - number["x"]) ** 2 + (near_y - number["y"]) ** 2 < 9.5**2


def test_table_and_picture_hold_the_same_nodes(picture):
    for group in picture.flow.groups:
        state = replace(picture, opened=group).state()
        drawn = {key.removeprefix("node:") for key in marks_of(state, "box") if key.startswith("node:")}
        assert drawn == {row["id"] for row in state["panel"]["table"]}


def test_the_ways_on_from_here_are_drawn_and_named(picture):
    state = picture.state()
    ways = {way["press"]["id"] for way in state["node"]["ways"]}
    assert ways == {"event-camera-used", "event-effect", "attempt-dice"}
    assert marks_of(state, "line")["line:event-camera:event-effect"]["look"] == "next"


def test_presses_open_groups_and_choose_nodes_and_nothing_else(picture):
    opened = picture.answered({"type": "group", "id": "death"})
    assert opened.state()["panel"]["title"] == "Death"
    assert opened.state()["panel"]["home"] is False
    chosen = opened.answered({"type": "node", "graph": "flow", "id": "score"})
    assert chosen.group == "end"
    assert chosen.state()["node"]["route"]["steps"][0]["from"] == "Use a camera?"
    back = chosen.answered({"type": "group", "id": None})
    assert (back.group, back.state()["node"]["id"]) == ("investigate", "event-camera")
    for message in ("x", None, {"type": "group", "id": "nowhere"}, {"type": "node", "id": ["score"]}, {"id": 3}):
        assert picture.answered(message) == picture


def test_rules_carry_their_text_and_page(picture):
    rules = {"items/camera-event": {"text": "A camera avoids the roll.", "page": 7}}
    found = {rule["id"]: rule for rule in replace(picture, rules=rules).state()["node"]["rules"]}
    assert found["items/camera-event"]["page"] == 7
    assert found["items/camera-timing"] == {"id": "items/camera-timing"}


def test_arrow_keys_lead_to_marks_that_can_be_pressed(picture):
    for group in picture.flow.groups:
        marks = replace(picture, opened=group).state()["panel"]["marks"]
        buttons = {mark["key"] for mark in marks if mark.get("press")}
        aims = [key for mark in marks for key in mark.get("go", {}).values()]
        assert set(aims) <= buttons
        first = next(mark["key"] for mark in marks if mark.get("press"))
        assert buttons <= reached(marks, first)


def reached(marks, start):
    go = {mark["key"]: mark.get("go", {}).values() for mark in marks if mark.get("press")}
    found, waiting = {start}, [start]
    while waiting:
        for key in go[waiting.pop()]:
            if key not in found:
                found.add(key)
                waiting.append(key)
    return found


def test_the_overview_shows_every_group_once_wide_and_narrow():
    flow, _ = flow_of("roswell51")
    for narrow in (False, True):
        seen = flow_overview.place(flow, narrow)
        assert set(seen.spots) == set(flow.groups)
        spots = list(seen.spots.values())
        for at, a in enumerate(spots):
            assert a.x + a.w <= seen.width
            assert a.bottom <= seen.height
            for b in spots[:at]:
                assert a.x >= b.x + b.w or b.x >= a.x + a.w or a.y >= b.bottom or b.y >= a.bottom
    assert len(set(flow_overview.codes(flow, list(flow.groups)).values())) == len(flow.groups)


def test_a_picture_is_escaped_xml():
    nasty = '<script>alert("x")</script>&'
    nodes = [Node("a", nasty, "<b>&\"'", "start", "g", who="<i>"), Node("b", nasty, "b", "end", "g")]
    flow = Flow("nasty", nasty, nodes, [], [Group("g", "<g>&")])
    drawn = FlowPicture(flow, lay_out(flow), walk=["a"]).svg()
    root = ElementTree.fromstring(drawn)
    assert not [part for part in root.iter() if part.tag.endswith(("script", "}b", "}i"))]
    assert "<b>&\"'" in {part.text for part in root.iter() if part.tag.endswith("text")}
