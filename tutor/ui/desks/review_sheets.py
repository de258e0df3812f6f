"""The sheets of the review: the cue card, the words of a game, and how well its rules are known."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from tutor.engine.book.rulebook import Entry
from tutor.engine.core.game import Game
from tutor.lessons.coach import rule_name
from tutor.lessons.cue_card import cue_card
from tutor.lessons.glossary import glossary_of
from tutor.lessons.progress import RuleProgress
from tutor.lessons.review import STRENGTHS
from tutor.ui.desks.review_kept import Kept, said_when
from tutor.ui.flows import flow_for
from tutor.ui.model_sheet import Sheet
from tutor.ui.terms import term_text

ASK = "ask:"
"""The beginning of the id of a tool that asks about a rule; the rule's id follows it."""

Cited = tuple[Sheet, list[str]]
"""A sheet, and the rules whose texts it needs."""


def card(game: Game) -> Cited:
    """A game on one printed side."""
    found = cue_card(game, flow_for(game))
    parts: Any = [
        {
            "id": part.id,
            "title": part.title,
            "line": list(part.line),
            "rules": [{"rule": e.id, "name": rule_name(e.id).capitalize(), "text": e.text} for e in part.rules],
        }
        for part in found.parts
    ]
    ids = [entry.id for part in found.parts for entry in part.rules]
    return {"cue": {"title": found.title, "players": found.players, "text": found.says, "parts": parts}}, ids


def words(game: Game) -> Cited:
    """Every word of a game, explained."""
    glossary = glossary_of(game)
    return {"words": [term_text(glossary, term) for term in glossary.term]}, [term.rule for term in glossary.term]


def mastery(game: Game, kept: Kept, now: datetime) -> Cited:
    """How well the rules of a game are known: in all, by chapter, and one by one if something is known about them."""
    book = game.book
    strengths = {entry.id: kept.strength(entry.id) for entry in book}
    counts = Counter(strengths.values())
    chapters: Any = [
        {"title": s.title, "counts": dict(Counter(strengths[e.id] for e in book if e.section == s.slug))}
        for s in book.sections
    ]
    asked = [entry for entry in book if strengths[entry.id] in ("weak", "answered", "strong")]
    asked.sort(key=lambda entry: STRENGTHS.index(strengths[entry.id]))
    known: Any = [_known(entry, strengths[entry.id], kept, now) for entry in asked]
    title = f"You’ve answered questions about {len(asked)} of {len(book.rule)} rules"
    if not asked:
        title = f"You haven’t answered any questions about these {len(book.rule)} rules yet"
    sheet: Sheet = {"mastery": {"title": title, "counts": dict(counts), "chapters": chapters, "rules": known}}
    return sheet, [entry.id for entry in asked]


def _known(entry: Entry, strength: str, kept: Kept, now: datetime) -> dict[str, str]:
    memory, course = kept.review.rules.get(entry.id), kept.progress.rules.get(entry.id, RuleProgress())
    right = course.right + (memory.right if memory else 0)
    missed = max(course.missed, memory.missed if memory else 0)
    told = f"{strength}: {right} right, {missed} missed"
    if memory and memory.due:
        told += f", due {said_when(memory.due, now)}"
    return {
        "rule": entry.id,
        "name": rule_name(entry.id).capitalize(),
        "strength": strength,
        "text": told,
        "ask": f"{ASK}{entry.id}",
    }
