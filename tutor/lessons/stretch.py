"""A stretch of a game, piece by piece: what happened between two decisions of a player, to be watched and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from tutor.engine.core.asks import Ask, Choose
from tutor.engine.core.match import Entry, Match
from tutor.engine.core.moves import Moves
from tutor.engine.core.table import Note
from tutor.lessons.coach import sentence

MOST_IN_BRIEF = 8
"""How many sentences tell in brief what others did, and as many what one did oneself; the rest can be unfolded."""

MOST_JOINED = 10
"""How many words a sentence may have that is joined with the next one."""

JOINTS = re.compile(r"[,;:“]| (?:and|but|or|so|because|who|which|that|if|when) ")
"""What shows that a sentence has several parts already."""

DOES = {"goes": "does", "comes": "does", "stays": "does", "leaves": "does", "is": "is", "go": "do", "come": "do"}
"""Verbs, each with the one that stands for it in a short answer."""

MOST_TOLD = 4
"""How many notes one piece may have. An answer with more notes, such as everybody’s setup, has several pieces."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that happened."""

    answers: int
    """How many answers had been given in all when it had happened."""
    text: str
    """What happened, in a sentence or two."""
    told: tuple[str, ...] = ()
    """The notes of which the text is made, each as a sentence of its own."""


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
        in_flow((text for n, text in enumerate(told) if n not in newest), names),
        in_flow((text for n, text in enumerate(told) if n in newest), names),
    )


def _parts(sentences: list[str]) -> list[tuple[str, ...]]:
    """Return these sentences in a few groups of about the same size."""
    size = ceil(len(sentences) / max(1, ceil(len(sentences) / MOST_TOLD)))
    return [tuple(sentences[n : n + size]) for n in range(0, len(sentences), max(1, size))]


def in_flow(sentences: Iterable[str], names: Sequence[str]) -> str:
    """Return these sentences as one text, in which two short ones about the same player or with one effect are joined.

    “Ben begins his turn. Ben rolls a 3.” becomes “Ben begins his turn and rolls a 3.”
    """
    found: list[str] = []
    for said in sentences:
        who = next((f"{name} " for name in names if said.startswith(f"{name} ")), "")
        if who and found and found[-1].startswith(who) and _is_simple(found[-1]) and not said.startswith(f"{who}and "):
            found[-1] = f"{found[-1][:-1]} and {said[len(who) :]}"
        elif found and (likewise := _likewise(found[-1], said)):
            found[-1] = f"{found[-1][:-1]}, and {likewise}."
        else:
            found.append(said)
    return " ".join(found)


def _likewise(before: str, said: str) -> str:
    """Return “so does …” if a short sentence says of something else what the one before says; otherwise nothing."""
    one, other = before.split(), said.split()
    begins, starts = (next((n for n, word in enumerate(words) if word[0].islower()), 0) for words in (one, other))
    if not begins or not starts or one[begins:] != other[starts:] or not _is_simple(before):
        return ""
    does = DOES.get(one[begins], "") and DOES.get(other[starts], "")
    return f"so {does} {' '.join(other[:starts])}" if does and one[:begins] != other[:starts] else ""


def _is_simple(said: str) -> bool:
    """Whether a sentence is one short statement to which another can be added with “and”."""
    return said.endswith(".") and len(said.split()) <= MOST_JOINED and not JOINTS.search(said)


def _rewound(match: Match, answers: int) -> Match:
    """Return this match as it was after this many answers."""
    walk = match.fork()
    if walk.pending and answers < len(walk.log):
        walk.undo()
    walk.undo(len(walk.log) - answers)
    return walk


def since(match: Match, answers: int, seat: int | None) -> Stretch:
    """Return what happened in a match after its first `answers` answers, as its notes tell it.

    An answer of which `seat` (None: everybody) may read nothing belongs to the piece before it, and so does what a
    player chooses on the way, such as the payment for a move, as long as the piece is short. An answer with many notes
    is told in several pieces, the first of which shows all that it changed.
    """
    walk, pieces, names = _rewound(match, answers), list[Piece](), match.table.names
    begun = True
    while walk.undone:
        notes, ask = len(walk.notes), walk.ask
        walk.redo()
        parts = _parts(_sentences(walk.notes[notes:], seat))
        begun = begun or not _on_the_way(walk.log, ask)
        if not parts and pieces:
            pieces[-1] = replace(pieces[-1], answers=len(walk.log))
            continue
        more = parts[0] if len(parts) == 1 and not begun and pieces else ()
        if more and len(pieces[-1].told) + len(more) <= MOST_TOLD:
            told = pieces[-1].told + more
            pieces[-1] = Piece(len(walk.log), in_flow(told, names), told)
        else:
            pieces += [Piece(len(walk.log), in_flow(part, names), part) for part in parts or [()]]
        begun = False
    return Stretch(match.fork(), answers, (piece for piece in pieces if piece.text))


def _on_the_way(log: Sequence[Entry], ask: Ask | None) -> bool:
    """Whether the last answer was a choice on the way, by the player who had just answered."""
    choice = isinstance(ask, Choose) and not isinstance(ask, Moves)
    return choice and len(log) > 1 and log[-1].seat is not None and log[-1].seat == log[-2].seat
