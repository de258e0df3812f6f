"""A course: a game's pages in order, its table of contents, links into it, and where somebody left off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from urllib.parse import urlencode

from tutor.engine.book.files import BadInput, parse_query
from tutor.engine.core.game import Game, find_game
from tutor.lessons.pace import minutes
from tutor.lessons.page import CORE, CORNER, OTHER, Page, Step
from tutor.lessons.pages import pages_of, whole_games_of
from tutor.lessons.progress import Progress

WHOLE = "Whole games"
"""The heading of the whole games in the table of contents; other pages have a section of the book there."""


@dataclass(frozen=True)
class Place:
    """A step of a page."""

    page: Page
    step: int = 0
    said: str = ""
    """What to tell the learner if a link leads to a place other than the one that it names."""


@dataclass(frozen=True)
class Course:
    """The pages of one game."""

    game: Game
    pages: tuple[Page, ...]
    """The pages that each teach a section."""
    whole_games: tuple[Page, ...] = ()
    """The pages that each teach a whole game, in the order in which to play them."""

    def __getitem__(self, slug: str) -> Page:
        """Return the page with this slug or, if there is none, the first page that teaches the section of this name.

        Raises:
            KeyError: if there is none.
        """
        page = self.get(slug)
        if page is None:
            raise KeyError(slug)
        return page

    def get(self, slug: str) -> Page | None:
        """Return the page that this course finds for a slug, or None if it finds none."""
        named = (page for page in self.all_pages if page.slug == slug)
        return next(named, None) or next((page for page in self.pages if page.section == slug), None)

    @property
    def all_pages(self) -> tuple[Page, ...]:
        """The whole games, if there are any, and the pages after them."""
        return (*self.whole_games, *self.pages)

    @property
    def first_game(self) -> Page | None:
        """The whole game that a newcomer plays first."""
        return self.whole_games[0] if self.whole_games else None

    def next(self, page: Page) -> Page | None:
        """The page after this one."""
        n = self.all_pages.index(page) + 1
        return self.all_pages[n] if n < len(self.all_pages) else None

    def previous(self, page: Page) -> Page | None:
        """The page before this one."""
        n = self.all_pages.index(page)
        return self.all_pages[n - 1] if n else None

    def contents(self, progress: Progress, here: Page | None = None) -> list[dict[str, Any]]:
        """The table of contents: every page with its title, its section of the book and the learner's progress."""
        found = []
        for page in self.all_pages:
            made, core = progress.page(page.id), page.steps_of(CORE)
            state = "done" if made.done else "next"
            found.append(
                {
                    "page": page.slug,
                    "title": page.title,
                    "part": WHOLE if page.one_table else self.game.book.section(page.section).title,
                    "state": "now" if here == page else state,
                    "taken": len([n for n in core if n in made.steps]),
                    "steps": len(core),
                    "minutes": self.minutes[page.id],
                }
            )
        return found

    @cached_property
    def minutes(self) -> dict[str, int]:
        """About how many minutes each page takes, by its id."""
        return {page.id: minutes(page) for page in self.all_pages}

    def folded(self, page: Page, progress: Progress) -> list[dict[str, Any]]:
        """The parts of a page besides its core, each with its name and its steps, and what each step is about."""
        taken = progress.page(page.id).steps
        found = []
        for part in (CORNER, OTHER):
            if steps := page.steps_of(part):
                rows = [{"step": n + 1, "title": page.step[n].about, "done": n in taken} for n in steps]
                found.append({"part": part, "title": _called(part, [page.step[n] for n in steps]), "steps": rows})
        return found

    def resume(self, progress: Progress) -> Place:
        """Where to go on: the page taken last if it is not done, otherwise the first that is not, otherwise page 1."""
        order = sorted(self.pages, key=lambda page: page.id != progress.last)
        for page in (*(game for game in self.whole_games if game.id == progress.last), *order):
            made = progress.page(page.id)
            if not made.done:
                left = [n for n in page.steps_of(CORE) if n not in made.steps]
                return Place(page, left[0] if left else 0)
        return Place(self.pages[0])

    def find(self, query: str, progress: Progress) -> Place:
        """Return where a link such as `?section=health&step=3` leads, without ever raising an error.

        A section is a page's slug or a section of the book, and steps are counted from 1. A link without a section
        leads to where the learner left off. If there is no such place, the nearest one is returned, with a sentence
        that says so.
        """
        try:
            wanted = parse_query(query)
        except BadInput as error:
            start = self.resume(progress)
            return Place(start.page, start.step, f"{error}.")
        slug = wanted.get("section", "")
        if not slug:
            return self.resume(progress)
        try:
            page = self[slug]
        except KeyError:
            start = self.resume(progress)
            return Place(start.page, start.step, f"There is no section “{slug[:40]}” in {self.game.title}.")
        number = wanted.get("step", "1")
        if number.isascii() and number.isdecimal() and len(number) < 6 and 1 <= int(number) <= len(page.step):
            return Place(page, int(number) - 1)
        said = f"“{page.title}” has steps 1 to {len(page.step)}, so there is no step “{number[:40]}”."
        return Place(page, 0, said)

    def teaches(self, rule: str) -> Place | None:
        """Return the first step that teaches a rule, if possible one of a core."""
        return self._first_steps.get(rule)

    @cached_property
    def _first_steps(self) -> dict[str, Place]:
        core: dict[str, Place] = {}
        folded: dict[str, Place] = {}
        for page in self.pages:
            for rule, steps in page.taught().items():
                found = core if page.step[steps[0]].part == CORE else folded
                found.setdefault(rule, Place(page, steps[0]))
        return {**folded, **core}


def _called(part: str, steps: Sequence[Step]) -> str:
    """The name of a part of a page with these steps; unclear rules are not called other ways to play."""
    count = len(steps)
    if part == OTHER:
        unclear = all(any(way.readings for way in step.ways) for step in steps)
        return f"{'Where the book is unclear' if unclear else 'Other ways to play'}: {count}"
    return "1 corner case" if count == 1 else f"{count} corner cases"


def link(place: Place, more: Mapping[str, str] | None = None) -> str:
    """The query string that leads to a place, with further fields."""
    return "?" + urlencode({"section": place.page.slug, "step": place.step + 1, **(more or {})})


def course_of(game: Game) -> Course:
    """The course of a game, from its pages in `walkthroughs/GAME`.

    Raises:
        BadInput: if a page does not fit.
    """
    return Course(game, pages_of(game.id), whole_games_of(game.id))


@cache
def known_course(game: str) -> Course:
    """The course of the game with this id, made once, with all that is worked out from it.

    Raises:
        BadInput: if there is no such game, or a page does not fit.
    """
    return course_of(find_game(game))
