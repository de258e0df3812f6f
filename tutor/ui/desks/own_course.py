"""The course page of a server that offers a host's own pages beside ours: `?own=NAME` opens one of them."""

from __future__ import annotations

from typing import Any

from tutor.engine.book.files import BadInput, parse_query
from tutor.lessons.checks import play_page
from tutor.lessons.course import Course, Place
from tutor.lessons.own_pages import OwnPage, own_course, own_pages
from tutor.lessons.page import Page
from tutor.lessons.progress import load_progress
from tutor.ui import dialogs
from tutor.ui.addresses import address
from tutor.ui.desks.course import CourseDesk
from tutor.ui.model import ShelfPage
from tutor.ui.taught import taught


class OwnCourseDesk(CourseDesk):
    """One visitor taking a course of ours, or the host's own pages about the same game."""

    own = False
    """Whether the course consists of the host's own pages."""

    def hello(self, search: str) -> None:
        name = name_in(search)
        if not name:
            super().hello(search)
            return
        pages = own_pages()
        found = next((one for one in pages if one.name == name), None)
        if found is None:
            self._cannot(f"There is no page “{name[:60]}” in the folder that this server was given.")
        elif found.page is None:
            self._cannot(found.fault)
        elif found.page.game != self.game.id:
            self._cannot(f"“{found.page.title}” is not about {self.game.title}.")
        elif self._holds(found.page):
            self._take_up(own_course(self.game.id, pages), found.page)

    def _take_up(self, course: Course, page: Page) -> None:
        """Change to the host's own pages, whose progress is kept apart from the progress in our course."""
        self.own, self.course = True, course
        self.progress, told = load_progress(f"own/{self.game.id}", self.desk.kept)
        super()._take(Place(page, 0, told))

    def _holds(self, page: Page) -> bool:
        """Whether a page, which nobody has tested, can be taken to its end; if not, say why."""
        for fault in play_page(page):
            self._cannot(str(fault))
            return False
        return True

    def _cannot(self, why: str) -> None:
        self.dialog = dialogs.problem("This page cannot be used", why)

    def _take(self, place: Place, step: bool = False, afresh: bool = False, copy: int = 1) -> None:
        if not self.own or place.page == self.page or self._holds(place.page):
            super()._take(place, step, afresh, copy)

    def _note_missed(self) -> None:
        if not self.own:  # the review asks with the steps of our own pages
            super()._note_missed()

    def place(self) -> dict[str, str]:
        return {"own": self.page.slug} if self.own else super().place()

    def teaches(self, rule: str) -> dict[str, Any]:
        found = super().teaches(rule)
        return dict(taught(self.game.id, rule)) if self.own and not found else found

    def keep(self) -> None:
        if self.own:
            self.keep_progress()
        else:
            super().keep()


def name_in(search: str) -> str:
    """The name of the host's own page that an address asks for; empty if it asks for none, or cannot be read."""
    try:
        return parse_query(search).get("own", "")
    except BadInput:
        return ""


def shelved(own: OwnPage) -> ShelfPage:
    """One of the host's own pages as the front page lists it: with a link, or with what is wrong."""
    if own.page is None:
        return {"id": own.name, "title": own.name, "text": own.fault}
    text = f"{own.page.subject.title}: {own.page.teaches}"
    href = address(own.page.game, own=own.name)
    return {"id": own.name, "title": own.page.title, "text": text, "href": href}
