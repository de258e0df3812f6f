"""`simulate`, `explore` and the bots' reasons from the command line."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import count

import pyarrow.csv
import pyarrow.parquet
import pytest
from typer.main import get_command

from tests.lab.test_explore import broken
from tests.laws import GAMES
from tutor.cli import app
from tutor.commands.simulate import CHANGES, _sides
from tutor.engine.core.game import at_random
from tutor.engine.play.record import load
from tutor.lab import extra
from tutor.lab.explore import NO_OPTION
from tutor.lab.simulate import Plan, ready
from tutor.paths import PACKAGE


def data_of(cli, *arguments):
    code, out, _ = cli(*arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_simulate_tells_how_games_end_and_who_wins(cli):
    data = data_of(cli, "simulate", "toy", "--games", 30)
    (side,) = data["sides"]
    assert (data["played"], data["asked_for"], side["bots"]) == (30, 30, ["own"])
    for found in side["measures"].values():
        assert found["games"] == 30
        assert found["low"] <= found["value"] <= found["high"]
    code, out, _ = cli("simulate", "toy", "--games", 30)
    assert code == 0
    assert "toy, 2 players, 30 games from seed 0" in out
    assert "Ada wins" in out
    assert out == cli("simulate", "toy", "--games", 30)[1]
    assert out != cli("simulate", "toy", "--games", 30, "--seed", 1)[1]


@pytest.mark.slow
def test_simulate_compares_two_sides_on_the_same_seeds(cli, tmp_path):
    change = ("--bots", "random", "--compare", "bots:greedy,random", "--games", 60)
    out, picture = tmp_path / "rows.parquet", tmp_path / "won.svg"
    data = data_of(cli, "simulate", "toy", *change, "--measure", "won:Ada", "--out", out, "--plot", picture)
    (one,) = data["comparisons"]
    assert one["verdict"] == "differs"
    assert one["difference"]["low"] > 0
    rows = pyarrow.parquet.read_table(out).to_pylist()
    sides = [[row for row in rows if row["side"] == name] for name in ("first", "bots:greedy,random")]
    assert [[row["seed"] for row in side] for side in sides] == [list(range(60))] * 2
    gained = sum(row["won Ada"] for row in sides[1]) - sum(row["won Ada"] for row in sides[0])
    assert one["difference"]["value"] == pytest.approx(gained / 60)
    assert ET.parse(picture).getroot().tag.endswith("svg")
    assert "Ada wins" in picture.read_text()
    words = cli("simulate", "toy", *change, "--measure", "score:Ada")[1]
    assert "Second side: bots:greedy,random" in words
    assert "more on the second side" in words


def test_every_kind_of_change_makes_a_second_side(cli, tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_text('game = "toy"\n[table]\nturn = "Ada"\n[table.players]\nAda = { points = 11 }\nBen = {}\n')
    rule, option = next((e.id, o.id) for e in GAMES["toy"].book for o in e.options if not o.default)
    for change in (f"reading:{rule}={option}", "bots:greedy", "seats:3", f"from:{scene}"):
        data = data_of(cli, "simulate", "toy", "--games", 20, "--compare", change, "--measure", "answers")
        (one,) = data["comparisons"]
        assert one["changed"] > 0, change
    data = data_of(cli, "simulate", "toy", "--games", 20, "--from", scene, "--measure", "won:Ada")
    assert data["sides"][0]["measures"]["won:Ada"]["value"] > 0.6


def test_a_table_and_a_spread_are_written(cli, tmp_path):
    out, picture = tmp_path / "rows.csv", tmp_path / "points.png"
    cli("simulate", "toy", "--games", 20, "--measure", "score:Ada", "--out", out, "--plot", picture)
    table = pyarrow.csv.read_csv(out)
    assert table.num_rows == 20
    assert {"side", "seed", "won Ada", "won Ben", "score Ada", "answers", "end"} <= set(table.column_names)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_two_bots_play_every_seed_twice_with_seats_changed(cli):
    data = data_of(cli, "simulate", "toy", "--games", 20, "--bots", "greedy,random", "--swap")
    assert [side["bots"] for side in data["sides"]] == [["greedy", "random"], ["random", "greedy"]]
    duel = data["duel"]
    assert duel["games"] == 20
    assert round(duel["won"]["value"] * 20) + duel["lost"] + duel["shared"] == 20
    out = cli("simulate", "toy", "--games", 20, "--bots", "greedy,random", "--swap")[1]
    assert "greedy wins and random does not" in out


def test_what_was_played_before_ctrl_c_is_reported(cli):
    def interrupting(ask, look, random):
        if next(answers) == 2000:
            os.kill(os.getpid(), signal.SIGINT)
        return at_random(ask, look, random)

    answers = count()
    cli.games["toy"] = replace(GAMES["toy"], bots={"interrupting": interrupting})
    code, out, _ = cli("simulate", "toy", "--games", 1_000_000)
    assert code == 130
    assert "Ended early after " in out
    assert "Ada wins" in out
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_game_that_breaks_off_is_told_with_its_seed(cli):
    cli.games["toy"] = broken("crash")
    code, out, _ = cli("simulate", "toy", "--games", 5)
    assert code == 1
    assert "The game with seed 0 could not be finished: KeyError: 'compass'" in out


def test_a_missing_library_is_one_line(cli, monkeypatch, tmp_path):
    def missing(name):
        raise ImportError(name=name)

    monkeypatch.setattr(extra, "import_module", missing)
    for arguments, library in (
        (("--workers", "2", "--measure", "won"), "joblib"),
        (("--dask", "tcp://localhost:1", "--measure", "won"), "distributed"),
        (("--plot", tmp_path / "a.svg", "--measure", "won"), "matplotlib"),
        (("--out", tmp_path / "a.csv", "--measure", "won"), "pyarrow"),
    ):
        code, out, error = cli("simulate", "toy", "--games", 4, *arguments)
        assert (code, out) == (2, "")
        assert len(error.splitlines()) == 1
        assert f"needs {library}, which is not installed: pip install 'rules-tutor[lab]'" in error
    assert cli("simulate", "toy", "--games", 4, "--measure", "won")[0] == 0


def test_pages_are_shown_without_the_labs_libraries():
    script = """
import sys
from importlib import import_module
from pkgutil import iter_modules
from tutor import ui, lessons
for package in (ui, lessons):
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
from tutor.lab import bots, compare, pools, runner, simulate
from tutor.lab.simulate import Plan, play
play(Plan("alien_conspiracy", 2))
print(*{name.partition(".")[0] for name in sys.modules})
"""
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "tutor" in loaded
    assert not {"joblib", "filelock", "scipy", "numpy", "distributed", "dask", "matplotlib", "pyarrow"} & set(loaded)


def test_explore_prints_or_keeps_records_that_lead_to_what_it_found(cli, tmp_path):
    game = cli.games["toy"] = broken(NO_OPTION)
    code, out, _ = cli("explore", "toy", "--games", 4)
    assert code == 1
    assert "no legal option, seed 0: somebody is asked, but nothing is open" in out
    assert 'answers = [\n  "turn/act Ada: go",' in out
    assert "rules that can be enforced, " in out
    code, out, _ = cli("explore", "toy", "--games", 4, "--into", tmp_path / "found", "--json")
    (row,) = json.loads(out)["found"]
    (path,) = (tmp_path / "found").iterdir()
    assert row["file"] == str(path)
    assert load(path.read_text(), find=lambda id: game).ask.rule == "turn/vote"
    cli.games["toy"] = GAMES["toy"]
    code, out, _ = cli("explore", "toy", "--games", 4)
    assert code == 0
    assert "There were no crashes, dead ends" in out


def test_play_tells_why_a_bot_moved(cli):
    out = cli("play", "toy", "--bots", "monte-carlo:3,random", "--why")[1]
    assert "In 3 imagined games for each option, “" in out
    data = json.loads(cli("play", "toy", "--bots", "monte-carlo:3,random", "--why", "--json")[1])
    assert {reason["player"] for reason in data["reasons"]} == {"Ada"}


DOCS = (PACKAGE.parent / "docs" / "simulation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", re.findall(r"(?m)^rules-tutor (.*)$", DOCS))
def test_the_commands_of_the_docs_are_understood(line):
    name, *arguments = shlex.split(line)
    command = get_command(app).commands[name]
    with command.make_context(name, arguments) as context:
        chosen = context.params
    assert chosen["game"] in GAMES
    if name == "simulate":
        plan = Plan(chosen["game"], 2, players=chosen["seats"], bots=tuple(chosen["bots"].split(",")))
        for side in _sides(plan, chosen["compare"] or (), chosen["swap"]):
            ready(side)


def test_the_python_of_the_docs_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    exec(code.replace("300", "8"), {})
    assert "after 8 games per side" in capsys.readouterr().out


def test_the_docs_name_every_option_and_change():
    known = [one for name in ("simulate", "explore") for one in get_command(app).commands[name].params]
    for option in [option for one in known for option in one.opts if option.startswith("--")]:
        if option not in ("--json", "--help", "--guided"):
            assert option in DOCS, option
    for change in CHANGES.replace(" or ", " ").split():
        assert change.strip(",") in DOCS, change


def test_simulate_tells_the_metrics_of_watched_games(cli):
    arguments = ("simulate", "toy", "--games", 4, "--metrics")
    (side,) = data_of(cli, *arguments)["sides"]
    assert {"answers", "options", "forced", "matter", "lead-changes", "decided"} <= set(side["metrics"])
    assert side["metrics"]["answers"] == side["measures"]["answers"]
    out = cli(*arguments)[1]
    assert "Metrics:" in out
    assert "open options at a decision" in out
    assert "metrics" not in data_of(cli, "simulate", "toy", "--games", 4)["sides"][0]
