"""A player's turn: single actions of all survivors, or one Take+Attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.asks import Choose, Refusal, Rule, Value
from tutor.games.roswell51.book import rule, words_of
from tutor.games.roswell51.numbers import FRAMES, MOST_SURVIVORS
from tutor.games.roswell51.people import DIRECTOR, Person, Survivor
from tutor.games.roswell51.rules import actions, reel_end, reveal, take_attack
from tutor.games.roswell51.rules.rolls import offer_star
from tutor.games.roswell51.rules.take_attack import RECRUIT
from tutor.games.roswell51.table import Movie

ACTIONS = "actions"
TAKE_ATTACK = "take-attack"


class Mode(Choose):
    """Single actions, or one Take+Attack with an item or with a new survivor."""

    __slots__ = ("g", "person")

    def __init__(self, g: Movie, person: Person) -> None:
        self.g = g
        self.person = person
        self.seat = person.seat
        self.rule = "take-attack/replaces-whole-pool"

    def prompt(self) -> str:
        return "Single actions, or one Take+Attack?"

    def candidates(self) -> Sequence[Value]:
        frames = [str(n + 1) for n in range(FRAMES) if self.g.screen[n].top]
        items = [("item", who.card, frame) for who in self.person.pool for frame in frames]
        return [*((ACTIONS,) if self.person.pool else ()), *items, RECRUIT]

    def open(self) -> Sequence[Value]:
        g, pool = self.g, self.person.pool
        values: list[Value] = [ACTIONS] if pool else []
        items = [n for n, frame in enumerate(g.screen) if frame.top and g.cards.type_of(frame.top) == "item"]
        if items:
            values += [
                ("item", who.card, str(n + 1))
                for who in pool
                for n in items
                if next(take_attack.refuse_item(g, who, n), None) is None
            ]
        if len(pool) < MOST_SURVIVORS and g.survivor_pile:
            values.append(RECRUIT)
        return values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        verb, *rest = words_of(value)
        if verb == "item":
            who = self.g.survivor(rest[0])
            assert who is not None
            yield from take_attack.refuse_item(self.g, who, int(rest[1]) - 1)
        elif verb == RECRUIT:
            yield from take_attack.refuse_recruit(self.g, self.person)

    def label(self, value: Value) -> str:
        verb, *rest = words_of(value)
        if verb == "item":
            return f"{self.g.named(rest[0])} takes {self.g.named(self.g.screen[int(rest[1]) - 1].top)} and attacks"
        return "Single actions" if verb == ACTIONS else "Draw a survivor and attack"

    def group(self, value: Value) -> str:
        return "" if value == ACTIONS else "Take+Attack, the whole turn"


@rule("player-turn/clockwise")
def begin_turn(g: Movie) -> None:
    """The turn passes clockwise: players act in their seats, the Director closes the round."""
    g.step("next-actor")
    person = g.people[g.turn]
    if person.seat == DIRECTOR:
        g.note(
            "player-turn/director-ends-round director-turn/after-all-players",
            "everybody has acted, so it is the Director’s turn",
        )
        g.agenda.append(("director-turn/exactly-one-attack-action",))
        return
    if person.out:
        g.note("pod-players/normal-seat-turn", "{who}’s turn on the aliens’ side", who=g.names[g.turn])
        g.agenda.append(("pod-players/same-actions",))
        return
    for who in person.pool:
        who.acted = who.new = False
    g.note("player-turn/clockwise", "{who}’s turn", who=g.names[g.turn])
    g.agenda.append(("take-attack/replaces-whole-pool",))


@rule("take-attack/replaces-whole-pool")
def choose_mode(g: Movie) -> Rule[None]:
    """The player says how to spend the turn; without a survivor there is only one way."""
    person = g.people[g.turn]
    if not person.pool:
        g.step("forced-draw-turn")
        g.note(
            "take-attack/only-option-without-survivors",
            "{who} has no survivor, so they must draw one",
            who=g.names[g.turn],
        )
        answer: Value = RECRUIT
    else:
        g.step("player-turn")
        g.step("turn-mode")
        answer = yield Mode(g, person)
    verb, *rest = words_of(answer)
    if verb == ACTIONS:
        g.mode = ACTIONS
        g.agenda.append(("player-turn/one-at-a-time",))
        return
    g.mode = TAKE_ATTACK
    g.note(
        "take-attack/replaces-whole-pool take-attack/is-full-turn take-attack/sanctuary-survivors",
        "{who} takes and attacks, which is the whole turn",
        who=g.names[g.turn],
    )
    if person.pool:
        g.step("ta-kind")
    for other in person.pool:
        other.acted = True
    if verb == RECRUIT:
        who = yield from take_attack.recruit(g, person)
    else:
        taker = g.survivor(rest[0])
        assert taker is not None
        yield from take_attack.take_item(g, taker, int(rest[1]) - 1)
        who = taker
    yield from action_done(g, who)
    g.step("turn-end")
    reel_end.next_turn(g)


@rule("player-turn/one-at-a-time")
def next_survivor(g: Movie) -> Rule[None]:
    """The next survivor of the pool acts, with all that it causes; then the one after it."""
    g.step("next-survivor")
    who = next((one for one in g.people[g.turn].pool if not one.acted), None)
    if who is None:
        g.step("turn-end")
        reel_end.next_turn(g)
        return
    staying = yield from take_action(g, who)
    yield from action_done(g, who, staying)
    g.agenda.append(("player-turn/one-at-a-time",))


@rule("player-turn/one-action-each")
def take_action(g: Movie, who: Survivor, staying: bool = False) -> Rule[bool]:
    """One survivor has one action; `staying` and what is returned: whether it is bound to stay inside this turn."""
    who.acted = True
    g.step("where-is-survivor")
    g.note("player-turn/one-action-each player-turn/survivor-order", "{who} acts", who=g.named(who.card))
    return (yield from actions.act(g, who, staying))


def action_done(g: Movie, who: Survivor | None, staying: bool = False) -> Rule[None]:
    """What the action has caused is revealed; the reel may end; a Horror Star may grant a second action."""
    while True:
        g.step("action-done")
        late = " screen/take-attack-reveal-last take-attack/reveal-follows" if g.mode == TAKE_ATTACK else ""
        yield from reveal.reveal(g, f"screen/reveal-before-next-survivor player-turn/one-at-a-time{late}")
        yield from reel_end.check(g)
        g.step("star-second-action")
        if who is None or not who.stars or g.survivor(who.card) is not who:
            return
        prompt = f"A second action for {g.named(who.card)}?"
        again = yield from offer_star(g, who, "horror-star/use-second-action", prompt)
        if not again:
            return
        g.note("horror-star/second-action-scope", "{who} takes a second action", who=g.named(who.card))
        staying = yield from take_action(g, who, staying)
