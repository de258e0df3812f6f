"""The front page: every game with its course, how far it is taken, and its practice table."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import ipywidgets as widgets

from tutor.engine.game import Game, games
from tutor.lessons.course import Course, course_of
from tutor.lessons.progress import Progress, load_progress
from tutor.ui.desk import Desk
from tutor.ui.model import Message, State

GREETING = "Learn an alien game by playing it: every rule when you first need it, and *every* no explained."


class Index:
    """The front page of one visitor."""

    def __init__(self) -> None:
        self.courses = [course_of(game) for game in games().values()]
        self.stored: dict[str, str] = {}
        self.desk = Desk(self.hear)
        self.desk.show(self.state())

    def hear(self, message: Message) -> None:
        """Once the page is open, say where the visitor left off."""
        if message["type"] == "hello":
            self.stored = message["stored"]
            self.desk.show(self.state())

    def state(self) -> State:
        """Return what the desk shows."""
        shelf = {"text": GREETING, "games": [self._game(course) for course in self.courses]}
        return {"head": {"game": "Rules tutor", "section": "Choose a game"}, "shelf": shelf}

    def _game(self, course: Course) -> dict[str, Any]:
        game = course.game
        progress, _ = load_progress(game.id, self.stored)
        done = sum(progress.page(page.id).done for page in course.pages)
        return {
            "id": game.id,
            "title": game.title,
            "text": game.book.sections[0].teaches,
            "facts": _facts(game, course),
            "pages": len(course.pages),
            "done": done,
            "accent": dict(game.accent) or None,
            "links": [*self._course_links(course, progress), _practice_link(game)],
        }

    def _course_links(self, course: Course, progress: Progress) -> list[dict[str, str]]:
        if not course.pages:
            return []
        href = f"{course.game.id}.ipynb"
        if not progress.last:
            return [{"label": "Start the course", "href": href}]
        place = course.resume(progress)
        query = urlencode({"section": place.page.slug})
        return [{"label": f"Continue: {place.page.title}", "href": f"{href}?{query}"}]


def _facts(game: Game, course: Course) -> str:
    pages = f" · {len(course.pages)} pages" if course.pages else " · course to come"
    return f"{game.seats[0]} to {game.seats[-1]} players · {len(game.book.rule)} rules{pages}"


def _practice_link(game: Game) -> dict[str, str]:
    return {"label": "Practice table", "href": f"play.ipynb?{urlencode({'game': game.id})}"}


def index() -> widgets.Widget:
    """Return the front page for a notebook."""
    return Index().desk
