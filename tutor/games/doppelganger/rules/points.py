"""Spending Action Points, which every action does before anything else happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Refusal
from tutor.engine.core.table import Many
from tutor.games.doppelganger.table import Expedition


def spend(g: Expedition, points: int, rule_id: str, what: str, also: Sequence[str] = ()) -> None:
    """Take the points at the declaration, whatever comes of it."""
    g.points -= points
    g.note(
        rule_id,
        "{what} costs {n}; {left} left",
        also=(*also, "turn/ap-spent-on-declaration"),
        what=what,
        n=points,
        left=g.points,
    )


def too_few_points(g: Expedition, points: int, rule_id: str, what: str) -> Iterator[Refusal]:
    """Why an action that costs more than what is left is closed; it may be one that takes a whole turn."""
    if g.points < points:
        full = g.parameters.points
        left = f"{g.points} of {full} {'is' if g.points == 1 else 'are'} left"
        why = f"{what} costs {Many(points):Action Point}, {left}"
        if points == full:
            yield Refusal("turn/whole-turn-actions", why, "Do it with a turn of its own.")
        yield Refusal(rule_id, why, "End the turn.")
