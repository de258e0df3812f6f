"""The cue card of a game: one printed side, made from the index of its rulebook and the graph of its turn.

A game may say in its `cue.toml` which rules are on the card; without that file, they are chosen by their kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tutor.engine.book.files import BadInput, parse_toml, read_text, structure
from tutor.engine.book.flow import Flow
from tutor.engine.book.rulebook import Entry, Rulebook
from tutor.engine.core.game import Game
from tutor.lessons.coach import rule_name
from tutor.lessons.drills import most_refused

PARTS = {
    "goal": "Goal",
    "setup": "Setup",
    "turn": "The turn",
    "numbers": "Numbers",
    "often": "Often forgotten",
    "ends": "How it ends",
}
"""The parts of a card in their order, with their headings."""

MOST = {"goal": 2, "setup": 5, "turn": 8, "numbers": 8, "often": 8, "ends": 6}
"""The largest number of rules in each part if they are chosen by their kind."""


@dataclass(frozen=True)
class Cue:
    """The rules in each part of a card: the keys of a `cue.toml`."""

    goal: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    often: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    @property
    def all_rules(self) -> tuple[str, ...]:
        """The rules of all parts."""
        return (*self.goal, *self.setup, *self.turn, *self.numbers, *self.often, *self.ends)


@dataclass(frozen=True)
class Part:
    """One box of a card."""

    id: str
    title: str
    rules: tuple[Entry, ...]
    line: tuple[str, ...] = ()
    """The turn in a few words, place by place."""


@dataclass(frozen=True)
class CueCard:
    """Everything on a card."""

    title: str
    players: str
    says: str
    """What the game is about, if no rule says so."""
    parts: tuple[Part, ...] = field(default=())

    @property
    def words(self) -> int:
        """How many words are on the card."""
        texts = [self.says, *(e.text for part in self.parts for e in part.rules)]
        names = [rule_name(e.id) for part in self.parts for e in part.rules]
        lines = [word for part in self.parts for word in part.line]
        return sum(len(text.split()) for text in (*texts, *names, *lines))


def cue_card(game: Game, flow: Flow | None) -> CueCard:
    """Make the card of a game.

    Raises:
        BadInput: if the game's `cue.toml` does not fit, or cites a rule that its index does not have.
    """
    book, chosen = game.book, cue_of(game)
    parts = []
    for id, title in PARTS.items():
        rules: tuple[str, ...] = getattr(chosen, id)
        line = turn_line(flow) if id == "turn" else ()
        if rules or line:
            parts.append(Part(id, title, tuple(book[rule] for rule in rules), line))
    players = f"{book.players['min']} to {book.players['max']} players"
    says = "" if chosen.goal else book.sections[0].teaches
    return CueCard(book.title, players, says, tuple(parts))


def cue_of(game: Game) -> Cue:
    """The rules on the card of a game, chosen by the game or by their kind.

    Raises:
        BadInput: if the game's `cue.toml` does not fit.
    """
    return read_cue(game.folder / "cue.toml", game.book) or by_kind(game)


def read_cue(path: Path, book: Rulebook) -> Cue | None:
    """Read which rules are on a card; None if the game does not say.

    Raises:
        BadInput: if it does not fit, or cites an unknown rule or the same rule twice.
    """
    cue = _written(path)
    if cue is None:
        return None
    file = str(path)
    seen: set[str] = set()
    for id in PARTS:
        for rule in getattr(cue, id):
            if rule not in book or rule in seen:
                raise BadInput(
                    file, id, f"“{rule}” " + ("is listed twice" if rule in seen else "is not in the rulebook’s index")
                )
            seen.add(rule)
    return cue


@cache
def _written(path: Path) -> Cue | None:
    return structure(parse_toml(read_text(path), str(path)), Cue, str(path)) if path.exists() else None


def by_kind(game: Game) -> Cue:
    """Choose the rules of a card by their kind, each rule once."""
    book = game.book
    plain = [entry for entry in book if not entry.variant]
    taken: set[str] = set()

    def take(part: str, entries: Iterable[Entry]) -> tuple[str, ...]:
        ids = [entry.id for entry in entries if entry.id not in taken][: MOST[part]]
        taken.update(ids)
        return tuple(ids)

    goal = take("goal", (e for e in plain if e.kind == "scoring" and e.section == book.sections[0].slug))
    over = take("ends", ends(book))
    turn = take("turn", (e for e in plain if e.kind == "turn"))
    often = take("often", (book[id] for id in most_refused(game)))
    setup = take("setup", (e for e in plain if e.kind == "setup" and _has_number(e)))
    numbers = take("numbers", (e for e in plain if e.kind in ("constraint", "action") and _has_number(e)))
    return Cue(goal, setup, turn, numbers, often, over)


def ends(book: Rulebook) -> list[Entry]:
    """The rules by which a game ends."""
    return [entry for entry in book if entry.kind == "end" and not entry.variant]


_NUMBER = re.compile(r"\b(\d+|one|two|three|four|five|six|half|at most)\b", re.IGNORECASE)


def _has_number(entry: Entry) -> bool:
    return bool(_NUMBER.search(entry.text))


def turn_line(flow: Flow | None) -> tuple[str, ...]:
    """Return the turn in a few words: the parts on the flow's main line, in their order, each with its contents."""
    if flow is None:
        return ()
    groups = list(flow.groups.values())
    line = []
    for group in groups:
        if not group.within and not group.called:
            inside = [inner.label for inner in groups if inner.within == group.id]
            line.append(f"{group.label}: {', '.join(inside)}" if inside else group.label)
    return tuple(line)
