"""What all questions have in common, their answers as plain data, and how such an answer is spelt."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias, TypeVar

Value: TypeAlias = "str | int | tuple[Value, ...]"
"""An answer as plain data: an atom or a tuple of values. Players are named in values by name, not by index."""

Random: TypeAlias = Callable[[], float]
"""A source of chance: each call returns a number from 0 up to, but not including, 1."""

T = TypeVar("T")
Rule: TypeAlias = Generator["Ask", Any, T]
"""What a rule function returns: a generator that asks, is sent answers and ends with a `T`."""


def spell(value: Any) -> str:
    """Return the one-line text of an answer: its atoms, separated by spaces, inner tuples in brackets.

    The same text is written in records, scenes and pages. `("move", "3")` reads `move 3`.
    """
    if isinstance(value, tuple | list):
        return " ".join(f"[{spell(part)}]" if isinstance(part, tuple | list) else str(part) for part in value)
    return str(value)


def folded(text: str) -> str:
    """Return a text in the form in which answers and labels are compared, without regard to case and spaces."""
    return " ".join(text.split()).casefold()


class Ask:
    """Anything a rule may yield."""

    __slots__ = ()
    rule: str
    """The id of the rule that asks."""
    seat: Any
    """The seat that answers, a number; None for chance and for several at once."""

    def resolve(self, choose: Callable[[Any], Value], random: Random) -> Any:
        """Return an answer: `choose` is called with a seat's `Choose` and decides for it, `random` for chance."""
        raise NotImplementedError

    def accepts(self, answer: Any) -> bool:
        """Whether `answer` may be given."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """Return the answer that `text` spells.

        Raises:
            ValueError: if the text is not a possible answer here; the message says what was expected.
        """
        raise NotImplementedError

    def renew(self) -> None:
        """Forget what was worked out before, because the table has changed while this waited for its answer."""


class Cut(Ask):
    """Not a question: the running rule and everything that called it end here, and the agenda goes on.

    In this way, a game can end in the middle of a turn: the rule clears the agenda and yields a cut.
    """

    __slots__ = ("rule", "seat")

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.seat = None
