"""Odds: exact ones against calculations by hand, sampled ones against exact ones, hidden knowledge, and perft."""

import tomllib
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.engine.test_rules import scene
from tests.saucers import all_hands, all_points
from tests.toy import GAME
from tutor.engine.play.chance import (
    LEAST,
    SAMPLES,
    WIDEST,
    Line,
    Odds,
    TooWide,
    exact_odds,
    interval,
    line_of,
    odds,
    odds_of_answer,
    perft,
    sampled_odds,
)
from tutor.engine.play.scene import load_scenes

FIVES = Fraction(1, 3)


def at_item_end(line: Line) -> bool:
    """Stop when the running agenda item has ended."""
    return line.done


def points(at_least, seat=0):
    return {"hit": lambda g: g.crews[seat].points >= at_least}


def rolling(dice=3):
    match = scene(table={"players": {"Ada": {}, "Ben": {}}, "turn": "Ada"})
    match.answer(("roll", dice))
    return match


@pytest.mark.parametrize("wanted", [0, 1, 2, 3])
def test_exact_odds_of_a_roll_are_those_worked_out_by_hand(wanted):
    by_hand = sum(comb(3, k) * FIVES**k * (1 - FIVES) ** (3 - k) for k in range(wanted, 4))
    found = exact_odds(line_of(rolling()), points(wanted), at_item_end)["hit"]
    assert (found.low, found.high, found.exact) == (by_hand, by_hand, True)
    assert found.estimate == by_hand
    assert found.unexplored == 0


def test_exact_odds_of_a_draw_are_those_worked_out_by_hand():
    match = scene(table={"players": {"Ada": {"hand": ["jam", "jam"]}, "Ben": {"hand": ["beam"]}}, "turn": "Ada"})
    match.answer("draw")
    found = exact_odds(line_of(match), {"beam": lambda g: "beam" in g.crews[0].hand})["beam"]
    assert found.estimate == Fraction(7, 13)


def test_what_others_hide_is_dealt_anew():
    table = {"players": {"Ada": {"hand": ["beam"]}, "Ben": {"hand": ["jam"]}}, "turn": "Ada"}
    holds_jam = {"jam": lambda g: "jam" in g.crews[1].hand}
    match = scene(table=table)
    assert exact_odds(line_of(match), holds_jam)["jam"].estimate == 1
    unknown = exact_odds(line_of(match, seat=0), holds_jam)["jam"]
    assert unknown.estimate == Fraction(8, 15), "of 15 cards that Ada does not see, 8 are jams"
    assert exact_odds(line_of(match, seat=1), holds_jam)["jam"].estimate == 1, "Ben sees his own"
    assert all_hands(match.table) == [["beam"], ["jam"]], "imagining changes nothing"


def test_a_known_top_of_the_deck_is_in_nobodys_hand():
    table = {"players": {"Ada": {}, "Ben": {"hand": ["jam"]}}, "turn": "Ada", "deck_top": ["jam"] * 7}
    match = scene(table=table)
    found = exact_odds(line_of(match, seat=0), {"jam": lambda g: "jam" in g.crews[1].hand})["jam"]
    assert found.estimate == Fraction(1, 9)


def test_odds_of_an_answer_go_on_until_somebody_decides():
    match = scene(table={"players": {"Ada": {"hand": ["beam"]}, "Ben": {"hand": ["jam"]}}, "turn": "Ada"})
    found = odds_of_answer(line_of(match, seat=0), ("roll", 1), points(1))["hit"]
    assert found.estimate == FIVES
    assert odds_of_answer(line_of(match), ("play", "beam"), points(2))["hit"].estimate == 0, "Ben may still jam it"
    undecided = {"undecided": lambda g: g.crews[1].hand == ["jam"]}
    assert odds_of_answer(line_of(match), ("play", "beam"), undecided)["undecided"].estimate == 1, "he has not yet"


def test_seats_on_the_way_follow_the_policy_or_are_named():
    match = scene(table={"players": {"Ada": {"hand": ["beam"]}, "Ben": {"hand": ["jam"]}}, "turn": "Ada"})
    match.answer(("play", "beam"))
    for policy, chance in ((lambda ask: ask.open()[0], 0), (lambda ask: "pass", 1)):
        assert exact_odds(line_of(match), points(2), at_item_end, policy)["hit"].estimate == chance
    with pytest.raises(ValueError, match="a seat is asked cards/window on the way; say how it decides"):
        exact_odds(line_of(match), points(2), at_item_end)


def test_sampled_odds_hold_the_exact_ones_and_repeat_with_their_seed():
    line = line_of(rolling())
    exact = exact_odds(line, points(1), at_item_end)["hit"].estimate
    found = sampled_odds(line, points(1), at_item_end, samples=2000, seed=3)["hit"]
    assert found.low < exact < found.high
    assert found.high - found.low < Fraction(1, 20)
    assert found == sampled_odds(line, points(1), at_item_end, samples=2000, seed=3)["hit"]
    assert not found.exact
    assert found.unexplored == 0


def test_intervals_hold_the_exact_odds_about_19_times_in_20():
    line = line_of(rolling())
    exact = exact_odds(line, points(2), at_item_end)["hit"].estimate
    held = 0
    for seed in range(60):
        found = sampled_odds(line, points(2), at_item_end, samples=120, seed=1000 * seed)["hit"]
        held += found.low <= exact <= found.high
    assert 50 <= held <= 60


def test_an_interval_stays_between_0_and_1_even_if_nothing_ever_hit():
    for never in (points(9), points(0)):
        found = sampled_odds(line_of(rolling(1)), never, at_item_end, samples=50)["hit"]
        assert 0 <= found.low <= found.estimate <= found.high <= 1
        assert found.low != found.high


def test_unlikely_branches_may_stay_unexplored_and_are_counted():
    line = line_of(rolling(2))
    found = exact_odds(line, {"three": lambda g: all_points(g) == [2, 1]}, at_vote, always_roll, least=Fraction(1, 20))
    assert found["three"].low == Fraction(2, 36) * FIVES, "a 5 and a 6 are looked at"
    assert found["three"].unexplored == Fraction(6, 36), "the doubles are not"
    whole = exact_odds(line, {"three": lambda g: all_points(g) == [2, 1]}, at_vote, always_roll)["three"]
    assert whole.estimate == FIVES**3
    assert found["three"].low <= whole.estimate <= found["three"].high


def always_roll(ask):
    return ("roll", 1)


def at_vote(line):
    return line.ask.rule == "turn/vote"


def test_two_turns_by_hand():
    both = exact_odds(line_of(rolling(1)), {"both": lambda g: all_points(g) == [1, 1]}, at_vote, always_roll)["both"]
    assert both.estimate == FIVES**2


def test_a_walk_that_is_too_wide_gives_up_and_is_sampled():
    line = line_of(rolling())
    with pytest.raises(TooWide):
        exact_odds(line, points(1), at_item_end, widest=10)
    assert odds(line, points(1), at_item_end, widest=10, samples=100)["hit"].samples == 100
    assert odds(line, points(1), at_item_end)["hit"].exact


def test_odds_read_well():
    assert str(Odds(Fraction(7, 12), Fraction(7, 12), exact=True)) == "7/12 = 58.33%"
    assert str(Odds(Fraction(1, 4), Fraction(1, 2), exact=True)) == "25.0000% to 50.0000%"
    found = Odds(Fraction(4, 10), Fraction(6, 10), exact=False, samples=100, hits=50)
    assert str(found) == "50.00% (40.00% to 60.00%, 100 tries)"


PERFT = tomllib.loads((Path(__file__).parent / "perft.toml").read_text())


@pytest.mark.parametrize("case", PERFT["case"], ids=lambda case: f"{case['title']}, depth {case['depth']}")
def test_perft(case):
    match = load_scenes(case["scene"], "perft")[0].match(GAME)
    assert dict(perft(line_of(match), case["depth"])) == case["counts"]


def test_perft_by_hand():
    match = scene(table={"turn": "vote", "players": {"Ada": {"points": 11}, "Ben": {"points": 11}}})
    assert perft(line_of(match), 1) == {"choice": 1, "end": 1, "cut": 3}, "only yes and yes ends the game"
    assert perft(line_of(rolling(1)), 1) == {"chance": 1, "cut": 6}


def test_the_ends_of_an_interval_are_short_fractions_between_none_and_all():
    for hits, samples in ((0, 3), (1, 3), (3, 3), (1, 4_000)):
        found = interval(hits, samples)
        assert 0 <= found.low <= Fraction(hits, samples) <= found.high <= 1
        assert max(found.low.denominator, found.high.denominator) <= 10**9
    assert (float(interval(1, 3).low), float(interval(1, 3).high)) == pytest.approx((0.0615, 0.7923), abs=1e-4)


@pytest.mark.parametrize(
    ("hits", "samples", "low", "high"),
    [
        (0, 3, Fraction(0), 0.561497),
        (3, 3, 0.438503, Fraction(1)),
        (7, 50, Fraction(69148855, 994828262), Fraction(258197657, 986006820)),
        (11, 60, Fraction(54101497, 512431692), Fraction(209264322, 699418595)),
    ],
)
def test_an_interval_is_wilsons_to_nine_figures(hits, samples, low, high):
    found = interval(hits, samples)
    assert (float(found.low), float(found.high)) == pytest.approx((float(low), float(high)), abs=1e-6)
    assert all(end == wanted for end, wanted in ((found.low, low), (found.high, high)) if isinstance(wanted, Fraction))
    assert (found.exact, found.samples, found.hits) == (False, samples, hits)


def test_a_branch_that_is_just_likely_enough_is_explored():
    line, event = line_of(rolling(2)), {"three": lambda g: all_points(g) == [2, 1]}
    assert exact_odds(line, event, at_vote, always_roll, least=Fraction(1, 36))["three"].unexplored == 0
    assert exact_odds(line, event, at_vote, always_roll, least=Fraction(1, 35))["three"].unexplored == Fraction(6, 36)


def test_a_walk_may_look_at_just_so_many_positions():
    exact_odds(line_of(rolling(1)), points(1), at_item_end, widest=7)
    with pytest.raises(TooWide):
        exact_odds(line_of(rolling(1)), points(1), at_item_end, widest=6)


def test_positions_that_still_wait_count_too():
    def stop(line):
        return at_vote(line) or (
            bool(line.answers) and line.run.table.turn == "Ben" and line.run.table.crews[0].points == 0
        )

    match = rolling(1)
    assert exact_odds(line_of(match), points(1), stop, always_roll, widest=21)["hit"].estimate == FIVES
    with pytest.raises(TooWide):
        exact_odds(line_of(match), points(1), stop, always_roll, widest=20)


def test_limits_and_defaults_of_odds_are_those_that_the_lab_tells():
    assert (Fraction(1, 1_000_000), 20_000, 4_000) == (LEAST, WIDEST, SAMPLES)
    assert Odds(FIVES, FIVES, exact=True) == Odds(FIVES, FIVES, exact=True, samples=0, hits=0)
    line = line_of(rolling())
    assert sampled_odds(line, points(1), at_item_end, samples=50) == sampled_odds(
        line, points(1), at_item_end, samples=50, seed=0
    )
    assert odds(line, points(1), at_item_end, widest=1, samples=50) == sampled_odds(
        line, points(1), at_item_end, samples=50, seed=0
    )
    assert len({sampled_odds(line, points(1), at_item_end, samples=50, seed=n)["hit"] for n in (-1, 0, 1)}) == 3


def test_what_cannot_be_known_is_dealt_before_anything_is_asked():
    table = {"players": {"Ada": {}, "Ben": {"hand": ["jam"]}}, "turn": "Ada"}
    line = line_of(scene(table=table), seat=0)
    assert line.determinizing
    line.advance(("beam",))
    assert not line.determinizing
    assert (line.ask.rule, line.played) == ("turn/act", 0)
    line.advance(("roll", 1))
    assert line.played == 1
    assert not line_of(scene(table=table)).determinizing


def test_seats_in_a_sample_follow_the_policy_or_do_anything():
    line = line_of(scene(table={"players": {"Ada": {"hand": ["beam"]}, "Ben": {"hand": ["jam"]}}, "turn": "Ada"}))
    line = line.then(("play", "beam"))
    for policy, hits in ((lambda ask: "jam" if ask.seat else "pass", 0), (lambda ask: "pass", 40)):
        assert sampled_odds(line, points(2), at_item_end, policy, samples=40)["hit"].hits == hits
    assert 0 < sampled_odds(line, points(2), at_item_end, samples=40)["hit"].hits < 40
