"""The totals with which players calculate: everybody’s points so far, part by part."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.alien_conspiracy.rules.scoring import points
from tutor.games.alien_conspiracy.table import Conspiracy


def totals(g: Conspiracy) -> Iterator[Sum]:
    """The points under each investigator; what a roll has to reach is the roll’s own."""
    for hero in g.investigators:
        yield points(g, hero)
