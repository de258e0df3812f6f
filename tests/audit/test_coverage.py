import json
from dataclasses import replace

from tests import toy
from tests.lessons import toy_page
from tutor.audit import coverage
from tutor.audit.coverage import Covered, Report, cover, reach
from tutor.engine.play.scene import Scene, load_scenes

SCENES = """
game = "toy"
players = ["Ada", "Ben"]
[[case]]
title = "a roll scores"
rules = ["turn/roll"]
play = ["roll 2", "5 2", { expect = { scores = { Ada = 1 } } }]
[[case]]
title = "a full hand draws nothing"
rules = ["turn/hand-limit"]
table = { players = { Ada = { hand = ["beam", "beam", "jam", "jam"] } } }
play = [{ refused = "draw", rule = "turn/hand-limit" }]
[[case]]
title = "nothing is asserted"
rules = ["turn/draw"]
play = ["draw", "beam"]
[[case]]
title = "something else happens"
rules = ["cards/jam"]
play = ["roll 1", "6", { expect = { scores = { Ada = 1 } } }]
[[case]]
title = "it fails"
rules = ["cards/beam"]
table = { players = { Ada = { hand = ["beam"] } } }
play = ["play beam", "Ben: pass", { expect = { scores = { Ada = 3 } } }]
"""


def scenes() -> list[Scene]:
    found = load_scenes(SCENES.replace("[[case]]", 'table = { turn = "Ada" }\n[[case]]', 1), "cases.toml")
    assert len(found) == 5
    return found


def report(games: int = 0) -> Report:
    return cover(toy.GAME, [toy_page()], games, scenes())


def entry(id: str) -> Covered:
    return next(covered for covered in report().entries if covered.entry.id == id)


def test_a_rule_counts_when_its_scenario_runs_reports_and_asserts():
    rolled = entry("turn/roll")
    assert (rolled.enforced, rolled.tested, rolled.missing) == (True, True, ())
    assert rolled.taught == ("turn:2", "turn:5")
    refused = entry("turn/hand-limit")
    assert (refused.enforced, refused.tested) == (True, True)


def test_a_scenario_without_assertions_tests_nothing():
    drawn = entry("turn/draw")
    assert (drawn.enforced, drawn.tested) == (True, False)
    assert "these assert nothing: cases.toml: nothing is asserted" in drawn.missing[0]


def test_a_tag_alone_enforces_nothing():
    jam = entry("cards/jam")
    assert not jam.enforced
    assert "the engine never reported it while these scenarios ran" in jam.missing[0]


def test_a_failing_scenario_tests_nothing_and_is_reported():
    assert not entry("cards/beam").tested
    assert any("it fails" in failure and "scores.Ada should be 3" in failure for failure in report().failures)


def test_what_no_scenario_is_tagged_with_and_no_page_names_is_listed():
    assert entry("turn/reshuffle").missing == (
        "not enforced: no scenario names it in its rules",
        "not tested: no scenario names it in its rules",
        "not taught: no step of a page names it",
    )


def test_a_rule_that_holds_by_construction_needs_an_asserting_scenario():
    made = replace(toy.GAME.book["cards/jam"], by_construction=True)
    ran = [coverage.run_scenario(scene, toy.GAME) for scene in scenes() if "cards/jam" in scene.rules]
    covered = coverage._covered(made, ran, ["turn:1"], reach(toy.GAME, 0))
    assert covered.enforced
    assert covered.tested
    assert coverage._covered(made, [], ["turn:1"], reach(toy.GAME, 0)).missing[0].startswith("not enforced")


def test_a_tag_that_the_book_does_not_know_is_a_failure():
    odd = load_scenes('game = "toy"\nrules = ["no/rule"]\n', "odd.toml")
    (failure,) = cover(toy.GAME, [], 0, odd).failures
    assert failure.endswith("odd.toml: rules: there is no rule “no/rule” in the index of Saucers")


def test_the_report_reads_and_is_plain_data():
    made = report(games=10)
    assert made.figures == {"enforced": (3, 14), "tested": (2, 14), "taught": (6, 14)}
    text = made.text()
    assert "toy: 14 entries, 5 scenarios, 10 random games" in text
    assert "turn/reshuffle: not taught" in text
    data = json.loads(json.dumps(made.data()))
    assert data["figures"]["taught"]["of"] == 14
    assert not data["complete"]


def test_random_games_count_what_came_up_and_are_the_same_again():
    first = reach(toy.GAME, 20)
    assert first == reach(toy.GAME, 20)
    assert first["setup/deal"] == 20
    assert first["score/goal"] == 20
    assert first["turn/roll"] == 20
    assert first["turn/reshuffle"] == 0
