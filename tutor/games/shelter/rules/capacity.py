"""How many players a place takes: furniture for single users, furniture used together, and who waits for whom."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Choose, Many, Part, Refusal, Rule, Sum
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM
from tutor.games.shelter.places import ENDLESS, Place
from tutor.games.shelter.rules.durability import elsewhere, wear
from tutor.games.shelter.rules.furniture_effect import carry_out
from tutor.games.shelter.rules.spaceship import builders, work
from tutor.games.shelter.table import Shelter


def free_to_choose(g: Shelter, seat: int) -> list[int]:
    """Return the other players who can still choose a place this round."""
    return [
        other
        for other, player in enumerate(g.players)
        if not (player.done or player.place or player.fate or player.skipping) and other != seat
    ]


def _company(g: Shelter, seat: int, key: str) -> list[int]:
    """The other players who could still come to this place this round."""
    out = (*g.places[key].used_by, *g.players[seat].turned_down.get(key, ()))
    return [other for other in free_to_choose(g, seat) if other not in out]


def taken(g: Shelter, key: str) -> Sum:
    """Return how many players are on a place or have used it this round."""
    place = g.places[key]
    here = builders(g).parts if key == ROOM else [Part(1, g.names[seat]) for seat in place.tokens]
    return Sum("places taken", *here, Part(place.spent, "spent this round", "death/token-and-place"))


def refuse_full(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    """Yield why nobody else fits in a place."""
    place = g.places[key]
    there, most = Many(taken(g, key)), Many(place.limit)
    if key == ROOM:
        if place.spent:
            why = f"{g.the(key)} takes only {most:builder}, and {there:place is|places are} already taken this round"
        else:
            why = f"{g.the(key)} needs only {most:builder}, and it already has {there}"
        instead = elsewhere(g, seat, "Choose furniture instead.")
        yield Refusal("spaceship/room-cap", why, *instead)
        why = f"the construction room is full for today, because it takes no more than {most:builder} a day"
        yield Refusal("capacity/room-limited-too", why, *instead, repeats=True)
        return
    full = {1: "that place is", 2: "both places are"}.get(most, f"all {most} places are")
    why = f"{g.the(key)} has room for only {most:person|people}, and {full} taken this round"
    again = "Choose another place, or come back in a later round."
    instead = elsewhere(g, seat, again if place.durability else "Choose a different place.")
    yield Refusal("capacity/full-refused", why, *instead)
    if place.shared:
        why = f"{g.the(key)} needs exactly {most:person|people}, and that many have already come"
        yield Refusal("capacity/required-not-exceeded", why, *instead)
    else:
        then = "and you are already there" if seat in place.tokens else "so you’d be one too many"
        why = f"only {most:person|people} can use {g.the(key)} in one round, {then}"
        yield Refusal("capacity/users-maximum", why, *instead, repeats=True)


def refuse_too_few(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    """Yield why a required number cannot be reached any more."""
    place = g.places[key]
    company = _company(g, seat, key)
    if 1 + len(company) + taken(g, key) < place.limit:
        instead = elsewhere(g, seat)
        others = g.named(sorted({*place.tokens, *company} - {seat}))
        only = f"only {others} can be there with you" if others else "nobody else can be there"
        why = f"{g.the(key)} needs {place.limit} people, but {only} this round"
        yield Refusal("capacity/required-beyond-survivors", why, *instead)
        if declined := g.players[seat].turned_down.get(key):
            why = f"{g.named(declined)} declined to come along to {g.the(key)} this turn"
            yield Refusal("capacity/required-may-wait", why, *instead)


@rule("capacity/users-fewer-ok")
def use_alone(g: Shelter, seat: int, key: str) -> Rule[None]:
    """Furniture with a number of users works for each user alone and loses 1 durability for each."""
    place = g.places[key]
    card = g.facts(place)
    first = g.reading("furniture/durability-then-effect") == "remove-first"
    if g.heard:
        _tell_use(g, key, place)
    _mark_used(g, place, (seat,))
    if first:
        _wear_for(g, seat, key, place)
    if g.heard:
        g.note(
            "furniture/effect-immediate",
            "{place} takes effect at once",
            also=("furniture/durability-then-effect",),
            place=g.the(key),
        )
    yield from carry_out(g, card, (seat,))
    if not first:
        _wear_for(g, seat, key, place)
        if place.durability != ENDLESS:
            g.note("furniture/durability-then-effect", "The durability is removed only after the effect")


def _tell_use(g: Shelter, key: str, place: Place) -> None:
    name = g.the(key)
    if g.cards.type_of(place.card) == "special_furniture":
        g.note(
            "special/count-as-kind",
            "{place} is a special card, but the rules for furniture apply to it, too",
            place=name,
        )
    if place.taken < place.limit:
        g.note(
            "capacity/users-fewer-ok",
            "{place} works with {n:user}, even though {most} could use it",
            place=name,
            n=Many(place.taken),
            most=place.limit,
        )


def _mark_used(g: Shelter, place: Place, group: tuple[int, ...]) -> None:
    """Remember who has used furniture that works only once, under the reading of once for each player."""
    if not place.plain and g.reading("furniture/some-once-only") == "once-per-player":
        place.used_by += group


def _wear_for(g: Shelter, seat: int, key: str, place: Place) -> None:
    g.step("users-durability")
    wear(g, key, place, "durability/users-one-each", "{place} loses 1 durability for this user")


@rule("capacity/required-takes-effect-when-met")
def gather(g: Shelter, seat: int, key: str) -> Rule[None]:
    """Furniture with a required number waits until that many are there."""
    g.step("required-check")
    place = g.places[key]
    if place.taken < place.limit:
        g.step("required-wait")
        g.note(
            "capacity/required-may-wait",
            "{who} waits, because {place} needs {n:person|people} and has only {here}",
            also=("capacity/required-must-be-met",),
            who=g.names[seat],
            place=g.the(key),
            here=len(place.tokens),
            n=Many(place.limit),
        )
    elif g.reading("capacity/required-takes-effect-when-met") == "end-of-round":
        g.step("required-wait")
        g.note(
            "capacity/required-takes-effect-when-met",
            "Everybody who is needed is there, but the effect comes at the end of the round",
        )
    else:
        yield from work_together(g, key, (seat,) if place.worked else tuple(place.tokens))


def work_together(g: Shelter, key: str, group: tuple[int, ...]) -> Rule[None]:
    """Everyone in `group` gets the effect, and the furniture loses 1 durability for the round."""
    place = g.places[key]
    if not place.worked:
        place.worked = True
        g.step("required-durability")
        together = f"only 1 durability for the {len(group)} people together" if len(group) > 1 else "1 durability"
        wear(g, key, place, "durability/required-one-per-round", "{place} loses " + together)
    _mark_used(g, place, group)
    g.note(
        "capacity/required-takes-effect-when-met",
        "The required {n:person is|people are} there, so the effect applies to {who}",
        also=("capacity/required-must-be-met",),
        n=Many(place.limit),
        who=g.named(group),
    )
    yield from carry_out(g, g.facts(place), group)


@rule("capacity/required-may-wait")
def declare(g: Shelter, seat: int, key: str) -> Rule[list[int] | None]:
    """Return those who come along, in the order of action, asked by the first of them; None if somebody declines."""
    place = g.places[key]
    partners: list[int] = []
    while 1 + len(partners) + taken(g, key) < place.limit:
        others = [one for one in _company(g, seat, key) if one not in partners]
        chosen = yield Choose(
            seat,
            "capacity/required-may-wait",
            [("with", g.names[one]) for one in others],
            f"Who do you ask to come along to {g.the(key)}, which needs {Many(place.limit):person|people}?",
            lambda value: f"Ask {value[1]}",
        )
        partner = g.seat(chosen[1])
        answer = yield Choose(
            partner,
            "capacity/required-may-wait",
            ("agree", "decline"),
            f"{g.names[seat]} asks you to come along to {g.the(key)}. Do you go?",
            (f"Go to {g.the(key)} with {g.names[seat]}", "Decline"),
        )
        if answer == "decline":
            says = "{who} does not come along to {place}"
            g.note("capacity/required-may-wait", says, who=g.names[partner], place=g.the(key))
            g.players[seat].turned_down.setdefault(key, []).append(partner)
            return None
        partners.append(partner)
    return sorted(partners, key=g.order.index)


@rule("capacity/required-unmet-no-effect")
def close_groups(g: Shelter) -> Rule[None]:
    """Whoever waited in vain gets nothing; under some readings complete groups get their effect only now."""
    g.step("end-unmet")
    room = g.places[ROOM]
    for key, place in [(key, place) for key, place in g.places.items() if place.shared and place.tokens]:
        if place.worked or not place.tokens or key == ROOM:
            continue
        if place.taken >= place.limit:
            yield from work_together(g, key, tuple(place.tokens))
            g.step("end-unmet")
            continue
        g.note(
            "capacity/required-unmet-no-effect",
            "{place} needed {n:person|people} and had only {here}, so it does nothing and does not lose durability, "
            "but whoever waited has used up their choice for the day",
            also=("capacity/required-unmet-choice-spent", "durability/required-unmet-none"),
            place=g.the(key),
            here=len(place.tokens),
            n=Many(place.limit),
        )
    if not room.tokens or room.worked:
        return
    if builders(g) >= room.limit and g.reading("spaceship/timing") == "end-of-round":
        yield from work(g)
        g.step("end-unmet")
    else:
        g.note(
            "spaceship/too-few-builders",
            "The construction room needed {n:builder} and had only {here}, so {nothing}, "
            "and whoever waited there has used up their choice for the day",
            nothing="the ship is not launched" if g.ready else "there is no progress",
            here=builders(g),
            n=Many(room.limit),
        )
