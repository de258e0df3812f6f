"""A page in three parts at the desk, without a browser."""

from pathlib import Path
from typing import Any

import pytest

from tests.visitor import Visitor, right_message
from tutor.engine.core.game import find_game
from tutor.lessons.course import Course
from tutor.lessons.page import CORE
from tutor.lessons.pages import load_pages
from tutor.lessons.progress import PageProgress, Progress, lesson_key, load_progress, progress_key
from tutor.ui.changes import differences
from tutor.ui.desks.course import CourseDesk

GAME = "alien_conspiracy"
COURSE = Course(find_game(GAME), tuple(load_pages(Path(__file__).parents[1] / "pages" / "parts")))
PAGE = COURSE.pages[0]
FIRST_CORNER, COMPARISON, LAST = 6, 8, 9
"""Steps as addresses count them."""


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


def test_odds_that_are_asked_for_are_not_on_the_table() -> None:
    _, visitor = learner(4)
    assert not {"ways", "hits", "working"} & set(visitor.state.get("roll", {}))


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
