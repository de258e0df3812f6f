"""The places of a written position, and changing it piece by piece, as its game's table declares them.

A place is where a card can be (a zone, a slot, a row with a card of its own) or a value that can be set (a counter, a
flag, a word). Paths lead into the table: names of keys and numbers of list items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from typing import Any

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.shapes import Shape
from tutor.engine.core.state import shapes_on
from tutor.engine.core.table import Table, plain
from tutor.lab.writing import Doc

Path = tuple[str | int, ...]
"""Where something is in a [table]."""

CARD = "card"
"""The key of a row's own card, if a declaration says no more than its type."""

LONGEST_LABEL = 44
"""The longest docstring of a field, in characters, that can be its label."""

MOST_KEYS = 9
"""The largest number under which new entries of a map of numbered places are tried."""

EMPTY = {"cards": [], "list": [], "rows": [], "map": {}, "slot": "", "word": "", "count": 0, "flag": False, "row": {}}
"""What a position says if there is nothing, by the kind of shape."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card in its place. `entry` is the path of everything that moves with it."""

    path: Path
    card: str
    text: str
    """The text that is written there, with whatever is beside the card's id."""
    entry: Path


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a position.

    `kind` is `cards` (any number), `slot` (one card), `keys` (cards with something of their own), `entries` (rows with
    a card each), `map` (named places with a card each), `part` (a row that is not there yet), `count`, `flag`, `word`
    or `list`.
    """

    path: Path
    kind: str
    value: Any
    shape: Shape
    """What the table declares here."""
    pieces: tuple[Piece, ...] = ()

    @property
    def label(self) -> str:
        """The path in words."""
        return " · ".join(str(part + 1) if isinstance(part, int) else part.replace("_", " ") for part in self.path)

    @property
    def words(self) -> str:
        """What it is, in the table's words if they are short, otherwise by its path."""
        told = self.shape.text.partition(". ")[0].partition(";")[0].partition(":")[0].rstrip(".")
        if (
            not told
            or told.startswith("Empty")
            or len(told) > LONGEST_LABEL
            or not self.path
            or isinstance(self.path[-1], int)
        ):
            return self.label
        return " · ".join(filter(None, [Place(self.path[:-1], "", None, self.shape).label, told]))

    @property
    def blank_row(self) -> bool:
        """Whether the place can have another row that is still blank."""
        if self.kind != "entries" or (self.shape.most is not None and len(self.value) >= self.shape.most):
            return False
        parts = (self.shape.each.parts or {}) if self.shape.each is not None else {}
        return not any(part.must for part in parts.values())

    def takes(self, piece: Piece, cards: CardSet[Any]) -> bool:
        """Whether the declaration lets a piece be here; where cards are only named, it has to come from the box."""
        shape = self.shape
        if self.kind in ("count", "flag") or (self.kind in ("word", "list") and shape.known and not shape.named):
            return False
        if shape.named:
            return not piece.entry and (not shape.of or cards.type_of(piece.card) in shape.of)
        if self.kind == "entries" and shape.most is not None and len(self.value) >= shape.most:
            return False
        if self.kind in ("entries", "map") and shape.each is not None:
            shape = shape.each
        return self.kind in ("keys", "list", "word") or any(True for _ in holding(shape, piece.card, cards, ("",)))


BOX = Place((), "box", None, Shape(kind="cards", known=True))
"""The box, a place off the table: new cards come from it, and cards that are taken away go into it."""


def from_box(card: str) -> Piece:
    """A card that comes from off the table."""
    return Piece((), card, card, ())


def brought(card: str, places: Sequence[Place]) -> Piece:
    """A card to be placed somewhere, from the longest pile that has it or, if there is none, from the box."""
    piles = [
        place for place in places if place.kind == "cards" and place.path[0] != "players" and not place.shape.named
    ]
    piles.sort(key=lambda place: -len(place.pieces))
    return next((piece for pile in piles for piece in pile.pieces if piece.card == card), from_box(card))


def added(doc: Mapping[str, Any], to: Place) -> Doc:
    """The [table] with another row that is still blank.

    Raises:
        BadInput: if no such row can be there.
    """
    if not to.blank_row:
        raise BadInput("the position", spelled(to.path), "cannot have a blank entry")
    return _with(doc, to.path, [*to.value, [] if to.shape.each and to.shape.each.kind != "row" else {}])


def places_of(doc: Mapping[str, Any], table: Table) -> list[Place]:
    """All places of a [table] in the order in which such a table declares them."""
    return list(_parts(shapes_on(table), doc, (), table))


def _parts(shapes: Mapping[str, Shape], said: Mapping[str, Any], path: Path, g: Table) -> Iterator[Place]:
    for key, shape in shapes.items():
        yield from _walk(shape, said.get(key), (*path, key), g, path if shape.must and path else (*path, key))


def _walk(shape: Shape, said: Any, path: Path, g: Table, entry: Path) -> Iterator[Place]:
    """The places under a path; `entry` is what is removed together with a single card there."""
    value: Any = said
    if said is None:
        value = EMPTY[shape.kind] if shape.must or shape.follows else plain(shape.blank)
    if type(value) in (int, bool):
        yield Place(path, "flag" if type(value) is bool else "count", value, shape)
    elif shape.kind == "row":
        if said is not None:
            yield from _parts(shape.parts or {}, said, path, g)
        elif shape.follows:
            yield Place(path, "part", None, shape)
    elif shape.kind == "map":
        yield from _map(shape, value, path, g)
    elif shape.kind == "rows":
        yield Place(path, "entries", value, shape)
        for n, item in enumerate(value):
            yield from _walk(shape.each or shape, item, (*path, n), g, (*path, n))
    elif isinstance(value, list):
        cards = [_card(shape, text, g) for text in value]
        if shape.kind == "cards" or (cards and all(cards)):
            pieces = [Piece((*path, n), card, value[n], (*path, n)) for n, card in enumerate(cards)]
            yield Place(path, "cards", value, shape, tuple(pieces))
        else:
            yield Place(path, "list", value, shape)
    elif card := _card(shape, value, g):
        yield Place(path, "slot", value, shape, (Piece(path, card, value, entry),))
    else:
        yield Place(path, shape.kind, value, shape)


def _map(shape: Shape, value: Mapping[str, Any], path: Path, g: Table) -> Iterator[Place]:
    each = shape.each or shape
    if shape.seats or (value and {*value} <= {*g.names}):
        pass
    elif each.kind == "word" and not shape.known:
        yield Place(path, "map", value, shape)
    elif shape.known or (all(card_in(key, g.cards) for key in value) and (value or not _own(each))):
        pieces = [Piece((*path, key), card_in(key, g.cards), key, (*path, key)) for key in value]
        yield Place(path, "keys", value, shape, tuple(pieces))
    elif each.kind == "row":
        yield Place(path, "map", value, shape)
    for key, part in value.items():
        yield from _walk(each, part, (*path, key), g, (*path, key))


def _card(shape: Shape, text: Any, g: Table) -> str:
    """The card that a text names; empty if, according to the declaration, it cannot name one."""
    if not isinstance(text, str) or (shape.kind in ("word", "list") and shape.known and not shape.named):
        return ""
    return card_in(text, g.cards)


def card_in(text: str, cards: CardSet[Any]) -> str:
    """The card that a text of a position names: `heat-5 turned 2` and `stove-2` are heat-5 and a stove."""
    head = text.partition(" ")[0]
    if head in cards:
        return head
    stem, _, number = head.rpartition("-")
    return stem if number.isdecimal() and stem in cards else ""


def _own(shape: Shape) -> list[str]:
    """The keys of a row's own card; the row exists only together with this card."""
    parts = shape.parts or {}
    return [key for key, part in parts.items() if part.must and (part.kind == "slot" or key == CARD)]


def holding(shape: Shape, card: str, cards: CardSet[Any], names: Sequence[str]) -> Iterator[Any]:
    """Yield what a place of this shape can say if it contains a card and nothing else."""
    fits = not shape.of or cards.type_of(card) in shape.of
    match shape.kind:
        case "slot" | "word" if fits and (shape.kind == "slot" or not shape.known):
            yield card
        case "cards" | "list" if fits and (shape.kind == "cards" or not shape.known):
            yield [card]
        case "row":
            parts = shape.parts or {}
            loose = [key for key, part in parts.items() if part.kind in ("cards", "slot", "list") and not part.named]
            for key in _own(shape) or loose:
                rest = [other for other, part in parts.items() if part.must and other != key]
                for said in product(*(parts[other].among or names for other in rest)):
                    others = dict(zip(rest, said, strict=True))
                    yield from ({key: inside, **others} for inside in holding(parts[key], card, cards, names))


# -- changing ------------------------------------------------------------------------------------------------------


def at(table: Any, path: Path, blank: Any = ...) -> Any:
    """What is at a path, or `blank` if nothing is there.

    Raises:
        BadInput: if there is nothing, and no `blank` for it.
    """
    for part in path:
        try:
            table = table[part]
        except (KeyError, IndexError, TypeError):
            if blank is not ...:
                return blank
            raise BadInput("the position", spelled(path), "there is nothing there") from None
    return table


def spelled(path: Path) -> str:
    """A path as errors write it: `table.players.Ada.hand[2]`."""
    return "table" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def moved(doc: Mapping[str, Any], piece: Piece, to: Place, table: Table, name: str = "") -> Iterator[Doc]:
    """Yield the [table]s with a piece in another place, the likeliest way to write it first.

    Args:
        doc: The [table].
        piece: What moves.
        to: Where to.
        table: A table of this game.
        name: The name of a new entry of a map; numbers are tried if it is empty.
    """
    carried = at(doc, piece.entry) if piece.entry else None
    rest, target = _without(doc, piece, to.path) if piece.entry else (dict(doc), to.path)
    there = at(rest, target, to.value)
    each = to.shape.each or to.shape
    new: list[Any] = [carried] if isinstance(carried, dict) and {*carried} <= {*(each.parts or ())} else []
    new += holding(each, piece.card, table.cards, table.names)
    match to.kind:
        case "box":
            yield rest
        case "cards" | "list":
            yield from (_with(rest, target, [*there, text]) for text in dict.fromkeys((piece.text, piece.card)))
        case "entries" | "part":
            yield from (_with(rest, target, row if to.kind == "part" else [*there, row]) for row in new)
        case "keys":
            key = piece.text if piece.text not in there else f"{piece.card}-{len(there) + 1}"
            for own in (carried, 1 if each.kind == "count" else EMPTY[each.kind]):
                if own is not None and type(own) is not str:
                    yield _with(rest, target, {**there, key: own})
        case "map":
            free = [name] if name else [str(n) for n in range(1, MOST_KEYS + 1) if str(n) not in there]
            yield from (_with(rest, target, {**there, key: row}) for key in free for row in new[:1])
        case _:
            yield from _put_in(rest, piece, to, target, there)


def _put_in(rest: Doc, piece: Piece, to: Place, target: Path, there: str) -> Iterator[Doc]:
    """Put a card into a slot; a card that was in it goes to where the other came from, if that is a list or a slot."""
    full = _with(rest, target, piece.card)
    if to.kind == "word" or not there or not piece.entry:
        yield full
        return
    home = piece.entry[:-1]
    left = at(full, home) if home else full
    if isinstance(left, list):
        yield _with(full, home, [*left, to.pieces[0].card])
    elif piece.entry == piece.path and isinstance(left, dict) and piece.path[-1] in left:
        yield _with(full, piece.path, to.pieces[0].card)


def _without(table: Mapping[str, Any], piece: Piece, target: Path) -> tuple[Doc, Path]:
    """The table without a piece, and where the target is then."""
    rest: Doc = deepcopy(dict(table))
    *home, last = piece.entry
    inside = at(rest, tuple(home))
    if isinstance(inside, list) or piece.text == last or piece.entry != piece.path:
        del inside[last]
    else:
        inside[last] = ""
    depth = len(home)
    shifts = isinstance(inside, list) and target[:depth] == tuple(home) and len(target) > depth
    if shifts and isinstance(target[depth], int) and isinstance(last, int) and target[depth] > last:  # type: ignore[operator]
        return rest, (*home, target[depth] - 1, *target[depth + 1 :])  # type: ignore[operator]
    return rest, target


def _with(table: Mapping[str, Any], path: Path, value: Any) -> Doc:
    changed: Doc = deepcopy(dict(table))
    if not path:
        return dict(value)
    at(changed, path[:-1])[path[-1]] = deepcopy(value)
    return changed


def set_to(table: Mapping[str, Any], place: Place, text: str) -> Doc:
    """The table with another value in a place, as somebody typed it.

    Raises:
        BadInput: if the text is not such a value.
    """
    where = spelled(place.path)
    words = [word.strip() for word in text.split(",") if word.strip()]
    match place.kind:
        case "flag":
            if text not in ("yes", "no"):
                raise BadInput("the position", where, f"expected yes or no, got “{text[:40]}”")
            return _with(table, place.path, text == "yes")
        case "count":
            return _with(table, place.path, _number(text, where))
        case "word" | "slot":
            return _with(table, place.path, text.strip())
        case "cards" | "list":
            numbers = place.shape.each is not None and place.shape.each.kind == "count"
            return _with(table, place.path, [_number(word, where) for word in words] if numbers else words)
        case _:
            raise BadInput("the position", where, "can only be changed in the scene’s text")


def _number(text: str, where: str) -> int:
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 7):
        raise BadInput("the position", where, f"expected a whole number, got “{text[:40]}”")
    return int(text)
