"""`rules-tutor lab`: JupyterLab on the notebooks."""

import importlib.util
import os
import sys
from typing import Annotated

import typer

from tutor.paths import shipped


def lab(
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8888,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
) -> None:
    """Open the notebooks in JupyterLab."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError("JupyterLab is not installed; pip install 'rules-tutor[lab]' installs it")
    options = [
        f"--notebook-dir={shipped('notebooks')}",
        f"--port={port}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
        *([] if browser else ["--no-browser"]),
        *(["--allow-root"] if _is_root() else []),
    ]
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *options])


def _is_root() -> bool:
    """Whether this is the root user, as in a container; JupyterLab then needs an option that allows it."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
