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
    """A page of whose rules the learner has met none."""

    title: str
    text: str
    page: str


class Recap(TypedDict):
    """What was met and what was not, in the order of the course."""

    known: list[Known]
    unmet: list[Unmet]


def recap(course: Course, story: Story) -> Recap:
    """Return what came up in a whole game and in those before it, by section, and the pages that are still new."""
    book = course.game.book
    before = course.whole_games[: course.whole_games.index(story.page)]
    met = {*story.came_up(), *(id for one in before for id in one.taught())}
    known: list[Known] = []
    for section in book.sections:
        entries = [entry for entry in book if entry.section == section.slug and entry.id in met]
        if entries:
            known.append({"title": section.title, "texts": [entry.text for entry in entries]})
    unmet: list[Unmet] = [
        {"title": one.title, "text": one.teaches, "page": one.slug}
        for one in course.pages
        if not any(book[id].section == one.section for id in met)
    ]
    return {"known": known, "unmet": unmet}
