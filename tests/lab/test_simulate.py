"""Many games: plans, rows, and that a row depends only on the plan and the seed."""

import pickle

import pytest

from tests.laws import GAMES
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import at_random
from tutor.engine.core.match import Match
from tutor.engine.play.record import save
from tutor.lab.bots import policy
from tutor.lab.measures import flat, measures_of, value_of
from tutor.lab.setups import any_setup
from tutor.lab.simulate import Plan, Sitting, beginning, play

SCENE = """
game = "toy"
play = ["Ada: draw", "beam"]
[table]
turn = "Ada"
[table.players]
Ada = { points = 11, hand = ["beam"] }
Ben = { hand = ["jam"] }
"""


@pytest.fixture(autouse=True)
def toy_among_the_games(monkeypatch):
    monkeypatch.setattr("tutor.engine.core.game.games", lambda: GAMES)


def test_a_plan_is_plain_data_that_can_be_sent_and_compared():
    plan = Plan("toy", readings={"b": "2", "a": "1"}, variants=["x"], players=["Ada", "Ben"], bots=["random"])
    assert plan.readings == (("a", "1"), ("b", "2"))
    assert plan == Plan(
        "toy", readings=[("a", "1"), ("b", "2")], variants=("x",), players=("Ada", "Ben"), bots=("random",)
    )
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert len({plan, plan.part(0, 200), plan.part(1, 200)}) == 2


def test_rows_depend_on_plan_and_seed_alone():
    plan = Plan("toy", 40, seed=7, players=3)
    rows = play(plan)
    assert [row.seed for row in rows] == list(plan.seeds)
    assert play(plan.part(20, 9)) == rows[13:22]
    assert play(Plan("toy", 40, seed=7, players=3, bots=("random",) * 3)) == rows
    assert play(Plan("toy", 40, seed=47, players=3))[0] not in rows


def test_games_with_seeds_in_a_row_have_nothing_in_common():
    begun = beginning(Plan("toy"))
    sources = [Sitting(begun, seed, [], None).source(0) for seed in range(200)]
    drawn = [source() for _ in range(20) for source in sources]
    assert len(set(drawn)) == len(drawn)


def test_a_row_says_how_the_game_ended():
    for row in play(Plan("toy", 40)):
        best = max(row.scores.values())
        assert row.winners == tuple(name for name, points in row.scores.items() if points == best)
        assert best >= 12
        assert row.answers > 10
        assert (row.trouble, row.reached) == ("", ())
        assert value_of(row, "won:Ada") == ("Ada" in row.winners)
        assert value_of(row, "score:Ben") == row.scores["Ben"]
        assert value_of(row, "score") == sum(row.scores.values()) / 2
        line = flat(row, ("Ada", "Ben"))
        assert (line["won Ada"], line["score Ben"], line["seed"]) == ("Ada" in row.winners, row.scores["Ben"], row.seed)


def test_the_measures_of_a_whole_game_begin_after_its_setup():
    for row in play(Plan("alien_conspiracy", 4)):
        assert row.measures["dies"]
        assert set(row.measures["dies"]) <= set(row.measures["loses-health"])


def test_every_measure_that_is_named_can_be_read_off_a_row():
    plan = Plan("toy", 5, reached=True)
    rows = play(plan)
    for measure in measures_of(plan, rows):
        assert all(isinstance(value_of(row, measure), float) for row in rows), measure


def test_rules_that_came_up_are_kept_if_wanted():
    plain, thorough = play(Plan("toy", 5)), play(Plan("toy", 5, reached=True))
    for one, other in zip(plain, thorough, strict=True):
        assert (one.answers, one.scores) == (other.answers, other.scores)
        assert {"setup/deal", "turn/turn", "turn/act"} <= set(other.reached)


def test_games_begin_where_the_scene_ends():
    rows = play(Plan("toy", 30, scene=SCENE))
    assert min(row.answers for row in rows) < 5
    assert all(max(row.scores.values()) >= 12 for row in rows)
    whole = GAMES["toy"]
    match = Match(whole, whole.new(whole.setup(2)), 3)
    match.play(policy(match, [at_random] * 2), until=lambda match: len(match.log) == 11)
    from_record = play(Plan("toy", 30, scene=save(match)))
    assert len({row.answers for row in from_record}) > 1
    with pytest.raises(BadInput, match="use a scene"):
        play(Plan("toy", 1, scene=save(match), players=3))


def test_playing_can_be_watched_and_cancelled():
    told = []
    rows = play(Plan("toy", 30), lambda done, total: told.append((done, total)), lambda: len(told) == 4)
    assert told == [(1, 30), (2, 30), (3, 30), (4, 30)]
    assert rows == play(Plan("toy", 4))


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        (Plan("chess"), "no such game"),
        (Plan("toy", 0), "expected at least 1"),
        (Plan("toy", players=9), "players"),
        (Plan("toy", bots=("clever",)), "no such bot"),
        (Plan("toy", bots=("random",) * 3), "expected one name"),
        (Plan("toy", readings={"turn/vote": "x"}), "unknown reading"),
        (Plan("toy", variants=("x",)), "unknown variant"),
        (Plan("toy", cards="/nowhere"), "/nowhere"),
        (Plan("toy", scene="game ="), "not valid TOML"),
        (Plan("toy", scene='game = "shelter"'), "expected toy, got shelter"),
        (Plan("toy", scene='game = "toy"\nplay = ["fly"]'), "fly"),
        (Plan("toy", scene='game = "toy"\ntabel = 1'), "unknown key tabel"),
    ],
)
def test_a_plan_that_does_not_fit_says_what_was_expected(plan, complaint):
    with pytest.raises(BadInput, match=complaint):
        play(plan)


def test_set_ups_by_chance_turn_every_number_both_ways_and_half_of_them_none():
    toy = GAMES["toy"]
    met = [any_setup(toy, seed).parameters for seed in range(100)]
    assert all(not numbers.changed() for numbers in met[::2])
    for one in toy.parameters.declared():
        values = [getattr(numbers, one.name) for numbers in met]
        assert one.least <= min(values) < one.default < max(values) <= one.most
    assert not any(any_setup(toy, seed, turned=False).parameters.changed() for seed in range(100))
