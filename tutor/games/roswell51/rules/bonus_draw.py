"""Cards from the discard pile, in the middle of a reel."""

from __future__ import annotations

from tutor.engine.asks import Rule, draw, shuffle
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
    for card in cards:
        shown(g, card)
    return cards


def take_discard(g: Movie, card: str) -> None:
    """A card leaves the discard pile and is seen by all."""
    g.discard_pile.take_any(card)
    g.discards.remove(card)
    shown(g, card)


def shown(g: Movie, card: str) -> None:
    """A card shows up: a survivor that was lost unseen is known again."""
    if card in g.lost:
        g.lost.remove(card)
