"""Positions side by side, with everything that differs marked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from tutor.designer.shown import Rows, columns, table
from tutor.lab.columns import NOTHING, Line


class SideBySide(Rows):
    """Positions in columns, line by line: `lines` has all lines, `differences` those in which the positions differ."""

    def __init__(self, names: Sequence[str], lines: Sequence[Line]) -> None:
        """Args: the names of the columns, and everything that a player could see of the positions."""
        self.names = tuple(names)
        self.lines = tuple(lines)

    @property
    def differences(self) -> tuple[Line, ...]:
        """The lines in which the positions differ."""
        return tuple(line for line in self.lines if line.differs)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each line: place, a column for each position, differs."""
        return [
            {"place": one.place, **dict(zip(self.names, one.values, strict=True)), "differs": one.differs}
            for one in self.lines
        ]

    def __repr__(self) -> str:
        return f"<{' | '.join(self.names)}: {len(self.differences)} of {len(self.lines)} lines differ>"

    def __str__(self) -> str:
        if not self.differences:
            return f"{', '.join(self.names)}: there is no visible difference."
        return columns([("", *self.names), *((one.place, *one.values) for one in self.differences)])

    def html(self) -> str:
        differs = [(one.place, *one.values) for one in self.differences]
        alike = [(one.place, one.values[0]) for one in self.lines if not one.differs and one.values[0] != NOTHING]
        first = table(("", *self.names), differs, [True] * len(differs)) if differs else f"<p>{escape(str(self))}</p>"
        rest = table(("", "in all of them"), alike)
        return f"{first}<details><summary>What does not differ ({len(alike)})</summary>{rest}</details>"
