"""The commands that play: what they print, their data, their exit codes, and their one-line errors."""

import json
import re
import sys
from pathlib import Path

import pytest

from tests.laws import GAMES
from tutor.commands.shared import complain
from tutor.lab import simulate as lab
from tutor.lab.bench import long_match

SCENE = """
game = "toy"
title = "A beam"
[table]
turn = "Ada"
[table.players]
Ada = { points = 3, hand = ["beam"] }
Ben = { hand = ["jam"] }
"""


@pytest.fixture
def write(tmp_path):
    def into(text, name="scene.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return into


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_and_its_record_replayed(cli, tmp_path, game):
    record = tmp_path / "game.toml"
    code, played, _ = cli("play", game, "--seed", 3, "--record", record)
    assert code == 0
    assert re.search(r"(won|without a winner) after [\d,]+ answers", played)
    assert cli("replay", record) == (0, played, "")
    assert cli("check", record)[:2] == (0, f"record {record}: ok\n")


def test_play_can_print_data_and_repeats_with_its_seed(cli):
    options = ("play", "toy", "--seats", 3, "--seed", 8, "--reading", "turn/vote=tie-passes", "--json")
    code, out, _ = cli(*options)
    data = json.loads(out)
    assert code == 0
    assert (data["players"], data["over"], data["seed"]) == (["Ada", "Ben", "Cleo"], True, 8)
    assert max(data["scores"].values()) >= 12
    assert {"rules": ["turn/draw"], "text": "it is a jam", "to": ["Ada"]} in data["notes"]
    assert cli(*options)[1] == out
    assert cli("play", "toy", "--seats", 3, "--seed", 9, "--json")[1] != out


def test_private_notes_are_marked(cli):
    assert "(for Ada) it is a jam  [turn/draw]" in cli("play", "toy", "--seats", 3, "--seed", 8)[1]


def test_a_replay_may_stop_on_the_way(cli, tmp_path):
    record = tmp_path / "game.toml"
    cli("play", "toy", "--record", record)
    assert "The game goes on after 4 answers" in cli("replay", record, "--steps", 4)[1]


def test_a_folder_of_cards_is_played_with(cli, tmp_path, write):
    cards = write(
        (GAMES["toy"].folder / "cards" / "toy.toml").read_text().replace("points = 2", "points = 9"), "mine/a.toml"
    )
    record = tmp_path / "game.toml"
    assert cli("play", "toy", "--cards", cards.parent, "--record", record)[0] == 0
    code, _, error = cli("replay", record)
    assert code == 2
    assert "recorded with the card set mine@" in error
    assert cli("replay", record, "--cards", cards.parent)[0] == 0
    assert cli("check", cards.parent, "--game", "toy")[:2] == (0, f"card set {cards.parent}: ok\n")
    assert "say with --game which game they are for" in cli("check", cards.parent)[2]
    assert "to check cards, give their folder" in cli("check", cards)[2]


def test_run_tells_notes_refusals_and_what_held(cli, write):
    scene = write(
        'play = [{ refused = "play jam" }, "play beam", "Ben: jam", "pass", { undo = 1 }, "pass", "roll 1",'
        " { luck = true }, { expect = { scores = { Ada = 3 } } }]" + SCENE
    )
    code, out, error = cli("run", scene)
    assert (code, error) == (0, "")
    assert "x play jam: a jam answers a card. Keep it for somebody's beam. [cards/jam-only-against]" in out
    assert "> Ben: jam\n    Ben plays a jam  [cards/play]" in out
    assert out.count("Ada plays a beam") == 1
    assert "> by chance" in out
    assert "held: scores = { Ada = 3 }" in out
    assert out.endswith("Everything held in 1 of 1 case.\n")
    data = json.loads(cli("run", scene, "--json")[1])
    assert data["cases"][0]["held"] is True
    assert data["cases"][0]["steps"][0]["refusals"][0]["rule"] == "cards/jam-only-against"


def test_a_started_rule_that_merely_ends_does_not_end_the_game(cli, write):
    scene = write(
        """
        game = "shelter"
        title = "A card helps"
        players = ["Ada", "Ben"]
        start = { rule = "health/direct-loss", args = ["Ada", 1] }
        play = []
        table = { next = [] }
        """
    )
    code, out, _ = cli("run", scene)
    assert code == 0
    assert "There is no further question after 0 answers, but the game is not over." in out
    assert not re.search(r"won|winner", out)
    assert json.loads(cli("run", scene, "--json")[1])["cases"][0]["over"] is False


def test_run_fails_with_1_and_says_what_did_not_hold(cli, write):
    cases = (
        '[[case]]\ntitle = "good"\nplay = ["roll 1"]\n'
        '[[case]]\ntitle = "bad"\nplay = ["roll 1", "6", { expect = { scores.Ada = 3 } }]\n'
    )
    code, out, _ = cli("run", write(SCENE + cases))
    assert code == 1
    assert "FAILED: " in out
    assert "scores.Ada should be 3, but is 4" in out
    assert out.endswith("Everything held in 1 of 2 cases.\n")
    data = json.loads(cli("run", write(SCENE + cases), "--json")[1])
    assert [case["held"] for case in data["cases"]] == [True, False]


def test_odds_of_every_open_answer_and_of_a_roll(cli, write):
    code, out, _ = cli("odds", write(SCENE))
    assert code == 0
    assert "roll 1\n  Ada scores: 1/3 = 33.33%" in out
    assert "Ben scores: 0 = 0.00%" in out
    data = json.loads(cli("odds", write('play = ["roll 2"]' + SCENE), "--json")[1])
    scored = next(row for row in data["cases"][0]["odds"] if row["what"] == "Ada scores")
    assert (scored["low"], scored["exact"], scored["answer"]) == ("5/9", True, "turn/roll")
    assert cli("odds", write(SCENE), "--seat", "Ada")[0] == 0
    code, _, error = cli("odds", write(SCENE), "--seat", "Ben")
    assert (code, "it is Ada’s decision, and only Ada knows which answers are open" in error) == (2, True)
    together = 'game = "toy"\nplayers = 2\ntable.turn = "vote"'
    assert "several players are asked turn/vote at once" in cli("odds", write(together))[2]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("play", "chess"), "game: chess: no such game; known:"),
        (("play", "toy", "--seats", 7), "options: players: Saucers is for 2 to 4 players, not 7"),
        (("play", "toy", "--bots", "clever"), "bots: clever: no such bot of Saucers; known: random"),
        (("play", "toy", "--bots", "random,random,random"), "expected one name, or one for each of the 2 seats, got 3"),
        (("play", "toy", "--variant", "fast"), "options: variants: unknown variant “fast”"),
        (("play", "toy", "--reading", "turn/vote"), "--reading: turn/vote: expected RULE=READING"),
        (("play", "toy", "--reading", "turn/vote=x"), "options: readings.turn/vote: unknown reading “x”"),
        (("play", "toy", "--cards", "/nowhere"), "/nowhere: expected a folder of card files"),
        (("play", "toy", "--record", "/nowhere/r.toml"), "/nowhere/r.toml: No such file or directory"),
        (("replay", "/nowhere.toml"), "/nowhere.toml: No such file or directory"),
        (("run", "/nowhere.toml"), "/nowhere.toml: No such file or directory"),
        (("odds", "/nowhere.toml"), "/nowhere.toml: No such file or directory"),
        (("check", "/nowhere.toml"), "/nowhere.toml: No such file or directory"),
        (("bench", "chess"), "game: chess: no such game"),
        (
            ("bench", "toy", "--beside", "chess"),
            "--beside: chess: there is no such program; the known one is open_spiel",
        ),
        (("simulate", "toy", "--bots", "genius"), "no such bot"),
        (("simulate", "toy", "--from", "/nowhere.toml"), "/nowhere.toml: No such file or directory"),
        (("simulate", "toy", "--compare", "weather:rain"), "--compare: weather:rain: expected reading:RULE=READING"),
        (("simulate", "toy", "--compare", "no-variant:x"), "--compare: no-variant:x: expected"),
        (("simulate", "toy", "--compare", "reading:turn/vote=x"), "unknown reading “x”"),
        (("simulate", "toy", "--measure", "height"), "--measure: height: no such measure; known: end:HOW, won:Ada"),
        (("simulate", "toy", "--swap"), "--swap: expected two bots"),
        (("simulate", "toy", "--out", "rows.xls"), "rows.xls: expected a name that ends in .csv or .parquet"),
        (("simulate", "toy", "--plot", "/nowhere/a.svg"), "/nowhere/a.svg: there is no such folder"),
        (("simulate", "toy", "--dask", "tcp://x:1", "--workers", "2"), "with --dask, because the cluster plays"),
        (("explore", "chess"), "game: chess: no such game"),
        (("coverage", "chess"), "game: chess: no such game"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(cli, arguments, complaint):
    code, _, error = cli(*arguments)
    assert code == 2
    assert error.startswith("rules-tutor: ")
    assert complaint in error
    assert len(error.splitlines()) == 1


def test_an_error_of_the_operating_system_without_words_is_told_in_one_line(capsys):
    complain(OSError())
    assert capsys.readouterr().err == "rules-tutor: the operating system does not allow this\n"


@pytest.mark.parametrize("command", ["run", "odds", "check", "replay"])
@pytest.mark.parametrize("text", ["game = ", 'game = "toy"\ntabel = 1', 'game = "chess"', "\x00", "a = 1"])
def test_a_malformed_file_is_one_line_and_exit_code_2(cli, write, command, text):
    code, _, error = cli(command, write(text))
    assert code == 2
    assert len(error.splitlines()) == 1
    assert error.startswith("rules-tutor: ")


def test_odds_of_a_scene_that_does_not_hold_are_bad_input(cli, write):
    code, _, error = cli("odds", write('play = ["fly"]' + SCENE))
    assert (code, len(error.splitlines())) == (2, 1)
    assert "“fly” is not among the options" in error
    assert "--seat: no player “Zoe”; the players are Ada, Ben" in cli("odds", write(SCENE), "--seat", "Zoe")[2]


@pytest.mark.parametrize(
    "line",
    [
        'rules = ["no/rule"]',
        'play = [{ expect = { no_notes = "no/rule" } }]',
        'play = [{ refused = "draw", rule = "no/rule" }]',
        'readings = { "no/rule" = "x" }',
    ],
)
@pytest.mark.parametrize("command", ["check", "run"])
def test_a_rule_that_there_is_not_is_told_wherever_a_scene_names_it(cli, write, command, line):
    path = write(f'game = "toy"\n{line}\n', "scene.toml")
    code, _, error = cli(command, path)
    assert code == 2
    assert "no/rule" in error


def test_check_goes_through_folders_and_knows_what_lies_there(cli, write):
    code, out, _ = cli("check", GAMES["toy"].folder)
    kinds = [line.split(" /")[0] for line in out.splitlines()]
    assert (code, kinds) == (0, ["flow", "rulebook", "card set", "scene"])
    bad = write('game = "toy"\nplay = [{ anwser = "x" }]', "bad.toml")
    write(SCENE, "good.toml")
    code, out, error = cli("check", bad.parent)
    assert code == 2
    assert "bad.toml: does not fit" in out
    assert "good.toml: ok" in out
    assert "play[0]: unknown key anwser" in error
    data = json.loads(cli("check", bad.parent, "--json")[1])
    assert [bool(one["fault"]) for one in data["files"]] == [True, False]


def test_coverage_fails_while_something_is_missing(cli):
    code, out, _ = cli("coverage", "toy")
    assert code == 1
    assert "turn/hand-limit" in out
    assert json.loads(cli("coverage", "toy", "--json")[1])["games"]


def test_where_a_rule_stands_is_told_by_file_and_line(cli):
    code, out, _ = cli("where", "search/at-store")
    assert code == 0
    game = "tutor/games/alien_conspiracy"
    for place in (f"{game}/rules/search.py", f"{game}/scenarios/08-search-heal.toml", "walkthroughs/alien_conspiracy"):
        (file, line), *_ = re.findall(rf"(\S*{place}\S*?)(?::(\d+)| step)", out)
        text = Path(file).read_text(encoding="utf-8")
        assert "search/at-store" in "\n".join(text.splitlines()[int(line or 1) - 1 :][: 6 if line else None])


def test_where_a_rule_stands_is_data_too(cli):
    (game,) = json.loads(cli("where", "search/at-store", "--json")[1])["games"]
    assert game["game"] == "Alien Conspiracy"
    assert [place.rpartition(" ")[2] for place in game["function"]] == ["Search.do"]
    assert game["scenario"]


def test_a_rule_that_no_game_has_stands_nowhere(cli):
    assert cli("where", "search/nowhere") == (2, "", "rules-tutor: rule: search/nowhere: no game has this rule\n")


def test_bench_measures_both_modes(cli):
    code, out, _ = cli("bench", "toy", "--seconds", 0.05, "--json")
    data = json.loads(out)
    assert code == 0
    (toy,) = data["games"]
    for mode in ("simulation", "full_service"):
        speed = toy[mode]
        assert speed["choices"] > 0
        assert speed["chance"] > 0
        assert speed["loops_per_second"] > 0
        assert speed["per_1000_loops"] == pytest.approx(1000 * speed["answers_per_second"] / speed["loops_per_second"])
    assert toy["undo_us"] > 0
    assert data["compiled"] is False
    told = cli("bench", "toy", "--seconds", 0.05)[1]
    assert "undo after" in told
    assert told.startswith("Played in pure Python.")


class Spiel:
    """Replaces OpenSpiel: its only game ends after a draw and two plays, and never leaves a choice."""

    def __init__(self, made=0):
        self.made = made

    def load_game(self, name):
        assert name == "crazy_eights"
        return self

    def new_initial_state(self):
        return Spiel()

    def is_terminal(self):
        return self.made == 3

    def is_chance_node(self):
        return self.made == 0

    def chance_outcomes(self):
        assert self.is_chance_node()
        return [(7, 1.0), (8, 0.0)]

    def legal_actions(self):
        assert not self.is_chance_node()
        return [self.made]

    def apply_action(self, action):
        assert action == (self.made or 7)
        self.made += 1


def test_bench_sets_a_game_beside_another_librarys_in_the_same_run(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", Spiel())
    arguments = ("bench", "toy", "--seconds", 0.05, "--beside", "open_spiel")
    (toy,) = json.loads(cli(*arguments, "--json")[1])["games"]
    for mode in ("simulation", "full_service"):
        speed = toy[mode]
        assert speed["times_beside"] == pytest.approx(speed["answers_per_second"] / speed["beside_per_second"])
    assert cli(*arguments)[1].count("in the time that OpenSpiel’s crazy eights takes for one") == 2
    (alone,) = json.loads(cli(*arguments[:4], "--json")[1])["games"]
    assert alone["simulation"]["times_beside"] is None


def test_bench_says_how_to_get_what_is_to_stand_beside(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    missing = "bench --beside open_spiel needs open_spiel, which is not installed: pip install 'rules-tutor[bench]'"
    assert cli("bench", "toy", "--beside", "open_spiel") == (2, "", f"rules-tutor: {missing}\n")


def test_undo_is_measured_in_a_match_that_goes_on_or_the_longest_there_is():
    toy = GAMES["toy"]
    match = long_match(toy, lambda: toy.new(toy.setup(4)))
    assert len(match.log) > 100


# -- many games --------------------------------------------------------------------------------------------------------


def test_answers_given_together_count_one_a_seat():
    match = long_match(GAMES["toy"], lambda: GAMES["toy"].new(GAMES["toy"].setup(4)))
    choices, chances = lab.counted(match)
    votes = sum(entry.together for entry in match.log)
    assert choices + chances == len(match.log) + 3 * votes
