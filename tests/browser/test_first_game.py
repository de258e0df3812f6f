"""First games in a real browser, from the front page to the recap: by mouse, by keyboard and by waiting."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.pages import (
    PHONE,
    WIDE,
    Site,
    StaticSite,
    Watch,
    has_no_serious_barrier,
    is_answered,
    is_open_to_everybody,
    leave,
    new_context,
    reaches,
    wait_ready,
)
from tutor.engine.core.asks import spell
from tutor.engine.core.game import games
from tutor.lessons.course import course_of
from tutor.lessons.page import Page as Taught
from tutor.lessons.questions import Asking
from tutor.lessons.story import Moving, Story

pytestmark = pytest.mark.browser

WHOLE_GAMES = {page.id: page for game in games().values() for page in course_of(game).whole_games}
one_game = pytest.mark.parametrize("taught", [WHOLE_GAMES["shelter/first-game"]], ids=["shelter"])

NEXT_PIECE = ".playback button.main"
JUST_NOW = 600
"""How long, in milliseconds, after a piece that came by itself the page may take no press."""

SHOWN = """(places) => places.map((place) => document.querySelector(place)?.textContent.replace(/\\s+/g, " ").trim())"""
"""Return the text of each of these elements, with the spaces that a reader sees."""


class Newcomer:
    """Somebody who plays a whole game in a browser; `story` is the same game without a browser."""

    def __init__(self, page: Page, site: Site | StaticSite, taught: Taught, by_keyboard: bool) -> None:
        self.page = page
        self.story = Story(taught)
        self.by_keyboard = by_keyboard
        if taught.slug == "first-game":
            wait_ready(page, site.page("index.ipynb"), ".shelf")
            way = page.locator(f"a[href*='{taught.game}'][href*='first-game']")
            expect(way).to_contain_text("Play your first game")
            self.presses(way)
        else:
            wait_ready(page, site.page(f"{taught.game}.ipynb", f"section={taught.slug}"), ".words")
        expect(page.locator(".words .say")).to_be_visible()

    def presses(self, target: Locator) -> None:
        """Press something."""
        if self.by_keyboard:
            reaches(target, 150)
            self.page.keyboard.press("Enter")
        else:
            target.click()
        is_answered(self.page)

    def takes_the_step(self) -> None:
        """Do what the page would choose, and watch the result."""
        attempt = self.story.attempt
        if isinstance(attempt, Moving):
            move = spell(attempt.wanted()[0].value)
            self.presses(self.page.locator(f".ask [data-open][data-option='{move}']"))
            self.story.answer(move)
        elif isinstance(attempt, Asking):
            self.presses(self.page.locator(f".ask [data-open][data-option='{attempt.right}']"))
            self.presses(self.page.locator(".steppers .main"))
            self.story.answer(str(attempt.right))
            self.story.next()
        else:
            self.presses(self.page.locator(".steppers .main"))
            self.story.next()
        self.watches()

    def watches(self) -> None:
        """Go through what happened, piece by piece."""
        if stretch := self.story.stretch:
            *pieces, last = [piece.text.replace("*", "") for piece in stretch.pieces]
            for n, text in enumerate(pieces, 1):
                self.reads({".words .say": text, ".playback .count": f"{n} of {len(stretch.pieces)}"})
                self.presses(self.page.locator(NEXT_PIECE))
            played = {".playback .count": f"{len(stretch.pieces)} of {len(stretch.pieces)}"} if pieces else {}
            self.reads({".words .before": last} | played)

    def reads(self, texts: dict[str, str]) -> None:
        """Expect these texts on the page, each where its selector says."""
        shown = self.page.evaluate(SHOWN, list(texts))
        assert dict(zip(texts, shown, strict=True)) == texts


def at_a_pace(browser: Browser, pace: str, **options: Any) -> Page:
    """Return a page in a browser that stores this pace."""
    context = new_context(browser, pace="", **options)
    context.add_init_script(f"localStorage.setItem('rules-tutor/pace', '{pace}')")
    return context.new_page()


@pytest.mark.parametrize(
    ("taught", "by_keyboard"),
    [(taught, taught.slug == "first-game") for taught in WHOLE_GAMES.values()],
    ids=[f"{id}-keyboard" if taught.slug == "first-game" else f"{id}-mouse" for id, taught in WHOLE_GAMES.items()],
)
def test_a_whole_game_is_played_to_its_end(browser: Browser, site: Site, taught: Taught, by_keyboard: bool) -> None:
    page = at_a_pace(browser, "step", viewport=WIDE, motion=not by_keyboard)
    watch = Watch(page)
    newcomer = Newcomer(page, site, taught, by_keyboard)
    while not newcomer.story.finished:
        newcomer.takes_the_step()
    expect(page.locator(".recap")).to_contain_text("Once you’ve done these pages")
    has_no_serious_barrier(page)
    newcomer.presses(page.locator(".recap .unmet button").first)
    expect(page.locator(".recap")).to_have_count(0)
    watch.saw_nothing()
    leave(page.context)


@one_game
def test_what_happens_plays_by_itself_and_once_more_on_demand(browser: Browser, site: Site, taught: Taught) -> None:
    page = at_a_pace(browser, "fast", viewport=WIDE)
    newcomer = Newcomer(page, site, taught, by_keyboard=False)
    while not isinstance(newcomer.story.attempt, Moving):
        newcomer.presses(page.locator(".steppers .main"))
        newcomer.story.next()
    page.locator(".ask [data-option='go stove']").click()
    newcomer.story.answer("go stove")
    stretch = newcomer.story.stretch
    assert stretch is not None
    expect(page.locator(".trackline.fresh .was").first).to_contain_text("3")
    expect(page.locator(".words .before")).to_have_text(stretch.pieces[-1].text)
    page.wait_for_timeout(JUST_NOW)
    page.get_by_role("button", name="Watch again").click()
    expect(page.locator(".words .say")).to_have_text(stretch.pieces[0].text)
    expect(page.locator(".words .before")).to_have_text(stretch.pieces[-1].text)
    page.get_by_role("combobox", name="Pace").select_option("step")
    page.wait_for_timeout(JUST_NOW)
    page.get_by_role("button", name="Watch again").click()
    expect(page.locator(NEXT_PIECE)).to_be_visible()
    assert page.evaluate("localStorage.getItem('rules-tutor/pace')") == "step"
    is_open_to_everybody(page)
    leave(page.context)


@one_game
def test_all_at_once_shows_the_end_of_what_happened(browser: Browser, site: Site, taught: Taught) -> None:
    page = at_a_pace(browser, "once", viewport=PHONE)
    newcomer = Newcomer(page, site, taught, by_keyboard=False)
    while not isinstance(newcomer.story.attempt, Moving):
        newcomer.presses(page.locator(".steppers .main"))
        newcomer.story.next()
    page.locator(".ask [data-option='go stove']").click()
    newcomer.story.answer("go stove")
    assert newcomer.story.stretch is not None
    expect(page.locator(".words .before")).to_have_text(newcomer.story.stretch.pieces[-1].text)
    expect(page.locator(NEXT_PIECE)).to_have_count(0)
    leave(page.context)


PRESS_EACH_NEW_PIECE = """() => {
  window.pieces = [];
  window.presser = new MutationObserver(() => {
    const piece = document.querySelector(".playback .count")?.textContent;
    if (!piece || piece === window.pieces.at(-1)?.[0]) return;
    window.pieces.push([piece, performance.now()]);
    if (window.pieces.length > 1) document.querySelector(".playback .main, .steppers .main").click();
  });
  window.presser.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Press “Next”, or what has taken its place, as soon as another piece has come; keep when each piece came."""


def test_a_press_just_after_a_piece_has_come_by_itself_passes_nothing_by(browser: Browser, site: Site) -> None:
    page = at_a_pace(browser, "fast", viewport=WIDE)
    newcomer = Newcomer(page, site, WHOLE_GAMES["alien_conspiracy/first-game"], by_keyboard=False)
    for _ in range(3):
        newcomer.presses(page.locator(".steppers .main"))
    for move in ("move 6", "flip"):
        newcomer.presses(page.locator(f".ask [data-option='{move}']"))
    page.evaluate(PRESS_EACH_NEW_PIECE)
    page.locator(".ask [data-option='4']").click()
    expect(page.locator(".playback .count")).to_have_text("3 of 3")
    expect(page.locator(".words .before")).to_contain_text("the blurred photo is yours")
    page.wait_for_timeout(JUST_NOW)
    expect(page.locator(".words .before")).to_contain_text("the blurred photo is yours")
    pieces = page.evaluate("window.presser.disconnect(), window.pieces")
    assert [piece for piece, _ in pieces] == ["1 of 3", "2 of 3", "3 of 3"]
    assert pieces[2][1] - pieces[1][1] > 2 * JUST_NOW, "the second piece was passed by"
    newcomer.presses(page.locator(".steppers .main"))
    newcomer.presses(page.locator(NEXT_PIECE))
    expect(page.locator(".playback .count")).to_have_text("2 of 3")
    leave(page.context)
