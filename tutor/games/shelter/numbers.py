"""The numbers of the book, which can be changed."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.core.parameters import Parameters, parameter


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    """The numbers of Shelter."""

    furniture_a_player: int = parameter(
        8, "setup/furniture-count", "furniture cards for each player, before 4 are taken off the total", 3, 12
    )
    start: int = parameter(3, "setup/base-attributes", "what every attribute starts at", 1, 9)
    items_a_round: int = parameter(1, "items/one-per-round", "items that a player can use in a round", 1, 9)
    item_limit: int = parameter(4, "items/hand-limit-four", "items that a player can hold", 2, 20)
    daily_loss: int = parameter(1, "decay/one-each", "satiety, cleanness and mood lost every day", 1, 9)
    empty_loss: int = parameter(1, "health/one-or-two-empty", "health that one or two empty attributes cost", 1, 9)
    all_empty_loss: int = parameter(2, "health/three-empty", "health that three empty attributes cost", 1, 9)
    progress_a_player: int = parameter(7, "spaceship/target", "points of progress needed for each player", 1, 20)
    room_progress: int = parameter(
        1, "spaceship/one-per-round", "points of progress that the room gives in a round", 1, 9
    )
    survivors_a_builder: int = parameter(2, "spaceship/required-half", "survivors for each builder required", 1, 6)
    ark_places: int = parameter(1, "ark/once", "players whom the ark carries", 1, 6)
