"""Dealing again all that a seat cannot know."""

from __future__ import annotations

from tutor.engine.core import Pile, Rule, draw
from tutor.games.alien_conspiracy.layout import NUMBERED
from tutor.games.alien_conspiracy.table import Conspiracy, sees_items


def determinize(g: Conspiracy, seat: int) -> Rule[None]:
    """Deal again all that `seat` cannot know: unseen face-down cards, other hands' items, and the decks."""
    places = [mark for mark in NUMBERED if mark in g.lying and not g.lying[mark].known_to(seat)]
    unknown = Pile([*g.event_deck.bag, *(g.lying[mark].card for mark in places)])
    for mark in places:
        (card,) = yield from draw(unknown, 1, "round-start/place-event", seen_by=())
        g.lying[mark] = g.lying[mark]._replace(card=card)
    g.event_deck.bag = unknown.bag
    hands = [hero for hero in g.investigators if not sees_items(g, hero.seat, seat)]
    unknown = Pile([*g.item_deck.bag, *(item for hero in hands for item in hero.items)])
    for hero in hands:
        items = yield from draw(unknown, len(hero.items), "search/kept-item-hidden", seen_by=())
        hero.items = tuple(sorted(items))
    g.item_deck.bag = unknown.bag
