"""The desert on the practice table: a cell says why not, a legal one takes the tile, and the focus stays on the map."""

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import Watch, serving

pytestmark = pytest.mark.browser

MOST_ANSWERS = 12
KEPT = "localStorage['rules-tutor/practice.doppelganger']"
"""The game as the browser keeps it: it changes with every answer."""


def test_the_desert_is_played_by_pressing_its_cells(browser: Browser) -> None:
    with serving("--kernels", "40") as site:
        context = browser.new_context(viewport={"width": 1280, "height": 1000})
        page = context.new_page()
        watch = Watch(page)
        page.goto(site.page("play.ipynb", "game=doppelganger&players=4&seed=3"))
        cells = page.locator('.tilemap-frame [role="button"]')
        expect(cells.first).to_be_visible(timeout=60_000)

        hand = page.locator(".tilemap-hand")
        for _ in range(MOST_ANSWERS):
            if hand.is_visible():
                break
            kept = page.evaluate(KEPT)
            scout = page.locator(".ask [data-open]", has_text="Scout")
            (scout if scout.count() else page.locator(".ask [data-open]")).first.click()
            page.wait_for_function(f"(before) => {KEPT} !== before", arg=kept)

        refused = page.locator('.tilemap-frame [role="button"][aria-label^="S1:"]')
        refused.click()
        expect(page.locator(".tilemap-call")).to_contain_text("step 1 comes first")
        expect(page.locator(".closed .tried").first).to_be_visible()

        legal = page.locator('.tilemap-frame [aria-label*="the tile fits, turned"]').first
        name = legal.get_attribute("aria-label").partition(":")[0]
        legal.click()
        placed = page.locator(f'.tilemap-frame [role="button"][aria-label^="{name}:"]')
        expect(placed).not_to_have_attribute("aria-label", f"{name}: the tile fits, turned 0°")
        expect(hand).to_be_hidden()
        expect(placed).to_be_focused()
        context.close()
        watch.saw_nothing()
