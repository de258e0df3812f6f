"""Simple players, used for figures of balance: they look at the question and at what their seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutor.engine.core import PASS, Bot, Choose, Position, Random, Value
from tutor.games.grave_robbers.book import words_of
from tutor.games.grave_robbers.rules.turn import DECLINE
from tutor.games.grave_robbers.rules.turn_hand import END

LAST = (DECLINE, END)


def _player(attacks: float, answers: float) -> Bot:
    """Return a bot that plays all it can afford, attacks and answers others with these shares."""

    def choose(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
        values = list(ask.open())
        if ask.rule == "popcorn/must-pay-cost":
            return values[0]
        if ask.rule == "turn/play-any-number":
            return _own_turn(values, look(), ask.seat, attacks, random)
        if PASS in values:
            useful = [value for value in values if words_of(value)[0] in ("play", "weapon", "use")]
            return useful[int(random() * len(useful))] if useful and random() < answers else PASS
        if END in values:
            return END
        if "take" in values:
            return "take"
        return values[int(random() * len(values))]

    return choose


def _own_turn(values: list[Value], doc: Position, seat: int, attacks: float, random: Random) -> Value:
    """Build its own movie first, then attack."""
    name = list(doc["players"])[seat]
    me: dict[str, Any] = doc["players"][name]
    targets = {word for value in values if (word := words_of(value)[2])}
    mine = [value for value in values if words_of(value)[0] == "play" and _is_mine(value, me, targets)]
    if mine:
        return mine[int(random() * len(mine))]
    fights = [value for value in values if words_of(value)[0] == "attack"]
    if fights and random() < attacks:
        return fights[int(random() * len(fights))]
    return next(value for value in values if value in LAST)


def _is_mine(value: Value, me: dict[str, Any], targets: set[str]) -> bool:
    _, _, target = words_of(value)
    return not target or target in me["characters"]


BOTS: dict[str, Bot] = {
    "producer": _player(attacks=0.1, answers=0.2),
    "slasher": _player(attacks=0.9, answers=0.3),
    "meddler": _player(attacks=0.5, answers=0.9),
}
