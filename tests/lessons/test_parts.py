"""Pages in three parts: the core, corner cases, and other ways to play."""

import json

import pytest

from tests.lessons import TEXT, changed, find
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import find_game
from tutor.lessons.attempts import News
from tutor.lessons.checks import play_page
from tutor.lessons.course import Course, course_of
from tutor.lessons.lesson import Lesson, resume
from tutor.lessons.pace import minutes
from tutor.lessons.page import CORE, CORNER, OTHER, Page
from tutor.lessons.pages import read_page
from tutor.lessons.progress import Progress
from tutor.lessons.tasks import order_for, questions_on

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
    (
        ', parameters = { "turn/roll" = 4 }',
        "",
        "other[0].ways[1]: this way is the same as how we play, so give it readings",
    ),
    ('as we play."', 'as we play.", parameters = { "turn/roll" = 4 }', "other[0].ways[0]: the first way is ours"),
    ('play = ["roll 1", "4"]\n', "", "other[0].ways[0]: nothing is played for this way"),
    (", right = true", "", "corner[0].reasons: expected at least two answers"),
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
    ("scores = { Ada = 4 }", "scores = { Ada = 5 }", "other[0].ways[1].holds: the expectation does not hold"),
    ("scores = { Ada = 3 }", "over = false", "other[0].ways[0].holds: the expectation also holds for"),
    ('play = ["roll 1", "4"]', 'play = ["roll 1", "7"]', "other[0].play[1]: expected"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), UNTRUE)
def test_a_comparison_that_the_rules_do_not_bear_out_is_caught(was: str, becomes: str, expected: str):
    extra = COMPARE.replace(was, becomes, 1)
    complaints = [str(complaint) for complaint in play_page(page(extra))]
    assert any(expected in complaint for complaint in complaints), complaints


# -- a learner on a page in three parts

CORE_STEPS, FIRST_CORNER, FIRST_OTHER = range(8), 8, 10
LAST_CORE = CORE_STEPS[-1]
SECOND_CORNER = '\n[[corner]]\nkind = "say"\ntext = "That is all about dice."\nrules = ["turn/roll"]\n'
THREE = CORNER_STEP + SECOND_CORNER + COMPARE


def at(step: int) -> Lesson:
    lesson = Lesson(page(THREE))
    lesson.goto(step)
    return lesson


def at_the_end() -> Lesson:
    lesson = at(LAST_CORE)
    lesson.skip()
    return lesson


def answered(lesson: Lesson) -> Lesson:
    """Make the corner case's move and give its reason."""
    lesson.answer("roll 1")
    lesson.answer("0")
    return lesson


def test_a_page_is_done_when_its_core_is():
    lesson = at_the_end()
    assert (lesson.finished, lesson.at) == (True, LAST_CORE)
    progress = Progress("toy")
    progress.note(lesson.page, lesson.news)
    assert progress.page("toy/turn").done


def test_the_head_counts_in_the_part_that_the_learner_is_in():
    heads = [Lesson.data(at(n))["head"] for n in (0, LAST_CORE, FIRST_CORNER, FIRST_CORNER + 1, FIRST_OTHER)]
    assert [(head["part"], head["step"], head["steps"]) for head in heads] == [
        ("step", 1, 8),
        ("step", 8, 8),
        ("corner case", 1, 2),
        ("corner case", 2, 2),
        ("way to play", 1, 1),
    ]


def test_undo_never_leads_from_one_part_into_another():
    for n in (0, FIRST_CORNER, FIRST_OTHER):
        lesson = at(n)
        assert not lesson.can_undo
        lesson.undo()
        assert lesson.at == n
    lesson = at(FIRST_CORNER + 1)
    assert lesson.can_undo
    lesson.undo()
    assert lesson.at == FIRST_CORNER


def test_the_end_of_the_page_can_be_taken_back_and_come_to_again():
    lesson = at_the_end()
    lesson.undo()
    assert (lesson.finished, lesson.at) == (False, LAST_CORE)
    lesson.redo()
    assert lesson.finished


def test_after_the_last_step_of_a_part_the_learner_is_at_the_end_of_the_page_again():
    lesson = at_the_end()
    lesson.goto(FIRST_CORNER)
    assert not lesson.finished
    answered(lesson).next()
    assert lesson.at == FIRST_CORNER + 1
    lesson.next()
    assert (lesson.finished, lesson.at) == (True, LAST_CORE)


def test_a_part_that_is_left_leads_back_to_where_the_core_was_left():
    lesson = at(3)
    lesson.goto(FIRST_OTHER)
    assert lesson.can_leave
    again, _ = resume(lesson.page, lesson.save())
    for one in (lesson, again):
        one.leave()
        assert (one.finished, one.at, one.can_leave) == (False, 3, False)


def test_a_part_that_is_left_when_the_core_is_done_leads_to_the_end():
    lesson = at_the_end()
    lesson.goto(FIRST_OTHER)
    lesson.leave()
    assert lesson.finished


def test_a_new_table_is_told_with_its_reason_or_without():
    assert at(0).new_table is None
    assert at(1).new_table is None
    assert at(2).new_table == ""
    assert at(FIRST_CORNER).new_table == ""
    assert at(FIRST_CORNER + 1).new_table is None
    assert at(FIRST_OTHER).new_table is None, "the switch says it"
    why = THREE.replace('kind = "do"\n', 'kind = "do"\nscene = {}\nnew_table = "Ada’s hand is full."\n', 1)
    lesson = Lesson(page(why))
    lesson.goto(FIRST_CORNER)
    assert lesson.data()["words"]["new_table"] == "Ada’s hand is full."


def test_the_way_that_is_ours_says_so_whatever_the_page_writes():
    for text in ("A 5 or a 6 scores, as we play.", "A 5 or a 6 scores (how we play)"):
        lesson = Lesson(page(COMPARE.replace("A 5 or a 6 scores, as we play.", text)))
        lesson.goto(8)
        ours, other = lesson.data()["question"]["options"]
        assert ours["label"] == text.removesuffix(" (how we play)")
        assert ours["tag"] == "how we play"
        assert "tag" not in other


def test_what_others_answer_to_a_move_can_be_watched():
    lesson = Lesson(changed('then = ["Ben: pass"]', 'then = ["Ben: jam"]'))
    lesson.goto(3)
    assert lesson.stretch is None
    lesson.answer("play beam")
    assert lesson.stretch is not None
    assert [piece.text for piece in lesson.stretch.pieces] == ["Ada plays a beam.", "Ben plays a jam."]
    lesson.answer("0")
    assert len(lesson.stretch.pieces) == 2, "a wrong answer afterwards does not take it away"
    own = Lesson(page(THREE))
    own.goto(FIRST_CORNER)
    own.answer("roll 1")
    assert own.stretch is not None
    assert len(own.stretch.pieces) == 1, "nobody else has done anything"


@pytest.mark.parametrize("finished", [False, True])
def test_who_was_on_a_page_that_changed_is_never_thrown_into_another_part(finished: bool):
    old = {"page": "toy/turn", "digest": "old", "part": "step", "step": 9, "acts": {}, "undone": []}
    kept = json.dumps({**old, "finished": finished, "tested_out": None})
    lesson, told = resume(page(THREE), kept)
    assert "has changed" in told
    assert (lesson.at, lesson.finished) == (LAST_CORE, finished)


def test_a_miss_leads_to_the_core_steps_about_it_alone():
    lesson = Lesson(page(THREE + '\n[[other]]\nkind = "say"\ntext = "Four is enough."\nrules = ["turn/hand-limit"]\n'))
    lesson.test_out()
    lesson.answer("1")
    lesson.answer("0")
    lesson.next()
    assert lesson.path == [6]


def test_a_course_prefers_a_core_step_and_lists_what_is_folded():
    first = page(
        '\n[[corner]]\nkind = "say"\ntext = "A jam first. Then more."\n'
        'rules = ["setup/deal", "cards/jam", "score/goal"]\n'
    )
    second = read_page(TEXT.replace('"turn/turn"', '"turn/turn", "score/goal"', 1), "02-more.toml", 2, "more", find)
    course = Course(first.subject, (first, second))
    assert course.teaches("cards/jam").page == first
    assert course.teaches("cards/jam").step != 8
    assert (course.teaches("setup/deal").page, course.teaches("setup/deal").step) == (first, 8)
    assert (course.teaches("score/goal").page, course.teaches("score/goal").step) == (second, 0)
    progress = Progress("toy")
    assert course.folded(second, progress) == []
    assert course.folded(first, progress) == [
        {"part": "corner", "title": "1 corner case", "steps": [{"step": 9, "title": "A jam first.", "done": False}]}
    ]
    assert course.contents(progress)[0]["steps"] == 8


def test_unclear_rules_are_not_called_other_ways_to_play():
    course = course_of(find_game("alien_conspiracy"))
    titles = {
        one.slug: part["title"]
        for one in course.pages
        for part in course.folded(one, Progress("alien_conspiracy"))
        if part["part"] == "other"
    }
    assert titles["decks"] == "Where the book is unclear: 3"
    assert titles["setup"] == "Other ways to play: 2"


def test_a_learner_goes_on_in_the_core():
    course = Course(find("toy"), (page(THREE),))
    progress = Progress("toy")
    progress.note(course.pages[0], [News("done", (), n) for n in (*CORE_STEPS[:5], FIRST_CORNER)])
    assert course.resume(progress).step == 5


def test_questions_of_a_core_are_asked_first():
    quiz = (
        '\n[[corner]]\nkind = "quiz"\nprompt = "What stops a jam?"\nrules = ["cards/jam", "setup/deal"]\noptions = [\n'
    )
    quiz += '  { text = "A jam", why = "Yes.", right = true },\n  { text = "A beam", why = "No." },\n]\n'
    course = Course(find("toy"), (page(quiz),))
    assert questions_on(course, "cards/jam") == ["turn:step:5"]
    assert questions_on(course, "setup/deal") == ["turn:step:8"]


def test_a_question_kept_by_its_number_is_asked_again_only_if_it_is_about_the_rule():
    course = Course(find("toy"), (page(),))
    assert order_for(course, "cards/jam", "turn:step:5").place == "turn:step:5"
    assert order_for(course, "turn/vote", "turn:step:5").place == ""


def test_the_time_that_a_page_takes_is_that_of_its_core():
    assert minutes(page(THREE)) == minutes(page("\n"))
    long = TEXT.replace("Each turn you do *one* thing", "word " * 50 + "Each turn you do *one* thing")
    assert minutes(read_page(long * 1, "01-turn.toml", 1, "turn", find)) >= minutes(page("\n"))


def test_a_miss_about_what_no_core_step_names_leads_to_the_step_that_does():
    asks = TEXT.replace('rules = ["turn/hand-limit"]', 'rules = ["setup/deal"]', 1)
    deal = '\n[[corner]]\nkind = "say"\ntext = "Everybody begins with a card."\nrules = ["setup/deal"]\n'
    lesson = Lesson(read_page(asks + CORNER_STEP + deal, "01-turn.toml", 1, "turn", find))
    lesson.test_out()
    lesson.answer("1")
    lesson.answer("0")
    lesson.next()
    assert (lesson.path, lesson.here) == ([9], CORE)
    lesson.next()
    assert lesson.finished
