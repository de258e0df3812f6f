"""Memory: how kernels that are forked from one process share as much of it as possible.

A memory page is shared until a process writes to it, and Python writes wherever there was room before the fork.
"""

import ctypes
import gc
import os
import re
import sys
import tempfile
from contextlib import suppress

CLASS = re.compile(r"^ *\d+ +(?P<size>\d+) +\d+ +\d+ +(?P<free>\d+) *$", re.MULTILINE)
"""One row of the interpreter's table of small objects: their size in bytes, and how many more there is room for."""
SMALLEST = sys.getsizeof(b"")

_filling: list[bytes] = []


def settle() -> None:
    """Exempt everything from garbage collection, and leave no room between existing objects for later ones."""
    gc.unfreeze()
    gc.collect()
    _fill_gaps()
    gc.freeze()


def give_back() -> None:
    """Return memory that was needed only for a moment to the system, if its C library can do so."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _fill_gaps() -> None:
    """Fill the gaps between small objects, so that new ones are together in memory of their own."""
    for found in CLASS.finditer(_small_objects()):
        size, free = int(found["size"]), int(found["free"])
        if size > SMALLEST:
            _filling.extend(bytes(size - SMALLEST) for _ in range(free))


def _small_objects() -> str:
    """Return the interpreter's table of its memory, which it only prints; empty for another interpreter."""
    if not hasattr(sys, "_debugmallocstats"):
        return ""
    with tempfile.TemporaryFile("w+") as told:
        sys.stderr.flush()
        before = os.dup(2)
        os.dup2(told.fileno(), 2)
        try:
            sys._debugmallocstats()
        finally:
            os.dup2(before, 2)
            os.close(before)
        told.seek(0)
        return told.read()
