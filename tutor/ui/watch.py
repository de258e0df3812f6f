"""Drawing how far something is that runs on by itself: from here, since the page asks nothing by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

GLANCE = 0.4
"""Seconds between two looks."""


class Watch:
    """Looks now and then at what runs, and once more when it has ended."""

    def __init__(self, running: Callable[[], bool], draw: Callable[[], None]) -> None:
        """Args: whether it still runs; draws how far it is."""
        self._running = running
        self._draw = draw
        self._waiting = False

    def begin(self) -> None:
        """Look from now on. Without an event loop, as in a script, whoever drives the page looks for themselves."""
        if self._running():
            self._look_later()

    def _look_later(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if not self._waiting:
            self._waiting = True
            loop.call_later(GLANCE, self._glance)

    def _glance(self) -> None:
        self._waiting = False
        running = self._running()  # asked before drawing: what ends meanwhile is drawn once more
        self._draw()
        if running:
            self._look_later()
