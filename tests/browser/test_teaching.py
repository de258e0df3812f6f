"""Teach me as we play, in a real browser: the card above the question, by mouse and keyboard, and what is stored."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages import (
    WIDE,
    Site,
    StaticSite,
    Watch,
    is_answered,
    is_open_to_everybody,
    leave,
    new_context,
    presses,
    tool,
    wait_ready,
)
from tutor.engine.core.game import find_game

pytestmark = pytest.mark.browser

AC = "alien_conspiracy"
BOOK = find_game(AC).book
AIM = BOOK["overview/goal"].intro


@pytest.fixture
def page(browser: Browser, site: Site | StaticSite) -> Iterator[Page]:
    context = new_context(browser, viewport=WIDE)
    page = context.new_page()
    watch = Watch(page)
    wait_ready(page, site.page("play.ipynb", f"game={AC}&seed=1"), ".intro")
    yield page
    leave(context)
    watch.saw_nothing()


def test_a_card_is_read_with_enter_and_the_next_comes_with_the_next_decision(page: Page) -> None:
    card, title = page.locator(".intro"), page.locator(".asktitle")
    expect(card).to_contain_text(AIM)
    expect(page.locator("[role=log]")).to_contain_text(AIM)
    assert page.locator(".intro ~ .ask").count() == 1
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(title).to_be_focused()
    page.keyboard.press("1")
    expect(card).to_be_visible()
    expect(card).not_to_contain_text(AIM)
    expect(title).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)


def test_a_card_that_was_not_read_is_there_after_a_reload_and_one_that_was_is_not(page: Page) -> None:
    page.reload()
    expect(page.locator(".intro")).to_contain_text(AIM)
    page.get_by_role("button", name="Got it").click()
    is_answered(page)
    page.reload()
    expect(page.locator(".asktitle")).to_be_visible()
    expect(page.locator(".intro").filter(has_text=AIM)).to_have_count(0)


def test_show_me_leads_to_the_step_that_teaches_it_and_enter_on_it_means_the_link(page: Page) -> None:
    link = page.locator(".intro").get_by_role("link", name="Show me")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".course h1, .head h1").first).not_to_have_text("Practice table")
    assert "section=overview" in page.url


def test_teaching_can_be_stopped_and_taken_up_again(page: Page) -> None:
    tool(page, "Stop teaching me").click()
    expect(page.locator(".intro")).to_have_count(0)
    presses(page)
    is_answered(page)
    page.reload()
    expect(page.locator(".asktitle")).to_be_visible()
    expect(page.locator(".intro")).to_have_count(0)
    tool(page, "Teach me as we play").click()
    expect(page.locator(".intro")).to_contain_text(AIM)


def test_a_refusal_tells_its_rule_again_and_every_kind_of_move_says_what_for(page: Page) -> None:
    while page.locator(".closed .try").count() == 0:
        presses(page)
    closed = page.locator(".ask > .closed .try").first
    closed.focus()
    page.keyboard.press("Enter")
    told = page.locator(".closed .tried .again")
    expect(told.first).to_be_visible()
    assert set(told.all_text_contents()) <= {entry.intro for entry in BOOK}
    page.get_by_text("What do these moves do?").click()
    expect(page.locator(".kinds dd").filter(has_text=BOOK["move/one-step"].intro)).to_be_visible()
    is_open_to_everybody(page)
