"""Measure how long a click on each game's practice table takes, and where the time goes.

Run it with `python tools/measure_clicks.py`. It clicks in turn on a table and on two widgets that only count their
clicks. One widget is in the table's own kernel and uses the table's own connection, so it shows how long an empty round
trip takes. The other is an ordinary notebook widget on a page of its own. All times are in milliseconds. A click lasts
from the event until the page is laid out again. Its parts are `send`, until the message leaves the page; `python`,
while the kernel's widget handles it; `wire`, on the way there and back; `draw`, from the answer's arrival until the
page has changed; and `layout`, until the page is laid out.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright

from tests.pages import AS_A_HOST, Site, new_context, serving, start_chromium, wait_ready, write_notebook
from tools.measure_pages import COUNTER, SETTLE_MILLISECONDS, percentile
from tutor.engine.core.game import games
from tutor.ui.bundle import script

TIMED = """
from time import perf_counter


def timed(widget):
    handle = widget._handle_msg

    def handle_timed(message):
        start = perf_counter()
        handle(message)
        widget.send({"took": 1000 * (perf_counter() - start)})

    widget.comm.on_msg(handle_timed)
    return widget
"""
"""Makes a widget say, after its answer, how long it took."""

TABLE = f"""
from IPython.display import display
from tutor.ui.desks.practice import practice
{COUNTER.removesuffix("Counter()" + chr(10))}
{TIMED}
display(timed(practice()))
display(timed(Counter()))
"""

HOOKS = """(() => {
  const seen = (window.seen = {});
  const decoder = new TextDecoder();
  window.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      seen.socket = this;
      super.addEventListener("message", ({ data }) => {
        const [, took] = decoder.decode(data).match(/"took": ?([0-9.e-]+)/) ?? [];
        if (took !== undefined) seen.told?.(Number(took));
        else seen.received = performance.now();
      });
    }
    send(data) {
      seen.sent = performance.now();
      super.send(data);
    }
  };
  /** Click, and report how long each part took. */
  window.measure = (button, watched, tells) => new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => reject(new Error("nothing changed for 10 s")), 10_000);
    const told = tells ? new Promise((tell) => { seen.told = tell; }) : Promise.resolve(0);
    const observer = new MutationObserver(async () => {
      const drawn = performance.now(), { received, sent } = seen;
      observer.disconnect();
      clearTimeout(tooLong);
      watched.ownerDocument.body.getBoundingClientRect();
      const laid = performance.now();
      const python = await told;
      const wire = received - sent - python;
      resolve({ all: laid - start, send: sent - start, python, wire, draw: drawn - received, layout: laid - drawn });
    });
    observer.observe(watched, { subtree: true, childList: true, characterData: true, attributes: true });
    const start = performance.now();
    button.click();
  });
})()"""

LEAN_COUNTER = """async (line) => {
  const { pack, unpack } = await import(URL.createObjectURL(new Blob([line], { type: "text/javascript" })));
  const outputs = [...document.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]')];
  const comm = Object.values(JSON.parse(outputs[1].textContent).data).find((view) => view.model_id).model_id;
  const button = document.createElement("button");
  button.id = "count";
  button.textContent = "0";
  let n = 0;
  const header = () => ({
    ...{ msg_id: `counter-${(n += 1)}`, msg_type: "comm_msg", session: "counter", username: "", version: "5.3" },
    date: new Date().toISOString(),
  });
  const hear = ({ data }) => {
    const [, head, , , content] = unpack(data);
    if (JSON.parse(head).msg_type !== "comm_msg") return;
    const said = JSON.parse(content);
    if (said.comm_id !== comm || said.data.method !== "update") return;
    window.seen.socket.removeEventListener("message", hear);
    button.textContent = String(said.data.state.count);
  };
  button.addEventListener("click", () => {
    window.seen.socket.addEventListener("message", hear);
    const said = { comm_id: comm, data: { method: "custom", content: { type: "press" } } };
    window.seen.socket.send(pack(["shell", ...[header(), {}, {}, said].map((part) => JSON.stringify(part))]));
  });
  document.body.append(button);
}"""
"""The counter in the table's kernel, which a few lines draw and which uses the table's own connection."""

BUTTONS = (".ask button[data-open]:not(:text-is('New game'))", ".head button[aria-label=Undo]:not([aria-disabled])")
"""Selectors of what to press at a table; the first one that exists is pressed, so that a finished game is undone."""


def click(page: Page, buttons: Sequence[str], watch: str, tells: bool = True) -> dict[str, float]:
    """Press what the first matching selector finds, and return how long that and each of its parts took."""
    page.wait_for_timeout(SETTLE_MILLISECONDS)
    for selector in buttons:
        button = page.locator(selector).first
        if button.count() and button.is_visible() and button.is_enabled():
            elements = [button.element_handle(), page.locator(watch).first.element_handle(), tells]
            return dict(page.evaluate("(what) => window.measure(...what)", elements))
    raise SystemExit(f"no button to press: {', '.join(buttons)}")


def measure(table: Page, ordinary: Page, site: Site, game: str, clicks: int) -> dict[str, Any]:
    """Click on a game's table and on both counters in turn."""
    wait_ready(table, site.page("index.ipynb", f"game={game}"), BUTTONS[0])
    table.evaluate(LEAN_COUNTER, script("counterpart", "line"))
    took: dict[str, list[dict[str, float]]] = {"table": [], "counter": [], "ordinary": []}
    for _ in range(clicks):
        took["table"].append(click(table, BUTTONS, ".desk"))
        took["counter"].append(click(table, ["#count"], "#count"))
        took["ordinary"].append(click(ordinary, ["#count"], "#count", tells=False))
    return summary(took)


def summary(took: Mapping[str, Sequence[Mapping[str, float]]]) -> dict[str, Any]:
    """Return the median and the 95th percentile of every part, and the table's ratios to the counters."""
    found: dict[str, Any] = {
        "table": {part: _spread(took["table"], part) for part in took["table"][0]},
        "counter": {part: _spread(took["counter"], part) for part in took["counter"][0]},
        "ordinary": {"all": _spread(took["ordinary"], "all")},
    }
    for other in ("counter", "ordinary"):
        pairs = zip(found["table"]["all"], found[other]["all"], strict=True)
        found[f"ratio to {other}"] = [round(ours / theirs, 2) for ours, theirs in pairs]
    return found


def _spread(took: Sequence[Mapping[str, float]], part: str) -> list[float]:
    """Return the median and the 95th percentile."""
    times = [click[part] for click in took]
    return [round(statistics.median(times), 2), percentile(times, 95)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure clicks on practice tables in a real browser; print JSON.")
    parser.add_argument("--game", action="append", help="a game to measure; can be repeated (default: all)")
    parser.add_argument("--clicks", type=int, default=100, help="how often to click on each table and each counter")
    choice = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        write_notebook(Path(folder) / "index.ipynb", TABLE, desk=True)
        write_notebook(Path(folder) / "counter.ipynb", COUNTER)
        with serving("--notebooks", folder, program=AS_A_HOST) as site, sync_playwright() as playwright:
            browser = start_chromium(playwright)
            context = new_context(browser)
            context.add_init_script(HOOKS)
            table, ordinary = context.new_page(), context.new_page()
            wait_ready(ordinary, site.page("counter.ipynb"), "#count")
            found = {game: measure(table, ordinary, site, game, choice.clicks) for game in choice.game or games()}
            browser.close()
    print("clicks:", choice.clicks, "· each as [median, 95th percentile], ms")
    for game, parts in found.items():
        print(game)
        for part, times in parts.items():
            print(f"  {part:18}", json.dumps(times))


if __name__ == "__main__":
    main()
