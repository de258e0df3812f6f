"""The turn as a line above the table: the places behind, the current one, and those that are likely to come."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import cast

from tutor.engine.book.flow import Flow as TurnFlow
from tutor.engine.book.flow import Node
from tutor.ui.model import Flow, FlowStop

STEPS_BEHIND, STEPS_AHEAD = 5, 4
"""How many places of the turn are shown before and after the current one."""


def flow_of(flow: TurnFlow, steps: Sequence[str], variants: Container[str] = ()) -> Flow:
    """Return the turn as a line: the last steps, the current one, and the likely next ones.

    Only the current one may be a question; what the rules have to check on the way is left out, and so is what belongs
    to variants that are not in play.
    """
    here = steps[-1]
    behind: list[str] = []
    for id in reversed(steps[:-1]):
        node = flow.nodes[id]
        if id not in behind and id != here and not _is_question(node) and _in_play(node, variants):
            behind.append(id)
        if len(behind) == STEPS_BEHIND:
            break
    passed, ahead = {here, *behind}, list[str]()
    following = _likely_next(flow, here, passed, variants)
    while following is not None and len(ahead) < STEPS_AHEAD:
        passed.add(following)
        if _in_play(flow.nodes[following], variants):
            ahead.append(following)
        following = _likely_next(flow, following, passed, variants)
    line = [(id, "done") for id in reversed(behind)] + [(here, "now")] + [(id, "next") for id in ahead]
    return {"nodes": [cast("FlowStop", {"id": id, "label": flow.nodes[id].short, "state": s}) for id, s in line]}


def _is_question(node: Node) -> bool:
    return node.short.endswith("?")


def _in_play(node: Node, variants: Container[str]) -> bool:
    return not node.variants or any(variant in variants for variant in node.variants)


def _likely_next(flow: TurnFlow, place: str, passed: Container[str], variants: Container[str]) -> str | None:
    """Return where the turn goes on from a place; None if that depends on an answer or on what the rules have to check.

    Whatever is decided or rolled, the next phase comes. The way leads past a place of a variant that is not in play if
    it can.
    """
    ways = [flow.nodes[way.end] for way in flow.ways_on(place) if way.end not in passed]
    ways = [node for node in ways if _in_play(node, variants)] or ways
    if flow.nodes[place].kind != "phase" and len(ways) > 1:
        ways = [node for node in ways if node.kind == "phase"]
    return ways[0].id if ways and not _is_question(ways[0]) else None
