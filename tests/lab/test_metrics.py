"""What is seen in a game besides its end, in small games with known answers, and the metrics of many games."""

import pickle
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.laws import GAMES
from tutor.engine.play.chance import interval
from tutor.lab.metrics import metrics, surely_matters
from tutor.lab.simulate import Plan, Row, Sitting, beginning, play, without_rests
from tutor.lab.watch import PAIRS, Watched, ahead, best

ALL = frozenset({0, 1})
ADA, BEN = frozenset({0}), frozenset({1})

ALMOST_WON = """
game = "toy"
[table]
turn = "Ada"
[table.players]
Ada = { points = 11, hand = ["beam"] }
Ben = { points = 11 }
"""

VOTE = """
game = "toy"
[table]
turn = "vote"
[table.players]
Ada = { points = 11 }
Ben = { points = 0 }
"""


@pytest.fixture(autouse=True)
def toy_among_the_games(monkeypatch):
    monkeypatch.setattr("tutor.engine.core.game.games", lambda: GAMES)


def wants(*wanted):
    """Return a bot that chooses the first of these answers that is open."""

    def bot(ask, look, random):
        opened = ask.open()
        return next((value for value in wanted if value in opened), opened[0])

    return bot


def watch(scene, bots, looks=50):
    sitting = Sitting(beginning(Plan("toy", scene=scene)), 0, bots, None, looks)
    without_rests(sitting.in_pieces())
    return sitting.watched


def seen(leads=(), winners=ADA, options=(2,) * 10, tried=(), turns=1):
    return Watched(tuple(options), turns, tuple(leads), winners, tuple(tried), ALL)


def test_decisions_and_turns_are_those_that_the_bots_met():
    met = []

    def bot(ask, look, random):
        met.append((ask.seat, len(ask.open())))
        return ask.open()[int(random() * len(ask.open()))]

    found = watch("", [bot, bot], looks=1)
    met = met[: len(found.options)]  # the bots meet more when a decision is tried out
    assert found.options == tuple(n for _, n in met)
    seats = [seat for seat, _ in met]
    assert found.turns == 1 + sum(one != other for one, other in pairwise(seats))
    assert len(found.leads) == len(met)


def test_watching_changes_nothing_and_the_same_comes_again():
    plan = Plan("toy", 6, seed=3, looks=1)
    rows = play(plan)
    assert [replace(row, watched=None) for row in rows] == play(replace(plan, looks=0))
    assert pickle.loads(pickle.dumps(rows)) == rows == play(plan)
    assert play(plan.part(6, 2)) == rows[3:5]


def test_a_choice_that_wins_the_game_matters():
    (found,) = watch(ALMOST_WON, [wants(("play", "beam")), wants(("roll", 3))]).tried
    better, worse = found
    assert worse == 0  # the beam always wins
    assert better > PAIRS / 4
    assert surely_matters(*found)


def test_a_vote_that_changes_nothing_does_not_matter_and_one_that_ends_the_game_does():
    found = watch(VOTE, [wants("yes", ("roll", 1)), wants("no", ("roll", 1))])
    (_, _, *later), (ada, ben) = found.options, found.tried[:2]
    assert later
    assert ada == (0, 0)  # Ben votes no, and two have to agree
    assert ben[1] == 0  # once Ben agrees, Ada has won
    assert not surely_matters(*ada)


def test_who_leads_is_told_by_points_or_else_by_playing_on(monkeypatch):
    bots = [wants(("play", "beam")), wants("draw")]
    assert watch(ALMOST_WON, bots).leads == ((0, ALL), (1, ALL))  # before the beam, and before it can be jammed
    monkeypatch.setattr("tutor.lab.watch.has_points", lambda game: False)
    assert watch(ALMOST_WON, bots).leads == ((0, ADA),)
    assert best((3, 5, 5)) == {1, 2}
    assert ahead([ADA] * 10 + [BEN] * 10, ALL) == ALL
    assert ahead([ADA] * 11 + [BEN] * 9, ALL) == ALL
    assert ahead([ADA] * 16 + [BEN] * 4, ALL) == ADA
    assert ahead([ALL] * 20, ALL) == ALL
    assert ahead([()] * 20, ALL) == ALL


def test_the_lead_changes_when_none_of_those_who_had_it_keeps_it():
    assert seen([(0, ALL), (1, ADA), (2, ALL), (3, ADA)]).lead_changes == 0
    assert seen([(0, ALL), (1, BEN), (2, ALL), (3, ADA)]).lead_changes == 1
    assert seen([(0, ADA), (1, BEN)]).lead_changes == 2  # Ada wins in the end
    assert seen([(0, ADA)], winners=frozenset()).lead_changes == 0


def test_a_game_is_decided_when_its_winner_leads_for_good():
    assert seen([(0, ADA), (5, ADA)]).decided == 0
    assert seen([(0, ALL), (4, ADA), (5, BEN), (7, ADA), (9, ADA)]).decided == 0.7
    assert seen([(0, ADA), (9, ALL)]).decided == 1
    assert seen().contested
    assert not seen(winners=ALL).contested
    assert not seen(winners=frozenset()).contested


def test_metrics_count_each_game_once_and_leave_out_what_too_few_games_have():
    games = [
        seen([(0, ADA)], options=(1, 3), tried=[(PAIRS, 0), (0, 0)], turns=2),
        seen([(0, BEN)], options=(1, 1, 1, 5), tried=[(0, 0)], turns=4),
        seen([(0, ADA)], winners=ALL, options=(2, 2), tried=[(0, 0), (0, PAIRS)], turns=6),
    ]
    rows = [Row(n, 10 + n, "over", (), watched=one) for n, one in enumerate(games)]
    found = {one.id: one for one in metrics([*rows, Row(9, 99, "", (), trouble="broke off")])}
    assert found["answers"].values == (10, 11, 12)
    assert found["decisions"].values == (2, 4, 2)
    assert found["turns"].values == (2, 4, 6)
    assert found["options"].values == (2, 2, 2)
    assert found["forced"].values == (0.5, 0.75, 0)
    assert found["matter"].values == (0.5, 0, 0)
    assert found["stake"].values == (0.5, 0, -0.5)
    assert found["decided"].values == (0, 1)
    for one in found.values():
        assert one.figure.low <= one.figure.value <= one.figure.high <= one.most
        assert one.figure.games == len(one.values)
    assert "decided" not in {one.id for one in metrics(rows[1:])}
    assert metrics([]) == []


def test_games_that_agree_do_not_make_a_share_certain():
    rows = [Row(n, 5, "over", (), watched=seen(options=(2, 2), tried=[(0, 0)])) for n in range(10)]
    found = {one.id: one.figure for one in metrics(rows)}
    wilson = interval(0, 10)
    for id in ("forced", "matter"):
        assert (found[id].low, found[id].high) == (float(wilson.low), float(wilson.high))


def test_a_wider_margin_asks_for_a_larger_difference():
    least = next(n for n in range(PAIRS) if surely_matters(n, 0))
    assert least < PAIRS / 3
    assert not surely_matters(least, 0, 0.2)
    assert surely_matters(PAIRS, 0, 0.8)
    assert not surely_matters(0, PAIRS)
