"""The numbers of the book, which can be turned."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.core.parameters import Parameters, parameter


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    """The numbers of Grave Robbers from Outer Space."""

    hand_limit: int = parameter(8, "turn/hand-limit-eight", "cards that a hand may hold", 1, 20)
    classic_hand_limit: int = parameter(6, "classic/hand-limit-six", "cards that a Cult Classic hand may hold", 1, 20)
    deal: int = parameter(8, "setup/deal-eight", "cards dealt to each player", 1, 12)
    title_bonus: int = parameter(5, "scoring/title-word-five", "points for a title word", 0, 50)
    family_bonus: int = parameter(1, "traits/family-bonus", "defence for each other Family card", 0, 20)
    earliest_credits: int = parameter(3, "credits/not-before-third-turn", "first turn in which credits may roll", 1, 20)
