"""Positions side by side: everything that a player could see of each, line by line, with the differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tutor.engine.core.asks import Roll, spell
from tutor.engine.core.match import Match
from tutor.engine.core.table import Many, Table
from tutor.engine.play.expecting import choices
from tutor.lab.numbers import totals_of
from tutor.lessons.questions import to_hit

NOTHING = "–"
NO_AIM = "no roll with a target is due"


class Seen(NamedTuple):
    """One thing that a player can see of a position."""

    place: str
    value: str
    says: str
    """The same as a clause that can follow “in this position”."""
    unless: str
    """The clause for a position without such a thing."""
    closed: bool = False
    """Whether it is a closed answer; a position that does not offer it at all does not count as different."""


class Line(NamedTuple):
    """One thing that a player can see, for every position."""

    place: str
    values: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    """The same values as clauses, one for each position."""

    @property
    def differs(self) -> bool:
        """Whether the positions differ in it."""
        return len(set(self.values)) > 1

    def sentence(self, names: Sequence[str]) -> str:
        """What each position says about it; `names` are the names of the positions."""
        said = [f"on “{name}” {clause}" for name, clause in zip(names, self.clauses, strict=True)]
        return f"{', while '.join(said)}.".replace("on", "On", 1)


def side_by_side(matches: Sequence[Match]) -> list[Line]:
    """Everything that could be seen of some positions: setup, questions, open answers, totals, and what is where."""
    every = [{one.place: one for one in seen(match)} for match in matches]
    places = {place: one for seen in every for place, one in seen.items()}
    lines = []
    for place, known in places.items():
        there = [one.get(place) for one in every]
        if None in there and all(one.closed for one in there if one):
            continue
        values = tuple(one.value if one else NOTHING for one in there)
        lines.append(Line(place, values, tuple(one.says if one else known.unless for one in there)))
    return lines


def seen(match: Match) -> Iterator[Seen]:
    """Yield everything that could be seen of a position."""
    table, game, ask = match.table, match.game, match.ask
    variants = [game.variants[id] for id in sorted(table.variants)]
    with_variants = f"it is played with {_in_words(variants)}" if variants else "it is played without variants"
    yield Seen("variants", ", ".join(sorted(table.variants)) or NOTHING, with_variants, "")
    for id, reading in game.book.changed(table.readings).items():
        options = {option.id: option.text.rstrip(".") for option in game.book[id].options}
        read = f"the rule {id} is read as “{{}}”".format
        yield Seen(f"reading of {id}", reading, read(options[reading]), read(options[game.book.defaults[id]]))
    for id, n in table.parameters.changed().items():
        default = next(one.default for one in game.parameters.declared() if one.rule == id)
        yield Seen(f"parameter {id}", str(n), f"the number set by {id} is {n}", f"the number set by {id} is {default}")
    asked = _asked(match)
    yield Seen("asked", asked, asked_in_words(match), "")
    for part in choices(ask):
        name = table.names[part.seat]
        for option in part.options():
            reasons = "; ".join(f"{one.why} ({one.rule})" for one in option.refusals)
            answer = spell(option.value)
            yield Seen(
                f"{name}: {answer}",
                f"closed: {reasons}" if reasons else "open",
                f"{name} can’t answer “{answer}” because {reasons}" if reasons else f"{name} can answer “{answer}”",
                f"{name} isn’t offered “{answer}”",
                closed=bool(reasons),
            )
    if isinstance(ask, Roll) and ask.aim is not None:
        aim = ask.aim()
        chance = to_hit(ask).low
        yield Seen("aim", f"{aim.text}: {chance}", f"the roll succeeds in {chance} of all cases ({aim.text})", NO_AIM)
    totals = totals_of(match)
    for name, total in totals.items():
        parts = " ".join(f"{part.n:+} {part.label}" for part in total.parts)
        added = f"{name} is {total.n}" + (f", made of {parts}" if len(total.parts) > 1 else "")
        yield Seen(name, f"{total.n} = {parts}" if parts else str(total.n), added, f"there is nothing called {name}")
    outcome = game.outcome(table)
    for name, n in zip(table.names, outcome.scores, strict=False):
        if f"points of {name}" not in totals:
            yield Seen(f"points of {name}", str(n), f"{name} has {Many(n):point}", f"{name} has no points")
    if outcome.over:
        yield Seen("end", outcome.reason, f"the game is over ({outcome.reason})", "the game goes on")
    yield from _leaves((), game.position(table, None), table)


def asked_in_words(match: Match) -> str:
    """Say who is asked what, or what luck decides, as a clause."""
    ask = match.ask
    if ask is None:
        return "nothing is asked any more"
    if isinstance(ask, Roll):
        return f"{Many(ask.dice):die|dice} {'is' if ask.dice == 1 else 'are'} rolled ({ask.rule})"
    asked = [f"{match.table.names[part.seat]} is asked “{part.prompt()}”" for part in choices(ask)]
    return f"{', and '.join(asked) or 'chance decides'} ({ask.rule})"


def _asked(match: Match) -> str:
    ask = match.ask
    if ask is None:
        return "the game is over"
    asked = [f"{match.table.names[part.seat]}: {part.prompt()}" for part in choices(ask)]
    if isinstance(ask, Roll):
        asked = [f"{Many(ask.dice):die|dice}"]
    return f"{' '.join(asked)} ({ask.rule})".strip()


def _leaves(path: tuple[str, ...], value: Any, table: Table) -> Iterator[Seen]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            inner = str(key).replace("_", " ")
            yield from _leaves((*(() if path == ("players",) else path), inner), part, table)
        return
    owner = f"{path[0]}’s " if path[0] in table.names else ""
    what = owner + ", ".join(path[1:] if owner else path)
    verb = "are" if what.endswith("s") and not what.endswith("ss") else "is"
    unless = f"{what} {verb}n’t there"
    if isinstance(value, list):
        unless = f"there is nothing in {what}"
        says = f"there {'is' if len(value) == 1 else 'are'} {_in_words(value, table)} in {what}" if value else unless
    else:
        says = f"{what} {verb} {_in_words(value, table)}" if value != "" else f"{what} {verb}n’t set"
    yield Seen(" · ".join(path), _in_words(value), says, unless)


def _in_words(value: Any, table: Table | None = None) -> str:
    """Return a value as text; with a table, cards have their names."""
    if isinstance(value, list):
        return ", ".join(_in_words(one, table) for one in value) or NOTHING
    if isinstance(value, Mapping):
        there = {key: part for key, part in value.items() if part is not False and part not in ("", [])}
        said = (f"{key} {_in_words(part, table)}" for key, part in there.items())
        return " ".join(said) or NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == "":
        return NOTHING
    return table.called(value) if table is not None and isinstance(value, str) else str(value)
