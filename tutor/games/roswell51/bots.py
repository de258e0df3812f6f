"""Simple players for measuring balance: they look at what their seat knows, and at nothing else."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core import PASS, Bot, Choose, Pick, Position, Random, Value
from tutor.games.roswell51.rules.spoints import Stake
from tutor.games.roswell51.rules.throngs import strength, value_of, which_slot
from tutor.games.roswell51.rules.weapons import meant
from tutor.games.roswell51.table import Foe

MOST_TARGET = 11
"""The highest target that a roll can have for them."""
LIKELY_DAMAGE = 4
"""The damage that they expect from a blow."""
CHEAP = 2
"""The number of spoints that they spend lightly: on damage in any case, and on a roll that cannot save a life."""


def spend(ask: Pick, least: int) -> Value:
    """Pay small damage in full, bring a roll to a fair chance, and keep the rest.

    They spend many on a roll, or help others, only if it can save a life; their own survivors get even the last ones.
    """
    stake: Stake = ask.about
    values, have = list(ask.open()), len(ask.candidates()) - 1
    if ask.rule == "spoints/damage-timing":
        return 0
    if ask.rule == "action-rolls/boost-before-roll":
        lacking = max(0, least - (MOST_TARGET - stake.cap))
        if stake.saves and not stake.helps:
            return values[min(lacking, len(values) - 1)]
        worth = stake.saves if stake.helps else lacking <= CHEAP
        return lacking if lacking in values and worth else 0
    return stake.cap if stake.cap in values and stake.cap <= CHEAP + have // 2 else 0


def weapon(ask: Pick) -> Value:
    """The weapon with the best chance to hit; among equals, the one that does the most damage."""
    g, who = ask.about
    card = g.cards[who.card]

    def worth(value: Value) -> tuple[int, int]:
        if isinstance(value, tuple):
            item = g.cards[str(value[0])]
            return card.stat(str(value[1])), item.bonus + 3 * (item.dice - 1 + item.shad)
        return (0, 0) if value == PASS else (card.muscle, 0)

    return max(ask.open(), key=worth)


def target(ask: Pick) -> Value:
    """A whole throng if possible, else the most dangerous card that a blow is likely to beat."""
    g, foes = ask.about

    def worth(value: Value) -> tuple[bool, bool, int]:
        card = meant(g, foes, value).card
        n = value_of(g, card) if card else 0
        likely = n <= LIKELY_DAMAGE
        return not card, likely, n if likely else -n

    return max(ask.open(), key=worth)


def slot(ask: Pick) -> Value:
    """The throng that comes closest to eleven without exceeding it."""
    g, card = ask.about

    def worth(value: Value) -> int:
        person, number = which_slot(g, ask.seat, value)
        total = strength(g, Foe("throng", person.seat, number)) + value_of(g, card)
        return total if total <= MOST_TARGET else MOST_TARGET - total

    return max(ask.open(), key=worth)


def action(values: list[Value], random: Random, daring: float) -> Value:
    """Take what can be taken, else attack or rest."""
    takes = [value for value in values if isinstance(value, tuple) and value[0] == "take"]
    if takes:
        return takes[0]
    return "attack" if "attack" in values and random() < daring else "rest"


SPENDING = ("action-rolls/boost-before-roll", "spoints/damage-timing", "damage/survivor-two-options")
"""The rules that ask how many spoints to spend."""
PICKS: dict[str, Callable[[Pick], Value]] = {
    "survivor-attack/with-or-without": weapon,
    "doubles/counterstrike-by-survivor": weapon,
    "survivor-attack/declare-single-target": target,
    "throngs/first-three-free": slot,
}


def player(least: int, daring: float) -> Bot:
    """Return a bot that raises targets to `least` and, with probability `daring`, prefers to attack."""

    def choose(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
        if isinstance(ask, Pick) and ask.rule in SPENDING:
            return spend(ask, least)
        if isinstance(ask, Pick) and ask.rule in PICKS:
            return PICKS[ask.rule](ask)
        values = list(ask.open())
        if ask.rule == "take-attack/replaces-whole-pool":
            bold = [value for value in values if value != "actions"]
            if bold and (len(bold) == len(values) or random() < daring):
                return bold[-1]
            return "actions"
        if ask.rule == "player-turn/one-action-each":
            return action(values, random, daring)
        if ask.rule == "monster-attack/declare-target-first":
            values = [value for value in values if isinstance(value, str)]  # throngs attack in the order of their slots
        useful = [value for value in values if value not in (PASS, "skip")] or values
        return useful[int(random() * len(useful))]

    return choose


BOTS: dict[str, Bot] = {"steady": player(least=8, daring=0.7), "daring": player(least=6, daring=0.95)}
