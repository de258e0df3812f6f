"""Placing a tile: red dots, turns, and the order beside the Team, diagonal, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tutor.engine.core import Many, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import TURNS, Cell, Desert, cell_at, cell_name, corners
from tutor.games.doppelganger.desert_questions import (
    STEP_PLACES,
    STEP_RULES,
    Clash,
    Spot,
    candidates,
    clashes,
    fits_somewhere,
    placement,
    step_for,
)
from tutor.games.doppelganger.rules.secrecy import TALK, decide
from tutor.games.doppelganger.rules.trapped import trapped_test
from tutor.games.doppelganger.table import Expedition

SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
STEP_ASKS = {
    1: "The tile has to be beside the Team.",
    2: "The tile has to be diagonal to the Team.",
    3: "The tile can be beside any tile on the map.",
}
PLACED_RULES = {
    1: ("examples/beside-the-team",),
    2: (
        "placing/step-2-required",
        "placing/step-2-needs-contact",
        "terms/diagonal-placement-exception",
        "examples/diagonal-then-anywhere",
    ),
    3: ("placing/step-3-side-contact", "placing/step-2-required", "examples/diagonal-then-anywhere"),
}
"""The other rules that a placement cites, by its step."""


class Kept(NamedTuple):
    """A tile to be placed."""

    tile: str
    applies: int
    """The step of placing that applies to it."""
    spots: list[Spot]
    """Every cell and turn that this step allows."""


class Place(Move[Expedition, Kept]):
    """Choose where to place the kept tile and how to turn it."""

    verb = "place"

    def label(self, g: Expedition, kept: Kept, cell: str, _: str, turn: int) -> str:
        return f"{cell}, {turned_words(turn)}"

    def group(self, g: Expedition, kept: Kept, cell: str, *_: Value) -> str:
        return cell

    def tries(self, g: Expedition, kept: Kept) -> Sequence[Value]:
        return [spot_value((cell, turn)) for cell in (*cells_to_try(g.desert), g.desert.team) for turn in TURNS]

    def open(self, g: Expedition, kept: Kept) -> Sequence[Value]:
        return [spot_value(spot) for spot in kept.spots]

    def refuse(self, g: Expedition, kept: Kept, name: str, _: str, turn: int) -> Iterator[Refusal]:
        cell, desert = cell_at(name), g.desert
        if (cell, turn) in kept.spots:
            return
        fix = nearest_spot(kept, cell)
        if cell in desert.placed:
            yield Refusal("placing/one-tile-per-cell", f"there’s already a tile at {name}", *fix)
            return
        yield from wrong_step(desert, kept.applies, cell, fix)
        for clash in clashes(desert, g.tiles[kept.tile], cell, turn):
            yield Refusal(*_clash_words(clash), *fix)

    @staticmethod
    def do(g: Expedition, kept: Kept, name: str, _: str, turn: int) -> Rule[None]:
        g.drawn.remove((kept.tile, g.leader))
        before = g.desert.steps.get(g.desert.team)
        cell = cell_at(name)
        step = step_for(g.desert, cell) if g.desert.law.corners_optional else kept.applies
        g.desert.place(cell, g.tiles[kept.tile], turn)
        g.step("place-done")
        g.note(
            "scout/place-the-other",
            "{who} places {tile} at {cell}, {where}",
            also=(
                STEP_RULES[step],
                "placing/leader-picks-within-step",
                "placing/rotation",
                "placing/rotation-counts-for-legality",
                "placing/all-touching-edges",
                "placing/open-edges-free",
                "placing/red-dots-in-every-step",
                "placing/any-type-anywhere",
                *PLACED_RULES[step],
            ),
            who=g.names[g.leader],
            tile=g.the(kept.tile),
            cell=name,
            where="further away" if step == 3 else STEP_PLACES[step],
        )
        after = g.desert.steps[g.desert.team]
        g.note(
            "scout/new-tile-uncleared",
            "the new tile has no Map Token and stays at {cell} for good, and the Team does not move{shorter}",
            also=("scout/no-move", "placing/counts-at-once", "placing/permanent"),
            cell=name,
            shorter=f", but START is now {Many(after):step} away instead of {before}" if after != before else "",
        )
        g.step("trapped-test")
        yield from trapped_test(g)


PLACE = Menu(Place(), TALK)


def spot_value(spot: Spot) -> Value:
    """Return a cell and a turn as an answer, such as `place E1 turned 2`."""
    return ("place", cell_name(spot[0]), "turned", spot[1])


def cells_to_try(desert: Desert) -> list[Cell]:
    """Return every empty cell that a player might try, first those of the three steps in their order."""
    found = [cell for _, cells in candidates(desert) for cell in cells]
    taken = {*desert.placed, *found}
    return found + [cell for cell in sorted(corners(desert.team)) if cell not in taken]


def wrong_step(desert: Desert, applies: int, cell: Cell, fix: tuple[str, Value]) -> Iterator[Refusal]:
    """Yield why an empty cell is not allowed in the step that applies."""
    step, name = step_for(desert, cell), cell_name(cell)
    if step == 0:
        why = f"{name} doesn’t share a side with any tile"
        yield Refusal("placing/step-2-needs-contact", why, *fix)
        yield Refusal("placing/step-3-side-contact", why, *fix)
    elif step > applies and not (applies == 2 and desert.law.corners_optional):
        where = "diagonally" if step == 2 else "further away"
        why = f"the tile fits {STEP_PLACES[applies]}, so you can’t place it {where} at {name}"
        yield Refusal("placing/step-2-required" if applies == 2 else STEP_RULES[applies], why, *fix)
    elif step < applies:
        why = f"the tile doesn’t fit {STEP_PLACES[step]}, whichever way you turn it"
        yield Refusal(STEP_RULES[step], why, *fix)


def nearest_spot(kept: Kept, cell: Cell) -> tuple[str, Value]:
    """Return the remedy and the answer that place the tile nearest to a cell, or turned in the same cell."""
    x, y = cell
    nearest = min(kept.spots, key=lambda spot: abs(spot[0][0] - x) + abs(spot[0][1] - y))
    same = nearest[0] == cell
    turn = f"Turn the tile {90 * nearest[1]}° before you place it." if nearest[1] else "Place the tile as printed."
    fix = turn if same else f"Place the tile at {cell_name(nearest[0])}, {turned_words(nearest[1])}."
    return fix, spot_value(nearest)


def turned_words(turn: int) -> str:
    """Return how far a tile is turned."""
    return f"turned {90 * turn}°" if turn else "as printed"


def _clash_words(clash: Clash) -> tuple[str, str]:
    said = [_marking(dots, max(clash.ours, clash.theirs) > 1) for dots in (clash.ours, clash.theirs)]
    rule_id = "placing/dots-match-dots" if clash.ours else "placing/plain-matches-plain"
    met = " would meet ".join(said)
    return rule_id, f"on the {SIDE_NAMES[clash.side]} side, {met}, but touching edges have to match"


def _marking(dots: int, counts: bool) -> str:
    return "a plain edge" if dots == 0 else f"an edge with {Many(dots):dot}" if counts else "a dotted edge"


@rule("placing/step-1-beside-team")
def place_kept_tile(
    g: Expedition, tile: str, others: Sequence[str], draw_another: Callable[[Expedition], Rule[str | None]]
) -> Rule[None]:
    """The kept tile goes beside the Team if it fits there, else diagonal to it, else anywhere on the rim.

    `others` are the tiles that were drawn with it and have been thrown away.
    """
    kept: str | None = tile
    while kept is not None:
        applies, spots = placement(g.desert, g.tiles[kept])
        for step in (1, 2, 3):
            g.step(f"place-test-{step}")
            if applies == step:
                break
            said = "{tile} does not fit {where}"
            g.note(STEP_RULES[step], said, to=(g.leader,), tile=g.the(kept), where=STEP_PLACES[step])
        if applies:
            yield from place_tile(g, Kept(kept, applies, spots))
            return
        kept = yield from fits_nowhere(g, kept, others, draw_another)
        others = ()


def place_tile(g: Expedition, kept: Kept) -> Rule[None]:
    """The leader chooses freely among the cells and turns of the step that applies."""
    g.step(f"place-{kept.applies}")

    step = 3 if kept.applies == 2 and g.desert.law.corners_optional else kept.applies

    def prompt() -> str:
        return f"Where do you place {g.the(kept.tile)}? {STEP_ASKS[step]}"

    yield from decide(Moves(g.leader, "placing/leader-picks-within-step", PLACE, g, kept, prompt))


@rule("placing/nowhere-fits")
def fits_nowhere(
    g: Expedition, tile: str, others: Sequence[str], draw_another: Callable[[Expedition], Rule[str | None]]
) -> Rule[str | None]:
    """A kept tile that does not fit anywhere is discarded, and what the scouting has cost stays spent."""
    g.step("place-none")
    throw(g, tile)
    cost = g.parameters.scout_cost
    g.note(
        "placing/nowhere-fits",
        "the tile does not fit anywhere, so it is thrown away, but the {points} spent all the same",
        points="Action Point is" if cost == 1 else f"{cost} Action Points are",
    )
    how = g.reading("placing/nowhere-fits")
    if how == "draw-on":
        return (yield from draw_another(g))
    for other in others if how == "other-tile" else ():
        if fits_somewhere(g.desert, g.tiles[other]):
            g.thrown.remove((other, g.leader))
            g.drawn.append((other, g.leader))
            g.note("placing/nowhere-fits", "the other tile fits and is kept instead")
            return other
    return None


def throw(g: Expedition, tile: str) -> None:
    """A tile from the leader's hand goes face down among the tile discards."""
    g.drawn.remove((tile, g.leader))
    g.thrown.append((tile, g.leader))
