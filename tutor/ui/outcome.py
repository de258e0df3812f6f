"""How a game stands, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.book.names import listed
from tutor.engine.core.game import Outcome
from tutor.lessons.coach import sentence


def winners(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Who has won, if anybody has."""
    return [f"{listed([names[seat] for seat in outcome.winners])} won."] if outcome.winners else []


def ending(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Who has won, or that nobody has, and how the game ended."""
    told = winners(outcome, names) or (["Nobody won."] if outcome.over else [])
    return [*told, sentence(outcome.reason)] if outcome.reason else told


def points(outcome: Outcome, names: Sequence[str], hidden: bool = True) -> list[str]:
    """Everybody's points, in a game with points; unless `hidden`, only the points that everybody can see."""
    in_sight = not hidden and bool(outcome.open_scores)
    counted = outcome.open_scores if in_sight else outcome.scores
    scores = [f"{name} {score}" for name, score in zip(names, counted, strict=True)] if counted else []
    return [f"{'Points in sight' if in_sight else 'Points'}: {', '.join(scores)}."] if scores else []
