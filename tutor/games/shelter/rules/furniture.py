"""Choosing furniture: the two kinds, waiting for others, durability, and the ark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core.asks import Refusal, Rule, Value
from tutor.engine.core.table import Many
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, ROOM, Furniture
from tutor.games.shelter.people import ARK_WIN
from tutor.games.shelter.places import Place
from tutor.games.shelter.rules.death import count_survivors, discard
from tutor.games.shelter.rules.effects import carry_out
from tutor.games.shelter.rules.items import Plain, has_code
from tutor.games.shelter.rules.spaceship import build, builders, recheck, update_required
from tutor.games.shelter.table import Shelter


def facts(g: Shelter, place: Place) -> Furniture:
    """The card in a place."""
    card = g.cards[place.card]
    assert isinstance(card, Furniture)
    return card


def free_to_choose(g: Shelter, seat: int) -> list[int]:
    """The other players who can still choose a place this round."""
    return [
        other
        for other, player in enumerate(g.players)
        if other != seat and not (player.fate or player.skipping or player.done or player.place)
    ]


def _company(g: Shelter, seat: int, key: str) -> list[int]:
    """The other players who could still come to this place this round."""
    out = (*g.places[key].used_by, *g.players[seat].turned_down.get(key, ()))
    return [other for other in free_to_choose(g, seat) if other not in out]


def taken(g: Shelter, key: str) -> int:
    """How many of a place's users or required people are there or have been there this round."""
    place = g.places[key]
    return builders(g) + place.spent if key == ROOM else place.taken


# -- why not ------------------------------------------------------------


def refuse_place(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    """Every reason against choosing this place now."""
    place = g.places[key]
    if place.cover:
        yield Refusal("special/kinds", f"{g.title(key)} is covered by {g.cards[place.cover].name}", "Clear it first.")
    if taken(g, key) >= place.limit:
        yield from _full(g, key)
    if not place.durability:
        yield from _worn(g, key)
    if seat in place.used_by:
        yield Refusal("furniture/some-once-only", f"you have used {g.title(key)} before; it works once for each player")
    if place.card == ARK:
        yield from _no_code(g, seat)
    if place.shared:
        yield from _too_few(g, seat, key)


def _full(g: Shelter, key: str) -> Iterator[Refusal]:
    place = g.places[key]
    numbers = f"{g.title(key)} holds {taken(g, key)} of {place.limit}"
    if key == ROOM:
        yield Refusal("spaceship/room-cap", f"{numbers} builders", "Choose furniture.")
        yield Refusal("capacity/room-limited-too", "the room obeys its number like furniture does")
        return
    fix = "Choose another, or come next round." if place.durability else "Choose a different place."
    yield Refusal("capacity/full-refused", f"{numbers} this round", fix)
    if place.shared:
        yield Refusal("capacity/required-not-exceeded", f"the required number {place.limit} is also the most that fit")
    else:
        yield Refusal("capacity/users-maximum", f"at most {place.limit} can use it in a round")


def _worn(g: Shelter, key: str) -> Iterator[Refusal]:
    place = g.places[key]
    if place.card == ARK:
        yield Refusal("ark/once", "the ark has left already")
        return
    if facts(g, place).once:
        how = "once in the game" if g.full(place.card) == 1 else "once for each player"
        yield Refusal("furniture/some-once-only", f"{g.title(key)} works {how} and is used up")
    yield Refusal("durability/exhausted-unusable", f"{g.title(key)} has no durability left", "Choose another.")
    if not place.shared and taken(g, key):
        yield Refusal("durability/runs-out-mid-round", "its last durability was used this round, free place or not")


def _no_code(g: Shelter, seat: int) -> Iterator[Refusal]:
    if not has_code(g, seat):
        yield Refusal("ark/without-code", "you do not have the ark code", "Find the code first.")
        yield Refusal("ark/needs-code", "only a player with the code activates the ark")
    elif g.reading("ark/activation") == "item-then-ark" and not g.players[seat].code_shown:
        yield Refusal(
            "ark/activation", "the code has to be used as your item first", "Use the code, then go to the ark."
        )


def _too_few(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    place = g.places[key]
    can_come = 1 + len(_company(g, seat, key)) + taken(g, key)
    if can_come < place.limit:
        yield Refusal(
            "capacity/required-beyond-survivors",
            f"{g.title(key)} needs {place.limit} people; at most {can_come} can be there this round",
            "Choose another.",
        )
        if declined := g.players[seat].turned_down.get(key):
            yield Refusal(
                "capacity/required-may-wait",
                f"{' and '.join(g.names[one] for one in declined)} declined to come along this turn",
                "Choose another.",
            )


def open_places(g: Shelter, seat: int) -> list[Value]:
    """The places that this seat can choose now; the same as those without a refusal, found faster."""
    can_come = 1 + len(free_to_choose(g, seat))
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
    """Whether a place with conditions of its own is open: mostly seen at a glance."""
    if place.card == ROOM:
        return not place.taken or taken(g, ROOM) < place.limit
    if place.card == ARK and not has_code(g, seat):
        return False
    if place.card != ARK and not place.shared and not place.used_by:
        return True
    return next(refuse_place(g, seat, place.answer[1]), None) is None


# -- going there ------------------------------------------------------------


@rule("furniture/place-token")
def go(g: Shelter, seat: int, key: str) -> Rule[None]:
    """A player puts the token on a place; what happens depends on the kind of place."""
    place = g.places[key]
    if place.shared and g.reading("capacity/required-may-wait") == "declare-together":
        partners = yield from declare(g, seat, key)
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
        yield from gather(g, seat, key)
    else:
        yield from use_alone(g, seat, key)


def put_token(g: Shelter, seat: int, key: str) -> None:
    """Put one token on a place."""
    player = g.players[seat]
    player.place = key
    place = g.places[key]
    place.arrive(seat)
    if not g.heard:
        return
    g.note("furniture/place-token furniture/shared", "{who} goes to {place}", who=g.names[seat], place=g.title(key))
    if player.items and not player.items_used:
        g.note("items/use-optional", "{who} chose without using an item first, which is allowed", who=g.names[seat])


def wear(g: Shelter, key: str, place: Place, cited: str, why: str) -> None:
    """Take one durability token from a place."""
    if place.durability > 0:
        place.durability -= 1
        if g.heard:
            _tell_wear(g, place, cited, why)


def _tell_wear(g: Shelter, place: Place, cited: str, why: str) -> None:
    g.note(cited, why + ": durability {n} left", n=place.durability)
    if not place.durability:
        g.note("durability/exhausted-stays", "The card stays where it lies; nothing replaces it")
        if all(not p.durability for k, p in g.places.items() if k not in (ROOM, ARK)):
            g.note("exhaustion/all-furniture-worn-out", "All furniture is worn out; the game goes on")


@rule("capacity/users-fewer-ok")
def use_alone(g: Shelter, seat: int, key: str) -> Rule[None]:
    """Furniture with users works for each user alone and wears by one for each."""
    place = g.places[key]
    card = facts(g, place)
    first = g.reading("furniture/durability-then-effect") == "remove-first"
    if g.heard:
        _tell_use(g, place)
    _mark_used(g, place, (seat,))
    if first:
        _wear_for(g, seat, key, place)
    if g.heard:
        cited = "furniture/effect-immediate furniture/durability-then-effect"
        g.note(cited, "{card} takes effect at once", card=card.name)
    yield from carry_out(g, card, (seat,))
    if not first:
        _wear_for(g, seat, key, place)
        g.note("furniture/durability-then-effect", "Durability comes off after the effect")


def _tell_use(g: Shelter, place: Place) -> None:
    card = facts(g, place)
    if g.cards.type_of(place.card) == "special_furniture":
        g.note("special/count-as-kind", "{card} is special furniture, and furniture all the same", card=card.name)
    if place.taken < place.limit:
        g.note(
            "capacity/users-fewer-ok",
            "It works for {n:user}, though {most} could use it",
            n=Many(place.taken),
            most=place.limit,
        )


def _mark_used(g: Shelter, place: Place, group: tuple[int, ...]) -> None:
    """Remember who has used a furniture that works once, where that means once for each player."""
    if not place.plain and g.readings["furniture/some-once-only"] == "once-per-player":
        place.used_by += group


def _wear_for(g: Shelter, seat: int, key: str, place: Place) -> None:
    g.step("users-durability")
    wear(g, key, place, "durability/users-one-each", "One user, one durability")


@rule("capacity/required-takes-effect-when-met")
def gather(g: Shelter, seat: int, key: str) -> Rule[None]:
    """Furniture with a required number waits until that many are there."""
    g.step("required-check")
    place = g.places[key]
    if place.taken < place.limit:
        g.step("required-wait")
        g.note(
            "capacity/required-may-wait capacity/required-must-be-met",
            "{who} waits: {here} of {n} are there",
            who=g.names[seat],
            here=len(place.tokens),
            n=place.limit,
        )
    elif g.reading("capacity/required-takes-effect-when-met") == "end-of-round":
        g.step("required-wait")
        g.note("capacity/required-takes-effect-when-met", "All are there; the effect comes at the end of the round")
    else:
        yield from work_together(g, key, (seat,) if place.worked else tuple(place.tokens))


def work_together(g: Shelter, key: str, group: tuple[int, ...]) -> Rule[None]:
    """Everyone in `group` gets the effect; the furniture wears by one in the round."""
    place = g.places[key]
    if not place.worked:
        place.worked = True
        g.step("required-durability")
        wear(g, key, place, "durability/required-one-per-round", f"{len(group)} people, one durability")
    _mark_used(g, place, group)
    g.note(
        "capacity/required-takes-effect-when-met capacity/required-must-be-met",
        "The required number {n} is reached: the effect is for {who}",
        n=place.limit,
        who=", ".join(g.names[one] for one in group),
    )
    yield from carry_out(g, facts(g, place), group)


# -- declaring together, under that reading ------------------------------------------------------------


@rule("capacity/required-may-wait")
def declare(g: Shelter, seat: int, key: str) -> Rule[list[int] | None]:
    """Return those who come along, asked by the first of them; None if somebody declines."""
    place = g.places[key]
    partners: list[int] = []
    while 1 + len(partners) + taken(g, key) < place.limit:
        others = [one for one in _company(g, seat, key) if one not in partners]
        chosen = yield Plain(
            g, seat, "capacity/required-may-wait", [("with", g.names[one]) for one in others], "Who comes along?"
        )
        partner = g.seat(chosen[1])
        answer = yield Plain(
            g, partner, "capacity/required-may-wait", ("agree", "decline"), f"Go to {g.title(key)} together?"
        )
        if answer == "decline":
            g.note("capacity/required-may-wait", "{who} does not come along", who=g.names[partner])
            g.players[seat].turned_down.setdefault(key, []).append(partner)
            return None
        partners.append(partner)
    return partners


# -- the ark ------------------------------------------------------------


@rule("ark/activation")
def activate(g: Shelter, seat: int) -> Rule[None]:
    """A player with the code activates the ark, wins alone and leaves; the others play on."""
    g.step("ark-activate")
    who = g.names[seat]
    g.note("ark/activation ark/needs-code", "{who} shows the code and activates the ark", who=who)
    place = g.places[g.players[seat].place]
    place.durability -= 1
    if place.durability:
        g.note("ark/once", "The ark can take another player with a code")
    else:
        g.note("ark/once", "The ark carries one and is gone")
    g.step("ark-win")
    g.players[seat].fate = ARK_WIN
    g.note("ark/activator-wins victory/ark victory/three-ways", "{who} wins at once, alone", who=who)
    board(g, seat, place)
    g.note("ark/escaped-not-survivor", "{n:survivor} by count now", n=Many(g.survivors()))
    update_required(g)
    yield from count_survivors(g)
    g.note("ark/others-continue", "{n:player} left to play on, with a win still possible", n=Many(len(g.inside())))
    yield from recheck(g)


@rule("ark/activator-leaves")
def board(g: Shelter, seat: int, place: Place) -> None:
    """Who escapes leaves the shelter with the token; the items stay in circulation, the place is spent."""
    player = g.players[seat]
    for item in player.items:
        discard(g, item)
    player.items.clear()
    player.gained.clear()
    place.tokens.remove(seat)
    player.place = ""
    g.note("ark/activator-leaves", "{who} is out of the shelter: no more rolls, turns or losses", who=g.names[seat])


def go_places(g: Shelter) -> Sequence[Value]:
    """Every place as an answer."""
    return [place.answer for place in g.places.values()]
