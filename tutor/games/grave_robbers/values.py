"""What cards in play are worth: traits in force, defence of cards and movies."""

from __future__ import annotations

from tutor.games.grave_robbers.cards import CHARACTER, FAMILY, OPPOSED, Printed
from tutor.games.grave_robbers.table import Movie, Studio


def traits_of(g: Studio, card: str) -> tuple[str, ...]:
    """The traits in force: printed and gained ones, less those lost; of an opposed pair the newest counts."""
    printed: Printed = g.printed[card]
    changes = g.traits.get(card)
    if not changes:
        return printed.traits
    now = list(printed.traits)
    for change in changes:
        trait = change.removeprefix("-")
        now = [one for one in now if one != trait]
        if not change.startswith("-"):
            now.append(trait)
    return tuple([trait for n, trait in enumerate(now) if OPPOSED.get(trait) not in now[n + 1 :]])


def has_trait(g: Studio, card: str, trait: str) -> bool:
    """Whether a card has a trait now."""
    if card in g.traits:
        return trait in traits_of(g, card)
    printed: Printed = g.printed[card]
    return trait in printed.traits


def family_cards(g: Studio, movie: Movie) -> list[str]:
    """The Family cards in a movie, of any type."""
    return [card for card in movie.in_play() if has_trait(g, card, FAMILY)]


def is_character(g: Studio, card: str) -> bool:
    """Whether a card is a character."""
    return g.cards.type_of(card) == CHARACTER
