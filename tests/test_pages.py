"""Every page is a test: all its steps are taken and every answer is tried."""

from pathlib import Path

import pytest

from tutor.engine.game import games
from tutor.lessons.checks import play_page
from tutor.lessons.pages import load_page, load_pages
from tutor.paths import shipped

PAGES = sorted(shipped("walkthroughs").glob("*/*.toml"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_page(path: Path):
    page = load_page(path)
    assert page.game == path.parent.name
    assert [str(complaint) for complaint in play_page(page)] == []


@pytest.mark.parametrize("game", sorted({path.parent.name for path in PAGES}))
def test_the_pages_of_a_game_have_an_order(game: str):
    assert game in games()
    assert load_pages(shipped("walkthroughs") / game)
