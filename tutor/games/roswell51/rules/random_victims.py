"""Random victims, and who suffers when nobody on the survivors' side has caused an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tutor.engine.core import Names, Roll, Rule, choose
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person, Survivor
from tutor.games.roswell51.table import Movie

DIE = 6
Candidate = TypeVar("Candidate", Survivor, Person)


@rule("random-victims/six-or-fewer")
def choose_at_random(g: Movie, among: Sequence[Candidate]) -> Rule[Candidate | None]:
    """One die finds a victim among up to six; of more, a die first says which half; a single one needs none."""
    group = list(among)
    while len(group) > DIE:
        half = (len(group) + 1) // 2
        odds, evens = group[:half], group[half:]
        (face,) = yield Roll(1, "random-victims/more-than-six", DIRECTOR)
        group = odds if face % 2 else evens
        g.note(
            "random-victims/more-than-six",
            "the die shows {face}, which is {which}, so the victim is one of {names}",
            also=("random-victims/group-split", "random-victims/then-within-group", "random-victims/no-two-dice"),
            face=face,
            which="odd" if face % 2 else "even",
            names=Names(name_of(g, one) for one in group),
        )
    if not group:
        return None
    if len(group) == 1:
        (only,) = group
        g.note("random-victims/six-or-fewer", "only {who} can be the victim", who=name_of(g, only))
        return only
    while True:
        (face,) = yield Roll(1, "random-victims/six-or-fewer", DIRECTOR)
        if face <= len(group):
            break
        template = "the die shows {face}, which stands for nobody, so it is rolled again"
        g.note("random-victims/unassigned-number", template, face=face)
    victim: Candidate = group[face - 1]
    player = "random-victims/players-likewise" if isinstance(victim, Person) else ""
    g.note(
        "random-victims/six-or-fewer",
        "the die shows {face}, so {who} is the victim",
        also=(player,),
        face=face,
        who=name_of(g, victim),
    )
    return victim


def name_of(g: Movie, one: Survivor | Person) -> str:
    """The name of a survivor or a player."""
    return g.names[one.seat] if isinstance(one, Person) else g.named(one.card)


@rule("screen/causer-suffers")
def stand_in(g: Movie, cause: str) -> Rule[Survivor | None]:
    """Who suffers what a card does to one survivor: its causer; else, or if the causer is gone, as the rules say."""
    if cause and cause not in g.names:
        who = g.survivor(cause)
        if who is not None:
            return who
        return (yield from instead(g, cause))
    rules = "screen/director-caused-event" if cause else "opening-scene/test-order-without-causer"
    if g.reading(rules) == "director":
        return (yield from name_survivor(g, rules, "Who does this event hit?"))
    among = list(g.survivors())
    if not among:
        g.note(rules, "there are no survivors in play, so this event has no victim")
        return None
    g.note(rules, "no survivor caused this event, so a random survivor is the victim")
    return (yield from choose_at_random(g, among))


def name_survivor(g: Movie, why: str, prompt: str) -> Rule[Survivor | None]:
    """In one reading, the Director names a survivor for an event that no survivor caused; None if there is none."""
    among = {who.card: who for who in g.survivors()}
    if not among:
        return None
    answer = yield from choose(DIRECTOR, why, tuple(among), prompt, g.named)
    g.note(why, "the Director names {who}", who=g.named(answer))
    return among[answer]


@rule("screen/causer-eliminated-before-reveal")
def instead(g: Movie, cause: str) -> Rule[Survivor | None]:
    """The causer is gone: what would hit it lapses or hits another survivor, depending on the reading."""
    reading = g.reading("screen/causer-eliminated-before-reveal")
    template = "{who} brought this card to the screen, but is gone now"
    g.note("screen/causer-eliminated-before-reveal", template, who=g.named(cause))
    if reading == "random-victim":
        return (yield from choose_at_random(g, list(g.survivors())))
    if reading == "pool-mate" and g.turn > DIRECTOR:
        return next(iter(g.people[g.turn].pool), None)
    return None


def test_order(g: Movie, cause: str) -> list[Survivor]:
    """The order of a group test: the causer first, then card by card clockwise around the table."""
    order = list(g.survivors())
    who = g.survivor(cause) if cause else None
    if who is not None:
        start = order.index(who)
    elif not cause or cause not in g.names:
        # at the start of a reel: who acts first in it; exception screen/causer-eliminated-before-reveal: who acts next
        start = next((n for n, one in enumerate(order) if to_act(g, one)), 0)
    else:
        start = 0
    return order[start:] + order[:start]


def ordered_by_director(g: Movie, order: list[Survivor], why: str) -> Rule[list[Survivor]]:
    """In one reading, the Director says who begins a group test that no survivor caused."""
    first = yield from name_survivor(g, why, "Who is tested first?")
    if first is None:
        return order
    start = order.index(first)
    return order[start:] + order[:start]


def to_act(g: Movie, who: Survivor) -> bool:
    """Whether a survivor's action is still to come in this round."""
    return who.seat > g.turn or (who.seat == g.turn and not (g.mode and who.acted))
