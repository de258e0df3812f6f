"""Whether this is the moment for a card of a type: the first card, other players' turns, windows, attacks."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core.asks import Refusal
from tutor.games.grave_robbers.cards import CREATURE, CREDITS, FX
from tutor.games.grave_robbers.table import DECLINED, DONE, Studio


def refuse_timing(g: Studio, seat: int, verb: str, card: str, target: str, main: bool) -> Iterator[Refusal]:
    """Yield why this is not the moment for a card of this type."""
    kind = CREATURE if verb == "attack" else g.printed[card].kind
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
    elif g.step_of_turn == DONE:
        yield Refusal("turn/play-any-number", "you have said that you play no more cards", "You may answer with FX.")
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
