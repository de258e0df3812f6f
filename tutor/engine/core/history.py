"""Undo and redo: what was done, and which of it was taken back. Everything that can be undone keeps its steps here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

S = TypeVar("S")


class History(Generic[S]):
    """What was done in a match, a branch or a lesson; a lesson has one list `done` for each step of its page."""

    __slots__ = ("done", "undone")

    def __init__(self, done: Iterable[S] = ()) -> None:
        """Args: what has been done, in order."""
        self.done = list(done)
        self.undone: list[S] = []
        """What was taken back, with the next step to redo at the end."""

    def add(self, step: S) -> None:
        """Add a step that was done, and forget what had been taken back."""
        self.done.append(step)
        self.undone.clear()

    def back(self, steps: int = 1) -> int:
        """Take back this many of the last steps, or all if there are fewer; return how many remain."""
        for _ in range(min(steps, len(self.done))):
            self.undone.append(self.done.pop())
        return len(self.done)

    def again(self) -> S:
        """Redo the step that was taken back last, and return it.

        Raises:
            IndexError: if nothing was taken back.
        """
        self.done.append(self.undone.pop())
        return self.done[-1]
