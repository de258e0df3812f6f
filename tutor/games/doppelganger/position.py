"""Positions as scenes write them: what lies on the table, as a seat knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tutor.engine.game import Position
from tutor.games.doppelganger.desert import START, Cell, Desert, Placed, cell_name
from tutor.games.doppelganger.rules.scoring import revealed_seats
from tutor.games.doppelganger.table import EVERYBODY, NOBODY, Attempt, Expedition, Seen

HIDDEN = "?"


def shown_roles(g: Expedition, seat: int | None) -> list[bool]:
    """Whose characters a seat sees."""
    own = g.reading("setup-characters/look-at-own") == "seen"
    dead = g.reading("secrecy/dead-keep-secrets") == "shown-on-death"
    over = revealed_seats(g)
    return [
        seat is None or (other == seat and own) or (dead and bool(g.out[other])) or other in over
        for other in range(g.seats)
    ]


def shown_at_the_end(g: Expedition, seat: int, card: str) -> bool:
    """Whether a card in a hand lies open after the game: The Infection, and what an escaped Human scores with."""
    if not g.ending:
        return False
    scoring = g.ending == "escape" and seat in g.humans() and g.supply(card).kind in ("trait", "proof")
    return scoring or (card in g.infections and seat in revealed_seats(g))


def position(g: Expedition, seat: int | None) -> Position:
    """Write down the position as a scene would, as `seat` knows it (None: as it is)."""
    closed = seat is not None and g.reading("secrecy/piles-closed") == "sizes-hidden"

    def size(cards: Iterable[str]) -> Any:
        listed = sorted(cards)
        return listed if seat is None else HIDDEN if closed else len(listed)

    doc: Position = {
        "players": _players(g, seat),
        "desert": desert_position(g.desert),
        "leader": g.names[g.leader],
        "points": g.points,
        "inherited": g.inherited,
        "first_receiver": g.names[g.first_receiver],
        "deck": size(g.deck.cards()),
        "discards": HIDDEN if closed else [_seen(g, entry, seat) for entry in g.discards],
        "removed": [_seen(g, entry, seat) for entry in g.removed],
        "pair": [card if seat in (None, g.leader) else HIDDEN for card in g.pair],
        "lost_life": g.lost_life,
        "stacks": {back: size(stack.cards()) for back, stack in g.stacks.items()},
        "reshuffles": g.reshuffles,
        "thrown": HIDDEN if closed else [_seen(g, entry, seat, _back(g)) for entry in g.thrown],
        "drawn": [_seen(g, entry, seat, _back(g)) for entry in g.drawn],
        "map_tokens": g.map_tokens,
        "leftover": _leftover(g, seat),
        "known": _known(g, seat),
        "claims": [[g.names[who], verb, about] for who, verb, about in g.claims],
        "left": [g.names[other] for other in g.left],
        "ending": g.ending,
        "box": list(g.box),
        "bank": g.bank,
        "put_out": [
            {"character": who, "cards": list(cards)} if seat is None else {"character": HIDDEN, "cards": [HIDDEN] * 2}
            for who, cards in g.put_out
        ],
    }
    if g.single is not None:
        doc["single"] = size(g.single.cards())
    if g.attempt is not None:
        doc["attempt"] = _attempt(g, g.attempt, seat)
    return doc


def _players(g: Expedition, seat: int | None) -> Position:
    roles = shown_roles(g, seat)
    counts = g.reading("secrecy/contribution-counts-public") == "counts-public"
    stock = g.reading("secrecy/life-tokens-public") == "public"
    found: Position = {}
    for other, name in enumerate(g.names):
        mine = seat in (None, other)
        faces = [card if mine or shown_at_the_end(g, other, card) else HIDDEN for card in g.hands[other]]
        hand: Any = sorted(faces) if mine or counts or g.ending else HIDDEN
        found[name] = {
            "character": g.characters[other] if roles[other] or not g.characters[other] else HIDDEN,
            "life": g.life[other] if mine or stock else HIDDEN,
            "hand": hand,
            "out": g.out[other],
            "tainted": g.tainted[other] if mine else False,
        }
    return found


def _back(g: Expedition) -> Callable[[str], str]:
    return lambda tile: f"{HIDDEN} {g.tiles[tile].back}"


def _seen(g: Expedition, entry: Seen, seat: int | None, hidden: Callable[[str], str] = lambda card: HIDDEN) -> str:
    card, knower = entry
    if seat is None:
        marks = {EVERYBODY: "", NOBODY: " unseen"}
        return card + (marks[knower] if knower in marks else f" seen by {g.names[knower]}")
    return card if knower in (EVERYBODY, seat) else hidden(card)


def _leftover(g: Expedition, seat: int | None) -> Position:
    if seat is None:
        return {"character": g.leftover_character, "cards": sorted(g.leftover)}
    return {"character": HIDDEN if g.leftover_character else "", "cards": [HIDDEN] * len(g.leftover)}


def _known(g: Expedition, seat: int | None) -> Position:
    found: Position = {}
    for (knower, holder), cards in sorted(g.known.items()):
        if cards and seat in (None, knower):
            found.setdefault(g.names[knower], {})[g.names[holder]] = sorted(cards)
    return found


def _attempt(g: Expedition, attempt: Attempt, seat: int | None) -> Position:
    counts = g.reading("secrecy/contribution-counts-public") == "counts-public"
    given: Position = {}
    for other, name in enumerate(g.names):
        cards, tokens = attempt.given[other], attempt.tokens[other]
        if cards or tokens or not counts:
            hidden: Any = [HIDDEN] * len(cards) if counts else HIDDEN
            given[name] = {"cards": sorted(cards) if seat in (None, other) else hidden, "tokens": tokens}
    return {
        "target": cell_name(attempt.target),
        "given": given,
        "shown": list(attempt.shown),
        "open_cards": list(attempt.open_cards),
        "open_tokens": attempt.open_tokens,
        "raised": attempt.raised,
    }


def tile_text(desert: Desert, cell: Cell, here: Placed) -> str:
    """Return a placed tile as `heat-5 turned 2 cleared`."""
    words = [here.tile.id] + ([f"turned {here.turn}"] if here.turn else [])
    words += ["cleared"] if cell in desert.cleared else []
    return " ".join(words + (["explored"] if cell in desert.explored else []))


def desert_position(desert: Desert) -> Position:
    """Return the map as a scene would write it."""
    cells = sorted(cell for cell in desert.placed if cell != START)
    return {
        "team": cell_name(desert.team),
        "tiles": {cell_name(cell): tile_text(desert, cell, desert.placed[cell]) for cell in cells},
    }
