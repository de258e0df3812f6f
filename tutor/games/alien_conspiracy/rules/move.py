"""Action 1: move one step to a location that touches along a side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.engine.core import Refusal, Value
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import MARKS, any_of, at, named
from tutor.games.alien_conspiracy.rules.actions import Action
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator

MIDDLE = "middle"
"""The empty space that a player may try to enter in the standard layout but cannot."""


class Go(Action):
    """Move to an adjacent location."""

    verb = node = "move"

    def label(self, g: Conspiracy, hero: Investigator, place: str) -> str:
        return "Move to the middle" if place == MIDDLE else f"Move to {named(place)}"

    def tries(self, g: Conspiracy, hero: Investigator) -> Sequence[Value]:
        return self.each((*MARKS, MIDDLE) if g.layout.standard else MARKS)

    def refuse(self, g: Conspiracy, hero: Investigator, place: str) -> Iterator[Refusal]:
        layout, here = g.layout, hero.at
        beside = layout.neighbours[here]
        one_of = f"From {named(here)}, you can move to {any_of(beside)}."
        if place == MIDDLE:
            why = "you can move only to an adjacent location, and the empty middle isn’t a location"
            yield Refusal("move/must-be-adjacent", why, one_of, ("move", beside[0]))
            why = "there is no location in the middle of the ring, so you can’t move there"
            yield Refusal("board/middle-is-nowhere", why, "Move along the ring.")
        elif place == here:
            yield Refusal("move/must-be-adjacent", f"you are already {at(here)}", one_of, ("move", beside[0]))
        elif place not in beside:
            way = layout.way(here, place)
            yield Refusal(
                "move/must-be-adjacent",
                f"{named(place)} is {len(way)} steps from {named(here)}, and a move is only one step",
                f"Go to {named(way[0])} first.",
                ("move", way[0]),
            )
            round_way = f"Go by way of {named(way[0])}."
            if layout.between(here, place) == (1, 1):
                why = f"{named(here)} and {named(place)} touch only at a corner, and you can’t move diagonally"
                yield Refusal("board/no-diagonals", why, round_way)
            if layout.standard and layout.across_gap(here, place):
                why = f"the empty middle is between {named(here)} and {named(place)}, and you can’t cross it"
                yield Refusal("board/middle-is-nowhere", why, round_way)

    @staticmethod
    @rule("move/one-step")
    def do(g: Conspiracy, hero: Investigator, place: str) -> None:
        """The piece goes to an adjacent location; arriving does nothing by itself."""
        g.note(
            "move/one-step",
            "{who} moves from {start} to {place}",
            also=("board/side-adjacency",),
            who=g.name(hero),
            start=named(hero.at),
            place=named(place),
        )
        hero.at = place
