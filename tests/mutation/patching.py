"""Putting a break into the running program or, if that is impossible, into a new one."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutation.breaks import Break

BROKEN = "MUTANT"
"""The environment variable `FILE=COPY`, which makes a new program read COPY wherever it imports FILE."""
COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")


def swap(broken: Break) -> bool:
    """Break the running program; returns False if it can't be done, because more than functions' bodies would change.

    All cached results of the unbroken file are forgotten.
    """
    from tutor.engine.core.rules import Rules  # not above, where the program would come to have it before it is broken

    file = str(broken.file.resolve())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old = compile(broken.file.read_text(encoding="utf-8"), file, "exec", dont_inherit=True)
        new = compile(broken.source, file, "exec", dont_inherit=True)
    pairs = list(_pairs(old, new))
    if any(not _is_function(before) and _alone(before) != _alone(after) for before, after in pairs):
        return False
    codes = {before: after for before, after in pairs if before != after}
    everything = gc.get_objects()
    for function in everything:
        if isinstance(function, FunctionType) and function.__code__ in codes:
            try:
                function.__code__ = codes[function.__code__]
            except ValueError:  # it now closes over other names
                return False
    for rules in everything:
        if isinstance(rules, Rules):
            rules._ids.update({codes[code]: id for code, id in rules._ids.items() if code in codes})
    for kept in everything:
        if isinstance(kept, _lru_cache_wrapper) and _file_of(kept) == file:
            kept.cache_clear()
    return True


def _file_of(kept: Any) -> str:
    code = getattr(kept.__wrapped__, "__code__", None)
    return code.co_filename if code else ""


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield each code object of a file with its replacement, from the outermost inwards."""
    yield old, new
    inner = ([const for const in code.co_consts if isinstance(const, CodeType)] for code in (old, new))
    for before, after in zip(*inner, strict=False):
        yield from _pairs(before, after)


def _is_function(code: CodeType) -> bool:
    return bool(code.co_flags & 0x2)  # CO_NEWLOCALS: neither a module nor a class body


def _alone(code: CodeType) -> tuple[Any, ...]:
    """Return what a module or a class does when it is imported, including its comprehensions but no functions."""
    done = (const for const in code.co_consts if not isinstance(const, CodeType) or const.co_name in COMPREHENSIONS)
    return code.co_code, code.co_names, tuple(done)


def fresh_environment(broken: Break, copy: Path) -> dict[str, str]:
    """Write the broken file to `copy` and return the environment in which a program imports it instead."""
    copy.write_text(broken.source, encoding="utf-8")
    return os.environ | {BROKEN: f"{broken.file.resolve()}={copy}"}


class _Instead(MetaPathFinder):
    """Finds one module in a file other than its own."""

    def __init__(self, file: str, copy: str) -> None:
        self.copy = copy
        parts = Path(file).with_suffix("").parts
        self.name = ".".join(parts[len(parts) - parts[::-1].index("tutor") - 1 :]).removesuffix(".__init__")
        self.folder = [str(Path(file).parent)] if file.endswith("__init__.py") else None

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.copy, submodule_search_locations=self.folder)


def break_imports() -> None:
    """Import the broken file from now on, in a program that was started with `fresh_environment`."""
    if text := os.environ.get(BROKEN):
        sys.meta_path.insert(0, _Instead(*text.split("=", 1)))
