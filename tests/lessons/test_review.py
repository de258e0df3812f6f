"""What was missed comes back at growing intervals while it is known, and nothing stored is lost."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.lessons.attempts import News
from tutor.lessons.missed import Note, missed_in, missed_key, moment, notes_in
from tutor.lessons.progress import PageProgress, Progress, RuleProgress
from tutor.lessons.review import SOON, Memory, Review, export, load_review, memory_key, read_export, save_memory

T = datetime(2030, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
RULE = "cards/jam"


def missed(rule: str = RULE, at: datetime = T, place: str = "") -> Review:
    review = Review("toy")
    review.miss(Note(rule, at, place))
    return review


def stored(review: Review) -> dict[str, str]:
    return {memory_key(review.game, rule): save_memory(memory) for rule, memory in review.rules.items()}


# -- coming back


def test_a_rule_that_was_missed_comes_back_after_ten_minutes_and_not_before():
    review = missed()
    assert review.due(T + SOON - timedelta(seconds=1)) == []
    assert review.due(T + SOON) == [RULE]
    assert review.next_due() == T + SOON


def test_who_knows_it_each_time_is_asked_at_longer_and_longer_intervals():
    review, at, waits = missed(), T + SOON, []
    for _ in range(6):
        review.answer(RULE, True, at)
        due = review.rules[RULE].due
        waits.append(due - at)
        at = due
    assert waits[0] >= DAY
    assert waits == sorted(waits)
    assert waits[-1] > 10 * waits[0]


def test_who_misses_it_again_is_asked_soon_again():
    review = missed()
    review.answer(RULE, True, T + SOON)
    later = review.rules[RULE].due
    review.answer(RULE, False, later)
    assert review.due(later + SOON) == [RULE]
    assert review.rules[RULE].missed == 2
    review.answer(RULE, True, later + SOON)
    assert review.rules[RULE].due <= later + SOON + 2 * DAY


def test_what_was_never_missed_is_never_due():
    review = Review("toy")
    review.answer(RULE, True, T)
    assert review.due(T + 1000 * DAY) == []
    assert review.next_due() is None
    assert review.rules[RULE].right == 1


def test_those_that_wait_longest_come_first_and_unknown_rules_stay_away():
    review = missed("b/later", T + timedelta(minutes=1))
    review.miss(Note("a/first", T))
    review.miss(Note("gone/rule", T))
    now = T + DAY
    assert review.due(now, ["a/first", "b/later"]) == ["a/first", "b/later"]
    assert review.next_due(["b/later"]) == T + timedelta(minutes=1) + SOON


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 100_000)), max_size=12))
def test_whatever_is_answered_whenever_it_is_due_some_time_within_a_year(answers):
    review = missed()
    for right, minutes in answers:
        at = T + timedelta(minutes=minutes)  # clocks can be wrong, and even show a time before the last answer
        review.answer(RULE, right, at)
        last = review.rules[RULE].card.last_review
        assert last < review.rules[RULE].due <= last + 366 * DAY
    again, told = load_review("toy", stored(review))
    assert (again.rules, told) == (review.rules, "")


# -- how well a rule is known


def test_a_rule_is_weak_when_missed_then_answered_and_strong_once_it_sits():
    review = missed()
    assert review.strength(RULE) == "weak"
    review.answer(RULE, True, T + SOON)
    assert review.strength(RULE) == "answered"
    while review.strength(RULE) != "strong":
        review.answer(RULE, True, review.rules[RULE].due)
    review.answer(RULE, False, review.rules[RULE].due)
    assert review.strength(RULE) == "weak"


@pytest.mark.parametrize(
    ("taught", "right", "missed", "strength"),
    [(0, 0, 0, "new"), (1, 0, 0, "seen"), (1, 1, 0, "answered"), (1, 3, 1, "strong"), (1, 1, 2, "weak")],
)
def test_what_the_course_saw_counts_too(taught, right, missed, strength):
    assert Review("toy").strength(RULE, RuleProgress(taught, right, missed)) == strength


# -- notes


def test_a_course_drops_a_note_for_every_rule_missed_and_none_for_those_known():
    news = [
        News("wrong", ("a/x", "a/y"), 3),
        News("right", ("a/z",), 3),
        News("refused", ("b/x",), 3),
        News("done", ()),
    ]
    notes = missed_in(news, "turn", "step", 3, "quiz", T)
    assert [(note.rule, note.place) for note in notes] == [(r, "turn:step:3") for r in ("a/x", "a/y", "b/x")]
    assert [note.place for note in missed_in(news, "turn", "step", 3, "do", T)] == ["", "", ""]


def test_notes_are_read_back_in_the_order_in_which_things_were_missed():
    notes = [Note("b/y", T + DAY, "turn:step:3"), Note("a/x", T)]
    kept = {missed_key("toy", note): note.at.isoformat() for note in notes}
    assert list(notes_in("toy", kept).values()) == notes[::-1]
    assert notes_in("other", kept) == {}


@pytest.mark.parametrize("text", ["", "x", "2030-01-01", 7, None, "9" * 400])
def test_what_is_no_note_is_passed_over(text):
    assert notes_in("toy", {"missed:toy:a/x:": text, "missed:toy": text, "missed": text}) == {}


def test_the_visitors_clock_is_read_as_it_stands():
    assert moment(int(T.timestamp() * 1000)) == T


# -- keeping, exporting, importing


def test_a_memory_that_cannot_be_read_costs_only_itself():
    kept = {**stored(missed()), memory_key("toy", "a/x"): "{", memory_key("toy", "a/y"): '{"right": -1, "missed": 0}'}
    review, told = load_review("toy", kept)
    assert list(review.rules) == [RULE]
    assert told.startswith("What you know about 2 rules")


@pytest.mark.parametrize(
    "change",
    [
        {"due": "soon"},
        {"due": "2030-01-01"},
        {"stability": -1},
        {"stability": None},
        {"step": 5},
        {"state": 9},
        {"state": 2},
        {"last_review": None},
        {"difficulty": "hard"},
    ],
)
def test_a_card_that_the_scheduler_could_not_go_on_from_is_not_taken(change):
    kept = json.loads(stored(missed())[memory_key("toy", RULE)])
    kept["card"] |= change
    review, told = load_review("toy", {memory_key("toy", RULE): json.dumps(kept)})
    assert review.rules == {}
    assert told


def test_an_export_brings_everything_back_elsewhere():
    review = missed(place="turn:step:5")
    review.answer("cards/beam", True, T)
    ((brought,), _) = read_export(export([review]), ["toy"])
    assert brought == review


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ("{", "line 1, column 2: not valid JSON"),
        ("[1]", "expected an exported review"),
        ('{"kind": "rules-tutor review"}', "expected an exported review"),
        ('{"kind": "rules-tutor review", "format": 2, "games": {}}', "another version"),
        ('{"kind": "rules-tutor review", "format": 1, "games": {"chess": {}}}', "games.chess: no such game"),
        ('{"kind": "rules-tutor review", "format": 1, "games": {"toy": []}}', "games.toy: expected a table of rules"),
        ('{"kind": "rules-tutor review", "format": 1, "games": {"toy": {"a/x": 7}}}', "games.toy.a/x: expected what"),
        ("[" * 100_000, "at most 32 nested brackets"),
    ],
)
def test_a_text_that_is_no_export_is_refused_in_one_sentence(text, said):
    with pytest.raises(ValueError, match=said) as caught:
        read_export(text, ["toy"])
    assert "\n" not in str(caught.value)


def test_taking_in_an_older_copy_loses_nothing_and_a_newer_one_wins():
    old, new = missed(), missed()
    new.answer(RULE, True, T + SOON)
    for mine, theirs in ((missed(), new), (new, old)):
        mine.merge(theirs)
        assert mine.rules[RULE] == Memory(1, 1, "", new.rules[RULE].card)


MINUTES = st.integers(0, 3).map(lambda n: T + timedelta(minutes=n))
EVENTS = st.lists(st.tuples(st.sampled_from(["cards/beam", "cards/jam"]), st.booleans(), MINUTES), max_size=6)


def gone_through(events: list[tuple[str, bool, datetime]]) -> Review:
    review = Review("toy")
    for rule, right, at in sorted(events, key=lambda event: event[2]):
        review.answer(rule, right, at)
    return review


@given(EVENTS, EVENTS, EVENTS)
def test_memories_of_several_tabs_come_together_in_any_order_and_any_number_of_times(one, two, three):
    def merged(*all_events):
        whole = Review("toy")
        for events in all_events:
            whole.merge(gone_through(events))
        return whole.rules

    assert merged(one, two) == merged(two, one)
    assert merged(one, two, three) == merged(three, one, two)
    assert merged(one, two, two, one) == merged(one, two)
    for events in (one, two):
        for rule, memory in gone_through(events).rules.items():
            assert memory.right <= merged(one, two)[rule].right
            assert memory.missed <= merged(one, two)[rule].missed


def test_the_progress_in_the_courses_travels_with_the_memories():
    progress = Progress("toy", {"toy/turn": PageProgress({0, 2}, done=True)}, last="toy/turn")
    _, (brought,) = read_export(export([missed()], [progress, Progress("toy")]), ["toy"])
    assert brought == progress


@pytest.mark.parametrize("courses", [3, {"chess": {}}, {"toy": 7}, {"toy": {"format": 99}}, {"toy": {"pages": [1]}}])
def test_an_export_whose_progress_cannot_be_read_brings_nothing(courses):
    text = json.dumps({**json.loads(export([missed()])), "courses": courses})
    with pytest.raises(ValueError, match=r"\w"):
        read_export(text, ["toy"])
