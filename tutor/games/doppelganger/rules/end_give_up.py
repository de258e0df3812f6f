"""Giving up, and the checks after every action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import networkx as nx

from tutor.engine.core import Menu, Moves, Refusal, Rule, Value, WhoActs, vote
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import Cell, neighbours
from tutor.games.doppelganger.desert_questions import movement_graph
from tutor.games.doppelganger.rules.dice import FACES
from tutor.games.doppelganger.rules.end import check_humans, finish
from tutor.games.doppelganger.rules.move import clearable
from tutor.games.doppelganger.rules.secrecy import Aside
from tutor.games.doppelganger.rules.stacks import enough_to_draw
from tutor.games.doppelganger.rules.trapped import end_trapped, trapped_since
from tutor.games.doppelganger.rules.vote import NO, YES
from tutor.games.doppelganger.table import Expedition


@rule("end/check-times")
def check_endings(g: Expedition) -> Rule[None]:
    """After an action, check whether a Human is left and, under some readings, whether anybody can go on."""
    yield from check_humans(g)
    if trapped_since(g):
        yield from end_trapped(g)
    if g.reading("end/give-up-who") == "automatic" and provably_lost(g):
        said = "the numbers of cards and Life Tokens prove that no obstacle within reach can be beaten"
        g.note("end/give-up-who", said)
        yield from finish(g, "give-up")


class GiveUp(Aside):
    """Let somebody propose giving up."""

    verb, heading, words = "give up", "vote", "Give up"

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        return () if g.reading("end/give-up-who") == "automatic" else (self.verb,)

    def refuse(self, g: Expedition, leader: int) -> Iterator[Refusal]:
        if g.reading("end/give-up-who") == "automatic":
            lost = "the numbers of cards and Life Tokens prove that it’s lost"
            why = f"under the chosen reading, you can’t give up, but the game ends automatically as soon as {lost}"
            yield Refusal("end/give-up-who", why, "Play on until then.")

    @staticmethod
    def do(g: Expedition, leader: int) -> Rule[None]:
        return propose_giving_up(g)


YES_OR_NO = Menu(YES, NO)


@rule("end/give-up-who")
def propose_giving_up(g: Expedition) -> Rule[None]:
    """Any player may propose giving up between two actions; everybody in the game has to agree."""
    g.step("giveup-propose")
    names = [g.names[seat] for seat in g.living()]
    name = g.names[g.leader]
    if len(names) > 1:
        name = yield WhoActs(g.leader, "end/give-up-who", names, "Who wants to propose giving up?", name)
    g.note("end/give-up-who", "{who} proposes giving up", who=name)
    asked = [seat for seat in g.in_turn_order(g.leader) if g.names[seat] != name]
    asks = [
        Moves(seat, "end/give-up-who", YES_OR_NO, g, seat, f"{name} proposes giving up. Do you agree?")
        for seat in asked
    ]
    answers: dict[int, Value] = {g.seat(name): YES.verb}
    if asks:
        answers.update((yield from vote(asks, "end/give-up-who")))
    agreed = give_up_agreed(g, answers)
    if agreed:
        yield from finish(g, "give-up")
    g.note("end/give-up-who", "not enough players agree, so the Team goes on", also=("end/no-turn-limit",))
    g.step("turn-choose")


def give_up_agreed(g: Expedition, answers: dict[int, Value]) -> bool:
    """Whether the answers are enough under the current reading."""
    match g.reading("end/give-up-who"):
        case "majority":
            return 2 * sum(answer == YES.verb for answer in answers.values()) > len(answers)
        case "secret-humans":
            return all(answers[seat] == YES.verb for seat in g.humans())
    return all(answer == YES.verb for answer in answers.values())


def provably_lost(g: Expedition) -> bool:
    """Whether public counts prove that nothing around the ground in reach can ever be beaten, searched or scouted."""
    desert = g.desert
    walkable = {desert.team} | nx.descendants(movement_graph(desert), desert.team)
    if any(desert.placed[cell].tile.kind == "civilization" for cell in walkable):
        return False
    if any(desert.open_sides(cell) and enough_to_draw(g, cell) for cell in walkable):
        return False
    most = FACES * min(g.parameters.most_dice, dice_in_sight(g, walkable))
    around = {side for cell in walkable for side in neighbours(cell) if side in desert.placed}
    return all(desert.placed[cell].tile.value >= most for cell in around if clearable(g, cell))


def dice_in_sight(g: Expedition, walkable: set[Cell]) -> int:
    """Return the most dice that Life Tokens, hands and, if a Crash Site is within reach, the piles could give."""
    dice = sum(g.life[seat] + len(g.hands[seat]) for seat in g.living())
    if any(g.desert.unexplored(cell) for cell in walkable):
        dice += len(g.deck) + len(g.discards)
    return dice
