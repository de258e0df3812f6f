"""How likely an attempt is to clear its tile with the dice counted so far, as far as a player can know."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from tutor.engine.core import Many, ManyOrNo, whole_percent
from tutor.games.doppelganger.rules.dice import FACES, adds_a_die, count_dice, subtracts, target, target_tile
from tutor.games.doppelganger.table import Expedition

LIFE = "life"


def in_pile(g: Expedition, seat: int, more: str = "") -> str:
    """Say what the pile is worth to a player who sees only their own cards in it, once they have added `more`.

    The result is empty under a reading that hides how much the others have added.
    """
    hidden = g.reading("secrecy/contribution-counts-public") != "counts-public"
    if hidden or any(g.stock_told(other) is not None for other in range(g.seats)):
        return ""
    given = g.running.given
    own = [*given[seat], more] if more and more != LIFE else given[seat]
    dice = sum(g.running.tokens) + (more == LIFE) + sum(worth(g, card) for card in own)
    unknown = sum(len(cards) for other, cards in enumerate(given) if other != seat)
    apart = f", not counting {Many(unknown):card} of the others" if unknown else ""
    return f"{_dice(g, dice)}{apart}"


def in_sight(g: Expedition, more: str = "") -> str:
    """Say what the dice are worth after the pile has been turned over, once the leader has added `more`."""
    return _dice(g, count_dice(g) + ((more == LIFE) or (worth(g, more) if more else 0)))


def worth(g: Expedition, card: str) -> int:
    """Return how many dice a card in the pile adds; below zero if it takes one away."""
    if adds_a_die(g, card, target_tile(g).obstacle):
        return 1
    return -1 if subtracts(g) and g.supply(card).kind == "tool" else 0


def _dice(g: Expedition, counted: int) -> str:
    dice = min(max(0, int(counted)), g.parameters.most_dice)
    return f"chance to clear the tile with {ManyOrNo(dice):die|dice}: {whole_percent(chance(dice, int(target(g))))}"


def chance(dice: int, value: int) -> Fraction:
    """Return the chance that so many dice show more than a value in total."""
    ways = _totals(dice)
    return Fraction(sum(n for total, n in enumerate(ways) if total > value), sum(ways))


@lru_cache(maxsize=16)
def _totals(dice: int) -> tuple[int, ...]:
    """Return in how many ways the dice show each total, from 0 on."""
    if dice == 0:
        return (1,)
    fewer = _totals(dice - 1)
    return tuple(
        sum(fewer[total - face] for face in range(1, FACES + 1) if 0 <= total - face < len(fewer))
        for total in range(FACES * dice + 1)
    )
