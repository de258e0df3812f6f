"""A table that leaves room on the first screen is shown larger, as far as it fits, and never grows later."""

import pytest

from tests.pages import resizes
from tests.ui.shown import Laid

pytestmark = pytest.mark.browser

SCALE = "document.querySelector('.zones').currentCSSZoom"
BOTTOM = "document.querySelector('.zones').getBoundingClientRect().bottom"


def table(rows, section="Table", **more):
    cards = [
        {"key": str(n), "id": str(n), "type": "item", "name": f"Card {n}", "text": "It opens a door."} for n in range(3)
    ]
    zones = [{"id": f"row {n}", "label": f"Row {n}", "layout": "row", "cards": cards} for n in range(rows)]
    question = {"id": "1", "title": "Which one?", "mode": "answer", "options": [{"id": "a", "label": "This one"}]}
    return {"head": {"game": "Toy", "section": section}, "zones": zones, "question": question, **more}


def shown(browser, state, width=1440, height=900):
    return Laid(browser, state, viewport={"width": width, "height": height}, reduced_motion="reduce")


@pytest.fixture
def laid(browser):
    laid = shown(browser, table(4))
    yield laid
    laid.done()


def test_a_table_with_room_below_it_is_larger_and_still_fits(laid):
    assert laid.page.evaluate(SCALE) > 1.1
    assert laid.page.evaluate(BOTTOM) < 900
    assert laid.page.evaluate("document.documentElement.scrollWidth") == 1440


def test_it_becomes_smaller_when_more_lies_on_it_but_does_not_grow_again_before_another_page(laid):
    first = laid.page.evaluate(SCALE)
    laid.show(table(5))
    smaller = laid.page.evaluate(SCALE)
    assert 1 <= smaller < first
    laid.show(table(3))
    assert laid.page.evaluate(SCALE) == smaller
    laid.show(table(4, "Another page"))
    assert laid.page.evaluate(SCALE) == first
    laid.show(table(9))
    assert laid.page.evaluate(SCALE) == 1


def test_a_ring_of_cells_fills_the_screen_and_not_the_column_of_words_beside_it(laid):
    cells = [{"id": str(n), "label": f"Location {n}", "layout": "cell", "cards": [], "at": [n, 0]} for n in range(3)]
    options = [
        {"id": str(n), "label": f"Option {n}", "refusals": [{"why": "It’s closed.", "rule": ""}]} for n in range(9)
    ]
    question = {"id": "1", "title": "Which one?", "mode": "answer", "options": [{"id": "a", "label": "A"}, *options]}
    laid.show({**table(1), "zones": cells, "question": question, "words": {"text": "Words. " * 900}})
    assert laid.page.evaluate("document.documentElement.scrollHeight") > 1200
    assert 600 < laid.page.evaluate(BOTTOM) <= 900


def test_a_roll_below_it_covers_nothing_of_it(laid):
    laid.show(table(4, roll={"id": "1", "dice": [3, 4], "ways": {str(n): 6 - abs(7 - n) for n in range(2, 13)}}))
    assert laid.page.evaluate(SCALE) >= 1
    assert laid.page.evaluate(BOTTOM) <= laid.page.locator(".roll").bounding_box()["y"]


@pytest.mark.parametrize(
    ("width", "more"), [(1200, {}), (390, {}), (1440, {"lab": {"tab": "a", "tabs": [], "trail": [], "blocks": []}})]
)
def test_it_is_as_large_as_everything_else_where_there_is_less_room_or_it_is_worked_on(browser, width, more):
    laid = shown(browser, table(1, **more), width)
    assert laid.page.evaluate(SCALE) == 1
    laid.done()


def test_a_window_that_becomes_wider_and_higher_shows_it_larger(browser):
    laid = shown(browser, table(3), 1000)
    assert laid.page.evaluate(SCALE) == 1
    resizes(laid.page, 1440, 300)
    assert laid.page.evaluate(SCALE) == 1
    laid.page.set_viewport_size({"width": 1440, "height": 900})
    laid.page.wait_for_function(f"{SCALE} > 1")
    laid.done()


def test_what_moves_on_a_larger_table_begins_where_it_was(browser):
    def with_lamp(at):
        state = table(3)
        zone = state["zones"][at]
        zone["cards"] = [*zone["cards"], {"key": "lamp", "id": "lamp", "type": "item", "name": "Lamp"}]
        return state

    laid = Laid(browser, with_lamp(0), viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    assert laid.page.evaluate(SCALE) > 1.1
    box = "(({ x, y }) => [x, y])(document.querySelector('[data-thing=Lamp]').getBoundingClientRect())"
    was = laid.page.evaluate(box)
    laid.show(with_lamp(2))
    begins = laid.page.evaluate(
        f"document.getAnimations().forEach((it) => {{ it.pause(); it.currentTime = 0; }}) ?? {box}"
    )
    assert begins == pytest.approx(was, abs=1)
    laid.done()


@pytest.mark.parametrize("rows", [3, 9])
def test_the_table_stays_in_sight_beside_a_long_column_of_words(browser, rows):
    laid = shown(browser, {**table(rows), "words": {"kind": "do", "text": "Words. " * 900}})
    box = "document.querySelector('.table').getBoundingClientRect()"
    tall = laid.page.evaluate(f"{box}.height")
    assert (tall > 900) == (rows == 9)
    laid.page.evaluate("scrollTo(0, 900)")
    assert laid.page.evaluate(f"{box}.bottom") == pytest.approx(min(tall, 900), abs=2)
    laid.page.evaluate("scrollTo(0, 0)")
    assert laid.page.evaluate(f"{box}.top") == pytest.approx(49, abs=2)
    laid.done()
