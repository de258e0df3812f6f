"""The check of the ends of the game under the reading that a whole effect comes first."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.shelter.book import rule
from tutor.games.shelter.rules.death import check_deaths
from tutor.games.shelter.rules.spaceship import check_ship
from tutor.games.shelter.table import Shelter


@rule("victory/order-of-checks")
def settle(g: Shelter) -> Rule[None]:
    """Under one reading, deaths are checked after a whole effect, and then wins."""
    g.note("victory/order-of-checks", "The whole effect is done, so the players now check for deaths and then for wins")
    yield from check_deaths(g)
    yield from check_ship(g)
