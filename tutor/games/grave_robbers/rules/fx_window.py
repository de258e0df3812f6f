"""What players do between and in answer to plays, and when what is pending is settled."""

from __future__ import annotations

from tutor.engine.core import PASS, Rule, Value
from tutor.games.grave_robbers.book import rule
from tutor.games.grave_robbers.rules import attack
from tutor.games.grave_robbers.rules.attack_totals import tell_totals
from tutor.games.grave_robbers.rules.credits import settle_credits
from tutor.games.grave_robbers.rules.fx_effects import resolve
from tutor.games.grave_robbers.rules.fx_queue import dismiss, settle_cancels
from tutor.games.grave_robbers.rules.speak import Speak, offer, speak
from tutor.games.grave_robbers.rules.timing import Act
from tutor.games.grave_robbers.table import DECLINED, DONE, Studio


@rule("turn/play-any-number")
def play_step(g: Studio) -> Rule[None]:
    """Between plays the others may speak, then the active player plays a card, moves a prop, declines or stops."""
    g.step("play-decision")
    for seat in g.others(g.turn):
        ask = offer(g, seat)
        if ask is not None:
            answer = yield ask
            if answer != PASS:
                yield from carry_out(g, ask, answer)
                return
    ask = speak(g, g.turn, main=True)
    answer = yield ask
    if isinstance(ask.meant(answer)[0], Act):
        yield from carry_out(g, ask, answer)
    else:
        yield from ask.do(answer)


@rule("turn/play-any-type")
def carry_out(g: Studio, ask: Speak, answer: Value) -> Rule[None]:
    """Do what a player has chosen."""
    move, what = ask.meant(answer)
    yield from move.make(g, ask.who, what)
    if isinstance(move, Act) and move.goes_on:
        tell_totals(g)
        g.agenda.append(what_goes_on(g))


def what_goes_on(g: Studio) -> tuple[str]:
    """The window that is open now, or the Play step."""
    if g.queue or g.attack or g.rolled or g.step_of_turn in (DECLINED, DONE):
        return ("fx/who-may-act-next",)
    return ("turn/play-any-number",)


@rule("fx/who-may-act-next")
def window(g: Studio) -> Rule[None]:
    """Everybody may add something, beginning with the active player; when all pass, what is pending is settled."""
    g.step(_window_node(g))
    for seat in g.clockwise(g.turn):
        ask = offer(g, seat)
        answer = PASS if ask is None else (yield ask)
        if ask is not None and answer != PASS:
            yield from carry_out(g, ask, answer)
            return
    if g.attack is not None:
        yield from attack.settle(g)
    elif g.queue:
        yield from settle_queue(g)
    elif g.rolled:
        settle_credits(g)
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
    """When nobody adds anything, cancels are settled, and the rest takes effect, first in, first out."""
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
        g.note("fx/when-the-queue-resolves", "all FX are settled, so none is waiting any more")
    g.agenda.append(what_goes_on(g))
