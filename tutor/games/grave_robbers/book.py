"""The registry of this game's rule functions, which the chapters in `rules` fill, and how its answers are worded."""

from tutor.engine.asks import Value
from tutor.engine.rules import Rules

rule = Rules()

STUDENT = "student-films"
CLASSIC = "cult-classic"


def words_of(value: Value) -> tuple[str, str, str]:
    """Split an answer into verb, card and target: `("play", "cut", "run-away")`; what is not there is empty."""
    parts = value if isinstance(value, tuple) else (value,)
    verb, card, target = (*map(str, parts), "", "")[:3]
    return verb, card, target
