"""The pictures on a touch screen: what one and two fingers move, and that the present place is in sight."""

import pytest

from tests import laws
from tests.ui.shown import Laid
from tutor.engine.core.game import find_game, games
from tutor.ui.flows import FlowTool, flow_for
from tutor.ui.pictures.drawn import marks_of
from tutor.ui.present import present

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}}


def desk_of(game, moves=0, flow=False):
    match = laws.begun(game, 3)
    moments = (moment for moment in laws.moments(match, 3) if len(moment.log) >= moves and laws.choices(moment.ask))
    moment = next(moments)
    seat = laws.choices(moment.ask)[0].seat
    state = {**present(moment, seat, flow_for(game), player=seat, most=3), "head": {"game": "Toy", "section": "Table"}}
    if flow:
        tool = FlowTool()
        tool.toggle()
        state["flowmap"] = tool.state(moment, lambda rule: {})
    return state


class Fingers:
    """Fingers on a page, simulated in Chromium itself, so that the browser's own gestures work, too."""

    def __init__(self, page, frame):
        self.page, self.frame = page, page.locator(frame)
        self.line = page.context.new_cdp_session(page)

    def drag(self, *starts, by):
        box = self.frame.bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        steps = [[(middle[0] + x, middle[1] + y + by * step / 8) for x, y in starts] for step in range(9)]
        for kind, points in [("touchStart", steps[0]), *(("touchMove", at) for at in steps[1:]), ("touchEnd", [])]:
            touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
            self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    @property
    def part(self):
        return self.page.locator(".tilemap-frame > svg").get_attribute("viewBox").split()

    @property
    def scrolled(self):
        return self.page.evaluate("scrollY")


@pytest.fixture
def desert(browser):
    game = find_game("doppelganger")
    laid = Laid(browser, desk_of(game), marks_of(game), **PHONE)
    laid.page.locator(".tilemap-frame").scroll_into_view_if_needed()
    laid.page.locator(".tilemap-frame").evaluate("(frame) => frame.scrollIntoView({ block: 'center' })")
    yield Fingers(laid.page, ".tilemap-frame")
    laid.done()


def test_a_finger_on_a_map_that_is_whole_scrolls_the_page(desert):
    desert.page.get_by_role("button", name="Whole picture").click()
    part, scrolled = desert.part, desert.scrolled
    desert.drag((0, 0), by=-120)
    desert.page.wait_for_function("(from) => scrollY > from + 60", arg=scrolled)
    assert desert.part == part


def test_one_finger_moves_a_larger_map_and_two_scroll_the_page(desert):
    for _ in range(3):
        desert.page.get_by_role("button", name="Larger").click()
    desert.frame.evaluate("(frame) => frame.scrollIntoView({ block: 'center' })")
    part, scrolled = desert.part, desert.scrolled
    desert.drag((0, 0), by=-60)
    assert desert.part[1] != part[1]
    assert desert.part[2:] == part[2:]
    assert desert.scrolled == scrolled
    size = desert.part[2:]
    desert.drag((-40, 0), (40, 0), by=-100)
    desert.page.wait_for_function("(from) => scrollY > from + 50", arg=scrolled)
    assert [float(n) for n in desert.part[2:]] == pytest.approx([float(n) for n in size], rel=0.1)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_where_the_game_is_is_in_sight_when_the_turn_flow_is_opened(browser, game, size):
    for moves in (0, 30):
        laid = Laid(browser, desk_of(game, moves), marks_of(game), **size)
        laid.show(desk_of(game, moves, flow=True))
        laid.page.evaluate("() => new Promise(requestAnimationFrame)")
        place = laid.page.locator(".flow-right .picture [aria-current]").bounding_box()
        frame = laid.page.viewport_size
        assert place["x"] >= 0, place
        assert place["x"] + place["width"] <= frame["width"], place
        assert place["y"] >= 0, place
        assert place["y"] + place["height"] <= frame["height"] - 50, place
        laid.done()
