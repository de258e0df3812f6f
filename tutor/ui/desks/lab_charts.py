"""Figures and pictures of the lab's simulations: shares as bars with their intervals, numbers as distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tutor.lab.compare import Figure
from tutor.lab.measures import is_share, value_of
from tutor.lab.metrics import metrics
from tutor.lab.simulate import Row
from tutor.ui.desks.lab_panels import Block

NUMBERS = "How often each number came up"

BINS = 16
"""The largest number of bars in a distribution."""

Side = tuple[str, Sequence[Row]]


def spelled(one: Figure, share: bool, sign: bool = False) -> list[str]:
    """An estimate, its interval and the number of games in words."""

    def words(value: float) -> str:
        return f"{value * 100:{'+' if sign else ''}.1f}%" if share else f"{value:{'+' if sign else ''}.2f}"

    return [words(one.value), f"{words(one.low)} to {words(one.high)}", f"{one.games:,}"]


def chart(sides: Sequence[Side], figures: Sequence[Figure], measure: str) -> Block:
    """A measure of every side: a share as a bar with its interval, a number as a distribution."""
    if is_share(measure):
        bars = [_bar(name, one, at) for at, ((name, _), one) in enumerate(zip(sides, figures, strict=True))]
        return {"kind": "chart", "title": "Shares with their intervals", "items": bars}
    values = [(name, [value_of(row, measure) for row in rows if not row.trouble]) for name, rows in sides]
    return {"kind": "chart", "title": NUMBERS, "items": _spread(values)}


def looked_at(sides: Sequence[Side]) -> list[Block]:
    """The metrics of every side: one table of figures, the shares as bars, and the numbers as distributions."""
    found = [(name, metrics(rows)) for name, rows in sides]
    blocks: list[Block] = []
    for at, (name, ones) in enumerate(found):
        rows = [[one.text, *spelled(one.figure, one.share)] for one in ones]
        head = ["", "estimate", "95% interval", "games"]
        blocks.append({"kind": "rows", "title": f"How the game goes: {name}", "head": head, "rows": rows})
        shares = [_bar(one.text, one.figure, at) for one in ones if one.share]
        blocks.append({"kind": "chart", "title": f"Shares: {name}", "items": shares})
        spreads = [item for one in ones if not one.share for item in _spread([(one.text, one.values)], at)]
        blocks.append({"kind": "chart", "title": f"{NUMBERS}: {name}", "items": spreads})
    return [block for block in blocks if block.get("rows") or block.get("items")]


def _bar(label: str, one: Figure, side: int) -> dict[str, Any]:
    """A share with its interval, in the colour of a side."""
    return {"label": label, "side": side, "value": one.value, "low": one.low, "high": one.high}


def _spread(sides: Sequence[tuple[str, Sequence[float]]], first: int = 0) -> list[dict[str, Any]]:
    """Distributions with the same bins for all sides, in the colours of the sides from `first` on."""
    values = [side for _, side in sides]
    least, most = min(map(min, values)), max(map(max, values))
    width = max(1.0, (most - least + 1) / BINS) if most - least >= BINS else 1.0
    count = int((most - least) // width) + 1
    items = []
    for at, (name, side) in enumerate(sides, first):
        bins = Counter(int((value - least) // width) for value in side)
        shares = [bins[n] / len(side) for n in range(count)]
        begins = [round(least + n * width, 1) for n in range(count)]
        items.append({"label": name, "side": at, "bins": shares, "from": begins})
    return items
