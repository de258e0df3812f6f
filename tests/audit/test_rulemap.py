"""The map of a rulebook has every rule, fresh figures, and working links, scenarios and code."""

import json
import re
from collections import Counter
from urllib.parse import parse_qs

import pytest

from tests.toy import GAME as TOY
from tutor.audit import survey
from tutor.audit.rulemap import details, level, map_of_rules
from tutor.audit.sources import case_of, cases, code_of
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import games
from tutor.lessons.course import course_of
from tutor.lessons.progress import Progress
from tutor.paths import shipped

GAMES = games()
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def cells(game):
    return {rule["id"]: rule for region in map_of_rules(game)["regions"] for rule in region["rules"]}


@each_game
def test_every_rule_stands_on_the_map_once_in_the_region_of_its_section(game):
    found = map_of_rules(game)
    listed = [(region["id"], rule["id"]) for region in found["regions"] for rule in region["rules"]]
    assert Counter(listed) == Counter((entry.section, entry.id) for entry in game.book)
    assert [region["id"] for region in found["regions"]] == [section.slug for section in game.book.sections]
    assert json.loads(json.dumps(found)) == found


@pytest.mark.slow
@each_game
def test_the_survey_still_holds(game):
    assert survey.stale(game) == [], f"{survey.AGAIN} {game.id} makes it anew"


@each_game
def test_what_a_cell_says_is_what_the_survey_found(game):
    found = survey.read(game)
    for id, cell in cells(game).items():
        entry, finding = game.book[id], found.findings[id]
        assert cell["taught"] == len(finding.taught)
        assert (cell["tested"] == "exempt") == (not entry.enforceable or bool(entry.not_enforced))
        assert cell["enforced"] in ("exempt", "excused") or (cell["enforced"] != "missing") == finding.enforced
        if cell["reached"] is not None:
            assert cell["reached"] == finding.reached <= found.games
            assert (cell["level"] == 0) == (finding.reached == 0)
        assert ("unclear" in cell) == bool(entry.unclear)
        if entry.options:
            assert [r["id"] for r in cell["readings"] if r["default"]] == [entry.default]


@each_game
def test_every_step_that_a_rule_links_to_teaches_it(game):
    course = course_of(game)
    for id, finding in survey.read(game).findings.items():
        for step in details(game, id)["steps"]:
            assert (shipped("notebooks") / f"{step['page']}.ipynb").is_file()
            place = course.find(step["query"], Progress(game.id))
            assert not place.said
            assert place.step in place.page.taught()[id]
        assert len(details(game, id)["steps"]) == len(finding.taught)


@each_game
def test_every_scenario_of_a_rule_is_shown_and_is_about_it(game):
    for id, finding in survey.read(game).findings.items():
        shown = details(game, id)["scenarios"]
        assert [one["id"] for one in shown] == list(finding.scenarios)
        for one in shown:
            assert f'"{id}"' in one["text"]
            assert (shipped("notebooks") / f"{one['page']}.ipynb").is_file()
            assert parse_qs(one["query"].removeprefix("?")) == {"game": [game.id], "scenario": [one["id"]]}


@each_game
def test_the_code_of_a_rule_is_found_and_stands_where_it_is_said_to(game):
    for id, cell in cells(game).items():
        found = code_of(game, id)
        assert found or cell["enforced"] != "yes", id
        assert {code.bound for code in found} <= {False} or id in game.rules
        for code in found:
            lines = (game.folder / code.module).read_text(encoding="utf-8").splitlines()
            assert lines[code.line - 1 :][: code.text.count("\n") + 1] == code.text.split("\n")


@each_game
def test_a_rule_with_a_function_of_its_own_shows_it_first(game):
    for id in game.rules:
        first = code_of(game, id)[0]
        assert first.bound
        assert re.search(rf'\(\s*"{re.escape(id)}"', first.text)


def test_a_case_is_found_by_file_and_number():
    game = next(iter(GAMES.values()))
    path = sorted((game.folder / "scenarios").glob("*.toml"))[0]
    for n, case in enumerate(cases(path), 1):
        assert case_of(game, f"{path.stem}:{n}") == case
        assert case.title in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("id", ["", ":", "nowhere:1", "../rulebook:1", "01-setup:0", "01-setup:x", "01-setup:999"])
def test_no_other_file_is_shown_as_a_scenario(id):
    for game in GAMES.values():
        with pytest.raises(BadInput, match="no such scenario"):
            case_of(game, id)


def test_levels_go_from_never_to_mostly():
    assert [level(n, 1000) for n in (0, 1, 9, 10, 99, 100, 499, 500, 1000)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


# -- the survey ----------------------------------------------------------------------------------------------------


@pytest.fixture
def toy():
    return TOY


@pytest.fixture
def kept(tmp_path, toy, monkeypatch):
    """A survey of the toy game, in a folder of its own."""
    path = tmp_path / survey.FILE
    monkeypatch.setattr(survey, "GAMES", 3)
    made = survey.make(toy)
    survey.write(made, path)
    survey._read.cache_clear()
    monkeypatch.setattr(survey, "read", lambda game: survey._read(path))
    yield path, made
    survey._read.cache_clear()


def test_a_survey_reads_as_it_was_written(toy, kept):
    _, made = kept
    assert survey.read(toy) == made
    assert survey.stale(toy) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(cards="other"), "cards: other became"),
        (lambda data: data.update(sample="0"), "sample: 0 became"),
        (lambda data: data["findings"].pop(next(iter(data["findings"]))), "is new"),
        (lambda data: data["findings"].update({"no/rule": [True, True, "", "", 0]}), "no/rule: is gone"),
        (lambda data: next(iter(data["findings"].values())).__setitem__(2, "elsewhere:1"), "elsewhere:1"),
    ],
)
def test_a_survey_that_does_not_hold_any_more_says_what_changed(toy, kept, change, said):
    path, _ = kept
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    survey._read.cache_clear()
    (told,) = survey.stale(toy)
    assert said in told


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"findings": 3}', '{"findings": {"a": [1]}}'])
def test_a_spoilt_survey_is_refused_by_name(toy, kept, text):
    path, _ = kept
    path.write_text(text, encoding="utf-8")
    survey._read.cache_clear()
    with pytest.raises(BadInput, match=survey.FILE):
        survey.read(toy)
