"""What the build of a static site worked out ahead: what was read and checked once is not read again by every visitor.

A checkout and an installed wheel have no such folder, and work everything out themselves.
"""

import pickle
from collections.abc import Callable
from typing import TypeVar

from tutor.paths import PACKAGE

T = TypeVar("T")

FOLDER = PACKAGE / "_shipped" / "ahead"
"""Where it is kept. Nobody's input comes here: the build makes it, and ships it with the code that made it."""


def ahead(name: str, work_out: Callable[[], T]) -> T:
    """Return what is kept under `name`, or what `work_out` gives, and keep that if there is a folder for it."""
    path = FOLDER / f"{name}.pickle"
    if path.is_file():
        kept: T = pickle.loads(path.read_bytes())
        return kept
    found = work_out()
    if FOLDER.is_dir():
        path.write_bytes(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    return found
