"""Each game's turn-flow graph, which is read once, and its picture as a tool that a desk can open."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tutor.engine.book.ahead import ahead
from tutor.engine.book.flow import Flow, load_flow
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match
from tutor.ui.model import Message, Tool
from tutor.ui.pictures.flow_picture import FlowPicture
from tutor.ui.pictures.flow_positions import Positions, load_positions
from tutor.ui.present import Teaches, rule_note


def flow_for(game: Game) -> Flow | None:
    """Return the turn-flow graph of a game, or None if its folder has none."""
    return _read(game.folder / "flow.toml")


@cache
def _read(path: Path) -> Flow | None:
    return ahead(f"{path.parent.name}.flow", lambda: load_flow(path)) if path.exists() else None


@cache
def _positions(folder: Path) -> Positions:
    return ahead(f"{folder.name}.positions", lambda: load_positions(folder / "flow_positions.toml"))


class FlowTool:
    """The picture of the whole turn flow, with the place where the match is. It is closed until somebody opens it."""

    ID = "flow"

    def __init__(self) -> None:
        self.shown = False
        self._look: Message = {"type": "group", "id": None}

    def tool(self, game: Game) -> list[Tool]:
        """The button that opens and closes the picture, if the game has a flow."""
        return [{"id": self.ID, "label": "Turn flow", "pressed": self.shown}] if flow_for(game) else []

    def toggle(self) -> None:
        """Open the picture where the match is, or close it."""
        self.shown = not self.shown
        self._look = {"type": "group", "id": None}

    def hear(self, message: Message) -> None:
        """Look at the group or the node that was pressed."""
        self._look = message

    def state(self, match: Match, teaches: Teaches) -> dict[str, Any] | None:
        """What the desk draws, or None while the picture is closed."""
        flow = flow_for(match.game)
        if not self.shown or flow is None:
            return None
        picture = FlowPicture(flow, _positions(match.game.folder), match.steps).answered(self._look)
        node = flow.nodes.get(picture.chosen) or picture.now
        book, readings = match.game.book, match.table.readings
        notes = {id: rule_note(book, id, readings, teaches) for id in (node.rules if node else ()) if id in book}
        return replace(picture, rules=notes).state()
