"""The Infection is revealed: whose Life Tokens go, and its holder after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.knowledge import forget_one
from tutor.games.doppelganger.rules.death import check_last_tokens, leave
from tutor.games.doppelganger.table import Expedition, counted
from tutor.games.doppelganger.written import EVERYBODY

PLAY, KEEP = "play Recovery", "keep"


@rule("failure/infection-revealed")
def expose(g: Expedition, seat: int) -> Rule[None]:
    """The holder takes as many Life Tokens from the others as the holder has, and is out."""
    g.step("infection-amount")
    others = [other for other in g.living() if other != seat]
    there = sum(g.life[other] for other in others)
    may_kill = g.reading("infection/loss-does-not-kill") == "may-kill"
    wanted = g.life[seat]
    amount = wanted if may_kill and others else min(wanted, there)
    ids = "failure/infection-revealed infection/amount infection/amount-after-payment infection/only-random-reveal"
    public = g.reading("secrecy/life-tokens-public") == "public"
    tell_stock = public and not may_kill
    ids += " infection/shortage" if tell_stock and there < wanted else ""
    ids += " infection/zero" if not wanted else ""
    ids += " infection/single-token" if amount == 1 else ""
    ids += " infection/single-holder" if public and sum(g.life[o] > 0 for o in others) == 1 else ""
    g.note(
        ids,
        "{who} is infected and has {wanted}: the others lose {amount}" + (" of their {there}" if tell_stock else ""),
        who=g.names[seat],
        wanted=counted(wanted, "Life Token"),
        amount=amount,
        there=there if tell_stock else "",
    )
    if amount:
        yield from split_loss(g, seat, amount)
    g.step("infection-remove")
    g.note("infection/holder-removed infection/still-wins", "then {who} is out of the game", who=g.names[seat])
    leave(g, seat, "infection")


class Take(Choose):
    """From whom the next Life Token is taken."""

    __slots__ = ("g", "left", "taken")

    def __init__(self, g: Expedition, seat: int, left: int, taken: list[int]) -> None:
        self.g = g
        self.seat = seat
        self.rule = "infection/chooser"
        self.left = left
        self.taken = taken

    def prompt(self) -> str:
        return f"{counted(self.left, 'Life Token')} to take: from whom?"

    def label(self, value: Value) -> str:
        return f"One from {value[1]}" if isinstance(value, tuple) else "Spare the rest"

    def candidates(self) -> Sequence[Value]:
        return [*(("take from", name) for name in self.g.names), "spare the rest"]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g = self.g
        if value == "spare the rest":
            yield Refusal("infection/full-amount", f"you still have to take {counted(self.left, 'token')}", "Go on.")
            return
        seat = g.seat(str(value[1]))  # type: ignore[index]
        if seat == self.seat or g.out[seat]:
            yield Refusal("infection/chooser", f"{g.names[seat]} is not another player in the game", "Take another.")
        elif not g.life[seat] and g.reading("infection/loss-does-not-kill") == "nobody-dies":
            yield Refusal("infection/own-stock-limit", f"{g.names[seat]} has no Life Token", "Take another.")
        elif self._all_from_one(seat):
            why = f"all {len(self.taken) + 1} tokens would come from {g.names[seat]}"
            yield Refusal("infection/at-least-two", why, "Take the last one from another player.")

    def _all_from_one(self, seat: int) -> bool:
        g = self.g
        if self.left > 1 or not self.taken or set(self.taken) != {seat}:
            return False
        free = g.reading("infection/loss-does-not-kill") == "may-kill"
        return any(other not in (seat, self.seat) and (free or g.life[other]) for other in g.living())


class PlayRecovery(Choose):
    """Under some readings: play a Recovery card, or not. Everybody is asked, so that the question tells nothing."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition, seat: int, rule_id: str, prompt: str) -> None:
        super().__init__(seat, rule_id, (PLAY, KEEP), prompt)
        self.g = g

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == PLAY and not self.g.recoveries(self.seat):
            yield Refusal("supplies/recovery-replaces-token", "you hold no Recovery", "Decline.", KEEP)


@rule("infection/chooser")
def split_loss(g: Expedition, seat: int, amount: int) -> Rule[None]:
    """The infected player divides the loss, over at least two others if possible."""
    g.step("infection-split")
    taken: list[int] = []
    while len(taken) < amount and any(other != seat for other in g.living()):
        value = yield Take(g, seat, amount - len(taken), taken)
        victim = g.seat(value[1])
        taken.append(victim)
        yield from lose_token(g, victim)
    victims = ", ".join(f"{g.names[v]} {taken.count(v)}" for v in dict.fromkeys(taken))
    g.note(
        "infection/chooser infection/at-least-two infection/own-stock-limit infection/full-amount"
        " infection/tokens-leave-game infection/loss-does-not-kill",
        "Life Tokens lost to The Infection: {victims}; nobody gets them",
        victims=victims,
    )
    check_last_tokens(g)


@rule("infection/no-recovery-shield")
def lose_token(g: Expedition, victim: int) -> Rule[None]:
    """One token leaves the game; Recovery replaces it only under a reading."""
    forced = not g.life[victim]
    shield = forced and bool(g.recoveries(victim))
    if not forced and g.reading("infection/no-recovery-shield") == "shield":
        value = yield PlayRecovery(g, victim, "infection/no-recovery-shield", "Play Recovery for the Life Token?")
        shield = value == PLAY
    cards = g.recoveries(victim)
    if shield:
        g.hands[victim].remove(cards[0])
        g.removed.append((cards[0], EVERYBODY))
        forget_one(g, victim, cards[0])
        g.note("infection/no-recovery-shield", "{who} plays Recovery instead", who=g.names[victim])
    elif forced:
        g.note("infection/loss-does-not-kill", "{who} has nothing left to lose", who=g.names[victim])
        leave(g, victim, "unpaid")
    else:
        g.life[victim] -= 1
        g.lost_life += 1
        if cards:
            g.note("infection/no-recovery-shield", "your Recovery does not replace the token", to=(victim,))
