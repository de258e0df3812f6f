"""Simple bots for figures of balance. They look only at what their seat knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.core import PASS, Bot, Choose, Position, Random, Value
from tutor.games.alien_conspiracy.layout import CITY, NUMBERED, lay

HANDS_IN = 3
"""How many event cards the collector gathers before going to the city."""


def _toward(layout: tuple[str, ...], here: str, goals: list[str]) -> Value | None:
    """Return the first step of a shortest way to the nearest goal, or None at a goal or without one."""
    ways = [way for goal in goals if (way := lay(layout).way(here, goal)) or goal == here]
    nearest = min(ways, key=len, default=())
    return ("move", nearest[0]) if nearest else None


def _goals(doc: Position, me: Mapping[str, Any], most_held: int) -> list[str]:
    """Return the locations where this player wants to be."""
    cards = [mark for mark in NUMBERED if mark in doc["locations"]]
    return [CITY] if len(me["events"]) >= most_held or not cards else cards


def _player(dice: int, most_held: int, least_health: int) -> Bot:
    """Return a bot that risks up to `dice` dice and goes to the city when it holds `most_held` cards."""

    def choose(ask: Choose, look: Callable[[], Position], random: Random) -> Value:
        values = list(ask.open())
        if "camera" in values:
            return "camera"
        if ask.rule in ("investigate/choose-dice", "search/any-number"):
            return values[min(dice, len(values)) - 1]
        if ask.rule != "turn/six-actions":
            return PASS if PASS in values else values[int(random() * len(values))]
        doc = look()
        me = list(doc["players"].values())[ask.seat]
        if "heal" in values and len(me["health"]) < least_health:
            return "heal"
        for wanted in ("submit", "flip", "attempt"):
            if wanted in values and (wanted == "submit" or len(me["events"]) < most_held):
                return wanted
        step = _toward(tuple(doc["layout"]), me["at"], _goals(doc, me, most_held))
        return step if step in values else "heal" if "heal" in values else values[-1]

    return choose


BOTS: dict[str, Bot] = {
    "careful": _player(dice=2, most_held=1, least_health=4),
    "collector": _player(dice=3, most_held=HANDS_IN, least_health=3),
    "daring": _player(dice=6, most_held=HANDS_IN, least_health=2),
}
