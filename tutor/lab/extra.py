"""Imports the libraries of the extras when they are needed, and says in one line if they are not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Missing(ValueError):
    """A library of an extra is not installed."""


def need(module: str, what: str, library: str = "", extra: str = "lab") -> Any:
    """Import a module of an extra and return it.

    Args:
        module: Its name.
        what: The purpose for which it is needed, in a few words.
        library: The name of its package, if it is not the module's.
        extra: The extra that contains it.

    Raises:
        Missing: if it is not installed; the message says how to get it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        missing = library or (error.name or module).partition(".")[0]
        raise Missing(f"{what} needs {missing}, which is not installed: pip install 'rules-tutor[{extra}]'") from None
