"""Order of play: Ready, Play, and the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Many, ManyOrNo, Move, Rule, Value
from tutor.games.grave_robbers.book import CLASSIC, STUDENT, rule
from tutor.games.grave_robbers.rules.fx_effects import end_bonuses
from tutor.games.grave_robbers.rules.timing import Speaker
from tutor.games.grave_robbers.rules.turn_hand import END, fill_hand
from tutor.games.grave_robbers.table import CREDITED, DECLINED, DONE, PLAY, Studio

DECLINE = "decline"


@rule("turn/first-player")
def first_turn(g: Studio) -> None:
    """The player on the dealer's left begins."""
    g.turn = g.others(g.dealer)[0]
    g.note("turn/first-player", "{who}, on the dealer’s left, takes the first turn", who=g.names[g.turn])
    g.agenda.append(("turn/three-steps",))


@rule("turn/three-steps")
def begin_turn(g: Studio) -> Rule[None]:
    """A turn begins with its Ready step: buckets upright, and the hand filled to the limit."""
    g.step("turn-start")
    movie = g.movies[g.turn]
    movie.turns += 1
    g.opened, g.received, g.resolved, g.step_of_turn = False, [], [], PLAY
    template = "{who} begins turn {n} with the Ready step"
    g.note("turn/three-steps", template, also=("overview/active-player",), who=g.names[g.turn], n=movie.turns)
    if CLASSIC not in g.variants:
        g.step("ready-popcorn")
        if movie.spilled:
            g.note(
                "turn/ready-fill-popcorn",
                "{who} turns {n:spilled bucket} upright",
                also=(
                    "popcorn/refilled-in-own-ready-step",
                    "student/popcorn-still-filled-at-start" if STUDENT in g.variants else "",
                ),
                n=Many(len(movie.spilled)),
                who=g.names[g.turn],
            )
        movie.spilled = []
    g.step("ready-fill-hand")
    if STUDENT in g.variants:
        template = "nobody draws at the start of a turn in a Student Film, so {who} plays with {n:card} in hand"
        g.note("student/no-fill-at-start", template, who=g.names[g.turn], n=ManyOrNo(len(movie.hand)))
    elif (yield from fill_hand(g, movie, "turn/ready-fill-hand")):
        g.step("ready-deck-ran-out")
    g.agenda.append(("turn/play-any-number",))


class DeclineToPlay(Move[Studio, Speaker]):
    """Play no cards this turn, which can be said before the first one."""

    verb, words = DECLINE, "Play no cards this turn"

    def tries(self, g: Studio, who: Speaker) -> Sequence[Value]:
        return () if g.opened else (DECLINE,)

    @staticmethod
    def do(g: Studio, who: Speaker) -> None:
        decline(g)


@rule("turn/declining-opens-fx")
def decline(g: Studio) -> None:
    """The active player plays no cards this turn; from now on the others may play FX."""
    g.step("declined")
    g.opened, g.step_of_turn = True, DECLINED
    g.note(
        "turn/declining-opens-fx",
        "{who} declines to play cards this turn, so from now on everybody can play FX",
        also=("turn/decline-is-binding",),
        who=g.names[g.turn],
    )
    g.agenda.append(("fx/who-may-act-next",))


class StopPlaying(Move[Studio, Speaker]):
    """Play no more cards this turn."""

    verb, words = END, "Done playing"

    def tries(self, g: Studio, who: Speaker) -> Sequence[Value]:
        return (END,) if g.opened else ()

    @staticmethod
    def do(g: Studio, who: Speaker) -> None:
        g.step_of_turn = DONE
        g.note(
            "turn/play-any-number",
            "{who} stops playing cards, but everybody can still play FX",
            also=("fx/playable-on-any-turn",),
            who=g.names[g.turn],
        )
        g.agenda.append(("fx/who-may-act-next",))


@rule("turn/direction")
def end_turn(g: Studio) -> Rule[None]:
    """The turn ends; in a Student Film the hand is filled now."""
    movie = g.movies[g.turn]
    rolled = g.step_of_turn == CREDITED
    g.step("student-fill")
    g.step_of_turn = ""
    end_bonuses(g)
    if STUDENT in g.variants:
        ran_out = yield from fill_hand(g, movie, "student/fill-at-end-of-turn")
        if ran_out:
            g.step("student-deck-ran-out")
        g.note(
            "student/fill-at-end-of-turn",
            "this is a Student Film, in which players fill their hands at the end of the turn instead of at the start",
            also=(
                "student/fill-after-discard",
                "student/fill-to-eight-or-limit",
                "student/fill-after-credits" if rolled else "",
                "student/deck-out-at-end-of-turn" if ran_out else "",
            ),
        )
    g.step("turn-end")
    g.agenda.append(("end/two-ways",))
