"""A small game that uses everything that the engine offers, for the engine's tests and as an example.

Players roll, draw and play cards. A beam scores unless it is jammed; a jam can be jammed; first to the goal wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.engine.book.cards import Card, CardSet
from tutor.engine.core import sums
from tutor.engine.core.asks import PASS, Aim, Choose, Cut, Pick, Refusal, Roll, Rule, Value, draw, shuffle
from tutor.engine.core.fields import by_seat, count, fixed, flag, owner_only, text
from tutor.engine.core.game import Game, Measure, Outcome, Setup, View
from tutor.engine.core.moves import Menu, Move, Moves
from tutor.engine.core.parameters import Parameters, parameter
from tutor.engine.core.part import Part
from tutor.engine.core.piles import Pile
from tutor.engine.core.placing import Placing
from tutor.engine.core.rules import Rules
from tutor.engine.core.table import Table, Task
from tutor.engine.core.windows import vote, window
from tutor.engine.core.zones import cards, deck

DEAL, VOTE = "deal", "vote"
DICE = (1, 2, 3)

rule = Rules()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyCard(Card):
    points: int = 0


@dataclass(frozen=True, slots=True)
class Numbers(Parameters):
    hand_limit: int = parameter(4, "turn/hand-limit", "cards in a hand", 1, 9)
    hit: int = parameter(5, "turn/roll", "the least that scores on a die", 2, 6)
    goal: int = parameter(12, "score/goal", "points to win", 1, 99)


@dataclass(slots=True)
class Crew(Part):
    """What a player has."""

    points: int = count()
    hand: list[str] = cards("toy", heap=True, seen_by=owner_only)
    """The cards that only this player sees."""


@dataclass(slots=True, repr=False)
class Saucers(Table):
    parameters: Numbers = fixed(default_factory=Numbers)
    crews: list[Crew] = by_seat(Crew)
    discards: list[str] = cards("toy", heap=True)
    deck: Pile = deck("toy")
    turn: str = text()
    """Whose turn it is: a name, or the phase that goes on instead."""
    over: bool = flag()

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        turns = {name: ("turn/turn", seat) for seat, name in enumerate(self.names)}
        tasks: dict[str, Task] = {DEAL: ("setup/deal",), VOTE: ("turn/vote",), **turns}
        self.turn = p.among(self.turn or self.names[0], tasks, "turn")
        self.agenda = [] if self.over else [tasks[self.turn]]

    def to_score(self, seat: int) -> sums.Sum:
        """How many points a player still needs."""
        goal = sums.Part(self.parameters.goal, "points win", "score/goal")
        scored = sums.Part(-self.crews[seat].points, "points scored so far", "turn/roll")
        return sums.Sum(f"what {self.names[seat]} still needs", goal, scored, least=0)


@rule("setup/deal")
def deal(g: Saucers) -> Rule[None]:
    """Everybody draws one card in secret."""
    g.step("setup")
    for seat in range(g.seats):
        g.crews[seat].hand += yield from draw(g.deck, 1, "setup/deal", seen_by=(seat,))
    goes_on(g, 0)


def goes_on(g: Saucers, seat: int) -> None:
    """After the last seat comes the vote."""
    g.agenda.append(("turn/turn", seat) if seat < g.seats else ("turn/vote",))
    g.turn = g.names[seat] if seat < g.seats else VOTE


@rule("turn/turn")
def turn(g: Saucers, seat: int) -> Rule[None]:
    """One act per turn; the vote follows the last seat's turn."""
    g.step("turn")
    ask = Moves(seat, "turn/act", ACTS, g, seat, "What do you do?")
    yield from ask.do((yield ask))
    goes_on(g, seat + 1)


class Throw(Move[Saucers, int]):
    """Roll some dice for points."""

    verb, words = "roll", "Roll {}"

    def tries(self, g: Saucers, seat: int) -> Sequence[Value]:
        return [(self.verb, n) for n in DICE]

    @staticmethod
    def do(g: Saucers, seat: int, dice: int) -> Rule[None]:
        least = g.parameters.hit
        target = sums.Sum("the least that scores on a die", sums.Part(least, "on any die", "turn/roll"))
        aim = Aim("the die scores at least one point", lambda faces: max(faces) >= least, target)
        faces = yield Roll(dice, "turn/roll", roller=seat, aim=lambda: aim)
        yield from score(g, seat, sum(face >= least for face in faces))


class Take(Move[Saucers, int]):
    """Draw a card."""

    verb, words = "draw", "Draw"

    def refuse(self, g: Saucers, seat: int, /, *what: Any, **_: Any) -> Iterator[Refusal]:
        held, most = len(g.crews[seat].hand), g.parameters.hand_limit
        if held >= most:
            yield Refusal("turn/hand-limit", f"you hold {held} of {most} cards", "Play one first.")
        if not g.deck and not g.discards:
            yield Refusal("turn/draw", "no card is left", "Roll dice instead.", ("roll", 1))

    @staticmethod
    def do(g: Saucers, seat: int) -> Rule[None]:
        if not g.deck:
            g.deck.mix_in(g.discards)
            g.discards.clear()
            yield from shuffle(g.deck, "turn/reshuffle")
        (card,) = yield from draw(g.deck, 1, "turn/draw", seen_by=(seat,))
        g.crews[seat].hand.append(card)
        g.note("turn/draw", "{who} draws", who=g.names[seat])
        g.note("turn/draw", "it is a {card}", to=(seat,), card=card)


class Play(Move[Saucers, int]):
    """Play a card from the hand."""

    verb, words = "play", "Play a {}"

    def tries(self, g: Saucers, seat: int) -> Sequence[Value]:
        return self.each(("beam", "jam"))

    def refuse(self, g: Saucers, seat: int, card: Any = "", /, **_: Any) -> Iterator[Refusal]:
        if card == "jam":
            yield Refusal("cards/jam-only-against", "a jam answers a card", "Keep it for somebody's beam.")
        elif card not in g.crews[seat].hand:
            drawing = "draw" in ACTS.moves["draw"].open(g, seat)
            yield Refusal("cards/beam", "you hold no beam", "Draw for one.", "draw" if drawing else None)

    @staticmethod
    def do(g: Saucers, seat: int, card: str) -> Rule[None]:
        jammed = yield from play(g, seat, card)
        if not jammed:
            yield from score(g, seat, g.cards[card].points)


ACTS = Menu(Throw(), Take(), Play())


@rule("cards/play")
def play(g: Saucers, seat: int, card: str) -> Rule[bool]:
    """A card works unless it is jammed; a jam is a card too, and may be jammed."""
    g.step("play")
    g.crews[seat].hand.remove(card)
    g.discards.append(card)
    g.note("cards/play", "{who} plays a {card}", who=g.names[seat], card=card)
    jammed = False

    def answer(other: int, value: Value) -> Rule[None]:
        nonlocal jammed
        jam_jammed = yield from play(g, other, "jam")
        jammed = jammed or not jam_jammed

    order = [(seat + k) % g.seats for k in range(1, g.seats)]
    yield from window(order, lambda other: None if jammed else jam_or_pass(g, other, card), answer)
    return jammed


def jam_or_pass(g: Saucers, seat: int, card: str) -> Pick:
    """Whether a player jams the card just played."""

    def reasons(value: Value) -> Iterator[Refusal]:
        if value == "jam" and "jam" not in g.crews[seat].hand:
            yield Refusal("cards/jam", "you hold no jam", "Pass.", PASS)

    return Pick(seat, "cards/window", ("jam", PASS), f"Jam the {card}?", reasons)


@rule("score/goal")
def score(g: Saucers, seat: int, points: int) -> Rule[None]:
    """The first to reach the goal wins at once."""
    g.crews[seat].points += points
    if not g.to_score(seat):
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


def empty(setup: Setup) -> Saucers:
    crews, deck = [Crew() for _ in setup.names], Pile(setup.cards.deck("toy"))
    return Saucers(*setup.shared, crews=crews, deck=deck, turn=DEAL)


def view(g: Saucers, seat: int | None) -> View:
    def zone(name: str, held: list[str], seen: bool = True, **more: Any) -> dict[str, Any]:
        ids = sorted(held) if seen else [""] * len(held)
        face = {"type": "plot", "origin": "stand-in", "face": "up" if seen else "down"}
        shown = [{"key": f"{name}-{n}", "id": id, "name": g.called(id) or "Card", **face} for n, id in enumerate(ids)]
        return {"id": name, "label": name, "layout": "row", "cards": shown, **more}

    hands = [
        zone(name, crew.hand, seat in (None, of), tracks=[{"label": "Points", "n": crew.points}])
        for of, (name, crew) in enumerate(zip(g.names, g.crews, strict=True))
    ]
    return {"zones": [*hands, zone("discards", g.discards)]}


def determinize(g: Saucers, seat: int) -> Rule[None]:
    """The hands of the others can be any cards from those hands and from the unknown part of the deck."""
    others = [crew for of, crew in enumerate(g.crews) if of != seat]
    unknown = Pile([*g.deck.bag, *(card for crew in others for card in crew.hand)])
    for crew in others:
        crew.hand = list((yield from draw(unknown, len(crew.hand), "setup/deal", seen_by=())))
    g.deck.bag = unknown.bag


def outcome(g: Saucers) -> Outcome:
    scores = tuple(crew.points for crew in g.crews)
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores)) if g.over else ()
    return Outcome(g.over, scores, winners)


def check(cards: CardSet[Any]) -> Iterator[str]:
    yield from (f"the set needs a card {id}" for id in ("beam", "jam") if id not in cards)


def check_card(cards: CardSet[Any], card: ToyCard) -> Iterator[str]:
    if card.points > Numbers().goal:
        yield f"{card.id}: points: expected at most {Numbers().goal}, got {card.points}"


GAME = Game(
    id="toy",
    title="Saucers",
    seats=range(2, 5),
    folder=Path(__file__).parent,
    rules=rule,
    card_types={"toy": ToyCard},
    check_cards=check,
    check_card=check_card,
    parameters=Numbers,
    table=empty,
    begin=lambda g: g.agenda.append(("setup/deal",)),
    view=view,
    totals=lambda g: [g.to_score(seat) for seat in range(g.seats)],
    determinize=determinize,
    outcome=outcome,
    measures=(Measure("scores", "scores", lambda old, new, of: new.crews[of].points > old.crews[of].points),),
)
