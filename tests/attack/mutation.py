"""Makes files that somebody could write: good ones, changed at random in their text or in their data."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.laws import GAMES
from tutor.engine.book.files import read_text, toml_key, toml_value
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.play.record import save
from tutor.lab.setups import any_setup
from tutor.lab.writing import toml_table
from tutor.lessons.missed import Note
from tutor.lessons.review import Review, export
from tutor.paths import shipped

CASES = 3
"""The number of cases of a scenario file that are kept together."""

NASTY = (
    "[" * 3_000,
    "{a=" * 2_000,
    "a." * 20_000 + "a=1\n",
    "9" * 5_000,
    "0x" + "f" * 5_000,
    "x" * 100_000,
    "\x1b]0;owned\x07\x1b[31m",
    "\x9b2J\u202eevil\u2028",
    "\x00",
    '"""',
    "'''",
    "\\",
    "\n[[case]]\n",
    "\n[table]\n",
    "\ncase = []\n",
    "= ",
    ", ",
    "nan",
    "-inf",
    "1979-05-27",
    "1e999",
    "{}",
    "[]",
    "../../etc/passwd",
    "__class__",
)
"""Texts to insert somewhere."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 10**20, 9_999, 99_999, -(10**9), 2.5, 1e300),
    *("", "x", "pass", "Ada", "?", "\x1b[2J", "a: b; c", "'", "x" * 5_000, "\u202e", "no such thing"),
    *([], [[]], [1, "x"], ["x"] * 2_000, {}, {"a": 1}, {"n": 10**9}, {"has": {}}, [{}]),
)
"""Values to put in the place of another value."""


# -- good files --------------------------------------------------------------------------------------------------------


def scenes() -> list[str]:
    """Return scenario files of every game, each cut into files of a few cases, because every case has to be played."""
    paths = [path for game in GAMES.values() for path in sorted((game.folder / "scenarios").glob("*.toml"))]
    found = []
    for common, *cases in (read_text(path).split("\n[[case]]\n") for path in paths):
        few = [cases[n : n + CASES] for n in range(0, len(cases), CASES)]
        found += ["\n[[case]]\n".join([common, *some]) for some in few or [[]]]
    return found


def records() -> list[str]:
    """Return the record of a game, or of a part of one, for every game."""
    found = []
    for game in GAMES.values():
        for seed, answers in ((0, 12), (1, 60)):
            match = Match(game, game.new(any_setup(game, seed)), seed)
            choose = uniformly(chance_at(seed, -1))
            match.play(choose, until=lambda match, most=answers: len(match.log) >= most)
            found.append(save(match))
    return found


def pages() -> list[str]:
    """Return the toy's page twice for every other page, because it can be played through quickly."""
    own = sorted(shipped("walkthroughs").glob("*/0[1-4]-*.toml"))
    toy = [read_text(path) for path in (Path(__file__).parent.parent / "pages" / "toy").glob("*.toml")]
    return [*toy, *(text for path in own for text in (read_text(path), *toy, *toy))]


def card_sets() -> list[str]:
    """Return one file of cards for every game, with all its cards."""
    return ["\n".join(read_text(path) for path in sorted((g.folder / "cards").glob("*.toml"))) for g in GAMES.values()]


def reviews() -> list[str]:
    """Return texts that learners carry from browser to browser."""
    found = []
    for n, game in enumerate(GAMES.values()):
        review = Review(game.id)
        for rule in list(game.book.entries)[: 3 + n]:
            review.miss(Note(rule, datetime(2026, 1, 1 + n, tzinfo=UTC), "turn:step:5"))
        found.append(export([review]))
    return found


# -- changing them -----------------------------------------------------------------------------------------------------


def mutants(good: list[str], seed: int, read: Callable[[str], Any], write: Callable[[Any], str]) -> Iterator[str]:
    """Yield changed files without end; every second one is changed in its text, the others in their data."""
    random = Random(seed)
    held = cache(read)
    while True:
        text = random.choice(good)
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            text = in_text(text, random)
        yield text
        data = deepcopy(held(random.choice(good)))
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            in_what_it_holds(data, random)
        yield write(data)


def in_text(text: str, random: Random) -> str:
    """Change a text at one place: omit or repeat something, insert something, swap lines, or break off."""
    at = random.randrange(len(text) + 1)
    to = min(len(text), at + random.choice((1, 2, 5, 20, 200)))
    match random.randrange(6):
        case 0:
            return text[:at] + text[to:]
        case 1:
            return text[:at] + text[at:to] * random.choice((2, 3, 50)) + text[to:]
        case 2 | 3:
            return text[:at] + random.choice(NASTY) + text[at:]
        case 4:
            lines = text.splitlines(keepends=True)
            one, other = random.randrange(len(lines) or 1), random.randrange(len(lines) or 1)
            if lines:
                lines[one], lines[other] = lines[other], lines[one]
            return "".join(lines)
        case _:
            return text[:at]


def in_what_it_holds(data: Any, random: Random) -> None:
    """Change plain data at one place: a value, a key that is added, removed or renamed, or a longer list."""
    spots = [
        (inner, key) for inner in _inner(data) for key in (inner if isinstance(inner, dict) else range(len(inner)))
    ]
    if not spots:
        return
    inner, key = random.choice(spots)
    match random.randrange(6):
        case 0 | 1 | 2:
            inner[key] = deepcopy(random.choice(VALUES))
        case 3:
            del inner[key]
        case 4 if isinstance(inner, dict):
            inner[random.choice(("x", "", "n", "has", "rule", "\x1b[1m", "table", key + "s"))] = inner.pop(key)
        case _:
            other, there = random.choice(spots)
            inner[key] = deepcopy(other[there])


def _inner(data: Any) -> Iterator[Any]:
    """Return all tables and lists in plain data."""
    if isinstance(data, dict | list):
        yield data
        for part in list(data.values() if isinstance(data, dict) else data):
            yield from _inner(part)


def write_toml(data: dict[str, Any]) -> str:
    """Return plain data as TOML; a value that TOML cannot express is written as in JSON and breaks the text."""
    tables = {key: value for key, value in data.items() if isinstance(value, dict) and value}
    lines = [f"{toml_key(key)} = {toml_value(value)}" for key, value in data.items() if key not in tables]
    for key, value in tables.items():
        lines += toml_table(toml_key(key), value)
    return "\n".join(lines) + "\n"


TOML = (tomllib.loads, write_toml)
JSON = (json.loads, json.dumps)
