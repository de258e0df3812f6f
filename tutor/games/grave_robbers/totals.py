"""The totals that players calculate with: attack and defence, and what each movie would score."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.grave_robbers.rules.attack_totals import totals as totals_of_attack
from tutor.games.grave_robbers.rules.scoring import points, title_bonus
from tutor.games.grave_robbers.rules.traits import total_defence
from tutor.games.grave_robbers.table import Studio


def totals(g: Studio) -> Iterator[Sum]:
    """The two totals of the attack while there is one, then each movie’s defence, title words and points."""
    if g.attack is not None:
        yield from totals_of_attack(g)
    for movie, name in zip(g.movies, g.names, strict=True):
        yield total_defence(g, movie).named(f"defence of {name}’s movie")
        yield title_bonus(g, movie).named(f"title words of {name}")
        yield points(g, movie).named(f"points of {name}")
