"""How far a run is: a bar of tqdm where it is installed, and silence elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from tutor.lab.simulate import Progress


@contextmanager
def progress(least: int) -> Iterator[Progress | None]:
    """Give what is told how many games are played, and of how many; runs with fewer than `least` show nothing."""
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
