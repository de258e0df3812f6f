"""Players without survivors: waiting, out, and Pod Players; and the two endgames that follow from their number."""

from __future__ import annotations

from tutor.engine.core import Choose, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person
from tutor.games.roswell51.rules.reel_end import turn_left
from tutor.games.roswell51.rules.spoints import give_back
from tutor.games.roswell51.rules.throngs import established
from tutor.games.roswell51.rules.turning_point import endgames, last_one
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
        if turn_left(g, seat) and not (len(g.survivors()) == 1 and last_one(g)):
            template = "{who} has no survivors left and will draw one next turn if the survivor pile still has one"
            also = ("take-attack/only-option-without-survivors",)
            g.note("pod-players/pile-left-means-waiting", template, also=also, who=g.names[seat])
        return
    yield from turn_out(g, person, by)


@rule("overview/eliminated-join-aliens")
def turn_out(g: Movie, person: Person, by: int) -> Rule[None]:
    """A player with no survivor in play and none to draw is out and goes over to the aliens."""
    g.step("elim-out")
    person.out = True
    g.note(
        "pod-players/when",
        "{who} is out and joins the aliens, but becomes a Pod Player only on receiving a first monster card",
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
    if not slots or not g.survivors():
        return
    g.step("migration")
    prompt = f"{g.names[person.seat]} has no survivors left. Which of your throngs do you hand over, if any?"
    labels = (*(f"Hand over throng {slot}" for slot in slots), "Keep all your throngs")
    answer = yield Choose(DIRECTOR, "alternate-rules/monster-migration", (*slots, KEEP), prompt, labels)
    if answer == KEEP:
        return
    slot = int(answer) - 1
    throng, director.throngs[slot] = director.throngs[slot], []
    person.throngs[0] = throng
    g.note(
        "alternate-rules/monster-migration",
        "{who} receives throng {n} from the Director",
        also=("alternate-rules/monster-migration-used-throng",),
        who=g.names[person.seat],
        n=answer,
    )
    if not g.turning and g.reel < g.parameters.reels:
        template = "{who} counts towards Turning Point from now on"
        g.note("alternate-rules/monster-migration-turning-point", template, who=g.names[person.seat])
    yield from receive(g, person, check=False)


@rule("pod-players/formal-moment")
def receive(g: Movie, person: Person, check: bool = True) -> Rule[None]:
    """With the first monster card, an eliminated player becomes a Pod Player and gives up all power spoints."""
    if person.seat == DIRECTOR or person.pod:
        return
    g.step("become-pod")
    person.pod = True
    name = g.names[person.seat]
    g.note(
        "pod-players/formal-moment",
        "{who} has received a first monster and is now a Pod Player",
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
        "there are no survivor cards left, so the Turning Point card that was beneath them is in view as a reminder",
    )


@rule("pod-players/pile-empties-later")
def pile_empty(g: Movie, between_reels: bool = False) -> Rule[None]:
    """The last survivor card is gone: players without survivors are out, and endgames may begin."""
    tell_surfaces(g)
    g.step("elim-check")
    for person in g.players:
        if not person.pool and not person.out:
            g.note(
                "pod-players/pile-empties-later",
                "{who} was waiting for a survivor, but there are no survivor cards left to draw",
                who=g.names[person.seat],
            )
            yield from turn_out(g, person, -1)
            g.step("elim-check")
    yield from endgames(g, between_reels)
