"""The compiled twin: the engine's and games' modules as machine code, used instead of the Python modules.

`make fast` builds it. A process that plays many games calls `use` before it imports any of these modules. Pages and
lessons never do, because the rules in force are read off running Python code, which the twin does not have.
"""

from __future__ import annotations

import gc
import hashlib
import os
import sys
from collections.abc import Mapping
from dataclasses import MISSING
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from tutor.paths import PACKAGE

TWIN = PACKAGE.parent / "build" / "compiled"
"""The folder in which `make fast` puts the twin."""
MADE_FROM = "made-from"
"""The file of the twin with the digest of the sources that it was made from."""
MODULES = "modules"
"""The file of the twin that names its modules, one per line, each with the library that it is in."""
PARTS = ("engine", "games")
"""The packages of which some modules are compiled."""
WISH = "RULES_TUTOR_COMPILED"
"""The environment variable that says whether to use the twin: `no` forbids it; `yes` is set for worker processes."""


SELDOM = 20_000
"""The number of new objects after which garbage is collected. A game leaves little garbage, and collecting it
costs up to a fifth of the time while a match keeps its notes."""


def digest(package: Path = PACKAGE) -> str:
    """Return a digest of everything that the twin is made from: the sources, and the Python that it is made for."""
    found = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for part in PARTS:
        for path in sorted((package / part).rglob("*.py")):
            found.update(path.relative_to(package).as_posix().encode())
            found.update(path.read_bytes())
    return found.hexdigest()


class Twin(MetaPathFinder):
    """Finds the compiled modules in a folder."""

    def __init__(self, folder: Path) -> None:
        names = folder / MODULES
        lines = names.read_text(encoding="ascii").splitlines() if names.exists() else []
        self.libraries = {module: folder / library for module, library in map(str.split, lines)}

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        file = self.libraries.get(fullname)
        if file is None:
            return None
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))


def in_use() -> bool:
    """Whether this process plays with the compiled twin."""
    return any(isinstance(finder, Twin) for finder in sys.meta_path)


def up_to_date() -> bool:
    """Whether the twin is there and was made from the sources as they are."""
    made_from = TWIN / MADE_FROM
    return made_from.exists() and made_from.read_text(encoding="ascii") == digest()


def use() -> bool:
    """Play with the compiled twin from now on, in this process and those that it starts, if there is one.

    Returns:
        Whether the twin is in use. It is not if it was not built, if a source has changed since, if the modules
        have been imported already, or if the environment forbids it.
    """
    if in_use():
        return True
    twin = Twin(TWIN)
    if os.environ.get(WISH) == "no" or any(map(twin.find_spec, sys.modules)) or not up_to_date():
        return False
    sys.meta_path.insert(0, twin)
    os.environ[WISH] = "yes"
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    return True


def annotated(dataclass: Any, hints: Mapping[str, str]) -> None:
    """Tell a compiled dataclass the types of its own fields, as they were written; the compiler drops them."""
    dataclass.__annotations__ = dict(hints)
    for name, hint in hints.items():
        if name in dataclass.__dataclass_fields__:
            dataclass.__dataclass_fields__[name].type = hint


def default_of(dataclass: Any, name: str) -> Any:
    """Return the default value of a field of a dataclass, or the function that makes it."""
    field = dataclass.__dataclass_fields__[name]
    return field.default if field.default_factory is MISSING else field.default_factory
