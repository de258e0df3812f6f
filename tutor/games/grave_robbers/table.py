"""The nouns: movies, the deck and the graveyard, pending FX, an attack. Plain data without rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from tutor.engine.book.cards import ID, CardSet
from tutor.engine.core import Name, Pile, Setup, Table, Task, name_of
from tutor.engine.core.fields import (
    agenda,
    by_seat,
    count,
    fixed,
    flag,
    listed,
    maybe,
    number,
    own,
    owner_only,
    seat,
    seats,
    word,
)
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import NOBODY, Look
from tutor.engine.core.zones import by_card, cards, deck, held, slot
from tutor.games.grave_robbers.cards import CARD_TYPES, CHARACTER, CREATURE, CREDITS, FX, LOCATION, PROP, InPlay
from tutor.games.grave_robbers.numbers import Numbers

PLAY, DECLINED, DONE, CREDITED, DISCARD = "play", "declined", "done", "credits", "discard"
"""The steps of a turn in which players are asked."""

NEXT = {
    "begin": "overview/choose-number-of-movies",
    "movie": "overview/movie-span",
    "reveal": "title/shuffle-and-reveal-six",
    "title": "title/agree-on-one-title",
    "deal": "setup/deal-eight",
    "draft": "setup/draft-choose-one",
    "place": "setup/place-all-characters",
    "first": "turn/first-player",
    "turn": "turn/three-steps",
    "play": "turn/play-any-number",
    "window": "fx/who-may-act-next",
    "discard": "turn/discard-down-to-limit",
    "discard-more": "turn/discard-more-if-wished",
    "end-of-turn": "turn/direction",
    "check": "end/two-ways",
    "final-turn": "credits/final-turn-optional",
    "score": "scoring/everyone-scores",
    "over": "",
}
"""What comes next, as one word, with its rule."""


class Pending(NamedTuple):
    """An FX card or an ability that has been played and has not taken effect."""

    key: str
    """Its name while it is pending: its card's id, with a number if the same is pending twice."""
    card: str
    by: int
    target: str = ""
    """The id of a card, the key of a pending FX or the name of a player; empty if nothing is named."""
    ability: bool = False
    direct: bool = False
    """Whether it bears on the outcome of the attack in which it was played."""


@dataclass(frozen=True, slots=True)
class LaidPending:
    """A pending FX as a position says it."""

    card: str
    by: str
    target: str = ""
    ability: bool = False
    direct: bool = False
    key: str = ""


def pending_key(queue: Iterable[Pending], card: str) -> str:
    """The name of the next pending FX or ability of this card: the card's id, with a number if that is taken."""
    keys = [entry.key for entry in queue]
    if card not in keys:
        return card
    return next(key for key in (f"{card}/{n}" for n in range(2, len(keys) + 2)) if key not in keys)


def read_queue(p: Placing, said: tuple[LaidPending, ...], place: str) -> list[Pending]:
    """The pending FX that a position says, the oldest first."""
    queue: list[Pending] = []
    for n, one in enumerate(said):
        if not one.ability:
            p.take([one.card], f"{place}[{n}].card", FX)
        elif one.card not in p.g.cards or getattr(p.g.printed[one.card], "ability", None) is None:
            raise p.bad(f"{place}[{n}].card", f"expected a card with an ability, got “{one.card}”")
        if one.key in [entry.key for entry in queue]:
            raise p.bad(f"{place}[{n}].key", f"another pending FX is called “{one.key}”")
        by, key = p.seat(one.by, f"{place}[{n}].by"), one.key or pending_key(queue, one.card)
        queue.append(Pending(key, one.card, by, one.target, one.ability, one.direct))
    aims = ["", *(entry.key for entry in queue), *p.g.cards, *p.g.names]
    for n, entry in enumerate(queue):
        if entry.target not in aims:
            raise p.bad(f"{place}[{n}].target", f"expected a card, a player or a pending FX, got “{entry.target}”")
    return queue


def write_queue(look: Look, queue: list[Pending]) -> list[dict[str, Any]]:
    """The pending FX as a position says them."""
    return [
        {
            "card": entry.card,
            "by": look.g.names[entry.by],
            "target": entry.target,
            "ability": entry.ability,
            "direct": entry.direct,
            "key": entry.key,
        }
        for entry in queue
    ]


def check_trait(p: Placing, trait: str, place: str) -> None:
    """Refuse anything but a trait that a card has gained, or lost (`-dumb`)."""
    if not ID.fullmatch(trait.removeprefix("-")):
        raise p.bad(place, f"expected lower-case words with hyphens, got “{trait}”")


def each_once(cards: list[str]) -> list[str]:
    """Each of these cards once; equal cards are next to each other."""
    return [card for n, card in enumerate(cards) if not n or card != cards[n - 1]]


@dataclass(slots=True)
class Movie(Part):
    """What one player has. Hand and packet are kept sorted, so that equal hands are equal."""

    seat: int
    hand: list[str] = cards(sort=True, seen_by=owner_only)
    characters: dict[str, list[str]] = held(CHARACTER, PROP)
    """The characters in play with the props that each holds."""
    location: str = slot(LOCATION)
    add_ons: list[str] = cards(LOCATION)
    spilled: list[str] = listed()
    """The cards in play whose bucket is spilled."""
    foreign: list[str] = listed()
    """The cards in this movie that an opponent put there."""
    turns: int = count(0, laid=3)
    """How many turns of this movie the player has begun; a position that does not say so is in mid-movie."""
    score: int = number()
    """Points of the movies made so far."""
    packet: list[str] = cards(sort=True, seen_by=owner_only)
    """The cards in hand to pick from during the draft."""
    buckets: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """The cards in play with a bucket, sorted: kept by `take_stock`."""
    able: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """The cards in play with a paid ability, sorted: kept by `take_stock`."""
    raised: int = field(default=0, repr=False, compare=False)
    """By how much the cards in play raise the hand limit: kept by `take_stock`."""
    looked_at: list[str] = field(default_factory=list, repr=False, compare=False)
    """The hand as it was when somebody last asked for the FX in it."""
    fx: list[str] = field(default_factory=list, repr=False, compare=False)
    """The FX that were in it."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        for card in self.add_ons:
            if not p.g.printed[card].add_on:
                p.implausible(f"{place}.add_ons", f"“{card}” is a location of its own, not an add-on")
        if self.add_ons and not self.location:
            p.implausible(f"{place}.add_ons", "an add-on needs a location in that movie")
        for key, named in (("spilled", self.spilled), ("foreign", self.foreign)):
            p.once(named, f"{place}.{key}")
            if strays := [card for card in named if card not in self.in_play()]:
                raise p.bad(f"{place}.{key}", f"“{strays[0]}” is not in this movie")
        self.take_stock(p.g.printed)
        for card in self.spilled:
            if card not in self.buckets:
                p.implausible(f"{place}.spilled", f"“{card}” has no bucket to spill")

    def take_stock(self, printed: dict[str, Any]) -> None:
        """Note again, after cards have come or gone, which have a bucket or a paid ability or raise the hand limit."""
        cards: list[InPlay] = [printed[id] for id in sorted(self.in_play())]
        self.buckets = tuple([card.id for card in cards if card.bucket])
        self.able = tuple([card.id for card in cards if card.ability is not None])
        self.raised = sum([card.hand_limit for card in cards])

    def fx_in_hand(self, card_set: CardSet[Any]) -> list[str]:
        """The FX in hand, each once. Every window needs them, so the result is kept while it is valid."""
        if self.looked_at != self.hand:
            self.looked_at = self.hand.copy()
            self.fx = [card for card in each_once(self.hand) if card_set.type_of(card) == FX]
        return self.fx

    def locations(self) -> list[str]:
        """The location with its add-ons."""
        return [self.location, *self.add_ons] if self.location else self.add_ons

    def in_play(self) -> list[str]:
        """All cards in this movie."""
        cards = [card for character, props in self.characters.items() for card in (character, *props)]
        return cards + self.locations() if self.location else cards

    def has(self, card: str) -> bool:
        """Whether a card is in this movie."""
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
class Attack(Part):
    """A creature attack while it goes on. The attacker is the player whose turn it is."""

    creature: str = slot(CREATURE, CHARACTER, needed=True)
    against: int = seat(needed=True)
    weapons: list[str] = cards(PROP)
    """Weapons that were added to a psycho's attack."""
    strength: int = number()
    """What FX have added to the creature."""
    defence: int = number()
    """What FX have added to the movie."""
    boosts: dict[str, int] = by_card(int)
    """What FX have added to single characters for this attack."""
    before: dict[str, list[str]] = by_card(str, check_trait)
    """For each card whose traits FX have changed for this attack: what had been changed on it before."""
    entered: list[str] = listed(Placing.kind)
    """Cards that joined a movie during the attack."""
    used: list[str] = cards(FX)
    """FX cards that have taken effect or were cancelled, waiting for the clean-up."""
    eliminated: bool = flag()
    succeeded: bool = field(default=False, repr=False, compare=False)
    """Whether it has just succeeded, so that only the victim is still to be chosen; a position does not say so."""


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

    parameters: Numbers = fixed(default_factory=Numbers)
    printed: dict[str, Any] = fixed(default_factory=dict)
    """What is printed on each card of the set, by id."""
    titles: dict[str, Name] = fixed(default_factory=dict)
    """The cards' names, by id."""
    movies: list[Movie] = by_seat(Movie)
    deck: Pile = deck()
    graveyard: list[str] = cards()
    revealed: list[str] = cards()
    """The cards turned up for the title."""
    title: list[str] = listed()
    """The words of the title of this movie."""
    planned: int = count(1, 1, key="movies")
    """How many movies the game lasts."""
    number: int = count(0, key="movie", laid=1)
    """Which movie is being made; 0 before the first."""
    dealer: int = seat(0)
    turn: int = seat()
    step_of_turn: str = word("", PLAY, DECLINED, DONE, CREDITED, DISCARD, key="step")
    """Empty between turns."""
    opened: bool = flag(laid=True)
    """Whether the active player has played a first card or declined this turn."""
    establishing: bool = flag(True, laid=False)
    """Whether the Establishing Shot protects everybody."""
    received: list[str] = listed(Placing.kind)
    """The characters that got a new prop this turn."""
    queue: list[Pending] = own(
        tuple[LaidPending, ...],
        read_queue,
        write_queue,
        cards=lambda queue: [entry.card for entry in queue if not entry.ability],
        blank=(),
        default_factory=list,
    )
    """The FX that are pending, in the order in which they were played."""
    resolved: list[str] = listed(Placing.kind)
    """The FX cards that have taken effect this turn."""
    rolled: str = slot(CREDITS)
    """The Roll the Credits card that waits to be countered."""
    countered: bool = flag()
    last: int = seat()
    """The seat after whose turn the movie is over because the deck has run out."""
    traits: dict[str, list[str]] = by_card(str, check_trait)
    """Traits that a card in play gained, or lost (`-dumb`), in that order."""
    bonus: dict[str, int] = by_card(int)
    """Lasting changes of the defence of a card in play."""
    agenda: list[Task] = agenda(NEXT, after="bonus")
    final: list[int] | None = seats(laid=None, start=lambda: None)
    """The seats that still have their final turn; None while no final round goes on."""
    attack: Attack | None = maybe(Attack)
    over: bool = False

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if self.number > self.planned:
            p.implausible("movie", f"there is no movie {self.number} of {self.planned}")
        if self.step_of_turn and self.turn == NOBODY:
            p.implausible("step", "the table is at a step of a turn, so say whose turn it is")
        if laid.turn and not laid.step and not laid.next:
            self.step_of_turn = PLAY
        for key, named in (("received", self.received), ("traits", self.traits), ("bonus", self.bonus)):
            for card in named:
                if not self.is_in_play(card) and not (self.attack and self.attack.creature == card):
                    p.implausible(key, f"“{card}” is not in play")
        self.over = laid.next == "over"

    def comes_next(self) -> str:
        if self.over:
            return ""
        if self.queue or self.attack or self.rolled:
            return NEXT["window"]
        if self.turn != NOBODY:
            return NEXT["play"]
        return NEXT["deal" if self.title else "reveal"]

    def movie(self, name: str) -> Movie:
        """The movie of the player called `name`."""
        return self.movies[self.seat(name)]

    def others(self, seat: int) -> tuple[int, ...]:
        """All other seats clockwise, beginning on the left of `seat`."""
        return self.clockwise(seat)[1:]

    def from_left_of(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, beginning on the left of `seat`, who comes last."""
        return (*self.others(seat), seat)

    def home(self, card: str) -> Movie:
        """The movie in which a card is.

        Raises:
            KeyError: if it is not in any.
        """
        for movie in self.movies:
            if movie.has(card):
                return movie
        raise KeyError(card)

    def is_in_play(self, card: str) -> bool:
        """Whether a card is in any movie."""
        return any(movie.has(card) for movie in self.movies)

    def called(self, word: str) -> Name:
        """How a word of an answer reads: a card, or a pending FX, by the name of its card; all else as it is."""
        if (name := self.titles.get(word)) is not None:
            return name
        entry = self.entry(word)
        return self.called(entry.card) if entry else Name(word)

    def entry(self, key: str) -> Pending | None:
        """The pending FX with this key."""
        return next((entry for entry in self.queue if entry.key == key), None)


def empty(setup: Setup) -> Studio:
    """Return the table before setup: all cards in the deck, nothing dealt."""
    return Studio(
        *setup.shared,
        printed={id: setup.cards[id] for id in setup.cards},
        titles={id: name_of(card) for id, card in setup.cards.items()},
        movies=[Movie(seat) for seat in range(len(setup.names))],
        deck=Pile(setup.cards.deck(*CARD_TYPES)),
    )
