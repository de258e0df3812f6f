"""The totals with which players calculate: how strong every throng and every alien on the screen attacks."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.roswell51.rules.foes import all_throngs, foe_name, lurkers, on_screen
from tutor.games.roswell51.rules.throngs import strength
from tutor.games.roswell51.table import Movie


def totals(g: Movie) -> Iterator[Sum]:
    """The strength of all that can attack; targets of rolls and what is added to damage are their rolls’ own."""
    for foe in [*on_screen(g), *lurkers(g), *all_throngs(g)]:
        yield strength(g, foe).named(f"strength of {foe_name(g, foe)}")
