"""Pages in three parts: the core, corner cases, and other ways to play."""

import pytest

from tests.lessons import TEXT, find
from tutor.engine.book.files import BadInput
from tutor.lessons.checks import play_page
from tutor.lessons.lesson import Lesson
from tutor.lessons.page import CORE, CORNER, OTHER, Page
from tutor.lessons.pages import read_page

CORNER_STEP = """
[[corner]]
kind = "do"
prompt = "Roll one die."
rules = ["turn/roll"]
accept = ["roll 1"]
then = ["5"]
reasons = [
  { text = "One die is what the page wants to see.", why = "Yes: that is all there is to it.", right = true },
  { text = "Three dice are forbidden.", why = "No: you may roll up to three dice." },
]
"""

COMPARE = """
[[other]]
kind = "compare"
prompt = "What may score on a die?"
text = "At our table a 5 or a 6 scores."
rules = ["turn/roll"]
play = ["roll 1", "4"]
ways = [
  { text = "A 5 or a 6 scores, as we play.", why = "The 4 scores nothing.", holds = { scores = { Ada = 3 } } },
  { text = "A 4, too.", parameters = { "turn/roll" = 4 }, why = "One point more.", holds = { scores = { Ada = 4 } } },
]
"""


def page(extra: str = CORNER_STEP + COMPARE) -> Page:
    return read_page(TEXT + extra, "01-turn.toml", 1, "turn", find)


def test_a_page_knows_which_of_its_steps_are_the_core():
    read = page()
    assert [len(read.steps_of(part)) for part in (CORE, CORNER, OTHER)] == [8, 1, 1]
    assert (read.place(7), read.place(8), read.place(9)) == ("step[7]", "corner[0]", "other[0]")


def test_a_part_begins_in_the_position_of_the_page():
    read = page()
    lesson = Lesson(read)
    lesson.goto(8)
    assert lesson.match.game.position(lesson.match.table, None)["players"]["Ada"]["points"] == 3


def test_a_page_in_three_parts_plays_through():
    assert play_page(page()) == []


def test_why_is_asked_after_the_move_and_a_wrong_reason_is_explained():
    lesson = Lesson(page())
    lesson.goto(8)
    lesson.answer("roll 1")
    question = lesson.data()["question"]
    assert question["title"] == "Why?"
    by_label = {option["label"]: option["id"] for option in question["options"]}
    lesson.answer(by_label["Three dice are forbidden."])
    assert lesson.data()["question"]["feedback"]["text"] == "No: you may roll up to three dice."
    assert not lesson.data()["done"]
    lesson.answer(by_label["One die is what the page wants to see."])
    assert lesson.data()["done"]


def test_the_last_hint_gives_the_reason_where_it_is_asked_for():
    lesson = Lesson(page())
    lesson.goto(8)
    lesson.answer("roll 1")
    for _ in range(3):
        lesson.hint()
    assert lesson.data()["done"]
    assert lesson.data()["question"]["feedback"]["text"] == "Yes: that is all there is to it."


def test_a_comparison_shows_the_table_as_each_way_leaves_it():
    lesson = Lesson(page())
    lesson.goto(9)
    seen = []
    for way in ("0", "1", "0"):
        lesson.answer(way)
        question = lesson.data()["question"]
        assert (question["mode"], question["chosen"]) == ("switch", way)
        table = lesson.match.game.position(lesson.match.table, None)
        seen.append((table["players"]["Ada"]["points"], question["feedback"]["text"]))
    assert seen == [(3, "The 4 scores nothing."), (4, "One point more."), (3, "The 4 scores nothing.")]


WRONG = [
    ('kind = "do"', 'kind = "do"\npart = "step"', "corner[0].part: unknown key"),
    ('prompt = "Roll one die."', 'prompt = "Roll one die."\npromt = ""', "corner[0]: unknown key promt"),
    ('kind = "do"\n', 'kind = "do"\nnew_table = "So."\n', "corner[0].new_table: there is no new table"),
    (', parameters = { "turn/roll" = 4 }', "", "other[0].ways[1]: the first way is ours"),
    ('play = ["roll 1", "4"]\n', "", "other[0].ways[0]: nothing is played in this way"),
    (", right = true", "", "corner[0].reasons: expected two answers or more"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), WRONG)
def test_a_part_that_does_not_fit_is_refused_with_its_place(was: str, becomes: str, expected: str):
    extra = CORNER_STEP + COMPARE
    assert was in extra
    with pytest.raises(BadInput) as error:
        page(extra.replace(was, becomes, 1))
    assert expected in str(error.value)


UNTRUE = [
    ('turn/roll" = 4', 'turn/roll" = 40', "expected 2 to 6 (the least that scores"),
    ("scores = { Ada = 4 }", "scores = { Ada = 5 }", "other[0].ways[1].holds: it does not hold"),
    ("scores = { Ada = 3 }", "over = false", "other[0].ways[0].holds: it also holds for"),
    ('play = ["roll 1", "4"]', 'play = ["roll 1", "7"]', "other[0].play[1]: expected"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), UNTRUE)
def test_a_comparison_that_the_rules_do_not_bear_out_is_caught(was: str, becomes: str, expected: str):
    extra = COMPARE.replace(was, becomes, 1)
    complaints = [str(complaint) for complaint in play_page(page(extra))]
    assert any(expected in complaint for complaint in complaints), complaints
