import json
from copy import deepcopy
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lessons import toy_page
from tutor.lessons.attempts import News
from tutor.lessons.lesson import Lesson
from tutor.lessons.progress import PageProgress, Progress, RuleProgress, load_progress, progress_key
from tutor.lessons.review import Review

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
    progress.note(toy_page(), [News("test passed", ())])
    assert progress.page("toy/turn").done
    assert progress.page("toy/turn").tested_out


def test_a_rule_that_the_practice_table_told_of_is_met_like_one_that_a_course_taught():
    progress = taken()
    before = progress.met
    assert "turn/roll" not in before
    progress.tell(["turn/roll", "cards/jam"])
    progress.tell(["turn/roll"])
    assert progress.met == {*before, "turn/roll", "cards/jam"}
    assert progress.rules["turn/roll"] == RuleProgress(taught=1)
    assert Review("toy").strength("turn/roll", progress.rules["turn/roll"]) == "seen"
    assert load_progress("toy", {KEY: progress.save()})[0].met == progress.met


def test_a_rule_that_was_only_missed_is_not_met():
    progress = Progress("toy", rules={"turn/roll": RuleProgress(missed=2), "cards/jam": RuleProgress(right=1)})
    assert progress.met == {"cards/jam"}


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
    assert said == (
        "Your progress in this course couldn’t be read, so you start from scratch. Everything else has been kept."
    )


def test_a_part_that_cannot_be_read_costs_only_itself():
    kept = json.loads(taken().save())
    kept["pages"]["toy/other"] = {"steps": ["x"]}
    kept["rules"]["cards/beam"] = 3
    progress, said = load_progress("toy", {KEY: json.dumps(kept)})
    assert "the rest has been kept" in said
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


# -- copies of the same learner's progress, as two tabs or two browsers have them

IDS = st.sampled_from(["toy/turn", "toy/end", "cards/jam", "turn/roll"])
COUNTS = st.integers(0, 5)
COPIES = st.builds(
    Progress,
    game=st.just("toy"),
    pages=st.dictionaries(IDS, st.builds(PageProgress, st.sets(COUNTS), st.booleans(), st.booleans())),
    rules=st.dictionaries(IDS, st.builds(RuleProgress, COUNTS, COUNTS, COUNTS)),
    last=IDS,
    at=COUNTS,
)


def merged(*copies: Progress) -> Progress:
    whole = Progress("toy")
    for one in copies:
        whole.merge(deepcopy(one))
    return whole


@given(COPIES, COPIES, COPIES)
def test_copies_come_together_in_any_order_and_any_number_of_times(one, two, three):
    assert merged(one, two) == merged(two, one)
    assert merged(merged(one, two), three) == merged(one, merged(two, three))
    assert merged(one, two, one, two, two) == merged(one, two)


@given(COPIES, COPIES)
def test_nothing_of_either_copy_is_lost(one, two):
    whole = merged(one, two)
    for copy in (one, two):
        assert copy.last == whole.last or copy.at <= whole.at
        for id, page in copy.pages.items():
            assert page.steps <= whole.page(id).steps
            assert page.done <= whole.page(id).done
            assert page.tested_out <= whole.page(id).tested_out
        for id, rule in copy.rules.items():
            there = whole.rules[id]
            assert (rule.taught <= there.taught, rule.right <= there.right, rule.missed <= there.missed) == (True,) * 3
    for id in whole.pages:
        assert whole.page(id).steps == one.page(id).steps | two.page(id).steps


@given(COPIES)
def test_whatever_is_kept_comes_back(progress):
    assert load_progress("toy", {KEY: progress.save()}) == (progress, "")


def test_the_page_taken_later_is_the_one_to_go_on_with():
    earlier, later = Progress("toy"), Progress("toy")
    earlier.take(toy_page(), datetime(2030, 1, 1, tzinfo=UTC))
    later.last, later.at = "toy/other", earlier.at + 1
    assert merged(later, earlier).last == "toy/other"
    later.take(toy_page(), datetime(2030, 1, 2, tzinfo=UTC))
    assert merged(earlier, later).at == later.at > earlier.at


def test_progress_of_a_later_version_survives_a_merge():
    ahead, _ = load_progress("toy", {KEY: '{"format":2,"pages":7}'})
    assert merged(taken(), ahead).save() == merged(ahead, taken()).save() == '{"format":2,"pages":7}'
