"""Scenes: any position as a short text, with what is done in it and what must hold (`docs/formats.md`).

The same format starts a lesson, a test, a drill, a simulation and the lab.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tutor.engine.book.bounds import MOST_CASES, MOST_STEPS
from tutor.engine.book.cards import read_cards
from tutor.engine.book.files import (
    BROKEN,
    BadInput,
    check_numbers,
    known,
    naming,
    parse_toml,
    quoted,
    shortened,
    structure,
)
from tutor.engine.core.game import Game, Setup, find_game
from tutor.engine.core.match import Match
from tutor.engine.core.own_cards import own_set
from tutor.engine.core.rules import START, Rules
from tutor.engine.core.table import Many, Table, Task

LONGEST_TITLE = 60
"""How many characters of a case's title an error shows."""


@dataclass(frozen=True, slots=True)
class Start:
    """The rule that a scene starts from, with its arguments; a player's name stands for the seat."""

    rule: str
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """A position, what is done in it, and what must hold."""

    game: str
    title: str = ""
    about: str = ""
    rules: tuple[str, ...] = ()
    """The rule ids that the scene is about."""
    players: Any = None
    """How many players, or their names; as many as the table names if left out."""
    variants: tuple[str, ...] = ()
    readings: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, int] = field(default_factory=dict)
    """Numbers other than the book's, by the rules that set them."""
    card_set: str = ""
    """The name of the host's own card set to play with; empty for the stand-in set."""
    cards: dict[str, Any] = field(default_factory=dict)
    """Test cards: type → list of cards, as in a card file; `origin` may be left out."""
    table: dict[str, Any] = field(default_factory=dict)
    """What differs from an empty table, in the game's own words; if it is empty, the game begins with its setup."""
    start: Start | None = None
    """The rule to run, instead of whatever comes next on the table."""
    anyway: bool = False
    """Lay the table out even if no game leads to such a position."""
    seed: int = 0
    play: tuple[Any, ...] = ()
    """The steps: texts (an answer, or `NAME: answer`) or tables (`Step`)."""
    file: str = ""
    """The file to name in errors."""

    def __repr__(self) -> str:
        begins = f"starts {self.start.rule}" if self.start else "in a position" if self.table else "from the setup"
        return f"<scene “{self.title}” of {self.game}: {begins}, {Many(len(self.play)):step}>"

    def match(self, game: Game | None = None, origin: str = "", cards: Any = None) -> Match:
        """Lay out the position and return a match in it.

        Args:
            game: The game, if it is not one of those found by folder.
            origin: The scene's own text, for the match's records.
            cards: The card set to play with; the stand-in set if None.

        Raises:
            BadInput: if anything in the scene does not fit.
        """
        with naming(self.file, "start" if self.start else "table"):
            game = game or find_game(self.game)
            table = self.lay_out(game, cards, _allowed if self.anyway else None)
            return Match(game, table, self.seed, origin)

    def setup(self, game: Game, cards: Any = None) -> Setup:
        """Return what this scene is played with.

        Raises:
            BadInput: if a player, a reading, a variant or a test card does not fit, or a number is too large.
        """
        for part in ("players", "cards", "table"):
            check_numbers(getattr(self, part), self.file, part)
        if self.start is not None:
            check_numbers(self.start.args, self.file, "start.args")
        if len(self.play) > MOST_STEPS:
            raise BadInput(self.file, "play", f"expected at most {MOST_STEPS:,} steps, got {len(self.play):,}")
        own = self._cards(game, self._set(game, cards))
        return game.setup(self._players(game), self.readings, self.variants, own, self.file, self.parameters)

    def lay_out(self, game: Game, cards: Any = None, implausible: Callable[[BadInput], None] | None = None) -> Any:
        """Return the table of this scene, with its agenda filled.

        Args:
            game: The game.
            cards: The card set to play with; the stand-in set if None.
            implausible: Called with everything that no game leads to, which is laid out all the same; None refuses it.

        Raises:
            BadInput: if anything in the scene does not fit.
        """
        game.book.check(self.rules, self.file, "rules")
        setup = self.setup(game, cards)
        if not self.table and self.start is None:
            return game.new(setup)
        table: Table = game.empty(setup)
        if implausible is not None:
            table.implausible = implausible
        try:
            game.place(table, self.table, self.file)
        except BadInput:
            raise
        except BROKEN as error:
            raise BadInput(self.file, "table", f"{game.title} cannot lay out such a table") from error
        if self.start is not None:
            startable = game.rules.startable(table.NOUNS)
            if self.start.rule not in startable:
                there = known(sorted(startable), self.start.rule)
                raise BadInput(self.file, "start.rule", f"{self.start.rule} cannot be started; these can: {there}")
            if missing := table.missing(self.start.rule):
                raise BadInput(self.file, f"table.{missing}", f"{self.start.rule} cannot begin without this")
            table.agenda[:] = [_task(game.rules, table, self.start, self.file)]
        return table

    def _players(self, game: Game) -> int | list[str]:
        if isinstance(self.players, int) and not isinstance(self.players, bool):
            return self.players
        if isinstance(self.players, list) and all(isinstance(name, str) for name in self.players):
            return self.players
        if self.players is not None:
            raise BadInput(self.file, "players", f"expected a number or a list of names, got {quoted(self.players)}")
        named = self.table.get("players")
        return list(named) if isinstance(named, dict) else game.seats[0]

    def _set(self, game: Game, cards: Any) -> Any:
        """The card set that the scene names, or the one that the caller gives."""
        if not self.card_set:
            return cards or game.cards
        return cards if cards and cards.name == self.card_set else own_set(game, self.card_set, self.file)

    def _cards(self, game: Game, cards: Any) -> Any:
        if not self.cards:
            return cards
        given = {kind: rows if isinstance(rows, list) else [rows] for kind, rows in self.cards.items()}
        rows = {
            kind: [{"origin": "stand-in", **row} if isinstance(row, dict) else row for row in rows]
            for kind, rows in given.items()
        }
        added = read_cards(rows, game.card_types, f"{self.file}: cards".strip(": "))
        made = cards.with_cards(added)
        for id in added:
            for complaint in game.check_card(made, made[id]):
                raise BadInput(self.file, "cards", complaint)
        return made


def _allowed(misfit: BadInput) -> None:
    """Do nothing, because the scene says that no game need lead here."""


def _task(rules: Rules, table: Table, start: Start, file: str) -> Task:
    """The agenda item that runs the rule of a start."""
    parameters = rules.parameters(start.rule)
    needed = sum(not kind.startswith("*") for kind in parameters.values())
    if not needed <= len(start.args) <= len(parameters):
        takes = ", ".join(f"{name} ({kind.strip('*')})" for name, kind in parameters.items()) or "nothing"
        raise BadInput(file, "start.args", f"{start.rule} takes {takes}; got {len(start.args)}")
    kinds = [kind.strip("*") for kind in parameters.values()]
    try:
        arguments = [_argument(table, *pair) for pair in zip(start.args, kinds, strict=False)]
    except ValueError as error:
        raise BadInput(file, "start.args", str(error)) from None
    by_name = any(isinstance(a, str) and kind in table.NOUNS for a, kind in zip(start.args, kinds, strict=False))
    return (START, start.rule, *arguments) if by_name else (start.rule, *arguments)


def _argument(table: Table, argument: Any, kind: str) -> Any:
    """An argument for a rule: a player's name becomes a seat where a number is expected; lists become tuples."""
    if isinstance(argument, list):
        return tuple(table.seat(part) if part in table.names else _argument(table, part, "") for part in argument)
    if isinstance(argument, str) and kind in table.NOUNS:
        table.noun(kind, argument)
    return table.seat(argument) if kind == "int" and isinstance(argument, str) else argument


def load_scenes(text: str, file: str) -> list[Scene]:
    """Read a scene file: one scene, or a common part with several `[[case]]`, each a scene of its own.

    A case is merged into the common part, table by table, after everything that it names under `without` is removed.

    Raises:
        BadInput: naming file, place and what was expected.
    """
    document = parse_toml(text, file)
    cases = document.pop("case", None)
    if cases is None:
        return [structure({**document, "file": file}, Scene, file)]
    scenes = []
    for n, case in enumerate(checked_cases(cases, file)):
        name = f"{file}: {shortened(str(case.get('title', f'case {n + 1}')), LONGEST_TITLE)}"
        whole = with_case(document, case, f"case[{n}]", file)
        scenes.append(structure({**whole, "file": name}, Scene, file, f"$.case[{n}]"))
    return scenes


def checked_cases(cases: Any, file: str) -> list[dict[str, Any]]:
    """The `[[case]]` tables of a scene file.

    Raises:
        BadInput: if there are none, or too many.
    """
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        raise BadInput(file, "case", f"expected at least one [[case]] table, got {quoted(cases)}")
    if len(cases) > MOST_CASES:
        raise BadInput(file, "case", f"expected at most {MOST_CASES} cases, got {len(cases):,}")
    return cases


def with_case(common: Mapping[str, Any], case: Mapping[str, Any], place: str, file: str) -> dict[str, Any]:
    """Return the common part of a file without what a case removes, and with what the case says merged into it.

    Raises:
        BadInput: if `without` is not a list of places in the common part.
    """
    without = case.get("without", [])
    if not isinstance(without, list) or not all(isinstance(path, str) for path in without):
        found = quoted(without)
        raise BadInput(file, f"{place}.without", f"expected a list of places in the common part, got {found}")
    left: dict[str, Any] = {**common}
    for path in without:
        try:
            left = _taken_out(left, path.split("."))
        except KeyError as error:
            what = f"there is no {path} in the common part: no {quoted(error.args[0])}"
            raise BadInput(file, f"{place}.without", what) from None
    return laid_over(left, {key: value for key, value in case.items() if key != "without"})


def _taken_out(table: Any, path: Sequence[str]) -> dict[str, Any]:
    """Return a table without the entry at the end of a path of keys."""
    key, *further = path
    if not isinstance(table, Mapping) or key not in table:
        raise KeyError(key)
    rest = {name: value for name, value in table.items() if name != key}
    return {**rest, key: _taken_out(table[key], further)} if further else rest


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return `below` with what `above` says instead, table by table."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = laid_over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


SCENE_KEYS = tuple(f.name for f in fields(Scene) if f.name != "file")
"""The keys of a scene file."""
