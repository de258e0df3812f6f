"""Odds and numbers as tables: what can happen, with its chance, and totals taken apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tutor.designer.shown import Named, Raw, bar, columns, table, text_bar
from tutor.engine.core.table import Many

if TYPE_CHECKING:
    from tutor.designer.plots import Plot
    from tutor.engine.play.chance import Odds
    from tutor.lab.numbers import Number


class OddsTable(Named[dict[str, "Odds"]]):
    """For each answer, or for the pending roll or draw: what can happen → its `Odds` (`low`, `high`, `exact` …)."""

    def rows(self) -> list[dict[str, Any]]:
        """One row for every answer and event: answer, event, chance, low, high (from 0 to 1), exact, fraction."""
        return [
            {
                "answer": answer,
                "event": event,
                "chance": float(odds.estimate),
                "low": float(odds.low),
                "high": float(odds.high),
                "exact": odds.exact,
                "fraction": str(odds.low) if odds.exact and odds.low == odds.high else "",
            }
            for answer, found in self.items()
            for event, odds in found.items()
        ]

    def plot(self) -> Plot:
        """Plot all chances above 0 as bars, with the intervals of those that were estimated.

        Raises:
            Missing: if matplotlib is not installed.
        """
        from tutor.designer.plots import bars

        rows = self._shown()
        return bars([f"{row['answer']}: {row['event']}" for row in rows], rows)

    def _shown(self) -> list[dict[str, Any]]:
        return [row for row in self.rows() if row["high"] > 0]

    def __repr__(self) -> str:
        return f"<odds of {Many(len(self)):answer}>"

    def __str__(self) -> str:
        rows = self._shown()
        if not rows:
            return "Nothing that the game measures can happen here."
        return columns([(r["answer"], r["event"], text_bar(r["chance"]), _said(r)) for r in rows])

    def html(self) -> str:
        rows = self._shown()
        if not rows:
            return f"<p>{self}</p>"
        cells = [(r["answer"], r["event"], bar(r["chance"], r["low"], r["high"]), _said(r)) for r in rows]
        return table(("if", "then", "", "chance"), cells)


def _said(row: Mapping[str, Any]) -> str:
    if row["fraction"]:
        return f"{row['fraction']} = {row['chance']:.2%}"
    return f"{row['chance']:.2%} ({row['low']:.2%} to {row['high']:.2%})"


class Numbers(Named["Number"]):
    """Numbers by their names, each with `n` and its `parts` (`n`, `label`, `rules`, `card`)."""

    def __init__(self, numbers: Sequence[Number]) -> None:
        """Args: the numbers, as `tutor.lab.numbers` takes them apart."""
        super().__init__({one.label: one for one in numbers})

    def rows(self) -> list[dict[str, Any]]:
        """One row for every part: number, total, n, part, rules, card."""
        return [
            {
                "number": one.label,
                "total": one.n,
                "n": part.n,
                "part": part.label,
                "rules": " ".join(part.rules),
                "card": part.card,
            }
            for one in self.values()
            for part in one.parts
        ]

    def __repr__(self) -> str:
        return f"<numbers: {', '.join(f'{one.label} {one.n}' for one in self.values()) or 'none'}>"

    def __str__(self) -> str:
        lines = []
        for one in self.values():
            lines.append(f"{one.label}: {one.n}")
            lines += [f"  {part.n:+} {part.label}{_source(part.rules, part.card)}" for part in one.parts]
        return "\n".join(lines) or "The game has no totals here."

    def html(self) -> str:
        if not self:
            return f"<p>{self}</p>"
        rows: list[Sequence[Any]] = []
        for one in self.values():
            rows.append((one.label, one.n, Raw(""), Raw("")))
            rows += [("", f"{part.n:+}", part.label, _source(part.rules, part.card).strip()) for part in one.parts]
        return table(("number", "", "part", "from"), rows, [bool(row[0]) for row in rows])


def _source(rules: Sequence[str], card: str) -> str:
    found = [*rules, *([card] if card else [])]
    return f" ({', '.join(found)})" if found else ""
