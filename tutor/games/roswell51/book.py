"""The registry of this game's rule functions, which the chapters in `rules` fill, and how its answers are worded."""

from tutor.engine.asks import Value
from tutor.engine.rules import Rules

rule = Rules()


def words_of(value: Value) -> tuple[str, ...]:
    """An answer as its words: `("take", "1")` as it is, `"rest"` as `("rest",)`."""
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
