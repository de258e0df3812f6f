"""What the build of a static site works out in advance, so that it is not read and checked again for every visitor.

A checkout and an installed wheel have no folder with the results, and work everything out themselves.
"""

import pickle
from collections.abc import Callable
from typing import TypeVar

from tutor.paths import PACKAGE

T = TypeVar("T")

FOLDER = PACKAGE / "_shipped" / "ahead"
"""The folder with the results. Reading them with pickle is safe, because the build makes them and ships them."""


def ahead(name: str, work_out: Callable[[], T]) -> T:
    """Return what is kept under `name`, or the result of `work_out`, which is kept if there is a folder for it."""
    path = FOLDER / f"{name}.pickle"
    if path.is_file():
        kept: T = pickle.loads(path.read_bytes())
        return kept
    found = work_out()
    if FOLDER.is_dir():
        path.write_bytes(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    return found
