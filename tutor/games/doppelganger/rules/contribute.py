"""Attempting to clear: who puts what into the pile, in which order, face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import PASS, Choose, Refusal, Rule, Together, Value
from tutor.engine.core.table import told
from tutor.engine.core.windows import window
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.cards import OBSTACLES
from tutor.games.doppelganger.rules.death import check_last_tokens
from tutor.games.doppelganger.rules.end import check_humans
from tutor.games.doppelganger.rules.talk import SAY_SOMETHING, TALK, say
from tutor.games.doppelganger.table import Expedition, counted

LIFE = "life"


DONE = "done"


class Contribute(Choose):
    """What a player adds to the pile, one thing at a time."""

    __slots__ = ("g", "stop")

    def __init__(self, g: Expedition, seat: int, stop: str = DONE) -> None:
        self.g = g
        self.seat = seat
        self.rule = "clear/contribution-voluntary"
        self.stop = stop

    def prompt(self) -> str:
        assert self.g.attempt is not None
        tile = self.g.desert.placed[self.g.attempt.target].tile
        return f"Add to the pile against {OBSTACLES[tile.obstacle]} {tile.value}?"

    def label(self, value: Value) -> str:
        if not isinstance(value, tuple):
            return {DONE: "That is all", PASS: "Nothing for now", TALK: SAY_SOMETHING}[str(value)]
        return "Add a Life Token" if value[1] == LIFE else f"Add {self.g.name(str(value[1]))}"

    def candidates(self) -> Sequence[Value]:
        cards: list[Value] = [("add", card) for card in dict.fromkeys(self.g.hands[self.seat])]
        return [*cards, ("add", LIFE), TALK, self.stop]

    def open(self) -> Sequence[Value]:
        g = self.g
        no_recovery = g.reading("supplies/recovery-in-pile") == "not-allowed"
        values: list[Value] = []
        for card in dict.fromkeys(g.hands[self.seat]):
            kind = g.supply(card).kind
            if kind != "trait" and not (no_recovery and kind == "recovery"):
                values.append(("add", card))
        if g.life[self.seat]:
            values.append(("add", LIFE))
        return [*values, TALK, self.stop]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if not isinstance(value, tuple):
            return
        g, card = self.g, str(value[1])
        if card == LIFE:
            if not g.life[self.seat]:
                yield Refusal("clear/life-tokens", "you have no Life Token", "Add a card or stop.", self.stop)
            return
        yield from unplayable(g, card, "clear/no-traits")


def unplayable(g: Expedition, card: str, id: str) -> Iterator[Refusal]:
    """Why a card in hand can never be played in a clear attempt."""
    facts = g.supply(card)
    if facts.kind == "trait":
        yield Refusal(id, f"{facts.name} is a Human Scoring Trait", "Keep it, and get home with it.")
        yield Refusal("supplies/trait-locked", "a Trait in hand is never played")
        if facts.infects:
            yield Refusal("infection/cannot-be-played", "you cannot get rid of The Infection by playing it")
    if facts.kind == "recovery" and g.reading("supplies/recovery-in-pile") == "not-allowed":
        yield Refusal("supplies/recovery-in-pile", "by the reading in force Recovery is not played here")


@rule("clear/order-of-contributing")
def contribute(g: Expedition) -> Rule[None]:
    """The others contribute in clockwise order, the leader with them or last."""
    g.step("clear-contribute-others")
    others = [seat for seat in clockwise(g, g.leader) if seat != g.leader]
    match g.reading("clear/order-of-contributing"):
        case "all-at-once":
            yield from at_once(g, [g.leader, *others])
        case "free-order":
            yield from window(
                [g.leader, *others], lambda seat: Contribute(g, seat, PASS), lambda seat, value: add(g, seat, value)
            )
        case _:
            for seat in (g.leader, *others):
                yield from add_until_done(g, seat)
    g.step("clear-contribute-leader")
    yield from add_until_done(g, g.leader)
    if g.reading("clear/contribution-final") == "take-back":
        yield from take_back(g)
    g.note("clear/contribution-final clear/leader-now-or-last", "the pile is closed")
    check_last_tokens(g)
    yield from check_humans(g)


def clockwise(g: Expedition, first: int) -> list[int]:
    """The living seats around the table from `first` on."""
    order = [(first + k) % g.seats for k in range(g.seats)]
    return [seat for seat in order if not g.out[seat]]


def add_until_done(g: Expedition, seat: int) -> Rule[None]:
    """One player adds as much as wished."""
    while (value := (yield Contribute(g, seat))) != DONE:
        yield from add(g, seat, value)
    tell_contribution(g, seat)


def at_once(g: Expedition, seats: list[int]) -> Rule[None]:
    """All add in secret at the same time, thing by thing, until everybody has finished."""
    while seats:
        answers = yield Together([Contribute(g, seat) for seat in seats], "clear/order-of-contributing")
        for seat, value in zip(seats, answers, strict=True):
            if value != DONE:
                yield from add(g, seat, value)
        seats = [seat for seat, value in zip(seats, answers, strict=True) if value != DONE]


def add(g: Expedition, seat: int, value: Value) -> Rule[None]:
    """One card or Life Token goes into the pile; or the player just says something."""
    if value == TALK:
        yield from say(g, seat)
        return
    assert g.attempt is not None
    thing = str(value[1])  # type: ignore[index]
    if thing == LIFE:
        g.life[seat] -= 1
        g.attempt.tokens[seat] += 1
        public = g.stock_told(seat) is None
        last = " clear/last-life-token" if public and not g.life[seat] else ""
        g.note(
            f"clear/life-tokens secrecy/life-tokens-public{last}",
            "{who} adds a Life Token" + (" and has {n} left" if public else ""),
            who=g.names[seat],
            n=g.life[seat] if public else "",
        )
        return
    g.hands[seat].remove(thing)
    g.attempt.given[seat].append(thing)
    if g.supply(thing).kind in ("tool", "proof"):
        g.note("clear/wrong-cards-allowed", "you add {card}", to=(seat,), card=g.name(thing))
    if g.reading("secrecy/contribution-counts-public") == "counts-public":
        g.note(
            "clear/cards-face-down secrecy/contribution-counts-public", "{who} adds a card face down", who=g.names[seat]
        )


@told
def tell_contribution(g: Expedition, seat: int) -> None:
    """Say how much a player has added, where that is public."""
    assert g.attempt is not None
    cards, tokens = len(g.attempt.given[seat]), g.attempt.tokens[seat]
    public = g.reading("secrecy/contribution-counts-public") == "counts-public"
    g.note(
        "clear/order-of-contributing clear/contribution-voluntary secrecy/contribution-counts-public",
        "{who} has added {cards} and {tokens}",
        who=g.names[seat],
        cards=counted(cards, "card") if public else "cards or none",
        tokens=counted(tokens, "Life Token"),
    )


class TakeBack(Choose):
    """Under a reading: what a player takes back before the shuffle."""

    __slots__ = ("g",)

    def __init__(self, g: Expedition, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "clear/contribution-final"

    def open(self) -> Sequence[Value]:
        assert self.g.attempt is not None
        cards: list[Value] = [("take back", card) for card in dict.fromkeys(self.g.attempt.given[self.seat])]
        return [*cards, *([("take back", LIFE)] if self.g.attempt.tokens[self.seat] else []), DONE]

    def candidates(self) -> Sequence[Value]:
        return self.open()


def take_back(g: Expedition) -> Rule[None]:
    """Everybody may take things back until the shuffle."""
    assert g.attempt is not None
    for seat in clockwise(g, g.leader):
        while g.attempt.given[seat] or g.attempt.tokens[seat]:
            value = yield TakeBack(g, seat)
            if value == DONE:
                break
            if value[1] == LIFE:
                g.attempt.tokens[seat] -= 1
                g.life[seat] += 1
            else:
                g.attempt.given[seat].remove(value[1])
                g.hands[seat].append(value[1])
            g.note("clear/contribution-final", "{who} takes something back", who=g.names[seat])
