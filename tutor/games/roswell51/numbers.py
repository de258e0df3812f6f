"""The numbers in the book: how much material there is, and the numbers that can be changed."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.core.parameters import Parameters, parameter

FRAMES = 3
"""Frames of the screen (screen/three-active-frames)."""
SLOTS = 6
"""Throng slots of one person (components/board-throng-slots)."""
SPOINTS = 54
"""One-point spoints in the game (components/one-point-spoints)."""
REELS = 4
"""Reel tokens, and so the most reels (components/reel-tokens)."""
DYNAMITE = 4
"""Dynamite tokens (components/dynamite-tokens)."""
BELOW_TWELVE = 11
"""The target that every roll but a 12 hits."""


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    """The numbers of Roswell 51 that can be changed."""

    reels: int = parameter(4, "overview/movie-is-four-reels", "reels in the movie", 1, REELS)
    first_reel: int = parameter(10, "overview/reel-1-size", "cards in Reel 1, besides those on the screen", 3, 30)
    second_reel: int = parameter(20, "overview/reel-2-size", "cards in Reel 2", 3, 40)
    third_reel: int = parameter(15, "overview/reel-3-size", "cards in Reel 3", 3, 40)
    fourth_reel: int = parameter(10, "overview/reel-4-size", "cards in Reel 4", 3, 40)
    power_of_three: int = parameter(
        7, "setup-spoints/two-or-three-players", "power spoints per player, with 2 or 3 players", 0, 16
    )
    power_of_five: int = parameter(
        6, "setup-spoints/four-or-five-players", "power spoints per player, with 4 or 5 players", 0, 9
    )
    power_of_seven: int = parameter(
        5, "setup-spoints/six-or-seven-players", "power spoints per player, with 6 or 7 players", 0, 6
    )
    power_of_more: int = parameter(
        4, "setup-spoints/eight-or-more-players", "power spoints per player, with 8 or more players", 0, 4
    )
    actions: int = parameter(1, "player-turn/one-action-each", "actions that each survivor has in a turn", 1, 4)
    survivors: int = parameter(3, "holding-cards/three-survivors-max", "survivors that a player may have", 1, 12)
    held: int = parameter(2, "holding-cards/two-held-cards-max", "cards that a survivor may hold", 1, 6)
    throng: int = parameter(3, "throngs/three-cards-max", "cards that a throng may have", 1, 6)
    most_rest: int = parameter(7, "spoints/rest-max-seven", "rest spoints that a survivor may have", 1, 20)
    rest: int = parameter(2, "player-turn/action-rest", "rest spoints for a rest outside", 1, 9)
    rest_inside: int = parameter(3, "sanctuaries/rest-three", "rest spoints for a rest inside a sanctuary", 1, 9)
    drawn_rest: int = parameter(3, "take-attack/drawn-survivor-rest", "rest spoints for a survivor drawn later", 0, 9)
    searched: int = parameter(4, "sanctuaries/search", "cards drawn for a search", 1, 20)
    most_target: int = parameter(11, "spoints/target-max-eleven", "the highest target that spoints can reach", 2, 11)
    damage_dice: int = parameter(1, "damage/one-die", "damage dice without an item or SHAD", 1, 4)
    annihilation: int = parameter(10, "annihilation/threshold-ten", "damage that annihilates", 2, 30)
    bigger_blob: int = parameter(
        4, "alternate-rules/bigger-blobbing", "points of a bigger blob for each reel so far", 1, 9
    )

    def reel(self, n: int) -> int:
        """How many cards a reel has."""
        return (self.first_reel, self.second_reel, self.third_reel, self.fourth_reel)[n - 1]
