"""The rules for the cores of all courses: short enough for an evening, on one table, every rule asked about."""

import pytest

from tutor.lessons.course import Course, known_course
from tutor.lessons.page import CORE, Page, Step

MOST_STEPS = {"alien_conspiracy": 60, "shelter": 60, "doppelganger": 100, "grave_robbers": 100, "roswell51": 150}
"""The largest number of steps in all cores of a game."""

LEAST_QUESTIONS = 5

COURSES = [known_course(game) for game in MOST_STEPS]
PAGES = [page for course in COURSES for page in course.pages]

each_course = pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game.id)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)


def core_of(page: Page) -> list[Step]:
    return [step for step in page.step if step.part == CORE]


@each_course
def test_a_course_can_be_taken_in_an_evening(course: Course) -> None:
    steps = sum(len(core_of(page)) for page in course.pages)
    assert steps <= MOST_STEPS[course.game.id]


@each_page
def test_a_core_says_why_there_is_a_new_table(page: Page) -> None:
    silent = [step.about for step in core_of(page)[1:] if step.scene is not None and not step.new_table]
    assert silent == []


@each_page
def test_a_core_is_played_as_we_play(page: Page) -> None:
    other_rules = {"readings", "variants", "parameters"}
    changed = [step.about for step in core_of(page) if other_rules & set(step.scene or {})]
    assert changed == []


@each_page
def test_the_questions_for_skipping_a_page_are_about_all_of_its_core(page: Page) -> None:
    assert len(page.test_out) >= LEAST_QUESTIONS
    asked = {rule for question in page.test_out for rule in question.rules}
    taught = {
        rule for step in core_of(page) for rule in (*step.rules, *(id for move in step.play for id in move.rules))
    }
    assert taught - asked == set()
