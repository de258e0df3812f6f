"""Trapped by Canyons: the exact test for a Team that can never escape."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tutor.engine.core import Choose, Many, Rule, listed, told, vote
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import Cell, cell_name, corners, neighbours
from tutor.games.doppelganger.desert_questions import NO_WALLS, Region, Walls, fitting_turns, region, trapped
from tutor.games.doppelganger.rules.dice import FACES, adds_a_die
from tutor.games.doppelganger.rules.end import finish
from tutor.games.doppelganger.rules.stacks import enough_to_draw, tiles_to_draw
from tutor.games.doppelganger.table import Expedition


def walls(g: Expedition) -> Walls:
    """Return what counts as a wall and as a dead end under the current readings."""
    if g.reading("trapped/definition") != "walls-without-supplies":
        return walls_in_sight(g)
    solid = frozenset(cell for cell in g.desert.placed if g.desert.blocked(cell) and not beatable(g, cell))
    return Walls(solid, walls_in_sight(g).dead_ends)


def walls_in_sight(g: Expedition) -> Walls:
    """Return the walls and dead ends that everybody can see, without looking into hands or piles."""
    if g.reading("trapped/dots-ignored") == "ignored":
        return NO_WALLS
    tiles = [tile for tile in g.tiles.values() if tile.kind != "start"]
    fillable = {cell for tile in tiles for cell in g.desert.rim if fitting_turns(g.desert, tile, cell)}
    return Walls(frozenset(), frozenset(g.desert.rim - fillable))


def beatable(g: Expedition, cell: Cell) -> bool:
    """Whether all Life Tokens and matching supplies that are left could ever beat the obstacle there."""
    tile = g.desert.placed[cell].tile
    cards = [card for seat in g.living() for card in g.hands[seat]]
    cards += [*g.deck.cards(), *(card for card, *_ in g.discards)]
    dice = sum(g.life[seat] for seat in g.living()) + sum(adds_a_die(g, card, tile.obstacle) for card in cards)
    return FACES * min(g.parameters.most_dice, dice) > tile.value


def closed_in(g: Expedition) -> bool:
    """Whether the map alone traps the Team."""
    if g.reading("trapped/definition") == "four-sides":
        sides = [g.desert.placed.get(side) for side in neighbours(g.desert.team)]
        return all(side is not None and side.tile.kind == "canyon" for side in sides)
    return trapped(g.desert, walls(g))


def out_of_tiles(g: Expedition) -> bool:
    """Whether a lack of tiles traps the Team: only under one reading and with no Civilization within reach."""
    if g.reading("trapped/no-tiles-left") != "trapped":
        return False
    found = region(g.desert, walls(g))
    return not found.civilization and not any(enough_to_draw(g, cell) for cell in scouting_ground(g, found))


def scouting_ground(g: Expedition, found: Region) -> Collection[Cell]:
    """Return the tiles of the Team’s region that have an open side, or all of them if none has."""
    return [cell for cell in found.reach if g.desert.open_sides(cell)] or found.reach


def trapped_since(g: Expedition) -> bool:
    """Whether something other than a placement has trapped the Team, which only some readings make possible."""
    if out_of_tiles(g):
        return True
    how = g.reading("trapped/definition")
    return (how == "walls-without-supplies" or (g.desert.law.start_closed and how != "agreed")) and closed_in(g)


@rule("trapped/definition")
def trapped_test(g: Expedition) -> Rule[None]:
    """After every placement: no Civilization within reach and no open side anywhere means trapped."""
    if not (closed_in(g) or out_of_tiles(g)):
        tell_not_trapped(g)
        tell_way_out(g)
        return
    if g.reading("trapped/definition") == "agreed" and not out_of_tiles(g):
        asks = [
            Choose(
                seat,
                "trapped/definition",
                ("yes", "no"),
                "The new tile may have closed the last way out. Is the Team trapped?",
            )
            for seat in g.in_turn_order(0)
        ]
        answers = yield from vote(asks, "trapped/definition")
        if "no" in answers.values():
            g.note("trapped/definition", "somebody still sees a way out, so the game goes on")
            return
    yield from end_trapped(g, placed=True)


def end_trapped(g: Expedition, *, placed: bool = False) -> Rule[None]:
    """The game is over, because not even the luckiest play leads out; `placed` tells whether a new tile did it."""
    solid = walls(g)
    found = region(g.desert, solid)
    around = sorted({side for cell in found.reach for side in neighbours(cell) if side in g.desert.placed})
    ring = [cell_name(cell) for cell in around if g.desert.placed[cell].tile.kind == "canyon"]
    blocked = [cell_name(cell) for cell in around if cell in solid.cells]
    by = [f"{'Canyons' if ring[1:] else 'a Canyon'} at {listed(ring)}"] if ring else []
    if blocked:
        by.append(f"{'obstacles' if blocked[1:] else 'an obstacle'} at {listed(blocked)} that can no longer be beaten")
    way = "open side" + " that can be filled" * any(g.desert.open_sides(cell) for cell in found.reach)
    g.note(
        "trapped/alien-wins",
        "the Team is trapped by {walls}, because {tiles}",
        also=(
            "end/trapped",
            "trapped/definition",
            "trapped/no-scout-when-trapped",
            "trapped/check-after-placement" if placed else "",
            "trapped/dots-ignored",
            *more_of_the_ring(g, found, placed),
        ),
        tiles=f"the only tile within reach is not Civilization and has no {way}"
        if len(found.reach) == 1
        else f"{_none_of(len(found.reach))} tiles within reach is Civilization or has any {way}",
        walls=" and by ".join(by) or "the map",
    )
    yield from finish(g, "trapped")


def _none_of(n: int) -> str:
    return "neither of the two" if n == 2 else f"none of the {n}"


def more_of_the_ring(g: Expedition, found: Region, new: bool) -> Iterator[str]:
    """Yield the other rules that a closed ring shows, such as Civilization outside it or a gap at a corner."""
    placed = g.desert.placed
    near = [corner for cell in found.reach for corner in corners(cell) if corner not in found.reach]
    if any(not (cell in placed and placed[cell].tile.kind == "canyon") for cell in near):
        yield "trapped/diagonal-no-exit"
    if found.frontier:
        yield "trapped/no-tiles-left"
    if any(here.tile.kind == "civilization" for here in placed.values()):
        yield "trapped/civilization-outside"
    if new and placed[next(reversed(placed))].tile.kind != "canyon":
        yield "trapped/closed-by-ordinary-tile"


@told
def tell_not_trapped(g: Expedition) -> None:
    """Write the note that the Team is not trapped, which does not always mean that it has a way out."""
    found = region(g.desert, walls(g))
    tiles_left = any(tiles_to_draw(g, cell) for cell in scouting_ground(g, found))
    said = "the Canyons do not close the Team in, so it is not trapped"
    if found.trapped:
        said = "the four tiles beside the Team are not all Canyons, so under the chosen reading, it is not trapped"
    elif tiles_left or found.civilization:
        said = "the Team still has a way out"
    g.note("trapped/check-after-placement", said, also=("trapped/dots-ignored",))
    if not tiles_left:
        g.note("trapped/no-tiles-left", "there are no tiles left to draw, but that alone does not trap the Team")


@told
@rule("trapped/open-cell-is-way-out")
def tell_way_out(g: Expedition) -> None:
    """Write the note on what keeps the Team from being trapped if its own tile is closed in."""
    found = region(g.desert, walls(g))
    if g.desert.open_sides() or found.trapped:
        return
    blocked = any(g.desert.blocked(cell) for cell in found.reach)
    mountain = any(g.desert.placed[cell].tile.kind == "mountain" for cell in found.reach)
    cells = f"{Many(len(found.frontier)):empty space}" if found.frontier else ""
    be = "are" if len(found.frontier) > 1 else "is"
    g.note(
        "trapped/surrounded-tile-is-not-trapped",
        "the Team’s tile has no open side, but {reach} within reach",
        also=(
            "trapped/open-cell-is-way-out" if found.frontier else "",
            "trapped/civilization-inside" if found.civilization else "",
            "trapped/uncleared-not-wall" if blocked else "",
            "trapped/mountain-not-wall" if mountain else "",
        ),
        reach=f"{cells} and Civilization are" if cells and found.civilization else f"{cells or 'Civilization'} {be}",
    )
