"""What the six actions of a turn have in common."""

from __future__ import annotations

from tutor.engine.core.moves import Move
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator


class Action(Move[Conspiracy, Investigator]):
    """One of the six actions, of which a turn has two."""

    heading = "Actions"
