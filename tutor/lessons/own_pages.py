"""A host's own pages beside the courses, read from their folder when they are requested, including broken ones."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tutor.engine.book.files import BadInput, read_text
from tutor.engine.core.game import find_game
from tutor.lessons.course import Course
from tutor.lessons.page import Page
from tutor.lessons.pages import named, read_page

OWN_PAGES = "RULES_TUTOR_OWN_PAGES"
"""The environment variable that names their folder, or the one page; every visitor's kernel inherits it."""


@dataclass(frozen=True)
class OwnPage:
    """A file in the folder: its page, or why it is not a page."""

    name: str
    """The file's name without `.toml`, by which the page is found, because names in a folder are unique."""
    page: Page | None = None
    fault: str = ""


def offer_pages(folder: Path) -> None:
    """Offer the pages of this folder, or this one page, here and in every program that is started from here.

    Raises:
        BadInput: if there is no such folder or file.
    """
    if not (folder.is_dir() or folder.is_file()):
        raise BadInput(str(folder), "", "expected a folder of pages; there is none")
    os.environ[OWN_PAGES] = str(folder.resolve())


def own_pages() -> list[OwnPage]:
    """All pages of the folder as they are now, by their names; nothing if there is no folder."""
    return [_read(path) for path in _files()] if os.environ.get(OWN_PAGES) else []


def _files() -> Iterator[Path]:
    """Yield the regular `.toml` files that are directly in the folder, without links and hidden files."""
    place = Path(os.environ[OWN_PAGES])
    for path in sorted(place.glob("*.toml")) if place.is_dir() else [place]:
        if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            yield path


def _read(path: Path) -> OwnPage:
    try:
        page = read_page(read_text(path), path.name, *named(path, path.name))
    except BadInput as bad:
        return OwnPage(path.stem, fault=str(BadInput(path.name, bad.place, bad.expected)))
    return OwnPage(path.stem, replace(page, slug=path.stem))  # no slug of our own pages begins with a number


def own_course(game: str, pages: Iterable[OwnPage]) -> Course:
    """The host's own pages about the game with this id, as a separate course.

    Raises:
        BadInput: if there is no such game.
    """
    found = [own.page for own in pages if own.page is not None and own.page.game == game]
    return Course(find_game(game), tuple(sorted(found, key=lambda page: (page.number, page.slug))))
