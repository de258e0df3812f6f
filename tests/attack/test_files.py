"""Four thousand broken files: each gets a short error that names the file, and none takes much time or memory."""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import typer

from tests.attack.mutation import JSON, TOML, card_sets, mutants, pages, records, reviews, scenes
from tests.laws import GAMES
from tests.visitor import Visitor
from tutor.commands.check import check
from tutor.commands.odds import odds
from tutor.commands.place import place
from tutor.commands.replay import replay
from tutor.commands.run import run
from tutor.commands.shared import complain, played_with
from tutor.commands.simulate import simulate
from tutor.engine.book.files import BadInput
from tutor.lab.chances import chances
from tutor.lessons.review import read_export
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.practice import Practice
from tutor.ui.desks.review import ReviewDesk

SECONDS = 5
"""The seconds of this process's own time that one file may take, however busy the machine is."""

MEMORY = 400 << 20
"""The bytes that all files together may take, beyond what is in use already."""

LONGEST = 600
"""The largest number of characters in an error."""

PYTHON = re.compile(
    r"Traceback|Error\b|<class |object has no|object is not|NoneType|not subscriptable|unhashable|positional arg"
    r"|index out of|invalid literal|must be str|<function|\bNone\b|\bTrue\b|\bFalse\b"
    r"|\{'[^']*':|\['[^']*'[],]|\(\"|\bdict\b|\btuple\b"
)
"""Words that only Python's own errors contain."""

Take = Callable[[Path], object]


class Hang(BaseException):
    """A file took too long."""


@contextmanager
def watched() -> Iterator[None]:
    """Interrupt code that takes too long, and refuse memory to code that takes too much."""

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
    """Limit how much more memory this process can get; beyond that, Python raises a MemoryError."""
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
    monkeypatch.setattr("tutor.engine.core.game.games", lambda: GAMES)


@pytest.fixture(autouse=True)
def short_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the odds' work, because many good positions have odds that take long."""
    monkeypatch.setattr("tutor.lab.chances.chances", partial(chances, widest=100))


def is_plain(message: str, file: str) -> None:
    """Check that an error is short, names the file, and contains nothing from Python and no control characters."""
    assert file in message, message
    assert len(message) <= LONGEST, message
    assert len(message.splitlines()) <= 5, message
    assert message.replace("\n", "").isprintable(), ascii(message)
    assert not PYTHON.search(message), message


def take(path: Path, command: Take, named: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """Run a command on a file; return whether it refused the file, and check that the complaint names `named`."""
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
    complaints = [line for line in told.err.splitlines() if line != f"The odds were worked out {played_with()}."]
    assert bool(complaints) == failed
    for line in complaints:
        is_plain(line, str(named))
    return failed


def scene(path: Path) -> None:
    """Read a file with one of `run`, `odds`, `place`, `check` and `simulate`."""
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
    """Read a folder of cards with `check`."""
    check([path.parent], game=next(id for id, game in GAMES.items() if _fits(path, game.card_types)))


def _fits(path: Path, types: object) -> bool:
    text = path.read_text(encoding="utf-8")
    return types is GAMES["toy"].card_types or any(f"[[{kind}]]" in text for kind in types)  # type: ignore[attr-defined]


KINDS: dict[str, tuple[int, Callable[[], list[str]], Take]] = {
    "scene": (500, scenes, scene),
    "record": (500, records, lambda path: replay(path)),
    "page": (150, pages, lambda path: check([path])),
    "cards": (100, card_sets, cards),
}
"""The number of files of each kind, the good files from which they are made, and the function that reads them."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_told_in_a_short_line_that_names_it(kind, tmp_path, capsys, times):
    count, good, command = KINDS[kind]
    count *= times
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


def test_a_broken_review_is_told_in_a_short_line_that_names_it():
    failed = 0
    for text in islice(mutants(reviews(), 3, *JSON), 400):
        try:
            with watched():
                read_export(text, GAMES, "review.json")
        except BadInput as error:
            is_plain(str(error), "review.json")
            failed += 1
    assert failed > 100


# -- on the pages ------------------------------------------------------------------------------------------------------


def upload(visitor: Visitor, text: str) -> str:
    """Give a page a text as a file, and return its complaint."""
    with watched():
        visitor.says("upload", name="mine.txt", text=text)
    blocks = visitor.state.get("lab", {}).get("blocks", [])
    lines = [block["text"] for block in blocks if block["kind"] == "problem"]
    return " ".join([*lines, visitor.state.get("dialog", {}).get("problem", "")]).strip()


LOADS = {"practice": (Practice, records), "lab": (Lab, scenes), "review": (ReviewDesk, reviews)}
"""The pages that accept a file, each with its purpose."""


@pytest.mark.parametrize("page", LOADS)
def test_a_page_says_what_is_wrong_with_a_broken_file_and_goes_on(page, monkeypatch):
    app, good = LOADS[page]
    visitor = Visitor(app().desk)
    told = 0
    for text in islice(mutants(good(), 5, *(JSON if page == "review" else TOML)), 60):
        said = upload(visitor, text)
        if said:
            is_plain(said, "mine.txt")
            told += 1
    assert told > 15
    visitor.says("tool", id="save")
    assert visitor.dialog["textarea"]


# -- on the command line -----------------------------------------------------------------------------------------------

CALLS = {
    "deep brackets": ("a = " + "[" * 9_000, "line 1: expected at most 32 nested brackets"),
    "dotted keys": ("a." * 20_000 + "a = 1", "line 1: expected a key of at most 12 parts"),
    "digits": ("seed = " + "9" * 5_000, "line 1: expected a number of at most 18 digits, got 5,000"),
    "no cases": ('game = "shelter"\ncase = []', "case: expected at least one [[case]] table, got []"),
    "a large number": (
        'game = "alien_conspiracy"\n[[cards.alien]]\nid = "x"\nname = "X"\npower = 99999',
        "cards.alien[0].power: expected a number of at most 9,999, got one of 5 digits",
    ),
    "a text for a table": ('game = "shelter"\ntable = "x"', 'table: expected a table, got "x"'),
    "a table for a number": ('game = "shelter"\nseed = {}', "seed: expected a whole number, got {"),
    "control characters": ('game = "\\u001b[31mx"', "\\u001b[31mx: no such game"),
    "nothing": ("", "game: expected “game”, which is missing"),
    "binary": ("\x00\x01\x02", "line 1, column 1: not valid TOML"),
    "far too long": ("#" * 1_100_000, "expected at most 1,000,000 characters"),
}
"""The content of a file, and what a command says about it."""


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("command", ["run", "odds"])
def test_a_command_tells_in_one_line_what_is_wrong_with_a_file(call, command, cli, tmp_path):
    text, says = CALLS[call]
    path = tmp_path / "scene.toml"
    path.write_text(text, encoding="utf-8")
    code, out, error = cli(command, path)
    assert (code, out) == (2, "")
    assert len(error.splitlines()) == 1
    is_plain(error, str(path))
    assert says in error


@pytest.mark.parametrize("words", [["run", "MUTANT"], ["check", "MUTANT"], ["replay", "MUTANT"], ["place", "MUTANT"]])
def test_the_program_itself_gives_no_traceback(words, tmp_path):
    path = tmp_path / "01-mutant.toml"
    path.write_text(next(mutants(scenes(), 11, *TOML)), encoding="utf-8", errors="replace")
    command = [sys.executable, "-m", "tutor", *(str(path) if word == "MUTANT" else word for word in words)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2
    for line in ended.stderr.splitlines():
        is_plain(line, str(path))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "toy", "--games", "x" * 5_000], "--games"),
        (["simulate", "toy", "--games", str(10**30)], "--games"),
        (["play", "\x1b[31mtoy"], "no such game"),
        (["play", "toy", "--seat", "2"], "--seat"),
        (["fly"], "fly"),
        (["replay"], "Missing argument"),
        (["run", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["run", "/"], "/: Is a directory"),
    ],
)
def test_a_wrong_word_is_told_in_one_line_as_well(words, says, cli):
    code, out, error = cli(*words)
    assert (code, out) == (2, "")
    assert len(error.splitlines()) == 1
    is_plain(error, says)


def test_a_fault_of_ours_is_told_in_one_line_with_its_place(cli, monkeypatch):
    def faulty(*_: object, **__: object) -> None:
        raise KeyError("compass")

    monkeypatch.setattr("tutor.lab.simulate.ready", faulty)
    code, _, error = cli("simulate", "toy", "--measure", "won")
    assert code == 2
    assert "something went wrong inside the tutor, at test_files.py, line" in error
    assert "compass" not in error
    monkeypatch.setenv("RULES_TUTOR_TRACEBACK", "1")
    with pytest.raises(KeyError, match="compass"):
        cli("simulate", "toy", "--measure", "won")
