"""The table: investigators, cards on locations, decks and the countdown, as plain data without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from tutor.engine.core import Pile, Setup, Table, Task
from tutor.engine.core.fields import HIDDEN, agenda, by_seat, count, dice, fixed, flag, own, seat, seats, text, word
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import NOBODY, Look
from tutor.engine.core.zones import cards, deck, slot
from tutor.games.alien_conspiracy.layout import CITY, MARKS, NUMBERED, RING, Layout, cut_off, lay
from tutor.games.alien_conspiracy.numbers import Numbers

ALL_FACES = (1, 2, 3, 4, 5, 6, 6, 6, 6)
"""The health dice of a player if a position does not give any, cut to the number that players begin with."""
INVADED = "the invasion"
"""What `ended` says when everybody has died at once, perhaps with health dice left."""
LAYOUT_VARIANT = "other-layout"
"""The variant in which the players choose another arrangement of the location cards."""


class Dice(int):
    """A number of dice as a note prints it: “no dice”, “1 die” or “2 dice”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "1 die" if self == 1 else f"{int(self) or 'no'} dice"


Thing = TypeVar("Thing", int, str)


def added(things: tuple[Thing, ...], *more: Thing) -> tuple[Thing, ...]:
    """Return the dice or cards with more of them added, sorted."""
    return tuple(sorted(things + more))


def taken(things: tuple[Thing, ...], *gone: Thing) -> tuple[Thing, ...]:
    """Return the dice or cards without some of them."""
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


class Lying(NamedTuple):
    """A card of the event deck that is on a location."""

    card: str
    up: bool
    seen: tuple[int, ...] = ()
    """The seats that have looked at it while it was face down."""

    def known_to(self, seat: int | None) -> bool:
        """Whether `seat` (None: a viewer who sees everything) knows which card it is."""
        return seat is None or self.up or seat in self.seen


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on a location, as a position describes it."""

    card: str
    up: bool = False
    seen: tuple[str, ...] = ()


def read_lying(p: Placing, said: dict[str, LaidCard], place: str) -> dict[str, Lying]:
    """The cards that a position lays on locations."""
    found = {}
    for mark, laid in said.items():
        if mark not in NUMBERED:
            raise p.bad(f"{place}.{mark}", f"there can be cards only on {', '.join(NUMBERED)}")
        p.take([laid.card], f"{place}.{mark}.card", *(("event",) if laid.up else ("event", "alien")))
        seen = sorted(p.seat(name, f"{place}.{mark}.seen") for name in laid.seen)
        found[mark] = Lying(laid.card, laid.up, tuple(seen))
    return found


def write_lying(look: Look, lying: dict[str, Lying]) -> dict[str, Any]:
    """The cards on locations, as far as the viewer knows them."""
    return {
        mark: {
            "card": card.card if card.known_to(look.seat) else HIDDEN,
            "up": card.up,
            "seen": [look.g.names[seat] for seat in card.seen],
        }
        for mark in NUMBERED
        if (card := lying.get(mark))
    }


def read_layout(p: Placing, rows: tuple[str, ...], place: str) -> Layout:
    """The arrangement of the location cards that a position says."""
    try:
        layout = lay(rows)
    except ValueError as error:
        raise p.bad(place, str(error)) from None
    if not layout.standard and LAYOUT_VARIANT not in p.g.variants:
        raise p.bad(place, f"another layout needs the variant “{LAYOUT_VARIANT}”")
    if lost := cut_off(layout):
        raise p.bad(place, f"every location must be reachable along sides, but these are cut off: {' '.join(lost)}")
    return layout


def sees_items(g: Conspiracy, owner: int, seat: int) -> bool:
    """Whether `seat` sees the items in a hand. Event cards in hand were won face up, so everybody knows them."""
    return seat == owner or g.reading("search/kept-item-hidden") == "open"


@dataclass(slots=True)
class Investigator(Part):
    """What one player has. Hand and dice are kept sorted, so that equal hands compare as equal."""

    seat: int
    card: str = slot("investigator", key="investigator", dealt=True)
    health: tuple[int, ...] = dice(laid=None)
    at: str = word(*MARKS, "", start=CITY)
    """The location of the piece; empty once it has left the board."""
    events: tuple[str, ...] = cards("event", sort=True, keep=tuple)
    """The event cards in hand."""
    items: tuple[str, ...] = cards("item", sort=True, keep=tuple, seen_by=sees_items)
    """The item cards in hand."""
    submitted: tuple[str, ...] = cards("event", sort=True, keep=tuple)
    """The event cards underneath the investigator card."""
    dead: bool = flag()

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if laid.health is None:
            self.health = () if self.dead else ALL_FACES[: p.g.parameters.health_dice]
        self.health = tuple(sorted(self.health))
        most = max(p.g.parameters.health_dice, p.g.parameters.most_health)
        if len(self.health) > most:
            p.implausible(f"{place}.health", f"expected at most {most} dice, got {len(self.health)}")
        if self.dead:
            self.at = ""
        elif not self.at:
            raise p.bad(f"{place}.at", f"expected one of {' '.join(MARKS)} for somebody alive")


@dataclass(slots=True, repr=False)
class Conspiracy(Table):
    """The whole table."""

    NOUNS: ClassVar[Mapping[str, str]] = {"Investigator": "player"}
    NEEDS: ClassVar[Mapping[str, str]] = {"turn/six-actions": "turn"}

    parameters: Numbers = fixed(default_factory=Numbers)
    layout: Layout = own(
        tuple[str, ...], read_layout, lambda _, layout: list(layout.rows), blank=RING, default_factory=lambda: lay(RING)
    )
    investigators: list[Investigator] = by_seat(Investigator, key="players")
    lying: dict[str, Lying] = own(
        dict[str, LaidCard],
        read_lying,
        write_lying,
        cards=lambda lying: [card.card for card in lying.values()],
        blank={},
        key="locations",
        default_factory=dict,
    )
    """The card on each numbered location that has one."""
    countdown: list[str] = cards("alien")
    first: int = seat(0)
    """The seat that goes first in this round."""
    turn: int = seat()
    actions: int = count(laid=None)
    """How many actions the player whose turn it is has left."""
    waiting: list[int] = seats(laid=None)
    """The seats that have not had their turn this round, in order."""
    agenda: list[Task] = agenda({"player": "turn/one-turn-each"}, after="waiting")
    ended: str = text()
    """What has ended the game; empty while it goes on."""
    scored: bool = flag()
    event_deck: Pile = deck("event", "alien")
    event_discards: list[str] = cards("event")
    item_deck: Pile = deck("item")
    item_discards: list[str] = cards("item")

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if len(self.countdown) >= self.parameters.invasion and not self.ended:
            p.implausible("countdown", f"{len(self.countdown)} aliens would have ended the game; say so with `ended`")
        if self.turn == NOBODY:
            self.actions = 0
        else:
            self.turn_of(p, laid)
        for hero in self.investigators:
            if hero.dead and hero.health and self.ended != INVADED:
                p.implausible(f"players.{self.name(hero)}.health", "a dead player has no health dice left")
        if not (self.living or self.ended):
            self.ended = "everybody is dead"

    def turn_of(self, p: Placing, laid: Any) -> None:
        """Work out what a position does not say about the current turn."""
        if self.investigators[self.turn].dead:
            raise p.bad("turn", f"{laid.turn} is dead and cannot take a turn")
        most = self.parameters.actions
        if laid.actions is None:
            self.actions = most
        p.bounded(self.actions, 0, most, "actions")
        if laid.waiting is None:
            order = list(self.clockwise(self.first))
            self.waiting = order[order.index(self.turn) + 1 :]

    def comes_next(self) -> str:
        if self.ended:
            return "" if self.scored else "scoring/game-over"
        if not all(hero.health for hero in self.living):
            return "setup/deal-investigators"
        if self.turn != NOBODY:
            return "turn/six-actions"
        return "turn/one-turn-each" if self.waiting else "round-start/then-turns"

    @property
    def opener(self) -> int:
        """The seat that goes first in this round: the first player's, or the next living player's clockwise."""
        return next((seat for seat in self.clockwise(self.first) if not self.investigators[seat].dead), self.first)

    def player(self, name: str) -> Investigator:
        """Return the investigator of the player called `name`."""
        return self.investigators[self.seat(name)]

    def name(self, hero: Investigator) -> str:
        """Return the name of the player whose investigator this is."""
        return self.names[hero.seat]

    def is_alien(self, card: str) -> bool:
        """Whether a card of the event deck is an alien."""
        return self.cards.type_of(card) == "alien"

    @property
    def living(self) -> list[Investigator]:
        """The investigators that are not dead, by seat."""
        return [hero for hero in self.investigators if not hero.dead]


def empty(setup: Setup) -> Conspiracy:
    """Return the table before setup: cards in their decks, nothing dealt."""
    cards = setup.cards
    dealt = [card.id for card in cards.of_type("investigator")]
    return Conspiracy(
        *setup.shared,
        investigators=[Investigator(seat, dealt[seat]) for seat in range(len(setup.names))],
        event_deck=Pile(cards.deck("event", "alien")),
        item_deck=Pile(cards.deck("item")),
    )
