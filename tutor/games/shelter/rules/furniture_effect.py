"""What a used card does, furniture or item: its lines in printed order, an exchange, a random event."""

from __future__ import annotations

from tutor.engine.core import Rule
from tutor.games.shelter.book import rule
from tutor.games.shelter.cards import Used
from tutor.games.shelter.rules.effects import do_lines
from tutor.games.shelter.rules.furniture_exchange import exchange
from tutor.games.shelter.rules.random_events import random_events
from tutor.games.shelter.rules.victory_order import settle
from tutor.games.shelter.table import Shelter


@rule("furniture/effect-immediate")
def carry_out(g: Shelter, card: Used, group: tuple[int, ...]) -> Rule[None]:
    """Do all that a used card says for everyone in `group`; who came last decides and rolls."""
    g.step("effect")
    g.step("next-line")
    yield from do_lines(g, card.effect, group)
    if card.price:
        for seat in group:
            if not g.players[seat].fate:
                yield from exchange(g, card, seat)
    if card.events:
        yield from random_events(g, card, group)
    if g.reading("victory/order-of-checks") == "after-whole-effect":
        yield from settle(g)
    g.step("effect-done")
