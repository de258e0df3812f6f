"""How the game ends: who scores what, who wins, whose role is shown, and what simulations count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tutor.engine.core import Measure, Outcome, Part, Sum
from tutor.games.doppelganger.cards import PROOFS

if TYPE_CHECKING:
    from tutor.games.doppelganger.table import Expedition

ENDINGS = {
    "escape": "the Team has reached civilization",
    "no-humans": "no Human is left in the game",
    "give-up": "the Humans have given up",
    "trapped": "the Team is trapped by canyons",
}


def trait_points(g: Expedition, seat: int) -> Sum:
    """Return the points of the Human Scoring Traits in a hand."""
    proofs = [g.supply(card).proof for card in g.hands[seat] if g.supply(card).kind == "proof"]
    parts = []
    for card in g.hands[seat]:
        facts = g.supply(card)
        if facts.kind == "trait":
            fitting = len(proofs) if facts.for_each == "any" else proofs.count(facts.for_each) if facts.for_each else 0
            parts.append(Part(facts.points + facts.each * fitting, facts.name, "supplies/trait-scores", card))
    return Sum("points of Traits", *parts)


def proof_points(g: Expedition, seat: int) -> Sum:
    """Return the points of the Alien Proof in a hand under the current reading."""
    how = g.reading("supplies/alien-proof-points")
    proofs = sorted(
        (card for card in g.hands[seat] if g.supply(card).kind == "proof"), key=lambda card: -g.supply(card).points
    )
    if g.reading("scoring/traits-and-proof") == "traits-only" or how == "through-traits":
        proofs = []
    elif how == "in-sets":
        kinds = ([card for card in proofs if g.supply(card).proof == kind] for kind in PROOFS)
        proofs = [card for pair in zip(*kinds, strict=False) for card in pair]
    return Sum(
        "points of Alien Proof",
        *(Part(g.supply(card).points, g.name(card), "supplies/alien-proof-points", card) for card in proofs),
    )


def score(g: Expedition, seat: int) -> Sum:
    """Return the points of a seat if the Team escaped now; Aliens and dead players have none."""
    if g.out[seat] or g.alien(seat):
        return Sum("points")
    return Sum("points", *trait_points(g, seat).parts, *proof_points(g, seat).parts)


def last_player(g: Expedition) -> list[int]:
    """Return the only player who is still in the game, or else the last who left it; nobody while several are left."""
    living = g.living()
    return living if len(living) == 1 else [] if living else g.left[-1:]


def winners(g: Expedition) -> list[int]:
    """Return the seats that have won, once the game has ended."""
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
    """Return whose roles are shown, which are nobody's before the end (end/roles-revealed)."""
    if not g.ending:
        return ()
    return range(g.seats) if g.reading("end/roles-revealed") == "all" else winners(g)


def wants(g: Expedition, seat: int) -> str:
    """What the player in a seat wants, who knows their own role; empty before the characters are dealt."""
    if not g.characters[seat]:
        return ""
    if g.alien(seat):
        return "You’re an Alien, so you want to keep the Team from ever getting out of the desert."
    return (
        "You’re a Human, so you want to be with the Team when it reaches a Civilization tile, "
        "and to score more points than the other Humans."
    )


def outcome(g: Expedition) -> Outcome:
    """Return the outcome. There are points only after an escape; before the end, they are secret."""
    scores = tuple(int(score(g, seat)) if g.ending == "escape" else 0 for seat in range(g.seats)) if g.ending else ()
    return Outcome(bool(g.ending), scores, tuple(winners(g)), ENDINGS.get(g.ending, ""))


MEASURES = (
    Measure.begins("out", "leaves the game", lambda g, seat: g.out[seat]),
    Measure.falls("life", "loses a Life Token", lambda g, seat: g.life[seat]),
    Measure.begins("infected", "is infected", lambda g, seat: g.infected(seat)),
    Measure.rises("cleared", "clears a tile", lambda g, _: g.desert.cleared),
    Measure("escape", "escapes", lambda before, after, _: after.ending == "escape"),
    Measure("trapped", "is trapped", lambda before, after, _: after.ending == "trapped"),
)
