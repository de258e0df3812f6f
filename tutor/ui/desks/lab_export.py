"""What was done in the lab, made a test."""

from __future__ import annotations

from tutor.lab.branch import Branch
from tutor.lab.export import as_test, default_title, slug
from tutor.ui.desks.lab_panels import Block


class Export:
    """The scenario that is written of a branch."""

    def __init__(self) -> None:
        self._title, self._about, self._text = "", "", ""

    def panel(self, branch: Branch) -> list[Block]:
        """Ask what it is called, and show it once it is written."""
        title = self._title or default_title(branch)
        return _panel(title, self._about, self._text, f"{slug(title)}.toml")

    def call(self, title: str, about: str) -> None:
        """Say what it is called and about."""
        self._title, self._about = title[:200], about[:500]

    def make(self, branch: Branch) -> None:
        """Write it.

        Raises:
            BadInput: if there is nothing to write.
        """
        self._title = self._title or default_title(branch)
        self.forget()
        self._text = as_test(branch, self._title, self._about)

    def forget(self) -> None:
        """Drop what was written: it would no longer say what was done."""
        self._text = ""


def _panel(title: str, about: str, text: str, name: str) -> list[Block]:
    """What was done as a scenario file, and how to keep it."""
    asked: Block = {
        "kind": "form",
        "id": "lab.test",
        "title": "Make this a test",
        "text": "Position, answers, forced chance, and what every player sees: it holds now, and fails when the game "
        "behaves otherwise.",
        "fields": [
            {"id": "title", "kind": "text", "label": "What it is called", "value": title, "wide": True},
            {
                "id": "about",
                "kind": "text",
                "label": "What it is about (may be left out)",
                "value": about,
                "wide": True,
            },
        ],
        "buttons": [{"id": "lab.test.make", "label": "Write it again" if text else "Write it", "kind": "form"}],
    }
    if not text:
        return [asked]
    written: Block = {
        "kind": "form",
        "id": "lab.written",
        "text": f"It holds. To put it where the tests find it: *rules-tutor place {name}*. To play it: "
        f"*rules-tutor run {name}*.",
        "textarea": text,
        "textarea_label": f"The scenario {name}",
        "buttons": [
            {"id": "download", "label": "Download", "kind": "download", "name": name},
            {"id": "copy", "label": "Copy", "kind": "copy"},
        ],
    }
    return [asked, written]
