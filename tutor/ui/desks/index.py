"""The front page: every game with its course, the progress in it, and its practice table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from tutor.engine.core.game import Game, games
from tutor.lessons.course import Course, known_course
from tutor.lessons.own_pages import own_pages
from tutor.lessons.progress import LAST_COURSE, Progress, load_progress
from tutor.ui.addresses import address, is_here
from tutor.ui.desk import Desk, settled
from tutor.ui.desks.own_course import shelved
from tutor.ui.model import Shelf, ShelfGame, State
from tutor.ui.model_question import Link
from tutor.ui.pictures.drawn import picture_of
from tutor.ui.screen import Screen

GREETING = (
    "Learn a game by playing it. You meet each rule when you first need it, "
    "and *whenever a move isn’t allowed*, you’re told why."
)

PAGES = {"review": "Review what you missed", "lab": "The designers’ lab", "rulebook": "The rulebooks as maps"}
"""Pages for all games, with their names on the front page."""


class Index(Screen):
    """The front page of one visitor, which shows where they left off, even if that was in another tab."""

    def __init__(self) -> None:
        super().__init__()
        self.courses = [known_course(game.id) for game in games().values()]
        self.draw()

    def content(self) -> State:
        shelf: Shelf = {"text": GREETING, "games": [self._shelved(course) for course in self.courses]}
        shelf["links"] = [{"label": label, "href": address(page)} for page, label in PAGES.items() if is_here(page)]
        if own := [shelved(one) for one in own_pages()]:
            shelf["own"] = own
        if resume := self._resume():
            shelf["resume"] = resume
        return {"head": {"game": "Rules tutor", "section": "Choose a game"}, "shelf": shelf}

    def cited(self, state: State) -> State:
        return state

    def _resume(self) -> Link | None:
        """Where the course that was taken last goes on; None if there is only one course to choose."""
        course = next((course for course in self.courses if course.game.id == self.desk.kept.get(LAST_COURSE)), None)
        if course is None or not course.pages or len(self.courses) < 2:
            return None
        progress, _ = load_progress(course.game.id, self.desk.kept)
        way = _way_on(course, progress)
        return {"label": f"{course.game.title}: {way['label']}", "href": way["href"]}

    def _shelved(self, course: Course) -> ShelfGame:
        game = course.game
        progress, _ = load_progress(game.id, self.desk.kept)
        done = sum(progress.page(page.id).done for page in course.pages)
        return {
            "id": game.id,
            "title": game.title,
            "text": game.book.invites or game.book.sections[0].teaches,
            "facts": _facts(game, course),
            "pages": len(course.pages),
            "done": done,
            "picture": picture_of(game),
            "accent": cast("Any", dict(game.accent)) or None,
            "links": [*_ways_on(course, progress), {"label": "Practice table", "href": address("play", game=game.id)}],
        }


def _ways_on(course: Course, progress: Progress) -> list[Link]:
    """The links into the first game until it is done, into the course where it was left, then into the next game."""
    found = [_way_into_the_chapters(course, progress)] if course.pages else []
    if course.first_game is None:
        return found
    open_games = [page for page in course.whole_games if not progress.page(page.id).done]
    page = open_games[0] if open_games else course.first_game
    name, long = page.slug.replace("-", " "), f"about {course.minutes[page.id]} minutes"
    begun = progress.page(page.id).steps
    label = f"Go on with your {name}, {long} in all" if begun else f"Play your {name}, {long}"
    game: Link = {"label": label, "href": address(course.game.id, section=page.slug)}
    if not open_games:
        game = {"label": f"Play the {name} again", "href": address(course.game.id, section=page.slug, again="1")}
    return [game, *found] if page == course.first_game and open_games else [*found, game]


def _way_into_the_chapters(course: Course, progress: Progress) -> Link:
    """The link into the course, which passes over whole games, because they have links of their own."""
    if progress.last not in (game.id for game in course.whole_games):
        return _way_on(course, progress)
    page = course.resume(replace(progress, last="")).page
    begun = any(progress.page(page.id).steps for page in course.pages)
    label = f"Continue: {page.title}" if begun else "Start the course"
    return {"label": label, "href": address(course.game.id, section=page.slug)}


def _way_on(course: Course, progress: Progress) -> Link:
    """The link into the course, where it was left."""
    if not progress.last:
        return {"label": "Start the course", "href": address(course.game.id)}
    place = course.resume(progress)
    return {"label": f"Continue: {place.page.title}", "href": address(course.game.id, section=place.page.slug)}


def _facts(game: Game, course: Course) -> list[str]:
    fewest = game.book.players["min"]
    facts = [f"{fewest} to {game.book.players['max']} players"]
    if game.book.minutes:
        facts.append(f"about {game.book.minutes} minutes with {fewest} players")
    facts.append(f"{len(game.book.rule)} rules")
    if course.pages:
        long = sum(course.minutes[page.id] for page in course.pages)
        facts.append(f"{len(course.pages)} pages, about {long} minutes")
    else:
        facts.append("no course yet")
    return facts


def index() -> Desk:
    """Return the front page for a notebook."""
    return settled(Index().desk)
