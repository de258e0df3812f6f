"""Scouting the desert: two tiles are drawn, one is thrown away, the other is added to the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import cell_name, corners, fits_somewhere
from tutor.games.doppelganger.rules.placing import place_kept_tile
from tutor.games.doppelganger.rules.points import spend
from tutor.games.doppelganger.rules.stacks import draw_another, draw_tiles, may_reshuffle, tell_distance, tiles_to_draw
from tutor.games.doppelganger.table import Expedition

SCOUT_COST = 1


def can_scout(g: Expedition) -> bool:
    """Whether scouting is open."""
    if not g.desert.has_open_side():
        return False
    return tiles_to_draw(g) > (1 if g.reading("scout/one-tile-left-at-all") == "refused" else 0)


def scout_refusals(g: Expedition) -> Iterator[Refusal]:
    """Why scouting is closed: no open side beside the Team, or no tile to draw."""
    desert = g.desert
    if not desert.open_sides():
        where = cell_name(desert.team)
        yield Refusal("scout/needs-open-side", f"all four cells beside {where} hold tiles", "Move to an open side.")
        if any(cell not in desert.placed for cell in corners(desert.team)):
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
        if isinstance(value, tuple):
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
            other = next((tile for tile, _ in g.drawn if tile != mine), mine)
            if fits_somewhere(g.desert, g.tiles[other]) and not fits_somewhere(g.desert, g.tiles[mine]):
                why = f"{g.name(mine)} fits nowhere, the other tile does"
                yield Refusal("scout/choice-before-placement", why, "Keep the other.", ("keep", other))


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
    ((tile, _),) = g.drawn
    alone = tiles_to_draw(g) == 0
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
