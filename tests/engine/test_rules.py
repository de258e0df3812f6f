"""The registry of rules, the trail of rules in force, and the shared ways of asking."""

import gc
import sys

import pytest

from tests.saucers import all_hands, all_points
from tests.toy import GAME
from tutor.engine.core.asks import Choose, Together
from tutor.engine.core.match import Match
from tutor.engine.core.rules import Rules
from tutor.engine.core.windows import vote, window
from tutor.engine.play.scene import Scene


def scene(**parts):
    return Scene("toy", **parts).match(GAME)


def three_deep(hands=(["beam"], ["jam"], ["jam"], ["jam"])):
    players = {name: {"hand": hand} for name, hand in zip(["Ada", "Ben", "Cleo", "Dev"], hands, strict=True)}
    return scene(table={"players": players, "turn": "Ada"})


def give(match, *texts):
    for text in texts:
        match.answer(match.ask.parse(text))


def test_a_rule_id_has_one_function():
    rule = Rules()

    @rule("a/b")
    def first():
        pass

    assert rule["a/b"] is first
    assert "a/b" in rule
    assert list(rule) == ["a/b"]
    assert rule.get("a/c") is None
    with pytest.raises(ValueError, match=r"rule a/b is already .*first"):
        rule("a/b")(lambda: None)


def test_the_trail_names_the_rules_in_force_outermost_first():
    match = scene(table={"turn": "Ada"})
    assert match.trail == ("turn/turn",)
    match = three_deep()
    give(match, "play beam")
    assert match.trail == ("turn/turn", "cards/play")
    give(match, "jam")
    assert match.trail == ("turn/turn", "cards/play", "cards/play")
    match.undo(2)
    assert match.trail == ("turn/turn",)
    assert Rules().trail(None) == ()


def test_an_error_tells_which_rules_it_broke_off():
    rule, broken = Rules(), []

    @rule("a/outer")
    def outer():
        yield from inner()

    @rule("a/inner")
    def inner():
        yield 1
        raise ValueError

    running = outer()
    next(running)
    assert rule.trail(running) == ("a/outer", "a/inner")
    try:
        next(running)
    except ValueError as error:
        broken += rule.broken(error)
    assert broken == ["a/outer", "a/inner"]


def test_every_rule_function_that_is_entered_is_reported():
    entered = []
    before = sys.getprofile()
    with GAME.rules.entered(entered.append):
        match = three_deep()
        give(match, "play beam", "jam")
    assert list(dict.fromkeys(entered)) == ["turn/turn", "cards/play"]
    assert sys.getprofile() is before


def test_a_card_that_nobody_answers_works():
    match = three_deep()
    give(match, "play beam", "pass", "pass", "pass")
    assert all_points(match.table) == [2, 0, 0, 0]


def test_a_jam_stops_the_card():
    match = three_deep()
    give(match, "play beam", "jam", "pass", "pass", "pass")
    assert all_points(match.table) == [0, 0, 0, 0]
    assert match.table.turn == "Ben"


def test_a_jam_of_the_jam_lets_the_card_work_once_all_have_passed():
    match = three_deep()
    give(match, "play beam", "jam", "jam", "pass", "pass", "pass")
    assert all_hands(match.table) == [[], [], [], ["jam"]]
    assert match.asked(2) is not None, "the window of the beam goes on: somebody else may still jam it"
    match = three_deep()
    give(match, "play beam", "jam", "jam", "pass", "pass", "pass", "pass", "pass", "pass")
    assert all_points(match.table) == [2, 0, 0, 0]


def test_a_cancel_of_a_cancel_three_deep():
    match = three_deep()
    give(match, "play beam", "jam", "jam", "jam")
    assert match.trail == ("turn/turn", "cards/play", "cards/play", "cards/play", "cards/play")
    give(match, *["pass"] * 3)
    give(match, *["pass"] * 3)
    assert all_points(match.table) == [0, 0, 0, 0], "the third jam saves the first, which stops the beam"
    assert match.table.discards == ["beam", "jam", "jam", "jam"]


def asked_by(running, *answers):
    """Run a rule with these answers, and return the seats that it asked and what it returned."""
    seats = []
    try:
        ask = next(running)
        for answer in answers:
            seats.append(ask.seat)
            ask = running.send(answer)
    except StopIteration as end:
        return seats, end.value
    raise AssertionError(f"still asks {ask.seat}")


def offer(seat):
    return Choose(seat, "r", ("play", "pass"))


def nothing(seat, value):
    yield from ()


def test_a_window_closes_when_all_have_passed_in_a_row():
    assert asked_by(window([1, 2, 0], offer, nothing), "pass", "pass", "pass") == ([1, 2, 0], None)
    seats, _ = asked_by(window([1, 2], offer, nothing), "pass", "play", "pass", "play", "pass", "pass")
    assert seats == [1, 2, 1, 2, 1, 2]


def test_who_cannot_act_is_passed_over():
    seats, _ = asked_by(window([0, 1, 2], lambda s: offer(s) if s == 1 else None, nothing), "play", "pass")
    assert seats == [1, 1]
    assert asked_by(window([0, 1], lambda s: None, nothing)) == ([], None)
    assert asked_by(window([], offer, nothing)) == ([], None)


def test_a_vote_is_asked_at_once_and_told_by_seat():
    voting = vote([offer(2), offer(0)], "r")
    ask = next(voting)
    assert isinstance(ask, Together)
    with pytest.raises(StopIteration) as end:
        voting.send(("play", "pass"))
    assert end.value.value == {2: "play", 0: "pass"}


def test_a_cut_ends_every_rule_that_is_running():
    match = scene(table={"players": {"Ada": {"points": 11, "hand": ["beam"]}, "Ben": {}}, "turn": "Ada"})
    give(match, "play beam", "pass")
    assert match.ask is None
    assert match.trail == ()
    assert [note.text for note in match.notes][-1] == "Ada wins"
    assert isinstance(match, Match)


def test_a_rule_is_reported_when_it_is_entered_not_when_it_ends():
    rule = Rules()

    @rule("a/inner")
    def inner():
        pass

    @rule("a/outer")
    def outer():
        inner()

    entered = []
    with rule.entered(entered.append):
        outer()
    assert entered == ["a/outer", "a/inner"]


def test_the_trail_ends_where_a_rule_asks_what_stands_in_a_list():
    rule = Rules()

    @rule("a/list")
    def listed():
        yield from [Choose(0, "a/list")]

    running = listed()
    next(running)
    assert rule.trail(running) == ("a/list",)


def test_rubbish_is_collected_again_after_rules_were_listened_to_if_it_was_before():
    assert gc.isenabled()
    with Rules().entered(print):
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    try:
        with Rules().entered(print):
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
