"""A stretch of a game, piece by piece: what happened between two decisions of a player, to be watched and read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from tutor.engine.core.match import Match
from tutor.engine.core.table import Note
from tutor.lessons.coach import sentence

MOST_TOLD = 4
"""How many notes one piece may have. An answer with more notes, such as everybody’s set-up, has several pieces."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that happened."""

    match: Match
    """How the game stands after it; not to be changed."""
    text: str
    """What happened, in a sentence or two."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What happened, in its order."""

    before: Match
    """How the game stood before it; not to be changed."""
    pieces: tuple[Piece, ...]


def heard(notes: Iterable[Note], seat: int | None) -> str:
    """What `seat` (None: everybody) may read of these notes, as one text."""
    return " ".join(_sentences(notes, seat))


def _sentences(notes: Iterable[Note], seat: int | None) -> list[str]:
    return [sentence(note.text) for note in notes if note.read_by(seat)]


def _parts(sentences: list[str]) -> list[str]:
    """These sentences as a few texts of about the same length."""
    size = ceil(len(sentences) / max(1, ceil(len(sentences) / MOST_TOLD)))
    return [" ".join(sentences[n : n + size]) for n in range(0, len(sentences), max(1, size))]


def since(match: Match, answers: int, seat: int | None) -> Stretch:
    """What happened in a match after its first `answers` answers, told by its notes.

    An answer of which `seat` (None: everybody) may read nothing belongs to the piece before it, and one with many notes
    is told in several pieces, the first of which shows all that it changed.
    """
    walk = match.fork()
    walk.undo(len(match.log) - answers)
    before, pieces = walk.fork(), list[Piece]()
    while walk.undone:
        notes = len(walk.notes)
        walk.redo()
        texts = _parts(_sentences(walk.notes[notes:], seat))
        if texts or not pieces:
            stands = walk.fork()
            pieces += [Piece(stands, text) for text in texts or [""]]
        else:
            pieces[-1] = Piece(walk.fork(), pieces[-1].text)
    return Stretch(before, tuple(piece for piece in pieces if piece.text))
