"""Event cards are resolved when they appear."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.rules import bonus_cards, card_types, named_cards
from tutor.games.roswell51.table import Movie


@rule("events/resolve-at-once")
def resolve(g: Movie, n: int) -> Rule[bool]:
    """The event in a frame is resolved and leaves it; return whether another card has been put in its place."""
    frame = g.screen[n]
    card = frame.cards[-1]
    g.step("ev-type")
    g.note("events/resolve-at-once", "{card:appears|appear}", card=g.named(card))
    effect = getattr(g.cards[card], "effect", "")
    if effect == "blob":
        g.step("ev-horror")
        card_types.tell_horror(g, card)
        named_cards.blob(g, n)
        return False
    if effect == "shuffler":
        shown = yield from bonus_cards.shuffler(g, n)
        if not shown:
            g.step("ev-done")
        return shown
    frame.cards.pop()
    yield from card_types.appear(g, card, frame.cause)
    return False
