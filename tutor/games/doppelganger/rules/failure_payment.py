"""When a clear attempt fails: what a blamed player pays with, and what happens to one who cannot pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Closed, Many, Menu, Move, Moves, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.knowledge import forget_one
from tutor.games.doppelganger.rules.death import check_last_tokens, leave
from tutor.games.doppelganger.rules.infection import PLAY, offer_recovery
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import EVERYBODY

LIFE = "life"


class Pay(Move[Expedition, int]):
    """Pay with a Life Token or a Recovery card."""

    verb = "pay"

    def label(self, g: Expedition, seat: int, what: str) -> str:
        return "Pay a Life Token" if what == LIFE else f"Pay with {g.the(what)}"

    def tries(self, g: Expedition, seat: int) -> Sequence[Value]:
        return self.each([LIFE, *dict.fromkeys(g.recoveries(seat))])

    @staticmethod
    def do(g: Expedition, seat: int, what: str) -> None:
        pay_own(g, seat, what)


class RefuseToPay(Closed[Expedition, int]):
    """Pay nothing and leave the game."""

    verb, words = "refuse", "Refuse and leave the game"

    def refuse(self, g: Expedition, seat: int) -> Iterator[Refusal]:
        why = f"you have to pay as long as you can, and you still have {Many(g.life[seat]):Life Token}"
        yield Refusal("failure/must-pay-if-able", why, "Pay with a Life Token.", ("pay", LIFE))


PAYMENT = Menu(Pay(), RefuseToPay())


@rule("failure/pay-life-or-recovery")
def pay(g: Expedition, seat: int) -> Rule[list[int]]:
    """A blamed player pays or leaves the game; return the seats that leave only after their reveal."""
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
        prompt = "You have to pay for the failure. What do you pay with?"
        yield from Moves(seat, "failure/pay-life-or-recovery", PAYMENT, g, seat, prompt).played()
    else:
        said = "{who} has no Life Tokens left and has to pay with a Recovery card"
        g.note("failure/must-pay-if-able", said, to=g.stock_told(seat), who=g.names[seat])
        pay_own(g, seat, g.recoveries(seat)[0])
    check_last_tokens(g, [seat])
    return []


def pay_own(g: Expedition, seat: int, what: str) -> None:
    """The blamed player pays with a Life Token or a Recovery card."""
    pay_with(g, seat, what)
    g.note(
        "failure/pay-life-or-recovery",
        "{who} pays {what}, which leaves the game",
        also=(
            "failure/payment-leaves-game",
            "failure/contributed-items-gone",
            "" if what == LIFE else "supplies/recovery-replaces-token",
        ),
        who=g.names[seat],
        what="a Life Token" if what == LIFE else g.one(what),
    )


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
        value = yield offer_recovery(
            g,
            other,
            "supplies/recovery-own-use",
            f"{g.names[seat]} has to pay for the failure. Do you pay instead, with a Recovery card?",
        )
        if value == PLAY:
            pay_with(g, other, g.recoveries(other)[0])
            g.note(
                "supplies/recovery-own-use",
                "{who} pays for {name} with a Recovery card",
                who=g.names[other],
                name=g.names[seat],
            )
            return True
    return False


@rule("failure/cannot-pay-dies")
def cannot_pay(g: Expedition, seat: int) -> list[int]:
    """A blamed player without a Life Token or Recovery card is out at once, and no card is drawn."""
    g.note(
        "failure/cannot-pay-dies",
        "{who} has neither a Life Token nor a Recovery card to pay with",
        also=("supplies/recovery-own-use",),
        who=g.names[seat],
    )
    if g.reading("failure/dead-do-not-reveal") == "draw-first":
        if g.hands[seat]:
            g.note("failure/dead-do-not-reveal", "{who} reveals a card before leaving the game", who=g.names[seat])
        return [seat]
    g.step("fail-die")
    leave(g, seat, "unpaid")
    g.note(
        "failure/dead-do-not-reveal", "{who} has left the game, so no card is drawn from their hand", who=g.names[seat]
    )
    return []
