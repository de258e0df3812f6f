"""Scoring the escape: which Humans score, which cards count, and who wins."""

from __future__ import annotations

from tutor.engine.core import ManyOrNo, Name, told
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.outcome import proof_points, revealed_seats, trait_points
from tutor.games.doppelganger.table import Expedition


@told
@rule("scoring/remaining-humans-reveal")
def tell_scores(g: Expedition) -> None:
    """The Humans still in the game reveal their scoring cards and add up their points."""
    for seat in range(g.seats):
        if g.out[seat]:
            g.note(
                "scoring/dead-excluded",
                "{who} was left in the desert and scores nothing",
                also=("death/no-human-win", "supplies/trait-needs-survival"),
                who=g.names[seat],
            )
        elif g.alien(seat) and seat not in revealed_seats(g):
            said = "{who} does not reveal any scoring cards and scores nothing"
            g.note("scoring/remaining-humans-reveal", said, who=g.names[seat])
        elif g.alien(seat):
            g.note("scoring/aliens-excluded", "{who} is an Alien and scores nothing", who=g.names[seat])
        else:
            scoring = any(g.supply(card).kind in ("trait", "proof") for card in g.hands[seat])
            g.note(
                "scoring/remaining-humans-reveal",
                "{who:’s} scoring cards are revealed and bring {traits:point} for Traits "
                "and {proof:point} for Alien Proof"
                if scoring
                else "{who} has no scoring cards and so scores nothing",
                also=(
                    "scoring/traits-and-proof",
                    "supplies/trait-scores",
                    "scoring/hand-only",
                    "supplies/alien-proof-points",
                    "scoring/tools-worthless",
                ),
                who=Name(g.names[seat]),
                traits=ManyOrNo(trait_points(g, seat)),
                proof=ManyOrNo(proof_points(g, seat)),
            )
