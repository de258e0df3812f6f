"""The pages of a game: how they are read from TOML, checked and found."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tutor.engine.book.ahead import ahead
from tutor.engine.book.files import BadInput, parse_toml, read_text, structure
from tutor.engine.core.game import Game, find_game
from tutor.lessons.page import PARTS, WHOLE_GAMES, Page, Step
from tutor.lessons.page_faults import faults
from tutor.paths import shipped

NAME = re.compile(r"(\d+)-([a-z0-9-]+)")


def load_page(path: Path, find: Callable[[str], Game] = find_game) -> Page:
    """Read a page.

    Args:
        path: A file called `NN-slug.toml`.
        find: Finds a game by its id.

    Raises:
        BadInput: naming the file, the place and what was expected.
    """
    return read_page(read_text(path), str(path), *named(path, str(path)), find)


def named(path: Path, file: str) -> tuple[int, str]:
    """The number and the slug in the name of a page's file, which errors call `file`.

    Raises:
        BadInput: if the name has none.
    """
    found = NAME.fullmatch(path.stem)
    if found is None:
        raise BadInput(file, "", "a page has to be called NN-slug.toml, for example 03-health.toml")
    return int(found[1]), found[2]


def read_page(text: str, file: str, number: int, slug: str, find: Callable[[str], Game] = find_game) -> Page:
    """Read a page from its text; see `load_page`."""
    document = parse_toml(text, file)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    own = {"number": number, "slug": slug, "file": file, "digest": digest, "find": find}
    for key in own:
        if key in document:
            raise BadInput(file, key, "unknown key")
    steps = [step for part in PARTS for step in _steps(document.pop(part, []), part, file)]
    if "test_out" in document:
        document["test_out"] = _with_moves(document["test_out"], {"kind": "quiz"})
    page = replace(structure({**document, **own, "step": []}, Page, file), step=tuple(steps))
    for fault in faults(page):
        raise fault
    return page


def _steps(rows: Any, part: str, file: str) -> Iterator[Step]:
    """The steps of one part of a page."""
    for n, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict) and "part" in row:
            raise BadInput(file, f"{part}[{n}].part", "unknown key")
    for step in structure(_with_moves(rows), tuple[Step, ...], file, part):
        yield replace(step, part=part)


_LINES = ("play", "then")
"""Keys that hold lists of answers, each a text or a table."""

_BRANCHES = ("on", "aside")
"""Keys that hold what follows certain moves, each a text or a table."""

_ROWS = ("ways",)
"""Keys that hold lists of tables, which may have such lists themselves."""


def _with_moves(rows: Any, given: Mapping[str, Any] | None = None) -> Any:
    """Return a list of tables, each with what is `given`, and with a table for every answer that is only a text."""
    if not isinstance(rows, list):
        return rows
    return [{**(given or {}), **_moves_in(row)} if isinstance(row, dict) else row for row in rows]


def _moves_in(row: dict[str, Any]) -> dict[str, Any]:
    found = dict(row)
    for key, value in row.items():
        if key in _LINES and isinstance(value, list):
            found[key] = [{"answer": move} if isinstance(move, str) else move for move in value]
        elif key in _ROWS:
            found[key] = _with_moves(value)
        elif key in _BRANCHES and isinstance(value, dict):
            found[key] = {move: _branch(branch) for move, branch in value.items()}
    return found


def _branch(branch: Any) -> Any:
    return _moves_in(branch) if isinstance(branch, dict) else {"text": branch}


# -- finding pages -------------------------------------------------------------------------------------------------


def load_pages(folder: Path, find: Callable[[str], Game] = find_game) -> list[Page]:
    """Read all pages of a folder, in their order.

    Raises:
        BadInput: if a page does not fit, if two pages have the same slug, or if two that teach sections have the same
            number.
    """
    pages = sorted((load_page(path, find) for path in sorted(folder.glob("*.toml"))), key=lambda page: page.number)
    sections = [page for page in pages if not page.one_table]
    for what, among in (("slug", pages), ("number", sections)):
        for found, count in Counter(getattr(page, what) for page in among).items():
            if count > 1:
                raise BadInput(str(folder), "", f"two pages have the {what} {found}")
    return pages


@cache
def _all_pages(game: str) -> tuple[Page, ...]:
    return ahead(f"{game}.pages", lambda: tuple(load_pages(shipped("walkthroughs") / game)))


@cache
def pages_of(game: str) -> tuple[Page, ...]:
    """The pages of a game that each teach a section, from `walkthroughs/GAME`; read once.

    Raises:
        BadInput: if one does not fit.
    """
    return tuple(page for page in _all_pages(game) if not page.one_table)


@cache
def whole_games_of(game: str) -> tuple[Page, ...]:
    """The pages that are each a whole game, the first game before the second; read once.

    Raises:
        BadInput: if a page does not fit.
    """
    found = [page for page in _all_pages(game) if page.one_table]
    return tuple(sorted(found, key=lambda page: WHOLE_GAMES.index(page.slug)))
