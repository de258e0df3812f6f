"""What the end of a whole game tells of the rules that were met in it."""

import re

import pytest

from tutor.engine.core.game import games
from tutor.lessons.course import Course
from tutor.lessons.pages import pages_of, whole_games_of
from tutor.lessons.recap import recap

MOMENT = re.compile(r"^(This|These|That wasn’t|There was|There were|It worked|You’ve|You couldn’t) |\b(over|out) now\b")
"""Words that point at something that has just happened, or at a card on the table."""


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_recap_of_a_whole_game_points_at_nothing_that_has_just_happened(game):
    course = Course(game, tuple(pages_of(game.id)), tuple(whole_games_of(game.id)))
    told = [text for page in course.whole_games for known in recap(course, page)["known"] for text in known["texts"]]
    assert told
    assert not [text for text in told if MOMENT.search(text)]
