"""A page in three parts at the desk, without a browser."""

from pathlib import Path
from typing import Any

import pytest

from tests.visitor import Visitor, right_message
from tutor.engine.core.game import find_game
from tutor.lessons.checks import play_page
from tutor.lessons.course import Course
from tutor.lessons.page import CORE, Page
from tutor.lessons.pages import load_pages, read_page
from tutor.lessons.progress import PageProgress, Progress, lesson_key, load_progress, progress_key
from tutor.lessons.tasks import make, order_for
from tutor.ui.changes import differences
from tutor.ui.desks.course import CourseDesk

GAME = "alien_conspiracy"
COURSE = Course(find_game(GAME), tuple(load_pages(Path(__file__).parents[1] / "three_parts")))
PAGE = COURSE.pages[0]
FIRST_CORNER, COMPARISON, LAST = 6, 8, 9
"""The steps, as addresses count them."""


def learner(step: int = 0, stored: dict[str, str] | None = None) -> tuple[CourseDesk, Visitor]:
    desk = CourseDesk(GAME, COURSE)
    return desk, Visitor(desk.desk, "?section=health" + (f"&step={step}" if step else ""), stored)


def at_the_end() -> tuple[CourseDesk, Visitor]:
    desk, visitor = learner()
    while not desk.lesson.finished:
        visitor.sends(right_message(desk.lesson))
    return desk, visitor


def place(visitor: Visitor) -> tuple[str, int, int]:
    head = visitor.state["head"]
    return head["part"], head["step"], head["steps"]


@pytest.mark.parametrize("page", COURSE.pages, ids=lambda page: page.slug)
def test_the_pages_fit(page: Page) -> None:
    assert play_page(page) == []


def test_the_end_of_a_page_says_what_is_known_and_what_may_be_opened() -> None:
    _, visitor = at_the_end()
    assert visitor.state["words"]["text"] == PAGE.teaches
    assert visitor.question["next"] == "Next: Getting a die back"
    assert [part["title"] for part in visitor.state["folded"]] == ["2 corner cases", "Other ways to play: 2"]
    assert visitor.state["folded"] == visitor.state["head"]["folded"]
    steps = [row["step"] for part in visitor.state["folded"] for row in part["steps"]]
    assert steps == [FIRST_CORNER, FIRST_CORNER + 1, COMPARISON, LAST]


@pytest.mark.parametrize("step", range(1, len(PAGE.step) + 1))
def test_a_link_leads_to_any_step_of_any_part_and_says_where_one_is(step: int) -> None:
    desk, visitor = learner(step)
    part = PAGE.step[step - 1].part
    called = {"step": "step", "corner": "corner case", "other": "way to play"}[part]
    among = PAGE.steps_of(part)
    assert place(visitor) == (called, among.index(step - 1) + 1, len(among))
    assert ("minutes" in visitor.state["head"]) == (part == CORE)
    assert ("leave" in visitor.question) == (part != CORE)
    visitor.says("tool", id="leave")
    assert desk.lesson.here == CORE


def test_a_step_taken_beside_the_core_is_ticked_and_the_page_is_not_done_by_it() -> None:
    desk, visitor = learner(LAST)
    visitor.says("next")
    assert place(visitor) == ("step", 1, 5)
    rows = [row for part in visitor.state["head"]["folded"] for row in part["steps"]]
    assert [row["step"] for row in rows if row["done"]] == [LAST]
    assert not load_progress(GAME, visitor.kept)[0].page(PAGE.id).done
    assert desk.lesson.at == 0


def test_who_was_done_with_the_page_before_it_had_parts_is_done_with_it() -> None:
    old = Progress(GAME, {PAGE.id: PageProgress({0, 1, 2, 40}, done=True)})
    stored = {progress_key(GAME): old.save(), lesson_key(PAGE): "{}"}
    desk, visitor = learner(FIRST_CORNER, stored)
    visitor.says("dialog", id="close", text="")
    assert load_progress(GAME, visitor.kept)[0].page(PAGE.id) == old.page(PAGE.id)
    visitor.says("tool", id="leave")
    assert desk.lesson.finished


def test_the_learner_is_told_who_they_are_only_where_they_move() -> None:
    desk, visitor = learner(3)
    assert visitor.question["seat"] == {"index": 0, "name": "Ada", "you": True}
    for step in (1, 2, 4, 5, COMPARISON):
        assert "seat" not in learner(step)[1].question
    visitor.press("end")
    visitor.watches()
    assert visitor.question["title"] == "Why?"
    assert "seat" not in visitor.question
    assert not desk.lesson.attempt.done


def test_what_others_do_after_a_move_is_watched_and_then_marked() -> None:
    _, visitor = learner(3)
    visitor.press("end")
    playing = visitor.state["playing"]
    assert (playing["at"], playing["of"] > 2) == (0, True)
    assert visitor.question["mode"] == "wait"
    visitor.watches()
    assert visitor.state["playing"]["at"] == playing["of"] - 1
    assert visitor.question["feedback"]["text"].startswith("Ben does nothing either")
    fresh = [card for zone in visitor.state["zones"] for card in zone.get("cards", []) if card.get("fresh")]
    assert fresh


def test_a_worked_turn_marks_what_it_changes_and_plays_nothing_back() -> None:
    _, visitor = learner(2)
    visitor.says("next")
    visitor.says("next")
    was = [track["was"] for zone in visitor.state["zones"] for track in zone.get("tracks", []) if "was" in track]
    assert was == [5]
    assert "playing" not in visitor.state


def test_what_the_learner_does_alone_is_not_played_back() -> None:
    _, visitor = learner(FIRST_CORNER + 1)
    visitor.press("attempt")
    assert "playing" not in visitor.state
    assert visitor.question["feedback"]["text"].startswith("Your 5 matches nothing")


def test_a_comparison_marks_and_tells_what_is_otherwise_and_nothing_where_it_is_ours() -> None:
    _, visitor = learner(COMPARISON)
    assert visitor.question["mode"] == "switch"
    assert "differs" not in visitor.question
    visitor.press("1")
    assert visitor.question["chosen"] == "1"
    assert visitor.question["differs"] == ["Ada (you): Health dice 2, not 1"]
    visitor.press("0")
    assert "differs" not in visitor.question


def test_the_questions_give_nothing_away_and_are_asked_once() -> None:
    desk, visitor = learner()
    visitor.says("tool", id="test_out")
    assert {"hint", "again"} & set(visitor.tools) == set()
    assert "rulebook" not in visitor.state["words"]
    visitor.sends(right_message(desk.lesson))
    assert "rulebook" in visitor.state["words"]
    assert visitor.question["next"] == "Next question"
    visitor.says("tool", id="leave")
    assert place(visitor) == ("step", 1, 5)


ODDS = """
[[other]]
kind = "odds"
prompt = "How likely do you win the card?"
rules = ["health/exempt-single-die"]
scene = { play = ["attempt", "1", "roll 5"] }
chances = [{ text = "You win the card" }]
options = [
  { text = "1 in 6", why = "Only a 1 wins.", right = true },
  { text = "5 in 6", why = "Only a 1 wins." },
]
"""


def test_odds_that_are_asked_for_are_on_the_table_only_once_they_are_answered() -> None:
    text = Path(PAGE.file).read_text(encoding="utf-8") + ODDS
    page = read_page(text, "01-health.toml", 1, "health")
    visitor = Visitor(CourseDesk(GAME, Course(COURSE.game, (page,))).desk, f"?section=health&step={LAST + 1}")
    told = {"ways", "hits", "working"}
    assert not told & set(visitor.state["roll"])
    visitor.press("1")
    assert told <= set(visitor.state["roll"])


def zone(label: str, **parts: Any) -> dict[str, Any]:
    return {"id": label, "label": label, **parts}


def test_differences_are_told_by_their_counters_and_else_by_what_is_new() -> None:
    zones = [
        zone(
            "Ada", tracks=[{"label": "Health", "n": 2, "was": 3}], cards=[{"name": "Card", "key": "c", "fresh": True}]
        ),
        zone("Deck", cards=[{"name": "Scout", "key": "s", "fresh": True}, {"name": "Photo", "key": "p"}]),
        zone("Ship", cards=[{"name": "Hull", "key": "h", "tokens": [{"label": "Points", "n": 1, "was": 0}]}]),
        zone("City", badges=[{"label": "B", "name": "Ben", "fresh": True}]),
    ]
    assert differences(zones) == ["Ada: Health 2, not 3", "Deck: Scout", "Hull: Points 1, not 0", "City: Ben"]
    assert len(differences(zones, most=2)) == 2


def test_a_rule_that_was_looked_up_leads_to_the_step_beside_the_core_that_teaches_it() -> None:
    _, visitor = learner()
    visitor.says("tool", id="rules")
    visitor.says("form", id="rules.find", values={"query": "surplus matches"})
    rule = visitor.dialog["entries"][0]["rule"]
    assert rule == "health/surplus-matches"
    found = visitor.state["rules"][rule]
    assert (found["page"], found["step"]) == (PAGE.slug, FIRST_CORNER)
    visitor.says("goto", page=found["page"], step=found["step"])
    assert place(visitor) == ("corner case", 1, 2)


def test_a_question_missed_beside_the_core_is_asked_again_in_the_review() -> None:
    _, visitor = learner(FIRST_CORNER)
    right = right_option()
    visitor.press(next(option for option in visitor.open if option != right))
    visitor.says("next")
    key = next(key for key in visitor.kept if key.startswith("missed:"))
    rule, kept = key.split(":", 3)[2:]
    order = order_for(COURSE, rule, kept)
    assert (order.kind, order.place) == ("question", f"{PAGE.slug}:step:{FIRST_CORNER - 1}")
    task = make(order, COURSE)
    assert task is not None
    assert task.attempt.step == PAGE.step[FIRST_CORNER - 1]


def right_option() -> str:
    return str(next(n for n, choice in enumerate(PAGE.step[FIRST_CORNER - 1].options) if choice.right))
