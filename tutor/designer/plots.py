"""Plots with matplotlib, drawn without a window and the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from tutor.designer.shown import Picture

LOOK = {"svg.hashsalt": "rules-tutor", "svg.fonttype": "none"}


class Plot(Picture):
    """A plot; `figure` is matplotlib's, in case you want to change it."""

    def __init__(self, title: str, draw: Callable[[Any], None], size: tuple[float, float] = (7, 4)) -> None:
        """Args: the title, the function that draws on matplotlib's axes, and the size in inches.

        Raises:
            Missing: if matplotlib is not installed.
        """
        from tutor.lab.extra import need

        self._matplotlib = need("matplotlib", "a plot")
        self.title = title
        self.figure = need("matplotlib.figure", "a plot").Figure(figsize=size, layout="constrained")
        axes = self.figure.subplots()
        draw(axes)
        axes.set_title(title)
        axes.spines[["top", "right"]].set_visible(False)

    def __repr__(self) -> str:
        return f"<plot: {self.title}>"

    def __str__(self) -> str:
        return f"[{self.title}]"

    def svg(self) -> str:
        text = StringIO()
        with self._matplotlib.rc_context(LOOK):
            self.figure.savefig(text, format="svg", metadata={"Date": None})
        return text.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write the plot to a file whose ending says how (`.svg`, `.png`, `.pdf`), and return its path."""
        with self._matplotlib.rc_context(LOOK):
            self.figure.savefig(path, dpi=150)
        return Path(path)


def whiskers(estimates: Iterable[tuple[float, float, float]]) -> list[list[float]]:
    """How far the intervals reach below and above their values, each given as value, low and high."""
    ends = [(max(0.0, value - low), max(0.0, high - value)) for value, low, high in estimates]
    return [[below for below, _ in ends], [above for _, above in ends]]


def bars(labels: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Plot:
    """Draw horizontal bars of each `chance` with the interval from `low` to `high`, the first row on top."""

    def draw(axes: Any) -> None:
        ends = whiskers((row["chance"], row["low"], row["high"]) for row in rows)
        axes.barh(list(labels), [row["chance"] for row in rows], xerr=ends, capsize=3)
        axes.set_xlim(0, 1)
        axes.invert_yaxis()

    return Plot("Chances", draw, (7, 1 + 0.3 * len(rows)))
