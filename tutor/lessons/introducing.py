"""Teach me as we play: at a decision, explain to a newcomer the one rule that matters there and is new.

A rule that was entered need not matter to anybody, and a rule of the setup seldom does. The module therefore looks
only at these rules, in this order: what the game is about; the question, the kinds of move that are open and what their
answers are about; the notes that the player has read since their last decision; the rules behind the numbers of a roll;
and what the player read before their last few decisions, because something else may have been explained at those.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tutor.engine.book.rulebook import Entry, Rulebook
from tutor.engine.core.asks import Ask, Chance, Choose, Roll, Value
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match
from tutor.engine.core.moves import Move, Moves
from tutor.engine.core.table import Note
from tutor.lessons.cue_card import cue_of

AFTERWARDS = ("end", "scoring", "variant")
"""The kinds of rules that matter only when nothing is left to decide, or only to those who chose a variant."""

LABELS = 2
"""The largest number of buttons that are named for a kind of move."""

PATIENCE = 12
"""The number of decisions for which what a player has heard, other than of the setup, can still be explained."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which a player decides something or is about to roll."""

    match: Match
    ask: Choose | Chance
    seat: int | None
    """The player; None if nobody in particular rolls or draws."""
    notes: Sequence[Note] = field(default=())
    """The notes since the player's last decision, including those that they may not read."""

    def rules(self) -> Iterator[str]:
        """The rules that matter to it, the most important first; a rule may occur twice."""
        yield from self.needed()
        yield from self.happened()
        for note in self._heard():
            yield from note.rules.split()[1:]
        yield from _added_up(self.ask)

    def happened(self) -> Iterator[str]:
        """The rules of what the player has heard since their last decision."""
        for note in self._heard():
            yield from note.rules.split()[:1]

    def _heard(self) -> Iterator[Note]:
        return (note for note in self.notes if note.to is None or self.seat in note.to)

    def needed(self) -> Iterator[str]:
        """The rules of the question itself: the rule that asks, and those of what follows and of the open moves."""
        yield self.ask.rule
        if isinstance(self.ask, Choose):
            yield from self.ask.leads_to()
        for kind in kinds(self.match.game, self.ask):
            yield kind.rule
        if isinstance(self.ask, Moves):
            for value in self.ask.open():
                yield from self.ask.about(value)


def decided_by(match: Match, seat: int) -> Choose | Roll | None:
    """Return what the player in a seat decides now, which may be a roll; None if the game does not wait for them."""
    ask = match.ask
    if isinstance(ask, Roll):
        return ask if ask.roller == seat else None
    part = match.asked(seat)
    return None if part is None or part.idle or part.formality or part.own is not None else part


class Backlog:
    """What a player has heard before their last few decisions, at which something else may have been explained."""

    def __init__(self) -> None:
        self._heard: deque[tuple[int, tuple[str, ...]]] = deque(maxlen=PATIENCE)
        """For each of these decisions, how many answers had been given, and the rules that were heard."""

    def due(self, decision: Decision, met: Container[str]) -> Entry | None:
        """Return the rule to explain at the next decision; what was heard last comes first."""
        book, here = decision.match.game.book, len(decision.match.log)
        while self._heard and self._heard[-1][0] >= here:
            self._heard.pop()  # it was taken back
        entry = due(decision, met, [rule for _, rules in reversed(self._heard) for rule in rules])
        heard = dict.fromkeys(rule for rule in decision.happened() if book[rule].kind != "setup")
        self._heard.append((here, tuple(heard)))
        return entry


def due(decision: Decision, met: Container[str], earlier: Iterable[str] = ()) -> Entry | None:
    """Return the rule to explain to a player at a decision, or None if they have met every rule that matters to it.

    Args:
        decision: The decision.
        met: The rules that the player has met.
        earlier: The rules of what the player has heard before, which come last.
    """
    match = decision.match
    book, variants = match.game.book, match.table.variants
    for rule in (*aim_of(match.game), *decision.rules(), *earlier):
        entry = telling(book, rule, variants)
        if entry is not None and not is_met(book, rule, met):
            return entry
    return None


# -- what explains a rule ------------------------------------------------------------------------------------------


def telling(book: Rulebook, rule: str, variants: Container[str] = ()) -> Entry | None:
    """Return the entry whose intro explains a rule to a newcomer under these variants, or None."""
    entry = book.entries.get(rule)
    if entry is None:
        return None
    teller = book[entry.introduced_by] if entry.introduced_by else entry
    return _own_words(book, teller.id, variants)


def told_again(book: Rulebook, rule: str, variants: Container[str] = ()) -> Entry | None:
    """Return the entry whose intro explains a rule best when it is needed again: its own, if it has one."""
    return _own_words(book, rule, variants) or telling(book, rule, variants)


def _own_words(book: Rulebook, rule: str, variants: Container[str]) -> Entry | None:
    """Return the entry of a rule if it has an intro that is true under these variants."""
    entry = book.entries.get(rule)
    if entry is None or not entry.intro or any(variant in variants for variant in entry.intro_unless):
        return None
    return entry


def is_met(book: Rulebook, rule: str, met: Container[str]) -> bool:
    """Return whether a rule was met, by itself or with the rule whose intro covers it."""
    return rule in met or book[rule].introduced_by in met


def told_with(book: Rulebook, entry: Entry) -> list[str]:
    """Return the rules that count as met once a rule's intro is shown: the rule itself and all that it introduces."""
    return [entry.id, *(other.id for other in book if other.introduced_by == entry.id)]


def introductions(book: Rulebook) -> list[Entry]:
    """Return all rules whose own intro is shown."""
    return [entry for entry in book if entry.intro and not entry.introduced_by]


def met_in_play(book: Rulebook) -> list[Entry]:
    """Return the introductions that can come before a decision: not those of the game’s end or of a variant."""
    return [entry for entry in introductions(book) if entry.kind not in AFTERWARDS and not entry.variant]


# -- what matters --------------------------------------------------------------------------------------------------


def aim_of(game: Game) -> tuple[str, ...]:
    """Return the rule that says what a game is about, as on its cue card, because it matters before all others."""
    return cue_of(game).goal[:1]


class Kind(NamedTuple):
    """A kind of move that is open now."""

    rule: str
    label: str
    """The words on its buttons."""


def kinds(game: Game, ask: Ask) -> list[Kind]:
    """Return the kinds of move that are open in a question, in its order, without those that have no rule."""
    if not isinstance(ask, Moves):
        return []
    opened: dict[str, tuple[Move[Any, Any], list[Value]]] = {}
    for value in ask.open():
        move, _ = ask.meant(value)
        opened.setdefault(move.verb, (move, []))[1].append(value)
    found = [Kind(rule_of(game, move), _labels(ask, values)) for move, values in opened.values()]
    return [kind for kind in found if kind.rule]


def _labels(ask: Choose, values: Sequence[Value]) -> str:
    """Return the words on the first few buttons of a kind."""
    return " · ".join([*map(ask.label, values[:LABELS]), *(["…"] if len(values) > LABELS else [])])


def rule_of(game: Game, move: Move[Any, Any]) -> str:
    """Return the rule of a move: the one that carries it out, or the first that its `do` names; empty without one."""
    carrying_out = move.do
    bound = game.rules.bound(carrying_out)
    named = (word for word in carrying_out.__code__.co_consts if isinstance(word, str) and word in game.book)
    return bound or next(named, "")


def _added_up(ask: Ask) -> Iterator[str]:
    """Return the rules behind the numbers in the target of a roll."""
    if isinstance(ask, Roll) and ask.aim is not None and (total := ask.aim().total) is not None:
        for part in total.parts:
            if part.rule:
                yield part.rule
