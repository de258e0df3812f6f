"""Run inside the browser's Python while the site is built: compile every module, and work out what every visit needs.

`/folder` contains the libraries, the tutor and the pages as scripts.
"""

import ast
import json
import py_compile
import sys
from pathlib import Path
from typing import Any

LIBRARIES = Path("/folder/libraries")
TUTOR = Path("/folder/tutor")
PAGES = Path("/folder/pages")
FIRST_STATES = Path("/folder/first")
IMPORTED = Path("/folder/imported.json")
"""What the pages have imported, for `ready.py`."""
NOT_READ_AGAIN = ("_shipped/walkthroughs/*/*.toml", "games/*/rulebook.toml", "games/*/flow_positions.toml")
"""The files that the tutor reads only through `tutor.engine.book.ahead`."""


def compile_modules(tree: Path) -> None:
    """Replace the source modules with compiled ones, which are never checked against the sources again."""
    for module in sorted(tree.rglob("*.py")):
        name, unchecked = str(module.relative_to(tree)), py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(module), f"{module}c", name, doraise=True, invalidation_mode=unchecked)
        module.unlink()


def begin_to_keep() -> None:
    """Keep what is worked out from here on, as `tutor.engine.book.ahead` describes."""
    from tutor.engine.book.ahead import FOLDER

    FOLDER.mkdir()


def opened(page: Path) -> Any:
    """Run a page, and return what its last line shows."""
    *before, last = ast.parse(page.read_text(encoding="utf-8")).body
    assert isinstance(last, ast.Expr), f"{page.name} shows nothing"
    names: dict[str, Any] = {}
    exec(compile(ast.Module(before, []), page.name, "exec"), names)
    return eval(compile(ast.Expression(last.value), page.name, "eval"), names)


def note_first_state(name: str, desk: Any) -> None:
    """Note what a desk shows a first-time visitor."""
    desk.hear({"type": "hello", "search": "", "stored": {}})
    (FIRST_STATES / f"{name}.json").write_text(json.dumps(desk.state), encoding="utf-8")


def open_tables() -> None:
    """Set up every game, and its turn flow, once."""
    from tutor.engine.core.game import games
    from tutor.ui.desks.practice import Practice

    for game in games():
        table = Practice(game)
        table.flow.toggle()
        table.draw()


def note_imports() -> None:
    """Note which modules the pages have imported from the two trees, and where each of them is."""
    files = {name: Path(getattr(module, "__file__", None) or "/") for name, module in sys.modules.items()}
    found = {
        name: file.relative_to("/folder").as_posix() for name, file in files.items() if file.is_relative_to("/folder")
    }
    IMPORTED.write_text(json.dumps(found), encoding="utf-8")


sys.path += [str(LIBRARIES), str(TUTOR)]
for tree in (LIBRARIES, TUTOR):
    compile_modules(tree)
begin_to_keep()
for page in sorted(PAGES.glob("*.py")):
    note_first_state(page.stem, opened(page))
open_tables()
note_imports()
for pattern in NOT_READ_AGAIN:
    for path in (TUTOR / "tutor").glob(pattern):
        path.unlink()
