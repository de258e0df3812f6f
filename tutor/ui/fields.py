"""The fields and buttons of panels and forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from tutor.ui.model_panel import DialogButton, Field, FieldLook

COPY: DialogButton = {"id": "copy", "label": "Copy", "kind": "copy"}
"""The button that copies the text of a panel."""


def download(file: str) -> DialogButton:
    """The button that stores the text of a panel as a file."""
    return {"id": "download", "label": "Download", "kind": "download", "name": file}


def send_form(id: str, label: str) -> DialogButton:
    """A button that sends the fields of its form."""
    return {"id": id, "label": label, "kind": "form"}


def choice(id: str, label: str, among: Iterable[tuple[str, str]], value: str, **look: Unpack[FieldLook]) -> Field:
    """A field that offers some choices, each an id with its words."""
    look["choices"] = [{"id": name, "label": text} for name, text in among]
    return {"id": id, "kind": "choice", "label": label, "value": value, **look}


def check(id: str, label: str, on: object, **look: Unpack[FieldLook]) -> Field:
    """A check box, ticked if `on` is true."""
    return {"id": id, "kind": "check", "label": label, "value": "yes" if on else "no", **look}


def number(id: str, label: str, value: object, **look: Unpack[FieldLook]) -> Field:
    """A field for a whole number."""
    return {"id": id, "kind": "number", "label": label, "value": str(value), **look}


def text(id: str, label: str, value: str, **look: Unpack[FieldLook]) -> Field:
    """A field for a line of text."""
    return {"id": id, "kind": "text", "label": label, "value": value, **look}
