"""How a game stands, what never changes in it, and what odds and simulations count."""

from __future__ import annotations

from typing import Any

from tutor.engine.game import Measure, Standing
from tutor.games.doppelganger.knowledge import all_supplies
from tutor.games.doppelganger.rules.scoring import score, winners
from tutor.games.doppelganger.table import Expedition

ENDINGS = {
    "escape": "the Team has reached civilization",
    "no-humans": "no Human is left in the game",
    "give-up": "the Humans gave up",
    "trapped": "the Team is trapped by canyons",
}


def standing(g: Expedition) -> Standing:
    """Points after an escape; after another ending nobody has any, and before the end they are secret."""
    scores = tuple(score(g, seat) if g.ending == "escape" else 0 for seat in range(g.seats)) if g.ending else ()
    return Standing(bool(g.ending), scores, tuple(winners(g)), ENDINGS.get(g.ending, ""))


def all_tiles(g: Expedition) -> list[str]:
    """Every desert tile, wherever it lies."""
    tiles = [here.tile.id for here in g.desert.placed.values()]
    tiles += [tile for stack in g.stacks.values() for tile in stack.cards()]
    tiles += g.single.cards() if g.single is not None else []
    return tiles + [tile for pile in (g.thrown, g.drawn) for tile, _ in pile]


def conserved(g: Expedition) -> Any:
    """All supplies, tiles, characters and Life Tokens, wherever they are."""
    life = sum(g.life) + g.lost_life + g.bank
    if g.attempt is not None:
        life += sum(g.attempt.tokens) + g.attempt.open_tokens
    characters = sorted(filter(None, [*g.characters, g.leftover_character, *g.box, *(who for who, _ in g.put_out)]))
    return [sorted(all_supplies(g)), sorted(all_tiles(g)), characters, life]


MEASURES = (
    Measure("out", "leaves the game", lambda before, after, seat: bool(after.out[seat]) and not before.out[seat]),
    Measure("life", "loses a Life Token", lambda before, after, seat: after.life[seat] < before.life[seat]),
    Measure("infected", "is infected", lambda before, after, seat: after.infected(seat) and not before.infected(seat)),
    Measure("cleared", "clears a tile", lambda before, after, _: after.desert.cleared > before.desert.cleared),
    Measure("escape", "escapes", lambda before, after, _: after.ending == "escape"),
    Measure("trapped", "is trapped", lambda before, after, _: after.ending == "trapped"),
)
