"""The review in a real browser: refusals and misses come back, and everything is stored, exported and imported."""

import json
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages import (
    PATIENCE_SECONDS,
    WIDE,
    Site,
    StaticSite,
    Watch,
    is_open_to_everybody,
    leave,
    new_context,
    reaches,
    tool,
    wait_ready,
)
from tutor.engine.core.game import games
from tutor.lessons.course import course_of
from tutor.lessons.glossary import glossary_of

pytestmark = pytest.mark.browser

AC = "alien_conspiracy"
PREFIX = "rules-tutor/"
T = datetime(2030, 1, 1, 12, tzinfo=UTC)
NASTY = "<img src=x onerror=window.hacked=1>"


def opens(page: Page, site: Site | StaticSite, query: str, at: datetime = T) -> None:
    """Open the review with the visitor's clock at `at`."""
    page.clock.set_fixed_time(at)
    wait_ready(page, site.page("review.ipynb", query), ".asktitle, .sheet, .shelf")


def kept(page: Page, start: str) -> dict[str, str]:
    """Return what the browser stores for us under keys that start like this."""
    found = page.evaluate("() => ({...localStorage})")
    return {key.removeprefix(PREFIX): text for key, text in found.items() if key.startswith(PREFIX + start)}


def keeps(page: Page, start: str, right: Callable[[dict[str, str]], bool]) -> dict[str, str]:
    """Wait until the right text is stored, because the page draws a moment earlier, and return it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not right(found := kept(page, start)):
        assert time.monotonic() < end, found
        page.wait_for_timeout(50)
    return found


def miss_a_move(page: Page, site: Site) -> str:
    """Try a closed move at the practice table, and return a rule that refused it."""
    page.clock.set_fixed_time(T)
    wait_ready(page, site.page("play.ipynb", f"game={AC}&seed=2"), ".ask [data-open]")
    closed = page.locator(".ask .closed [data-option]")
    for _ in range(6):
        if closed.count():
            break
        title = page.locator(".asktitle").inner_text()
        page.locator(".ask [data-open]").first.click()
        expect(page.locator(".asktitle")).not_to_have_text(title)
    closed.first.click(force=True)
    return next(iter(keeps(page, "missed:", bool))).split(":")[2]


def answers(page: Page) -> None:
    """Press answers until the question is taken."""
    for _ in range(12):
        if page.locator(".steppers .main").count():
            return
        left = page.locator(".ask [data-open]")
        count, title = left.count(), page.locator(".asktitle").inner_text()
        left.first.click()
        page.wait_for_function(
            """([count, title]) => document.querySelector(".steppers .main")
                || document.querySelector(".asktitle").textContent !== title
                || document.querySelectorAll(".ask [data-open]").length !== count""",
            arg=[count, title],
        )
    raise AssertionError("the question does not end")


def test_a_refusal_met_at_the_table_comes_back_is_missed_again_and_outlives_a_reload(page: Page, site: Site) -> None:
    rule = miss_a_move(page, site)
    opens(page, site, f"game={AC}", T + timedelta(minutes=1))
    expect(page.locator(".asktitle")).to_have_text("Nothing is due")
    expect(page.locator(".asktop p")).to_have_text("The next rule is due in 9 minutes.")
    keeps(page, "missed:", lambda notes: not notes)
    page.clock.set_fixed_time(T + timedelta(minutes=11))
    page.reload()
    expect(page.locator(".apptools")).to_contain_text(re.compile(r"Review: \d"))
    waiting = kept(page, f"review:{AC}:")
    answers(page)
    expect(page.locator(".ask .strip")).to_contain_text(re.compile(r"\w"))
    before = keeps(page, f"review:{AC}:", lambda cards: cards != waiting)
    assert rule in {key.split(":")[2] for key in before}
    expect(page.get_by_role("link", name="The page that teaches this rule")).to_have_attribute(
        "href", re.compile(rf"^{AC}\.ipynb\?section=")
    )
    page.reload()
    expect(page.locator(".asktitle")).to_be_visible()
    assert kept(page, f"review:{AC}:") == before
    page.clock.set_fixed_time(T + timedelta(days=40))
    page.reload()
    expect(page.locator(".apptools")).to_contain_text(re.compile(r"Review: \d"))


def test_a_quiz_missed_in_the_course_is_asked_again(page: Page, site: Site) -> None:
    taught, n = next(
        (one, n) for one in course_of(games()[AC]).pages for n, step in enumerate(one.step) if step.kind == "quiz"
    )
    page.clock.set_fixed_time(T)
    wait_ready(page, site.page(f"{AC}.ipynb", f"section={taught.slug}&step={n + 1}"), ".ask [data-open]")
    wrong = next(k for k, option in enumerate(taught.step[n].options) if not option.right)
    page.locator(f'.ask [data-option="{wrong}"]').click()
    expect(page.locator(".ask .strip.wrong")).to_be_visible()
    opens(page, site, f"game={AC}", T + timedelta(hours=1))
    expect(page.locator(".asktitle")).to_have_text(taught.step[n].prompt)


def test_what_is_exported_is_taken_in_by_another_browser_and_nonsense_by_none(
    page: Page, browser: Browser, site: Site
) -> None:
    miss_a_move(page, site)
    opens(page, site, f"game={AC}", T)
    tool(page, "Export").click()
    text = page.locator(".dialog textarea").input_value()
    mine = kept(page, "review:")
    context = new_context(browser)
    other = context.new_page()
    watch = Watch(other)
    opens(other, site, "")
    for nonsense in ("", "{", NASTY, json.dumps({**json.loads(text), "format": 99})):
        tool(other, "Import").click()
        other.locator(".dialog textarea").fill(nonsense)
        other.get_by_role("button", name="Import this text").click()
        expect(other.locator(".dialog .problem")).to_have_count(1)
        expect(other.locator(".dialog textarea")).to_have_value(nonsense)
        opens(other, site, "")  # so that the next complaint cannot be this one
    assert kept(other, "review:") == {}
    tool(other, "Import").click()
    other.locator(".dialog textarea").fill(text)
    other.get_by_role("button", name="Import this text").click()
    expect(other.locator(".dialog h2")).to_have_text("Imported")
    keeps(other, "review:", mine.__eq__)
    assert other.evaluate("window.hacked") is None
    leave(context)
    watch.saw_nothing()


def test_an_answer_that_comes_late_does_not_take_the_words_from_under_the_fingers(page: Page, site: Site) -> None:
    opens(page, site, "")
    tool(page, "Import").click()
    page.locator(".dialog textarea").fill("the first try")
    page.evaluate("""() => {
        const field = document.querySelector(".dialog textarea");
        field.closest(".dialog").querySelector(".buttons button").click();
        field.value = "the second";
        field.focus();
    }""")
    expect(page.locator(".dialog .problem")).to_be_visible()
    expect(page.locator(".dialog textarea")).to_have_value("the second")


@pytest.mark.static
def test_a_drill_is_answered_with_the_keyboard_alone_and_its_address_leads_back(
    page: Page, site: Site | StaticSite
) -> None:
    opens(page, site, f"game={AC}&part=drill&seed=3")
    first = page.locator(".ask").inner_text()
    for _ in range(12):
        if page.locator(".steppers .main").count():
            break
        count = page.locator(".ask [data-open]").count()
        title = page.locator(".asktitle").inner_text()
        page.keyboard.press(page.locator(".ask [data-open]").first.get_attribute("aria-keyshortcuts"))
        page.wait_for_function(
            """([count, title]) => document.querySelector(".steppers .main")
                || document.querySelector(".asktitle").textContent !== title
                || document.querySelectorAll(".ask [data-open]").length !== count""",
            arg=[count, title],
        )
    reaches(page.locator(".steppers .main"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("seed=4"))
    page.goto(page.url.replace("seed=4", "seed=3"))
    expect(page.locator(".ask")).to_have_text(first, use_inner_text=True)


@pytest.mark.parametrize("part", ["", "drill", "refresh", "card", "words", "rules"])
def test_there_is_no_serious_barrier(page: Page, site: Site, part: str) -> None:
    page.set_viewport_size(WIDE)
    opens(page, site, f"game={AC}&part={part}&seed=2" if part else "")
    is_open_to_everybody(page)
    expect(page.get_by_role("main")).to_have_count(1)


@pytest.mark.parametrize("game", games())
def test_a_cue_card_is_printed_on_one_side(page: Page, site: Site, game: str) -> None:
    opens(page, site, f"game={game}&part=card")
    for size in ({"format": "A4"}, {"format": "Letter"}):
        printed = page.pdf(**size, margin=dict.fromkeys(("top", "right", "bottom", "left"), "11mm"))
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
    page.emulate_media(media="print")
    for hidden in (".head", ".bench", ".noprint", ".cue .chip"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".cuepart").last).to_be_visible()


def test_a_word_in_another_sense_is_not_underlined(page: Page, site: Site) -> None:
    """To look at a card is an action, but what the cards look like has nothing to do with it."""
    taught = next(one for one in course_of(games()[AC]).pages if one.slug == "overview")
    n = next(n for n, step in enumerate(taught.step) if "look like" in step.text)
    wait_ready(page, site.page(f"{AC}.ipynb", f"section=overview&step={n + 1}"), ".words")
    expect(page.locator(".words")).to_contain_text("look like")
    expect(page.locator(".words .term").filter(has_text="look")).to_have_count(0)


def test_a_word_of_the_game_is_explained_where_it_stands_by_key_and_by_press(page: Page, site: Site) -> None:
    taught, n = next(
        (one, n)
        for one in course_of(games()[AC]).pages
        for n, step in enumerate(one.step)
        if glossary_of(games()[AC]).found([step.text])
    )
    wait_ready(page, site.page(f"{AC}.ipynb", f"section={taught.slug}&step={n + 1}"), ".words .term")
    term = page.locator(".words .term").first
    expect(term).to_have_attribute("aria-expanded", "false")
    reaches(term)
    page.keyboard.press("Enter")
    expect(term).to_have_attribute("aria-expanded", "true")
    panel = page.locator(f"#{term.get_attribute('aria-controls')}")
    expect(panel).to_be_visible()
    expect(panel.locator(".chip")).to_be_visible()
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
