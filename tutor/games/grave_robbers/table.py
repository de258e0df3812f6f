"""The nouns: movies, the deck and the graveyard, pending FX, an attack. Plain data, a copy, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from tutor.engine.game import Setup
from tutor.engine.piles import Pile
from tutor.engine.table import Table, clockwise
from tutor.games.grave_robbers.cards import CARD_TYPES

NOBODY = -1
"""The seat whose turn it is while it is nobody's."""

PLAY, DECLINED, DONE, CREDITED, DISCARD = "play", "declined", "done", "credits", "discard"
"""The steps of a turn in which players are asked."""


class Names(tuple[Any, ...]):
    """Several names as a note prints them."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(map(str, self)) or "nothing"


class Pending(NamedTuple):
    """An FX card or an ability that has been played and has not taken effect."""

    key: str
    """What it is called while it is pending: its card's id, numbered if the same is pending twice."""
    card: str
    by: int
    target: str = ""
    """The id of a card, the key of a pending FX or the name of a player; empty if nothing is named."""
    ability: bool = False
    direct: bool = False
    """Whether it bears on the outcome of the attack in which it was played."""


@dataclass(slots=True)
class Movie:
    """What one player has. Hand and packet are kept sorted, so that equal hands are equal."""

    seat: int
    hand: list[str] = field(default_factory=list)
    characters: dict[str, list[str]] = field(default_factory=dict)
    """The characters in play with the props that each holds."""
    location: str = ""
    add_ons: list[str] = field(default_factory=list)
    spilled: list[str] = field(default_factory=list)
    """The cards in play whose bucket is spilled."""
    foreign: list[str] = field(default_factory=list)
    """The cards in this movie that an opponent put there."""
    turns: int = 0
    """How many turns of this movie the player has begun."""
    score: int = 0
    """Points of the movies made so far."""
    packet: list[str] = field(default_factory=list)
    """The cards in hand to pick from during the draft."""
    buckets: list[str] = field(default_factory=list, repr=False, compare=False)
    """The cards in play with a bucket, sorted: kept by `take_stock`."""
    able: list[str] = field(default_factory=list, repr=False, compare=False)
    """The cards in play with a paid ability, sorted: kept by `take_stock`."""
    raised: int = field(default=0, repr=False, compare=False)
    """By how much the cards in play raise the hand limit: kept by `take_stock`."""

    def copy(self) -> Movie:
        """Return an independent movie in the same state."""
        return Movie(
            self.seat,
            self.hand.copy(),
            {card: props.copy() for card, props in self.characters.items()},
            self.location,
            self.add_ons.copy(),
            self.spilled.copy(),
            self.foreign.copy(),
            self.turns,
            self.score,
            self.packet.copy(),
            self.buckets.copy(),
            self.able.copy(),
            self.raised,
        )

    def take_stock(self, printed: dict[str, Any]) -> None:
        """After cards have come or gone: see anew which have a bucket or a paid ability or raise the hand limit."""
        cards = sorted(self.in_play())
        self.buckets = [card for card in cards if printed[card].bucket]
        self.able = [card for card in cards if printed[card].ability is not None]
        self.raised = sum([printed[card].hand_limit for card in cards])

    def locations(self) -> list[str]:
        """The location with its add-ons."""
        return [self.location, *self.add_ons] if self.location else self.add_ons

    def in_play(self) -> list[str]:
        """All cards that lie in this movie."""
        cards = [card for character, props in self.characters.items() for card in (character, *props)]
        return cards + self.locations() if self.location else cards

    def has(self, card: str) -> bool:
        """Whether a card lies in this movie."""
        if card in self.characters or card == self.location or card in self.add_ons:
            return True
        return any(card in props for props in self.characters.values())

    def holder(self, prop: str) -> str:
        """The character that holds a prop; empty if none does."""
        for character, props in self.characters.items():
            if prop in props:
                return character
        return ""


@dataclass(slots=True)
class Attack:
    """A creature attack while it goes on. The attacker is the player whose turn it is."""

    creature: str
    against: int
    weapons: list[str] = field(default_factory=list)
    """Weapons that were added to a psycho's attack."""
    strength: int = 0
    """What FX have added to the creature."""
    defence: int = 0
    """What FX have added to the movie."""
    boosts: dict[str, int] = field(default_factory=dict)
    """What FX have added to single characters for this attack."""
    before: dict[str, list[str]] = field(default_factory=dict)
    """For each card whose traits FX have changed for this attack: what had been changed on it before."""
    entered: list[str] = field(default_factory=list)
    """Cards that joined a movie during the attack."""
    used: list[str] = field(default_factory=list)
    """FX cards that have taken effect or were cancelled, waiting for the clean-up."""
    eliminated: bool = False

    def copy(self) -> Attack:
        """Return an independent attack in the same state."""
        return Attack(
            self.creature,
            self.against,
            self.weapons.copy(),
            self.strength,
            self.defence,
            self.boosts.copy(),
            {card: changes.copy() for card, changes in self.before.items()},
            self.entered.copy(),
            self.used.copy(),
            self.eliminated,
        )


@dataclass(slots=True)
class Studio(Table):
    """The whole table."""

    NOUNS: ClassVar[Mapping[str, str]] = {"Movie": "movie", "Pending": "entry"}
    NEEDS: ClassVar[Mapping[str, str]] = {
        "turn/three-steps": "turn",
        "turn/play-any-number": "turn",
        "turn/discard-down-to-limit": "turn",
        "turn/discard-more-if-wished": "turn",
        "turn/first-player": "turn",
        "turn/direction": "turn",
        "fx/who-may-act-next": "turn",
        "end/two-ways": "turn",
        "credits/final-turn-optional": "final",
    }

    printed: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What stands on each card of the set, by id. Never changes during a game."""
    movies: list[Movie] = field(default_factory=list)
    deck: Pile = field(default_factory=Pile)
    graveyard: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    """The cards turned up for the title."""
    title: list[str] = field(default_factory=list)
    """The words of the title of this movie."""
    planned: int = 1
    """How many movies the game lasts."""
    number: int = 0
    """Which movie is being made; 0 before the first."""
    dealer: int = 0
    turn: int = NOBODY
    step_of_turn: str = ""
    """`play`, `declined`, `credits` or `discard`; empty between turns."""
    opened: bool = False
    """Whether the active player has played a first card or declined this turn."""
    establishing: bool = True
    """Whether the Establishing Shot protects everybody."""
    received: list[str] = field(default_factory=list)
    """The characters that got a new prop this turn."""
    queue: list[Pending] = field(default_factory=list)
    """The FX that are pending, in the order in which they were played."""
    resolved: list[str] = field(default_factory=list)
    """The FX cards that have taken effect this turn."""
    attack: Attack | None = None
    rolled: str = ""
    """The Roll the Credits card that waits to be countered."""
    countered: bool = False
    final: list[int] | None = None
    """The seats that still have their final turn; None while no final round goes on."""
    last: int = NOBODY
    """The seat after whose turn the movie is over because the deck has run out."""
    traits: dict[str, list[str]] = field(default_factory=dict)
    """Traits that a card in play gained, or lost (`-dumb`), in that order."""
    bonus: dict[str, int] = field(default_factory=dict)
    """Lasting changes of the defence of a card in play."""
    over: bool = False

    def copy(self) -> Studio:
        return Studio(
            self.names,
            self.readings,
            self.variants,
            self.cards,
            self.agenda.copy(),
            printed=self.printed,
            movies=[movie.copy() for movie in self.movies],
            deck=self.deck.copy(),
            graveyard=self.graveyard.copy(),
            revealed=self.revealed.copy(),
            title=self.title.copy(),
            planned=self.planned,
            number=self.number,
            dealer=self.dealer,
            turn=self.turn,
            step_of_turn=self.step_of_turn,
            opened=self.opened,
            establishing=self.establishing,
            received=self.received.copy(),
            queue=self.queue.copy(),
            resolved=self.resolved.copy(),
            attack=self.attack.copy() if self.attack else None,
            rolled=self.rolled,
            countered=self.countered,
            final=None if self.final is None else self.final.copy(),
            last=self.last,
            traits={card: changes.copy() for card, changes in self.traits.items()},
            bonus=self.bonus.copy(),
            over=self.over,
        )

    def movie(self, name: str) -> Movie:
        """The movie of the player called `name`."""
        return self.movies[self.seat(name)]

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats clockwise, beginning with `start`."""
        return clockwise(len(self.names), start)

    def others(self, seat: int) -> tuple[int, ...]:
        """All other seats clockwise, beginning on the left of `seat`."""
        return clockwise(len(self.names), seat)[1:]

    def from_left_of(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, beginning on the left of `seat`, who comes last."""
        return (*self.others(seat), seat)

    def home(self, card: str) -> Movie:
        """The movie in which a card lies.

        Raises:
            KeyError: if it lies in none.
        """
        for movie in self.movies:
            if movie.has(card):
                return movie
        raise KeyError(card)

    def is_in_play(self, card: str) -> bool:
        """Whether a card lies in some movie."""
        return any(movie.has(card) for movie in self.movies)

    def called(self, card: str) -> str:
        """The name of a card."""
        name: str = self.printed[card].name
        return name

    def entry(self, key: str) -> Pending | None:
        """The pending FX with this key."""
        return next((entry for entry in self.queue if entry.key == key), None)


def pending_key(g: Studio, card: str) -> str:
    """What the next pending FX or ability of this card is called: the card's id, numbered if that is taken."""
    if g.entry(card) is None:
        return card
    keys = [f"{card}/{n}" for n in range(2, len(g.queue) + 2)]
    return next(key for key in keys if g.entry(key) is None)


def empty(setup: Setup) -> Studio:
    """Return the table before set-up: all cards in the deck, nothing dealt."""
    return Studio(
        setup.names,
        setup.readings,
        setup.variants,
        setup.cards,
        printed={id: setup.cards[id] for id in setup.cards},
        movies=[Movie(seat) for seat in range(len(setup.names))],
        deck=Pile(setup.cards.deck(*CARD_TYPES)),
    )
