"""What the end of a whole game tells of the rules that were met in it."""

import re

import pytest

from tests.lessons.test_course import ended
from tutor.engine.core.game import games
from tutor.lessons.course import Course
from tutor.lessons.pages import pages_of, whole_games_of
from tutor.lessons.recap import recap

MOMENT = re.compile(r"^(This|These|That wasn’t|There was|There were|It worked|You’ve|You couldn’t) |\b(over|out) now\b")
"""Words that point at something that has just happened, or at a card on the table."""


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_recap_of_a_whole_game_points_at_nothing_that_has_just_happened(game):
    course = Course(game, tuple(pages_of(game.id)), tuple(whole_games_of(game.id)))
    known = [known for page in course.whole_games for known in recap(course, ended(page))["known"]]
    told = [text for one in known for text in one["texts"]]
    assert told
    assert not [text for text in told if MOMENT.search(text)]


def test_the_recap_leaves_out_what_did_not_come_up():
    game = games()["doppelganger"]
    course = Course(game, tuple(pages_of(game.id)), tuple(whole_games_of(game.id)))
    page = course.whole_games[0]
    order = game.book["cleanup/order-in-pile"]
    assert order.id in page.taught()
    known = {text for known in recap(course, ended(page))["known"] for text in known["texts"]}
    assert not {order.intro, order.text} & known, "nobody had to put two different Tools in order"
    assert game.book["failure/ties-all-suffer"].text in known


def test_the_recap_tells_a_rule_and_not_what_it_did_when_it_came_up():
    game = games()["alien_conspiracy"]
    course = Course(game, tuple(pages_of(game.id)), tuple(whole_games_of(game.id)))
    known = {text for known in recap(course, ended(course.whole_games[0]))["known"] for text in known["texts"]}
    single, aliens = game.book["investigate/success"], game.book["aliens/third-ends-game"]
    assert not {single.intro, aliens.intro} & known, "“the card is yours” was true once"
    assert {single.text, aliens.text} <= known


def test_an_ending_that_was_only_announced_is_not_known_and_its_page_is_still_new():
    game = games()["roswell51"]
    course = Course(game, tuple(pages_of(game.id)), tuple(whole_games_of(game.id)))
    first, second = (recap(course, ended(page)) for page in course.whole_games)
    for title, page in (("Last One Standing", "last-one-standing"), ("Pod Players", "pod-players")):
        assert title not in [known["title"] for known in first["known"]]
        assert page in [unmet["page"] for unmet in first["unmet"]]
        assert title in [known["title"] for known in second["known"]]
        assert page not in [unmet["page"] for unmet in second["unmet"]]
    alive = game.book["end-of-movie/no-survivor-left"].text
    assert any(alive in known["texts"] for known in first["known"]), "the section has come up, so all of it is told"
