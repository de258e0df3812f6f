"""Any situation of the game as plain data in the book's words, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tutor.engine.asks import Rule, draw
from tutor.engine.cards import CardSet
from tutor.engine.files import BadInput
from tutor.engine.game import Position, Setup
from tutor.engine.piles import Pile
from tutor.games.shelter.cards import ARK, CODE, CODE_PART, LOTTERY_BOX, NEEDS, ROOM, RUBBLE
from tutor.games.shelter.rules.death import in_item_deck
from tutor.games.shelter.rules.setup import STEPS
from tutor.games.shelter.rules.spaceship import builders_required
from tutor.games.shelter.table import ARK_WIN, DEAD, LAST_WIN, SHIP_WIN, Place, Player, Shelter

FATES = ("", DEAD, ARK_WIN, SHIP_WIN, LAST_WIN)
FLAGS = ("skipping", "done", "code_shown")
COUNTS = ("skips", "items_used")
MARKS = ("overdue", "started", "raised", "spared")
"""Lists of the three attributes that fall; each is written as the names of those it holds for."""
PLAYER_KEYS = ("character", "personality", "health", *NEEDS, *MARKS, *COUNTS, *FLAGS,
               "items", "gained", "turned_down", "place", "fate")  # fmt: skip
TABLE_KEYS = ("day", "players", "progress", "ready", "order", "next", "furniture", "room", "specials",
              "furniture_deck", "furniture_discard", "item_deck", "item_discard", "removed", "over")  # fmt: skip
PLACE_KEYS = ("durability", "spent", "worked", "cover", "used_by")


@lru_cache(maxsize=16)
def box(cards: CardSet[Any], hostile: bool, code: str) -> dict[str, tuple[str, ...]]:
    """What each deck starts with under these readings, and what lies beside the table."""
    decks = {
        kind: tuple(id for id in cards.deck(kind) if hostile or not cards[id].hostile) for kind in ("furniture", "item")
    }
    for kind in ("character", "personality"):
        decks[kind] = tuple(cards.deck(kind))
    unused = CODE if code == "code-parts" else CODE_PART
    specials = [id for id in cards.deck("special_furniture", "special_item") if id != unused]
    if code == "deck-item":
        decks["item"] += tuple(id for id in specials if id == CODE)
        specials = [id for id in specials if id != CODE]
    return {**decks, "specials": tuple(specials)}


def empty(setup: Setup) -> Shelter:
    """A table before its set-up: all cards in their decks, the special ones beside it."""
    readings = setup.readings
    hostile = readings["overview/no-direct-attack"] == "stand-in-hostile"
    decks = box(setup.cards, hostile, readings["ark/how-to-get-code"])
    return Shelter(
        setup.names,
        readings,
        setup.variants,
        setup.cards,
        players=[Player() for _ in setup.names],
        furniture_deck=Pile(decks["furniture"]),
        item_deck=Pile(decks["item"]),
        characters=Pile(decks["character"]),
        personalities=Pile(decks["personality"]),
        specials=list(decks["specials"]),
    )


def begin(g: Shelter) -> None:
    """Put the set-up on the agenda."""
    g.agenda += [(step,) for step in STEPS]


# -- writing ------------------------------------------------------------


def position(g: Shelter, seat: int | None) -> Position:
    """The position as a scene would write it, as `seat` knows it."""
    doc: Position = {
        "day": g.day,
        "progress": g.progress,
        "order": [g.names[one] for one in g.order],
        "next": agenda_text(g),
        "players": {name: _player(g, of, seat) for of, name in enumerate(g.names)},
        "furniture": {key: _place(g, place) for key, place in g.places.items() if key != ROOM},
        "specials": sorted(g.specials),
        "furniture_deck": _deck(g, g.furniture_deck, seat),
        "furniture_discard": sorted(g.furniture_discard),
        "item_deck": _deck(g, g.item_deck, seat),
        "item_discard": sorted(g.item_discard),
    }
    if ROOM in g.places:
        room = g.places[ROOM]
        doc["room"] = {"required": room.limit, "spent": room.spent, "worked": room.worked}
    if g.removed:
        doc["removed"] = sorted(g.removed)
    if g.ready:
        doc["ready"] = True
    if g.over:
        doc["over"] = g.over
    return doc


def agenda_text(g: Shelter) -> list[str]:
    """What comes next as texts: a rule id, and the player whose turn it is."""
    running = [("turn/sequence", g.acting)] if g.acting >= 0 else []
    return [" ".join([str(task[0]), *(g.names[seat] for seat in task[1:])]) for task in [*running, *g.agenda]]


def _player(g: Shelter, of: int, seat: int | None) -> dict[str, Any]:
    player = g.players[of]
    known = seat is None or seat == of
    doc: dict[str, Any] = {
        "character": player.character,
        "personality": player.personality,
        "health": player.health,
        **dict(zip(NEEDS, player.needs, strict=True)),
        "items": shown_items(g, player.items, known),
        "place": player.place,
    }
    for mark in MARKS:
        doc[mark] = [need for need, holds in zip(NEEDS, getattr(player, mark), strict=True) if holds]
    for key in (*COUNTS, *FLAGS, "fate"):
        if getattr(player, key):
            doc[key] = getattr(player, key)
    if player.gained:
        doc["gained"] = shown_items(g, player.gained, known)
    if player.turned_down:
        doc["turned_down"] = {key: [g.names[one] for one in seats] for key, seats in player.turned_down.items()}
    return doc


def shown_items(g: Shelter, items: Sequence[str], known: bool) -> list[str]:
    """Items as somebody sees them: special items come from face up beside the table, so all know who has them."""
    return sorted(item if known or public(g, item) else "?" for item in items)


def public(g: Shelter, item: str) -> bool:
    """Whether everybody knows who holds this item."""
    return g.cards.type_of(item) == "special_item" and not in_item_deck(g, item)


def _place(g: Shelter, place: Place) -> Any:
    doc: dict[str, Any] = {"durability": place.durability}
    for key in ("spent", "worked", "cover"):
        if getattr(place, key):
            doc[key] = getattr(place, key)
    if place.used_by:
        doc["used_by"] = [g.names[seat] for seat in place.used_by]
    return place.durability if len(doc) == 1 else doc


def _deck(g: Shelter, pile: Pile, seat: int | None) -> Any:
    """The number of cards; all of them by name where they are not simply what lies nowhere else."""
    if seat is not None or Counter(pile.cards()) == _elsewhere(g, pile):
        return len(pile)
    return sorted(pile.cards())


def _elsewhere(g: Shelter, pile: Pile) -> Counter[str]:
    """The cards of this deck's kind that lie nowhere but in it."""
    fresh = empty(Setup(g.names, g.readings, g.variants, g.cards))
    items = pile is g.item_deck
    whole = Counter((fresh.item_deck if items else fresh.furniture_deck).cards())
    return whole - Counter(g.removed) - Counter(_out_items(g) if items else _out_furniture(g))


def _out_items(g: Shelter) -> list[str]:
    return [*g.item_discard, *(item for player in g.players for item in player.items)]


def _out_furniture(g: Shelter) -> list[str]:
    return [*g.furniture_discard, *(place.card for place in g.places.values())]


# -- reading ------------------------------------------------------------


def place(g: Shelter, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene says.

    Raises:
        BadInput: naming the file, the place and what was expected.
    """
    _known_keys(doc, TABLE_KEYS, file, "table")
    g.day = _whole(doc.get("day", 1), file, "table.day")
    g.progress = _whole(doc.get("progress", 0), file, "table.progress")
    g.ready = bool(doc.get("ready", False))
    g.over = doc.get("over", "")
    _place_furniture(g, doc, file)
    for name, own in doc.get("players", {}).items():
        _place_player(g, _seat(g, name, file, "table.players"), own, "specials" in doc, file)
    _place_piles(g, doc, file)
    if ROOM in g.places:
        _place_room(g, doc)
    if len(g.inside()) < 2 and not g.over and all(player.fate != ARK_WIN for player in g.players):
        g.doubt(BadInput(file, "table.players", "the game is over as soon as fewer than two survivors are left"))
    order = doc.get("order", [name for seat, name in enumerate(g.names) if not g.players[seat].fate])
    g.order = [_seat(g, name, file, "table.order") for name in order]
    for seat in sorted(range(g.seats), key=lambda one: g.order.index(one) if one in g.order else g.seats):
        key = g.players[seat].place
        if key:
            g.places[key].tokens.append(seat)
            g.places[key].taken += 1
            g.places[key].untouched = False
    _place_agenda(g, doc, file)


def _place_room(g: Shelter, doc: Position) -> None:
    room = {"required": builders_required(g), "spent": 0, "worked": False, **doc.get("room", {})}
    place = g.places[ROOM]
    place.limit, place.taken, place.worked = room["required"], room["spent"], room["worked"]


def _place_agenda(g: Shelter, doc: Position, file: str) -> None:
    if "next" not in doc:
        waiting = [seat for seat in g.order if not (g.players[seat].done or g.players[seat].place)]
        g.agenda += [("turn/sequence", seat) for seat in waiting]
        g.agenda.append(("turn/end-of-round-sequence",))
        return
    for text in doc["next"]:
        id, _, name = str(text).partition(" ")
        g.agenda.append((id, _seat(g, name, file, "table.next")) if name else (id,))


def _place_furniture(g: Shelter, doc: Position, file: str) -> None:
    aside = doc.get("specials")
    for key, state in doc.get("furniture", {}).items():
        _lay(g, key, state, file)
    placed = "setup/place-room" not in doc.get("next", ())
    if placed:
        g.lay(ROOM)
    for card in (ARK, LOTTERY_BOX) if placed else ():
        if card not in g.places and (aside is None or card not in aside):
            g.lay(card)
            g.specials.remove(card)
    if aside is not None:
        for card in aside:
            _check_card(g, card, file, "table.specials")
        g.specials = list(aside)


def _lay(g: Shelter, key: str, state: Any, file: str) -> None:
    where = f"table.furniture.{key}"
    card = key if key in g.cards else key.rpartition("-")[0]
    _check_card(g, card, file, where)
    if g.cards.type_of(card) not in ("furniture", "special_furniture") or card == RUBBLE:
        raise BadInput(file, where, f"{card} is no furniture to choose")
    if g.cards.type_of(card) == "special_furniture":
        g.specials.remove(card)
    else:
        _take(g, g.furniture_deck, card, file, where)
    new = g.places[g.lay(card, key)]
    state = state if isinstance(state, dict) else {"durability": state}
    _known_keys(state, PLACE_KEYS, file, where)
    new.durability = _whole(state.get("durability", new.durability), file, where, least=-1)
    new.taken = _whole(state.get("spent", 0), file, where)
    new.worked = bool(state.get("worked", False))
    new.cover = state.get("cover", "")
    if new.cover:
        _check_card(g, new.cover, file, where)
        if new.cover in g.specials:
            g.specials.remove(new.cover)
    new.used_by = [_seat(g, name, file, where) for name in state.get("used_by", [])]
    new.look_over()


def _place_player(g: Shelter, seat: int, own: Mapping[str, Any], listed: bool, file: str) -> None:
    where = f"table.players.{g.names[seat]}"
    _known_keys(own, PLAYER_KEYS, file, where)
    player = g.players[seat]
    for kind, pile in (("character", g.characters), ("personality", g.personalities)):
        if own.get(kind):
            _take(g, pile, own[kind], file, f"{where}.{kind}")
            setattr(player, kind, own[kind])
    player.health = _whole(own.get("health", 3), file, f"{where}.health")
    player.needs = [_whole(own.get(need, 3), file, f"{where}.{need}") for need in NEEDS]
    player.overdue = [not level for level in player.needs]
    for mark in MARKS:
        if mark in own:
            setattr(player, mark, [need in own[mark] for need in NEEDS])
    for key in (*COUNTS, *FLAGS):
        setattr(player, key, type(getattr(player, key))(own.get(key, 0)))
    player.fate = own.get("fate", "")
    if player.fate not in FATES:
        raise BadInput(file, f"{where}.fate", f"expected one of {', '.join(FATES[1:])}, got “{player.fate}”")
    player.place = own.get("place", "")
    if player.place and player.place not in g.places:
        raise BadInput(file, f"{where}.place", f"“{player.place}” is not on the table; there are {', '.join(g.places)}")
    player.turned_down = {
        key: [_seat(g, name, file, f"{where}.turned_down.{key}") for name in names]
        for key, names in own.get("turned_down", {}).items()
    }
    player.gained = list(own.get("gained", []))
    player.items = list(own.get("items", []))
    for item in player.items:
        _take_item(g, item, listed, file, f"{where}.items")


def _take_item(g: Shelter, item: str, listed: bool, file: str, where: str) -> None:
    _check_card(g, item, file, where)
    if public(g, item):
        if item in g.specials and not listed:
            g.specials.remove(item)
    else:
        _take(g, g.item_deck, item, file, where)


def _place_piles(g: Shelter, doc: Position, file: str) -> None:
    g.removed = list(doc.get("removed", []))
    g.furniture_discard = list(doc.get("furniture_discard", []))
    g.item_discard = list(doc.get("item_discard", []))
    for card in (*g.removed, *g.furniture_discard, *g.item_discard):
        _check_card(g, card, file, "table.discards")
        for pile in (g.furniture_deck, g.item_deck):
            if card in pile.cards():
                pile.take_any(card)
                break
    for key, pile in (("furniture_deck", g.furniture_deck), ("item_deck", g.item_deck)):
        cards = doc.get(key, len(pile))
        if isinstance(cards, list):
            for card in cards:
                _check_card(g, card, file, f"table.{key}")
            pile.bag[:] = cards
        elif cards != len(pile):
            g.doubt(BadInput(file, f"table.{key}", f"{len(pile)} cards are left for it, not {cards}; or list them"))


def _check_card(g: Shelter, card: str, file: str, where: str) -> None:
    if card not in g.cards:
        raise BadInput(file, where, f"unknown card “{card}”")


def _take(g: Shelter, pile: Pile, card: str, file: str, where: str) -> None:
    try:
        pile.take_any(card)
    except ValueError:
        g.doubt(BadInput(file, where, f"there is no (other) copy of “{card}” in its deck"))


def _seat(g: Shelter, name: str, file: str, where: str) -> int:
    if name not in g.names:
        raise BadInput(file, where, f"no player “{name}”; there are {', '.join(g.names)}")
    return g.seat(name)


def _whole(value: Any, file: str, where: str, least: int = 0) -> int:
    if type(value) is not int or value < least:
        raise BadInput(file, where, f"expected a whole number from {least}, got {value!r}")
    return value


def _known_keys(doc: Mapping[str, Any], known: Sequence[str], file: str, where: str) -> None:
    for key in doc:
        if key not in known:
            raise BadInput(file, f"{where}.{key}", f"unknown; known are {', '.join(known)}")


# -- what cannot be known ------------------------------------------------------------


def imagine(g: Shelter, seat: int) -> Rule[None]:
    """Deal anew the items that others hold in secret."""
    hidden = [0] * g.seats
    for other, player in enumerate(g.players):
        if other != seat:
            secret = [item for item in player.items if not public(g, item)]
            hidden[other] = len(secret)
            g.item_deck.mix_in(secret)
            player.items = [item for item in player.items if public(g, item)]
    for other, n in enumerate(hidden):
        if n:
            player = g.players[other]
            fresh = [item for item in player.gained if public(g, item)]
            new = len(player.gained) - len(fresh)
            cards = yield from draw(g.item_deck, n, "items/hidden", seen_by=())
            player.items += cards
            player.gained = [*fresh, *cards[:new]]


def conserved(g: Shelter) -> Any:
    """All cards of the game, wherever they are."""
    covers = [place.cover for place in g.places.values() if place.cover]
    cards = [
        *g.furniture_deck.cards(), *_out_furniture(g), *g.item_deck.cards(), *_out_items(g),
        *g.specials, *covers, *g.removed, *g.characters.cards(), *g.personalities.cards(),
        *(player.character for player in g.players if player.character),
        *(player.personality for player in g.players if player.personality),
    ]  # fmt: skip
    return sorted(card for card in cards if card != ROOM)
