"""Odds in words beside the options of a question, worked out quickly because somebody is waiting for the page."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.core.asks import Choose
from tutor.engine.core.match import Match
from tutor.engine.play.chance import Event, Odds
from tutor.lab.chances import chances
from tutor.ui.present import said_odds

WIDEST_ON_SCREEN = 1_500
"""How many positions an exact walk may look at for one option's odds."""

SAMPLES_ON_SCREEN = 400
"""How many playthroughs one option's odds have if an exact walk is too wide."""

FULL_SHARES = 2
"""The number of options for which there is time for so much; more options share it, so that a page answers soon."""

LEAST_SAMPLES = 40
"""The least number of playthroughs for every option."""


def odds_on_screen(
    match: Match, seat: int | None, events: Mapping[str, Event] | None = None
) -> dict[str, dict[str, Odds]]:
    """The `chances` of what can be answered now, without impossible results."""
    ask = match.ask
    shares = max(1.0, len(tuple(ask.open())) / FULL_SHARES) if isinstance(ask, Choose) else 1.0
    samples = max(LEAST_SAMPLES, int(SAMPLES_ON_SCREEN / shares))
    rows = chances(match, seat, int(WIDEST_ON_SCREEN / shares), samples, events)
    return {answer: {text: odds for text, odds in found.items() if odds.high > 0} for answer, found in rows.items()}


def odds_in_words(match: Match, seat: int | None, events: Mapping[str, Event] | None = None) -> dict[str, str]:
    """What each open answer leads to, in words, by the answer; what is certain whatever is answered is left out."""
    rows = odds_on_screen(match, seat, events)
    certain = [{text for text, odds in found.items() if odds.low == 1} for found in rows.values()]
    settled = set.intersection(*certain) if certain[1:] else set()
    return {
        answer: _in_words({text: odds for text, odds in found.items() if text not in settled})
        for answer, found in rows.items()
    }


def _in_words(found: Mapping[str, Odds]) -> str:
    """What can happen, each with its chance; what never came up in random tries is mentioned together."""
    said = [f"{text} {said_odds(odds)}" for text, odds in found.items() if odds.estimate]
    tries = max((odds.samples for odds in found.values() if not odds.estimate), default=0)
    if tries:
        said.append(f"nothing {'else' if said else 'noteworthy'} came up in {tries:,} tries")
    return "; ".join(said)
