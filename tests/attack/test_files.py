"""Four thousand broken files: each is told in a short line that names the file, and none takes time or memory."""

from __future__ import annotations

import re
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import typer

from tests.attack.mutation import TOML, card_sets, mutants, pages, records, scenes
from tests.laws import GAMES
from tutor.commands.check import check
from tutor.commands.odds import odds
from tutor.commands.place import place
from tutor.commands.replay import replay
from tutor.commands.run import run
from tutor.commands.shared import complain
from tutor.commands.simulate import simulate
from tutor.engine.files import BadInput
from tutor.lab.chances import chances

SECONDS = 5
"""Of this process's own time that one file may take, however busy the machine is."""

MEMORY = 400 << 20
"""Bytes that all files together may take, beyond what is taken already."""

LONGEST = 600
"""Characters of an error."""

PYTHON = re.compile(
    r"Traceback|Error\b|<class |object has no|object is not|NoneType|not subscriptable|unhashable|positional arg"
    r"|index out of|invalid literal|must be str|<function|\bNone\b|\bTrue\b|\bFalse\b|\{'|\['|\(\"|\bdict\b|\btuple\b"
)
"""What only Python says."""

Take = Callable[[Path], object]


class Hang(BaseException):
    """A file took too long."""


@contextmanager
def watched() -> Iterator[None]:
    """Interrupt what takes too long, and refuse memory to what takes too much."""

    def too_long(number: int, frame: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.fixture(autouse=True)
def little_memory() -> Iterator[None]:
    """Let this process have only so much more memory than it has; beyond that Python raises a MemoryError."""
    status = Path("/proc/self/status")
    taken = int(re.search(r"VmData:\s+(\d+)", status.read_text())[1]) << 10 if status.exists() else 0
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if taken:
        resource.setrlimit(resource.RLIMIT_DATA, (taken + MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is a game like the others."""
    monkeypatch.setattr("tutor.engine.game.games", lambda: GAMES)


@pytest.fixture(autouse=True)
def short_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds of many good positions take their time, which is no fault of theirs."""
    monkeypatch.setattr("tutor.lab.chances.chances", partial(chances, widest=100))


def is_plain(message: str, file: str) -> None:
    """An error is short, in few lines, names the file, and holds nothing of Python and nothing for a terminal."""
    assert file in message, message
    assert len(message) <= LONGEST, message
    assert len(message.splitlines()) <= 5, message
    assert message.replace("\n", "").isprintable(), ascii(message)
    assert not PYTHON.search(message), message


def take(path: Path, command: Take, named: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """Give a command a file; whether it could not use it and said so, with the name that is to be in what it says."""
    try:
        with watched():
            command(path)
    except typer.Exit as end:
        failed = end.exit_code == 2
    except (BadInput, ValueError, OSError) as error:
        complain(error)
        failed = True
    else:
        failed = False
    told = capsys.readouterr()
    assert told.out.replace("\n", "").isprintable(), ascii(told.out)
    assert bool(told.err) == failed
    for line in told.err.splitlines():
        is_plain(line, str(named))
    return failed


def scene(path: Path) -> None:
    """As `run`, `odds`, `place`, `check` and `simulate` read it, one of them for each file."""
    commands: list[Take] = [
        lambda path: run(path),
        lambda path: run(path, json=True),
        lambda path: odds(path, samples=3),
        lambda path: place(path, path.parent),
        lambda path: check([path]),
        lambda path: simulate("toy", start=path, games=1, measure=["won"]),
    ]
    commands[int(path.stem.rpartition("-")[2]) % len(commands)](path)


def cards(path: Path) -> None:
    """As `check` reads a folder of cards."""
    check([path.parent], game=next(id for id, game in GAMES.items() if _fits(path, game.card_types)))


def _fits(path: Path, types: object) -> bool:
    text = path.read_text(encoding="utf-8")
    return types is GAMES["toy"].card_types or any(f"[[{kind}]]" in text for kind in types)  # type: ignore[attr-defined]


KINDS: dict[str, tuple[int, Callable[[], list[str]], Take]] = {
    "scene": (2_000, scenes, scene),
    "record": (700, records, lambda path: replay(path)),
    "page": (500, pages, lambda path: check([path])),
    "cards": (400, card_sets, cards),
}
"""How many files of each kind, the good ones they are made from, and what reads them."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_told_in_a_short_line_that_names_it(kind, tmp_path, capsys):
    count, good, command = KINDS[kind]
    name = "01-mutant-{}.toml"
    failed = 0
    for n, text in enumerate(islice(mutants(good(), 20 + len(kind), *TOML), count)):
        path = tmp_path / name.format(n)
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            failed += take(path, command, path.parent if kind == "cards" else path, capsys)
        except BaseException as error:
            raise AssertionError(f"{kind} number {n}, {len(text)} characters: {text[:4_000]!r}") from error
        path.unlink()
    assert failed > count / 3
