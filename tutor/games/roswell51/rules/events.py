"""Event cards are resolved when they appear."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.asks import Choose, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.rules import bonus_cards, horrors, plots, sanctuaries
from tutor.games.roswell51.rules.random_victims import test_order
from tutor.games.roswell51.table import DIRECTOR, Movie

ACTIVATE, BYPASS = "activate", "pass"


@rule("events/resolve-at-once")
def resolve(g: Movie, n: int) -> Rule[bool]:
    """The event in a frame is resolved and leaves it; return whether another card has been put in its place."""
    frame = g.screen[n]
    card = frame.cards[-1]
    g.step("ev-type")
    kind = g.cards.type_of(card)
    g.note("events/resolve-at-once", "{card} appears", card=g.named(card))
    if kind == "plot-device":
        yield from plot_device(g, n)
    elif kind == "shuffling-horror":
        yield from horror(g, n)
    elif kind == "sanctuary":
        g.step("ev-sanctuary")
        frame.cards.pop()
        sanctuaries.arrive(g, card)
    else:
        return (yield from bonus_cards.resolve(g, n))
    if not frame.points:
        g.step("ev-done")
    return False


@rule("card-types/shuffling-horror-immediate")
def horror(g: Movie, n: int) -> Rule[None]:
    """A shuffling horror takes effect at once and goes to the discard pile, unless it stays for a while."""
    g.step("ev-horror")
    frame = g.screen[n]
    card = g.cards[frame.cards[-1]]
    g.note("card-types/shuffling-horror-immediate", "{card}: {text}", card=card.name, text=card.text)
    yield from HORRORS[card.effect](g, n)


HORRORS: dict[str, Callable[[Movie, int], Rule[None]]] = {
    "blob": horrors.blob,
    "spore": horrors.spore,
    "trap": horrors.trap,
    "swarm": horrors.swarm,
}


@rule("events/plot-device-optional")
def plot_device(g: Movie, n: int) -> Rule[None]:
    """A plot device is activated, and then removed from play, or passed over to the discard pile."""
    frame = g.screen[n]
    g.step("ev-plot-choice")
    id = frame.cards[-1]
    card = g.cards[id]
    seat = decider(g, n)
    words = {"card": card.name, "who": g.names[seat], "text": card.text}
    g.note(
        "card-types/plot-device-stops-action events/plot-device-who-decides", "{card}: {text} {who} decides", **words
    )
    ask = Choose(
        seat,
        "events/plot-device-optional",
        (ACTIVATE, BYPASS),
        f"Activate {card.name}?",
        ("Activate it", "Pass it over"),
    )
    answer = yield ask
    frame.cards.pop()
    if answer == BYPASS:
        g.step("ev-plot-bypass")
        g.discard(id)
        g.note(
            "events/plot-device-bypassed events/plot-device-frame-refilled", "{card} goes to the discard pile", **words
        )
        return
    g.step("ev-plot-resolve")
    g.graveyard.append(id)
    g.note("card-types/plot-device-once card-types/plot-and-sanctuary-single-use", "{card} is used for good", **words)
    yield from PLOTS[card.effect](g, id, frame.cause)
    g.step("ev-plot-removed")
    g.note(
        "screen/then-sequence-resumes events/group-test-then-resume events/plot-device-frame-refilled", "play goes on"
    )


PLOTS: dict[str, Callable[[Movie, str, str], Rule[None]]] = {
    "full-assault": plots.full_assault_test,
    "attack-cycle": plots.attack_cycle_test,
    "lose-items": plots.lose_items,
    "lose-power": plots.lose_power,
}


def decider(g: Movie, n: int) -> int:
    """Who decides about the plot device in a frame."""
    frame = g.screen[n]
    if g.reading("events/plot-device-who-decides") == "card-says" and g.cards[frame.cards[-1]].decider == "players":
        first = next(iter(test_order(g, frame.cause)), None)
        return DIRECTOR if first is None else first.seat
    return DIRECTOR
