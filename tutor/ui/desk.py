"""The desk widget: one anywidget that draws a state and says what was pressed."""

import gc
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, cast

import anywidget
import traitlets

from tutor.ui.bundle import DESK, DESK_SHEETS, script, widget_style
from tutor.ui.messages import read_message
from tutor.ui.mishaps import heed
from tutor.ui.model import Message, State

Listener = Callable[[Message], None]
Text = str | Callable[[], str] | None
"""What to keep: a text, or how to make it; None forgets."""

HANDOVER_SECONDS = 0.0001
"""How long a kernel works on before the thread that sends its messages may run; Python's own 5 ms is half a click."""

sys.setswitchinterval(HANDOVER_SECONDS)


class Desk(anywidget.AnyWidget):
    """One screen for every game.

    `show` replaces what is drawn: the page patches itself by key, so what stays the same stays put. `listen` names
    who hears the visitor. Messages that are malformed, or answer a question no longer asked, are dropped here.
    """

    _esm = script(*DESK, "widget")
    _css = widget_style(*DESK_SHEETS)

    state = traitlets.Dict().tag(sync=True, to_json=lambda state, _widget: json.dumps(state, separators=(",", ":")))
    store = traitlets.Dict().tag(sync=True)

    def __init__(self, listener: Listener | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        self._listener = listener
        self._kept: dict[str, Text] | None = None
        self.on_msg(self._heard)

    def listen(self, listener: Listener) -> None:
        """Let `listener` hear every message from now on; it replaces the one before."""
        self._listener = listener

    def show(self, state: State) -> None:
        """Draw `state`, whole: a part that is absent disappears."""
        self.state = dict(state)

    def change(self, **parts: Any) -> None:
        """Draw the same state with some parts replaced; a part given as None disappears."""
        merged = {**self.state, **parts}
        self.state = {name: part for name, part in merged.items() if part is not None}

    def keep(self, key: str, text: Text) -> None:
        """Keep `text` under `key` in the visitor's browser; None forgets it.

        While a message is answered this waits until what is shown is on its way.
        """
        if self._kept is not None:
            self._kept[key] = text
        else:
            self.store = {**self.store, key: _made(text)}

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        message = read_message(content)
        if message is None:
            return
        if message["type"] == "ping":
            self.send({"type": "pong"})
        elif self._listener is not None and self._is_current(message):
            self._answer(message)

    def _answer(self, message: Message) -> None:
        """Let the listener act: what it shows goes to the page at once, then what is newly kept, and that alone."""
        assert self._listener is not None
        self._kept = kept = {}
        before = self.state
        try:
            with self.hold_sync():
                heed(self, self._listener, message)
        finally:
            self._kept = None
        if message["type"] == "hello" and self.state == before:
            self.send_state("state")  # a page that calls for the first time has seen nothing yet
        self.store = {key: _made(text) for key, text in kept.items()}

    def _is_current(self, message: Message) -> bool:
        if "ask" not in message:
            return True
        question = cast("Mapping[str, Any]", self.state.get("question") or {})
        return cast("Mapping[str, Any]", message)["ask"] == question.get("id")


def settled(desk: Desk) -> Desk:
    """Return the desk that a notebook shows: what its kernel holds by now stays, and is not searched for rubbish again.

    Such a search takes 50 ms, and would come between two clicks.
    """
    gc.collect()
    gc.freeze()
    return desk


def _made(text: Text) -> str | None:
    return text() if callable(text) else text
