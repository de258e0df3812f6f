"""A real server and a real browser for the tests that need them."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

from tests.nursery import CAN_FORK, Forked
from tutor.paths import shipped

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--font-render-hinting=none",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
PATIENCE_SECONDS = 60
PATIENCE = 1000 * PATIENCE_SECONDS
"""Milliseconds to wait for anything on a page, long because a busy machine is slow."""

expect.set_options(timeout=PATIENCE)

STILL = ".desk[data-still]"
"""Selector of the picture that a page of the static site shows until the desk is there."""

LOCAL_SCHEMES = {"data", "blob", "about"}


class Address:
    """Where pages are served from."""

    def __init__(self, url: str) -> None:
        self.url = url

    def page(self, name: str = "index.ipynb", query: str = "") -> str:
        """Return the address of a page."""
        return f"{self.url}/voila/render/{name}{'?' if query else ''}{query}"

    def ask(self, url: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
        """Return status, headers and body; redirects are not followed, and the path is sent unchanged.

        A header that occurs several times is there once, with all its values.
        """
        request = Request(url, method=method, headers=headers)
        try:
            with build_opener(_Stay).open(request, timeout=PATIENCE_SECONDS) as answer:
                return answer.status, joined(answer.headers), answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, joined(error.headers), error.read().decode()


def joined(headers: Message) -> dict[str, str]:
    """Return headers by their names."""
    return {name: ", ".join(headers.get_all(name, [])) for name in headers}


AS_A_HOST = ("-m", "tutor")
"""The program of a server that is started as a host starts it, in a new process."""
AS_CODE = "from tutor.cli import main; main()"
"""The same as code."""


class Site(Address):
    """The server under test; its console can be redirected to a file.

    Unless a program is named, the server is forked from a process that has imported what it needs. Code that changes
    the server can be run `before` it.
    """

    def __init__(
        self,
        *options: str,
        program: Sequence[str] = (),
        before: str = "",
        console: IO[str] | None = None,
        serves: str = "serve",
    ) -> None:
        arguments = [serves, "--port", "0", *options]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        self.process: Forked | subprocess.Popen[str]
        if CAN_FORK and not program:
            self.process = Forked(arguments, environment, console, before)
        else:
            command = [sys.executable, *(program or ("-c", f"{before}\n{AS_CODE}")), *arguments]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=console, text=True, env=environment)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        address = re.search(r"http://\S+", said)
        assert address, f"the server said {said!r}"
        super().__init__(address[0].rstrip("/"))

    def close(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE_SECONDS)
        finally:
            self.process.kill()
            assert self.process.stdout is not None
            self.process.stdout.close()


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class StaticSite:
    """A folder of files behind the simplest of web servers, which has the same pages at other addresses."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        port = re.search(r"port (\d+)", said)
        assert port, f"the server said {said!r}"
        self.url = f"http://localhost:{port[1]}"

    def page(self, name: str = "index.ipynb", query: str = "") -> str:
        """Return the address of a page, which is given by its notebook's name here, too."""
        return f"{self.url}/{name.removesuffix('.ipynb')}.html{'?' if query else ''}{query}"

    def close(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving_files(folder: Path) -> Iterator[StaticSite]:
    """Serve a folder during a block."""
    site = StaticSite(folder)
    try:
        yield site
    finally:
        site.close()


@contextmanager
def serving(
    *options: str, program: Sequence[str] = (), before: str = "", console: IO[str] | None = None, serves: str = "serve"
) -> Iterator[Site]:
    """Serve during a block, with this Python program, if one is named, and its command for serving; see `Site`."""
    site = Site(*options, program=program, before=before, console=console, serves=serves)
    try:
        yield site
    finally:
        site.close()


def of_ours(folder: Path, **pages: str) -> Path:
    """Make a folder of some of our pages, by their names there: a server rehearses each page before it is ready."""
    folder.mkdir()
    for name, ours in pages.items():
        shutil.copy(shipped("notebooks") / f"{ours}.ipynb", folder / f"{name}.ipynb")
    return folder


CHROMIUMS = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""Names of programs, beginning with those that do not draw a window around a page."""


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine; None leaves the choice to Playwright."""
    names = (os.environ.get("CHROMIUM", ""), *CHROMIUMS)
    return next((found for name in names if name and (found := shutil.which(name))), None)


FONTS, NO_FONTS = "fonts", "no-fonts"
REFUSES_FONTS = "--disable-remote-fonts"
"""With this option, Chromium ignores every font of a page and uses the machine's own."""


def start_chromium(playwright: Playwright, *flags: str) -> Browser:
    """Start a headless Chromium, with a new profile, that sends no requests by itself."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=[*CHROMIUM_FLAGS, *flags])


whatever_font = pytest.mark.parametrize("browser", [FONTS, NO_FONTS], indirect=True)
"""Marks tests that must also pass in a browser that refuses the pages' fonts."""


def new_context(browser: Browser, pace: str = "once", motion: bool = False, **options: Any) -> BrowserContext:
    """Return a new visitor's context in the browser, with `PATIENCE` as its timeout.

    Args:
        browser: The browser.
        pace: The visitor's pace for others' turns; empty for a visitor who has not chosen one.
        motion: Whether the visitor allows motion, which takes a tenth of a test's time.
        options: Further options for Playwright.
    """
    moves: dict[str, Any] = {"reduced_motion": "no-preference" if motion else "reduce"}
    context = browser.new_context(**(moves | options))
    context.set_default_timeout(PATIENCE)
    if pace:
        context.add_init_script(f"try {{ localStorage['rules-tutor/pace'] ??= '{pace}' }} catch {{}}")
    return context


def leave(context: BrowserContext) -> None:
    """Let a visitor leave all pages, because that frees their kernels, unlike closing the pages from here."""
    for page in context.pages:
        page.goto("about:blank")
    context.close()


class Watch:
    """Watches a page for what must never happen: errors on the console, and requests to other hosts."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.strangers: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._called(request.url))
        page.on("websocket", lambda socket: self._called(socket.url))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def _called(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in LOCAL_SCHEMES and parts.hostname not in ("localhost", "127.0.0.1"):
            self.strangers.append(url)

    def saw_nothing(self) -> None:
        """Fail if there was an error or a request to another host, and name each."""
        assert not self.errors, self.errors
        assert not self.strangers, self.strangers


CONTRAST = "color-contrast"
"""The only rule of axe that depends on the colours; the other rules need not be checked in both themes."""


AXE = (
    "(() => { class Field { key = Symbol(); has(one) { return this.key in one; } get(one) { return one[this.key]; }"
    " set(one, value) { one[this.key] = value; } add(one) { one[this.key] = true; } }\n"
    + AXE_SCRIPT.replace("=new WeakMap", "=new Field").replace("=new WeakSet", "=new Field")
    + "\n})()"
)
"""Axe, whose objects keep their private fields themselves instead of in weak maps.

It makes thousands of colours for a check of contrast, and weak maps took up to a tenth of the time of a check.
"""

KNOWS_COLOURS = """() => {
  const { prototype } = axe.commons.color.Color, read = prototype.parseString, known = new Map();
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      read.call(this, text);
      const { r, g, b, alpha } = this;
      known.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, known.get(text));
  };
}"""
"""Let axe read each colour once: it reads the same fifteen thousands of times, a third of its work on contrast."""


SERIOUS = ("serious", "critical")
"""How bad axe calls the barriers that no page may have."""

BARRIERS = """async ([options, impacts]) => {
  const left = ({ impact }) => impacts.length > 0 && !impacts.includes(impact);
  options.rules = Object.fromEntries(axe._audit.rules.filter(left).map(({ id }) => [id, { enabled: false }]));
  return (await axe.run(options)).violations;
}"""
"""Run axe, without the rules that say nothing of these impacts: whatever a rule finds has the rule's own impact."""


def barriers(page: Page, only: str = "", impacts: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return everything that axe, or only one of its rules, complains about in a page's present state.

    If impacts are given, it looks only for barriers of these. A document keeps axe, because Chromium would otherwise
    parse it and warm it up again for every check.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
        page.evaluate(KNOWS_COLOURS)
    options = {"resultTypes": ["violations"]} | ({"runOnly": [only]} if only else {})
    found: list[dict[str, Any]] = page.evaluate(BARRIERS, [options, [*impacts]])
    return found


def has_no_serious_barrier(page: Page, only: str = "") -> None:
    """Fail if axe finds barriers that it calls serious or critical, and name them.

    Args:
        page: The page in its present state.
        only: The only rule of axe to check, if all others have passed on the same page in other colours.
    """
    serious = [
        (rule["id"], [node["target"] for node in rule["nodes"]])
        for rule in barriers(page, only, SERIOUS)
        if rule["impact"] in SERIOUS
    ]
    assert not serious, serious


def wait_ready(page: Page, url: str, selector: str) -> None:
    """Open a page and wait until what `selector` names can be seen."""
    page.goto(url)
    expect(page.locator(selector).first).to_be_visible()
    expect(page.locator(STILL)).to_have_count(0)


def is_answered(page: Page) -> None:
    """Wait until everything that was pressed has been answered, and the answer has been stored and drawn."""
    page.wait_for_function("!sessionStorage.getItem('rules-tutor/presses')")


def comes_to_rest(page: Page) -> None:
    """Wait until the page has noticed every change and finished fading and moving."""
    page.evaluate(
        """async () => {
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
          const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
          await Promise.allSettled(ending.map((one) => one.finished));
        }"""
    )


def tool(page: Page, name: str, keyboard: bool = False) -> Locator:
    """Return a tool, a link or a jump of the page by its whole name, and open the menu if it is in there."""
    named = re.compile(f"^{re.escape(name)}$")
    found = page.locator(":is(.tools, .bench) :is(a, button)").filter(has_text=named)
    expect(found).to_have_count(1)
    if not found.is_visible():
        menu = page.locator(".more > summary")
        if keyboard:
            reaches(menu)
            page.keyboard.press("Enter")
        else:
            menu.click()
    return found


def presses(page: Page) -> None:
    """Press the first open answer, or what leads on, and wait until the page tells or asks something else."""
    told = "[...document.querySelectorAll('.words, .ask')].map((part) => part.innerHTML).join()"
    before = page.evaluate(told)
    page.locator(".ask [data-open], .steppers .main").first.click()
    page.wait_for_function(f"before => {told} !== before", arg=before)


ANSWERS = r"""(localStorage.getItem('rules-tutor/practice.' + game) ?? '').split(/\r?\n/)
  .filter((line) => line.startsWith('  "')).length"""
"""The number of answers in the stored record of a `game`, in JavaScript."""


def answers(page: Page, game: str = "alien_conspiracy") -> int:
    """Return how many answers the game on a practice table has, according to its stored record."""
    return int(page.evaluate(f"game => {ANSWERS}", game))


def has_more_answers(page: Page, before: int, game: str = "alien_conspiracy") -> None:
    """Wait until the stored record of a game has more answers than `before`."""
    page.wait_for_function(f"([game, before]) => {ANSWERS} > before", arg=[game, before])


def write_notebook(path: Path, source: str, title: str = "A page", **metadata: Any) -> None:
    """Write a notebook with one cell and these further metadata."""
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cell = new_code_cell(source, id="only")
    nbformat.write(new_notebook(cells=[cell], metadata={"title": title, "kernelspec": kernel, **metadata}), path)


BROKEN_WORDS = r"""() => {
  const found = [], walker = document.createTreeWalker(document.querySelector(".desk"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}’']+/gu)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word);
    }
  }
  return found;
}"""


def broken_words(page: Page) -> list[str]:
    """Return the words that break across two lines, once the desk has adapted to the page's size."""
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return page.evaluate(BROKEN_WORDS)


WIDE = {"width": 1280, "height": 800}
HALF = {"width": 640, "height": 400}
"""The size of `WIDE` for a page at 200% zoom, in CSS pixels."""
PHONE = {"width": 390, "height": 844}
SMALLEST = {"width": 320, "height": 640}
MOST_TABS = 80


def resizes(page: Page, width: int, height: int) -> None:
    """Give the page another size, and wait until what measures its own width has measured it again."""
    page.set_viewport_size({"width": width, "height": height})
    comes_to_rest(page)


def is_open_to_everybody(page: Page) -> None:
    """Fail if there are serious barriers by day or night or on a phone, or if the page scrolls sideways.

    At 200% zoom, the style sheets treat a page like one on a phone, so axe need not look at it again.
    """
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="dark")
    comes_to_rest(page)
    has_no_serious_barrier(page, CONTRAST)
    page.emulate_media(color_scheme="light")
    for size in (WIDE, HALF, PHONE):
        resizes(page, **size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        if size is not HALF:
            has_no_serious_barrier(page)


def reaches(target: Locator, most: int = MOST_TABS) -> None:
    """Go to an element with only the Tab key."""
    expect(target).to_be_visible()
    handle = target.element_handle()
    for _ in range(most):
        if target.page.evaluate("element => element === document.activeElement", handle):
            return
        target.page.keyboard.press("Tab")
    raise AssertionError(f"{most} tabs do not lead to {target}")
