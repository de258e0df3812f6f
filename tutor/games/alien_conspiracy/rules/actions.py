"""What the six actions of a turn have in common."""

from __future__ import annotations

from tutor.engine.core import Many, Move, Refusal
from tutor.games.alien_conspiracy.layout import at, named
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator


class Action(Move[Conspiracy, Investigator]):
    """One of the six actions, of which a turn has two."""

    heading = "Actions"

    @staticmethod
    def elsewhere(g: Conspiracy, hero: Investigator, place: str, rule: str, what: str) -> Refusal:
        """Return why an action needs another location, with the distance and the first step there."""
        way = g.layout.way(hero.at, place)
        why = f"you can {what} only {at(place)}, and you are {Many(len(way)):step} away, {at(hero.at)}"
        fix = f"Move to {named(way[0])} first." if way[1:] else f"Move to {named(place)}."
        return Refusal(rule, why, fix, ("move", way[0]))
