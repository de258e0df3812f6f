"""How positions write what only this game has: the desert, face-down piles, knowledge and attempts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.core.fields import HIDDEN
from tutor.engine.core.piles import Pile
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import Kind, Look, declared
from tutor.games.doppelganger.cards import BACKS, KINDS
from tutor.games.doppelganger.desert import START, Cell, Desert, Placed, cell_at, cell_name, neighbours
from tutor.games.doppelganger.people import people

EVERYBODY = -1
UNSEEN = -2
Seen = tuple[str, *tuple[int, ...]]
"""A face-down card or tile, and who knows it: one or more seats in ascending order, `EVERYBODY` or `UNSEEN`."""


def known_to(seat: int, seen: Seen) -> bool:
    """Whether a seat knows a face-down card or tile."""
    return seat in seen or EVERYBODY in seen


def seen_by(seats: Iterable[int], card: str) -> Seen:
    """Return a face-down card or tile with those who know it, each seat once; `UNSEEN` counts for none."""
    return card, *(sorted(set(seats) - {UNSEEN}) or [UNSEEN])


Claim = tuple[int, str, str]
"""A claim: the seat, the verb (`holds`, `lacks`, `played` or `threw`), and a card or a kind of tile."""

CLAIMS = ("holds", "lacks", "played", "threw")


# -- the desert --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaidDesert:
    """The map: a tile for each cell, such as `heat-5 turned 2 cleared`; START is always there."""

    team: str = "START"
    tiles: dict[str, str] = field(default_factory=dict)


def read_cell(p: Placing, name: str, place: str) -> Cell:
    """Return the cell of a name."""
    try:
        return cell_at(name)
    except ValueError as error:
        raise p.bad(place, str(error)) from None


def read_desert(p: Placing, said: LaidDesert, place: str) -> Desert:
    """Return the desert with the placed tiles, their Map Tokens and the pawn."""
    desert: Desert = p.g.desert
    for name, words in said.tiles.items():
        at = f"{place}.tiles.{name}"
        cell = read_cell(p, name, at)
        if cell in desert.placed:
            raise p.bad(at, "there is a tile here already")
        id, turn, marks = _tile_words(p, words, at)
        take_tile(p, id, at)
        desert.place(cell, p.g.tiles[id], turn)
        if "cleared" in marks:
            desert.cleared.add(cell)
            if not p.g.tiles[id].obstacle:
                p.implausible(at, f"“{id}” has no obstacle to be cleared")
        if "explored" in marks:
            desert.explored.add(cell)
    desert.team = read_cell(p, said.team, f"{place}.team")
    if desert.team not in desert.placed:
        raise p.bad(f"{place}.team", f"expected a cell with a tile, got “{said.team}”")
    tile = desert.placed[desert.team].tile
    if tile.kind == "canyon" or (tile.obstacle and desert.team not in desert.cleared):
        p.implausible(f"{place}.team", f"the Team cannot be on {tile.name} at {said.team}")
    apart = set() if desert.law.detached else desert.placed.keys() - _reached(desert)
    for cell in sorted(apart):
        p.implausible(f"{place}.tiles.{cell_name(cell)}", "this tile is not connected to START")
    return desert


def _reached(desert: Desert) -> set[Cell]:
    """Return the cells of tiles that are connected to START along sides."""
    reached, queue = {START}, [START]
    for cell in queue:
        for beside in neighbours(cell):
            if beside in desert.placed and beside not in reached:
                reached.add(beside)
                queue.append(beside)
    return reached


def _tile_words(p: Placing, words: str, place: str) -> tuple[str, int, set[str]]:
    """Split a text such as `heat-5 turned 2 cleared` into tile, turn and marks."""
    id, *rest = words.split() or [""]
    turn = 0
    if rest[:1] == ["turned"]:
        if len(rest) < 2 or rest[1] not in ("0", "1", "2", "3"):
            raise p.bad(place, "expected 0 to 3 quarter turns after “turned”")
        turn, rest = int(rest[1]), rest[2:]
    for word in rest:
        p.among(word, ("cleared", "explored"), place)
    return id, turn, set(rest)


def take_tile(p: Placing, id: str, place: str) -> str:
    """Take a tile out of its stack."""
    if id not in p.g.tiles or not p.g.tiles[id].back:
        raise p.bad(place, f"unknown tile “{id}”")
    return p.take([id], place, "tile")[0]


def tile_text(desert: Desert, cell: Cell, here: Placed) -> str:
    """Return a placed tile as `heat-5 turned 2 cleared`."""
    words = [here.tile.id] + ([f"turned {here.turn}"] if here.turn else [])
    words += ["cleared"] if cell in desert.cleared else []
    return " ".join(words + (["explored"] if cell in desert.explored else []))


def write_desert(look: Look, desert: Desert) -> dict[str, Any]:
    """Return the map, which everybody sees."""
    cells = sorted(cell for cell in desert.placed if cell != START)
    return {
        "team": cell_name(desert.team),
        "tiles": {cell_name(cell): tile_text(desert, cell, desert.placed[cell]) for cell in cells},
    }


# -- piles -------------------------------------------------------------------------------------------------------------


def closed(look: Look) -> bool:
    """Whether the sizes of piles are hidden from the viewer."""
    return look.seat is not None and look.g.reading("secrecy/piles-closed") == "sizes-hidden"


def size(look: Look, cards: Iterable[str]) -> Any:
    """Return the cards of a pile for a viewer who sees everything, otherwise their number or nothing."""
    listed = sorted(cards)
    return listed if look.seat is None else HIDDEN if closed(look) else len(listed)


@dataclass(slots=True, kw_only=True)
class Stock(Kind[Pile | None]):
    """A pile in unknown order; None if a position does not have it."""

    take: Callable[[Placing, str, str], str]

    def taken(self, value: Any, p: Placing, place: str) -> Pile:
        return Pile([self.take(p, card, place) for card in value])

    def write(self, value: Pile | None, look: Look) -> Mapping[str, Any]:
        return {} if value is None else {self.key: size(look, value.cards())}

    def cards(self, value: Pile | None) -> Iterable[str]:
        return () if value is None else value.cards()


def take_supply(p: Placing, card: str, place: str) -> str:
    """Take a supply card out of the deck."""
    return p.take([card], place, "supply")[0]


def supply_deck() -> Any:
    """Declare the supply deck; by default in a position, it has all supplies that are nowhere else."""
    return declared(Deck(type=tuple[str, ...], blank=None, take=take_supply, late=True), default_factory=Pile)


def single_stack() -> Any:
    """Declare the single stack that is made of discarded tiles; None before that."""
    return declared(Stock(type=tuple[str, ...], blank=None, take=take_tile), default=None)


class Deck(Stock):
    """A stock that has all that is left if a position does not give it."""

    def read(self, laid: Any, p: Placing, place: str) -> Pile:
        said = getattr(laid, self.key)
        return self.taken(p.left_of(getattr(p.g, self.name).cards()) if said is None else said, p, self.key)


def read_stacks(p: Placing, said: dict[str, tuple[str, ...]], place: str) -> dict[str, Pile]:
    """Return the stacks by their backs; by default, each has all its tiles that are nowhere else."""
    for back in said:
        p.among(back, BACKS, place)
    return {
        back: Pile([take_tile(p, id, f"{place}.{back}") for id in said.get(back, p.left_of(stack.cards()))])
        for back, stack in p.g.stacks.items()
    }


@dataclass(slots=True, kw_only=True)
class FaceDown(Kind[list[Seen]]):
    """Face-down cards or tiles, each known to nobody, some seats or everybody."""

    take: Callable[[Placing, str, str], str]
    may_close: bool

    def taken(self, value: Any, p: Placing, place: str) -> list[Seen]:
        found = []
        for text in value:
            seen = _read_seen(p, text, place)
            self.take(p, seen[0], place)
            found.append(seen)
        return found

    def written(self, value: list[Seen], look: Look) -> Any:
        if self.may_close and closed(look):
            return HIDDEN
        return [_write_seen(look, seen) for seen in value]

    def cards(self, value: list[Seen]) -> Iterable[str]:
        return [card for card, *_ in value]


def face_down(take: Callable[[Placing, str, str], str], may_close: bool = False) -> Any:
    """Declare cards or tiles face down, written `rope`, `rope seen by Ada`, `rope seen by Ada; Ben` or `rope unseen`.

    Args:
        take: Takes a card or tile by its id from those that are left.
        may_close: Whether one reading hides the size of the pile.
    """
    kind = FaceDown(type=tuple[str, ...], blank=(), take=take, may_close=may_close)
    return declared(kind, default_factory=list)


def _read_seen(p: Placing, text: str, place: str) -> Seen:
    card, by, names = text.partition(" seen by ")
    if by:
        return seen_by([p.seat(name, place) for name in names.split("; ")], card)
    return (text.removesuffix(" unseen"), UNSEEN) if text.endswith(" unseen") else (text, EVERYBODY)


def _write_seen(look: Look, seen: Seen) -> str:
    card, *knowers = seen
    if look.seat is None:
        marks = {EVERYBODY: "", UNSEEN: " unseen"}
        by = "; ".join(look.g.names[seat] for seat in knowers if seat not in marks)
        return card + (f" seen by {by}" if by else marks[knowers[0]])
    if known_to(look.seat, seen):
        return card
    return f"{HIDDEN} {look.g.tiles[card].back}" if card in look.g.tiles else HIDDEN


# -- stacks of setup --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaidStack:
    """The stack of a character and supplies."""

    character: str = ""
    cards: tuple[str, ...] = ()


def read_leftover(p: Placing, said: LaidStack, place: str) -> list[str]:
    """Take over the character that was left over, and return its supplies."""
    p.g.leftover_character = p.among(said.character, ("", *people(p.g)), f"{place}.character")
    return p.take(said.cards, f"{place}.cards", "supply")


def write_leftover(look: Look, cards: list[str]) -> dict[str, Any]:
    """Return the stack that was left over, which nobody sees."""
    character = look.g.leftover_character
    if look.seat is None:
        return {"character": character, "cards": sorted(cards)}
    return {"character": HIDDEN if character else "", "cards": [HIDDEN] * len(cards)}


def read_put_out(p: Placing, said: tuple[LaidStack, ...], place: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the stacks of setup that nobody has been given yet."""
    for stack in said:
        p.among(stack.character, people(p.g), "box")
    return [(stack.character, tuple(p.take(stack.cards, place, "supply"))) for stack in said]


def write_put_out(look: Look, stacks: list[tuple[str, tuple[str, ...]]]) -> list[dict[str, Any]]:
    """Return the same stacks as far as the viewer knows them, face down."""
    if look.seat is None:
        return [{"character": who, "cards": list(cards)} for who, cards in stacks]
    return [{"character": HIDDEN, "cards": [HIDDEN] * len(cards)} for _, cards in stacks]


# -- knowledge ---------------------------------------------------------------------------------------------------------

Known = dict[tuple[int, int], list[str]]
"""The known cards in hands, by (seat that knows, holder)."""


def read_known(p: Placing, said: dict[str, dict[str, tuple[str, ...]]], place: str) -> Known:
    """Return what seats know of other players' hands."""
    found: Known = {}
    for name, rows in said.items():
        for holder, cards in rows.items():
            at = f"{place}.{name}.{holder}"
            if any(card not in p.g.cards for card in cards):
                raise p.bad(at, f"unknown card in {list(cards)}")
            found[p.seat(name, at), p.seat(holder, at)] = list(cards)
    return found


def write_known(look: Look, known: Known) -> dict[str, Any]:
    """Return what the viewer knows of other players' hands."""
    found: dict[str, Any] = {}
    for (knower, holder), cards in sorted(known.items()):
        if cards and look.seat in (None, knower):
            found.setdefault(look.g.names[knower], {})[look.g.names[holder]] = sorted(cards)
    return found


def read_claims(p: Placing, said: tuple[tuple[str, ...], ...], place: str) -> list[Claim]:
    """Return the claims of a position."""
    found = []
    for claim in said:
        if len(claim) != 3:
            raise p.bad(place, "expected a player, then holds, lacks, played or threw, then a card or a kind of tile")
        about = p.among(claim[2], (*p.g.cards, *KINDS), place)
        found.append((p.seat(claim[0], place), p.among(claim[1], CLAIMS, place), about))
    return found


# -- an attempt --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LaidGift:
    """What a player has put into the pile, as a position writes it."""

    cards: tuple[str, ...] = ()
    tokens: int = 0


def read_target(p: Placing, said: str, place: str) -> Cell:
    """Return the cell of the tile that the Team attempts to clear."""
    target = read_cell(p, said, place)
    if target not in p.g.desert.placed or not p.g.desert.placed[target].tile.obstacle:
        raise p.bad(place, f"expected a tile with an obstacle at {said}")
    return target


def read_given(p: Placing, said: dict[str, LaidGift], place: str) -> list[list[str]]:
    """Return the cards that each seat has put into the pile."""
    given: list[list[str]] = [[] for _ in p.g.names]
    for name, own in said.items():
        given[p.seat(name, place)] = p.take(own.cards, place, "supply")
    return given


def write_given(look: Look, given: list[list[str]]) -> dict[str, Any]:
    """Return what everybody has put into the pile, as far as the viewer knows it."""
    g = look.g
    counts = g.reading("secrecy/contribution-counts-public") == "counts-public"
    found = {}
    for other, name in enumerate(g.names):
        cards, tokens = given[other], g.attempt.tokens[other]
        if cards or tokens or not counts:
            hidden: Any = [HIDDEN] * len(cards) if counts else HIDDEN
            found[name] = {"cards": sorted(cards) if look.seat in (None, other) else hidden, "tokens": tokens}
    return found
