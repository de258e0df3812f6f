"""Rows of games as a table for other programs (CSV or Parquet, by the file's ending), and pictures of a measure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.lab.extra import need
from tutor.lab.measures import flat, is_share, value_of
from tutor.lab.simulate import Row

CSV, PARQUET = ".csv", ".parquet"
PICTURES = (".svg", ".png")
BARS = 40
"""The largest number of bars in a distribution."""


def check_names(table: Path | None, picture: Path | None) -> None:
    """Check, before anything is played, that the requested files can be written.

    Raises:
        BadInput: if a file's ending is unknown, or its folder is missing.
        Missing: if the lab's extra is not installed.
    """
    for path, endings in ((table, (CSV, PARQUET)), (picture, PICTURES)):
        if path is None:
            continue
        if path.suffix.lower() not in endings:
            raise BadInput(str(path), "", f"expected a name that ends in {' or '.join(endings)}")
        if not path.absolute().parent.is_dir():
            raise BadInput(str(path), "", "there is no such folder")
        need("pyarrow" if path is table else "matplotlib", f"writing {path.suffix}")


def write_table(path: Path, sides: Sequence[tuple[str, Sequence[Row]]], names: Sequence[str]) -> None:
    """Write one line per game, one side after the other, with a column that names the side.

    Args:
        path: A `.csv` or `.parquet` file.
        sides: Each side's name and rows.
        names: The players.
    """
    pyarrow = need("pyarrow", "writing a table")
    lines = [{"side": side, **flat(row, names)} for side, rows in sides for row in rows]
    table = pyarrow.Table.from_pylist(lines)
    if path.suffix.lower() == CSV:
        need("pyarrow.csv", "writing .csv").write_csv(table, path)
    else:
        need("pyarrow.parquet", "writing .parquet").write_table(table, path)


def draw(path: Path, sides: Sequence[tuple[str, Sequence[Row]]], measure: str, title: str) -> None:
    """Draw how a measure is distributed on each side, into an SVG or PNG file.

    If a measure is yes or no in every game, each side's share is a bar; numbers are drawn as overlapping histograms.
    """
    matplotlib = need("matplotlib", "drawing")
    figure_of = need("matplotlib.figure", "drawing").Figure
    with matplotlib.rc_context({"svg.hashsalt": "rules-tutor", "svg.fonttype": "none"}):
        figure = figure_of(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        values = [(side, [value_of(row, measure) for row in rows if not row.trouble]) for side, rows in sides]
        if is_share(measure):
            _draw_shares(axes, values)
        else:
            _draw_spread(axes, values)
        axes.set_title(title)
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _draw_shares(axes: Any, values: Sequence[tuple[str, list[float]]]) -> None:
    from tutor.engine.play.chance import interval

    odds = [interval(round(sum(each)), len(each)) for _, each in values]
    shares = [float(one.estimate) for one in odds]
    ends = [[share - float(one.low) for share, one in zip(shares, odds, strict=True)]]
    ends.append([float(one.high) - share for share, one in zip(shares, odds, strict=True)])
    axes.bar([side for side, _ in values], shares, yerr=ends, capsize=6, width=0.5, color=["C0", "C1"][: len(values)])
    axes.set_ylim(0, 1)
    axes.set_ylabel("share of games, with 95% interval")


def _draw_spread(axes: Any, values: Sequence[tuple[str, list[float]]]) -> None:
    least, most = min(min(each) for _, each in values), max(max(each) for _, each in values)
    step = max(1, round((most - least) / BARS))
    edges = [least - 0.5 + n * step for n in range(int((most - least) // step) + 2)]
    for side, each in values:
        axes.hist(each, edges, alpha=0.6, label=f"{side} (mean {sum(each) / len(each):.3g})")
    axes.legend(frameon=False)
    axes.set_ylabel("games")
