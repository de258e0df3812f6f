import pytest

from tutor.lessons.stretch import in_flow


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["Ben begins his turn.", "Ben rolls a 3."], "Ben begins his turn and rolls a 3."),
        (["Ben begins his turn.", "Ada rolls a 3."], "Ben begins his turn. Ada rolls a 3."),
        (["Ben is tired, so he waits.", "Ben rolls a 3."], "Ben is tired, so he waits. Ben rolls a 3."),
        (["Ben’s turn begins.", "Ben’s mood falls."], "Ben’s turn begins. Ben’s mood falls."),
        (["Red Car goes to the pile.", "Old Hat goes to the pile."], "Red Car goes to the pile, and so does Old Hat."),
        (["Red Car goes away.", "Red Car goes away."], "Red Car goes away. Red Car goes away."),
        (["Red Car goes to the pile.", "Old Hat goes home."], "Red Car goes to the pile. Old Hat goes home."),
    ],
)
def test_short_sentences_about_the_same_become_one(sentences: list[str], text: str) -> None:
    assert in_flow(sentences, ["Ada", "Ben"]) == text
