"""Setup 1: the map and the Life Tokens."""

from __future__ import annotations

from tutor.engine.core import Many, spelled_out
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.table import Expedition

LIFE_RULES = {
    3: "setup-map/life-3-players",
    4: "setup-map/life-4-players",
    5: "setup-map/life-5-players",
    6: "setup-map/life-6-players",
}
"""The rule for each number of players."""


@rule("overview/player-count")
def begin(g: Expedition) -> None:
    """Three to six players lay out START, pawn, stacks and dice, and take their Life Tokens."""
    g.step("setup-begin")
    g.note("overview/player-count", "{n} players go into the desert", n=g.seats)
    g.step("setup-map")
    g.note(
        "setup-map/start-tile",
        "START is in the middle with the pawn on it, and three shuffled stacks of tiles and {dice} are ready",
        also=("setup-map/pawn", "setup-map/three-stacks", "setup-map/shuffle-stacks", "setup-map/dice"),
        dice=spelled_out(g.parameters.most_dice, "die|dice"),
    )
    g.step("setup-life")
    tokens = g.kit.life
    g.life = [tokens] * g.seats
    g.bank = 0
    row = LIFE_RULES.get(g.seats, "overview/player-count")
    g.note(row, "in a game with {n} players, everybody starts with {tokens:Life Token}", n=g.seats, tokens=Many(tokens))
    g.agenda.append(("setup-characters/pool",))
