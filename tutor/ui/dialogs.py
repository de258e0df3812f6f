"""The panels that are the same in every app: a message, saving, loading."""

from __future__ import annotations

from tutor.ui.addresses import ARE_FILES
from tutor.ui.fields import COPY, download
from tutor.ui.model_panel import Dialog, DialogButton

SAVE = "save"
"""The panel with a text to save, and the tool that opens it."""

LOAD = "load.play"
"""The button that plays on from the text in the panel."""


def shown(dialog: Dialog | None) -> str:
    """Return the id of the open panel; empty if there is none."""
    return dialog["id"] if dialog else ""


def close(label: str = "Close") -> DialogButton:
    """Return the button that closes a panel."""
    return {"id": "close", "label": label, "kind": "close"}


def notice(title: str, text: str, label: str = "Close") -> Dialog:
    """Return a panel with something to read before going on."""
    return {"id": "said", "title": title, "text": text, "buttons": [close(label)]}


def problem(title: str, text: str) -> Dialog:
    """Return a panel that says what did not work, and why."""
    return {"id": "problem", "title": title, "problem": text, "buttons": [close()]}


def really(id: str, title: str, text: str, yes: DialogButton, no: str) -> Dialog:
    """Ask whether the visitor really wants something; `no` is the label of the button that closes the panel."""
    return {"id": id, "title": title, "text": text, "buttons": [yes, close(no)]}


def given_out(id: str, title: str, text: str, given: str, label: str, file: str) -> Dialog:
    """Return a panel with a text to copy or download.

    Args:
        id: The panel's id.
        title: Its title.
        text: The purpose of the text.
        given: The text.
        label: The label of the text.
        file: The name of its file.
    """
    return {
        "id": id,
        "title": title,
        "text": text,
        "textarea": given,
        "textarea_label": label,
        "buttons": [COPY, download(file), close()],
    }


def asked_for(
    id: str, title: str, text: str, label: str, send: DialogButton, given: str = "", wrong: str = ""
) -> Dialog:
    """Ask for a text, pasted or as a file.

    Args:
        id: The panel's id.
        title: Its title.
        text: What the visitor is asked for.
        label: The label of the field.
        send: The button that takes it.
        given: A text that was given before, to be corrected.
        wrong: The reason why that text could not be read.
    """
    dialog: Dialog = {
        "id": id,
        "title": title,
        "text": text,
        "textarea": given,
        "textarea_label": label,
        "buttons": [send, {"id": "upload", "label": "Choose a file", "kind": "upload"}, close()],
    }
    if wrong:
        dialog["problem"] = wrong
    return dialog


def saving(record: str, name: str) -> Dialog:
    """A game as text."""
    replay = "" if ARE_FILES else ", or replay it with “rules-tutor replay”"
    text = f"Keep this text. Anybody who has it can continue the game from this point{replay}."
    return given_out(SAVE, "Save this game", text, record, "The saved game", f"{name}.toml")


def loading(record: str = "", wrong: str = "") -> Dialog:
    """Ask for a record; `wrong` says why the last `record` could not be read, which stays, to be corrected."""
    text = "Paste the text of a saved game, or choose its file."
    send: DialogButton = {"id": LOAD, "label": "Play on", "kind": "send"}
    return asked_for("load", "Load a saved game", text, "The saved game", send, record, wrong)
