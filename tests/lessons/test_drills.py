"""Drills of every game: illegal moves are refused, allowed ones are open, and nothing secret is revealed."""

import pytest

from tests.laws import GAMES
from tutor.engine.core.asks import spell
from tutor.engine.core.match import Illegal, chance_at, uniformly
from tutor.engine.play.chance import line_of
from tutor.lessons import drills
from tutor.lessons.course import Course
from tutor.lessons.drills import OPEN_MOVES, drill, most_refused
from tutor.lessons.tasks import Drilling, Order, make

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SEEDS = range(4)


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_one_move_is_refused_by_the_rule_named_and_the_others_can_be_made(game, seed):
    made = drill(game, seed)
    assert made is not None
    assert len(made.moves) == OPEN_MOVES + 1
    assert len(set(made.labels)) == len(made.moves)
    for n, move in enumerate(made.moves):
        match = made.match.fork()
        if n == made.illegal:
            with pytest.raises(Illegal) as caught:
                match.answer(move.value, made.seat)
            assert {refusal.rule for refusal in caught.value.refusals} == set(made.broken)
            assert all(rule in game.book for rule in made.broken)
        else:
            match.answer(move.value, made.seat)


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_question_and_its_moves_are_those_of_the_position_shown(game, seed):
    made = drill(game, seed)
    asked = made.match.fork().asked(made.seat)
    assert made.ask.prompt() == asked.prompt()
    assert {(move.value, move.refusals) for move in made.moves} <= {(o.value, o.refusals) for o in asked.options()}


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_rules_to_choose_among_hold_one_that_refuses_and_one_that_does_not(game, seed):
    made = drill(game, seed)
    right = [rule for rule in made.reasons if rule in made.broken]
    assert right
    assert len(right) < len(made.reasons)
    assert len(set(made.reasons)) == len(made.reasons)


@each_game
def test_the_same_seed_makes_the_same_drill_and_others_make_others(game):
    def told(seed):
        made = drill(game, seed)
        moves = [spell(move.value) for move in made.moves]
        return moves, made.illegal, made.reasons, game.position(made.match.table, None)

    once = told(3)
    drills._made.cache_clear()
    assert told(3) == once
    assert len({str(told(seed)) for seed in SEEDS}) > 2


@each_game
def test_a_rule_that_refuses_often_can_be_drilled_by_its_name(game):
    for rule in most_refused(game)[:6]:
        made = drill(game, 11, rule)
        assert made is not None, rule
        assert rule in made.broken
        assert rule in made.reasons


@each_game
def test_of_a_rule_that_refuses_nothing_it_is_said_that_there_is_no_drill(game):
    often = most_refused(game)
    never = next(
        e.id for e in game.book if e.kind in ("component", "scoring", "resolution", "end") and e.id not in often
    )
    assert drill(game, 1, never) is None
    assert make(Order("drill", never, seed=1), Course(game, ())) is None


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_drill_tells_a_seat_nothing_that_it_cannot_know(game, seed):
    """In every world that the seat cannot distinguish from this one, the drill shows the same."""
    made = drill(game, seed)
    line, random = line_of(made.match, made.seat), chance_at(seed, 99)
    while line.determinizing:
        line.advance(line.ask.resolve(uniformly(random), random))
    asks = line.ask.asks if hasattr(line.ask, "asks") else [line.ask]
    (mine,) = [ask for ask in asks if ask.seat == made.seat]
    determinized = {spell(option.value): option for option in mine.options()}
    for move in made.moves:
        assert determinized[spell(move.value)] == move
    assert game.view(line.run.table, made.seat) == game.view(made.match.table, made.seat)


@each_game
def test_a_drill_asks_for_the_move_then_for_the_rule_and_explains_every_answer(game):
    attempt = make(Order("drill", "", seed=5), Course(game, ())).attempt
    assert isinstance(attempt, Drilling)
    wrong = next(n for n in range(len(attempt.drill.moves)) if n != attempt.drill.illegal)
    attempt.choose(wrong)
    assert (attempt.known, attempt.done) == (False, False)
    assert "allowed" in attempt.feedback.text
    attempt.choose(attempt.drill.illegal)
    assert attempt.naming
    assert attempt.words()["text"].startswith(attempt.drill.match.table.names[attempt.seat])
    n = next(n for n, rule in enumerate(attempt.drill.reasons) if rule not in attempt.drill.broken)
    attempt.choose(n)
    assert not attempt.done
    assert attempt.question()["options"][n]["explanation"]
    n = next(n for n, rule in enumerate(attempt.drill.reasons) if rule in attempt.drill.broken)
    attempt.choose(n)
    assert attempt.done
    assert attempt.known is False
    assert attempt.feedback.text
    assert attempt.feedback.rule in attempt.drill.broken
    with pytest.raises(ValueError, match="answered"):
        attempt.choose(0)
    assert all(option["explanation"] for option in attempt.question()["options"])


@each_game
def test_who_is_right_at_once_knew_it(game):
    attempt = make(Order("reason", "", seed=5), Course(game, ())).attempt
    assert attempt.naming
    attempt.choose(next(n for n, rule in enumerate(attempt.drill.reasons) if rule in attempt.drill.broken))
    assert (attempt.known, attempt.done) == (True, True)
