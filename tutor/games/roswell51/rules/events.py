"""Event cards are resolved when they appear."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core.asks import Choose, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import bonus_cards, named_cards, plots, sanctuaries
from tutor.games.roswell51.rules.damage import bury
from tutor.games.roswell51.rules.random_victims import test_order
from tutor.games.roswell51.table import Movie

ACTIVATE, BYPASS = "activate", "pass"


@rule("events/resolve-at-once")
def resolve(g: Movie, n: int) -> Rule[bool]:
    """The event in a frame is resolved and leaves it; return whether another card has been put in its place."""
    frame = g.screen[n]
    card = frame.cards[-1]
    g.step("ev-type")
    g.note("events/resolve-at-once", "{card:appears|appear}", card=g.named(card))
    effect = getattr(g.cards[card], "effect", "")
    if effect == "blob":
        g.step("ev-horror")
        tell_horror(g, card)
        named_cards.blob(g, n)
        return False
    if effect == "shuffler":
        shown = yield from bonus_cards.shuffler(g, n)
        if not shown:
            g.step("ev-done")
        return shown
    frame.cards.pop()
    yield from appear(g, card, frame.cause)
    return False


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


@rule("events/plot-device-optional")
def plot_device(g: Movie, id: str, cause: str) -> Rule[None]:
    """A plot device is activated, and then removed from play, or passed over to the discard pile."""
    g.step("ev-plot-choice")
    card = g.cards[id]
    seat = decider(g, id, cause)
    words = {"card": card.name, "who": g.names[seat], "text": card.text}
    g.note(
        "card-types/plot-device-stops-action",
        "{card}: {text} {who} decides",
        also=("events/plot-device-who-decides",),
        **words,
    )
    ask = Choose(
        seat,
        "events/plot-device-optional",
        (ACTIVATE, BYPASS),
        f"Activate {card.name}?",
        ("Activate it", "Pass it over"),
    )
    answer = yield ask
    if answer == BYPASS:
        g.step("ev-plot-bypass")
        g.discard(id)
        g.note(
            "events/plot-device-bypassed",
            "{card} goes to the discard pile",
            also=("events/plot-device-frame-refilled",),
            **words,
        )
        return
    g.step("ev-plot-resolve")
    bury(g, id, True)
    g.note(
        "card-types/plot-device-once",
        "{card} is used for good",
        also=("card-types/plot-and-sanctuary-single-use",),
        **words,
    )
    yield from PLOTS[card.effect](g, id, cause)
    g.step("ev-plot-removed")
    g.note(
        "screen/then-sequence-resumes",
        "play goes on",
        also=("events/group-test-then-resume", "events/plot-device-frame-refilled"),
    )


PLOTS: dict[str, Callable[[Movie, str, str], Rule[None]]] = {
    "full-assault": plots.full_assault_test,
    "attack-cycle": plots.attack_cycle_test,
    "lose-items": plots.lose_items,
    "lose-power": plots.lose_power,
}


def decider(g: Movie, id: str, cause: str) -> int:
    """Who decides about a plot device."""
    if g.reading("events/plot-device-who-decides") == "card-says" and g.cards[id].decider == "players":
        first = next(iter(test_order(g, cause)), None)
        return DIRECTOR if first is None else first.seat
    return DIRECTOR
