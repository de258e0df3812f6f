"""A player's turn: individual actions of all survivors, or one Take+Attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Many, Menu, Move, Moves, Refusal, Rule, Value, choose
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR, Person, Survivor
from tutor.games.roswell51.rules import actions, reel_end, screen, take_attack
from tutor.games.roswell51.rules.action_rolls import offer_star
from tutor.games.roswell51.rules.foes import frames_in_play
from tutor.games.roswell51.rules.take_attack import RECRUIT
from tutor.games.roswell51.table import Movie

ACTIONS = "actions"
TAKE_ATTACK = "take-attack"


class IndividualActions(Move[Movie, Person]):
    """Spend the turn on an individual action of each survivor."""

    verb, words = ACTIONS, "Individual actions"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        return (ACTIONS,) if person.pool else ()


class TakeItem(Move[Movie, Person]):
    """Take an item from the screen with one of the survivors, who attacks with it."""

    verb, heading = "item", "Take+Attack, the whole turn"

    def label(self, g: Movie, person: Person, survivor: str, frame: str) -> str:
        return f"{g.named(survivor)} takes {g.spoken(g.screen[int(frame) - 1].top)} and attacks"

    def tries(self, g: Movie, person: Person) -> Sequence[Value]:
        frames = frames_in_play(g)
        return [("item", who.card, frame) for who in person.pool for frame in frames]

    def open(self, g: Movie, person: Person) -> Sequence[Value]:
        items = [n for n, frame in enumerate(g.screen) if frame.top and g.cards.type_of(frame.top) == "item"]
        return [
            ("item", who.card, str(n + 1))
            for who in (person.pool if items else ())
            for n in items
            if next(take_attack.refuse_item(g, who, n), None) is None
        ]

    def refuse(self, g: Movie, person: Person, survivor: str, frame: str) -> Iterator[Refusal]:
        return take_attack.refuse_item(g, taker(g, survivor), int(frame) - 1)

    @staticmethod
    def do(g: Movie, person: Person, survivor: str, frame: str) -> Rule[Survivor]:
        who = taker(g, survivor)
        yield from take_attack.take_item(g, who, int(frame) - 1)
        return who


def taker(g: Movie, card: str) -> Survivor:
    """The survivor with this card, who is in play."""
    return next(who for who in g.survivors() if who.card == card)


class Recruit(Move[Movie, Person]):
    """Draw a survivor, who attacks."""

    verb, words, heading = RECRUIT, "Draw a survivor and attack", "Take+Attack, the whole turn"

    def open(self, g: Movie, person: Person) -> Sequence[Value]:
        if len(person.pool) >= g.parameters.survivors or not g.survivor_pile:
            return ()
        return () if take_attack.nobody_to_attack(g, "") else (RECRUIT,)

    def refuse(self, g: Movie, person: Person) -> Iterator[Refusal]:
        return take_attack.refuse_recruit(g, person)

    @staticmethod
    def do(g: Movie, person: Person) -> Rule[Survivor | None]:
        return take_attack.recruit(g, person)


MODES = Menu(IndividualActions(), TakeItem(), Recruit())


@rule("player-turn/clockwise")
def begin_turn(g: Movie) -> None:
    """The turn passes clockwise: players act in their seats, the Director closes the round."""
    g.step("next-actor")
    person = g.people[g.turn]
    if person.seat == DIRECTOR:
        g.note(
            "player-turn/director-ends-round",
            "it is now the Director’s turn, which ends the round",
            also=("director-turn/after-all-players",),
        )
        g.agenda.append(("director-turn/exactly-one-attack-action",))
        return
    if person.out:
        g.note("pod-players/normal-seat-turn", "{who} takes a turn on the aliens’ side", who=g.names[g.turn])
        g.agenda.append(("pod-players/same-actions",))
        return
    for who in person.pool:
        who.acted = who.new = False
    g.note("player-turn/clockwise", "it is {who}’s turn", who=g.names[g.turn])
    g.agenda.append(("take-attack/replaces-whole-pool",))


@rule("take-attack/replaces-whole-pool")
def choose_mode(g: Movie) -> Rule[None]:
    """The player says how to spend the turn; without a survivor there is only one way."""
    person = g.people[g.turn]
    prompt = "Do you take individual actions or one Take+Attack?"
    ask = Moves(person.seat, "take-attack/replaces-whole-pool", MODES, g, person, prompt)
    answer: Value = RECRUIT
    if not person.pool:
        g.step("forced-draw-turn")
        g.note(
            "take-attack/only-option-without-survivors",
            "{who} has no survivors in play and must draw one",
            who=g.names[g.turn],
        )
    else:
        g.step("player-turn")
        g.step("turn-mode")
        answer = yield ask
    if answer == ACTIONS:
        g.mode = ACTIONS
        g.agenda.append(("player-turn/one-at-a-time",))
        return
    g.mode = TAKE_ATTACK
    later = g.reading("take-attack/sanctuary-survivors") == "rest-or-search"
    g.note(
        "take-attack/replaces-whole-pool",
        "{who} uses Take+Attack, after which survivors inside a sanctuary can only rest or search"
        if later and any(may_act_inside(g, one) for one in person.pool)
        else "{who} uses Take+Attack, which takes the whole turn",
        also=("take-attack/is-full-turn", "take-attack/sanctuary-survivors"),
        who=g.names[g.turn],
    )
    if person.pool:
        g.step("ta-kind")
    for other in person.pool:
        other.acted = True
    who: Survivor | None = yield from ask.do(answer)
    yield from action_done(g, who)
    if later:
        yield from those_inside(g, person)
    g.step("turn-end")
    reel_end.next_turn(g)


def may_act_inside(g: Movie, one: Survivor) -> bool:
    """Whether a survivor is inside a sanctuary and free to rest or search there."""
    return bool(one.at) and not (one.new or one.probed or g.shelter(one.at).monster)


def those_inside(g: Movie, person: Person) -> Rule[None]:
    """In one reading, survivors inside a sanctuary may still rest or search after a Take+Attack."""
    for one in list(person.pool):
        if g.survivor(one.card) is one and may_act_inside(g, one):
            staying = yield from take_action(g, one, staying=True)
            yield from action_done(g, one, staying)


@rule("player-turn/one-at-a-time")
def next_survivor(g: Movie) -> Rule[None]:
    """The next survivor of the pool acts, with all that it causes; then the one after it."""
    g.step("next-survivor")
    who = next((one for one in g.people[g.turn].pool if not one.acted), None)
    if who is None:
        g.step("turn-end")
        reel_end.next_turn(g)
        return
    if g.reading("player-turn/survivor-order") == "any-order":
        who = yield from say_who_acts(g)
    staying = yield from take_action(g, who)
    for left in range(g.parameters.actions - 1, 0, -1):
        staying = yield from action_done(g, who, staying)
        if g.survivor(who.card) is not who:
            break
        g.note("player-turn/one-action-each", "{who} has {n:action} left", who=g.named(who.card), n=Many(left))
        staying = yield from take_action(g, who, staying)
    else:
        yield from action_done(g, who, staying)
    g.agenda.append(("player-turn/one-at-a-time",))


@rule("player-turn/survivor-order")
def say_who_acts(g: Movie) -> Rule[Survivor]:
    """In one reading, the player says which of the survivors who have not acted is next."""
    waiting = {one.card: one for one in g.people[g.turn].pool if not one.acted}
    prompt = "Which of your survivors acts next?"
    answer = yield from choose(g.turn, "player-turn/survivor-order", tuple(waiting), prompt, g.named)
    return waiting[answer]


@rule("player-turn/one-action-each")
def take_action(g: Movie, who: Survivor, staying: bool = False) -> Rule[bool]:
    """One survivor has one action; `staying` and what is returned: whether it is bound to stay inside this turn."""
    who.acted = True
    g.step("where-is-survivor")
    g.note("player-turn/one-action-each", "{who} acts", also=("player-turn/survivor-order",), who=g.named(who.card))
    return (yield from actions.act(g, who, staying))


def action_done(g: Movie, who: Survivor | None, staying: bool = False) -> Rule[bool]:
    """What the action has caused is revealed; the reel may end; a Horror Star may grant a second action.

    `staying` and what is returned: whether the survivor is bound to stay inside this turn.
    """
    late = g.reading("horror-star/use-second-action") == "reveal-last"
    while True:
        g.step("action-done")
        again = late and (yield from acts_again(g, who))
        if not again:
            also = ["player-turn/one-at-a-time"]
            if g.mode == TAKE_ATTACK:
                also += ("screen/take-attack-reveal-last", "take-attack/reveal-follows")
            yield from screen.reveal(g, "screen/reveal-before-next-survivor", also)
            yield from reel_end.check(g)
        g.step("star-second-action")
        if not late:
            again = yield from acts_again(g, who)
        if who is None or not again:
            return staying
        staying = yield from take_action(g, who, staying)


@rule("horror-star/use-second-action")
def acts_again(g: Movie, who: Survivor | None) -> Rule[bool]:
    """A survivor may spend a Horror Star on a second action; return whether it does."""
    if who is None or not who.stars or g.survivor(who.card) is not who:
        return False
    if who.new and not g.shelter(who.at).monster:  # see sanctuaries/actions-from-next-turn
        return False
    if g.standing and g.reading("last-one-standing/tokens-then-action") == "one-action":
        return False
    prompt = f"Does {g.named(who.card)} spend a Horror Star on another action?"
    again = yield from offer_star(g, who, "horror-star/use-second-action", prompt)
    if again:
        g.note("horror-star/second-action-scope", "{who} takes another action", who=g.named(who.card))
    return again
