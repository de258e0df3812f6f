"""Action 1: move one step to a location that touches along a side."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.engine.asks import Refusal
from tutor.games.alien_conspiracy.book import rule
from tutor.games.alien_conspiracy.layout import MARKS
from tutor.games.alien_conspiracy.table import Conspiracy, Investigator

MIDDLE = "middle"
"""What a player may try to enter in the standard layout, and cannot."""


def places_to_try(g: Conspiracy) -> tuple[str, ...]:
    """Everywhere that a player could try to move to."""
    return (*MARKS, MIDDLE) if g.layout.standard else MARKS


def refuse_move(g: Conspiracy, hero: Investigator, place: str) -> Iterator[Refusal]:
    """Yield why this investigator cannot enter `place` in one step."""
    layout, here = g.layout, hero.at
    beside = layout.neighbours[here]
    one_of = f"From {here} you can reach {' or '.join(beside)}."
    if place == MIDDLE:
        yield Refusal("move/must-be-adjacent", "no location lies there", one_of, ("move", beside[0]))
        yield Refusal("board/middle-is-nowhere", "the middle of the ring is empty: nobody can stand on it")
    elif place == here:
        yield Refusal("move/must-be-adjacent", f"you are on {here} already", one_of, ("move", beside[0]))
    elif place not in beside:
        way = layout.way(here, place)
        yield Refusal(
            "move/must-be-adjacent",
            f"{place} is {len(way)} steps from {here}, and a move is one step",
            f"Go to {way[0]} first.",
            ("move", way[0]),
        )
        if layout.between(here, place) == (1, 1):
            yield Refusal("board/no-diagonals", f"{here} and {place} touch at a corner only")
        if layout.standard and layout.across_gap(here, place):
            yield Refusal("board/middle-is-nowhere", f"the empty middle lies between {here} and {place}")


@rule("move/one-step")
def move(g: Conspiracy, hero: Investigator, place: str) -> None:
    """The piece goes to an adjacent location; arriving does nothing by itself."""
    g.note(
        "move/one-step board/side-adjacency",
        "{who} moves from {start} to {place}, which shares a side",
        who=g.name(hero),
        start=hero.at,
        place=place,
    )
    hero.at = place
