"""Attempting to clear: the target, the pile, the reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tutor.engine.core import Draw, Many, Move, Refusal, Rule, Value, listed, spelled_out
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES
from tutor.games.doppelganger.desert import Cell, cell_at, cell_name, neighbours
from tutor.games.doppelganger.desert_questions import movement
from tutor.games.doppelganger.knowledge import forget_played
from tutor.games.doppelganger.rules.cleanup import clean_up
from tutor.games.doppelganger.rules.clear_contribute import contribute
from tutor.games.doppelganger.rules.dice import adds_a_die, against, target_tile
from tutor.games.doppelganger.rules.dice_roll import count_and_roll
from tutor.games.doppelganger.rules.failure import suffer_failure
from tutor.games.doppelganger.rules.move import AROUND_CANYON, cells_around, clearable, not_neighbouring
from tutor.games.doppelganger.rules.points import priced, something_else, spend, too_few_points
from tutor.games.doppelganger.table import Attempt, Expedition, Rolled, in_hand


class Clear(Move[Expedition, int]):
    """Attempt to clear a tile beside the Team."""

    verb, heading, words = "clear", "clear", "Attempt to clear {}"

    def label(self, g: Expedition, leader: int, name: str) -> str:
        return priced(self.words.format(name), g.parameters.clear_cost)

    def tries(self, g: Expedition, leader: int) -> Sequence[Value]:
        return self.each([cell_name(cell) for cell in cells_around(g) if cell in g.desert.placed])

    def detail(self, g: Expedition, leader: int, name: str) -> str:
        return against(g, g.desert.placed[cell_at(name)].tile)

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        if g.points < g.parameters.clear_cost:
            return ()
        placed = g.desert.placed
        near = [cell for cell in neighbours(g.desert.team) if cell in placed]
        return [("clear", cell_name(cell)) for cell in near if clearable(g, cell)]

    def refuse(self, g: Expedition, leader: int, name: str) -> Iterator[Refusal]:
        cell = cell_at(name)
        blocked = "Choose a blocked tile right beside the Team." if self.open(g, leader) else something_else(g)
        rule_id = "clear/needs-neighboring-team"
        far = list(not_neighbouring(g, cell, rule_id, rule_id, "clear only", blocked))
        yield from far
        tile = g.desert.placed[cell].tile
        enter = f"You can move to {name} straight away." if cell in movement(g.desert, g.points) else blocked
        if tile.kind == "canyon" and (not tile.obstacle or g.reading("tiles/canyon-no-icon") == "no-icons"):
            yield Refusal("clear/not-canyon", f"{name} is a Canyon, which can’t be cleared", AROUND_CANYON)
        elif tile.crash and not tile.obstacle:
            why = f"{name} is a Crash Site, not an obstacle"
            if g.desert.unexplored(cell) and enter != blocked:
                enter = f"Move to {name} to explore the Crash Site."
            yield Refusal("clear/not-crash-site", why, enter)
        elif not tile.obstacle:
            yield Refusal("clear/needs-uncleared-obstacle", f"there’s no obstacle on {name}", enter)
        elif cell in g.desert.cleared:
            yield Refusal(
                "clear/needs-uncleared-obstacle", f"{name} has already been cleared, as its Map Token shows", enter
            )
        elif g.reading("components/map-tokens-unlimited") == "limited" and not g.map_tokens:
            yield Refusal(
                "components/map-tokens-unlimited",
                "there are no Map Tokens left to mark a cleared tile with",
                something_else(g),
            )
        cost, what = g.parameters.clear_cost, "an attempt to clear a tile"
        yield from too_few_points(g, cost, "turn/cost-clear", what, later=not far and clearable(g, cell))

    @staticmethod
    def do(g: Expedition, leader: int, name: str) -> Rule[None]:
        return attempt_to_clear(g, cell_at(name))


@rule("clear/declare-first")
def attempt_to_clear(g: Expedition, cell: Cell) -> Rule[None]:
    """The leader names a Neighboring obstacle; all contribute; dice are rolled; everything contributed is lost."""
    g.step("clear-declare")
    tile = g.desert.placed[cell].tile
    spend(g, g.parameters.clear_cost, "turn/cost-clear", f"the attempt on {cell_name(cell)}")
    g.attempt = Attempt(cell, [[] for _ in g.names], [0] * g.seats)
    g.note(
        "clear/declare-first",
        "{who} announces an attempt to clear {cell}, where the dice have to total more than {value} against {obstacle}"
        + (", and asks everybody on the Team to help" if len(g.living()) > 1 else ""),
        also=("clear/several-neighbors", "clear/everybody-asked", "terms/players-means-in-game"),
        who=g.names[g.leader],
        cell=cell_name(cell),
        obstacle=OBSTACLES[tile.obstacle],
        value=tile.value,
    )
    yield from contribute(g)
    yield from resolve_attempt(g)


@rule("clear/shuffle-and-reveal")
def resolve_attempt(g: Expedition) -> Rule[None]:
    """The pile is shuffled and revealed, the dice decide, and what was played is cleared away."""
    yield from reveal(g)
    success = yield from count_and_roll(g)
    if not success:
        yield from suffer_failure(g)
    yield from clean_up(g)


def reveal(g: Expedition) -> Rule[None]:
    """The leader shuffles the face-down cards and turns them over; nobody sees whose they were."""
    g.step("clear-reveal")
    cards = g.running.pile
    cards += [card for given in g.running.given for card in given]
    order: tuple[str, ...] = ()
    if cards:
        order = yield Draw(in_hand(cards), len(cards), "clear/shuffle-and-reveal")
    forget_played(g)
    g.rolled = remembered(g, order)
    g.running.shown = list(order)
    g.running.pile = []
    g.running.given = [[] for _ in g.names]
    tokens = sum(g.running.tokens)
    g.note(
        "clear/shuffle-and-reveal",
        "the shuffled pile shows {things}"
        if order
        else "there are no cards in the pile, only {things}"
        if tokens
        else "there is nothing in the pile",
        also=("secrecy/pile-anonymous", "" if order or tokens else "clear/empty-pile"),
        things=listed([*in_words(g, order), *([f"{Many(tokens):Life Token}"] if tokens else [])]),
    )


def in_words(g: Expedition, cards: Sequence[str]) -> list[str]:
    """Return what a list of supply cards shows, with equal cards counted together: “a Rope”, “two Shovel cards”."""
    counts = Counter(map(g.name, cards))
    one = {g.name(card): g.one(card) for card in cards}
    return [one[name] if n == 1 else spelled_out(n, f"{name} card") for name, n in counts.items()]


def remembered(g: Expedition, shown: Sequence[str]) -> Rolled:
    """Return what everybody has seen of the attempt so far: who gave how much, and the wrong Tools in the pile."""
    obstacle = target_tile(g).obstacle
    wrong = sum(g.supply(card).kind == "tool" and not adds_a_die(g, card, obstacle) for card in shown)
    counted = g.reading("secrecy/contribution-counts-public") == "counts-public"
    if not counted or g.reading("secrecy/life-tokens-public") != "public":
        return Rolled(g.leader, g.running.target, wrong=wrong)
    return Rolled(g.leader, g.running.target, tuple(g.running.tokens), tuple(map(len, g.running.given)), wrong)
