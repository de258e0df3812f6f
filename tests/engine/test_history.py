"""Undo and redo of everything that can be undone."""

import pytest

from tutor.engine.core.history import History


def test_steps_go_and_come_back_in_order():
    history = History("abc")
    assert history.back(2) == 1
    assert (history.done, history.undone) == (["a"], ["c", "b"])
    assert history.again() == "b"
    assert (history.done, history.undone) == (["a", "b"], ["c"])


def test_no_more_goes_back_than_there_is():
    history = History("ab")
    assert history.back(9) == 0
    assert history.undone == ["b", "a"]


def test_a_new_step_forgets_what_was_taken_back():
    history = History("ab")
    history.back()
    history.add("x")
    assert (history.done, history.undone) == (["a", "x"], [])
    with pytest.raises(IndexError):
        history.again()
