"""The places of a written position, and changing it piece by piece: any game's [table], read by its shape alone.

A place is where a card can lie (a list, a slot, an entry that is named by its card) or a value that can be set (a
counter, a flag, a word). Paths lead into the table: names of keys and numbers of list items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.lab.writing import Doc

Path = tuple[str | int, ...]
"""Where something stands in a [table]."""

CARD = "card"
"""The key that names an entry's own card: the entry goes where its card goes."""

MOST_KEYS = 9
"""New entries of a map of numbered places are tried under the numbers up to this."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card where it lies. `entry` is the path of all that goes with it."""

    path: Path
    card: str
    text: str
    """As it is written there, with what stands beside the card's id."""
    entry: Path


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere in a position.

    `kind` is `cards` (any number), `slot` (one card), `keys` (cards with something of their own), `entries` (rows named
    by their card), `map` (named places with a card each), `count`, `flag`, `word` or `list`.
    """

    path: Path
    kind: str
    value: Any
    pieces: tuple[Piece, ...] = ()

    @property
    def label(self) -> str:
        """The path in words."""
        return " · ".join(str(part + 1) if isinstance(part, int) else part.replace("_", " ") for part in self.path)


BOX = Place((), "box", None)
"""Off the table: from here a card comes that lies nowhere yet, and here it goes when it is taken away."""


def from_box(card: str) -> Piece:
    """A card that comes from off the table."""
    return Piece((), card, card, ())


def places_of(table: Mapping[str, Any], cards: CardSet[Any]) -> list[Place]:
    """All places of a [table], in its order."""
    return list(_walk(table, (), cards))


def _walk(value: Any, path: Path, cards: CardSet[Any]) -> Iterator[Place]:
    if isinstance(value, Mapping):
        yield from _mapping(value, path, cards)
    elif isinstance(value, list):
        yield from _list(value, path, cards)
    elif isinstance(value, bool):
        yield Place(path, "flag", value)
    elif isinstance(value, int):
        yield Place(path, "count", value)
    elif card := card_in(value, cards):
        yield Place(path, "slot", value, (Piece(path, card, value, _entry(path)),))
    else:
        yield Place(path, "word", value)


def _mapping(value: Mapping[str, Any], path: Path, cards: CardSet[Any]) -> Iterator[Place]:
    keys = [key for key in value if card_in(key, cards)]
    if path and keys and len(keys) == len(value):
        yield Place(path, "keys", value, tuple(_named(path, key, cards) for key in keys))
    elif path and not isinstance(path[-1], int) and all(isinstance(v, dict) and CARD in v for v in value.values()):
        yield Place(path, "map", value)
    for key, part in value.items():
        yield from _walk(part, (*path, key), cards)


def _named(path: Path, key: str, cards: CardSet[Any]) -> Piece:
    return Piece((*path, key), card_in(key, cards), key, (*path, key))


def _list(value: list[Any], path: Path, cards: CardSet[Any]) -> Iterator[Place]:
    if all(isinstance(item, str) for item in value):
        pieces = [(n, item, card_in(item, cards)) for n, item in enumerate(value)]
        if all(card for _, _, card in pieces):
            yield Place(path, "cards", value, tuple(Piece((*path, n), c, t, (*path, n)) for n, t, c in pieces))
        else:
            yield Place(path, "list", value)
    elif all(isinstance(item, dict) for item in value):
        yield Place(path, "entries", value)
        for n, item in enumerate(value):
            yield from _walk(item, (*path, n), cards)
    elif all(isinstance(item, list) for item in value):
        for n, item in enumerate(value):
            yield from _walk(item, (*path, n), cards)
    else:
        yield Place(path, "list", value)


def _entry(path: Path) -> Path:
    return path[:-1] if path[-1] == CARD and len(path) > 1 else path


def card_in(text: str, cards: CardSet[Any]) -> str:
    """The card that a text of a position speaks of: `heat-5 turned 2` and `stove-2` are heat-5 and a stove."""
    head = text.partition(" ")[0]
    if head in cards:
        return head
    stem, _, number = head.rpartition("-")
    return stem if number.isdecimal() and stem in cards else ""


# -- changing ------------------------------------------------------------------------------------------------------


def at(table: Any, path: Path) -> Any:
    """What stands at a path.

    Raises:
        BadInput: if there is nothing.
    """
    for part in path:
        try:
            table = table[part]
        except (KeyError, IndexError, TypeError):
            raise BadInput("the position", spelled(path), "nothing stands there") from None
    return table


def spelled(path: Path) -> str:
    """A path as errors write it: `table.players.Ada.hand[2]`."""
    return "table" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def moved(table: Mapping[str, Any], piece: Piece, to: Place, name: str = "") -> Iterator[Doc]:
    """Yield the tables in which a piece lies in another place, the likeliest way to write it first.

    Args:
        table: The table.
        piece: What moves.
        to: Where to.
        name: How a new entry of a map is called; numbers are tried if it is empty.
    """
    carried = at(table, piece.entry) if piece.entry else piece.card
    rest, target = _without(table, piece, to.path) if piece.entry else (dict(table), to.path)
    there = at(rest, target)
    match to.kind:
        case "box":
            yield rest
        case "cards" | "list":
            for text in dict.fromkeys((piece.text, piece.card)):
                yield _with(rest, target, [*there, text])
        case "entries":
            row = carried if isinstance(carried, dict) else {CARD: piece.card}
            yield _with(rest, target, [*there, row])
            yield _with(rest, target, [*there, {CARD: piece.card}])
            yield _with(rest, target, [*there, {"cards": [piece.card]}])
        case "keys":
            key = piece.text if piece.text not in there else f"{piece.card}-{len(there) + 1}"
            forms: tuple[Any, ...] = (carried, [], {}, 1)
            for own in forms:
                yield _with(rest, target, {**there, key: own})
        case "map":
            row = carried if isinstance(carried, dict) else {CARD: piece.card}
            for key in [name] if name else [str(n) for n in range(1, MOST_KEYS + 1) if str(n) not in there]:
                yield _with(rest, target, {**there, key: row})
        case "slot" | "word":
            yield from _put_in(rest, piece, to, target, there)


def _put_in(rest: Doc, piece: Piece, to: Place, target: Path, there: str) -> Iterator[Doc]:
    """A slot holds one card: what lay in it goes where the other came from, if that is a list or a slot."""
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
    """The table without a piece, and where the target stands then."""
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
        BadInput: if the text is no such value.
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
            numbers = bool(place.value) and all(type(one) is int for one in place.value)
            return _with(table, place.path, [_number(word, where) for word in words] if numbers else words)
        case _:
            raise BadInput("the position", where, "is changed in the text")


def _number(text: str, where: str) -> int:
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 7):
        raise BadInput("the position", where, f"expected a whole number, got “{text[:40]}”")
    return int(text)
