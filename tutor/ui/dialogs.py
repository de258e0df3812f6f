"""The panels that every app shows the same way: a word, saving, loading."""

from __future__ import annotations

from tutor.ui.model import Dialog, DialogButton

LOAD = "load.play"
"""The button that plays on from the text in the panel."""


def close(label: str = "Close") -> DialogButton:
    """The button that puts a panel away."""
    return {"id": "close", "label": label, "kind": "close"}


def said(title: str, text: str, label: str = "Close") -> Dialog:
    """Something to read before going on."""
    return {"id": "said", "title": title, "text": text, "buttons": [close(label)]}


def problem(title: str, text: str) -> Dialog:
    """Something that did not work, and why."""
    return {"id": "problem", "title": title, "problem": text, "buttons": [close()]}


def saving(record: str, name: str) -> Dialog:
    """A game as a text, to be copied or downloaded."""
    return {
        "id": "save",
        "title": "This game as a text",
        "text": "Anybody with this text can play on from here, or replay it with “rules-tutor replay”.",
        "textarea": record,
        "textarea_label": "The record",
        "buttons": [
            {"id": "copy", "label": "Copy", "kind": "copy"},
            {"id": "download", "label": "Download", "kind": "download", "name": f"{name}.toml"},
            close(),
        ],
    }


def loading(record: str = "", wrong: str = "") -> Dialog:
    """Ask for a record; `wrong` says why the one given could not be read, and keeps it for mending."""
    dialog: Dialog = {
        "id": "load",
        "title": "Play on from a record",
        "text": "Paste the text of a record, or choose its file.",
        "textarea": record,
        "textarea_label": "The record",
        "buttons": [
            {"id": LOAD, "label": "Play on", "kind": "send"},
            {"id": "upload", "label": "Choose a file", "kind": "upload"},
            close(),
        ],
    }
    if wrong:
        dialog["problem"] = wrong
    return dialog
