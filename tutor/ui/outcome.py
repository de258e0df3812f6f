"""How a game stands, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.book.names import listed
from tutor.engine.core.game import Outcome
from tutor.lessons.coach import sentence


def winners(outcome: Outcome, names: Sequence[str], you: int | None = None) -> list[str]:
    """Who has won, if anybody has; the winner in the seat of the reader, if there is one, is named first."""
    if not outcome.winners:
        return []
    others = [names[seat] for seat in outcome.winners if seat != you]
    yours = [f"You ({names[you]})"] if you is not None and you in outcome.winners else []
    return [f"{listed([*yours, *others])} won."]


def ending(outcome: Outcome, names: Sequence[str], you: int | None = None) -> list[str]:
    """Who has won, or that nobody has, and how the game ended; `you` is the seat of the reader."""
    told = winners(outcome, names, you) or (["Nobody won."] if outcome.over else [])
    return [*told, sentence(outcome.reason)] if outcome.reason else told


def points(outcome: Outcome, names: Sequence[str], hidden: bool = True) -> list[str]:
    """Everybody's points, in a game with points; unless `hidden`, only the points that everybody can see."""
    in_sight = not hidden and bool(outcome.open_scores)
    counted = outcome.open_scores if in_sight else outcome.scores
    scores = [f"{name} {score}" for name, score in zip(names, counted, strict=True)] if counted else []
    return [f"{'Points in sight' if in_sight else 'Points'}: {', '.join(scores)}."] if scores else []
