"""Bots: their names, that they know no more than their seat, what they never do, and their reasons."""

import pytest

from tests.laws import GAMES
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import spell
from tutor.engine.core.game import at_random
from tutor.engine.core.match import Match, chance_at
from tutor.engine.play.scene import load_scenes
from tutor.lab.bots import Look, Thinker, bot, has_points, policy
from tutor.lab.compare import duel
from tutor.lab.simulate import Plan, play

TOY = GAMES["toy"]
SCENE = """
game = "toy"
[table]
turn = "Ada"
[table.players]
Ada = { points = POINTS, hand = ["beam"] }
Ben = { hand = [CARD] }
"""


@pytest.fixture(autouse=True)
def toy_among_the_games(monkeypatch):
    monkeypatch.setattr("tutor.engine.core.game.games", lambda: GAMES)


def asked(points=3, card="jam"):
    scene = load_scenes(SCENE.replace("POINTS", str(points)).replace("CARD", f'"{card}"'), "scene")[0]
    match = scene.match(TOY)
    return match, Look(TOY, match.table, 0, match.since_checkpoint)


def test_an_imagined_world_deals_what_the_seat_cannot_know_anew():
    match, look = asked()
    worlds = [look.determinized(chance_at(1, n)) for n in range(60)]
    assert {world.run.table.crews[1].hand[0] for world in worlds} == {"beam", "jam"}
    assert all(world.run.table.crews[0].hand == ["beam"] for world in worlds)
    assert all(world.ask.open() == match.ask.open() for world in worlds)
    assert match.table.crews[1].hand == ["jam"]


def test_the_truth_does_not_show_in_what_is_imagined():
    shares = []
    for card in ("jam", "beam"):
        _, look = asked(card=card)
        worlds = [look.determinized(chance_at(1, n)) for n in range(400)]
        shares.append(sum(world.run.table.crews[1].hand == ["jam"] for world in worlds) / 400)
    assert abs(shares[0] - shares[1]) < 0.1


@pytest.mark.parametrize("name", ["monte-carlo:8", "greedy", "greedy+never:turn/draw"])
def test_bots_that_try_moves_out_never_look_at_the_table_as_it_is(name):
    match, look = asked()
    blind = Look(TOY, None, 0, look.since)
    assert bot(TOY, name)(match.ask, blind, chance_at(5, 0)) in match.ask.open()


def test_a_monte_carlo_bot_takes_a_win_and_says_why():
    match, look = asked(points=11)
    thinker = bot(TOY, "monte-carlo:40")
    value = thinker(match.ask, look, chance_at(5, 0))
    best, *others = thinker.weigh(match.ask, look, chance_at(5, 0))
    assert best.value == value == ("roll", 3) or value == ("play", "beam")
    assert all(other.worth <= best.worth for other in others)
    assert "In 40 imagined games for each option, “" in thinker.why
    assert f"won {best.won:.0%}" in thinker.why


def test_a_greedy_bot_goes_for_the_most_points_at_once():
    match, look = asked()
    thinker = bot(TOY, "greedy")
    weighed = thinker.weigh(match.ask, look, chance_at(5, 0))
    assert weighed[0].points == max(one.points for one in weighed)
    assert {one.value: one.points for one in weighed}["draw"] == 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("monte-carlo:4", 0.6), ("greedy", 0.5)])
def test_bots_that_try_moves_out_beat_the_random_one(name, least):
    first, second = (play(Plan("toy", 16, bots=pair)) for pair in ((name, "random"), ("random", name)))
    assert duel(first, second, ("Ada", "Ben")).won.value >= least


def turns_of(name, games=6):
    """Yield what was open and what was done at every turn of some games."""
    turns = []

    def watching(ask, look, random):
        value = watched(ask, look, random)
        turns.append((ask.rule, list(map(spell, ask.open())), spell(value)))
        return value

    watched = bot(TOY, name)
    for seed in range(games):
        match = Match(TOY, TOY.new(TOY.setup(2)), seed)
        match.play(policy(match, [watching] * 2))
    return turns


@pytest.mark.parametrize("what", ["draw", "roll", "roll 2", "ROLL 2"])
@pytest.mark.parametrize("base", ["", "random+", "greedy+"])
def test_a_restricted_bot_never_does_it_while_anything_else_is_open(base, what):
    banned, restrained = what.lower(), 0
    for _, values, value in turns_of(f"{base}never:{what}"):
        others = [one for one in values if not one.startswith(banned)]
        restrained += len(others) < len(values)
        assert not (others and value.startswith(banned))
    assert restrained


@pytest.mark.parametrize(("rule", "verb"), [("turn/draw", "draw"), ("turn/roll", "roll")])
def test_a_rule_can_be_what_is_never_done(rule, verb):
    turns = [turn for turn in turns_of(f"never:{rule}") if turn[0] == "turn/act"]
    assert [value for _, values, value in turns if any(not one.startswith(verb) for one in values)]
    for _, values, value in turns:
        assert not value.startswith(verb) or all(one.startswith(verb) for one in values)


def test_who_never_answers_a_question_passes():
    answers = {value for rule, _, value in turns_of("never:cards/window", 12) if rule == "cards/window"}
    assert answers == {"pass"}


def test_who_moved_why_can_be_told():
    told = []
    match = Match(TOY, TOY.new(TOY.setup(2)), 1)
    match.play(
        policy(match, [bot(TOY, "monte-carlo:2"), at_random], lambda ask, value, why: told.append((ask.seat, why)))
    )
    assert told
    assert {seat for seat, _ in told} == {0}
    assert all(why for _, why in told)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("clever", "known: random, own, greedy, monte-carlo:N"),
        ("monte-carlo:0", "N from 1 to 1000"),
        ("monte-carlo:x", "N from 1 to 1000"),
        ("monte-carlo:1001", "N from 1 to 1000"),
        ("never:", "expected never:WHAT"),
        ("never:turn/fly", "no rule turn/fly"),
        ("clever+never:draw", "no such bot"),
    ],
)
def test_a_name_that_is_no_bots_is_refused(name, complaint):
    with pytest.raises(BadInput, match=complaint.replace("+", r"\+")):
        bot(TOY, name)


def test_a_greedy_bot_needs_points():
    without = next(game for game in GAMES.values() if not has_points(game))
    with pytest.raises(BadInput, match="does not count points"):
        bot(without, "greedy")
    assert isinstance(bot(without, "monte-carlo"), Thinker)
