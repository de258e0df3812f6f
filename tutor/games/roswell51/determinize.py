"""Dealing again all that a seat cannot know."""

from __future__ import annotations

from tutor.engine.core import Pile, Rule, draw
from tutor.games.roswell51.table import Movie


def determinize(g: Movie, seat: int) -> Rule[None]:
    """Deal again what nobody knows: which survivors were lost unseen, and the cards of reel pile and discard pile."""
    secret = [place for place in g.sanctuaries if place.beneath]
    unknown = g.hidden()
    if g.lost:
        survivors = Pile([*g.survivor_pile.bag, *g.lost])
        lost = yield from draw(survivors, len(g.lost), "survivor-loss/unrevealed", seen_by=())
        unknown = [card for card in unknown if card not in g.lost] + list(lost)
        g.lost, g.survivor_pile.bag = list(lost), survivors.bag
    pile = Pile(unknown)
    reel = yield from draw(pile, len(g.reel_pile.bag), "next-reel/deal-allotment", seen_by=())
    g.reel_pile.bag = list(reel)
    for place in secret:
        (place.beneath,) = yield from draw(pile, 1, "alternate-rules/back-seat-place", seen_by=())
    g.discard_pile.bag = [*g.discards, *pile.bag]
