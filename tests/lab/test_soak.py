"""Very many games: every fault is found and reported, and can be played again."""

import json
from dataclasses import replace

import pytest

from tests.laws import GAMES
from tests.toy import GAME as TOY
from tutor.engine.core.asks import Choose, Roll
from tutor.engine.core.game import Outcome
from tutor.engine.core.rules import Rules
from tutor.lab.soak import Fault, one_game, soak


def toy_with(turn, **changes):
    """Return the toy game with another turn."""
    rules = Rules()
    rules("turn/turn")(turn)
    over = Outcome(True, (0, 0, 0, 0))
    return replace(
        TOY,
        rules=rules,
        begin=lambda g: g.agenda.append(("turn/turn",)),
        outcome=lambda g: replace(
            over, over=not g.agenda and g.crews[0].points != 99, scores=tuple(crew.points for crew in g.crews)
        ),
        **changes,
    )


def breaks_off(g):
    g.crews[0].points = 99
    yield Roll(1, "turn/roll")
    raise KeyError("compass")


def loses_a_card(g):
    g.crews[0].points = 99
    card = g.deck.bag.pop()
    yield Choose(0, "turn/act", ["go"])
    g.deck.bag.append(card)


def asks_without_an_answer(g):
    g.crews[0].points = 99
    yield Choose(0, "turn/act", [])


def cites_what_is_not_in_the_book(g):
    g.crews[0].points = 99
    g.note("turn/none", "Ada does something")
    yield Choose(0, "turn/act", ["go"])
    g.crews[0].points = 0


def never_ends(g):
    g.crews[0].points = 99
    g.agenda.append(("turn/turn",))
    yield Choose(0, "turn/act", ["go"])


def leaves_the_flow(g):
    g.crews[0].points = 99
    g.step("nowhere")
    yield Choose(0, "turn/act", ["go"])
    g.crews[0].points = 0


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (breaks_off, "KeyError at test_soak.py, line"),
        (loses_a_card, "something was lost or gained"),
        (asks_without_an_answer, "turn/act asks, but nothing is open"),
        (cites_what_is_not_in_the_book, "a note cites turn/none, which is not in the index"),
        (never_ends, "the game does not end within 20,000 answers"),
        (leaves_the_flow, "the game starts at nowhere"),
    ],
)
def test_what_is_wrong_in_a_game_is_found(turn, told):
    _, fault = one_game(toy_with(turn, place=TOY.place), 1)
    assert told in fault.told
    assert fault.seed == 1


def test_a_view_that_tells_too_much_is_found():
    tells = replace(
        TOY, view=lambda g, seat: {**TOY.view(g, seat), "deck": list(g.deck.tops) + sorted(g.crews[0].hand)}
    )
    faults = [one_game(tells, seed)[1] for seed in range(8)]
    assert any("sees what it cannot know" in fault.told for fault in faults if fault)


def test_sound_games_have_no_fault_and_count_their_decisions():
    answers, fault = one_game(TOY, 3)
    assert fault is None
    assert answers > 10


@pytest.fixture
def games(monkeypatch):
    found = dict(GAMES)
    monkeypatch.setattr("tutor.engine.core.game.games", lambda: found)
    return found


@pytest.mark.slow
def test_a_run_goes_on_where_another_one_ended(games):
    parts = ((60, 0), (55, 0), (5, 55))
    whole, first, second = (soak(["toy", "alien_conspiracy"], each, begin) for each, begin in parts)
    for one, before, after in zip(whole, first, second, strict=True):
        assert one.games == before.games + after.games == 60
        assert one.decisions == before.decisions + after.decisions


def test_a_run_may_end_early(games):
    (found,) = soak(["toy"], 200, cancelled=iter([False, False, True]).__next__)
    assert found.games == 100


@pytest.mark.slow
def test_several_processes_find_what_one_finds():
    assert soak(["alien_conspiracy"], 110, workers=2) == soak(["alien_conspiracy"], 110)


def test_the_command_tells_faults_with_the_command_that_plays_them_again(cli):
    answers = sum(one_game(TOY, seed)[0] for seed in (7, 8, 9))
    assert cli("soak", "toy", "--games", 3, "--from", 7)[:2] == (
        0,
        f"toy: 3 games, {answers} decisions, no faults\n3 games, in pure Python. To continue, use --from 10.\n",
    )
    cli.games["toy"] = toy_with(breaks_off)
    code, out, _ = cli("soak", "toy", "--games", 2)
    assert code == 1
    assert "toy: 2 games, 2 decisions, 2 with a fault" in out
    assert "    rules-tutor soak toy --from 1 --games 1\n" in out
    (told,) = json.loads(cli("soak", "toy", "--games", 1, "--json")[1])["games"]
    fault = Fault(**told["faults"][0])
    assert (fault.seed, fault.answers, fault.where) == (0, 1, "turn/turn")
    assert "KeyError" in fault.told


def test_no_more_processes_play_than_there_are_cores(cli, monkeypatch):
    monkeypatch.setattr("tutor.lab.pools.cores", lambda: 1)
    for command in (("soak", "shelter", "--games", 2), ("simulate", "shelter", "--games", 2, "--measure", "won")):
        code, _, error = cli(*command, "--workers", 99_999)
        assert code == 0
        assert error == "Using 1 process instead of 99,999, because this machine has only 1 core.\n"
