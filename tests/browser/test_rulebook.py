"""The rulebooks' page in a real browser: moving on the map by keyboard, and opening, following and closing a rule."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages import CONTRAST, PHONE, WIDE, Site, has_no_serious_barrier, wait_ready
from tutor.engine.core.game import games

pytestmark = pytest.mark.browser

each_game = pytest.mark.parametrize("game", games().values(), ids=games())


def opens(page: Page, site: Site, query: str) -> None:
    wait_ready(page, site.page("rulebook.ipynb", query), ".rulemap .filters")


@each_game
def test_every_rule_is_a_cell_and_nothing_stands_in_the_way(page: Page, site: Site, game) -> None:
    page.set_viewport_size(WIDE)
    opens(page, site, f"game={game.id}")
    expect(page.locator("[data-rule]")).to_have_count(len(game.book.rule))
    has_no_serious_barrier(page)
    page.emulate_media(color_scheme="dark")
    for lens in ("Enforced", "Reached"):
        page.get_by_label(lens, exact=True).check(force=True)
        has_no_serious_barrier(page, CONTRAST)


def test_a_rule_is_found_opened_and_followed_to_its_step(page: Page, site: Site) -> None:
    game = next(iter(games().values()))
    opens(page, site, f"game={game.id}")
    entry = next(entry for entry in game.book if entry.enforceable and entry.id in game.rules)
    page.get_by_role("searchbox").fill(entry.id)
    page.locator(f'[data-rule="{entry.id}"]').click()
    panel = page.locator(".rulepanel.chosen")
    expect(panel).to_contain_text(entry.id)
    expect(panel).to_contain_text(entry.source)
    assert f"rule={entry.id.replace('/', '%2F')}" in page.url
    for kind in ("scenario", "code"):
        panel.locator(f"details.{kind} summary").first.click()
        expect(panel.locator(f"details.{kind} pre").first).to_contain_text(entry.id)
    page.reload()
    expect(page.locator(".rulepanel.chosen")).to_contain_text(entry.id)
    page.locator(".rulepanel.chosen .facts a").first.click()
    expect(page.locator(".asktitle")).to_be_visible()
    expect(page.locator(".stepcount")).to_be_visible()


def test_the_map_is_walked_with_the_arrow_keys(page: Page, site: Site) -> None:
    page.set_viewport_size(WIDE)
    game = next(iter(games().values()))
    opens(page, site, f"game={game.id}")
    ids = [entry.id for section in game.book.sections for entry in game.book if entry.section == section.slug]
    here = page.locator("[data-rule]:focus")
    page.locator("[data-rule]").first.focus()
    assert page.locator('[data-rule][tabindex="0"]').count() == 1
    for key, at in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", -1),
        ("ArrowRight", -1),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(here).to_have_attribute("data-rule", ids[at])
    before = here.bounding_box()
    page.keyboard.press("ArrowDown")
    after = here.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] > before["y"]
    page.keyboard.press("ArrowUp")
    expect(here).to_have_attribute("data-rule", ids[0])
    page.keyboard.press("Enter")
    expect(page.locator(".rulepanel.chosen .ruleid")).to_have_text(ids[0])
    page.locator(".rulepanel.chosen").get_by_role("button", name="Close").press("Enter")
    expect(here).to_have_attribute("data-rule", ids[0])
    expect(page.locator(".rulepanel.chosen")).to_have_count(0)


def test_a_filter_leaves_the_rules_that_fit_on_the_map_and_in_the_table(page: Page, site: Site) -> None:
    game = next(iter(games().values()))
    opens(page, site, f"game={game.id}")
    unclear = [entry.id for entry in game.book if entry.unclear]
    page.locator("select[name=show]").select_option("unclear")
    expect(page.locator("[data-rule]")).to_have_count(len(unclear))
    expect(page.locator(".faint")).to_have_count(len(game.book.rule) - len(unclear))
    expect(page.locator(".count")).to_have_text(f"{len(unclear)} of {len(game.book.rule)} rules")
    page.locator(".maptwin summary").click()
    expect(page.locator(".maptwin tbody tr")).to_have_count(len(unclear))
    page.get_by_role("searchbox").fill("no such word")
    expect(page.locator("[data-rule]")).to_have_count(0)


def test_another_game_is_laid_out_in_place(page: Page, site: Site) -> None:
    first, *_, last = games().values()
    opens(page, site, f"game={first.id}")
    page.locator("select[name=game]").select_option(last.id)
    expect(page.locator("[data-rule]")).to_have_count(len(last.book.rule))
    assert page.url.endswith(f"?game={last.id}")


def test_the_register_names_every_unclear_rule_with_its_readings(page: Page, site: Site) -> None:
    game = next(iter(games().values()))
    page.set_viewport_size(WIDE)
    opens(page, site, f"game={game.id}")
    page.get_by_role("button", name="Unclear rules").click()
    unclear = [entry for entry in game.book if entry.unclear]
    expect(page.locator(".register > li")).to_have_count(len(unclear))
    for entry in unclear:
        box = page.locator(".register > li").filter(has_text=re.compile(re.escape(entry.id)))
        expect(box.locator(".ours")).to_have_count(1)
        expect(box.locator(".readings li")).to_have_count(max(1, len(entry.options)))
    has_no_serious_barrier(page)


def test_the_page_fits_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)
    game = next(iter(games().values()))
    opens(page, site, f"game={game.id}")
    page.locator("[data-rule]").first.click()
    expect(page.locator(".rulepanel.chosen")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    has_no_serious_barrier(page)


def test_a_reading_is_measured_and_another_measurement_cancelled(page: Page, site: Site) -> None:
    page.set_viewport_size(WIDE)
    opens(page, site, "game=alien_conspiracy&view=unclear")
    box = page.locator('[data-unclear="health/several-equal-rolls"]')
    box.locator(".doubt > summary").click()
    box.get_by_label("Bots").select_option("random")
    box.get_by_role("button", name="Measure").click()
    measured = box.locator(".measured")
    expect(measured).to_have_attribute("data-state", "done")
    expect(measured.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "200")
    expect(measured.locator(".verdictline")).to_contain_text(
        re.compile("figures? differs?:|no difference that matters|too few to tell|came out differently")
    )
    expect(measured.locator("tbody tr").first).to_contain_text(re.compile(r"[−+]?\d.* to "))
    has_no_serious_barrier(page)
    box.get_by_label("Games per side").select_option("2000")
    box.get_by_role("button", name="Measure").click()
    measured.get_by_role("button", name="Cancel").click()
    expect(measured).to_have_attribute("data-state", "cancelled")
    expect(measured.get_by_role("button", name="Cancel")).to_have_count(0)
