"""Laying out a position: what a scene's [table] may say, and how it comes to lie on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.engine.files import structure
from tutor.engine.game import Position
from tutor.engine.piles import Pile
from tutor.engine.placing import Bounds, ByHand
from tutor.games.roswell51.table import (
    ALIENS,
    DIRECTOR,
    FRAMES,
    MOST_HELD,
    MOST_SURVIVORS,
    NOBODY,
    REEL_TOKENS,
    SLOTS,
    SPOINTS,
    TAKEN,
    THRONG,
    Frame,
    Movie,
    Shelter,
    Survivor,
    movie_deck,
)

FULL_DYNAMITE = 4

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


MODES = ("", "actions", "take-attack")
TURNING = ("", "active", "used")
"""Turning Point: not yet, active, or over."""

BOUNDS: Bounds = {
    "reel": (0, REEL_TOKENS[-1]),
    "pool": (0, SPOINTS),
    "gone": (0, SPOINTS),
    "dynamite": (0, FULL_DYNAMITE),
    "tokens": (REEL_TOKENS[0], REEL_TOKENS[-1]),
}
SURVIVOR_BOUNDS: Bounds = {"rest": (0, SPOINTS), "stars": (REEL_TOKENS[0], REEL_TOKENS[-1])}
PLAYER_BOUNDS: Bounds = {"power": (0, SPOINTS)}
FRAME_BOUNDS: Bounds = {"points": (0, None)}
SANCTUARY_BOUNDS: Bounds = {"points": (0, None)}


@dataclass(frozen=True, slots=True)
class LaidSurvivor:
    """A survivor in a pool."""

    card: str
    rest: int = 0
    held: tuple[str, ...] = ()
    stars: tuple[int, ...] = ()
    at: str = ""
    new: bool = False
    acted: bool = False
    probed: str = ""


@dataclass(frozen=True, slots=True)
class LaidPlayer:
    """Somebody in [table.players.NAME]; the first one named is the Director."""

    power: int = 0
    pool: tuple[LaidSurvivor, ...] = ()
    throngs: tuple[tuple[str, ...], ...] = ()
    out: bool = False
    pod: bool = False


@dataclass(frozen=True, slots=True)
class LaidFrame:
    """A frame of the screen; `up = false` lays the next card of the reel pile on it, face down."""

    cards: tuple[str, ...] = ()
    up: bool = True
    cause: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class LaidShelter:
    """A sanctuary in play."""

    card: str
    points: int
    items: tuple[str, ...] = ()
    beneath: str = ""
    monster: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole [table]. Movie cards that lie nowhere form the discard pile, survivors that lie nowhere their pile."""

    players: dict[str, LaidPlayer] = field(default_factory=dict)
    reel: int = 1
    screen: tuple[LaidFrame, ...] = ()
    reel_pile: tuple[str, ...] = ()
    reel_pile_top: tuple[str, ...] = ()
    """Known next cards, the first to be drawn first."""
    discards: tuple[str, ...] = ()
    """What all know to be in the discard pile."""
    discard_pile: tuple[str, ...] | None = None
    """What else is in it."""
    survivor_pile: tuple[str, ...] | None = None
    survivor_pile_top: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """What somebody is about to place, keep or put back."""
    sanctuaries: tuple[LaidShelter, ...] = ()
    pool: int | None = None
    gone: int = 0
    dynamite: int = FULL_DYNAMITE
    tokens: tuple[int, ...] | None = None
    faded: str = ""
    turn: str = ""
    mode: str = ""
    dry: bool = False
    final: bool = False
    turning: str = ""
    standing: bool = False
    surprised: bool = False
    waiting: tuple[str, ...] = ()
    next: str = ""
    """One of the keys of `NEXT`; what fits the turn if left out."""
    ended: str = ""


class Placer(ByHand[Movie, Laid]):
    """Lays out one position."""

    def run(self) -> None:
        """Lay everything out."""
        g, laid = self.g, self.laid
        self.within(laid, BOUNDS)
        for name, player in laid.players.items():
            self.player(self.seat(name, "players"), player, f"players.{name}")
        self.screen()
        g.reel = laid.reel
        g.sanctuaries = [self.shelter(place, f"sanctuaries[{n}]") for n, place in enumerate(laid.sanctuaries)]
        self.rooms()
        self.piles()
        self.tokens()
        self.turn()

    def player(self, seat: int, player: LaidPlayer, place: str) -> None:
        """One person's things."""
        person = self.g.people[seat]
        person.power, person.out, person.pod = player.power, player.out, player.pod
        if len(player.pool) > MOST_SURVIVORS or (player.pool and (seat == DIRECTOR or player.out)):
            self.doubt(
                f"{place}.pool", f"a player has at most {MOST_SURVIVORS} survivors, and the aliens’ side has none"
            )
        self.within(player, PLAYER_BOUNDS, place)
        for n, laid in enumerate(player.pool):
            self.within(laid, SURVIVOR_BOUNDS, f"{place}.pool[{n}]")
            self.take([laid.card], f"{place}.pool[{n}].card", "survivor")
            self.take(laid.held, f"{place}.pool[{n}].held", *TAKEN)
            if laid.probed:
                self.take([laid.probed], f"{place}.pool[{n}].probed", "shuffling-horror")
                if self.g.cards[laid.probed].effect != "trap":
                    raise self.bad(f"{place}.pool[{n}].probed", f"expected a card that traps, got “{laid.probed}”")
            if len(laid.held) > MOST_HELD:
                self.doubt(f"{place}.pool", f"{laid.card} holds {len(laid.held)} cards, but {MOST_HELD} are the most")
            person.pool.append(
                Survivor(laid.card, seat, laid.rest, laid.held, laid.stars, laid.at, laid.new, laid.acted, laid.probed)
            )
        if len(player.throngs) > SLOTS:
            raise self.bad(f"{place}.throngs", f"at most {SLOTS} throngs")
        if any(len(throng) > THRONG for throng in player.throngs):
            self.doubt(f"{place}.throngs", f"at most {THRONG} cards in a throng")
        for slot, throng in enumerate(player.throngs):
            person.throngs[slot] = self.take(throng, f"{place}.throngs", *ALIENS, "item")
            for card in throng:
                if not self.g.is_alien(card) and not self.g.cards[card].alien:
                    self.doubt(f"{place}.throngs", f"“{card}” is not an item that aliens can use")

    def shelter(self, laid: LaidShelter, place: str) -> Shelter:
        """One sanctuary."""
        self.within(laid, SANCTUARY_BOUNDS, place)
        self.take([laid.card], f"{place}.card", "sanctuary")
        self.take(laid.items, f"{place}.items", *TAKEN)
        self.take(filter(None, [laid.beneath]), f"{place}.beneath")
        self.take(filter(None, [laid.monster]), f"{place}.monster", *ALIENS)
        return Shelter(laid.card, laid.points, laid.items, laid.beneath, laid.monster)

    def rooms(self) -> None:
        """Who is inside a sanctuary, of those in play, and no more than have room."""
        g = self.g
        for who in g.survivors():
            if who.at:
                there = ["", *(shelter.card for shelter in g.sanctuaries)]
                self.among(who.at, there, f"players.{g.names[who.seat]}.pool.at")
        for shelter in g.sanctuaries:
            room, inside = g.cards[shelter.card].capacity, len(g.inside(shelter.card))
            if inside > room:
                self.doubt("sanctuaries", f"{shelter.card} has room for {room}, but {inside} are inside")

    def screen(self) -> None:
        """The frames."""
        if len(self.laid.screen) > FRAMES:
            raise self.bad("screen", f"{FRAMES} frames at most, got {len(self.laid.screen)}")
        for n, frame in enumerate(self.laid.screen):
            self.within(frame, FRAME_BOUNDS, f"screen[{n}]")
            cards = self.take(frame.cards, f"screen[{n}]")
            self.among(frame.cause, ["", *self.g.names, *self.g.cards], f"screen[{n}].cause")
            self.g.screen[n] = Frame(cards, frame.up, frame.cause, frame.points)

    def piles(self) -> None:
        """Reel pile, discard pile, survivor pile and Graveyard."""
        g, laid = self.g, self.laid
        tops = self.take(reversed(laid.reel_pile_top), "reel_pile_top")
        g.reel_pile = Pile(self.take(laid.reel_pile, "reel_pile"), tops)
        if len(g.reel_pile) < sum(not frame.up for frame in g.screen):
            self.doubt(
                "reel_pile",
                "there are more mystery cards on the screen than cards in the reel pile, where they come from",
            )
        g.graveyard = self.take(laid.graveyard, "graveyard")
        g.drawn = self.take(laid.drawn, "drawn")
        known = self.take(laid.discards, "discards")
        tops = self.take(reversed(laid.survivor_pile_top), "survivor_pile_top")
        rest = [card for card in self.left.elements() if g.cards.type_of(card) == "survivor"]
        g.survivor_pile = Pile(
            self.take(rest if laid.survivor_pile is None else laid.survivor_pile, "survivor_pile"), tops
        )
        rest = [card for card in self.left.elements() if g.cards.type_of(card) != "survivor"]
        hidden = self.take(rest if laid.discard_pile is None else laid.discard_pile, "discard_pile")
        g.discard_pile, g.discards = Pile([*known, *hidden]), known
        g.lost = list(laid.lost)
        g.graveyard += self.left.elements()

    def tokens(self) -> None:
        """Spoints, dynamite and reel tokens."""
        g, laid = self.g, self.laid
        spent = sum(person.power for person in g.people) + sum(who.rest for who in g.survivors()) + laid.gone
        g.pool = SPOINTS - spent if laid.pool is None else laid.pool
        g.gone = laid.gone
        if spent + g.pool != SPOINTS:
            self.doubt("pool", f"{SPOINTS} spoints in all, but {spent + g.pool} are laid out")
        g.dynamite, g.faded = laid.dynamite, laid.faded
        left = {tuple(n for n in REEL_TOKENS if n > laid.reel), tuple(n for n in REEL_TOKENS if n >= laid.reel)}
        if laid.tokens is not None and laid.tokens not in left and not (laid.standing or laid.ended):
            self.doubt(
                "tokens", f"in Reel {laid.reel} the tokens of the reels from now on are left, not {[*laid.tokens]}"
            )
        g.tokens = tuple(n for n in REEL_TOKENS if n >= laid.reel) if laid.tokens is None else laid.tokens

    def turn(self) -> None:
        """Whose turn it is, and what comes next."""
        g, laid = self.g, self.laid
        g.turn = self.seat(laid.turn, "turn") if laid.turn else NOBODY
        g.mode = self.among(laid.mode, MODES, "mode")
        self.among(laid.turning, TURNING, "turning")
        if laid.faded and laid.faded not in [card for frame in g.screen for card in frame.cards]:
            raise self.bad("faded", f"expected a card of the screen, got “{laid.faded}”")
        g.dry, g.final, g.turning, g.standing = laid.dry, laid.final, laid.turning, laid.standing
        g.surprised = laid.surprised
        g.waiting = [self.seat(name, "waiting") for name in laid.waiting]
        g.ended = laid.ended
        if laid.next and laid.next not in NEXT:
            raise self.bad("next", f"expected one of {', '.join(NEXT)}, got “{laid.next}”")
        g.agenda[:] = [] if laid.ended else [(NEXT[laid.next or self.fitting()],)]
        self.needs()

    def fitting(self) -> str:
        """What comes next if the scene does not say."""
        g = self.g
        if g.turn == NOBODY:
            return "screen"
        if g.turn == DIRECTOR:
            return "director"
        if g.people[g.turn].out:
            return "pod"
        return "action" if g.mode else "mode"


def place(g: Movie, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene's [table] says.

    Raises:
        BadInput: naming the file, the place in it and what was expected.
    """
    cards = [*movie_deck(g.cards, g.variants), *g.cards.deck("survivor")]
    Placer(g, structure(doc, Laid, file, "table"), file, cards).run()
