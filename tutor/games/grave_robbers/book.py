"""The registry of this game's rule functions, which the chapters in `rules` fill, and how its answers are worded."""

from typing import Any

from tutor.engine.core.asks import Value
from tutor.engine.core.rules import Rules

rule = Rules()

WORDS = 3
"""The most words that an answer has."""

STUDENT = "student-films"
CLASSIC = "cult-classic"


def words_of(value: Value) -> tuple[str, str, str]:
    """Split an answer into verb, card and target: `("play", "cut", "run-away")`; what is not there is empty."""
    if not isinstance(value, tuple):
        return str(value), "", ""
    parts: Any = value if len(value) == WORDS else (*value, "", "")[:WORDS]
    verb, card, target = parts
    return verb, card, target
