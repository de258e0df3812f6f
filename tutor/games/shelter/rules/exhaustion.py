"""Empty decks: the discards become a new deck, as long as there are any."""

from __future__ import annotations

from tutor.engine.core import Many, Rule, shuffle
from tutor.games.shelter.book import rule
from tutor.games.shelter.table import Shelter


@rule("exhaustion/item-deck")
def refill_items(g: Shelter) -> Rule[None]:
    """The item discards become the new item deck, if the reading says so and there are any."""
    if g.reading("exhaustion/item-deck") == "no-more":
        g.note("exhaustion/item-deck", "The item deck is empty and stays empty")
        return
    if not g.item_discard:
        g.note("exhaustion/item-deck", "The item deck is empty, and there are no discarded items to shuffle")
        return
    g.note(
        "exhaustion/item-deck",
        "{n:discarded item becomes|discarded items are shuffled and become} the new deck",
        n=Many(len(g.item_discard)),
    )
    yield from shuffle(g.item_deck, "exhaustion/item-deck", g.item_discard)


@rule("exhaustion/furniture-deck")
def refill_furniture(g: Shelter) -> Rule[None]:
    """The furniture discards become the new furniture deck, if the reading says so and there are any."""
    if g.reading("exhaustion/furniture-deck") == "fail" or not g.furniture_discard:
        g.note("exhaustion/furniture-deck", "The furniture deck is empty, so the effect does nothing")
        return
    g.note(
        "exhaustion/furniture-deck",
        "{n:discarded furniture card becomes|discarded furniture cards are shuffled and become} the new deck",
        n=Many(len(g.furniture_discard)),
    )
    yield from shuffle(g.furniture_deck, "exhaustion/furniture-deck", g.furniture_discard)
