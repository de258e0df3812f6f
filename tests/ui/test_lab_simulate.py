"""Simulate and compare in the lab without a browser: sides, progress, cancelling, limits and messages."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.ui.test_lab import AC, at_table, blocks, form
from tests.visitor import Visitor
from tutor.engine.core.game import find_game
from tutor.lab.matters import telling
from tutor.lab.runner import Limits, Report, Runner
from tutor.lab.simulate import Plan, Row
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.lab_simulate import Simulation

READING = "reading items/discard-after-use if-card-says"


class Told(Runner):
    """A runner that records what it was given."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report

    def poll(self) -> Report:
        return self.report


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
    assert [row[0] for row in table["rows"]] == ["main", "items/discard-after-use: if-card-says", "difference"]
    assert "after 10 games per side" in table["text"]
    form(visitor, "lab.simulate.measure", measure="score")
    (chart,) = blocks(visitor, "chart")
    assert [round(sum(side["bins"]), 6) for side in chart["items"]] == [1, 1]
    assert [side["side"] for side in chart["items"]] == [0, 1]
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


def test_while_games_run_there_are_figures_and_the_verdict_comes_at_the_end(lab: tuple[Lab, Visitor]) -> None:
    one, visitor = lab
    starts(visitor, against=READING)
    ended(one, visitor)
    report, plans = one.simulation.runner.poll(), one.simulation.plans
    half = replace(report, state="running", done=report.done // 2, rows=tuple(side[:5] for side in report.rows))
    told, measured = blocks(visitor, "text"), blocks(visitor, "rows")
    assert told[-1]["text"].startswith("*")
    one.simulation.runner = Told(half)
    visitor.says("notes", all=False)
    assert one.simulation.plans == plans
    (table,) = blocks(visitor, "rows")
    assert (table["text"], len(table["rows"])) == ("", len(measured[0]["rows"]))
    assert blocks(visitor, "text") == []


def test_games_that_reach_no_end_are_told(lab: tuple[Lab, Visitor]) -> None:
    one, visitor = lab
    starts(visitor)
    ended(one, visitor)
    report = one.simulation.runner.poll()
    endless = [replace(row, trouble="RuntimeError: no end after 100000 answers") for row in report.rows[0][:3]]
    one.simulation.runner = Told(replace(report, rows=([*endless, *report.rows[0][3:]],)))
    visitor.says("notes", all=False)
    assert "3 games could not be finished and were left out (RuntimeError: no end after 100000 answers)" in str(
        blocks(visitor, "text")
    )


def test_the_measure_that_is_shown_first_is_one_that_differs() -> None:
    def row(seed: int, score: int, winner: str = "Ben") -> Row:
        nothing: dict[str, tuple[str, ...]] = {one.id: () for one in find_game(AC).measures}
        return Row(seed, 50 + score, "over", (winner,), {"Ada": score, "Ben": 0}, nothing)

    plan = Plan(AC, 4, players=2)
    same = [row(seed, 5) for seed in range(4)]
    assert telling(plan, (same, [row(seed, 6) for seed in range(4)])) == "score"
    assert telling(plan, (same, [row(seed, 5, "Ada") for seed in range(4)])) == "won:Ada"
    assert telling(plan, (same, [replace(one, answers=9) for one in same])) == "answers"
    assert telling(plan, ([row(0, 5), row(1, 6)],)) == "score"


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


@pytest.mark.slow
def test_the_game_is_looked_at_and_its_metrics_are_drawn(
    lab: tuple[Lab, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, visitor = lab
    monkeypatch.setattr("tutor.ui.desks.lab_simulate.WATCHED", 2)
    form(visitor, "lab.simulate.look", bots="random", games="10", against="alone")
    ended(one, visitor)
    (table,) = blocks(visitor, "rows")
    assert table["title"] == "How the game goes: main"
    assert {"answers in a game, including those of chance", "open options at a decision"} <= {
        row[0] for row in table["rows"]
    }
    assert "plays 2 games" in blocks(visitor, "form")[0]["text"]
    shares, numbers = blocks(visitor, "chart")
    assert {item["side"] for chart in (shares, numbers) for item in chart["items"]} == {0}  # one colour for each side
    assert "decisions with a single open option" in [item["label"] for item in shares["items"]]
    assert [round(sum(item["bins"]), 6) for item in numbers["items"]] == [1] * 5
    assert "measure" not in [field["id"] for field in blocks(visitor, "form")[0]["fields"]]
    starts(visitor)
    ended(one, visitor)
    assert "measure" in [field["id"] for field in blocks(visitor, "form")[0]["fields"]]
