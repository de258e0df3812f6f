"""What changed on the table: marks every counter with its old number, and every card and piece that is new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tutor.engine.core.game import cards_in


def mark_changes(zones: Sequence[dict[str, Any]], before: Sequence[Mapping[str, Any]]) -> None:
    """Mark in the zones of a table what has changed.

    A track whose number has changed gets `was`, its old number. A new card, piece or held card gets `fresh`, and so
    does a card whose own counters or held cards have changed.

    Args:
        zones: The zones as they are drawn; changed in place.
        before: The zones of the same view of the earlier table.
    """
    old = {zone["id"]: zone for zone in before}
    for zone in zones:
        if zone["id"] not in old:
            continue
        was = old[zone["id"]]
        mark_tracks(zone.get("tracks", ()), was.get("tracks", ()))
        _mark_new(zone.get("badges", ()), was.get("badges", ()))
        for card, same in _paired(zone, was):
            _mark_card(card, same)


def differences(zones: Sequence[Mapping[str, Any]], most: int = 6) -> list[str]:
    """What the marks in zones mean, in words: each counter with another number, and all that is new or has changed.

    Args:
        zones: The zones of a table, marked.
        most: How many of them to mention.
    """
    told: list[str] = []
    for zone in zones:
        told += _said(zone["label"], zone.get("tracks", ()))
        told += [f"{zone['label']}: {_name(badge)}" for badge in zone.get("badges", ()) if badge.get("fresh")]
        for card in cards_in(zone):
            told += _said(card["name"], card.get("tokens", ()))
        if not any(line.startswith(f"{zone['label']}: ") for line in told):
            told += [f"{zone['label']}: {card['name']}" for card in cards_in(zone) if card.get("fresh")]
    return list(dict.fromkeys(told))[:most]


def _paired(
    zone: Mapping[str, Any], before: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], Mapping[str, Any] | None]]:
    """Yield each card of a zone with the card that it was before, if there was one.

    In a slot or a frame, that is the card in the same place. In a hand or a pile, cards move up when another one
    leaves, so it is a card with the same id, preferably in the same place.
    """
    places = {card["key"]: card for card in cards_in(before)}
    was = {card["key"]: places.get(card["key"]) for card in cards_in(zone)}
    loose = [card for card in zone.get("cards", ()) if zone.get("layout") != "frames" and "id" in card]
    left = list(before.get("cards", ()))
    for card in sorted(loose, key=lambda card: (was[card["key"]] or {}).get("id") != card["id"]):
        alike = [old for old in left if old.get("id") == card["id"]]
        found = next((old for old in alike if old["key"] == card["key"]), next(iter(alike), None))
        was[card["key"]] = found
        if found is not None:
            left.remove(found)
    for card in cards_in(zone):
        yield card, was[card["key"]]


def _said(name: str, tracks: Sequence[Mapping[str, Any]]) -> list[str]:
    return [f"{name}: {track['label']} {track['n']}, not {track['was']}" for track in tracks if "was" in track]


def _mark_card(card: dict[str, Any], was: Mapping[str, Any] | None) -> None:
    if was is None:
        card["fresh"] = True
        return
    changed = mark_tracks(card.get("tokens", ()), was.get("tokens", ()))
    changed = _mark_new(card.get("held", ()), was.get("held", ())) or changed
    same = all(card.get(key) == was.get(key) for key in ("face", "name", "dice", "stats", "state"))
    if changed or not same or len(card.get("held", ())) < len(was.get("held", ())):
        card["fresh"] = True


def mark_tracks(tracks: Sequence[dict[str, Any]], before: Sequence[Mapping[str, Any]]) -> bool:
    """Give each track its old number if that was different, and return whether there was such a track."""
    old = {track["label"]: track["n"] for track in before}
    changed = [track for track in tracks if old.get(track["label"], track["n"]) != track["n"]]
    for track in changed:
        track["was"] = old[track["label"]]
    return bool(changed)


def _mark_new(things: Sequence[dict[str, Any]], before: Sequence[Mapping[str, Any]]) -> bool:
    """Mark the pieces that were not there before, and return whether there are any."""
    there = [_name(thing) for thing in before]
    new = [thing for thing in things if _name(thing) not in there]
    for thing in new:
        thing["fresh"] = True
    return bool(new)


def _name(thing: Mapping[str, Any]) -> str:
    return str(thing.get("name") or thing.get("label"))
