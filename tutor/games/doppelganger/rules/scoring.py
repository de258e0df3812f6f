"""Scoring the escape: which Humans score, which cards count, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.table import told
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import PROOFS
from tutor.games.doppelganger.table import Expedition


def trait_points(g: Expedition, seat: int) -> int:
    """Points of the Human Scoring Traits in a hand."""
    total = 0
    for card in g.hands[seat]:
        facts = g.supply(card)
        if facts.kind == "trait":
            kinds = [g.supply(other).proof for other in g.hands[seat] if g.supply(other).kind == "proof"]
            fitting = len(kinds) if facts.for_each == "any" else kinds.count(facts.for_each)
            total += facts.points + (facts.each * fitting if facts.for_each else 0)
    return total


def proof_points(g: Expedition, seat: int) -> int:
    """Points of the Alien Proof in a hand under the reading in force."""
    if g.reading("scoring/traits-and-proof") == "traits-only":
        return 0
    proofs = [g.supply(card) for card in g.hands[seat] if g.supply(card).kind == "proof"]
    match g.reading("supplies/alien-proof-points"):
        case "through-traits":
            return 0
        case "in-sets":
            kinds: dict[str, list[int]] = {kind: [] for kind in PROOFS}
            for proof in proofs:
                kinds[proof.proof].append(proof.points)
            best = (sorted(points, reverse=True) for points in kinds.values())
            return sum(a + b for a, b in zip(*best, strict=False))
    return sum(proof.points for proof in proofs)


def score(g: Expedition, seat: int) -> int:
    """Points of a seat if the Team were in civilization now: none for Aliens and for the dead."""
    if g.out[seat] or g.alien(seat):
        return 0
    return trait_points(g, seat) + proof_points(g, seat)


@told
@rule("scoring/remaining-humans-reveal")
def tell_scores(g: Expedition) -> None:
    """The Humans still in the game reveal their scoring cards and add up."""
    for seat in range(g.seats):
        if g.out[seat]:
            ids = "scoring/dead-excluded death/no-human-win supplies/trait-needs-survival"
            g.note(ids, "{who} was left in the desert and scores nothing", who=g.names[seat])
        elif g.alien(seat):
            g.note("scoring/aliens-excluded", "{who} is an Alien and scores nothing", who=g.names[seat])
        else:
            g.note(
                "scoring/remaining-humans-reveal scoring/traits-and-proof supplies/trait-scores scoring/hand-only"
                " supplies/alien-proof-points scoring/tools-worthless",
                "{who} reveals {traits} points of Traits and {proof} of Alien Proof",
                who=g.names[seat],
                traits=trait_points(g, seat),
                proof=proof_points(g, seat),
            )


def winners(g: Expedition) -> list[int]:
    """The seats that have won, once the game has ended."""
    if g.ending == "escape":
        points = {seat: score(g, seat) for seat in g.humans()}
        return [seat for seat, n in points.items() if n == max(points.values())]
    if not g.ending:
        return []
    aliens = [seat for seat in range(g.seats) if g.alien(seat)]
    if not aliens:
        return last_player(g) if g.reading("end/no-alien-in-game") == "last-player" else []
    if g.reading("overview/discovery-not-scored") == "strict":
        return [seat for seat in aliens if g.out[seat] not in ("vote", "infection")]
    return aliens


def revealed_seats(g: Expedition) -> Sequence[int]:
    """Whose role is shown: nobody's before the end (end/roles-revealed)."""
    if not g.ending:
        return ()
    return range(g.seats) if g.reading("end/roles-revealed") == "all" else winners(g)


def last_player(g: Expedition) -> list[int]:
    """Who is still in the game, or the last one who left it."""
    return g.living() or g.left[-1:]
