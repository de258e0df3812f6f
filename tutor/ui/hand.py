"""What a tab is working on (a game, a page of a course, a bench), which may be open in another tab as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tutor.ui.desk import Desk
from tutor.ui.dialogs import close
from tutor.ui.fields import choice, send_form
from tutor.ui.model import Message, Tool
from tutor.ui.model_panel import Dialog

FORK = "elsewhere"
"""The id of the panel that asks what to do after another tab has gone on with the same thing."""

THEIRS = f"{FORK}.theirs"
BOTH = f"{FORK}.both"

COPIES = "copies"
"""The panel of the other stored copies, and the tool that opens it."""

TAKE = f"{COPIES}.take"
FORGET = f"{COPIES}.forget"

MARK = "~"
"""The mark between a name and the number of a copy: `practice.GAME~2`."""

_COPY = re.compile(rf"(?P<name>.+){MARK}(?P<number>[2-9]|[1-9]\d{{1,3}})")

Within = Callable[[str, str], bool]
"""Returns whether a stored text contains all of another one and goes on from it."""


def copy_name(name: str, number: int) -> str:
    """The key of copy `number` of what is stored under `name`; copy 1 has no number."""
    return f"{name}{MARK}{number}" if number > 1 else name


def copies_of(name: str, kept: Mapping[str, str]) -> dict[int, str]:
    """Return all stored texts of one thing, by their numbers."""
    found = {1: kept[name]} if name in kept else {}
    for key, text in kept.items():
        if (match := _COPY.fullmatch(key)) and match["name"] == name:
            found[int(match["number"])] = text
    return dict(sorted(found.items()))


class Hand:
    """One thing in hand, which the browser stores under a name.

    If it goes on in another tab, nothing is written until the visitor has chosen. Nothing is lost whatever is chosen:
    what is only here is kept as a copy.
    """

    def __init__(self, desk: Desk, noun: str, within: Within) -> None:
        """Args: the desk that stores it; what it is called; a function that says whether one text contains another."""
        self.desk = desk
        self.noun = noun
        self._within = within
        self.name = ""
        """The name of what is in hand, without the number of its copy."""
        self.copy = 1
        self._mine = ""
        self.torn = False
        """Whether it went on in another tab and the visitor has not chosen yet."""
        self._pressed = False
        """Whether the visitor pressed something else meanwhile."""

    @property
    def key(self) -> str:
        """The key under which it is stored."""
        return copy_name(self.name, self.copy)

    def take(self, name: str, copy: int = 1) -> str | None:
        """Take something in hand, and return its stored text if there is one."""
        self.name, self.copy, self.torn, self._pressed = name, copy, False, False
        self._mine = self.desk.kept.get(self.key, "")
        return self.desk.kept.get(self.key)

    def keep(self, text: str) -> None:
        """Store it as it is now, unless it went on in another tab."""
        if not self.torn:
            self._mine = text
            self.desk.keep(self.key, text)

    def hear(self, changes: Mapping[str, str | None]) -> None:
        """Note what another tab wrote."""
        if self.key in changes and self._mine:
            self.torn = changes[self.key] not in (None, self._mine)

    def _put_aside(self) -> int:
        kept = copies_of(self.name, self.desk.kept)
        for number, text in kept.items():
            if text == self._mine:
                return number
        number = max(kept, default=1) + 1
        self.desk.keep(copy_name(self.name, number), self._mine)
        return number

    # -- what the visitor is asked ----------------------------------------------------------------

    def question(self) -> Dialog:
        """Ask what to do after it went on in another tab."""
        question: Dialog = {
            "id": FORK,
            "title": f"This {self.noun} was continued in another tab",
            "text": self.choice(),
            "buttons": [
                {"id": THEIRS, "label": "Go on from there", "kind": "send"},
                {"id": BOTH, "label": "Keep both", "kind": "send"},
            ],
        }
        if self._pressed:
            question["problem"] = "Please choose one of these options first. Your last press had no effect."
        return question

    def choice(self) -> str:
        """Describe the choice in words."""
        return (
            f"Go on from where the other tab is, or keep both copies. If you keep both, this {self.noun} goes on here "
            "as a separate copy. You lose nothing either way, and nothing is stored until you choose."
        )

    def settle(self, button: str) -> str | None:
        """Do what was chosen, and return the other tab's text if the visitor goes on from that."""
        if not self.torn or button not in (THEIRS, BOTH):
            return None
        theirs = self.desk.kept[self.key]
        if button == THEIRS:
            if not self._within(self._mine, theirs):
                self._put_aside()
            return self.take(self.name, self.copy)
        self.take(self.name, self._put_aside())
        return None

    def bars(self, message: Message) -> bool:
        """Tell whether a message has to wait until the visitor has chosen."""
        if not self.torn:
            return False
        barred = message["id"] not in (THEIRS, BOTH) if message["type"] == "dialog" else message["type"] in BARRED
        self._pressed = self._pressed or barred
        return barred

    # -- the copies -------------------------------------------------------------------------------

    @property
    def others(self) -> dict[int, str]:
        """The other stored copies, by number."""
        kept = copies_of(self.name, self.desk.kept)
        return {number: text for number, text in kept.items() if number != self.copy}

    def tool(self, panel: str) -> list[Tool]:
        """The tool that leads to the copies, if there are any."""
        others = self.others
        label = f"Other copies: {len(others)}"
        return [{"id": COPIES, "label": label, "pressed": panel == COPIES}] if others else []

    def panel(self, describe: Callable[[str], str]) -> Dialog:
        """Let the visitor choose among the copies; `describe` puts a text into a few words."""
        choices = [(str(number), f"Copy {number}: {describe(text)}") for number, text in self.others.items()]
        buttons = [send_form(TAKE, "Go on with this copy"), send_form(FORGET, "Delete this copy")]
        return {
            "id": COPIES,
            "title": f"Other copies of this {self.noun}",
            "text": f"You are looking at copy {self.copy}, which is kept whatever you choose.",
            "fields": [choice("copy", "Which copy", choices, choices[0][0])] if choices else [],
            "buttons": [*(buttons if choices else []), close()],
        }

    def chosen(self, button: str, values: Mapping[str, str]) -> int | None:
        """Delete the chosen copy, or return its number if the visitor goes on with it."""
        chosen = values.get("copy", "")
        others = {str(number): number for number in self.others}
        if chosen not in others:
            return None
        if button == TAKE:
            return others[chosen]
        if button == FORGET:
            self.desk.keep(copy_name(self.name, others[chosen]), None)
        return None


BARRED = frozenset(
    {"answer", "try", "predict", "input", "undo", "redo", "next", "back", "goto", "tool", "form", "upload"}
)
"""The messages that would change what is in hand."""


def wanted_copy(fields: Mapping[str, str]) -> int:
    """The number of the copy that the fields of an address name."""
    asked = fields.get("copy", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and 0 < len(asked) < 5 and int(asked) else 1
