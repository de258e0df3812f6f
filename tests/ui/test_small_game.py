"""A game with only what the guide requires can be played on the practice page and changed in the lab."""

import pytest

from tests.toy import GAME as TOY
from tests.visitor import Visitor
from tutor.engine.core import game
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.practice import Practice


@pytest.fixture(autouse=True)
def found(monkeypatch):
    games = game._found()
    monkeypatch.setattr(game, "_found", lambda: (*games, TOY))


def test_it_is_played_on_the_practice_page():
    visitor = Visitor(Practice().desk, "?game=toy&seed=2")
    assert visitor.state["head"]["game"] == "Saucers"
    assert [zone["label"] for zone in visitor.state["zones"]] == ["Ada", "Ben"], "nothing is discarded yet"
    for _ in range(60):
        if not visitor.open:
            break
        visitor.press(visitor.open[0])
    visitor.says("tool", id="odds")
    assert visitor.state["notes"]


def test_its_position_is_changed_in_the_lab():
    visitor = Visitor(Lab("toy").desk)
    visitor.says("tool", id="tab change")
    (board,) = [block for block in visitor.state["lab"]["blocks"] if block["kind"] == "board"]
    places = {(section["label"], place["label"]): place for section in board["sections"] for place in section["places"]}
    assert ("Ada", "The cards that only this player sees") in places
    visitor.says("form", id="lab.set", values={"path": places["Ada", "points"]["id"], "value": "7"})
    assert visitor.state["zones"][0]["tracks"] == [{"label": "Points", "n": 7}]
    visitor.says("tool", id="tab numbers")
    items = [item for block in visitor.state["lab"]["blocks"] if block["kind"] == "sums" for item in block["items"]]
    assert ("what Ada still needs", 5) in [(item["label"], item["n"]) for item in items]
