"""A player's turn: an item, then furniture, then durability and effect; and what is tried in vain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Choose, Refusal, Rule, Value
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import CODE, CODE_PART, ROOM, Used
from tutor.games.shelter.people import special
from tutor.games.shelter.rules.death import discard
from tutor.games.shelter.rules.effects import carry_out
from tutor.games.shelter.rules.furniture import go, go_places, open_places, refuse_place
from tutor.games.shelter.rules.items import (
    Window,
    discards,
    drop,
    items_a_round,
    kinds,
    refuse_discard,
    refuse_use,
    usable,
)
from tutor.games.shelter.table import ASIDE, NOBODY, Shelter

STAY, DONE, NO_ITEM = "stay", "done", "no item"


class Turn(Choose):
    """What a player does in a turn; everything that could be tried is offered, allowed or not."""

    __slots__ = ("g", "items", "places")

    def __init__(self, g: Shelter, seat: int, items: bool, places: bool) -> None:
        """Args: whether this is the moment for `items`, and for `places`."""
        self.g = g
        self.seat = seat
        self.items = items
        self.places = places
        self.rule = "turn/sequence"

    def prompt(self) -> str:
        if self.g.players[self.seat].place:
            return "Anything else?"
        return "An item, or a place?" if self.items and self.places else "Where to?" if self.places else "An item?"

    @property
    def last(self) -> str:
        """The answer that does nothing more."""
        return DONE if self.g.players[self.seat].place else STAY if self.places else NO_ITEM

    def candidates(self) -> Sequence[Value]:
        g, items = self.g, kinds(self.g.players[self.seat].items)
        return [
            *(("use", item) for item in items),
            *go_places(g),
            self.last,
            *(("discard", item) for item in items),
            "swap furniture",
            *(("attack", g.names[other]) for other in g.inside() if other != self.seat),
        ]

    def open(self) -> Sequence[Value]:
        g, seat = self.g, self.seat
        if g.players[seat].place:
            return [DONE, *discards(g, seat)]
        values: list[Value] = [("use", item) for item in usable(g, seat)] if self.items else []
        places = open_places(g, seat) if self.places else []
        values += places
        if not (places and g.readings["turn/may-pass-furniture"] == "compulsory"):
            values.append(self.last)
        return [*values, *discards(g, seat)]

    def refuse(self, value: Value) -> Iterator[Refusal]:
        g, seat = self.g, self.seat
        if value == "swap furniture":
            yield Refusal("opening/once-only", f"the swap came before day 1; this is day {g.day}", "Choose a place.")
        elif value == STAY:
            places = open_places(g, seat)
            if places and g.reading("turn/may-pass-furniture") == "compulsory":
                yield Refusal(
                    "turn/may-pass-furniture", f"{Many(len(places)):place} open, so you must choose one", "", places[0]
                )
        elif isinstance(value, tuple):
            yield from self._refuse(str(value[0]), str(value[1]))

    def _refuse(self, verb: str, what: str) -> Iterator[Refusal]:
        g, seat = self.g, self.seat
        if verb == "use":
            if not self.items and not g.players[seat].place:
                yield Refusal("turn/player-by-player", "this is the phase for furniture; items came before")
            yield from refuse_use(g, seat, what)
        elif verb == "go":
            if not self.places:
                yield Refusal("turn/player-by-player", "this is the phase for items; furniture comes after")
            yield from self._standing()
            yield from refuse_place(g, seat, what)
        elif verb == "discard":
            yield from refuse_discard(g, seat)
        else:
            yield Refusal(
                "overview/no-direct-attack",
                f"no action of the game hurts {what}; only a card or a skill can",
                "Take the place or the durability that they need.",
            )

    def _standing(self) -> Iterator[Refusal]:
        g = self.g
        key = g.players[self.seat].place
        if not key:
            return
        yield Refusal(
            "furniture/one-per-round", f"you have chosen {g.title(key)} this round; one is the most", "", DONE
        )
        yield Refusal("furniture/no-second-choice", "the token stays where it is until the round is over", "", DONE)
        if key == ROOM:
            yield Refusal("spaceship/build-is-furniture-choice", "the room was your choice of the round", "", DONE)

    def label(self, value: Value) -> str:
        if not isinstance(value, tuple):
            return {DONE: "End the turn", STAY: "Choose no furniture"}.get(str(value), str(value).capitalize())
        verb, what = str(value[0]), str(value[1])
        if verb == "attack":
            return f"Attack {what}"
        return f"{'Go to' if verb == 'go' else verb.capitalize()} {self.g.title(what)}"

    def group(self, value: Value) -> str:
        heads = {"use": "Items", "go": "Places", "discard": "Discard"}
        return heads.get(str(value[0]), "Other") if isinstance(value, tuple) else "Other"


@rule("turn/sequence")
def turn(g: Shelter, seat: int) -> Rule[None]:
    """A turn: at most one item, then one place, then its durability and effect."""
    player = g.players[seat]
    if player.fate:
        return
    g.step("next-player")
    if player.skipping or player.place:
        if player.skipping:
            g.note("skip/no-item-no-furniture", "{who} is passed over", who=g.names[seat])
        else:
            g.note("capacity/required-may-wait", "{who} went along with others already", who=g.names[seat])
        player.done = True
        g.step("turn-end")
        return
    g.running = ("turn/sequence", seat)
    yield from window(g, seat)
    if player.fate:
        g.step("turn-end")
    else:
        yield from act(g, seat)
    g.running = None


def act(g: Shelter, seat: int) -> Rule[None]:
    """The turn itself, of somebody who has lived to take it."""
    player = g.players[seat]
    g.acting = seat
    phases = g.reading("turn/player-by-player") == "phase-by-phase"
    g.note(
        "turn/player-by-player items/own-turn furniture/out-of-turn order/fixed-for-round",
        "{who} acts: {what}; everybody else waits for their turn",
        who=g.names[seat],
        what="only furniture now, because the items came before" if phases else "item first, then furniture",
    )
    yield from choose_place(g, seat, items=not phases)
    g.step("turn-end")
    if not player.fate and player.place:
        yield from rest(g, seat)
    player.done = True
    player.turned_down.clear()
    g.acting = NOBODY


def choose_place(g: Shelter, seat: int, items: bool) -> Rule[None]:
    """Use items as long as it is allowed, then go to a place or stay."""
    player = g.players[seat]
    node = "item-choice" if items else "place-choice"
    g.step(node)
    while not player.place and not player.fate:
        ask = yield Turn(g, seat, items, places=True)
        if ask[0] == "discard":
            drop(g, seat, ask[1])
            continue
        if ask[0] == "use":
            if node != "item-choice":
                g.step("item-choice")
            yield from use_item(g, seat, ask[1])
            node = _resume(g, seat)
            continue
        if node != "place-choice":
            node = "place-choice"
            g.step(node)
        if ask == STAY:
            g.note("turn/may-pass-furniture", "{who} chooses no furniture this round", who=g.names[seat])
            return
        yield from go(g, seat, ask[1])


def _resume(g: Shelter, seat: int) -> str:
    """Return where the turn goes on after an item: at another item, or at the place."""
    g.step("turn-resume")
    player = g.players[seat]
    if player.fate:
        return ""
    node = "place-choice"
    if player.items_used < items_a_round(g, seat):
        g.note("characters/skill-overrides", "{who} may use another item", who=g.names[seat])
        node = "item-choice"
    g.step(node)
    return node


def rest(g: Shelter, seat: int) -> Rule[None]:
    """The turn is over once the player says so; nothing but a discard that a reading allows is possible."""
    while True:
        ask = yield Turn(g, seat, items=False, places=True)
        if ask == DONE:
            return
        drop(g, seat, ask[1])


@rule("items/used-to-discard")
def use_item(g: Shelter, seat: int, item: str) -> Rule[None]:
    """A used item leaves the hand, then does what it says; the ark code is only shown."""
    g.step("item-use")
    player, card = g.players[seat], g.cards[item]
    player.items_used += 1
    g.note("turn/sequence items/one-per-round", "{who} uses {card}", who=g.names[seat], card=card.name)
    if item in (CODE, CODE_PART):
        player.code_shown = True
        g.note("ark/activation", "The code is this round's item; the ark is open to {who} now", who=g.names[seat])
        return
    if g.cards.type_of(item) == "special_item":
        g.note(
            "special/requirement special/count-as-kind special/items-count-to-limit",
            "What {card} needs is there",
            card=card.name,
        )
    gone = g.reading("items/used-to-discard") == "remove"
    player.items.remove(item)
    if item in player.gained:
        player.gained.remove(item)
    discard(g, item, gone)
    goes = "leaves the game" if gone else f"goes {ASIDE}" if special(g, item) else "is discarded"
    g.note("items/used-to-discard", "{card} {goes}", card=card.name, goes=goes)
    assert isinstance(card, Used)
    yield from carry_out(g, card, (seat,))


@rule("items/own-turn")
def window(g: Shelter, seat: int) -> Rule[None]:
    """Under that reading, whoever has yet to choose a place may use an item before somebody else's turn."""
    if g.readings["items/own-turn"] == "own-turn":
        return
    for other in g.order:
        player = g.players[other]
        if other == seat or player.fate or player.skipping or player.done or player.place:
            continue
        if player.items and player.items_used < items_a_round(g, other):
            ask = yield Window(g, other)
            if ask[0] == "use":
                g.step("item-choice")
                g.acting = other
                yield from use_item(g, other, ask[1])
                g.acting = NOBODY
                g.step("turn-resume")


@rule("turn/player-by-player")
def item_phase(g: Shelter, seat: int) -> Rule[None]:
    """Under that reading everybody's items come before anybody's furniture."""
    player = g.players[seat]
    if player.fate or player.skipping:
        return
    g.step("next-player")
    g.acting, g.running = seat, ("turn/player-by-player", seat)
    g.step("item-choice")
    while not player.fate:
        ask = yield Turn(g, seat, items=True, places=False)
        if ask == NO_ITEM:
            break
        if ask[0] == "discard":
            drop(g, seat, ask[1])
            continue
        yield from use_item(g, seat, ask[1])
        g.step("turn-resume")
        if player.fate or player.items_used >= items_a_round(g, seat):
            break
        g.step("item-choice")
    g.step("turn-end")
    g.acting, g.running = NOBODY, None
