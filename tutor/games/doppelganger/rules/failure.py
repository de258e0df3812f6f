"""When a clear attempt fails: the roll of blame, the payment, and the random reveal."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.engine.core import Choose, Draw, Many, Names, Roll, Rule, listed
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import cell_name
from tutor.games.doppelganger.knowledge import forget_one, reveal_to_all
from tutor.games.doppelganger.rules.death import leave
from tutor.games.doppelganger.rules.failure_payment import pay
from tutor.games.doppelganger.rules.infection import expose
from tutor.games.doppelganger.table import Expedition, in_hand
from tutor.games.doppelganger.written import EVERYBODY


@rule("failure/everybody-rolls")
def suffer_failure(g: Expedition) -> Rule[None]:
    """Everybody on the Team rolls one die; all with the highest result pay and reveal a card."""
    g.step("fail-roll")
    team = g.in_turn_order(g.leader)
    g.note(
        "failure/tile-stays-blocked",
        "{cell} stays blocked, and {players:player rolls|players roll} for the blame",
        also=("failure/lone-player" if len(team) == 1 else "failure/everybody-rolls",),
        cell=cell_name(g.running.target),
        players=Many(len(team)),
    )
    faces = yield Roll(len(team), "failure/everybody-rolls", ordered=True)
    if g.rolled:
        g.rolled.team, g.rolled.blame = team, faces
    rolls = [*zip(team, faces, strict=True)]
    if g.heard and len(team) > 1:
        each = [f"{g.names[seat]}{'' if n else ' rolls'} a {face}" for n, (seat, face) in enumerate(rolls)]
        g.note("failure/everybody-rolls", "{each}", each=listed(each))
    worst = max(faces)
    sufferers = [seat for seat, face in rolls if face == worst]
    several = len(sufferers) > 1
    g.note(
        "failure/highest-suffers",
        "the highest roll is {n}, so {names} " + ("take the blame" if several else "takes the blame"),
        also=("failure/ties-all-suffer" if several else "",),
        n=worst,
        names=listed(g.names[seat] for seat in sufferers),
    )
    without = [seat for seat in team if not g.life[seat] and seat not in sufferers]
    if without and g.reading("secrecy/life-tokens-public") == "public":
        g.note(
            "failure/no-tokens-still-alive",
            "{names:has|have} no Life Tokens, but only those who take the blame have to pay",
            also=("death/zero-tokens-is-not-death",),
            names=Names(g.names[seat] for seat in without),
        )
    yield from make_suffer(g, sufferers)


@rule("failure/ties-order")
def make_suffer(g: Expedition, sufferers: Sequence[int]) -> Rule[None]:
    """First all payments, then the reveals in turn order from the leader on."""
    one_by_one = g.reading("failure/ties-order") == "player-by-player"
    if len(sufferers) > 1:
        g.note(
            "failure/ties-order",
            "each blamed player pays and then reveals a card, in turn order: {order}"
            if one_by_one
            else "in turn order, all the blamed players have to pay before any of them reveals a card: {order}",
            order=", then ".join(g.names[seat] for seat in sufferers),
        )
    doomed: list[int] = []
    if one_by_one:
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
    """Players who could not pay but still had to reveal a card leave now."""
    for seat in doomed:
        if not g.out[seat]:
            g.step("fail-die")
            leave(g, seat, "unpaid")


@rule("failure/random-card")
def reveal_one(g: Expedition, seat: int) -> Rule[None]:
    """Another player draws a random card from the blamed player's hand and shows it to everybody."""
    if g.out[seat]:
        return
    if not g.hands[seat]:
        g.note("failure/empty-hand", "{who} has no cards to reveal", who=g.names[seat])
        g.step("fail-reveal-next")
        return
    drawer = who_draws(g, seat)
    if drawer is None and g.reading("failure/lone-player") == "no-draw":
        g.note("failure/lone-player", "there is nobody else to draw a card, so none is revealed")
        return
    g.step("fail-draw")
    (card,) = yield Draw(in_hand(g.hands[seat]), 1, "failure/random-card")
    reveal_to_all(g, seat, card)
    g.note(
        "failure/random-card",
        "{drawn} from {who}’s hand, and everybody sees it",
        also=(
            "failure/card-shown-to-all",
            "failure/payment-before-reveal",
            "secrecy/reveal-after-failure",
            "failure/lone-player" if drawer is None else "failure/who-draws",
        ),
        drawn=f"{g.names[drawer]} draws {g.one(card)}" if drawer is not None else f"{g.one(card)} is drawn at random",
        who=g.names[seat],
    )
    yield from after_reveal(g, seat, card)
    g.step("fail-reveal-next")


def who_draws(g: Expedition, seat: int) -> int | None:
    """Return who draws: the leader, or the next player if it is the leader's hand; None if nobody else is left."""
    others = [other for other in g.in_turn_order(seat) if other != seat]
    if not others:
        return None
    if g.reading("failure/who-draws") == "left-neighbour":
        return next(other for other in g.clockwise(seat) if other in others)
    return others[0] if g.out[g.leader] or g.leader == seat else g.leader


KEPT = {"tool": "failure/tool-kept", "recovery": "failure/recovery-kept", "proof": "failure/proof-kept"}


def after_reveal(g: Expedition, seat: int, card: str) -> Rule[None]:
    """Decide what happens to the revealed card and its holder."""
    kind = g.supply(card).kind
    if card in g.infections:
        yield from expose(g, seat)
    elif kind == "trait":
        yield from keep_or_discard(g, seat, card, "failure/trait-keep-or-discard")
    elif kind == "proof" and g.reading("failure/proof-kept") == "keep-or-discard":
        yield from keep_or_discard(g, seat, card, "failure/proof-kept")
    else:
        g.step("fail-keep")
        g.note(KEPT[kind], "{card} goes back to {who}’s hand", card=g.the(card), who=g.names[seat])


@rule("failure/trait-keep-or-discard")
def keep_or_discard(g: Expedition, seat: int, card: str, id: str) -> Rule[None]:
    """The owner of a revealed Trait keeps it or puts it on the Supply discard pile."""
    g.step("fail-trait")
    shown = g.the(card)
    words = (f"Keep {shown}", f"Discard {shown}")
    value = yield Choose(
        seat, id, ("keep", "discard"), f"You had to show {shown}. Do you keep it or discard it?", words
    )
    if value == "discard":
        g.step("fail-trait-discard")
        g.hands[seat].remove(card)
        forget_one(g, seat, card)
        g.discards.append((card, EVERYBODY))
    g.note(id, "{who} chooses to {what} {card}", who=g.names[seat], what=value, card=shown)
