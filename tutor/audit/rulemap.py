"""The rulebook as a map, in plain data: sections are regions, and every rule is a cell with what is known about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from tutor.audit.sources import case_of, code_of
from tutor.audit.survey import Finding, read
from tutor.engine.book.rulebook import Entry
from tutor.engine.core.game import Game
from tutor.lessons.coach import rule_name
from tutor.lessons.course import Course, Place, course_of, link

LEVELS = ((0.5, 4), (0.1, 3), (0.01, 2))
"""The shares of games from which a rule counts as reached mostly, often or sometimes; below these, rarely or never."""
RARELY = 1

YES, BY_CONSTRUCTION, EXCUSED, MISSING, EXEMPT = "yes", "construction", "excused", "missing", "exempt"
"""Enforced; true because nothing happens; not enforced, with a reason; missing; nothing that anybody could break."""

NOT_SURVEYED = Finding(False, False, (), (), 0)


def map_of_rules(game: Game) -> dict[str, Any]:
    """The map of a game's rulebook.

    Returns:
        `game`, `title`, `made` (what the figures were made from), `regions` with their `rules` in the
        book's order, and `pages` (for unclear rules, the first step that teaches them).

    Raises:
        BadInput: if the game has no survey.
    """
    survey, course = read(game), course_of(game)
    rules = [(entry, survey.findings.get(entry.id, NOT_SURVEYED)) for entry in game.book]
    return {
        "game": game.id,
        "title": game.title,
        "made": {"rules": survey.rules, "cards": survey.cards, "games": survey.games},
        "regions": [
            {
                "id": section.slug,
                "title": section.title,
                "rules": [
                    cell(game.id, entry, found, survey.games) for entry, found in rules if entry.section == section.slug
                ],
            }
            for section in game.book.sections
        ],
        "pages": {
            entry.id: steps(course, found.taught[:1]) for entry, found in rules if entry.unclear and found.taught
        },
    }


def cell(game: str, entry: Entry, found: Finding, games: int) -> dict[str, Any]:
    """One rule as the map shows it; `game` is the id of its game."""
    data: dict[str, Any] = {
        "id": entry.id,
        "name": rule_name(entry.id),
        "kind": entry.kind,
        "text": entry.text,
        "source": entry.source,
        "basis": entry.basis,
        "enforced": enforced(entry, found),
        "tested": EXEMPT if _nothing_to_enforce(entry) else YES if found.tested else MISSING,
        "taught": len(found.taught),
        "reached": found.reached if _can_come_up(entry) else None,
        "level": level(found.reached, games) if _can_come_up(entry) else None,
    }
    if entry.unclear:
        data |= {"unclear": entry.unclear, "ruling": entry.ruling}
    if entry.options:
        if len(entry.options) > 1:
            data["lab"] = {"page": "lab", "query": "?" + urlencode({"game": game, "unclear": entry.id})}
        data["readings"] = [{"id": o.id, "text": o.text, "default": o.id == entry.default} for o in entry.options]
    if entry.not_enforced:
        data["excuse"] = entry.not_enforced
    return data


def enforced(entry: Entry, found: Finding) -> str:
    """How a rule is enforced, in one word."""
    if not entry.enforceable:
        return EXEMPT
    if entry.not_enforced:
        return EXCUSED
    if not found.enforced:
        return MISSING
    return BY_CONSTRUCTION if entry.by_construction else YES


def level(reached: int, games: int) -> int:
    """How often a rule came up, from 0 (never) to 4 (in half of the games or more)."""
    if not reached:
        return 0
    return next((level for share, level in LEVELS if reached >= share * games), RARELY)


def _nothing_to_enforce(entry: Entry) -> bool:
    return not entry.enforceable or bool(entry.not_enforced)


def _can_come_up(entry: Entry) -> bool:
    return not _nothing_to_enforce(entry) and not entry.by_construction


def steps(course: Course, taught: Iterable[str]) -> list[dict[str, str]]:
    """Steps given as SLUG:STEP, each with what it is called and with the page and query that lead to it."""
    found = []
    for step in taught:
        slug, _, number = step.partition(":")
        page = course[slug]
        found.append(
            {
                "label": f"{page.title}, step {number}",
                "page": course.game.id,
                "query": link(Place(page, int(number) - 1)),
            }
        )
    return found


def details(game: Game, rule: str) -> dict[str, Any]:
    """What a press on a rule's cell shows: the steps that teach it, the scenarios about it and its code.

    Raises:
        KeyError: if the book has no such rule.
        BadInput: if there is no survey, or it names a scenario that no longer exists.
    """
    entry = game.book[rule]
    found = read(game).findings.get(rule, NOT_SURVEYED)
    return {
        "id": entry.id,
        "steps": steps(course_of(game), found.taught),
        "scenarios": [_scenario(game, id) for id in found.scenarios],
        "code": [
            {"place": f"{code.module}:{code.line}", "name": code.name, "bound": code.bound, "text": code.text}
            for code in code_of(game, rule)
        ],
    }


def _scenario(game: Game, id: str) -> dict[str, str]:
    """The text of a scenario, and the query with which the lab opens it."""
    case = case_of(game, id)
    query = "?" + urlencode({"game": game.id, "scenario": case.id})
    return {"id": case.id, "file": case.file, "title": case.title, "text": case.text, "page": "lab", "query": query}
