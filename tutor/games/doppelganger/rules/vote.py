"""Calling for a vote to leave a player behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.engine.core.windows import vote
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.rules.death import leave
from tutor.games.doppelganger.rules.points import spend, whole_turn
from tutor.games.doppelganger.rules.talk import SAY_SOMETHING, TALK, say
from tutor.games.doppelganger.table import Expedition, counted

VOTE_COST = 2
YES, NO = "yes", "no"


def vote_refusals(g: Expedition, target: int) -> Iterator[Refusal]:
    """Every reason why there can be no vote on this player now."""
    if len(g.living()) == 1:
        yield Refusal("vote/nobody-to-vote-on", f"{g.names[g.leader]} is alone in the desert")
    if target == g.leader:
        yield Refusal("vote/target-another-living", "nobody calls a vote against oneself", "Name another player.")
    elif g.out[target]:
        yield Refusal("vote/target-another-living", f"{g.names[target]} is out of the game", "Name another player.")
    yield from whole_turn(g, VOTE_COST, "turn/cost-vote", "a vote")


class Ballot(Choose):
    """YES or NO; there is no third way."""

    __slots__ = ("g", "target")

    def __init__(self, g: Expedition, seat: int, target: int) -> None:
        self.seat = seat
        self.rule = "vote/all-others-must-vote"
        self.g = g
        self.target = g.names[target]

    def prompt(self) -> str:
        return f"Leave {self.target} behind?"

    def label(self, value: Value) -> str:
        return SAY_SOMETHING if value == TALK else str(value).capitalize()

    def candidates(self) -> Sequence[Value]:
        return [YES, NO, TALK, "abstain"]

    def open(self) -> Sequence[Value]:
        return YES, NO, TALK

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == "abstain":
            yield Refusal("vote/all-others-must-vote", "everybody but the target has to vote", "Vote YES or NO.", NO)


@rule("vote/purpose")
def call_for_a_vote(g: Expedition, target: int) -> Rule[None]:
    """All but the target vote; more YES than NO leaves the target behind."""
    g.step("vote-call")
    spend(g, VOTE_COST, "turn/cost-vote vote/failed-vote-costs vote/turn-ends", "a vote")
    g.note(
        "vote/purpose vote/target-another-living vote/target-does-not-vote",
        "{who} calls for a vote to leave {name} behind; {name} has no vote",
        who=g.names[g.leader],
        name=g.names[target],
    )
    g.step("vote-cast")
    voters = [seat for seat in g.in_turn_order(g.leader) if seat != target]
    answers: dict[int, Value] = {}
    if g.reading("vote/open-simultaneous") == "in-turn":
        for seat in voters:
            answers[seat] = yield from cast(g, seat, target, (yield Ballot(g, seat, target)))
            _tell_vote(g, seat, answers[seat])
    else:
        answers = yield from vote([Ballot(g, seat, target) for seat in voters], "vote/open-simultaneous")
        for seat in voters:
            answers[seat] = yield from cast(g, seat, target, answers[seat])
    count_votes(g, target, answers)


def cast(g: Expedition, seat: int, target: int, value: Value) -> Rule[Value]:
    """Return what a player votes; one who wants to say something first is asked again afterwards."""
    while value == TALK:
        yield from say(g, seat)
        value = yield Ballot(g, seat, target)
    return value


def _tell_vote(g: Expedition, seat: int, value: Value) -> None:
    g.note("vote/open-simultaneous", "{who} votes {value}", who=g.names[seat], value=str(value).upper())


def _tell_votes(g: Expedition, answers: dict[int, Value], yes: int, no: int) -> None:
    secret = g.reading("vote/open-simultaneous") == "secret"
    said = ", ".join(f"{g.names[seat]} {answer}" for seat, answer in answers.items())
    g.note(
        "vote/open-simultaneous vote/all-others-must-vote vote/thresholds"
        + (" vote/caller-may-vote-no" if answers[g.leader] == NO and not secret else ""),
        "{yes} YES and {no} NO{said}",
        yes=yes,
        no=no,
        said="" if secret else f": {said}",
    )


@rule("vote/majority")
def count_votes(g: Expedition, target: int, answers: dict[int, Value]) -> None:
    """More YES than NO votes remove the target; a tie does not."""
    g.step("vote-count")
    yes = sum(answer == YES for answer in answers.values())
    no = len(answers) - yes
    if g.heard:
        _tell_votes(g, answers, yes, no)
    if yes <= no:
        ids = "vote/tie-fails" if yes == no else "vote/majority"
        g.note(f"{ids} vote/failed-vote-costs", "{name} stays", name=g.names[target])
        return
    g.step("vote-removed")
    g.note(
        "vote/majority vote/removed-at-once vote/no-role-reveal vote/victims-tokens"
        + (" vote/two-players-left" if len(answers) == 1 else ""),
        "{name} is out at once, with {tokens}",
        name=g.names[target],
        tokens=counted(g.life[target], "Life Token"),
    )
    leave(g, target, "vote")
