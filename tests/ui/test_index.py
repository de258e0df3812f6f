"""The front page without a browser: every game, and where the visitor left off."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.visitor import Visitor
from tutor.engine.core.game import games
from tutor.lessons.attempts import News
from tutor.lessons.course import course_of
from tutor.lessons.pace import minutes
from tutor.lessons.progress import Progress, load_progress, progress_key
from tutor.paths import shipped
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.index import Index

COURSES = [course_of(game) for game in games().values() if course_of(game).pages]


def visiting(stored: dict[str, str] | None = None, search: str = "") -> dict[str, dict]:
    """Return the games on the shelf, by id."""
    visitor = Visitor(Index().desk, search, stored)
    return {game["id"]: game for game in visitor.state["shelf"]["games"]}


def test_every_game_is_on_the_shelf_with_its_practice_table() -> None:
    shelf = visiting()
    assert list(shelf) == list(games())
    for id, game in shelf.items():
        assert game["title"] == games()[id].title
        assert game["text"] == games()[id].book.invites
        assert re.fullmatch(r"[A-Z].{40,130}\.", game["text"]), "one inviting sentence"
        links = [urlsplit(link["href"]) for link in game["links"]]
        assert any(link.path == "play.ipynb" and parse_qs(link.query)["game"] == [id] for link in links)


def test_every_link_leads_to_a_page_that_is_served() -> None:
    for game in visiting().values():
        for link in game["links"]:
            assert (shipped("notebooks") / urlsplit(link["href"]).path).is_file(), link


def test_pages_that_serve_every_game_are_linked_from_the_front_page() -> None:
    links = Visitor(Index().desk).state["shelf"]["links"]
    assert links
    for link in links:
        assert (shipped("notebooks") / urlsplit(link["href"]).path).is_file(), link


def test_who_was_never_here_is_led_to_the_start() -> None:
    shelf = visiting()
    for course in COURSES:
        game = shelf[course.game.id]
        assert (game["pages"], game["done"]) == (len(course.pages), 0)
        course_link = {"label": "Start the course", "href": f"{course.game.id}.ipynb"}
        if course.first_game is None:
            assert game["links"][0] == course_link
        else:
            first, then = game["links"][:2]
            assert first["href"] == f"{course.game.id}.ipynb?section=first-game"
            assert first["label"] == f"Play your first game, about {minutes(course.first_game)} minutes"
            assert then == course_link


@pytest.mark.parametrize("course", [one for one in COURSES if one.first_game], ids=lambda course: course.game.id)
def test_who_has_begun_a_first_game_still_finds_the_chapters(course) -> None:
    progress = Progress(course.game.id)
    progress.note(course.first_game, [News("done", (), 0)])
    game = visiting({progress_key(course.game.id): progress.save()})[course.game.id]
    assert game["links"][0]["label"].startswith("Go on with your first game")
    chapter = course.pages[0]
    assert game["links"][1] == {"label": "Start the course", "href": f"{course.game.id}.ipynb?section={chapter.slug}"}


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game.id)
def test_who_was_here_is_led_to_where_they_left_off(course) -> None:
    page = course.pages[1 % len(course.pages)]
    progress = Progress(course.game.id)
    progress.note(course.pages[0], [News("page", ())])
    progress.note(page, [News("done", (), 0)])
    stored = {progress_key(course.game.id): progress.save()}
    game = visiting(stored)[course.game.id]
    assert game["done"] == 1
    on = next(link for link in game["links"] if page.title in link["label"])
    there = CourseDesk(course.game.id)
    Visitor(there.desk, "?" + urlsplit(on["href"]).query, stored)
    assert there.page == page


@pytest.mark.parametrize(
    "course", [course for course in COURSES if course.first_game], ids=lambda course: course.game.id
)
def test_the_first_game_comes_first_until_it_is_done(course) -> None:
    page = course.first_game
    progress = Progress(course.game.id)
    progress.note(page, [News("done", (), 0)])
    begun = visiting({progress_key(course.game.id): progress.save()})[course.game.id]["links"]
    assert begun[0]["label"].startswith("Go on with your first game")
    progress.note(page, [News("page", ())])
    done = visiting({progress_key(course.game.id): progress.save()})[course.game.id]["links"]
    offered = [f"Play your second game, about {minutes(second)} minutes" for second in course.whole_games[1:]]
    assert [link["label"] for link in done][1] == [*offered, "Play the first game again"][0]
    assert "section=first-game" not in done[0]["href"]


@pytest.mark.parametrize(
    "course", [course for course in COURSES if len(course.whole_games) > 1], ids=lambda course: course.game.id
)
def test_the_second_game_follows_the_first_until_it_is_done(course) -> None:
    first, second = course.whole_games
    progress = Progress(course.game.id)
    progress.note(first, [News("page", ())])
    progress.note(second, [News("done", (), 0)])
    begun = visiting({progress_key(course.game.id): progress.save()})[course.game.id]["links"]
    assert begun[1]["href"] == f"{course.game.id}.ipynb?section=second-game"
    assert begun[1]["label"].startswith("Go on with your second game")
    progress.note(second, [News("page", ())])
    done = visiting({progress_key(course.game.id): progress.save()})[course.game.id]["links"]
    assert done[1]["label"] == "Play the first game again"


def test_other_games_are_not_touched_by_progress_in_one() -> None:
    course = COURSES[0]
    progress = Progress(course.game.id)
    progress.note(course.pages[0], [News("page", ())])
    shelf, before = visiting({progress_key(course.game.id): progress.save()}), visiting()
    assert {id for id in shelf if shelf[id] != before[id]} == {course.game.id}


@pytest.mark.parametrize("text", ["", "x", "{", "null", "[]", '{"last": "nowhere", "pages": {"x": 1}}', '{"last": 7}'])
def test_spoilt_progress_costs_nobody_the_front_page(text: str) -> None:
    for course in COURSES:
        stored = {progress_key(course.game.id): text}
        game = visiting(stored)[course.game.id]
        assert game["done"] == 0
        assert game["links"]
        there = CourseDesk(course.game.id)
        Visitor(there.desk, "?" + urlsplit(game["links"][0]["href"]).query, stored)
        assert there.page == course.all_pages[0]
        assert load_progress(course.game.id, stored)[0].last in ("", "nowhere")


@pytest.mark.parametrize("search", ["?x=<b>", "?" + "a" * 5000, "?section=setup"])
def test_an_address_means_nothing_to_the_front_page(search: str) -> None:
    assert json.dumps(visiting(search=search)) == json.dumps(visiting())
