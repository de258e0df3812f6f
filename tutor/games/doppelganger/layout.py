"""Laying out a table as a scene writes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.engine.files import structure
from tutor.engine.game import Position
from tutor.engine.piles import Pile
from tutor.engine.placing import Bounds, ByHand
from tutor.engine.table import Task
from tutor.games.doppelganger.cards import BACKS, KINDS
from tutor.games.doppelganger.desert import POINTS_A_TURN, START, Cell, cell_at, cell_name, neighbours
from tutor.games.doppelganger.table import EVERYBODY, GUARANTEED, NOBODY, Attempt, Expedition, Seen


@dataclass(frozen=True, slots=True)
class PlayerPosition:
    """A player: `out` is how the player left the game (vote, unpaid, infection), empty while still in it."""

    character: str | None = None
    life: int | None = None
    hand: tuple[str, ...] = ()
    out: str = ""
    tainted: bool = False


@dataclass(frozen=True, slots=True)
class DesertPosition:
    """The map: cell → tile, as `heat-5 turned 2 cleared`; START lies there of itself."""

    team: str = "START"
    tiles: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """What a player has put into the pile."""

    cards: tuple[str, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class AttemptPosition:
    """An attempt to clear that is going on."""

    target: str
    given: dict[str, GivenPosition] = field(default_factory=dict)
    shown: tuple[str, ...] = ()
    open_cards: tuple[str, ...] = ()
    open_tokens: int = 0
    raised: int = 0


@dataclass(frozen=True, slots=True)
class LeftoverPosition:
    """The stack that was left over."""

    character: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A scene's [table]. Cards face down are written `rope`, `rope seen by Ada` or `rope unseen`."""

    players: dict[str, PlayerPosition] = field(default_factory=dict)
    desert: DesertPosition = field(default_factory=DesertPosition)
    leader: str = ""
    points: int | None = None
    inherited: bool = False
    first_receiver: str = ""
    deck: tuple[str, ...] | None = None
    discards: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    lost_life: int = 0
    stacks: dict[str, tuple[str, ...]] | None = None
    single: tuple[str, ...] | None = None
    reshuffles: int | None = None
    thrown: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    map_tokens: int | None = None
    leftover: LeftoverPosition | None = None
    put_out: tuple[LeftoverPosition, ...] = ()
    box: tuple[str, ...] = ()
    bank: int = 0
    known: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    claims: tuple[tuple[str, ...], ...] = ()
    attempt: AttemptPosition | None = None
    left: tuple[str, ...] = ()
    ending: str = ""


WAYS_OUT = ("", "vote", "unpaid", "infection")


ENDINGS = ("", "escape", "no-humans", "give-up", "trapped")


CLAIMS = ("holds", "lacks", "played", "threw")

BOUNDS: Bounds = {
    "points": (0, None),
    "lost_life": (0, None),
    "reshuffles": (0, None),
    "map_tokens": (0, None),
    "bank": (0, None),
}
PLAYER_BOUNDS: Bounds = {"life": (0, None)}
GIVEN_BOUNDS: Bounds = {"tokens": (0, None)}
ATTEMPT_BOUNDS: Bounds = {"open_tokens": (0, None), "raised": (0, None)}


class Layout(ByHand[Expedition, TablePosition]):
    """Lays out one table as a [table] says; every card and tile used comes out of the deck or the stacks."""

    def run(self) -> None:
        """Lay out everything."""
        g, doc = self.g, self.laid
        self.desert()
        self.players()
        self.supplies()
        self.tiles()
        self.attempt()
        self.knowledge()
        self.within(doc, BOUNDS)
        g.leader = self.seat(doc.leader or g.names[0], "leader")
        if g.out[g.leader] and not doc.ending and doc.points is None:
            self.doubt("leader", f"{g.names[g.leader]} has left the game and leads nobody")
        g.first_receiver = self.seat(doc.first_receiver or g.names[0], "first_receiver")
        g.points = POINTS_A_TURN if doc.points is None else doc.points
        g.inherited = doc.inherited
        g.map_tokens = g.map_tokens if doc.map_tokens is None else doc.map_tokens
        self.among(doc.ending, ENDINGS, "ending")
        g.ending = doc.ending
        if not doc.ending:
            g.agenda.append(self.goes_on())
        self.needs()

    def goes_on(self) -> Task:
        """What comes next: the leader's turn begins, goes on, or ends because the leader has just left the game."""
        if self.laid.points is None:
            return ("turn/two-action-points", self.g.leader)
        return ("turn/unspent-lost",) if self.g.out[self.g.leader] else ("turn/sequential",)

    def cell(self, name: str, place: str) -> Cell:
        """The cell of a name."""
        try:
            return cell_at(name)
        except ValueError as error:
            raise self.bad(place, str(error)) from None

    def seen(self, text: str, place: str) -> Seen:
        """A card face down with who knows it."""
        card, by, name = text.partition(" seen by ")
        if by:
            return card, self.seat(name, place)
        return (text.removesuffix(" unseen"), NOBODY) if text.endswith(" unseen") else (text, EVERYBODY)

    def out_of(self, pile: Pile, card: str, place: str, kind: str) -> str:
        """Take a card out of the box, where it has to be."""
        if card not in self.g.cards or self.g.cards.type_of(card) != kind:
            raise self.bad(place, f"unknown {kind} “{card}”")
        if card in pile.bag:
            pile.bag.remove(card)
        else:
            self.doubt(place, f"there is no {card} left")
        return card

    def desert(self) -> None:
        """The placed tiles, their Map Tokens and the pawn."""
        g, doc = self.g, self.laid.desert
        for name, words in doc.tiles.items():
            place = f"desert.tiles.{name}"
            cell = self.cell(name, place)
            if cell in g.desert.placed:
                raise self.bad(place, "there is a tile here already")
            id, turn, marks = self.tile_words(words, place)
            self.take_tile(id, place)
            g.desert.place(cell, g.tiles[id], turn)
            if "cleared" in marks and not g.tiles[id].obstacle:
                self.doubt(place, f"“{id}” has no obstacle to be cleared")
            if "cleared" in marks:
                g.desert.cleared.add(cell)
            if "explored" in marks:
                g.desert.explored.add(cell)
        team = self.cell(doc.team, "desert.team")
        if team not in g.desert.placed:
            raise self.bad("desert.team", f"expected a cell with a tile, got “{doc.team}”")
        g.desert.team = team
        tile = g.desert.placed[team].tile
        if tile.kind == "canyon" or (tile.obstacle and team not in g.desert.cleared):
            self.doubt("desert.team", f"the Team cannot be on {tile.name} at {doc.team}")
        self.connected()

    def connected(self) -> None:
        """Doubt tiles that no chain of sides joins to START: every tile is placed beside another."""
        placed = self.g.desert.placed
        reached, queue = {START}, [START]
        for cell in queue:
            for beside in neighbours(cell):
                if beside in placed and beside not in reached:
                    reached.add(beside)
                    queue.append(beside)
        for cell in sorted(placed.keys() - reached):
            self.doubt(f"desert.tiles.{cell_name(cell)}", "this tile is not connected with START")

    def tile_words(self, words: str, place: str) -> tuple[str, int, set[str]]:
        """Take `heat-5 turned 2 cleared` apart."""
        id, *rest = words.split() or [""]
        turn = 0
        if rest[:1] == ["turned"]:
            if len(rest) < 2 or rest[1] not in ("0", "1", "2", "3"):
                raise self.bad(place, "expected 0 to 3 quarter turns after “turned”")
            turn, rest = int(rest[1]), rest[2:]
        for word in rest:
            self.among(word, ("cleared", "explored"), place)
        return id, turn, set(rest)

    def take_tile(self, id: str, place: str) -> str:
        """Take a tile out of its stack."""
        g = self.g
        if id not in g.tiles or not g.tiles[id].back:
            raise self.bad(place, f"unknown tile “{id}”")
        return self.out_of(g.stacks[g.tiles[id].back], id, place, "tile")

    def players(self) -> None:
        """Characters, hands, Life Tokens and who is out."""
        g, doc = self.g, self.laid
        people = [person.id for person in g.cards.of_type("character")]
        in_box = g.box if GUARANTEED in g.variants else g.box[:-1]
        known = [own.character for own in doc.players.values() if own.character]
        humans = [id for id in people if not g.person(id).alien]
        spare = [id for id in dict.fromkeys([*in_box, *humans]) if id not in known]
        for name, own in doc.players.items():
            seat = self.seat(name, "players")
            place = f"players.{name}"
            g.life[seat] = g.kit.life if own.life is None else own.life
            self.within(own, PLAYER_BOUNDS, place)
            g.hands[seat] = [self.out_of(g.deck, card, f"{place}.hand", "supply") for card in own.hand]
            self.among(own.out, WAYS_OUT, f"{place}.out")
            g.out[seat] = own.out
            g.tainted[seat] = own.tainted
            if own.character:
                self.among(own.character, people, f"{place}.character")
            if own.character is not None:
                g.characters[seat] = own.character
        for seat, name in enumerate(g.names):
            own_position = doc.players.get(name)
            if own_position is None:
                g.life[seat] = g.kit.life
            if own_position is None or own_position.character is None:
                if not spare:
                    raise self.bad(f"players.{name}.character", "no character is left; say who this is")
                g.characters[seat] = spare.pop(0)
        self.once([who for who in g.characters if who], "players")
        if sum(g.person(who).alien for who in g.characters if who) > 1:
            self.doubt("players", "there is only one Alien character")
        self.once(doc.left, "left")
        g.left = [self.seat(name, "left") for name in doc.left] or [seat for seat, how in enumerate(g.out) if how]
        g.lost_life = doc.lost_life
        g.bank = doc.bank

    def supplies(self) -> None:
        """Leftover stack, piles and deck."""
        g, doc = self.g, self.laid
        over = [id for id in reversed(g.box) if id not in g.characters and GUARANTEED not in g.variants]
        stack = doc.leftover or LeftoverPosition(over[0] if over else "")
        people = [person.id for person in g.cards.of_type("character")]
        g.leftover_character = self.among(stack.character, ("", *people), "leftover.character")
        for who in (*doc.box, *(s.character for s in doc.put_out)):
            self.among(who, people, "box")
        g.leftover = [self.out_of(g.deck, card, "leftover.cards", "supply") for card in stack.cards]
        g.box = list(doc.box)
        g.put_out = [
            (s.character, tuple(self.out_of(g.deck, card, "put_out", "supply") for card in s.cards))
            for s in doc.put_out
        ]
        g.pair = [self.out_of(g.deck, card, "pair", "supply") for card in doc.pair]
        for name, texts, pile in (("discards", doc.discards, g.discards), ("removed", doc.removed, g.removed)):
            for text in texts:
                card, knower = self.seen(text, name)
                pile.append((self.out_of(g.deck, card, name, "supply"), knower))
        if doc.attempt is not None:
            for card in (*doc.attempt.shown, *doc.attempt.open_cards):
                self.out_of(g.deck, card, "attempt", "supply")
            for given in doc.attempt.given.values():
                for card in given.cards:
                    self.out_of(g.deck, card, "attempt.given", "supply")
        if doc.deck is not None:
            g.deck = Pile(self.out_of(g.deck, card, "deck", "supply") for card in doc.deck)

    def tiles(self) -> None:
        """Tile discards, tiles in the leader's hand, and what is left in the stacks."""
        g, doc = self.g, self.laid
        for name, texts, pile in (("thrown", doc.thrown, g.thrown), ("drawn", doc.drawn, g.drawn)):
            for text in texts:
                tile, knower = self.seen(text, name)
                pile.append((self.take_tile(tile, name), knower))
        if doc.single is not None:
            g.single = Pile(self.take_tile(tile, "single") for tile in doc.single)
        g.reshuffles = int(g.single is not None) if doc.reshuffles is None else doc.reshuffles
        for back, tiles in (doc.stacks or {}).items():
            self.among(back, BACKS, "stacks")
            left = [self.take_tile(tile, f"stacks.{back}") for tile in tiles]
            g.stacks[back] = Pile(left)

    def attempt(self) -> None:
        """The attempt that is going on, if one is."""
        g, doc = self.g, self.laid.attempt
        if doc is None:
            return
        self.within(doc, ATTEMPT_BOUNDS, "attempt")
        target = self.cell(doc.target, "attempt.target")
        if target not in g.desert.placed or not g.desert.placed[target].tile.obstacle:
            raise self.bad("attempt.target", f"expected a tile with an obstacle at {doc.target}")
        given: list[list[str]] = [[] for _ in g.names]
        tokens = [0] * g.seats
        for name, own in doc.given.items():
            seat = self.seat(name, "attempt.given")
            self.within(own, GIVEN_BOUNDS, f"attempt.given.{name}")
            given[seat], tokens[seat] = list(own.cards), own.tokens
        g.attempt = Attempt(
            target, given, tokens, [], list(doc.shown), list(doc.open_cards), doc.open_tokens, doc.raised
        )

    def knowledge(self) -> None:
        """What seats know of other hands, and what has been claimed."""
        g, doc = self.g, self.laid
        for name, rows in doc.known.items():
            for holder, cards in rows.items():
                place = f"known.{name}.{holder}"
                seats = self.seat(name, place), self.seat(holder, place)
                if any(card not in g.cards for card in cards):
                    raise self.bad(place, f"unknown card in {list(cards)}")
                g.known[seats] = list(cards)
        for claim in doc.claims:
            if len(claim) != 3:
                raise self.bad("claims", "expected player, holds, lacks, played or threw, and what")
            verb = self.among(claim[1], CLAIMS, "claims")
            g.claims.append((self.seat(claim[0], "claims"), verb, self.among(claim[2], (*g.cards, *KINDS), "claims")))


def place(g: Expedition, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene's [table] says.

    Raises:
        BadInput: naming the place and what was expected.
    """
    Layout(g, structure(doc, TablePosition, file, "table"), file, ()).run()
