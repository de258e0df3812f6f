"""Setup: the shuffled piles, and cards that are drawn from the discard pile later."""

from __future__ import annotations

from tutor.engine.core import Many, Rule, draw, shuffle
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import replaced_play
from tutor.games.roswell51.table import Movie


@rule("setup-cards/movie-deck-shuffled")
def place_cards(g: Movie) -> Rule[None]:
    """The endgame cards are put below the shuffled survivors; the movie deck is shuffled onto the discard pile."""
    g.step("place-cards")
    g.note(
        "setup-cards/endgame-last-one-bottom",
        "{n:survivor card is|survivor cards are} put on top of Turning Point and Last One Standing",
        also=("setup-cards/endgame-turning-point-above", "setup-cards/survivors-shuffled-on-top"),
        n=Many(len(g.survivor_pile)),
    )
    g.note("setup-cards/cue-cards-in-reach", "the four cue cards are put where everybody can reach them")
    yield from shuffle(g.survivor_pile, "setup-cards/survivors-shuffled-on-top")
    yield from shuffle(g.discard_pile, "setup-cards/movie-deck-shuffled")
    g.note("setup-cards/movie-deck-shuffled", "the {n} cards of the movie deck are shuffled", n=len(g.discard_pile))
    bonus = sorted(g.variants & {"popcorn", "shuffler"})
    if bonus:
        g.note(
            "setup-cards/bonus-cards-shuffled-in",
            "{n:bonus card is|bonus cards are} shuffled into the movie deck",
            also=("bonus-cards/popcorn-shuffler-enlarge-deck", "bonus-cards/for-experienced-directors"),
            n=Many(len(bonus)),
        )
    if gone := replaced_play(g.cards, g.variants):
        g.note("bonus-cards/scream-queen-substitutes", "the Scream Queen replaces {card}", card=g.named(gone))


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
