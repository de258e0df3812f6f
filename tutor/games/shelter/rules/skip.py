"""Missing a round."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Line
from tutor.games.shelter.table import Shelter


@rule("skip/no-stacking")
def skip(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """The player misses the next round; several skips cost one round or, under the other reading, one each."""
    g.step("skip-mark")
    player = g.players[seat]
    stack = g.reading("skip/no-stacking") == "stack"
    if player.skips:
        g.note(
            "skip/no-stacking",
            "{who} already has to miss the next round, so this skip {adds}",
            who=g.names[seat],
            adds="adds another round" if stack else "changes nothing",
        )
    player.skips = player.skips + 1 if stack else 1
    g.note(
        "skip/next-round",
        "{who} misses the next round, not this one",
        also=("skip/current-turn-continues",),
        who=g.names[seat],
    )
    yield from ()


@rule("skip/next-round")
def skippers(g: Shelter) -> list[int]:
    """Return who rolls for the order; a player with a skip misses this round, and only this one."""
    g.step("order-skippers")
    rolling = []
    for seat in g.inside():
        player = g.players[seat]
        if player.skipping:
            player.skipping = False
            if not player.skips:
                once = g.reading("skip/no-stacking") == "no-stack"
                says = (
                    "{who} has missed one round and acts again from now on" if once else "{who} acts again from now on"
                )
                g.note("skip/one-round-only", says, who=g.names[seat])
        if player.skips:
            player.skips -= 1
            player.skipping = True
            g.note(
                "skip/next-round",
                "{who} misses this round and cannot use an item or furniture, but still counts as a survivor",
                also=("skip/no-item-no-furniture", "skip/still-survivor"),
                who=g.names[seat],
            )
        rolls = not player.skipping or g.reading("order/skipped-player-roll") == "roll-and-pass"
        if rolls:
            rolling.append(seat)
        if player.skipping:
            says = "{who} still rolls for the order but is then passed over"
            if not rolls:
                says = "{who} does not roll for the order"
            g.note("order/skipped-player-roll", says, who=g.names[seat])
    return rolling
