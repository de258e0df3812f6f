"""The desk widget: an anywidget that draws a state and reports what was pressed."""

import gc
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, cast

import anywidget
import traitlets

from tutor.ui.bundle import DESK, DESK_SHEETS, script, widget_style
from tutor.ui.messages import read_message, serial
from tutor.ui.mishaps import heed
from tutor.ui.model import Message, State
from tutor.ui.pictures.drawn import Marks

Listener = Callable[[Message], None]

MOST_PAGES = 20
"""The largest number of pages, each with its own count of messages, that may show one desk in turn."""

HANDOVER_SECONDS = 0.0001
"""How long a kernel works before the thread that sends its messages may run; Python's own 5 ms is half of a click."""

sys.setswitchinterval(HANDOVER_SECONDS)


class Desk(anywidget.AnyWidget):
    """One screen for every game.

    `show` replaces what is drawn; the page patches itself by key, so unchanged elements stay in place. `keep` says what
    the visitor's browser should store, and `kept` is what it stores. `listen` sets the function that receives messages.
    Messages that are malformed, answer a question that is no longer asked, or come a second time are dropped here.
    """

    _esm = script(*DESK, "widget")
    _css = widget_style(*DESK_SHEETS)

    state = traitlets.Dict().tag(sync=True, to_json=lambda state, _widget: json.dumps(state, separators=(",", ":")))
    marks = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    """The marks of the game's cards (`pictures.drawn`), sent to each page once."""
    store = traitlets.Dict().tag(sync=True)
    """The texts that the page has to store (`texts`), and the last message (`heard`) that came from the page (`by`)."""

    def __init__(self, listener: Listener | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        self._listener = listener
        self.kept: dict[str, str] = {}
        """What the visitor's browser stores, as far as the kernel knows."""
        self._written: dict[str, str | None] = {}
        """The texts that have been stored since the page was opened."""
        self._new: dict[str, str | None] = {}
        """The texts that the page has not been told to store yet."""
        self._heard_of: dict[str, int] = {}
        """The number of the last message of every page that shows this desk."""
        self.on_msg(lambda _widget, content, _buffers: self.hear(content))

    def listen(self, listener: Listener) -> None:
        """Let `listener` receive every message from now on, instead of the one before."""
        self._listener = listener

    def show(self, state: State) -> None:
        """Draw the whole `state`; a part that is absent disappears."""
        self.state = dict(state)

    def wear(self, marks: Marks | None) -> None:
        """Set the marks of the game's cards."""
        if marks is not self.marks:
            self.marks = cast("Any", marks)

    def change(self, **parts: Any) -> None:
        """Draw the same state with some parts replaced; a part given as None disappears."""
        merged = {**self.state, **parts}
        self.state = {name: part for name, part in merged.items() if part is not None}

    def keep(self, key: str, text: str | None) -> None:
        """Store `text` under `key` in the visitor's browser; None deletes it.

        Whatever a message causes to be stored goes to the page together with the new state, and the page stores it
        before it draws that state.
        """
        if self.kept.get(key) == text:
            return
        _take_in(self.kept, {key: text})
        self._new[key] = text

    def hear(self, content: object) -> None:
        """Receive a message from a page."""
        message, sent = read_message(content), serial(content)
        if message is None:
            return
        if message["type"] == "ping":
            self.send({"type": "pong"})
        elif message["type"] == "again":
            self._say_again(message["by"])
        elif self._is_next(sent):
            self._answer(message, sent)

    def _is_next(self, sent: tuple[str, int] | None) -> bool:
        """Tell whether a message is new, because a page repeats messages after a broken connection."""
        if sent is None:
            return True
        by, n = sent
        if n <= self._heard_of.get(by, 0):
            return False
        self._heard_of.pop(by, None)
        self._heard_of[by] = n
        if len(self._heard_of) > MOST_PAGES:
            del self._heard_of[next(iter(self._heard_of))]
        return True

    def _answer(self, message: Message, sent: tuple[str, int] | None) -> None:
        """Let the listener act, and tell the page in one message what is shown, what to store and what was received."""
        before = self.state
        if message["type"] == "hello" and self.marks is not None:
            self.send_state("marks")  # set before there was a page, and needed for everything that it draws
        with self.hold_sync():
            try:
                if message["type"] == "hello":
                    self.kept, self._written, self._new = dict(message["stored"]), {}, {}
                elif message["type"] == "elsewhere":
                    _take_in(self.kept, message["changes"])
                    self._written = {key: text for key, text in self._written.items() if key not in message["changes"]}
                if self._listener is not None and self._is_current(message):
                    heed(self, self._listener, message)
            finally:
                self._hand_over(sent)
        if message["type"] == "hello" and self.state == before:
            self.send_state("state")  # a page that connects for the first time has not seen anything yet

    def _say_again(self, page: str) -> None:
        """Tell a page that may have missed messages what is shown, what to store, and what was received from it."""
        with self.hold_sync():
            self.store = {"texts": dict(self._written), "by": page, "heard": self._heard_of.get(page, 0)}
            self.send_state("state")

    def _hand_over(self, sent: tuple[str, int] | None) -> None:
        texts, self._new = self._new, {}
        self._written |= texts
        heard = {"by": sent[0], "heard": sent[1]} if sent else {}
        self.store = {"texts": texts, **heard}

    def _is_current(self, message: Message) -> bool:
        if "ask" not in message:
            return True
        question = cast("Mapping[str, Any]", self.state.get("question") or {})
        return bool(cast("Mapping[str, Any]", message)["ask"] == question.get("id"))


def _take_in(kept: dict[str, str], changes: Mapping[str, str | None]) -> None:
    for key, text in changes.items():
        if text is None:
            kept.pop(key, None)
        else:
            kept[key] = text


def settled(desk: Desk) -> Desk:
    """Return the desk that a notebook shows, after exempting everything in its kernel from garbage collection.

    A collection takes 50 ms and would happen between two clicks.
    """
    gc.collect()
    gc.freeze()
    return desk
