"""A press that goes wrong inside the program: the visitor learns that, the host learns where, and the table goes on."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from traitlets.log import get_logger

from tutor.engine.book.files import printable, shortened
from tutor.ui import dialogs
from tutor.ui.addresses import ARE_FILES
from tutor.ui.model import Message

if TYPE_CHECKING:
    from tutor.ui.desk import Desk

PANEL = "mishap"
"""The id of the panel that reports such a press."""

TITLE = "That didn’t work"
TEXT = (
    "Something went wrong inside the tutor, so your last press had no effect. Nothing has been lost. Close this "
    "message and go on, or try something else. "
    f"{'This browser’s console' if ARE_FILES else 'The host’s log'} shows where the error happened."
)

FRAMES = 6
"""How many places of a traceback the host is told, the innermost first."""


def heed(desk: Desk, listener: Callable[[Message], None], message: Message) -> None:
    """Let the listener act on a message, and report whatever it raises on the desk and in the host's log."""
    if message["type"] == "dialog" and dialogs.shown(desk.state.get("dialog")) == PANEL:
        desk.change(dialog=None)
        return
    try:
        listener(message)
    except Exception as error:  # a press must never fail silently, whatever a rule or a page raises
        get_logger().error(f"a press of the kind {message['type']} went wrong: {_in_one_line(error)}")
        desk.change(dialog={**dialogs.problem(TITLE, TEXT), "id": PANEL})


def _in_one_line(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)[: -FRAMES - 1 : -1]
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__}: {shortened(printable(str(error)), 200)} at {places}"
