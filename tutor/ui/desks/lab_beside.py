"""Two branches of the lab beside each other, with marks where they differ."""

from __future__ import annotations

from typing import Any, cast

from tutor.lab.workbench import Workbench
from tutor.ui.model import Beside, State
from tutor.ui.playback import mark_since
from tutor.ui.present import table_of

DRAWN = ("zones", "tracks", "graph", "map")
"""The parts of a state that are drawn as its table."""


def set_beside(state: State, bench: Workbench, name: str, eyes: int | None) -> None:
    """Draw the table of the branch `name` beside the current one, as the seat `eyes` sees both (None: everything)."""
    mine, theirs = bench.branch.here, bench.branches[name].here
    other = table_of(theirs, eyes, None, None)
    mark_since(state, theirs, eyes)
    mark_since(other, mine, eyes)
    tables: Any = {key: part for key, part in other.items() if key in DRAWN}
    state["beside"] = cast("Beside", {"mine": bench.current, "name": name, **tables})
