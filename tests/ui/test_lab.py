"""The lab without a browser: beginnings, changes, tries, forced results, branches, exports and refusals."""

import json
from typing import Any

import pytest

from tests.visitor import Visitor
from tutor.audit.sources import case_of
from tutor.engine.core.game import Game, games
from tutor.engine.play.playing import play_scene
from tutor.engine.play.scene import load_scenes
from tutor.lessons.course import course_of
from tutor.ui.desks.lab import Lab
from tutor.ui.desks.lab_bench import KEPT
from tutor.ui.desks.lab_chance import COME
from tutor.ui.desks.lab_panels import TABS, startable_here
from tutor.ui.desks.practice import kept_game

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
AC = "alien_conspiracy"
HELD = "The item cards in hand"
UNCLEAR = {
    AC: "health/several-equal-rolls",
    "doppelganger": "scoring/traits-and-proof",
    "grave_robbers": "traits/psycho-boost-size",
    "roswell51": "doubles/counterstrike-single-card",
    "shelter": "health/one-or-two-empty",
}
AT_TABLE = """game = "alien_conspiracy"
players = ["Ada", "Ben"]

[table]
turn = "Ada"

[table.players]
Ada = { health = [1, 2], at = "1", items = ["camera"] }

[table.locations]
1 = { card = "crop-circle" }
"""


def opened(search: str = "", stored: dict[str, str] | None = None) -> tuple[Lab, Visitor]:
    lab = Lab(AC)
    return lab, Visitor(lab.desk, search, stored)


def at_table(text: str = AT_TABLE) -> tuple[Lab, Visitor]:
    lab, visitor = opened()
    visitor.says("tool", id="tab scene")
    visitor.says("dialog", id="lab.text", text=text)
    assert lab.changes.problem == ""
    return lab, visitor


def blocks(visitor: Visitor, kind: str) -> list[dict[str, Any]]:
    return [block for block in visitor.state["lab"]["blocks"] if block["kind"] == kind]


def places(visitor: Visitor) -> dict[tuple[str, str], dict[str, Any]]:
    (board,) = blocks(visitor, "board")
    return {(s["label"], place["label"]): place for s in board["sections"] for place in s["places"]}


def form(visitor: Visitor, id: str, **values: str) -> None:
    visitor.says("form", id=id, values=values)


# -- where to begin ------------------------------------------------------------------------------


@pytest.mark.slow
@each_game
def test_it_begins_in_any_step_of_any_page(game: Game) -> None:
    for page in course_of(game).pages[::5]:
        for step in (1, len(page.step)):
            lab, visitor = opened(f"?game={game.id}&page={page.slug}&step={step}")
            assert (lab.problem, lab.dialog, lab.game.id) == ("", None, game.id)
            for tab in TABS:
                visitor.says("tool", id=f"tab {tab}")
                assert json.dumps(visitor.state)


@each_game
def test_an_empty_table_and_a_set_up_are_begun(game: Game) -> None:
    lab, visitor = opened()
    for button in ("new.begin", "new.empty"):
        visitor.says("tool", id="new")
        form(visitor, "new.game", game=game.id)
        form(visitor, button, **{field["id"]: field["value"] for field in visitor.dialog["fields"]})
        assert "dialog" not in visitor.state
        assert lab.game.id == game.id
    assert "[table]" in lab.bench.branch.text()


@pytest.mark.parametrize(
    ("search", "says"),
    [
        ("?game=chess", "no such game"),
        (f"?game={AC}&page=nowhere", "no page “nowhere”"),
        (f"?game={AC}&page=move&step=99", "has steps 1 to"),
        (f"?game={AC}&players=99", "is for 2 to 4 players"),
    ],
)
def test_a_link_that_leads_nowhere_says_so(search: str, says: str) -> None:
    _, visitor = opened(search)
    assert says in blocks(visitor, "problem")[0]["text"]


def test_the_practice_tables_game_is_taken_over() -> None:
    from tutor.ui.desks.practice import Practice

    practice = Practice(AC)
    other = Visitor(practice.desk, f"?game={AC}&seed=4")
    for _ in other.plays_on(4, 6):
        pass
    lab, _ = opened(f"?from=practice&game={AC}", {kept_game(lab_game()): other.kept[kept_game(lab_game())]})
    assert lab.problem == ""
    assert lab.game.position(lab.match.table, None) == lab.game.position(practice.match.table, None)


def lab_game() -> Game:
    return games()[AC]


def test_a_reload_brings_the_bench_back() -> None:
    lab, visitor = at_table()
    visitor.press("look 1")
    form(visitor, "lab.branch.new", new="other")
    visitor.press("end")
    again, second = opened("", visitor.kept)
    assert (again.bench.current, list(again.bench.branches)) == ("other", ["main", "other"])
    assert again.bench.branch.text() == lab.bench.branch.text()
    _broken, third = opened("", {KEPT: "{}"})
    assert "cannot be read" in third.dialog["problem"]
    assert second.question == visitor.question


def test_a_reload_goes_on_with_what_was_done_after_an_address_was_opened() -> None:
    search = f"?game={AC}&page=look"
    lab, visitor = opened(search)
    assert "address" not in visitor.state  # the address still leads here
    visitor.press(visitor.open[0])
    assert visitor.state["address"] == ""
    again, second = opened(visitor.state["address"], visitor.kept)
    assert again.bench.branch.text() == lab.bench.branch.text()
    assert "address" not in second.state
    fresh, _ = opened(search, visitor.kept)  # anyone who follows the link again begins where it leads
    assert fresh.bench.branch.steps == []


def test_a_bench_that_is_too_large_to_be_kept_leaves_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.ui.desks.lab_bench.LARGEST_KEPT", 10)
    _, visitor = opened(f"?game={AC}&page=look")
    visitor.press(visitor.open[0])
    assert "address" not in visitor.state


@pytest.mark.parametrize("search", [f"?game={AC}&page=nowhere", f"?game={'x' * 40_000}"], ids=["nowhere", "long"])
def test_a_link_that_leads_nowhere_leaves_the_kept_bench(search: str) -> None:
    lab, visitor = at_table()
    visitor.press("look 1")
    again, second = opened(search, visitor.kept)
    assert blocks(second, "problem")
    assert again.bench.branch.text() == lab.bench.branch.text()
    assert second.kept[KEPT] == visitor.kept[KEPT]


# -- both ways ------------------------------------------------------------------------------------


def test_text_and_table_follow_each_other() -> None:
    lab, visitor = at_table()
    version = lab.changes.version
    visitor.press("look 1")
    (editor,) = blocks(visitor, "editor")
    assert '"Ada: look 1"' in editor["textarea"]
    assert editor["version"] > version
    visitor.says(
        "dialog", id="lab.text", text=editor["textarea"].replace('at = "1"', 'at = "2"').replace("look 1", "end")
    )
    assert lab.match.table.investigators[0].at == "2"
    assert blocks(visitor, "editor")[0]["version"] == editor["version"]  # typed text is not overwritten
    visitor.says("undo")
    assert blocks(visitor, "editor")[0]["version"] > editor["version"]


def test_text_that_does_not_fit_leaves_the_table_and_says_why() -> None:
    lab, visitor = at_table()
    before = lab.bench.branch.text()
    visitor.says("dialog", id="lab.text", text=AT_TABLE.replace('"Ada"\n', '"Zoe"\n'))
    assert "table.turn" in blocks(visitor, "editor")[0]["problem"]
    assert lab.bench.branch.text() == before
    visitor.press("look 1")
    assert "problem" not in blocks(visitor, "editor")[0]


def test_an_impossible_position_waits_until_its_reasons_are_accepted() -> None:
    lab, visitor = at_table()
    wrong = AT_TABLE.replace('"camera"]', '"camera", "camera", "camera", "camera", "camera"]').replace(
        "[1, 2]", "[1, 1, 1, 1, 1, 1]"
    )
    visitor.says("dialog", id="lab.text", text=wrong)
    (reasons,) = blocks(visitor, "reasons")
    assert any("at most 5 dice, got 6" in item for item in reasons["items"])
    assert any("“camera” is already somewhere else" in item for item in reasons["items"])
    assert lab.match.table.investigators[0].health == (1, 2)
    form(visitor, "lab.anyway")
    assert lab.match.table.investigators[0].health == (1, 1, 1, 1, 1, 1)
    assert "anyway = true" in lab.bench.branch.text()
    assert blocks(visitor, "reasons") == []


# -- changing by hand ----------------------------------------------------------------------------


def test_a_card_is_picked_up_and_put_down() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab change")
    piece = places(visitor)["Ada", HELD]["pieces"][0]
    form(visitor, "lab.pick", path=piece["id"])
    goals = {place: shown for place, shown in places(visitor).items() if shown.get("goal")}
    assert ("Ben", HELD) in goals
    assert ("Ben", "The event cards in hand") not in goals
    form(visitor, "lab.put", path=goals["Ben", HELD]["id"])
    assert [hero.items for hero in lab.match.table.investigators] == [(), ("camera",)]
    assert not any(shown.get("goal") for shown in places(visitor).values())
    visitor.says("undo")
    assert [hero.items for hero in lab.match.table.investigators] == [("camera",), ()]


def test_a_drawn_card_is_picked_up_where_it_lies() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab change")
    cards = [card for zone in visitor.state["zones"] for card in zone.get("cards", [])]
    (crop,) = [card for card in cards if card["name"] == "Crop Circle" and "hand" in card]
    form(visitor, crop["hand"]["id"], **crop["hand"]["values"])
    assert lab.changes.picked is not None
    assert lab.changes.picked.card == "crop-circle"
    assert any("hand" in zone for zone in visitor.state["zones"])
    form(visitor, "lab.pick", path=crop["hand"]["values"]["path"])
    assert lab.changes.picked is None


def test_counters_words_and_turns_are_set() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab change")
    form(visitor, "lab.set", path=places(visitor)["Table", "actions"]["id"], value="1")
    assert lab.match.table.actions == 1
    assert places(visitor)["Table", "turn"]["choices"] == [("", "nobody"), ("Ada", "Ada"), ("Ben", "Ben")]
    form(visitor, "lab.set", path=places(visitor)["Table", "turn"]["id"], value="Ben")
    assert lab.match.ask.seat == 1
    form(visitor, "lab.set", path=places(visitor)["Table", "actions"]["id"], value="lots")
    assert "expected a whole number" in blocks(visitor, "problem")[0]["text"]
    form(visitor, "lab.set", path="[]", value="1")
    assert "this place no longer exists" in blocks(visitor, "problem")[0]["text"]


def test_a_card_is_brought_and_a_test_card_defined() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab change")
    card = '[[item]]\nid = "gadget"\nname = "Gadget"\nuse = "camera"\n'
    visitor.says("dialog", id="lab.card", text="[[item]\n")
    assert "not valid TOML" in blocks(visitor, "problem")[0]["text"]
    visitor.says("dialog", id="lab.card", text=card)
    problem = blocks(visitor, "problem")
    if problem:  # the message names the field of the game's own card type
        assert "item[gadget]" in problem[0]["text"]
    like = next(block for block in blocks(visitor, "form") if block["id"] == "lab.card")["textarea"]
    visitor.says("dialog", id="lab.card", text=like)
    assert "test-card" in lab.match.table.cards
    form(visitor, "lab.bring", card="test-card")
    goal = next(shown for shown in places(visitor).values() if shown.get("goal"))
    form(visitor, "lab.put", path=goal["id"])
    assert "test-card" in json.dumps(lab.game.position(lab.match.table, None))


# -- playing ---------------------------------------------------------------------------------------


def test_rolls_and_draws_offer_what_can_come_with_its_odds() -> None:
    lab, visitor = at_table()
    visitor.press("heal")
    comes = [option for option in visitor.question["options"] if option["id"].startswith(COME)]
    assert [option["label"] for option in comes] == ["1", "2", "3", "4", "5", "6"]
    assert comes[0]["odds"] == {"ways": 1, "of": 6}
    visitor.says("tool", id="odds")
    visitor.press(f"{COME}4")
    assert lab.bench.branch.steps == ["Ada: heal", "4"]
    visitor.says("undo")
    visitor.says("input", ask=visitor.question["id"], text="nine")
    assert "expected 1 face from 1 to 6" in blocks(visitor, "problem")[0]["text"]


def test_what_is_forced_comes_by_itself() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab chance")
    visitor.says("dialog", id="lab.forced", text="5\n\n 3 \n")
    visitor.press("heal")
    visitor.press("heal")
    assert lab.bench.branch.steps == ["Ada: heal", "5", "Ada: heal", "3"]
    assert lab.bench.forced == []


def test_a_rule_is_started_from_a_form_of_its_signature() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab rule")
    form(visitor, "lab.rule.rule", rule="health/compare")
    (block,) = blocks(visitor, "form")
    assert [field["id"] for field in block["fields"]] == ["rule", "arg hero", "arg faces"]
    form(visitor, "lab.rule.start", **{"rule": "health/compare", "arg hero": "Ada", "arg faces": "1, 3"})
    assert lab.match.table.investigators[0].health == (2,)
    form(visitor, "lab.rule.start", **{"rule": "health/compare", "arg hero": "Ada", "arg faces": ""})
    assert "takes hero" in blocks(visitor, "problem")[0]["text"]


def rule_fields(visitor: Visitor, rule: str) -> dict[str, Any]:
    visitor.says("tool", id="tab rule")
    form(visitor, "lab.rule.rule", rule=rule)
    (block,) = blocks(visitor, "form")
    return {field["id"]: field for field in block["fields"]}


def test_what_a_rule_takes_is_picked_among_what_is_there() -> None:
    game = games()["roswell51"]
    throng = (
        '[table.players]\nBen = { pool = [{ card = "the-colonel" }] }\nAda = { throngs = [["three-hitchhikers"]] }\n'
    )
    text = f'game = "roswell51"\nplayers = 3\n[table]\nturn = "Ben"\nmode = "actions"\n{throng}'
    lab, visitor = at_table(text)
    rule = next(id for id in game.rules if "Survivor" in game.rules.parameters(id).values())
    name = next(n for n, kind in game.rules.parameters(rule).items() if kind == "Survivor")
    fields = rule_fields(visitor, rule)
    assert [one["label"] for one in fields[f"arg {name}"]["choices"]] == ["The Colonel"]
    listed = {one["id"] for one in fields["rule"]["choices"]}
    assert not any("Shelter" in game.rules.parameters(id).values() for id in listed)  # there is no sanctuary
    assert lab.problem == ""


@each_game
def test_a_rule_that_is_started_runs_or_says_plainly_why_not(game: Game) -> None:
    lab, visitor = opened(f"?game={game.id}&unclear={UNCLEAR[game.id]}")
    for rule in startable_here(game, lab.match.table)[::4]:
        fields = rule_fields(visitor, rule)
        form(visitor, "lab.rule.start", **{id: field["value"] for id, field in fields.items()})
        assert "dialog" not in visitor.state, rule
        for block in blocks(visitor, "problem"):
            assert "Error" not in block["text"]
        visitor.says("undo")


def test_readings_change_in_the_middle_of_a_turn() -> None:
    lab, visitor = at_table()
    visitor.press("heal")
    visitor.says("tool", id="house")
    values = {field["id"]: field["value"] for field in visitor.dialog["fields"]}
    form(visitor, "house.play", **values | {"reading look/own-location": "anywhere"})
    assert lab.match.table.reading("look/own-location") == "anywhere"
    assert lab.bench.branch.steps == ["Ada: heal"]


def test_rules_in_force_odds_and_numbers_are_shown() -> None:
    _, visitor = at_table()
    assert visitor.state["lab"]["trail"] == ["turn/six-actions"]
    visitor.says("tool", id="odds")
    assert any("=" in option.get("detail", "") for option in visitor.question["options"])
    visitor.press("heal")
    visitor.press(f"{COME}4")
    visitor.says("tool", id="tab numbers")
    *totals, sums = blocks(visitor, "sums")
    labels = [item["label"] for block in totals for item in block["items"]]
    assert labels == ["points of Ada", "points of Ben"]
    health = next(item for item in sums["items"] if item["label"] == "Ada · health, how many")
    assert (health["n"], [part["n"] for part in health["parts"]]) == (3, [2, 1])
    assert set(health["parts"][1]["rules"]) <= visitor.state["rules"].keys()


# -- files and tests ---------------------------------------------------------------------------------


def test_what_was_done_is_made_a_test_with_one_press() -> None:
    _lab, visitor = at_table()
    visitor.says("try", ask=visitor.question["id"], option="move 5")
    visitor.press("heal")
    visitor.press(f"{COME}4")
    visitor.says("tool", id="test")
    written = blocks(visitor, "form")[1]["textarea"]
    (scene,) = load_scenes(written, "exported")
    assert {"refused", "expect"} <= {key for step in scene.play if isinstance(step, dict) for key in step}
    play_scene(scene)
    form(visitor, "lab.test.make", title="Ada heals", about="A test.")
    assert 'title = "Ada heals"' in blocks(visitor, "form")[1]["textarea"]
    visitor.says("undo")
    assert len(blocks(visitor, "form")) == 1  # the text would no longer say what was done


def test_a_test_of_nothing_says_what_is_missing() -> None:
    _, visitor = at_table()
    visitor.says("tool", id="test")
    assert "nothing has been done yet" in blocks(visitor, "problem")[0]["text"]


def test_a_saved_game_is_opened_at_the_step_that_is_chosen() -> None:
    lab, visitor = opened()
    for _ in visitor.plays_on(2, 8):
        pass
    visitor.says("tool", id="save")
    record = visitor.dialog["textarea"]
    visitor.says("tool", id="open")
    visitor.says("upload", name="game.toml", text=record)
    assert visitor.dialog["fields"][0]["max"] >= 8
    form(visitor, "open.step", step="3")
    assert (lab.problem, "dialog" in visitor.state) == ("", False)
    assert lab.match.ask is not None


def test_a_scenario_file_asks_which_case() -> None:
    text = AT_TABLE.replace(
        "[table]", '[[case]]\ntitle = "one"\n[[case]]\ntitle = "two"\nplay = ["look 1"]\n[case.table]', 1
    )
    text = text.replace("[table.", "[case.table.")
    lab, visitor = opened()
    visitor.says("tool", id="open")
    visitor.says("upload", name="cases.toml", text=text)
    assert [choice["label"] for choice in visitor.dialog["fields"][0]["choices"]] == ["one", "two"]
    form(visitor, "open.case", case="1")
    assert lab.bench.branch.steps == ["look 1"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<script>alert(1)</script>", "not valid TOML"),
        ("x = 1", "expected a scene or a record"),
        ('game = "alien_conspiracy"\nplayers = 77', "players"),
        ('format = 9\ngame = "alien_conspiracy"\nanswers = []', "which is missing"),
        ("a" * 1_100_000, "expected at most"),
        (AT_TABLE.replace("[1, 2]", "[1, 9]"), "table.players.Ada.health"),
    ],
)
def test_a_bad_upload_is_refused_with_place_and_expectation_and_nothing_is_lost(text: str, says: str) -> None:
    lab, visitor = at_table()
    visitor.press("look 1")
    before = lab.bench.kept()
    visitor.says("tool", id="open")
    visitor.says("upload", name="bad.toml", text=text)
    assert says in visitor.dialog["problem"]
    assert visitor.dialog["textarea"] == text
    assert lab.bench.kept() == before


def test_branches_stand_side_by_side() -> None:
    lab, visitor = at_table()
    visitor.says("tool", id="tab branches")
    form(visitor, "lab.branch.new", new="end at once")
    visitor.press("end")
    (told,) = blocks(visitor, "list")
    assert "On “end at once” turn is Ben, while on “main” turn is Ada." in told["items"]
    assert [visitor.state["beside"][key] for key in ("mine", "name")] == ["end at once", "main"]
    assert visitor.state["beside"]["zones"]
    form(visitor, "lab.beside.together", other="main", together="yes")
    visitor.says("undo")
    visitor.press("look 1")
    assert [branch.steps for branch in lab.bench.branches.values()] == [["Ada: look 1"], ["Ada: look 1"]]
    assert blocks(visitor, "list")[0]["text"] == "A player could not see any difference."
    form(visitor, "lab.beside.together", other="main", together="no")
    form(visitor, "lab.branch.name", name="main")
    assert lab.match.ask.seat == 0
    form(visitor, "lab.branch.drop")
    assert list(lab.bench.branches) == ["end at once"]


def test_any_step_of_a_branch_is_gone_to() -> None:
    lab, visitor = at_table()
    visitor.press("look 1")
    visitor.press("end")
    visitor.says("tool", id="tab branches")
    (steps,) = blocks(visitor, "history")
    assert [item["label"] for item in steps["items"]] == ["the beginning", "“Ada: look 1”", "“Ada: end”"]
    form(visitor, "lab.step", n="1")
    assert [(item["done"], item["now"]) for item in blocks(visitor, "history")[0]["items"]] == [
        (True, False),
        (True, True),
        (False, False),
    ]
    form(visitor, "lab.step", n="2")
    assert lab.bench.branch.steps == ["Ada: look 1", "Ada: end"]
    form(visitor, "lab.step", n="0")
    assert lab.bench.branch.steps == []
    form(visitor, "lab.step", n="soon")
    assert "expected a whole number" in blocks(visitor, "problem")[0]["text"]


@each_game
def test_whatever_is_pressed_the_lab_goes_on(game: Game) -> None:
    _, visitor = opened(f"?game={game.id}")
    visitor.says("tool", id="tab scene")
    for n in visitor.plays_on(9, 25):
        if visitor.closed and n % 3 == 0:
            visitor.says("try", ask=visitor.question["id"], option=visitor.closed[0])
        if n % 5 == 0:
            visitor.says("tool", id="here")
            assert all("the middle of the setup" in block["text"] for block in blocks(visitor, "problem"))
        else:
            assert not blocks(visitor, "problem")


def test_an_address_opens_a_scenario() -> None:
    game = games()["shelter"]
    (scene,) = load_scenes(case_of(game, "05-furniture:22").text, "scenario")
    lab, _ = opened("?game=shelter&scenario=05-furniture%3A22")
    assert game.position(lab.match.table, None) == game.position(play_scene(scene).match.table, None)
    lab, visitor = opened("?game=shelter&scenario=nowhere%3A1")
    assert "no such scenario" in json.dumps(visitor.state)


# -- an unclear rule ---------------------------------------------------------------------------------


@each_game
def test_an_unclear_rule_is_opened_where_a_player_could_see_its_readings_differ(game: Game) -> None:
    entry = game.book[UNCLEAR[game.id]]
    lab, visitor = opened(f"?game={game.id}&unclear={entry.id}")
    assert lab.problem == ""
    assert (lab.tab, lab.bench.current) == ("branches", entry.default)
    assert {*lab.bench.branches} == {option.id for option in entry.options}
    items = blocks(visitor, "list")[0]["items"]
    assert len(items) > 1, "nothing differs but the reading itself"
    assert any(entry.id in item for item in items)


def test_an_unclear_rule_makes_a_test_of_itself_and_is_simulated_beside_its_other_reading() -> None:
    rule = UNCLEAR[AC]
    _, visitor = opened(f"?game={AC}&unclear={rule}")
    visitor.says("tool", id="test")
    (scene,) = load_scenes(blocks(visitor, "form")[1]["textarea"], "exported")
    assert list(scene.rules) == [rule]
    play_scene(scene)
    visitor.says("tool", id="tab simulate")
    (asked,) = blocks(visitor, "form")
    assert next(field["value"] for field in asked["fields"] if field["id"] == "against") == "branch per-number"
    _, visitor = opened(f"?game={AC}&unclear=overview/goal")
    assert "expected a rule with several readings" in blocks(visitor, "problem")[0]["text"]


def test_a_test_names_the_rules_that_the_last_step_showed_until_others_are_named() -> None:
    _, visitor = at_table()
    visitor.press("heal")
    visitor.press(f"{COME}4")
    visitor.says("tool", id="test")
    first, written = blocks(visitor, "form")
    (scene,) = load_scenes(written["textarea"], "exported")
    assert {*scene.rules} <= {entry.id for entry in games()[AC].book if entry.section in ("heal", "health")}
    assert next(field["value"] for field in first["fields"] if field["id"] == "rules") == ", ".join(scene.rules)
    form(visitor, "lab.test.make", title="Ada heals", about="", rules="turn/six-actions")
    (scene,) = load_scenes(blocks(visitor, "form")[1]["textarea"], "exported")
    assert list(scene.rules) == ["turn/six-actions"]
    form(visitor, "lab.test.make", title="Ada heals", about="", rules="turn/of-the-moon")
    assert "no rule “turn/of-the-moon”" in blocks(visitor, "problem")[0]["text"]


def test_another_game_leaves_nothing_behind() -> None:
    lab, visitor = at_table()
    visitor.press("heal")
    visitor.press(f"{COME}4")
    visitor.says("tool", id="test")
    form(visitor, "lab.test.make", title="Ada heals", about="", rules="")
    form(visitor, "lab.rule.rule", rule="health/compare")
    form(visitor, "lab.simulate.start", bots="own", games="2", against="alone")
    visitor.says("tool", id="new")
    form(visitor, "new.game", game="doppelganger")
    form(visitor, "new.begin", **{field["id"]: field["value"] for field in visitor.dialog["fields"]})
    visitor.says("tool", id="tab simulate")
    (asked,) = blocks(visitor, "form")
    assert [block["kind"] for block in visitor.state["lab"]["blocks"]] == ["form"]
    assert asked["fields"][1]["value"] == "400"
    visitor.says("tool", id="tab test")
    assert "Ada heals" not in json.dumps(blocks(visitor, "form"))
    assert lab.simulation.plans == ()


def test_a_link_leads_to_the_same_position_with_its_seed_readings_and_steps() -> None:
    lab, visitor = at_table(
        f'{AT_TABLE}\n[readings]\n"look/own-location" = "anywhere"\n'.replace("players =", "seed = 7\nplayers =", 1)
    )
    visitor.press("look 1")
    again, second = opened(visitor.tools["link"]["href"].partition("?")[2])
    assert again.problem == ""
    assert again.bench.branch.text().replace("anyway = true\n", "") == lab.bench.branch.text()
    assert again.match.table.reading("look/own-location") == "anywhere"
    assert second.question["options"] == visitor.question["options"]


def test_what_never_came_about_is_told_in_one_line() -> None:
    _, visitor = opened("?game=roswell51&unclear=doubles/counterstrike-single-card")
    visitor.says("tool", id="tab branches")
    visitor.says("undo")
    visitor.says("tool", id="odds")
    figures = visitor.question["figures"]
    assert figures
    assert [figure["text"] for figure in figures if figure["working"].startswith("about 0.0%")] == []
    assert all(figure["text"].startswith("chance that ") or "other result" in figure["text"] for figure in figures)
    assert sum("other result" in figure["text"] for figure in figures) <= 1
