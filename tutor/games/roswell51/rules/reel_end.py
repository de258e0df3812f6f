"""The end of a reel, and the end of the movie."""

from __future__ import annotations

from tutor.engine.core import Cut, Many, ManyOrNo, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Survivor
from tutor.games.roswell51.rules.foes import mysteries
from tutor.games.roswell51.table import Movie


def last_reel(g: Movie) -> bool:
    """Whether this is the last reel, which plays on when it has run out."""
    return g.reel >= g.parameters.reels


def turn_left(g: Movie, seat: int) -> bool:
    """Whether a player has another turn: not in a last stand, nor if the Director's final turn comes before it."""
    if g.standing or g.final:
        return False
    return not g.dry or g.turn == DIRECTOR or seat > g.turn


def wait(g: Movie, who: Survivor) -> str:
    """What is left to a survivor who can do nothing more in this turn."""
    return "Wait for your next turn." if turn_left(g, who.seat) else "Do nothing this turn."


def clear(g: Movie) -> bool:
    """Whether there is no card on the screen and none can be drawn for it."""
    if any(frame.filled for frame in g.screen):
        return False
    return g.turning == "active" or len(g.reel_pile) == mysteries(g)


def last_card_taken(g: Movie) -> bool:
    """Whether a Take has just ended the reel in mid-action; with one reading its attack is lost."""
    if g.standing or last_reel(g) or not clear(g):
        return False
    lost = g.reading("reel-end/current-action-finishes") == "attack-lost"
    when = "at once, without the attack" if lost else "when this Take+Attack is over"
    g.note("reel-end/current-action-finishes", f"the last card of the reel has been taken, so the reel ends {when}")
    return lost


@rule("reel-end/two-conditions")
def check(g: Movie, why: str = "") -> Rule[None]:
    """A reel is over when the pile is empty and the screen is clear; all but the last stop at once."""
    g.step("reel-check")
    if g.standing:
        g.note(
            "last-one-standing/overrides-reel-end", "in Last One Standing, it does not matter whether the reel is over"
        )
        return
    if not clear(g):
        if not g.reel_pile:
            g.note(
                "reel-end/pile-empty-not-enough",
                "the reel pile is empty, but the screen is not clear yet, so the reel goes on",
            )
        return
    if last_reel(g):
        if not g.dry:
            g.step("reel-4-check")
            run_dry(g)
        return
    g.step("reel-4-check")
    yield from stop(g, why)


@rule("reel-end/reel-4-plays-through")
def run_dry(g: Movie) -> None:
    """The last reel has run out: play goes on to the end of the next turn that the Director begins."""
    g.step("reel-4-final")
    g.dry = True
    ended = "reel-end/reel-4-ended-by-director" if g.turn == DIRECTOR else "reel-end/reel-4-final-wave"
    g.note(
        "reel-end/reel-4-plays-through",
        "Reel {n} has run out of cards, but goes on until the Director’s final turn is over",
        also=("reel-end/reel-4-actions-without-screen", ended),
        n=g.reel,
    )


def stop_here(g: Movie) -> Rule[None]:
    """The reel ends in mid-action."""
    g.step("reel-check")
    g.step("reel-4-check")
    yield from stop(g, "")


@rule("reel-end/reels-1-3-immediate")
def stop(g: Movie, why: str) -> Rule[None]:
    """Play stops: nobody else acts, and the Reel End Tasks follow."""
    g.step("reel-stop")
    turning = "turning-point/reel-ends-when-screen-clear" if g.turning == "active" else ""
    g.note(
        "reel-end/two-conditions",
        "Reel {reel} is over",
        also=("reel-end/reels-1-3-immediate", "reel-end/no-other-survivor-acts", turning, why),
        reel=g.reel,
    )
    g.extra, g.resolving = False, ""
    g.agenda[:] = [("reel-end-tasks/when",)]
    yield Cut("reel-end/reels-1-3-immediate")


def next_turn(g: Movie) -> None:
    """The turn is over; in a last stand somebody else may still have to act."""
    g.mode = ""
    if g.standing:
        g.step("los-standing")
        g.agenda.append(("last-one-standing/full-round",))
        return
    g.turn = (g.turn + 1) % g.seats
    g.agenda.append(("player-turn/clockwise",))


@rule("end-of-movie/after-reel-4")
def end_of_round(g: Movie) -> Rule[None]:
    """The Director's turn is over: the movie ends after the final one, else the next round begins."""
    if not g.final or g.standing:
        next_turn(g)
        return
    g.step("end-survivors")
    g.ended = f"Reel {g.reel} is over"
    alive = [g.named(who.card) for who in g.survivors()]
    g.note(
        "end-of-movie/after-reel-4",
        "the movie is over, and {n:survivor is|survivors are} still in play",
        also=("end-of-movie/survivors-in-play-survive", "overview/no-formal-winner"),
        n=ManyOrNo(len(alive)),
    )
    if g.survivor_pile:
        template = "{n:card was|cards were} never drawn from the survivor pile"
        g.note("end-of-movie/undrawn-survivors", template, n=Many(len(g.survivor_pile)))
    yield from ()
