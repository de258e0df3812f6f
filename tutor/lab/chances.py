"""The odds of everything that can be answered now, for the command line and the lab."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.core.asks import Choose, Roll, Together, spell
from tutor.engine.core.game import Measure
from tutor.engine.core.match import Match
from tutor.engine.core.table import Table
from tutor.engine.play.chance import SAMPLES, WIDEST, Event, Odds, line_of, odds, odds_of_answer
from tutor.lessons.questions import to_hit

Rows = dict[str, dict[str, Odds]]
"""The answer → what can happen → its chance."""


def chances(
    match: Match,
    seat: int | None = None,
    widest: int = WIDEST,
    samples: int = SAMPLES,
    events: Mapping[str, Event] | None = None,
) -> Rows:
    """Return the chances of what can happen, for every open answer or for the roll or draw that is due.

    Args:
        match: The match.
        seat: The point of view; None if everything is known. Only a seat itself knows which answers are open to it.
        widest: How many positions an exact walk may look at.
        samples: How many random playthroughs to use if there are more positions.
        events: The events; None for what the game measures for every player.
    """
    line, ask = line_of(match, seat), match.ask
    events = events_of(match) if events is None else events
    if ask is None or isinstance(ask, Together) or (isinstance(ask, Choose) and seat not in (None, ask.seat)):
        return {}
    if isinstance(ask, Choose):
        return {spell(v): odds_of_answer(line, v, events, widest, samples) for v in ask.open()}
    rows = {ask.rule: odds(line, events, widest=widest, samples=samples)}
    if isinstance(ask, Roll) and ask.aim is not None:
        rows[ask.rule][ask.aim().text] = to_hit(ask)
    return rows


def events_of(match: Match) -> Mapping[str, Event]:
    """What the game measures, for every player."""
    before = match.table.copy()
    return {
        f"{name} {measure.text}": _event(measure, before, seat)
        for measure in match.game.measures
        for seat, name in enumerate(match.table.names)
    }


def own_events(match: Match, seat: int, but: str = "") -> Mapping[str, Event]:
    """What the game measures for one seat, except the measure with the id `but`."""
    before, name = match.table.copy(), match.table.names[seat]
    return {
        f"{name} {measure.text}": _event(measure, before, seat) for measure in match.game.measures if measure.id != but
    }


def _event(measure: Measure, before: Table, seat: int) -> Event:
    return lambda table: bool(measure.of(before, table, seat))
