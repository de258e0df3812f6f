"""Cards from the discard pile, in the middle of a reel."""

from __future__ import annotations

from tutor.engine.core.asks import Rule, draw, shuffle
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.table import Movie


@rule("setup-cards/bonus-draw-shuffles-first")
def draw_discards(g: Movie, n: int, why: str) -> Rule[tuple[str, ...]]:
    """The discard pile is shuffled, and up to `n` cards are drawn from it for everybody to see."""
    if not g.discard_pile:
        return ()
    yield from shuffle(g.discard_pile, "setup-cards/bonus-draw-shuffles-first")
    cards = yield from draw(g.discard_pile, n, why)
    g.discards = [card for card in g.discards if card not in cards]
    g.drawn += cards
    g.show(*cards)
    return cards
