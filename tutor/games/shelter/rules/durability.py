"""Durability: it falls with use, and only a card brings it back."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Refusal, Rule, Value
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ARK, ROOM, Line
from tutor.games.shelter.places import ENDLESS, Place
from tutor.games.shelter.rules.items_furniture import pick
from tutor.games.shelter.table import Shelter


def elsewhere(g: Shelter, seat: int, fix: str = "Choose another place.") -> tuple[str, Value | None]:
    """Return what to do instead of going to a closed place; a player who has chosen one can only end the turn."""
    return ("End your turn.", "done") if g.players[seat].place else (fix, None)


def refuse_worn(g: Shelter, seat: int, key: str) -> Iterator[Refusal]:
    """Yield why a place without durability cannot be chosen."""
    place, instead = g.places[key], elsewhere(g, seat)
    if place.card == ARK:
        yield Refusal("ark/once", "the ark has already left", *instead)
        return
    once = g.facts(place).once
    if once:
        how = "once for each player, and all its uses are gone"
        if g.full(place.card) == 1:
            how = "once in the game, and it has already been used"
        why = f"{g.the(key)} works only {how}"
        yield Refusal("furniture/some-once-only", why, *instead)
    why = f"{g.the(key)} has no durability left"
    yield Refusal("durability/exhausted-unusable", why, *instead, repeats=once)
    if not place.shared and place.taken:
        why = f"{g.the(key)} lost its last durability token this round, so nobody can use it any more"
        yield Refusal("durability/runs-out-mid-round", why, *instead)


def wear(g: Shelter, key: str, place: Place, cited: str, why: str) -> None:
    """Take one durability token from a place."""
    if place.durability > 0:
        place.durability -= 1
        if g.heard:
            _tell_wear(g, key, place, cited, why)


def _tell_wear(g: Shelter, key: str, place: Place, cited: str, why: str) -> None:
    g.note(cited, why + " and has {left} left", place=g.the(key), left=place.durability or "none")
    if not place.durability:
        g.note("durability/exhausted-stays", "{place} is worn out but stays where it is", place=g.the(key))
        if all(not p.durability for k, p in g.places.items() if k not in (ROOM, ARK)):
            g.note("exhaustion/all-furniture-worn-out", "All furniture is worn out, but the game goes on")


@rule("durability/no-recovery")
def restore(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Only a card brings durability back, up to what is printed."""
    key = yield from pick(
        g, seat, line, _full_already, lambda place: place.plain and place.durability < g.full(place.card)
    )
    if key:
        place = g.places[key]
        place.durability = min(place.durability + line.n, g.full(place.card))
        g.note(
            "durability/no-recovery",
            "{place} is restored to a durability of {n}",
            also=("items/may-change-furniture",),
            place=g.the(key),
            n=place.durability,
        )


def _full_already(g: Shelter, key: str) -> Iterator[Refusal]:
    place = g.places[key]
    if not place.plain and key != ROOM:
        how = "once" if g.full(place.card) == 1 else "once for each player"
        why = f"{g.the(key)} works only {how}, so you can’t restore it"
        yield Refusal("furniture/some-once-only", why, "Pick other furniture.")
    elif place.durability >= g.full(place.card):
        why = "never wears out" if place.durability == ENDLESS else "still has all its durability"
        yield Refusal(
            "durability/shown-by-tokens",
            f"{g.the(key)} {why}, so there is nothing to restore",
            "Pick furniture that has lost some durability.",
        )
