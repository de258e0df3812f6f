"""What can be measured in a simulated game: wins, points, length, ends, and what the game itself counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from tutor.lab.simulate import Plan, Row, beginning


def value_of(row: Row, measure: str) -> float:
    """Return a row's value of a measure (one of `measures_of`). A share counts 1 for yes and 0 for no."""
    kind, _, rest = measure.partition(":")
    match kind:
        case "won":
            return float(rest in row.winners if rest else bool(row.winners))
        case "score":
            return float(row.scores[rest] if rest else fmean(row.scores.values()))
        case "answers":
            return float(row.answers)
        case "end":
            return float(row.end == rest)
        case "reached":
            return float(rest in row.reached)
        case _:
            met = row.measures[kind]
            return float(rest in met if rest else bool(met))


def is_share(measure: str) -> bool:
    """Whether a measure is yes or no in every game."""
    return measure.partition(":")[0] not in ("score", "answers")


def measures_of(plan: Plan, rows: Iterable[Row] = ()) -> dict[str, str]:
    """Return everything that can be measured in the games of a plan: id → words.

    The ends are those in `rows`. If there are rows, what the game itself measures is left out if it is never met there.

    Raises:
        BadInput: if anything in the plan does not fit.
    """
    begun = beginning(plan)
    game, names = begun.game, begun.names
    played = [row for row in rows if not row.trouble]
    found = {f"won:{name}": f"{name} wins" for name in names}
    found["won"] = "somebody wins"
    if game.outcome(begun.table).scores:
        found |= {f"score:{name}": f"points of {name}" for name in names} | {"score": "points on average"}
    found["answers"] = "answers in a game"
    for measure in game.measures:
        met = {name for row in played for name in row.measures[measure.id]} if played else set(names)
        if met:
            found[measure.id] = f"{measure.text} (anybody)"
        found |= {f"{measure.id}:{name}": f"{measure.text} ({name})" for name in names if name in met}
    ends = Counter(row.end for row in played)
    found |= {f"end:{end}": f"the game ends: {end}" for end, _ in ends.most_common() if end}
    if plan.reached:
        found |= {f"reached:{entry.id}": f"{entry.id} comes up" for entry in game.book if entry.enforceable}
    return found


def flat(row: Row, names: Sequence[str]) -> dict[str, Any]:
    """Return a row as one line of a table: a column for every player's win, points and measures."""
    line: dict[str, Any] = {"seed": row.seed, "answers": row.answers, "end": row.end, "trouble": row.trouble}
    line |= {f"won {name}": name in row.winners for name in names}
    line |= {f"score {name}": row.scores[name] for name in names if name in row.scores}
    for measure, met in row.measures.items():
        line |= {f"{measure} {name}": name in met for name in names}
    return line
