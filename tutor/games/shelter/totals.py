"""The totals that players work out: the spaceship, the ark, the places taken, and what tonight costs each of them."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.sums import Sum
from tutor.games.shelter.cards import ARK, ROOM
from tutor.games.shelter.rules.capacity import taken
from tutor.games.shelter.rules.decay import loss_of
from tutor.games.shelter.rules.spaceship import builders
from tutor.games.shelter.table import Shelter


def totals(g: Shelter) -> Iterator[Sum]:
    """Yield the progress needed, builders, places on the ark, places taken, and each player's health loss tonight."""
    yield g.target()
    yield g.ark_places()
    if ROOM in g.places:
        yield builders(g)
    for key in g.places:
        if key not in (ROOM, ARK):
            yield taken(g, key).named(f"places taken: {g.title(key)}")
    for seat in g.inside():
        yield loss_of(g, seat, g.players[seat]).health.named(f"health that {g.names[seat]} would lose tonight")
