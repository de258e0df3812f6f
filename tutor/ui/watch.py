"""Drawing the progress of something that runs by itself; the kernel does so, because the page never polls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

GLANCE = 0.4
"""Seconds between two checks."""


class Watch:
    """Draws regularly while something runs, and once more when it has ended."""

    def __init__(self, running: Callable[[], bool], draw: Callable[[], None]) -> None:
        """Args: a function that says whether it still runs; a function that draws how far it has got."""
        self._running = running
        self._draw = draw
        self._waiting = False

    def begin(self) -> None:
        """Begin to watch. Without an event loop, as in a script, the caller has to draw."""
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
        running = self._running()  # asked before drawing, so that what ends meanwhile is drawn once more
        self._draw()
        if running:
            self._look_later()
