"""The nouns: investigators, cards lying on locations, decks, the countdown. Plain data, a copy, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeVar

from tutor.engine.game import Setup
from tutor.engine.piles import Pile
from tutor.engine.table import Table
from tutor.games.alien_conspiracy.layout import CITY, RING, Layout, lay

NOBODY = -1
"""The seat whose turn it is while it is nobody's."""


class Words(tuple[Any, ...]):
    """Dice or cards as a note prints them: separated by commas."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(map(str, self)) or "none"


class Dice(int):
    """A number of dice as a note prints it: “1 die” or “2 dice”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "1 die" if self == 1 else f"{int(self)} dice"


Thing = TypeVar("Thing", int, str)


def added(things: tuple[Thing, ...], *more: Thing) -> tuple[Thing, ...]:
    """Dice or cards with more of them, sorted."""
    return tuple(sorted(things + more))


def taken(things: tuple[Thing, ...], *gone: Thing) -> tuple[Thing, ...]:
    """Dice or cards without some of them."""
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)


class Lying(NamedTuple):
    """A card of the event deck that lies on a location."""

    card: str
    up: bool
    seen: tuple[int, ...] = ()
    """The seats that have looked at it while it lay face down."""


@dataclass(slots=True)
class Investigator:
    """One player's things. Hand and dice are kept sorted, so that equal hands are equal."""

    seat: int
    card: str
    health: tuple[int, ...] = ()
    at: str = CITY
    """The location of the piece; empty once it has left the board."""
    events: tuple[str, ...] = ()
    """The event cards in hand."""
    items: tuple[str, ...] = ()
    """The item cards in hand."""
    submitted: tuple[str, ...] = ()
    """The event cards underneath the investigator card."""
    dead: bool = False

    def copy(self) -> Investigator:
        """Return an independent investigator in the same state."""
        return Investigator(
            self.seat,
            self.card,
            self.health,
            self.at,
            self.events,
            self.items,
            self.submitted,
            self.dead,
        )


@dataclass(slots=True)
class Conspiracy(Table):
    """The whole table."""

    NOUNS: ClassVar[Mapping[str, str]] = {"Investigator": "player"}
    NEEDS: ClassVar[Mapping[str, str]] = {"turn/six-actions": "turn"}

    investigators: list[Investigator] = field(default_factory=list)
    layout: Layout = field(default_factory=lambda: lay(RING))
    lying: dict[str, Lying] = field(default_factory=dict)
    """The card on each numbered location that has one."""
    event_deck: Pile = field(default_factory=Pile)
    item_deck: Pile = field(default_factory=Pile)
    event_discards: list[str] = field(default_factory=list)
    item_discards: list[str] = field(default_factory=list)
    countdown: list[str] = field(default_factory=list)
    first: int = 0
    """The seat that goes first in this round."""
    waiting: list[int] = field(default_factory=list)
    """The seats that have not had their turn this round, in order."""
    turn: int = NOBODY
    actions: int = 0
    """How many actions the player whose turn it is has left."""
    ended: str = ""
    """What has ended the game; empty while it goes on."""
    scored: bool = False

    def copy(self) -> Conspiracy:
        return Conspiracy(
            self.names,
            self.readings,
            self.variants,
            self.cards,
            self.agenda.copy(),
            investigators=[investigator.copy() for investigator in self.investigators],
            layout=self.layout,
            lying=self.lying.copy(),
            event_deck=self.event_deck.copy(),
            item_deck=self.item_deck.copy(),
            event_discards=self.event_discards.copy(),
            item_discards=self.item_discards.copy(),
            countdown=self.countdown.copy(),
            first=self.first,
            waiting=self.waiting.copy(),
            turn=self.turn,
            actions=self.actions,
            ended=self.ended,
            scored=self.scored,
        )

    def clockwise(self, start: int) -> list[int]:
        """All seats clockwise, beginning with `start`."""
        return [*range(start, self.seats), *range(start)]

    @property
    def opener(self) -> int:
        """The seat that goes first in this round: the first player's, or the next living player's clockwise."""
        return next((seat for seat in self.clockwise(self.first) if not self.investigators[seat].dead), self.first)

    def player(self, name: str) -> Investigator:
        """The investigator of the player called `name`."""
        return self.investigators[self.seat(name)]

    def name(self, hero: Investigator) -> str:
        """The name of the player whose investigator this is."""
        return self.names[hero.seat]

    def is_alien(self, card: str) -> bool:
        """Whether a card of the event deck is an alien."""
        return self.cards.type_of(card) == "alien"

    @property
    def living(self) -> list[Investigator]:
        """The investigators that are not dead, by seat."""
        return [hero for hero in self.investigators if not hero.dead]


def empty(setup: Setup) -> Conspiracy:
    """Return the table before set-up: cards in their decks, nothing dealt."""
    cards = setup.cards
    dealt = [card.id for card in cards.of_type("investigator")]
    return Conspiracy(
        setup.names,
        setup.readings,
        setup.variants,
        cards,
        investigators=[Investigator(seat, dealt[seat]) for seat in range(len(setup.names))],
        event_deck=Pile(cards.deck("event", "alien")),
        item_deck=Pile(cards.deck("item")),
    )
