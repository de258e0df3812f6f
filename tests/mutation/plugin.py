"""The pytest plugin behind `make mutants`: it runs all tests once, and for every break those that reach it.

`pytest -p tests.mutation.plugin --mutants shelter --sample 100 --seed 7` breaks Shelter's rules at a hundred places.
"""

from __future__ import annotations

import ast
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from tests.mutation.breaks import Break, some_breaks
from tests.mutation.patching import break_imports, fresh_environment, swap

break_imports()

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
ENGINE = "engine"
PATIENCE = 10
"""If a test takes this many times as long as usual plus one second, it has noticed the break."""
MEMORY = 4 << 30
"""The number of bytes of memory that a broken program may use."""
RULE_ID = re.compile(r"(?<![\w/-])[a-z0-9-]+/[a-z0-9-]+(?![\w/-])")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutation testing")
    group.addoption("--mutants", help="the game whose rules are broken, or “engine”")
    group.addoption("--sample", type=int, default=100, help="how many breaks")
    group.addoption("--seed", type=int, default=1, help="which breaks")
    group.addoption("--report", type=Path, help="a file that is to hold the outcome as one JSON object")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that concern the game."""
    what = config.getoption("--mutants")
    if what and what != ENGINE:
        items[:] = [item for item in items if what in item.nodeid]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    what = session.config.getoption("--mutants")
    if not what:
        return None
    files = sources(what)
    reached, seconds = _run_all(session, files)
    breaks = list(some_breaks(files, session.config.getoption("--sample"), session.config.getoption("--seed")))
    verdicts = list(_judge(session.items, breaks, reached, seconds))
    _tell(session.config, sorted(verdicts, key=lambda verdict: (str(verdict.broken.file), verdict.broken.line)))
    return True


def sources(what: str) -> list[Path]:
    """The files that are broken: a game's rules, or the engine.

    Raises:
        pytest.UsageError: if there is no such game.
    """
    folder = ROOT / "tutor" / ("engine" if what == ENGINE else f"games/{what}/rules")
    if not folder.is_dir():
        games = ", ".join(sorted(path.parent.name for path in ROOT.glob("tutor/games/*/rules")))
        raise pytest.UsageError(f"--mutants {what}: expected {ENGINE} or one of {games}")
    return sorted(folder.rglob("*.py"))


# -- which test reaches which line -----------------------------------------------------------------------------------

Reached = dict[Path, dict[int, list[str]]]
"""File → line → the tests that reach it."""


def _run_all(session: pytest.Session, files: Sequence[Path]) -> tuple[Reached, dict[str, float]]:
    """Run every test on the unbroken program; return the lines that each reaches and the seconds that it takes."""
    coverage = Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
    coverage.start()
    seconds = {}
    try:
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            coverage.switch_context(item.nodeid)
            reports = runtestprotocol(item, log=False, nextitem=following)
            seconds[item.nodeid] = sum(report.duration for report in reports)
            if failed := next((report for report in reports if report.failed), None):
                raise pytest.UsageError(f"{item.nodeid} fails on the unbroken program:\n{failed.longreprtext}")
    finally:
        coverage.stop()
    data = coverage.get_data()
    return {
        file: {line: [*filter(None, tests)] for line, tests in data.contexts_by_lineno(str(file)).items()}
        for file in files
    }, seconds


def _tests_of(broken: Break, reached: Reached, items: Iterable[pytest.Item]) -> list[str]:
    """Return the tests that can notice: those that reach the line or, if none does, those related to its definition.

    Related tests reach a line that mentions it, are in a file that mentions it, or reach what is defined around it.
    """
    if tests := reached[broken.file].get(broken.line):
        return tests
    mention = _mention(_defined(broken, deep=False))
    found: dict[str, None] = {}
    for file, lines in reached.items():
        for line, text in enumerate(_lines(file), 1):
            if mention.search(text) or (file == broken.file and line in _span(broken)):
                found.update(dict.fromkeys(lines.get(line, ())))
    mention = _mention(_defined(broken, deep=True))
    found.update({item.nodeid: None for item in items if any(map(mention.search, _lines(item.path)))})
    every = (test for tests in reached[broken.file].values() for test in tests)
    return [*found] or [*dict.fromkeys(every)]


def _mention(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of these names in a line."""
    return re.compile(rf"\b({'|'.join(map(re.escape, names))})\b" if names else r"(?!)")


@cache
def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _statement(broken: Break) -> ast.stmt | None:
    """Return the outermost statement around the break, including its decorators."""
    return next((node for node in _tree(broken.file).body if broken.line in _lines_of(node)), None)


def _lines_of(node: ast.stmt) -> range:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or node.lineno) + 1)


def _span(broken: Break) -> range:
    node = _statement(broken)
    return range(node.lineno, (node.end_lineno or node.lineno) + 1) if node else range(0)


def _defined(broken: Break, deep: bool) -> list[str]:
    """Return the names that the broken statement of a file defines; `deep` adds those of a field or a method."""
    node = _statement(broken)
    inner = (
        [one for one in node.body if broken.line in _lines_of(one)] if isinstance(node, ast.ClassDef) and deep else []
    )
    names = []
    for one in [*filter(None, [node]), *inner]:
        match one:
            case ast.Assign(targets=targets):
                names += [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.append(name)
    return names


def _rules_of(broken: Break) -> frozenset[str]:
    """Return the rule ids of the broken function: the one that it is bound to or, without one, all that it names."""
    functions = [
        node
        for node in ast.walk(_tree(broken.file))
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno <= broken.line <= (node.end_lineno or 0)
    ]
    for node in reversed(functions):
        if bound := _ids_in(node.decorator_list):
            return bound
    return next(filter(None, (_ids_in([node]) for node in reversed(functions))), frozenset())


def _ids_in(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the rule ids in the texts of some code; a text may contain several."""
    texts = (one.value for node in nodes for one in ast.walk(node) if isinstance(one, ast.Constant))
    return frozenset(id for text in texts if isinstance(text, str) for id in RULE_ID.findall(text))


# -- breaking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The result of a break."""

    broken: Break
    rules: frozenset[str]
    killer: str = ""
    """The first test that noticed; empty if none did."""
    own: bool = False
    """Whether that test was a scenario tagged with the broken rule."""
    reached: int = 0
    """How many tests reach it."""


def _judge(
    items: Sequence[pytest.Item], breaks: Iterable[Break], reached: Reached, seconds: dict[str, float]
) -> Iterator[Verdict]:
    """Try the breaks, one per core at the same time."""
    by_id = {item.nodeid: item for item in items}
    fork = get_context("fork")
    running: dict[Connection, tuple[Any, Verdict]] = {}
    waiting = [*breaks]
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            broken = waiting.pop()
            rules = _rules_of(broken)
            tests = sorted(
                (by_id[id] for id in _tests_of(broken, reached, items)),
                key=lambda item: (not _is_tagged(item, rules), seconds[item.nodeid]),
            )
            here, there = fork.Pipe(duplex=False)
            by_tests = bool(reached[broken.file].get(broken.line))  # else it runs when the file is imported, if at all
            child = fork.Process(target=_child, args=(there, broken, tests, seconds, by_tests))
            child.start()
            there.close()
            running[here] = child, Verdict(broken, rules, reached=len(tests))
        for here in wait(list(running)):
            child, verdict = running.pop(here)
            try:
                killer = here.recv()
            except EOFError:
                killer = "the program that was broken: it ended"
            child.join()
            own = killer in by_id and _is_tagged(by_id[killer], verdict.rules)
            yield Verdict(verdict.broken, verdict.rules, killer, own, verdict.reached)


def _is_tagged(item: pytest.Item, rules: frozenset[str]) -> bool:
    scene = getattr(item, "callspec", None) and item.callspec.params.get("scene")
    return bool(scene) and not rules.isdisjoint(scene.rules)


class _TooLong(BaseException):
    """A broken program takes too long."""


def _child(
    answer: Connection, broken: Break, tests: Sequence[pytest.Item], seconds: dict[str, float], by_tests: bool
) -> None:
    """Break this process, run the tests until one fails, and report which."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    here = by_tests and swap(broken)
    answer.send(_killer(broken, tests, seconds) if here else _fresh_killer(broken, tests, seconds))
    os._exit(0)


def _killer(broken: Break, tests: Sequence[pytest.Item], seconds: dict[str, float]) -> str:
    def too_long(*_: object) -> None:
        raise _TooLong

    signal.signal(signal.SIGALRM, too_long)
    for item in tests:
        signal.alarm(int(PATIENCE * seconds[item.nodeid]) + 2)
        try:
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                return item.nodeid
        except BaseException:  # _TooLong, or what a plugin has turned it into
            return item.nodeid
        finally:
            signal.alarm(0)
    return ""


def _fresh_killer(broken: Break, tests: Sequence[pytest.Item], seconds: dict[str, float]) -> str:
    """Do the same in a separate program that imports the broken file."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / "tests.txt"
        chosen.write_text("\n".join(item.nodeid for item in tests), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "tests.mutation.plugin"]
        command += ["--no-header", "--tb=no", "-rfE", f"@{chosen}"]
        environment = fresh_environment(broken, Path(folder) / broken.file.name)
        limit = 60 + PATIENCE * sum(seconds[item.nodeid] for item in tests)
        try:
            done = subprocess.run(
                command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return "a test that went on and on"
    if done.returncode == 0 or not tests:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return failed[1] if failed else "the program that was broken: it did not start"


# -- telling -----------------------------------------------------------------------------------------------------------


@cache
def _equivalents() -> dict[tuple[str, str, str], str]:
    """Return the breaks that change nothing: (file, before, after) → why."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(one["file"], one["before"], one["after"]): one["why"] for one in listed}


def _key(broken: Break) -> tuple[str, str, str]:
    return broken.file.relative_to(ROOT).as_posix(), broken.before, broken.after


def _tell(config: pytest.Config, verdicts: Sequence[Verdict]) -> None:
    """Report how many breaks were noticed and by which tests, and list the others."""
    left = [verdict for verdict in verdicts if not verdict.killer]
    survived = [verdict for verdict in left if _key(verdict.broken) not in _equivalents()]
    equivalent = [verdict for verdict in left if verdict not in survived]
    killed = [verdict for verdict in verdicts if verdict.killer]
    ruled = [verdict for verdict in killed if verdict.rules]
    stray = [verdict for verdict in ruled if not verdict.own]
    own = (len(ruled) - len(stray)) / len(ruled) if ruled else 1.0
    if report := config.getoption("--report"):
        what = {
            "killed": len(killed),
            "survived": len(survived),
            "equivalent": len(equivalent),
            "own_scenario": round(own, 4),
            "survivors": [_listed(verdict) for verdict in survived],
            "equivalents": [_listed(one) | {"why": _equivalents()[_key(one.broken)]} for one in equivalent],
            "noticed_elsewhere": [_listed(verdict) | {"by": verdict.killer} for verdict in stray],
        }
        report.write_text(json.dumps(what, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write = config.pluginmanager.get_plugin("terminalreporter").write_line
    for title, some in (("Nobody noticed:", survived), ("Noticed, but not by a scenario of the rule:", stray)):
        if some:
            write("")
            write(title)
        for verdict in some:
            file, before, after = _key(verdict.broken)
            write(f"{file}:{verdict.broken.line}  {before}  →  {after}")
            write(f"    {' '.join(sorted(verdict.rules)) or 'no rule'}; reached by {verdict.reached}. {verdict.killer}")
    write("")
    notable = len(killed) + len(survived)
    share = f"{len(killed) / notable:.1%}" if notable else "none"
    write(f"{len(killed)} of {notable} breaks were noticed ({share}); {len(equivalent)} more change nothing.")
    write(f"A scenario of the broken rule noticed {own:.1%} of those that lie in a rule.")


def _listed(verdict: Verdict) -> dict[str, Any]:
    file, before, after = _key(verdict.broken)
    return {
        "file": file,
        "line": verdict.broken.line,
        "before": before,
        "after": after,
        "rules": sorted(verdict.rules),
        "reached_by": verdict.reached,
    }
