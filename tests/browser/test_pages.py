"""The pages in a real browser, served as a host serves them: learners on pages, players at the table."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.pages import (
    PHONE,
    SMALLEST,
    STILL,
    WIDE,
    Site,
    StaticSite,
    Watch,
    broken_words,
    is_answered,
    is_open_to_everybody,
    leave,
    new_context,
    of_ours,
    presses,
    reaches,
    resizes,
    serving,
    tool,
    wait_ready,
    whatever_font,
)
from tests.visitor import Visitor, richest, right_message
from tutor.engine.core.game import Game, games
from tutor.lessons.course import Course, course_of
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.practice import Practice

pytestmark = pytest.mark.browser

COURSES = {game.id: course_of(game) for game in games().values() if course_of(game).pages}
AC = "alien_conspiracy"
PREFIX = "rules-tutor/"
NASTY = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>"

static = pytest.mark.static
each_course = pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
one_course = pytest.mark.parametrize("course", [COURSES[AC]], ids=[AC])  # the parts that are the same in every game
each_game = pytest.mark.parametrize("game", games().values(), ids=games())


class Learner:
    """Somebody on a page in a browser; `mirror` is the same visitor without a browser, and knows what must be seen."""

    def __init__(self, page: Page, site: Site | StaticSite) -> None:
        self.page = page
        self.site = site
        self.app: CourseDesk | Practice
        self.mirror: Visitor

    def opens(self, name: str, query: str) -> None:
        """Open the page of a game's course, or `play`."""
        wait_ready(self.page, self.site.page(f"{name}.ipynb", query), ".desk .head")
        self.app = Practice() if name == "play" else CourseDesk(name)
        self.mirror = Visitor(self.app.desk, f"?{query}", {})
        self.agrees()

    def reloads(self) -> None:
        """Reload the page, which must show the same as before."""
        self.page.reload()
        expect(self.page.locator(".desk .head")).to_be_visible()
        expect(self.page.locator(STILL)).to_have_count(0)
        self.agrees()

    def agrees(self) -> None:
        """Fail unless the page shows the same as the mirror."""
        state = self.mirror.state
        expect(self.page.locator(".asktitle")).to_have_text(plain(state["question"]["title"]))
        expect(self.page.locator(".words .say")).to_have_text(plain(state["words"]["text"]))
        if "step" in state["head"]:
            count = f"{state['head']['part']} {state['head']['step']} of {state['head']['steps']}"
            expect(self.page.locator(".stepcount")).to_have_text(count)
            expect(self.page.locator(".head")).to_contain_text(state["head"]["section"])
        expect(self.page.locator(".ask [data-option]")).to_have_count(len(state["question"]["options"]))
        words = [plain(f"{zone['zone']}: {zone['text']}") for zone in state["words_table"]]
        assert self.page.locator(".twin").text_content() or not words

    def option(self, id: str) -> Locator:
        return self.page.locator(f".ask [data-option={json.dumps(id)}]")

    def button(self, message: dict[str, Any], keyboard: bool = False) -> Locator:
        """Return what to press so that the page sends this message."""
        match message["type"]:
            case "answer" | "try":
                return self.option(message["option"])
            case "next":
                return self.page.locator(".steppers .main")
            case "tool":
                label = self.mirror.tools[message["id"]]["label"]
                return tool(self.page, label, keyboard)
            case kind:
                return self.page.get_by_role("button", name=kind.capitalize(), exact=True)

    def does(self, message: dict[str, Any], keyboard: bool = False) -> None:
        """Press what sends this message, and check what follows."""
        button = self.button(message, keyboard)
        if keyboard:
            reaches(button)
            self.page.keyboard.press("Enter")
        else:
            button.click()
        is_answered(self.page)  # the next question may look just the same
        self.mirror.sends(message)
        self.goes_past_a_stop()
        self.agrees()

    def goes_past_a_stop(self) -> None:
        """Go on where what happened stops for the visitor, such as at their death; the mirror has seen all of it."""
        playing = self.mirror.state.get("playing", {})
        if "stop" in playing:
            of = playing["of"]
            expect(self.page.locator(".playback .count")).to_have_text(
                re.compile(rf"^({playing['stop'] + 1}|{of}) of {of}$")
            )
            if (more := self.page.locator(".playback button.main")).count():
                more.click()
                is_answered(self.page)

    def tries(self, option: str) -> None:
        """Press a closed option, and unfold it first if necessary."""
        button = self.option(option)
        fold = self.page.locator(".ask details.fold").filter(has=self.option(option))
        if fold.count() and not button.is_visible():
            fold.locator("summary").first.click()
        button.click(force=True)  # aria-disabled: pressed all the same
        self.mirror.says("try", ask=self.mirror.question["id"], option=option)

    def finishes(self, keyboard: bool = False) -> None:
        """Give the right answers until the page is done."""
        assert isinstance(self.app, CourseDesk)
        for _ in range(300):
            if self.app.lesson.finished:
                return
            self.does(right_message(self.app.lesson), keyboard)
        raise AssertionError("the page does not end")

    def stored(self, key: str) -> str | None:
        return self.page.evaluate("key => localStorage.getItem(key)", PREFIX + key)


def plain(text: str) -> str:
    """Return a text as it is shown, without its stress marks."""
    return re.sub(r"\s+", " ", re.sub(r"\*([^*]+)\*", r"\1", text)).strip()


@pytest.fixture
def learner(page: Page, site: Site) -> Learner:
    return Learner(page, site)


# -- a learner's path


@static
@each_course
def test_a_learner_takes_a_page_and_is_told_why_a_move_is_not_allowed(learner: Learner, course: Course) -> None:
    taken = richest(course.pages)
    learner.opens(course.game.id, f"section={taken.slug}")
    refused = False
    while not learner.app.lesson.finished:
        if not refused and learner.app.lesson.attempt.step.closed and learner.mirror.closed:
            refused = is_told_why(learner)
        learner.does(right_message(learner.app.lesson))
    assert refused
    expect(learner.page.locator(".words .say")).to_have_text(plain(taken.teaches))
    learner.page.wait_for_function(
        "([key, id]) => JSON.parse(localStorage.getItem(key) ?? '{}').pages?.[id]?.done",
        arg=[f"{PREFIX}progress:{course.game.id}", taken.id],
    )


def is_told_why(learner: Learner) -> bool:
    option = next(o for o in learner.mirror.question["options"] if o.get("refusals"))
    zones = learner.page.locator(".zones").inner_text()
    learner.tries(option["id"])
    for refusal in option["refusals"]:
        expect(learner.page.locator(".ask .closed").filter(has_text=refusal["why"]).first).to_be_visible()
        rule = learner.mirror.state["rules"][refusal["rule"]]
        expect(learner.page.locator(".ask").get_by_role("button", name=rule["section"]).first).to_be_visible()
    expect(learner.page.get_by_role("log").first).to_contain_text(option["refusals"][0]["why"])
    assert learner.page.locator(".zones").inner_text() == zones
    learner.agrees()
    return True


@one_course
def test_a_page_is_finished_with_the_keyboard_alone(learner: Learner, course: Course) -> None:
    learner.opens(course.game.id, f"section={course.pages[0].slug}")
    learner.finishes(keyboard=True)
    learner.does({"type": "next"}, keyboard=True)
    expect(learner.page.locator(".head")).to_contain_text(course.pages[1 % len(course.pages)].title)


@static
@one_course
def test_undo_and_redo_lead_back_and_on(learner: Learner, course: Course) -> None:
    learner.opens(course.game.id, f"section={richest(course.pages).slug}")
    for _ in range(6):
        learner.does(right_message(learner.app.lesson))
    for kind in ("undo", "undo", "undo", "redo", "redo"):
        learner.does({"type": kind})
    learner.page.keyboard.press("u")
    learner.mirror.says("undo")
    learner.agrees()


@static
@one_course
def test_a_reload_loses_nothing(learner: Learner, course: Course) -> None:
    first, second = course.pages[0], richest(course.pages[1:] or course.pages)
    learner.opens(course.game.id, f"section={second.slug}")
    for _ in range(7):
        learner.does(right_message(learner.app.lesson))
    learner.reloads()
    learner.does(right_message(learner.app.lesson))
    learner.page.goto(learner.site.page("index.ipynb"))
    on = learner.page.get_by_role("link", name=f"Continue: {second.title}", exact=True)
    expect(on).to_be_visible()
    on.click()
    learner.agrees()
    assert first != second or len(course.pages) == 1


# -- the practice table


@static
@each_game
def test_a_visitor_plays_takes_back_reloads_and_plays_on(learner: Learner, game: Game) -> None:
    learner.opens("play", f"game={game.id}")
    for n in range(8):
        options = [option for option in learner.mirror.open if not option.startswith(("give up", "vote"))]
        learner.does({"type": "answer", "ask": learner.mirror.question["id"], "option": options[n % len(options)]})
    learner.does({"type": "undo"})
    learner.does({"type": "undo"})
    learner.does({"type": "redo"})
    learner.reloads()
    learner.does({"type": "answer", "ask": learner.mirror.question["id"], "option": learner.mirror.open[-1]})


def test_a_move_that_is_not_allowed_is_explained_at_the_table_too(learner: Learner) -> None:
    learner.opens("play", f"game={AC}&seed=2")
    while not learner.mirror.closed:
        learner.does({"type": "answer", "ask": learner.mirror.question["id"], "option": learner.mirror.open[0]})
    assert is_told_why(learner)


@static
def test_a_game_is_saved_and_played_on_from_elsewhere(learner: Learner, browser: Browser) -> None:
    learner.opens("play", f"game={AC}&seed=3")
    for _ in range(3):
        learner.does({"type": "answer", "ask": learner.mirror.question["id"], "option": learner.mirror.open[-1]})
    tool(learner.page, "Save").click()
    record = learner.page.locator(".dialog textarea").input_value()
    context = new_context(browser)
    other = Learner(context.new_page(), learner.site)
    other.opens("play", f"game={AC}")
    watch = Watch(other.page)
    tool(other.page, "Load").click()
    other.page.locator(".dialog textarea").fill(record)
    other.page.get_by_role("button", name="Play on").click()
    other.mirror = learner.mirror
    other.agrees()
    expect(other.page.locator(".dialog")).to_have_count(0)
    leave(context)
    watch.saw_nothing()


@static
def test_odds_and_the_turn_flow_are_shown_at_the_table(learner: Learner) -> None:
    learner.opens("play", f"game={AC}&seed=2")
    learner.does({"type": "tool", "id": "odds"})
    for _ in range(20):
        told = [option["detail"] for option in learner.mirror.question["options"] if "%" in option.get("detail", "")]
        if told:
            break
        learner.does({"type": "answer", "ask": learner.mirror.question["id"], "option": learner.mirror.open[0]})
    assert told
    for detail in told:
        expect(learner.page.locator(".ask")).to_contain_text(detail)
    learner.does({"type": "tool", "id": "flow"})
    flow = learner.page.get_by_role("region", name="The turn flow")
    expect(flow.get_by_role("group", name="Overview of the turn flow")).to_be_visible()


# -- a server that goes away


def test_a_restart_of_the_server_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    """The page says that its connection is lost. Once the server is back, the page and its progress go on."""
    context = new_context(browser)
    served = ("--notebooks", str(of_ours(tmp_path / "pages", index="play", play="play", **{AC: AC})))
    with serving(*served) as site:
        port = site.url.rpartition(":")[2]
        course = Learner(context.new_page(), site)
        course.opens(AC, "section=move")
        for _ in range(5):
            course.does(right_message(course.app.lesson))
        table = Learner(context.new_page(), site)
        table.opens("play", f"game={AC}&players=3")
        for _ in range(4):
            table.does({"type": "answer", "ask": table.mirror.question["id"], "option": table.mirror.open[0]})
    expect(table.page.get_by_role("alert")).to_contain_text("The connection to the table has been lost.")
    with serving(*served, "--port", port):
        for learner in (table, course):
            expect(learner.page.get_by_role("alert")).to_have_count(0)
            learner.agrees()
        course.does(right_message(course.app.lesson))
    context.close()


def test_a_connection_that_broke_is_made_again(page: Page, site: Site) -> None:
    """A closed lid or a change of networks ends the connection but not the game, because the page reconnects."""
    page.add_init_script(
        "window.lines = [];"
        "window.WebSocket = class extends WebSocket { constructor(...to) { super(...to); lines.push(this); } };"
    )
    learner = Learner(page, site)
    learner.opens("play", f"game={AC}&seed=2")
    for lines in (1, 2):
        assert page.evaluate("lines.length") == lines
        page.evaluate(
            "new Promise(closed => { lines.at(-1).addEventListener('close', closed); lines.at(-1).close(); })"
        )
        learner.does({"type": "answer", "ask": learner.mirror.question["id"], "option": learner.mirror.open[0]})
    expect(page.get_by_role("alert")).to_have_count(0)


# -- everyone


PLACES = {
    "index": ("index.ipynb", "", ".shelf"),
    "course": (f"{AC}.ipynb", "section=move&step=2", ".ask [data-open]"),
    "practice": ("play.ipynb", f"game={AC}&seed=2", ".ask [data-open]"),
}


TABLES = [("play.ipynb", f"game={game}&players=4", ".ask [data-option]") for game in games()]


@whatever_font
def test_no_word_is_broken_and_nothing_scrolls_sideways(page: Page, site: Site) -> None:
    for name, query, ready in (*TABLES, *PLACES.values()):
        page.set_viewport_size(WIDE)
        wait_ready(page, site.page(name, query), ready)
        for size in (WIDE, PHONE, SMALLEST):
            resizes(page, **size)
            assert broken_words(page) == [], (name, query, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (name, query)


@static
def test_the_pages_are_drawn_with_their_own_letters(page: Page, site: Site) -> None:
    wait_ready(page, site.page("play.ipynb", f"game={AC}"), ".ask [data-option]")
    page.locator(".chip").first.click()
    expect(page.locator(".ruletext code").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    drawn = page.evaluate("[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)")
    assert {"Roboto", "Roboto Condensed", "Source Serif 4", "Roboto Mono"} <= {name.strip('"') for name in drawn}


@static
@pytest.mark.parametrize("place", PLACES)
def test_there_is_no_serious_barrier(page: Page, site: Site, place: str) -> None:
    name, query, ready = PLACES[place]
    page.set_viewport_size(WIDE)
    wait_ready(page, site.page(name, query), ready)
    if place == "practice":
        for _ in range(4):
            presses(page)
    is_open_to_everybody(page)


@static
@pytest.mark.parametrize("place", PLACES)
def test_a_page_has_a_title_a_language_and_one_main_part(page: Page, site: Site, place: str) -> None:
    name, query, ready = PLACES[place]
    wait_ready(page, site.page(name, query), ready)
    assert page.title()
    assert page.evaluate("document.documentElement.lang") == "en"
    expect(page.get_by_role("main")).to_have_count(1)


# -- what others wrote


def test_markup_in_a_record_its_scene_and_its_cards_is_shown_as_text(learner: Learner) -> None:
    learner.opens("play", f"game={AC}")
    tool(learner.page, "Load").click()
    learner.page.locator(".dialog textarea").fill(nasty_record())
    learner.page.get_by_role("button", name="Play on").click()
    expect(learner.page.locator(".dialog")).to_have_count(0)
    expect(learner.page.locator(".zones")).to_contain_text(NASTY)
    expect(learner.page.locator(".seats")).to_contain_text(NASTY)
    assert learner.page.locator(".desk img, .desk script").count() == 0
    assert learner.page.evaluate("window.hacked") is None


def nasty_record() -> str:
    """Return a record in which a player and cards have scripts as names."""
    from tutor.engine.play.record import save
    from tutor.engine.play.scene import load_scenes

    name = json.dumps(NASTY)
    scene = f"""
game = "{AC}"
players = [{name}, "Ben"]
[table]
turn = {name}
[table.locations]
1 = {{ card = "crop-circle", up = true }}
[[cards.event]]
id = "crop-circle"
name = {name}
value = 3
effect = "roll"
amount = 2
"""
    return save(load_scenes(scene, "scene")[0].match(games()[AC], scene))


@pytest.mark.parametrize("text", ["", "format = [", NASTY, 'format = 1\ngame = "chess"'])
def test_a_record_that_is_none_keeps_the_table_and_says_so(learner: Learner, text: str) -> None:
    learner.opens("play", f"game={AC}&seed=4")
    tool(learner.page, "Load").click()
    learner.page.locator(".dialog textarea").fill(text)
    learner.page.get_by_role("button", name="Play on").click()
    problem = learner.page.locator(".dialog .problem")
    expect(problem).to_have_count(1)
    expect(problem).to_be_visible()
    assert "Traceback" not in problem.inner_text()
    expect(learner.page.locator(".dialog textarea")).to_have_value(text)
    assert learner.page.locator(".desk img, .desk script").count() == 0
    learner.page.get_by_role("button", name="Close", exact=True).click()
    expect(learner.page.locator(".dialog")).to_have_count(0)
    learner.agrees()


@pytest.mark.parametrize(
    ("name", "query", "said"),
    [
        (AC, "section=nowhere", "nowhere"),
        (AC, "section=move&step=99", "99"),
        (AC, "section=%3Cimg%20src%3Dx%20onerror%3Dwindow.hacked%3D1%3E", "<img src=x onerror=window.hacked=1>"),
        ("play", "game=chess", "chess"),
        ("play", f"game={AC}&players=99&seed=x", "x"),
        ("play", "game=%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E", "<script>window.hacked=1</script>"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_in_one_sentence(
    learner: Learner, name: str, query: str, said: str
) -> None:
    wait_ready(learner.page, learner.site.page(f"{name}.ipynb", query), ".dialog")
    expect(learner.page.locator(".dialog")).to_contain_text(said)
    expect(learner.page.locator(".ask .asktitle")).to_be_visible()
    learner.page.locator(".dialog button").first.click()
    expect(learner.page.locator(".dialog")).to_have_count(0)
    assert learner.page.evaluate("window.hacked") is None
    assert learner.page.locator(".desk img, .desk script").count() == 0


@pytest.fixture
def spoilt(page: Page) -> Page:
    """A visitor whose browser has nonsense stored under every key of ours."""
    keys = [f"progress:{AC}", f"lesson:{AC}/{COURSES[AC].pages[0].slug}", "practice", f"practice.{AC}", "theme"]
    script = ";".join(f"localStorage.setItem({json.dumps(PREFIX + key)}, {json.dumps(NASTY)})" for key in keys)
    page.add_init_script(f"if (!sessionStorage.spoilt) {{ {script}; sessionStorage.spoilt = 1 }}")
    return page


@pytest.mark.parametrize("name", ["index", AC, "play"])
def test_nonsense_in_the_browsers_memory_costs_nobody_the_page(spoilt: Page, site: Site, name: str) -> None:
    wait_ready(spoilt, site.page(f"{name}.ipynb"), ".desk .head")
    if name == "index":
        expect(spoilt.locator(".shelf a").first).to_be_visible()
    else:
        expect(spoilt.locator(".ask .asktitle")).to_be_visible()
    assert spoilt.evaluate("window.hacked") is None
