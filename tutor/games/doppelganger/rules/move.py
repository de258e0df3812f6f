"""Moving the Team: where the pawn may go, what it costs, and the card that a Mountain costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Choose, Move, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES
from tutor.games.doppelganger.desert import START, Cell, cell_at, cell_name, neighbours
from tutor.games.doppelganger.desert_questions import movement
from tutor.games.doppelganger.rules.crash import explore
from tutor.games.doppelganger.rules.end import finish
from tutor.games.doppelganger.rules.points import priced, something_else, spend, too_few_points
from tutor.games.doppelganger.rules.stacks import enough_to_draw
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import EVERYBODY, seen_by

COST_RULES = {
    "open": ("turn/cost-move-flat", "move/cost-open-desert"),
    "civilization": ("turn/cost-move-flat", "move/cost-civilization"),
    "mountain": ("turn/cost-move-mountain", "move/cost-mountain"),
    "start": ("move/cost-start",),
}
"""The rules that set the price of entering a kind of ground."""
GROUNDS = {"open": "Open Desert", "civilization": "Civilization", "mountain": "a Mountain", "start": "START"}
TOP_OR_BOTTOM = ("top", "bottom")
FIRST = ("Remove a discarded supply", "Hand out the supplies")
AROUND_CANYON = "Find a way around it."


AROUND = [
    *((0, 1), (1, 0), (0, -1), (-1, 0)),
    *((dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx) + abs(dy) > 1),
]
"""The offsets from the Team of the cells that a player might try to enter or clear, the four sides first."""


def cells_around(g: Expedition) -> list[Cell]:
    """Return the cells near the Team that a player might try to enter or clear, the four sides first."""
    x, y = g.desert.team
    return [(x + dx, y + dy) for dx, dy in AROUND]


class Go(Move[Expedition, int]):
    """Move the whole Team to a tile beside it."""

    verb, heading, words = "move", "move", "Move the Team to {}"

    def label(self, g: Expedition, leader: int, name: str) -> str:
        cell = cell_at(name)
        return priced(self.words.format(name), g.desert.cost(cell) if cell in g.desert.placed else 1)

    def tries(self, g: Expedition, leader: int) -> Sequence[Value]:
        near = cells_around(g)
        return self.each(cell_name(cell) for n, cell in enumerate(near) if n < 4 or cell in g.desert.placed)

    def about(self, g: Expedition, leader: int, name: str) -> Sequence[str]:
        cell = cell_at(name)
        mountain = "move/mountain-removes-supply" if g.desert.placed[cell].tile.kind == "mountain" else ""
        return [*filter(None, (mountain, "crash/trigger" if g.desert.unexplored(cell) else ""))]

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        return [("move", cell_name(cell)) for cell in movement(g.desert, g.points)]

    def refuse(self, g: Expedition, leader: int, name: str) -> Iterator[Refusal]:
        cell = cell_at(name)
        desert = g.desert
        beside = other = something_else(g)
        if self.open(g, leader):
            beside, other = "Choose a tile right beside the Team.", "Choose another tile."
        far = list(not_neighbouring(g, cell, "move/neighboring-only", "move/no-diagonal", "move only to", beside))
        yield from far
        here = desert.placed.get(cell)
        if here is None:
            ready = g.points >= g.parameters.scout_cost and enough_to_draw(g)
            fix = "Scout first." if ready else something_else(g)
            yield Refusal("move/needs-placed-tile", f"there’s no tile at {name} yet", fix)
            return
        tile = here.tile
        if tile.kind == "canyon":
            yield Refusal("move/canyon-never", f"{name} is a Canyon, which the Team can never enter", AROUND_CANYON)
        blocked = desert.blocked(cell)
        if blocked:
            why = f"{name} is blocked by {OBSTACLES[tile.obstacle]} {tile.value}"
            ready = clearable(g, cell) and not far and g.points >= g.parameters.clear_cost
            fix = AROUND_CANYON if tile.kind == "canyon" else f"Clear {name} first." if ready else other
            yield Refusal("move/obstacle-blocks", why, fix, ("clear", name) if ready else None)
            if tile.kind == "civilization":
                why = f"{name} is a Civilization tile whose obstacle hasn’t been cleared yet"
                yield Refusal("end/civilization-must-be-cleared", why, fix)
        if cell == START and desert.law.start_closed:
            why = "under the chosen reading, the Team can’t return to START"
            yield Refusal("move/cost-start", why, other)
        if not far and not desert.crossable(desert.team, neighbours(desert.team).index(cell)):
            edge, kind = ("plain", "dotted") if desert.law.crossing == "dotted-only" else ("dotted", "plain")
            why = f"the edge to {name} is {edge}, and under the chosen reading, the Team can cross only {kind} edges"
            yield Refusal("placing/dots-do-not-affect-movement", why, other)
        if tile.kind in COST_RULES:
            rule_id, what = COST_RULES[tile.kind][-1], f"entering {GROUNDS[tile.kind]}"
            yield from too_few_points(g, desert.cost(cell), rule_id, what, later=not far and not blocked)

    @staticmethod
    def do(g: Expedition, leader: int, name: str) -> Rule[None]:
        return move_team(g, cell_at(name))


def not_neighbouring(g: Expedition, cell: Cell, rule_id: str, diagonal: str, only: str, fix: str) -> Iterator[Refusal]:
    """Yield why a cell that does not share a side with the Team's tile is too far away for what `only` names."""
    if cell not in neighbours(g.desert.team):
        x, y = cell[0] - g.desert.team[0], cell[1] - g.desert.team[1]
        where = f"{cell_name(cell)} doesn’t share a side with {cell_name(g.desert.team)}, where the Team is"
        yield Refusal(rule_id, where, fix)
        if abs(x) == abs(y) == 1:
            why = f"{cell_name(cell)} touches the Team’s tile only at a corner, so the two aren’t Neighboring"
            yield Refusal(diagonal, why, fix)
            why = f"{cell_name(cell)} is diagonal to the Team, and you can {only} a Neighboring tile"
            yield Refusal("terms/diagonal-not-neighboring", why, fix)


def clearable(g: Expedition, cell: Cell) -> bool:
    """Whether the tile there has an obstacle that the Team may attempt to clear."""
    here = g.desert.placed.get(cell)
    if here is None or not here.tile.obstacle or cell in g.desert.cleared:
        return False
    if g.reading("components/map-tokens-unlimited") == "limited" and not g.map_tokens:
        return False
    return here.tile.kind != "canyon" or g.reading("tiles/canyon-no-icon") == "icons-without-effect"


@rule("move/neighboring-only")
def move_team(g: Expedition, cell: Cell) -> Rule[None]:
    """The whole Team moves to a Neighboring tile, which sets the cost."""
    g.step("move-pay")
    tile = g.desert.placed[cell].tile
    price, *more = COST_RULES[tile.kind]
    spend(g, g.desert.cost(cell), price, f"entering {cell_name(cell)}", also=more)
    dotted = g.desert.placed[cell].edges[neighbours(cell).index(g.desert.team)] > 0
    g.desert.team = cell
    g.note(
        "move/neighboring-only",
        "{who} takes the whole Team to {cell}",
        also=(
            "move/whole-team",
            "move/destination-sets-cost",
            "terms/neighboring",
            "examples/where-the-team-may-go",
            "move/unexplored-crash-open" if tile.crash and not tile.obstacle else "",
            "move/plain-tile-open" if not tile.crash and not tile.obstacle else "",
            "move/two-moves" if g.points else "",
            "placing/dots-do-not-affect-movement" if dotted else "",
        ),
        who=g.names[g.leader],
        cell=cell_name(cell),
    )
    g.step("move-kind")
    if tile.kind == "civilization":
        g.note(
            "end/civilization", "the Team has reached civilization", also=("end/any-leader-may-enter", "end/immediate")
        )
        yield from finish(g, "escape")
    elif tile.kind == "mountain":
        yield from enter_mountain(g, cell)
    else:
        yield from explore(g, cell)


@rule("move/mountain-before-crash")
def enter_mountain(g: Expedition, cell: Cell) -> Rule[None]:
    """A Mountain costs a supply first, and then a Crash Site on it is explored."""
    first = "removal-first"
    if g.desert.unexplored(cell):
        first = g.reading("move/mountain-before-crash")
        if first == "leader-chooses":
            words = ("removal-first", "supplies-first")
            first = yield Choose(
                g.leader, "move/mountain-before-crash", words, f"What do you do first at {cell_name(cell)}?", FIRST
            )
    if first == "supplies-first":
        yield from explore(g, cell)
        yield from pay_mountain(g)
    else:
        yield from pay_mountain(g)
        yield from explore(g, cell)


@rule("move/mountain-removes-supply")
def pay_mountain(g: Expedition) -> Rule[None]:
    """The leader removes the top or the bottom card of the Supply discard pile from the game."""
    if not g.discards:
        g.step("move-mountain-nothing")
        g.note(
            "move/mountain-empty-pile",
            "the Supply discard pile is empty, so nothing is removed",
            also=("move/mountain-no-deck-substitute",),
        )
        return
    g.step("move-mountain")
    end = "top"
    if len(g.discards) > 1:
        end = yield Choose(
            g.leader,
            "move/mountain-top-or-bottom",
            TOP_OR_BOTTOM,
            "The Team has entered a Mountain, so you have to remove a card from the Supply discard pile. Which one?",
            ("Remove the top card", "Remove the bottom card"),
        )
    else:
        g.note(
            "move/mountain-single-card", "there is only one discarded card, which is both the top and the bottom one"
        )
    card, *knowers = g.discards.pop(-1 if end == "top" else 0)
    match g.reading("move/mountain-unseen"):
        case "leader-sees" if EVERYBODY not in knowers:
            g.note("move/mountain-unseen", "the card that you remove is {card}", to=(g.leader,), card=g.one(card))
            knowers.append(g.leader)
        case "shown":
            g.note("move/mountain-unseen", "the removed card is {card}, and everybody sees it", card=g.one(card))
            knowers = [EVERYBODY]
    g.removed.append(seen_by(knowers, card))
    g.note(
        "move/mountain-removes-supply",
        "the {end} card of the Supply discard pile leaves the game",
        also=("move/mountain-top-or-bottom", "move/mountain-every-entry", "move/mountain-unseen"),
        end=end,
    )
