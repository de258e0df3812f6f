"""Storage in a real browser: two tabs, no room, no storage at all, and a reload at the wrong moment."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.pages import (
    Site,
    StaticSite,
    Watch,
    answers,
    has_more_answers,
    leave,
    new_context,
    presses,
    tool,
    wait_ready,
)
from tests.visitor import right_message
from tutor.engine.core.game import games
from tutor.lessons.course import course_of
from tutor.lessons.lesson import Lesson
from tutor.lessons.progress import lesson_key, progress_key

pytestmark = pytest.mark.browser
static = pytest.mark.static

AC = "alien_conspiracy"
PREFIX = "rules-tutor/"
COURSE = course_of(games()[AC])
FORBIDDEN = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}
"""
FULL = """
Storage.prototype.setItem = function () { throw new DOMException("no room", "QuotaExceededError"); };
"""


class Tabs:
    """Several tabs of one browser."""

    def __init__(self, context: BrowserContext, site: Site | StaticSite) -> None:
        self.context = context
        self.site = site
        self.watches: list[Watch] = []

    def opens(self, name: str, query: str) -> Page:
        page = self.context.new_page()
        self.watches.append(Watch(page))
        wait_ready(page, self.site.page(f"{name}.ipynb", query), ".ask [data-open], .steppers button")
        return page

    def close(self) -> None:
        """Close the browser, and check that nothing has gone wrong in any tab."""
        seen = [([*watch.errors], [*watch.strangers]) for watch in self.watches]
        leave(self.context)
        assert seen == [([], [])] * len(self.watches)


@pytest.fixture
def tabs(browser: Browser, site: Site | StaticSite) -> Iterator[Tabs]:
    tabs = Tabs(new_context(browser), site)
    yield tabs
    tabs.close()


def kept(page: Page) -> dict[str, str]:
    """Return what the browser stores for us."""
    found: dict[str, str] = page.evaluate("() => ({...localStorage})")
    return {key.removeprefix(PREFIX): text for key, text in found.items() if key.startswith(PREFIX)}


def takes_a_step(page: Page, lesson: Lesson) -> None:
    """Give the right answers on a page of the course until its next step begins."""
    at = lesson.at
    while lesson.at == at:
        message = right_message(lesson)
        match message["type"]:
            case "next":
                button = page.locator(".steppers .main")
            case "answer":
                button = page.locator(f'.ask [data-option="{message["option"]}"]')
            case "tool":
                button = tool(page, "Skip")
        before = page.evaluate("key => localStorage.getItem(key)", PREFIX + lesson_key(lesson.page))
        button.click()
        page.wait_for_function(
            "([key, before]) => localStorage.getItem(key) !== before", arg=[PREFIX + lesson_key(lesson.page), before]
        )
        says(lesson, message)


def says(lesson: Lesson, message: dict[str, Any]) -> None:
    match message["type"]:
        case "next":
            lesson.next()
        case "answer":
            lesson.answer(message["option"])
        case _:
            lesson.skip()


# -- two tabs


def test_two_tabs_on_one_course_keep_what_was_learnt_in_both(tabs: Tabs) -> None:
    """A press in the older tab overwrites nothing of the newer one."""
    first, second = COURSE.pages[0], COURSE.pages[1]
    one, other = (tabs.opens(AC, f"section={page.slug}") for page in (first, second))
    here, there = Lesson(first), Lesson(second)
    takes_a_step(other, there)
    takes_a_step(one, here)
    takes_a_step(other, there)
    found = kept(one)
    pages = json.loads(found[progress_key(AC)])["pages"]
    assert len(pages[first.id]["steps"]) >= 1
    assert len(pages[second.id]["steps"]) >= 1
    assert found[lesson_key(second)] == there.save()
    assert found[lesson_key(first)] == here.save()


@pytest.mark.parametrize("choice", ["Go on from there", "Keep both"])
def test_a_game_that_went_on_in_another_tab_is_asked_about_before_anything_is_written(tabs: Tabs, choice: str) -> None:
    one, two = (tabs.opens("play", f"game={AC}&seed=2") for _ in range(2))
    for _ in range(3):
        presses(two)
    newer = kept(two)[f"practice.{AC}"]
    asked = one.locator(".dialog")
    expect(asked).to_contain_text("This game was continued in another tab")
    one.locator(".ask [data-open]").first.click()
    expect(asked.get_by_role("alert")).to_contain_text("Please choose one of these options first")
    assert kept(one)[f"practice.{AC}"] == newer
    one.get_by_role("button", name=choice, exact=True).click()
    expect(asked).to_have_count(0)
    if choice == "Go on from there":
        expect(one.locator(".ask")).to_have_text(two.locator(".ask").inner_text(), use_inner_text=True)
        assert f"practice.{AC}~2" not in kept(one)
        return
    presses(one)
    assert kept(one)[f"practice.{AC}"] == newer
    assert f"practice.{AC}~2" in kept(one)
    expect(two.locator(".dialog")).to_have_count(0)
    title = one.locator(".ask").inner_text()
    one.reload()
    expect(one.locator(".ask")).to_have_text(title, use_inner_text=True)
    presses(two)
    tool(two, "Other copies: 1").click()
    two.get_by_role("button", name="Go on with this copy").click()
    expect(two.locator(".ask")).to_have_text(title, use_inner_text=True)


def test_a_review_that_went_on_in_another_tab_is_asked_about_and_no_memory_is_lost(tabs: Tabs) -> None:
    rules = list(games()[AC].book.entries)[:3]
    notes = {"noted": "", **{f"{PREFIX}missed:{AC}:{rule}:": "2020-01-01T00:00:00+00:00" for rule in rules}}
    tabs.context.add_init_script(
        "if (location.protocol === 'http:' && !('noted' in localStorage))"
        f" Object.assign(localStorage, {json.dumps(notes)})"
    )
    older, newer = (tabs.opens("review", f"game={AC}") for _ in range(2))
    for page in (older, newer):
        expect(page.locator(".apptools")).to_contain_text("Review: 3")
    before = {key: text for key, text in kept(newer).items() if key.startswith("review:")}
    assert len(before) == 3
    while before.items() <= kept(newer).items():
        presses(newer)
    theirs = kept(newer)
    asked = older.locator(".dialog")
    expect(asked).to_contain_text("This review was continued in another tab")
    older.locator(".ask [data-open]").first.click()
    assert kept(older) == theirs
    older.get_by_role("button", name="Go on from there", exact=True).click()
    expect(asked).to_have_count(0)
    expect(older.locator(".apptools")).to_contain_text("Review: 2")
    assert kept(older) == theirs


# -- no room, no storage


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=static) for name in (AC, "play", "review", "index")), "lab"]
)
@pytest.mark.parametrize(
    ("script", "said"),
    [(FORBIDDEN, "does not let pages store anything"), (FULL, "storage is full")],
    ids=["forbidden", "full"],
)
def test_a_page_that_cannot_keep_anything_plays_on_and_says_so(
    page: Page, site: Site | StaticSite, name: str, script: str, said: str
) -> None:
    page.add_init_script(script)
    query = f"game={AC}&part=drill&seed=3" if name == "review" else ""
    wait_ready(page, site.page(f"{name}.ipynb", query), ".desk .head")
    if name == "index":
        expect(page.get_by_role("alert")).to_have_count(1 if script is FORBIDDEN else 0)
        return
    presses(page)
    tool(page, "Switch between light and dark").click()
    alert = page.locator(".gone")
    if name == "review" and script is FULL:
        return  # a drill that is answered correctly leaves nothing to store
    expect(alert).to_contain_text(said)
    expect(alert).to_have_count(1)
    alert.get_by_role("button", name="Save as text").click()
    expect(page.locator(".dialog textarea")).not_to_have_value("")


def test_a_storage_that_fills_up_is_told_and_one_that_has_room_again_keeps_all(page: Page, site: Site) -> None:
    page.add_init_script(
        "const setItem = Storage.prototype.setItem;"
        "Storage.prototype.setItem = function (...what) {"
        "  if (window.full) throw new DOMException('no room', 'QuotaExceededError');"
        "  setItem.apply(this, what); };"
    )
    wait_ready(page, site.page("play.ipynb", f"game={AC}&seed=2"), ".ask [data-open]")
    presses(page)
    count = answers(page)
    page.evaluate("window.full = true")
    for _ in range(2):
        presses(page)
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("storage is full")
    expect(page.locator(".dialog")).to_have_count(0)
    assert answers(page) == count
    page.evaluate("window.full = false")
    presses(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert answers(page) > count
    asked = page.locator(".ask").inner_text()
    page.reload()
    expect(page.locator(".ask")).to_have_text(asked, use_inner_text=True)


def test_a_storage_that_is_cleared_meanwhile_is_filled_again(page: Page, site: Site) -> None:
    wait_ready(page, site.page("play.ipynb", f"game={AC}&seed=2"), ".ask [data-open]")
    presses(page)
    page.evaluate("localStorage.clear()")
    presses(page)
    asked = page.locator(".ask").inner_text()
    page.wait_for_function("game => localStorage.getItem(`rules-tutor/practice.${game}.wish`)", arg=AC)  # written last
    page.reload()
    expect(page.locator(".ask")).to_have_text(asked, use_inner_text=True)
    expect(page.get_by_role("alert")).to_have_count(0)


# -- a reload at the wrong moment


@pytest.mark.parametrize("delay", ["0", "1", "5", "20"])
def test_a_reload_within_moments_of_a_press_does_not_lose_it(page: Page, site: Site, delay: str) -> None:
    wait_ready(page, site.page("play.ipynb", f"game={AC}&seed=2"), ".ask [data-open]")
    page.wait_for_function("game => localStorage.getItem('rules-tutor/practice.' + game)", arg=AC)
    for _ in range(5):
        before = answers(page)
        title = page.locator(".ask").inner_text()
        with page.expect_navigation():
            page.evaluate(
                "delay => { document.querySelector('.ask [data-open]').click(); "
                "delay ? setTimeout(() => location.reload(), delay) : location.reload(); }",
                int(delay),
            )
        expect(page.locator(".ask [data-open]").first).to_be_visible()
        expect(page.locator(".ask")).not_to_have_text(title, use_inner_text=True)
        has_more_answers(page, before)
