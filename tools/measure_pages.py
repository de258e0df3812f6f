"""Measure how long a click takes until the page changes, and how long a page takes until it can be used.

    python tools/measure_pages.py --page play.ipynb --query game=alien_conspiracy

A click lasts from the event until the text of the element that `--watch` names has changed. It is compared with clicks
on a widget that only counts them, which shows what the browser, the server and a kernel need on this machine. The
time of a page runs from the request until the element that `--ready` names can be seen. It is compared with two blank
notebooks on the same server, one of them with a widget. All times are in milliseconds; those of pages are medians.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright

from tests.pages import AS_A_HOST, Site, serving, start_chromium, wait_ready, write_notebook
from tutor.paths import shipped

BLANKS = {
    "blank": "from IPython.display import HTML\n\nHTML('<p id=blank>Nothing.</p>')",
    "blank_widget": "from ipywidgets import HTML\n\nHTML('<p id=blank>Nothing.</p>')",
}
COUNTER = """
import anywidget
import traitlets


class Counter(anywidget.AnyWidget):
    _esm = '''
    export default {
      render({ model, el }) {
        const button = document.createElement("button");
        button.id = "count";
        const draw = () => { button.textContent = String(model.get("count")); };
        button.addEventListener("click", () => model.send({ type: "press" }));
        model.on("change:count", draw);
        draw();
        el.append(button);
      },
    };
    '''
    count = traitlets.Int().tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self._press)

    def _press(self, *_):
        self.count += 1


Counter()
"""
REFILL_SECONDS = 5
SETTLE_MILLISECONDS = 60
CLICK = """([button, watched, painted]) => new Promise((resolve, reject) => {
    const before = watched.textContent;
    const tooLong = setTimeout(() => reject(new Error("nothing changed for 10 s")), 10_000);
    const observer = new MutationObserver(() => {
        if (watched.textContent === before) return;
        const done = () => resolve(performance.now() - start);
        observer.disconnect();
        clearTimeout(tooLong);
        if (!painted) return done();
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
        });
    });
    observer.observe(watched, {subtree: true, childList: true, characterData: true});
    const start = performance.now();
    button.click();
})"""


SEEN = """(() => {
    const seen = (window.seen = {});
    const look = () => {
        for (const selector of SELECTORS) {
            if (selector in seen) continue;
            if (document.querySelector(selector)?.checkVisibility()) seen[selector] = performance.now();
        }
    };
    new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
})()"""


@dataclass(frozen=True)
class Clicks:
    """A page to open and what to click on it."""

    url: str
    ready: str
    """What can be seen once the page can be used."""
    buttons: Sequence[str]
    """What to click: the first of these that exists."""
    watch: str
    """The element whose text must change."""
    before: Sequence[str] = ()
    """What to click first, without measuring it."""
    painted: bool = False
    """Whether to wait until the change is painted, rather than only made."""


def click_once(page: Page, buttons: Sequence[str], watch: str, painted: bool) -> float:
    """Press what the first matching selector finds; return the milliseconds until the text changed or was painted."""
    for selector in buttons:
        button = page.locator(selector).first
        if button.count() and button.is_visible() and button.is_enabled():
            watched = page.locator(watch).first.element_handle()
            return float(page.evaluate(CLICK, [button.element_handle(), watched, painted]))
    raise SystemExit(f"no button to press: {', '.join(buttons)}")


def measure_clicks(page: Page, site: Site, url: str, choice: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Return how long clicks took on the page and on the counter, half of whose clicks come before and half after."""
    half = choice.clicks // 2
    counter = Clicks(site.page("counter.ipynb"), "#count", ["#count"], "#count", painted=choice.painted)
    before = series(page, counter, half)
    clicks = series(
        page, Clicks(url, choice.ready, choice.click, choice.watch, choice.before, choice.painted), choice.clicks
    )
    after = series(page, counter, choice.clicks - half)
    found = {"page": spread(clicks), "counter": spread(before + after)}
    return found | {"ratio": {of: round(found["page"][of] / found["counter"][of], 2) for of in ("p50", "p95")}}


def series(page: Page, clicks: Clicks, n: int) -> list[float]:
    """Open a page, let the server prepare the next visitor's kernel, and return how long each of `n` clicks took."""
    wait_ready(page, clicks.url, clicks.ready)
    time.sleep(REFILL_SECONDS)
    for selector in clicks.before:
        page.locator(selector).first.click()
        page.wait_for_timeout(10 * SETTLE_MILLISECONDS)
    took = []
    for _ in range(n):
        page.wait_for_timeout(SETTLE_MILLISECONDS)
        took.append(click_once(page, clicks.buttons, clicks.watch, clicks.painted))
    return took


def spread(took: Sequence[float]) -> dict[str, float]:
    """Return the number of times, their median, their 95th percentile and the longest."""
    return {"n": len(took), "p50": percentile(took, 50), "p95": percentile(took, 95), "max": round(max(took), 1)}


def percentile(times: Sequence[float], share: int) -> float:
    """Return the percentile `share` of the times."""
    return round(statistics.quantiles(times, n=100, method="inclusive")[share - 1], 1)


def time_ready(page: Page, url: str, selector: str) -> float:
    """Return the milliseconds from the request until `selector` can be seen; a kernel is ready for the visit."""
    page.goto("about:blank")
    time.sleep(REFILL_SECONDS)
    page.goto(url)
    page.wait_for_function("key => key in window.seen", arg=selector)
    return float(page.evaluate("key => window.seen[key]", selector))


def measure_ready(page: Page, site: Site, url: str, choice: argparse.Namespace) -> dict[str, float]:
    """Return how long the page and the blank ones take when visited in turn; the first round only fills the cache."""
    places = {"page": (url, choice.ready)} | {name: (site.page(f"{name}.ipynb"), "#blank") for name in BLANKS}
    page.add_init_script(SEEN.replace("SELECTORS", json.dumps([choice.ready, "#blank"])))
    rounds = [{name: time_ready(page, *place) for name, place in places.items()} for _ in range(choice.visits + 1)]
    took = {name: round(statistics.median(times[name] for times in rounds[1:])) for name in places}
    ratios = {f"ratio_to_{name}": round(took["page"] / took[name], 2) for name in BLANKS}
    return {"n": choice.visits, **took, **ratios}


def read_choice(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what to measure."""
    parser = argparse.ArgumentParser(description="Measure clicks and page loads in a real browser; print JSON.")
    parser.add_argument("--page", default="play.ipynb", help="the notebook to measure")
    parser.add_argument("--query", default="game=alien_conspiracy", help="the query string with which to open it")
    parser.add_argument("--ready", default="button[data-open]", help="selector of what a usable page shows")
    parser.add_argument("--before", action="append", default=[], help="selector of what to click before measuring")
    parser.add_argument("--click", action="append", help="selector of what to click; the first match counts")
    parser.add_argument("--watch", default=".desk", help="selector of what must change its text")
    parser.add_argument("--notebooks", type=Path, default=shipped("notebooks"), help="the folder of the notebook")
    parser.add_argument("--painted", action="store_true", help="wait until the change is painted, not only made")
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--visits", type=int, default=5)
    choice = parser.parse_args(arguments)
    choice.click = choice.click or ["button[data-open]", "button:has-text('Next')", "button:has-text('Undo')"]
    return choice


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    choice = read_choice(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for notebook in choice.notebooks.glob("*.ipynb"):
            shutil.copy(notebook, folder)
        for name, source in BLANKS.items():
            write_notebook(Path(folder) / f"{name}.ipynb", source)
        write_notebook(Path(folder) / "counter.ipynb", COUNTER)
        with serving("--notebooks", folder, program=AS_A_HOST) as site, sync_playwright() as playwright:
            browser = start_chromium(playwright)
            page = browser.new_page()
            url = site.page(choice.page, choice.query)
            found = {
                "ready_ms": measure_ready(page, site, url, choice),
                "click_ms": measure_clicks(page, site, url, choice),
            }
            browser.close()
    print(json.dumps(found | {"page": choice.page, "query": choice.query}, indent=2))


if __name__ == "__main__":
    main()
