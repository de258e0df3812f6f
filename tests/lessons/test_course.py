import pytest

from tests import toy
from tests.lessons import TEXT, find
from tests.lessons.test_story import TEXT as WHOLE_GAME
from tutor.lessons.attempts import News
from tutor.lessons.course import Course, Place, link
from tutor.lessons.page import Page
from tutor.lessons.pages import read_page
from tutor.lessons.progress import Progress
from tutor.lessons.recap import recap
from tutor.lessons.story import Story


def page(number: int, slug: str, section: str) -> Page:
    text = TEXT.replace('section = "turn"', f'section = "{section}"')
    return read_page(text, f"{slug}.toml", number, slug, find)


PAGES = [page(1, "turn", "turn"), page(2, "cards", "cards"), page(3, "winning", "score")]


def whole_game(slug: str, text: str = WHOLE_GAME) -> Page:
    return read_page(text.replace('section = "first-game"', f'section = "{slug}"'), f"00-{slug}.toml", 0, slug, find)


@pytest.fixture
def course() -> Course:
    return Course(toy.GAME, tuple(PAGES))


@pytest.fixture
def with_games() -> Course:
    second = whole_game("second-game", WHOLE_GAME.replace('"cards/beam", ', "", 1))
    return Course(toy.GAME, tuple(PAGES), (whole_game("first-game"), second))


def test_pages_follow_one_another(course: Course):
    assert course.next(PAGES[0]) == PAGES[1]
    assert course.next(PAGES[2]) is None
    assert course.previous(PAGES[0]) is None
    assert course.previous(PAGES[2]) == PAGES[1]


def test_the_table_of_contents_tells_how_far_each_page_is(course: Course):
    progress = Progress("toy")
    progress.note(PAGES[0], [News("done", (), 0), News("page", ())])
    progress.note(PAGES[1], [News("done", (), 0), News("done", (), 1)])
    contents = course.contents(progress, PAGES[1])
    assert [(row["page"], row["part"], row["state"], row["taken"]) for row in contents] == [
        ("turn", "Turn", "done", 1),
        ("cards", "Cards", "now", 2),
        ("winning", "Score", "next", 0),
    ]


def test_whole_games_lead_the_contents_and_one_follows_the_other(with_games: Course):
    first, second = with_games.whole_games
    progress = Progress("toy")
    progress.note(first, [News("page", ())])
    rows = [(row["page"], row["part"], row["state"]) for row in with_games.contents(progress, PAGES[0])]
    assert rows[:3] == [
        ("first-game", "Whole games", "done"),
        ("second-game", "Whole games", "next"),
        ("turn", "Turn", "now"),
    ]
    assert with_games.first_game == first
    assert (with_games.next(first), with_games.next(second)) == (second, PAGES[0])
    assert with_games.find("?section=second-game", progress).page == second


def test_a_whole_game_is_resumed_only_while_it_is_the_page_taken_last(with_games: Course):
    _, second = with_games.whole_games
    progress = Progress("toy")
    assert with_games.resume(progress).page == PAGES[0]
    progress.take(second)
    assert with_games.resume(progress).page == second
    progress.note(second, [News("page", ())])
    assert with_games.resume(progress).page == PAGES[0]


def ended(page: Page) -> Story:
    """Return a whole game at its last step."""
    story = Story(page)
    story.goto(len(page.step) - 1)
    return story


def test_what_the_first_game_taught_is_still_known_after_the_second(with_games: Course):
    first, second = with_games.whole_games
    assert "cards/beam" not in second.taught()
    assert recap(with_games, ended(second)) == recap(with_games, ended(first))


@pytest.mark.parametrize(
    ("query", "slug", "step", "said"),
    [
        ("?section=cards&step=3", "cards", 2, ""),
        ("section=cards", "cards", 0, ""),
        ("?section=score", "winning", 0, ""),
        ("", "turn", 0, ""),
        ("?section=cards&step=99", "cards", 0, "has steps 1 to 8, so there is no step “99”"),
        ("?section=cards&step=x", "cards", 0, "no step “x”"),
        ("?section=cards&step=-1", "cards", 0, "no step “-1”"),
        ("?section=cards&step=²", "cards", 0, "no step “²”"),
        ("?section=%3Cscript%3E", "turn", 0, "There is no section “<script>”"),
        ("?" + "&" * 60, "turn", 0, ""),
        ("?section=%ff%fe", "turn", 0, "There is no section"),
    ],
)
def test_a_link_leads_to_a_step_and_a_wrong_one_says_so(course: Course, query: str, slug: str, step: int, said: str):
    place = course.find(query, Progress("toy"))
    assert (place.page.slug, place.step) == (slug, step)
    assert said in place.said
    assert bool(said) == bool(place.said)


def test_a_link_made_leads_back(course: Course):
    place = Place(PAGES[1], 4)
    assert course.find(link(place), Progress("toy")) == place


def test_one_goes_on_where_one_left(course: Course):
    progress = Progress("toy")
    assert course.resume(progress) == Place(PAGES[0])
    progress.note(PAGES[1], [News("done", (), 0), News("done", (), 2)])
    assert course.resume(progress) == Place(PAGES[1], 1)
    progress.note(PAGES[1], [News("page", ())])
    assert course.resume(progress) == Place(PAGES[0])


def test_the_page_that_teaches_a_rule_is_found(course: Course):
    assert course.teaches("turn/roll") == Place(PAGES[0], 1)
    assert course.teaches("turn/reshuffle") is None
