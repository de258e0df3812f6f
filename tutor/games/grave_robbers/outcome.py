"""What the players want, who scores what, who wins, and what simulations count."""

from __future__ import annotations

from tutor.engine.core import Measure, Outcome
from tutor.games.grave_robbers.rules.scoring import points, winners
from tutor.games.grave_robbers.table import Studio


def outcome(g: Studio) -> Outcome:
    """Points so far, with what this movie would score now, and who has won."""
    if g.over:
        scores = tuple(movie.score for movie in g.movies)
        return Outcome(True, scores, winners(g), "all movies have been made")
    scores, in_sight = (tuple(m.score + points(g, m, hand) for m in g.movies) for hand in (True, False))
    return Outcome(False, scores, open_scores=in_sight)


def wants(g: Studio, seat: int) -> str:
    """What everybody wants."""
    return "You’re a director, and you want your characters, props and location to score the most points at the end."


MEASURES = (
    Measure(
        "loses-character",
        "loses a character",
        lambda old, new, seat: any(card not in new.movies[seat].characters for card in old.movies[seat].characters),
    ),
    Measure(
        "draws-character",
        "takes a character into their hand",
        lambda old, new, seat: any(
            new.cards[card].kind == "character" and card not in old.movies[seat].hand for card in new.movies[seat].hand
        ),
    ),
    Measure.begins("deck-out", "the deck runs out", lambda g, _: not g.deck),
)
