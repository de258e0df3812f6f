"""Two tabs with the same thing in hand, without a browser: nothing is written before the choice or lost."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.visitor import Visitor, right_message
from tutor.engine.core.game import games
from tutor.engine.play import record
from tutor.lab import workbench
from tutor.lessons import lesson
from tutor.lessons.course import course_of
from tutor.lessons.lesson import Lesson
from tutor.lessons.missed import Note, missed_key
from tutor.lessons.progress import load_progress
from tutor.lessons.review import Review, memory_key, save_memory
from tutor.ui.desk import Desk
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.practice import Practice, kept_game
from tutor.ui.desks.review import ReviewDesk
from tutor.ui.hand import BOTH, THEIRS, Hand, copies_of, copy_name

AC = "alien_conspiracy"
GAME = kept_game(games()[AC])
T = datetime(2030, 1, 1, tzinfo=UTC)


def startswith(mine: str, theirs: str) -> bool:
    return theirs.startswith(mine)


def in_hand(kept: dict[str, str]) -> tuple[Desk, Hand]:
    desk = Desk()
    desk.kept = dict(kept)
    hand = Hand(desk, "game", startswith)
    hand.take("game")
    return desk, hand


def elsewhere(desk: Desk, hand: Hand, text: str | None) -> None:
    """Another tab writes the game."""
    desk.kept = {**desk.kept, "game": text} if text is not None else {}
    hand.hear({"game": text})


@given(st.text("ab", min_size=1), st.text("ab", min_size=1), st.sampled_from([THEIRS, BOTH]))
def test_whatever_is_chosen_both_texts_can_be_found_again(mine: str, theirs: str, choice: str) -> None:
    desk, hand = in_hand({})
    hand.keep(mine)
    elsewhere(desk, hand, theirs)
    assert hand.torn == (mine != theirs)
    before = dict(desk.kept)
    hand.keep("pressed meanwhile")
    if hand.torn:
        assert desk.kept == before
        hand.settle(choice)
        for text in (mine, theirs):
            assert any(startswith(text, found) for found in copies_of("game", desk.kept).values())
        assert not hand.torn


def test_a_copy_that_is_there_already_is_not_made_again() -> None:
    desk, hand = in_hand({"game": "mine", "game~2": "older", "game~3": "mine"})
    elsewhere(desk, hand, "theirs")
    hand.settle(BOTH)
    assert (hand.copy, copies_of("game", desk.kept)) == (3, {1: "theirs", 2: "older", 3: "mine"})


def test_a_text_that_was_cleared_elsewhere_is_no_other_game() -> None:
    desk, hand = in_hand({"game": "mine"})
    elsewhere(desk, hand, "theirs")
    elsewhere(desk, hand, None)
    assert not hand.torn
    hand.keep("mine")
    assert desk.kept == {"game": "mine"}


def test_only_numbers_of_copies_are_copies() -> None:
    kept = {"a": "1", "a~2": "2", "a~10": "3", "a~1": "x", "a~02": "x", "a~b": "x", "b~2": "x", "a~2.seat": "x"}
    assert copies_of("a", kept) == {1: "1", 2: "2", 10: "3"}
    assert [copy_name("a", n) for n in (1, 2)] == ["a", "a~2"]


def other_tab(visitor: Visitor, key: str, text: str) -> None:
    visitor.kept[key] = text
    visitor.says("elsewhere", changes={key: text})


@pytest.mark.parametrize("choice", [THEIRS, BOTH])
def test_a_game_goes_on_from_either_tab(choice: str) -> None:
    older = Visitor(Practice().desk, f"?game={AC}&seed=2")
    newer = Visitor(Practice().desk, "", older.kept)
    for _ in range(3):
        newer.press(newer.open[0])
    mine, theirs = older.kept[GAME], newer.kept[GAME]
    other_tab(older, GAME, theirs)
    for message in ({"type": "undo"}, {"type": "tool", "id": "new"}, {"type": "dialog", "id": "close", "text": ""}):
        older.sends(message)
        assert older.dialog["problem"]
        assert older.kept[GAME] == theirs
    older.says("dialog", id=choice, text="")
    assert "dialog" not in older.state
    assert older.kept[GAME] == theirs
    if choice == THEIRS:
        assert older.question == newer.question
        assert f"{GAME}~2" not in older.kept  # the other copy contains all of it
    else:
        assert older.kept[f"{GAME}~2"] == mine
        older.press(older.open[0])
        assert older.kept[GAME] == theirs
        again = Visitor(Practice().desk, older.state["address"], older.kept)
        assert again.question == older.question
        assert again.kept == older.kept


def test_another_game_begun_elsewhere_leaves_this_one_as_a_copy_to_go_on_with_or_to_delete() -> None:
    older = Visitor(Practice().desk, f"?game={AC}&seed=2")
    older.press(older.open[0])
    mine, title = older.kept[GAME], older.question["title"]
    begun = Visitor(Practice().desk, f"?game={AC}&seed=5").kept[GAME]
    other_tab(older, GAME, begun)
    older.says("dialog", id=THEIRS, text="")
    assert older.kept[f"{GAME}~2"] == mine
    older.says("tool", id="copies")
    assert older.dialog["fields"][0]["choices"] == [{"id": "2", "label": f"Copy 2: {record.described(mine)}"}]
    older.says("form", id="copies.take", values={"copy": "2"})
    assert older.question["title"] == title
    older.says("tool", id="copies")
    older.says("form", id="copies.forget", values={"copy": "1"})
    assert GAME not in older.kept
    assert "copies" not in older.tools


@pytest.mark.parametrize("choice", [THEIRS, BOTH])
def test_a_page_that_goes_on_in_another_tab_is_asked_about_and_progress_comes_together(choice: str) -> None:
    page, other = course_of(games()[AC]).pages[:2]
    key = f"lesson:{page.id}"
    desks = [CourseDesk(AC), CourseDesk(AC)]
    older = Visitor(desks[0].desk, f"?section={page.slug}")
    newer = Visitor(desks[1].desk, f"?section={page.slug}", older.kept)
    newer.says("tool", id="skip")
    mine = older.kept[key]
    for changed in (key, f"progress:{AC}"):
        other_tab(older, changed, newer.kept[changed])
    older.says("tool", id="skip")
    assert older.kept[key] == newer.kept[key]
    older.says("dialog", id=choice, text="")
    assert older.kept[key] == newer.kept[key]
    assert (f"{key}~2" in older.kept) == (choice == BOTH)
    if choice == BOTH:
        assert older.kept[f"{key}~2"] == mine
        assert "copies" in older.tools
    else:
        assert older.question == newer.question
    older.says("goto", page=other.slug, step=0)
    assert desks[0].progress.page(page.id) == desks[1].progress.page(page.id)


def test_a_bench_that_goes_on_in_another_tab_is_asked_about() -> None:
    older = Visitor(Lab(AC).desk)
    newer = Visitor(Lab(AC).desk, "", older.kept)
    newer.press(newer.open[0])
    other_tab(older, "lab", newer.kept["lab"])
    older.press(older.open[0])
    older.says("dialog", id="lab.text", text="")
    assert older.kept["lab"] == newer.kept["lab"]
    older.says("dialog", id=BOTH, text="")
    assert "lab~2" in older.kept
    older.says("tool", id="copies")
    older.says("form", id="copies.take", values={"copy": "1"})
    assert older.question["title"] == newer.question["title"]


def test_what_goes_on_from_what() -> None:
    page = course_of(games()[AC]).pages[0]
    course = CourseDesk(AC)
    learner = Visitor(course.desk, f"?section={page.slug}")
    while course.lesson.at < 2:
        learner.sends(right_message(course.lesson))
    taken, further = Lesson(page), course.lesson
    assert lesson.is_within(taken.save(), further.save())
    assert lesson.described(further.save()) == "at step 3"
    for module in (lesson, record, workbench):
        for nonsense in ("", "{", "[]", "3", "{}"):
            assert not module.is_within(nonsense, further.save())
            assert module.described(nonsense) == "cannot be read"
    begun = Visitor(Lab(AC).desk)
    before = begun.kept["lab"]
    begun.press(begun.open[0])
    assert workbench.is_within(before, begun.kept["lab"])
    assert not workbench.is_within(begun.kept["lab"], before)
    assert workbench.described(begun.kept["lab"]) == "1 branch, 1 step"


def test_a_review_that_goes_on_in_another_tab_is_asked_about_and_memories_come_together() -> None:
    rules = list(games()[AC].book.entries)[:3]
    notes = {missed_key(AC, Note(rule, T)): T.isoformat() for rule in rules}
    later = round(1000 * (T + timedelta(hours=1)).timestamp())

    def opens(kept: dict[str, str]) -> Visitor:
        visitor = Visitor(ReviewDesk().desk, "", kept)
        visitor.says("hello", search=f"?game={AC}", stored=dict(visitor.kept), at=later)
        return visitor

    older = opens(notes)
    newer = opens(older.kept)
    first = {key: text for key, text in newer.kept.items() if key.startswith("review:")}
    while first.items() <= newer.kept.items():
        newer.says("answer", ask=newer.question["id"], option=newer.open[-1], at=later + 1)
    (changed,) = (key for key, text in first.items() if newer.kept[key] != text)
    other_tab(older, changed, newer.kept[changed])
    assert older.dialog["id"] == "elsewhere"
    kept = dict(older.kept)
    older.says("answer", ask=older.question["id"], option=older.open[0], at=later + 2)
    assert older.kept == kept
    older.says("dialog", id=THEIRS, text="", at=later + 2)
    assert "dialog" not in older.state
    assert older.state["head"].get("steps", 1) == 2


def test_what_is_answered_in_two_tabs_at_once_is_in_both_reviews() -> None:
    one, two = (Visitor(ReviewDesk().desk, f"?game={AC}&part=rules") for _ in range(2))
    rule, other = list(games()[AC].book.entries)[:2]
    missed = {memory_key(AC, id): save_memory(gone_over(id).rules[id]) for id in (rule, other)}
    other_tab(one, memory_key(AC, rule), missed[memory_key(AC, rule)])
    other_tab(two, memory_key(AC, other), missed[memory_key(AC, other)])
    for key, text in missed.items():
        other_tab(one, key, text)
        other_tab(two, key, text)
    assert one.state["sheet"] == two.state["sheet"]
    assert {key: one.kept[key] for key in missed} == missed


def gone_over(rule: str) -> Review:
    review = Review(AC)
    review.miss(Note(rule, T))
    return review


def test_progress_that_grows_in_two_tabs_settles_and_no_tab_answers_the_other_for_ever() -> None:
    """A tab writes at most once in response to another tab, because two tabs could otherwise go on for ever."""
    first, second = course_of(games()[AC]).pages[:2]
    key = f"progress:{AC}"
    desks = [CourseDesk(AC), CourseDesk(AC)]
    one = Visitor(desks[0].desk, f"?section={first.slug}")
    two = Visitor(desks[1].desk, f"?section={second.slug}", one.kept)
    for tab, app in zip((one, two), desks, strict=True):
        while app.lesson.at == 0:
            tab.sends(right_message(app.lesson))
    for _ in range(3):
        other_tab(two, key, one.kept[key])
        other_tab(one, key, two.kept[key])
    assert one.kept[key] == two.kept[key]
    settled = one.kept[key]
    other_tab(one, key, settled)
    assert one.desk.store["texts"] == {}
    pages = load_progress(AC, one.kept)[0].pages
    assert {first.id, second.id} <= set(pages)


def test_what_was_learnt_is_saved_as_a_text_and_taken_in_elsewhere() -> None:
    page = course_of(games()[AC]).pages[0]
    course = CourseDesk(AC)
    here = Visitor(course.desk, f"?section={page.slug}")
    while course.lesson.at == 0:
        here.sends(right_message(course.lesson))
    here.says("tool", id="save")
    text = here.dialog["textarea"]
    there = Visitor(CourseDesk(AC).desk)
    there.says("tool", id="save")
    there.says("dialog", id="import.ask", text="")
    there.says("dialog", id="import.take", text="{")
    assert there.dialog["problem"]
    assert there.dialog["textarea"] == "{"
    there.says("upload", name="learnt.json", text=text)
    assert "progress on 1 page." in there.dialog["text"]
    assert load_progress(AC, there.kept)[0].pages[page.id] == load_progress(AC, here.kept)[0].pages[page.id]
    there.says("dialog", id="close", text="")
    assert "dialog" not in there.state
