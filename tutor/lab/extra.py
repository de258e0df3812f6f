"""The libraries of the lab's extra: imported when they are needed, with one clear line where they are not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Missing(ValueError):
    """A library of the lab's extra is not installed."""


def need(module: str, what: str) -> Any:
    """Import a module of the lab's extra and return it.

    Args:
        module: Its name.
        what: What it is needed for, in a few words.

    Raises:
        Missing: if it is not installed; the message says how to get it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        library = (error.name or module).partition(".")[0]
        raise Missing(f"{what} needs {library}, which is not installed: pip install 'rules-tutor[lab]'") from None
