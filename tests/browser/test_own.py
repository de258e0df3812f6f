"""Card sets and pages of one's own in a real browser, served beside ours."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.own import GAME, card_set
from tests.pages import Site, has_no_serious_barrier, is_answered, serving, tool, wait_ready

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that was started with a card set of one's own."""
    cards: Path = card_set(tmp_path_factory.mktemp("own") / "mine")
    with serving("--cards", f"{GAME}={cards}") as site:
        yield site


def test_a_game_is_begun_and_played_on_with_cards_of_ones_own(page: Page, own: Site) -> None:
    wait_ready(page, own.page("play.ipynb", f"game={GAME}&players=2&seed=3"), ".desk .head")
    tool(page, "New game").click()
    page.get_by_role("combobox", name="Cards", exact=True).select_option("mine")
    has_no_serious_barrier(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_text("your own set “mine”")).to_have_count(1)
    page.locator(".ask [data-open]").first.click()
    is_answered(page)
    page.reload()
    expect(page.get_by_text("your own set “mine”")).to_have_count(1)

    tool(page, "Lab").click()
    expect(page.locator(".workbench")).to_be_visible()
    page.get_by_role("tab", name="Scene", exact=True).click()
    expect(page.get_by_label("The scene as text")).to_have_value(re.compile('card_set = "mine"'))
