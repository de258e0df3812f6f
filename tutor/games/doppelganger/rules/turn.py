"""The leader's turn: two Action Points, what they buy, and who leads next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Menu, Move, Moves, Names, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.rules.clear import Clear
from tutor.games.doppelganger.rules.end_give_up import GiveUp, check_endings
from tutor.games.doppelganger.rules.move import Go
from tutor.games.doppelganger.rules.scout import Scout
from tutor.games.doppelganger.rules.secrecy import Talk, decide
from tutor.games.doppelganger.rules.vote import CallVote
from tutor.games.doppelganger.table import Expedition

ACTIONS = (Scout(), Go(), Clear(), CallVote())
"""The actions that cost Action Points."""


def actions(g: Expedition) -> list[Value]:
    """Return the answers that are open actions."""
    return [value for action in ACTIONS for value in action.open(g, g.leader)]


class End(Move[Expedition, int]):
    """End the turn, even if there are points left."""

    verb, words = "end turn", "End turn"

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        return (self.verb,) if g.reading("turn/may-pass") == "allowed" or not actions(g) else ()

    def refuse(self, g: Expedition, leader: int) -> Iterator[Refusal]:
        if g.reading("turn/may-pass") == "must-spend" and (still := actions(g)):
            left = f"you still have {Many(g.points):Action Point}"
            why = f"{left}, and under the chosen reading, you can’t end the turn as long as you can act"
            yield Refusal("turn/may-pass", why, "Choose an action.", still[0])

    @staticmethod
    def do(g: Expedition, leader: int) -> None:
        pass_on(g)


END = End()
TURN = Menu(*ACTIONS, GiveUp(), Talk("Talk"), END)


@rule("turn/two-action-points")
def begin_turn(g: Expedition, leader: int) -> None:
    """The lead passes on; the new leader has two Action Points."""
    g.step("turn-start")
    g.leader = leader
    g.points = g.parameters.points
    g.inherited = False
    if g.rolled and g.rolled.leader == leader:
        g.rolled = None
    g.note(
        "turn/leadership-rotates",
        "{who} leads the Team and decides alone how to spend {n:Action Point}",
        also=("turn/two-action-points", "turn/only-leader-acts", "terms/leader"),
        who=g.names[leader],
        n=Many(g.points),
    )
    g.agenda.append(("turn/sequential",))


@rule("turn/sequential")
def take_action(g: Expedition) -> Rule[None]:
    """Actions are carried out one after the other, and each is chosen only when the one before is over."""
    g.step("turn-choose")

    def prompt() -> str:
        return f"You have {Many(g.points):Action Point}. What do you do?"

    answer = yield from decide(Moves(g.leader, "turn/sequential", TURN, g, g.leader, prompt))
    if answer != END.verb:
        g.step("turn-after-action")
        yield from check_endings(g)
        go_on(g)


@rule("turn/may-pass")
def pass_on(g: Expedition) -> None:
    """The leader may end the turn with points unspent."""
    g.note("turn/may-pass", "{who} ends the turn with {n:Action Point} left", who=g.names[g.leader], n=Many(g.points))
    g.agenda.append(("turn/unspent-lost",))


def go_on(g: Expedition) -> None:
    """Go on with the next action, with the end of the turn, or with what a leader's death means."""
    if g.out[g.leader]:
        leader_dies(g)
    elif g.points:
        g.note("turn/two-small-actions", "{who} has {n:Action Point} left", who=g.names[g.leader], n=Many(g.points))
        g.agenda.append(("turn/sequential",))
    else:
        g.agenda.append(("turn/unspent-lost",))


@rule("turn/leader-dies")
def leader_dies(g: Expedition) -> None:
    """A leader who leaves the game in their own turn ends it."""
    if g.reading("turn/leader-dies") == "next-finishes" and g.points:
        dead, g.leader, g.inherited = g.leader, g.after(g.leader), True
        g.note(
            "turn/leader-dies",
            "{dead} is out of the game, so {who} finishes the turn with {n:Action Point}",
            dead=g.names[dead],
            who=g.names[g.leader],
            n=Many(g.points),
        )
        g.agenda.append(("turn/sequential",))
        return
    g.note("turn/leader-dies", "{who} is out of the game, so the turn ends", who=g.names[g.leader])
    g.agenda.append(("turn/unspent-lost",))


@rule("turn/unspent-lost")
def end_turn(g: Expedition) -> None:
    """Unspent points are lost, and the next player still in the game leads."""
    g.step("turn-end")
    if g.points:
        g.note("turn/unspent-lost", "{who} loses {n:unspent Action Point}", who=g.names[g.leader], n=Many(g.points))
    g.step("turn-next")
    if g.inherited and not g.out[g.leader]:
        leader = g.leader
        g.note("turn/leader-dies", "{who} now takes a full turn of their own", who=g.names[leader])
    else:
        leader = pass_lead(g)
    g.agenda.append(("turn/two-action-points", leader))


def pass_lead(g: Expedition) -> int:
    """The lead skips the players who are out; return who leads next."""
    leader = g.after(g.leader)
    if g.left and g.heard and (passed := g.passed_by(g.leader)):
        template = "{names:is|are} out of the game and cannot take the lead"
        g.note("turn/skip-dead", template, names=Names(g.names[seat] for seat in passed))
    said = "{who} is the only one left and keeps the lead" if leader == g.leader else "the lead passes to {who}"
    g.note("turn/order-clockwise", said, who=g.names[leader])
    return leader
