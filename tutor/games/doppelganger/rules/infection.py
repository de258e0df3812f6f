"""The reveal of The Infection: other players lose Life Tokens, and then its holder leaves the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tutor.engine.core import Closed, Many, Menu, Move, Moves, Pick, Refusal, Rule, Value, listed
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.knowledge import forget_one
from tutor.games.doppelganger.rules.death import check_last_tokens, leave
from tutor.games.doppelganger.table import Expedition
from tutor.games.doppelganger.written import EVERYBODY

PLAY, KEEP = "play Recovery", "keep"
OTHER = "Take a Life Token from somebody else."


@rule("failure/infection-revealed")
def expose(g: Expedition, seat: int) -> Rule[None]:
    """The holder takes as many Life Tokens from the others as they have themselves, and is out."""
    g.step("infection-amount")
    others = [other for other in g.living() if other != seat]
    there = sum(g.life[other] for other in others)
    may_kill = g.reading("infection/loss-does-not-kill") == "may-kill"
    wanted = g.life[seat]
    amount = wanted if may_kill and others else min(wanted, there)
    public = g.reading("secrecy/life-tokens-public") == "public"
    tell_stock = public and not may_kill
    certain = not may_kill and g.reading("infection/no-recovery-shield") != "shield"
    g.note(
        "failure/infection-revealed",
        "{who} is infected and has {wanted}, "
        + _what_follows(len(others), wanted, amount, certain, there if tell_stock else None),
        also=(
            "infection/amount",
            "infection/amount-after-payment",
            "infection/only-random-reveal",
            "infection/shortage" if tell_stock and there < wanted else "",
            "" if wanted else "infection/zero",
            "infection/single-token" if amount == 1 else "",
            "infection/single-holder" if public and sum(g.life[other] > 0 for other in others) == 1 else "",
        ),
        who=g.names[seat],
        wanted=f"{Many(wanted):Life Token}" if wanted else "no Life Tokens",
        whom=g.names[others[0]] if len(others) == 1 else "the others",
        amount=amount,
        there=there,
    )
    if amount:
        yield from split_loss(g, seat, amount)
    g.step("infection-remove")
    g.note(
        "infection/holder-removed",
        "{who} is exposed by The Infection and has to leave the game",
        also=("infection/still-wins",),
        who=g.names[seat],
    )
    leave(g, seat, "infection")


def _what_follows(others: int, wanted: int, amount: int, certain: bool, there: int | None) -> str:
    """Return what so many others lose, if that is `certain`; `there` is what they have, or None if that is hidden."""
    lose, have = ("loses", "has") if others == 1 else ("lose", "have")
    if not others:
        return "but there is nobody else to lose any" if wanted else "so nobody loses any"
    if not amount:
        return f"but {{whom}} {have} none to lose" if wanted else f"so {{whom}} {lose} none"
    if not certain:
        return "so {who} has to take {amount} from {whom}" + (", which is all they have" if amount == there else "")
    if amount == there:
        return f"{'but' if amount < wanted else 'so'} {{whom}} {lose} {{amount}}, which is all they have"
    return f"so {{whom}} {lose} {{amount}}" + (" of their {there}" if there is not None else "")


class Loss(NamedTuple):
    """The Life Tokens that an infected player takes from the others."""

    seat: int
    """The seat of the infected player."""
    left: int
    """How many Life Tokens the player still has to take."""
    taken: list[int]
    """The seats that have lost a Life Token, one entry per token."""


class Take(Move[Expedition, Loss]):
    """Take the next Life Token from another player."""

    verb, words = "take from", "Take a Life Token from {}"

    def label(self, g: Expedition, loss: Loss, name: str) -> str:
        return self.words.format("yourself" if g.seat(name) == loss.seat else name)

    def tries(self, g: Expedition, loss: Loss) -> Sequence[Value]:
        return self.each(g.names)

    def refuse(self, g: Expedition, loss: Loss, name: str) -> Iterator[Refusal]:
        seat = g.seat(name)
        if seat == loss.seat or g.out[seat]:
            why = "you can’t take one of your own Life Tokens" if seat == loss.seat else f"{name} is out of the game"
            yield Refusal("infection/chooser", why, OTHER)
        elif not g.life[seat] and g.reading("infection/loss-does-not-kill") == "nobody-dies":
            yield Refusal("infection/own-stock-limit", f"{name} has no Life Tokens left", OTHER)
        elif all_from_one(g, loss, seat):
            every = "both" if len(loss.taken) == 1 else f"all {len(loss.taken) + 1}"
            why = f"you can’t take {every} Life Tokens from {name}, because at least two players have to share the loss"
            yield Refusal("infection/at-least-two", why, "Take the last Life Token from somebody else.")

    @staticmethod
    def do(g: Expedition, loss: Loss, name: str) -> Rule[None]:
        victim = g.seat(name)
        loss.taken.append(victim)
        return lose_token(g, victim)


def all_from_one(g: Expedition, loss: Loss, seat: int) -> bool:
    """Whether the last token from this player would spare everybody else, though somebody else could lose it."""
    if loss.left > 1 or not loss.taken or set(loss.taken) != {seat}:
        return False
    free = g.reading("infection/loss-does-not-kill") == "may-kill"
    return any(other not in (seat, loss.seat) and (free or g.life[other]) for other in g.living())


class SpareTheRest(Closed[Expedition, Loss]):
    """Take no more."""

    verb, words = "spare the rest", "Take no more Life Tokens"

    def refuse(self, g: Expedition, loss: Loss) -> Iterator[Refusal]:
        why = f"you still have to take {Many(loss.left):Life Token}"
        yield Refusal("infection/full-amount", why, "Choose who loses the next one.")


TAKE = Menu(Take(), SpareTheRest())


def offer_recovery(g: Expedition, seat: int, rule_id: str, prompt: str) -> Pick:
    """Ask a player whether to play a Recovery card, even one without, so that the question reveals nothing."""

    def refuse(value: Value) -> Iterator[Refusal]:
        if value == PLAY and not g.recoveries(seat):
            yield Refusal("supplies/recovery-replaces-token", "you don’t have a Recovery card", "Play nothing.", KEEP)

    return Pick(seat, rule_id, (PLAY, KEEP), prompt, refuse, ("Play a Recovery card", "Play nothing"))


@rule("infection/chooser")
def split_loss(g: Expedition, seat: int, amount: int) -> Rule[None]:
    """The infected player divides the loss between at least two others if possible."""
    g.step("infection-split")
    taken: list[int] = []
    before = g.life.copy()
    while len(taken) < amount and any(other != seat for other in g.living()):
        left = amount - len(taken)
        still, which = ("still ", "the next one") if taken else ("", "the first one")
        which = which if left > 1 else "it"
        prompt = f"You are exposed and {still}have to take {Many(left):Life Token}. Who do you take {which} from?"
        yield from Moves(seat, "infection/chooser", TAKE, g, Loss(seat, left, taken), prompt).played()
    lost = {victim: before[victim] - g.life[victim] for victim in taken}
    victims = listed(f"{g.names[victim]} loses {Many(n):Life Token}" for victim, n in lost.items() if n)
    g.note(
        "infection/chooser",
        "{victims} to The Infection, and {gone} the game" if victims else "nobody loses a Life Token to The Infection",
        also=(
            "infection/at-least-two",
            "infection/own-stock-limit",
            "infection/full-amount",
            "infection/tokens-leave-game",
            "infection/loss-does-not-kill",
        ),
        victims=victims,
        gone="this token leaves" if sum(lost.values()) == 1 else "these tokens leave",
    )
    check_last_tokens(g, taken)


@rule("infection/no-recovery-shield")
def lose_token(g: Expedition, victim: int) -> Rule[None]:
    """A player loses a Life Token; a Recovery card replaces it only under one reading."""
    forced = not g.life[victim]
    shield = forced and bool(g.recoveries(victim))
    asked = not forced and g.reading("infection/no-recovery-shield") == "shield"
    if asked:
        value = yield offer_recovery(
            g,
            victim,
            "infection/no-recovery-shield",
            "The Infection costs you a Life Token. Do you play a Recovery card instead?",
        )
        shield = value == PLAY
    cards = g.recoveries(victim)
    if shield:
        g.hands[victim].remove(cards[0])
        g.removed.append((cards[0], EVERYBODY))
        forget_one(g, victim, cards[0])
        g.note(
            "infection/no-recovery-shield",
            "{who} plays a Recovery card instead of losing a Life Token",
            who=g.names[victim],
        )
    elif forced:
        g.note("infection/loss-does-not-kill", "{who} has no Life Token left to lose", who=g.names[victim])
        leave(g, victim, "unpaid")
    else:
        g.life[victim] -= 1
        g.lost_life += 1
        if cards:
            said = "your Recovery card cannot replace the Life Token that The Infection takes"
            if asked:
                said = "you keep your Recovery card, so you lose a Life Token"
            g.note("infection/no-recovery-shield", said, to=(victim,))
