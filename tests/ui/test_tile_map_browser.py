"""The map of tiles in a real browser: moving and turning by keyboard, presses, questions, zoom, and accessibility."""

import pytest
from playwright.sync_api import expect

from tests.ui import deserts
from tests.ui.shown import TILE_MAP, Shown
from tutor.games.doppelganger.desert_picture import tile_map
from tutor.ui.pictures.tile_map import TilePicture, offered

pytestmark = pytest.mark.browser


def map_shown(browser, desert, options=(), answer=None, question="", **more):
    data = tile_map(desert, 1)
    if options:
        data = offered(data, options)
    state = TilePicture(data, question).state()
    return Shown(browser, *TILE_MAP, state, answer or (lambda _: state), **more)


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
    expect(page.locator(".tilemap output")).to_have_text("90°")
    page.keyboard.press("Shift+R")
    page.keyboard.press("Enter")
    call = page.locator(".tilemap-call")
    expect(call).to_contain_text("You can’t place the tile at E4 N1 as printed")
    expect(call).to_contain_text("3 red dots would meet a plain side in the south")
    expect(call).to_contain_text("a plain side would meet 3 red dots in the west")
    expect(page.locator(".tilemap [role=status]")).to_contain_text("You can’t place the tile")
    page.keyboard.press("Escape")
    expect(call).to_be_hidden()
    assert shown.focus == "cell:E4 N1"
    page.keyboard.press("r")
    expect(page.locator(".tilemap output")).to_have_text("90°")
    expect(cell(shown, "E4 N1")).to_have_attribute("aria-label", "E4 N1: the tile fits turned 90°")
    page.keyboard.press("Shift+R")
    expect(page.locator(".tilemap output")).to_have_text("0°")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.mark?.key === 'cell:E4 N1'")
    assert shown.messages[-1]["option"] == "place E4 N1 turned 1"
    shown.done()


def test_the_words_about_a_cell_go_when_the_tile_is_placed_from_the_list(browser):
    desert = deserts.night()
    with_tile, without = (TilePicture(tile_map(one, 1), "").state() for one in (desert, {**desert, "hand": None}))
    place = "place E4 N1 turned 1"
    shown = night_shown(browser, answer=lambda message: without if message.get("option") == place else with_tile)
    shown.page.get_by_role("button", name="Turn the tile left").click()
    cell(shown, "E4 N1").click()
    expect(shown.page.locator(".tilemap-call")).to_be_visible()
    shown.page.get_by_role("button", name="Turn the tile right").click()
    shown.page.get_by_role("button", name="Place at E4 N1, turned 90°").click()
    expect(shown.page.locator(".tilemap-call")).to_be_hidden()
    shown.done()


def test_the_list_names_places_and_refusals(browser):
    shown = night_shown(browser)
    page = shown.page
    expect(page.locator(".tilemap-list")).to_contain_text("15 other empty spaces")
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
    expect(page.locator(".tilemap-answer")).to_have_text("4 steps, so draw from the 3 stack")
    expect(page.locator(".tilemap-scale [aria-current]")).to_have_text("0–4 · 3 stack")
    cell(shown, "E3 N1").focus()
    page.keyboard.press("3")
    expect(page.locator(".tilemap-answer")).to_have_text("No, 12 empty spaces can be reached")
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
    shown = Shown(browser, *TILE_MAP, asking, lambda _: told)
    page = shown.page
    expect(page.get_by_role("button", name="How far is START?")).to_be_disabled()
    cell(shown, "E3 N1").focus()
    page.keyboard.press("1")
    expect(page.locator(".tilemap-answer")).to_be_hidden()
    cell(shown, "E3 N1").press("Enter")
    expect(page.locator(".tilemap-answer")).to_have_text("4 steps, so draw from the 3 stack")
    shown.done()


BEYOND = """() => [...document.querySelectorAll(".tilemap-frame .art")].flatMap((art) => {
  const tile = art.querySelector(":scope > .ground")?.getBoundingClientRect();
  if (!tile) return [];
  const texts = [...art.querySelectorAll("text")].filter((text) => text.textContent && text.checkVisibility());
  return texts.flatMap((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const beyond = Math.max(tile.left - left, right - tile.right, tile.top - top, bottom - tile.bottom);
    return beyond > 0.5 ? [[art.mark.key, text.textContent, beyond]] : [];
  });
})"""


@pytest.mark.parametrize("question", ["", "distance", "movement"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("desert", [deserts.night(), deserts.wide(20, 8)], ids=["night", "wide"])
def test_no_label_of_the_desert_leaves_its_tile_at_any_zoom_and_the_team_is_in_sight(browser, desert, width, question):
    shown = map_shown(browser, desert, question=question, width=width)
    page = shown.page
    page.evaluate("document.fonts.ready")
    frame, here = (page.locator(at).bounding_box() for at in (".tilemap-frame", ".tilemap-frame [aria-current]"))
    assert frame["x"] <= here["x"] <= here["x"] + here["width"] <= frame["x"] + frame["width"]
    assert frame["y"] <= here["y"] <= here["y"] + here["height"] <= frame["y"] + frame["height"]
    for press in ["Whole picture", *["Larger"] * 6]:
        assert page.locator(".tilemap-frame .art text").count()
        assert page.evaluate(BEYOND) == []
        page.get_by_role("button", name=press).click()
    shown.done(looked_at=True)


def test_a_wide_map_is_zoomed_and_brought_into_view(browser):
    shown = map_shown(browser, deserts.wide(20, 8), width=390)
    page = shown.page
    picture = page.locator(".tilemap-frame > svg")
    before = picture.get_attribute("viewBox")
    page.get_by_role("button", name="Whole picture").click()
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
