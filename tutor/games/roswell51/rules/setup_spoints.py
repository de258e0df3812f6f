"""Setup: power spoints, the pool and the tokens of the sanctuaries."""

from __future__ import annotations

from tutor.engine.core import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import SPOINTS
from tutor.games.roswell51.table import Movie


def power_spoints(g: Movie) -> tuple[int, str]:
    """How many power spoints each player begins with, by the number of players, and the rule that says so."""
    n, numbers = len(g.players), g.parameters
    if n >= 8:
        return numbers.power_of_more, "setup-spoints/eight-or-more-players"
    if n >= 6:
        return numbers.power_of_seven, "setup-spoints/six-or-seven-players"
    if n >= 4:
        return numbers.power_of_five, "setup-spoints/four-or-five-players"
    return numbers.power_of_three, "setup-spoints/two-or-three-players"


@rule("setup-spoints/rest-of-tokens-form-pool")
def hand_out(g: Movie) -> None:
    """Every player gets power spoints by the number of players; the rest is the pool. The Director gets none."""
    g.step("place-spoints")
    n, (each, why) = len(g.players), power_spoints(g)
    for person in g.players:
        person.power = each
    g.pool = SPOINTS - n * each
    g.note(
        why,
        "each of the {n} players gets {each:power spoint}, and the other {pool} of the 54 spoints form the pool"
        if each
        else "nobody gets any power spoints, so all {pool} spoints form the pool",
        also=(
            "setup-spoints/director-gets-none",
            "setup-spoints/power-on-reel-can",
            "setup-spoints/rest-of-tokens-form-pool",
            "setup-spoints/pool-arithmetic",
            "overview/player-count-excludes-director",
        ),
        n=n,
        each=Many(each),
        pool=g.pool,
    )
    g.note(
        "setup-spoints/sanctuary-one-two-tokens",
        "two four-point tokens are put on Sanctuary I and three on Sanctuary II, and five are left over",
        also=("setup-spoints/sanctuary-two-three-tokens", "setup-spoints/spare-sanctuary-tokens"),
    )
