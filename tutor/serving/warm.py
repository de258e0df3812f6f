"""What the warm process does before the first kernel is forked: everything that is the same for all visitors.

The process imports what kernels and pages need, and rehearses each page that is a desk, so the games are found, the
courses read and the books checked. It has no threads and no open kernel sockets, so a fork can become a full kernel.
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
"""The environment variable that names the folder of the pages to rehearse."""

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
    """Import what kernels need, rehearse the desks of a folder, and prepare the memory for forks.

    A page that cannot be rehearsed only starts more slowly; what is wrong with it is reported when it is opened.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # saves every kernel 30 MB and half a second
    for name in USED_BY_EVERY_KERNEL:
        import_module(name)
    if folder:
        sys.path.insert(0, "")  # as in every kernel, because what a page imports may be beside it
        with chdir(folder):
            for path in sorted(Path().glob("*.ipynb")):
                with suppress(Exception):
                    rehearse(json.loads(path.read_text(encoding="utf-8")))
    import_module("ipywidgets").Widget.close_all()
    settle()


def rehearse(notebook: dict[str, Any]) -> None:
    """Run the cells of a notebook that says it is a desk, and forget their results."""
    if not notebook["metadata"].get("desk"):
        return
    from IPython.core.inputtransformer2 import TransformerManager

    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(TransformerManager().transform_cell("".join(cell["source"])), names)


if FOLDER_VARIABLE in os.environ:
    warm_up(Path(os.environ[FOLDER_VARIABLE]))
