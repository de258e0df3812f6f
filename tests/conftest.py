"""Fixtures and hooks that several tests share."""

import gc
import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page, sync_playwright

from tests.pages import (
    AS_A_HOST,
    FONTS,
    NO_FONTS,
    REFUSES_FONTS,
    Site,
    StaticSite,
    Watch,
    leave,
    new_context,
    serving,
    serving_files,
    start_chromium,
)
from tutor.compiled import SELDOM

pytest.register_assert_rewrite("tutor.lab.laws")

# Restore Ctrl-C, which some tests press, because a shell makes its background jobs ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# An example may take as long as it likes, because a busy machine can be slow at any moment.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--static", type=Path, help="a built static site to test, instead of the served pages")
    parser.addoption("--times", type=int, default=1, help="how many times as many files to break, as for make soak")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt what all tests share from garbage collection, which took a third of their time, and collect more seldom.

    The mutation tester is an exception: it has to find every function, and exempt objects cannot be listed.
    """
    if not session.config.getoption("mutants", default=None):
        gc.collect()
        gc.freeze()
        gc.set_threshold(SELDOM)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Refuse a test that `make browser` would not find, because that reads only the files that name these marks."""
    if any(map(item.get_closest_marker, ("browser", "server"))) and not names_its_mark(item.path):
        raise pytest.UsageError(f"{item.nodeid} needs a server, so its own file must say pytest.mark.server or browser")


@cache
def names_its_mark(file: Path) -> bool:
    return re.search(r"mark\.(browser|server)", file.read_text(encoding="utf-8")) is not None


@pytest.fixture
def times(request: pytest.FixtureRequest) -> int:
    """How many times as many random examples to try as `make test` does."""
    return int(request.config.getoption("--times"))


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Iterator[Site | StaticSite]:
    """The project's own pages, served once for all tests by a host; with `--static`, the files of a folder."""
    folder = request.config.getoption("--static")
    if folder:
        with serving_files(folder) as files:
            yield files
        return
    with (
        tempfile.TemporaryDirectory(prefix="t", ignore_cleanup_errors=True) as own,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("TMPDIR", own)  # the folder in which a host has its one place for a simulation
        with serving("--kernels", "100", program=AS_A_HOST) as site:
            patch.undo()
            yield site


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[str], Browser]]:
    """Provides the Chromium that loads the pages' fonts, or the one that refuses them."""
    with sync_playwright() as playwright:
        started: dict[str, Browser] = {}

        def browser(letters: str) -> Browser:
            if letters not in started:
                started[letters] = start_chromium(playwright, *([REFUSES_FONTS] if letters == NO_FONTS else []))
            return started[letters]

        yield browser
        for one in started.values():
            one.close()


@pytest.fixture
def browser(browsers: Callable[[str], Browser], request: pytest.FixtureRequest) -> Browser:
    """One Chromium for all tests; `whatever_font` asks a test of the one that refuses fonts, too."""
    return browsers(getattr(request, "param", FONTS))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new visitor's page, on which nothing may go wrong and which may not send requests to other hosts."""
    context = new_context(browser)
    page = context.new_page()
    watch = Watch(page)
    yield page
    seen = [*watch.errors], [*watch.strangers]
    leave(context)
    watch.errors, watch.strangers = seen
    watch.saw_nothing()


class Host:
    """Reads the log of mishaps, and fails if there are any."""

    error = staticmethod(pytest.fail)


@pytest.fixture(autouse=True)
def presses_do_not_go_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a press goes wrong inside the program, the test fails, although the visitor would only see a message."""
    monkeypatch.setattr("tutor.ui.mishaps.get_logger", lambda: Host)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs a command as if it had been typed."""
    from tests.typed import Typed

    return Typed(monkeypatch, capsys)


@pytest.fixture
def no_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """No card set of a host's own is offered at first, and what a test offers is forgotten after it."""
    monkeypatch.setenv("RULES_TUTOR_CARDS", "{}")


@pytest.fixture
def mine(no_sets: None, tmp_path: Path) -> Path:
    """The folder of a card set called “mine” that is offered for a game."""
    from tests.own import GAME, card_set
    from tutor.engine.core.game import find_game
    from tutor.engine.core.own_cards import offer

    folder = card_set(tmp_path / "mine")
    assert offer([(find_game(GAME), folder)]) == []
    return folder


@pytest.fixture
def own_pages_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder whose pages are offered."""
    from tutor.lessons.own_pages import OWN_PAGES

    folder = tmp_path / "pages"
    folder.mkdir()
    monkeypatch.setenv(OWN_PAGES, str(folder))
    return folder
