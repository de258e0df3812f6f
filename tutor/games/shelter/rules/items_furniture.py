"""Cards that change furniture: which one they act on, and what takes its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tutor.engine.core import Pick, Refusal, Rule, draw
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import ROOM, Line
from tutor.games.shelter.places import Place
from tutor.games.shelter.rules.exhaustion import refill_furniture
from tutor.games.shelter.rules.opening import named, take_off
from tutor.games.shelter.table import Shelter

PROMPTS = {
    "restore": "Your card restores up to {n} durability. Which piece of furniture do you restore?",
    "replace": "Which piece of furniture do you replace with the next card of the furniture deck?",
    "cover": "Which piece of furniture do you cover with rubble?",
    "clear": "Which piece of furniture do you clear so that it can be used again?",
}
"""The question for each verb of a line that acts on furniture."""
DONE = {"restore": "restored", "replace": "replaced", "cover": "covered", "clear": "cleared"}
"""What happens to the furniture, for each verb."""


def pick(
    g: Shelter,
    seat: int,
    line: Line,
    reasons: Callable[[Shelter, str], Iterator[Refusal]],
    fits: Callable[[Place], bool],
) -> Rule[str]:
    """Ask for the place that a line acts on; empty if there is none.

    Args:
        g: The table.
        seat: The seat that picks.
        line: The line of the card.
        reasons: Yields the reasons against a place, given its key, apart from its being special.
        fits: Whether there are no such reasons, worked out faster.
    """
    verb = line.verb
    reached: tuple[str, ...] = ("furniture", "special_furniture") if _reaches_special(g, line) else ("furniture",)

    def refuse(value: tuple[str, str]) -> Iterator[Refusal]:
        yield from _out_of_reach(g, line, value[1])
        yield from reasons(g, value[1])

    ask = Pick(
        seat,
        "items/may-change-furniture",
        lambda: [(verb, key) for key in g.places],
        lambda: PROMPTS[verb].format(n=line.n),
        refuse,
        lambda value: f"{verb.capitalize()} {g.the(value[1])}",
        [(verb, key) for key, place in g.places.items() if fits(place) and g.cards.type_of(place.card) in reached],
    )
    if not ask.open():
        done = DONE[verb]
        g.note("items/may-change-furniture", "There is no furniture that can be {done} now", done=done)
        return ""
    _, key = yield ask
    if g.cards.type_of(g.places[key].card) == "special_furniture":
        g.note(
            "special/effects-may-act", "The effect reaches {card}, even though it is a special card", card=g.the(key)
        )
    return str(key)


def _out_of_reach(g: Shelter, line: Line, key: str) -> Iterator[Refusal]:
    """Yield why a line cannot act on the room or on special furniture."""
    if key == ROOM:
        yield Refusal(
            "durability/room-has-none", "the construction room isn’t a furniture card", "Pick a furniture card."
        )
    elif g.cards.type_of(g.places[key].card) == "special_furniture" and not _reaches_special(g, line):
        yield Refusal(
            "special/effects-may-act",
            f"your card doesn’t mention special furniture, so you can’t use it on {g.the(key)}",
            "Pick ordinary furniture.",
        )


def _reaches_special(g: Shelter, line: Line) -> bool:
    """Whether a line can act on special furniture."""
    return line.what == "any" or g.reading("special/effects-may-act") == "always"


def occupied(g: Shelter, key: str) -> Iterator[Refusal]:
    """Yield why a place cannot be changed while somebody is there."""
    if tokens := g.places[key].tokens:
        yield Refusal(
            "items/may-change-furniture",
            "you can’t replace or cover furniture while anybody is on it, and "
            f"there {'is a character token' if len(tokens) == 1 else f'are {len(tokens)} character tokens'} "
            f"on {g.the(key)}",
            "Pick furniture without character tokens.",
        )


@rule("items/may-change-furniture")
def replace(g: Shelter, seat: int, line: Line) -> Rule[None]:
    """A furniture card on the table is replaced by the next card of the furniture deck."""
    if not g.furniture_deck:
        yield from refill_furniture(g)
    if not g.furniture_deck:
        return
    key = yield from pick(g, seat, line, occupied, lambda place: not place.tokens)
    if not key:
        return
    left, old = g.the(key), g.places[key].card
    (card,) = yield from draw(g.furniture_deck, 1, "items/may-change-furniture")
    take_off(g, key)
    new = g.lay(card)
    g.note(
        "items/may-change-furniture",
        "{left} is replaced by {card}, which has a durability of {n}",
        also=("exhaustion/no-new-furniture",),
        left=left,
        card=named(g, card, old) if card == old else g.the(new),
        n=g.places[new].durability,
    )
