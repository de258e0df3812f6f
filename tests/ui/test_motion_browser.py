"""What a press changed, in motion: from the old place to the new one, soon over, and never for who wants it still."""

import pytest

from tests.ui.shown import Laid

pytestmark = pytest.mark.browser

MOVING = """() => document.getAnimations().filter((it) => !it.animationName && !it.transitionProperty).map((it) => {
  const { target } = it.effect, { duration, delay } = it.effect.getTiming(), [from] = it.effect.getKeyframes();
  return [target.dataset.thing ?? target.dataset.level, from.transform ?? "flash", duration + delay];
})"""


def card(key, name, **more):
    return {"key": key, "id": name.lower(), "type": "item", "name": name, **more}


def table(hand, movie=(), deck=9, notes=(), mood=3):
    return {
        "head": {"game": "Toy", "section": "Table"},
        "zones": [
            {"id": "hand", "label": "Your hand", "layout": "row", "cards": list(hand)},
            {"id": "movie", "label": "Movie", "layout": "row", "cards": list(movie)},
            {
                "id": "piles",
                "label": "Piles",
                "layout": "row",
                "tracks": [{"label": "Deck", "n": deck, "pile": "down"}, {"label": "Mood", "n": mood, "max": 5}],
            },
        ],
        "notes": [{"id": f"n{n}", "text": text} for n, text in enumerate(notes)],
    }


ROPE, LAMP, MAP = card("h0", "Rope"), card("h1", "Lamp"), card("h2", "Map")


def moving(laid, state):
    laid.show(state)
    return {name: (how, ends) for name, how, ends in laid.page.evaluate(MOVING)}


@pytest.fixture
def laid(browser):
    laid = Laid(browser, table([ROPE, LAMP]), reduced_motion="no-preference")
    yield laid
    laid.done()


def test_a_card_that_was_played_goes_from_the_hand_to_its_place(laid):
    far = laid.page.locator("[data-thing=Lamp]").bounding_box()
    found = moving(laid, table([ROPE], [card("m0", "Lamp")]))
    now = laid.page.evaluate("document.querySelector('[data-thing=Lamp]').offsetParent.offsetTop")
    assert set(found) == {"Lamp"}
    how, _ = found["Lamp"]
    assert how.startswith("translate(")
    assert now > far["y"], "it has come to another zone"


def test_a_card_that_is_drawn_comes_from_the_pile_which_tells_that_it_has_one_less(laid):
    found = moving(laid, table([ROPE, LAMP, MAP], deck=8))
    assert set(found) == {"Map", "Deck"}
    assert "scale(" in found["Map"][0]
    assert found["Deck"][0] == "flash"


def test_a_number_that_changed_flashes_and_what_stays_is_still(laid):
    assert set(moving(laid, table([ROPE, LAMP], mood=2))) == {"Mood"}
    laid.page.evaluate("document.getAnimations().forEach((it) => it.finish())")
    assert moving(laid, table([ROPE, LAMP], mood=2)) == {}


def test_things_move_in_the_order_of_the_notes_and_all_in_under_300_ms(laid):
    notes = ["You play Lamp", "You play Rope", "Before all that"]  # the newest is the first
    found = moving(laid, table([], [card("m0", "Lamp"), card("m1", "Rope")], notes=notes))
    assert found["Rope"][1] < found["Lamp"][1] < 300


def test_a_press_counts_while_things_move(laid):
    state = table([], [card("m0", "Lamp", option="take")])
    state["question"] = {"id": "1", "title": "?", "mode": "answer", "options": [{"id": "take", "label": "Take it"}]}
    assert moving(laid, state)
    laid.page.locator(".ask [data-option=take]").click()
    assert [message["option"] for message in laid.sent("answer")] == ["take"]


def test_nothing_moves_for_those_who_prefer_less_motion(browser):
    laid = Laid(browser, table([ROPE, LAMP]), reduced_motion="reduce")
    assert moving(laid, table([ROPE], [card("m0", "Lamp")], deck=8, mood=1)) == {}
    laid.done()
