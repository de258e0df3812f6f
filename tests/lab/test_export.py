"""Make this a test: the test passes now, and fails as soon as a rule is broken on purpose."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from tests import toy
from tests.lab.test_places import written
from tests.lab.test_workbench import DUEL, begun_doc, bench, find
from tests.laws import GAMES
from tests.toy import GAME as TOY
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, Together, spell
from tutor.engine.core.game import games
from tutor.engine.play.playing import Unmet, play_scene
from tutor.engine.play.scene import load_scenes
from tutor.lab.branch import Branch
from tutor.lab.export import as_test, changed, placed, slug
from tutor.lab.scenes import taken_from

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def jammed() -> str:
    """Ada's beam, jammed by Ben after Ada tried to play a jam; then Ben rolls a 6."""
    one = bench()
    one.answer(0, "play jam")
    one.answer(0, "play beam")
    one.answer(1, "jam")
    one.answer(0, "pass")
    one.answer(1, "roll 1")
    one.let_come("6")
    return as_test(one.branch, "A beam is jammed", "What a jam does.")


def held(text: str) -> None:
    (scene,) = load_scenes(text, "exported")
    play_scene(scene, TOY)


def test_a_table_that_is_empty_now_is_expected_to_be_empty():
    assert changed({"traits": []}, {"traits": {}, "hand": {"Ada": {}}}) == {
        "traits": {"n": 0},
        "hand": {"Ada": {"n": 0}},
    }


def test_it_says_what_was_done_and_what_every_player_sees():
    text = jammed()
    (scene,) = load_scenes(text, "exported")
    assert (scene.title, scene.about) == ("A beam is jammed", "What a jam does.")
    assert scene.rules == ("cards/jam-only-against",)
    steps = [step for step in scene.play if not isinstance(step, dict) or "expect" not in step]
    assert steps == [
        {"refused": "play jam", "rule": "cards/jam-only-against", "why": "a jam answers a card"},
        "Ada: play beam",
        "Ben: jam",
        "pass",
        "Ben: roll 1",
        "6",
    ]
    seen = [step["expect"] for step in scene.play if isinstance(step, dict) and "seen_by" in step.get("expect", {})]
    assert {expected["seen_by"] for expected in seen} <= {"Ada", "Ben"}
    held(text)


@pytest.mark.parametrize("break_rule", ["no jam works", "a six scores nothing", "the jam may be played alone"])
def test_it_fails_when_a_rule_is_broken(break_rule, monkeypatch):
    text = jammed()
    held(text)
    if break_rule == "a six scores nothing":
        monkeypatch.setitem(toy.rule.functions, "turn/turn", _no_score)
    elif break_rule == "no jam works":
        refused = iter([toy.Refusal("cards/jam", "no")])
        monkeypatch.setattr(toy.Pick, "refuse", lambda self, value: iter(()) if value == "pass" else refused)
    else:
        monkeypatch.setattr(toy.Play, "refuse", lambda self, *what: iter(()))
    with pytest.raises(Unmet):
        held(text)


def _no_score(g, seat: int) -> Iterator[object]:
    """Return a turn in which dice score nothing."""
    g.step("turn")
    act = yield toy.Moves(seat, "turn/act", toy.ACTS, g, seat)
    if act[0] == "roll":
        yield toy.Roll(act[1], "turn/roll", roller=seat)
    else:
        yield from toy.play(g, seat, "beam")
    toy.goes_on(g, seat + 1)


@each_game
def test_what_is_done_in_any_game_becomes_a_test_that_holds(game):
    _, match = written(game, 7)
    branch = Branch("here", *taken_from(match, begun_doc(match, 7)), find)
    random = Random(7)
    for _ in range(4):
        _does_something(branch, random)
    (scene,) = load_scenes(as_test(branch), "exported")
    assert scene.title
    assert [id for id in scene.rules if id not in game.book] == []
    play_scene(scene, game)


def _does_something(branch: Branch, random: Random) -> None:
    ask = branch.here.ask
    if isinstance(ask, Chance):
        branch.leave_to_luck()
        return
    for part in ask.asks if isinstance(ask, Together) else [ask] if ask else []:
        if closed := [option for option in part.options() if option.refusals]:
            branch.answer(part.seat, spell(random.choice(closed).value))
        branch.answer(part.seat, spell(random.choice(list(part.open()))))


def test_an_impossible_position_stays_one_in_its_test():
    one = bench()
    one.edit({**DUEL, "table": {"turn": "Ada", "players": {"Ada": {"hand": ["beam"] * 9}}}}, anyway=True)
    one.answer(0, "play beam")
    text = as_test(one.branch, "Nine beams")
    assert "anyway = true" in text
    held(text)


def test_where_nothing_was_done_there_is_nothing_to_test():
    with pytest.raises(BadInput, match="nothing has been done"):
        as_test(bench().branch)


# -- placing ------------------------------------------------------------------------------------------


def moved_in_a_real_game() -> str:
    game = next(iter(games().values()))
    _, match = written(game, 7)
    branch = Branch("here", *taken_from(match, begun_doc(match, 7)))
    for _ in range(2):
        _does_something(branch, Random(3))
    return as_test(branch, "What the lab did")


@pytest.mark.slow
def test_one_call_places_it_and_another_runs_it(tmp_path):
    text = moved_in_a_real_game()
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    home = tmp_path / "scenarios"
    home.mkdir()
    said = _command("place", str(file), "--to", str(home))
    assert said.returncode == 0, said.stderr
    path = home / "what-the-lab-did.toml"
    assert path.read_text(encoding="utf-8") == text
    assert f"rules-tutor run {path}" in said.stdout
    ran = _command("run", str(path))
    assert (ran.returncode, "Everything held in 1 of 1 case." in ran.stdout) == (0, True)
    again = _command("place", str(file), "--to", str(home))
    assert (again.returncode, "already a scenario with this title" in again.stderr) == (2, True)


def _command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tutor", *words], capture_output=True, text=True, timeout=120)


def test_what_does_not_hold_or_asserts_nothing_is_not_placed(tmp_path):
    text = moved_in_a_real_game()
    wrong = text.replace("over = false", "over = true")
    assert wrong != text
    for bad, says in (
        (wrong, "the game should be over"),
        (text.replace('title = "What the lab did"', ""), "title"),
        (f"{text.partition('play = [')[0]}play = []\n", "nothing is asserted"),
        ("not toml at all", "not valid TOML"),
    ):
        with pytest.raises(BadInput, match=says):
            placed(bad, "mine.toml", tmp_path)
    with pytest.raises(BadInput, match="expected a folder"):
        placed(text, "mine.toml", tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_a_title_becomes_the_name_of_a_file():
    assert slug("Ada’s beam — jammed!") == "ada-s-beam-jammed"
    assert slug("…") == "scenario"
