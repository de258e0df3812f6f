"""The nouns: the Team and its members, the desert, the stacks, the supplies, and who has seen what. No rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from tutor.engine.game import Setup
from tutor.engine.piles import Pile
from tutor.engine.table import Table
from tutor.games.doppelganger.cards import Character, Supply, Tile
from tutor.games.doppelganger.desert import START, Cell, Desert
from tutor.games.doppelganger.kit import BOX_READINGS, Kit, kit

EVERYBODY = -1
NOBODY = -2
Seen: TypeAlias = tuple[str, int]
"""A card or tile that lies face down, and the seat that knows it; or `EVERYBODY`, or `NOBODY`."""

Claim: TypeAlias = tuple[int, str, str]
"""What a seat has said: the seat, `holds`, `lacks`, `played` or `threw`, and a card or a kind of tile."""

CLAIMS_KEPT = 12
"""Claims that stay on the table; older ones are forgotten."""

GUARANTEED = "guaranteed-alien"
"""The variant with an Alien among the players for certain."""


@dataclass(slots=True)
class Attempt:
    """An attempt to clear a tile: what each seat has put into the pile, what is face up, what is added openly."""

    target: Cell
    given: list[list[str]]
    tokens: list[int]
    pile: list[str] = field(default_factory=list)
    """All that was given, while it is being shuffled and turned over."""
    shown: list[str] = field(default_factory=list)
    """The pile's cards after the shuffle, in the order of the reveal."""
    open_cards: list[str] = field(default_factory=list)
    """The cards of the leader's top-up."""
    open_tokens: int = 0
    raised: int = 0
    """By how much a count below zero was raised before the top-up, under the reading that does so."""

    def copy(self) -> Attempt:
        """Return an independent attempt."""
        return Attempt(
            self.target,
            [cards.copy() for cards in self.given],
            self.tokens.copy(),
            self.pile.copy(),
            self.shown.copy(),
            self.open_cards.copy(),
            self.open_tokens,
            self.raised,
        )


@dataclass(slots=True)
class Expedition(Table):
    """A Team in the desert."""

    NEEDS: ClassVar[Mapping[str, str]] = {
        "clear/order-of-contributing": "attempt",
        "clear/shuffle-and-reveal": "attempt",
        "dice/one-per-matching-card": "attempt",
        "dice/top-up": "attempt",
        "dice/success-strictly-greater": "attempt",
    }

    life: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    characters: list[str] = field(default_factory=list)
    tainted: list[bool] = field(default_factory=list)
    """Who stays an Alien after trimming The Infection, under the reading that says so."""
    out: list[str] = field(default_factory=list)
    """How each seat left the game: "" (still in), `vote`, `unpaid` or `infection`."""
    left: list[int] = field(default_factory=list)
    """The seats that have left, in the order of leaving."""
    leftover: list[str] = field(default_factory=list)
    leftover_character: str = ""
    box: list[str] = field(default_factory=list)
    """Characters that take part and have not been put out yet."""
    put_out: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """During set-up: the stacks of a character and its supplies that nobody has been given yet."""
    bank: int = 0
    """Life Tokens that have not been handed out yet."""
    first_receiver: int = 0
    leader: int = 0
    points: int = 0
    """Action Points left."""
    inherited: bool = False
    """Whether the leader finishes a dead leader's turn and has the own turn still to come."""

    deck: Pile = field(default_factory=Pile)
    discards: list[Seen] = field(default_factory=list)
    """The Supply discard pile, bottom first."""
    removed: list[Seen] = field(default_factory=list)
    lost_life: int = 0
    known: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    """(who knows, whose hand) → cards in it: given at a Crash Site or revealed, and not played since."""
    claims: list[Claim] = field(default_factory=list)

    pair: list[str] = field(default_factory=list)
    """Supplies drawn at a Crash Site that nobody has been given yet."""

    desert: Desert = field(default_factory=Desert)
    stacks: dict[str, Pile] = field(default_factory=dict)
    single: Pile | None = None
    reshuffles: int = 0
    thrown: list[Seen] = field(default_factory=list)
    """The tile discards."""
    drawn: list[Seen] = field(default_factory=list)
    """Tiles in the leader's hand while scouting; with nobody as knower before they are looked at."""
    map_tokens: int = 0
    """Map Tokens left in the box."""

    attempt: Attempt | None = None
    ending: str = ""
    """`escape`, `no-humans`, `give-up` or `trapped`; "" while the game goes on."""

    kit: Kit = field(default=None, repr=False, compare=False)  # type: ignore[assignment]
    """The box as the readings in force have it."""

    def copy(self) -> Expedition:
        """Return an independent table in the same position to which nobody listens."""
        return Expedition(
            self.names,
            self.readings,
            self.variants,
            self.cards,
            self.agenda.copy(),
            life=self.life.copy(),
            hands=[hand.copy() for hand in self.hands],
            characters=self.characters.copy(),
            tainted=self.tainted.copy(),
            out=self.out.copy(),
            left=self.left.copy(),
            leftover=self.leftover.copy(),
            leftover_character=self.leftover_character,
            box=self.box.copy(),
            put_out=self.put_out.copy(),
            bank=self.bank,
            first_receiver=self.first_receiver,
            leader=self.leader,
            points=self.points,
            inherited=self.inherited,
            deck=self.deck.copy(),
            discards=self.discards.copy(),
            removed=self.removed.copy(),
            lost_life=self.lost_life,
            known={key: cards.copy() for key, cards in self.known.items()},
            claims=self.claims.copy(),
            pair=self.pair.copy(),
            desert=self.desert.copy(),
            stacks={back: stack.copy() for back, stack in self.stacks.items()},
            single=self.single.copy() if self.single is not None else None,
            reshuffles=self.reshuffles,
            thrown=self.thrown.copy(),
            drawn=self.drawn.copy(),
            map_tokens=self.map_tokens,
            attempt=self.attempt.copy() if self.attempt else None,
            ending=self.ending,
            kit=self.kit,
        )

    @property
    def tiles(self) -> dict[str, Tile]:
        """The tiles' facts as the readings in force have them."""
        return self.kit.tiles

    @property
    def infections(self) -> tuple[str, ...]:
        """The ids of the cards that infect."""
        return self.kit.infections

    def supply(self, card: str) -> Supply:
        """The facts of a supply card."""
        return self.kit.supplies[card]

    def person(self, card: str) -> Character:
        """The facts of a character card."""
        found: Character = self.cards[card]
        return found

    def living(self) -> list[int]:
        """The seats of all players who are still in the game: the Team."""
        return [seat for seat, how in enumerate(self.out) if not how]

    def infected(self, seat: int) -> bool:
        """Whether the seat holds The Infection, or stays an Alien because of it."""
        hand = self.hands[seat]
        for card in self.kit.infections:
            if card in hand:
                return True
        return self.tainted[seat]

    def alien(self, seat: int) -> bool:
        """Whether the seat is an Alien: by character or by The Infection, which overrules a Human card."""
        return self.person(self.characters[seat]).alien or self.infected(seat)

    def humans(self) -> list[int]:
        """The Humans who are still in the game."""
        return [seat for seat in self.living() if not self.alien(seat)]

    def any_human(self) -> bool:
        """Whether a Human is still in the game."""
        return any(not how and not self.alien(seat) for seat, how in enumerate(self.out))

    def in_turn_order(self, first: int) -> list[int]:
        """The living seats in the order of turns, from `first` on, whether or not `first` lives."""
        step = 1 if self.reading("turn/order-clockwise") == "clockwise" else -1
        order = [(first + step * k) % self.seats for k in range(self.seats)]
        return [seat for seat in order if not self.out[seat]]

    def after(self, seat: int) -> int:
        """The next living seat in turn order after `seat`; the seat itself if nobody else lives."""
        step = 1 if self.reading("turn/order-clockwise") == "clockwise" else -1
        for k in range(1, self.seats):
            other = (seat + step * k) % self.seats
            if not self.out[other]:
                return other
        return seat

    def stock_told(self, seat: int) -> tuple[int, ...] | None:
        """Who may be told how many Life Tokens a seat has left: everybody (None), or the seat alone where read so."""
        return None if self.reading("secrecy/life-tokens-public") == "public" else (seat,)

    def recoveries(self, seat: int) -> list[str]:
        """The Recovery cards in a hand."""
        return [card for card in self.hands[seat] if self.supply(card).kind == "recovery"]

    def name(self, card: str) -> str:
        """The printed name of a card or tile."""
        found: str = self.cards[card].name
        return found


def counted(n: int, noun: str) -> str:
    """Return a number with its noun: `1 Life Token`, `2 Life Tokens`."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def in_hand(cards: list[str]) -> Pile:
    """Return the pile of these very cards, to draw at random from; it follows whatever happens to the list."""
    pile = Pile()
    pile.bag = cards
    return pile


def empty_table(setup: Setup) -> Expedition:
    """Return the table before set-up: START with the pawn, tiles sorted by their backs, all supplies in the deck."""
    n = len(setup.names)
    chosen = tuple((id, setup.readings[id]) for id in BOX_READINGS)
    box = kit(setup.cards, chosen, n, GUARANTEED in setup.variants)
    g = Expedition(
        setup.names,
        setup.readings,
        setup.variants,
        setup.cards,
        life=[0] * n,
        hands=[[] for _ in range(n)],
        characters=[""] * n,
        tainted=[False] * n,
        out=[""] * n,
        box=box.characters.copy(),
        bank=n * box.life,
        deck=Pile(box.deck),
        desert=Desert(law=box.law),
        stacks={back: Pile(stack) for back, stack in box.stacks.items()},
        map_tokens=box.map_tokens,
        kit=box,
    )
    g.desert.place(START, box.start)
    return g
