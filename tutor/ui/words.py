"""The table in words, from the same view as its picture, with everything that can be seen there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tutor.engine.core.game import cards_in
from tutor.ui.model_table import ZoneWords

FACE_DOWN = "Face down"
"""The name of a card about which nothing more is known."""

SHOWN = ("cards", "slots", "tracks", "badges", "facts", "note", "empty", "place")
"""What a zone has to show; a heading alone shows nothing."""


def in_sight(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The zones of a view that have something to show below their heading or beside it."""
    return [zone for zone in view.get("zones", []) if any(zone.get(part) for part in SHOWN)]


def words_of(view: Mapping[str, Any]) -> list[ZoneWords]:
    """Return the table in words, from the same data as the picture."""
    words: list[ZoneWords] = []
    for zone in in_sight(view):
        parts = [
            *(_track_words(t) for t in zone.get("tracks", [])),
            *(b.get("name", b["label"]) for b in zone.get("badges", [])),
        ]
        parts += _numbered([_card_words(card) for card in cards_in(zone)])
        if zone.get("note"):
            parts.append(zone["note"])
        words.append({"zone": zone["label"], "text": "; ".join(parts) or zone.get("empty", "nothing here")})
    if "map" in view:
        words.append({"zone": view["map"]["title"], "text": view["map"]["summary"]})
    return words


def _numbered(texts: Sequence[str]) -> list[str]:
    """Return texts with the number of times that each occurs, if that is more than once."""
    return [f"{n} × {text}" if n > 1 else text for text, n in Counter(texts).items()]


def _card_words(card: Mapping[str, Any]) -> str:
    if card.get("face") == "down":
        return card["name"] if card["name"] == FACE_DOWN else f"{card['name']}, face down"
    said = [card["name"]]
    if (kind := card.get("type_label", "")) not in card["name"]:
        said.append(kind)
    if card.get("tag"):
        said.append(card["tag"])
    if card.get("value") is not None:
        said.append(f"value {card['value']}")
    if card.get("gist"):
        said.append(card["gist"])
    return ", ".join([*said, *on_card(card)])


def on_card(card: Mapping[str, Any]) -> list[str]:
    """Return what is on a card, in words: dice, tokens, figures, and the cards that it holds."""
    said = ["dice " + " ".join(map(str, card["dice"]))] if card.get("dice") else []
    said += [_track_words(track) for track in card.get("tokens", [])]
    said += [f"{stat['label']} {stat['value']}" for stat in card.get("stats", [])]
    return said + [f"holds {held['name']}" for held in card.get("held", [])]


def _track_words(track: Mapping[str, Any]) -> str:
    most = f" of {track['max']}" if "max" in track else ""
    falls = f" (falls by {track['falls']})" if track.get("falls") else ""
    return f"{track['label']} {track['n']}{most}{falls}"
