"""Each game's turn-flow graph, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tutor.engine.flow import Flow, load_flow
from tutor.engine.game import Game


def flow_for(game: Game) -> Flow | None:
    """Return the turn-flow graph of a game, or None if its folder has none."""
    return _read(game.folder / "flow.toml")


@cache
def _read(path: Path) -> Flow | None:
    return load_flow(path) if path.exists() else None
