"""Clipping the reel: the Director may clear the screen when the reel pile is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import PASS, Cut, Many, Move, Refusal, Rule, Value, draw
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.rules import reel_end
from tutor.games.roswell51.rules.foes import can_draw, mysteries
from tutor.games.roswell51.table import Movie

CLIP = "clip-reel"
CLIP_IT = "clip"


class Clip(Move[Movie, int]):
    """Clip the reel."""

    verb, words = CLIP_IT, "Clip the reel"

    def tries(self, g: Movie, seat: int) -> Sequence[Value]:
        return (CLIP_IT,) if CLIP in g.variants else ()

    def refuse(self, g: Movie, seat: int) -> Iterator[Refusal]:
        if can_draw(g):
            left = Many(len(g.reel_pile) - mysteries(g))
            why = f"you can clip the reel only when the reel pile is empty, but {left:card is|cards are} left in it"
            yield Refusal("clip-reel/needs-empty-reel-pile", why, "Wait until the reel pile is empty.", PASS)
        elif cards_left(g):
            left = Many(len(g.reel_pile) - mysteries(g))
            where = "in the reel pile below the Turning Point card"
            why = f"you can’t clip the reel while {left:card is|cards are} left {where}"
            yield Refusal("clip-reel/under-turning-point", why, "Leave the screen as it is.", PASS)
        elif not any(frame.filled for frame in g.screen):
            yield Refusal(
                "clip-reel/clears-screen",
                "there are no cards on the screen for you to clear away",
                "Leave the screen as it is.",
                PASS,
            )

    @staticmethod
    def do(g: Movie, seat: int) -> Rule[None]:
        return clip(g)


@rule("clip-reel/under-turning-point")
def cards_left(g: Movie) -> bool:
    """Whether cards that cannot be drawn are left in the reel pile, and the reading says that they must be gone."""
    return len(g.reel_pile) > mysteries(g) and g.reading("clip-reel/under-turning-point") == "no-cards"


@rule("clip-reel/clears-screen")
def clip(g: Movie) -> Rule[None]:
    """With an empty reel pile, the Director clears the screen, which ends the reel."""
    g.step("dt-clip")
    g.note(
        "clip-reel/end-of-turn-only",
        "the Director clips the reel, so all cards leave the screen",
        also=(
            "clip-reel/needs-empty-reel-pile",
            "clip-reel/clears-screen",
            "clip-reel/cards-to-discard",
            "clip-reel/ends-reel",
            "card-types/monster-leaves-screen",
        ),
    )
    if g.turning == "active":
        g.note("clip-reel/under-turning-point", "Turning Point is active, so no more cards could have been drawn")
    for frame in g.screen:
        if not frame.up:  # readings that leave a mystery card there: it goes unseen
            g.discard_pile.mix_in((yield from draw(g.reel_pile, 1, "clip-reel/cards-to-discard", seen_by=())))
            frame.up = True
        g.discard(*frame.cards)
        frame.cards.clear()
        frame.points = 0
    g.faded = ""
    if reel_end.last_reel(g):
        yield from clip_last(g)
    yield from reel_end.check(g)


@rule("clip-reel/in-reel-4")
def clip_last(g: Movie) -> Rule[None]:
    """The last reel goes on until the Director's next turn is over; in one reading, the movie ends at once."""
    if g.standing or g.reading("clip-reel/in-reel-4") == "last-round":
        goes_on = "Reel {n} goes on until the Director’s next turn is over"
        template = "clipping the reel does not end Last One Standing" if g.standing else goes_on
        g.note("clip-reel/in-reel-4", template, n=g.reel)
        return
    g.note("clip-reel/in-reel-4", "the Director has clipped Reel {n}, so the movie ends at once", n=g.reel)
    g.dry = g.final = True
    g.step("dt-end")
    yield from reel_end.end_of_round(g)
    g.agenda.clear()
    yield Cut("clip-reel/in-reel-4")
