"""The leader's turn: two Action Points, what they buy, and who leads next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import POINTS_A_TURN, cell_at, cell_name, movement
from tutor.games.doppelganger.rules.clear import attempt_to_clear, clear_refusals, clear_targets
from tutor.games.doppelganger.rules.give_up import check_endings, propose_giving_up
from tutor.games.doppelganger.rules.move import move_refusals, move_team
from tutor.games.doppelganger.rules.scout import can_scout, scout, scout_refusals
from tutor.games.doppelganger.rules.talk import TALK, table_talk
from tutor.games.doppelganger.rules.vote import VOTE_COST, call_for_a_vote, vote_refusals
from tutor.games.doppelganger.table import Expedition, counted

GIVE_UP = "give up"
END = "end turn"
AROUND = [
    *((0, 1), (1, 0), (0, -1), (-1, 0)),
    *((dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx) + abs(dy) > 1),
]
"""Cells near the Team that somebody might try to move to or to clear: the four sides first."""


@rule("turn/two-action-points")
def begin_turn(g: Expedition, leader: int) -> None:
    """The lead passes on; the new leader has two Action Points."""
    g.step("turn-start")
    g.leader = leader
    g.points = POINTS_A_TURN
    g.inherited = False
    g.note(
        "turn/leadership-rotates turn/two-action-points turn/only-leader-acts terms/leader",
        "{who} leads the Team and alone decides, with {n} Action Points",
        who=g.names[leader],
        n=POINTS_A_TURN,
    )
    g.agenda.append(("turn/sequential",))


class Act(Choose):
    """What the leader does next."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition) -> None:
        self.g = g
        self.seat = g.leader
        self.rule = "turn/sequential"

    def prompt(self) -> str:
        return f"{self.g.points} Action Point{'s' if self.g.points > 1 else ''}: what now?"

    def label(self, value: Value) -> str:
        match value:
            case ("move", name):
                return f"Move the Team to {name}"
            case ("clear", name):
                return f"Attempt to clear {name}"
            case ("vote", name):
                return f"Call for a vote on {name}"
            case "scout":
                return "Scout the desert"
        return str(value).capitalize()

    def group(self, value: Value) -> str:
        return str(value[0]) if isinstance(value, tuple) else ""

    def candidates(self) -> Sequence[Value]:
        g = self.g
        x, y = g.desert.team
        near = [(x + dx, y + dy) for dx, dy in AROUND]
        there = [cell for cell in near if cell in g.desert.placed]
        return [
            "scout",
            *(("move", cell_name(cell)) for cell in [*near[:4], *(c for c in there if c not in near[:4])]),
            *(("clear", cell_name(cell)) for cell in there),
            *(("vote", name) for name in g.names),
            GIVE_UP,
            TALK,
            END,
        ]

    def open(self) -> Sequence[Value]:
        g = self.g
        paid = self.paid()
        values = paid.copy()
        if g.reading("end/give-up-who") != "automatic":
            values.append(GIVE_UP)
        values.append(TALK)
        if not paid or g.reading("turn/may-pass") == "allowed":
            values.append(END)
        return values

    def paid(self) -> list[Value]:
        """The open actions that cost Action Points."""
        g = self.g
        values: list[Value] = ["scout"] if can_scout(g) else []
        values += [("move", cell_name(cell)) for cell in movement(g.desert, g.points)]
        values += [("clear", cell_name(cell)) for cell in clear_targets(g)]
        if g.points >= VOTE_COST:
            values += [("vote", g.names[seat]) for seat in g.living() if seat != g.leader]
        return values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g = self.g
        match value:
            case "scout":
                yield from scout_refusals(g)
            case ("move", str(name)):
                yield from move_refusals(g, cell_at(name))
            case ("clear", str(name)):
                yield from clear_refusals(g, cell_at(name))
            case ("vote", str(name)):
                yield from vote_refusals(g, g.seat(name))
            case "give up" if g.reading("end/give-up-who") == "automatic":
                yield Refusal("end/give-up-who", "the tutor ends the game when the public counts prove it")
            case "end turn" if g.reading("turn/may-pass") == "must-spend" and (paid := self.paid()):
                yield Refusal("turn/may-pass", f"{counted(g.points, 'Action Point')} left to spend", "Act.", paid[0])


@rule("turn/sequential")
def take_action(g: Expedition) -> Rule[None]:
    """Actions are carried out one after the other, each chosen by the situation that it finds."""
    g.step("turn-choose")
    value = yield Act(g)
    while value in (GIVE_UP, TALK):
        if value == TALK:
            yield from table_talk(g)
        else:
            yield from propose_giving_up(g)
        value = yield Act(g)
    if value == END:
        pass_on(g)
        return
    yield from ACTIONS[value if value == "scout" else value[0]](g, value)
    g.step("turn-after-action")
    yield from check_endings(g)
    go_on(g)


ACTIONS = {
    "scout": lambda g, value: scout(g),
    "move": lambda g, value: move_team(g, cell_at(value[1])),
    "clear": lambda g, value: attempt_to_clear(g, cell_at(value[1])),
    "vote": lambda g, value: call_for_a_vote(g, g.seat(value[1])),
}


@rule("turn/may-pass")
def pass_on(g: Expedition) -> None:
    """The leader may end the turn with points unspent."""
    g.note("turn/may-pass", "{who} ends the turn with {n} left", who=g.names[g.leader], n=g.points)
    g.agenda.append(("turn/unspent-lost",))


def go_on(g: Expedition) -> None:
    """The next action, the end of the turn, or what a dead leader leaves behind."""
    if g.out[g.leader]:
        leader_dies(g)
    elif g.points:
        g.note("turn/two-small-actions", "{who} has {n} Action Point left", who=g.names[g.leader], n=g.points)
        g.agenda.append(("turn/sequential",))
    else:
        g.agenda.append(("turn/unspent-lost",))


@rule("turn/leader-dies")
def leader_dies(g: Expedition) -> None:
    """A leader who leaves the game in the own turn ends it."""
    if g.reading("turn/leader-dies") == "next-finishes" and g.points:
        dead, g.leader, g.inherited = g.leader, g.after(g.leader), True
        g.note(
            "turn/leader-dies",
            "{dead} is out: {who} finishes the turn with {n} left",
            dead=g.names[dead],
            who=g.names[g.leader],
            n=g.points,
        )
        g.agenda.append(("turn/sequential",))
        return
    g.note("turn/leader-dies", "{who} is out, and the turn ends with it", who=g.names[g.leader])
    g.agenda.append(("turn/unspent-lost",))


@rule("turn/unspent-lost")
def end_turn(g: Expedition) -> None:
    """Unspent points are lost, and the next player still in the game leads."""
    g.step("turn-end")
    if g.points:
        g.note("turn/unspent-lost", "{unspent} lost", unspent=counted(g.points, "unspent Action Point"))
    g.step("turn-next")
    heir = g.inherited and not g.out[g.leader]
    leader = g.leader if heir else g.after(g.leader)
    if g.left and g.heard:
        g.note("turn/skip-dead", "{names} cannot lead", names=", ".join(g.names[seat] for seat in g.left))
    g.note("turn/order-clockwise", "the lead passes to {who}", who=g.names[leader])
    g.agenda.append(("turn/two-action-points", leader))
