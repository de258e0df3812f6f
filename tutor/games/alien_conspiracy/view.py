"""What each seat can see, as zones, tracks and a graph for the desk, and dealing again what it cannot see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tutor.engine.core import Fate, Note, Outcome, Pile, Rule, View, draw, face_up, listed, marked, ordinal, zone
from tutor.games.alien_conspiracy.layout import MARKS, NUMBERED, at
from tutor.games.alien_conspiracy.rules.scoring import points, winners
from tutor.games.alien_conspiracy.table import INVADED, Conspiracy, Investigator, sees_items

SPACING = 170
"""The distance between neighbouring locations in the picture, in its own units."""

DEADLY = {
    "investigate/dice-deal-damage": "in an attempt to win a card",
    "investigate/effect-unavoidable": "from a card’s effect",
    "health/effect-rolls-count": "in a roll that a card called for",
    "aliens/roll-when-flipped": "in the roll for an alien",
    "search/damage-first": "in the search for an item",
    "heal/number-of-the-die": "in the roll for a new health die",
}
"""What a player may die of, in words, by the rule of the last such note before the death."""


def outcome(g: Conspiracy) -> Outcome:
    """Return the points of the cards submitted so far, and who has won."""
    scores = tuple(int(points(g, hero)) for hero in g.investigators)
    if not g.scored:
        return Outcome(False, scores)
    last = ordinal(g.parameters.invasion)
    how = f"the {last} alien has started the invasion, which nobody survives" if g.ended == INVADED else g.ended
    return Outcome(True, scores, winners(g), how)


def wants(g: Any, seat: int) -> str:
    """What everybody wants."""
    return "You want to have submitted the most research points at the city by the time everybody is dead."


def fate(notes: Sequence[Note], name: str) -> Fate | None:
    """Return when and how a player died, if they did not live until the invasion."""
    n = Fate.told(notes, "death/no-health-dice", name)
    if n is None:
        return None
    rules = [note.rule for note in notes[:n]]
    how = next((DEADLY[earlier] for earlier in reversed(rules) if earlier in DEADLY), "")
    rounds = rules.count("round-start/dice")
    when = f"in round {rounds}" if rounds else ""
    return Fate(n, " ".join(filter(None, (name, "died", when, how))) + ".")


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


def determinize(g: Conspiracy, seat: int) -> Rule[None]:
    """Deal again all that `seat` cannot know: unseen face-down cards, other hands' items, and the decks."""
    places = [mark for mark in NUMBERED if mark in g.lying and not g.lying[mark].known_to(seat)]
    unknown = Pile([*g.event_deck.bag, *(g.lying[mark].card for mark in places)])
    for mark in places:
        (card,) = yield from draw(unknown, 1, "round-start/place-event", seen_by=())
        g.lying[mark] = g.lying[mark]._replace(card=card)
    g.event_deck.bag = unknown.bag
    hands = [hero for hero in g.investigators if not sees_items(g, hero.seat, seat)]
    unknown = Pile([*g.item_deck.bag, *(item for hero in hands for item in hero.items)])
    for hero in hands:
        items = yield from draw(unknown, len(hero.items), "search/kept-item-hidden", seen_by=())
        hero.items = tuple(sorted(items))
    g.item_deck.bag = unknown.bag
