"""Measure how much of the first screen is table and question, and what runs over an edge.

    python tools/measure_screens.py --shots /tmp/screens

Every page is opened as a newcomer finds it, at each size and without scrolling. The result says what share of the
window is covered by the table, the question and its explanations; a point that two of them cover counts once. `edge`
counts visible elements that run over the right edge, and `asked` says how many of the buttons that can be pressed next
are on the screen.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright

from tests.pages import AS_A_HOST, comes_to_rest, new_context, serving, start_chromium, wait_ready
from tutor.engine.core.game import games

SIZES = ((1280, 800), (1440, 900), (390, 844))
PAGES = {
    **{f"practice {game}": ("play.ipynb", f"game={game}") for game in games()},
    "first game": ("shelter.ipynb", "section=first-game"),
    "chapter": ("alien_conspiracy.ipynb", "section=investigate"),
}
MEASURE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const bars = all(".tools").filter((bar) => getComputedStyle(bar).position === "fixed");
  const bottom = Math.min(innerHeight, ...bars.map((bar) => box(bar).top));
  const parts = all(".table, .words, .intro, .ask, .apart, .odds").map(box);
  const covered = (x, y) => parts.some((it) => x >= it.left && x < it.right && y >= it.top && y < it.bottom);
  const step = 4;
  let inside = 0, points = 0;
  for (let y = step / 2; y < innerHeight; y += step) {
    for (let x = step / 2; x < innerWidth; x += step, points += 1) inside += y < bottom && covered(x, y);
  }
  const open = all(".ask [data-open]").map(box);
  const chrome = all(".desk > .head, .desk > .bench").map((part) => box(part).height);
  const over = all(".desk *").filter((it) => it.checkVisibility() && box(it).right > innerWidth + 1);
  return {
    share: Math.round((100 * inside) / points),
    above: Math.round(chrome.reduce((sum, height) => sum + height, 0)),
    asked: `${open.filter((it) => it.bottom <= bottom).length} of ${open.length}`,
    edge: over.filter((it) => !it.closest("svg, .sr, .tilemap-frame, .graph-frame")).length,
  };
}"""


def measure(page: Page, sizes: Sequence[tuple[int, int]], shots: Path | None, name: str) -> dict[str, Any]:
    """Measure the current page at each size and, with `shots`, keep a picture of each first screen in that folder."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        comes_to_rest(page)
        found[f"{width}×{height}"] = page.evaluate(MEASURE)
        if shots:
            page.screenshot(path=shots / f"{name.replace(' ', '-')}-{width}.png")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure first screens in a real browser; print what was found.")
    parser.add_argument("--shots", type=Path, help="the folder in which to save pictures of the screens")
    parser.add_argument("--scheme", choices=("light", "dark"), default="light")
    parser.add_argument("--only", default="", help="only pages whose name contains this")
    choice = parser.parse_args(arguments)
    if choice.shots:
        choice.shots.mkdir(parents=True, exist_ok=True)
    found = {}
    with serving(program=AS_A_HOST) as site, sync_playwright() as playwright:
        browser = start_chromium(playwright)
        for name, (notebook, query) in PAGES.items():
            if choice.only not in name:
                continue
            context = new_context(browser, color_scheme=choice.scheme)
            page = context.new_page()
            wait_ready(page, site.page(notebook, query), ".desk .head")
            found[name] = measure(page, SIZES, choice.shots, name)
            page.goto("about:blank")
            context.close()
        browser.close()
    for name, sizes in found.items():
        for size, values in sizes.items():
            print(f"{name:26} {size:10}", *(f"{key} {value}" for key, value in values.items()), sep="  ")


if __name__ == "__main__":
    main()
