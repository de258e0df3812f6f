"""The desert on the practice table: closed cells give reasons, open ones take the tile, and the map keeps the focus."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages import Site, StaticSite, wait_ready

pytestmark = pytest.mark.browser

MOST_ANSWERS = 12
KEPT = "localStorage['rules-tutor/practice.doppelganger']"
"""Return the game as the browser stores it, which changes with every answer."""


@pytest.mark.static
def test_the_desert_is_played_by_pressing_its_cells(page: Page, site: Site | StaticSite) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})
    cell = '.tilemap-frame [role="button"]'
    wait_ready(page, site.page("play.ipynb", "game=doppelganger&players=4&seed=3"), cell)
    hand = page.locator(".tilemap-hand")
    for _ in range(MOST_ANSWERS):
        if hand.is_visible():
            break
        kept = page.evaluate(KEPT)
        scout = page.locator(".ask [data-open]", has_text="Scout")
        (scout if scout.count() else page.locator(".ask [data-open]")).first.click()
        page.wait_for_function(f"(before) => {KEPT} !== before", arg=kept)

    refused = page.locator(f'{cell}[aria-label^="S1:"]')
    refused.click()
    expect(page.locator(".tilemap-call")).to_contain_text("fits beside the Team, so it has to be placed there")
    expect(page.locator(".closed .tried").first).to_be_visible()

    legal = page.locator('.tilemap-frame [aria-label*="the tile fits "]').first
    name = legal.get_attribute("aria-label").partition(":")[0]
    legal.click()
    placed = page.locator(f'{cell}[aria-label^="{name}:"]')
    expect(placed).not_to_have_attribute("aria-label", re.compile("the tile fits"))
    expect(hand).to_be_hidden()
    expect(placed).to_be_focused()
