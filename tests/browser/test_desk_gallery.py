"""The desk in a real browser, with states written by hand: what a visitor sees, presses and hears."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.pages import (
    CONTRAST,
    PHONE,
    SMALLEST,
    WIDE,
    Site,
    Watch,
    comes_to_rest,
    has_no_serious_barrier,
    is_answered,
    leave,
    new_context,
    resizes,
    serving,
    tool,
    whatever_font,
)

pytestmark = pytest.mark.browser

GALLERY = Path(__file__).parents[1] / "gallery"
STATES = ("roswell", "conspiracy", "quiz", "quiz-answered", "long", "many", "sixteen", "reading", "saving", "graph")


@pytest.fixture(scope="module")
def gallery() -> Iterator[Site]:
    with serving("--notebooks", str(GALLERY), "--kernels", "40") as site:
        yield site


class Visit:
    """A visitor who looks at one state after another, without a new page and kernel for each."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.context = context
        self.page = context.new_page()
        self.watch = Watch(self.page)
        self.site = site
        self.size = self.page.viewport_size or WIDE

    def load(self, state: str) -> Page:
        """Load the page of a state."""
        self.page.goto(self.site.page(query=f"state={state}"))
        expect(self.page.locator(".desk .head")).to_be_visible()
        return self.page

    def open(self, state: str) -> Page:
        """Show a state, if possible on the page that is there: first nothing at all, so that nothing of it stays."""
        if self.page.url == "about:blank":
            return self.load(state)
        self.ask_for("nothing")
        expect(self.page.locator(".desk *")).to_have_count(1)
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(color_scheme="light")
        self.page.mouse.move(-1, -1)
        self.page.evaluate("scrollTo(0, 0)")
        self.ask_for(state)
        expect(self.page.locator(".desk .head")).to_be_visible()
        comes_to_rest(self.page)
        return self.page

    def ask_for(self, state: str) -> None:
        """Tell the gallery to show a state, as if there were a tool for it."""
        press = "(desk, id) => desk.dispatchEvent(new CustomEvent('desk-press', { detail: { type: 'tool', id } }))"
        self.page.locator(".desk").evaluate(press, state)
        is_answered(self.page)


Options = tuple[Browser, str]


@pytest.fixture(scope="module")
def visits() -> Iterator[dict[Options, Visit]]:
    """The visits that go on after a test, by the browser and the options of its context."""
    kept: dict[Options, Visit] = {}
    yield kept
    for visit in kept.values():
        leave(visit.context)


@pytest.fixture
def visit(
    browser: Browser, gallery: Site, visits: dict[Options, Visit], request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """A visit; `parametrize("visit", [options], indirect=True)` gives the browser context its options.

    It goes on from test to test, unless one fails. A test that leaves something behind which only the page knows, such
    as an open rule, or that looks at what is stored, asks for a `first_visit`.
    """
    options = {"viewport": WIDE, **getattr(request, "param", {})}
    failed = request.session.testsfailed
    visit = visits.pop((browser, str(options)), None) or Visit(new_context(browser, **options), gallery)
    yield visit
    visit.watch.saw_nothing()
    if request.session.testsfailed == failed:
        visits[browser, str(options)] = visit
    else:
        leave(visit.context)


@pytest.fixture
def first_visit(browser: Browser, gallery: Site, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A visit that begins with this test and ends with it."""
    visit = Visit(new_context(browser, **{"viewport": WIDE, **getattr(request, "param", {})}), gallery)
    yield visit
    visit.watch.saw_nothing()
    leave(visit.context)


def option(page: Page, name: str) -> Locator:
    return page.locator(".open").get_by_role("button", name=re.compile(name))


def closed(page: Page, name: str) -> Locator:
    return page.locator(".closed").get_by_role("button", name=name, exact=True)


def title(page: Page) -> Locator:
    return page.locator(".asktitle")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.textContent")


def places(page: Page, *selectors: str) -> list[dict[str, float]]:
    """Return where on the page the first element of each selector is."""
    return [page.locator(selector).first.bounding_box() for selector in selectors]


# patching


def test_an_answer_keeps_the_elements_that_stay(visit: Visit) -> None:
    page = visit.open("roswell")
    page.evaluate("window.kept = [...document.querySelectorAll('.desk .card, .open button, .line li, .notes')]")
    option(page, "^1 spoint").click()
    expect(title(page)).to_have_text("Question number 2")
    assert page.evaluate("window.kept.length > 20 && window.kept.every((element) => element.isConnected)")


def test_focus_and_scroll_stay_where_they_were_when_someone_else_moves_on(visit: Visit) -> None:
    page = visit.open("roswell")
    page.get_by_role("button", name="Redo").focus()
    page.set_viewport_size({"width": 1280, "height": 500})
    page.mouse.wheel(0, 200)
    page.wait_for_function("scrollY === 200")
    page.get_by_label("Yes").dispatch_event("click")
    expect(page.get_by_label("Yes")).to_be_checked()
    assert focused(page) == "Redo"
    assert page.evaluate("scrollY") == 200


def test_after_an_answer_the_focus_is_on_the_question(visit: Visit) -> None:
    page = visit.open("roswell")
    option(page, "^No spoints").click()
    expect(title(page)).to_be_focused()
    expect(title(page)).to_have_text("Question number 2")


def test_a_fold_the_learner_opened_stays_open(visit: Visit) -> None:
    page = visit.open("roswell")
    page.get_by_text("What the rulebook says").click()
    option(page, "^No spoints").click()
    expect(title(page)).to_have_text("Question number 2")
    expect(page.locator(".words details")).to_have_attribute("open", "")


@whatever_font
@pytest.mark.parametrize("visit", [{"viewport": WIDE}, {"viewport": PHONE}], indirect=True, ids=["wide", "phone"])
def test_nothing_jumps_from_question_to_question(visit: Visit) -> None:
    page = visit.open("roswell")
    page.get_by_label("Yes").check()
    parts = (".words", ".ask", ".asktitle", ".open button", ".closed li", ".zones", ".apart", ".notes")
    before = places(page, *parts)
    for number in (2, 3, 4):
        option(page, "^No spoints").click()
        expect(title(page)).to_have_text(f"Question number {number}")
        page.evaluate("scrollTo(0, 0)")
        assert places(page, *parts) == before


@whatever_font
@pytest.mark.parametrize("visit", [{"viewport": WIDE}, {"viewport": PHONE}], indirect=True, ids=["wide", "phone"])
def test_answering_a_quiz_moves_no_answer(visit: Visit) -> None:
    page = visit.open("quiz")
    answers = (".open li:nth-child(1)", ".open li:nth-child(2)", ".open li:nth-child(3)")
    if page.viewport_size == WIDE:  # on a phone, the table is higher up until there is a verdict
        answers += (".notes",)
    before = places(page, *answers)
    option(page, "After a hit").click()
    expect(page.get_by_text("A hit opens the moment")).to_be_visible()
    assert places(page, *answers) == before
    last, strip = places(page, ".open li:nth-child(3)", ".strip")
    assert strip["y"] >= last["y"] + last["height"]
    expect(page.locator(".open .verdict b").filter(has_text=re.compile("Right|No"))).to_have_count(3)


# keyboard


def test_digits_answer_and_letters_undo_and_redo(visit: Visit) -> None:
    page = visit.open("roswell")
    page.keyboard.press("1")
    expect(page.locator(".notes li").first).to_contain_text("Answer 1: 1.")
    page.keyboard.press("u")
    expect(title(page)).to_have_text("How many spoints on damage?")
    page.keyboard.press("r")
    expect(title(page)).to_have_text("Question number 2")


def test_keys_do_nothing_while_typing_or_with_a_modifier(visit: Visit) -> None:
    page = visit.open("saving")
    page.locator("textarea").fill("")
    page.locator("textarea").press_sequentially("1ur2")
    expect(page.locator("textarea")).to_have_value("1ur2")
    title(page).focus()
    page.keyboard.press("Control+1")
    page.keyboard.press("Alt+u")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".dialog")).to_have_count(0)
    expect(title(page)).to_have_text("Ada, what now?")


def test_the_order_of_focus_is_the_order_of_reading(first_visit: Visit) -> None:
    page = first_visit.load("roswell")
    seen = []
    for _ in range(24):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.closest('.head, .words, .ask, .left, .notes, .twin')?.className")
        )
    parts = [part.split(" ")[0] for part in dict.fromkeys(seen) if part]
    assert parts == ["head", "words", "ask", "left", "notes"]


# the head and its menu


@whatever_font
@pytest.mark.parametrize("state", ["conspiracy", "roswell"])
def test_the_head_is_one_row_the_turn_is_in_it_or_below_and_nothing_runs_off_the_edge(visit: Visit, state: str) -> None:
    page = visit.open(state)
    for width in (1440, 1280, 1000, 800, 390, 320):
        resizes(page, width, 800)
        line = page.locator(".line").bounding_box()
        assert line["height"] <= 26, width
        assert page.locator(".head").bounding_box()["height"] <= (50 if width >= 1280 else 50 + line["height"]), width
        here = page.locator(".line .now").bounding_box()
        assert line["y"] <= here["y"] < line["y"] + line["height"], width
        over = page.evaluate(OVER_THE_EDGE)
        assert not over, (width, over)


OVER_THE_EDGE = """() => [...document.querySelectorAll(".head *, .line li, .words *, .ask *")]
  .filter((it) => it.checkVisibility() && !it.closest(".sr") && it.getBoundingClientRect().right > innerWidth + 1)
  .map((it) => it.outerHTML.slice(0, 80))"""


def test_the_menu_is_gone_through_by_keyboard_and_gives_the_focus_back(visit: Visit) -> None:
    page = visit.open("conspiracy")
    menu, button = page.locator(".menu"), page.locator(".more > summary")
    button.focus()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    has_no_serious_barrier(page)
    for label in ("Ada", "Ben", "Cy", "Everything", "Save or load"):
        page.keyboard.press("ArrowDown")
        assert focused(page).startswith(label)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert focused(page) == "Switch between light and dark"
    page.keyboard.press("Tab")
    expect(menu).to_be_hidden()


def test_the_menu_folds_up_when_something_else_is_pressed(visit: Visit) -> None:
    page = visit.open("conspiracy")
    button = page.locator(".more > summary")
    button.click()
    page.locator(".menu .label").click()
    expect(page.locator(".menu")).to_be_visible()
    page.locator(".table .legend").click()
    expect(page.locator(".menu")).to_be_hidden()


# closed options


@whatever_font
def test_pressing_a_closed_option_moves_nothing_and_says_why(visit: Visit) -> None:
    page = visit.open("roswell")
    parts = (".ask", ".open button", ".closed li", ".zones", ".notes")
    before = places(page, *parts)
    button = closed(page, "4 of the Colonel's")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)  # it is aria-disabled, but can be pressed all the same
    expect(page.get_by_role("log")).to_contain_text("Needs 4 spoints, Colonel has 2.")
    assert places(page, *parts) == before
    expect(title(page)).to_have_text("How many spoints on damage?")
    expect(button).to_be_focused()
    described = button.get_attribute("aria-describedby")
    expect(page.locator(f"[id='{described}']")).to_contain_text("Needs 4 spoints, Colonel has 2.")


def test_a_fix_leads_to_the_option_that_does_it(visit: Visit) -> None:
    page = visit.open("roswell")
    page.get_by_role("link", name="Ask Ben for 2 of his 5").click()
    expect(option(page, "ask Ben for 2")).to_be_focused()


def test_a_closed_place_on_the_table_says_why_too(visit: Visit) -> None:
    page = visit.open("conspiracy")
    page.get_by_role("region", name="Place 5").get_by_role("button", name="Move to 5").click(force=True)
    expect(page.get_by_role("log")).to_contain_text("More than one step from 3.")
    page.get_by_role("region", name="Place 2").get_by_role("button", name="Move to 2").click()
    expect(page.locator(".notes li").first).to_contain_text("Answer 1: to 2.")


def test_many_closed_options_fold_and_the_one_just_tried_stays_in_view(visit: Visit) -> None:
    page = visit.open("long")
    fold = page.get_by_text("13 more not allowed, and why")
    expect(closed(page, "Closed card 9")).to_be_hidden()
    fold.click()
    closed(page, "Closed card 9").click(force=True)
    fold.click()
    expect(closed(page, "Closed card 9")).to_be_in_viewport()
    expect(page.get_by_text("Needs 9 popcorn, you have 1.").last).to_be_visible()
    expect(page.get_by_text("12 more not allowed, and why")).to_be_visible()


@pytest.mark.parametrize("visit", [{"viewport": WIDE}, {"viewport": PHONE}], indirect=True, ids=["wide", "phone"])
def test_a_wall_of_options_scrolls_by_itself_and_one_is_found_by_typing(visit: Visit) -> None:
    page = visit.open("many")
    size = page.viewport_size
    assert size is not None
    assert page.locator(".many").bounding_box()["height"] <= size["height"] / 2
    expect(page.locator(".many [data-open]")).to_have_count(59)
    seek = page.get_by_role("searchbox", name="Search 59 options")
    seek.fill("tool 4")
    expect(page.locator(".many [data-open]")).to_have_count(11)
    expect(page.get_by_role("status")).to_have_text("11 found")
    seek.press("Enter")
    expect(title(page)).to_have_text("What do you say?")
    seek.fill("TOOL 47")
    seek.press("Enter")
    expect(title(page)).to_have_text("Question number 2")
    expect(page.locator(".notes li").first).to_contain_text("Answer 1: say 47.")
    expect(seek).to_have_value("")


@pytest.mark.parametrize("visit", [{"viewport": PHONE}], indirect=True)
def test_sixteen_options_leave_room_for_the_table_on_a_phone(visit: Visit) -> None:
    page = visit.open("sixteen")
    assert page.locator(".several").bounding_box()["height"] <= 0.3 * PHONE["height"] + 1
    assert page.locator(".table").bounding_box()["y"] < 0.8 * PHONE["height"]
    has_no_serious_barrier(page)
    option(page, "^Go to place 15").click()
    expect(title(page)).to_have_text("Question number 2")


@pytest.mark.parametrize("visit", [{"viewport": PHONE}], indirect=True)
def test_all_closed_options_fold_on_a_phone_and_the_one_just_tried_comes_out(visit: Visit) -> None:
    page = visit.open("conspiracy")
    expect(page.get_by_text("5 not allowed, and why")).to_be_visible()
    expect(closed(page, "Move to 5")).to_be_hidden()
    page.get_by_role("region", name="Place 5").get_by_role("button", name="Move to 5").click(force=True)
    expect(closed(page, "Move to 5")).to_be_in_viewport()
    page.set_viewport_size(WIDE)
    expect(page.locator(".closed").get_by_role("button", name="Move to 1")).to_be_visible()


@pytest.mark.parametrize("first_visit", [{"viewport": WIDE}, {"viewport": PHONE}], indirect=True, ids=["wide", "phone"])
def test_a_slot_that_answers_is_pressed_beside_its_cards(first_visit: Visit) -> None:
    """If the card in a slot stands for no option, the slot is pressed; otherwise, the card is."""
    page = first_visit.load("slots")
    first, second = page.locator(".slot").nth(0), page.locator(".slot").nth(1)
    first.locator(".card").first.click(position={"x": 20, "y": 30}, force=True)
    expect(page.locator(".notes li").first).to_contain_text("Answer 1: slot 1.")
    page.reload()
    page.locator(".slot .card .pick").click()
    expect(page.locator(".notes li").first).to_contain_text("Answer 1: card.")
    assert second.locator(".pick").count()


def test_options_closed_for_the_same_reason_share_it(visit: Visit) -> None:
    page = visit.open("conspiracy")
    expect(page.locator(".closed li")).to_have_count(2)
    expect(page.locator(".closed li").first.get_by_role("button")).to_have_text(
        ["Move to 1", "Move to 4", "Move to 5", "Move to 6", "moving/one-step"]
    )


def test_a_rule_opens_in_place_with_its_reading_and_its_page(visit: Visit) -> None:
    page = visit.open("roswell")
    chip = page.locator(".closed li").filter(has_text="The Reporter's 3").get_by_role("button", name="Spoints")
    expect(page.locator(".closed")).not_to_contain_text("spoints/")
    chip.click()
    expect(chip).to_have_attribute("aria-expanded", "true")
    text = page.locator(".ruletext")
    expect(text).to_contain_text("Rest spoints serve only the card they lie on.")
    expect(text).to_contain_text("In force: the spoints leave with the card")
    expect(text.locator("code")).to_have_text("spoints/rest-own-survivor-only")
    expect(text.get_by_role("button", name="The page that teaches this rule")).to_be_visible()
    chip.click()
    expect(text).to_have_count(0)


# everyone


def test_there_is_no_serious_barrier(visit: Visit) -> None:
    for state in STATES:
        page = visit.open(state)
        expect(page.locator("main")).to_have_count(1)
        for size in (PHONE, WIDE):
            resizes(page, **size)
            for scheme, only in (("light", ""), ("dark", CONTRAST)):
                page.emulate_media(color_scheme=scheme)
                comes_to_rest(page)
                has_no_serious_barrier(page, only)


@whatever_font
@pytest.mark.parametrize("visit", [{"viewport": SMALLEST}], indirect=True)
def test_nothing_scrolls_sideways_at_320_pixels(visit: Visit) -> None:
    for state in (*STATES, "markup"):
        page = visit.open(state)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"], state


@whatever_font
def test_all_of_a_full_table_is_in_view_on_a_laptop(visit: Visit) -> None:
    page = visit.open("roswell")
    for part in (".desk .ask", ".table", ".apart", ".odds", ".notes li:nth-child(3)"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= WIDE["height"], part


@whatever_font
@pytest.mark.parametrize("visit", [{"viewport": PHONE}], indirect=True)
def test_the_bar_of_a_phone_covers_nothing_at_the_end(visit: Visit) -> None:
    page = visit.open("roswell")
    tool(page, "Notes").click()
    expect(page.locator(".notes")).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    end = page.locator(".twin p").last.bounding_box()
    bar = page.locator(".tools").bounding_box()
    assert end["y"] + end["height"] <= bar["y"]


@pytest.mark.parametrize(
    "first_visit", [{"reduced_motion": "reduce"}, {"reduced_motion": "no-preference"}], indirect=True
)
def test_nothing_moves_for_who_wants_no_motion(first_visit: Visit, request: pytest.FixtureRequest) -> None:
    page = first_visit.load("roswell")
    option(page, "^No spoints").click()
    moving = page.evaluate("document.getAnimations().length")
    wanted = page.evaluate("matchMedia('(prefers-reduced-motion: no-preference)').matches")
    assert (moving > 0) == wanted


def test_markup_in_a_text_is_shown_as_text(first_visit: Visit) -> None:
    page = first_visit.load("markup")
    expect(page.get_by_role("heading", name="How many spoints on damage?")).to_contain_text(
        "<script>window.hacked=1</script>"
    )
    page.get_by_role("button", name="all 37").click()
    page.get_by_role("button", name="spoints/target-max-eleven").click()
    assert page.locator(".desk img, .desk script").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_reason_never_waits_for_a_pointer(visit: Visit) -> None:
    page = visit.open("roswell")
    assert page.locator(".desk [title]").count() == 0
    expect(page.get_by_text("Needs 4 spoints, Colonel has 2.")).to_be_visible()
    expect(page.locator(".closed").get_by_role("button", name="Spoints").first).to_be_visible()


# what the browser keeps


def test_the_browser_keeps_what_it_is_told_and_the_theme(first_visit: Visit) -> None:
    page = first_visit.load("roswell")
    paper = page.evaluate("getComputedStyle(document.querySelector('.desk')).backgroundColor")
    tool(page, "Switch between light and dark").click()
    night = page.evaluate("getComputedStyle(document.querySelector('.desk')).backgroundColor")
    assert night != paper
    page.wait_for_function("localStorage['rules-tutor/visits'] === '1'")
    first_visit.load("roswell")
    page.wait_for_function("localStorage['rules-tutor/visits'] === '2'")
    assert page.evaluate("getComputedStyle(document.querySelector('.desk')).backgroundColor") == night
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == night


def test_a_panel_takes_the_focus_and_gives_it_back(visit: Visit) -> None:
    page = visit.open("conspiracy")
    tool(page, "Save or load").click()
    expect(page.get_by_role("heading", name="Save or load this game")).to_be_focused()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".more > summary")).to_be_focused()


def test_a_record_can_be_downloaded(visit: Visit) -> None:
    page = visit.open("saving")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "game.txt"
    assert Path(download.value.path()).read_text().startswith("game: alien_conspiracy")


def test_a_graph_is_one_tab_stop_with_arrow_keys(visit: Visit) -> None:
    page = visit.open("graph")
    assert page.locator(".graph-frame [tabindex='0']").count() == 1
    page.locator(".graph-frame [tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".graph-frame").get_by_role("button", name=re.compile("^2"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".notes li").first).to_contain_text("Answer 1: to 2.")


def test_a_table_whose_kernel_is_gone_says_so(first_visit: Visit) -> None:
    page = first_visit.load("roswell")
    page.evaluate("window.WebSocket.prototype.send = () => {}")
    option(page, "^No spoints").click()
    expect(page.get_by_role("alert")).to_contain_text("The table isn’t answering.")
    expect(page.get_by_role("button", name="Set up the table again")).to_be_visible()
