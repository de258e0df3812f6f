"""The static site before the desk is there: what is said, in which browsers, and what is kept for later visits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.pages import (
    StaticSite,
    Watch,
    has_no_serious_barrier,
    new_context,
    serving_files,
    wait_ready,
)
from tutor.paths import shipped
from tutor.site.build import build_site

pytestmark = pytest.mark.static

RECORD = """
window.seen = [];
const look = () => {
  const bar = document.getElementById("loading-bar");
  if (bar) seen.push([bar.value, document.getElementById("loading-now").textContent]);
  if (!document.querySelector(".desk")) setTimeout(look, 5);
};
look();
"""


@pytest.fixture(scope="session")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `--static` names, else one built now."""
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
    assert list(dict.fromkeys(said))[-3:] == ["Starting Python…", "Unpacking the rules…", "Setting the table…"]
    expect(page.locator("#opening")).to_be_hidden()


def test_the_opening_page_can_be_read_by_everyone(context: BrowserContext, files: StaticSite) -> None:
    page = context.new_page()
    page.route("**/python/libraries.zip", lambda route: None)  # never answered: the page stays as it opens
    page.goto(files.page())
    expect(page.locator("#loading-now")).to_contain_text("Loading the rules:")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        has_no_serious_barrier(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_browser_without_webassembly_is_told_so_and_loads_nothing(page: Page, files: StaticSite) -> None:
    page.add_init_script("delete window.WebAssembly")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(files.page())
    expect(page.get_by_role("alert")).to_contain_text("This browser cannot run the tutor")
    assert not [url for url in asked if url.endswith((".wasm", ".zip"))]


def test_a_browser_without_javascript_is_told_so(browser: Browser, files: StaticSite) -> None:
    context = new_context(browser, java_script_enabled=False)
    page = context.new_page()
    page.goto(files.page())
    expect(page.get_by_text("This page needs JavaScript")).to_be_visible()
    context.close()


def test_what_cannot_be_loaded_is_said(context: BrowserContext, files: StaticSite) -> None:
    page = context.new_page()
    page.route("**/python/tutor.zip", lambda route: route.fulfill(status=404, body=""))
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
