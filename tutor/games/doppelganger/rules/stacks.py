"""Which stack a tile comes from: by the distance to START, by what is empty, and the single stack in the end."""

from __future__ import annotations

from tutor.engine.core import Many, Pile, Rule, draw, shuffle, told
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import BACKS, STACKS
from tutor.games.doppelganger.desert import START, Cell
from tutor.games.doppelganger.desert_questions import distance_to_start, way_to_start
from tutor.games.doppelganger.table import Expedition

TILES_DRAWN = 2


def distance(g: Expedition, cell: Cell | None = None) -> int:
    """Return the distance from the Team (or `cell`) that selects the stack, as the current reading counts it."""
    steps = distance_to_start(g.desert, cell)
    match g.reading("stacks/steps-not-tiles"):
        case "both-ends":
            return steps + 1
        case "between":
            return max(0, steps - 1)
    return steps


def stacks_in_order(g: Expedition, cell: Cell | None = None) -> tuple[str, ...]:
    """Return the stacks that the distance from the Team (or `cell`) selects, in the order of replacement."""
    steps = distance(g, cell)
    numbers = g.parameters
    return BACKS[0 if steps <= numbers.near else 1 if steps <= numbers.far else 2 :]


def single_only(g: Expedition) -> bool:
    """Whether the single stack has replaced the choice by distance."""
    return g.single is not None and g.reading("stacks/leftover-3-and-6") != "compass-only"


def may_reshuffle(g: Expedition) -> bool:
    """Whether discards may be shuffled into a (new) single stack."""
    return g.single is None or g.reading("stacks/single-stack-empty") == "again"


def tiles_to_draw(g: Expedition, cell: Cell | None = None) -> int:
    """Return how many tiles could be drawn from stacks and discards with the Team where it is or at `cell`."""
    return tiles_in_stacks(g, cell) + (len(g.thrown) if may_reshuffle(g) else 0)


def tiles_in_stacks(g: Expedition, cell: Cell | None = None) -> int:
    """Return how many tiles could be drawn from stacks alone."""
    count = len(g.single) if g.single is not None else 0
    if not single_only(g):
        due = BACKS if g.single is None and forms_with_leftovers(g) else stacks_in_order(g, cell)
        for back in due:
            count += len(g.stacks[back])
    return count


def forms_with_leftovers(g: Expedition) -> bool:
    """Whether tiles left in other stacks join the single stack when it is formed."""
    return g.reading("stacks/leftover-3-and-6") == "shuffled-in"


def enough_to_draw(g: Expedition, cell: Cell | None = None) -> bool:
    """Whether enough tiles for scouting could be drawn, with the Team where it is or at `cell`."""
    least = 1 if g.reading("scout/one-tile-left-at-all") == "refused" else 0
    if g.single is None and len(g.stacks[BACKS[-1]]) > least:  # the last stack serves every distance
        return True
    return tiles_to_draw(g, cell) > least


@rule("scout/draw-two")
def draw_tiles(g: Expedition) -> Rule[None]:
    """Two tiles are drawn one at a time, each from the stack that is then due."""
    how = g.reading("scout/one-tile-left-in-stack")
    first = yield from due_stack(g, TILES_DRAWN if how == "both-from-next" else 1)
    if first is None:
        return
    yield from draw_tile(g, first)
    if how == "only-what-is-there" and not first:
        g.note("scout/one-tile-left-in-stack", "there was only one tile in the stack, so there is no choice")
        return
    second = yield from due_stack(g, TILES_DRAWN - 1, first if how == "both-from-next" else None, first)
    if second is None:
        return
    if second is not first:
        said = "there was only one tile in the first stack, so the second tile comes from another stack"
        g.note("scout/one-tile-left-in-stack", said)
    yield from draw_tile(g, second)
    g.note(
        "scout/draw-two",
        "{who} draws two tiles and is the only one who looks at them",
        also=("scout/look-alone",),
        who=g.names[g.leader],
    )


def draw_tile(g: Expedition, stack: Pile) -> Rule[None]:
    """The leader draws one tile."""
    g.step("scout-draw")
    (tile,) = yield from draw(stack, 1, "scout/draw-two", seen_by=(g.leader,))
    g.drawn.append((tile, g.leader))
    if g.reading("stacks/reshuffle-when-needed") == "at-once" and stack is g.stacks[BACKS[-1]] and not stack:
        yield from reshuffle(g)


def draw_another(g: Expedition) -> Rule[str | None]:
    """Draw one more tile, under the reading that draws until one fits; None if that needs a reshuffle."""
    if not tiles_in_stacks(g):
        g.step("scout-select")
        g.step("scout-drawn")
        return None
    stack = yield from due_stack(g)
    if stack is not None:
        yield from draw_tile(g, stack)
    g.step("scout-drawn")
    return next((tile for tile, *_ in g.drawn), None)


def due_stack(
    g: Expedition, least: int = 1, before: Pile | None = None, known: Pile | None = None
) -> Rule[Pile | None]:
    """Return the stack that the next tile comes from, or None if no tile can be drawn.

    A stack with fewer than `least` tiles is passed over while any other has tiles, except the Compass stack.
    `before` is the stack of the first tile if the second has to come from the same stack. `known` is that stack even if
    it need not, and why it is used is not said twice.
    """
    g.step("scout-select")
    if before:
        g.step(next((f"stack-{back}" for back in BACKS if g.stacks[back] is before), "stack-single"))
        return before
    if not single_only(g):
        for back in stacks_in_order(g):
            g.step(f"stack-{back}")
            if len(g.stacks[back]) >= (1 if back == BACKS[-1] else least):
                if g.stacks[back] is not known:
                    tell_stack(g, back)
                return g.stacks[back]
            if g.stacks[back]:
                said = "there is only one tile in the {stack}, which is not enough"
                g.note("scout/one-tile-left-in-stack", said, stack=STACKS[back])
    if g.single is not None:
        g.step("stack-single")
        if g.single:
            who = g.names[g.leader]
            g.note("stacks/single-stack-replaces-distance", "{who} draws a tile from the single stack", who=who)
            return g.single
    if (yield from reshuffle(g)):
        return g.single
    return (yield from due_stack(g)) if least > 1 else None


STACK_RULES = {"3": "stacks/up-to-4", "6": "stacks/5-to-8", "compass": "stacks/9-or-more"}
EMPTY_RULES = {"3": "stacks/3-empty", "6": "stacks/6-empty"}


@told
def tell_stack(g: Expedition, back: str) -> None:
    """Say which stack is used and why."""
    wanted = stacks_in_order(g)[0]
    passed = BACKS[BACKS.index(wanted) : BACKS.index(back)]
    empty = [stack for stack in passed if not g.stacks[stack]]
    why = "is empty" if wanted in empty else "has too few tiles"
    said = "{who} draws from the {used}, because {where}"
    if passed:
        said = "{where}, but the {wanted} {why}, so {who} draws from the {used}"
    steps, counted = g.desert.steps[g.desert.team], distance(g)
    g.note(
        STACK_RULES[wanted],
        said,
        also=(
            *(EMPTY_RULES[stack] for stack in empty),
            "stacks/chain" if len(empty) > 1 else "",
            "stacks/no-step-back" if passed else "",
            "" if g.single is None else "stacks/leftover-3-and-6",
        ),
        where=f"the distance to START counts as {counted}"
        if counted != steps
        else f"START is {Many(steps):step} away"
        if steps
        else "the Team is on START",
        wanted=STACKS[wanted],
        why=why,
        who=g.names[g.leader],
        used=STACKS[back],
    )


@told
def tell_distance(g: Expedition) -> None:
    """Write the note on how far START is and which tiles the way crosses."""
    desert = g.desert
    way = way_to_start(desert)
    steps = desert.steps[desert.team]
    x, y = desert.team
    said = "START is {n:step} away" if steps else "the Team is on START"
    if distance(g) != steps:
        said += ", which the chosen reading counts as a distance of {counted}"
    elif steps:
        said += ", counted from tile to tile"
    g.note(
        "stacks/distance-is-shortest-path",
        said,
        also=(
            "stacks/from-team-not-tile",
            "stacks/recomputed",
            "stacks/steps-not-tiles",
            "stacks/orthogonal-path",
            "stacks/start-is-zero" if desert.team == START else "",
            "stacks/not-straight-line" if steps > abs(x) + abs(y) else "",
            "stacks/canyons-count" if any(desert.placed[cell].tile.kind == "canyon" for cell in way) else "",
            "stacks/uncleared-count" if any(desert.blocked(cell) for cell in way) else "",
        ),
        n=Many(steps),
        counted=distance(g),
    )


@rule("stacks/compass-empty")
def reshuffle(g: Expedition) -> Rule[bool]:
    """Shuffle all discarded tiles into one single stack, whatever their backs; return whether there were any."""
    g.step("stack-reshuffle")
    again = g.single is not None
    tiles = [tile for tile, *_ in g.thrown] if may_reshuffle(g) else []
    leftover = any(g.stacks[back] for back in BACKS)
    said, only = "the discarded tiles are shuffled", "the only discarded tile becomes"
    if not again and forms_with_leftovers(g):
        said, only = "all the tiles that are left are shuffled", "the only tile that is left becomes"
        for back in BACKS:
            tiles += g.stacks[back].cards()
            g.stacks[back] = Pile()
    if not tiles:
        return False
    g.thrown.clear()
    g.single = Pile(tiles)
    g.reshuffles += 1
    g.note(
        "stacks/single-stack-empty" if again else "stacks/compass-empty",
        f"{said} into a single stack of {{tiles:tile}}" if tiles[1:] else f"{only} the single stack",
        also=("" if again else "stacks/reshuffle-when-needed", "stacks/leftover-3-and-6" if leftover else ""),
        tiles=Many(len(tiles)),
    )
    yield from shuffle(g.single, "stacks/compass-empty")
    return True
