"""Leaving and entering play: where a card goes, and what goes with it."""

from __future__ import annotations

from tutor.engine.core import Names
from tutor.games.grave_robbers.book import CLASSIC, rule
from tutor.games.grave_robbers.cards import FAMILY
from tutor.games.grave_robbers.rules.traits import tell_family
from tutor.games.grave_robbers.table import Movie, Studio
from tutor.games.grave_robbers.values import has_trait


def enter(g: Studio, movie: Movie, card: str, by: int) -> None:
    """Book-keeping for a card that has just been put into a movie."""
    movie.take_stock(g.printed)
    if by != movie.seat:
        movie.foreign.append(card)
    if g.attack is not None:
        g.attack.entered.append(card)
    if g.printed[card].bucket and CLASSIC not in g.variants:
        g.note("popcorn/enters-upright", "{card:comes|come} into play with a full bucket", card=g.called(card))
    if has_trait(g, card, FAMILY):
        tell_family(g, movie, card)


def _forget(g: Studio, movie: Movie, gone: list[str]) -> None:
    """Cards that have left play go to the graveyard, and all that was changed on them ends."""
    movie.take_stock(g.printed)
    for card in gone:
        for cards in (movie.spilled, movie.foreign, g.received):
            while card in cards:
                cards.remove(card)
        g.traits.pop(card, None)
        g.bonus.pop(card, None)
        g.graveyard.append(card)


@rule("props/die-with-holder")
def kill(g: Studio, card: str) -> None:
    """A character goes to the graveyard with all props it holds."""
    movie = g.home(card)
    family = [one for one in (card, *movie.characters[card]) if has_trait(g, one, FAMILY)]
    props = movie.characters.pop(card)
    _forget(g, movie, [card, *props])
    if props:
        g.note(
            "props/die-with-holder",
            "{props:goes|go} to the graveyard together with {card}",
            also=("attack/victim-props-follow", "lethal/props-go-too"),
            props=Names(map(g.called, props)),
            card=g.called(card),
        )
    if not movie.characters:
        g.note(
            "turn/no-elimination",
            "{who} has no characters left, but stays in the game, and the next character {costs}",
            also=("characters/free-again-after-losing-all",),
            who=g.names[movie.seat],
            costs="is free" if g.parameters.free_characters else "is not free",
        )
    for one in family:
        tell_family(g, movie, one)


def lose_prop(g: Studio, card: str) -> None:
    """A prop leaves its holder for the graveyard."""
    movie = g.home(card)
    movie.characters[movie.holder(card)].remove(card)
    family = has_trait(g, card, FAMILY)
    _forget(g, movie, [card])
    if family:
        tell_family(g, movie, card)


def lose_location(g: Studio, card: str) -> None:
    """A location goes to the graveyard, and its add-ons with it; an add-on goes alone."""
    movie = g.home(card)
    gone = [card] if card in movie.add_ons else movie.locations()
    family = [one for one in gone if has_trait(g, one, FAMILY)]
    if card == movie.location:
        movie.location = ""
    movie.add_ons = [one for one in movie.add_ons if one not in gone]
    _forget(g, movie, gone)
    for one in family:
        tell_family(g, movie, one)
    if len(gone) > 1:
        g.note(
            "locations/add-ons",
            "{add_ons:leaves|leave} play together with {card}",
            add_ons=Names(g.called(one) for one in gone if one != card),
            card=g.called(card),
        )


def send_away(g: Studio, card: str) -> None:
    """A card leaves play, whatever it is; it may have gone already with another."""
    if not g.is_in_play(card):
        return
    movie = g.home(card)
    if card in movie.characters:
        kill(g, card)
    elif movie.holder(card):
        lose_prop(g, card)
    else:
        lose_location(g, card)
