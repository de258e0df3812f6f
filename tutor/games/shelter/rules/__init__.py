"""The rules, one module a chapter, in the book's order."""

from tutor.games.shelter.rules import (  # noqa: I001  (the book's order)
    setup,
    opening,
    order,
    turn,
    items,
    furniture,
    effects,
    changes,
    spaceship,
    death,
    decay,
)

__all__ = [
    "changes",
    "death",
    "decay",
    "effects",
    "furniture",
    "items",
    "opening",
    "order",
    "setup",
    "spaceship",
    "turn",
]
