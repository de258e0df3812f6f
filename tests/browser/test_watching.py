"""Others' turns at the practice table in a real browser: piece by piece, repeated, and all at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages import (
    PHONE,
    WIDE,
    Site,
    StaticSite,
    Watch,
    is_answered,
    is_open_to_everybody,
    leave,
    new_context,
    presses,
    wait_ready,
)

pytestmark = pytest.mark.browser

COUNT = ".playback .count"


@pytest.fixture(params=[WIDE, PHONE], ids=["wide", "phone"])
def page(browser: Browser, site: Site | StaticSite, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open Shelter, where the others act right after the first turn; teaching is off, and each piece waits."""
    context = new_context(browser, pace="step", viewport=request.param)
    context.add_init_script("try { localStorage['rules-tutor/teaching:shelter'] ??= 'off' } catch {}")
    page = context.new_page()
    watch = Watch(page)
    wait_ready(page, site.page("play.ipynb", "game=shelter&seed=1"), ".ask")
    yield page
    leave(context)
    watch.saw_nothing()


def until_others_act(page: Page) -> None:
    """Press the first open option until there is more than one piece to watch."""
    for _ in range(30):
        if page.locator(".asktitle").inner_text() == "Watch what happens":
            return
        presses(page)
        is_answered(page)
    raise AssertionError("the others never do anything")


def test_each_piece_waits_for_enter_and_the_last_one_stands_above_the_question(page: Page) -> None:
    wide = page.viewport_size == WIDE
    until_others_act(page)
    title, count, told = page.locator(".asktitle"), page.locator(COUNT), page.locator(".words .say")
    expect(title).to_have_text("Watch what happens")
    of = int(count.inner_text().split()[-1])
    heard = []
    for n in range(1, of):
        expect(count).to_have_text(f"{n} of {of}")
        heard.append(told.inner_text())
        if wide and n in (1, of - 1):  # it looks at the page in all sizes
            is_open_to_everybody(page)
            page.set_viewport_size(WIDE)
        page.keyboard.press("Enter" if n % 2 else " ")
    expect(count).to_have_text(f"{of} of {of}")
    expect(page.locator(".words .before")).not_to_have_text("")
    expect(page.locator(".ask [data-open]").first).to_be_visible()
    page.get_by_role("button", name="Watch again").click()
    expect(told).to_have_text(heard[0])


def test_a_reload_in_the_middle_finds_the_question(page: Page) -> None:
    until_others_act(page)
    page.reload()
    expect(page.locator(".ask [data-open]").first).to_be_visible()
    expect(page.locator(COUNT)).to_have_count(0)


def test_the_pace_can_be_changed_while_something_is_watched(page: Page) -> None:
    until_others_act(page)
    page.locator(".playback select").select_option("once")
    expect(page.locator(".ask [data-open]").first).to_be_visible()
    page.reload()
    presses(page)
    is_answered(page)
    expect(page.locator(".asktitle")).not_to_have_text("Watch what happens")
