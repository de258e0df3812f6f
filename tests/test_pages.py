"""Every page is a test: it takes all steps and tries every answer."""

from pathlib import Path

import pytest

from tests import toy
from tutor.engine.core.asks import Option, spell
from tutor.engine.core.game import Game, find_game
from tutor.lessons.checks import play_page
from tutor.lessons.pages import load_page, load_pages
from tutor.lessons.walks import Walk
from tutor.paths import shipped

PAGES = [*sorted(shipped("walkthroughs").glob("*/*.toml")), *sorted((Path(__file__).parent / "pages").glob("*/*.toml"))]


def find(id: str) -> Game:
    return toy.GAME if id == "toy" else find_game(id)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_page(path: Path):
    page = load_page(path, find)
    assert page.game == path.parent.name
    assert [str(complaint) for complaint in play_page(page)] == []


@pytest.mark.parametrize("folder", sorted({path.parent for path in PAGES}), ids=lambda folder: folder.name)
def test_the_pages_of_a_game_have_an_order(folder: Path):
    pages = load_pages(folder, find)
    assert [page.number for page in pages] == sorted(page.number for page in pages)


def test_roswells_story_bears_it_if_every_spoint_is_saved_for_the_last_roll():
    page = load_page(shipped("walkthroughs") / "roswell51" / "00-first-game.toml")
    last = next(n for n, step in enumerate(page.step) if "The Cook’s flail" in step.prompt)
    most: list[int] = []

    def choose(n: int, options: list[Option]) -> Option:
        if n == last:
            most.append(max(int(spell(option.value)) for option in options))
            return max(options, key=lambda option: int(spell(option.value)))
        return next((option for option in options if spell(option.value) in ("0", "pass")), options[0])

    assert [str(misfit) for misfit in Walk(page, choose).run()] == []
    assert most == [5]
