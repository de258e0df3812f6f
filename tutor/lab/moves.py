"""Where a card of a position could be, and moving it there, by trying ways to write this until the game accepts one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tutor.engine.book.files import BROKEN, BadInput
from tutor.engine.core.game import Game, cards_in
from tutor.engine.core.table import Table
from tutor.lab.places import BOX, Path, Piece, Place, at, moved, spelled
from tutor.lab.scenes import scene_of
from tutor.lab.sparing import uncounted
from tutor.lab.writing import Doc

MOST_DRAWN = 16
"""Places with more cards than this are piles; their cards are not drawn one by one."""

MENTIONS = 3
"""How many other lists may name a card that is moved away."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A place where a piece could be, and why no game would put it there."""

    place: Place
    against: tuple[str, ...] = ()
    zone: str = ""
    """The zone of the drawn table in which the card would be seen."""
    names: tuple[str, ...] = ()
    """The names that it could have there, if it needs a name that is not a number, such as the open cells of a map."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A changed table: as a scene writes it, as the game lays it out, and what in it no game leads to."""

    written: Doc
    table: Table
    misfits: tuple[BadInput, ...]


def move(game: Game, doc: Mapping[str, Any], piece: Piece, to: Place, name: str = "") -> Doc:
    """The scene with a piece in another place.

    Raises:
        BadInput: if it cannot be there.
    """
    return {**doc, "table": _moved(game, {**doc, "table": uncounted(game, doc)}, piece, to, name).written}


def _moved(game: Game, doc: Mapping[str, Any], piece: Piece, to: Place, name: str = "") -> Laid:
    fault = BadInput("the position", spelled(to.path), f"“{piece.card}” cannot be there")
    empty = game.empty(scene_of(doc).setup(game))
    for table in moved(doc["table"], piece, to, empty, name):
        try:
            laid = _laid_without_mentions(game, {**doc, "table": table}, piece.card)
        except BadInput as error:
            fault = error
        else:
            if to.shape.known or _lies_at(game.position(laid.table, None), to.path, piece.card):
                return laid
    raise fault


def _lies_at(position: Mapping[str, Any], path: Path, card: str) -> bool:
    """Whether the position, written down again, has a card there, or in a row of the same list."""
    first_row = next((n for n, part in enumerate(path) if isinstance(part, int)), len(path))
    try:
        return card in json.dumps(at(position, path[:first_row]))
    except BadInput:
        return False


def _laid_without_mentions(game: Game, doc: Mapping[str, Any], card: str) -> Laid:
    """The table, if it can be laid out; a card is removed from lists that name it in its old place."""
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
    misfits: list[BadInput] = []
    table = scene_of(doc).lay_out(game, implausible=misfits.append)
    try:
        game.view(table, None)
    except BROKEN as error:
        raise BadInput("the position", "table", f"{game.title} cannot show such a table") from error
    return Laid(doc["table"], table, tuple(misfits))


def _named_at(table: Any, place: str) -> Any:
    """The value at the place that an error names, such as `table.players.Ada.spilled`."""
    for part in place.split(".")[1:]:
        table = table.get(part) if isinstance(table, Mapping) else None
    return table


def destinations(game: Game, doc: Mapping[str, Any], piece: Piece, places: Sequence[Place]) -> list[Destination]:
    """The places where a piece could be: where the game can lay it out and keeps it as one of its pieces.

    Places without any reason against them come first.
    """
    start = {**doc, "table": uncounted(game, doc)}
    before = _lay(game, start)
    known, seen = {misfit.expected for misfit in before.misfits}, _drawn(game, before.table)
    cells = [cell["name"] for cell in game.view(before.table, None).get("map", {}).get("rim", ())]
    found = []
    for place in [*places, BOX]:
        if _is_home(place, piece) or not (place is BOX or place.takes(piece, before.table.cards)):
            continue
        names = (
            cells if place.kind == "map" and place.shape.each is not None and place.shape.each.kind == "word" else []
        )
        try:
            after = _moved(game, start, piece, place, next(iter(names), ""))
        except BadInput:
            continue
        if place is BOX or not piece.entry or _keeps(game, before.table, after.table):
            against = [misfit.expected for misfit in after.misfits if misfit.expected not in known]
            zone = _only_zone(_drawn(game, after.table) - seen)
            found.append(Destination(place, tuple(dict.fromkeys(against)), zone, tuple(names)))
    return sorted(found, key=lambda one: bool(one.against))


Drawn: TypeAlias = tuple[str, str]
"""A card on the drawn table: the id of its zone, and its name there."""


def _drawn(game: Game, table: Table) -> Counter[Drawn]:
    """Return what is drawn where, with everything open."""
    zones = game.view(table, None).get("zones", [])
    return Counter((zone["id"], card["name"]) for zone in zones for card in cards_in(zone))


def _only_zone(drawn: Counter[Drawn]) -> str:
    zones = {zone for zone, _ in drawn}
    return zones.pop() if len(zones) == 1 else ""


def drawn_pieces(game: Game, doc: Mapping[str, Any], places: Sequence[Place]) -> dict[Drawn, Piece]:
    """Which piece of the position each drawn card is: the piece without which the card is no longer drawn."""
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
    """Whether two tables have the same pieces, and the same number of those that are only counted."""
    old, new = game.position(before, None), game.position(after, None)
    counts = [key for key, value in old.items() if type(value) is int]
    return game.conserved(before) == game.conserved(after) and all(old[key] == new.get(key) for key in counts)


def _is_home(place: Place, piece: Piece) -> bool:
    if not piece.entry:
        return place is BOX
    return place.path == piece.path[:-1] or (place is not BOX and place.path[: len(piece.entry)] == piece.entry)
