"""Simple players, used for figures of balance: they look at what their seat knows, and at nothing else."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core.asks import PASS, Choose, Random, Value
from tutor.engine.core.game import Bot, Position
from tutor.games.roswell51.rules.spoints import MOST_TARGET, Spend
from tutor.games.roswell51.rules.throngs import PlaceCard, strength, value_of
from tutor.games.roswell51.rules.weapons import ChooseWeapon, Declare
from tutor.games.roswell51.table import Foe

LIKELY_DAMAGE = 4
"""What a blow is counted on to do."""
CHEAP = 2
"""Damage that is always paid for."""


def spend(ask: Spend, least: int) -> Value:
    """Pay small damage in full, bring a roll to a fair chance, and keep the rest."""
    values = list(ask.open())
    if ask.rule == "spoints/damage-timing":
        return 0
    if ask.rule == "action-rolls/boost-before-roll":
        lacking = least - (MOST_TARGET - ask.cap)
        return values[max(0, min(lacking, len(values) - 1))]
    return ask.cap if ask.cap in values and ask.cap <= CHEAP + ask.have // 2 else 0


def weapon(ask: ChooseWeapon) -> Value:
    """The weapon with the best chance to hit, of equal ones the more harmful."""
    cards = ask.g.cards

    def worth(value: Value) -> tuple[int, int]:
        if isinstance(value, tuple):
            item = cards[str(value[0])]
            return cards[ask.who.card].stat(str(value[1])), item.bonus + 3 * (item.dice - 1 + item.shad)
        return (0, 0) if value == PASS else (cards[ask.who.card].muscle, 0)

    return max(ask.open(), key=worth)


def target(ask: Declare) -> Value:
    """A whole throng if possible, else the most dangerous card that a blow is likely to beat."""

    def worth(n: int) -> tuple[bool, bool, int]:
        foe = ask.foes[n]
        value = value_of(ask.g, foe.card) if foe.card else 0
        likely = value <= LIKELY_DAMAGE
        return not foe.card, likely, value if likely else -value

    return ask.values[max(range(len(ask.foes)), key=worth)]


def slot(ask: PlaceCard) -> Value:
    """The throng that comes closest to eleven without going beyond."""

    def worth(value: Value) -> int:
        person, number = ask.where(value)
        total = strength(ask.g, Foe("throng", person.seat, number)) + value_of(ask.g, ask.card)
        return total if total <= MOST_TARGET else MOST_TARGET - total

    return max(ask.open(), key=worth)


def action(values: list[Value], random: Random, daring: float) -> Value:
    """Take what can be taken, else attack or rest."""
    takes = [value for value in values if isinstance(value, tuple) and value[0] == "take"]
    if takes:
        return takes[0]
    return "attack" if "attack" in values and random() < daring else "rest"


def player(least: int, daring: float) -> Bot:
    """Return a bot that raises rolls to `least` and prefers to attack with the chance `daring`."""

    def choose(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
        if isinstance(ask, Spend):
            return spend(ask, least)
        if isinstance(ask, ChooseWeapon):
            return weapon(ask)
        if isinstance(ask, Declare):
            return target(ask)
        if isinstance(ask, PlaceCard):
            return slot(ask)
        values = list(ask.open())
        if ask.rule == "take-attack/replaces-whole-pool":
            bold = [value for value in values if value != "actions"]
            if bold and (len(bold) == len(values) or random() < daring):
                return bold[-1]
            return "actions"
        if ask.rule == "player-turn/one-action-each":
            return action(values, random, daring)
        useful = [value for value in values if value not in (PASS, "skip")] or values
        return useful[int(random() * len(useful))]

    return choose


BOTS: dict[str, Bot] = {"steady": player(least=8, daring=0.7), "daring": player(least=6, daring=0.95)}
