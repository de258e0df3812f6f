"""How the game comes out: who scores what, who wins, whose role is shown, and what simulations count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tutor.engine.core.game import Measure, Standing
from tutor.games.doppelganger.cards import PROOFS

if TYPE_CHECKING:
    from tutor.games.doppelganger.table import Expedition

ENDINGS = {
    "escape": "the Team has reached civilization",
    "no-humans": "no Human is left in the game",
    "give-up": "the Humans gave up",
    "trapped": "the Team is trapped by canyons",
}


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


def last_player(g: Expedition) -> list[int]:
    """Who is still in the game, or the last one who left it."""
    return g.living() or g.left[-1:]


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


def standing(g: Expedition) -> Standing:
    """Points after an escape; after another ending nobody has any, and before the end they are secret."""
    scores = tuple(score(g, seat) if g.ending == "escape" else 0 for seat in range(g.seats)) if g.ending else ()
    return Standing(bool(g.ending), scores, tuple(winners(g)), ENDINGS.get(g.ending, ""))


MEASURES = (
    Measure("out", "leaves the game", lambda before, after, seat: bool(after.out[seat]) and not before.out[seat]),
    Measure("life", "loses a Life Token", lambda before, after, seat: after.life[seat] < before.life[seat]),
    Measure("infected", "is infected", lambda before, after, seat: after.infected(seat) and not before.infected(seat)),
    Measure("cleared", "clears a tile", lambda before, after, _: after.desert.cleared > before.desert.cleared),
    Measure("escape", "escapes", lambda before, after, _: after.ending == "escape"),
    Measure("trapped", "is trapped", lambda before, after, _: after.ending == "trapped"),
)
