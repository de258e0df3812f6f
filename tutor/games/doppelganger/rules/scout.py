"""Scouting the desert: two tiles are drawn, one is thrown away, the other is added to the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Closed, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import cell_name, corners
from tutor.games.doppelganger.desert_questions import fits_somewhere, region
from tutor.games.doppelganger.rules import stacks
from tutor.games.doppelganger.rules.placing import place_kept_tile, throw
from tutor.games.doppelganger.rules.points import priced, something_else, spend, too_few_points
from tutor.games.doppelganger.table import Expedition

GROUND_RULES = {"canyon": "move/canyon-never", "mountain": "move/mountain-removes-supply"}
"""The rules about the kinds of ground that the Team cannot simply walk on."""


class Scout(Move[Expedition, int]):
    """Draw two tiles and add one of them to the desert."""

    verb, words = "scout", "Scout the desert"

    def label(self, g: Expedition, leader: int) -> str:
        return priced(self.words, g.parameters.scout_cost)

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        ready = g.points >= g.parameters.scout_cost and g.desert.has_open_side() and stacks.enough_to_draw(g)
        return (self.verb,) if ready else ()

    def refuse(self, g: Expedition, leader: int) -> Iterator[Refusal]:
        desert = g.desert
        if not desert.has_open_side():
            fix = "Scout from a tile with an open side." if region(desert).frontier else something_else(g)
            why = f"there are tiles on all four sides of {cell_name(desert.team)}, where the Team is"
            yield Refusal("scout/needs-open-side", why, fix)
            if any(cell not in desert.placed for cell in corners(desert.team)):
                why = "an empty space that touches the Team’s tile only at a corner isn’t enough"
                yield Refusal("scout/diagonal-gap-not-enough", why, fix)
        left = stacks.tiles_to_draw(g)
        if not left and g.single is None and any(g.stacks.values()):
            why = "at this distance from START, you can draw only from stacks that are empty, and there are no discards"
            yield Refusal("scout/no-tile-left", why, "Move closer to START before you scout.")
        elif not left:
            yield Refusal(
                "scout/no-tile-left",
                "there are no tiles left that you can draw from the stacks or the discards",
                something_else(g),
            )
            if g.thrown and not stacks.may_reshuffle(g):
                why = "under the chosen reading, the discards are shuffled only once, and that has already happened"
                yield Refusal("stacks/single-stack-empty", why, something_else(g))
        elif left == 1 and g.reading("scout/one-tile-left-at-all") == "refused":
            yield Refusal(
                "scout/one-tile-left-at-all",
                "there’s only one tile left that you can draw, and under the chosen reading, scouting takes two tiles",
                something_else(g),
            )
        yield from too_few_points(g, g.parameters.scout_cost, "turn/cost-scout", "scouting")

    @staticmethod
    def do(g: Expedition, leader: int) -> Rule[None]:
        return scout(g)


@rule("turn/cost-scout")
def scout(g: Expedition) -> Rule[None]:
    """The leader draws two tiles, throws one away unseen and adds the other to the desert."""
    g.step("scout-pay")
    spend(
        g,
        g.parameters.scout_cost,
        "turn/cost-scout",
        "scouting",
        also=("scout/needs-open-side", "scout/condition-is-geometric", "scout/any-team-tile"),
    )
    g.step("scout-distance")
    stacks.tell_distance(g)
    yield from stacks.draw_tiles(g)
    g.step("scout-drawn")
    thrown = len(g.thrown)
    kept = yield from keep_one(g)
    if kept is not None:
        yield from place_kept_tile(g, kept, [tile for tile, *_ in g.thrown[thrown:]], stacks.draw_another)


class Keep(Move[Expedition, int]):
    """Keep one of the two tiles and throw the other away."""

    verb = "keep"

    def label(self, g: Expedition, leader: int, mine: str) -> str:
        alike = any(tile != mine and g.name(tile) == g.name(mine) for tile, *_ in g.drawn)
        number = g.tiles[mine].value or g.tiles[mine].crash
        return f"Keep {g.the(mine)} {number}" if alike and number else f"Keep {g.the(mine)}"

    def about(self, g: Expedition, leader: int, mine: str) -> Sequence[str]:
        tile = g.tiles[mine]
        return [*filter(None, (GROUND_RULES.get(tile.kind), "crash/trigger" if tile.crash else ""))]

    def tries(self, g: Expedition, leader: int) -> Sequence[Value]:
        return self.each(dict.fromkeys(tile for tile, *_ in g.drawn))

    def refuse(self, g: Expedition, leader: int, mine: str) -> Iterator[Refusal]:
        if g.reading("scout/choice-before-placement") == "must-fit":
            other = next((tile for tile, *_ in g.drawn if tile != mine), mine)
            if fits_somewhere(g.desert, g.tiles[other]) and not fits_somewhere(g.desert, g.tiles[mine]):
                why = f"{g.the(mine)} doesn’t fit anywhere, but the other tile does"
                yield Refusal("scout/choice-before-placement", why, "Keep the other tile.", ("keep", other))

    @staticmethod
    def do(g: Expedition, leader: int, kept: str) -> None:
        throw(g, next((tile for tile, *_ in g.drawn if tile != kept), kept))
        g.note(
            "scout/discard-one",
            "{who} throws one tile away, face down",
            also=("scout/choice-before-placement", "secrecy/tile-discards-face-down", "secrecy/tile-discard-hidden"),
            who=g.names[leader],
        )


class ThrowBoth(Closed[Expedition, int]):
    """Place neither tile."""

    verb, words = "throw both", "Throw both tiles away"

    def refuse(self, g: Expedition, leader: int) -> Iterator[Refusal]:
        yield Refusal(
            "scout/no-optional-placement", "you have to keep one of the two tiles", "Choose which tile to keep."
        )


class ShowBoth(Closed[Expedition, int]):
    """Let the others see the tiles."""

    verb, words = "show both", "Show both tiles to the others"

    def refuse(self, g: Expedition, leader: int) -> Iterator[Refusal]:
        why = "only you can look at the drawn tiles, because you’re the leader"
        yield Refusal("scout/look-alone", why, "You can tell the others about them, truthfully or not.")
        why = "you can’t show the others the tile that you throw away"
        yield Refusal("secrecy/tile-discard-hidden", why, "You can tell them what it is, truthfully or not.")


KEEPING = Menu(Keep(), ThrowBoth(), ShowBoth())


@rule("scout/discard-one")
def keep_one(g: Expedition) -> Rule[str | None]:
    """The leader discards one tile face down and keeps the other; a single tile is kept."""
    if len(g.drawn) == 1:
        return (yield from keep_the_only_one(g))
    g.step("scout-choose")
    prompt = "You have drawn two tiles. Which one do you keep for the map?"
    yield from Moves(g.leader, "scout/discard-one", KEEPING, g, g.leader, prompt).played()
    return next((tile for tile, *_ in g.drawn), None)


@rule("scout/one-tile-left-at-all")
def keep_the_only_one(g: Expedition) -> Rule[str | None]:
    """If only one tile can be drawn, it has to be placed."""
    ((tile, *_),) = g.drawn
    alone = stacks.tiles_to_draw(g) == 0
    if alone and g.reading("scout/one-tile-left-at-all") == "place-or-discard":
        words = ("Place the tile", "Throw the tile away")
        values = ("place", "discard")
        value = yield Choose(
            g.leader,
            "scout/one-tile-left-at-all",
            values,
            f"There was only one tile left to draw, {g.the(tile)}. Do you place it?",
            words,
        )
        if value == "discard":
            throw(g, tile)
            g.note("scout/one-tile-left-at-all", "{who} throws away the only tile", who=g.names[g.leader])
            return None
    if alone:
        g.note("scout/one-tile-left-at-all", "only one tile could be drawn, so there is no choice")
    return tile
