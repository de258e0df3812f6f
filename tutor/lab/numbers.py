"""Numbers taken apart: a total as its game calculates it, and what each step added to a number of the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.core.asks import Roll
from tutor.engine.core.match import Match
from tutor.engine.core.sums import Sum
from tutor.lab.branch import Branch, settled


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a number, its source, and the rules that add it."""

    n: int
    label: str
    rules: tuple[str, ...] = ()
    card: str = ""
    """The id of the card that adds it, if one does."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the position, which is the sum of its parts."""

    label: str
    n: int
    parts: list[Part] = field(default_factory=list)


def totals_of(match: Match) -> dict[str, Number]:
    """Return the totals of a position by their names, each with the parts that its game adds.

    These are the number that a pending roll is compared with, the totals with which players calculate, and what
    the view shows as sums.
    """
    ask, game, table = match.ask, match.game, match.table
    aim = ask.aim() if isinstance(ask, Roll) and ask.aim is not None else None
    aimed = [aim.total] if aim is not None and aim.total is not None else []
    return {one.name: _taken_apart(one) for one in [*_sums(game.view(table, None)), *game.totals(table), *aimed]}


def _taken_apart(total: Sum) -> Number:
    parts = [Part(part.n, part.text, (part.rule,) if part.rule else (), part.card) for part in total.parts]
    if total.bound:
        parts.append(Part(int(total) - sum(part.n for part in parts), total.bound))
    return Number(total.name, int(total), parts)


def _sums(value: Any) -> Iterator[Sum]:
    """Every sum in plain data."""
    if isinstance(value, Sum):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _sums(part)


def numbers_of(branch: Branch) -> list[Number]:
    """Every number that changed since the branch began, in the order of the position; points come first.

    Cards that are only listed count, too: a hand of four cards is a number.
    """
    here = settled(branch.start)
    before = _numbers(here)
    found = {label: [Part(n, "at the beginning")] for label, n in before.items()}
    told = len(here.notes)
    copy = Branch(branch.name, branch.doc, (), branch.find)
    for step in branch.steps:
        copy.take(step)
        here = copy.here
        after = _numbers(here)
        rules = tuple(dict.fromkeys(id for note in here.notes[told:] for id in note.rules.split()))
        after = {**dict.fromkeys(before, 0), **after}
        for label in [label for label in after if after[label] != before.get(label, 0)]:
            part = Part(after[label] - before.get(label, 0), said(step), rules)
            found.setdefault(label, [Part(0, "at the beginning")]).append(part)
        before, told = after, len(here.notes)
    return [Number(label, before[label], parts) for label, parts in found.items() if len(parts) > 1]


def said(step: Any) -> str:
    """Return a step in a few words."""
    if isinstance(step, Mapping):
        name = next((key for key in ("answer", "refused", "undo", "luck", "expect") if key in step), "step")
        what = f"“{step[name]}”" if name in ("answer", "refused") else name
        return f"{step.get('seat', '')} {what}".strip()
    return f"“{step}”"


def _numbers(match: Match) -> dict[str, int]:
    table, game = match.table, match.game
    scores = {f"points · {n}": s for n, s in zip(table.names, game.outcome(table).scores, strict=False)}
    return scores | dict(_leaves(game.position(table, None), ()))


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    label = " · ".join(path[1:] if path[:1] == ("players",) else path)
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(part, (*path, str(key).replace("_", " ")))
    elif isinstance(value, list):
        yield f"{label}, how many", len(value)
        if any(isinstance(part, Mapping) for part in value):
            for n, part in enumerate(value):
                name = part.get("card", str(n + 1)) if isinstance(part, Mapping) else str(n + 1)
                yield from _leaves(part, (*path, str(name)))
    elif type(value) is int:
        yield label, value
