"""Any situation of the game as plain data in the book's words, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tutor.engine.asks import Rule, draw
from tutor.engine.cards import CardSet
from tutor.engine.files import structure
from tutor.engine.game import Position, Setup
from tutor.engine.piles import Pile
from tutor.engine.placing import Bounds, ByHand
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, CODE, CODE_PART, LOTTERY_BOX, NEEDS, ROOM, RUBBLE
from tutor.games.shelter.rules.death import in_item_deck
from tutor.games.shelter.rules.setup import STEPS
from tutor.games.shelter.rules.spaceship import builders_required
from tutor.games.shelter.table import ARK_WIN, DEAD, ENDLESS, LAST_WIN, SHIP_WIN, Place, Player, Shelter

FATES = ("", DEAD, ARK_WIN, SHIP_WIN, LAST_WIN)
FLAGS = ("skipping", "done", "code_shown")
COUNTS = ("skips", "items_used")
MARKS = ("overdue", "started", "raised", "spared")
"""Lists of the three attributes that fall; each is written as the names of those it holds for."""


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


@dataclass(frozen=True, slots=True)
class LaidPlayer:
    """A survivor in [table.players.NAME]."""

    character: str = ""
    personality: str = ""
    health: int | None = None
    """3 if left out, or 0 for somebody dead."""
    satiety: int = 3
    cleanness: int = 3
    mood: int = 3
    overdue: tuple[str, ...] | None = None
    """The attributes that have been 0 since before this round; those that are 0 if left out."""
    started: tuple[str, ...] = ()
    raised: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    skips: int = 0
    items_used: int = 0
    skipping: bool = False
    done: bool = False
    code_shown: bool = False
    items: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    turned_down: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Who declined to come along this turn, by place."""
    place: str = ""
    fate: str = ""


@dataclass(frozen=True, slots=True)
class LaidPlace:
    """A furniture in [table.furniture]; a number alone is its durability."""

    durability: int | None = None
    spent: int = 0
    worked: bool = False
    cover: str = ""
    used_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidRoom:
    """The construction room."""

    required: int | None = None
    spent: int = 0
    worked: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole [table]. Decks hold what lies nowhere else; their number may be said, or all their cards."""

    day: int = 1
    players: dict[str, LaidPlayer] = field(default_factory=dict)
    progress: int = 0
    ready: bool = False
    order: tuple[str, ...] | None = None
    """Those alive and inside, in the order of their seats, if left out."""
    next: tuple[str, ...] | None = None
    """What comes next: rule ids, each with the player whose turn it is. The turns of all who wait if left out."""
    furniture: dict[str, Any] = field(default_factory=dict)
    room: LaidRoom = LaidRoom()
    specials: tuple[str, ...] | None = None
    furniture_deck: Any = None
    furniture_discard: tuple[str, ...] = ()
    item_deck: Any = None
    item_discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    over: str = ""


BOUNDS: Bounds = {"day": (0, None), "progress": (0, None)}
PLAYER_BOUNDS: Bounds = {
    **dict.fromkeys(("health", *NEEDS, "skips"), (0, None)),
    "items_used": (0, None),
}
PLACE_BOUNDS: Bounds = {"durability": (ENDLESS, None), "spent": (0, None)}
ROOM_BOUNDS: Bounds = {"required": (0, None), "spent": (0, None)}
FURNITURE = ("furniture", "special_furniture")
ITEMS = ("item", "special_item")


class Placer(ByHand[Shelter, Laid]):
    """Lays out one position."""

    def run(self) -> None:
        """Lay everything out."""
        g, laid = self.g, self.laid
        self.within(laid, BOUNDS)
        g.day, g.progress, g.ready, g.over = laid.day, laid.progress, laid.ready, laid.over
        self.furniture()
        for name, player in laid.players.items():
            self.player(self.seat(name, "players"), player, f"players.{name}")
        if len(g.inside()) < 2 and not g.over and all(player.fate != ARK_WIN for player in g.players):
            self.doubt("players", "the game is over as soon as fewer than two survivors are left")
        self.piles()
        if ROOM in g.places:
            self.room()
        self.tokens()
        self.agenda()

    def room(self) -> None:
        """The construction room's bar, and who has been there."""
        laid, place = self.laid.room, self.g.places[ROOM]
        self.within(laid, ROOM_BOUNDS, "room")
        place.limit = builders_required(self.g) if laid.required is None else laid.required
        place.taken, place.worked = laid.spent, laid.worked

    def tokens(self) -> None:
        """The order of action, and the tokens on the places in that order."""
        g, order = self.g, self.laid.order
        self.once(order or (), "order")
        alive = [name for seat, name in enumerate(g.names) if not g.players[seat].fate]
        g.order = [self.seat(name, "order") for name in (alive if order is None else order)]
        for seat in sorted(range(g.seats), key=lambda one: g.order.index(one) if one in g.order else g.seats):
            key = g.players[seat].place
            if key:
                g.places[key].tokens.append(seat)
                g.places[key].taken += 1
                g.places[key].untouched = False
        for key, place in g.places.items():
            if place.taken > place.limit and not (place.worked and (place.shared or key == ROOM)):
                self.doubt(
                    f"furniture.{key}", f"{place.taken} have been there this round, but it has room for {place.limit}"
                )

    def agenda(self) -> None:
        """What comes next."""
        g, laid = self.g, self.laid
        if laid.next is None:
            waiting = [seat for seat in g.order if not (g.players[seat].done or g.players[seat].place)]
            g.agenda += [("turn/sequence", seat) for seat in waiting]
            g.agenda.append(("turn/end-of-round-sequence",))
            return
        for text in laid.next:
            id, _, name = text.partition(" ")
            if id not in rule:
                raise self.bad("next", f"expected the id of a rule that can come next, got “{id}”")
            takes = sum(not kind.startswith("*") for kind in rule.parameters(id).values())
            if takes != bool(name):
                raise self.bad(
                    "next", f"expected {id} {'with the player whose turn it is' if takes else 'alone'}, got “{text}”"
                )
            g.agenda.append((id, self.seat(name, "next")) if name else (id,))

    def furniture(self) -> None:
        """What is face up on the table, and the special cards beside it."""
        g, aside = self.g, self.laid.specials
        for key, state in self.laid.furniture.items():
            self.lay(key, state)
        placed = "setup/place-room" not in (self.laid.next or ())
        if placed:
            g.lay(ROOM)
        for card in (ARK, LOTTERY_BOX) if placed else ():
            if card not in g.places and (aside is None or card not in aside):
                g.lay(card)
                g.specials.remove(card)
        if aside is not None:
            for card in aside:
                self.kind(card, "specials", "special_furniture", "special_item")
            g.specials = list(aside)

    def lay(self, key: str, state: Any) -> None:
        """One furniture with its state."""
        g, where = self.g, f"furniture.{key}"
        card = key if key in g.cards else key.rpartition("-")[0]
        self.kind(card, where, *FURNITURE)
        if card == RUBBLE:
            raise self.bad(where, f"“{card}” is not a furniture that can be chosen")
        if g.cards.type_of(card) == "special_furniture":
            self.special(card, where)
        else:
            self.out_of(g.furniture_deck, card, where)
        new = g.places[g.lay(card, key)]
        state = state if isinstance(state, dict) else {"durability": state}
        laid = structure(state, LaidPlace, self.file, f"table.{where}")
        self.within(laid, PLACE_BOUNDS, where)
        new.durability = new.durability if laid.durability is None else laid.durability
        new.taken, new.worked, new.cover = laid.spent, laid.worked, laid.cover
        if laid.cover:
            self.kind(laid.cover, where, "special_furniture")
            if laid.cover in g.specials:
                g.specials.remove(laid.cover)
        new.used_by = [self.seat(name, where) for name in laid.used_by]
        new.look_over()

    def special(self, card: str, where: str) -> None:
        """Take a special card from beside the table."""
        if card in self.g.specials:
            self.g.specials.remove(card)
        else:
            self.doubt(where, f"there is no (other) “{card}” beside the table")

    def player(self, seat: int, laid: LaidPlayer, where: str) -> None:
        """One survivor."""
        g, player = self.g, self.g.players[seat]
        self.within(laid, PLAYER_BOUNDS, where)
        for kind, pile in (("character", g.characters), ("personality", g.personalities)):
            if card := getattr(laid, kind):
                self.out_of(pile, card, f"{where}.{kind}", kind)
                setattr(player, kind, card)
        alive = laid.fate != DEAD
        player.health = (3 if alive else 0) if laid.health is None else laid.health
        if not alive and player.health:
            self.doubt(f"{where}.health", "somebody dead has no health left")
        if not (laid.fate or player.health):
            self.doubt(f"{where}.health", "somebody alive has at least 1 health")
        player.needs = [getattr(laid, need) for need in NEEDS]
        player.overdue = [not level for level in player.needs]
        for mark in MARKS:
            if (names := getattr(laid, mark)) is not None:
                for name in names:
                    self.among(name, NEEDS, f"{where}.{mark}")
                setattr(player, mark, [need in names for need in NEEDS])
        for key in (*COUNTS, *FLAGS):
            setattr(player, key, getattr(laid, key))
        player.fate = self.among(laid.fate, FATES, f"{where}.fate")
        player.place = self.among(laid.place, ("", *g.places), f"{where}.place")
        player.turned_down = {
            self.among(key, g.places, f"{where}.turned_down"): [
                self.seat(name, f"{where}.turned_down") for name in names
            ]
            for key, names in laid.turned_down.items()
        }
        player.gained, player.items = list(laid.gained), list(laid.items)
        for item in laid.items:
            self.item(item, f"{where}.items")
        if missing := Counter(laid.gained) - Counter(laid.items):
            self.doubt(f"{where}.gained", f"“{next(iter(missing))}” is not among the items held")
        if len(player.items) > g.hand_limit(seat):
            self.doubt(f"{where}.items", f"at most {g.hand_limit(seat)} items can be held")

    def item(self, item: str, where: str) -> None:
        """An item in a hand."""
        g = self.g
        self.kind(item, where, *ITEMS)
        if public(g, item):
            if item in g.specials and self.laid.specials is None:
                g.specials.remove(item)
        else:
            self.out_of(g.item_deck, item, where)

    def piles(self) -> None:
        """Discards, what has left the game, and the decks."""
        g, laid = self.g, self.laid
        g.removed, g.furniture_discard, g.item_discard = (
            list(laid.removed), list(laid.furniture_discard), list(laid.item_discard)
        )  # fmt: skip
        for card in laid.removed:
            self.kind(card, "removed")
        for card in laid.furniture_discard:
            self.kind(card, "furniture_discard", *FURNITURE)
        for card in laid.item_discard:
            self.kind(card, "item_discard", *ITEMS)
        for card in (*g.removed, *g.furniture_discard, *g.item_discard):
            for pile in (g.furniture_deck, g.item_deck):
                if card in pile.cards():
                    pile.take_any(card)
                    break
        self.deck("furniture_deck", g.furniture_deck, laid.furniture_deck, FURNITURE)
        self.deck("item_deck", g.item_deck, laid.item_deck, ITEMS)

    def deck(self, key: str, pile: Pile, said: Any, kinds: tuple[str, ...]) -> None:
        """A deck: what is left for it, and checked if its number is said; or the cards that are said."""
        if isinstance(said, list):
            cards = structure(said, tuple[str, ...], self.file, f"table.{key}")
            for card in cards:
                self.kind(card, key, *kinds)
            pile.bag[:] = cards
        elif said is not None and said != len(pile):
            structure(said, int, self.file, f"table.{key}")
            self.doubt(key, f"{len(pile)} cards are left for it, not {said}; or list them")

    def out_of(self, pile: Pile, card: str, where: str, *kinds: str) -> None:
        """Take a card out of its deck."""
        self.kind(card, where, *kinds)
        try:
            pile.take_any(card)
        except ValueError:
            self.doubt(where, f"there is no (other) copy of “{card}” in its deck")


def place(g: Shelter, doc: Position, file: str) -> None:
    """Lay out an empty table as a scene says.

    Raises:
        BadInput: naming the file, the place and what was expected.
    """
    Placer(g, structure(doc, Laid, file, "table"), file, ()).run()


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
