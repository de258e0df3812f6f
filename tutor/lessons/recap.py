"""What a whole game leaves a learner with: what they know now, and what they have not met yet."""

from __future__ import annotations

from typing import TypedDict

from tutor.lessons.course import Course
from tutor.lessons.story import Story


class Known(TypedDict):
    """The rules of a section that the learner has met, in words that are true at any time."""

    title: str
    texts: list[str]


class Unmet(TypedDict):
    """A page about a section from which no rule has come up in play."""

    title: str
    text: str
    page: str


class Recap(TypedDict):
    """What was met and what was not, in the order of the course."""

    known: list[Known]
    unmet: list[Unmet]


def recap(course: Course, story: Story) -> Recap:
    """Return what came up in a whole game and in those before it, by section, and the pages that are still new.

    A section of which only an ending was announced has not come up.
    """
    book = course.game.book
    before = course.whole_games[: course.whole_games.index(story.page)]
    met = {*story.came_up(), *(id for one in before for id in one.taught())}
    played = {*(story.came_up() & story.page.played()), *(id for one in before for id in one.played())}
    sections = {book[id].section for id in played}
    known: list[Known] = []
    for section in book.sections:
        if section.slug in sections:
            texts = [entry.text for entry in book if entry.section == section.slug and entry.id in met]
            known.append({"title": section.title, "texts": texts})
    unmet: list[Unmet] = [
        {"title": one.title, "text": one.teaches, "page": one.slug}
        for one in course.pages
        if one.section not in sections
    ]
    return {"known": known, "unmet": unmet}
