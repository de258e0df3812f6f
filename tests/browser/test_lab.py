"""The lab in a real browser: from a page to a test that goes red, branches, forced dice, keyboard, bad files."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.pages import HALF, Site, comes_to_rest, has_no_serious_barrier, reaches, resizes, tool, wait_ready
from tutor.engine.play.playing import Unmet, play_scene
from tutor.engine.play.scene import load_scenes

pytestmark = pytest.mark.browser

MOST_TABS = 200
WIDTH = 1280
NASTY = "<img src=x onerror=window.hacked=1>"


class Designer:
    """Somebody in the lab."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site

    def opens(self, query: str = "") -> None:
        wait_ready(self.page, self.site.page("lab.ipynb", query), ".workbench")
        expect(self.page.locator(".asktitle")).to_be_visible()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()
        expect(self.page.get_by_role("tab", name=name, exact=True)).to_have_attribute("aria-selected", "true")

    def tool(self, name: str) -> None:
        tool(self.page, name).click()

    def option(self, id: str) -> Locator:
        return self.page.locator(f'.ask [data-option="{id}"]')

    @property
    def scene(self) -> Locator:
        return self.page.get_by_label("The scene as text")


@pytest.fixture
def designer(page: Page, site: Site) -> Designer:
    return Designer(page, site)


@pytest.fixture
def file_with(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "scene.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_walk_from_a_page_to_a_test_that_goes_red_when_the_rule_is_broken(
    designer: Designer, file_with: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = designer.page
    wait_ready(page, designer.site.page("alien_conspiracy.ipynb", "section=heal&step=1"), ".desk .head")
    tool(page, "Lab").click()
    expect(page.locator(".workbench")).to_be_visible()
    expect(page.locator(".words .prompt")).to_contain_text("“main”")

    designer.tab("Branches")
    page.get_by_label("Name of a new branch from here").fill("a five comes")
    page.get_by_role("button", name="Branch off here").click()
    expect(page.locator(".words .prompt")).to_contain_text("“a five comes”")

    designer.tab("Chance")
    page.get_by_label("The results").fill("5")
    page.get_by_role("button", name="Use these results").click()
    designer.tab("Scene")
    designer.option("heal").click()
    expect(designer.scene).to_have_value(holding('"5"'))
    has_no_serious_barrier(page)

    closed = page.locator(".ask .try").first
    refused = closed.get_attribute("data-option")
    closed.click(force=True)  # aria-disabled: pressed all the same
    expect(designer.scene).to_have_value(holding(f'refused = "{refused}"'))

    designer.tool("Make this a test")
    written = page.get_by_label("The scenario")
    expect(written).to_be_visible()
    text = written.input_value()
    file = file_with(text)
    ran = subprocess.run([sys.executable, "-m", "tutor", "run", str(file)], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, "Everything held in 1 of 1 case." in ran.stdout) == (0, True), ran.stdout
    (scene,) = load_scenes(text, "exported")
    play_scene(scene)
    monkeypatch.setattr("tutor.games.alien_conspiracy.rules.heal.added", lambda health, face: health)
    with pytest.raises(Unmet, match="should"):
        play_scene(scene)


def holding(words: str) -> re.Pattern[str]:
    """Return a pattern for a text that contains these words."""
    return re.compile(re.escape(words))


def test_text_and_table_follow_each_other(designer: Designer) -> None:
    designer.opens("game=alien_conspiracy&page=look")
    designer.tab("Scene")
    before = designer.scene.input_value()
    designer.scene.fill(before.replace('turn = "Ada"', 'turn = "Ben"'))
    expect(designer.page.locator(".ask .seat b")).to_have_text("Ben")
    designer.scene.fill(before.replace('turn = "Ada"', f'turn = "{NASTY}"'))
    problem = designer.page.locator(".workbench .problem")
    expect(problem).to_contain_text("table.turn")
    expect(problem).to_contain_text(NASTY)
    assert designer.page.evaluate("window.hacked") is None
    designer.option("end").click()
    expect(problem).to_have_count(0)
    expect(designer.scene).to_have_value(holding('"Ben: end"'))


def test_an_impossible_position_is_told_before_it_is_laid_out(designer: Designer) -> None:
    designer.opens("game=alien_conspiracy&page=look")
    designer.tab("Scene")
    text = designer.scene.input_value()
    designer.scene.fill(
        text.replace("Ada = { ", 'Ada = { items = ["camera", "camera", "camera", "camera", "camera"], ', 1)
    )
    reasons = designer.page.locator(".against li")
    expect(reasons.first).to_contain_text("“camera” is already somewhere else")
    has_no_serious_barrier(designer.page)
    designer.page.get_by_role("button", name="Lay out this position all the same").click()
    expect(reasons).to_have_count(0)
    expect(designer.scene).to_have_value(holding("anyway = true"))


def test_a_card_changes_hands_with_the_keyboard_alone(designer: Designer) -> None:
    designer.opens("game=grave_robbers&page=turn")
    page = designer.page
    designer.tab("Change")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Scene")).to_be_focused()
    expect(designer.scene).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Change")).to_have_attribute("aria-selected", "true")
    hand = page.locator('[data-place*="hand"]')
    card = hand.first.locator(".piececard").first
    name = card.locator("span").inner_text()
    reaches(card, MOST_TABS)
    page.keyboard.press("Enter")
    put = hand.nth(1).get_by_role("button", name="Put the card here")
    expect(put).to_be_visible()
    page.keyboard.press("Escape")
    expect(put).to_have_count(0)
    page.keyboard.press("Enter")
    reaches(put, MOST_TABS)
    page.keyboard.press("Enter")
    expect(hand.nth(1)).to_contain_text(name)
    expect(hand.first).not_to_contain_text(name)
    page.keyboard.press("u")
    expect(hand.first).to_contain_text(name)
    has_no_serious_barrier(page)


def test_a_drawn_card_is_moved_on_the_table_itself(designer: Designer) -> None:
    designer.opens("game=grave_robbers&page=turn")
    designer.tab("Change")
    table = designer.page.locator(".zones")
    table.get_by_role("button", name="Pick up").first.click()
    to = table.get_by_role("button", name="Put the card here").last
    expect(to).to_be_visible()
    to.click()
    expect(table.get_by_role("button", name="Put the card here")).to_have_count(0)
    expect(designer.page.get_by_role("button", name="Undo")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f'game = "{NASTY}"', "no such game"),
        ("not = [a scene", "not valid TOML"),
        ('game = "shelter"\nplayers = 2\n[table.players.Ada]\nhealth = "well"', "table.players.Ada.health"),
    ],
)
def test_a_bad_upload_is_refused_and_nothing_is_lost(
    designer: Designer, file_with: Callable[[str], Path], text: str, says: str
) -> None:
    designer.opens("game=alien_conspiracy&page=look")
    designer.option("end").click()
    designer.tool("Open")
    designer.page.locator(".dialog input[type=file]").set_input_files(file_with(text))
    expect(designer.page.locator(".dialog .problem")).to_contain_text(says)
    assert designer.page.evaluate("window.hacked") is None
    designer.page.locator(".dialog input[type=file]").set_input_files(file_with("#" * 1_100_000))
    expect(designer.page.locator(".dialog .problem")).to_contain_text("1 MB")
    designer.page.get_by_role("button", name="Close").click()
    designer.tab("Scene")
    expect(designer.scene).to_have_value(holding("end"))


def test_a_menu_that_is_unfolded_before_the_answer_comes_stays_unfolded(designer: Designer) -> None:
    designer.opens("game=alien_conspiracy&page=look")
    designer.tab("Scene")
    menu = designer.page.locator(".more > summary")
    designer.page.evaluate(
        """() => {
          document.querySelector('.ask [data-option="end"]').focus();
          document.querySelector('.ask [data-option="end"]').click();
          document.querySelector('.more > summary').focus();
          document.querySelector('.more > summary').click();
        }"""
    )
    expect(designer.scene).to_have_value(holding("end"))
    comes_to_rest(designer.page)
    expect(menu).to_be_focused()
    expect(designer.page.locator(".more")).to_have_attribute("open", "")


def test_a_reload_brings_all_back_and_a_record_goes_round(designer: Designer, tmp_path: Path) -> None:
    designer.opens("game=shelter&seed=3")
    page = designer.page
    page.locator(".ask [data-open]").first.click()
    designer.tool("Save")
    with page.expect_download() as got:
        page.get_by_role("button", name="Download").first.click()
    got.value.save_as(tmp_path / "game.toml")
    page.locator(".dialog").get_by_role("button", name="Close").click()
    title = page.locator(".asktitle").inner_text()
    page.goto(designer.site.page("lab.ipynb"))
    expect(page.locator(".head .sign")).to_contain_text("Shelter", ignore_case=True)
    expect(page.locator(".asktitle")).to_have_text(title)
    designer.opens("game=alien_conspiracy")
    designer.tool("Open")
    page.locator(".dialog input[type=file]").set_input_files(tmp_path / "game.toml")
    page.get_by_role("button", name="Begin there").click()
    expect(page.locator(".asktitle")).to_have_text(title)


def test_games_are_played_from_here_compared_and_cancelled(designer: Designer) -> None:
    designer.opens("game=alien_conspiracy&page=items&step=3")
    page = designer.page
    designer.tab("Simulate")
    page.get_by_label("Games per side").fill("12")
    page.get_by_label("Compare with").select_option("reading items/discard-after-use if-card-says")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".workbench")).to_contain_text("24 games were played")
    expect(page.locator(".workbench table")).to_contain_text("difference")
    expect(page.locator(".workbench .rows")).to_contain_text("after 12 games per side")
    page.get_by_label("Measure").select_option("score")
    expect(page.locator("svg.chart")).to_have_count(2)
    has_no_serious_barrier(page)
    page.get_by_label("Games per side").fill("4000")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("progressbar", name="Games played")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".workbench")).to_contain_text("Cancelled after")
    page.get_by_label("Games per side").fill("999999")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".workbench .problem")).to_contain_text("At most")


@pytest.mark.parametrize("width", [1280, HALF["width"], 390])
def test_every_tab_is_sound_on_a_wide_page_and_a_phone(designer: Designer, width: int) -> None:
    resizes(designer.page, width, 844)
    designer.opens("game=roswell51&page=throngs&step=2")
    for name in ("Scene", "Change", "Rule", "Chance", "Branches", "Numbers", "Test", "Simulate"):
        designer.tab(name)
        assert designer.page.evaluate("document.documentElement.scrollWidth") <= width, name
        if width == HALF["width"] or name == "Simulate":
            has_no_serious_barrier(designer.page)


UNCLEAR = {
    "alien_conspiracy": "health/several-equal-rolls",
    "doppelganger": "scoring/traits-and-proof",
    "grave_robbers": "traits/psycho-boost-size",
    "roswell51": "doubles/counterstrike-single-card",
    "shelter": "health/one-or-two-empty",
}
MOST_PRESSES = 25


class Counting:
    """Counts presses on a page: one for a button or a typed field, two for a choice in a list."""

    def __init__(self) -> None:
        self.n = 0

    def presses(self, what: Locator) -> None:
        self.n += 1
        what.click()

    def chooses(self, what: Locator, value: str) -> None:
        self.n += 2
        what.select_option(value)

    def types(self, what: Locator, text: str) -> None:
        self.n += 1
        what.fill(text)


@pytest.mark.parametrize(("game", "rule"), UNCLEAR.items())
def test_an_unclear_rule_goes_from_the_register_to_a_saved_test_and_a_verdict_in_few_presses(
    designer: Designer, tmp_path: Path, game: str, rule: str
) -> None:
    page, hand = designer.page, Counting()
    page.set_viewport_size({"width": WIDTH, "height": 800})
    wait_ready(page, designer.site.page("rulebook.ipynb"), ".rulemap .filters")
    hand.chooses(page.locator("select[name=game]"), game)
    hand.presses(page.get_by_role("button", name="Unclear rules"))
    hand.types(page.get_by_role("searchbox"), rule)
    entry = page.locator(f'[data-unclear="{rule}"]')
    hand.presses(entry.get_by_role("link", name="Try the readings in the lab"))
    told = page.locator(".sentences li")
    expect(told.nth(1)).to_be_visible()  # more than the reading differs
    expect(told.filter(has_text=rule)).to_have_count(1)
    expect(page.locator(".tables > section")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    has_no_serious_barrier(page)

    if page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true":  # the position itself differs
        hand.presses(page.locator(".ask [data-open]").first)
        expect(page.get_by_role("button", name="Undo")).not_to_have_attribute("aria-disabled", "true")
    hand.presses(tool(page, "Make this a test"))
    expect(page.get_by_label("The scenario")).to_have_value(holding(rule))
    with page.expect_download() as got:
        hand.presses(page.get_by_role("button", name="Download").first)
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    (scene,) = load_scenes(file.read_text(encoding="utf-8"), file.name)
    assert list(scene.rules) == [rule]
    play_scene(scene)

    hand.presses(page.get_by_role("tab", name="Simulate"))
    hand.chooses(page.get_by_label("Who plays"), "random")
    hand.types(page.get_by_label("Games per side"), "10")
    hand.presses(page.get_by_role("button", name="Play", exact=True))
    expect(page.locator(".workbench")).to_contain_text("20 games were played")
    expect(page.locator(".workbench .text b")).to_contain_text(
        re.compile("figures? differs?|no difference that matters|too few to tell|came out differently")
    )
    expect(page.locator(".workbench table")).to_contain_text("difference")
    assert hand.n < MOST_PRESSES
