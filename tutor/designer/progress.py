"""Shows how far a run has got, with a bar of tqdm if that is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from tutor.lab.simulate import Progress


@contextmanager
def progress(least: int) -> Iterator[Progress | None]:
    """Yield a function that shows how many games are played, or None without tqdm; it stays silent below `least`."""
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        yield None
        return
    shown: Any = None

    def told(done: int, total: int) -> None:
        nonlocal shown
        if total < least:
            return
        if shown is None:
            shown = tqdm(total=total, unit=" games", leave=False)
        shown.update(done - shown.n)

    try:
        yield told
    finally:
        if shown is not None:
            shown.close()
