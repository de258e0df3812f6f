"""A page in three parts in a real browser: its core, its corner cases, other ways to play, and the questions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.pages import (
    PHONE,
    WIDE,
    Site,
    Watch,
    has_no_serious_barrier,
    is_answered,
    is_open_to_everybody,
    leave,
    new_context,
    reaches,
    serving,
    tool,
    wait_ready,
)

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[1] / "three_parts"
CORE_STEPS = 5
FIRST_CORNER, COMPARISON = 6, 8
"""Steps of the page, as its address counts them."""


@pytest.fixture(scope="module")
def parts() -> Iterator[Site]:
    with serving("--notebooks", str(FOLDER), "--kernels", "40") as site:
        yield site


class Learner:
    """Somebody on the page."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site

    def opens(self, step: int = 0) -> None:
        """Open the page, at a step if one is given."""
        query = "section=health" + (f"&step={step}" if step else "")
        wait_ready(self.page, self.site.page(query=query), ".desk .head")
        is_answered(self.page)

    def presses(self, target: Locator) -> None:
        target.click()
        is_answered(self.page)

    def goes_on(self) -> None:
        self.presses(self.page.locator(".steppers .main"))

    def chooses(self, label: str) -> None:
        self.presses(self.page.locator(".ask [data-option]").filter(has_text=label).first)

    def is_at(self, place: str) -> None:
        """Check in the head where the learner is."""
        expect(self.page.locator(".stepcount")).to_have_text(place)

    def takes_the_core(self) -> None:
        """Go through the core without a mistake."""
        self.goes_on()
        for _ in range(4):
            self.goes_on()
        self.presses(self.page.locator(".ask [data-option='end']"))
        self.watches()
        self.chooses("Because every attempt")
        self.goes_on()
        self.chooses("Both of the 6s")
        for _ in range(3):
            self.goes_on()
        self.chooses("Dice that show a 3")
        self.goes_on()

    def watches(self) -> None:
        """Go through what happens piece by piece, to the last piece."""
        place = self.page.locator(".playback .count")
        count = re.fullmatch(r"1 of (\d+)", place.inner_text())
        assert count
        for n in range(2, int(count[1]) + 1):
            expect(self.page.locator(".asktitle")).to_have_text("Watch what happens")
            self.presses(self.page.locator(".playback button.main"))
            expect(place).to_have_text(f"{n} of {count[1]}")
        expect(self.page.locator(".asktitle")).not_to_have_text("Watch what happens")

    @property
    def end(self) -> Locator:
        return self.page.locator(".asktitle", has_text="“Dice that hurt” is done")

    def part(self, name: str) -> Locator:
        """Return a part that is folded away at the end of the page."""
        return self.page.locator(".side > .folded details").filter(has_text=name)


@pytest.fixture
def learner(browser: Browser, parts: Site, request: pytest.FixtureRequest) -> Iterator[Learner]:
    """A learner who goes from piece to piece; `parametrize("learner", [options], indirect=True)` for the context."""
    context = new_context(browser, pace="step", **{"viewport": WIDE, **getattr(request, "param", {})})
    page = context.new_page()
    watch = Watch(page)
    yield Learner(page, parts)
    watch.saw_nothing()
    leave(context)


def test_a_page_is_done_after_its_core_and_the_rest_may_be_opened(learner: Learner) -> None:
    page = learner.page
    learner.opens()
    learner.is_at(f"step 1 of {CORE_STEPS}")
    expect(page.locator(".head .minutes")).to_have_text(re.compile(r"about \d+ minutes? in all"))
    learner.takes_the_core()
    expect(learner.end).to_be_visible()
    expect(page.locator(".words")).to_contain_text("You know how a roll is compared with your health dice.")
    expect(page.locator(".steppers .main")).to_have_text("Next: Getting a die back")
    has_no_serious_barrier(page)

    corner = learner.part("2 corner cases")
    expect(corner.get_by_role("button").first).to_be_hidden()
    corner.locator("summary").click()
    learner.presses(corner.get_by_role("button", name="What do three rolled 3s leave"))
    learner.is_at("corner case 1 of 2")
    expect(page.locator(".newtable")).to_have_text("A new table: You have only two health dice here.")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute("aria-disabled", "true")
    learner.chooses("The 5")
    learner.goes_on()
    expect(page.locator(".ask .verdict.right").first).to_contain_text("There is only one 3 to lose.")
    learner.goes_on()
    learner.is_at("corner case 2 of 2")
    expect(page.locator(".newtable")).to_have_text("A new table")
    learner.presses(page.get_by_role("button", name="Leave the corner cases"))
    expect(learner.end).to_be_visible()

    learner.part("2 corner cases").locator("summary").click()
    expect(learner.part("2 corner cases").locator("li.done")).to_have_count(1)
    learner.goes_on()
    expect(page.locator(".head h1")).to_have_text("Getting a die back")


def test_the_contents_list_all_parts_and_lead_into_them(learner: Learner) -> None:
    page = learner.page
    learner.opens()
    contents = page.locator(".contents")
    contents.locator("summary").first.click()
    expect(contents.locator("li.now")).to_contain_text("about")
    contents.get_by_text("Other ways to play: 2").click()
    has_no_serious_barrier(page)
    learner.presses(contents.get_by_role("button", name="Do two equal dice"))
    learner.is_at("way to play 1 of 2")
    learner.presses(page.get_by_role("button", name="Leave the other ways to play"))
    learner.is_at(f"step 1 of {CORE_STEPS}")


def test_a_prediction_is_closed_at_the_first_press(learner: Learner) -> None:
    learner.opens(4)
    learner.chooses("One of the 6s")
    options = learner.page.locator(".ask .open button")
    expect(options).to_have_count(2)
    for n in range(2):
        expect(options.nth(n)).to_have_attribute("aria-disabled", "true")
    expect(options.filter(has_text="your guess")).to_contain_text("One of the 6s")
    options.filter(has_text="Both").click(force=True)
    expect(options.filter(has_text="your guess")).to_contain_text("One of the 6s")


def test_who_skips_is_shown_the_answer_first(learner: Learner) -> None:
    learner.opens(5)
    learner.presses(tool(learner.page, "Skip"))
    learner.is_at(f"step 5 of {CORE_STEPS}")
    told = learner.page.get_by_text("Both of your health dice show a 3.")
    expect(told).to_have_count(1)
    learner.goes_on()
    expect(learner.end).to_be_visible()


@pytest.mark.parametrize("learner", [{"viewport": WIDE}, {"viewport": PHONE}], ids=["wide", "phone"], indirect=True)
def test_ways_to_play_are_compared_by_keyboard(learner: Learner) -> None:
    page = learner.page
    learner.opens(COMPARISON)
    group = page.get_by_role("group", name="Choose a way to play")
    ours, other = group.get_by_role("radio").all()
    expect(ours).to_be_checked()
    expect(group.locator("label").first).to_contain_text("how we play")
    expect(page.locator(".strip.verdict")).to_contain_text("Both 3s are gone.")
    expect(page.locator(".zones .fresh")).to_have_count(0)
    reaches(ours)
    page.keyboard.press("ArrowDown")
    is_answered(page)
    expect(other).to_be_checked()
    expect(other).to_be_focused()
    expect(page.locator(".strip.verdict")).to_contain_text("Only one 3 is gone.")
    expect(page.locator(".differs")).to_contain_text("Health dice 2, not 1")
    expect(page.locator(".zones .trackline.fresh, .zones .track.fresh")).to_have_count(1)
    if page.viewport_size == WIDE:  # it looks at the page in all sizes
        is_open_to_everybody(page)
        page.set_viewport_size(WIDE)
    reaches(other)
    page.keyboard.press("ArrowUp")
    is_answered(page)
    expect(ours).to_be_checked()
    expect(page.locator(".differs")).to_have_count(0)


def test_who_misses_a_question_looks_at_the_steps_about_it_and_is_done(learner: Learner) -> None:
    page = learner.page
    learner.opens()
    learner.presses(tool(page, "I know this: test me"))
    learner.is_at("question 1 of 5")
    expect(page.locator(".words .fold summary")).to_have_count(0)
    for right in ("One of them", "One that none", "No"):
        learner.chooses(right)
        learner.goes_on()
    learner.chooses("No")
    expect(page.locator(".strip.wrong")).to_contain_text("They are dice like any others, so they can.")
    learner.chooses("Yes")
    learner.goes_on()
    learner.chooses("Neither")
    learner.goes_on()
    learner.is_at("catch-up step 1 of 1")
    expect(page.locator(".asktitle")).to_have_text("What do you lose to the two 6s?")
    learner.chooses("Both of the 6s")
    for _ in range(3):
        learner.goes_on()
    expect(learner.end).to_be_visible()


def test_a_reload_shows_the_same_part(learner: Learner) -> None:
    learner.opens()
    learner.page.locator(".contents > summary").click()
    learner.page.get_by_text("2 corner cases").click()
    learner.presses(learner.page.locator(".pagelist").get_by_role("button", name="Roll a single die"))
    learner.page.reload()
    expect(learner.page.locator(".desk .head")).to_be_visible()
    learner.is_at("corner case 2 of 2")


@pytest.mark.parametrize("step", [1, FIRST_CORNER, COMPARISON])
def test_each_part_is_open_to_everybody(learner: Learner, step: int) -> None:
    learner.opens(step)
    is_open_to_everybody(learner.page)
