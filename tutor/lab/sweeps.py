"""Sweeps: the same games played with one value after another, and a measure for each value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from itertools import product
from math import prod
from typing import Any

from tutor.engine.book.files import BadInput, known, parse_toml
from tutor.engine.core.game import Game, find_game
from tutor.lab.card_rows import row_of
from tutor.lab.compare import Figure, figure
from tutor.lab.measures import measures_of
from tutor.lab.pools import Played, Pool, play_all
from tutor.lab.simulate import Plan, Progress, Row
from tutor.lab.writing import Doc, scene_text

MOST_POINTS = 400
"""Combinations of values in one sweep."""

KINDS = ("parameters.RULE", "readings.RULE", "cards.TYPE.ID.FIELD", "players")
"""What can be swept."""


@dataclass(frozen=True, slots=True)
class Point:
    """A measure for one combination of the swept values."""

    values: dict[str, Any]
    figure: Figure
    rows: tuple[Row, ...]


def sweep(
    plan: Plan,
    values: Mapping[str, Sequence[Any]],
    measure: str,
    progress: Progress | None = None,
    pool: Callable[[], Pool] | None = None,
) -> list[Point]:
    """Play the games of a plan for every combination of values, the same seeds each time.

    Args:
        plan: What is played; everything that is not swept stays as it says.
        values: What is swept (one of `KINDS`) and the values that it takes.
        measure: One of `measures_of`.
        progress: Called with the number of games played and the number of all games.
        pool: Makes the pool to play in; None plays in this process.

    Raises:
        BadInput: if a name, a value or the measure does not fit; in that case, nothing has been played.
    """
    check_measure(plan, measure)
    points = prod(len(some) for some in values.values())
    if not values or not points or points > MOST_POINTS:
        raise BadInput(
            "the sweep", "", f"expected 1 to {MOST_POINTS} combinations of values, got {points * bool(values)}"
        )
    combinations = [dict(zip(values, some, strict=True)) for some in product(*values.values())]
    plans = [turned(plan, found) for found in combinations]
    for one in plans:
        measures_of(one)  # lays the table out, so that errors are reported before anything is played
    played: list[Point] = []
    for found, one in zip(combinations, plans, strict=True):
        part: Played = play_all([one], pool and pool(), _on_from(progress, len(played) * plan.games, points))
        rows = tuple(part.rows[0])
        played.append(Point(found, figure(rows, measure), rows))
    return played


def _on_from(progress: Progress | None, before: int, points: int) -> Progress | None:
    """A function that reports the progress of one point as that of the whole sweep."""
    if progress is None:
        return None
    return lambda done, total: progress(before + done, total * points)


def check_measure(plan: Plan, measure: str) -> None:
    """Refuse a measure that games of this plan do not have.

    Raises:
        BadInput: with similar names.
    """
    there = measures_of(plan)
    if measure not in there and not measure.startswith("end:"):
        near = get_close_matches(measure[:80], there, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {known(there, measure)}"
        raise BadInput("measure", measure, f"no such thing is measured; {hint}")


def turned(plan: Plan, values: Mapping[str, Any]) -> Plan:
    """The plan with other values.

    Raises:
        BadInput: if there is nothing of that name to change.
    """
    for key, value in values.items():
        kind, _, name = key.partition(".")
        if key == "players":
            plan = replace(plan, players=value)
        elif kind == "parameters" and name:
            plan = replace(plan, parameters={**dict(plan.parameters), name: value})
        elif kind == "readings" and name:
            plan = replace(plan, readings={**dict(plan.readings), name: value})
        elif kind == "cards" and name:
            plan = replace(plan, scene=_with_card(plan, key, value))
        else:
            raise BadInput("the sweep", key, f"expected one of {', '.join(KINDS)}")
    return plan


def _with_card(plan: Plan, key: str, value: Any) -> str:
    """The text of the plan's scene with one field of a card changed."""
    game = find_game(plan.game)
    _, *names = key.split(".")
    if len(names) != 3:
        raise BadInput("the sweep", key, "expected cards.TYPE.ID.FIELD")
    kind, id, name = names
    doc: Doc = parse_toml(plan.scene, plan.file) if plan.scene else {"game": game.id}
    if "answers" in doc or "case" in doc:
        raise BadInput(plan.file, "", "cards cannot be changed in a record or in a file with cases; use a scene")
    given = doc.get("cards", {}).get(kind, [])
    rows = [dict(row) for row in (given if isinstance(given, list) else [given])]
    row = next((row for row in rows if row.get("id") == id), None)
    if row is None:
        row = card_row(game, kind, id)
        rows.append(row)
    allowed = [one.name for one in fields(game.card_types[kind]) if one.name != "id"] if kind in game.card_types else []
    if name not in allowed:
        raise BadInput("the sweep", key, f"a card of this type has no “{name}”; it has: {known(allowed, name)}")
    row[name] = list(value) if isinstance(value, tuple) else value
    return scene_text({**doc, "cards": {**doc.get("cards", {}), kind: rows}})


def card_row(game: Game, kind: str, id: str) -> dict[str, Any]:
    """A card of the stand-in set as a card file writes it, without what is left at its default.

    Raises:
        BadInput: if there is no such type or card.
    """
    if kind not in game.card_types:
        raise BadInput("cards", kind, f"no such type of card; known: {known(game.card_types, kind)}")
    there = [card.id for card in game.cards.of_type(kind)]
    if id not in there:
        raise BadInput("cards", id, f"no such card of type {kind}; known: {known(there, id)}")
    row: dict[str, Any] = row_of(game.cards[id])
    return row
