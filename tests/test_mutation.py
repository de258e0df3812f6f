"""The mutation tester itself: what it breaks, that a break takes effect, and what it reports."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.mutation.breaks import Break, some_breaks
from tests.mutation.patching import swap
from tests.mutation.plugin import ROOT, _equivalents, _tests_of

EXAMPLE = '''\
"""A limit of 3."""

from dataclasses import dataclass, field
from functools import cache

LIMIT: int | None = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    text: str = field(default="", repr=False)


@cache
def is_over(number: int, limit: int = 5) -> bool:
    """Whether it is more than 3."""
    return number > 3
'''


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module with three places that can be broken: two numbers and a comparison with a third number."""
    file = tmp_path / "broken_example.py"
    file.write_text(EXAMPLE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_example", raising=False)
    return file


def test_breaks_are_drawn_by_their_seed_and_change_more_than_types_texts_and_slips(example):
    breaks = list(some_breaks([example], 100, 7))
    assert {(broken.before, broken.line) for broken in breaks} == {
        ("LIMIT: int | None = 3", 6),
        ("def is_over(number: int, limit: int = 5) -> bool:", 15),
        ("return number > 3", 17),
    }
    assert list(some_breaks([example], 100, 7)) == breaks
    assert list(some_breaks([example], 2, 7)) == breaks[:2]
    assert any(list(some_breaks([example], 100, seed)) != breaks for seed in range(8))


def test_a_functions_body_is_broken_in_the_running_program_and_what_it_kept_is_forgotten(example):
    import broken_example

    before = broken_example.is_over
    assert before(3) is False
    assert swap(Break(example, 17, "", "", EXAMPLE.replace("> 3", ">= 3")))
    assert before(3) is True


def test_what_is_worked_out_when_a_file_is_read_needs_a_fresh_program(example):
    import broken_example

    for old, new in (("= 3", "= 4"), ("= 5", "= 6")):
        assert not swap(Break(example, 6, "", "", EXAMPLE.replace(old, new)))
    assert broken_example.LIMIT == 3


@pytest.mark.slow
def test_a_sample_is_told_with_its_numbers_and_every_break_that_nobody_noticed(tmp_path):
    report = tmp_path / "report.json"
    options = ["--mutants", "alien_conspiracy", "--sample", "4", "--seed", "3", "--report", str(report)]
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutation.plugin", "-p", "no:nbval", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, *options, "tests/test_scenarios.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert report.exists(), done.stdout + done.stderr
    told = json.loads(report.read_text(encoding="utf-8"))
    assert told["killed"] + told["survived"] + told["equivalent"] == 4
    assert len(told["survivors"]) == told["survived"]
    assert told["killed"] >= 2
    assert f"{told['killed']} of {told['killed'] + told['survived']} breaks were noticed" in done.stdout


def test_a_break_that_no_test_reaches_is_tried_by_those_whose_file_mentions_what_is_broken(example, tmp_path):
    mentions = {"limit": "LIMIT = 3", "class": "Kept('x')", "field": "one.text", "other": "KEPT, LIMITS, texts"}
    for name, text in mentions.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    items = [SimpleNamespace(nodeid=name, path=tmp_path / f"{name}.py") for name in mentions]
    lines = EXAMPLE.splitlines()
    for text, tests in (("LIMIT: int", ["limit"]), ("    text: str", ["class", "field"]), ("@dataclass", ["class"])):
        line = next(n for n, line in enumerate(lines, 1) if line.startswith(text))
        assert _tests_of(Break(example, line, "", "", ""), {example: {}}, items) == tests
        assert _tests_of(Break(example, line, "", "", ""), {example: {line: ["reaches"]}}, items) == ["reaches"]


def test_nothing_of_the_program_is_imported_before_it_is_broken():
    """A module that is imported already cannot be broken in a new program."""
    for path in (ROOT / "tests" / "mutation").glob("*.py"):
        imports = [
            node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)
        ]
        assert not [node.module for node in imports if str(node.module).startswith("tutor")]


def test_every_break_that_changes_nothing_can_still_be_made():
    for file, before, _ in _equivalents():
        lines = map(str.strip, (ROOT / file).read_text(encoding="utf-8").splitlines())
        assert before in lines, f"{file} has no line “{before}” any more"
