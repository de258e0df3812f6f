"""A host's own card sets and pages in a real browser, served beside ours."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.own import GAME, NASTY, PAGE, card_set, pages
from tests.pages import Site, has_no_serious_barrier, is_answered, is_open_to_everybody, serving, tool, wait_ready
from tutor.engine.core.game import find_game

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that was started with a card set and a folder of pages of the host's own."""
    folder: Path = tmp_path_factory.mktemp("own")
    cards = card_set(folder / "mine")
    pages(folder)
    with serving("--cards", f"{GAME}={cards}", "--pages", str(folder)) as site:
        yield site


def test_a_game_is_begun_and_played_on_with_cards_of_ones_own(page: Page, own: Site) -> None:
    wait_ready(page, own.page("play.ipynb", f"game={GAME}&players=2&seed=3"), ".desk .head")
    tool(page, "New game").click()
    page.get_by_role("combobox", name="Cards", exact=True).select_option("mine")
    has_no_serious_barrier(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_text("the card set “mine”")).to_have_count(1)
    page.locator(".ask [data-open]").first.click()
    is_answered(page)
    page.reload()
    expect(page.get_by_text("the card set “mine”")).to_have_count(1)

    tool(page, "Lab").click()
    expect(page.locator(".workbench")).to_be_visible()
    page.get_by_role("tab", name="Scene", exact=True).click()
    expect(page.get_by_label("The scene as text")).to_have_value(re.compile('card_set = "mine"'))


def test_pages_of_ones_own_are_taken_from_the_front_page_and_broken_ones_say_why(page: Page, own: Site) -> None:
    wait_ready(page, own.page(), ".shelf .own")
    shelf = page.locator(".shelf .own")
    expect(shelf.locator("li")).to_have_count(5)
    expect(shelf.locator("li", has_text="03-cut-off").locator(".problem")).to_contain_text("03-cut-off.toml: ")
    expect(shelf.get_by_text(NASTY)).to_be_visible()
    is_open_to_everybody(page)

    shelf.get_by_role("link", name="Dice that hurt").first.click()
    expect(page.locator(".desk .head")).to_contain_text("Dice that hurt")
    page.locator(".steppers .main, .ask [data-open]").first.click()
    is_answered(page)
    before = page.locator(".words").inner_text()
    page.reload()
    expect(page.locator(".words")).to_have_text(before, use_inner_text=True)

    wait_ready(page, own.page(f"{GAME}.ipynb", "own=04-cannot-be-played"), ".dialog .problem")
    expect(page.locator(".dialog .problem")).to_contain_text("04-cannot-be-played.toml: ")
    wait_ready(page, own.page(f"{GAME}.ipynb", "own=05-nasty"), ".desk .head")
    expect(page.locator(".desk .head")).to_contain_text(NASTY)
    assert page.evaluate("window.hacked") is None


def test_a_lesson_is_made_in_the_lab_and_passes_the_check(page: Page, own: Site, tmp_path: Path) -> None:
    wait_ready(page, own.page("lab.ipynb", "game=shelter&section=first-game&step=4"), ".workbench")
    for option in ("come 5 2", "go stove"):
        page.locator(f'.ask [data-option="{option}"]').click()
        is_answered(page)
    tool(page, "Make this a lesson").click()
    page.get_by_label("Title, in at most six words").fill("Made by me")
    page.get_by_role("button", name="Write the page", exact=True).click()
    expect(page.get_by_label("The page 90-made-by-me.toml")).to_have_value(re.compile('kind = "show"'))
    is_open_to_everybody(page)
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download", exact=True).click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    checked = subprocess.run([sys.executable, "-m", "tutor", "check", str(file)], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, f"page {file}: ok\n"), checked.stderr


def test_a_page_is_drawn_again_when_its_author_saves_it(page: Page, tmp_path: Path) -> None:
    pages(tmp_path)
    file = tmp_path / f"{PAGE}.toml"
    text = file.read_text(encoding="utf-8")
    with serving(str(file), "--no-browser", serves="preview") as site:
        wait_ready(page, site.url, ".workbench")
        check = page.locator(".workbench")
        expect(check).to_contain_text("The checker has found no faults.")
        is_open_to_everybody(page)
        file.write_text(text.replace("Dice that hurt", "Saved again"), encoding="utf-8")
        expect(page.locator(".desk .head")).to_contain_text("Saved again")
        replaced = tmp_path / "draft"
        replaced.write_text(text.replace('section = "health"', f'section = "{NASTY}"'), encoding="utf-8")
        replaced.replace(file)  # as many editors save
        expect(check.locator("p.problem")).to_contain_text(f"section: no section “{NASTY}”")
        expect(page.locator(".desk .head")).to_contain_text("Saved again")
        assert page.evaluate("window.hacked") is None


def test_a_card_is_made_in_the_lab_played_at_once_and_served_as_a_set(page: Page, own: Site, tmp_path: Path) -> None:
    wait_ready(page, own.page("lab.ipynb", f"game={GAME}&players=2&seed=3"), ".workbench")
    page.get_by_role("tab", name="Cards", exact=True).click()
    page.get_by_role("combobox", name="Made from").select_option("blurred-photo")
    expect(page.get_by_label("Id", exact=True)).to_have_value("blurred-photo")
    page.get_by_label("Id", exact=True).fill("bright-light")
    page.get_by_label("Name", exact=True).fill(NASTY)
    page.get_by_label("Value", exact=True).fill("0")
    page.get_by_role("button", name="Check the card", exact=True).click()
    expect(page.locator(".workbench p.problem")).to_contain_text("value: expected at least 1")
    expect(page.get_by_label("Id", exact=True)).to_have_value("bright-light")
    page.get_by_label("Value", exact=True).fill("5")
    page.get_by_role("button", name="Check the card", exact=True).click()
    picture = page.locator(".workbench .card", has_text=NASTY)
    expect(picture).to_be_visible()
    is_open_to_everybody(page)
    page.get_by_role("button", name="Begin a game with the card", exact=True).click()
    expect(page.locator(".workbench")).to_contain_text("A new game has begun")
    page.get_by_role("button", name="Write the set", exact=True).click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download", exact=True).click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert page.evaluate("window.hacked") is None
    assert "bright-light" in find_game(GAME).load_cards(file)
