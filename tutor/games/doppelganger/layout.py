"""Laying out a table as a scene writes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tutor.engine.files import BadInput, structure
from tutor.engine.game import Position
from tutor.engine.piles import Pile
from tutor.games.doppelganger.cards import BACKS
from tutor.games.doppelganger.desert import POINTS_A_TURN, Cell, cell_at
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


class Layout:
    """Lays out one table as a [table] says; every card and tile used comes out of the deck or the stacks."""

    def __init__(self, g: Expedition, doc: TablePosition, file: str) -> None:
        self.g = g
        self.doc = doc
        self.file = file

    def run(self) -> None:
        """Lay out everything."""
        g, doc = self.g, self.doc
        self.desert()
        self.players()
        self.supplies()
        self.tiles()
        self.attempt()
        self.knowledge()
        g.leader = self.seat(doc.leader or g.names[0], "leader")
        g.first_receiver = self.seat(doc.first_receiver or g.names[0], "first_receiver")
        g.points = POINTS_A_TURN if doc.points is None else doc.points
        g.inherited = doc.inherited
        g.map_tokens = g.map_tokens if doc.map_tokens is None else doc.map_tokens
        self.among(doc.ending, ENDINGS, "ending")
        g.ending = doc.ending
        if not doc.ending:
            g.agenda.append(("turn/two-action-points", g.leader) if doc.points is None else ("turn/sequential",))

    def wrong(self, place: str, expected: str) -> BadInput:
        """An error at a place of the [table]."""
        return BadInput(self.file, f"table.{place}", expected)

    def among(self, value: str, allowed: Iterable[str], place: str) -> None:
        """Refuse a word that is not one of those allowed."""
        if value not in allowed:
            raise self.wrong(place, f"expected one of {', '.join(a or 'empty' for a in allowed)}, got “{value}”")

    def seat(self, name: str, place: str) -> int:
        """The seat of a player."""
        self.among(name, self.g.names, place)
        return self.g.seat(name)

    def cell(self, name: str, place: str) -> Cell:
        """The cell of a name."""
        try:
            return cell_at(name)
        except ValueError as error:
            raise self.wrong(place, str(error)) from None

    def seen(self, text: str, place: str) -> Seen:
        """A card face down with who knows it."""
        card, by, name = text.partition(" seen by ")
        if by:
            return card, self.seat(name, place)
        return (text.removesuffix(" unseen"), NOBODY) if text.endswith(" unseen") else (text, EVERYBODY)

    def take(self, pile: Pile, card: str, place: str, kind: str) -> str:
        """Take a card out of the box, where it has to be."""
        if card not in self.g.cards or self.g.cards.type_of(card) != kind:
            raise self.wrong(place, f"unknown {kind} “{card}”")
        if card in pile.bag:
            pile.bag.remove(card)
        else:
            self.g.doubt(self.wrong(place, f"no {card} is left"))
        return card

    def desert(self) -> None:
        """The placed tiles, their Map Tokens and the pawn."""
        g, doc = self.g, self.doc.desert
        for name, words in doc.tiles.items():
            place = f"desert.tiles.{name}"
            cell = self.cell(name, place)
            if cell in g.desert.placed:
                raise self.wrong(place, "a tile lies there already")
            id, turn, marks = self.tile_words(words, place)
            self.take_tile(id, place)
            g.desert.place(cell, g.tiles[id], turn)
            if "cleared" in marks:
                g.desert.cleared.add(cell)
            if "explored" in marks:
                g.desert.explored.add(cell)
        team = self.cell(doc.team, "desert.team")
        if team not in g.desert.placed:
            raise self.wrong("desert.team", f"expected a cell with a tile, got “{doc.team}”")
        g.desert.team = team

    def tile_words(self, words: str, place: str) -> tuple[str, int, set[str]]:
        """Take `heat-5 turned 2 cleared` apart."""
        id, *rest = words.split() or [""]
        turn = 0
        if rest[:1] == ["turned"]:
            if len(rest) < 2 or rest[1] not in ("0", "1", "2", "3"):
                raise self.wrong(place, "expected 0 to 3 quarter turns after “turned”")
            turn, rest = int(rest[1]), rest[2:]
        for word in rest:
            self.among(word, ("cleared", "explored"), place)
        return id, turn, set(rest)

    def take_tile(self, id: str, place: str) -> str:
        """Take a tile out of its stack."""
        g = self.g
        if id not in g.tiles or not g.tiles[id].back:
            raise self.wrong(place, f"unknown tile “{id}”")
        return self.take(g.stacks[g.tiles[id].back], id, place, "tile")

    def players(self) -> None:
        """Characters, hands, Life Tokens and who is out."""
        g, doc = self.g, self.doc
        people = [person.id for person in g.cards.of_type("character")]
        in_box = g.box if GUARANTEED in g.variants else g.box[:-1]
        known = [own.character for own in doc.players.values() if own.character]
        humans = [id for id in people if not g.person(id).alien]
        spare = [id for id in dict.fromkeys([*in_box, *humans]) if id not in known]
        for name, own in doc.players.items():
            seat = self.seat(name, "players")
            place = f"players.{name}"
            g.life[seat] = g.kit.life if own.life is None else own.life
            if g.life[seat] < 0:
                self.g.doubt(self.wrong(f"{place}.life", f"expected at least 0, got {own.life}"))
            g.hands[seat] = [self.take(g.deck, card, f"{place}.hand", "supply") for card in own.hand]
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
                    raise self.wrong(f"players.{name}.character", "no character is left; say who this is")
                g.characters[seat] = spare.pop(0)
        g.left = [self.seat(name, "left") for name in doc.left] or [seat for seat, how in enumerate(g.out) if how]
        g.lost_life = doc.lost_life
        g.bank = doc.bank

    def supplies(self) -> None:
        """Leftover stack, piles and deck."""
        g, doc = self.g, self.doc
        over = [id for id in reversed(g.box) if id not in g.characters and GUARANTEED not in g.variants]
        stack = doc.leftover or LeftoverPosition(over[0] if over else "")
        g.leftover_character = stack.character
        g.leftover = [self.take(g.deck, card, "leftover.cards", "supply") for card in stack.cards]
        g.box = list(doc.box)
        g.put_out = [
            (s.character, tuple(self.take(g.deck, card, "put_out", "supply") for card in s.cards)) for s in doc.put_out
        ]
        g.pair = [self.take(g.deck, card, "pair", "supply") for card in doc.pair]
        for name, texts, pile in (("discards", doc.discards, g.discards), ("removed", doc.removed, g.removed)):
            for text in texts:
                card, knower = self.seen(text, name)
                pile.append((self.take(g.deck, card, name, "supply"), knower))
        if doc.attempt is not None:
            for card in (*doc.attempt.shown, *doc.attempt.open_cards):
                self.take(g.deck, card, "attempt", "supply")
            for given in doc.attempt.given.values():
                for card in given.cards:
                    self.take(g.deck, card, "attempt.given", "supply")
        if doc.deck is not None:
            g.deck = Pile(self.take(g.deck, card, "deck", "supply") for card in doc.deck)

    def tiles(self) -> None:
        """Tile discards, tiles in the leader's hand, and what is left in the stacks."""
        g, doc = self.g, self.doc
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
        g, doc = self.g, self.doc.attempt
        if doc is None:
            return
        target = self.cell(doc.target, "attempt.target")
        if target not in g.desert.placed or not g.desert.placed[target].tile.obstacle:
            raise self.wrong("attempt.target", f"expected a tile with an obstacle at {doc.target}")
        given: list[list[str]] = [[] for _ in g.names]
        tokens = [0] * g.seats
        for name, own in doc.given.items():
            seat = self.seat(name, "attempt.given")
            given[seat], tokens[seat] = list(own.cards), own.tokens
        g.attempt = Attempt(
            target, given, tokens, [], list(doc.shown), list(doc.open_cards), doc.open_tokens, doc.raised
        )

    def knowledge(self) -> None:
        """What seats know of other hands, and what has been claimed."""
        g, doc = self.g, self.doc
        for name, rows in doc.known.items():
            for holder, cards in rows.items():
                place = f"known.{name}.{holder}"
                seats = self.seat(name, place), self.seat(holder, place)
                if any(card not in g.cards for card in cards):
                    raise self.wrong(place, f"unknown card in {list(cards)}")
                g.known[seats] = list(cards)
        for claim in doc.claims:
            if len(claim) != 3:
                raise self.wrong("claims", "expected player, holds, lacks, played or threw, and what")
            g.claims.append((self.seat(claim[0], "claims"), claim[1], claim[2]))


def place(g: Expedition, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene's [table] says.

    Raises:
        BadInput: naming the place and what was expected.
    """
    Layout(g, structure(doc, TablePosition, file, "table"), file).run()
