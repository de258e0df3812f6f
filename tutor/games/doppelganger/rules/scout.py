"""Scouting the desert, and which stack the two tiles come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import Choose, Refusal, Rule, Value, draw, shuffle
from tutor.engine.piles import Pile
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import BACKS
from tutor.games.doppelganger.desert import CORNERS, START, cell_name, distance_to_start, placement, way_to_start
from tutor.games.doppelganger.rules.placing import place_kept_tile
from tutor.games.doppelganger.rules.points import spend
from tutor.games.doppelganger.table import Expedition

SCOUT_COST = 1
TILES_DRAWN = 2
NEAR = 4
"""Up to this distance the 3 stack is used."""
FAR = 8
"""Up to this distance the 6 stack is used, beyond it the Compass stack."""


def distance(g: Expedition) -> int:
    """The distance that selects the stack, as the reading in force counts it."""
    steps = distance_to_start(g.desert)
    match g.reading("stacks/steps-not-tiles"):
        case "both-ends":
            return steps + 1
        case "between":
            return max(0, steps - 1)
    return steps


def stacks_in_order(g: Expedition) -> tuple[str, ...]:
    """The stacks that the distance selects, in the order of substitution."""
    steps = distance(g)
    return BACKS[0 if steps <= NEAR else 1 if steps <= FAR else 2 :]


def single_only(g: Expedition) -> bool:
    """Whether the single stack has replaced the choice by distance."""
    return g.single is not None and g.reading("stacks/leftover-3-and-6") != "compass-only"


def may_reshuffle(g: Expedition) -> bool:
    """Whether discards may be shuffled into a (new) single stack."""
    return g.single is None or g.reading("stacks/single-stack-empty") == "again"


def tiles_to_draw(g: Expedition) -> int:
    """How many tiles could be drawn now from stacks and discards together."""
    count = len(g.single) if g.single is not None else 0
    if not single_only(g):
        count += sum(len(g.stacks[back]) for back in stacks_in_order(g))
        if g.single is None and g.reading("stacks/leftover-3-and-6") == "shuffled-in":
            count += sum(len(g.stacks[back]) for back in BACKS if back not in stacks_in_order(g))
    return count + (len(g.thrown) if may_reshuffle(g) else 0)


def can_scout(g: Expedition) -> bool:
    """Whether scouting is open."""
    return next(scout_refusals(g), None) is None


def scout_refusals(g: Expedition) -> Iterator[Refusal]:
    """Why scouting is closed: no open side beside the Team, or no tile to draw."""
    desert = g.desert
    if not desert.open_sides():
        where = cell_name(desert.team)
        yield Refusal("scout/needs-open-side", f"all four cells beside {where} hold tiles", "Move to an open side.")
        x, y = desert.team
        if any((x + dx, y + dy) not in desert.placed for dx, dy in CORNERS):
            yield Refusal("scout/diagonal-gap-not-enough", "an open cell that touches only a corner does not count")
    left = tiles_to_draw(g)
    if not left:
        yield Refusal("scout/no-tile-left", "stacks and discards hold no tile that could be drawn")
        if g.thrown and not may_reshuffle(g):
            yield Refusal("stacks/single-stack-empty", "by the reading in force discards are shuffled only once")
    elif left == 1 and g.reading("scout/one-tile-left-at-all") == "refused":
        yield Refusal("scout/one-tile-left-at-all", "one tile is left, two are needed")


@rule("turn/cost-scout")
def scout(g: Expedition) -> Rule[None]:
    """The leader draws two tiles, throws one away unseen and adds the other to the desert."""
    g.step("scout-pay")
    spend(
        g,
        SCOUT_COST,
        "turn/cost-scout scout/needs-open-side scout/condition-is-geometric scout/any-team-tile",
        "scouting",
    )
    g.step("scout-distance")
    tell_distance(g)
    yield from draw_tiles(g)
    g.step("scout-drawn")
    thrown = len(g.thrown)
    kept = yield from keep_one(g)
    if kept is not None:
        yield from place_kept_tile(g, kept, [tile for tile, _ in g.thrown[thrown:]], draw_another)


def tell_distance(g: Expedition) -> None:
    """Say how far START is and what the way runs over."""
    desert = g.desert
    way = way_to_start(desert)
    x, y = desert.team
    ids = "stacks/distance-is-shortest-path stacks/from-team-not-tile stacks/recomputed stacks/steps-not-tiles"
    ids += " stacks/orthogonal-path"
    ids += " stacks/start-is-zero" if desert.team == START else ""
    ids += " stacks/not-straight-line" if len(way) - 1 > abs(x) + abs(y) else ""
    ids += " stacks/canyons-count" if any(desert.placed[cell].tile.kind == "canyon" for cell in way) else ""
    ids += " stacks/uncleared-count" if any(desert.blocked(cell) for cell in way) else ""
    g.note(ids, "the shortest way to START over placed tiles is {n} long", n=distance(g))


@rule("scout/draw-two")
def draw_tiles(g: Expedition) -> Rule[None]:
    """Two tiles are drawn one at a time, each from the stack that is then due."""
    how = g.reading("scout/one-tile-left-in-stack")
    first = yield from due_stack(g, TILES_DRAWN if how == "both-from-next" else 1)
    if first is None:
        return
    yield from draw_tile(g, first)
    if how == "only-what-is-there" and not first:
        g.note("scout/one-tile-left-in-stack", "the stack held one tile, so there is no choice")
        return
    second = yield from due_stack(g, TILES_DRAWN - 1, first if how == "both-from-next" else None)
    if second is None:
        return
    if second is not first:
        g.note("scout/one-tile-left-in-stack", "the stack held one tile; the second comes from the next stack")
    yield from draw_tile(g, second)
    g.note("scout/draw-two scout/look-alone", "{who} draws two tiles and looks at them alone", who=g.names[g.leader])


def draw_tile(g: Expedition, stack: Pile) -> Rule[None]:
    """One tile into the leader's hand."""
    g.step("scout-draw")
    (tile,) = yield from draw(stack, 1, "scout/draw-two", seen_by=(g.leader,))
    g.drawn.append((tile, g.leader))
    if g.reading("stacks/reshuffle-when-needed") == "at-once" and stack is g.stacks[BACKS[-1]] and not stack:
        yield from reshuffle(g)


def draw_another(g: Expedition) -> Rule[str | None]:
    """One more tile, under the reading that draws on until one fits; None if there is none."""
    stack = yield from due_stack(g)
    if stack is not None:
        yield from draw_tile(g, stack)
    g.step("scout-drawn")
    return g.drawn[-1][0] if g.drawn else None


def due_stack(g: Expedition, least: int = 1, before: Pile | None = None) -> Rule[Pile | None]:
    """The stack that the next tile comes from; None if no tile can be drawn.

    A stack with fewer than `least` tiles is passed over, except the Compass stack, which is used to its last tile.
    `before` is the stack of the first tile where the second has to come from the same.
    """
    g.step("scout-select")
    if before:
        g.step(next((f"stack-{back}" for back in BACKS if g.stacks[back] is before), "stack-single"))
        return before
    if not single_only(g):
        for back in stacks_in_order(g):
            g.step(f"stack-{back}")
            if len(g.stacks[back]) >= (1 if back == BACKS[-1] else least):
                tell_stack(g, back)
                return g.stacks[back]
            if g.stacks[back]:
                g.note("scout/one-tile-left-in-stack", "one tile in the {back} stack is not enough", back=back)
    if g.single is not None:
        g.step("stack-single")
        if g.single:
            g.note("stacks/single-stack-replaces-distance", "the tile comes from the single stack")
            return g.single
    formed = yield from reshuffle(g)
    return g.single if formed else None


STACK_RULES = {"3": "stacks/up-to-4", "6": "stacks/5-to-8", "compass": "stacks/9-or-more"}


def tell_stack(g: Expedition, back: str) -> None:
    """Say which stack is used and why."""
    wanted = stacks_in_order(g)[0]
    ids = STACK_RULES[wanted]
    if back != wanted:
        ids += f" stacks/{wanted}-empty" if wanted == "3" else " stacks/6-empty"
        ids += " stacks/6-empty stacks/chain" if (wanted, back) == ("3", "compass") else ""
        ids += " stacks/no-step-back"
    ids += " stacks/leftover-3-and-6" if g.single is not None else ""
    g.note(
        ids,
        "at distance {n} the tile comes from the {wanted} stack{instead}",
        n=distance(g),
        wanted=wanted,
        instead=f", which is empty, so from the {back} stack" if back != wanted else "",
    )


@rule("stacks/compass-empty")
def reshuffle(g: Expedition) -> Rule[bool]:
    """All discarded tiles, whatever their backs, are shuffled into one single stack; whether there were any."""
    g.step("stack-reshuffle")
    again = g.single is not None
    tiles = [tile for tile, _ in g.thrown] if may_reshuffle(g) else []
    leftover = " stacks/leftover-3-and-6" if any(g.stacks[back] for back in BACKS) else ""
    if not again and g.reading("stacks/leftover-3-and-6") == "shuffled-in":
        for back in BACKS:
            tiles += g.stacks[back].cards()
            g.stacks[back] = Pile()
    if not tiles:
        return False
    g.thrown.clear()
    g.single = Pile(tiles)
    g.reshuffles += 1
    ids = "stacks/single-stack-empty" if again else "stacks/compass-empty stacks/reshuffle-when-needed"
    g.note(ids + leftover, "{n} discarded tiles are shuffled into a single stack", n=len(tiles))
    yield from shuffle(g.single, "stacks/compass-empty")
    return True


class Keep(Choose):
    """Which of the two tiles is kept; the other is thrown away."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition) -> None:
        self.g = g
        self.seat = g.leader
        self.rule = "scout/discard-one"

    def prompt(self) -> str:
        return "Which tile do you keep for the desert?"

    def label(self, value: Value) -> str:
        if isinstance(value, tuple) and value[0] == "keep":
            return f"Keep {self.g.name(str(value[1]))}"
        return "Throw both away" if value == "throw both" else "Show them to the others"

    def candidates(self) -> Sequence[Value]:
        return [*(("keep", tile) for tile in dict.fromkeys(t for t, _ in self.g.drawn)), "throw both", "show both"]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g = self.g
        if value == "throw both":
            yield Refusal("scout/no-optional-placement", "one of the two tiles has to be placed", "Keep one.")
        elif value == "show both":
            yield Refusal("scout/look-alone", "the drawn tiles are for the leader's eyes only", "Talk about them.")
            yield Refusal("secrecy/tile-discard-hidden", "the tile that you throw away is never shown")
        elif g.reading("scout/choice-before-placement") == "must-fit":
            mine = str(value[1])  # type: ignore[index]
            others = [tile for tile, _ in g.drawn if tile != mine]
            if not fits_anywhere(g, mine) and any(fits_anywhere(g, tile) for tile in others):
                why = f"{g.name(mine)} fits nowhere, the other tile does"
                yield Refusal("scout/choice-before-placement", why, "Keep the other.", ("keep", others[0]))


def fits_anywhere(g: Expedition, tile: str) -> bool:
    """Whether some step of placing has a cell for the tile."""
    return placement(g.desert, g.tiles[tile])[0] > 0


@rule("scout/discard-one")
def keep_one(g: Expedition) -> Rule[str | None]:
    """The leader selects one tile to discard face down and keeps the other; a single tile is kept."""
    if len(g.drawn) == 1:
        return (yield from keep_the_only_one(g))
    g.step("scout-choose")
    value = yield Keep(g)
    kept = str(value[1])
    thrown = next((tile for tile, _ in g.drawn if tile != kept), kept)
    throw(g, thrown)
    g.note(
        "scout/discard-one scout/choice-before-placement secrecy/tile-discards-face-down secrecy/tile-discard-hidden",
        "{who} throws one tile away face down",
        who=g.names[g.leader],
    )
    return kept


@rule("scout/one-tile-left-at-all")
def keep_the_only_one(g: Expedition) -> Rule[str | None]:
    """If only one tile can be drawn, it has to be placed."""
    (tile, _), alone = g.drawn[0], tiles_to_draw(g) == 0
    if alone and g.reading("scout/one-tile-left-at-all") == "place-or-discard":
        value = yield Choose(g.leader, "scout/one-tile-left-at-all", ("place", "discard"), "Your only tile")
        if value == "discard":
            throw(g, tile)
            g.note("scout/one-tile-left-at-all", "{who} throws the only tile away", who=g.names[g.leader])
            return None
    if alone:
        g.note("scout/one-tile-left-at-all", "only one tile could be drawn; it is placed")
    return tile


def throw(g: Expedition, tile: str) -> None:
    """A tile from the leader's hand goes face down among the tile discards."""
    g.drawn.remove((tile, g.leader))
    g.thrown.append((tile, g.leader))
