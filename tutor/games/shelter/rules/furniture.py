"""Choosing furniture: which places are open, and the token that is put there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Move, Refusal, Rule, Value
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, ROOM
from tutor.games.shelter.places import Place
from tutor.games.shelter.rules import capacity
from tutor.games.shelter.rules.ark import activate, has_code, refuse_no_code
from tutor.games.shelter.rules.durability import elsewhere, refuse_worn
from tutor.games.shelter.rules.spaceship import build
from tutor.games.shelter.table import Shelter


class Go(Move[Shelter, int]):
    """Choose a place."""

    verb, heading = "go", "Places"

    def label(self, g: Shelter, seat: int, key: str) -> str:
        return f"Go to {g.the(key)}"

    def tries(self, g: Shelter, seat: int) -> Sequence[Value]:
        return [place.answer for place in g.places.values()]

    def refuse(self, g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
        yield from _chosen_already(g, seat)
        nowhere = not g.players[seat].place and not open_places(g, seat)
        for reason in _closed(g, seat, key):
            if nowhere:
                reason = reason._replace(fix="Stay where you are, because no place is open.", option="stay")
            yield reason
        yield from _without_code(g, seat, key)

    @staticmethod
    @rule("furniture/place-token")
    def do(g: Shelter, seat: int, key: str) -> Rule[None]:
        """A player puts their token on a place; what happens then depends on the kind of place."""
        place = g.places[key]
        if place.shared and g.reading("capacity/required-may-wait") == "declare-together":
            partners = yield from capacity.declare(g, seat, key)
            if partners is None:
                return
        else:
            partners = []
        g.step("place-token")
        for one in (seat, *partners):
            put_token(g, one, key)
        g.step("place-kind")
        if key == ROOM:
            yield from build(g, seat)
        elif place.card == ARK:
            yield from activate(g, seat)
        elif place.shared:
            yield from capacity.gather(g, seat, key)
        else:
            yield from capacity.use_alone(g, seat, key)


class GoLater(Go):
    """Choose a place in the item phase, which is too early."""

    def refuse(self, g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
        yield Refusal(
            "turn/player-by-player",
            "you can’t choose furniture yet, because this is the phase for items",
            "Use an item first, or choose not to use one.",
        )
        yield from refuse_place(g, seat, key)


def _chosen_already(g: Shelter, seat: int) -> Iterator[Refusal]:
    key = g.players[seat].place
    if not key:
        return
    why = f"you have already chosen {g.the(key)} this round, and you can choose only once"
    yield Refusal("furniture/one-per-round", why, "End your turn.", "done")
    why = "your token stays where it is until the round is over"
    yield Refusal("furniture/no-second-choice", why, "End your turn.", "done", repeats=True)
    if key == ROOM:
        why = "you went to the construction room to build, and that was your choice for this round"
        yield Refusal("spaceship/build-is-furniture-choice", why, "End your turn.", "done", repeats=True)


def refuse_place(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    """Yield every reason against choosing this place now."""
    yield from _closed(g, seat, key)
    yield from _without_code(g, seat, key)


def _without_code(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    if g.places[key].card == ARK:
        yield from refuse_no_code(g, seat)


def _closed(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    """Yield why a place is closed to a player, who can then only go elsewhere."""
    place = g.places[key]
    if place.cover:
        why = f"you can’t use {g.the(key)} while {g.the(place.cover)} covers it"
        fix = f"Choose another place until a card clears {g.the(place.cover)} away."
        yield Refusal("special/kinds", why, *elsewhere(g, seat, fix))
    if capacity.taken(g, key) >= place.limit:
        yield from capacity.refuse_full(g, seat, key)
    if not place.durability:
        yield from refuse_worn(g, seat, key)
    if seat in place.used_by:
        why = f"you have already used {g.the(key)}, and it works only once for each player"
        yield Refusal("furniture/some-once-only", why, *elsewhere(g, seat))
    if place.shared:
        yield from capacity.refuse_too_few(g, seat, key)


def open_places(g: Shelter, seat: int) -> list[Value]:
    """Return the answers for all places that this seat can choose now, without working out refusals."""
    can_come = 1 + len(capacity.free_to_choose(g, seat))
    declined = g.players[seat].turned_down
    return [
        place.answer
        for place in g.places.values()
        if place.untouched
        or (
            place.durability
            and place.taken < place.limit
            and not place.cover
            and (
                (not place.shared or place.limit - place.taken <= can_come)
                if place.plain and place.answer[1] not in declined
                else _opens(g, seat, place)
            )
        )
    ]


def _opens(g: Shelter, seat: int, place: Place) -> bool:
    """Whether a place with special conditions is open, worked out without refusals where possible."""
    if place.card == ROOM:
        return not place.taken or capacity.taken(g, ROOM) < place.limit
    if place.card == ARK and not has_code(g, seat):
        return False
    if place.card != ARK and not place.shared and not place.used_by:
        return True
    return next(refuse_place(g, seat, place.answer[1]), None) is None


def put_token(g: Shelter, seat: int, key: str) -> None:
    """Put one token on a place."""
    player = g.players[seat]
    player.place = key
    place = g.places[key]
    place.arrive(seat)
    if not g.heard:
        return
    g.note(
        "furniture/place-token",
        "{who} goes to {place}",
        also=("furniture/shared",),
        who=g.names[seat],
        place=g.the(key),
    )
    if player.items and not player.items_used:
        g.note("items/use-optional", "{who} uses no item beforehand", who=g.names[seat])


@rule("furniture/places-clear-each-round")
def clear_places(g: Shelter) -> None:
    """All players take back their tokens, so nobody waits on into the next round."""
    g.step("end-clear")
    for place in g.places.values():
        if place.taken or place.worked:
            place.tokens.clear()
            place.taken = 0
            place.worked = False
            place.look_over()
    for player in g.players:
        player.place = ""
    g.note(
        "furniture/places-clear-each-round",
        "All players take back their tokens" + (", so every place is empty again" if g.first_day else ""),
        also=("capacity/no-carry-over",),
    )
