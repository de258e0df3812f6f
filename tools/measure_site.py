"""Measure how long a page of the static site takes until it can be used, and how long a click takes, in a browser.

    python tools/measure_site.py --visits 5

The site is compared with a page that only starts the same Python, as Pyodide does by itself, and imports nothing. The
pages are visited in turn. A cold browser has never visited the page, and a warm one has. All times are medians in
milliseconds. The size says how much a first visit loads.
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

from tests.pages import serving_files, start_chromium, wait_ready
from tools.measure_pages import Clicks, series, spread
from tutor.paths import shipped
from tutor.site.build import build_site

PLACES = {
    "index": ("index.html", ".shelf a"),
    "course": ("shelter.html", ".ask button"),
    "practice": ("play.html", ".ask [data-open]"),
}
BARE = ("bare.html", "#started")
SETTLING = 3000
"""How long a visitor stays, in milliseconds; within that time, the page has stored what it needs for later visits."""
TABLE = "play.html?game=alien_conspiracy"
BUTTONS = ["button[data-open]:not(:text-is('New game'))", "button:has-text('Undo')"]
BARE_PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<p id="started" hidden>Python runs.</p>
<script>
  new Worker("python/bare.js").onmessage = () => { document.getElementById("started").hidden = false; };
</script>
"""
BARE_WORKER = """importScripts("pyodide.js");
loadPyodide({ indexURL: new URL(".", location.href).href }).then((python) => postMessage(python.runPython("1 + 1")));
"""


def build(site: Path, work: Path) -> float:
    """Build the site, and the page to compare it with; return how many megabytes a first visit loads."""
    build_site(site, work, shipped("notebooks"))
    size = sum(path.stat().st_size for path in site.rglob("*") if path.suffix not in (".html", ".txt"))
    (site / "bare.html").write_text(BARE_PAGE, encoding="utf-8")
    (site / "python" / "bare.js").write_text(BARE_WORKER, encoding="utf-8")
    return size / 1e6


def time_visit(browser: Browser, url: str, ready: str) -> tuple[float, float]:
    """Return the milliseconds of a first and a second visit."""
    context = browser.new_context()
    page = context.new_page()
    first = _timed(page, url, ready)
    page.wait_for_timeout(SETTLING)
    second = _timed(page, url, ready)
    context.close()
    return first, second


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
        size = build(Path(folder) / "site", choice.work)
        browser = start_chromium(playwright)
        with serving_files(Path(folder) / "site") as site:
            places = {name: (f"{site.url}/{page}", ready) for name, (page, ready) in {**PLACES, "bare": BARE}.items()}
            rounds = [
                {name: time_visit(browser, *place) for name, place in places.items()} for _ in range(choice.visits)
            ]
            table = Clicks(f"{site.url}/{TABLE}", "button[data-open]", BUTTONS, ".desk")
            clicks = spread(series(browser.new_page(), table, choice.clicks))
        browser.close()
    found = {"n": choice.visits, "megabytes": round(size, 1), **summary(rounds), "click_ms": clicks}
    print(json.dumps(found, indent=2))


def summary(rounds: Sequence[dict[str, tuple[float, float]]]) -> dict[str, dict[str, float]]:
    """Return the medians of every page, and of its ratios to the bare page in the same round."""
    found: dict[str, dict[str, float]] = {}
    for name in rounds[0]:
        cold, warm = (statistics.median(one[name][n] for one in rounds) for n in range(2))
        ratios = [statistics.median(one[name][n] / one["bare"][n] for one in rounds) for n in range(2)]
        found[name] = {"cold": round(cold), "warm": round(warm)}
        found[name] |= {"cold_ratio": round(ratios[0], 2), "warm_ratio": round(ratios[1], 2)}
    return found


if __name__ == "__main__":
    main()
