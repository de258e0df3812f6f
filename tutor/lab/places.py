"""The places of a written position, and changing it piece by piece: any game's [table], read by its shape alone.

A place is where a card can lie (a list, a slot, an entry that is named by its card) or a value that can be set (a
counter, a flag, a word). Paths lead into the table: names of keys and numbers of list items.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

from tutor.engine.cards import CardSet
from tutor.engine.files import BadInput
from tutor.engine.game import Game
from tutor.engine.scene import Scene
from tutor.engine.table import Table, plain
from tutor.lab.branch import BROKEN, doc_of, scene_of
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


# -- what a game makes of it ---------------------------------------------------------------------------------------

BOX = Place((), "box", None)
"""Off the table: from here a card comes that lies nowhere yet, and here it goes when it is taken away."""

MOST_DRAWN = 16
"""Places with more cards than this are piles; their cards are not drawn one by one."""

MENTIONS = 3
"""How many lists may name a card that leaves, besides the one it leaves."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A place where a piece could lie, and why no game would put it there."""

    place: Place
    against: tuple[str, ...] = ()
    zone: str = ""
    """The zone of the drawn table in which the card would be seen."""


def from_box(card: str) -> Piece:
    """A card that comes from off the table."""
    return Piece((), card, card, ())


@dataclass(frozen=True, slots=True)
class Laid:
    """A changed table as a scene writes it, as the game lays it out, and what no game leads to in it."""

    written: Doc
    table: Table
    doubts: tuple[BadInput, ...]


def move(game: Game, doc: Mapping[str, Any], piece: Piece, to: Place, name: str = "") -> Doc:
    """The scene in which a piece lies in another place.

    Raises:
        BadInput: if it cannot lie there.
    """
    return {**doc, "table": _moved(game, {**doc, "table": uncounted(game, doc)}, piece, to, name).written}


def _moved(game: Game, doc: Mapping[str, Any], piece: Piece, to: Place, name: str = "") -> Laid:
    fault = BadInput("the position", spelled(to.path), f"“{piece.card}” cannot lie there")
    for table in moved(doc["table"], piece, to, name):
        try:
            laid = _laid_without_mentions(game, {**doc, "table": table}, piece.card)
        except BadInput as error:
            fault = error
        else:
            if to is BOX or _lies_at(game.position(laid.table, None), to.path, piece.card):
                return laid
    raise fault


def _lies_at(position: Mapping[str, Any], path: Path, card: str) -> bool:
    """Whether a game that wrote its table down again knows of a card there, or in a row of the same list."""
    first_row = next((n for n, part in enumerate(path) if isinstance(part, int)), len(path))
    try:
        return card in json.dumps(at(position, path[:first_row]))
    except BadInput:
        return False


def _laid_without_mentions(game: Game, doc: Mapping[str, Any], card: str) -> Laid:
    """The table, if it can be laid out; lists that name a card where it no longer lies forget it."""
    written: Doc = doc["table"]
    for left in range(MENTIONS, -1, -1):
        try:
            return _lay(game, {**doc, "table": written})
        except BadInput as error:
            named = _named_at(written, error.place)
            if not left or not isinstance(named, list) or card not in named:
                raise
            named.remove(card)
    raise AssertionError("the last try returns or raises")


def _lay(game: Game, doc: Mapping[str, Any]) -> Laid:
    doubts: list[BadInput] = []
    table = scene_of(doc).lay_out(game, doubt=doubts.append)
    try:
        game.view(table, None)
    except BROKEN as error:
        raise BadInput("the position", "table", f"{game.title} cannot show such a table: {error!r}") from None
    return Laid(doc["table"], table, tuple(doubts))


def _named_at(table: Any, place: str) -> Any:
    """What an error's place names, as `table.players.Ada.spilled`."""
    for part in place.split(".")[1:]:
        table = table.get(part) if isinstance(table, Mapping) else None
    return table


def uncounted(game: Game, doc: Mapping[str, Any]) -> Doc:
    """The table without the counts that follow from the rest, so that they follow from what is changed."""
    wanted = _laid(game, scene_of(doc))
    table: Doc = dict(doc["table"])
    for key in [key for key, value in table.items() if type(value) is int]:
        less = {other: value for other, value in table.items() if other != key}
        if less and _same(game, {**doc, "table": less}, wanted):
            table = less
    return table


def destinations(game: Game, doc: Mapping[str, Any], piece: Piece, places: Sequence[Place]) -> list[Destination]:
    """Where a piece could lie: where the game can lay it out, and keeps it as one of its pieces.

    Those against which nothing can be said come first.
    """
    start = {**doc, "table": uncounted(game, doc)}
    before = _lay(game, start)
    known, seen = {doubt.expected for doubt in before.doubts}, _drawn(game, before.table)
    counted = piece.card in json.dumps(plain(game.conserved(before.table)))
    found = []
    for place in [*places, BOX]:
        if place.kind in ("count", "flag") or _is_home(place, piece):
            continue
        if place.kind == "word" and (place.value or not counted):
            continue
        try:
            after = _moved(game, start, piece, place)
        except BadInput:
            continue
        if place is BOX or not piece.entry or _keeps(game, before.table, after.table):
            against = [doubt.expected for doubt in after.doubts if doubt.expected not in known]
            zone = _only_zone(_drawn(game, after.table) - seen)
            found.append(Destination(place, tuple(dict.fromkeys(against)), zone))
    return sorted(found, key=lambda one: bool(one.against))


Drawn: TypeAlias = tuple[str, str]
"""A card on the drawn table: the id of its zone, and its name there."""


def _drawn(game: Game, table: Table) -> Counter[Drawn]:
    """What is drawn where, all lying open."""
    zones = game.view(table, None).get("zones", [])
    return Counter(
        (zone["id"], card["name"])
        for zone in zones
        for card in (*zone.get("cards", []), *(card for slot in zone.get("slots", []) for card in slot["cards"]))
    )


def _only_zone(drawn: Counter[Drawn]) -> str:
    zones = {zone for zone, _ in drawn}
    return zones.pop() if len(zones) == 1 else ""


def drawn_pieces(game: Game, doc: Mapping[str, Any], places: Sequence[Place]) -> dict[Drawn, Piece]:
    """Which piece of the position every drawn card is: the one without which it is drawn no more."""
    start = {**doc, "table": uncounted(game, doc)}
    seen = _drawn(game, _lay(game, start).table)
    found: dict[Drawn, Piece] = {}
    for piece in (piece for place in places if len(place.pieces) <= MOST_DRAWN for piece in place.pieces):
        try:
            gone = seen - _drawn(game, _moved(game, start, piece, BOX).table)
        except BadInput:
            continue
        if len(gone) == 1:
            found.setdefault(next(iter(gone)), piece)
    return found


def _keeps(game: Game, before: Table, after: Table) -> bool:
    """Whether two tables have the same pieces, and as many in what is only counted."""
    old, new = game.position(before, None), game.position(after, None)
    counts = [key for key, value in old.items() if type(value) is int]
    return game.conserved(before) == game.conserved(after) and all(old[key] == new.get(key) for key in counts)


def _is_home(place: Place, piece: Piece) -> bool:
    if not piece.entry:
        return place is BOX
    return place.path == piece.path[:-1] or (place is not BOX and place.path[: len(piece.entry)] == piece.entry)


def spared(game: Game, doc: Mapping[str, Any]) -> Doc:
    """A scene without what its game lays out anyway: shorter to read, the same table."""
    scene = scene_of(doc)
    wanted = _laid(game, scene)
    kept: Doc = deepcopy(dict(doc["table"]))
    for path in _sparable(kept):
        *home, last = path
        inside = at(kept, tuple(home))
        value = inside.pop(last)
        if not kept or not _same(game, {**doc_of(scene), "table": kept}, wanted):
            inside[last] = value
    order = {key: n for n, key in enumerate(doc["table"])}
    return {**doc, "table": dict(sorted(kept.items(), key=lambda item: order[item[0]]))}


def _sparable(table: Mapping[str, Any]) -> list[Path]:
    """What might be left out: the longest lists first, since piles hold what lies nowhere else."""
    own: list[Path] = [
        ("players", name, key) for name, player in (table.get("players") or {}).items() for key in list(player)
    ]
    return [*sorted(((key,) for key in table if key != "players"), key=lambda path: -_size(table[path[0]])), *own]


def _size(value: Any) -> int:
    return len(value) if isinstance(value, list | dict) else 0


def _laid(game: Game, scene: Scene) -> tuple[Any, Any]:
    table: Table = scene.lay_out(game, doubt=(lambda misfit: None) if scene.anyway else None)
    return game.position(table, None), table.agenda


def _same(game: Game, doc: Mapping[str, Any], wanted: tuple[Any, Any]) -> bool:
    try:
        return _laid(game, scene_of(doc)) == wanted
    except BadInput:
        return False
