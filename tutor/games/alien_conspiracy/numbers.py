"""The numbers of the book, which can be changed."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.core.parameters import Parameters, parameter


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    """The numbers of Alien Conspiracy."""

    actions: int = parameter(2, "turn/two-actions", "actions in a turn", 1, 9)
    health_dice: int = parameter(5, "setup/roll-health", "health dice at the beginning", 1, 9)
    most_health: int = parameter(5, "health/max-five", "largest number of health dice that a player can have", 1, 9)
    invasion: int = parameter(3, "aliens/third-ends-game", "aliens in the countdown that end the game", 1, 9)
    saved: int = parameter(2, "items/phone-owner-chooses", "event cards that a phone saves", 1, 9)
