"""A small game that uses everything the engine offers, for the engine's own tests.

Players roll, draw and play cards. A beam scores unless it is jammed; a jam can be jammed; first to the goal wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tutor.engine.book.cards import Card, CardSet
from tutor.engine.book.files import BadInput, structure
from tutor.engine.core.asks import PASS, Choose, Cut, Refusal, Roll, Rule, Value, draw, shuffle
from tutor.engine.core.fields import fixed
from tutor.engine.core.game import Game, Measure, Position, Setup, Standing, View
from tutor.engine.core.parameters import Parameters, parameter
from tutor.engine.core.piles import Pile
from tutor.engine.core.rules import Rules
from tutor.engine.core.table import Table
from tutor.engine.core.windows import vote, window

DICE = (1, 2, 3)
DEAL, VOTE = "deal", "vote"

rule = Rules()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyCard(Card):
    points: int = 0


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    hand_limit: int = parameter(4, "turn/hand-limit", "cards in a hand", 1, 9)
    goal: int = parameter(12, "score/goal", "points to win", 1, 99)


@dataclass(slots=True, repr=False)
class Saucers(Table):
    parameters: Numbers = fixed(default_factory=Numbers)
    points: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    deck: Pile = field(default_factory=Pile)
    discards: list[str] = field(default_factory=list)
    turn: str = DEAL
    """Who is at turn: a name, or what is at hand instead."""
    over: bool = False


class Act(Choose):
    """Roll some dice, draw, or play a card."""

    __slots__ = ("g",)

    def __init__(self, g: Saucers, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "turn/act"

    def prompt(self) -> str:
        return "What do you do?"

    def candidates(self) -> Sequence[Value]:
        return [*(("roll", n) for n in DICE), "draw", ("play", "beam"), ("play", "jam")]

    def open(self) -> Sequence[Value]:
        hand = self.g.hands[self.seat]
        values: list[Value] = [("roll", 1), ("roll", 2), ("roll", 3)]
        if len(hand) < self.g.parameters.hand_limit and (self.g.deck or self.g.discards):
            values.append("draw")
        if "beam" in hand:
            values.append(("play", "beam"))
        return values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, hand = self.g, self.g.hands[self.seat]
        if value == "draw":
            if len(hand) >= g.parameters.hand_limit:
                held = f"you hold {len(hand)} of {g.parameters.hand_limit} cards"
                yield Refusal("turn/hand-limit", held, "Play one first.")
            if not g.deck and not g.discards:
                yield Refusal("turn/draw", "no card is left", "Roll dice instead.", ("roll", 1))
        if value == ("play", "jam"):
            yield Refusal("cards/jam-only-against", "a jam answers a card", "Keep it for somebody's beam.")
        if value == ("play", "beam") and "beam" not in hand:
            drawing = next(self.refuse("draw"), None) is None
            yield Refusal("cards/beam", "you hold no beam", "Draw for one.", "draw" if drawing else None)


class Answer(Choose):
    """Jam the card just played, or pass."""

    __slots__ = ("g", "played")

    def __init__(self, g: Saucers, seat: int, played: str) -> None:
        self.g = g
        self.seat = seat
        self.played = played
        self.rule = "cards/window"

    def candidates(self) -> Sequence[Value]:
        return ["jam", PASS]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        if value == "jam" and "jam" not in self.g.hands[self.seat]:
            yield Refusal("cards/jam", "you hold no jam", "Pass.", PASS)


@rule("setup/deal")
def deal(g: Saucers) -> Rule[None]:
    """Everybody draws one card in secret."""
    g.step("setup")
    for seat in range(g.seats):
        g.hands[seat] += yield from draw(g.deck, 1, "setup/deal", seen_by=(seat,))
    goes_on(g, 0)


def goes_on(g: Saucers, seat: int) -> None:
    """After the last seat comes the vote."""
    g.agenda.append(("turn/turn", seat) if seat < g.seats else ("turn/vote",))
    g.turn = g.names[seat] if seat < g.seats else VOTE


@rule("turn/turn")
def turn(g: Saucers, seat: int) -> Rule[None]:
    """One act a turn; after the last seat comes the vote."""
    g.step("turn")
    act = yield Act(g, seat)
    if act == "draw":
        if not g.deck:
            g.deck.mix_in(g.discards)
            g.discards.clear()
            yield from shuffle(g.deck, "turn/reshuffle")
        g.hands[seat] += yield from draw(g.deck, 1, "turn/draw", seen_by=(seat,))
        g.note("turn/draw", "{who} draws", who=g.names[seat])
        g.note("turn/draw", "it is a {card}", to=(seat,), card=g.hands[seat][-1])
    elif act[0] == "roll":
        faces = yield Roll(act[1], "turn/roll", roller=seat)
        yield from score(g, seat, sum(face >= 5 for face in faces))
    else:
        jammed = yield from play(g, seat, "beam")
        if not jammed:
            yield from score(g, seat, g.cards["beam"].points)
    goes_on(g, seat + 1)


@rule("cards/play")
def play(g: Saucers, seat: int, card: str) -> Rule[bool]:
    """A card works unless it is jammed; a jam is a card too, and may be jammed."""
    g.step("play")
    g.hands[seat].remove(card)
    g.discards.append(card)
    g.note("cards/play", "{who} plays a {card}", who=g.names[seat], card=card)
    jammed = False

    def answer(other: int, value: Value) -> Rule[None]:
        nonlocal jammed
        jam_jammed = yield from play(g, other, "jam")
        jammed = jammed or not jam_jammed

    order = [(seat + k) % g.seats for k in range(1, g.seats)]
    yield from window(order, lambda other: None if jammed else Answer(g, other, card), answer)
    return jammed


@rule("score/goal")
def score(g: Saucers, seat: int, points: int) -> Rule[None]:
    """The first to reach the goal wins at once."""
    g.points[seat] += points
    if g.points[seat] >= g.parameters.goal:
        g.over = True
        g.agenda.clear()
        g.note("score/goal", "{who} wins", who=g.names[seat])
        yield Cut("score/goal")


@rule("turn/vote")
def gift(g: Saucers) -> Rule[None]:
    """All vote at once; if most vote yes, everybody scores 1."""
    g.step("vote")
    votes = yield from vote([Choose(seat, "turn/vote", ("yes", "no")) for seat in range(g.seats)], "turn/vote")
    yes = sum(v == "yes" for v in votes.values())
    if yes * 2 > g.seats or (yes * 2 == g.seats and g.reading("turn/vote") == "tie-passes"):
        for seat in range(g.seats):
            yield from score(g, seat, 1)
    goes_on(g, 0)


@dataclass(frozen=True, slots=True)
class Own:
    points: int = 0
    hand: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    players: dict[str, Own] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    deck_top: tuple[str, ...] = ()
    turn: str = ""
    over: bool = False


def empty(setup: Setup) -> Saucers:
    return Saucers(
        setup.names,
        setup.readings,
        setup.variants,
        setup.cards,
        points=[0] * len(setup.names),
        hands=[[] for _ in setup.names],
        deck=Pile(setup.cards.deck("toy")),
    )


def place(g: Saucers, doc: Position, file: str) -> None:
    layout = structure(doc, Layout, file, "$.table")
    for name, own in layout.players.items():
        if name not in g.names:
            raise BadInput(file, f"table.players.{name}", f"no such player; there are {', '.join(g.names)}")
        g.points[g.seat(name)] = own.points
        g.hands[g.seat(name)] = take(g, own.hand, file, f"table.players.{name}.hand")
    g.discards = take(g, layout.discards, file, "table.discards")
    g.deck.put_on_top(reversed(take(g, layout.deck_top, file, "table.deck_top")))
    g.turn, g.over = layout.turn or g.names[0], layout.over
    tasks = {DEAL: ("setup/deal",), VOTE: ("turn/vote",), **{name: ("turn/turn", g.seat(name)) for name in g.names}}
    if g.turn not in tasks:
        raise BadInput(file, "table.turn", f"expected one of {', '.join(tasks)}, got “{g.turn}”")
    if not g.over:
        g.agenda.append(tasks[g.turn])


def take(g: Saucers, cards: tuple[str, ...], file: str, place: str) -> list[str]:
    for card in cards:
        if card not in g.cards:
            raise BadInput(file, place, f"no “{card}” is left; the deck holds {', '.join(sorted(set(g.deck.cards())))}")
        if card in g.deck.cards():
            g.deck.take_any(card)
        else:
            g.doubt(BadInput(file, place, f"no “{card}” is left"))
    return list(cards)


def position(g: Saucers, seat: int | None) -> Position:
    def hand(of: int) -> Any:
        return sorted(g.hands[of]) if seat in (None, of) else ["?"] * len(g.hands[of])

    return {
        "players": {name: {"points": g.points[s], "hand": hand(s)} for s, name in enumerate(g.names)},
        "discards": sorted(g.discards),
        "deck_top": list(reversed(g.deck.tops)),
        "turn": g.turn,
        "over": g.over,
    }


def view(g: Saucers, seat: int | None) -> View:
    return {"zones": [{"id": "hands", "label": "Hands", "layout": "row", "cards": [], "note": str(position(g, seat))}]}


def imagine(g: Saucers, seat: int) -> Rule[None]:
    """The hands of the others are any cards of the deck's unknown part and of those hands."""
    others = [other for other in range(g.seats) if other != seat]
    sizes = [len(g.hands[other]) for other in others]
    unknown = Pile([*g.deck.bag, *(card for other in others for card in g.hands[other])])
    for other, size in zip(others, sizes, strict=True):
        g.hands[other] = list((yield from draw(unknown, size, "setup/deal", seen_by=())))
    g.deck.bag = unknown.bag


def standing(g: Saucers) -> Standing:
    best = max(g.points)
    winners = tuple(s for s in range(g.seats) if g.points[s] == best) if g.over else ()
    return Standing(g.over, tuple(g.points), winners)


def check(cards: CardSet[Any]) -> Iterator[str]:
    for id in ("beam", "jam"):
        if id not in cards:
            yield f"the set needs a card {id}"
    for id in cards:
        yield from check_card(cards, cards[id])


def check_card(cards: CardSet[Any], card: ToyCard) -> Iterator[str]:
    if card.points > Numbers().goal:
        yield f"{card.id}: points: expected at most {Numbers().goal}, got {card.points}"


GAME = Game(
    id="toy",
    parameters=Numbers,
    title="Saucers",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    rules=rule,
    card_types={"toy": ToyCard},
    check_cards=check,
    check_card=check_card,
    table=empty,
    begin=lambda g: g.agenda.append(("setup/deal",)),
    place=place,
    position=position,
    view=view,
    imagine=imagine,
    standing=standing,
    conserved=lambda g: sorted([*g.deck.cards(), *g.discards, *(card for hand in g.hands for card in hand)]),
    measures=(Measure("scores", "scores", lambda before, after, seat: after.points[seat] > before.points[seat]),),
)
