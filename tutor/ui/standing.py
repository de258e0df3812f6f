"""How a game stands, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.game import Standing
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


def points(standing: Standing, names: Sequence[str]) -> list[str]:
    """Everybody's points, in a game that counts them."""
    scores = [f"{name} {score}" for name, score in zip(names, standing.scores, strict=True)] if standing.scores else []
    return [f"Points: {', '.join(scores)}."] if scores else []
