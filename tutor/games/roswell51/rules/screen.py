"""Mystery cards are turned up, and what they start is carried through."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.cards import EVENTS
from tutor.games.roswell51.rules import creature_feature, events
from tutor.games.roswell51.rules.foes import can_draw, flip
from tutor.games.roswell51.table import Movie


@rule("screen/reveal-after-causer-finishes")
def reveal(g: Movie, why: str, also: Sequence[str] = ()) -> Rule[None]:
    """All mystery cards on the screen are turned up, lowest frame first, until none is left; then play goes on."""
    kept: list[int] = []
    gap = False
    while True:
        if not gap:
            g.step("rv-pending")
        waiting = [n for n, frame in enumerate(g.screen) if not frame.up and n not in kept]
        if not waiting:
            if gap:
                g.step("cf-done")
                g.step("rv-pending")
            return
        if len(waiting) > 1:
            g.note(
                "screen/simultaneous-reveals-frame-order",
                "{n} mystery cards are due to be turned up, and the one in frame {first} comes first",
                n=len(waiting),
                first=waiting[0] + 1,
            )
        g.step("rv-flip")
        n = waiting[0]
        card = yield from flip(g, n)
        g.note(
            "screen/reveal-after-causer-finishes",
            "the mystery card in frame {n} is {card}",
            also=(why, *also),
            n=n + 1,
            card=g.spoken(card),
        )
        if g.turning == "active":
            g.note(
                "turning-point/face-down-cards-still-resolve",
                "mystery cards are still turned up while Turning Point is active",
            )
        if gap and creature_feature.three_monsters(g) and g.survivor(g.screen[n].cause) is not None:
            template = "the new card is a monster too, so the same survivor is attacked again"
            g.note("creature-feature/take-two-retrigger", template)
        gap = yield from settle(g, n, exempt=False)
        if not g.screen[n].up and chain_waits(g):
            kept.append(n)


def chain_waits(g: Movie) -> bool:
    """Whether, by the reading in force, the refill after an event waits until somebody else has acted."""
    return g.reading("screen/revealed-event-chain") == "next-survivor"


@rule("screen/revealed-event-chain")
def settle(g: Movie, n: int, exempt: bool) -> Rule[bool]:
    """A card that has just been shown stays, or is an event; refills are shown at once until a screen card stays.

    `exempt`: the card replaces a faded one, so that no Creature Feature comes of it. Return whether a Creature Feature
    has left a mystery card that is due next.
    """
    frame, loop = g.screen[n], False
    while True:
        g.step("rv-type")
        card = frame.cards[-1]
        if g.cards.type_of(card) in EVENTS:
            again = yield from events.resolve(g, n)
            if again:
                continue
            if frame.points:
                return False
            g.step("rv-refill")
            if frame.cards:
                g.note("cover-attack/event-cover", "the card that the event covered is in play again")
                return False
            if not can_draw(g):
                return False
            if chain_waits(g) and not exempt:
                frame.up = False
                g.note("screen/revealed-event-chain", "the new card stays face down until somebody else has acted")
                return False
            card = yield from flip(g, n)
            g.note(
                "screen/leaves-by-event",
                "frame {n} is refilled with {card}, and the card is shown at once",
                also=("screen/revealed-event-chain", "creature-feature/director-loop-event" if loop else ""),
                n=n + 1,
                card=g.spoken(card),
            )
            continue
        g.step("rv-stays")
        tell_stays(g, n, card)
        g.step("cf-check")
        done = yield from creature_feature.check(g, n, exempt)
        if done < 0:
            return done == creature_feature.GAP
        n, frame, loop = done, g.screen[done], True


def tell_stays(g: Movie, n: int, card: str) -> None:
    """Say that a screen card stays."""
    words = {"card": g.spoken(card), "n": n + 1}
    kind = g.cards.type_of(card)
    if kind == "survivor":
        g.note(
            "familiar-face/acts-as-monster-on-screen",
            "{card}, a Familiar Face, stays in frame {n} as a monster",
            also=("familiar-face/muscle-is-value",),
            **words,
        )
    else:
        g.note("screen/revealed-screen-card-stays", "{card:stays|stay} in frame {n}", **words)
