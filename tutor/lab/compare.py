"""The results of many games: a figure with its interval, the difference of two sides, and a verdict in plain words.

All intervals are at 95%. A share has Wilson's interval (1927). Two sides are compared game by game: both begin with the
same seed, so the luck that they share cancels out. The difference of two shares has the interval of Bonett and Price
for paired proportions (2012), which stays honest if few games or none differ. The difference of two means has Student's
interval, worked out from the differences between paired games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import atan, ceil, cos, pi, sin, sqrt
from statistics import fmean, stdev
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.table import Many
from tutor.engine.play.chance import Z_95, interval
from tutor.lab.measures import is_share, value_of
from tutor.lab.simulate import Row

LEVEL = 0.95
"""The confidence level of all intervals."""

MARGIN = 0.02
"""Shares that differ by less than this (two games in a hundred) count as practically the same."""

SMALL = 0.1
"""Means that differ by less than this many standard deviations count as practically the same."""

LEAST_GAMES = 2
"""The smallest number of games that says anything."""

MANY = 1_000_000
"""If more games than this are needed, their number is not given."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate with its 95% interval."""

    games: int
    value: float
    low: float
    high: float

    def words(self, share: bool) -> str:
        """The estimate with its interval, as percentages if it is a share."""
        form = ".1%" if share else ".3g"
        return f"{self.value:{form}} ({self.low:{form}} to {self.high:{form}})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of paired games for one measure; the difference is the second side less the first."""

    measure: str
    share: bool
    """Whether the measure is yes or no in every game."""
    first: Figure
    second: Figure
    difference: Figure
    margin: float
    """A difference smaller than this does not matter."""
    changed: int
    """The number of games in which the two sides differ."""
    verdict: str
    """`differs`, `same` (any difference is smaller than the margin) or `undecided`."""
    more: int | None
    """About how many more games would decide it; 0 if it is decided, None if more than a million."""
    words: str
    """The verdict in plain words."""

    def data(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return asdict(self)


def figure(rows: Sequence[Row], measure: str) -> Figure:
    """Return a measure's mean over games, or the share of games in which it is true, with its interval.

    Raises:
        BadInput: if there is no such measure, or there are fewer than two games.
    """
    return _figure(_values(rows, measure), is_share(measure))


def compare(first: Sequence[Row], second: Sequence[Row], measure: str, margin: float | None = None) -> Comparison:
    """Compare two sides game by game: rows with the same seed belong together, and others are left out.

    Args:
        first: The rows of one side.
        second: The rows of the other side.
        measure: One of `measures_of`.
        margin: A difference smaller than this does not matter: a share (0.02 if left out), or a number in the
            measure's own units (a tenth of its standard deviation if left out).

    Raises:
        BadInput: if there is no such measure, or there are fewer than two pairs.
    """
    others = {row.seed: row for row in second if not row.trouble}
    pairs = [(row, others[row.seed]) for row in first if row.seed in others and not row.trouble]
    a, b = _values([x for x, _ in pairs], measure), _values([y for _, y in pairs], measure)
    share = is_share(measure)
    if margin is None:
        margin = MARGIN if share else SMALL * stdev([*a, *b])
    changes = [y - x for x, y in zip(a, b, strict=True)]
    difference = paired_shares(changes) if share else mean(changes)
    verdict = _verdict(difference, margin)
    more = _more(changes, difference, margin) if verdict == "undecided" else 0
    words = _words(verdict, difference, margin, more, share)
    changed = sum(change != 0 for change in changes)
    return Comparison(
        measure, share, _figure(a, share), _figure(b, share), difference, margin, changed, verdict, more, words
    )


@dataclass(frozen=True, slots=True)
class Duel:
    """How two bots did against each other, with every seed played twice and the seats swapped."""

    games: int
    won: Figure
    """The share of games that the first bot won alone."""
    lost: int
    """The number of games that the other bot won alone."""
    shared: int
    """The number of games that both bots won, or neither."""


def duel(first: Sequence[Row], swapped: Sequence[Row], names: Sequence[str]) -> Duel:
    """Return the results of the bot that had the first seat in `first` and the second in `swapped`.

    Raises:
        BadInput: if fewer than two games were played to their end.
    """
    seated = [(row, names[0]) for row in first] + [(row, names[1]) for row in swapped]
    whole = [(row, name) for row, name in seated if not row.trouble]
    if len(whole) < LEAST_GAMES:
        raise BadInput("duel", "", f"expected at least {LEAST_GAMES} games played to their end, got {len(whole)}")
    won = [row.winners == (name,) for row, name in whole]
    lost = sum(len(row.winners) == 1 and row.winners != (name,) for row, name in whole)
    return Duel(len(whole), _figure(list(map(float, won)), share=True), lost, len(whole) - sum(won) - lost)


def _values(rows: Sequence[Row], measure: str) -> list[float]:
    whole = [row for row in rows if not row.trouble]
    if len(whole) < LEAST_GAMES:
        raise BadInput("compare", "", f"expected at least {LEAST_GAMES} games played to their end, got {len(whole)}")
    try:
        return [value_of(row, measure) for row in whole]
    except (KeyError, ValueError):
        raise BadInput("compare", measure, "no such thing was measured") from None


def _figure(values: Sequence[float], share: bool) -> Figure:
    if not share:
        return mean(values)
    odds = interval(round(sum(values)), len(values))
    return Figure(len(values), float(odds.estimate), float(odds.low), float(odds.high))


def mean(values: Sequence[float]) -> Figure:
    """Return the mean of at least two values with its interval."""
    n, middle = len(values), fmean(values)
    half = student(n - 1) * stdev(values) / sqrt(n)
    return Figure(n, middle, middle - half, middle + half)


@cache
def student(freedom: int) -> float:
    """Return how many standard errors Student's 95% interval reaches to either side.

    With whole degrees of freedom the distribution is a finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4), which
    is searched for the point that leaves 5% outside.
    """
    low, high = 0.0, 13.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < LEVEL else (low, middle)
    return high


def _inside(t: float, freedom: int) -> float:
    """The share of Student's distribution between -t and t."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for k in range(odd, freedom - 1, 2):
        total += term
        term *= (k + 1) / (k + 2) * cos(angle) ** 2
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def paired_shares(changes: Sequence[float]) -> Figure:
    """The difference of two paired shares, after adding one game that the second side gains and one that it loses."""
    n = len(changes)
    gained, lost = (sum(change == sign for change in changes) for sign in (1, -1))
    up, down = (gained + 1) / (n + 2), (lost + 1) / (n + 2)
    half = Z_95 * sqrt((up + down - (up - down) ** 2) / (n + 2))
    return Figure(n, (gained - lost) / n, max(-1.0, up - down - half), min(1.0, up - down + half))


def _verdict(difference: Figure, margin: float) -> str:
    if difference.low > 0 or difference.high < 0:
        return "differs"
    if -margin <= difference.low and difference.high <= margin:
        return "same"
    return "undecided"


def _more(changes: Sequence[float], difference: Figure, margin: float) -> int | None:
    """Return how many more games would bring a decision if the difference stays about as it is."""
    half = (difference.high - difference.low) / 2
    away = max(abs(difference.value), margin - abs(difference.value))
    if not away:
        return None
    needed = ceil(len(changes) * (half / away) ** 2) - len(changes)
    return max(1, needed) if needed <= MANY else None


def _words(verdict: str, difference: Figure, margin: float, more: int | None, share: bool) -> str:
    size, low, high = (_spelled(value, share) for value in (difference.value, difference.low, difference.high))
    span, unit = f"({low} to {high})", " in 100 games" if share else ""
    after = f"after {difference.games:,} games per side"
    if verdict == "differs":
        way = "more" if difference.value > 0 else "fewer" if share else "less"
        return f"There is a difference: {size.lstrip('+−')} {way}{unit} on the second side {span}, {after}."
    if verdict == "same":
        least = _spelled(margin, share).lstrip("+")
        return f"There is no difference that matters: {size}{unit} {span}, smaller than {least}{unit}, {after}."
    needed = "more than a million further games" if more is None else f"about {Many(more):more game} per side"
    settled = f"{needed} would settle the question if the difference stays the same"
    return f"Undecided {after}: {size}{unit} {span}; {settled}."


def _spelled(value: float, share: bool) -> str:
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value) * 100:.1f}" if share else f"{sign}{abs(value):.3g}"
