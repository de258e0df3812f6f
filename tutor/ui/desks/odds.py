"""Odds in words beside the options of a question, worked out quickly because somebody is waiting for the page."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tutor.engine.core.asks import Choose, Value, spell
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.core.table import whole_percent
from tutor.engine.play.chance import Event, Odds, line_of
from tutor.lab.chances import chances, events_of
from tutor.ui.present import said_odds

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
    """What each open answer leads to, in words, by the answer, without what is certain anyway or what it does itself.

    The result is empty if nothing can be said about any answer.
    """
    ask = match.ask
    rows = odds_on_screen(match, seat, events)
    certain = {answer: {text for text, odds in found.items() if _always(odds)} for answer, found in rows.items()}
    settled = set.intersection(*certain.values()) if len(certain) > 1 else set()
    if isinstance(ask, Choose):
        known = {spell(value): (done_by(match, seat, value, events), ask.prospects(value)) for value in ask.open()}
    else:
        known = {}
    said: dict[str, str] = {}
    for answer, found in rows.items():
        itself, prospects = known.get(answer, (frozenset(), ""))
        left = {text: odds for text, odds in found.items() if text not in settled | (itself & certain[answer])}
        said[answer] = ". ".join(filter(None, (_capital(prospects), _in_words(left))))
    return {answer: words for answer, words in said.items() if words}


def done_by(match: Match, seat: int | None, value: Value, events: Mapping[str, Event] | None) -> frozenset[str]:
    """What has happened right after an answer, before chance or anybody else answers, in one possible deal."""
    line, random = line_of(match, seat), chance_at(0, 0)
    while line.determinizing and line.ask is not None:
        line.advance(line.ask.resolve(uniformly(random), random))
    line.advance(value)
    table = line.run.table
    return frozenset(text for text, event in (events_of(match) if events is None else events).items() if event(table))


def _always(odds: Odds) -> bool:
    """Whether something is certain, or came up in every try."""
    return odds.low == 1 or 0 < odds.samples == odds.hits


def _in_words(found: Mapping[str, Odds]) -> str:
    """What can happen, each with its chance; random tries are mentioned once, after all that came up in them."""
    likely = {text: odds for text, odds in found.items() if odds.estimate}
    if not likely:
        return ""
    said = "Chance " + "; ".join(f"that {text}: {_chance(odds)}" for text, odds in likely.items())
    tries = max(odds.samples for odds in found.values())
    if not tries:
        return said
    guessed = [odds for odds in likely.values() if 0 < odds.hits < odds.samples]
    off = max((max(odds.high - odds.estimate, odds.estimate - odds.low) for odds in guessed), default=Fraction(0))
    give = f", give or take {whole_percent(off)}" if off else ""
    return f"{said} (estimated from {tries:,} tries{give})"


def _chance(odds: Odds) -> str:
    """A chance with its working, or an estimate as a plain figure."""
    if odds.samples and _always(odds):
        return "almost certain"
    return f"about {whole_percent(odds.estimate)}" if odds.samples else said_odds(odds)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
