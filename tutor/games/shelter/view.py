"""What each seat may see, as plain data for the desk to draw; and how the game stands."""

from __future__ import annotations

from typing import Any

from tutor.engine.game import Measure, Standing, View
from tutor.games.shelter.cards import NEEDS, ROOM, Character, Furniture, Personality, Used
from tutor.games.shelter.position import public
from tutor.games.shelter.rules.decay import Loss, dawn, loss_of, take
from tutor.games.shelter.table import ARK_WIN, DEAD, ENDLESS, LAST_WIN, SHIP_WIN, Shelter

WINS = (ARK_WIN, SHIP_WIN, LAST_WIN)
BIG_TOKEN = 5
"""A big durability token counts as so many small ones."""
FORECAST_DAYS = 20
COLUMNS = 12


def view(g: Shelter, seat: int | None) -> View:
    """Zones for the players, the places, the ship and the piles; the attributes as tracks with a forecast."""
    zones = [_ship(g), _places(g), *(_player(g, of, seat) for of in _from(g, seat)), _specials(g), _piles(g)]
    return {"zones": zones, "words_table": [_words(g, of) for of in _from(g, seat)]}


def _from(g: Shelter, seat: int | None) -> list[int]:
    """The seats, one's own first."""
    first = seat or 0
    return [(first + k) % g.seats for k in range(g.seats)]


# -- players ------------------------------------------------------------


def forecast(g: Shelter, seat: int) -> tuple[Loss, int | None]:
    """What this day's end takes from a player, and the day whose loss of health comes first without any help."""
    player = g.players[seat].copy()
    tonight = loss_of(g, seat, player)
    at_start = g.reading("health/from-next-round") == "next-round-start"
    for day in range(g.day, g.day + FORECAST_DAYS):
        loss = loss_of(g, seat, player)
        if loss.health:
            return tonight, day
        take(player, loss)
        if at_start and not all(player.needs):
            return tonight, day + 1
        dawn(player)
    return tonight, None


def _tracks(g: Shelter, seat: int) -> list[dict[str, Any]]:
    player = g.players[seat]
    tonight, _ = forecast(g, seat)
    levels = zip(("Health", *map(str.capitalize, NEEDS)), (player.health, *player.needs), strict=True)
    losses = (tonight.health, *tonight.needs)
    return [{"label": label, "n": n, "falls": min(n, falls)} for (label, n), falls in zip(levels, losses, strict=True)]


def warning(g: Shelter, seat: int) -> str:
    """When health starts to fall, in a few words."""
    player = g.players[seat]
    if player.fate:
        return player.fate.capitalize()
    tonight, day = forecast(g, seat)
    if day is None:
        return "Health is safe"
    if day == g.day:
        return f"Health falls by {tonight.health} tonight"
    when = "the start of" if g.reading("health/from-next-round") == "next-round-start" else "the end of"
    return f"Without help health falls from {when} day {day}"


def _player(g: Shelter, of: int, seat: int | None) -> dict[str, Any]:
    player = g.players[of]
    mine = seat is None or seat == of
    cards = [_character(g, of)] if player.character else []
    cards += [
        _item(g, item, f"{of}-{n}", mine) for n, item in enumerate(sorted(player.items, key=_hidden_last(g, mine)))
    ]
    return {
        "id": f"player-{of}",
        "label": g.names[of],
        "layout": "row",
        "cards": cards,
        "tracks": [] if player.fate else _tracks(g, of),
        "note": f"{warning(g, of)}. {_state(g, of)}".strip(),
        "lit": g.acting == of,
        "span": COLUMNS,
    }


def _hidden_last(g: Shelter, mine: bool) -> Any:
    return lambda item: (False, item) if mine else (not public(g, item), item if public(g, item) else "")


def _state(g: Shelter, of: int) -> str:
    player = g.players[of]
    parts = []
    if player.skipping:
        parts.append("Misses this round.")
    if player.skips:
        parts.append("Will miss the next round.")
    if any(player.spared):
        kept = ", ".join(need for need, holds in zip(NEEDS, player.spared, strict=True) if holds)
        parts.append(f"Keeps {kept} today.")
    return " ".join(parts)


def _character(g: Shelter, of: int) -> dict[str, Any]:
    player = g.players[of]
    card = g.cards[player.character]
    assert isinstance(card, Character)
    shown: dict[str, Any] = {
        "key": f"character-{of}",
        "id": card.id,
        "type": "character",
        "type_label": "Character",
        "origin": card.origin,
        "name": card.name,
        "text": card.text,
        "tag": card.colour,
    }
    if player.fate:
        shown["state"] = "out"
    elif g.acting == of:
        shown["state"] = "acting"
    if player.personality:
        personality = g.cards[player.personality]
        assert isinstance(personality, Personality)
        shown["held"] = [{"name": personality.name, "type": "personality", "origin": personality.origin}]
    return shown


def _item(g: Shelter, item: str, key: str, mine: bool) -> dict[str, Any]:
    if not (mine or public(g, item)):
        return {"key": f"item-{key}", "type": "item", "type_label": "Item", "name": "Item", "face": "down"}
    return _used_card(g, item, f"item-{key}") | {"option": f"use {item}"}


def _used_card(g: Shelter, id: str, key: str) -> dict[str, Any]:
    card = g.cards[id]
    assert isinstance(card, Used)
    kind = g.cards.type_of(id)
    return {
        "key": key,
        "id": id,
        "type": "item" if "item" in kind else "furniture",
        "type_label": kind.replace("_", " ").capitalize(),
        "origin": card.origin,
        "name": card.name,
        "text": card.text,
    }


def _words(g: Shelter, of: int) -> dict[str, str]:
    player = g.players[of]
    levels = ", ".join(f"{name} {n}" for name, n in zip(NEEDS, player.needs, strict=True))
    where = f" On {g.title(player.place)}." if player.place else ""
    words = f"Health {player.health}, {levels}. {len(player.items)} items.{where} {warning(g, of)}."
    return {"zone": g.names[of], "text": f"{words} {_state(g, of)}".strip()}


# -- places, ship and piles ------------------------------------------------------------


def _places(g: Shelter) -> dict[str, Any]:
    cards = [_place(g, key) for key in g.places if key != ROOM]
    return {"id": "places", "label": "Furniture", "layout": "row", "cards": cards, "span": COLUMNS}


def _place(g: Shelter, key: str) -> dict[str, Any]:
    place = g.places[key]
    card = g.cards[place.card]
    assert isinstance(card, Furniture)
    shown = _used_card(g, place.card, f"place-{key}") | {"name": g.title(key), "option": f"go {key}"}
    shown["stats"] = [{"label": "required" if place.shared else "users", "value": place.limit}]
    shown["tokens"] = _tokens(place.durability)
    standing = [{"name": g.names[seat], "type": "token"} for seat in place.tokens]
    if place.cover:
        cover = g.cards[place.cover]
        standing.append({"name": cover.name, "type": "cover", "origin": cover.origin})
    if standing:
        shown["held"] = standing
    if not place.durability or place.cover:
        shown["state"] = "out"
    return shown


def _tokens(durability: int) -> list[dict[str, Any]]:
    """Durability as the fewest tokens: big ones for five each, small ones for the rest."""
    if durability == ENDLESS:
        return []
    big, small = divmod(durability, BIG_TOKEN)
    tokens = [{"label": "durability, small", "n": small}] if small or not big else []
    return [{"label": "durability, big (5)", "n": big}, *tokens] if big else tokens


def _ship(g: Shelter) -> dict[str, Any]:
    zone: dict[str, Any] = {"id": "ship", "label": "Spaceship", "layout": "row", "cards": [], "span": COLUMNS}
    if ROOM in g.places:
        room = g.places[ROOM]
        card = _used_card(g, ROOM, "room") | {"type_label": "Construction room", "option": f"go {ROOM}"}
        card["held"] = [{"name": g.names[seat], "type": "token"} for seat in room.tokens]
        zone["cards"] = [card]
        zone["tracks"] = [
            {"label": "Progress", "n": g.shown(), "max": g.target()},
            {"label": "Builders here", "n": len(room.tokens), "max": room.limit},
        ]
    left = max(0, g.target() - g.progress)
    zone["note"] = f"Day {g.day}. {left} points of progress are missing." if g.day else "Before day 1."
    return zone


def _specials(g: Shelter) -> dict[str, Any]:
    cards = [_used_card(g, id, f"special-{n}") for n, id in enumerate(sorted(g.specials))]
    return {"id": "specials", "label": "Special cards not in play", "layout": "row", "cards": cards, "span": COLUMNS}


def _piles(g: Shelter) -> dict[str, Any]:
    tracks = [
        {"label": "Furniture deck", "n": len(g.furniture_deck)},
        {"label": "Furniture discards", "n": len(g.furniture_discard)},
        {"label": "Item deck", "n": len(g.item_deck)},
        {"label": "Item discards", "n": len(g.item_discard)},
    ]
    discards = ", ".join(g.title(card) for card in sorted(g.item_discard)) or "nothing"
    note = f"Item discards: {discards}."
    return {
        "id": "piles",
        "label": "Decks",
        "layout": "row",
        "cards": [],
        "tracks": tracks,
        "note": note,
        "span": COLUMNS,
    }


# -- standing ------------------------------------------------------------


def standing(g: Shelter) -> Standing:
    """Who has won so far and how; there are no points."""
    winners = tuple(seat for seat, player in enumerate(g.players) if player.fate in WINS)
    return Standing(bool(g.over), (), winners, g.over)


def _became(fate: str) -> Any:
    return lambda before, after, seat: after.players[seat].fate == fate != before.players[seat].fate


MEASURES = (
    Measure("dies", "dies", _became(DEAD)),
    Measure("ark", "escapes in the ark", _became(ARK_WIN)),
    Measure("ship", "leaves in the spaceship", _became(SHIP_WIN)),
    Measure("last", "is the last survivor", _became(LAST_WIN)),
    Measure("first", "acts first", lambda before, after, seat: after.order[:1] == [seat]),
    Measure("gains-item", "gains an item",
            lambda before, after, seat: len(after.players[seat].items) > len(before.players[seat].items)),
    Measure("loses-health", "loses health",
            lambda before, after, seat: after.players[seat].health < before.players[seat].health),
    Measure("progress", "sees the ship grow", lambda before, after, seat: after.progress > before.progress),
)  # fmt: skip
