"""A step lets the map answer one of its questions, except while the step itself asks that question."""

from dataclasses import replace
from typing import Any

import pytest

from tests import toy
from tests.lessons import TEXT
from tutor.engine.core.game import Game
from tutor.lessons.attempts import Act
from tutor.lessons.checks import play_page
from tutor.lessons.lesson import Lesson
from tutor.lessons.page import Page
from tutor.lessons.pages import read_page

MAP: dict[str, Any] = {
    "questions": [
        {"id": "distance", "label": "How far?", "answer": "4 steps"},
        {"id": "trapped", "label": "Trapped?", "answer": "No"},
    ],
    "shown": "",
}
MAPPED = replace(toy.GAME, view=lambda g, seat: {**toy.GAME.view(g, seat), "map": MAP})
SAY, QUIZ = 'kind = "say"\n', 'kind = "quiz"\n'


def page(game: Game, was: str, becomes: str) -> Page:
    """The toy page on a game with or without a map, with one of its texts changed."""
    assert was in TEXT
    return read_page(TEXT.replace(was, becomes, 1), "01-turn.toml", 1, "turn", lambda _: game)


def lesson(kind: str, overlay: str) -> Lesson:
    taken = Lesson(page(MAPPED, kind, f'{kind}overlay = "{overlay}"\n'))
    taken.goto(next(n for n, step in enumerate(taken.page.step) if step.overlay))
    return taken


def answers(plan: dict[str, Any]) -> dict[str, str]:
    return {question["id"]: question["answer"] for question in plan["questions"] if not question.get("closed")}


def test_a_step_that_asks_nothing_lays_it_over_at_once():
    shown = lesson(SAY, "distance").over_map(MAP)
    assert shown["shown"] == "distance"
    assert answers(shown) == {"distance": "4 steps", "trapped": "No"}


def test_a_step_without_one_leaves_the_map_alone():
    taken = lesson(SAY, "distance")
    taken.next()
    assert taken.over_map(MAP) == MAP


def test_a_question_closes_its_overlay_until_it_is_answered():
    taken = lesson(QUIZ, "distance")
    asking = taken.over_map(MAP)
    assert asking["shown"] == ""
    assert answers(asking) == {"trapped": "No"}
    assert [question["label"] for question in asking["questions"]] == ["How far?", "Trapped?"]
    taken.act(Act("option", "1"))
    assert taken.over_map(MAP)["shown"] == ""
    taken.act(Act("option", "0"))
    told = taken.over_map(MAP)
    assert told["shown"] == "distance"
    assert answers(told) == {"distance": "4 steps", "trapped": "No"}


def test_none_takes_all_questions_off_the_map():
    assert lesson(SAY, "none").over_map(MAP)["questions"] == []


@pytest.mark.parametrize("overlay", ["distance", "none"])
def test_a_page_with_a_known_overlay_fits(overlay: str):
    assert play_page(page(MAPPED, SAY, f'{SAY}overlay = "{overlay}"\n')) == []


@pytest.mark.parametrize(
    ("game", "overlay", "expected"),
    [
        (MAPPED, "weather", "step[0].overlay: expected one of distance, trapped, none"),
        (toy.GAME, "distance", "step[0].overlay: "),
    ],
)
def test_a_page_with_an_unknown_overlay_is_caught(game: Game, overlay: str, expected: str):
    [complaint] = play_page(page(game, SAY, f'{SAY}overlay = "{overlay}"\n'))
    assert f"01-turn.toml: {expected}" in str(complaint)
