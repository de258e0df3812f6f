"""What a player may do at a moment: on the own turn between plays, or in a window while others wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tutor.engine.asks import PASS, Choose, Refusal, Rule, Value
from tutor.games.grave_robbers.book import words_of
from tutor.games.grave_robbers.cards import CHARACTER, CREATURE, CREDITS, FX, LOCATION, PROP, WEAPON
from tutor.games.grave_robbers.rules import attack, characters, fx, locations, props, roll_credits
from tutor.games.grave_robbers.rules.popcorn import cost_of, refuse_cost
from tutor.games.grave_robbers.table import DECLINED, Studio
from tutor.games.grave_robbers.values import has_trait

DECLINE = "decline"
END = "end"

TRIES: dict[str, Callable[[Studio, int, str], list[Value]]] = {
    CHARACTER: characters.tries,
    PROP: props.tries,
    LOCATION: locations.tries,
    CREATURE: attack.tries,
    FX: fx.tries,
    CREDITS: roll_credits.tries,
}
"""For each type, all ways to play a card."""

REFUSE: dict[str, Callable[[Studio, int, str, str], Iterator[Refusal]]] = {
    CHARACTER: characters.refuse,
    PROP: props.refuse,
    LOCATION: locations.refuse,
    CREATURE: attack.refuse,
    FX: fx.refuse,
    CREDITS: roll_credits.refuse,
}
"""For each type, the reasons against playing a card so."""

PLAY: dict[str, Callable[[Studio, int, str, str], Rule[None]]] = {
    CHARACTER: characters.play,
    PROP: props.play,
    LOCATION: locations.play,
    CREATURE: attack.play,
    FX: fx.play,
    CREDITS: roll_credits.play,
}
"""For each type, the rule that plays a card."""


def refuse_timing(g: Studio, seat: int, verb: str, card: str, target: str, main: bool) -> Iterator[Refusal]:
    """Yield why this is not the moment for a card of this type."""
    kind = CREATURE if verb == "attack" else g.cards[card].kind
    if kind == FX:
        yield from _refuse_first_card(g, seat)
    elif seat != g.turn:
        yield from _refuse_off_turn(g, kind)
    elif not main:
        yield from _refuse_in_window(g, kind, card, target)


def _refuse_first_card(g: Studio, seat: int) -> Iterator[Refusal]:
    if seat != g.turn and not g.opened:
        who = g.names[g.turn]
        why = f"{who} has neither played a card this turn nor declined to"
        yield Refusal("fx/not-before-first-card", why, f"Wait for {who}’s first card.")
        yield Refusal("turn/active-plays-first-card", f"the first card of the turn is {who}’s")


def _refuse_off_turn(g: Studio, kind: str) -> Iterator[Refusal]:
    why = f"it is {g.names[g.turn]}’s turn, and only FX are played on other players’ turns"
    yield Refusal("turn/only-fx-off-turn", why, "Keep it for your own turn.")
    if kind == CREATURE:
        yield Refusal("creatures/own-turn-only", "only the active player attacks")
    if kind == CREDITS:
        yield Refusal("credits/own-turn-only", "credits roll on one’s own turn only")


def _refuse_in_window(g: Studio, kind: str, card: str, target: str) -> Iterator[Refusal]:
    name = g.called(card)
    if g.rolled:
        yield Refusal("credits/ends-turn-at-once", "you have rolled the credits, and your turn is over")
    elif g.attack is not None:
        yield from _refuse_in_attack(g, kind, target)
    elif g.step_of_turn == DECLINED:
        yield Refusal(
            "turn/decline-is-binding", "you have declined to play cards on this turn", "You may answer with FX."
        )
    else:
        yield Refusal("fx/when-the-queue-resolves", f"{name} waits until the pending FX are settled", "Pass first.")


def _refuse_in_attack(g: Studio, kind: str, target: str) -> Iterator[Refusal]:
    assert g.attack is not None
    rule = "attack/active-player-may-play-other-types"
    reading = g.reading(rule)
    creature = g.called(g.attack.creature)
    if kind == CREATURE:
        yield Refusal(
            "attack/one-at-a-time", f"the attack of {creature} is not settled yet", "Attack again afterwards."
        )
        yield Refusal("creatures/resolved-one-by-one", "creatures never add up")
    elif kind == CREDITS:
        yield Refusal(rule, f"credits do not roll while {creature} attacks", "Settle the attack first.")
    elif reading == "fx-only":
        yield Refusal(rule, "during an attack only FX and a Psycho’s weapons are played", "Play it afterwards.")
    elif reading == "direct-only" and _movie(g, target) != g.attack.against:
        yield Refusal(rule, "it does not bear on the attack", "Play it afterwards.")


def _movie(g: Studio, target: str) -> int:
    """The seat of the movie that a character, prop or location would join."""
    if not target:
        return g.turn
    return g.seat(target) if target in g.names else g.home(target).seat


class Speak(Choose):
    """A player acts or passes. `main` says that it is the active player's Play step with nothing pending."""

    __slots__ = ("g", "known", "main", "seen")

    def __init__(self, g: Studio, seat: int, main: bool) -> None:
        self.g = g
        self.seat = seat
        self.main = main
        self.rule = "turn/play-any-number" if main else _question(g)
        self.seen = list(g.movies[seat].hand)
        self.known = self._open()

    def prompt(self) -> str:
        g = self.g
        if self.main:
            return "Your turn: play cards"
        if g.attack is not None:
            return f"{g.called(g.attack.creature)} attacks {g.names[g.attack.against]}: add something?"
        if g.queue:
            return f"{g.called(g.queue[-1].card)} is pending: add an FX?"
        return "The credits roll: answer?" if g.rolled else f"{g.names[g.turn]}’s turn: play an FX?"

    def label(self, value: Value) -> str:
        g = self.g
        verb, card, target = words_of(value)
        if not card:
            return {PASS: "Pass", DECLINE: "Play no cards this turn", END: "Done playing"}[verb]
        entry = g.entry(target)
        aim = g.called(entry.card) if entry else g.called(target) if target in g.cards else target
        words = {"weapon": "Add {} to the attack", "discard": "Discard {} and stop", "attack": "Attack {1} with {0}"}
        if verb == "play" and aim:
            return f"Play {g.called(card)} on {aim}"
        plain = f"{verb.capitalize()} {{}}" + (" → {}" if aim else "")
        return words.get(verb, plain).format(g.called(card), aim)

    def group(self, value: Value) -> str:
        verb, card, _ = words_of(value)
        if verb in ("play", "attack", "weapon"):
            return self.g.called(card)
        return {"use": "Abilities", "move": "Move props", "discard": "Discard and stop"}.get(verb, "")

    def candidates(self) -> Sequence[Value]:
        g, seat = self.g, self.seat
        values: list[Value] = []
        for card in dict.fromkeys(g.movies[seat].hand):
            values += self._tries(card)
        if g.attack is not None:
            values += attack.weapon_tries(g, seat)
        values += fx.uses(g, seat)
        if seat == g.turn:
            values += props.moves(g, seat)
        else:
            values += [("move", prop) for held in g.movies[seat].characters.values() for prop in held]
        return values + self._ends()

    def _tries(self, card: str) -> list[Value]:
        g, kind = self.g, self.g.cards[card].kind
        joins = self.seat == g.turn and (self.main or (g.attack is not None and kind in (CHARACTER, PROP, LOCATION)))
        if kind != FX and not joins:
            return [("play", card)]
        values = TRIES[kind](g, self.seat, card)
        if self.main and kind == CHARACTER and g.cards[card].attack:
            values += attack.tries(g, self.seat, card)
        return values

    def _ends(self) -> list[Value]:
        if not self.main:
            return [PASS]
        if not self.g.opened:
            return [DECLINE]
        return [*(("discard", card) for card in dict.fromkeys(self.g.movies[self.seat].hand)), END]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, seat = self.g, self.seat
        verb, card, target = words_of(value)
        if verb in ("play", "attack"):
            timing = list(refuse_timing(g, seat, verb, card, target, self.main))
            yield from timing
            if not timing:
                yield from (attack.refuse if verb == "attack" else REFUSE[g.cards[card].kind])(g, seat, card, target)
        elif verb == "weapon":
            yield from attack.refuse_weapon(g, card)
        elif verb == "use":
            yield from fx.refuse_use(g, seat, card, target)
        elif verb == "move":
            yield from props.refuse_move(g, seat, card, target)

    def open(self) -> Sequence[Value]:
        if self.g.movies[self.seat].hand != self.seen:  # another hand has been dealt in the mind
            self.seen = list(self.g.movies[self.seat].hand)
            self.known = self._open()
        return self.known

    def _open(self) -> list[Value]:
        g, seat = self.g, self.seat
        movie = g.movies[seat]
        values: list[Value] = []
        for card in dict.fromkeys(movie.hand):
            kind = g.cards[card].kind
            if kind == FX:
                if seat == g.turn or g.opened:
                    values += self._open_fx(card)
            elif seat == g.turn and (self.main or g.attack is not None):
                values += self._if_open(self._likely(card, kind))
        if g.attack is not None and any(g.cards[card].kind == PROP for card in movie.hand) and attack.is_psycho(g):
            values += [value for value in attack.weapon_tries(g, seat) if has_trait(g, words_of(value)[1], WEAPON)]
        values += self._if_open(fx.uses(g, seat))
        if seat == g.turn and (self.main or g.queue):
            values += self._if_open(props.moves(g, seat))
        return values + self._ends()

    def _likely(self, card: str, kind: str) -> list[Value]:
        if kind != CHARACTER:
            return self._tries(card) if kind != CREATURE or not self.g.establishing else []
        values = characters.open_tries(self.g, self.seat, card)
        return values + attack.tries(self.g, self.seat, card) if self.main and self.g.cards[card].attack else values

    def _open_fx(self, card: str) -> list[Value]:
        g, seat = self.g, self.seat
        if next(refuse_cost(g, seat, card, cost_of(g, seat, card)), None) is not None:
            return []
        effect = g.cards[card].effect
        if (effect.target in fx.OF_THE_ATTACK and g.attack is None) or (effect.target == "fx" and not g.queue):
            return []
        return [
            ("play", card, target) if target else ("play", card)
            for target in fx.targets(g, seat, effect)
            if next(fx.refuse_aim(g, seat, card, effect, target, False), None) is None
        ]

    def _if_open(self, values: list[Value]) -> list[Value]:
        return [value for value in values if next(self.refuse(value), None) is None]


def _question(g: Studio) -> str:
    if g.attack is not None:
        return "attack/everyone-may-play-fx"
    if g.queue or g.rolled:
        return "fx/who-may-act-next"
    return "turn/declining-opens-fx" if g.step_of_turn == DECLINED else "fx/playable-on-any-turn"


def offer(g: Studio, seat: int) -> Speak | None:
    """The question for a player in a window; None if there is nothing but passing."""
    movie = g.movies[seat]
    if not movie.hand and not any(g.cards[card].ability for card in movie.in_play()):
        return None
    ask = Speak(g, seat, main=False)
    return ask if len(ask.known) > 1 else None
