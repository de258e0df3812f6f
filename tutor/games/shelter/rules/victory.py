"""The ways to win, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import NOBODY, Cut, Rule, listed
from tutor.games.shelter.book import rule
from tutor.games.shelter.people import ARK_WIN, DEAD, LAST_WIN, SHIP_WIN
from tutor.games.shelter.table import Shelter

BECAME = {DEAD: "died", ARK_WIN: ARK_WIN, SHIP_WIN: SHIP_WIN, LAST_WIN: "became the last survivor"}
"""What became of a player, as a verb with what follows it."""


def at_once(g: Shelter) -> bool:
    """Whether the ends of the game are checked after every single change."""
    return g.reading("victory/order-of-checks") == "step-by-step"


@rule("victory/spaceship")
def escape(g: Shelter) -> Rule[None]:
    """All survivors win together, whoever built; the dead do not."""
    g.step("end-spaceship")
    winners = g.inside()
    for seat in winners:
        g.players[seat].fate = SHIP_WIN
    g.note(
        "victory/spaceship",
        "The spaceship takes all survivors, builders or not, so {who} {win}",
        also=("victory/spaceship-non-builders", "victory/three-ways", "victory/several-winners"),
        who=g.named(winners),
        win="wins" if len(winners) == 1 else "win",
    )
    yield from end(g, "spaceship", "victory/spaceship")


@rule("victory/last-survivor")
def count_survivors(g: Shelter, dying: Sequence[int] = ()) -> Rule[None]:
    """One survivor left wins at once; none left ends the game."""
    g.step("survivor-check")
    inside = g.inside()
    if not inside:
        yield from nobody_left(g, dying)
    if g.survivors() > 1:
        return
    (last,) = inside
    only_deaths = g.reading("victory/last-after-ark") == "needs-deaths"
    if only_deaths and not dying and any(player.fate == ARK_WIN for player in g.players):
        g.note(
            "victory/last-after-ark",
            "{who} was left alone by the ark and not by a death, so that is not a win",
            who=g.names[last],
        )
        return
    g.step("end-last")
    g.players[last].fate = LAST_WIN
    if not dying and any(player.fate == ARK_WIN for player in g.players):
        g.note(
            "victory/last-after-ark",
            "The ark has left {who} behind alone, which counts as being the last survivor",
            who=g.names[last],
        )
    g.note(
        "victory/last-survivor",
        "{who} is the only survivor left and wins at once",
        also=("victory/last-survivor-at-once", "victory/three-ways"),
        who=g.names[last],
    )
    yield from end(g, "last survivor", "victory/last-survivor")


@rule("victory/all-dead")
def nobody_left(g: Shelter, dying: Sequence[int]) -> Rule[None]:
    """If the last survivors die together, none of them wins, unless the reading lets them share."""
    g.step("end-nobody")
    if g.reading("victory/all-dead") == "shared" and len(dying) > 1:
        for seat in dying:
            g.players[seat].fate = LAST_WIN
        g.note("victory/all-dead", "The last {n} players die together and share the win", n=len(dying))
    else:
        says = "The game is over, because nobody is left in the shelter"
        if dying:
            nobody = "none of the last survivors wins" if len(dying) > 1 else "the last survivor does not win"
            says = f"Nobody is left in the shelter, so {nobody}"
        g.note("victory/all-dead", says)
    yield from end(g, "nobody left", "victory/all-dead")


def end(g: Shelter, how: str, id: str) -> Rule[None]:
    """End the game, even in the middle of a turn."""
    lost = [seat for seat, player in enumerate(g.players) if player.fate == DEAD]
    if lost and any(player.fate in (SHIP_WIN, LAST_WIN) for player in g.players):
        do = "does" if len(lost) == 1 else "do"
        g.note("victory/dead-lose", "{who} died and {do} not share in the win", who=g.named(lost), do=do)
    fates = {fate: [seat for seat, player in enumerate(g.players) if player.fate == fate] for fate in BECAME}
    became = {**BECAME, LAST_WIN: "became the last survivors"} if len(fates[LAST_WIN]) > 1 else BECAME
    told = [f"{g.named(seats)} {became[fate]}" for fate, seats in fates.items() if seats]
    if len(told) > 1:
        says = "The game ends differently for different players, because {fates}"
        g.note("victory/mixed-endings", says, fates=listed(told))
    if ("turn/end-of-round-sequence",) in g.agenda:
        g.note("decay/no-loss-after-the-end", "The game is over, so nobody takes today’s losses")
    g.over = how
    g.acting, g.running = NOBODY, None
    g.agenda.clear()
    yield Cut(id)
