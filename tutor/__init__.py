"""An interactive rules tutor for five alien-themed tabletop games.

In Python or a notebook, designers begin with `tutor.game("shelter")`; `docs/designers.md` shows how.
Nothing is imported before it is used.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tutor.designer.begin import game, load, side_by_side
    from tutor.designer.game import Game
    from tutor.designer.match import Match
    from tutor.designer.widgets import Course, Lab, Table
    from tutor.engine.book.files import BadInput

if os.environ.get("RULES_TUTOR_COMPILED") == "yes":  # this process plays for another one that uses the compiled twin
    from tutor.compiled import use

    use()

__all__ = ["BadInput", "Course", "Game", "Lab", "Match", "Table", "game", "load", "side_by_side"]

_HOMES = {
    "BadInput": "tutor.engine.book.files",
    "Course": "tutor.designer.widgets",
    "Game": "tutor.designer.game",
    "Lab": "tutor.designer.widgets",
    "Match": "tutor.designer.match",
    "Table": "tutor.designer.widgets",
    "game": "tutor.designer.begin",
    "load": "tutor.designer.begin",
    "side_by_side": "tutor.designer.begin",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'tutor' has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"Any", "TYPE_CHECKING", "import_module", "os"})
