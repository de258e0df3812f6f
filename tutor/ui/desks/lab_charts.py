"""Figures and pictures of the lab's simulations: shares as bars with their intervals, numbers as distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tutor.lab.compare import Figure
from tutor.lab.measures import is_share, value_of
from tutor.lab.metrics import metrics
from tutor.lab.simulate import Row
from tutor.ui.desks.lab_panels import Block

BINS = 16
"""The largest number of bars in a distribution."""

Side = tuple[str, Sequence[Row]]


def spelled(one: Figure, share: bool, sign: bool = False) -> list[str]:
    """An estimate, its interval and the number of games in words."""

    def words(value: float) -> str:
        return f"{value * 100:{'+' if sign else ''}.1f} %" if share else f"{value:{'+' if sign else ''}.2f}"

    return [words(one.value), f"{words(one.low)} to {words(one.high)}", f"{one.games:,}"]


def chart(sides: Sequence[Side], figures: Sequence[Figure], measure: str) -> Block:
    """A measure of every side: a share as a bar with its interval, a number as a distribution."""
    if is_share(measure):
        return _bars("Shares with their intervals", [name for name, _ in sides], figures)
    values = [(name, [value_of(row, measure) for row in rows if not row.trouble]) for name, rows in sides]
    return _spread("How often each number came up", values)


def looked_at(sides: Sequence[Side]) -> list[Block]:
    """The metrics of every side: one table of figures, the shares as bars, and the numbers as distributions."""
    found = [(name, metrics(rows)) for name, rows in sides]
    blocks: list[Block] = []
    for name, ones in found:
        rows = [[one.text, *spelled(one.figure, one.share)] for one in ones]
        head = ["", "estimate", "95 % interval", "games"]
        blocks.append({"kind": "rows", "title": f"How the game goes: {name}", "head": head, "rows": rows})
        shares = [one for one in ones if one.share]
        blocks.append(_bars(f"Shares: {name}", [one.text for one in shares], [one.figure for one in shares]))
        blocks += [
            _spread(f"How often each number came up: {name}", [(one.text, one.values)]) for one in ones if not one.share
        ]
    return [block for block in blocks if block.get("rows") or block.get("items")]


def _bars(title: str, names: Sequence[str], figures: Sequence[Figure]) -> Block:
    bars = [
        {"label": name, "value": one.value, "low": one.low, "high": one.high}
        for name, one in zip(names, figures, strict=True)
    ]
    return {"kind": "chart", "title": title, "items": bars}


def _spread(title: str, sides: Sequence[tuple[str, Sequence[float]]]) -> Block:
    """Distributions with the same bins for all sides."""
    values = [side for _, side in sides]
    least, most = min(map(min, values)), max(map(max, values))
    width = max(1.0, (most - least + 1) / BINS) if most - least >= BINS else 1.0
    count = int((most - least) // width) + 1
    items = []
    for name, side in sides:
        bins = Counter(int((value - least) // width) for value in side)
        shares = [bins[n] / len(side) for n in range(count)]
        items.append({"label": name, "bins": shares, "from": [round(least + n * width, 1) for n in range(count)]})
    return {"kind": "chart", "title": title, "items": items}
