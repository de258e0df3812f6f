"""The pictures in a real browser: drawn for every flow, used by keyboard, accessible, and without network requests."""

import json

import pytest
from playwright.sync_api import expect

from tests.pages import resizes, whatever_font
from tests.ui.shown import Laid, Shown
from tests.ui.test_graph_picture import a_ring
from tests.ui.test_touch_browser import desk_of
from tutor.engine.core.game import games
from tutor.ui.pictures.flow_picture import FlowPicture, flow_of
from tutor.ui.pictures.graph_picture import drawn

pytestmark = pytest.mark.browser

WALKS = {
    "alien_conspiracy": ("turn-start", "choose", "card-here", "flip", "flip-what", "event-needs-roll", "event-camera"),
    "roswell51": ("turn-mode", "next-survivor", "where-is-survivor", "action-choice", "act-attack", "sa-declare"),
}


def flow_shown(browser, game, **more):
    flow, positions = flow_of(game)
    shown = {"picture": FlowPicture(flow, positions, walk=WALKS.get(game, (flow.start,)))}

    def answer(message):
        shown["picture"] = shown["picture"].answered(message)
        return shown["picture"].state()

    state = shown["picture"].state()
    return Shown(browser, "drawFlow", ("marks", "flow"), ("marks", "flow"), state, answer, **more)


@pytest.mark.parametrize("game", sorted(WALKS))
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light"), (320, "dark")])
def test_the_flow_is_drawn_and_accessible(browser, game, width, scheme):
    shown = flow_shown(browser, game, width=width, scheme=scheme)
    flow, _ = flow_of(game)
    now = flow.nodes[WALKS[game][-1]]
    here = shown.page.locator(f'[role="button"][aria-current="step"][aria-label^="{now.label}"]')
    expect(here).to_have_count(1)
    assert shown.page.locator('[aria-label^="Overview"] > [role="button"]').count() == len(flow.groups)
    assert shown.page.locator("[role=button][tabindex='0']").count() == 2
    assert smallest_text(shown.page) >= 12
    shown.done()


LETTERING = """() => {
  const LEADING = 3; // pixels of a text's box above and below its letters
  const place = (mark) => mark.querySelector(":scope > .ground").getBoundingClientRect();
  const chips = [...document.querySelectorAll(".picture .chip")].map(place);
  const nodes = [...document.querySelectorAll(".picture .node:not(.rail)")];
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - LEADING && b.top + LEADING < a.bottom;
  const middle = ({ left, right, top, height: h }) => ({ left, right, top: top + h / 4, bottom: top + 0.75 * h });
  const isOver = (node) => chips.some((chip) => meet(chip, middle(place(node))));
  const over = nodes.filter(isOver).map((node) => node.mark.key);
  const texts = [...document.querySelectorAll(".picture .box")].flatMap((box) => {
    const drawn = [...box.querySelectorAll(":scope > text")].filter((text) => text.textContent);
    return drawn.map((text) => ({ box, text, ground: place(box), drawn: text.getBoundingClientRect() }));
  });
  const free = texts.map(({ box, text }) => box.appendChild(text.cloneNode(true)));
  for (const text of free) text.removeAttribute("textLength");
  const naturals = free.map((text) => text.getComputedTextLength()); // all at once, because it needs a layout
  for (const text of free) text.remove();
  return texts.map(({ box, text, ground, drawn }, n) => {
    const { key } = box.mark, natural = naturals[n], length = text.textLength.baseVal.value;
    const beyond = Math.max(ground.left - drawn.left, drawn.right - ground.right);
    const covered = over.includes(key) || (key.startsWith("node:") && chips.some((chip) => meet(chip, drawn)));
    return { text: text.textContent, key, beyond, covered, natural, length };
  });
}"""


def lettering(page):
    """For each text in a box: how far it sticks out, whether a chip covers it, its length, and its planned length."""
    page.evaluate("document.fonts.ready")
    return json.loads(page.evaluate(f"JSON.stringify(({LETTERING})())"))


@whatever_font
@pytest.mark.parametrize("game", sorted(games()))
def test_no_label_of_the_flow_leaves_its_box(browser, game):
    shown = flow_shown(browser, game)
    for width in (1280, 390):
        resizes(shown.page, width, 900)
        keeps_its_labels(shown, game)
    shown.done(looked_at=True)


@pytest.mark.parametrize("game", sorted(games()))
def test_no_label_of_the_flow_leaves_its_box_with_the_fonts_of_the_machine_alone(browser, game):
    shown = flow_shown(browser, game, faces=False)
    keeps_its_labels(shown, game)
    shown.done()


def keeps_its_labels(shown, game):
    """Fail if a label of the overview or of any group leaves its box, or is covered."""
    flow, seen = flow_of(game)[0], set()
    for group in flow.groups:
        shown.draws({"type": "group", "id": group})
        texts = lettering(shown.page)
        seen |= {text["key"] for text in texts}
        assert [text for text in texts if text["beyond"] > 0] == []
        assert [text for text in texts if text["covered"]] == []
    assert {f"group:{group}" for group in flow.groups} | {f"node:{node}" for node in flow.nodes} <= seen


@pytest.mark.parametrize("game", sorted(WALKS))
def test_the_flow_is_planned_with_the_widths_of_the_letters_it_is_drawn_with(browser, game):
    shown = flow_shown(browser, game)
    shown.page.evaluate("document.fonts.load('12px Roboto')")
    for group in flow_of(game)[0].groups:
        shown.draws({"type": "group", "id": group})
        texts = [text for text in lettering(shown.page) if text["length"] > 40]
        assert [text for text in texts if not 0.89 < text["length"] / text["natural"] < 1.04] == []
    shown.done(looked_at=True)


def smallest_text(page):
    return page.evaluate(
        "Math.min(...[...document.querySelectorAll('.picture text, .flow :is(p, li, td, th, button, summary)')]"
        ".filter((part) => part.textContent && part.getClientRects().length)"
        ".map((part) => parseFloat(getComputedStyle(part).fontSize)))"
    )


def test_the_flow_is_walked_by_keyboard(browser):
    shown = flow_shown(browser, "alien_conspiracy")
    page = shown.page
    page.locator('[role="button"][aria-current="step"]', has_text="Use a camera?").focus()
    assert shown.focus == "node:event-camera"
    page.keyboard.press("ArrowUp")
    assert shown.focus == "node:event-needs-roll"
    page.keyboard.press("ArrowLeft")
    assert shown.focus == "node:flip-countdown"
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Alien to the countdown")).to_be_visible()
    assert shown.focus == "node:flip-countdown"
    page.keyboard.press("Home")
    assert shown.focus == "group:investigate"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Roll attempt", exact=True)).to_be_visible()
    expect(page.locator('[aria-expanded="true"]')).to_have_attribute("aria-label", "Roll attempt, 7 steps")
    assert shown.focus == "group:attempt"
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Flip a card", exact=True)).to_be_visible()
    page.wait_for_function("document.activeElement.mark?.key === 'node:event-camera'")
    shown.done()


def test_a_chip_leads_to_the_other_group_and_the_way_back(browser):
    shown = flow_shown(browser, "alien_conspiracy")
    page = shown.page
    page.locator('[role="button"][aria-label^="Third alien?: on to The end"]').click()
    expect(page.get_by_role("heading", name="The end", exact=True)).to_be_visible()
    page.wait_for_function("document.activeElement.mark?.key === 'node:invasion'")
    expect(page.get_by_text("The shortest way here")).to_be_visible()
    page.get_by_role("button", name="Back to where we are").click()
    expect(page.get_by_role("heading", name="Flip a card", exact=True)).to_be_visible()
    page.get_by_text("The same group as a table").click()
    expect(page.locator("table tbody tr")).to_have_count(14)
    shown.done()


def test_elements_are_kept_when_the_state_changes(browser):
    shown = flow_shown(browser, "alien_conspiracy")
    page = shown.page
    page.evaluate("document.querySelector('[aria-label^=Overview] > [role=button]').kept = true")
    page.locator('[aria-label^="Death, 4 steps"]').click()
    expect(page.get_by_role("heading", name="Death", exact=True)).to_be_visible()
    assert page.evaluate("document.querySelector('[aria-label^=Overview] > [role=button]').kept") is True
    shown.done()


def ring_shown(browser, **more):
    data = drawn(a_ring())
    return Shown(browser, "drawGraph", ("marks", "panning", "graph"), ("marks", "graph"), data, lambda _: data, **more)


@pytest.mark.parametrize(("width", "scheme"), [(1000, "light"), (1000, "dark"), (390, "light")])
def test_a_graph_is_walked_zoomed_and_pressed(browser, width, scheme):
    shown = ring_shown(browser, width=width, scheme=scheme)
    page = shown.page
    page.locator('[aria-label^="City"]').focus()
    page.keyboard.press("ArrowRight")
    assert shown.focus == "node:Farm"
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.mark?.key === 'node:Farm'")
    assert shown.messages == [{"type": "node", "graph": "ring", "id": "Farm", "option": "move:farm"}]
    picture = page.locator("svg.picture")
    assert picture.get_attribute("viewBox").startswith("0 0 ")
    whole = picture.get_attribute("viewBox")
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert float(picture.get_attribute("viewBox").split()[2]) < float(whole.split()[2])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("0")
    assert picture.get_attribute("viewBox") == whole
    page.get_by_role("button", name="Larger").click()
    assert picture.get_attribute("viewBox") != whole
    page.get_by_role("button", name="Whole picture").click()
    assert picture.get_attribute("viewBox") == whole
    shown.done()


def test_a_graph_of_places_that_are_on_the_table_is_folded_until_somebody_looks(browser):
    game = games()["alien_conspiracy"]
    laid = Laid(browser, desk_of(game, 20))
    graph = laid.page.locator(".graph-frame")
    expect(graph).to_be_hidden()
    laid.page.get_by_text("The locations as a graph").click()
    expect(graph).to_be_visible()
    laid.show(desk_of(game, 40))
    expect(graph).to_be_visible()
    laid.done()
