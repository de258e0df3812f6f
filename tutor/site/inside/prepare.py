"""Run inside the browser's Python while the site is built: compile every module, and work out what every visit needs.

`/folder` holds the libraries, the pages as scripts and, except for a site without the tutor, the tutor.
"""

import py_compile
import sys
from pathlib import Path

LIBRARIES = Path("/folder/libraries")
TUTOR = Path("/folder/tutor")
PAGES = Path("/folder/pages")
NOT_READ_AGAIN = ("_shipped/walkthroughs/*/*.toml", "games/*/rulebook.toml", "games/*/flow_positions.toml")
"""What the tutor reads only through `tutor.engine.book.ahead`."""


def compile_modules(tree: Path) -> None:
    """Put compiled modules in the place of the written ones; nobody asks later whether they are still the same."""
    for module in sorted(tree.rglob("*.py")):
        name, unchecked = str(module.relative_to(tree)), py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(module), f"{module}c", name, doraise=True, invalidation_mode=unchecked)
        module.unlink()


def begin_to_keep() -> None:
    """Let what is worked out from here on be kept, as `tutor.engine.book.ahead` says."""
    from tutor.engine.book.ahead import FOLDER

    FOLDER.mkdir()


def open_tables() -> None:
    """Set up every game, and its turn flow, once."""
    from tutor.engine.core.game import games
    from tutor.ui.desks.practice import Practice

    for game in games():
        table = Practice(game)
        table.flow.toggle()
        table.draw()


sys.path += [str(LIBRARIES), str(TUTOR)]
for trees in (LIBRARIES, TUTOR):
    compile_modules(trees)
if TUTOR.is_dir():
    begin_to_keep()
for page in sorted(PAGES.glob("*.py")):
    exec(compile(page.read_text(encoding="utf-8"), page.name, "exec"), {})
if TUTOR.is_dir():
    open_tables()
    for pattern in NOT_READ_AGAIN:
        for path in (TUTOR / "tutor").glob(pattern):
            path.unlink()
