"""Positions side by side: everything that a player could see of each, line by line, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tutor.engine.core.asks import Choose, Roll, Together, spell
from tutor.engine.core.match import Match
from tutor.engine.core.table import Many
from tutor.engine.play.expecting import choices
from tutor.lab.numbers import totals_of

NOTHING = "–"


class Line(NamedTuple):
    """One thing that can be seen, in every position."""

    place: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the positions do not agree about it."""
        return len(set(self.values)) > 1


def side_by_side(matches: Sequence[Match]) -> list[Line]:
    """Everything that could be seen of some positions: what is played with, asked and open, totals, what lies where."""
    every = [dict(seen(match)) for match in matches]
    places = list(dict.fromkeys(place for one in every for place in one))
    return [Line(place, tuple(one.get(place, NOTHING) for one in every)) for place in places]


def seen(match: Match) -> Iterator[tuple[str, str]]:
    """Yield everything that could be seen of a position: where it is, and what is there in words."""
    table, game, ask = match.table, match.game, match.ask
    yield "variants", ", ".join(sorted(table.variants)) or NOTHING
    yield from ((f"reading of {id}", reading) for id, reading in game.book.changed(table.readings).items())
    yield from ((f"parameter {id}", str(n)) for id, n in table.parameters.changed().items())
    yield "asked", _asked(match)
    for part in choices(ask) if isinstance(ask, Choose | Together) else ():
        for option in part.options():
            reasons = "; ".join(f"{one.why} ({one.rule})" for one in option.refusals)
            yield f"{table.names[part.seat]}: {spell(option.value)}", f"closed: {reasons}" if reasons else "open"
    if isinstance(ask, Roll) and ask.aim is not None:
        aim = ask.aim()
        yield "aim", f"{aim.text}: {sum(p for faces, p in ask.outcomes() if aim.hit(faces))}"
    for name, total in totals_of(match).items():
        parts = " ".join(f"{part.n:+} {part.label}" for part in total.parts)
        yield name, f"{total.n} = {parts}" if parts else str(total.n)
    outcome = game.outcome(table)
    yield from ((f"points of {name}", str(n)) for name, n in zip(table.names, outcome.scores, strict=False))
    if outcome.over:
        yield "end", outcome.reason
    yield from _leaves("", game.position(table, None))


def _asked(match: Match) -> str:
    ask = match.ask
    if ask is None:
        return "the game is over"
    who = f"{match.table.names[ask.seat]}: " if ask.seat is not None else ""
    words = f"{Many(ask.dice):die|dice}" if isinstance(ask, Roll) else ask.prompt() if isinstance(ask, Choose) else ""
    return f"{who}{words} ({ask.rule})".strip()


def _leaves(place: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            inner = str(key).replace("_", " ")
            yield from _leaves(inner if place in ("", "players") else f"{place} · {inner}", part)
    else:
        yield place, _in_words(value)


def _in_words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_in_words, value)) or NOTHING
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_in_words(part)}" for key, part in value.items()) or NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value != "" else NOTHING
