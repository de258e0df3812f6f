"""Odds in words beside the options of a question, worked out while somebody waits for the page."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.chance import Event, Odds
from tutor.engine.match import Match
from tutor.lab.chances import chances
from tutor.ui.present import said_odds

WIDEST_ON_SCREEN = 1_500
"""Positions an exact walk may look at for one option's odds: a few hundredths of a second."""

SAMPLES_ON_SCREEN = 400
"""Playthroughs for one option's odds where an exact walk is too wide."""


def odds_on_screen(
    match: Match, seat: int | None, events: Mapping[str, Event] | None = None
) -> dict[str, dict[str, Odds]]:
    """The `chances` of what can be answered now, those of what cannot come about left out."""
    rows = chances(match, seat, WIDEST_ON_SCREEN, SAMPLES_ON_SCREEN, events)
    return {answer: {text: odds for text, odds in found.items() if odds.high > 0} for answer, found in rows.items()}


def odds_in_words(match: Match, seat: int | None, events: Mapping[str, Event] | None = None) -> dict[str, str]:
    """Words on what each open answer leads to, by the answer."""
    rows = odds_on_screen(match, seat, events)
    return {
        answer: "; ".join(f"{text} {said_odds(odds)}" for text, odds in found.items()) for answer, found in rows.items()
    }
