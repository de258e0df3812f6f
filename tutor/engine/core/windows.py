"""Ways of asking that many rules share: a window for interrupts, a choice that may need no question, and a vote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tutor.engine.core.asks import PASS, Choose, Labels, Prompt, Rule, Together, Value


def window(
    seats: Sequence[int], offer: Callable[[int], Choose | None], play: Callable[[int, Value], Rule[None]]
) -> Rule[None]:
    """Ask seat after seat until all have passed in a row; whenever one plays, everybody is asked again.

    Args:
        seats: The seats in the order of asking, starting with the one that has the first right.
        offer: The question for a seat, whose values include `PASS`; None if the seat cannot act now.
        play: The rule that carries out what a seat has answered; it may open a window of its own.
    """
    passed = turn = 0
    while passed < len(seats):
        seat = seats[turn % len(seats)]
        turn += 1
        ask = offer(seat)
        answer = PASS if ask is None else (yield ask)
        if answer == PASS:
            passed += 1
        else:
            yield from play(seat, answer)
            passed = 0


def choose(seat: int, rule: str, values: Sequence[Value], prompt: Prompt, labels: Labels = ()) -> Rule[Any]:
    """Ask a seat for one of the values; if there is only one, nobody is asked."""
    if len(values) == 1:
        return values[0]
    return (yield Choose(seat, rule, values, prompt, labels))


def vote(asks: Iterable[Choose], rule: str) -> Rule[dict[int, Value]]:
    """Ask several seats at once, in secret, and return each seat's answer."""
    asked = tuple(asks)
    answers: tuple[Value, ...] = yield Together(asked, rule)
    return {ask.seat: answer for ask, answer in zip(asked, answers, strict=True)}
