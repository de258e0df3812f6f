"""Random setups, for games that should try out everything that a game can be played with."""

from __future__ import annotations

from tutor.engine.core.game import Game, Setup
from tutor.engine.core.match import chance_at

VARIANT_SHARE = 1 / 3
"""How often a random setup plays with each variant."""

NUMBER_SHARE = 1 / 4
"""How often a random setup that changes numbers changes each of them."""


def any_setup(game: Game, seed: int, turned: bool = True) -> Setup:
    """Return a random setup: any player count and, for odd seeds, any readings, variants and numbers as well.

    Without `turned`, it keeps to the book's numbers.
    """
    random = chance_at(seed, -2)
    readings: dict[str, str] = {}
    variants: list[str] = []
    if seed % 2:
        readings = {e.id: e.options[int(random() * len(e.options))].id for e in game.book if e.options}
        variants = [variant for variant in game.variants if random() < VARIANT_SHARE]
    counts = game.seat_counts(readings, variants)
    seats = counts[int(random() * len(counts))]
    declared = game.parameters.declared() if seed % 2 and turned else ()
    numbers = {
        one.rule: one.least + int(random() * (one.most - one.least + 1)) for one in declared if random() < NUMBER_SHARE
    }
    return game.setup(seats, readings, variants, parameters=numbers)
