import json

import pytest

from tests.lessons import toy_page
from tutor.lessons.attempts import News
from tutor.lessons.lesson import Lesson
from tutor.lessons.progress import Progress, load_progress, progress_key

KEY = progress_key("toy")


def taken() -> Progress:
    progress = Progress("toy")
    lesson = Lesson(toy_page())
    lesson.next()
    lesson.goto(3)
    lesson.answer("play jam")
    lesson.answer("play beam")
    lesson.goto(5)
    lesson.answer("1")
    lesson.answer("0")
    progress.note(lesson.page, lesson.news)
    return progress


def test_progress_counts_steps_once_and_misses_by_rule():
    progress = taken()
    assert progress.page("toy/turn").steps == {0, 5}
    assert progress.rules["cards/jam-only-against"].missed == 1
    assert progress.rules["cards/jam"].missed == 1
    assert progress.weakest() == ["cards/jam", "cards/jam-only-against"]
    progress.note(toy_page(), [News("done", ("cards/jam",), 5), News("right", ("cards/jam",), 5)])
    assert progress.rules["cards/jam"].taught == 1
    assert progress.weakest() == ["cards/jam-only-against"]


def test_a_page_gone_through_or_tested_out_is_done():
    progress = taken()
    assert not progress.page("toy/turn").done
    progress.note(toy_page(), [News("tested out", ())])
    assert progress.page("toy/turn").done
    assert progress.page("toy/turn").tested_out


def test_what_is_kept_comes_back():
    progress, said = load_progress("toy", {KEY: taken().save(), "rules-tutor:other": "x"})
    assert said == ""
    assert progress == taken()


def test_nothing_kept_is_no_error():
    assert load_progress("toy", {}) == (Progress("toy"), "")


@pytest.mark.parametrize("kept", ["", "{", "[]", "3", '{"format":"x"}', None])
def test_what_cannot_be_read_starts_anew_with_one_message(kept):
    progress, said = load_progress("toy", {KEY: kept} if kept is not None else {KEY: 7})
    assert progress.pages == {}
    assert said.count(".") == 1


def test_a_part_that_cannot_be_read_costs_only_itself():
    kept = json.loads(taken().save())
    kept["pages"]["toy/other"] = {"steps": ["x"]}
    kept["rules"]["cards/beam"] = 3
    progress, said = load_progress("toy", {KEY: json.dumps(kept)})
    assert "the rest is kept" in said
    assert progress.page("toy/turn").steps == {0, 5}
    assert "cards/jam" in progress.rules


def test_progress_of_a_later_version_is_left_as_it_is():
    kept = '{"format":2,"pages":7}'
    progress, said = load_progress("toy", {KEY: kept})
    assert "later version" in said
    progress.note(toy_page(), [News("page", ())])
    assert progress.save() == kept


def test_merging_loses_nothing_and_counts_nothing_twice():
    mine, theirs = taken(), taken()
    theirs.note(toy_page(), [News("done", ("turn/roll",), 1), News("page", ())])
    mine.merge(theirs)
    assert mine.page("toy/turn").steps == {0, 1, 5}
    assert mine.page("toy/turn").done
    assert mine.rules["cards/jam"].missed == 1
    assert mine.rules["turn/roll"].taught == 1
