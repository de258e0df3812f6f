"""The nouns: survivors, people, frames of the screen, sanctuaries, piles and tokens, and how a position writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tutor.engine.core import Name, Pile, Setup, Table, Task, name_of
from tutor.engine.core.fields import (
    agenda,
    by_seat,
    count,
    fixed,
    flag,
    nobody,
    numbers,
    own,
    rows,
    seat,
    seats,
    text,
    word,
)
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import NOBODY, Kind, Look, declared
from tutor.engine.core.zones import cards, deck, slot
from tutor.games.roswell51.cards import ALIENS, TAKEN, movie_deck
from tutor.games.roswell51.numbers import DYNAMITE, FRAMES, REELS, SPOINTS, Numbers
from tutor.games.roswell51.people import DIRECTOR, Person, Survivor

NEXT = {
    "set-up": "survivor-draw/two-start-tasks",
    "opening": "opening-scene/deal-ten-to-reel",
    "screen": "opening-scene/loop-until-screen-cards",
    "turn": "player-turn/clockwise",
    "mode": "take-attack/replaces-whole-pool",
    "action": "player-turn/one-at-a-time",
    "director": "director-turn/exactly-one-attack-action",
    "pod": "pod-players/same-actions",
    "reel-end": "reel-end-tasks/when",
    "deal": "next-reel/after-tasks",
    "last-stand": "last-one-standing/trigger",
    "last-round": "last-one-standing/full-round",
}
"""What comes next on a table: its name in a position → the rule that goes on."""


@dataclass(slots=True)
class Frame(Part):
    """A frame of the screen. `cards` are on top of each other, the topmost last; a mystery card is not among them."""

    cards: list[str] = cards()
    up: bool = flag(True)
    """False while a mystery card, the next of the reel pile, is here face down."""
    cause: str = text()
    """The survivor or the person on the aliens' side who caused the mystery card."""
    points: int = count()
    """What is left of a space blob."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        p.among(self.cause, ("", *p.g.names, *p.g.cards), f"{place}.cause")

    @property
    def top(self) -> str:
        """The card in play here; empty for none."""
        return self.cards[-1] if self.up and self.cards else ""

    @property
    def filled(self) -> bool:
        """Whether there is any card here."""
        return bool(self.cards) or not self.up


@dataclass(slots=True)
class Shelter(Part):
    """A sanctuary in play."""

    card: str = slot("sanctuary", needed=True)
    points: int = count(laid=None)
    """What is left of its sanctuary points."""
    items: tuple[str, ...] = cards(*TAKEN, keep=tuple)
    """What is stored there."""
    beneath: str = slot(seen_by=nobody)
    """A card that is beneath it unseen."""
    monster: str = slot(*ALIENS)
    """A monster that lurks inside."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if laid.points is None:
            self.points = p.g.cards[self.card].points


class Foe(NamedTuple):
    """Aliens that attack or are attacked: a throng, one card of it, or a monster on the screen."""

    place: str
    """`throng`, `screen`, `inside` a sanctuary, or `drawn`: from the survivor pile, and not yet in a throng."""
    seat: int
    """Whose throng it is; the Director for all others."""
    slot: int
    """The throng slot or the frame, from 0."""
    card: str = ""
    """The one card that is meant; empty for a whole throng."""


@dataclass(slots=True, kw_only=True)
class DiscardPile(Kind[Pile]):
    """The discard pile; a position says separately which of its cards everybody knows."""

    type: Any = tuple[str, ...]
    blank: Any = None
    late: bool = True

    def read(self, laid: Any, p: Placing, place: str) -> Pile:
        rest = p.left_of(p.g.discard_pile.cards()) if laid.discard_pile is None else laid.discard_pile
        return Pile([*laid.discards, *p.take(rest, self.key)])

    def written(self, value: Pile, look: Look) -> Any:
        return look.unseen(look.g.hidden_discards())

    def cards(self, value: Pile) -> Iterable[str]:
        return value.cards()


def read_lost(p: Placing, said: tuple[str, ...], place: str) -> list[str]:
    """Survivors, or the monster among them, that were lost unseen."""
    p.once(said, place)
    for card in said:
        p.kind(card, place, "survivor", "monster")
    return list(said)


@dataclass(slots=True, repr=False)
class Movie(Table):
    """The whole table."""

    NOUNS: ClassVar[Mapping[str, str]] = {"Person": "player", "Survivor": "survivor", "Shelter": "sanctuary"}
    NEEDS: ClassVar[Mapping[str, str]] = {
        "player-turn/clockwise": "turn",
        "take-attack/replaces-whole-pool": "turn",
        "player-turn/one-at-a-time": "turn",
        "director-turn/exactly-one-attack-action": "turn",
        "pod-players/same-actions": "turn",
        "reel-end-tasks/when": "turn",
        "next-reel/after-tasks": "turn",
        "last-one-standing/full-round": "turn",
    }

    people: list[Person] = by_seat(Person, key="players")
    """Everybody by seat; the first is the Director."""
    reel: int = count(0, 0, REELS, laid=1)
    """The reel that is playing, 0 before the first."""
    screen: list[Frame] = rows(Frame, FRAMES)
    reel_pile: Pile = deck()
    """Undealt cards of this reel, mystery cards among them."""
    discards: list[str] = own(
        tuple[str, ...], Placing.take, lambda _, known: sorted(known), blank=(), default_factory=list
    )
    """The cards of the discard pile that everybody knows to be there."""
    discard_pile: Pile = declared(DiscardPile(), default_factory=Pile)
    """The whole discard pile, in unknown order."""
    survivor_pile: Pile = deck()
    lost: list[str] = own(
        tuple[str, ...], read_lost, lambda look, lost: look.unseen(lost), blank=(), default_factory=list
    )
    """Survivors that left their pile unseen and have not been seen since; all are in `hidden` piles."""
    graveyard: list[str] = cards(heap=True)
    drawn: list[str] = cards()
    """Cards that somebody is about to place, keep or put back."""
    sanctuaries: list[Shelter] = rows(Shelter)
    pool: int = count(SPOINTS, -SPOINTS, SPOINTS, laid=None)
    """Spoints in the central pool. Below 0, which one reading allows, that many markers stand in for spoints."""
    gone: int = count(0, 0, SPOINTS)
    """Spoints removed from play."""
    dynamite: int = count(0, 0, DYNAMITE, laid=DYNAMITE)
    """Dynamite tokens that are left on their card."""
    tokens: tuple[int, ...] = numbers(1, REELS, laid=None)
    """Reel tokens that are left on the track."""
    faded: str = text()
    """The screen card with the fade out token."""
    turn: int = seat()
    """Whose turn it is, or whose is next while `mode` is empty."""
    mode: str = word("", "actions", "take-attack")
    """How a player spends the turn; empty until the player has chosen."""
    dry: bool = flag()
    """Whether Reel 4 has run out."""
    final: bool = flag()
    """Whether this Director's turn is the last."""
    turning: str = word("", "active", "used")
    """The state of Turning Point; empty before it begins."""
    standing: bool = flag()
    """Whether the last survivor's last stand has begun."""
    surprised: bool = flag()
    """Whether a card has been hidden beneath a sanctuary."""
    waiting: list[int] = seats()
    """Who still has to act in the last round."""
    agenda: list[Task] = agenda(NEXT, after="waiting")
    ended: str = text()
    """How the movie has ended; empty while it goes on."""
    parameters: Numbers = fixed(default_factory=Numbers)
    due: bool = False
    """Whether the last stand waits for a series of attacks to end."""
    extra: bool = False
    """Whether the Director is taking an extra turn; in a last stand, nothing depends on it."""
    series: int = 0
    """How many series of attacks are under way; in a last stand, nothing depends on it."""
    resolving: str = ""
    """The event that is being resolved, wherever its card is by now; empty if there is none."""
    aliens: frozenset[str] = fixed(default=frozenset())
    """The cards that act as aliens outside the survivors’ pools."""
    titles: dict[str, Name] = fixed(default_factory=dict)
    """The cards' names by id."""
    phrases: dict[str, Name] = fixed(default_factory=dict)
    """The same, as they are said inside a sentence: items have their article."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        self.graveyard += p.left.elements()
        if len(self.reel_pile) < sum(not frame.up for frame in self.screen):
            p.implausible(
                "reel_pile",
                "there are more mystery cards on the screen than cards in the reel pile, where they come from",
            )
        hidden, where = self.hidden(), "in the reel pile, the discard pile or beneath a sanctuary"
        for card in (card for card in self.lost if card not in hidden):
            p.implausible("lost", f"“{card}” is not hidden {where}")
        if self.faded and not any(self.faded in frame.cards for frame in self.screen):
            raise p.bad("faded", f"expected a card of the screen, got “{self.faded}”")
        if self.ended and laid.next:
            p.implausible("next", "the movie has ended, and nothing comes next")
        self.settle_rooms(p)
        self.settle_tokens(p, laid)

    def settle_rooms(self, p: Placing) -> None:
        """Check that everybody inside a sanctuary is in one in play, and that no sanctuary is too full."""
        open_ones = [shelter.card for shelter in self.sanctuaries]
        for who in self.survivors():
            p.among(who.at, ("", *open_ones), f"players.{self.names[who.seat]}.pool.at")
        for place in open_ones:
            room, inside = self.cards[place].capacity, len(self.inside(place))
            if inside > room:
                p.implausible("sanctuaries", f"{place} has room for {room}, but {inside} are inside")

    def settle_tokens(self, p: Placing, laid: Any) -> None:
        """Put all spoints somewhere, and the tokens of the coming reels on the track."""
        spent = self.spoints() - self.pool
        if laid.pool is None:
            self.pool = SPOINTS - spent
        elif self.spoints() != SPOINTS:
            p.implausible("pool", f"the game has {SPOINTS} spoints, but {self.spoints()} are laid out")
        if self.pool < 0 and self.reading("spoints/short-pool-partial-gain") != "substitute":
            p.implausible("pool", f"the game has {SPOINTS} spoints, but {SPOINTS - self.pool} are in use")
        reels = self.parameters.reels
        if self.reel > reels:
            p.implausible("reel", f"the movie has {reels} reels, not {self.reel}")
        left = [tuple(range(max(1, least), reels + 1)) for least in (self.reel, self.reel + 1)]
        if laid.tokens is None:
            self.tokens = left[0]
        elif self.tokens not in left and not (self.standing or self.ended):
            p.implausible(
                "tokens", f"in Reel {self.reel}, the remaining tokens are those from this reel on, not {[*self.tokens]}"
            )

    def comes_next(self) -> str:
        if self.ended:
            return ""
        if self.turn == NOBODY:
            return NEXT["screen"]
        if self.turn == DIRECTOR:
            return NEXT["director"]
        if self.people[self.turn].out:
            return NEXT["pod"]
        return NEXT["action" if self.mode else "mode"]

    def spoints(self) -> int:
        """The one-point spoints, wherever they are."""
        rest = sum(who.rest for who in self.survivors())
        return self.pool + self.gone + rest + sum(person.power for person in self.people)

    def player(self, name: str) -> Person:
        """The person called `name`."""
        return self.people[self.seat(name)]

    def named(self, id: str) -> Name:
        """A card's name."""
        return self.titles[id]

    def spoken(self, id: str) -> Name:
        """A card's name inside a sentence, where an item has its article."""
        return self.phrases[id]

    @property
    def players(self) -> list[Person]:
        """Everybody but the Director."""
        return self.people[1:]

    def survivors(self) -> list[Survivor]:
        """All survivors in play, clockwise from the Director's left."""
        return [who for person in self.people for who in person.pool]

    def survivor(self, card: str) -> Survivor | None:
        """The survivor in play whose card this is."""
        for person in self.people:
            for who in person.pool:
                if who.card == card:
                    return who
        return None

    def is_alien(self, card: str) -> bool:
        """Whether a card of the screen or a throng is a monster or a Familiar Face."""
        return card in self.aliens

    def show(self, *cards: str) -> None:
        """Everybody sees cards that were hidden; survivors among them that were lost unseen are known again."""
        self.lost = [card for card in self.lost if card not in cards]

    def discard(self, *cards: str) -> None:
        """Put cards on the discard pile, for everybody to see."""
        for card in cards:
            if card in self.drawn:
                self.drawn.remove(card)
        self.discards += cards
        self.discard_pile.mix_in(cards)

    def hidden_discards(self) -> list[str]:
        """The cards of the discard pile that nobody knows to be there."""
        return [card for card in self.discard_pile.cards() if card not in self.discards]

    def hidden(self) -> list[str]:
        """The movie cards whose place nobody knows: in the reel pile, in the discard pile or beneath a sanctuary."""
        beneath = [shelter.beneath for shelter in self.sanctuaries if shelter.beneath]
        return [*self.reel_pile.bag, *self.hidden_discards(), *beneath]

    def inside(self, place: str) -> list[Survivor]:
        """The survivors inside a sanctuary."""
        return [who for person in self.people for who in person.pool if who.at == place]

    def shelter(self, card: str) -> Shelter:
        """The sanctuary in play whose card this is.

        Raises:
            StopIteration: if it is not in play.
        """
        return next(shelter for shelter in self.sanctuaries if shelter.card == card)

    def sanctuary(self, card: str) -> Shelter | None:
        """The sanctuary in play whose card this is, if it is in play."""
        return next((shelter for shelter in self.sanctuaries if shelter.card == card), None)


def empty(setup: Setup) -> Movie:
    """Return the table before setup: all cards in their piles, no token handed out."""
    numbers: Any = setup.parameters
    titles = {id: name_of(card) for id, card in setup.cards.items()}
    articles = {id: type(titles[id])(f"the {titles[id]}") for id in setup.cards.deck("item")}
    return Movie(
        *setup.shared,
        people=[Person(seat) for seat in range(len(setup.names))],
        discard_pile=Pile(movie_deck(setup.cards, setup.variants)),
        survivor_pile=Pile(setup.cards.deck("survivor")),
        tokens=tuple(range(1, numbers.reels + 1)),
        aliens=frozenset(card.id for card in setup.cards.of_type(*ALIENS)),
        titles=titles,
        phrases=titles | articles,
    )
