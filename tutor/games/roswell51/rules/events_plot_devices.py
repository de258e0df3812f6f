"""A plot device that appears: who decides about it, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.core import Choose, Rule
from tutor.games.roswell51.book import rule
from tutor.games.roswell51.people import DIRECTOR
from tutor.games.roswell51.rules import events_plots as plots
from tutor.games.roswell51.rules.damage import bury
from tutor.games.roswell51.rules.random_victims import test_order
from tutor.games.roswell51.table import Movie

ACTIVATE, BYPASS = "activate", "pass"


@rule("events/plot-device-optional")
def plot_device(g: Movie, id: str, cause: str) -> Rule[None]:
    """A plot device is activated, and then removed from play, or goes to the discard pile unused."""
    g.step("ev-plot-choice")
    card = g.cards[id]
    seat = decider(g, id, cause)
    words = {"card": card.name, "who": g.names[seat], "text": card.text}
    decides = " and decides" if seat == DIRECTOR else ", and {who} decides"
    g.note(
        "card-types/plot-device-stops-action",
        f"the Director reads {{card}} aloud{decides} whether to activate it: “{{text}}”",
        also=("events/plot-device-who-decides",),
        **words,
    )
    prompt, labels = f"Do you activate {card.name}?", ("Activate it", "Don’t activate it")
    answer = yield Choose(seat, "events/plot-device-optional", (ACTIVATE, BYPASS), prompt, labels)
    if answer == BYPASS:
        g.step("ev-plot-bypass")
        g.discard(id)
        g.note(
            "events/plot-device-bypassed",
            "{who} does not activate {card}, so the card goes to the discard pile",
            also=("events/plot-device-frame-refilled",),
            **words,
        )
        return
    g.step("ev-plot-resolve")
    bury(g, id, True)
    g.note(
        "card-types/plot-device-once",
        "{who} activates {card}, and the card is removed from play",
        also=("card-types/plot-and-sanctuary-single-use",),
        **words,
    )
    yield from PLOTS[card.effect](g, id, cause)
    g.step("ev-plot-removed")
    g.note(
        "screen/then-sequence-resumes",
        "play goes on from where it stopped",
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
