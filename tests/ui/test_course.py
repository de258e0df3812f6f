"""The course without a browser, for every game: answers, hints, ways back, progress, and bad input."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.visitor import Visitor, richest, right_message
from tutor.engine.core.game import Game, games
from tutor.lessons.course import course_of
from tutor.lessons.page import CORE, PARTS, Page
from tutor.lessons.progress import lesson_key, load_progress, progress_key
from tutor.ui.desks.course import CourseDesk

COURSES = {game.id: course_of(game) for game in games().values() if course_of(game).pages}
each_course = pytest.mark.parametrize("game", [course.game for course in COURSES.values()], ids=COURSES)
each_page = pytest.mark.parametrize(
    "page", [page for course in COURSES.values() for page in course.pages], ids=lambda page: page.id
)
AC = "alien_conspiracy"
MOST_PRESSES = 500
"""More steps than any page has."""


def learner(game: str = AC, search: str = "", stored: dict[str, str] | None = None) -> tuple[CourseDesk, Visitor]:
    """Return a course whose page has just been opened."""
    course = CourseDesk(game)
    return course, Visitor(course.desk, search, stored)


def at(page: Page, step: int = 0, kind: str = "") -> tuple[CourseDesk, Visitor]:
    """Return a learner at a step of a page: the first one of this kind, if a kind is given."""
    if kind:
        step = next(n for n, one in enumerate(page.step) if one.kind == kind)
    return learner(page.game, f"?section={page.slug}&step={step + 1}")


def having(kind: str, **need: Any) -> Page:
    """Return a page of any course with a step of this kind; `need` names keys that the step must have."""
    for course in COURSES.values():
        for page in course.pages:
            step = next((s for s in page.step if s.kind == kind), None)
            if step is not None and all(getattr(step, key) for key in need):
                return page
    raise AssertionError(f"no page has such a step: {kind} {need}")


def finish(course: CourseDesk, visitor: Visitor) -> None:
    """Give the right answers until the core of the page, or the part that the learner is in, is done."""
    for _ in range(MOST_PRESSES):
        if course.lesson.finished:
            return
        visitor.sends(right_message(course.lesson))
    raise AssertionError(f"{course.page.id} is not done after {MOST_PRESSES} presses")


def shown(visitor: Visitor) -> dict[str, Any]:
    return {part: visitor.state.get(part) for part in ("head", "words", "question", "zones", "graph", "notes")}


# -- a page


@each_page
def test_every_page_can_be_finished_at_the_desk_and_counts(page: Page) -> None:
    """Go through each part once from step to step, and check that every step is drawn with its words and its place."""
    course, visitor = at(page)
    drawn: set[int] = set()
    for part in PARTS:
        if part != CORE and page.steps_of(part):
            visitor.says("goto", page=page.slug, step=page.steps_of(part)[0] + 1)
        for _ in range(MOST_PRESSES):
            if course.lesson.finished:
                break
            if course.lesson.at not in drawn:
                drawn.add(course.lesson.at)
                is_drawn(page, course.lesson.at, visitor)
            visitor.sends(right_message(course.lesson))
        assert course.lesson.finished
    assert drawn == set(range(len(page.step)))
    assert course.page == page
    assert visitor.state["words"]["text"] == page.teaches
    progress, told = load_progress(page.game, visitor.kept)
    assert told == ""
    assert progress.page(page.id).done
    assert progress.page(page.id).steps >= {n for n, step in enumerate(page.step) if step.kind != "free"}
    chapter = next(c for c in visitor.state["head"]["contents"] if c["page"] == page.slug)
    assert chapter["state"] in ("now", "done")


def is_drawn(page: Page, n: int, visitor: Visitor) -> None:
    head = visitor.state["head"]
    part = page.steps_of(page.step[n].part)
    assert (head["section"], head["step"], head["steps"]) == (page.title, part.index(n) + 1, len(part))
    assert visitor.state["words"]["kind"] == page.step[n].kind
    assert visitor.state["zones"]
    assert json.loads(json.dumps(visitor.state)) == visitor.state


@each_page
def test_an_address_leads_to_any_step_of_a_page(page: Page) -> None:
    """Go to the middle of each page, so that each kind of step is opened at many places."""
    n = len(page.step) // 2
    is_drawn(page, n, at(page, n)[1])


@each_course
def test_after_a_page_comes_the_next(game: Game) -> None:
    pages = COURSES[game.id].pages
    course, visitor = at(pages[0])
    finish(course, visitor)
    visitor.says("next")
    assert course.page == pages[1 % len(pages)]
    assert visitor.state["head"]["step"] == 1


# -- wrong answers


@each_course
def test_a_refused_move_is_explained_with_its_rule_and_moves_nothing(game: Game) -> None:
    page = richest(COURSES[game.id].pages)
    n, step = next((n, step) for n, step in enumerate(page.step) if step.closed)
    for move, rule in step.closed.items():
        course, visitor = at(page, n)
        zones = visitor.state["zones"]
        option = next(o for o in visitor.question["options"] if o["id"].casefold() == move.casefold())
        assert rule in [refusal["rule"] for refusal in option["refusals"]]
        for kind in ("try", "answer"):
            visitor.says(kind, ask=visitor.question["id"], option=option["id"])
            feedback = visitor.question["feedback"]
            assert feedback["verdict"] == "wrong"
            assert option["refusals"][0]["why"] in feedback["text"]
            assert feedback["rule"] in visitor.state["rules"]
            assert visitor.state["zones"] == zones
            assert not course.lesson.attempt.done


@each_course
def test_a_move_that_follows_a_try_before_the_page_has_heard_of_it_counts(game: Game) -> None:
    page = richest(COURSES[game.id].pages)
    n = next(n for n, step in enumerate(page.step) if step.closed)
    course, visitor = at(page, n)
    asked, right = visitor.question["id"], right_message(course.lesson)
    tried = next(option["id"] for option in visitor.question["options"] if option.get("refusals"))
    visitor.says("try", ask=asked, option=tried)
    visitor.says("answer", ask=asked, option=right["option"])
    assert "feedback" not in visitor.question or visitor.question["feedback"]["verdict"] != "wrong"
    assert course.lesson.attempt.done or course.lesson.at != n or course.lesson.attempt.wondering


@pytest.mark.parametrize("kind", ["quiz", "spot"])
def test_every_wrong_answer_to_a_question_is_explained_and_the_right_one_goes_on(kind: str) -> None:
    page = having(kind)
    course, visitor = at(page, kind=kind)
    right = right_message(course.lesson)["option"]
    wrong = [option["id"] for option in visitor.question["options"] if option["id"] != right]
    assert wrong
    for option in wrong:
        visitor.press(option)
        assert visitor.question["feedback"]["verdict"] == "wrong"
        assert visitor.question["feedback"]["text"]
        drawn = next(o for o in visitor.question["options"] if o["id"] == option)
        assert drawn["verdict"] == "wrong"
        assert "explanation" not in drawn, "it stands above already"
    visitor.press(right)
    for option in visitor.question["options"]:
        assert ("explanation" in option) == (option["id"] in wrong), "each is told once"
    assert visitor.question["feedback"]["verdict"] == "right"
    step = visitor.state["head"]["step"]
    visitor.says("next")
    assert visitor.state["head"]["step"] == step + 1 or course.lesson.finished


def test_a_prediction_says_nothing_before_it_has_happened() -> None:
    page = having("predict")
    course, visitor = at(page, kind="predict")
    assert not any("verdict" in option for option in visitor.question["options"])
    visitor.press(visitor.open[-1])
    while course.lesson.attempt.plays:
        assert not any("verdict" in option for option in visitor.question["options"])
        assert "feedback" not in visitor.question
        visitor.says("next")
    assert all(option["verdict"] for option in visitor.question["options"])
    assert visitor.question["feedback"]["text"]


def test_odds_to_be_guessed_are_not_in_what_the_page_gets() -> None:
    page = having("odds", options=True)
    course, visitor = at(page, kind="odds")
    working = [figure["working"] for figure in course.lesson.attempt.figures()]
    assert working
    before = json.dumps({part: data for part, data in visitor.state.items() if part != "roll"}, ensure_ascii=False)
    assert not any(text in before for text in working)
    visitor.press(visitor.open[0])
    after = json.dumps(visitor.state, ensure_ascii=False)
    assert all(text in after for text in working)


# -- hints, ways back


@pytest.mark.parametrize("kind", ["do", "quiz", "spot"])
def test_three_hints_lead_to_the_answer(kind: str) -> None:
    course, visitor = at(having(kind), kind=kind)
    said = []
    for level in (1, 2, 3):
        assert str(level) in visitor.tools["hint"]["label"]
        visitor.says("tool", id="hint")
        said.append(visitor.question["feedback"]["text"])
    assert all(said)
    assert "hint" not in visitor.tools
    assert course.lesson.can_next or course.lesson.attempt.question()["mode"] == "quiz"
    before = shown(visitor)
    visitor.says("tool", id="hint")
    assert shown(visitor) == before


@each_course
def test_undo_and_redo_go_through_a_page_and_bring_back_what_was_shown(game: Game) -> None:
    course, visitor = at(richest(COURSES[game.id].pages))
    seen = []
    while not course.lesson.finished:
        seen.append(shown(visitor))
        visitor.sends(right_message(course.lesson))
        if "dialog" in visitor.state:
            visitor.says("dialog", id="close", text="")
    for _ in range(len(seen) + 3):
        visitor.says("undo")
    assert visitor.state["head"]["step"] == 1
    assert not visitor.state["head"]["can_undo"]
    assert visitor.state["zones"] == seen[0]["zones"]
    assert visitor.question["options"] == seen[0]["question"]["options"]


def test_back_and_undo_take_back_the_last_thing_done() -> None:
    page = having("show")
    for way in ("back", "undo"):
        _, visitor = at(page, kind="show")
        before = shown(visitor)
        visitor.says("next")
        assert shown(visitor) != before
        visitor.says(way)
        assert visitor.state["zones"] == before["zones"]
        assert visitor.state["words"] == before["words"]
        visitor.says("redo")
        assert visitor.state["words"] != before["words"]


def test_a_step_can_be_begun_anew_or_passed_over() -> None:
    page = having("do", closed=True)
    _, visitor = at(page, kind="do")
    before = shown(visitor)
    visitor.press(visitor.closed[0])
    visitor.says("tool", id="again")
    assert visitor.question.get("feedback") is None
    assert visitor.state["zones"] == before["zones"]
    visitor.says("tool", id="skip")
    visitor.watches()
    assert visitor.question["feedback"]["text"]
    assert visitor.state["head"]["step"] == before["head"]["step"]
    visitor.says("next")
    assert visitor.state["head"]["step"] == before["head"]["step"] + 1


def test_who_knows_a_page_may_be_tested_and_pass_it() -> None:
    page = next(page for page in COURSES[AC].pages if page.test_out)
    course, visitor = at(page)
    visitor.says("tool", id="test_out")
    assert visitor.state["head"]["steps"] == len(page.test_out)
    for _ in range(4 * len(page.test_out)):
        if course.lesson.tested_out is not None:
            break
        visitor.sends(right_message(course.lesson))
    assert course.lesson.tested_out
    progress, _ = load_progress(AC, visitor.kept)
    assert progress.page(page.id).done
    assert progress.page(page.id).tested_out


def test_who_fails_the_test_takes_the_steps_about_what_was_missed() -> None:
    page = next(page for page in COURSES[AC].pages if page.test_out)
    course, visitor = at(page)
    visitor.says("tool", id="test_out")
    right = right_message(course.lesson)["option"]
    visitor.press(next(option for option in visitor.open if option != right))
    while course.lesson.tested_out is None:
        visitor.sends(right_message(course.lesson))
    assert course.lesson.tested_out is False
    missed = page.test_out[0].rules
    steps = {n for rule in missed for n in page.taught()[rule] if n in page.steps_of(CORE)}
    assert (visitor.state["head"]["part"], visitor.state["head"]["steps"]) == ("catch-up step", len(steps))
    assert not load_progress(AC, visitor.kept)[0].page(page.id).done
    finish(course, visitor)
    assert load_progress(AC, visitor.kept)[0].page(page.id).done


# -- leaving and coming back


@pytest.mark.slow
@each_course
def test_a_reload_anywhere_on_a_page_shows_the_same(game: Game) -> None:
    page = richest(COURSES[game.id].pages)
    course, visitor = at(page)
    for _ in range(200):
        if course.lesson.finished:
            break
        visitor.sends(right_message(course.lesson))
        _, again = learner(game.id, f"?section={page.slug}", visitor.kept)
        assert shown(again) == shown(visitor)
        assert "dialog" not in again.state
    assert course.lesson.finished


@each_course
def test_without_a_section_the_course_goes_on_where_it_was_left(game: Game) -> None:
    page = [page for page in COURSES[game.id].pages if len(page.steps_of(CORE)) > 1][-1]
    course, visitor = at(page)
    visitor.sends(right_message(course.lesson))
    assert not course.lesson.finished
    other, again = learner(game.id, "", visitor.kept)
    assert other.page == page
    assert shown(again)["head"]["step"] == visitor.state["head"]["step"]


SPOILT = ["", "x", "{", "null", "[]", "7", '"text"', '{"format": "new"}', '{"pages": 3, "rules": []}', "<b>x</b>"]


@pytest.mark.parametrize("text", SPOILT)
@pytest.mark.parametrize("key", [progress_key(AC), lesson_key(COURSES[AC].pages[0])])
def test_what_the_browser_kept_may_be_spoilt(key: str, text: str) -> None:
    course, visitor = learner(stored={key: text})
    told = visitor.state.get("dialog", {}).get("text", "")
    assert "Traceback" not in told
    assert len(told) < 300
    visitor.says("dialog", id="close", text="")
    assert "dialog" not in visitor.state
    finish(course, visitor)
    assert load_progress(AC, visitor.kept)[0].page(course.page.id).done


def test_one_spoilt_page_costs_no_other_its_progress() -> None:
    first, second = COURSES[AC].pages[:2]
    course, visitor = at(first)
    finish(course, visitor)
    stored = {**visitor.kept, lesson_key(second): "{"}
    _, again = learner(AC, f"?section={second.slug}", stored)
    assert load_progress(AC, again.kept)[0].page(first.id).done


# -- the address and the contents


@pytest.mark.parametrize(
    ("search", "named"),
    [
        ("?section=nowhere", "nowhere"),
        ("?section=<script>alert(1)</script>", "<script>"),
        ("?section=setup&step=99", "99"),
        ("?section=setup&step=0", "0"),
        ("?section=setup&step=-1", "-1"),
        ("?section=setup&step=two", "two"),
        ("?section=setup&step=%C2%B2", "²"),
        ("?section=" + "x" * 5000, "xxx"),
    ],
)
def test_a_bad_address_is_said_in_one_sentence_and_there_is_a_page_all_the_same(search: str, named: str) -> None:
    course, visitor = learner(search=search)
    assert named in visitor.dialog["text"]
    assert len(visitor.dialog["text"]) < 300
    visitor.says("dialog", id="close", text="")
    assert "dialog" not in visitor.state
    finish(course, visitor)


@pytest.mark.parametrize("search", ["", "?", "?&&", "?step=3", "?x=1&y=2", "?section=", "?" + "&".join(["a=1"] * 500)])
def test_an_address_that_says_nothing_is_no_mistake(search: str) -> None:
    course, visitor = learner(search=search)
    assert "dialog" not in visitor.state
    assert course.page == COURSES[AC].pages[0]


def test_the_contents_lead_to_every_page() -> None:
    course, visitor = learner()
    for chapter in visitor.state["head"]["contents"]:
        visitor.says("goto", page=chapter["page"], step=1)
        assert course.page.slug == chapter["page"]
        if course.page.one_table:
            continue
        now = [c["page"] for c in visitor.state["head"]["contents"] if c["state"] == "now"]
        assert now == [chapter["page"]]
    before = shown(visitor)
    visitor.says("goto", page="nowhere", step=1)
    visitor.says("goto", page=-1, step=10**9)
    assert shown(visitor) == before


def test_a_rule_leads_to_the_step_that_teaches_it() -> None:
    course, visitor = learner()
    taught = {id: text for id, text in visitor.state["rules"].items() if "page" in text}
    for page in COURSES[AC].pages[1:5]:
        visitor.says("goto", page=page.slug, step=1)
        taught |= {id: text for id, text in visitor.state["rules"].items() if "page" in text}
    assert taught
    for id, text in taught.items():
        visitor.says("goto", page=text["page"], step=text["step"])
        assert id in course.page.step[text["step"] - 1].rules


# -- texts stay texts


def test_markup_in_cards_reaches_the_page_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    course, visitor = at(having("do", closed=True), kind="do")
    nasty = "<img src=x onerror=alert(1)>"
    table = course.lesson.match.table
    named = {id: (table.cards.type_of(id), replace(card, name=nasty)) for id, card in table.cards.items()}
    monkeypatch.setattr(table, "cards", table.cards.with_cards(named))
    course.draw()
    names = [card["name"] for zone in visitor.state["zones"] for card in zone.get("cards", [])]
    assert nasty in names
    assert "&lt;" not in json.dumps(visitor.state)
