"""The totals that players work out: everybody’s points so far, part by part."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.alien_conspiracy.rules.scoring import points
from tutor.games.alien_conspiracy.table import Conspiracy


def totals(g: Conspiracy) -> Iterator[Sum]:
    """Yield each player’s points; the target of a roll is part of the roll itself."""
    for hero in g.investigators:
        yield points(g, hero)
