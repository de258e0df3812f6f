"""Positions in the words of a scene's [table]: laying one out, writing one down, and dealing the unknown anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tutor.engine.asks import Rule, draw
from tutor.engine.files import structure
from tutor.engine.game import Position
from tutor.engine.piles import Pile
from tutor.engine.placing import Placing
from tutor.engine.table import Task
from tutor.games.alien_conspiracy.layout import CITY, MARKS, NUMBERED, RING, cut_off, lay
from tutor.games.alien_conspiracy.rules.aliens import INVASION
from tutor.games.alien_conspiracy.rules.setup import HEALTH_DICE, LAYOUT_VARIANT
from tutor.games.alien_conspiracy.rules.turn import ACTIONS
from tutor.games.alien_conspiracy.table import NOBODY, Conspiracy, Investigator, Lying

HIDDEN = "?"
FULL_HEALTH = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class LaidPlayer:
    """A player in [table.players.NAME]."""

    investigator: str = ""
    health: tuple[int, ...] | None = None
    """1 to 5 if left out, or no dice for somebody dead."""
    at: str = CITY
    events: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    submitted: tuple[str, ...] = ()
    dead: bool = False


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in [table.locations]."""

    card: str
    up: bool = False
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole [table]. A deck that is left out holds every card that lies nowhere else."""

    layout: tuple[str, ...] = RING
    players: dict[str, LaidPlayer] = field(default_factory=dict)
    locations: dict[str, LaidCard] = field(default_factory=dict)
    countdown: tuple[str, ...] = ()
    event_deck: tuple[str, ...] | None = None
    event_deck_top: tuple[str, ...] = ()
    """Known next cards, the first to be drawn first."""
    event_discards: tuple[str, ...] = ()
    item_deck: tuple[str, ...] | None = None
    item_deck_top: tuple[str, ...] = ()
    item_discards: tuple[str, ...] = ()
    first: str = ""
    turn: str = ""
    """Whose turn it is; empty at the start of a round."""
    actions: int = ACTIONS
    waiting: tuple[str, ...] | None = None
    """Who has not had a turn this round; those after `turn` if left out."""
    next: str = ""
    """“player” where nobody's turn has begun yet and the next player's does; else empty."""
    ended: str = ""
    scored: bool = False


class Placer(Placing[Conspiracy, Laid]):
    """Lays out one position."""

    def none_left(self, card: str) -> str:
        return f"more copies of “{card}” than the set has ({self.g.cards[card].copies})"

    def run(self) -> None:
        """Lay everything out."""
        self.board()
        for name, player in self.laid.players.items():
            self.player(self.g.investigators[self.seat(name, "players")], player, f"players.{name}")
        for hero in self.g.investigators:
            if self.g.name(hero) not in self.laid.players:
                hero.health = FULL_HEALTH
        self.decks()
        self.turn()

    def board(self) -> None:
        """The layout, the cards on it, and the countdown."""
        g, laid = self.g, self.laid
        try:
            g.layout = lay(laid.layout)
        except ValueError as error:
            raise self.bad("layout", str(error)) from None
        if not g.layout.standard and LAYOUT_VARIANT not in g.variants:
            raise self.bad("layout", f"another layout needs the variant “{LAYOUT_VARIANT}”")
        if lost := cut_off(g.layout):
            raise self.bad("layout", f"every location must be reachable along sides; cut off are {' '.join(lost)}")
        for mark, lying in laid.locations.items():
            if mark not in NUMBERED:
                raise self.bad(f"locations.{mark}", f"cards lie on {', '.join(NUMBERED)} only")
            kinds = ("event",) if lying.up else ("event", "alien")
            self.take([lying.card], f"locations.{mark}.card", *kinds)
            seen = tuple(sorted(self.seat(name, f"locations.{mark}.seen") for name in lying.seen))
            g.lying[mark] = Lying(lying.card, lying.up, seen)
        g.countdown = self.take(laid.countdown, "countdown", "alien")
        if len(g.countdown) >= INVASION and not laid.ended:
            self.doubt("countdown", f"{len(g.countdown)} aliens would have ended the game; say so with `ended`")

    def player(self, hero: Investigator, player: LaidPlayer, place: str) -> None:
        """One player's things."""
        health = (() if player.dead else FULL_HEALTH) if player.health is None else player.health
        if not all(1 <= face <= 6 for face in health):
            raise self.bad(f"{place}.health", "expected numbers from 1 to 6")
        if len(health) > HEALTH_DICE:
            self.doubt(f"{place}.health", f"at most {HEALTH_DICE} dice, got {len(health)}")
        if player.at not in (*MARKS, "") or (not player.at and not player.dead):
            raise self.bad(f"{place}.at", f"expected one of {' '.join(MARKS)}, got “{player.at}”")
        if player.investigator and player.investigator not in [c.id for c in self.g.cards.of_type("investigator")]:
            raise self.bad(f"{place}.investigator", f"unknown investigator “{player.investigator}”")
        if player.dead and health:
            self.doubt(f"{place}.health", "somebody dead has no health dice left")
        hero.card = player.investigator or hero.card
        hero.health = tuple(sorted(health))
        hero.dead = player.dead
        hero.at = "" if player.dead else player.at
        hero.events = tuple(sorted(self.take(player.events, f"{place}.events", "event")))
        hero.items = tuple(sorted(self.take(player.items, f"{place}.items", "item")))
        hero.submitted = tuple(sorted(self.take(player.submitted, f"{place}.submitted", "event")))

    def decks(self) -> None:
        """Discards, and decks of what is left or of what is said."""
        g, laid = self.g, self.laid
        g.event_discards = self.take(laid.event_discards, "event_discards", "event")
        g.item_discards = self.take(laid.item_discards, "item_discards", "item")
        g.event_deck = self.deck("event_deck", laid.event_deck, laid.event_deck_top, "event", "alien")
        g.item_deck = self.deck("item_deck", laid.item_deck, laid.item_deck_top, "item")

    def deck(self, place: str, said: tuple[str, ...] | None, top: tuple[str, ...], *kinds: str) -> Pile:
        """A deck with known next cards."""
        tops = self.take(reversed(top), f"{place}_top", *kinds)
        rest = [card for card in self.left.elements() if self.g.cards.type_of(card) in kinds]
        return Pile(self.take(rest if said is None else said, place, *kinds), tops)

    def turn(self) -> None:
        """Whose turn it is, and what comes next."""
        g, laid = self.g, self.laid
        g.first = self.seat(laid.first, "first") if laid.first else 0
        g.ended, g.scored = laid.ended, laid.scored
        if laid.turn:
            g.turn, g.actions = self.seat(laid.turn, "turn"), laid.actions
            if g.investigators[g.turn].dead:
                raise self.bad("turn", f"{laid.turn} is dead and takes no turn")
            if not 0 <= g.actions <= ACTIONS:
                self.doubt("actions", f"expected 0 to {ACTIONS}, got {g.actions}")
        self.among(laid.next, ("", "player"), "next")
        self.once(laid.waiting or (), "waiting")
        if laid.waiting is not None:
            g.waiting = [self.seat(name, "waiting") for name in laid.waiting]
        elif laid.turn:
            order = g.clockwise(g.first)
            g.waiting = order[order.index(g.turn) + 1 :]
        g.agenda[:] = [what_comes_next(g, laid.next == "player")]
        if g.scored:
            g.agenda.clear()


def what_comes_next(g: Conspiracy, next_player: bool) -> Task:
    """The rule that goes on from this position."""
    if not g.living and not g.ended:
        g.ended = "everybody is dead"
    if g.ended:
        return ("scoring/game-over",)
    if not all(hero.health for hero in g.living):
        return ("setup/deal-investigators",)
    if g.turn != NOBODY:
        return ("turn/six-actions",)
    return ("turn/one-turn-each",) if next_player or g.waiting else ("round-start/then-turns",)


def place(g: Conspiracy, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene's [table] says.

    Raises:
        BadInput: naming the file, the place in it and what was expected.
    """
    Placer(g, structure(doc, Laid, file, "table"), file, g.cards.deck("event", "alien", "item")).run()


def knows_items(g: Conspiracy, seat: int | None, hero: Investigator) -> bool:
    """Whether `seat` sees the items in a hand. Event cards in hand were won face up, so everybody knows them."""
    return seat is None or seat == hero.seat or g.reading("search/kept-item-hidden") == "open"


def knows_card(lying: Lying, seat: int | None) -> bool:
    """Whether `seat` knows a card that lies on a location."""
    return seat is None or lying.up or seat in lying.seen


def position(g: Conspiracy, seat: int | None) -> Position:
    """The position as a scene writes it, as `seat` knows it; what it cannot know is “?”, and decks are counted."""
    names = g.names
    doc: dict[str, Any] = {
        "layout": list(g.layout.rows),
        "players": {g.name(hero): _player(g, hero, seat) for hero in g.investigators},
        "locations": {
            mark: {
                "card": lying.card if knows_card(lying, seat) else HIDDEN,
                "up": lying.up,
                "seen": [names[who] for who in lying.seen],
            }
            for mark in NUMBERED
            if (lying := g.lying.get(mark))
        },
        "countdown": list(g.countdown),
        "first": names[g.first],
        "turn": names[g.turn] if g.turn >= 0 else "",
        "actions": g.actions,
        "waiting": [names[who] for who in g.waiting],
        "next": "player" if g.agenda and g.agenda[0][0] == "turn/one-turn-each" else "",
        "ended": g.ended,
        "scored": g.scored,
    }
    for name, deck, discards in (
        ("event", g.event_deck, g.event_discards),
        ("item", g.item_deck, g.item_discards),
    ):
        doc[f"{name}_deck"] = sorted(deck.bag) if seat is None else len(deck.bag)
        doc[f"{name}_deck_top"] = list(reversed(deck.tops))
        doc[f"{name}_discards"] = list(discards)
    return doc


def _player(g: Conspiracy, hero: Investigator, seat: int | None) -> dict[str, Any]:
    return {
        "investigator": hero.card,
        "health": list(hero.health),
        "at": hero.at,
        "events": list(hero.events),
        "items": list(hero.items) if knows_items(g, seat, hero) else [HIDDEN] * len(hero.items),
        "submitted": list(hero.submitted),
        "dead": hero.dead,
    }


def imagine(g: Conspiracy, seat: int) -> Rule[None]:
    """Deal anew all that `seat` cannot know: face-down cards not looked at, other hands' items, and the decks."""
    places = [mark for mark in NUMBERED if mark in g.lying and not knows_card(g.lying[mark], seat)]
    unknown = Pile([*g.event_deck.bag, *(g.lying[mark].card for mark in places)])
    for mark in places:
        (card,) = yield from draw(unknown, 1, "round-start/place-event", seen_by=())
        g.lying[mark] = g.lying[mark]._replace(card=card)
    g.event_deck.bag = unknown.bag
    hands = [hero for hero in g.investigators if not knows_items(g, seat, hero)]
    unknown = Pile([*g.item_deck.bag, *(item for hero in hands for item in hero.items)])
    for hero in hands:
        items = yield from draw(unknown, len(hero.items), "search/kept-item-hidden", seen_by=())
        hero.items = tuple(sorted(items))
    g.item_deck.bag = unknown.bag


def conserved(g: Conspiracy) -> list[str]:
    """Every card of the two decks, wherever it is."""
    cards = [*g.event_deck.cards(), *g.item_deck.cards(), *g.event_discards, *g.item_discards, *g.countdown]
    cards += [lying.card for lying in g.lying.values()]
    for hero in g.investigators:
        cards += [*hero.events, *hero.items, *hero.submitted]
    return sorted(cards)
