"""The metrics of a game as a table with bars."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from typing import Any

from tutor.designer.results import Simulation
from tutor.designer.shown import Named, bar, columns, table, text_bar
from tutor.engine.book.files import BadInput, known
from tutor.engine.core.table import Many
from tutor.lab.metrics import Metric, metrics


class Metrics(Named[Metric]):
    """What the games showed: metric → its `figure` with interval, its `values` game by game, and its `words`."""

    def __init__(self, simulation: Simulation, margin: float | None = None) -> None:
        """Args: the games, and by how much a choice has to change the chance of winning in order to matter."""
        self.simulation = simulation
        super().__init__({one.id: one for one in metrics(simulation.rows, margin)})

    def __getitem__(self, metric: str) -> Metric:
        if metric not in self._found:
            raise BadInput("metric", metric, f"there is no such metric here; known: {known(self._found, metric)}")
        return self._found[metric]

    def rows(self) -> list[dict[str, Any]]:
        """One row for each metric: metric, games, value, low, high (95%)."""
        return [{"metric": one.id, **asdict(one.figure)} for one in self.values()]

    def __repr__(self) -> str:
        return f"<metrics of {self.simulation.plan.game}: {Many(len(self.simulation.rows)):game}>"

    def __str__(self) -> str:
        rows = [(one.id, text_bar(one.figure.value / one.most), one.words) for one in self.values()]
        return "\n".join([self.simulation._head(), *([columns(rows)] if rows else [])])

    def html(self) -> str:
        rows = [
            (one.text, bar(one.figure.value, one.figure.low, one.figure.high, one.most), one.words)
            for one in self.values()
        ]
        return f"<h4>{escape(self.simulation._head())}</h4>{table(('', '', 'with 95% interval'), rows)}"
