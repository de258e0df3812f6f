"""A page as its author sees it: drawn again whenever its file is saved, with the checker's findings beside it."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path

from tutor.engine.book.files import BadInput
from tutor.lessons.checks import play_page
from tutor.lessons.own_pages import OWN_PAGES, own_course, own_pages
from tutor.lessons.page import Page
from tutor.lessons.story import lesson_of
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.lab_panels import Block
from tutor.ui.desks.own_course import OwnCourseDesk, name_in
from tutor.ui.model import Message, State, Tool

PREVIEW = "RULES_TUTOR_PREVIEW"
"""The environment variable that names the page that an author is writing."""

GOOD = "The checker has found no faults."


def desk_for(game: str) -> CourseDesk:
    """The course page of a game: as learners see it, or as the author of a page does."""
    return PreviewDesk(game) if os.environ.get(PREVIEW) else OwnCourseDesk(game)


class PreviewDesk(OwnCourseDesk):
    """The author of a page, who goes through it as a learner would. Nothing is counted as learnt."""

    name = ""
    """The name of the page that is shown; empty for one of our pages."""
    findings: tuple[str, ...] = ()
    """What the checker finds, one sentence each."""
    can_show = True
    """Whether there is a page to show."""
    _watching: asyncio.Task[None] | None = None

    def hello(self, search: str) -> None:
        self.name = name_in(search)
        if not self.name:
            super().hello(search)
            return
        kept = self.desk.kept.get(self._key, "0")
        self.read(int(kept) if kept.isdecimal() and len(kept) < 4 else 0)
        if self._watching is None:
            with suppress(RuntimeError):  # in a script, nothing runs by itself
                self._watching = asyncio.get_running_loop().create_task(self._watch())

    @property
    def _key(self) -> str:
        """The key under which the browser stores the author's step."""
        return f"preview.{self.name}"

    async def _watch(self) -> None:
        """Read the page again and draw it whenever its file has changed."""
        from watchfiles import awatch  # only an author has it

        file = Path(os.environ[OWN_PAGES])
        async for _ in awatch(file.parent, recursive=False, watch_filter=lambda _, path: Path(path) == file):
            self.read(self.lesson.at)
            self.desk.show(self.state())

    def read(self, step: int) -> None:
        """Read the page, check it, and show this step, or the last one if there are fewer now.

        If the page cannot be read, the screen keeps what was shown before.
        """
        pages = [one for one in own_pages() if one.name == self.name]
        page = next((one.page for one in pages), None)
        if page is None:
            self.findings = tuple(one.fault for one in pages) or (f"{self.name}.toml no longer exists.",)
            self.can_show = self.own
            return
        self.findings = tuple(str(fault) for fault in play_page(page))
        self.can_show = True
        self.own, self.course, self.playback = True, own_course(page.game, pages), None
        self._show(page, min(step, len(page.step) - 1))

    def _show(self, page: Page, step: int) -> None:
        """Show a step, or the first if the steps before it cannot be taken."""
        self.lesson = lesson_of(page)
        try:
            self.lesson.goto(step)
        except BadInput:
            self.lesson = lesson_of(page)

    def do(self, message: Message) -> None:
        try:
            super().do(message)
        except BadInput as fault:  # the step cannot be taken, as the findings say, too
            self.findings = tuple(dict.fromkeys((*self.findings, str(fault))))

    def keep(self) -> None:
        if self.name:
            self.desk.keep(self._key, str(self.lesson.at))

    def content(self) -> State:
        if not self.name:
            return super().content()
        state = self._blank()
        if self.can_show:
            try:
                state = super().content()
            except BadInput as fault:
                self.findings = tuple(dict.fromkeys((*self.findings, str(fault))))
                self.can_show = False
        state["lab"] = {
            "tab": "check",
            "tabs": [{"id": "check", "label": "Check"}],
            "trail": [],
            "blocks": self._blocks(),
        }
        return state

    def tools(self) -> list[Tool]:
        return super().tools() if self.can_show else []

    def _blank(self) -> State:
        """What is shown if there is no page to show."""
        text = "Correct what the checker has found and save the file. The page will then appear here by itself."
        return {
            "head": {"game": self.game.sign, "section": "Preview"},
            "words": {"kind": "say", "prompt": f"{self.name}.toml cannot be shown yet", "text": text},
        }

    def _blocks(self) -> list[Block]:
        found: list[Block] = [{"kind": "problem", "text": finding} for finding in self.findings]
        return found or [{"kind": "text", "text": GOOD}]
