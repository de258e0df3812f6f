"""Teach me as we play: the one rule that is explained to a newcomer at a decision, because it matters and is new.

A rule that was entered has not yet mattered, and a rule of the set-up seldom does. So only these are looked at, in this
order: what the game is about; the question and the kinds of move that are open; what the player has heard since their
last decision; the numbers behind it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tutor.engine.book.rulebook import Entry, Rulebook
from tutor.engine.core.asks import Ask, Chance, Choose, Roll, Value
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match
from tutor.engine.core.moves import Move, Moves
from tutor.engine.core.table import Note
from tutor.lessons.cue_card import cue_of

LABELS = 2
"""Buttons that are named for a kind of move, at most."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A player decides something, or is about to roll."""

    match: Match
    ask: Choose | Chance
    seat: int | None
    """The player; None where nobody in particular lets chance answer."""
    notes: Sequence[Note] = field(default=())
    """The notes since the player's last decision, including those that they may not read."""

    def rules(self) -> Iterator[str]:
        """The rules that matter to it, those that matter most first; some may come again."""
        heard = [note for note in self.notes if note.to is None or self.seat in note.to]
        yield from self.needed()
        for note in heard:
            yield from note.rules.split()[:1]
        for note in heard:
            yield from note.rules.split()[1:]
        yield from _added_up(self.ask)

    def needed(self) -> Iterator[str]:
        """The rules of the question itself: its own, and those of the kinds of move that are open."""
        yield self.ask.rule
        for kind in kinds(self.match.game, self.ask):
            yield kind.rule


def decided_by(match: Match, seat: int) -> Choose | Roll | None:
    """What the player in a seat decides now, a roll of their own included; None if it is not for them to go on."""
    ask = match.ask
    if isinstance(ask, Roll):
        return ask if ask.roller == seat else None
    part = match.asked(seat)
    return None if part is None or part.idle or part.own is not None else part


def due(decision: Decision, met: Container[str]) -> Entry | None:
    """The rule to explain to a player at a decision; None if they have met every rule that matters to it.

    Args:
        decision: The decision.
        met: The rules that the player has met.
    """
    match = decision.match
    book, variants = match.game.book, match.table.variants
    for rule in (*aim_of(match.game), *decision.rules()):
        entry = telling(book, rule, variants)
        if entry is not None and not is_met(book, rule, met):
            return entry
    return None


# -- what tells of a rule ------------------------------------------------------------------------------------------


def telling(book: Rulebook, rule: str, variants: Container[str] = ()) -> Entry | None:
    """The entry whose intro explains a rule to a newcomer under these variants; None if there is none."""
    entry = book.entries.get(rule)
    if entry is None:
        return None
    teller = book[entry.introduced_by] if entry.introduced_by else entry
    return _own_words(book, teller.id, variants)


def told_again(book: Rulebook, rule: str, variants: Container[str] = ()) -> Entry | None:
    """The entry whose intro fits a rule best once it is needed again: its own if it has one."""
    return _own_words(book, rule, variants) or telling(book, rule, variants)


def _own_words(book: Rulebook, rule: str, variants: Container[str]) -> Entry | None:
    """The entry of a rule if it has an intro that holds under these variants."""
    entry = book.entries.get(rule)
    if entry is None or not entry.intro or any(variant in variants for variant in entry.intro_unless):
        return None
    return entry


def is_met(book: Rulebook, rule: str, met: Container[str]) -> bool:
    """Whether a rule was met, by itself or with the rule whose intro tells of it."""
    return rule in met or book[rule].introduced_by in met


def told_with(book: Rulebook, entry: Entry) -> list[str]:
    """The rules that are met once a rule's intro was shown: the rule itself and all that are introduced by it."""
    return [entry.id, *(other.id for other in book if other.introduced_by == entry.id)]


def introductions(book: Rulebook) -> list[Entry]:
    """All rules that have an intro which is shown for its own sake."""
    return [entry for entry in book if entry.intro and not entry.introduced_by]


# -- what matters --------------------------------------------------------------------------------------------------


def aim_of(game: Game) -> tuple[str, ...]:
    """The rule that says what a game is about, as the game's cue card does: nothing else matters before it."""
    return cue_of(game).goal[:1]


class Kind(NamedTuple):
    """A kind of move that is open now."""

    rule: str
    label: str
    """What its buttons say."""


def kinds(game: Game, ask: Ask) -> list[Kind]:
    """The kinds of move that are open in a question, in its order; those without a rule are left out."""
    if not isinstance(ask, Moves):
        return []
    opened: dict[str, tuple[Move[Any, Any], list[Value]]] = {}
    for value in ask.open():
        move, _ = ask.meant(value)
        opened.setdefault(move.verb, (move, []))[1].append(value)
    found = [Kind(rule_of(game, move), _labels(ask, values)) for move, values in opened.values()]
    return [kind for kind in found if kind.rule]


def _labels(ask: Choose, values: Sequence[Value]) -> str:
    """What the buttons of a kind say, the first few of them."""
    return " · ".join([*map(ask.label, values[:LABELS]), *(["…"] if len(values) > LABELS else [])])


def rule_of(game: Game, move: Move[Any, Any]) -> str:
    """The rule of a move: the one that carries it out, or the first that this names; empty if there is none."""
    carrying_out = move.do
    bound = game.rules.bound(carrying_out)
    named = (word for word in carrying_out.__code__.co_consts if isinstance(word, str) and word in game.book)
    return bound or next(named, "")


def _added_up(ask: Ask) -> Iterator[str]:
    """The rules of the numbers that the target of a roll is made of."""
    if isinstance(ask, Roll) and ask.aim is not None and (total := ask.aim().total) is not None:
        for part in total.parts:
            if part.rule:
                yield part.rule
