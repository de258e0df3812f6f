"""Three minutes before a game: what it is about, the turn, and the rules that are forgotten most."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tutor.engine.book.flow import Flow
from tutor.lessons.course import Course
from tutor.lessons.cue_card import cue_of, turn_line
from tutor.lessons.drills import most_refused
from tutor.lessons.progress import Progress
from tutor.lessons.review import Review
from tutor.lessons.tasks import Order, questions_on

OWN = 4
"""Rules of the learner's own, at most."""

ITEMS = 10
"""Things on the path in all: about three minutes."""


class Read(NamedTuple):
    """Something to read again."""

    title: str
    text: str
    rules: tuple[str, ...]


Item = Read | Order


def refresh(course: Course, flow: Flow | None, review: Review, progress: Progress, at: datetime) -> list[Item]:
    """The path: the goal and the end, the turn, then questions: own misses first, then what is refused most.

    Args:
        course: The game's course.
        flow: The game's turn structure, if it has one.
        review: What the learner missed.
        progress: How the learner fared in the course.
        at: Now; another day brings other drills.
    """
    book, cue = course.game.book, cue_of(course.game)
    about = " ".join(book[rule].text for rule in cue.goal) or book.sections[0].teaches
    path: list[Item] = [Read("What it is about", about, cue.ends)]
    line = turn_line(flow)
    if line:
        path.append(Read("How it goes round", " → ".join(line), cue.turn))
    day = at.toordinal()
    for rule in wanted(course, review, progress, ITEMS - len(path)):
        memory = review.rules.get(rule)
        path.append(Order("rule", rule, memory.place if memory else "", day))
    return path


def wanted(course: Course, review: Review, progress: Progress, most: int) -> list[str]:
    """The rules to ask about: the learner's own, and those refused most, from as many sections as can be."""
    book = course.game.book
    own = [id for id in (*_waiting(review), *progress.weakest()) if id in book][:OWN]
    rules = list(dict.fromkeys(own))
    often = [id for id in most_refused(course.game, 4 * most) if id not in rules]
    rules += _spread(often, [book[id].section for id in often], (most + len(rules)) // 2 - len(rules))
    asked = [id for page in course.pages for step in page.test_out for id in step.rules[:1] if id not in rules]
    asked = [id for id in dict.fromkeys(asked) if questions_on(course, id)]
    rules += _spread(asked, [book[id].section for id in asked], most - len(rules))
    rules += [id for id in often if id not in rules][: most - len(rules)]
    order = {entry.id: n for n, entry in enumerate(book)}
    return sorted(rules[:most], key=lambda id: (id not in own, order[id]))


def _waiting(review: Review) -> list[str]:
    """The rules that were missed, those due first."""
    waiting = [(memory.due, id) for id, memory in review.rules.items() if memory.due is not None]
    return [id for _, id in sorted(waiting)]


def _spread(rules: Sequence[str], sections: Sequence[str], most: int) -> list[str]:
    """Up to `most` of the rules, one a section before any section has two."""
    rounds = [sections[:n].count(section) for n, section in enumerate(sections)]
    return [rules[n] for n in sorted(range(len(rules)), key=lambda n: (rounds[n], n))[: max(0, most)]]
