"""The numbers of the book, which can be changed."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.core.parameters import Parameters, parameter


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    """The numbers of Grave Robbers from Outer Space."""

    hand_limit: int = parameter(8, "turn/hand-limit-eight", "cards that a hand may hold", 1, 20)
    classic_hand_limit: int = parameter(6, "classic/hand-limit-six", "cards that a Cult Classic hand may hold", 1, 20)
    movies: int = parameter(
        3, "overview/choose-number-of-movies", "movies that a game may last with any number of players", 1, 9
    )
    revealed: int = parameter(6, "title/shuffle-and-reveal-six", "cards turned up for the title", 1, 20)
    deal: int = parameter(8, "setup/deal-eight", "cards dealt to each player", 1, 12)
    classic_deal: int = parameter(6, "classic/deal-six", "cards dealt to each player of a Cult Classic", 1, 12)
    protected: int = parameter(
        1, "turn/establishing-shot-ends", "rounds at the start in which nobody can be harmed", 1, 9
    )
    per_bucket: int = parameter(1, "popcorn/spill-for-one", "popcorn from a spilled bucket", 1, 9)
    per_card: int = parameter(1, "popcorn/discard-for-one-each", "popcorn from a discarded card", 1, 9)
    free_characters: int = parameter(1, "characters/first-one-free", "characters in a movie that are free", 0, 9)
    new_props: int = parameter(
        1, "props/one-new-prop-per-character-per-turn", "new props that a character may get in a turn", 1, 9
    )
    title_bonus: int = parameter(5, "scoring/title-word-five", "points for a title word", 0, 50)
    family_bonus: int = parameter(1, "traits/family-bonus", "defence for each other Family card", 0, 20)
    earliest_credits: int = parameter(
        3, "credits/not-before-third-turn", "first turn on which the credits may be rolled", 1, 20
    )
