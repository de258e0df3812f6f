"""What each type of card does when it appears: plot devices, horrors, sanctuaries and bonus cards."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core.asks import Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.rules import bonus_cards, named_cards, sanctuaries
from tutor.games.roswell51.rules.events_plot_devices import plot_device
from tutor.games.roswell51.table import Movie


@rule("card-types/event-cards")
def appear(g: Movie, card: str, cause: str) -> Rule[None]:
    """An event that needs no frame is resolved; `cause` is who caused it."""
    g.drawn.append(card)
    kind = g.cards.type_of(card)
    if kind == "plot-device":
        yield from plot_device(g, card, cause)
    elif kind == "shuffling-horror":
        g.step("ev-horror")
        yield from horror(g, card, cause)
    elif kind == "sanctuary":
        g.step("ev-sanctuary")
        yield from sanctuaries.arrive(g, card)
    else:
        yield from bonus_cards.popcorn(g, card, cause)
    g.step("ev-done")


@rule("card-types/shuffling-horror-immediate")
def tell_horror(g: Movie, card: str) -> None:
    """A shuffling horror is read aloud and takes effect at once."""
    words = {"card": g.named(card), "text": g.cards[card].text}
    g.note("card-types/shuffling-horror-immediate", "{card}: {text}", **words)


def horror(g: Movie, card: str, cause: str) -> Rule[None]:
    """A shuffling horror takes effect and goes to the discard pile, unless it stays for a while."""
    tell_horror(g, card)
    yield from HORRORS[g.cards[card].effect](g, card, cause)


HORRORS: dict[str, Callable[[Movie, str, str], Rule[None]]] = {
    "spore": named_cards.spore,
    "trap": named_cards.trap,
    "swarm": named_cards.swarm,
}
