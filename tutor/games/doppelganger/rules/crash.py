"""Crash Sites: exploring one hands out as many supplies as its tile says."""

from __future__ import annotations

from tutor.engine.core import Choose, Many, Rule
from tutor.games.doppelganger.book import rule
from tutor.games.doppelganger.desert import Cell, cell_name
from tutor.games.doppelganger.rules.crash_supplies import draw_pair, give_one
from tutor.games.doppelganger.table import Expedition


@rule("crash/trigger")
def explore(g: Expedition, cell: Cell) -> Rule[None]:
    """A Crash Site without a Map Token hands out its supplies when the pawn enters."""
    g.step("move-crash-test")
    tile = g.desert.placed[cell].tile
    if not tile.crash:
        return
    if not g.desert.unexplored(cell):
        g.note("crash/once-only", "{cell} already has a Map Token, so its supplies are gone", cell=cell_name(cell))
        return
    g.step("crash-begin")
    if g.reading("crash/mandatory") == "may-decline":
        value = yield Choose(
            g.leader,
            "crash/mandatory",
            ("explore", "decline"),
            f"The Team has reached the Crash Site at {cell_name(cell)}. Do you explore it?",
            ("Explore the Crash Site", "Leave it unexplored"),
        )
        if value == "decline":
            g.note("crash/mandatory", "{who} leaves the Crash Site unexplored", who=g.names[g.leader])
            return
    g.note(
        "crash/trigger",
        "{cell} is a Crash Site, so {who} hands out {n:supply|supplies} at no further cost and decides who gets {them}",
        also=("crash/rounds", "crash/mandatory", "crash/no-extra-cost", "crash/all-to-one"),
        cell=cell_name(cell),
        who=g.names[g.leader],
        n=Many(tile.crash),
        them="it" if tile.crash == 1 else "them",
    )
    yield from hand_out(g, cell, tile.crash)


@rule("crash/rounds")
def hand_out(g: Expedition, cell: Cell, rounds: int) -> Rule[None]:
    """The leader draws cards, gives one of them to a player and discards the rest, `rounds` times."""
    for done in range(rounds):
        g.step("crash-draw")
        yield from draw_pair(g)
        if not g.pair:
            g.note(
                "crash/no-cards-left",
                "there are no supplies left, so the Team gets {n:supply|supplies} fewer",
                n=Many(rounds - done),
            )
            if g.reading("crash/no-cards-left") == "stays-unexplored":
                return
            break
        yield from give_one(g)
        g.step("crash-step-done")
    if take_map_token(g):
        g.step("crash-token")
        g.desert.explored.add(cell)
        g.note("crash/token-after", "a Map Token is put on {cell}", cell=cell_name(cell))


def take_map_token(g: Expedition) -> bool:
    """Take a Map Token, and return whether there was one; they run out only under one reading."""
    if g.reading("components/map-tokens-unlimited") == "unlimited":
        return True
    if not g.map_tokens:
        g.note("components/map-tokens-unlimited", "there are no Map Tokens left")
        return False
    g.map_tokens -= 1
    return True
