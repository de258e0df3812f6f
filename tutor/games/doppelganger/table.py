"""The table: the Team, the desert, the stacks, the supplies, and who has seen what, without any rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, ClassVar

from tutor.engine.core import NOBODY, Pile, Setup, Table, Task
from tutor.engine.core.fields import count, dice, fixed, flag, listed, maybe, numbers, own, seat, seats, word
from tutor.engine.core.part import Part
from tutor.engine.core.placing import Placing
from tutor.engine.core.zones import cards
from tutor.games.doppelganger import written
from tutor.games.doppelganger.cards import WATER, Character, Supply, Tile
from tutor.games.doppelganger.desert import START, Cell, Desert, cell_name
from tutor.games.doppelganger.kit import BOX_READINGS, Kit, kit
from tutor.games.doppelganger.numbers import Numbers
from tutor.games.doppelganger.people import GUARANTEED, LaidPlayer, people, read_players, write_players
from tutor.games.doppelganger.written import Claim, Seen

CLAIMS_KEPT = 12
"""How many claims stay on the table; older ones are forgotten."""


@dataclass(slots=True)
class Attempt(Part):
    """An attempt to clear a tile: what each seat has put into the pile, the revealed cards, and the top-up."""

    target: Cell = own(str, written.read_target, lambda _, cell: cell_name(cell), blank=..., default=START)
    given: list[list[str]] = own(
        dict[str, written.LaidGift],
        written.read_given,
        written.write_given,
        cards=lambda given: [card for cards in given for card in cards],
        blank={},
        default_factory=list,
    )
    tokens: list[int] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    """All the cards that were given, while they are being shuffled and turned over."""
    shown: list[str] = cards("supply")
    """The pile's cards after the shuffle, in the order of the reveal."""
    open_cards: list[str] = cards("supply")
    """The cards of the leader's top-up."""
    open_tokens: int = count()
    raised: int = count()
    """By how much a count below zero was raised before the top-up, under the reading that does so."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        self.tokens = [0] * p.g.seats
        for name, gift in laid.given.items():
            p.bounded(gift.tokens, 0, None, f"{place}.given.{name}.tokens")
            self.tokens[p.seat(name, f"{place}.given")] = gift.tokens


@dataclass(slots=True)
class Rolled(Part):
    """What everybody has seen of an attempt, which is remembered after everything has been cleared away."""

    leader: int = seat(needed=True)
    target: Cell = own(str, written.read_target, lambda _, cell: cell_name(cell), blank=..., default=START)
    tokens: tuple[int, ...] = numbers(0, None)
    """How many Life Tokens each seat put into the pile; empty if not everybody could count what others gave."""
    cards: tuple[int, ...] = numbers(0, None)
    """How many cards each seat put into the pile; empty if not everybody could count what others gave."""
    wrong: int = count()
    """How many Tools in the pile did not match the obstacle."""
    faces: tuple[int, ...] = dice()
    team: list[int] = seats()
    """Who rolled for the blame, in turn order from the leader on."""
    blame: tuple[int, ...] = dice()
    """What each of them rolled."""
    over: bool = flag()
    """Whether everything has been cleared away, so that another attempt is another one even on the same tile."""


def sees_pair(g: Expedition, seat: int) -> bool:
    """Whether a seat sees the supplies to hand out: the leader does, and so does a player who may refuse one."""
    return seat in (g.leader, g.offered)


@dataclass(slots=True, repr=False)
class Expedition(Table):
    """A Team in the desert."""

    NEEDS: ClassVar[Mapping[str, str]] = {
        "clear/order-of-contributing": "attempt",
        "clear/shuffle-and-reveal": "attempt",
        "dice/one-per-matching-card": "attempt",
        "dice/top-up": "attempt",
        "dice/success-strictly-greater": "attempt",
    }

    life: list[int] = own(
        dict[str, LaidPlayer], read_players, write_players, blank={}, key="players", default_factory=list
    )
    """The Life Tokens by seat; positions write the four fields that follow together with them."""
    hands: list[list[str]] = field(default_factory=list)
    characters: list[str] = field(default_factory=list)
    tainted: list[bool] = field(default_factory=list)
    """Whether each seat stays an Alien without The Infection, under the readings that make this possible."""
    out: list[str] = field(default_factory=list)
    """How each seat left the game: "" (still in), `vote`, `unpaid` or `infection`."""
    desert: Desert = own(
        written.LaidDesert,
        written.read_desert,
        written.write_desert,
        blank=written.LaidDesert(),
        default_factory=Desert,
    )
    leader: int = seat(0)
    points: int = count(laid=None)
    """Action Points left."""
    inherited: bool = flag()
    """Whether the leader finishes a dead leader's turn and still has their own turn to come."""
    first_receiver: int = seat(0)
    deck: Pile = written.supply_deck()
    discards: list[Seen] = written.face_down(written.take_supply, may_close=True)
    """The Supply discard pile, bottom first."""
    removed: list[Seen] = written.face_down(written.take_supply)
    pair: list[str] = cards("supply", seen_by=lambda g, owner, seat: sees_pair(g, seat))
    """Supplies drawn at a Crash Site; nobody has been given them yet."""
    offered: int = field(default=NOBODY, compare=False)
    """The seat that is asked whether to refuse the card of the pair; `NOBODY` in every written position."""
    lost_life: int = count()
    stacks: dict[str, Pile] = own(
        dict[str, tuple[str, ...]],
        written.read_stacks,
        lambda look, stacks: {back: written.size(look, stack.cards()) for back, stack in stacks.items()},
        cards=lambda stacks: [tile for stack in stacks.values() for tile in stack.cards()],
        blank={},
        late=True,
        default_factory=dict,
    )
    reshuffles: int = count(laid=None)
    thrown: list[Seen] = written.face_down(written.take_tile, may_close=True)
    """The tile discards."""
    drawn: list[Seen] = written.face_down(written.take_tile)
    """Tiles in the leader's hand while scouting; nobody knows them before the leader looks at them."""
    map_tokens: int = count(laid=None)
    """Map Tokens left in the box."""
    leftover: list[str] = own(
        written.LaidStack, written.read_leftover, written.write_leftover, blank=None, default_factory=list
    )
    leftover_character: str = ""
    known: dict[tuple[int, int], list[str]] = own(
        dict[str, dict[str, tuple[str, ...]]], written.read_known, written.write_known, blank={}, default_factory=dict
    )
    """Known cards in other hands; by (seat that knows, holder), given at a Crash Site or revealed, and not played."""
    claims: list[Claim] = own(
        tuple[tuple[str, ...], ...],
        written.read_claims,
        lambda look, claims: [[look.g.names[who], verb, about] for who, verb, about in claims],
        blank=(),
        default_factory=list,
    )
    left: list[int] = seats()
    """The seats that have left, in the order of leaving."""
    ending: str = word("", "escape", "no-humans", "give-up", "trapped")
    """How the game ended; empty while it goes on."""
    box: list[str] = listed(lambda p, who, place: p.among(who, people(p.g), place))
    """Characters not laid out yet; only those that take part in this game."""
    bank: int = count()
    """Life Tokens not handed out yet."""
    put_out: list[tuple[str, tuple[str, ...]]] = own(
        tuple[written.LaidStack, ...],
        written.read_put_out,
        written.write_put_out,
        cards=lambda stacks: [card for _, cards in stacks for card in cards],
        blank=(),
        default_factory=list,
    )
    """Stacks not dealt yet; each is a character with supplies, and there are such stacks only during setup."""
    single: Pile | None = written.single_stack()
    attempt: Attempt | None = maybe(Attempt)
    rolled: Rolled | None = maybe(Rolled, compare=False)
    """The last attempt whose pile was turned over, until its leader leads again."""

    parameters: Numbers = fixed(default_factory=Numbers)
    kit: Kit = fixed(default=None)
    """The box, as the current readings define it."""

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        if self.out[self.leader] and not self.ending and laid.points is None:
            p.implausible("leader", f"{self.names[self.leader]} has left the game and cannot lead the Team")
        if laid.points is None:
            self.points = self.parameters.points
        if laid.leftover is None and GUARANTEED not in self.variants:
            self.leftover_character = next((id for id in self.kit.characters[::-1] if id not in self.characters), "")
        if laid.reshuffles is None:
            self.reshuffles = int(self.single is not None)
        if not self.left:
            self.left = [seat for seat, how in enumerate(self.out) if how]
        if not self.ending:
            self.agenda[:] = [self.goes_on(laid.points is None)]

    def goes_on(self, new: bool) -> Task:
        """Return what comes next: the leader's turn begins, goes on, or ends because the leader has just left."""
        if new:
            return ("turn/two-action-points", self.leader)
        return ("turn/unspent-lost",) if self.out[self.leader] else ("turn/sequential",)

    @property
    def tiles(self) -> dict[str, Tile]:
        """The tiles, as the current readings define them."""
        return self.kit.tiles

    @property
    def infections(self) -> tuple[str, ...]:
        """The ids of all copies of The Infection."""
        return self.kit.infections

    def supply(self, card: str) -> Supply:
        """Return a supply card by its id."""
        return self.kit.supplies[card]

    def person(self, card: str) -> Character:
        """Return a character card by its id."""
        found: Character = self.cards[card]
        return found

    @property
    def running(self) -> Attempt:
        """The attempt to clear a tile that is being made; there has to be one."""
        assert self.attempt is not None
        return self.attempt

    def living(self) -> list[int]:
        """Return the seats of all players who are still in the game, which are the Team."""
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
        """Return the seats of the Humans who are still in the game."""
        return [seat for seat in self.living() if not self.alien(seat)]

    def any_human(self) -> bool:
        """Whether a Human is still in the game."""
        return any(not how and not self.alien(seat) for seat, how in enumerate(self.out))

    def round_from(self, first: int) -> tuple[int, ...]:
        """Return all seats in turn order, beginning with `first`."""
        clockwise = self.clockwise(first)
        return clockwise if self.reading("turn/order-clockwise") == "clockwise" else (first, *clockwise[:0:-1])

    def in_turn_order(self, first: int) -> list[int]:
        """Return the living seats in turn order, beginning with `first` or the next one if `first` is out."""
        return [seat for seat in self.round_from(first) if not self.out[seat]]

    def after(self, seat: int) -> int:
        """Return the next living seat after `seat` in turn order, or `seat` itself if there is no other."""
        return next((other for other in self.round_from(seat)[1:] if not self.out[other]), seat)

    def passed_by(self, seat: int) -> list[int]:
        """Return the seats that are out of the game between `seat` and the next living one, in turn order."""
        return list(takewhile(lambda other: self.out[other], self.round_from(seat)[1:]))

    def stock_told(self, seat: int) -> tuple[int, ...] | None:
        """Return who may know a seat's Life Tokens: everybody (None) or, under one reading, only the seat itself."""
        return None if self.reading("secrecy/life-tokens-public") == "public" else (seat,)

    def recoveries(self, seat: int) -> list[str]:
        """Return the Recovery cards in a hand."""
        return [card for card in self.hands[seat] if self.supply(card).kind == "recovery"]

    def name(self, card: str) -> str:
        """Return the printed name of a card or tile."""
        found: str = self.cards[card].name
        return found

    def the(self, card: str) -> str:
        """Return the name of a card, tile or character with “the” if it needs an article."""
        name = self.name(card)
        return name if name.startswith("The ") else f"the {name}{self._noun_after(card)}"

    def one(self, card: str) -> str:
        """Return the name of a supply card with “a” or “an” if it needs an article."""
        name = self.name(card)
        if self.supply(card).copies == 1 or name.startswith("The "):
            return self.the(card)
        if card == WATER:
            return name
        return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}{self._noun_after(card)}"

    def _noun_after(self, card: str) -> str:
        """Return the noun that has to follow a name which is not the name of a thing."""
        facts = self.cards[card]
        return " card" if isinstance(facts, Supply) and facts.kind == "recovery" else ""


def in_hand(cards: list[str]) -> Pile:
    """Return a pile for drawing at random from this very list, whose changes it follows."""
    pile = Pile()
    pile.bag = cards
    return pile


def empty(setup: Setup) -> Expedition:
    """Return the table before setup: START with the pawn, tiles sorted by back, and all supplies in the deck."""
    n = len(setup.names)
    chosen = tuple((id, setup.readings[id]) for id in BOX_READINGS)
    box = kit(setup.cards, chosen, n, GUARANTEED in setup.variants, setup.parameters)
    g = Expedition(
        *setup.shared,
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
