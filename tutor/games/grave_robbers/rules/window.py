"""What players do between and in answer to plays, and when what is pending is settled."""

from __future__ import annotations

from tutor.engine.core.asks import PASS, Rule, Value
from tutor.games.grave_robbers.book import rule, words_of
from tutor.games.grave_robbers.cards import FX
from tutor.games.grave_robbers.rules import attack, roll_credits
from tutor.games.grave_robbers.rules.effects import resolve
from tutor.games.grave_robbers.rules.fx import use
from tutor.games.grave_robbers.rules.props import move
from tutor.games.grave_robbers.rules.psycho import add_weapon
from tutor.games.grave_robbers.rules.queue import dismiss, settle_cancels
from tutor.games.grave_robbers.rules.speak import PLAY, offer
from tutor.games.grave_robbers.rules.totals import tell_totals
from tutor.games.grave_robbers.table import DECLINED, DONE, Studio

CHECKS = {"character": "character-check", "prop": "prop-check", "location": "location-check", "fx": "fx-check"}
"""The node of the turn's flow that a play between plays comes to first."""


@rule("turn/play-any-type")
def carry_out(g: Studio, seat: int, answer: Value) -> Rule[None]:
    """What a player has chosen to do is done."""
    verb, card, target = words_of(answer)
    if verb == "move":
        move(g, seat, card, target)
    elif verb == "weapon":
        add_weapon(g, seat, card)
    elif verb == "use":
        yield from use(g, seat, card, target)
    else:
        yield from play_card(g, seat, verb, card, target)
    if verb != "attack":
        tell_totals(g)
        if card != g.rolled:
            g.agenda.append(what_goes_on(g))


def what_goes_on(g: Studio) -> tuple[str]:
    """The window that is open now, or the Play step."""
    if g.queue or g.attack or g.rolled or g.step_of_turn in (DECLINED, DONE):
        return ("fx/who-may-act-next",)
    return ("turn/play-any-number",)


def play_card(g: Studio, seat: int, verb: str, card: str, target: str) -> Rule[None]:
    """A card is paid for and played; the active player's first one opens the turn to FX."""
    kind = g.printed[card].kind
    if seat == g.turn and not g.opened:
        g.opened = True
        rules = "turn/active-plays-first-card turn/first-card-must-come-from-hand"
        g.note(rules, "{who} has played a first card from hand; now others may play FX", who=g.names[seat])
    if verb == "attack":
        yield from attack.play(g, seat, card, target)
        return
    if kind in CHECKS and g.attack is None:
        g.step(CHECKS[kind])
    elif g.attack is not None:
        g.step("attack-fx-check" if kind == FX else "attack-permanent-check")
    yield from PLAY[kind](g, seat, card, target)
    rules = "turn/play-any-number turn/play-any-type"
    if g.attack is not None and kind != FX:
        rules += " attack/active-player-may-play-other-types"
    g.note(rules, "{who} has played {card}", who=g.names[seat], card=g.called(card))


@rule("fx/who-may-act-next")
def window(g: Studio) -> Rule[None]:
    """Everybody may add something, beginning with the active player; when all pass, what is pending is settled."""
    g.step(_window_node(g))
    for seat in g.clockwise(g.turn):
        ask = offer(g, seat)
        answer = PASS if ask is None else (yield ask)
        if answer != PASS:
            yield from carry_out(g, seat, answer)
            return
    if g.attack is not None:
        yield from attack.settle(g)
    elif g.queue:
        yield from settle_queue(g)
    elif g.rolled:
        roll_credits.settle(g)
    else:
        g.agenda.append(("turn/discard-down-to-limit",))


def _window_node(g: Studio) -> str:
    if g.attack is not None:
        return "attack-window"
    if g.queue:
        return "fx-window"
    return "credits-window" if g.rolled else "others-after-decline"


@rule("fx/when-the-queue-resolves")
def settle_queue(g: Studio) -> Rule[None]:
    """Nobody adds anything: cancels are settled, and the rest takes effect, first in, first out."""
    g.step("fx-settle-cancels")
    left = settle_cancels(g, list(g.queue))
    now = left[:1] if g.reading("fx/when-the-queue-resolves") == "one-by-one" else left
    for entry in now:
        g.step("fx-resolve-oldest")
        was_out = g.last
        yield from resolve(g, entry)
        dismiss(g, entry)
        g.resolved.append(entry.card)
        g.step("fx-deck-check")
        if g.last != was_out:
            g.step("fx-deck-ran-out")
        g.step("fx-more")
    if not g.queue:
        g.step("fx-return")
        g.note("fx/when-the-queue-resolves", "all pending FX are settled: {n} took effect", n=len(now))
    g.agenda.append(what_goes_on(g))
