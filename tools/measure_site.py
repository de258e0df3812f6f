"""Measure how long a page of the static site takes until it can be used, and how long a click takes, in a browser.

    python tools/measure_site.py --visits 5

The site is compared with an empty page with one widget, which is built in the same way without the tutor. The two are
visited in turn. A cold browser has never visited the page, and a warm one has. All times are medians in milliseconds,
and bytes are what a first visit transfers.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.pages import serving_files, start_chromium, wait_ready, write_notebook
from tools.measure_pages import BLANKS, Clicks, series, spread
from tutor.paths import shipped
from tutor.site.build import build_site

PLACES = {
    "index": ("index.html", ".shelf a"),
    "course": ("shelter.html", ".ask button"),
    "practice": ("play.html", ".ask [data-open]"),
}
EMPTY = ("empty.html", "#blank")
TABLE = "play.html?game=alien_conspiracy"
BUTTONS = ["button[data-open]", "button:has-text('Undo')"]
LOADED = """() => {
    const sizes = new Map(performance.getEntriesByType("resource").map((entry) => [entry.name, entry.encodedBodySize]));
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}"""
"""Counts the bytes of everything that a page requested; a second request for the same file is served from the cache."""


def build(folder: Path, work: Path) -> dict[str, Path]:
    """Build the site and the empty one."""
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    write_notebook(notebooks / "empty.ipynb", BLANKS["blank_widget"])
    sites = {"site": folder / "site", "empty": folder / "empty"}
    build_site(sites["site"], work, shipped("notebooks"))
    build_site(sites["empty"], work, notebooks, with_tutor=False)
    return sites


def time_visit(browser: Browser, url: str, ready: str) -> tuple[float, float, float]:
    """Return the milliseconds of a first and a second visit, and the first one's megabytes."""
    context = browser.new_context()
    page = context.new_page()
    first = _timed(page, url, ready)
    size = page.evaluate(LOADED)
    second = _timed(page, url, ready)
    context.close()
    return first, second, size / 1e6


def _timed(page: Page, url: str, ready: str) -> float:
    page.goto("about:blank")
    start = time.perf_counter()
    wait_ready(page, url, ready)
    return 1000 * (time.perf_counter() - start)


def main(arguments: Sequence[str] | None = None) -> None:
    """Build, measure and print."""
    parser = argparse.ArgumentParser(description="Measure the static site in a real browser; print JSON.")
    parser.add_argument("--visits", type=int, default=5, help="how many first visits to make to each page")
    parser.add_argument("--clicks", type=int, default=200)
    parser.add_argument("--work", type=Path, default=Path("build/site"), help="the folder for what the build downloads")
    choice = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sites = build(Path(folder), choice.work)
        browser = start_chromium(playwright)
        with serving_files(sites["site"]) as site, serving_files(sites["empty"]) as empty:
            places = {name: (f"{site.url}/{page}", ready) for name, (page, ready) in PLACES.items()}
            places["empty"] = (f"{empty.url}/{EMPTY[0]}", EMPTY[1])
            rounds = [
                {name: time_visit(browser, *place) for name, place in places.items()} for _ in range(choice.visits)
            ]
            table = Clicks(f"{site.url}/{TABLE}", "button[data-open]", BUTTONS, ".desk")
            clicks = spread(series(browser.new_page(), table, choice.clicks))
        browser.close()
    print(json.dumps({"n": choice.visits, **summary(rounds), "click_ms": clicks}, indent=2))


def summary(rounds: Sequence[dict[str, tuple[float, float, float]]]) -> dict[str, dict[str, float]]:
    """Return the medians of every page, and its ratio to the empty one's in the same round."""
    found: dict[str, dict[str, float]] = {}
    for name in rounds[0]:
        cold, warm, size = (statistics.median(one[name][n] for one in rounds) for n in range(3))
        ratios = [statistics.median(one[name][n] / one["empty"][n] for one in rounds) for n in range(2)]
        found[name] = {"cold": round(cold), "warm": round(warm), "megabytes": round(size, 1)}
        found[name] |= {"cold_ratio": round(ratios[0], 2), "warm_ratio": round(ratios[1], 2)}
    return found


if __name__ == "__main__":
    main()
