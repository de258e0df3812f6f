"""Playback of a stretch of a game: one piece at a time, each with what it changed; it can be repeated on request."""

from __future__ import annotations

from typing import Any, cast

from tutor.engine.book.flow import Flow
from tutor.engine.core.match import Match
from tutor.lessons.stretch import Stretch
from tutor.ui.changes import mark_changes, mark_tracks
from tutor.ui.model import State
from tutor.ui.model_question import Playing, Question
from tutor.ui.pictures.tile_map import mark_changed
from tutor.ui.present import table_of

PIECE = "piece"
"""The tool by which the page goes to a piece: `piece NAME NUMBER`."""

PACE = "pace"
"""The key under which the browser keeps the pace, and the tool that sets it: `pace slow`."""

AT_ONCE = "once"
PACES = ("step", "slow", "fast", AT_ONCE)
""""Step by step" waits for the visitor after each piece; "at once" shows the last one immediately."""


class Playback:
    """How far somebody has watched a stretch."""

    def __init__(self, name: str, stretch: Stretch, watched: bool = False, stop: int | None = None) -> None:
        """Begin with the first piece.

        Args:
            name: A name that no other stretch of the desk has.
            stretch: The stretch.
            watched: Whether it has been watched already; then the last piece is shown.
            stop: The number of the piece after which the visitor has to ask for the next one, whatever the pace.
        """
        self.name = name
        self.stretch = stretch
        self.stop = stop
        self.at = len(stretch.pieces) - 1 if watched else 0

    @property
    def ended(self) -> bool:
        """Whether the last piece is shown."""
        return self.at >= len(self.stretch.pieces) - 1

    @property
    def long(self) -> bool:
        """Whether there is more than one piece to watch."""
        return len(self.stretch.pieces) > 1

    @property
    def match(self) -> Match:
        """How the game stands at this piece."""
        return self.stretch.after(self.at)

    @property
    def before(self) -> Match:
        """How it stood before."""
        return self.stretch.after(self.at - 1) if self.at else self.stretch.before

    @property
    def text(self) -> str:
        """What happened in this piece."""
        return self.stretch.pieces[self.at].text

    def hear(self, tool: str) -> bool:
        """Go to the piece that a tool names, and return whether it is a piece of this stretch."""
        kind, _, rest = tool.partition(" ")
        name, _, number = rest.rpartition(" ")
        if kind != PIECE or name != self.name or not (number.isascii() and number.isdecimal() and len(number) < 6):
            return False
        self.at = min(int(number), len(self.stretch.pieces) - 1)
        return True

    def go_on(self) -> None:
        """Go to the next piece."""
        self.at = min(self.at + 1, len(self.stretch.pieces) - 1)

    def end(self) -> None:
        """Go to the last piece, or to the one at which to stop if that is still to come."""
        self.at = self.stop if self.stop is not None and self.at < self.stop else len(self.stretch.pieces) - 1

    def question(self) -> Question:
        """What is shown instead of a question while pieces are watched."""
        return {"id": f"watch {self.name} {self.at}", "title": "Watch what happens", "mode": "wait", "options": []}

    def state(self) -> Playing:
        """What the page needs to play on by itself."""
        shown: Playing = {"name": self.name, "at": self.at, "of": len(self.stretch.pieces), "text": self.text}
        return shown if self.stop is None else {**shown, "stop": self.stop}

    def mark(self, state: State, seat: int | None) -> None:
        """Mark on the table of a state what this piece changed, as `seat` (None: everybody) saw it."""
        mark_since(state, self.before, seat)

    def watched(self, seat: int | None, flow: Flow | None, most: int | None = None) -> State:
        """The table at this piece, as `seat` (None: everybody) sees it, with what happened in words and marked.

        Args:
            seat: Whose eyes to look through.
            flow: The turn, for the line above the table.
            most: How many of the newest notes to show; None for all.
        """
        state = table_of(self.match, seat, None, flow, most)
        self.mark(state, seat)
        state["words"] = {"kind": "happens", "text": self.text}
        state["question"] = self.question()
        state["playing"] = self.state()
        return state


def mark_since(state: State, before: Match, seat: int | None) -> None:
    """Mark on the table of a state what differs from another match, as `seat` (None: everybody) sees both."""
    was = before.game.view(before.table, seat)
    mark_changes(cast("Any", state.get("zones", [])), was.get("zones", []))
    mark_tracks(cast("Any", state.get("tracks", [])), was.get("tracks", []))
    if "map" in state and "map" in was:
        mark_changed(state["map"], was["map"])
