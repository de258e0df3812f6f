"""An unclear rule tried out: one scene under each of its readings, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game
from tutor.lab.branch import Branch
from tutor.lab.columns import side_by_side
from tutor.lab.writing import Doc


def where_it_matters(game: Game, rule: str, scenes: Iterable[tuple[Doc, Sequence[Any]]]) -> list[Branch]:
    """Play scenes with their steps under every reading of a rule, until a player could see that the readings differ.

    Returns:
        A branch for each reading, ours first, right after the step that showed a difference; the remaining steps
        can be redone. Scenes after which the game goes on are preferred. If no scene shows a difference, the
        branches are those of the last scene that can be laid out, or of a new game.
    """
    ended: list[Branch] = []
    alike: list[Branch] = []
    for doc, steps in scenes:
        try:
            branches = _under_each(game, rule, doc)
        except BadInput:  # a reading that this scene does not allow
            continue
        if not _shows(branches, rule, [step for step in steps if isinstance(step, str)]):
            alike = branches
        elif all(branch.here.ask is not None for branch in branches):
            return branches
        else:
            ended = ended or branches
    return ended or alike or _under_each(game, rule, {"game": game.id, "players": _players(game, rule), "seed": 1})


def _players(game: Game, rule: str) -> int:
    """The smallest number of players that all readings allow."""
    counts = [set(game.seat_counts({rule: option.id})) for option in game.book[rule].options]
    return min(set.intersection(*counts))


def _under_each(game: Game, rule: str, doc: Doc) -> list[Branch]:
    entry = game.book[rule]
    options = sorted(entry.options, key=lambda option: option.id != entry.default)
    return [
        Branch(option.id, {**doc, "readings": {**doc.get("readings", {}), rule: option.id}}, (), lambda id: game)
        for option in options
    ]


def _shows(branches: Sequence[Branch], rule: str, steps: Sequence[str]) -> bool:
    """Take steps on all branches until the branches differ, and return whether they do."""
    for n, step in enumerate(steps, 1):
        try:
            for branch in branches:
                branch.take(step)
        except BadInput:
            return True
        if _differ(branches, rule):
            for branch in branches:
                branch.undone[:] = reversed(steps[n:])
            return True
    return _differ(branches, rule)


def _differ(branches: Sequence[Branch], rule: str) -> bool:
    lines = side_by_side([branch.here for branch in branches])
    return any(line.differs and line.place != f"reading of {rule}" for line in lines)
