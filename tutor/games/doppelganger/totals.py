"""The totals that players work out: an attempt’s dice and what they have to beat, and what each hand scores."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.doppelganger.outcome import score
from tutor.games.doppelganger.rules.dice import count_dice, target
from tutor.games.doppelganger.table import Expedition


def totals(g: Expedition) -> Iterator[Sum]:
    """Yield the two totals of a running attempt, and the points of each hand if the Team escaped now."""
    if g.attempt is not None:
        yield target(g)
        yield count_dice(g)
    dealt = [seat for seat in range(g.seats) if g.characters[seat]]
    for seat in dealt:
        yield score(g, seat).named(f"points of {g.names[seat]}")
