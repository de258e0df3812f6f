"""Simple players, used for figures of balance: they look at what their seat knows, and at nothing else."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.asks import PASS, Choose, Random, Value
from tutor.engine.game import Bot, Position
from tutor.games.roswell51.rules.spoints import Spend
from tutor.games.roswell51.rules.throngs import PlaceCard

WANTED = 8
"""The target number that a bot brings a roll to."""
TWO = 2


def _spend(ask: Spend, least: int) -> Value:
    """Pay small damage in full, bring a roll to a fair chance, and keep the rest."""
    values = list(ask.open())
    if ask.rule == "spoints/damage-timing":
        return 0
    if ask.rule == "action-rolls/boost-before-roll":
        target = 11 - ask.cap
        return values[max(0, min(least - target, len(values) - 1))]
    needed = ask.cap
    return needed if needed in values and needed <= TWO + ask.have // TWO else 0


def _player(least: int, daring: float) -> Bot:
    """Return a bot that raises rolls to `least` and prefers Take+Attack with the chance `daring`."""

    def choose(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
        if isinstance(ask, Spend):
            return _spend(ask, least)
        values = list(ask.open())
        if isinstance(ask, PlaceCard):
            return values[0]
        if ask.rule == "take-attack/replaces-whole-pool":
            bold = [value for value in values if value != "actions"]
            if bold and (len(bold) == len(values) or random() < daring):
                return bold[int(random() * len(bold))]
            return "actions"
        if ask.rule == "player-turn/one-action-each":
            takes = [value for value in values if isinstance(value, tuple) and value[0] == "take"]
            if takes:
                return takes[0]
            if "attack" in values and random() < daring:
                return "attack"
            return "rest"
        useful = [value for value in values if value not in (PASS, "skip")] or values
        return useful[int(random() * len(useful))]

    return choose


BOTS: dict[str, Bot] = {"steady": _player(least=WANTED, daring=0.7), "daring": _player(least=6, daring=0.95)}
