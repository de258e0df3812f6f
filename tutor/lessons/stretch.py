"""A stretch of a game, piece by piece: what happened between two decisions of a player, to be watched and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from tutor.engine.core.match import Match
from tutor.engine.core.table import Note
from tutor.lessons.coach import sentence

MOST_IN_BRIEF = 8
"""How many sentences tell in brief what others did, and as many what one did oneself; the rest can be unfolded."""

MOST_TOLD = 4
"""How many notes one piece may have. An answer with more notes, such as everybody’s setup, has several pieces."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that happened."""

    answers: int
    """How many answers had been given in all when it had happened."""
    text: str
    """What happened, in a sentence or two."""


class Brief(NamedTuple):
    """What players did, as told by the notes that mention their names."""

    earlier: str
    """All but the newest sentences; empty if they are all there is."""
    newest: str


class Stretch:
    """What happened, in order."""

    def __init__(self, match: Match, begun: int, pieces: Iterable[Piece]) -> None:
        """Args: the match, which may go on afterwards but not back; how many answers it had before; what happened."""
        self.pieces = tuple(pieces)
        self._begun = begun
        self._match = match
        self._stood: dict[int, Match] = {}

    @property
    def before(self) -> Match:
        """The match before it, which must not be changed."""
        return self._after(self._begun)

    def after(self, n: int) -> Match:
        """The match after the piece with this number, which must not be changed."""
        return self._after(self.pieces[n].answers)

    def _after(self, answers: int) -> Match:
        if answers not in self._stood:  # most stretches are never watched
            self._stood[answers] = _rewound(self._match, answers)
        return self._stood[answers]


def heard(notes: Iterable[Note], seat: int | None) -> str:
    """Return what `seat` (None: everybody) may read of these notes, as one text."""
    return " ".join(_sentences(notes, seat))


def _sentences(notes: Iterable[Note], seat: int | None) -> list[str]:
    return [sentence(note.text) for note in notes if note.read_by(seat)]


def in_brief(notes: Iterable[Note], seat: int, names: Sequence[str]) -> Brief:
    """Return what the players did, as told by those notes for `seat` that mention somebody’s name.

    What mentions the player at `seat` is never among the earlier sentences, unless there is very much of it.
    """
    somebody, own = (re.compile(rf"\b({'|'.join(map(re.escape, some))})\b") for some in (names, [names[seat]]))
    told = [text for text in _sentences(notes, seat) if somebody.search(text)]
    mine = [n for n, text in enumerate(told) if own.search(text)]
    others = [n for n, text in enumerate(told) if not own.search(text)]
    newest = {*mine[-MOST_IN_BRIEF:], *others[-MOST_IN_BRIEF:]}
    return Brief(
        " ".join(text for n, text in enumerate(told) if n not in newest),
        " ".join(text for n, text in enumerate(told) if n in newest),
    )


def _parts(sentences: list[str]) -> list[str]:
    """Return these sentences as a few texts of about the same length."""
    size = ceil(len(sentences) / max(1, ceil(len(sentences) / MOST_TOLD)))
    return [" ".join(sentences[n : n + size]) for n in range(0, len(sentences), max(1, size))]


def _rewound(match: Match, answers: int) -> Match:
    """Return this match as it was after this many answers."""
    walk = match.fork()
    if walk.pending and answers < len(walk.log):
        walk.undo()
    walk.undo(len(walk.log) - answers)
    return walk


def since(match: Match, answers: int, seat: int | None) -> Stretch:
    """Return what happened in a match after its first `answers` answers, as its notes tell it.

    An answer of which `seat` (None: everybody) may read nothing belongs to the piece before it, and one with many notes
    is told in several pieces, the first of which shows all that it changed.
    """
    walk, pieces = _rewound(match, answers), list[Piece]()
    while walk.undone:
        notes = len(walk.notes)
        walk.redo()
        texts = _parts(_sentences(walk.notes[notes:], seat))
        if texts or not pieces:
            pieces += [Piece(len(walk.log), text) for text in texts or [""]]
        else:
            pieces[-1] = Piece(len(walk.log), pieces[-1].text)
    return Stretch(match.fork(), answers, (piece for piece in pieces if piece.text))
