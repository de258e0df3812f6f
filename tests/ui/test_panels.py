"""The panels of the apps, used through a page's messages: a new game, the rulebook, the turn flow."""

from typing import Any

import pytest

from tests.visitor import Visitor
from tutor.engine.core.game import Game, games
from tutor.lessons.coach import rule_name
from tutor.lessons.course import course_of
from tutor.lessons.page import Page
from tutor.ui.desks import new_game
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.new_game import BEGIN, EVERYBODY, READING, VARIANT
from tutor.ui.desks.practice import Practice
from tutor.ui.desks.review import ReviewDesk
from tutor.ui.flows import flow_for
from tutor.ui.rule_search import looked_up

AC = "alien_conspiracy"
GAMES = games()
each_game = pytest.mark.parametrize("game", [pytest.param(game, id=id) for id, game in GAMES.items()])


@pytest.fixture
def table() -> Practice:
    return Practice(AC)


@pytest.fixture
def visitor(table: Practice) -> Visitor:
    return Visitor(table.desk, f"?game={AC}")


def fields(visitor: Visitor) -> dict[str, dict[str, Any]]:
    return {field["id"]: field for field in visitor.dialog["fields"]}


def values(visitor: Visitor, **changed: str) -> dict[str, str]:
    return {id: field["value"] for id, field in fields(visitor).items()} | changed


# -- a new game


@each_game
def test_a_new_game_begins_as_the_panel_says(game: Game) -> None:
    table = Practice(game.id)
    visitor = Visitor(table.desk, f"?game={game.id}")
    visitor.says("tool", id="new")
    most = fields(visitor)["players"]["choices"][-1]["id"]
    visitor.says("form", id="new.players", values=values(visitor, players=most))
    assert len(fields(visitor)["seat"]["choices"]) == int(most) + 1
    visitor.says("form", id=BEGIN, values=values(visitor, players=most, seat="1", others="random", seed="77"))
    assert "dialog" not in visitor.state
    assert (table.match.table.seats, table.match.seed) == (int(most), 77)
    assert (table.played.player, table.played.bot) == (1, "random")
    assert visitor.open or table.match.ask is None


@each_game
def test_every_reading_can_be_chosen_and_is_then_in_force(game: Game) -> None:
    table = Practice(game.id)
    visitor = Visitor(table.desk, f"?game={game.id}")
    for id, default in game.book.defaults.items():
        other = next(option for option in game.book[id].options if option.id != default)
        visitor.says("tool", id="new")
        visitor.says("form", id=BEGIN, values=values(visitor, **{READING + id: other.id}))
        assert table.match.table.readings[id] == other.id
        assert other.text in visitor.state["words"]["fold"]
        table.draft.readings = {}
        visitor.says("tool", id="new")
        visitor.says("form", id=BEGIN, values=values(visitor, **{READING + id: default}))
        assert "fold" not in visitor.state["words"]


@each_game
def test_every_variant_can_be_chosen_and_is_then_in_play(game: Game) -> None:
    table = Practice(game.id)
    visitor = Visitor(table.desk, f"?game={game.id}")
    for id in game.variants:
        visitor.says("tool", id="new")
        visitor.says("form", id="new.live", values=values(visitor, **{VARIANT + id: "yes"}))
        visitor.says("form", id=BEGIN, values=values(visitor))
        assert id in table.match.table.variants


def test_the_visitor_may_play_every_seat(table: Practice, visitor: Visitor) -> None:
    visitor.says("tool", id="new")
    visitor.says("form", id=BEGIN, values=values(visitor, seat=EVERYBODY))
    asked = set()
    for _ in visitor.plays_on(seed=3, most=80):
        asked.add(visitor.question.get("seat", {}).get("name"))
    assert {"Ada", "Ben"} <= asked


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"seed": "many"}, "seed"),
        ({"seed": "1" * 30}, "seed"),
        ({"players": "two"}, "players"),
        ({"seat": "<b>"}, "you play"),
        ({READING + "setup/first-player": "whoever shouts"}, "setup/first-player"),
    ],
)
def test_what_no_field_offers_is_said_and_the_game_goes_on(
    table: Practice, visitor: Visitor, wrong: dict[str, str], named: str
) -> None:
    before = table.match
    visitor.says("tool", id="new")
    visitor.says("form", id=BEGIN, values=values(visitor, **wrong))
    assert named in visitor.dialog["problem"]
    assert table.match is before


def test_a_panel_can_be_put_away_again(table: Practice, visitor: Visitor) -> None:
    before = table.match
    for tool in ("new", "rules"):
        visitor.says("tool", id=tool)
        assert visitor.tools[tool]["pressed"]
        visitor.says("tool", id=tool)
        assert "dialog" not in visitor.state
        visitor.says("tool", id=tool)
        visitor.says("dialog", id="close", text="")
        assert "dialog" not in visitor.state
    assert table.match is before


def test_the_next_game_is_proposed_as_this_one_with_other_dice(table: Practice, visitor: Visitor) -> None:
    visitor.says("tool", id="new")
    visitor.says("form", id=BEGIN, values=values(visitor, players="3", seat="2", seed="5"))
    visitor.says("tool", id="new")
    found = values(visitor)
    assert (found["players"], found["seat"], found["seed"]) == ("3", "2", "6")


def test_who_the_visitor_is_survives_a_reload(table: Practice, visitor: Visitor) -> None:
    visitor.says("tool", id="new")
    visitor.says("form", id=BEGIN, values=values(visitor, players="3", seat="2", others="random"))
    again = Practice(AC)
    Visitor(again.desk, "", visitor.kept)
    assert (again.played.player, again.played.bot, again.match.table.seats) == (2, "random", 3)


# -- the rulebook


def apps() -> list[Any]:
    return [
        pytest.param(lambda: Practice(AC).desk, id="practice"),
        pytest.param(lambda: CourseDesk(AC).desk, id="course"),
    ]


@pytest.mark.parametrize("app", apps())
def test_rules_are_found_by_a_word_and_lead_to_their_page(app: Any) -> None:
    visitor = Visitor(app())
    visitor.says("tool", id="rules")
    assert "entries" not in visitor.dialog
    visitor.says("form", id="rules.find", values={"query": "phone"})
    found = visitor.dialog["entries"]
    assert found
    assert all("phone" in (entry["rule"] + entry["text"]).casefold() for entry in found[:3])
    for entry in found:
        rule = visitor.state["rules"][entry["rule"]]
        assert all(visitor.state["rules"][near]["name"] for near in entry.get("related", []))
        place = course_of(GAMES[AC]).teaches(entry["rule"])
        assert place is not None
        assert place.page.slug in rule.get("href", "") or rule.get("page") == place.page.slug


@each_game
def test_every_page_finds_what_a_chapter_far_from_it_teaches(game: Game) -> None:
    course = course_of(game)
    pages = [*course.whole_games, *course.pages]
    desk = CourseDesk(game.id)
    visitor = Visitor(desk.desk)
    for n, page in enumerate(pages):
        visitor.says("goto", page=page.slug, step=1)
        assert desk.page.slug == page.slug
        finds(visitor, game, course.pages[n - len(course.pages) // 2], "rules")


@each_game
@pytest.mark.parametrize(("app", "tool"), [(Practice, "rules"), (Lab, "rules"), (ReviewDesk, "search")])
def test_every_desk_of_a_game_finds_what_its_chapters_teach(app: Any, tool: str, game: Game) -> None:
    visitor = Visitor(app().desk, f"?game={game.id}")
    for page in course_of(game).pages[::9]:
        finds(visitor, game, page, tool)


def finds(visitor: Visitor, game: Game, sought: Page, tool: str) -> None:
    """Look up a rule by its chapter and name, and check that the panel leads to where it is taught."""
    rule = next(id for step in sought.step for id in step.rules)
    visitor.says("tool", id=tool)
    visitor.says("form", id="rules.find", values={"query": f"{rule.partition('/')[0]} {rule_name(rule)}"})
    assert rule in [entry["rule"] for entry in visitor.dialog["entries"]]
    place = course_of(game).teaches(rule)
    assert place is not None
    found = visitor.state["rules"][rule]
    assert place.page.slug in found.get("href", "") or found.get("page") == place.page.slug
    visitor.says("tool", id=tool)
    assert "dialog" not in visitor.state


@pytest.mark.parametrize("app", apps())
def test_a_word_that_no_rule_has_is_said_plainly(app: Any) -> None:
    visitor = Visitor(app())
    visitor.says("tool", id="rules")
    visitor.says("form", id="rules.find", values={"query": "<zzz>"})
    assert "entries" not in visitor.dialog
    assert "<zzz>" in visitor.dialog["text"]


def test_a_rule_that_is_found_says_how_we_play_what_the_book_leaves_open() -> None:
    dialog = looked_up(GAMES["grave_robbers"], "marathon ties")
    ties = next(entry for entry in dialog["entries"] if entry["rule"] == "marathon/ties")
    assert ties["ruling"] == "Players who are tied for the highest total share the win."
    clear = [entry for entry in dialog["entries"] if not GAMES["grave_robbers"].book[entry["rule"]].unclear]
    assert clear
    assert not any("ruling" in entry for entry in clear)


# -- the turn flow


@each_game
def test_the_turn_flow_follows_the_game_and_can_be_looked_about_in(game: Game) -> None:
    table = Practice(game.id)
    visitor = Visitor(table.desk, f"?game={game.id}")
    flow = flow_for(game)
    assert flow is not None
    visitor.says("tool", id="flow")
    for _ in visitor.plays_on(seed=8, most=25):
        assert visitor.state["flowmap"]["now"]["node"] == table.match.steps[-1]
    other = next(group for group in flow.groups if group != visitor.state["flowmap"]["panel"]["group"])
    visitor.says("group", id=other)
    assert visitor.state["flowmap"]["panel"]["group"] == other
    node = next(node for node in flow.nodes.values() if node.group == other)
    visitor.says("node", graph="flow", id=node.id)
    assert visitor.state["flowmap"]["node"]["id"] == node.id
    assert all(rule["text"] for rule in visitor.state["flowmap"]["node"]["rules"])
    visitor.says("group", id=None)
    assert visitor.state["flowmap"]["now"]["node"] == table.match.steps[-1]
    visitor.says("tool", id="flow")
    assert "flowmap" not in visitor.state


def test_the_panel_of_a_new_game_names_what_is_unclear_in_words() -> None:
    draft = new_game.Draft(GAMES[AC])
    labels = [field["label"] for field in draft.dialog(GAMES, {"random": None})["fields"]]  # type: ignore[dict-item]
    assert "First player" in labels
    assert not any("/" in label for label in labels)
