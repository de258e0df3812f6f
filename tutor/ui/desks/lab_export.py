"""Making a test of what was done in the lab."""

from __future__ import annotations

from tutor.lab.export import as_test, default_title, rules_shown, slug
from tutor.lab.workbench import Workbench
from tutor.ui import fields
from tutor.ui.addresses import TAKES_AN_INSTALLED_TUTOR
from tutor.ui.desks.lab_panels import Block, given_out

RULES_TESTED = "Rules that the test is about (by default, those that the last step showed)"


class Export:
    """The scenario that is written from a branch."""

    def __init__(self) -> None:
        self._title, self._about, self._text = "", "", ""
        self._rules = ""
        """The rules that it tests: those that were found, until the visitor names others."""

    def panel(self, bench: Workbench) -> list[Block]:
        """Ask for the title, and show the scenario once it is written."""
        title = self._title or default_title(bench.branch)
        return _panel(title, self._about, self._rules or bench.about, self._text, f"{slug(title)}.toml")

    def call(self, title: str, about: str, rules: str) -> None:
        """Set the scenario's title, what it is about, and its rules."""
        self._title, self._about, self._rules = title[:200], about[:500], rules[:500]

    def make(self, bench: Workbench) -> None:
        """Write the scenario.

        Raises:
            BadInput: if there is nothing to write.
        """
        branch, named = bench.branch, self._rules.replace(",", " ").split()
        self.forget()
        self._title = self._title or default_title(branch)
        rules = named or ([bench.about] if bench.about else rules_shown(branch))
        self._text = as_test(branch, self._title, self._about, rules)
        self._rules = ", ".join(rules)

    def forget(self) -> None:
        """Discard the scenario and the rules found for it, because the scenario no longer says what was done."""
        self._text = self._rules = ""


def _panel(title: str, about: str, rules: str, text: str, name: str) -> list[Block]:
    """What was done as a scenario file, with buttons to keep it."""
    asked: Block = {
        "kind": "form",
        "id": "lab.test",
        "title": "Make this a test",
        "text": "The test contains the position, the answers, the results that you chose, and what every player "
        "sees. It passes now, and it will fail if the game behaves differently.",
        "fields": [
            fields.text("title", "Title of the test", title, wide=True),
            fields.text("about", "What the test is about (optional)", about, wide=True),
            fields.text("rules", RULES_TESTED, rules, wide=True),
        ],
        "buttons": [fields.send_form("lab.test.make", "Write the test again" if text else "Write the test")],
    }
    if not text:
        return [asked]
    about = (
        f"The test passes. To add it to the project’s tests, run *rules-tutor place {name}*. To play it, run "
        f"*rules-tutor run {name}*.{TAKES_AN_INSTALLED_TUTOR}"
    )
    return [asked, given_out("lab.written", about, text, "The scenario", name)]
