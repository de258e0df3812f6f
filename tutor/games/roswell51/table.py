"""The nouns: survivors, people, frames of the screen, sanctuaries, piles and tokens. Plain data, a copy, no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from tutor.engine.game import Setup
from tutor.engine.piles import Pile
from tutor.engine.table import Table, clockwise

DIRECTOR = 0
"""The Director's seat; the player on the Director's left sits at 1."""
NOBODY = -1
FRAMES = 3
SLOTS = 6
SPOINTS = 54
THRONG = 3
"""The most cards in a throng."""
MOST_SURVIVORS = 3
MOST_HELD = 2
"""The most cards that a survivor holds."""
REEL_TOKENS = (1, 2, 3, 4)


class Names(tuple[Any, ...]):
    """Dice or cards as a note prints them: separated by commas."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(map(str, self))


class Name(str):
    """The name of a card or a throng in a note: `{foe:attacks|attack}` adds the verb that fits it, one or several."""

    __slots__ = ()
    several = False

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return str.__format__(self, spec)
        one, more = spec.split("|")
        return f"{self} {more if self.several else one}"


class Plural(Name):
    """The name of something that is several, as Six Desert Worms are."""

    __slots__ = ()
    several = True


@dataclass(slots=True)
class Survivor:
    """One character in play."""

    card: str
    seat: int
    """Whose it is."""
    rest: int = 0
    held: tuple[str, ...] = ()
    """Items and power plays."""
    stars: tuple[int, ...] = ()
    """Horror Star tokens."""
    at: str = ""
    """The sanctuary that it is in; empty in the pool."""
    new: bool = False
    """Whether it moved in only this turn."""
    acted: bool = False
    """Whether it has had its action this turn."""
    probed: str = ""
    """The card that traps it."""

    def copy(self) -> Survivor:
        """Return an independent survivor in the same state."""
        return Survivor(
            self.card, self.seat, self.rest, self.held, self.stars, self.at, self.new, self.acted, self.probed
        )


@dataclass(slots=True)
class Person:
    """Somebody at the table: the Director, a player, or a player who has gone over to the aliens."""

    seat: int
    power: int = 0
    """Power spoints on the reel can."""
    pool: list[Survivor] = field(default_factory=list)
    throngs: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SLOTS)])
    out: bool = False
    """Whether this player has no survivor and can draw none."""
    pod: bool = False
    """Whether this player has received a monster card."""

    def copy(self) -> Person:
        """Return an independent person in the same state."""
        return Person(
            self.seat,
            self.power,
            [survivor.copy() for survivor in self.pool],
            [throng.copy() for throng in self.throngs],
            self.out,
            self.pod,
        )


@dataclass(slots=True)
class Frame:
    """A frame of the screen. `cards` lie on each other, the topmost last; a mystery card is not among them."""

    cards: list[str] = field(default_factory=list)
    up: bool = True
    """False while a mystery card, the next of the reel pile, lies here face down."""
    cause: str = ""
    """The survivor or the person on the aliens' side who caused the mystery card."""
    points: int = 0
    """What is left of a space blob."""

    def copy(self) -> Frame:
        """Return an independent frame in the same state."""
        return Frame(self.cards.copy(), self.up, self.cause, self.points)

    @property
    def top(self) -> str:
        """The card in play here; empty for none."""
        return self.cards[-1] if self.up and self.cards else ""

    @property
    def filled(self) -> bool:
        """Whether any card lies here."""
        return bool(self.cards) or not self.up


@dataclass(slots=True)
class Shelter:
    """A sanctuary in play."""

    card: str
    points: int
    items: tuple[str, ...] = ()
    """What is stored there."""
    beneath: str = ""
    """A card that lies beneath it unseen."""
    monster: str = ""
    """A monster that lurks inside."""

    def copy(self) -> Shelter:
        """Return an independent sanctuary in the same state."""
        return Shelter(self.card, self.points, self.items, self.beneath, self.monster)


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


@dataclass(slots=True)
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

    people: list[Person] = field(default_factory=list)
    reel: int = 0
    """The reel that is playing, 0 before the first."""
    screen: list[Frame] = field(default_factory=lambda: [Frame() for _ in range(FRAMES)])
    reel_pile: Pile = field(default_factory=Pile)
    """Undealt cards of this reel, mystery cards among them."""
    discard_pile: Pile = field(default_factory=Pile)
    """The whole discard pile, in unknown order."""
    discards: list[str] = field(default_factory=list)
    """The cards of the discard pile that everybody knows to lie there."""
    graveyard: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """Cards that somebody is about to place, keep or put back."""
    survivor_pile: Pile = field(default_factory=Pile)
    lost: list[str] = field(default_factory=list)
    """Survivors that left their pile unseen and have not been seen since; all are in `hidden` piles."""
    sanctuaries: list[Shelter] = field(default_factory=list)
    pool: int = SPOINTS
    """Spoints in the central pool."""
    gone: int = 0
    """Spoints removed from play."""
    dynamite: int = 0
    """Dynamite tokens that are left on their card."""
    tokens: tuple[int, ...] = REEL_TOKENS
    """Reel tokens that are left on the track."""
    faded: str = ""
    """The screen card with the fade out token."""
    turn: int = NOBODY
    """Whose turn it is, or whose is next while `mode` is empty."""
    mode: str = ""
    """How a player spends the turn: empty before it is said, `actions` or `take-attack`."""
    dry: bool = False
    """Whether Reel 4 has run out."""
    final: bool = False
    """Whether this Director's turn is the last."""
    turning: str = ""
    """Turning Point: empty before it, `active`, or `used`."""
    standing: bool = False
    """Whether the last one's last stand has begun."""
    waiting: list[int] = field(default_factory=list)
    """Who has still to act in the last round."""
    due: bool = False
    """Whether the last stand waits for a series of attacks to end."""
    surprised: bool = False
    """Whether a card has been hidden beneath a sanctuary."""
    extra: bool = False
    """Whether the Director is taking an extra turn."""
    series: int = 0
    """How many series of attacks are under way."""
    ended: str = ""
    """How the movie has ended; empty while it goes on."""
    titles: dict[str, Name] = field(default_factory=dict, repr=False, compare=False)
    """The cards' names by id. Never changes during a game."""

    def copy(self) -> Movie:
        return Movie(
            self.names,
            self.readings,
            self.variants,
            self.cards,
            self.agenda.copy(),
            people=[person.copy() for person in self.people],
            reel=self.reel,
            screen=[frame.copy() for frame in self.screen],
            reel_pile=self.reel_pile.copy(),
            discard_pile=self.discard_pile.copy(),
            discards=self.discards.copy(),
            graveyard=self.graveyard.copy(),
            drawn=self.drawn.copy(),
            survivor_pile=self.survivor_pile.copy(),
            lost=self.lost.copy(),
            sanctuaries=[shelter.copy() for shelter in self.sanctuaries],
            pool=self.pool,
            gone=self.gone,
            dynamite=self.dynamite,
            tokens=self.tokens,
            faded=self.faded,
            turn=self.turn,
            mode=self.mode,
            dry=self.dry,
            final=self.final,
            turning=self.turning,
            standing=self.standing,
            waiting=self.waiting.copy(),
            due=self.due,
            surprised=self.surprised,
            extra=self.extra,
            series=self.series,
            ended=self.ended,
            titles=self.titles,
        )

    def player(self, name: str) -> Person:
        """The person called `name`."""
        return self.people[self.seat(name)]

    def named(self, id: str) -> Name:
        """A card's name."""
        return self.titles[id]

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

    def clockwise(self, start: int) -> list[int]:
        """All seats clockwise, beginning with `start`."""
        return [*clockwise(len(self.names), start)]

    def is_alien(self, card: str) -> bool:
        """Whether a card of the screen or a throng is a monster or a Familiar Face."""
        return self.cards.type_of(card) in ALIENS

    def show(self, *cards: str) -> None:
        """Everybody sees cards that were hidden: whoever of them was lost unseen is known again."""
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
        """The movie cards of which nobody knows where they are: in reel pile, discard pile or beneath a sanctuary."""
        beneath = [shelter.beneath for shelter in self.sanctuaries if shelter.beneath]
        return [*self.reel_pile.bag, *self.hidden_discards(), *beneath]

    def inside(self, place: str) -> list[Survivor]:
        """The survivors inside a sanctuary."""
        return [who for who in self.survivors() if who.at == place]

    def shelter(self, card: str) -> Shelter:
        """The sanctuary in play whose card this is.

        Raises:
            StopIteration: if it is not in play.
        """
        return next(shelter for shelter in self.sanctuaries if shelter.card == card)

    def sanctuary(self, card: str) -> Shelter | None:
        """The sanctuary in play whose card this is, if it is in play."""
        return next((shelter for shelter in self.sanctuaries if shelter.card == card), None)


ALIENS = ("monster", "survivor")
"""The types of card that act as aliens off the survivors' pools; a survivor card there is a Familiar Face."""
EVENTS = ("plot-device", "shuffling-horror", "sanctuary", "bonus")
"""The types of card that are resolved when they appear."""
TAKEN = ("item", "power-play")
"""The types of card that survivors take."""
SCREAM_QUEENS = ("scream-queen", "scream-queen-fight-or-flight")
"""The variants in which the Scream Queen plays, by the place in the card set of the power play that she replaces."""


def replaced_play(cards: Any, variants: Iterable[str]) -> str:
    """The power play that the Scream Queen replaces; empty without her. The later of two variants counts."""
    chosen = set(variants)
    plays = [card.id for card in cards.of_type("power-play") if not card.bonus]
    return next((plays[n] for n in (1, 0) if SCREAM_QUEENS[n] in chosen), "")


def movie_deck(cards: Any, variants: Iterable[str]) -> list[str]:
    """The movie deck: without bonus cards, unless they are in play; the Scream Queen replaces a power play."""
    chosen = set(variants)
    plays = [card.id for card in cards.of_type("power-play") if not card.bonus]
    if gone := replaced_play(cards, chosen):
        plays[plays.index(gone)] = next(card.id for card in cards.of_type("power-play") if card.bonus)
    bonus = [card.id for card in cards.of_type("bonus") if card.effect in chosen]
    return [*cards.deck("monster", "item", "plot-device", "shuffling-horror", "sanctuary"), *plays, *bonus]


def empty(setup: Setup) -> Movie:
    """Return the table before set-up: all cards in their piles, no token handed out."""
    return Movie(
        setup.names,
        setup.readings,
        setup.variants,
        setup.cards,
        people=[Person(seat) for seat in range(len(setup.names))],
        discard_pile=Pile(movie_deck(setup.cards, setup.variants)),
        survivor_pile=Pile(setup.cards.deck("survivor")),
        titles={
            id: (Plural if getattr(card, "plural", False) else Name)(card.name) for id, card in setup.cards.items()
        },
    )
