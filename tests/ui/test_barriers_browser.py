"""Tables without barriers, by day and night, on a phone and at 200% zoom; and what a screen reader announces."""

import pytest
from playwright.sync_api import expect

from tests.pages import CONTRAST, HALF, PHONE, WIDE, has_no_serious_barrier, resizes
from tests.ui.shown import Laid
from tests.ui.test_touch_browser import desk_of
from tutor.engine.core.game import games
from tutor.ui.desks.index import Index
from tutor.ui.pictures.drawn import marks_of

pytestmark = pytest.mark.browser


def has_no_barrier_anywhere(laid):
    """Check both layouts with axe; a page at 200% zoom has that of a phone, so it must only not scroll sideways."""
    resizes(laid.page, **HALF)
    assert laid.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for size in (WIDE, PHONE):
        resizes(laid.page, **size)
        for scheme, rules in (("light", ""), ("dark", CONTRAST)):
            laid.page.emulate_media(color_scheme=scheme)
            laid.page.wait_for_function("() => !document.getAnimations().length")
            has_no_serious_barrier(laid.page, rules)
        assert laid.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_table_is_without_barriers(browser, game):
    laid = Laid(browser, desk_of(game, 40), marks_of(game), reduced_motion="reduce")
    has_no_barrier_anywhere(laid)
    for _ in range(laid.page.locator(".look[aria-expanded=false]").count()):
        laid.page.locator(".look[aria-expanded=false]").first.click()
    expect(laid.page.locator(".zone.aside")).to_have_count(0)
    has_no_barrier_anywhere(laid)
    laid.done()


def test_the_front_page_is_without_barriers(browser):
    laid = Laid(browser, Index().desk.state, reduced_motion="reduce")
    has_no_barrier_anywhere(laid)
    laid.done()


HEARD = """() => {
  window.heard = [];
  document.addEventListener("focusin", ({ target }) => heard.push(target.textContent));
  const watch = new MutationObserver((changes) => {
    const said = changes.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.textContent);
    heard.push(...said.filter(Boolean));
  });
  watch.observe(document.querySelector("[role=log]"), { childList: true, subtree: true });
}"""


def asking(title, *notes):
    return {
        "head": {"game": "Toy", "section": "Table"},
        "question": {"id": title, "title": title, "mode": "answer", "options": [{"id": "go", "label": "Go"}]},
        "notes": [{"id": text, "text": text} for text in reversed(notes)],
    }


def test_a_screen_reader_hears_the_question_then_the_change_then_its_result(browser):
    laid = Laid(browser, asking("Do you go?", "The day begins"), reduced_motion="reduce")
    laid.page.evaluate(HEARD)
    laid.page.locator(".ask [data-open]").focus()
    laid.page.keyboard.press("Enter")
    assert [message["option"] for message in laid.sent("answer")] == ["go"]
    laid.page.evaluate("() => { heard.length = 0; }")
    laid.show(asking("Where to now?", "The day begins", "You go to the stove", "You are no longer hungry"))
    laid.page.wait_for_function("() => heard.length >= 3")
    assert laid.page.locator(".asktitle").evaluate("(title) => title === document.activeElement")
    heard = laid.page.evaluate("heard")
    assert "Where to now?" in heard, "the focus is said at once, and what is polite waits for it"
    assert [text for text in heard if text != "Where to now?"] == ["You go to the stove", "You are no longer hungry"]
    assert laid.page.locator("[role=log]").get_attribute("aria-live") == "polite"
    follows = "(title) => title.compareDocumentPosition(document.querySelector('[role=log]')) & 4"
    assert laid.page.locator(".asktitle").evaluate(follows)
    laid.done()
