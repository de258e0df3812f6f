"""Playback in a real browser: a press that was meant for the piece before, and a long report on a phone."""

import pytest

from tests.ui.shown import Laid

pytestmark = pytest.mark.browser

LATE = {"slow": 700, "fast": 250}
"""How long, in milliseconds, after a piece has come by itself somebody may press the button of the piece before."""
CERTAIN = 1100
"""How long, in milliseconds, after it a press is certainly meant for this piece, at whatever pace."""


def watching(at, pace):
    return {
        "head": {"game": "Toy", "section": "Table"},
        "words": {"kind": "happens", "text": "Ben hides."},
        "question": {"id": f"watch {at}", "title": "Watch what happens", "mode": "wait", "options": []},
        "playing": {"name": "toy", "at": at, "of": 4, "text": "word " * 5, "usual": pace},
    }


@pytest.mark.parametrize("by_key", [False, True], ids=["mouse", "key"])
@pytest.mark.parametrize("pace", LATE)
def test_a_press_right_after_a_piece_has_come_by_itself_skips_none(browser, pace, by_key):
    laid = Laid(browser, watching(0, pace))
    page = laid.page

    def press_next():
        page.keyboard.press("Enter") if by_key else page.locator(".playback .main").click()

    def it_is(milliseconds):
        page.clock.set_fixed_time(1_000_000 + milliseconds / 1000)

    page.wait_for_function("sent.some(({ id }) => id === 'piece toy 1')")
    it_is(0)
    laid.show(watching(1, "step"))  # so that no other piece comes by itself
    it_is(LATE[pace])
    press_next()
    assert [message["id"] for message in laid.sent("tool")] == ["piece toy 1"]
    it_is(CERTAIN)
    press_next()
    assert [message["id"] for message in laid.sent("tool")] == ["piece toy 1", "piece toy 2"]
    laid.done()


@pytest.mark.parametrize(("width", "sentences"), [(1280, 6), (390, 2)], ids=["wide", "phone"])
def test_most_of_a_long_report_is_folded_on_a_phone(browser, width, sentences):
    told = [f"Ben loses {n} health." for n in range(6)]
    words = {
        "kind": "free",
        "text": "You are Ada.",
        "brief": True,
        "earlier": "Day 2 begins.",
        "before": " ".join(told),
    }
    state = {"head": {"game": "Toy", "section": "Table"}, "words": words}
    laid = Laid(browser, state, viewport={"width": width, "height": 844})
    assert laid.page.locator(".words .before").inner_text() == " ".join(told[-sentences:])
    laid.page.get_by_text("What happened before that").click()
    assert laid.page.locator(".words .foldtext").first.inner_text() == " ".join(["Day 2 begins.", *told[:-sentences]])
    laid.done()
