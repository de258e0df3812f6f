"""The results of many games: simulations, distributions, comparisons and sweeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING, Any

from tutor.designer.shown import Named, Rows, Shown, as_pandas, bar, columns, table, text_bar
from tutor.engine.book.files import BadInput
from tutor.engine.book.names import listed
from tutor.engine.core.table import Many

if TYPE_CHECKING:
    from tutor.designer.plots import Plot
    from tutor.lab.compare import Comparison, Figure
    from tutor.lab.simulate import Plan, Row
    from tutor.lab.sweeps import Point


class Simulation(Shown):
    """Games that bots have played; `rows` has the result of each."""

    def __init__(self, plan: Plan, names: Sequence[str], rows: Sequence[Row]) -> None:
        """Args: what was played, by which bots, and the results; see `Game.simulate`."""
        self.plan = plan
        self.names = tuple(names)
        self.rows = tuple(rows)

    @property
    def measures(self) -> dict[str, str]:
        """All that can be measured in these games: id → words."""
        from tutor.lab.measures import measures_of

        return measures_of(self.plan, self.rows)

    @property
    def troubles(self) -> dict[str, int]:
        """The reasons why games could not be finished, each with the number of games; empty if all were finished."""
        return dict(Counter(row.trouble for row in self.rows if row.trouble))

    def figure(self, measure: str) -> Figure:
        """Return a measure's mean, or the share of games in which it is true: `value`, with `low` and `high` at 95%.

        Raises:
            BadInput: if there is no such measure, or fewer than two games were played to their end.
        """
        from tutor.lab.compare import figure
        from tutor.lab.sweeps import check_measure

        check_measure(self.plan, measure)
        return figure(self.rows, measure)

    def distribution(self, measure: str) -> Distribution:
        """Return how often each value of a measure came up.

        Raises:
            BadInput: if there is no such measure.
        """
        from tutor.lab.measures import value_of
        from tutor.lab.sweeps import check_measure

        check_measure(self.plan, measure)
        return Distribution(measure, [value_of(row, measure) for row in self.rows if not row.trouble])

    def plot(self, measure: str) -> Plot:
        """Plot the distribution of a measure as a histogram.

        Raises:
            BadInput: if there is no such measure.
            Missing: if matplotlib is not installed.
        """
        return self.distribution(measure).plot()

    def to_pandas(self) -> Any:
        """Return one row per game: seed, answers, end, and a column for every player's win, points and measures.

        Raises:
            Missing: if pandas is not installed.
        """
        return as_pandas(self._flat())

    def to_arrow(self) -> Any:
        """Return the same as a pyarrow table.

        Raises:
            Missing: if pyarrow is not installed.
        """
        from tutor.lab.extra import need

        return need("pyarrow", "an Arrow table").Table.from_pylist(self._flat())

    def _flat(self) -> list[dict[str, Any]]:
        from tutor.lab.measures import flat

        return [flat(row, self.names) for row in self.rows]

    def _figures(self) -> list[tuple[str, Figure]]:
        from tutor.lab.compare import LEAST_GAMES, figure
        from tutor.lab.measures import is_share

        if sum(not row.trouble for row in self.rows) < LEAST_GAMES:
            return []
        shares = [(id, words) for id, words in self.measures.items() if is_share(id) and id.startswith(("won", "end"))]
        return [(words, figure(self.rows, id)) for id, words in shares]

    def __repr__(self) -> str:
        return f"<simulation of {self.plan.game}: {Many(len(self.rows)):game} of {listed(self.names)}>"

    def _head(self) -> str:
        broken = f"; not finished: {sum(self.troubles.values())}" if self.troubles else ""
        return f"{Many(len(self.rows)):game} of {listed(self.names)}{broken}"

    def __str__(self) -> str:
        rows = [(words, text_bar(one.value), one.words(share=True)) for words, one in self._figures()]
        return "\n".join([self._head(), columns(rows)]) if rows else self._head()

    def html(self) -> str:
        rows = [(words, bar(one.value, one.low, one.high), one.words(share=True)) for words, one in self._figures()]
        return f"<h4>{escape(self._head())}</h4>{table(('', '', 'share of games'), rows)}"


class Distribution(Rows):
    """How often each value of a measure came up; `counts` is sorted by value."""

    def __init__(self, measure: str, values: Sequence[float]) -> None:
        """Args: the measure's id, and its value in every game."""
        self.measure = measure
        self.values = tuple(values)
        self.counts = dict(sorted(Counter(values).items()))

    def plot(self) -> Plot:
        """Plot the same as a histogram.

        Raises:
            Missing: if matplotlib is not installed.
        """
        from tutor.designer.plots import Plot

        def draw(axes: Any) -> None:
            axes.bar(list(self.counts), list(self.counts.values()), width=0.9)
            axes.set_ylabel("games")

        return Plot(self.measure, draw)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each value: value, games."""
        return [{"value": value, "games": n} for value, n in self.counts.items()]

    def __repr__(self) -> str:
        return f"<distribution of {self.measure}: {Many(len(self.values)):game}>"

    def __str__(self) -> str:
        most = max(self.counts.values(), default=1)
        rows = [(f"{value:g}", text_bar(n / most), str(n)) for value, n in self.counts.items()]
        return "\n".join([self.measure, columns(rows)])

    def html(self) -> str:
        most = max(self.counts.values(), default=1)
        rows = [(f"{value:g}", bar(n, n, n, most), n) for value, n in self.counts.items()]
        return table((self.measure, "", "games"), rows)


class Comparisons(Named["Comparison"]):
    """Two sides of paired games: measure → its comparison (`first`, `second`, `difference`, `verdict`, `words`)."""

    def __init__(self, first: Simulation, second: Simulation, measures: Mapping[str, str]) -> None:
        """Args: both sides, and what is compared: id → words.

        Raises:
            BadInput: if fewer than two pairs were played to their end.
        """
        from tutor.lab.compare import compare

        self.first, self.second = first, second
        self._words = dict(measures)
        super().__init__({id: compare(first.rows, second.rows, id) for id in measures})

    def __getitem__(self, measure: str) -> Comparison:
        if measure not in self._found:
            from tutor.engine.book.files import known

            there = known(self._found, measure)
            raise BadInput("measure", measure, f"this measure was not compared; these were: {there}")
        return self._found[measure]

    @property
    def verdict(self) -> str:
        """`differs`, `same`, `undecided`, or `unchanged` if not one pair of games came out differently."""
        from tutor.lab.matters import overall

        return overall(list(self.values()))

    @property
    def words(self) -> str:
        """The verdict in plain words."""
        from tutor.lab.matters import verdict_words

        found = [(self._words[id], one) for id, one in self.items()]
        return verdict_words(self.verdict, found, len(self.first.rows))

    def rows(self) -> list[dict[str, Any]]:
        """One row for each measure: measure, first, second, difference, low, high, changed, verdict."""
        return [
            {
                "measure": id,
                "first": one.first.value,
                "second": one.second.value,
                "difference": one.difference.value,
                "low": one.difference.low,
                "high": one.difference.high,
                "changed": one.changed,
                "verdict": one.verdict,
            }
            for id, one in self.items()
        ]

    def plot(self) -> Plot:
        """Plot the difference of every share with its interval.

        Raises:
            Missing: if matplotlib is not installed.
        """
        from tutor.designer.plots import Plot, whiskers

        found = [(self._words[id], one.difference) for id, one in self.items() if one.share]

        def draw(axes: Any) -> None:
            names, ones = [words for words, _ in found], [one for _, one in found]
            ends = whiskers((x.value, x.low, x.high) for x in ones)
            axes.errorbar([x.value for x in ones], names, xerr=ends, fmt="o", capsize=3)
            axes.axvline(0, linewidth=1, color="grey")
            axes.invert_yaxis()

        return Plot("Second side minus first side", draw, (7, 1 + 0.35 * len(found)))

    def __repr__(self) -> str:
        return f"<comparison: {len(self.first.rows)} pairs of games, {self.verdict}>"

    def _told(self, words: bool) -> list[tuple[str, str, str, str]]:
        """Yield for each measure its words, both sides, and the verdict as a word or a sentence."""
        return [
            (
                self._words[id],
                f"{one.first.value:.3g}",
                f"{one.second.value:.3g}",
                (one.words if words else one.verdict) if one.changed else "the same in every pair",
            )
            for id, one in self.items()
        ]

    def __str__(self) -> str:
        return "\n".join([self.words, columns([("", "first", "second", ""), *self._told(words=False)])])

    def html(self) -> str:
        marks = [one.verdict == "differs" for one in self.values()]
        return f"<h4>{escape(self.words)}</h4>{table(('', 'first', 'second', ''), self._told(words=True), marks)}"


class Sweep(Sequence["Point"], Rows):
    """A measure at every combination of values: each point has `values`, `figure` and `rows`."""

    def __init__(self, measure: str, points: Sequence[Point]) -> None:
        """Args: the measure's id and the points; see `Game.sweep`."""
        self.measure = measure
        self._points = tuple(points)

    def __getitem__(self, at: Any) -> Any:
        return self._points[at]

    def __len__(self) -> int:
        return len(self._points)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each point: a column for everything swept, then games, value, low, high (95%)."""
        return [{**one.values, **asdict(one.figure)} for one in self._points]

    def plot(self) -> Plot:
        """Plot a curve over the first value that is swept, with 95% intervals, for every combination of the others.

        Raises:
            Missing: if matplotlib is not installed.
        """
        from tutor.designer.plots import Plot, whiskers

        across, *others = self._points[0].values
        lines: dict[str, list[Point]] = {}
        for one in self._points:
            lines.setdefault(", ".join(f"{key} {one.values[key]}" for key in others), []).append(one)

        def draw(axes: Any) -> None:
            for label, points in lines.items():
                found = [point.figure for point in points]
                ends = whiskers((x.value, x.low, x.high) for x in found)
                at = [point.values[across] for point in points]
                axes.errorbar(at, [x.value for x in found], yerr=ends, marker="o", capsize=3, label=label or None)
            axes.set_xlabel(across)
            axes.set_ylabel(self.measure)
            if others:
                axes.legend(frameon=False)

        return Plot(f"{self.measure} by {across}", draw)

    def _told(self, drawn: Callable[[Figure, float, float], str]) -> list[tuple[Any, ...]]:
        """Yield each point's values and figure; `drawn` draws the figure on a scale with these ends."""
        figures = [one.figure for one in self._points]
        least, most = min(0.0, *(one.low for one in figures)), max(1e-9, *(one.high for one in figures))
        return [
            (*one.values.values(), drawn(one.figure, least, most), one.figure.words(share=False))
            for one in self._points
        ]

    def __repr__(self) -> str:
        return f"<sweep of {self.measure}: {len(self)} points>"

    def __str__(self) -> str:
        rows = self._told(lambda one, least, most: text_bar((one.value - least) / (most - least)))
        return columns([(*self._points[0].values, self.measure, "95%"), *rows])

    def html(self) -> str:
        rows = self._told(lambda one, least, most: bar(one.value, one.low, one.high, most, least))
        return table((*self._points[0].values, self.measure, "95%"), rows)
