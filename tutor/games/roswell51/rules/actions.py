"""The individual actions of a survivor, in the pool and inside a sanctuary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import PASS, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules import sanctuaries
from tutor.games.roswell51.rules.borrowing import Borrow
from tutor.games.roswell51.rules.foes import any_target, lurking
from tutor.games.roswell51.rules.holding_cards import hands_full
from tutor.games.roswell51.rules.named_cards import escape
from tutor.games.roswell51.rules.reel_end import wait
from tutor.games.roswell51.rules.sanctuaries_move import MoveIn
from tutor.games.roswell51.rules.spoints import gain_rest
from tutor.games.roswell51.rules.survivor_attack import survivor_attack
from tutor.games.roswell51.rules.take_attack import Take
from tutor.games.roswell51.rules.weapons import held_items, in_range
from tutor.games.roswell51.table import Movie

BINDING = ("rest", "search")
"""What keeps a survivor inside a sanctuary until the next turn."""


class Attack(Move[Movie, Survivor]):
    """Attack an alien."""

    verb, words, node = "attack", "Attack an alien", "act-attack"

    def open(self, g: Movie, who: Survivor) -> Sequence[Value]:
        return ("attack",) if any_target(g) or in_range(g, who) else ()

    def refuse(self, g: Movie, who: Survivor) -> Iterator[Refusal]:
        if not any_target(g) and not in_range(g, who):
            yield Refusal("player-turn/action-attack", "there are no aliens for you to attack", "Rest instead.", "rest")

    @staticmethod
    def do(g: Movie, who: Survivor) -> Rule[bool]:
        g.note("player-turn/action-attack", "{who} attacks", who=g.named(who.card))
        return survivor_attack(g, who)


OUTWARD = Attack()
WHOLE_TURN = "you have used your turn for a Take+Attack, so survivors inside a sanctuary can only rest or search"


class Rest(Move[Movie, Survivor]):
    """Rest outside."""

    verb, words, node = "rest", "Rest", "act-rest"

    @staticmethod
    def do(g: Movie, who: Survivor) -> None:
        gain_rest(g, who, g.parameters.rest, "player-turn/action-rest", ("spoints/rest-gain-two",))


class Nothing(Move[Movie, Survivor]):
    """Do nothing."""

    verb, words, node = PASS, "Do nothing", "act-pass"

    @staticmethod
    def do(g: Movie, who: Survivor) -> None:
        g.note("player-turn/action-not-forced", "{who} does nothing", who=g.named(who.card))


class NothingIfAllowed(Nothing):
    """Do nothing, unless the reading in force makes every survivor who can act do so."""

    def refuse(self, g: Movie, who: Survivor) -> Iterator[Refusal]:
        if who.new or g.reading("player-turn/action-not-forced") == "optional":
            return
        haunted = bool(who.at) and bool(g.shelter(who.at).monster)
        fix, instead = ("Attack the monster.", "attack") if haunted else ("Rest.", "rest")
        why = f"under the chosen reading, {g.named(who.card):has|have} to do something"
        yield Refusal("player-turn/action-not-forced", why, fix, instead)


class Within(Move[Movie, Survivor]):
    """An action inside a sanctuary that binds a survivor there for the turn."""

    def refuse(self, g: Movie, who: Survivor) -> Iterator[Refusal]:
        yield from refuse_new(g, who)
        if monster := g.shelter(who.at).monster:
            why = f"{g.named(monster):is|are} inside too, so you can’t rest or search here"
            yield Refusal("alternate-rules/back-seat-no-sanctuary-actions", why, "Attack the monster.", "attack")


def refuse_new(g: Movie, who: Survivor) -> Iterator[Refusal]:
    """Yield why a survivor who has just moved in can only wait."""
    if who.new:
        shoots = not g.shelter(who.at).monster and g.reading("sanctuaries/no-attack-from-inside") == "allowed"
        what = "rest, search, attack or leave" if shoots else "rest, search or leave"
        why = f"{g.named(who.card)} moved in this turn, so you can’t {what} yet"
        yield Refusal("sanctuaries/actions-from-next-turn", why, wait(g, who), PASS)


class RestWithin(Within):
    """Rest inside."""

    verb, words, node = "rest", "Rest", "sanctuary-rest"

    @staticmethod
    def do(g: Movie, who: Survivor) -> None:
        sanctuaries.rest_inside(g, who)


class SearchWithin(Within):
    """Search the discard pile."""

    verb, words, node = "search", "Search the discard pile", "sanctuary-search"

    @staticmethod
    def do(g: Movie, who: Survivor) -> Rule[None]:
        return sanctuaries.search(g, who)


class Leave(Move[Movie, Survivor]):
    """Return to the pool, and act there."""

    verb, words, node = "leave", "Leave, and act outside", "sanctuary-leave"

    def refuse(self, g: Movie, who: Survivor) -> Iterator[Refusal]:
        return refuse_new(g, who)

    @staticmethod
    def do(g: Movie, who: Survivor) -> None:
        sanctuaries.leave(g, who)


class LeaveBound(Leave):
    """The same, for a survivor who has rested or searched inside this turn."""

    def refuse(self, g: Movie, who: Survivor) -> Iterator[Refusal]:
        yield from refuse_new(g, who)
        if g.mode == "take-attack":
            yield Refusal("take-attack/sanctuary-survivors", WHOLE_TURN, "Rest instead.")
            return
        yield sanctuaries.refuse_bound(g, who)


class AttackWithin(Move[Movie, Survivor]):
    """Attack the monster that is inside too or, in one reading, any alien in play."""

    verb, words, node = "attack", "Attack an alien", "act-attack"

    def refuse(self, g: Movie, who: Survivor) -> Iterator[Refusal]:
        monster = g.shelter(who.at).monster
        if not monster and g.reading("sanctuaries/no-attack-from-inside") != "allowed":
            why = f"{g.named(who.card)} is inside {g.named(who.at)}, and survivors can’t attack from there"
            fix = wait(g, who) if who.new or self is STUCK else "Attack once you have left."
            yield Refusal("sanctuaries/no-attack-from-inside", why, fix)
        elif g.mode == "take-attack" and not who.new:
            yield Refusal("take-attack/sanctuary-survivors", WHOLE_TURN, wait(g, who), PASS)
        elif not monster:
            yield from refuse_new(g, who) if who.new else OUTWARD.refuse(g, who)

    @staticmethod
    def do(g: Movie, who: Survivor) -> Rule[bool]:
        if not g.shelter(who.at).monster:
            return OUTWARD.do(g, who)
        g.note("alternate-rules/back-seat-monster-inside", "{who} attacks the monster inside", who=g.named(who.card))
        return survivor_attack(g, who, among=(lurking(g.shelter(who.at)),))


class PickUp(Move[Movie, Survivor]):
    """Take an item that is stored inside."""

    verb = "pick"

    def label(self, g: Movie, who: Survivor, item: str) -> str:
        return f"Take {g.spoken(item)}"

    def tries(self, g: Movie, who: Survivor) -> Sequence[Value]:
        return self.each(g.shelter(who.at).items)

    def refuse(self, g: Movie, who: Survivor, item: str) -> Iterator[Refusal]:
        if len(who.held) >= g.parameters.held:
            fix = "Store an item first." if held_items(g, who) else "Leave the card in the sanctuary."
            yield Refusal("sanctuaries/two-card-limit-inside", hands_full(g, who), fix)

    @staticmethod
    def do(g: Movie, who: Survivor, item: str) -> None:
        sanctuaries.pick_or_drop(g, who, "pick", item)


class Drop(Move[Movie, Survivor]):
    """Store an item inside."""

    verb, words = "drop", "Store the {}"

    def tries(self, g: Movie, who: Survivor) -> Sequence[Value]:
        return self.each(card for card in who.held if g.cards.type_of(card) == "item")

    @staticmethod
    def do(g: Movie, who: Survivor, item: str) -> None:
        sanctuaries.pick_or_drop(g, who, "drop", item)


STUCK = AttackWithin()  # of a survivor who has rested or searched inside this turn
OUTSIDE = Menu(Take(), OUTWARD, Rest(), MoveIn(), Borrow(), NothingIfAllowed())
INSIDE = Menu(RestWithin(), SearchWithin(), Leave(), AttackWithin(), PickUp(), Drop(), NothingIfAllowed())
BOUND = Menu(RestWithin(), SearchWithin(), LeaveBound(), STUCK, PickUp(), Drop(), Nothing())


@rule("player-turn/free-mix")
def act(g: Movie, who: Survivor, staying: bool) -> Rule[bool]:
    """A survivor does one thing: in the pool any individual action, inside a sanctuary one of those there.

    `staying`: whether a rest or search inside has bound this survivor for the turn. Return whether one has now.
    """
    if who.probed:
        yield from escape(g, who)
        return staying
    if who.at:
        g.step("sanctuary-choice")
        verb = yield from act_inside(g, who, staying)
        if verb != "leave":
            return staying or verb in BINDING
    yield from act_outside(g, who)
    return False


def asked(g: Movie, who: Survivor) -> str:
    """Return the question what a survivor does."""
    where = f" inside {g.named(who.at)}" if who.at else ""
    return f"What does {g.named(who.card)} do{where}?"


def act_outside(g: Movie, who: Survivor) -> Rule[None]:
    """A survivor in the pool does any individual action; one that somebody else does not permit is not used up."""
    allowed: bool | None = False
    while allowed is False:
        g.step("action-choice")
        ask = Moves(who.seat, "player-turn/one-action-each", OUTSIDE, g, who, lambda: asked(g, who))
        allowed = yield from ask.do((yield ask))


@rule("sanctuaries/action-commits-stay")
def act_inside(g: Movie, who: Survivor, staying: bool) -> Rule[str]:
    """Inside: rest, search or leave; storing and taking items is free. Return what was done."""
    offered = BOUND if staying else INSIDE
    answer: Value = ()
    while isinstance(answer, tuple):  # an item was stored or taken
        ask = Moves(who.seat, "sanctuaries/action-commits-stay", offered, g, who, lambda: asked(g, who))
        answer = yield ask
        yield from ask.do(answer)
    return str(answer)
