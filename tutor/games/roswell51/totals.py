"""The totals that players work with: how strong every throng and every alien on the screen is."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.roswell51.rules.foes import all_throngs, foe_name, lurkers, on_screen
from tutor.games.roswell51.rules.throngs import strength
from tutor.games.roswell51.table import Movie


def totals(g: Movie) -> Iterator[Sum]:
    """The strength of all that can attack; a roll has its own target, and damage has its own bonuses."""
    for foe in [*on_screen(g), *lurkers(g), *all_throngs(g)]:
        yield strength(g, foe).named(f"strength of {foe_name(g, foe)}")
