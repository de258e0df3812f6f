"""Run inside the browser's Python while the site is built: compile every module, and work out what every visit needs.

`/folder` holds a tree of the libraries and, except for a site without the tutor, one of the tutor.
"""

import py_compile
import sys
from pathlib import Path

LIBRARIES = Path("/folder/libraries")
TUTOR = Path("/folder/tutor")


def compile_modules(tree: Path) -> None:
    """Put compiled modules in the place of the written ones; nobody asks later whether they are still the same."""
    for module in sorted(tree.rglob("*.py")):
        name, unchecked = str(module.relative_to(tree)), py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(module), f"{module}c", name, doraise=True, invalidation_mode=unchecked)
        module.unlink()


def work_ahead(tree: Path) -> None:
    """Open every page once, so that what they read and check is kept, as `tutor.engine.ahead` says."""
    sys.path += [str(LIBRARIES), str(tree)]
    from tutor.engine.ahead import FOLDER
    from tutor.engine.game import games
    from tutor.ui.course import course
    from tutor.ui.index import index
    from tutor.ui.practice import Practice

    FOLDER.mkdir()
    index()
    for game in games():
        course(game)
        table = Practice(game)
        table.flow.toggle()
        table.draw()


for trees in (LIBRARIES, TUTOR):
    if trees.is_dir():
        compile_modules(trees)
if TUTOR.is_dir():
    work_ahead(TUTOR)
