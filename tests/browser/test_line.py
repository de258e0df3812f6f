"""The connection between a page and its table in a real browser: broken, restored, closed, or gone with the server."""

import asyncio
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.pages import Site, Watch, answers, is_answered, leave, new_context, of_ours, presses, serving, wait_ready
from tutor.serving.closing import Closing

pytestmark = pytest.mark.browser

AC = "alien_conspiracy"
CHANNELS = re.compile(r"/api/kernels/[^/]+/channels")
TOO_LONG = 1009
"""The close code for a message that is too long."""
CUT = "The connection to the table has been lost."


class Proxy:
    """Passes on what a browser and a server send each other, until it is cut."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.loop = asyncio.new_event_loop()
        self.writers: set[asyncio.StreamWriter] = set()
        self.server: asyncio.Server
        self.port = 0
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.mend()

    def mend(self) -> None:
        """Listen, on the same port as before."""
        self.run(self._listen())

    def cut(self) -> None:
        """End all connections and refuse others."""
        self.run(self._hang_up())

    def close(self) -> None:
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def run(self, work) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def _listen(self) -> None:
        self.server = await asyncio.start_server(self._pass_on, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _hang_up(self) -> None:
        self.server.close()
        for writer in [*self.writers]:
            writer.transport.abort()
        while self.writers:
            await asyncio.sleep(0)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.add(writer)
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
        self.writers.discard(writer)


class Tap:
    """Intercepts the page's websocket and can lose messages."""

    def __init__(self, page: Page) -> None:
        self.page_is_heard = self.server_is_heard = True
        self.calls = 0
        page.route_web_socket(CHANNELS, self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        self.calls += 1
        self.line = line
        server = line.connect_to_server()
        line.on_message(lambda message: server.send(message) if self.page_is_heard else None)
        server.on_message(lambda message: line.send(message) if self.server_is_heard else None)


@pytest.fixture
def practice_only(tmp_path: Path) -> Path:
    """A folder whose every page is the practice table, for which a server is ready in half the time that ours take."""
    return of_ours(tmp_path / "pages", index="play", play="play")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = new_context(browser)
    yield context
    leave(context)


@pytest.fixture
def table(context: BrowserContext) -> Page:
    """A page on which network errors are expected."""
    return context.new_page()


def opens(page: Page, site: Site, port: int = 0, name: str = "play", query: str = f"game={AC}&seed=2") -> None:
    address = site.page(f"{name}.ipynb", query)
    wait_ready(page, re.sub(r":\d+/", f":{port}/", address) if port else address, ".ask [data-open]")


def test_a_line_that_is_cut_is_told_at_once_called_again_and_mended(table: Page, site: Site) -> None:
    """Presses while the connection is cut change nothing, and the page says so."""
    proxy = Proxy(int(site.url.rpartition(":")[2]))
    try:
        opens(table, site, proxy.port)
        presses(table)
        count, asked = answers(table), table.locator(".ask").inner_text()
        proxy.cut()
        expect(table.get_by_role("alert")).to_contain_text(CUT)
        expect(table.get_by_role("alert")).to_contain_text("presses have no effect")
        table.locator(".ask [data-open]").first.click()
        proxy.mend()
        expect(table.get_by_role("alert")).to_have_count(0)
        expect(table.locator(".ask")).to_have_text(asked, use_inner_text=True)
        assert answers(table) == count
        presses(table)
        assert answers(table) > count
    finally:
        table.goto("about:blank")
        proxy.close()


@pytest.mark.parametrize("lost", ["press", "answer"])
def test_a_press_that_was_on_its_way_when_the_line_broke_counts_once(table: Page, site: Site, lost: str) -> None:
    tap = Tap(table)
    opens(table, site)
    presses(table)
    table.keyboard.press("u")
    expect(table.get_by_role("button", name="Redo", exact=True)).not_to_have_attribute("aria-disabled", "true")
    mirror = answers(table)
    presses(table)
    once = answers(table)
    assert once > mirror
    table.keyboard.press("u")
    table.wait_for_function("document.querySelector('[aria-label=Redo]').ariaDisabled !== 'true'")
    if lost == "press":
        tap.page_is_heard = False
    else:
        tap.server_is_heard = False
    before = table.locator(".ask").inner_html()
    table.locator(".ask [data-open]").first.click()
    tap.page_is_heard = tap.server_is_heard = lost == "press"
    tap.line.close(code=1001)
    tap.page_is_heard = tap.server_is_heard = True
    table.wait_for_function("before => document.querySelector('.ask').innerHTML !== before", arg=before)
    assert tap.calls > 1
    is_answered(table)
    assert answers(table) == once
    expect(table.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (Closing.SLOW, "took too long"),
        (Closing.MEMORY, "needed more memory"),
        (Closing.IDLE, "Nobody pressed anything here for a long time"),
        (Closing.REFUSED, "something that the table does not accept"),
        (TOO_LONG, "something that the table does not accept"),
        (Closing.CRASHED, "stopped unexpectedly"),
    ],
)
def test_why_the_server_ended_the_table_is_said_and_all_comes_back(
    table: Page, site: Site, code: int, said: str
) -> None:
    tap = Tap(table)
    opens(table, site)
    presses(table)
    asked = table.locator(".ask").inner_text()
    tap.page_is_heard = False
    table.locator(".ask [data-open]").first.click()  # a press that ended the table is not repeated
    tap.line.close(code=int(code))
    alert = table.get_by_role("alert")
    expect(alert).to_contain_text(said)
    expect(alert).to_contain_text("What you did is kept in this browser.")
    tap.page_is_heard = True
    calls = tap.calls
    alert.get_by_role("button", name="Set up the table again").click()
    expect(table.get_by_role("alert")).to_have_count(0)
    expect(table.locator(".ask")).to_have_text(asked, use_inner_text=True)
    assert tap.calls == calls + 1


def test_a_press_on_a_table_that_was_put_away_sets_it_again_and_counts_once(table: Page, site: Site) -> None:
    opens(table, site)
    presses(table)
    table.keyboard.press("u")
    table.wait_for_function("document.querySelector('[aria-label=Redo]').ariaDisabled !== 'true'")
    before = answers(table)
    presses(table)
    asked, once = table.locator(".ask").inner_text(), answers(table)
    table.keyboard.press("u")
    table.wait_for_function("document.querySelector('[aria-label=Redo]').ariaDisabled !== 'true'")
    assert answers(table) == before
    kernel = table.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    status, *_ = site.ask(f"{site.url}/voila/api/shutdown/{kernel}", "POST")
    assert status < 300
    with table.expect_navigation():
        table.locator(".ask [data-open]").first.click()
    expect(table.locator(".ask")).to_have_text(asked, use_inner_text=True)
    assert answers(table) == once
    presses(table)


def test_a_kernel_that_was_killed_is_told_at_once(browser: Browser, practice_only: Path) -> None:
    context = new_context(browser)
    page = context.new_page()
    with serving("--notebooks", str(practice_only), "--preheat", "0") as site:
        opens(page, site)
        presses(page)
        asked = page.locator(".ask").inner_text()
        for process in psutil.Process(site.process.pid).children(recursive=True):
            process.kill()
        expect(page.get_by_role("alert")).to_contain_text("The table’s program stopped unexpectedly.")
        page.get_by_role("button", name="Set up the table again").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".ask")).to_have_text(asked, use_inner_text=True)
        presses(page)
        leave(context)


def test_a_page_whose_table_is_gone_again_and_again_stops_loading_itself(table: Page, site: Site) -> None:
    loads: list[str] = []
    table.on("load", lambda page: loads.append(page.url))
    table.route(re.compile(r"/api/kernels/[^/]+$"), lambda route: route.fulfill(status=404))
    table.route_web_socket(CHANNELS, lambda line: line.close(code=1001))
    table.goto(site.page("play.ipynb", f"game={AC}"))
    expect(table.get_by_role("alert")).to_contain_text("The table no longer exists.")
    expect(table.get_by_role("button", name="Set up the table again")).to_be_visible()
    assert len(loads) == 4  # it was requested once, and reloaded itself three times


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_server_that_ended_and_is_back_finds_the_pages_where_they_were(
    browser: Browser, practice_only: Path, how: signal.Signals
) -> None:
    context = new_context(browser)
    page = context.new_page()
    served = ("--notebooks", str(practice_only))
    with serving(*served) as site:
        port = site.url.rpartition(":")[2]
        opens(page, site)
        presses(page)
        asked = page.locator(".ask").inner_text()
        site.process.send_signal(how)
        site.process.wait()
        expect(page.get_by_role("alert")).to_contain_text(CUT)
    with serving(*served, "--port", port):
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".ask")).to_have_text(asked, use_inner_text=True)
        presses(page)
        leave(context)


def test_a_page_without_a_net_tells_it_and_goes_on_when_it_is_back(
    table: Page, context: BrowserContext, site: Site
) -> None:
    opens(table, site)
    watch = Watch(table)
    context.set_offline(True)
    expect(table.get_by_role("alert")).to_contain_text(CUT)
    context.set_offline(False)
    expect(table.get_by_role("alert")).to_have_count(0)
    presses(table)
    assert not watch.strangers
