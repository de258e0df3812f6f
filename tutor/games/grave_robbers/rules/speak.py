"""What a player may do at a moment: on the own turn between plays, or in a window while others wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tutor.engine.core.asks import PASS, Choose, Refusal, Rule, Value
from tutor.games.grave_robbers.book import words_of
from tutor.games.grave_robbers.cards import CHARACTER, CREATURE, CREDITS, FX, LOCATION, PROP, WEAPON
from tutor.games.grave_robbers.rules import attack, characters, fx, locations, props, roll_credits
from tutor.games.grave_robbers.rules.popcorn import PER_CARD, can_make
from tutor.games.grave_robbers.rules.psycho import is_psycho, refuse_weapon, weapon_tries
from tutor.games.grave_robbers.rules.timing import refuse_timing
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

WAYS: dict[str, Callable[[Studio, int, str, int], list[Value]]] = {
    CHARACTER: characters.ways,
    PROP: props.ways,
    LOCATION: locations.ways,
    CREATURE: attack.ways,
    FX: fx.ways,
    CREDITS: roll_credits.ways,
}
"""For each type, the ways to play a card that are open to who can make so much popcorn."""

PLAY: dict[str, Callable[[Studio, int, str, str], Rule[None]]] = {
    CHARACTER: characters.play,
    PROP: props.play,
    LOCATION: locations.play,
    CREATURE: attack.play,
    FX: fx.play,
    CREDITS: roll_credits.play,
}
"""For each type, the rule that plays a card."""


class Speak(Choose):
    """A player acts or passes. `main` says that it is the active player's Play step with nothing pending."""

    __slots__ = ("g", "known", "main", "seen")

    def __init__(self, g: Studio, seat: int, main: bool) -> None:
        self.g = g
        self.seat = seat
        self.main = main
        self.rule = self._question()
        self.seen: list[str] | None = None
        self.known: list[Value] = []

    def _question(self) -> str:
        g = self.g
        if self.main:
            return "turn/play-any-number"
        if g.attack is not None:
            return "attack/everyone-may-play-fx"
        if g.queue or g.rolled:
            return "fx/who-may-act-next"
        return "turn/declining-opens-fx" if g.step_of_turn == DECLINED else "fx/playable-on-any-turn"

    @property
    def polite(self) -> bool:
        return not self.main

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
            values += weapon_tries(g, seat)
        values += fx.uses(g, seat)
        if seat == g.turn:
            values += props.moves(g, seat)
        else:
            values += [("move", prop) for held in g.movies[seat].characters.values() for prop in held]
        return values + self._ends()

    def _tries(self, card: str) -> list[Value]:
        g, kind = self.g, self.g.printed[card].kind
        joins = self.seat == g.turn and (self.main or (g.attack is not None and kind in (CHARACTER, PROP, LOCATION)))
        if kind != FX and not joins:
            return [("play", card)]
        values = TRIES[kind](g, self.seat, card)
        if self.main and kind == CHARACTER and g.printed[card].attack:
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
                yield from (attack.refuse if verb == "attack" else REFUSE[g.printed[card].kind])(g, seat, card, target)
        elif verb == "weapon":
            yield from refuse_weapon(g, card)
        elif verb == "use":
            yield from fx.refuse_use(g, seat, card, target)
        elif verb == "move":
            yield from props.refuse_move(g, seat, card, target)

    def open(self) -> Sequence[Value]:
        hand = self.g.movies[self.seat].hand
        if hand != self.seen:  # asked for the first time, or another hand has been dealt in the mind
            self.seen = hand.copy()
            self.known = self._open()
        return self.known

    def _open(self) -> list[Value]:
        g, seat, main = self.g, self.seat, self.main
        movie = g.movies[seat]
        popcorn = can_make(g, movie)
        values: list[Value] = []
        for card in dict.fromkeys(movie.hand) if seat == g.turn or g.opened else ():
            kind = g.printed[card].kind
            if kind == FX:
                values += fx.ways(g, seat, card, popcorn - PER_CARD)
            elif seat == g.turn:
                values += self._ways(card, kind, popcorn - PER_CARD)
        if is_psycho(g):
            values += [value for value in weapon_tries(g, seat) if has_trait(g, words_of(value)[1], WEAPON)]
        if movie.able:
            values += fx.open_uses(g, seat, popcorn)
        if seat == g.turn and (main or g.queue):
            values += props.open_moves(g, seat)
        values += self._ends()
        return values

    def _ways(self, card: str, kind: str, popcorn: int) -> list[Value]:
        g, seat = self.g, self.seat
        if self.main:
            values = WAYS[kind](g, seat, card, popcorn)
            if kind == CHARACTER and g.printed[card].attack:
                values += attack.ways(g, seat, card, popcorn)
            return values
        if kind in (CREATURE, CREDITS):
            return []
        return [
            value
            for value in WAYS[kind](g, seat, card, popcorn)
            if next(refuse_timing(g, seat, "play", card, words_of(value)[2], False), None) is None
        ]


def offer(g: Studio, seat: int) -> Speak | None:
    """The question for a player in a window; None where everybody can see that there is nothing but passing."""
    movie = g.movies[seat]
    silent = not movie.able and (not movie.hand or (seat != g.turn and not g.opened))
    if silent and not (seat == g.turn and g.queue and props.open_moves(g, seat)):
        return None
    return Speak(g, seat, main=False)
