"""When a clear attempt fails: the roll of blame, the payment, and the random reveal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Draw, Refusal, Roll, Rule, Value
from tutor.engine.core.table import clockwise
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.knowledge import forget_one, reveal_to_all
from tutor.games.doppelganger.rules.death import check_last_tokens, leave
from tutor.games.doppelganger.rules.infection import PLAY, PlayRecovery, expose
from tutor.games.doppelganger.table import Expedition, in_hand
from tutor.games.doppelganger.written import EVERYBODY

LIFE = "life"


@rule("failure/everybody-rolls")
def suffer_failure(g: Expedition) -> Rule[None]:
    """Everybody on the Team rolls one die; all with the highest result pay and reveal a card."""
    g.step("fail-roll")
    team = g.in_turn_order(g.leader)
    ids = "failure/lone-player" if len(team) == 1 else "failure/everybody-rolls"
    rollers = f"{len(team)} players roll" if len(team) > 1 else "1 player rolls"
    g.note(f"failure/tile-stays-blocked {ids}", "the tile stays blocked; {players} for blame", players=rollers)
    faces = yield Roll(len(team), "failure/everybody-rolls", ordered=True)
    worst = max(faces)
    sufferers = [seat for seat, face in zip(team, faces, strict=True) if face == worst]
    g.note(
        "failure/highest-suffers" + (" failure/ties-all-suffer" if len(sufferers) > 1 else ""),
        "the highest roll is {n}: {names} " + ("suffer" if len(sufferers) > 1 else "suffers"),
        n=worst,
        names=", ".join(g.names[seat] for seat in sufferers),
    )
    yield from make_suffer(g, sufferers)


@rule("failure/ties-order")
def make_suffer(g: Expedition, sufferers: Sequence[int]) -> Rule[None]:
    """First all payments, then the reveals in turn order from the leader on."""
    if len(sufferers) > 1:
        g.note("failure/ties-order", "in turn order: {names}", names=", ".join(g.names[s] for s in sufferers))
    doomed: list[int] = []
    if g.reading("failure/ties-order") == "player-by-player":
        for seat in sufferers:
            doomed = yield from pay(g, seat)
            g.step("fail-reveal-next")
            yield from reveal_one(g, seat)
            leave_doomed(g, doomed)
        doomed = []
    else:
        for seat in sufferers:
            doomed += yield from pay(g, seat)
        g.step("fail-pay-next")
        g.step("fail-reveal-next")
        for seat in sufferers:
            yield from reveal_one(g, seat)
    leave_doomed(g, doomed)


def leave_doomed(g: Expedition, doomed: Sequence[int]) -> None:
    """Who could not pay and has revealed a card all the same leaves now."""
    for seat in doomed:
        if not g.out[seat]:
            g.step("fail-die")
            leave(g, seat, "unpaid")


class Pay(Choose):
    """A Life Token or a Recovery card."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "failure/pay-life-or-recovery"

    def prompt(self) -> str:
        return "Pay with a Life Token or a Recovery card"

    def label(self, value: Value) -> str:
        if not isinstance(value, tuple):
            return "Refuse and leave the game"
        return "Pay a Life Token" if value[1] == LIFE else f"Pay with {self.g.name(str(value[1]))}"

    def candidates(self) -> Sequence[Value]:
        return [("pay", LIFE), *(("pay", card) for card in dict.fromkeys(self.g.recoveries(self.seat))), "refuse"]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == "refuse":
            yield Refusal("failure/must-pay-if-able", "you can pay, so you have to", "Pay.", ("pay", LIFE))


@rule("failure/pay-life-or-recovery")
def pay(g: Expedition, seat: int) -> Rule[list[int]]:
    """A sufferer pays; who cannot is out. The seats that are to leave only after their reveal are returned."""
    g.step("fail-pay-next")
    if g.out[seat]:
        return []
    covered = yield from helped(g, seat)
    if covered:
        return []
    if not g.life[seat] and not g.recoveries(seat):
        return cannot_pay(g, seat)
    g.step("fail-pay")
    if g.life[seat]:
        _, what = yield Pay(g, seat)
    else:
        what = g.recoveries(seat)[0]
        said = "{who} has no Life Token, so Recovery has to pay"
        g.note("failure/must-pay-if-able", said, to=g.stock_told(seat), who=g.names[seat])
    pay_with(g, seat, what)
    g.note(
        "failure/pay-life-or-recovery failure/payment-leaves-game failure/contributed-items-gone"
        + (" supplies/recovery-replaces-token" if what != LIFE else ""),
        "{who} pays {what}, which leaves the game",
        who=g.names[seat],
        what="a Life Token" if what == LIFE else g.name(what),
    )
    check_last_tokens(g)
    return []


def pay_with(g: Expedition, seat: int, what: str) -> None:
    """A Life Token or a Recovery card leaves the game."""
    if what == LIFE:
        g.life[seat] -= 1
        g.lost_life += 1
    else:
        g.hands[seat].remove(what)
        g.removed.append((what, EVERYBODY))
        forget_one(g, seat, what)


@rule("supplies/recovery-own-use")
def helped(g: Expedition, seat: int) -> Rule[bool]:
    """A Recovery card pays for its holder only; under another reading others may play theirs."""
    if g.reading("supplies/recovery-own-use") == "own-only":
        return False
    for other in g.in_turn_order(seat):
        if other == seat:
            continue
        value = yield PlayRecovery(g, other, "supplies/recovery-own-use", f"Pay for {g.names[seat]}?")
        if value == PLAY:
            pay_with(g, other, g.recoveries(other)[0])
            g.note(
                "supplies/recovery-own-use", "{who} pays Recovery for {name}", who=g.names[other], name=g.names[seat]
            )
            return True
    return False


@rule("failure/cannot-pay-dies")
def cannot_pay(g: Expedition, seat: int) -> list[int]:
    """Without Life Token and Recovery the sufferer is out at once, and no card is drawn."""
    ids = "failure/cannot-pay-dies supplies/recovery-own-use"
    g.note(ids, "{who} has neither Life Token nor an own Recovery", who=g.names[seat])
    if g.reading("failure/dead-do-not-reveal") == "draw-first":
        g.note("failure/dead-do-not-reveal", "{who} reveals a card before leaving", who=g.names[seat])
        return [seat]
    g.step("fail-die")
    leave(g, seat, "unpaid")
    g.note("failure/dead-do-not-reveal", "no card is drawn from the hand of {who}", who=g.names[seat])
    return []


@rule("failure/random-card")
def reveal_one(g: Expedition, seat: int) -> Rule[None]:
    """Another player draws a random card from the sufferer's hand and shows it to all."""
    if g.out[seat]:
        return
    if not g.hands[seat]:
        g.note("failure/empty-hand", "{who} holds no card to reveal", who=g.names[seat])
        g.step("fail-reveal-next")
        return
    drawer = who_draws(g, seat)
    if drawer is None and g.reading("failure/lone-player") == "no-draw":
        g.note("failure/lone-player", "nobody else is there to draw a card")
        return
    g.step("fail-draw")
    (card,) = yield Draw(in_hand(g.hands[seat]), 1, "failure/random-card")
    reveal_to_all(g, seat, card)
    g.note(
        "failure/random-card failure/card-shown-to-all failure/payment-before-reveal secrecy/reveal-after-failure"
        + (" failure/who-draws" if drawer is not None else " failure/lone-player"),
        "{drawer} a card of {who}: it is {card}, and everybody sees it",
        drawer=f"{g.names[drawer]} draws" if drawer is not None else "chance draws",
        who=g.names[seat],
        card=g.name(card),
    )
    yield from after_reveal(g, seat, card)
    g.step("fail-reveal-next")


def who_draws(g: Expedition, seat: int) -> int | None:
    """The leader draws, from the leader's own hand the next player; None if the sufferer is alone."""
    others = [other for other in g.in_turn_order(seat) if other != seat]
    if not others:
        return None
    if g.reading("failure/who-draws") == "left-neighbour":
        return next(other for other in clockwise(g.seats, seat) if other in others)
    return others[0] if g.out[g.leader] or g.leader == seat else g.leader


KEPT = {"tool": "failure/tool-kept", "recovery": "failure/recovery-kept", "proof": "failure/proof-kept"}


def after_reveal(g: Expedition, seat: int, card: str) -> Rule[None]:
    """What becomes of the revealed card, and of its holder."""
    kind = g.supply(card).kind
    if card in g.infections:
        yield from expose(g, seat)
    elif kind == "trait":
        yield from keep_or_discard(g, seat, card, "failure/trait-keep-or-discard")
    elif kind == "proof" and g.reading("failure/proof-kept") == "keep-or-discard":
        yield from keep_or_discard(g, seat, card, "failure/proof-kept")
    else:
        g.step("fail-keep")
        g.note(KEPT[kind], "it goes back to the hand of {who}", who=g.names[seat])


@rule("failure/trait-keep-or-discard")
def keep_or_discard(g: Expedition, seat: int, card: str, id: str) -> Rule[None]:
    """The owner of a revealed Trait keeps it or puts it on the Supply discard pile."""
    g.step("fail-trait")
    value = yield Choose(seat, id, ("keep", "discard"), f"Keep {g.name(card)}?")
    if value == "discard":
        g.step("fail-trait-discard")
        g.hands[seat].remove(card)
        forget_one(g, seat, card)
        g.discards.append((card, EVERYBODY))
    g.note(id, "{who} chooses to {what} it", who=g.names[seat], what=value)
