"""Odds in words beside the options of a question, worked out quickly because somebody is waiting for the page."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tutor.engine.core.asks import Choose
from tutor.engine.core.match import Match
from tutor.engine.play.chance import Event, Odds
from tutor.lab.chances import chances
from tutor.ui.present import said_odds, whole_percent

WIDEST_ON_SCREEN = 1_500
"""How many positions an exact walk may look at for one option's odds."""

SAMPLES_ON_SCREEN = 400
"""How many playthroughs one option's odds are estimated from if an exact walk is too wide."""

FULL_SHARES = 2
"""The number of options for which there is time for all of that; if there are more, they have to share it."""

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
    """What each open answer leads to, in words, by the answer, without what is certain whatever is answered.

    The result is empty if nothing can be said about any answer.
    """
    rows = odds_on_screen(match, seat, events)
    certain = [{text for text, odds in found.items() if odds.low == 1} for found in rows.values()]
    settled = set.intersection(*certain) if certain[1:] else set()
    left = {
        answer: {text: odds for text, odds in found.items() if text not in settled} for answer, found in rows.items()
    }
    if not any(odds.estimate for found in left.values() for odds in found.values()):
        return {}
    said = {answer: _in_words(found) for answer, found in left.items()}
    return {answer: words for answer, words in said.items() if words}


def _in_words(found: Mapping[str, Odds]) -> str:
    """What can happen, each with its chance; random tries are mentioned once, after all that came up in them."""
    likely = {text: odds for text, odds in found.items() if odds.estimate}
    if not likely:
        return ""
    said = "Chance " + "; ".join(f"that {text}: {_chance(odds)}" for text, odds in likely.items())
    tries = max(odds.samples for odds in found.values())
    if not tries:
        return said
    guessed = [odds for odds in likely.values() if odds.samples]
    off = max((max(odds.high - odds.estimate, odds.estimate - odds.low) for odds in guessed), default=Fraction(0))
    give = f", give or take {whole_percent(off)}" if off else ""
    return f"{said} (estimated from {tries:,} tries{give})"


def _chance(odds: Odds) -> str:
    """A chance with its working, or an estimate as a plain figure."""
    return f"about {whole_percent(odds.estimate)}" if odds.samples else said_odds(odds)
