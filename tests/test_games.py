"""Every game obeys every law, in random games over its player counts, readings and variants."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import laws
from tests.laws import GAMES, PLAYOUTS
from tutor.engine.core.match import Match, chance_at, rollout, uniformly
from tutor.engine.play.record import digest
from tutor.lab.setups import any_setup

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FEW = max(2, PLAYOUTS // 10)
"""The number of games for the expensive laws; `make soak` checks most of these laws in thousands of games."""


@each_game
def test_random_games_end_conserve_and_follow_the_flow(game):
    for seed in range(PLAYOUTS):
        match = laws.begun(game, seed)
        conserved = game.conserved(match.table)
        for moment in laws.moments(match, seed):
            assert game.conserved(moment.table) == conserved, f"seed {seed}, answer {len(moment.log)}: {moment.trail}"
            assert not game.outcome(moment.table).over
        assert game.conserved(match.table) == conserved
        laws.the_end_is_told(match)
        laws.notes_are_sound(match)
        laws.the_walk_follows_the_flow(game, match.steps)


@each_game
def test_playing_at_full_speed_is_playing(game):
    for seed in range(PLAYOUTS):
        match = laws.begun(game, seed)
        table, random = game.new(any_setup(game, seed)), chance_at(seed, 5)
        choose = uniformly(random)
        answers = rollout(game.rules, table, choose, random)
        random = chance_at(seed, 5)
        choose = uniformly(random)
        while match.ask is not None:
            match.answer(match.ask.resolve(choose, random))
        assert len(match.log) == answers
        assert digest(match.table) == digest(table)


@each_game
def test_every_question_is_sound(game):
    for seed in range(PLAYOUTS):
        for moment in laws.some(laws.begun(game, seed), seed):
            laws.a_question_is_sound(moment)


@each_game
def test_what_is_shown_is_plain_data(game):
    for seed in range(FEW):
        for moment in laws.some(laws.begun(game, seed), seed):
            laws.what_is_shown_is_plain(moment)


@each_game
def test_a_copy_is_equal_and_independent(game):
    for seed in range(FEW):
        for moment in laws.some(laws.begun(game, seed), seed):
            laws.a_copy_is_independent(moment)


@each_game
def test_a_seat_cannot_tell_imagined_worlds_apart(game):
    for seed in range(FEW):
        for moment in laws.some(laws.begun(game, seed), seed):
            laws.a_seat_cannot_tell_imagined_worlds_apart(moment, seed)


@each_game
def test_a_position_can_be_laid_out_again(game):
    for seed in range(FEW):
        for moment in laws.some(laws.begun(game, seed), seed):
            laws.a_position_can_be_laid_out_again(moment)


@each_game
def test_records_replay_to_the_byte(game):
    for seed in range(FEW):
        match = laws.begun(game, seed)
        for moment in laws.some(match, seed, share=0.008):
            laws.a_record_replays(moment)
        laws.a_record_replays(match)


@each_game
def test_undo_and_redo_are_exact(game):
    for seed in range(FEW):
        match = laws.begun(game, seed)
        states = [laws.state(moment) for moment in laws.moments(match, seed) if len(moment.log) < 200]
        match.undo(len(match.log) - len(states) + 1)
        for expected in reversed(states[:-1]):
            match.undo()
            assert laws.state(match) == expected
        for expected in states[1:]:
            match.redo()
            assert laws.state(match) == expected


@each_game
def test_bots_play_whole_games_by_the_rules(game):
    for name, bot in game.bots.items():
        for seed in range(FEW):
            match = laws.begun(game, seed)

            def choose(ask, match=match, bot=bot):
                random = chance_at(match.seed, len(match.log))
                return bot(ask, lambda: game.position(match.table, ask.seat), random)

            for moment in laws.moments(match, seed, choose):
                assert moment.game is game, name


@each_game
def test_measures_say_yes_or_no(game):
    for seed in range(FEW):
        match = laws.begun(game, seed)
        before = match.table.copy()
        for moment in laws.some(match, seed):
            for measure in game.measures:
                for seat in range(before.seats):
                    assert measure.of(before, moment.table, seat) in (True, False)


@each_game
def test_a_newcomer_has_a_seat_however_few_play(game):
    assert 0 <= game.newcomer < min(game.seats)


@each_game
def test_every_number_stands_by_one_rule_of_the_index_and_within_its_bounds(game):
    declared = [*game.parameters.declared()]
    assert len({one.rule for one in declared}) == len(declared)
    for one in declared:
        assert one.rule in game.book, f"{one.name} stands by {one.rule}, which is not in the index"
        assert one.least <= one.default <= one.most
        assert one.text


@each_game
def test_rules_are_those_of_the_index(game):
    assert [id for id in game.rules if id not in game.book] == []


@each_game
@settings(max_examples=10, suppress_health_check=list(HealthCheck), phases=list(Phase)[:3])
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 10**6), min_size=20, max_size=60))
def test_any_answers_keep_the_laws(game, seed, picks):
    match: Match = laws.begun(game, seed)
    conserved = game.conserved(match.table)
    for pick in picks:
        if match.ask is None:
            break
        laws.a_question_is_sound(match)
        match.answer(match.ask.resolve(lambda ask, n=pick: ask.open()[n % len(ask.open())], chance_at(seed, pick)))
        assert game.conserved(match.table) == conserved
    laws.the_walk_follows_the_flow(game, match.steps)
    laws.a_position_can_be_laid_out_again(match)
    if match.ask is not None:
        laws.a_seat_cannot_tell_imagined_worlds_apart(match, seed)
