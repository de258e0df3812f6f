"""The endgames: Turning Point, Last One Standing, and nobody left."""

from __future__ import annotations

from tutor.engine.core import Cut, Many, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.table import Movie


def remaining(g: Movie) -> int:
    """How many players remain: with a survivor in play or one to draw."""
    lenient = g.reading("turning-point/who-is-remaining") == "remaining"
    return sum(not person.out or (lenient and not person.pod) for person in g.players)


@rule("turning-point/condition")
def turning_point(g: Movie, why: str = "") -> bool:
    """Begin Turning Point if the aliens' side has as many people as players remain; return whether it begins."""
    pods = sum(person.pod for person in g.people)
    left = remaining(g)
    if left > sum(not person.out for person in g.players):
        template = "players who are out but have no monster still count, so {n:player remains|players remain}"
        g.note("turning-point/who-is-remaining", template, n=Many(left))
    if 1 + pods < left or g.turning or g.standing or not left:
        return False
    words = {"allies": f"and {Many(pods):Pod Player}" if pods else "alone", "left": Many(left)}
    if g.reel >= g.parameters.reels:
        g.note("turning-point/ignored-in-reel-4", "Turning Point is ignored in Reel {n}", n=g.reel, **words)
        return False
    g.turning = "active"
    g.note(
        "turning-point/condition",
        "Turning Point begins with the Director {allies} against {left:player}, so the screen is no longer refilled",
        also=("turning-point/counts-players", "turning-point/who-is-remaining", "turning-point/card-on-reel-pile", why),
        **words,
    )
    return True


@rule("turning-point/between-reels")
def counts_now(g: Movie, between_reels: bool) -> bool:
    """Whether Turning Point is checked now: always during a reel, but between two reels only by one reading."""
    return not between_reels or g.reading("turning-point/between-reels") == "ended-reel"


@rule("turning-point/before-last-one-standing")
def endgames(g: Movie, between_reels: bool = False) -> Rule[None]:
    """Turning Point is looked at first, then how many survivors are left."""
    if g.ended:
        return
    g.step("tp-check")
    why = "turning-point/between-reels" if between_reels else ""
    if counts_now(g, between_reels) and turning_point(g, why):
        g.step("tp-activate")
    g.step("los-check")
    alive = sum(len(person.pool) for person in g.people)
    if not alive and (g.standing or not g.survivor_pile):
        yield from overrun(g)
    if alive == 1 and not g.standing and last_one(g):
        if g.series and g.reading("last-one-standing/interrupts") == "finish-first":
            g.due = True
            g.note("last-one-standing/interrupts", "the attacks under way are finished first")
            return
        yield from stand(g)


def last_one(g: Movie) -> bool:
    """Whether one survivor in play is the last."""
    return not g.survivor_pile or g.reading("last-one-standing/trigger") == "in-play"


@rule("last-one-standing/interrupts")
def stand(g: Movie) -> Rule[None]:
    """A single survivor remains: whatever is going on ends, and it is that survivor's turn at once."""
    g.standing, g.resolving = True, ""
    g.discard(*g.drawn)
    for person in g.players:  # variant large-cast/among-us-attack: who has drawn nothing else has not been told yet
        person.out = person.out or not (person.pool or g.survivor_pile)
    g.note(
        "last-one-standing/trigger",
        "a single survivor remains, so Last One Standing begins",
        also=("last-one-standing/interrupts", "last-one-standing/any-reel", "reel-end/endgames-override"),
    )
    g.agenda[:] = [("last-one-standing/trigger",)]
    yield Cut("last-one-standing/interrupts")


@rule("end-of-movie/no-survivor-left")
def overrun(g: Movie) -> Rule[None]:
    """Nobody is left, so the movie is over."""
    g.step("end-aliens")
    g.ended = "the aliens have overrun the cast"
    last = "last-one-standing/eliminated" if g.standing else "end-of-movie/no-survivor-left"
    g.note(last, "there are no survivors left, so the movie is over", also=("overview/no-formal-winner",))
    g.agenda.clear()
    g.resolving = ""
    yield Cut("end-of-movie/no-survivor-left")


def series_over(g: Movie) -> Rule[None]:
    """A series of attacks is over, so a last stand that waited for it begins."""
    g.series -= 1
    if not g.due or g.series:
        return
    g.due = False
    if len(g.survivors()) == 1:
        g.step("los-check")
        yield from stand(g)


@rule("turning-point/next-reels-normal")
def turn_back(g: Movie) -> None:
    """A Turning Point ends with its reel; whether another may follow depends on the reading."""
    if g.turning == "active":
        g.turning = "" if g.reading("turning-point/next-reels-normal") == "each-reel" else "used"
        g.note("turning-point/next-reels-normal", "Turning Point is over, and the movie goes on with the next reel")
