"""The rulebooks' page without a browser: what it lays out, what an address leads to, what a press opens."""

import json

import pytest

from tests.visitor import Visitor
from tutor.engine.game import games
from tutor.lessons.progress import LAST_COURSE
from tutor.ui.rulebook import GRAPH, REGISTER, Rulebook

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
        assert visitor.state["head"]["game"] == GAMES[id].title
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
