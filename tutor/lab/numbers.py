"""Numbers taken apart: what each step added to every number of a position that changed, and by which rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.core.match import Match
from tutor.lab.branch import Branch, settled


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a number, where it came from, and the rules that spoke then."""

    n: int
    label: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the position; it is the sum of its parts."""

    label: str
    n: int
    parts: list[Part] = field(default_factory=list)


def numbers_of(branch: Branch) -> list[Number]:
    """Every number that changed since the branch began, in the order of the position; points come first.

    Cards that are only listed count too: a hand of four is a number.
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
    """A step in a few words."""
    if isinstance(step, Mapping):
        name = next((key for key in ("answer", "refused", "undo", "luck", "expect") if key in step), "step")
        what = f"“{step[name]}”" if name in ("answer", "refused") else name
        return f"{step.get('seat', '')} {what}".strip()
    return f"“{step}”"


def _numbers(match: Match) -> dict[str, int]:
    table, game = match.table, match.game
    scores = {f"points · {n}": s for n, s in zip(table.names, game.standing(table).scores, strict=False)}
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
