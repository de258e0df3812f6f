"""How a later reel starts: its cards are dealt, and some of them shown."""

from __future__ import annotations

from tutor.engine.core import ManyOrNo, Rule, shuffle, spelled_out
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.numbers import FRAMES
from tutor.games.roswell51.rules import turning_point
from tutor.games.roswell51.rules.alternate_rules_directors_cut import directors_cut
from tutor.games.roswell51.rules.foes import flip
from tutor.games.roswell51.rules.opening_scene import deal
from tutor.games.roswell51.table import Movie


@rule("next-reel/after-tasks")
def next_reel(g: Movie) -> Rule[None]:
    """A later reel: its cards are dealt from the shuffled discard pile, and three of them fill the screen."""
    g.step("deal-reel")
    g.discards.clear()
    yield from shuffle(g.discard_pile, "next-reel/shuffle-discard")
    n = g.parameters.reel(g.reel)
    have = len(g.discard_pile)
    yield from deal(g, n, "next-reel/deal-allotment")
    words = {"reel": g.reel, "n": ManyOrNo(len(g.reel_pile)), "rest": ManyOrNo(len(g.discard_pile))}
    g.note(
        "next-reel/after-tasks",
        "Reel {reel} has {n:card} in the reel pile, and {rest:card forms|cards form} the discard pile",
        also=(
            "next-reel/shuffle-discard",
            "next-reel/deal-allotment",
            "next-reel/leftover-to-discard",
            "setup-cards/reel-deal-from-discard",
            "next-reel/everything-else-stays",
        ),
        **words,
    )
    if g.sanctuaries:
        g.note("sanctuaries/survives-reel-change", "every sanctuary in play stays as it is")
    if have < n:
        g.note("next-reel/short-discard", "the discard pile had {only}{n:card}", only="only " * bool(have), **words)
    g.step("deal-screen")
    shown = min(FRAMES, len(g.reel_pile))
    for n in range(shown):
        yield from flip(g, n)
    g.note(
        "next-reel/screen-from-allotment",
        "{shown} on the screen, and {left:card is|cards are} left in the reel pile",
        also=("next-reel/no-monster-bonus", "opening-scene/bonus-first-three-only"),
        shown=spelled_out(shown, "of the reel’s cards is|of the reel’s cards are")
        if shown
        else "none of the reel’s cards is",
        left=ManyOrNo(len(g.reel_pile)),
    )
    yield from directors_cut(g)
    turning_point.turning_point(g, "turning-point/between-reels")
    g.agenda.append(("opening-scene/loop-until-screen-cards",))
