"""The rulebook as a panel: look a word up, read the rules that fit, go to the page that teaches them."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.engine.rulebook import Rulebook
from tutor.lessons.coach import search
from tutor.ui.dialogs import close
from tutor.ui.model import Dialog, Entry

PANEL = "rules"
FIND = f"{PANEL}.find"
MOST = 12


@dataclass
class RuleSearch:
    """A search through one rulebook."""

    book: Rulebook
    query: str = ""

    def dialog(self) -> Dialog:
        """The panel with what was found."""
        found: list[Entry] = [{"rule": entry.id, "text": entry.text} for entry in search(self.book, self.query, MOST)]
        dialog: Dialog = {
            "id": PANEL,
            "title": "Look a rule up",
            "fields": [{"id": "query", "kind": "text", "label": "A word of the game", "value": self.query}],
            "buttons": [{"id": FIND, "label": "Find", "kind": "form"}, close()],
        }
        if found:
            dialog["entries"] = found
        elif self.query:
            dialog["text"] = f"No rule of {self.book.title} speaks of “{self.query}”."
        return dialog
