"""Card texts that need an `if`: one short function each, by card id."""

from __future__ import annotations

from collections.abc import Callable

from tutor.games.grave_robbers.cards import AQUATIC, GUN, OPPOSED
from tutor.games.grave_robbers.table import Attack, Movie, Studio
from tutor.games.grave_robbers.values import family_cards, has_trait


def _final_girl(g: Studio, movie: Movie) -> int:
    women = [card for card in movie.characters if has_trait(g, card, "female")]
    return 3 if women == ["final-girl"] else 0


def _small_town_sheriff(g: Studio, movie: Movie) -> int:
    return sum(has_trait(g, prop, GUN) for props in movie.characters.values() for prop in props)


DEFENCE: dict[str, Callable[[Studio, Movie], int]] = {
    "final-girl": _final_girl,
    "lone-drifter": lambda g, movie: 2 if len(movie.characters) == 1 else 0,
    "small-town-sheriff": _small_town_sheriff,
}
"""What a card's text adds to its own defence in a movie."""

LESS_IN_COMPANY = frozenset({"final-girl", "lone-drifter"})
"""Characters whose text may add less when another character joins them; what other texts add can only grow."""

COUNTED = {"final-girl": ("female",)}
"""Traits without a rule of their own that a card’s text counts in its movie."""


def counts_for_a_text(movie: Movie, trait: str) -> bool:
    """Whether a card that gains or loses this trait may change what a text in this movie adds to the defence."""
    traits = {trait, OPPOSED.get(trait, trait)}
    return any(card in COUNTED and not traits.isdisjoint(COUNTED[card]) for card in movie.characters)


def _swamp_cousin(g: Studio, attack: Attack) -> int:
    location = g.movies[attack.against].location
    return 4 if location and has_trait(g, location, AQUATIC) else 0


ATTACK: dict[str, Callable[[Studio, Attack], int]] = {
    "swamp-cousin": _swamp_cousin,
    "nightmare": lambda g, attack: 3 if family_cards(g, g.movies[attack.against]) else 0,
}
"""What a creature's text adds to its attack."""
