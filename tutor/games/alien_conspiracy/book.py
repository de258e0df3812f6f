"""The registry of this game's rule functions, which the chapters in `rules` fill, and how its answers are worded."""

from tutor.engine.asks import Value
from tutor.engine.rules import Rules

rule = Rules()


def verb_of(value: Value) -> tuple[str, tuple[str, ...]]:
    """Split an answer into its verb and the rest: `("move", "3")` into `"move"` and `("3",)`."""
    if isinstance(value, tuple):
        return str(value[0]), tuple(map(str, value[1:]))
    return str(value), ()
