"""Notes about what a learner missed, for the review to collect.

Courses and the practice table leave a note for each missed rule, each under a key of its own in the visitor's browser,
so several open tabs never overwrite each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tutor.lessons.attempts import News

QUESTIONS = ("quiz", "spot", "predict", "odds")
"""Kinds of step whose question can be asked again as it is."""

_MISSED = "missed"


def moment(milliseconds: int | None) -> datetime:
    """Return the time on a visitor's clock, given in milliseconds since 1970, or this machine's time if it is None."""
    if milliseconds is None:
        return datetime.now(UTC)
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


class Note(NamedTuple):
    """A rule was missed: when, and at which question of the course, if it was one (`slug:part:step`)."""

    rule: str
    at: datetime
    place: str = ""


def missed_key(game: str, note: Note) -> str:
    """The key under which the note is stored; if the same is missed again, the new note replaces the old one."""
    return f"{_MISSED}:{game}:{note.rule}:{note.place}"


def missed_in(news: Iterable[News], slug: str, part: str, step: int, kind: str, at: datetime) -> list[Note]:
    """Return the notes to leave about a step of a course: for wrong answers, refused moves and shown answers."""
    notes: dict[tuple[str, str], Note] = {}
    for one in news:
        if one.kind in ("wrong", "refused", "helped"):
            place = f"{slug}:{part}:{step}" if kind in QUESTIONS else ""
            notes |= {(rule, place): Note(rule, at, place) for rule in one.rules}
    return list(notes.values())


def notes_in(game: str, stored: Mapping[str, Any]) -> dict[str, Note]:
    """The notes that have not been collected yet, by their keys; anything that is not a note is skipped."""
    found: dict[str, Note] = {}
    for key, text in stored.items():
        parts = key.split(":", 3)
        if len(parts) == 4 and parts[:2] == [_MISSED, game]:
            at = _time(text)
            if at is not None:
                found[key] = Note(parts[2], at, parts[3])
    return dict(sorted(found.items(), key=lambda item: (item[1].at, item[0])))


def _time(text: Any) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
        return at.astimezone(UTC) if at.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        return None
