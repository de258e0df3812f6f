"""The numbers of the book, which can be changed."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.core.parameters import Parameters, parameter


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    """The numbers of Doppelganger. An action never costs more than a turn has to spend."""

    points: int = parameter(2, "turn/two-action-points", "Action Points in a turn", 2, 9)
    scout_cost: int = parameter(1, "turn/cost-scout", "Action Points for scouting", 1, 2)
    flat_cost: int = parameter(1, "turn/cost-move-flat", "Action Points for a move over flat ground", 1, 2)
    mountain_cost: int = parameter(2, "turn/cost-move-mountain", "Action Points for a move to a Mountain", 1, 2)
    clear_cost: int = parameter(1, "turn/cost-clear", "Action Points for an attempt to clear a tile", 1, 2)
    vote_cost: int = parameter(2, "turn/cost-vote", "Action Points for calling for a vote", 1, 2)
    stack_cards: int = parameter(
        2,
        "setup-characters/two-on-each-human",
        "supplies put on each character, which are Recovery cards on the Alien",
        1,
        4,
    )
    extra_cards: int = parameter(10, "setup-supplies/ten-more", "supplies dealt to all players together", 0, 30)
    kept_cards: int = parameter(3, "setup-supplies/trim-to-three", "supplies kept by each player at the start", 0, 9)
    crash_cards: int = parameter(
        2, "crash/draw-two", "supplies drawn at a Crash Site so that one of them can be handed out", 1, 4
    )
    most_dice: int = parameter(10, "dice/cap-ten", "largest number of dice in an attempt", 1, 20)
    mismatch_seats: int = parameter(
        5,
        "dice/mismatch-needs-five-at-start",
        "smallest number of players at which a wrong Tool takes a die away",
        2,
        9,
    )
    near: int = parameter(4, "stacks/up-to-4", "largest distance from START at which tiles come from the 3 stack", 0, 6)
    far: int = parameter(8, "stacks/5-to-8", "largest distance from START at which tiles come from the 6 stack", 7, 20)
