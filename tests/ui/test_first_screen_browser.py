"""What somebody sees before scrolling: the table as large as there is room for, and on a phone question and table."""

import pytest

from tests.pages import resizes
from tests.ui.shown import Laid
from tests.ui.test_touch_browser import PHONE, desk_of
from tutor.engine.core.game import games
from tutor.ui.pictures.drawn import marks_of

pytestmark = pytest.mark.browser

INTRO = {
    "rule": "toy/aim",
    "title": "What the game is about",
    "text": "You’re after points. Win cards, hand them in, and have the most of them when the game ends, " * 2,
}
LEAST = 80
"""How many pixels of the table have to be in sight for a card to be known."""

IN_SIGHT = """() => {
  const box = (element) => element.getBoundingClientRect();
  const bar = box(document.querySelector(".tools")).top;
  const top = Math.min(...[...document.querySelectorAll(".zones > *")].map((zone) => box(zone).top));
  return [box(document.querySelector(".ask [data-open]")).bottom <= bar, bar - top];
}"""
BOXES = "(parts) => parts.map((part) => (({ x, y }) => [x, y])(part.getBoundingClientRect()))"
COLOURS = "(parts) => parts.map((part) => getComputedStyle(part).backgroundColor)"


def test_a_lesson_leaves_the_question_and_its_piece_of_table_on_the_first_screen_of_a_phone(browser):
    for game in games().values():
        laid = Laid(browser, desk_of(game, 12) | {"intro": INTRO}, marks_of(game), **PHONE)
        asked, table = laid.page.evaluate(IN_SIGHT)
        assert asked, game.id
        assert table >= LEAST, game.id
        laid.done()


def test_a_lesson_is_unfolded_on_a_phone_and_folded_again(browser):
    laid = Laid(browser, toy() | {"intro": INTRO}, **PHONE)
    text, summary = laid.page.locator(".intro .say"), laid.page.locator(".intro summary")
    assert not text.is_visible()
    summary.tap()
    assert text.is_visible()
    assert not laid.page.locator(".beginning").is_visible()
    assert laid.page.get_by_role("button", name="Got it").is_visible()
    summary.tap()
    assert not text.is_visible()
    laid.done()


def test_the_table_reaches_the_edge_and_the_foot_of_a_desktop_window(browser):
    laid = Laid(browser, toy())
    box = laid.page.locator(".table").bounding_box()
    assert box["x"] == 0
    assert box["y"] + box["height"] == pytest.approx(800, abs=1)
    laid.done()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["wide", "phone"])
def test_another_page_opens_at_its_top_and_another_question_of_the_same_page_does_not(browser, size):
    state = toy() | {"notes": [{"id": f"{n}", "rule": "r", "text": "Ben draws a card. " * 9} for n in range(30)]}
    state["words"] = {"kind": "do", "text": "Choose one of two. " * 12}
    laid = Laid(browser, state, **size)
    laid.page.get_by_role("button", name="all 30").click()
    laid.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    down = laid.page.evaluate("scrollY")
    assert down > 400
    laid.show(state | {"question": toy("2")["question"]})
    assert laid.page.evaluate("scrollY") == down
    laid.page.evaluate("document.querySelector('.open button').click()")
    laid.show(state | {"question": toy("3")["question"], "head": {"game": "Toy", "section": "Another page"}})
    assert laid.page.evaluate("scrollY") == 0
    assert laid.page.evaluate("document.activeElement.className") == "asktitle"
    laid.done()


def test_what_was_tapped_does_not_look_chosen_at_the_next_question(browser):
    laid = Laid(browser, toy(), **PHONE)
    laid.page.locator(".open button").first.tap()
    laid.show(toy("2"))
    first, second = laid.page.locator(".open button").evaluate_all(COLOURS)
    assert first == second
    laid.done()


def test_numbers_are_beside_what_they_count_and_four_values_in_one_row_or_two(browser):
    laid = Laid(browser, toy())
    (line,) = laid.page.locator(".trackline").evaluate_all(
        "(lines) => lines.map((it) => [it.children[0], it.children[2]].map((part) => part.getBoundingClientRect()))"
    )
    assert line[1]["left"] - line[0]["right"] < 240
    for layout, rows in (("row", 1), ("crowd", 2)):
        laid.show(toy(layout=layout))
        tops = [y for _, y in laid.page.locator(".stats dt").evaluate_all(BOXES)]
        assert len(set(tops)) == rows, (layout, tops)
        assert len(tops) % len(set(tops)) == 0
    laid.done()


def test_the_front_page_lines_its_boxes_up_and_has_no_bar_for_one_button(browser):
    titles = ("Toy", "Another toy with a name that is much too long for one row of its box")
    shelf = [
        {"id": t, "title": t, "text": "Play.", "facts": ["2 players"], "pages": 3, "done": 1, "links": []}
        for t in titles
    ]
    laid = Laid(browser, {"head": {"game": "Rules tutor"}, "shelf": {"text": "Learn.", "games": shelf}})
    (_, one), (_, other) = laid.page.locator(".box .facts").evaluate_all(BOXES)
    assert one == other
    resizes(laid.page, 390, 844)
    assert laid.page.locator(".tools").bounding_box()["y"] < 60
    laid.done()


def test_another_side_drawn_small_names_what_its_cards_hold(browser):
    state = toy()
    jock = {"key": "j", "id": "j", "type": "item", "name": "Jock", "value": 4, "gist": "“Last”"}
    jock["held"] = [{"name": "Flashlight +1", "type": "item"}, {"name": "Pistol +3", "type": "item"}]
    state["zones"].append({"id": "other", "label": "Cleo’s movie", "layout": "row", "cards": [jock], "aside": True})
    laid = Laid(browser, state)
    assert laid.page.locator(".cardchip small").all_inner_texts() == ["“Last”; Flashlight +1; Pistol +3"]
    laid.done()


def test_a_word_of_the_rules_is_not_explained_inside_a_name(browser):
    state = toy()
    text = "Cleo plays the Family Farm. Family cards help each other. Family!"
    state["words"] = {"kind": "say", "prompt": "Watch.", "text": text}
    state["terms"] = [{"name": "Family", "forms": ["family"], "text": "A trait.", "rule": "r"}]
    state["rules"] = {"r": {"id": "r", "title": "Family", "text": "A trait."}}
    laid = Laid(browser, state)
    before = laid.page.locator(".term").evaluate_all(
        "found => found.map(({ previousSibling }) => previousSibling.textContent)"
    )
    assert before == [" Farm. "]
    laid.done()


def test_no_line_begins_with_the_comma_after_an_explained_word(browser):
    state = toy()
    state["words"] = {"kind": "say", "prompt": "Watch.", "text": "Ben plays *Family*, *a loud monster*, and no more."}
    state["terms"] = [
        {"name": name, "forms": [name.lower()], "text": "A word.", "rule": "r"} for name in ("Family", "Monster")
    ]
    state["rules"] = {"r": {"id": "r", "title": "Family", "text": "A trait."}}
    laid = Laid(browser, state)
    assert laid.page.locator(".words .say .unbroken").all_inner_texts() == ["Family,", "monster,"]
    assert laid.page.locator(".words .say").inner_text() == "Ben plays Family, a loud monster, and no more."
    laid.done()


def toy(id="1", layout="crowd"):
    stats = [{"label": label, "value": 4} for label in ("Muscle", "Speed", "Brains", "Guts")]
    cards = [
        {"key": f"{n}", "id": f"{n}", "type": "item", "name": f"Card {n}", **({"stats": stats} if n == 0 else {})}
        for n in range(4)
    ]
    zones = [{"id": "row", "label": "Row", "layout": layout, "cards": cards, "tracks": [{"label": "Points", "n": 3}]}]
    options = [{"id": "a", "label": "This one"}, {"id": "b", "label": "That one"}]
    question = {"id": id, "title": "Which one?", "mode": "answer", "options": options}
    return {"head": {"game": "Toy", "section": "Table"}, "zones": zones, "question": question}
