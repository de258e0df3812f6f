"""Memory: how the kernels that are forked from one process come to share as much of it as they can.

A page of memory is shared until somebody writes to it, and Python writes wherever there was room before the fork.
"""

import ctypes
import gc
import os
import re
import sys
import tempfile
from contextlib import suppress

CLASS = re.compile(r"^ *\d+ +(?P<size>\d+) +\d+ +\d+ +(?P<free>\d+) *$", re.MULTILINE)
"""One row of the interpreter's table of small objects: their size in bytes, and how many more have room."""
SMALLEST = sys.getsizeof(b"")

_filling: list[bytes] = []


def settle() -> None:
    """Set all that is here aside from the search for rubbish, and leave no room between it for what comes later."""
    gc.unfreeze()
    gc.collect()
    _fill_gaps()
    gc.freeze()


def give_back() -> None:
    """Give the system back what was needed for a moment only, where its library for C knows how to."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _fill_gaps() -> None:
    """Fill the room that is left among small objects, so that new ones stand together in memory of their own."""
    for found in CLASS.finditer(_small_objects()):
        size, free = int(found["size"]), int(found["free"])
        if size > SMALLEST:
            _filling.extend(bytes(size - SMALLEST) for _ in range(free))


def _small_objects() -> str:
    """Return what the interpreter tells of its memory, which it only prints; nothing if it is another interpreter."""
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
