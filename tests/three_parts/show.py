"""A course of pages in three parts, written for the tests."""

from pathlib import Path

from IPython.display import display

from tutor.engine.core.game import find_game
from tutor.lessons.course import Course
from tutor.lessons.pages import load_pages
from tutor.ui.desks.course import CourseDesk

GAME = "alien_conspiracy"


def course() -> Course:
    """Return the pages of this folder as a course."""
    return Course(find_game(GAME), tuple(load_pages(Path(__file__).parent)))


def show() -> None:
    """Display the course."""
    display(CourseDesk(GAME, course()).desk)
