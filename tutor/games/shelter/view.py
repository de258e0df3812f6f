"""What each seat can see, as plain data for the desk."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tutor.engine.core import Many, View, face_up, listed, marked, ordinal, zone
from tutor.games.shelter.cards import NEEDS, ROOM, as_shown, users_in_words
from tutor.games.shelter.people import Loss, special
from tutor.games.shelter.places import ENDLESS
from tutor.games.shelter.rules.decay import loss_of
from tutor.games.shelter.rules.spaceship import builders
from tutor.games.shelter.table import Shelter

FORECAST_DAYS = 20
WHOLE, HALF, THIRD = 12, 6, 4
"""Widths of zones, in columns of a grid of twelve."""


def view(g: Shelter, seat: int | None) -> View:
    """Return the seat's own zone and the ship, the other players, the furniture, the special cards and the piles.

    Two players share one row with the ship, so that the furniture begins as high up as it can.
    """
    first = seat or 0
    top = THIRD if g.seats == 2 else HALF
    span = HALF if g.seats == 3 else THIRD
    others = [_player(g, (first + k) % g.seats, seat, span) for k in range(1, g.seats)]
    return {"zones": [_player(g, first, seat, top), _ship(g, top), *others, _places(g), _specials(g), _piles(g)]}


# -- players ------------------------------------------------------------


def forecast(g: Shelter, seat: int) -> tuple[Loss, int | None]:
    """Return what a player loses tonight, and the day on which they first lose health if nothing helps them."""
    player = g.players[seat].copy()
    tonight = loss_of(g, seat, player)
    at_start = g.reading("health/from-next-round") == "next-round-start"
    today = max(1, g.day)
    for day in range(today, today + FORECAST_DAYS):
        loss = loss_of(g, seat, player)
        if loss.health:
            return tonight, day
        player.take(loss)
        if at_start and not all(player.needs):
            return tonight, day + 1
        player.dawn()
    return tonight, None


def _tracks(g: Shelter, seat: int) -> list[dict[str, Any]]:
    player = g.players[seat]
    tonight, _ = forecast(g, seat)
    levels = zip(("Health", *map(str.capitalize, NEEDS)), (player.health, *player.needs), strict=True)
    losses = (tonight.health, *tonight.needs)
    return [{"label": label, "n": n, "falls": min(n, falls)} for (label, n), falls in zip(levels, losses, strict=True)]


def warning(g: Shelter, seat: int, mine: bool = False) -> str:
    """Return a short text that says when the player's health starts to fall, or that they die tonight."""
    player = g.players[seat]
    if player.fate:
        return player.fate.capitalize()
    tonight, day = forecast(g, seat)
    if day is None:
        return "Health is safe"
    if tonight.health and tonight.health >= player.health:
        return f"Without help, {'you die' if mine else f'{g.names[seat]} dies'} tonight"
    if day == max(1, g.day):
        return f"Health falls by {tonight.health} tonight"
    when = "the start of " if g.reading("health/from-next-round") == "next-round-start" else ""
    return f"Without help, health falls from {when}day {day} on"


def _player(g: Shelter, of: int, seat: int | None, span: int) -> dict[str, Any]:
    player = g.players[of]
    mine = seat is None or seat == of
    known = [item for item in sorted(player.items) if mine or special(g, item)]
    cards = [_character(g, of)] if player.character else []
    cards += [_used_card(g, item, f"item-{of}-{n}") | {"option": f"use {item}"} for n, item in enumerate(known)]
    label = marked(g.names[of], of, seat)
    hand = {"label": "Items", "n": len(player.items), "max": g.hand_limit(of)}  # everybody sees how many, not which
    tracks = [] if player.fate else [*_tracks(g, of), hand]
    note = f"{warning(g, of, seat == of)}. {_state(g, of)}".strip()
    more = {"whose": of, "tracks": tracks, "note": note, "lit": g.acting == of}
    return zone(f"player-{of}", label, cards, "crowd", span=span, **more)


def _state(g: Shelter, of: int) -> str:
    player = g.players[of]
    if player.fate:
        return ""
    parts = [f"Acts {ordinal(g.order.index(of) + 1)}."] if of in g.order and not player.skipping else []
    if player.skipping:
        parts.append("Misses this round.")
    if player.skips:
        parts.append("Will miss the next round.")
    if any(player.spared):
        kept = listed([need for need, holds in zip(NEEDS, player.spared, strict=True) if holds])
        parts.append(f"{kept.capitalize()} won’t fall tonight.")
    return " ".join(parts)


def _character(g: Shelter, of: int) -> dict[str, Any]:
    player = g.players[of]
    card = g.cards[player.character]
    shown = face_up(card, "character", "Character", f"character-{of}", text=card.text, tag=card.colour)
    if player.fate:
        shown["state"] = "out"
    if player.personality:
        personality = g.cards[player.personality]
        shown["held"] = [{"name": personality.name, "type": "skill", "origin": personality.origin}]
    return shown


def _used_card(g: Shelter, id: str, key: str) -> dict[str, Any]:
    card = g.cards[id]
    kind = g.cards.type_of(id)
    band = "item" if "item" in kind else "furniture"
    return face_up(card, band, kind.replace("_", " ").capitalize(), key, text=as_shown(card))


# -- places, ship and piles ------------------------------------------------------------


def _places(g: Shelter) -> dict[str, Any]:
    cards = [_place(g, key) for key in g.places if key != ROOM]
    left = sum(bool(place.durability) for key, place in g.places.items() if key != ROOM)
    note = f"{left} of {len(cards)} can still be used." if cards else ""
    return zone("places", "Furniture", cards, "crowd", note=note, span=WHOLE)


def _place(g: Shelter, key: str) -> dict[str, Any]:
    place = g.places[key]
    shown = _used_card(g, place.card, f"place-{key}") | {"name": g.title(key), "names": [key]}
    shown["type_label"] = users_in_words(place.limit, place.shared)
    if g.cards.type_of(place.card) == "special_furniture":
        shown["tag"] = "special"
    if place.durability != ENDLESS:
        shown["tokens"] = [{"label": "durability", "n": place.durability}]
    standing = [{"name": g.names[seat], "type": "character"} for seat in place.tokens]
    if place.cover:
        cover = g.cards[place.cover]
        standing.append({"name": cover.name, "type": "prop", "origin": cover.origin})
    if standing:
        shown["held"] = standing
    if not place.durability or place.cover:
        shown["state"] = "out"
    return shown


def _ship(g: Shelter, span: int) -> dict[str, Any]:
    cards, tracks = [], []
    if ROOM in g.places:
        room = g.places[ROOM]
        card = _used_card(g, ROOM, "room") | {"type": "place", "type_label": "Spaceship", "option": f"go {ROOM}"}
        card["held"] = [{"name": g.names[seat], "type": "character"} for seat in room.tokens]
        cards.append(card)
        tracks.append({"label": "Progress", "n": g.shown(), "max": g.target()})
        tracks.append({"label": "Builders here", "n": builders(g), "max": room.limit})
    left = Many(max(0, g.target() - g.progress))
    missing = f"{left:more point is|more points are} needed" if left else "The ship is finished"
    note = f"Day {g.day}. {missing}." if g.day else "Before day 1."
    return zone("ship", "Spaceship", cards, "crowd", span=span, tracks=tracks, note=note)


def _specials(g: Shelter) -> dict[str, Any]:
    kinds = sorted(Counter(g.specials).items())
    cards = [_used_card(g, id, f"special-{id}") | ({"tag": f"×{n}"} if n > 1 else {}) for id, n in kinds]
    return zone("specials", "Special cards not in play", cards, "crowd", span=WHOLE)


def _piles(g: Shelter) -> dict[str, Any]:
    piles = (
        ("Furniture deck", g.furniture_deck),
        ("Furniture discards", g.furniture_discard),
        ("Item deck", g.item_deck),
        ("Item discards", g.item_discard),
    )
    tracks = [
        {"label": label, "n": len(pile), "pile": "up" if "discards" in label else "down"} for label, pile in piles
    ]
    thrown = ", ".join(g.title(card) for card in sorted(g.item_discard))
    note = f"Item discards: {thrown}." if thrown else ""
    return zone("piles", "Decks", tracks=tracks, note=note, span=WHOLE)
