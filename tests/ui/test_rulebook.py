"""The rulebooks' page without a browser: its content, where addresses lead, and what presses open."""

import json
from time import sleep

import pytest

from tests.visitor import Visitor
from tutor.engine.core.game import games
from tutor.lab.runner import Limits
from tutor.lessons.progress import LAST_COURSE
from tutor.ui.desks.rulebook import GRAPH, REGISTER, Rulebook

GAMES = games()
NASTY = "<img src=x onerror=alert(1)>"


def visiting(search: str = "", stored: dict[str, str] | None = None) -> Visitor:
    return Visitor(Rulebook().desk, search, stored)


def shown(visitor: Visitor) -> dict:
    return visitor.state["rulemap"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_address_leads_to_a_rule_of_a_game(game) -> None:
    for entry in (game.book.rule[0], game.book.rule[-1]):
        visitor = visiting(f"?game={game.id}&rule={entry.id}")
        assert visitor.desk.book["game"] == game.id
        assert shown(visitor)["detail"]["id"] == shown(visitor)["rule"] == entry.id


def test_without_an_address_it_is_the_game_whose_course_was_taken_last() -> None:
    for id in GAMES:
        assert visiting(stored={LAST_COURSE: id}).desk.book["game"] == id
    assert visiting(stored={LAST_COURSE: "nowhere"}).desk.book["game"] in GAMES


@pytest.mark.parametrize("search", ["?rule=no/rule", f"?rule={NASTY}", "?rule=" + "x" * 5000])
def test_a_rule_that_is_not_there_is_said_so(search: str) -> None:
    visitor = visiting(search)
    assert "detail" not in shown(visitor)
    assert "has no rule" in shown(visitor)["said"]
    assert len(shown(visitor)["said"]) < 150


@pytest.mark.parametrize("search", ["?game=nowhere", "?view=nowhere", "?" + "&" * 500, "?game=" + NASTY])
def test_another_odd_address_opens_the_page_all_the_same(search: str) -> None:
    assert json.dumps(visiting(search).state) == json.dumps(visiting().state)


def test_a_press_opens_a_rule_and_closes_it_again() -> None:
    visitor = visiting()
    game = GAMES[visitor.desk.book["game"]]
    visitor.says("node", graph=GRAPH, id=game.book.rule[3].id)
    assert shown(visitor)["detail"]["id"] == game.book.rule[3].id
    visitor.says("node", graph=GRAPH, id="")
    assert "detail" not in shown(visitor)
    visitor.says("node", graph="elsewhere", id=game.book.rule[3].id)
    assert "detail" not in shown(visitor)


def test_another_game_is_laid_out_with_nothing_chosen() -> None:
    visitor = visiting()
    for id in GAMES:
        visitor.says("node", graph=GRAPH, id=next(iter(GAMES.values())).book.rule[0].id)
        visitor.says("tool", id=f"game:{id}")
        assert visitor.desk.book["game"] == id
        assert shown(visitor)["rule"] == ""
        assert visitor.state["head"]["game"] == GAMES[id].sign
    before = visitor.state
    visitor.says("tool", id="game:nowhere")
    assert visitor.state == before


def test_the_register_is_a_view_of_its_own() -> None:
    visitor = visiting()
    visitor.says("tool", id=REGISTER)
    assert shown(visitor)["view"] == REGISTER
    assert [tool["id"] for tool in visitor.tools.values() if tool.get("pressed")] == [REGISTER]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_page_says_so_for_every_unclear_rule(game) -> None:
    book = visiting(f"?game={game.id}&view=unclear").desk.book
    assert set(book["pages"]) == {entry.id for entry in game.book if entry.unclear}


# -- does it matter? --

GAME, RULE = "alien_conspiracy", "health/several-equal-rolls"
FORM = {"reading": "per-number", "players": "2", "games": "100", "bots": "random"}


@pytest.fixture
def asking(tmp_path):
    """Return a page at the register, with special limits."""
    page = Rulebook(Limits(folder=tmp_path))
    visitor = Visitor(page.desk, f"?game={GAME}&view=unclear")
    yield page, visitor
    page.runner.cancel()


def over(page: Rulebook) -> dict:
    """Look at regular intervals, as the page's own task does, until the run is over."""
    for _ in range(3000):
        page.draw()
        measured = page.desk.state["rulemap"]["measured"]
        if measured["state"] != "running":
            return measured
        sleep(0.02)
    raise AssertionError("it does not end")


def test_a_reading_is_measured_against_ours(asking) -> None:
    page, visitor = asking
    visitor.says("form", id=f"measure:{RULE}", values=FORM)
    measured = over(page)
    assert (measured["state"], measured["done"], measured["total"]) == ("done", 200, 200)
    assert (measured["rule"], measured["reading"]) == (RULE, "per-number")
    assert measured["verdict"] in ("differs", "same", "undecided", "unchanged")
    assert {one["measure"] for one in measured["measures"]} >= {"answers", "won"}
    json.dumps(visitor.state)


def test_a_measurement_is_cancelled_and_keeps_what_was_played(asking) -> None:
    page, visitor = asking
    visitor.says("form", id=f"measure:{RULE}", values={**FORM, "games": "2000"})
    assert visitor.state["rulemap"]["measured"]["state"] == "running"
    visitor.says("tool", id="cancel")
    measured = over(page)
    assert measured["state"] == "cancelled"
    assert measured["done"] < measured["total"] == 4000
    assert measured["words"]


def test_a_second_measurement_is_refused_while_one_runs(asking) -> None:
    page, visitor = asking
    visitor.says("form", id=f"measure:{RULE}", values={**FORM, "games": "2000"})
    visitor.says("form", id="measure:setup/first-player", values={**FORM, "reading": "rotating"})
    measured = visitor.state["rulemap"]["measured"]
    assert measured["state"] == "refused"
    assert measured["rule"] == "setup/first-player"
    assert "still running" in measured["why"]
    page.runner.cancel()


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("no/rule", {}),
        (RULE, {"reading": NASTY}),
        (RULE, {"players": "x"}),
        (RULE, {"players": "²"}),
        (RULE, {"games": "9" * 500}),
        (RULE, {"games": "-1"}),
        (RULE, {"bots": ""}),
    ],
)
def test_what_cannot_be_measured_is_refused_in_words(asking, rule: str, change: dict[str, str]) -> None:
    page, visitor = asking
    visitor.says("form", id=f"measure:{rule}", values={**FORM, **change})
    assert visitor.state["rulemap"]["measured"]["state"] == "refused"
    assert page.runner.poll().state == "idle"


def test_a_measurement_belongs_to_its_game(asking) -> None:
    page, visitor = asking
    visitor.says("form", id=f"measure:{RULE}", values=FORM)
    over(page)
    visitor.says("tool", id="game:shelter")
    assert "measured" not in visitor.state["rulemap"]
