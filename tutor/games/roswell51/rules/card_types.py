"""What each type of card does when it appears: plot devices, horrors, sanctuaries and bonus cards."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.rules import alternate_rules_back_seat as back_seat
from tutor.games.roswell51.rules import bonus_cards, named_cards
from tutor.games.roswell51.rules.events_plot_devices import plot_device
from tutor.games.roswell51.table import Movie, Shelter

FEWER_TOKENS = 8
"""The points of the sanctuary that goes to the slot with two tokens."""


@rule("card-types/event-cards")
def appear(g: Movie, card: str, cause: str) -> Rule[None]:
    """An event that needs no frame is resolved; `cause` is who caused it."""
    g.drawn.append(card)
    g.resolving = card
    kind = g.cards.type_of(card)
    if kind == "plot-device":
        yield from plot_device(g, card, cause)
    elif kind == "shuffling-horror":
        g.step("ev-horror")
        yield from horror(g, card, cause)
    elif kind == "sanctuary":
        g.step("ev-sanctuary")
        yield from arrive(g, card)
    else:
        yield from bonus_cards.popcorn(g, card, cause)
    g.resolving = ""
    g.step("ev-done")


@rule("card-types/sanctuary-moves-to-slot")
def arrive(g: Movie, card: str) -> Rule[None]:
    """A sanctuary that appears goes to the slot with its number of tokens and stays until destroyed."""
    points = int(g.cards[card].points)
    g.drawn.remove(card)
    shelter = Shelter(card, points)
    g.sanctuaries.append(shelter)
    g.sanctuaries.sort(key=lambda shelter: g.cards[shelter.card].points)
    one = points == FEWER_TOKENS
    slot = "setup-spoints/sanctuary-one-two-tokens" if one else "setup-spoints/sanctuary-two-three-tokens"
    g.note(
        "card-types/sanctuary-moves-to-slot",
        "{card} comes into play with {points} points",
        also=("sanctuaries/slot-by-token-count", slot),
        card=g.named(card),
        points=points,
    )
    yield from back_seat.hide(g, shelter)


@rule("card-types/shuffling-horror-immediate")
def tell_horror(g: Movie, card: str) -> None:
    """A shuffling horror is read aloud and takes effect at once."""
    words = {"card": g.named(card), "text": g.cards[card].text}
    g.note("card-types/shuffling-horror-immediate", "the Director reads {card} aloud: “{text}”", **words)


def horror(g: Movie, card: str, cause: str) -> Rule[None]:
    """A shuffling horror takes effect and goes to the discard pile, unless it stays for a while."""
    tell_horror(g, card)
    yield from HORRORS[g.cards[card].effect](g, card, cause)


HORRORS: dict[str, Callable[[Movie, str, str], Rule[None]]] = {
    "spore": named_cards.spore,
    "trap": named_cards.trap,
    "swarm": named_cards.swarm,
}
