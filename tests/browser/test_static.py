"""The static site before the desk is there: what it says, in which browsers, and what it caches for later visits."""

import re
from collections.abc import Iterator
from csv import DictReader
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.test_lab import NASTY, Designer
from tests.pages import (
    STILL,
    StaticSite,
    Watch,
    has_no_serious_barrier,
    new_context,
    presses,
    resizes,
    serving_files,
    wait_ready,
)
from tutor.engine.core.game import find_game
from tutor.engine.play.playing import play_scene
from tutor.engine.play.record import load
from tutor.engine.play.scene import load_scenes
from tutor.lessons.checks import play_page
from tutor.lessons.pages import read_page
from tutor.paths import shipped
from tutor.site.build import build_site

pytestmark = pytest.mark.static

RECORD = """
window.seen = [];
const look = () => {
  const bar = document.getElementById("loading-bar");
  if (bar) seen.push([bar.value, document.getElementById("loading-now").textContent]);
  if (!document.querySelector(".desk:not([data-still])")) setTimeout(look, 5);
};
look();
"""


@pytest.fixture(scope="session")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `--static` names or, without it, one that is built now."""
    built = request.config.getoption("--static")
    if built is None:
        built = tmp_path_factory.mktemp("static") / "site"
        build_site(built, Path("build/site"), shipped("notebooks"))
    return built


@pytest.fixture
def files(folder: Path) -> Iterator[StaticSite]:
    with serving_files(folder) as files:
        yield files


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = new_context(browser)
    yield context
    context.close()


def test_what_is_loading_is_said_and_the_bar_never_goes_back(page: Page, files: StaticSite) -> None:
    page.add_init_script(RECORD)
    wait_ready(page, files.page(), ".shelf a")
    seen = page.evaluate("seen")
    shares = [share for share, _ in seen]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] < 100
    said = [words.partition(":")[0] for _, words in seen]
    assert list(dict.fromkeys(said))[-3:] == ["Loading the rules", "Starting Python…", "Setting the table…"]
    expect(page.locator("#opening")).to_be_hidden()


def test_the_opening_page_can_be_read_by_everyone(context: BrowserContext, files: StaticSite) -> None:
    page = context.new_page()
    page.route("**/python/files.bin", lambda route: None)  # it is never answered, so the page stays as it opens
    page.goto(files.page())
    expect(page.locator("#loading-now")).to_contain_text("Loading the rules:")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        has_no_serious_barrier(page)
    resizes(page, 320, 640)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


# -- what can be read and pressed before Python is there

FIRST_STEP = "shelter.ipynb"
TOLD = "[...document.querySelectorAll('.words, .ask')].map((part) => part.innerText).join()"
ASK_SOMETHING_ELSE = """() => {
  const key = Object.keys(localStorage).find((key) => key.startsWith("rules-tutor-seen/"));
  const kept = JSON.parse(localStorage[key]), state = JSON.parse(kept.state);
  state.question.id = "something else";
  localStorage[key] = JSON.stringify({ ...kept, state: JSON.stringify(state) });
}"""


class Held:
    """Withholds from a page what its Python needs, until it is released."""

    def __init__(self, context: BrowserContext) -> None:
        self.routes: list[Route] | None = []
        context.route("**/python/files.bin", self._asked)

    def _asked(self, route: Route) -> None:
        if self.routes is None:
            route.continue_()
        else:
            self.routes.append(route)

    def let_go(self) -> None:
        routes, self.routes = self.routes or [], None
        for route in routes:
            route.continue_()


def the_desk_comes(page: Page) -> None:
    """Wait until the desk has taken the picture's place."""
    expect(page.locator(STILL)).to_have_count(0)
    expect(page.locator(".desk .ask")).to_be_visible()


def test_the_first_step_can_be_read_by_everyone_before_python_is_there(
    context: BrowserContext, files: StaticSite
) -> None:
    held = Held(context)
    page = context.new_page()
    watch = Watch(page)
    page.goto(files.page(FIRST_STEP))
    expect(page.locator(f"{STILL} .words")).to_be_visible()
    expect(page.locator("#opening")).to_contain_text("You can read this already")
    told = page.evaluate(TOLD)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        has_no_serious_barrier(page)
    resizes(page, 320, 640)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    held.let_go()
    the_desk_comes(page)
    expect(page.locator("#opening")).to_be_hidden()
    expect(page.locator(".desk")).to_have_count(1)
    assert page.evaluate(TOLD) == told
    watch.saw_nothing()


def test_a_press_before_python_is_there_is_done_once_afterwards(
    browser: Browser, context: BrowserContext, files: StaticSite
) -> None:
    there = new_context(browser)
    page = there.new_page()
    wait_ready(page, files.page(FIRST_STEP), ".ask button[data-open]")
    before = page.evaluate(TOLD)
    presses(page)
    after = page.evaluate(TOLD)
    there.close()
    held = Held(context)
    page = context.new_page()
    page.goto(files.page(FIRST_STEP))
    for _ in range(2):
        page.locator(f"{STILL} .ask button[data-open]").first.click()
    expect(page.locator("#opening")).to_contain_text("Your press is kept")
    assert page.evaluate(TOLD) == before
    held.let_go()
    the_desk_comes(page)
    page.wait_for_function(f"before => {TOLD} !== before", arg=before)
    assert page.evaluate(TOLD) == after
    expect(page.locator(".asktitle")).to_be_focused()


def test_who_comes_back_reads_what_was_shown_last(context: BrowserContext, files: StaticSite) -> None:
    page = context.new_page()
    wait_ready(page, files.page(FIRST_STEP), ".ask button[data-open]")
    presses(page)
    told = page.evaluate(TOLD)
    page.goto("about:blank")
    held = Held(context)
    page.goto(files.page(FIRST_STEP))
    expect(page.locator(STILL)).to_be_visible()
    assert page.evaluate(TOLD) == told
    held.let_go()
    the_desk_comes(page)
    assert page.evaluate(TOLD) == told


def test_a_press_counts_only_where_the_same_is_asked(context: BrowserContext, files: StaticSite) -> None:
    page = context.new_page()
    wait_ready(page, files.page(FIRST_STEP), ".ask button[data-open]")
    told = page.evaluate(TOLD)
    page.goto("about:blank")
    held = Held(context)
    page.goto(files.page(FIRST_STEP))
    expect(page.locator(STILL)).to_be_visible()
    page.evaluate(ASK_SOMETHING_ELSE)
    page.reload()
    page.locator(f"{STILL} .ask button[data-open]").first.click()
    held.let_go()
    the_desk_comes(page)
    assert page.evaluate(TOLD) == told


def test_nobody_reads_a_first_step_who_has_taken_it(context: BrowserContext, files: StaticSite) -> None:
    context.add_init_script("localStorage['rules-tutor/progress:shelter'] = '{}'")
    held = Held(context)
    page = context.new_page()
    page.goto(files.page(FIRST_STEP))
    expect(page.locator("#loading-now")).to_contain_text("Loading the rules:")
    assert page.locator(STILL).count() == 0
    page.goto(files.page("roswell51.ipynb"))
    expect(page.locator(STILL)).to_be_visible()
    held.let_go()


def test_a_browser_without_webassembly_is_told_so_and_loads_nothing(page: Page, files: StaticSite) -> None:
    page.add_init_script("delete window.WebAssembly")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(files.page())
    expect(page.get_by_role("alert")).to_contain_text("This browser cannot run the tutor")
    assert not [url for url in asked if url.endswith((".wasm", ".bin"))]


def test_a_browser_without_javascript_is_told_so(browser: Browser, files: StaticSite) -> None:
    context = new_context(browser, java_script_enabled=False)
    page = context.new_page()
    page.goto(files.page())
    expect(page.get_by_text("This page needs JavaScript")).to_be_visible()
    context.close()


def test_what_cannot_be_loaded_is_said(context: BrowserContext, files: StaticSite) -> None:
    page = context.new_page()
    page.route("**/python/files.bin", lambda route: route.fulfill(status=404, body=""))
    page.goto(files.page())
    expect(page.get_by_role("alert")).to_contain_text("The rules could not be loaded")


def test_a_second_visit_needs_no_server(context: BrowserContext, folder: Path) -> None:
    page = context.new_page()
    watch = Watch(page)
    with serving_files(folder) as files:
        wait_ready(page, files.page("play.ipynb", "game=shelter"), ".ask [data-open]")
        page.evaluate("navigator.serviceWorker.ready")
    wait_ready(page, files.page("play.ipynb", "game=shelter&players=3"), ".ask [data-open]")
    expect(page.locator(".seats button")).to_have_count(4)
    page.evaluate("document.fonts.ready")
    faces = page.evaluate("[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)")
    assert {"Roboto", "Roboto Condensed", "Source Serif 4"} <= {name.strip('"') for name in faces}
    watch.saw_nothing()


# -- the lab


def test_a_position_is_built_compared_played_on_and_kept_in_the_lab(
    browser: Browser, context: BrowserContext, files: StaticSite
) -> None:
    page = context.new_page()
    watch = Watch(page)
    designer = Designer(page, files)  # type: ignore[arg-type]
    designer.opens("game=grave_robbers&seed=3")
    designer.tool("New")
    page.get_by_role("button", name="Begin with an empty table").click()
    designer.tab("Change")
    hand = page.locator('[data-place*="hand"]')
    closed = page.locator("details.places:not([open]) > summary")
    while closed.count():
        closed.first.click()
    card = page.locator(".piececard:visible").first
    name = card.locator("span").inner_text()
    card.click()
    hand.first.get_by_role("button", name="Put the card here").click()
    expect(hand.first).to_contain_text(name)
    page.get_by_role("button", name="Undo").click()
    expect(hand.first).not_to_contain_text(name)
    page.get_by_role("button", name="Redo").click()
    expect(hand.first).to_contain_text(name)

    designer.opens("game=alien_conspiracy&page=items&step=3")
    designer.tab("Branches")
    page.get_by_label("Name of a new branch from here").fill("he ends")
    page.get_by_role("button", name="Branch off here").click()
    expect(page.locator(".words .prompt")).to_contain_text("“he ends”")
    designer.option("end").click()
    expect(page.locator(".tables > section")).to_have_count(2)
    expect(page.locator(".sentences li").first).to_be_visible()

    designer.tab("Simulate")
    expect(page.locator(".workbench")).to_contain_text("The games are played in your browser")
    page.get_by_label("Who plays").select_option("random")
    page.get_by_label("Games per side").fill("6")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".workbench")).to_contain_text("12 games were played")
    page.get_by_label("Measure").select_option("score")
    expect(page.locator(".workbench table")).to_contain_text("difference")
    page.get_by_label("Games per side").fill("2000")
    page.get_by_label("Who plays").select_option("monte-carlo:20")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("progressbar", name="Games played")).to_be_visible()
    designer.tab("Scene")  # the page answers while games are played
    scene = designer.scene.input_value()
    designer.tab("Simulate")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".workbench")).to_contain_text("Cancelled after")
    has_no_serious_barrier(page)

    link = page.get_by_role("link", name="Link to this position", include_hidden=True).get_attribute("href")
    designer.opens()
    designer.tab("Scene")
    expect(designer.scene).to_have_value(scene)
    watch.saw_nothing()

    other = new_context(browser)
    guest = Designer(other.new_page(), files)  # type: ignore[arg-type]
    wait_ready(guest.page, f"{files.url}/{link}", ".workbench")
    expect(guest.page.locator(".asktitle")).to_be_visible()
    guest.tab("Scene")
    expect(guest.scene).to_have_value(scene.replace("play = ", "anyway = true\nplay = ", 1))  # a link raises no doubts
    other.close()


RULE = "health/several-equal-rolls"
TWO_CASES = """game = "alien_conspiracy"
players = ["Ada", "Ben"]
seed = 7
readings = { "look/own-location" = "anywhere" }

[[case]]
title = "Nobody is hurt"
[case.table]
turn = "Ada"

[[case]]
title = "Ada is hurt"
[case.table]
turn = "Ada"
[case.table.players]
Ada = { health = [1, 2], at = "1" }
[case.table.locations]
1 = { card = "crop-circle" }
"""


def downloaded(page: Page, within: str) -> tuple[str, str]:
    """Press “Download” in a part of the page, and return the name and the text of the file."""
    with page.expect_download() as coming:
        page.locator(within).get_by_role("button", name="Download", exact=True).click()
    return coming.value.suggested_filename, coming.value.path().read_text(encoding="utf-8")


def gives(designer: Designer, name: str, text: str) -> None:
    """Choose a file at “Open”."""
    if not designer.page.locator(".dialog input[type=file]").count():
        designer.tool("Open")
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    designer.page.locator(".dialog input[type=file]").set_input_files(files=[file])


def test_what_is_made_in_the_lab_is_downloaded_opened_again_and_there_after_a_reload(
    browser: Browser, context: BrowserContext, files: StaticSite, tmp_path: Path
) -> None:
    page = context.new_page()
    watch = Watch(page)
    designer = Designer(page, files)  # type: ignore[arg-type]
    bench, panel, problem = page.locator(".workbench"), page.locator("section.dialog"), page.locator("p.problem")

    # for a rule with several readings: a position in which they differ, a test, and how a game goes
    designer.opens(f"game=alien_conspiracy&unclear={RULE}")
    expect(page.locator(".sentences li").nth(1)).to_be_visible()
    designer.tool("Make this a test")
    expect(bench).to_contain_text("the tutor has to be installed")
    (scene,) = load_scenes(downloaded(page, ".workbench")[1], "made in the lab")
    assert list(scene.rules) == [RULE]
    play_scene(scene)
    designer.tab("Simulate")
    page.get_by_label("Who plays").select_option("random")
    page.get_by_label("Compare with").select_option("alone")
    page.get_by_role("button", name="Look at the game").click()
    expect(bench).to_contain_text("5 games were played")
    expect(bench.get_by_role("row", name="decisions in a game")).to_be_visible()
    expect(bench.get_by_role("img", name="decisions in a game")).to_be_visible()
    has_no_serious_barrier(page)
    page.get_by_role("button", name="All games as a table").click()
    name, text = downloaded(page, ".workbench")
    assert (name, len(list(DictReader(text.splitlines())))) == ("games.csv", 5)

    # files: a fault is reported and nothing is lost; if there are several cases, a choice is offered
    gives(designer, "bad.toml", "<script>")
    expect(panel).to_contain_text("bad.toml: line 1, column 1: not valid TOML")
    gives(designer, "large.toml", "#" * 1_000_001)
    expect(panel).to_contain_text("large.toml is larger than 1 MB")
    gives(designer, "mine.toml", 'game = "alien_conspiracy"\nplayers = 2\ncard_set = "mine"\n')
    expect(panel).to_contain_text("no sets of your own are offered here")
    gives(designer, "cases.toml", TWO_CASES)
    panel.locator("select").select_option(label="Ada is hurt")
    panel.get_by_role("button", name="Open this case", exact=True).click()
    designer.option("look 1").click()
    expect(page.locator(".words .prompt")).to_contain_text("1 step in")
    designer.tool("Make this a lesson")
    page.get_by_label("Title, in at most six words").fill("Made in a browser")
    page.get_by_role("button", name="Write the page", exact=True).click()
    name, text = downloaded(page, ".workbench")
    assert name == "90-made-in-a-browser.toml"
    assert play_page(read_page(text, name, 90, "made-in-a-browser")) == []
    designer.tool("Save")
    name, record = downloaded(page, "section.dialog")
    assert load(record, name).table.investigators[0].at == "1"
    gives(designer, name, record)
    panel.get_by_label("do you want to begin").fill("0")
    panel.get_by_role("button", name="Begin there").click()
    expect(page.locator(".words .prompt")).to_contain_text("at the beginning")
    expect(problem).to_have_count(0)

    # a card: a bad value is reported, and a good card is shown, played with and written
    designer.tab("Cards")
    page.get_by_label("Made from").select_option("blurred-photo")
    expect(page.get_by_label("Id", exact=True)).to_have_value("blurred-photo")
    page.get_by_label("Id", exact=True).fill("bright-light")
    page.get_by_label("Name", exact=True).fill(NASTY)
    page.get_by_label("Value", exact=True).fill("0")
    page.get_by_role("button", name="Check the card", exact=True).click()
    expect(bench).to_contain_text("value: expected at least 1")
    page.get_by_label("Value", exact=True).fill("5")
    page.get_by_role("button", name="Check the card", exact=True).click()
    expect(bench.locator(".card", has_text=NASTY)).to_be_visible()
    page.get_by_role("button", name="Use the card in this position", exact=True).click()
    expect(bench).to_contain_text("none of “<img")  # the copies of the card are in no pile yet
    page.get_by_role("button", name="Lay out this position all the same").click()
    expect(bench.locator(".against")).to_have_count(0)
    page.get_by_role("button", name="Write the set", exact=True).click()
    name, text = downloaded(page, ".workbench")
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert "bright-light" in find_game("alien_conspiracy").load_cards(tmp_path / name)

    # a reload restores everything, and a link leads somebody else to the same position
    designer.tab("Scene")
    expect(designer.scene).to_have_value(re.compile("bright-light"))
    name, text = downloaded(page, ".workbench")
    assert name == "scene.toml"
    link = page.get_by_role("link", name="Link to this position", include_hidden=True).get_attribute("href")
    page.reload()
    designer.tab("Scene")
    expect(designer.scene).to_have_value(text)
    assert page.evaluate("window.hacked") is None
    watch.saw_nothing()

    other = new_context(browser)
    guest = Designer(other.new_page(), files)  # type: ignore[arg-type]
    wait_ready(guest.page, f"{files.url}/{link}", ".workbench")
    guest.tab("Scene")
    there = load_scenes(guest.scene.input_value(), "there")[0]
    assert replace(there, anyway=False, file="") == replace(load_scenes(text, "here")[0], anyway=False, file="")
    assert (there.seed, dict(there.readings)) == (7, {"look/own-location": "anywhere"})
    guest.opens("game=alien_conspiracy&scenario=05-turn:1")
    expect(guest.page.locator(".words .prompt")).to_contain_text("after 4 steps")
    other.close()
