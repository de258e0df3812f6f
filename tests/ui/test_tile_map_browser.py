"""The map of tiles in a real browser: walked and turned by keys, pressed, asked, zoomed, fast and accessible."""

import json

import pytest
from playwright.sync_api import expect

from tests.ui import deserts
from tests.ui.shown import Shown
from tutor.games.doppelganger.picture import tile_map
from tutor.ui.tile_map import TilePicture, offered
from tutor.ui.tile_widget import SCRIPTS, STYLES

pytestmark = pytest.mark.browser

REPAINT_MS = 30
CLICKS = 40
SERIES = 6


def map_shown(browser, desert, options=(), answer=None, question="", **more):
    data = tile_map(desert, 1)
    if options:
        data = offered(data, options)
    state = TilePicture(data, question).state()
    return Shown(browser, "drawTileMap", SCRIPTS, STYLES, state, answer or (lambda _: state), **more)


def night_shown(browser, **more):
    place = [{"id": f"place E4 N1 turned {turn}", "label": "E4 N1"} for turn in (1, 3)]
    return map_shown(browser, deserts.night(), place, **more)


def cell(shown, name):
    return shown.page.locator(f'.tilemap-frame [role="button"][aria-label^="{name}:"]')


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (320, "dark")])
@pytest.mark.parametrize("question", ["", "movement"])
def test_the_map_is_drawn_and_accessible(browser, width, scheme, question):
    shown = night_shown(browser, question=question, width=width, scheme=scheme)
    page = shown.page
    expect(cell(shown, "E3 N1")).to_have_attribute("aria-current", "step")
    assert page.locator(".tilemap-frame [tabindex='0']").count() == 1
    page.get_by_text("What the marks mean").click()
    page.get_by_text("The same map as a table").click()
    expect(page.locator(".tilemap table tbody tr")).to_have_count(19)
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.tilemap :is(p, li, td, th, button, summary, figcaption, kbd)')]"
        ".filter((part) => part.textContent && part.getClientRects().length)"
        ".map((part) => parseFloat(getComputedStyle(part).fontSize)))"
    )
    assert smallest >= 12
    shown.done()


def test_arrows_go_from_tile_to_tile_and_over_the_rim(browser):
    shown = night_shown(browser)
    page = shown.page
    page.locator(".tilemap-frame [tabindex='0']").focus()
    assert shown.focus == "cell:E3 N1"
    for key, reached in [("ArrowDown", "E3"), ("ArrowRight", "E4"), ("ArrowRight", "E5"), ("ArrowRight", "E6")]:
        page.keyboard.press(key)
        assert shown.focus == f"cell:{reached}"
    assert page.locator(".tilemap-frame [tabindex='0']").count() == 1
    shown.done()


def test_the_tile_is_turned_and_placed_by_keys(browser):
    shown = night_shown(browser)
    page = shown.page
    cell(shown, "E4 N1").focus()
    page.keyboard.press("Enter")
    call = page.locator(".tilemap-call")
    expect(call).to_contain_text("E4 N1 refused, turned 0°")
    expect(call).to_contain_text("step 1, south: 3 red dots meet a plain side")
    expect(call).to_contain_text("step 1, west: a plain side meets 3 red dots")
    expect(page.locator(".tilemap [role=status]")).to_contain_text("refused")
    page.keyboard.press("Escape")
    expect(call).to_be_hidden()
    assert shown.focus == "cell:E4 N1"
    page.keyboard.press("r")
    expect(page.locator(".tilemap output")).to_have_text("90°")
    expect(cell(shown, "E4 N1")).to_have_attribute("aria-label", "E4 N1: the tile fits, turned 90°")
    page.keyboard.press("Shift+R")
    expect(page.locator(".tilemap output")).to_have_text("0°")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.mark?.key === 'cell:E4 N1'")
    assert shown.messages[-1]["option"] == "place E4 N1 turned 1"
    shown.done()


def test_the_list_names_places_and_refusals(browser):
    shown = night_shown(browser)
    page = shown.page
    expect(page.locator(".tilemap-list")).to_contain_text("15 other open cells")
    page.get_by_role("button", name="Turn the tile right").click()
    page.get_by_role("button", name="Place at E4 N1, turned 90°").click()
    page.wait_for_function("true")
    assert [message.get("option") for message in shown.messages] == ["place E4 N1 turned 1"]
    shown.done()


def test_questions_lie_over_the_map_one_at_a_time(browser):
    shown = night_shown(browser)
    page = shown.page
    picture = page.locator("svg.picture.tiles").first
    page.get_by_role("button", name="How far is START?").click()
    expect(page.locator(".tilemap-answer")).to_have_text("4 steps: draw from the 3 stack")
    expect(page.locator(".tilemap-scale [aria-current]")).to_have_text("0–4 · 3 stack")
    cell(shown, "E3 N1").focus()
    page.keyboard.press("3")
    expect(page.locator(".tilemap-answer")).to_have_text("No: 12 open cells to grow into")
    assert picture.locator(".line.trail").count() == 0
    assert picture.locator(".line.region").count() == 1
    expect(page.get_by_role("button", name="Are we trapped?")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".tilemap-answer")).to_be_hidden()
    assert picture.locator(".line.region").count() == 0
    shown.done()


def test_a_page_lays_a_question_over_and_closes_one(browser):
    data = TilePicture(tile_map(deserts.night(), 1)).state()
    closed = [{**q, "closed": True} if q["id"] == "distance" else q for q in data["questions"]]
    asking, told = {**data, "questions": closed}, {**data, "shown": "distance"}
    shown = Shown(browser, "drawTileMap", SCRIPTS, STYLES, asking, lambda _: told)
    page = shown.page
    expect(page.get_by_role("button", name="How far is START?")).to_be_disabled()
    cell(shown, "E3 N1").focus()
    page.keyboard.press("1")
    expect(page.locator(".tilemap-answer")).to_be_hidden()
    cell(shown, "E3 N1").press("Enter")
    expect(page.locator(".tilemap-answer")).to_have_text("4 steps: draw from the 3 stack")
    shown.done()


def test_a_wide_map_is_zoomed_and_brought_into_view(browser):
    shown = map_shown(browser, deserts.wide(20, 8), width=390)
    page = shown.page
    picture = page.locator(".tilemap-frame > svg")
    before = picture.get_attribute("viewBox")
    page.get_by_role("button", name="All of it").click()
    whole = picture.get_attribute("viewBox")
    assert float(whole.split()[2]) > float(before.split()[2])
    for _ in range(4):
        page.get_by_role("button", name="Larger").click()
    page.locator(".tilemap-frame [tabindex='0']").focus()
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    frame, here = page.locator(".tilemap-frame").bounding_box(), page.locator(":focus").bounding_box()
    assert frame["x"] <= here["x"]
    assert here["x"] + here["width"] <= frame["x"] + frame["width"]
    shown.done()


GROW = """(states) => {
  const drawn = (root) => root.querySelector('.tilemap-frame [aria-label$=", turned 0°"]');
  let next = 0;
  const send = () => window.draw(JSON.parse(states[next]), send);
  window.draw(JSON.parse(states[0]), send);
  window.pressLegal = () => {
    next = (next + 1) % states.length;
    drawn(document).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return new Promise((painted) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = painted;
      port2.postMessage(null);
    })).then(() => {});
  };
}"""


def test_sixty_tiles_are_repainted_within_thirty_milliseconds(browser):
    """A legal cell is pressed; the map with the new tile is parsed, patched by key, laid out and painted.

    Counted is what the page's own thread works, in the best of some series: other work on the machine only adds.
    """
    hand = {"title": "Flats", "kind": "open", "dots": [0, 0, 0, 0], "crash": 0}
    small, large = deserts.wide(10, 6, hand=hand), deserts.wide(10, 6, more=[(10, 3)], hand=hand)
    states = [TilePicture(tile_map(desert, 1)).state() for desert in (small, large)]
    assert [len(state["tiles"]) for state in states] == [60, 61]
    shown = Shown(browser, "drawTileMap", SCRIPTS, STYLES, states[0], lambda _: states[0])
    shown.page.evaluate(GROW, [json.dumps(state) for state in states])
    session = shown.page.context.new_cdp_session(shown.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    found = []
    while len(found) < SERIES and min(found, default=REPAINT_MS + 1) > REPAINT_MS:
        found.append(slow_click(shown.page, session))
    assert min(found) <= REPAINT_MS, f"p95 of each series: {found}"
    shown.done()


def slow_click(page, session):
    """The time of a click that only one in twenty exceeds, in milliseconds."""
    times = []
    for _ in range(CLICKS):
        before = worked(session)
        page.evaluate("window.pressLegal()")
        times.append(worked(session) - before)
    return sorted(times)[round(0.95 * CLICKS) - 1]


def worked(session):
    """Milliseconds that the page's thread has worked so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
