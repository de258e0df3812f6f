"""The spaceship construction room: builders, progress, and the end that it brings."""

from __future__ import annotations

from tutor.engine.core import Many, ManyOrNo, Part, Rule, Sum
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM, Line
from tutor.games.shelter.rules.victory import at_once, escape
from tutor.games.shelter.table import Shelter


@rule("spaceship/required-half")
def builders_required(g: Shelter) -> int:
    """Return half the survivors, rounded as the reading says, but at least one as long as anybody is left."""
    survivors, each = g.survivors(), g.parameters.survivors_a_builder
    if g.reading("spaceship/rounding") == "down":
        return min(survivors, max(1, survivors // each))
    return -(-survivors // each)


def builders_of(g: Shelter, seat: int) -> int:
    """Return how many builders this seat counts as in the room."""
    return g.skill(seat, "builds-for") or 1


def builders(g: Shelter) -> Sum:
    """Return how many builders the tokens in the room count as."""
    return Sum("builders", *(_builder(g, seat) for seat in g.places[ROOM].tokens))


def _builder(g: Shelter, seat: int) -> Part:
    """Return what a player's token in the room counts as, with the character's skill if it has one for this."""
    n = g.skill(seat, "builds-for")
    if n:
        return Part(n, g.names[seat], "characters/skill-overrides", g.players[seat].character)
    return Part(1, g.names[seat], "spaceship/build")


@rule("spaceship/required-updates")
def update_required(g: Shelter) -> None:
    """The required number follows the survivors, at once or from the next round on."""
    room = g.places[ROOM]
    if g.reading("spaceship/recheck-on-death") == "round-start":
        g.note(
            "spaceship/recheck-on-death",
            "{n:builder is|builders are} still required for the rest of this round",
            n=Many(room.limit),
        )
        return
    before, survivors = room.limit, g.survivors()
    room.limit = builders_required(g)
    g.note(
        "spaceship/required-updates",
        "With {survivors:survivor}, the spaceship {still} requires {n:builder}",
        also=("spaceship/required-half", "spaceship/required-table", "spaceship/rounding"),
        survivors=ManyOrNo(survivors),
        still="now" if room.limit != before else "still",
        n=ManyOrNo(room.limit),
    )
    falls = g.reading("spaceship/target-fixed") == "current-survivors"
    says = "The spaceship’s target is {still} {target:point} of progress"
    g.note("spaceship/target-fixed", says, still="now" if falls else "still", target=Many(g.target()))


@rule("spaceship/build")
def build(g: Shelter, seat: int) -> Rule[None]:
    """A player builds by going to the room; enough builders make progress."""
    g.step("room-check")
    room = g.places[ROOM]
    g.note("durability/room-has-none", "The construction room does not wear out")
    if g.skill(seat, "builds-for"):
        g.note(
            "characters/skill-overrides",
            "{who} counts as {n} builders because of a skill",
            who=g.names[seat],
            n=g.skill(seat, "builds-for"),
        )
    here = builders(g)
    if here < room.limit:
        g.note(
            "spaceship/build",
            "{who} waits in the construction room, which needs {n:builder} and has only {here}",
            also=("capacity/required-must-be-met",),
            who=g.names[seat],
            here=here,
            n=Many(room.limit),
        )
    elif g.reading("spaceship/timing") == "end-of-round":
        g.note(
            "spaceship/timing",
            "The construction room has enough builders, but {what} comes at the end of the round",
            what="the launch" if g.ready else "the progress",
        )
    elif not room.worked:
        g.step("room-progress")
        yield from work(g)


@rule("spaceship/enough-builders")
def work(g: Shelter) -> Rule[None]:
    """Enough builders in a round make progress once, or launch the finished ship."""
    room = g.places[ROOM]
    room.worked = True
    if g.ready:
        g.note(
            "spaceship/finished-is-escape", "Enough builders are in the construction room to launch the finished ship"
        )
        yield from escape(g)
    gain = g.parameters.room_progress
    g.note(
        "spaceship/enough-builders",
        "{here:builder is|builders are} in the construction room and {n:is|are} required, "
        "so the ship gains {gain:point} of progress",
        also=("spaceship/one-per-round", "spaceship/timing"),
        here=Many(builders(g)),
        n=Many(room.limit),
        gain=Many(gain),
    )
    add_progress(g, gain)
    yield from check_ship(g)


@rule("spaceship/recheck-on-death")
def recheck(g: Shelter) -> Rule[None]:
    """When fewer builders are required, those in the room may suffice."""
    g.step("room-recheck")
    room = g.places[ROOM]
    if room.tokens and not room.worked and builders(g) >= room.limit and g.reading("spaceship/timing") == "at-once":
        g.step("room-recheck-progress")
        g.note("spaceship/recheck-on-death", "There are now enough builders in the construction room")
        yield from work(g)
    elif g.reading("spaceship/target-fixed") == "current-survivors":
        yield from check_ship(g)


@rule("spaceship/other-sources")
def progress(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A card adds construction progress without builders and on top of the room's point."""
    g.note(
        "spaceship/other-sources",
        "The card adds {n:point} of progress without any builders, in addition to what the construction room adds"
        if line.n >= 0
        else "The card takes away {n:point} of progress",
        also=(
            "spaceship/other-sources-add-up",
            "spaceship/no-builders-needed-for-cards",
            "furniture/may-add-progress",
            "items/may-add-progress",
        ),
        n=Many(abs(line.n)),
    )
    add_progress(g, line.n)
    if at_once(g):
        yield from check_ship(g)


def add_progress(g: Shelter, n: int) -> None:
    """Move the progress bar; it does not go below 0."""
    g.progress = max(0, g.progress + n)
    down = g.reading("setup/room-progress-bar") == "count-down"
    goal = 0 if down else g.target()
    g.note("spaceship/target", "The progress bar is at {n}, and the goal is {goal}", n=g.shown(), goal=goal)


@rule("spaceship/target")
def check_ship(g: Shelter) -> Rule[None]:
    """The ship is finished when the progress reaches the target; then the survivors leave."""
    g.step("ship-check")
    target = g.target()
    if g.progress < target or not g.inside():
        return
    if over := g.progress - target:
        says = "The extra point of progress changes nothing"
        if over > 1:
            says = "The {n} extra points of progress change nothing"
        g.note("spaceship/overshoot", says, n=over)
    if g.reading("spaceship/finished-is-escape") == "launch-action":
        says = "The ship is finished, but it has to be launched in a later round"
        g.note("spaceship/finished-is-escape", "The ship still has to be launched" if g.ready else says)
        return
    g.note("spaceship/finished-is-escape", "The ship is finished, and nothing else is needed")
    yield from escape(g)
