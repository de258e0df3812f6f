"""What the warm process does before the first kernel is forked from it: everything that is the same for all visitors.

It imports what a kernel and the pages need, and rehearses each page that is a desk, so that the games are found, the
courses read and the books checked. No thread runs in it and no socket of a kernel is open, so a fork is a whole kernel.
"""

import json
import os
import signal
import sys
from contextlib import chdir, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from tutor.serving.thrift import settle

FOLDER_VARIABLE = "RULES_TUTOR_PAGES"
"""Names the folder of the pages to be rehearsed."""

USED_BY_EVERY_KERNEL = (
    "faulthandler",
    "tornado.platform.asyncio",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "IPython.utils.wildcard",
    "ipykernel.debugger",
    "ipywidgets",
    "tutor.serving.forked",
    "tutor.serving.order",
)
"""What a kernel would otherwise import while its visitor waits."""


def warm_up(folder: Path | None) -> None:
    """Import what kernels need, rehearse the desks of a folder, and settle for being forked.

    A page that cannot be rehearsed only starts more slowly; what is wrong with it is told when it is opened.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # 30 MB and half a second a kernel; no page debugs
    for name in USED_BY_EVERY_KERNEL:
        import_module(name)
    if folder:
        sys.path.insert(0, "")  # as in every kernel: what a page imports may lie beside it
        with chdir(folder):
            for path in sorted(Path().glob("*.ipynb")):
                with suppress(Exception):
                    rehearse(json.loads(path.read_text(encoding="utf-8")))
    import_module("ipywidgets").Widget.close_all()
    settle()


def rehearse(notebook: dict[str, Any]) -> None:
    """Run the cells of a notebook that calls itself a desk, and forget what came of it."""
    if not notebook["metadata"].get("desk"):
        return
    from IPython.core.inputtransformer2 import TransformerManager

    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(TransformerManager().transform_cell("".join(cell["source"])), names)


if FOLDER_VARIABLE in os.environ:
    warm_up(Path(os.environ[FOLDER_VARIABLE]))
