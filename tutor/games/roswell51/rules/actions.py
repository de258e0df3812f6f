"""The single actions of a survivor, in the pool and inside a sanctuary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import PASS, Choose, Refusal, Rule, Value
from tutor.games.roswell51.book import rule, words_of
from tutor.games.roswell51.cards import TAKEN
from tutor.games.roswell51.numbers import FRAMES, MOST_HELD
from tutor.games.roswell51.people import Survivor
from tutor.games.roswell51.rules import back_seat, borrowing, sanctuaries
from tutor.games.roswell51.rules.foes import any_target, lurking
from tutor.games.roswell51.rules.rolls import test
from tutor.games.roswell51.rules.spoints import gain_rest
from tutor.games.roswell51.rules.survivor_attack import survivor_attack
from tutor.games.roswell51.rules.take_attack import refuse_take, take
from tutor.games.roswell51.rules.weapons import in_range
from tutor.games.roswell51.table import Movie

REST = 2
BINDING = ("rest", "search")
"""What keeps a survivor inside a sanctuary until the next turn."""
TAKE: tuple[Value, ...] = tuple(("take", str(n + 1)) for n in range(FRAMES))

LABELS = {
    "attack": "Attack an alien",
    "rest": "Rest",
    "search": "Search the discard pile",
    "leave": "Leave, and act outside",
    "escape": "Try to escape",
    PASS: "Do nothing",
}


class Action(Choose):
    """What a survivor in the pool does."""

    __slots__ = ("g", "who")

    def __init__(self, g: Movie, who: Survivor) -> None:
        self.g = g
        self.who = who
        self.seat = who.seat
        self.rule = "player-turn/one-action-each"

    def prompt(self) -> str:
        return f"What does {self.g.named(self.who.card)} do?"

    def candidates(self) -> Sequence[Value]:
        g = self.g
        return [
            *(("take", str(n + 1)) for n in range(FRAMES) if g.screen[n].filled),
            "attack",
            "rest",
            *(("move", place.card) for place in g.sanctuaries),
            *(("borrow", owner.card, item) for owner, item in borrowing.others_items(g, self.who)),
            PASS,
        ]

    def open(self) -> Sequence[Value]:
        g, who = self.g, self.who
        free = len(who.held) < MOST_HELD
        values: list[Value] = []
        if free:
            type_of = g.cards.type_of
            values += [TAKE[n] for n, f in enumerate(g.screen) if f.up and f.cards and type_of(f.cards[-1]) in TAKEN]
        if any_target(g) or in_range(g, who):
            values.append("attack")
        values.append("rest")
        for place in g.sanctuaries:
            if len(g.inside(place.card)) < g.cards[place.card].capacity:
                values.append(("move", place.card))
        if free:
            values += [
                ("borrow", owner.card, item)
                for owner, item in borrowing.others_items(g, who)
                if owner.at == who.at and g.cards.type_of(item) == "item"
            ]
        values.append(PASS)
        return values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, who = self.g, self.who
        verb, *rest = words_of(value)
        if verb == "take":
            n = int(rest[0]) - 1
            if not g.screen[n].up:
                yield Refusal("screen/mystery-untouchable", f"the card in frame {n + 1} is face down", "Rest.", "rest")
                return
            yield from refuse_take(g, who, n)
        elif verb == "attack" and not any_target(g) and not in_range(g, who):
            yield Refusal("player-turn/action-attack", "there are no aliens that you could attack", "Rest.", "rest")
        elif verb == "move":
            yield from sanctuaries.refuse_move(g, who, rest[0])
        elif verb == "borrow":
            yield from borrowing.refuse(g, who, *rest)

    def label(self, value: Value) -> str:
        g = self.g
        verb, *rest = words_of(value)
        if verb == "take":
            frame = g.screen[int(rest[0]) - 1]
            return f"Take {g.named(frame.top)}" if frame.top else "Take the mystery card"
        if verb == "move":
            return f"Move into {g.named(rest[0])}"
        if verb == "borrow":
            return f"Take {g.named(rest[0])}’s {g.named(rest[1])}"
        return LABELS[verb]


class Inside(Choose):
    """What a survivor inside a sanctuary does."""

    __slots__ = ("g", "staying", "who")

    def __init__(self, g: Movie, who: Survivor, staying: bool) -> None:
        """Args: `staying`: whether this survivor has rested or searched inside this turn."""
        self.g = g
        self.who = who
        self.staying = staying
        self.seat = who.seat
        self.rule = "sanctuaries/action-commits-stay"

    def prompt(self) -> str:
        return f"{self.g.named(self.who.card)} is inside. What now?"

    def candidates(self) -> Sequence[Value]:
        g = self.g
        held = [card for card in self.who.held if g.cards.type_of(card) == "item"]
        stored = g.shelter(self.who.at).items
        return [
            "rest",
            "search",
            "leave",
            "attack",
            *(("pick", item) for item in stored),
            *(("drop", item) for item in held),
            PASS,
        ]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        verb, *_ = words_of(value)
        name = self.g.named(self.who.card)
        if self.who.new and verb in ("rest", "search", "leave"):
            why = f"{name} moved in only this turn"
            yield Refusal("sanctuaries/actions-from-next-turn", why, "Wait for the next turn.", PASS)
        if self.staying and verb == "leave":
            why = f"{name} has rested or searched inside this turn"
            yield Refusal("sanctuaries/action-commits-stay", why, "You can leave next turn.", PASS)
        monster = self.g.shelter(self.who.at).monster
        if monster and verb in BINDING:
            why = f"{self.g.named(monster):is|are} inside too"
            yield Refusal("alternate-rules/back-seat-no-sanctuary-actions", why, "Attack it.", "attack")
        if verb == "attack" and not monster:
            fix = "Wait for the next turn." if self.who.new else "Leave first."
            yield Refusal("sanctuaries/no-attack-from-inside", f"{name} is inside", fix)
        if verb == "pick" and len(self.who.held) >= MOST_HELD:
            why = f"{name} holds {len(self.who.held)} of {MOST_HELD} cards"
            yield Refusal("sanctuaries/two-card-limit-inside", why, "Drop one first.")

    def label(self, value: Value) -> str:
        verb, *rest = words_of(value)
        if rest:
            return f"{'Take' if verb == 'pick' else 'Store'} the {self.g.named(rest[0])}"
        return LABELS[verb]


@rule("player-turn/free-mix")
def act(g: Movie, who: Survivor, staying: bool) -> Rule[bool]:
    """A survivor does one thing: in the pool any single action, inside a sanctuary one of those there.

    `staying`: whether a rest or search inside has bound this survivor for the turn. Return whether one has now.
    """
    if who.probed:
        yield from try_to_escape(g, who)
        return staying
    if who.at:
        g.step("sanctuary-choice")
        verb = yield from act_inside(g, who, staying)
        if verb != "leave":
            return staying or verb in BINDING
    yield from act_outside(g, who)
    return False


def act_outside(g: Movie, who: Survivor) -> Rule[None]:
    """A survivor in the pool does any single action; what somebody else does not permit is not spent."""
    while True:
        g.step("action-choice")
        answer = yield Action(g, who)
        verb, *rest = words_of(answer)
        done = yield from carry_out(g, who, verb, rest)
        if done:
            return


def carry_out(g: Movie, who: Survivor, verb: str, rest: list[str]) -> Rule[bool]:
    """Carry out a single action; return whether it is spent."""
    g.step(f"act-{verb}")
    name = g.named(who.card)
    if verb == "take":
        n = int(rest[0]) - 1
        item = g.cards.type_of(g.screen[n].top) == "item"
        take(g, who, n, "player-turn/action-take-item" if item else "player-turn/action-take-power-play")
    elif verb == "attack":
        g.note("player-turn/action-attack", "{who} attacks", who=name)
        return (yield from survivor_attack(g, who))
    elif verb == "borrow":
        return (yield from borrowing.borrow(g, who, *rest))
    elif verb == "rest":
        gain_rest(g, who, REST, "player-turn/action-rest spoints/rest-gain-two")
    elif verb == "move":
        sanctuaries.move_in(g, who, rest[0])
        yield from back_seat.enter(g, who)
    else:
        g.note("player-turn/action-not-forced", "{who} does nothing", who=name)
    return True


@rule("sanctuaries/action-commits-stay")
def act_inside(g: Movie, who: Survivor, staying: bool) -> Rule[str]:
    """Inside: rest, search or leave; storing and taking items is free. Return what was done."""
    while True:
        answer = yield Inside(g, who, staying)
        verb, *rest = words_of(answer)
        if verb not in ("pick", "drop"):
            break
        sanctuaries.pick_or_drop(g, who, verb, rest[0])
    if verb == "leave":
        g.step("sanctuary-leave")
        sanctuaries.leave(g, who)
    elif verb == PASS:
        g.step("act-pass")
        g.note("player-turn/action-not-forced", "{who} does nothing", who=g.named(who.card))
    elif verb == "attack":
        g.step("act-attack")
        g.note("alternate-rules/back-seat-monster-inside", "{who} attacks within", who=g.named(who.card))
        yield from survivor_attack(g, who, among=(lurking(g.shelter(who.at)),))
    elif verb == "rest":
        g.step("sanctuary-rest")
        sanctuaries.rest_inside(g, who)
    else:
        g.step("sanctuary-search")
        yield from sanctuaries.search(g, who)
    return verb


def try_to_escape(g: Movie, who: Survivor) -> Rule[None]:
    """A trapped survivor can do nothing but try to escape."""
    g.step("act-escape")
    card = who.probed
    good = yield from test(g, who, g.cards[card].stat, "named-cards/probed-traps-survivor")
    words = {"who": g.named(who.card), "card": g.named(card)}
    if good:
        who.probed = ""
        g.discard(card)
        g.note("named-cards/probed-traps-survivor", "{who} escapes; {card} goes to the discard pile", **words)
    else:
        g.note("named-cards/probed-traps-survivor", "{who} stays trapped", **words)
