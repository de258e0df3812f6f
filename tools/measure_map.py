"""Measure how long a desert of sixty tiles takes to be repainted after a click: `python tools/measure_map.py`.

A legal cell is pressed, and the map with the new tile is parsed, patched by key, laid out and painted. The result is
the time by the wall clock and the processor time of the page's own thread, in milliseconds. Other work on the machine
adds only to the first.
"""

import json
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import CDPSession, sync_playwright

from tests.pages import start_chromium
from tests.ui import deserts
from tests.ui.shown import TILE_MAP, Shown
from tutor.games.doppelganger.desert_picture import tile_map
from tutor.ui.pictures.tile_map import TilePicture

CLICKS = 200
GROW = """(states) => {
  const drawn = (root) => root.querySelector('.tilemap-frame [aria-label$=", turned 0°"]');
  let next = 0;
  const send = () => window.draw(JSON.parse(states[next]), send);
  window.draw(JSON.parse(states[0]), send);
  window.pressLegal = () => {
    next = (next + 1) % states.length;
    const pressed = performance.now();
    drawn(document).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return new Promise((painted) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = painted;
      port2.postMessage(null);
    })).then(() => performance.now() - pressed);
  };
}"""


def main() -> None:
    """Measure and print."""
    hand = {"title": "Flats", "kind": "open", "dots": [0, 0, 0, 0], "crash": 0}
    deserts_of_sixty = deserts.wide(10, 6, hand=hand), deserts.wide(10, 6, more=[(10, 3)], hand=hand)
    states = [TilePicture(tile_map(desert, 1)).state() for desert in deserts_of_sixty]
    with sync_playwright() as playwright:
        browser = start_chromium(playwright)
        shown = Shown(browser, *TILE_MAP, states[0], lambda _: states[0])
        shown.page.evaluate(GROW, [json.dumps(state) for state in states])
        session = shown.page.context.new_cdp_session(shown.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        wall, thread = [], []
        for _ in range(CLICKS):
            before = worked(session)
            wall.append(shown.page.evaluate("window.pressLegal()"))
            thread.append(worked(session) - before)
        browser.close()
    print(
        json.dumps({"tiles": len(states[0]["tiles"]), "wall_ms": spread(wall), "thread_ms": spread(thread)}, indent=2)
    )


def worked(session: CDPSession) -> float:
    """Return the processor time of the page's thread so far, in milliseconds."""
    metrics: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def spread(times: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile of some times."""
    return {
        "n": len(times),
        "p50": round(statistics.median(times), 1),
        "p95": round(statistics.quantiles(times, n=20)[18], 1),
    }


if __name__ == "__main__":
    main()
