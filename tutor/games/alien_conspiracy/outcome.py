"""What the players want, who scores what, who wins, who died of what, and what simulations count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutor.engine.core import Fate, Measure, Note, Outcome, ordinal
from tutor.games.alien_conspiracy.rules.scoring import points, winners
from tutor.games.alien_conspiracy.table import INVADED, Conspiracy

DEADLY = {
    "investigate/dice-deal-damage": "in an attempt to win a card",
    "investigate/effect-unavoidable": "from a card’s effect",
    "health/effect-rolls-count": "in a roll that a card called for",
    "aliens/roll-when-flipped": "in the roll for an alien",
    "search/damage-first": "in the search for an item",
    "heal/number-of-the-die": "in the roll for a new health die",
}
"""What a player may die of, in words, by the rule of the last such note before the death."""


def outcome(g: Conspiracy) -> Outcome:
    """Return the points of the cards submitted so far, and who has won."""
    scores = tuple(int(points(g, hero)) for hero in g.investigators)
    if not g.scored:
        return Outcome(False, scores)
    last = ordinal(g.parameters.invasion)
    how = f"the {last} alien has started the invasion, which nobody survives" if g.ended == INVADED else g.ended
    return Outcome(True, scores, winners(g), how)


def wants(g: Any, seat: int) -> str:
    """What everybody wants."""
    return "You want to have submitted the most research points at the city by the time everybody is dead."


def fate(notes: Sequence[Note], name: str) -> Fate | None:
    """Return when and how a player died, if they did not live until the invasion."""
    n = Fate.told(notes, "death/no-health-dice", name)
    if n is None:
        return None
    rules = [note.rule for note in notes[:n]]
    how = next((DEADLY[earlier] for earlier in reversed(rules) if earlier in DEADLY), "")
    rounds = rules.count("round-start/dice")
    when = f"in round {rounds}" if rounds else ""
    return Fate(n, " ".join(filter(None, (name, "died", when, how))) + ".")


MEASURES = (
    Measure.begins("dies", "dies", lambda g, seat: g.investigators[seat].dead),
    Measure.rises("wins-card", "wins an event card", lambda g, seat: len(g.investigators[seat].events)),
    Measure.falls("loses-health", "loses a health die", lambda g, seat: len(g.investigators[seat].health)),
    Measure.rises("alien", "sees an alien join the countdown", lambda g, _: len(g.countdown)),
)
