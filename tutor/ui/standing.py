"""How a game stands, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core.game import Standing
from tutor.lessons.coach import sentence


def listed(names: Sequence[str]) -> str:
    """Names in a row, as one says them."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def winners(standing: Standing, names: Sequence[str]) -> list[str]:
    """Who has won, if anybody has."""
    return [f"{listed([names[seat] for seat in standing.winners])} won."] if standing.winners else []


def ending(standing: Standing, names: Sequence[str]) -> list[str]:
    """Who has won, or that nobody has, and how it came."""
    told = winners(standing, names) or (["Nobody won."] if standing.over else [])
    return [*told, sentence(standing.reason)] if standing.reason else told


def points(standing: Standing, names: Sequence[str], hidden: bool = True) -> list[str]:
    """Everybody's points, in a game that counts them; unless `hidden`, those that everybody can see."""
    in_sight = not hidden and bool(standing.open_scores)
    counted = standing.open_scores if in_sight else standing.scores
    scores = [f"{name} {score}" for name, score in zip(names, counted, strict=True)] if counted else []
    return [f"{'Points in sight' if in_sight else 'Points'}: {', '.join(scores)}."] if scores else []
