"""Dealing again all that a seat cannot know."""

from __future__ import annotations

from tutor.engine.core import NOBODY, Pile, Rule, draw
from tutor.games.grave_robbers.book import STUDENT
from tutor.games.grave_robbers.cards import CHARACTER
from tutor.games.grave_robbers.table import Movie, Studio


def _has_filled(g: Studio, movie: Movie) -> bool:
    """Whether this movie has filled its hand, which it first does in its first turn (in student films: at its end)."""
    in_first_turn = movie.turns == 1 and movie.seat == g.turn and STUDENT in g.variants
    return movie.turns > 0 and not in_first_turn


def determinize(g: Studio, seat: int) -> Rule[None]:
    """Deal again what `seat` cannot see: the other hands and packets, and the deck.

    Before the first filling of a hand it holds no character that had to be placed; those hands are dealt first.
    What a player may remember of packets passed on in the draft is not held against the odds.
    """
    others = [movie for movie in g.movies if movie.seat != seat]
    pool = [*g.deck.bag, *(card for movie in others for card in [*movie.hand, *movie.packet])]
    placed = [movie.seat for movie in others if g.turn != NOBODY and not _has_filled(g, movie)]
    for movie in sorted(others, key=lambda movie: (movie.seat not in placed, movie.seat)):
        bag = pool
        if movie.seat in placed:
            bag = [card for card in pool if g.printed[card].kind != CHARACTER or g.printed[card].may_be_held_back]
        for cards in (movie.hand, movie.packet):
            drawn = yield from draw(Pile(bag), len(cards), "overview/one-shared-deck", seen_by=())
            cards[:] = sorted(drawn)
            for card in drawn:
                pool.remove(card)
                if bag is not pool:
                    bag.remove(card)
    g.deck.bag = pool
