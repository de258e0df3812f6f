"""Every page is a test: it takes all steps and tries every answer."""

from pathlib import Path
from random import Random

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


@pytest.mark.parametrize("move", ["star", "pass"])
def test_roswells_story_ends_with_nobody_left_out(move: str):
    """Of a player's survivors who are still in play, the last text names all or none, and nobody else."""
    page = load_page(shipped("walkthroughs") / "roswell51" / "00-first-game.toml")
    choice = next(n for n, step in enumerate(page.step) if "to save Cleo’s Reporter" in step.prompt)

    def choose(n: int, options: list[Option]) -> Option:
        return next((option for option in options if n == choice and spell(option.value) == move), options[0])

    walk = Walk(page, choose)
    assert [str(misfit) for misfit in walk.run()] == []
    cards, table = walk.story.match.game.cards, walk.story.match.table
    text = page.step[-1].text
    named = {card for card in cards if cards.type_of(card) == "survivor" and cards[card].name in text}
    pools = [{who.card for who in person.pool} for person in table.players]
    assert all(named & pool in (set(), pool) for pool in pools)
    assert named <= set().union(*pools)


@pytest.mark.parametrize("seed", range(6))
def test_the_directors_story_refuses_no_throng_that_has_room_and_no_monster(seed: int):
    page = load_page(shipped("walkthroughs") / "roswell51" / "00-second-game.toml")
    random, asked = Random(seed), set[str]()

    def choose(n: int, options: list[Option]) -> Option:
        prompt = page.step[n].prompt
        if prompt.startswith(("Which throng", "Which of the three")):
            part = walk.story.match.asked(0)
            assert part is not None
            assert {spell(option.value) for option in options} == {spell(value) for value in part.open()}
            asked.add(prompt)
        return random.choice(options)

    walk = Walk(page, choose)
    assert [str(misfit) for misfit in walk.run()] == []
    assert len(asked) >= 4
