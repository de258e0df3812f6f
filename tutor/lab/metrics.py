"""The metrics of a game, over many watched games: how long, how wide, how much decisions matter, who leads and when.

Each game counts as one observation, so the width of an interval depends on how the games differ, however many decisions
each of them had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from tutor.engine.play.chance import interval
from tutor.lab.compare import LEAST_GAMES, Figure, mean, paired_shares
from tutor.lab.simulate import Row
from tutor.lab.watch import PAIRS, Watched

MARGIN = 0.05
"""A decision matters if the choice clearly changes the chance of winning by more than this."""

GAMES = 40
"""How many games are watched by default."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of a game."""

    id: str
    text: str
    share: bool
    """Whether it is a share between 0 and 1."""
    figure: Figure
    values: tuple[float, ...]
    """Its value in each game that has one."""

    @property
    def most(self) -> float:
        """The upper end of a scale for all values and the interval."""
        return 1.0 if self.share else max(*self.values, self.figure.high, 1e-9)

    @property
    def words(self) -> str:
        """The figure with its interval."""
        return self.figure.words(self.share)


def metrics(rows: Sequence[Row], margin: float | None = None) -> list[Metric]:
    """Return the metrics of watched games (`Plan.looks`); one that has a value in fewer than two games is left out.

    Args:
        rows: The results of the games.
        margin: A decision matters if the choice clearly changes the chance of winning by more than this share; a
            twentieth if None.
    """
    seen = [(row, row.watched) for row in rows if row.watched is not None]
    least = MARGIN if margin is None else margin
    found = []
    for id, text, share, of in (
        ("answers", "answers in a game, including those of chance", False, lambda row, one: row.answers),
        ("decisions", "decisions in a game", False, lambda row, one: len(one.options)),
        ("turns", "how often in a game the decision passes to another player", False, lambda row, one: one.turns),
        ("options", "open options at a decision", False, lambda row, one: _mean(one.options)),
        ("forced", "decisions with a single open option", True, lambda row, one: _mean([n < 2 for n in one.options])),
        ("matter", f"choices that clearly change the chance of winning by more than {least:.0%}", True, _matter(least)),
        ("stake", "how much more often the best option wins than the worst", True, lambda row, one: _stake(one)),
        ("lead-changes", "changes of the lead in a game", False, lambda row, one: one.lead_changes),
        ("decided", "part of a game after which the winner stays ahead", True, lambda row, one: _decided(one)),
    ):
        values = [float(value) for row, one in seen if (value := of(row, one)) is not None]
        if len(values) >= LEAST_GAMES:
            found.append(Metric(id, text, share, _figure(values, share), tuple(values)))
    return found


def surely_matters(better: int, worse: int, margin: float = MARGIN) -> bool:
    """Whether one of two options clearly wins more often than the other, by more than a margin.

    Args:
        better: In how many of `PAIRS` pairs of games only the first option won.
        worse: In how many of them only the second option won.
        margin: A share.
    """
    return paired_shares(_changes(better, worse)).low > margin


def _changes(better: int, worse: int) -> list[float]:
    return [1.0] * better + [-1.0] * worse + [0.0] * (PAIRS - better - worse)


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _matter(margin: float) -> Callable[[Row, Watched], float | None]:
    return lambda row, one: _mean([surely_matters(*found, margin) for found in one.tried])


def _stake(one: Watched) -> float | None:
    return _mean([(better - worse) / PAIRS for better, worse in one.tried])


def _decided(one: Watched) -> float | None:
    return one.decided if one.contested and one.leads else None


def _figure(values: Sequence[float], share: bool) -> Figure:
    """The mean over games; if all games agree, the interval still says how far the share can be from that."""
    if share and set(values) in ({0.0}, {1.0}):
        odds = interval(round(sum(values)), len(values))
        return Figure(len(values), values[0], float(odds.low), float(odds.high))
    found = mean(values)
    low = max(min(0.0, *values), found.low)  # the option that looked better by luck may turn out to be the worse one
    return Figure(found.games, found.value, low, min(1.0, found.high) if share else found.high)
