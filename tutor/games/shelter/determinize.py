"""Dealing again all that a seat cannot know."""

from __future__ import annotations

from tutor.engine.core import Rule, draw
from tutor.games.shelter.people import special
from tutor.games.shelter.table import Shelter


def determinize(g: Shelter, seat: int) -> Rule[None]:
    """Deal again the items that others hold in secret."""
    hidden = [0] * g.seats
    for other, player in enumerate(g.players):
        if other != seat:
            secret = [item for item in player.items if not special(g, item)]
            hidden[other] = len(secret)
            g.item_deck.mix_in(secret)
            player.items = [item for item in player.items if special(g, item)]
    for other, n in enumerate(hidden):
        if n:
            player = g.players[other]
            fresh = [item for item in player.gained if special(g, item)]
            new = len(player.gained) - len(fresh)
            cards = yield from draw(g.item_deck, n, "items/hidden", seen_by=())
            player.items += cards
            player.gained = [*fresh, *cards[:new]]
