"""Run in a new Python of the browser's kind, whose memory the build then keeps: import what the pages need.

A visitor's Python goes on from here: the worker calls `open_page` with a page's code, and then `hear` with every
message of the page's desk.
"""

import ast
import gc
import importlib
import json
import random
import shutil
import site
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGES = site.getsitepackages()[0]
"""Where the worker lays the same files out."""

for tree in ("libraries", "tutor"):
    shutil.copytree(f"/folder/{tree}", PACKAGES, dirs_exist_ok=True)
importlib.invalidate_caches()
with open("/folder/imported.json", encoding="utf-8") as _names:
    for _name in json.load(_names):
        importlib.import_module(_name)

import comm  # noqa: E402
from comm.base_comm import BaseComm  # noqa: E402

from tutor.engine.core.game import games  # noqa: E402
from tutor.ui.desks.practice import Practice  # noqa: E402

SEEN_BY_THE_PAGE = ("state", "marks", "store")
"""The traits of a desk that its page draws; the page has its own script and style sheet."""

_desk: Any = None
_say: Callable[[str], None]


class Line(BaseComm):
    """A widget's comm, which is a line to the page if the widget is the page's desk."""

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        """Tell the page what the desk tells it."""
        if _desk is not None and self is _desk.comm:
            _say(json.dumps(data))


comm.create_comm = Line


def open_page(code: str, say: Callable[[str], None]) -> None:
    """Run a page's code, and connect the page to the desk that its last line shows."""
    global _desk, _say
    random.seed()  # so that visitors do not all get the same random results
    *before, last = ast.parse(code).body
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(ast.Module(before, []), "page", "exec"), names)
    assert isinstance(last, ast.Expr)
    _desk, _say = eval(compile(ast.Expression(last.value), "page", "eval"), names), say
    say(json.dumps({"method": "update", "state": _desk.get_state(SEEN_BY_THE_PAGE)}))


def hear(text: str) -> None:
    """Give the desk a message from its page."""
    content = {"method": "custom", "content": json.loads(text)}
    _desk.comm.handle_msg({"content": {"data": content}, "buffers": []})


def open_everything() -> None:
    """Open every page and every game's table once, to have in memory what they read and work out, and close them."""
    global _desk
    for page in sorted(Path("/folder/pages").glob("*.py")):
        open_page(page.read_text(encoding="utf-8"), lambda _: None)
        hear(json.dumps({"type": "hello", "search": "", "stored": {}}))
    for game in games():
        Practice(game)
    _desk = None
    importlib.import_module("ipywidgets").Widget.close_all()


open_everything()
importlib.invalidate_caches()  # some of them hold files open
gc.collect()
gc.freeze()
