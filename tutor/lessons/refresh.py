"""Three minutes before a game: what it is about, the turn, and the rules that are forgotten most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tutor.engine.book.flow import Flow
from tutor.engine.book.rulebook import Rulebook
from tutor.lessons.course import Course
from tutor.lessons.cue_card import cue_of, turn_line
from tutor.lessons.drills import most_refused
from tutor.lessons.page import CORE
from tutor.lessons.progress import Progress
from tutor.lessons.review import Review
from tutor.lessons.tasks import Order, questions_on

OWN = 4
"""The largest number of rules that the learner missed."""

ITEMS = 10
"""The number of items on the path, which take about three minutes."""


class Read(NamedTuple):
    """Something to read again."""

    title: str
    text: str
    rules: tuple[str, ...]


Item = Read | Order


def refresh(course: Course, flow: Flow | None, review: Review, progress: Progress, at: datetime) -> list[Item]:
    """Return the path: the goal, the end and the turn, then questions about missed rules and frequent refusals.

    Args:
        course: The game's course.
        flow: The game's turn structure, if it has one.
        review: What the learner missed.
        progress: How the learner fared in the course.
        at: The current time; the questions and drills differ from day to day.
    """
    book, cue = course.game.book, cue_of(course.game)
    about = " ".join(book[rule].text for rule in cue.goal) or book.sections[0].teaches
    path: list[Item] = [Read("What the game is about", about, cue.ends)]
    line = turn_line(flow)
    if line:
        path.append(Read("How the turn goes", " → ".join(line), cue.turn))
    day = at.toordinal()
    for rule in wanted(course, review, progress, ITEMS - len(path), day):
        memory = review.rules.get(rule)
        path.append(Order("rule", rule, memory.place if memory else "", day))
    return path


def wanted(course: Course, review: Review, progress: Progress, most: int, day: int) -> list[str]:
    """Return the rules to ask about: those missed, some that often refuse moves, and others that vary by the day."""
    book, reach = course.game.book, in_reach(course)
    own = [id for id in (*_waiting(review), *progress.weakest()) if id in book][:OWN]
    rules = list(dict.fromkeys(own))
    often = [id for id in most_refused(course.game) if id in reach and id not in rules][: 4 * most]
    rules += _spread(often, book, (most + len(rules)) // 2 - len(rules))
    rest = [id for id in reach if id not in rules]
    left = min(most - len(rules), len(rest))
    first = day * left % max(1, len(rest))
    rules += (rest + rest)[first : first + left]
    order = {entry.id: n for n, entry in enumerate(book)}
    return sorted(rules, key=lambda id: (id not in own, order[id]))


def in_reach(course: Course) -> list[str]:
    """Return the rules to ask about if none was missed: those that the chapters' cores teach, section by section.

    Every section contributes one rule before any contributes a second. Corner cases come only if the learner has missed
    them.
    """
    taught = dict.fromkeys(
        id
        for page in course.pages
        for n in page.steps_of(CORE)
        for id in (*page.step[n].rules, *(id for move in page.step[n].play for id in move.rules))
    )
    asked = [id for id in taught if questions_on(course, id)]
    return _spread(asked, course.game.book, len(asked))


def _waiting(review: Review) -> list[str]:
    """Return the rules that were missed, beginning with those that are due."""
    waiting = [(memory.due, id) for id, memory in review.rules.items() if memory.due is not None]
    return [id for _, id in sorted(waiting)]


def _spread(rules: Sequence[str], book: Rulebook, most: int) -> list[str]:
    """Return up to `most` of the rules, one per section before any section has two."""
    had = Counter[str]()
    rounds = []
    for n, id in enumerate(rules):
        rounds.append((had[book[id].section], n))
        had[book[id].section] += 1
    return [rules[n] for _, n in sorted(rounds)[: max(0, most)]]
