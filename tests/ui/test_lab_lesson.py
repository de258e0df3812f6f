"""“Make this a lesson” in the lab, without a browser."""

from typing import Any

from tests.visitor import Visitor
from tutor.lessons.checks import play_page
from tutor.lessons.pages import read_page
from tutor.ui.desks.lab import Lab

AC = "alien_conspiracy"
TABLE = """game = "alien_conspiracy"
players = ["Ada", "Ben"]

[table]
turn = "Ada"

[table.players]
Ada = { health = [1, 2], at = "1" }
"""
FORM = {"title": "Ada walks", "you": "", "last": "5"}


def at_table() -> tuple[Lab, Visitor]:
    lab = Lab(AC)
    visitor = Visitor(lab.desk)
    visitor.says("tool", id="tab scene")
    visitor.says("dialog", id="lab.text", text=TABLE)
    visitor.says("tool", id="lesson")
    return lab, visitor


def blocks(visitor: Visitor) -> list[dict[str, Any]]:
    return visitor.state["lab"]["blocks"]


def test_what_was_done_is_written_as_a_page_that_passes_the_check() -> None:
    _, visitor = at_table()
    visitor.press("move 2")
    visitor.says("form", id="lab.lesson.make", values=FORM)
    written = blocks(visitor)[-1]
    assert written["textarea_label"] == "The page 90-ada-walks.toml"
    assert {button["name"] for button in written["buttons"] if "name" in button} == {"90-ada-walks.toml"}
    assert "rules-tutor preview 90-ada-walks.toml" in written["text"]
    page = read_page(written["textarea"], "90-ada-walks.toml", 90, "ada-walks")
    assert play_page(page) == []
    assert [step.kind for step in page.step] == ["say", "show", "do"]
    visitor.press("move 1")
    assert len(blocks(visitor)) == 1, "it would no longer show what was done"


def test_what_cannot_be_a_lesson_is_said_and_what_was_typed_stays() -> None:
    _, visitor = at_table()
    visitor.says("form", id="lab.lesson.make", values=FORM)
    problem, asked = blocks(visitor)
    assert problem["kind"] == "problem"
    assert "nobody has decided anything in this line of play" in problem["text"]
    assert asked["fields"][0]["value"] == "Ada walks"
    visitor.press("move 2")
    for last in ("0", "many"):
        visitor.says("form", id="lab.lesson.make", values={**FORM, "last": last})
        assert "expected" in blocks(visitor)[0]["text"]
