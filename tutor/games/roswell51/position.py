"""Positions as scenes write them, and imagining what a seat cannot know."""

from __future__ import annotations

from typing import Any

from tutor.engine.asks import Rule, draw
from tutor.engine.game import Position
from tutor.engine.piles import Pile
from tutor.games.roswell51.laid import NEXT
from tutor.games.roswell51.table import (
    NOBODY,
    Movie,
    Shelter,
)

HIDDEN = "?"


def position(g: Movie, seat: int | None) -> Position:
    """The position as a scene writes it, as `seat` knows it: hidden piles are counted."""

    def hidden(cards: list[str]) -> Any:
        return sorted(cards) if seat is None else len(cards)

    return {
        "players": {g.names[person.seat]: _person(person) for person in g.people},
        "reel": g.reel,
        "screen": [
            {"cards": list(frame.cards), "up": frame.up, "cause": frame.cause, "points": frame.points}
            for frame in g.screen
        ],
        "reel_pile": hidden(g.reel_pile.bag),
        "reel_pile_top": list(reversed(g.reel_pile.tops)),
        "discards": sorted(g.discards),
        "discard_pile": hidden(g.hidden_discards()),
        "survivor_pile": hidden(g.survivor_pile.bag),
        "survivor_pile_top": list(reversed(g.survivor_pile.tops)),
        "lost": hidden(g.lost),
        "graveyard": sorted(g.graveyard),
        "drawn": list(g.drawn),
        "sanctuaries": [_shelter(place, seat) for place in g.sanctuaries],
        "pool": g.pool,
        "gone": g.gone,
        "dynamite": g.dynamite,
        "tokens": list(g.tokens),
        "faded": g.faded,
        "turn": "" if g.turn == NOBODY else g.names[g.turn],
        "mode": g.mode,
        "dry": g.dry,
        "final": g.final,
        "turning": g.turning,
        "standing": g.standing,
        "surprised": g.surprised,
        "waiting": [g.names[who] for who in g.waiting],
        "next": next((name for name, id in NEXT.items() if g.agenda and g.agenda[0][0] == id), ""),
        "ended": g.ended,
    }


def _shelter(place: Shelter, seat: int | None) -> dict[str, Any]:
    return {
        "card": place.card,
        "points": place.points,
        "items": list(place.items),
        "beneath": HIDDEN if place.beneath and seat is not None else place.beneath,
        "monster": place.monster,
    }


def _person(person: Any) -> dict[str, Any]:
    return {
        "power": person.power,
        "pool": [
            {
                "card": who.card,
                "rest": who.rest,
                "held": list(who.held),
                "stars": list(who.stars),
                "at": who.at,
                "new": who.new,
                "acted": who.acted,
                "probed": who.probed,
            }
            for who in person.pool
        ],
        "throngs": [list(throng) for throng in person.throngs],
        "out": person.out,
        "pod": person.pod,
    }


def imagine(g: Movie, seat: int) -> Rule[None]:
    """Deal anew what nobody knows: which survivors were lost unseen, and what lies in reel and discard pile."""
    secret = [place for place in g.sanctuaries if place.beneath]
    unknown = g.hidden()
    if g.lost:
        survivors = Pile([*g.survivor_pile.bag, *g.lost])
        lost = yield from draw(survivors, len(g.lost), "survivor-loss/unrevealed", seen_by=())
        unknown = [card for card in unknown if card not in g.lost] + list(lost)
        g.lost, g.survivor_pile.bag = list(lost), survivors.bag
    pile = Pile(unknown)
    reel = yield from draw(pile, len(g.reel_pile.bag), "next-reel/deal-allotment", seen_by=())
    g.reel_pile.bag = list(reel)
    for place in secret:
        (place.beneath,) = yield from draw(pile, 1, "alternate-rules/back-seat-place", seen_by=())
    g.discard_pile.bag = [*g.discards, *pile.bag]


def conserved(g: Movie) -> Any:
    """Every card wherever it is, and all one-point spoints."""
    cards = [*g.reel_pile.cards(), *g.discard_pile.cards(), *g.survivor_pile.cards(), *g.graveyard, *g.drawn]
    spoints = g.pool + g.gone
    for frame in g.screen:
        cards += frame.cards
    for shelter in g.sanctuaries:
        cards += [shelter.card, *shelter.items, *filter(None, (shelter.beneath, shelter.monster))]
    for person in g.people:
        spoints += person.power
        for throng in person.throngs:
            cards += throng
        for who in person.pool:
            spoints += who.rest
            cards += [who.card, *who.held, *((who.probed,) if who.probed else ())]
    return [sorted(cards), spoints]
