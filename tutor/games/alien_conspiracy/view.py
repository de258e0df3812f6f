"""What each seat can see, as zones, tracks and a graph for the desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tutor.engine.core import View, face_up, listed, marked, zone
from tutor.games.alien_conspiracy.layout import MARKS, NUMBERED, at
from tutor.games.alien_conspiracy.rules.scoring import points
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator, sees_items

SPACING = 170
"""The distance between neighbouring locations in the picture, in its own units."""


def card_view(g: Conspiracy, id: str, key: str, seen_only: bool = False) -> dict[str, Any]:
    """Return a card face up; `seen_only` marks a face-down card that this seat has looked at."""
    card, kind = g.cards[id], g.cards.type_of(id)
    shown = face_up(card, kind, kind.capitalize(), key)
    if seen_only:
        shown |= {"face": "seen", "tag": "face down"}
    if kind == "event":
        shown["value"] = card.value
    if kind in ("event", "alien", "item"):
        shown["text"] = card.text
    return shown


def back_view(kind: str, key: str) -> dict[str, Any]:
    """Return a card of which only the back can be seen."""
    return {
        "key": key,
        "id": "",
        "type": kind,
        "type_label": kind.capitalize(),
        "origin": "stand-in",
        "name": f"{kind.capitalize()} card",
        "face": "down",
    }


def cards_view(g: Conspiracy, ids: Iterable[str], zone: str) -> list[dict[str, Any]]:
    """Return several cards, face up."""
    return [card_view(g, id, f"{zone}-{n}") for n, id in enumerate(ids)]


def investigator_zone(g: Conspiracy, hero: Investigator, seat: int | None) -> dict[str, Any]:
    """Return the zone of a player's investigator with health dice, hand and submitted cards."""
    card = card_view(g, hero.card, f"investigator-{hero.seat}")
    card["dice"] = [] if hero.dead else list(hero.health)  # after an invasion, dead players have dice left
    card["held"] = cards_view(g, hero.submitted, f"submitted-{hero.seat}")
    card["value"] = points(g, hero)
    if hero.dead:
        card["state"] = "out"
    elif hero.seat == g.turn:
        card["state"] = "acting"
    hand = cards_view(g, hero.events, f"event-{hero.seat}")
    if seat is None or sees_items(g, hero.seat, seat):
        hand += cards_view(g, hero.items, f"item-{hero.seat}")
    else:
        hand += [back_view("item", f"item-{hero.seat}-{n}") for n in range(len(hero.items))]
    tracks = [] if hero.dead else [{"label": "Health dice", "n": len(hero.health), "max": g.parameters.most_health}]
    if hero.seat == g.turn:
        tracks.append({"label": "Actions left", "n": g.actions, "max": g.parameters.actions})
    label = marked(g.name(hero), hero.seat, seat)
    note = "dead" if hero.dead else at(hero.at)
    return zone(f"player-{hero.seat}", label, [card, *hand], whose=hero.seat, span=6, note=note, tracks=tracks)


def location_zone(g: Conspiracy, mark: str, seat: int | None) -> dict[str, Any]:
    """Return the zone of a location with the card and the pieces on it."""
    card = next(card for card in g.cards.of_type("location") if card.mark == mark)
    row, column = g.layout.cells[mark]
    lying = g.lying.get(mark)
    cards = [] if lying is None else [back_view("event", f"on-{mark}")]
    if lying is not None and lying.known_to(seat):
        cards = [card_view(g, lying.card, f"on-{mark}", seen_only=not lying.up)]
    here = [
        {"label": g.name(hero), "lit": hero.seat == g.turn}
        for hero in g.investigators
        if hero.at == mark and not hero.dead
    ]
    label = card.name if mark in NUMBERED else f"{card.name} ({mark})"
    place = {"row": row + 1, "column": column + 1}
    lit = g.turn >= 0 and g.investigators[g.turn].at == mark
    return zone(f"location-{mark}", label, cards, "ring", place=place, badges=here, option=f"move {mark}", lit=lit)


def piles_zone(g: Conspiracy) -> dict[str, Any]:
    """Return the zone of decks and discards: the number of cards in each, and the top of the discards."""
    piles = (("event", g.event_discards), ("item", g.item_discards))
    shown = [card_view(g, discards[-1], f"{kind}-discards") for kind, discards in piles if discards]
    tracks = [
        {"label": "Event deck", "n": len(g.event_deck), "pile": "down"},
        {"label": "Event discards", "n": len(g.event_discards), "pile": "up"},
        {"label": "Item deck", "n": len(g.item_deck), "pile": "down"},
        {"label": "Item discards", "n": len(g.item_discards), "pile": "up"},
    ]
    return zone("piles", "Decks and discards", shown, span=6, tracks=tracks)


def ring_graph(g: Conspiracy, seat: int | None) -> dict[str, Any]:
    """Return the graph of the locations, with a line wherever two cards share a side."""
    here = g.investigators[g.turn].at if g.turn >= 0 else ""
    reach: Sequence[str] = g.layout.neighbours[here] if here else ()
    nodes = []
    for mark in MARKS:
        row, column = g.layout.cells[mark]
        there = location_zone(g, mark, seat)
        lying = g.lying.get(mark)
        badge = [] if lying is None else ["face up" if lying.up else "face down"]
        nodes.append(
            {
                "id": mark,
                "label": mark,
                "x": (column + 0.5) * SPACING,
                "y": (row + 0.5) * SPACING / 2,
                "state": "now" if mark == here else "reach" if mark in reach else "plain",
                "badges": badge,
                "tokens": [piece["label"] for piece in there["badges"]],
                "option": there["option"],
                "text": "; ".join([there["label"], *badge, *(piece["label"] for piece in there["badges"])]),
            }
        )
    pairs = [(a, b) for a in MARKS for b in g.layout.neighbours[a] if MARKS.index(a) < MARKS.index(b)]
    height = 1 + max(row for row, _ in g.layout.cells.values())
    width = 1 + max(column for _, column in g.layout.cells.values())
    return {
        "id": "ring",
        "title": "The locations",
        "nodes": nodes,
        "edges": [{"from": a, "to": b} for a, b in pairs],
        "width": width * SPACING,
        "height": height * SPACING // 2,
        "twin": [f"{mark} touches {listed(g.layout.neighbours[mark])}." for mark in MARKS],
    }


def view(g: Conspiracy, seat: int | None) -> View:
    """Return all that `seat` sees, or everything if it is None."""
    aliens = [{"label": "Aliens", "n": len(g.countdown), "max": g.parameters.invasion}]
    countdown = zone("countdown", "Invasion countdown", cards_view(g, g.countdown, "countdown"), span=6, tracks=aliens)
    order = g.investigators if seat is None else [g.investigators[who] for who in g.clockwise(seat)]
    return {
        "zones": [
            *(location_zone(g, mark, seat) for mark in MARKS),
            *(investigator_zone(g, hero, seat) for hero in order),
            countdown,
            piles_zone(g),
        ],
        "graph": ring_graph(g, seat),
    }
