"""The opening furniture swap, once, before the first round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from tutor.engine.book.cards import CardSet
from tutor.engine.core.asks import Choose, Refusal, Roll, Rule, Value, shuffle
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM
from tutor.games.shelter.table import ASIDE, Shelter


class Swap(Choose):
    """Which face-up furniture goes, if any."""

    __slots__ = ("g",)

    def __init__(self, g: Shelter, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "opening/highest-decides"

    def prompt(self) -> str:
        return "Swap one furniture card?"

    def candidates(self) -> Sequence[Value]:
        return ["keep all", *(("swap", key) for key in self.g.places)]

    def open(self) -> Sequence[Value]:
        if not _deck_can_give(self.g):
            return ["keep all"]
        kinds: tuple[str, ...] = ("furniture",)
        if self.g.reading("opening/ordinary-furniture-only") == "any-furniture":
            kinds = ("furniture", "special_furniture")
        type_of = self.g.cards.type_of
        return ["keep all", *(("swap", key) for key, place in self.g.places.items() if type_of(place.card) in kinds)]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g = self.g
        if not isinstance(value, tuple):
            return
        key = str(value[1])
        if not _deck_can_give(g):
            why = "the furniture deck is empty: no card can come in"
            yield Refusal("opening/named-card-from-deck", why, "Keep all.", "keep all")
        if key == ROOM:
            yield Refusal(
                "opening/ordinary-furniture-only", "the construction room is not a furniture card", "Keep it."
            )
        elif _special(g, key) and g.reading("opening/ordinary-furniture-only") == "ordinary-only":
            _, *swaps = self.open()
            yield Refusal(
                "opening/ordinary-furniture-only",
                f"{g.title(key)} is special furniture; only the {Many(len(ordinary(g))):ordinary card} can go",
                "Pick an ordinary furniture card.",
                swaps[0] if swaps else None,
            )

    def label(self, value: Value) -> str:
        return f"Swap out {self.g.title(str(value[1]))}" if isinstance(value, tuple) else "Keep all as it lies"


@lru_cache
def nameable(cards: CardSet[Any]) -> tuple[tuple[str, str], ...]:
    """Every ordinary furniture card as an answer."""
    return tuple([("take", card.id) for card in cards.of_type("furniture")])


class Named(Choose):
    """Which card of the furniture deck comes in."""

    __slots__ = ("g",)

    def __init__(self, g: Shelter, seat: int) -> None:
        self.g = g
        self.seat = seat
        self.rule = "opening/named-card-from-deck"

    def prompt(self) -> str:
        return "Which card comes in?"

    def candidates(self) -> Sequence[Value]:
        g = self.g
        names = nameable(g.cards)
        if g.reading("opening/named-card-from-deck") == "name-blind":
            return names
        deck = {*g.furniture_deck.cards()}
        return [value for value in names if value[1] in deck]

    def label(self, value: Value) -> str:
        return f"Take {self.g.cards[str(value[1])].name}"  # type: ignore[index]


def _deck_can_give(g: Shelter) -> bool:
    """Whether a swap is possible at all: a card named unseen may be named in any case."""
    return bool(g.furniture_deck) or g.reading("opening/named-card-from-deck") == "name-blind"


def _special(g: Shelter, key: str) -> bool:
    return g.cards.type_of(g.places[key].card) == "special_furniture"


def ordinary(g: Shelter) -> list[str]:
    """The keys of all places that hold ordinary furniture."""
    return [key for key, place in g.places.items() if g.cards.type_of(place.card) == "furniture"]


@rule("opening/all-roll")
def opening(g: Shelter) -> Rule[None]:
    """All roll; whoever is highest may exchange one furniture card for one of the deck."""
    g.step("opening-roll")
    rolling = g.inside()
    faces = yield Roll(len(rolling), "opening/all-roll", ordered=True)
    highest = [seat for seat, face in zip(rolling, faces, strict=True) if face == max(faces)]
    if len(highest) > 1 and g.reading("opening/tie") == "no-swap":
        g.note("opening/tie", "{who} share the highest roll, so nobody swaps", who=_names(g, highest))
        highest = []
    while len(highest) > 1:
        g.note("opening/tie", "{who} share the highest roll and roll again", who=_names(g, highest))
        g.step("opening-reroll")
        faces = yield Roll(len(highest), "opening/tie", ordered=True)
        highest = [seat for seat, face in zip(highest, faces, strict=True) if face == max(faces)]
    if highest:
        (winner,) = highest
        yield from decide(g, winner)
    g.note("opening/once-only", "From now on nobody swaps any more")
    g.agenda.append(("order/roll-each-round",))


def _names(g: Shelter, seats: Sequence[int]) -> str:
    return ", ".join(g.names[seat] for seat in seats)


@rule("opening/highest-decides")
def decide(g: Shelter, seat: int) -> Rule[None]:
    """The player with the highest roll decides, and may decline."""
    g.step("opening-decide")
    g.note("opening/highest-decides", "{who} rolled highest and alone decides", who=g.names[seat])
    out: Any = yield Swap(g, seat)
    if not isinstance(out, tuple):
        g.note("opening/optional", "{who} keeps all as it lies", who=g.names[seat])
        return
    come: Any = yield Named(g, seat)
    card = str(come[1])
    if card not in g.furniture_deck.cards():
        g.note("opening/named-card-from-deck", "The deck holds no {card}: no swap", card=g.cards[card].name)
        return
    yield from swap(g, str(out[1]), card)


@rule("opening/one-card")
def swap(g: Shelter, key: str, card: str) -> Rule[None]:
    """One card goes to the discard pile, one comes with its full durability, and the deck is shuffled."""
    g.step("opening-swap")
    left, aside = g.title(key), _special(g, key)
    take_off(g, key)
    g.furniture_deck.take_any(card)
    new = g.places[g.lay(card)]
    g.note(
        "opening/replaced-to-discard", "{card} goes {where}", card=left, where=ASIDE if aside else "to the discard pile"
    )
    g.note(
        "opening/one-card opening/named-card-from-deck opening/new-card-durability",
        "{card} takes its place with durability {n}",
        card=g.cards[card].name,
        n=new.durability,
    )
    if not aside:
        n = Many(len(ordinary(g)))
        g.note("opening/count-unchanged", "There are still {n:ordinary furniture card}", n=n)
    g.step("opening-reshuffle")
    yield from shuffle(g.furniture_deck, "opening/reshuffle")
    g.note("opening/reshuffle", "The furniture deck of {n} is shuffled", n=len(g.furniture_deck))


def take_off(g: Shelter, key: str) -> None:
    """Take a furniture off the table: special furniture lies aside again, other furniture is discarded."""
    place = g.places.pop(key)
    aside = g.cards.type_of(place.card) == "special_furniture"
    (g.specials if aside else g.furniture_discard).append(place.card)
    if place.cover:
        g.specials.append(place.cover)
