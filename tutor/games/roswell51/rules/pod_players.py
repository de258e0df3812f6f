"""Players without survivors: waiting, out, and Pod Players; and the two endgames that follow from their number."""

from __future__ import annotations

from tutor.engine.core.asks import Choose, Cut, Rule
from tutor.engine.core.table import Many
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules.spoints import give_back
from tutor.games.roswell51.rules.throngs import established
from tutor.games.roswell51.table import Movie

MIGRATION = "monster-migration"
KEEP = "pass"


@rule("pod-players/when")
def check_out(g: Movie, seat: int, by: int) -> Rule[None]:
    """A player without survivors waits to draw another, or is out when none is left to draw."""
    g.step("elim-check")
    person = g.people[seat]
    if person.pool or person.out:
        return
    if g.survivor_pile:
        g.step("elim-waiting")
        g.note(
            "pod-players/pile-left-means-waiting",
            "{who} has no survivor and draws one on the next turn",
            also=("take-attack/only-option-without-survivors",),
            who=g.names[seat],
        )
        return
    yield from turn_out(g, person, by)


@rule("overview/eliminated-join-aliens")
def turn_out(g: Movie, person: Person, by: int) -> Rule[None]:
    """A player with no survivor in play and none to draw is out and goes over to the aliens."""
    g.step("elim-out")
    person.out = True
    g.note(
        "pod-players/when",
        "{who} is out and joins the aliens, as a Pod Player from the first monster card on",
        also=("take-attack/no-survivor-no-pile", "overview/eliminated-join-aliens", "pod-players/formal-moment"),
        who=g.names[person.seat],
    )
    if MIGRATION in g.variants and by == DIRECTOR:  # variant alternate-rules/monster-migration
        yield from migrate(g, person)


@rule("alternate-rules/monster-migration")
def migrate(g: Movie, person: Person) -> Rule[None]:
    """The Director may hand one throng to a player who has just been eliminated."""
    director = g.people[DIRECTOR]
    slots = [str(slot + 1) for slot in established(director)]
    if not slots or g.ended:
        return
    g.step("migration")
    prompt = f"Hand a throng to {g.names[person.seat]}?"
    labels = (*(f"Throng {slot}" for slot in slots), "Hand over none")
    answer = yield Choose(DIRECTOR, "alternate-rules/monster-migration", (*slots, KEEP), prompt, labels)
    if answer == KEEP:
        return
    slot = int(answer) - 1
    throng, director.throngs[slot] = director.throngs[slot], []
    person.throngs[0] = throng
    g.note(
        "alternate-rules/monster-migration",
        "{who} receives throng {n}",
        also=("alternate-rules/monster-migration-used-throng",),
        who=g.names[person.seat],
        n=answer,
    )
    g.note(
        "alternate-rules/monster-migration-turning-point",
        "with that {who} counts for the Turning Point",
        who=g.names[person.seat],
    )
    yield from receive(g, person, check=False)


@rule("pod-players/formal-moment")
def receive(g: Movie, person: Person, check: bool = True) -> Rule[None]:
    """With the first monster card an eliminated player becomes a Pod Player and gives up all power spoints."""
    if person.seat == DIRECTOR or person.pod:
        return
    g.step("become-pod")
    person.pod = True
    name = g.names[person.seat]
    g.note(
        "pod-players/formal-moment",
        "{who} has a first monster and is a Pod Player",
        also=("pod-players/receives-monster", "pod-players/own-throngs"),
        who=name,
    )
    why = ("pod-players/power-spoints-return", "spoints/pod-power-to-pool")
    give_back(g, person.power, "large-cast/grim-toll-power", why, name)
    person.power = 0
    if check:
        yield from endgames(g)


@rule("setup-cards/turning-point-surfaces")
def tell_surfaces(g: Movie) -> None:
    """The card beneath the survivors shows, which starts nothing by itself."""
    g.note(
        "setup-cards/turning-point-surfaces",
        "there are no survivor cards left, so the Turning Point card shows as a reminder",
    )


@rule("pod-players/pile-empties-later")
def pile_empty(g: Movie, between_reels: bool = False) -> Rule[None]:
    """The last survivor card is gone: who waits without survivors is out, and endgames may begin."""
    tell_surfaces(g)
    g.step("elim-check")
    for person in g.players:
        if not person.pool and not person.out:
            g.note("pod-players/pile-empties-later", "{who} waited in vain", who=g.names[person.seat])
            yield from turn_out(g, person, -1)
            g.step("elim-check")
    yield from endgames(g, between_reels)


def remaining(g: Movie) -> int:
    """How many players remain: with a survivor in play or one to draw."""
    lenient = g.reading("turning-point/who-is-remaining") == "remaining"
    return sum(not person.out or (lenient and not person.pod) for person in g.players)


@rule("turning-point/condition")
def turning_point(g: Movie, why: str = "") -> bool:
    """Turning Point: as many on the aliens' side as players remain; no more cards. Return whether it begins."""
    pods = sum(person.pod for person in g.people)
    left = remaining(g)
    if left > sum(not person.out for person in g.players):
        g.note("turning-point/who-is-remaining", "who is out without a monster still counts: {n:player}", n=Many(left))
    if 1 + pods < left or g.turning or g.standing or not left:
        return False
    words = {"allies": f"and {Many(pods):Pod Player}" if pods else "alone", "left": Many(left)}
    if g.reel >= g.parameters.reels:
        g.note("turning-point/ignored-in-reel-4", "Turning Point is ignored in Reel {n}", n=g.reel, **words)
        return False
    g.turning = "active"
    g.note(
        "turning-point/condition",
        "Turning Point: the Director {allies} against {left:player}, so no more cards are drawn for the screen",
        also=(
            "turning-point/counts-players",
            "turning-point/who-is-remaining",
            "turning-point/card-on-reel-pile",
            why,
        ),
        **words,
    )
    return True


@rule("turning-point/between-reels")
def counts_now(g: Movie, between_reels: bool) -> bool:
    """Whether Turning Point is looked at: while a reel plays always, between two reels only if it is read so."""
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
    g.extra, g.series, g.due, g.standing = False, 0, False, True
    g.discard(*g.drawn)
    for person in g.players:  # variant large-cast/among-us-attack: who has drawn nothing else has not been told yet
        person.out = person.out or not (person.pool or g.survivor_pile)
    g.note(
        "last-one-standing/trigger",
        "a single survivor remains, so this is Last One Standing",
        also=("last-one-standing/interrupts", "last-one-standing/any-reel", "reel-end/endgames-override"),
    )
    g.agenda[:] = [("last-one-standing/trigger",)]
    yield Cut("last-one-standing/interrupts")


@rule("end-of-movie/no-survivor-left")
def overrun(g: Movie) -> Rule[None]:
    """Nobody is left: the movie is over."""
    g.step("end-aliens")
    g.ended = "the aliens have overrun the cast"
    last = "last-one-standing/eliminated" if g.standing else "end-of-movie/no-survivor-left"
    g.note(last, "there are no survivors left, so the movie is over", also=("overview/no-formal-winner",))
    g.agenda.clear()
    yield Cut("end-of-movie/no-survivor-left")


def series_over(g: Movie) -> Rule[None]:
    """A series of attacks is over: a last stand that waited for it begins."""
    g.series -= 1
    if not g.due or g.series:
        return
    g.due = False
    if len(g.survivors()) == 1:
        g.step("los-check")
        yield from stand(g)
