"""Special cards: how they come into play, and how they leave a place again."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.core import Refusal, Rule
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import CODE_PART, RUBBLE, Line
from tutor.games.shelter.rules.items_furniture import occupied, pick
from tutor.games.shelter.rules.items_hand import check_hand, take_items
from tutor.games.shelter.table import Shelter


@rule("special/how-obtained")
def take_special(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A special item comes from the special cards on the table, and only because a card says so."""
    who, name = g.names[seat], f"a{g.the(CODE_PART)[3:]}" if line.what == CODE_PART else g.the(line.what)
    if line.what not in g.specials:
        g.note(
            "special/how-obtained",
            "{card} is no longer available, so {who} does not get it",
            also=("special/face-up",),
            who=who,
            card=name,
        )
        return
    g.specials.remove(line.what)
    take_items(g, seat, [line.what])
    g.note(
        "special/how-obtained",
        "{who} takes {card}, and everybody sees it",
        also=("special/face-up",),
        who=who,
        card=name,
    )
    yield from check_hand(g, seat)


def cover(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """Furniture that occupies space covers another furniture card and blocks it."""
    if RUBBLE not in g.specials:
        g.note(
            "special/how-obtained",
            "{card} is not available, so it cannot cover anything",
            also=("special/face-up",),
            card=g.the(RUBBLE),
        )
        return
    key = yield from pick(g, seat, line, _covered_or_occupied, lambda place: not (place.cover or place.tokens))
    if key:
        g.specials.remove(RUBBLE)
        g.places[key].cover = RUBBLE
        g.places[key].untouched = False
        g.note(
            "special/how-obtained",
            "{card} blocks {place}",
            also=("special/kinds",),
            card=g.the(RUBBLE),
            place=g.the(key),
        )


def _covered_or_occupied(g: Shelter, key: str) -> Iterator[Refusal]:
    if g.places[key].cover:
        why = f"{g.the(key)} is already covered, so you can’t cover it"
        yield Refusal("special/kinds", why, "Pick other furniture.")
    yield from occupied(g, key)


def clear(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """The card that covers a piece of furniture is put back with the special cards."""
    key = yield from pick(g, seat, line, _uncovered, lambda place: bool(place.cover))
    if key:
        g.specials.append(g.places[key].cover)
        g.places[key].cover = ""
        g.note("items/may-change-furniture", "{place} is free again", also=("special/face-up",), place=g.the(key))


def _uncovered(g: Shelter, key: str) -> Iterator[Refusal]:
    if not g.places[key].cover:
        why = f"nothing covers {g.the(key)}, so there is nothing to clear"
        yield Refusal("special/kinds", why, "Pick furniture that is covered.")
