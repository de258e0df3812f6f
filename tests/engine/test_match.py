"""A match: answering, refusing, and moving through time."""

from inspect import signature

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.engine.test_rules import give, scene, three_deep
from tests.saucers import all_points
from tests.toy import GAME
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, Choose, Cut, Refusal, Roll, Together
from tutor.engine.core.match import SPACING, Entry, Illegal, Match, Run, chance_at, rollout, stream, uniformly
from tutor.engine.core.rules import Rules
from tutor.engine.core.table import plain
from tutor.engine.play.record import load, save


def find(id):
    return GAME


def state(match):
    """Return everything about a match except the answers that were undone."""
    ask = match.ask
    return (
        plain(match.table),
        match.log.copy(),
        [(note.rules, note.text, note.to) for note in match.notes],
        match.steps.copy(),
        match.trail,
        (type(ask).__name__, ask and (ask.rule, ask.seat)),
        match.pending.copy(),
    )


def new(seats=3, seed=0):
    return Match(GAME, GAME.new(GAME.setup(seats)), seed)


def at_vote():
    return scene(table={"players": {"Ada": {}, "Ben": {}, "Cleo": {}}, "turn": "vote"})


def played(answers, seed=4):
    match = new(4, seed)
    match.play(uniformly(chance_at(seed, 999)), until=lambda m: len(m.log) >= answers)
    return match


# -- answering -----------------------------------------------------------------------------------------------------


def test_a_refused_answer_changes_nothing_and_says_every_reason():
    match = scene(table={"players": {"Ada": {"hand": ["jam"]}, "Ben": {}}})
    before = state(match)
    with pytest.raises(Illegal) as caught:
        match.answer(("play", "beam"))
    assert caught.value.refusals == (Refusal("cards/beam", "you hold no beam", "Draw for one.", "draw"),)
    assert str(caught.value) == "“play beam” is refused: you hold no beam (cards/beam). Draw for one."
    assert state(match) == before


def test_dice_that_cannot_fall_like_that_are_refused():
    match = scene(table={"players": {"Ada": {}, "Ben": {}}})
    match.answer(("roll", 2))
    with pytest.raises(Illegal) as caught:
        match.answer((1, 9))
    assert caught.value.refusals == (Refusal("turn/roll", "“1 9” is not possible here"),)


def test_only_the_seat_that_is_asked_answers():
    match = scene(table={"players": {"Ada": {}, "Ben": {}}})
    with pytest.raises(Illegal, match="nothing is asked of this seat now"):
        match.answer("draw", seat=1)
    match.answer("draw", seat=0)
    assert isinstance(match.ask, Chance)
    with pytest.raises(Illegal, match="nothing is asked of this seat now"):
        match.answer(("jam",), seat=0)


def test_the_end_refuses_every_answer():
    match = scene(table={"over": True, "players": {"Ada": {}, "Ben": {}}})
    assert match.ask is None
    with pytest.raises(Illegal, match="the game is over"):
        match.answer("draw")


def test_a_match_in_which_nothing_is_left_to_do_can_still_be_undone_forked_and_saved():
    match = scene(table={"over": True, "players": {"Ada": {}, "Ben": {}}})
    match.undo()
    assert state(match.fork()) == state(match)


def test_those_asked_together_answer_one_by_one_in_any_order():
    match = at_vote()
    assert [match.asked(seat) is not None for seat in range(3)] == [True] * 3
    match.answer("yes", seat=2)
    match.answer("no", seat=0)
    assert match.asked(2) is None
    assert isinstance(match.ask, Together)
    with pytest.raises(Illegal, match="nothing is asked of this seat now"):
        match.answer("no", seat=2)
    with pytest.raises(Illegal, match="“perhaps” is not among the options here"):
        match.answer("perhaps", seat=1)
    match.answer("yes", seat=1)
    assert match.log[-1].value == ("no", "yes", "yes")
    assert all_points(match.table) == [1, 1, 1]


def test_undo_takes_back_the_answers_of_those_who_were_quick():
    match = at_vote()
    match.answer("yes", seat=2)
    match.undo()
    assert match.pending == {}
    assert match.asked(2) is not None


def test_playing_on_keeps_the_answers_that_are_in_hand():
    match = at_vote()
    match.answer("no", seat=1)
    match.play(lambda ask: "yes" if "yes" in ask.values else ("roll", 1), until=lambda m: bool(m.log))
    assert match.log[0].value == ("yes", "no", "yes")


def test_chance_depends_on_the_seed_and_the_place_only():
    match = scene(table={"players": {"Ada": {}, "Ben": {}}}, seed=5)
    match.answer(("roll", 3))
    first = match.answer_by_chance()
    match.undo()
    assert match.answer_by_chance() == first
    assert match.fork().seed == 5
    assert len({chance_at(seed, place)() for seed in range(-20, 20) for place in range(20)}) == 800
    assert all(0 <= chance_at(seed, 1)() < 1 for seed in range(100))


def test_the_chance_of_old_records_stays_what_it_was():
    """A record keeps its seed and replays its luck, so these numbers may never change."""
    random = chance_at(7, 3)
    assert [int(random() * 10**9) for _ in range(3)] == [403149184, 997573658, 812331923]
    assert int(chance_at(0, 0)() * 10**9) == 899849057


def test_chance_answers_only_where_chance_is_asked():
    with pytest.raises(AssertionError, match="chance is not asked"):
        scene(table={"turn": "Ada"}).answer_by_chance()


def test_notes_to_some_seats_are_marked_and_read_when_wanted():
    match = scene(table={"players": {"Ada": {}, "Ben": {}}, "deck_top": ["jam"]})
    give(match, "draw", "jam")
    assert [(note.text, note.to) for note in match.notes] == [("Ada draws", None), ("it is a jam", (0,))]


def test_a_note_may_have_values_of_any_name():
    table = GAME.table(GAME.setup(2))
    heard = []
    table.listen(heard.append, heard.append)
    table.note("a/b", "{rules} {template} {{}}", rules=1, template=2)
    table.note("a/b", "no {values}")
    table.step("turn")
    assert [getattr(one, "text", one) for one in heard] == ["1 2 {}", "no {values}", "turn"]


def test_a_rule_that_asks_nothing_and_a_cut_go_on_with_the_agenda():
    rule = Rules()
    done = []

    @rule("a/plain")
    def plainly(g):
        done.append("plain")

    @rule("a/silent")
    def silent(g):
        done.append("silent")
        yield from ()

    @rule("a/cut")
    def cut(g):
        yield Cut("a/cut")
        done.append("never")

    @rule("a/roll")
    def roll(g):
        done.append((yield Roll(1, "a/roll")))
        yield Cut("a/roll")

    table = GAME.table(GAME.setup(2))
    table.agenda += [("a/plain",), ("a/silent",), ("a/cut",), ("a/roll",), ("a/plain",)]
    assert rollout(rule, table, uniformly(lambda: 0.5), lambda: 0.5) == 1
    assert done == ["plain", "silent", (4,), "plain"]
    table = GAME.table(GAME.setup(2))
    table.agenda += [("a/plain",), ("a/silent",), ("a/cut",), ("a/roll",)]
    done.clear()
    run = Run(rule, table)
    assert run.ask is not None
    assert run.ask.rule == "a/roll"
    assert done == ["plain", "silent"]


def test_a_game_without_end_is_found_out_within_one_rule_too():
    rule = Rules()

    @rule("a/forever")
    def forever(g):
        while True:
            yield Roll(1, "a/forever")

    table = GAME.table(GAME.setup(2))
    table.agenda.append(("a/forever",))
    with pytest.raises(RuntimeError, match="no end after 50 answers"):
        rollout(rule, table, uniformly(lambda: 0.5), lambda: 0.5, limit=50)


# -- moving through time -----------------------------------------------------------------------------------------------


def test_every_step_of_undo_is_exact_also_within_windows():
    match = three_deep()
    states = [state(match)]
    for text in ("play beam", "jam", "jam", "jam", "pass", "pass", "pass", "pass", "pass", "pass", "roll 1"):
        give(match, text)
        states.append(state(match))
    for expected in reversed(states[:-1]):
        match.undo()
        assert state(match) == expected
    for expected in states[1:]:
        match.redo()
        assert state(match) == expected


def test_undoing_several_answers_at_once():
    match = played(40)
    states = {len(match.log): state(match)}
    for n in (39, 30, 7, 0):
        match.undo(len(match.log) - n)
        states[n] = state(match)
        assert len(match.log) == n
    match.undo(5)
    assert len(match.log) == 0
    match.redo(30)
    assert state(match) == states[30]
    match.redo(99)
    assert state(match) == states[40]


def test_a_new_answer_drops_what_could_be_redone():
    match = played(20)
    match.undo(3)
    match.play(uniformly(chance_at(1, 1)), until=lambda m: len(m.log) >= 19)
    match.redo()
    assert len(match.log) == 19


def test_a_fork_is_equal_and_independent():
    match = three_deep()
    give(match, "play beam", "jam")
    before = state(match)
    fork = match.fork("jam")
    assert state(match) == before
    assert len(fork.log) == len(match.log) + 1
    fork.play(uniformly(chance_at(2, 2)))
    fork.undo(10)
    assert state(match) == before


def test_a_fork_keeps_the_answers_in_hand():
    match = at_vote()
    match.answer("yes", seat=1)
    assert match.fork().pending == {1: "yes"}


def test_a_match_does_not_change_the_table_it_is_given():
    table = GAME.new(GAME.setup(2))
    before = plain(table)
    Match(GAME, table).play(uniformly(chance_at(0, 0)))
    assert plain(table) == before


def test_few_answers_lie_behind_the_last_checkpoint():
    match = played(100)
    longest = 0
    while match.log:
        longest = max(longest, len(match.since_checkpoint()[1]))
        match.undo()
    assert longest < 4 * SPACING
    assert match.since_checkpoint()[1] == ()


@settings(max_examples=40, stateful_step_count=40, deadline=None)
class Journey(RuleBasedStateMachine):
    """Any mixture of answers, undo, redo, fork and save leads to the same position as a straight replay of the log."""

    @initialize(seats=st.integers(2, 4), seed=st.integers(0, 10**6))
    def begin(self, seats, seed):
        self.match = new(seats, seed)
        self.start = GAME.new(GAME.setup(seats))

    @precondition(lambda self: self.match.ask is not None)
    @rule(random=st.randoms(use_true_random=False))
    def answer(self, random):
        ask = self.match.ask
        self.match.answer(ask.resolve(lambda part: random.choice(list(part.open())), random.random))

    @precondition(lambda self: isinstance(self.match.ask, Chance))
    @rule()
    def chance(self):
        self.match.answer_by_chance()

    @precondition(lambda self: isinstance(self.match.ask, Together))
    @rule(data=st.data())
    def part_answer(self, data):
        waiting = [ask for ask in self.match.ask.asks if self.match.asked(ask.seat)]
        ask = data.draw(st.sampled_from(waiting))
        self.match.answer(data.draw(st.sampled_from(list(ask.open()))), ask.seat)

    @precondition(lambda self: isinstance(self.match.ask, Choose))
    @rule()
    def refused(self):
        closed = [option.value for option in self.match.ask.options() if option.refusals]
        before = state(self.match)
        for value in closed:
            with pytest.raises(Illegal):
                self.match.answer(value)
        assert state(self.match) == before

    @rule(n=st.integers(1, 12))
    def undo(self, n):
        self.match.undo(n)

    @rule(n=st.integers(1, 12))
    def redo(self, n):
        self.match.redo(n)

    @rule()
    def fork(self):
        self.match = self.match.fork()

    @rule()
    def save_and_load(self):
        before, text = state(self.match), save(self.match)
        self.match = load(text, find=find)
        assert state(self.match) == before
        assert save(self.match) == text

    @invariant()
    def is_where_its_log_leads(self):
        if not hasattr(self, "match"):
            return
        straight = Match(GAME, self.start, self.match.seed)
        for entry in self.match.log:
            straight.answer(entry.value)
        straight.pending = self.match.pending.copy()
        assert state(straight) == state(self.match)


TestJourney = Journey.TestCase


def test_players_names_can_be_written_back():
    for names in (["Ada", "ada"], ["Ada", ""], ["A:b", "Ben"], ["A;b", "Ben"], [" Ada", "Ben"], ["A  b", "Ben"]):
        with pytest.raises(BadInput, match="setup: players: every player needs a name of their own"):
            GAME.setup(names)


def test_the_chance_of_old_records_stays_what_it_was_to_the_last_bit():
    random = chance_at(7, 3)
    assert [random() for _ in range(3)] == [0.40314918452994797, 0.9975736582953588, 0.8123319233871407]
    assert [stream(7)() for _ in range(2)] == [stream(7)() for _ in range(2)]


def test_a_table_is_kept_as_soon_as_eight_answers_lie_behind_the_last():
    for seats, answers, since in ((4, 8, 0), (4, 10, 2), (4, 15, 7), (4, 17, 0), (3, 7, 7)):
        match = new(seats)
        match.play(lambda ask: ask.open()[0], until=lambda m, answers=answers: len(m.log) == answers)
        assert len(match.since_checkpoint()[1]) == since


def test_a_game_without_end_is_given_up_after_a_million_answers():
    assert signature(rollout).parameters["limit"].default == 1_000_000


def test_a_game_that_ends_with_the_last_answer_allowed_has_ended():
    rule = Rules()

    @rule("a/twice")
    def twice(g):
        yield Roll(1, "a/twice")
        yield Roll(1, "a/twice")

    for limit in (2, 3):
        table = GAME.table(GAME.setup(2))
        table.agenda.append(("a/twice",))
        assert rollout(rule, table, uniformly(lambda: 0.5), lambda: 0.5, limit=limit) == 2
    table.agenda.append(("a/twice",))
    with pytest.raises(RuntimeError, match="no end after 1 answers"):
        rollout(rule, table, uniformly(lambda: 0.5), lambda: 0.5, limit=1)


def test_what_is_not_said_of_a_match_and_its_answers():
    assert Match(GAME, GAME.new(GAME.setup(2))).seed == 0
    assert Entry("a/b", 0, "x").together is False
    match = at_vote()
    match.answer(("yes", "no", "no"))
    assert match.log[0].together is True


def test_more_than_was_given_cannot_be_taken_back_and_one_answer_is_if_nothing_is_said():
    match = played(6)
    log = match.log.copy()
    match.undo()
    assert match.log == log[:-1]
    match.undo()
    match.redo()
    assert match.log == log[:-1]
    match.undo(99)
    assert match.log == []
    match.redo(99)
    assert match.log == log


def test_rules_are_played_out_with_their_arguments():
    rule, done = Rules(), []

    @rule("a/many")
    def many(g, *numbers):
        done.append((numbers, (yield Roll(1, "a/many"))))

    table = GAME.table(GAME.setup(2))
    table.agenda += [("a/many", 1, 2), ("a/many", 3)]
    assert rollout(rule, table, uniformly(lambda: 0.5), lambda: 0.5) == 2
    assert done == [((1, 2), (4,)), ((3,), (4,))]


def test_few_answers_are_given_again_when_one_is_taken_back(monkeypatch):
    match, given = played(100), []
    send = Run.send
    monkeypatch.setattr(Run, "send", lambda run, answer: given.append(answer) or send(run, answer))
    match.undo()
    assert len(given) < 4 * SPACING


def test_going_on_keeps_few_tables_and_going_back_keeps_them_close(monkeypatch):
    match, given, copied = new(4), [], []
    send, copy = Run.send, type(match.table).copy
    monkeypatch.setattr(Run, "send", lambda run, answer: given.append(answer) or send(run, answer))
    monkeypatch.setattr(type(match.table), "copy", lambda table: copied.append(table) or copy(table))
    match.play(uniformly(chance_at(0, 0)), until=lambda m: len(m.log) == 8 * SPACING)
    assert len(copied) <= 4
    for _ in range(2):
        given.clear()
        assert match.fork().log == match.log
    assert len(given) < 2 * SPACING
