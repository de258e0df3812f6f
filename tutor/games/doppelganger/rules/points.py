"""Spending Action Points, which every action does before anything else happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Refusal
from tutor.games.doppelganger.desert import POINTS_A_TURN
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


def whole_turn(g: Expedition, points: int, rule_id: str, what: str) -> Iterator[Refusal]:
    """Why an action that takes a whole turn is closed once a point is spent."""
    if g.points < points:
        why = f"{what} costs {points} Action Points, {g.points} of {POINTS_A_TURN} is left"
        yield Refusal("turn/whole-turn-actions", why, "Do it with a turn of its own.")
        yield Refusal(rule_id, why, "End the turn.")
