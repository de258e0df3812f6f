"""What a press changed moves from the old place to the new one, briefly, and never if the visitor wants no motion."""

import copy

import pytest
from playwright.sync_api import expect

from tests.ui import deserts
from tests.ui.shown import Laid
from tutor.games.doppelganger.desert_picture import tile_map
from tutor.ui.pictures.tile_map import TilePicture

pytestmark = pytest.mark.browser

MOVING = """() => document.getAnimations().filter((it) => !it.animationName && !it.transitionProperty).map((it) => {
  const { target } = it.effect, { duration, delay } = it.effect.getTiming(), [from] = it.effect.getKeyframes();
  const name = target.dataset.thing ?? target.dataset.level ?? target.dataset.gone ?? target.getAttribute("class");
  return [name ?? "note", from.transform ?? "flash", duration + delay];
})"""

HELD = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...said) {
    const motion = animate.apply(this, said);
    motion.pause();
    return motion;
  };
}"""
"""Holds every motion at its beginning, so that a busy machine cannot miss it."""


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


def moving(laid, state, held=True):
    if held:
        laid.page.evaluate(HELD)
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


def test_a_card_that_is_discarded_goes_to_the_pile_which_tells_that_it_has_one_more(laid):
    found = moving(laid, table([ROPE], deck=10))
    assert set(found) == {"Lamp", "Deck"}
    (picture,) = laid.page.locator("[data-gone]").all()
    assert picture.get_attribute("aria-hidden") == "true"
    assert laid.page.evaluate("getComputedStyle(document.querySelector('[data-gone]')).position") == "fixed"
    laid.page.evaluate("document.getAnimations().forEach((it) => it.finish())")
    expect(laid.page.locator("[data-gone]")).to_have_count(0)


def test_a_card_that_is_gone_while_no_pile_has_become_larger_is_only_gone(laid):
    assert moving(laid, table([ROPE])) == {}


def test_what_is_said_of_a_zone_flashes_where_it_changes(laid):
    first, second = table([ROPE, LAMP]), table([ROPE, LAMP])
    first["zones"][0]["note"], second["zones"][0]["note"] = "acts first", "acts second"
    assert moving(laid, first) == {}
    assert moving(laid, second) == {"note": ("flash", 200)}


def test_a_piece_walks_on_the_map_from_tile_to_tile(browser):
    here = tile_map(deserts.night(), 1)
    there = copy.deepcopy(here)
    (piece,) = there["pieces"]
    piece["cell"] = next(tile["cell"] for tile in there["tiles"] if tile["cell"] != piece["cell"])
    before, after = ({**table([ROPE]), "map": TilePicture(night).state()} for night in (here, there))
    was, now = (one["map"]["marks"] for one in (before, after))
    (x, y) = next((mark["x"], mark["y"]) for mark in was if mark["key"].startswith("piece:"))
    assert (x, y) not in [(mark["x"], mark["y"]) for mark in now if mark["key"].startswith("piece:")]
    laid = Laid(browser, before, reduced_motion="no-preference")
    assert moving(laid, after) == {"art quiet piece": (f"translate({x}px, {y}px)", 200)}
    laid.page.evaluate("document.getAnimations().forEach((it) => it.finish())")
    assert moving(laid, after) == {}
    laid.done()


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
    assert moving(laid, state, held=False)
    laid.page.locator(".ask [data-option=take]").click()
    assert [message["option"] for message in laid.sent("answer")] == ["take"]


def test_nothing_moves_for_those_who_prefer_less_motion(browser):
    laid = Laid(browser, table([ROPE, LAMP]), reduced_motion="reduce")
    assert moving(laid, table([ROPE], [card("m0", "Lamp")], deck=8, mood=1)) == {}
    assert moving(laid, table([], deck=10)) == {}
    laid.done()
