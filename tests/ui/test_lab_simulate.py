"""Simulate and compare in the lab without a browser: sides, progress, cancelling, limits and what is said."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.ui.test_lab import at_table, blocks, form
from tests.visitor import Visitor
from tutor.lab.runner import Limits
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.lab_simulate import Simulation

READING = "reading items/discard-after-use if-card-says"


@pytest.fixture
def lab(tmp_path: Path) -> tuple[Lab, Visitor]:
    lab, visitor = at_table()
    lab.simulation = Simulation(Limits(games=200, folder=tmp_path))
    visitor.says("tool", id="tab simulate")
    return lab, visitor


def starts(visitor: Visitor, **values: str) -> None:
    form(visitor, "lab.simulate.start", **{"bots": "own", "games": "10", "against": "alone"} | values)


def ended(lab: Lab, visitor: Visitor) -> list[dict[str, Any]]:
    while lab.simulation.running:
        time.sleep(0.05)
    visitor.says("notes", all=False)
    return visitor.state["lab"]["blocks"]


def test_a_reading_is_compared_with_the_one_in_force(lab: tuple[Lab, Visitor]) -> None:
    one, visitor = lab
    starts(visitor, against=READING)
    ended(one, visitor)
    (table,) = blocks(visitor, "rows")
    assert [row[0] for row in table["rows"]] == ["main", "discard after use: if-card-says", "difference"]
    assert "after 10 games a side" in table["text"]
    form(visitor, "lab.simulate.measure", measure="score")
    (chart,) = blocks(visitor, "chart")
    assert [round(sum(side["bins"]), 6) for side in chart["items"]] == [1, 1]
    assert len({len(side["bins"]) for side in chart["items"]}) == 1
    form(visitor, "lab.simulate.csv")
    lines = blocks(visitor, "form")[-1]["textarea"].splitlines()
    assert lines[0].startswith("side,seed,answers,end,trouble,won Ada,won Ben")
    assert len(lines) == 1 + 20


@pytest.mark.slow
def test_a_branch_is_compared_with_another_and_one_side_stands_alone(lab: tuple[Lab, Visitor]) -> None:
    one, visitor = lab
    form(visitor, "lab.branch.new", new="ends")
    visitor.press("end")
    starts(visitor, against="branch main")
    ended(one, visitor)
    assert [row[0] for row in blocks(visitor, "rows")[0]["rows"]] == ["ends", "main", "difference"]
    starts(visitor)
    ended(one, visitor)
    assert [row[0] for row in blocks(visitor, "rows")[0]["rows"]] == ["ends"]


def test_what_cannot_be_started_is_told(lab: tuple[Lab, Visitor]) -> None:
    _, visitor = lab
    for games, says in (("9999", "At most 200 games"), ("many", "expected a whole number"), ("0", "at least 1")):
        starts(visitor, games=games)
        assert says in blocks(visitor, "form")[0]["problem"]
    starts(visitor, bots="nobody")
    assert "no such bot" in blocks(visitor, "form")[0]["problem"]


def test_a_run_is_cancelled_and_what_was_played_is_kept(lab: tuple[Lab, Visitor]) -> None:
    one, visitor = lab
    starts(visitor, games="200")
    (bar,) = blocks(visitor, "progress")
    assert 0 <= bar["share"] <= 1
    starts(visitor)
    assert "still running" in blocks(visitor, "form")[0]["problem"]
    form(visitor, "lab.simulate.cancel")
    assert not one.simulation.running
    assert "of 200 games" in blocks(visitor, "text")[0]["text"]


def test_a_bot_makes_one_move_and_says_why(lab: tuple[Lab, Visitor]) -> None:
    one, visitor = lab
    form(visitor, "lab.simulate.move", bots="own", never="end")
    assert len(one.bench.branch.steps) == 1
    assert one.bench.branch.steps[0] != "Ada: end"
    visitor.says("undo")
    form(visitor, "lab.simulate.move", bots="monte-carlo:5", never="")
    (why,) = [block["text"] for block in blocks(visitor, "text")]
    assert why.startswith("Ada: “")
    assert "imagined" in why
    visitor.says("undo")
    form(visitor, "lab.simulate.move", bots="own", never="no/such-rule")
    assert "has no rule" in blocks(visitor, "form")[0]["problem"]
