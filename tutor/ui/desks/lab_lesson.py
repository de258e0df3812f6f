"""Making a lesson of what was done in the lab."""

from __future__ import annotations

from collections.abc import Mapping

from tutor.engine.book.files import BadInput
from tutor.lab.branch import Branch
from tutor.lab.lesson import MOST_ANSWERS, TITLE, as_page, page_name, pieces_of
from tutor.ui.addresses import TAKES_AN_INSTALLED_TUTOR
from tutor.ui.desks.lab_panels import Block, given_out
from tutor.ui.desks.new_game import whole
from tutor.ui.fields import choice, number, send_form, text
from tutor.ui.model_panel import Field

FORM = "lab.lesson"
MAKE = f"{FORM}.make"
WHOEVER = ""
"""The choice that stands for the player who decides first."""


class LessonMaking:
    """The page that is written from a branch."""

    def __init__(self) -> None:
        self._title, self._you, self._last, self._text = TITLE, WHOEVER, 0, ""

    def panel(self, branch: Branch) -> list[Block]:
        """Ask for the title and how much to teach, and show the page once it is written."""
        done = len(pieces_of(branch))
        asked: Block = {
            "kind": "form",
            "id": FORM,
            "title": "Make this a lesson",
            "text": "Here you can write a page that lays out the position, shows what you did, and then leaves the "
            "same turn to the learner. The page is a draft, so edit its texts afterwards.",
            "fields": self._fields(branch, done),
            "buttons": [send_form(MAKE, "Write the page again" if self._text else "Write the page")],
        }
        return [asked, self._written()] if self._text else [asked]

    def _fields(self, branch: Branch, done: int) -> list[Field]:
        names = branch.here.table.names
        players = [(WHOEVER, "the player who decides first"), *((name, name) for name in names)]
        asked = f"How many of the last {f'{done} answers' if done > 1 else 'answers'} the page teaches"
        return [
            text("title", "Title, in at most six words", self._title, wide=True),
            choice("you", "The learner plays", players, self._you),
            number("last", asked, self._last or min(done, MOST_ANSWERS), min=1, max=max(done, 1)),
        ]

    def _written(self) -> Block:
        name = page_name(self._title)
        about = (
            f"The page passes the check. To see it as a learner does while you edit it, run *rules-tutor "
            f"preview {name}*.{TAKES_AN_INSTALLED_TUTOR}"
        )
        return given_out(f"{FORM}.text", about, self._text, "The page", name)

    def hear(self, branch: Branch, values: Mapping[str, str]) -> None:
        """Take over the form's values, and write the page.

        Raises:
            BadInput: if there is nothing to teach, or a value does not fit.
        """
        self.forget()
        self._title, self._you = " ".join(values.get("title", "").split())[:100] or TITLE, values.get("you", WHOEVER)
        self._last = whole(values.get("last", ""), "answers", "the lesson")
        if not self._last:
            raise BadInput("the lesson", "answers", "expected at least 1")
        self._text = as_page(branch, self._title, self._last, self._you)

    def forget(self) -> None:
        """Discard what was written, because it no longer shows what was done."""
        self._text = ""
