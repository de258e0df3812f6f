"""Spending Action Points, which every action does before anything else happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Refusal
from tutor.games.doppelganger.table import Expedition


def spend(g: Expedition, points: int, rule_id: str, what: str, also: Sequence[str] = ()) -> None:
    """Spend Action Points when an action is declared, whatever its outcome."""
    g.points -= points
    g.note(
        rule_id,
        "{what} costs {n:Action Point}, {left} left",
        also=(*also, "turn/ap-spent-on-declaration"),
        what=what,
        n=Many(points),
        left=f"and {Many(g.points):is|are}" if g.points else "so none are",
    )


def priced(words: str, points: int) -> str:
    """Return the words on a button with the action’s cost, unless that is the usual one of 1 Action Point."""
    return words if points == 1 else f"{words} ({points} AP)"


def something_else(g: Expedition, what: str = "another") -> str:
    """Return what the leader can do instead of a closed action, which one reading narrows."""
    if g.reading("turn/may-pass") == "allowed":
        return f"Choose {what} action or end the turn."
    return f"Choose {what} action, or end the turn if there isn’t one."


def too_few_points(g: Expedition, points: int, rule_id: str, what: str, *, later: bool = True) -> Iterator[Refusal]:
    """Yield why an action is closed if it costs more than the leader has left; `later`: it is open with more."""
    if g.points < points:
        full = g.parameters.points
        why = (
            f"{what} costs {Many(points):Action Point}, and you have {f'only {g.points}' if g.points else 'none'} left"
        )
        fix = something_else(g, "a cheaper" if later else "another")
        if points == full:
            wait = f"Wait for your next turn, when you’ll have {Many(full):Action Point} again."
            yield Refusal("turn/whole-turn-actions", why, wait if later else fix)
        yield Refusal(rule_id, why, fix)
