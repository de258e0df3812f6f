"""Calling for a vote to leave a player behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tutor.engine.core import Closed, Many, ManyOrNo, Menu, Move, Moves, Names, Refusal, Rule, Value, vote
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.rules.death import leave
from tutor.games.doppelganger.rules.points import priced, something_else, spend, too_few_points
from tutor.games.doppelganger.rules.secrecy import SPEAK, decide, say
from tutor.games.doppelganger.table import Expedition


class CallVote(Move[Expedition, int]):
    """Call for a vote on another player."""

    verb, heading, words = "vote", "vote", "Call for a vote on {}"

    def label(self, g: Expedition, leader: int, name: str) -> str:
        return priced(self.words.format("yourself" if g.seat(name) == leader else name), g.parameters.vote_cost)

    def tries(self, g: Expedition, leader: int) -> Sequence[Value]:
        return self.each(g.names)

    def open(self, g: Expedition, leader: int) -> Sequence[Value]:
        if g.points < g.parameters.vote_cost:
            return ()
        return [("vote", g.names[seat]) for seat, how in enumerate(g.out) if not how and seat != leader]

    def refuse(self, g: Expedition, leader: int, name: str) -> Iterator[Refusal]:
        target = g.seat(name)
        alone = len(g.living()) == 1
        if alone:
            yield Refusal(
                "vote/nobody-to-vote-on", "you’re alone in the desert, so there’s nobody to vote on", something_else(g)
            )
        fix = "Name another player." if self.open(g, leader) else something_else(g)
        if target == leader:
            yield Refusal("vote/target-another-living", "you can’t call for a vote on yourself", fix)
        elif g.out[target]:
            yield Refusal("vote/target-another-living", f"{name} is out of the game", fix)
        later = not alone and target != leader and not g.out[target]
        yield from too_few_points(g, g.parameters.vote_cost, "turn/cost-vote", "a vote", later=later)

    @staticmethod
    def do(g: Expedition, leader: int, name: str) -> Rule[None]:
        return call_for_a_vote(g, g.seat(name))


class Voice(Move[Expedition, int]):
    """A vote of YES or NO, which has no effect until all votes are counted."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.words = verb.capitalize()


class Abstain(Closed[Expedition, int]):
    """Vote neither YES nor NO."""

    verb, words = "abstain", "Abstain"

    def refuse(self, g: Expedition, seat: int) -> Iterator[Refusal]:
        why = "everybody has to vote, except the player whom the vote is about"
        yield Refusal("vote/all-others-must-vote", why, "Vote YES or NO.", NO.verb)


YES, NO = Voice("yes"), Voice("no")
BALLOT = Menu(YES, NO, SPEAK, Abstain())


class Ballot(Moves[Expedition, int]):
    """The question to a player whether to leave the target behind; there is no third choice besides YES and NO."""

    __slots__ = ("target",)

    def __init__(self, g: Expedition, seat: int, target: int) -> None:
        prompt = f"Do you vote to leave {g.names[target]} behind?"
        super().__init__(seat, "vote/all-others-must-vote", BALLOT, g, seat, prompt)
        self.target = target

    def again(self) -> Ballot:
        return Ballot(self.g, self.seat, self.target)


@rule("vote/purpose")
def call_for_a_vote(g: Expedition, target: int) -> Rule[None]:
    """All players but the target vote; more YES than NO votes leave the target behind."""
    g.step("vote-call")
    cost = g.parameters.vote_cost
    also = ("vote/failed-vote-costs", "vote/turn-ends" if g.points == cost else "")
    spend(g, cost, "turn/cost-vote", "a vote", also)
    g.note(
        "vote/purpose",
        "{who} calls for a vote to leave behind {name}, who has no vote",
        also=("vote/target-another-living", "vote/target-does-not-vote"),
        who=g.names[g.leader],
        name=g.names[target],
    )
    g.step("vote-cast")
    voters = [seat for seat in g.in_turn_order(g.leader) if seat != target]
    answers: dict[int, Value] = {}
    if g.reading("vote/open-simultaneous") == "in-turn":
        for seat in voters:
            answers[seat] = yield from cast(g, seat, target)
            said = str(answers[seat]).upper()
            g.note("vote/open-simultaneous", "{who} votes {value}", who=g.names[seat], value=said)
    else:
        answers = yield from vote([Ballot(g, seat, target) for seat in voters], "vote/open-simultaneous")
        for seat in voters:
            if answers[seat] == SPEAK.verb:
                yield from say(g, seat)
                answers[seat] = yield from cast(g, seat, target)
    count_votes(g, target, answers)


def cast(g: Expedition, seat: int, target: int) -> Rule[Any]:
    """Return what a player votes; one who wants to say something first is asked again afterwards."""
    return decide(Ballot(g, seat, target))


def _tell_votes(g: Expedition, answers: dict[int, Value], yes: int, no: int) -> None:
    secret = g.reading("vote/open-simultaneous") == "secret"
    sides = [[g.names[seat] for seat, answer in answers.items() if answer == one.verb] for one in (YES, NO)]
    said = [f"{Names(names):votes|vote} {word}" for names, word in zip(sides, ("YES", "NO"), strict=True) if names]
    against = answers[g.leader] == NO.verb and not secret
    if secret:
        says = "the vote ends with {yes:YES vote} and {no:NO vote}"
    elif yes and no:
        says = "{said}, which makes {yes:YES vote} and {no:NO vote}"
    else:
        says = f"{{said}}, and nobody votes {'NO' if yes else 'YES'}"
    g.note(
        "vote/open-simultaneous",
        says,
        also=("vote/all-others-must-vote", "vote/thresholds", "vote/caller-may-vote-no" if against else ""),
        yes=ManyOrNo(yes),
        no=ManyOrNo(no),
        said=", and ".join(said),
    )


@rule("vote/majority")
def count_votes(g: Expedition, target: int, answers: dict[int, Value]) -> None:
    """More YES than NO votes remove the target; a tie does not."""
    g.step("vote-count")
    yes = sum(answer == YES.verb for answer in answers.values())
    no = len(answers) - yes
    if g.heard:
        _tell_votes(g, answers, yes, no)
    if yes <= no:
        why = "vote/tie-fails" if yes == no else "vote/majority"
        said = "the vote is a tie" if yes == no else "there are fewer YES votes than NO votes"
        g.note(why, said + ", so {name} stays on the Team", also=("vote/failed-vote-costs",), name=g.names[target])
        return
    g.step("vote-removed")
    g.note(
        "vote/majority",
        "{name} is out at once and takes {tokens:Life Token} out of the game"
        if g.life[target]
        else "{name} is out of the game at once",
        also=(
            "vote/removed-at-once",
            "vote/no-role-reveal",
            "vote/victims-tokens",
            "vote/two-players-left" if len(answers) == 1 else "",
        ),
        name=g.names[target],
        tokens=Many(g.life[target]),
    )
    leave(g, target, "vote")
