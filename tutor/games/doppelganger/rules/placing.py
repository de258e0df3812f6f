"""Placing a tile: red dots, turns, and the order beside the Team, diagonal, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import (
    TURNS,
    Cell,
    Clash,
    Spot,
    candidates,
    cell_at,
    cell_name,
    clashes,
    corners,
    fits_somewhere,
    placement,
)
from tutor.games.doppelganger.rules.talk import SAY_SOMETHING, TALK, unless_talk
from tutor.games.doppelganger.rules.trapped import trapped_test
from tutor.games.doppelganger.table import Expedition, counted

STEP_RULES = {1: "placing/step-1-beside-team", 2: "placing/step-2-diagonal", 3: "placing/step-3-anywhere"}
STEP_WORDS = {1: "beside the Team", 2: "diagonal to the Team", 3: "anywhere beside a tile"}
PLACED = (
    "scout/place-the-other {} placing/leader-picks-within-step placing/rotation placing/rotation-counts-for-legality"
    " placing/all-touching-edges placing/open-edges-free placing/red-dots-in-every-step placing/any-type-anywhere {}"
)
PLACED_RULES = {
    1: PLACED.format(STEP_RULES[1], "examples/beside-the-team"),
    2: PLACED.format(
        STEP_RULES[2],
        "placing/step-2-required placing/step-2-needs-contact terms/diagonal-placement-exception"
        " examples/diagonal-then-anywhere",
    ),
    3: PLACED.format(
        STEP_RULES[3], "placing/step-3-side-contact placing/step-2-required examples/diagonal-then-anywhere"
    ),
}
"""What a placement shows, by its step."""


def spot_value(spot: Spot) -> Value:
    """A cell and a turn as an answer: `place E1 turned 2`."""
    return ("place", cell_name(spot[0]), "turned", spot[1])


class Place(Choose):
    """Where the kept tile goes, and how it is turned."""

    __slots__ = ("applies", "g", "spots", "tile")

    def __init__(self, g: Expedition, tile: str, applies: int, spots: list[Spot]) -> None:
        self.g = g
        self.seat = g.leader
        self.rule = "placing/leader-picks-within-step"
        self.tile = tile
        self.applies = applies
        self.spots = spots

    def prompt(self) -> str:
        return f"Place {self.g.name(self.tile)}: {STEP_WORDS[self.applies]}"

    def label(self, value: Value) -> str:
        if not isinstance(value, tuple):
            return SAY_SOMETHING
        turn = value[3]
        return f"{value[1]}, turned {turn} quarter{'s' if turn != 1 else ''}"

    def group(self, value: Value) -> str:
        return str(value[1]) if isinstance(value, tuple) else ""

    def cells(self) -> list[tuple[int, Cell]]:
        """Every empty cell that somebody might try, with its step, 0 for none; fitting cells keep their order."""
        desert = self.g.desert
        found = [(step, cell) for step, cells in candidates(desert) for cell in cells]
        taken = {*desert.placed, *(cell for _, cell in found)}
        return found + [(0, cell) for cell in sorted(corners(desert.team)) if cell not in taken]

    def candidates(self) -> Sequence[Value]:
        cells = [*(cell for _, cell in self.cells()), self.g.desert.team]
        return [*(spot_value((cell, turn)) for cell in cells for turn in TURNS), TALK]

    def open(self) -> Sequence[Value]:
        return [*(spot_value(spot) for spot in self.spots), TALK]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if not isinstance(value, tuple):
            return
        cell, turn = cell_at(str(value[1])), int(str(value[3]))
        if (cell, turn) in self.spots:
            return
        desert = self.g.desert
        if cell in desert.placed:
            yield Refusal("placing/one-tile-per-cell", f"{cell_name(cell)} holds a tile", "Pick an open cell.")
            return
        step = next(step for step, there in self.cells() if there == cell)
        yield from self._wrong_step(step, cell)
        for clash in clashes(desert, self.g.tiles[self.tile], cell, turn):
            yield Refusal(*_clash_words(clash), *self._fix(cell))

    def _wrong_step(self, step: int, cell: Cell) -> Iterator[Refusal]:
        if step == 0:
            why = f"{cell_name(cell)} shares no side with a tile"
            yield Refusal("placing/step-2-needs-contact", why, *self._fix(cell))
            yield Refusal("placing/step-3-side-contact", why, *self._fix(cell))
        elif step > self.applies and not (self.applies == 2 and self.g.desert.law.corners_optional):
            why = f"{cell_name(cell)} is for step {step}; the tile fits {STEP_WORDS[self.applies]}, which is step "
            id = "placing/step-2-required" if self.applies == 2 else STEP_RULES[self.applies]
            yield Refusal(id, why + str(self.applies), *self._fix(cell))
        elif step < self.applies:
            why = f"step {step} is over: the tile fits nowhere {STEP_WORDS[step]}, in no turn"
            yield Refusal(STEP_RULES[step], why, *self._fix(cell))

    def _fix(self, cell: Cell) -> tuple[str, Value]:
        """The nearest spot that is open: another turn of the same cell if there is one."""
        x, y = cell
        nearest = min(self.spots, key=lambda s: abs(s[0][0] - x) + abs(s[0][1] - y))
        same = nearest[0] == cell
        fix = f"{_turned(nearest[1])}." if same else f"Place it at {cell_name(nearest[0])}."
        return fix, spot_value(nearest)


def _turned(turn: int) -> str:
    return f"Turn it {counted(turn, 'quarter')}" if turn else "Leave it as printed"


def _clash_words(clash: Clash) -> tuple[str, str]:
    said = [_marking(dots, max(clash.ours, clash.theirs) > 1) for dots in (clash.ours, clash.theirs)]
    id = "placing/dots-match-dots" if clash.ours else "placing/plain-matches-plain"
    return id, f"side {clash.side}: {' meets '.join(said)}"


def _marking(dots: int, counts: bool) -> str:
    return "plain" if dots == 0 else counted(dots, "dot") if counts else "dotted"


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
            said = "{tile} fits nowhere {where}"
            g.note(STEP_RULES[step], said, to=(g.leader,), tile=g.name(kept), where=STEP_WORDS[step])
        if applies:
            yield from place_tile(g, kept, applies, spots)
            return
        kept = yield from fits_nowhere(g, kept, others, draw_another)
        others = ()


def place_tile(g: Expedition, tile: str, applies: int, spots: list[Spot]) -> Rule[None]:
    """The leader picks freely among the cells and turns of the step that applies; then the tile lies for good."""
    g.step(f"place-{applies}")
    value = yield from unless_talk(g, lambda: Place(g, tile, applies, spots))
    cell, turn = cell_at(value[1]), value[3]
    g.drawn.remove((tile, g.leader))
    before = g.desert.steps.get(g.desert.team)
    g.desert.place(cell, g.tiles[tile], turn)
    g.step("place-done")
    step = step_of(g, cell) if g.desert.law.corners_optional else applies
    g.note(
        PLACED_RULES[step],
        "{who} places {tile} at {cell}, {where}",
        who=g.names[g.leader],
        tile=g.name(tile),
        cell=value[1],
        where=STEP_WORDS[step],
    )
    after = g.desert.steps[g.desert.team]
    g.note(
        "scout/new-tile-uncleared scout/no-move placing/counts-at-once placing/permanent",
        "it lies there for good, without Map Token; the Team stays where it is{shorter}",
        shorter=f"; START is now {after} steps away, not {before}" if after != before else "",
    )
    g.step("trapped-test")
    yield from trapped_test(g)


def step_of(g: Expedition, cell: Cell) -> int:
    """The step of placing that a cell belongs to, seen from the Team."""
    x, y = g.desert.team
    far = abs(cell[0] - x), abs(cell[1] - y)
    return 1 if sum(far) == 1 else 2 if far == (1, 1) else 3


@rule("placing/nowhere-fits")
def fits_nowhere(
    g: Expedition, tile: str, others: Sequence[str], draw_another: Callable[[Expedition], Rule[str | None]]
) -> Rule[str | None]:
    """A kept tile that fits nowhere is discarded; the point stays spent."""
    g.step("place-none")
    g.drawn.remove((tile, g.leader))
    g.thrown.append((tile, g.leader))
    g.note("placing/nowhere-fits", "the tile fits nowhere and is thrown away; the Action Point stays spent")
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
