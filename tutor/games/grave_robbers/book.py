"""The registry of this game's rule functions, which the chapters in `rules` fill, and how its answers are worded."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tutor.engine.asks import Value
from tutor.engine.rules import Rules
from tutor.engine.table import Table

rule = Rules()

WORDS = 3
"""The most words that an answer has."""

P = ParamSpec("P")
G = TypeVar("G", bound=Table)


def told(tell: Callable[Concatenate[G, P], None]) -> Callable[Concatenate[G, P], None]:
    """Mark a function that only tells what has happened: it works nothing out when nobody listens."""

    @wraps(tell)
    def tell_if_heard(g: G, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if g.heard:
            tell(g, *args, **kwargs)

    return tell_if_heard


STUDENT = "student-films"
CLASSIC = "cult-classic"


def words_of(value: Value) -> tuple[str, str, str]:
    """Split an answer into verb, card and target: `("play", "cut", "run-away")`; what is not there is empty."""
    if not isinstance(value, tuple):
        return str(value), "", ""
    parts: Any = value if len(value) == WORDS else (*value, "", "")[:WORDS]
    verb, card, target = parts
    return verb, card, target
