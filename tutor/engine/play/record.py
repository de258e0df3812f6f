"""Records: a match as text that a person can read and edit, and that can be replayed exactly (`docs/formats.md`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tutor.engine.book.bounds import MOST_ANSWERS
from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BROKEN, BadInput, naming, parse_toml, structure, toml_value
from tutor.engine.core.asks import Ask, Together, spell
from tutor.engine.core.game import Game, find_game
from tutor.engine.core.match import Entry, Illegal, Match
from tutor.engine.core.own_cards import own_set, set_names
from tutor.engine.core.table import Table, plain
from tutor.engine.play.scene import load_scenes

FORMAT = 1
LINES_KEPT = 8192
"""How many lines of answers are cached, because a page saves its whole game after every press."""


@dataclass(frozen=True, slots=True)
class Record:
    """The parts of a record."""

    format: int
    game: str
    rules: str
    """The version of the tutor that made it."""
    cards: str
    """The card set's name and digest."""
    players: tuple[str, ...]
    answers: tuple[str, ...]
    """`RULE-ID: answer`, or `RULE-ID NAME: answer` if a seat answered, alone or before the others that are asked."""
    seed: int = 0
    variants: tuple[str, ...] = ()
    readings: dict[str, str] = field(default_factory=dict)
    """The readings that differ from the defaults."""
    parameters: dict[str, int] = field(default_factory=dict)
    """The numbers that differ from the book's."""
    scene: str = ""
    """The text of the scene it started from; empty for a game from its setup."""
    end: str = ""
    """A digest of the last position; anybody who edits the answers has to leave it out."""


@cache
def rules_version() -> str:
    """The version of the installed tutor."""
    try:
        return version("rules-tutor")
    except PackageNotFoundError:
        return "unpackaged"


def digest(table: Table) -> str:
    """Return a short digest that is equal for equal positions."""
    text = json.dumps(plain(table), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def save(match: Match) -> str:
    """Return the record of a match."""
    table = match.table
    head = {
        "format": FORMAT,
        "game": match.game.id,
        "rules": rules_version(),
        "cards": table.cards.version,
        "seed": match.seed,
        "players": table.names,
        "variants": sorted(table.variants),
        "readings": dict(sorted(match.game.book.changed(table.readings).items())),
    }
    if changed := table.parameters.changed():
        head["parameters"] = dict(sorted(changed.items()))
    if match.origin:
        head["scene"] = match.origin
    lines = [f"{key} = {toml_value(value)}" for key, value in head.items()]
    lines.append("answers = [")
    names = table.names
    for entry in [*match.log, *_parts(match)]:
        lines.append(_line(entry, "" if entry.seat is None else f" {names[entry.seat]}"))
    lines += ["]", f"end = {toml_value(digest(table))}", ""]
    return "\n".join(lines)


def _parts(match: Match) -> list[Entry]:
    """The answers that some have given while others who were asked with them are still thinking."""
    if not isinstance(match.ask, Together):
        return []
    asks = match.ask.asks
    return [Entry(match.ask.rule, asks[i].seat, value) for i, value in sorted(match.pending.items())]


@lru_cache(maxsize=LINES_KEPT)
def _line(entry: Entry, who: str) -> str:
    text = "; ".join(map(spell, entry.value)) if entry.together else spell(entry.value)
    return f"  {toml_value(f'{entry.rule}{who}: {text}')},"


def parse(text: str, file: str = "record") -> Record:
    """Read the text of a record.

    Raises:
        BadInput: if it is not a record, or has another format.
    """
    record = structure(parse_toml(text, file), Record, file)
    if record.format != FORMAT:
        why = "so another version of the tutor wrote this record"
        raise BadInput(file, "format", f"expected {FORMAT}, got {record.format}, {why}")
    if len(record.answers) > MOST_ANSWERS:
        raise BadInput(file, "answers", f"expected at most {MOST_ANSWERS:,}, got {len(record.answers):,}")
    return record


def load(
    text: str,
    file: str = "record",
    find: Callable[[str], Game] = find_game,
    cards: CardSet[Any] | None = None,
    steps: int | None = None,
) -> Match:
    """Replay a record and return the match.

    Args:
        text: The record.
        file: The name to show in errors.
        find: Finds a game by its id.
        cards: The card set to replay with, if not the stand-in set.
        steps: Stop after this many answers.

    Raises:
        BadInput: if it does not fit; the error names the step and what was expected there.
    """
    record = parse(text, file)
    with naming(file):
        match = _start(record, find(record.game), cards, file)
    for n, line in enumerate(record.answers[:steps]):
        _give(match, line, file, n)
    whole = steps is None or steps >= len(record.answers)
    if whole and record.end and record.end != digest(match.table):
        raise BadInput(
            file,
            "end",
            f"the answers fit, but lead to a different position from the recorded one (rules {record.rules}, now"
            f" {rules_version()}); delete this line if the record was edited",
        )
    return match


def _start(record: Record, game: Game, cards: CardSet[Any] | None, file: str) -> Match:
    if record.scene:
        scene = load_scenes(record.scene, f"{file}: scene")[0]
        match = scene.match(game, record.scene, cards)
        match.seed = record.seed
    else:
        name = record.cards.rpartition("@")[0]
        if cards is None and name in set_names(game.id):
            cards = own_set(game, name, file)
        setup = game.setup(record.players, record.readings, record.variants, cards, file, record.parameters)
        match = Match(game, game.new(setup), record.seed)
    played = match.table.cards.version
    if played != record.cards:
        away = "" if cards else "; if it is a set of your own, name its folder with --cards"
        raise BadInput(file, "cards", f"recorded with the card set {record.cards}, but this is {played}{away}")
    return match


def _give(match: Match, line: str, file: str, n: int) -> None:
    place = f"answers[{n}]"
    head, colon, text = line.partition(":")
    rule, _, name = head.strip().partition(" ")
    ask = match.ask
    if not colon:
        raise BadInput(file, place, f"expected “RULE-ID: answer”, got “{line}”")
    if ask is None:
        raise BadInput(file, place, f"the game is over, but “{line}” follows")
    names = match.table.names
    part: Ask | None = ask
    if isinstance(ask, Together) and name:
        part = match.asked(names.index(name)) if name in names else None
    asked = "" if part is None or part.seat is None else names[part.seat]
    if part is None or (rule, name) != (ask.rule, asked):
        waits = "" if ask.seat is None else names[ask.seat]
        raise BadInput(file, place, f"expected an answer to {f'{ask.rule} {waits}'.strip()}, got “{line}”")
    try:
        value = part.parse(text)
    except ValueError as error:
        raise BadInput(file, place, f"{rule}: {error}") from None
    try:
        match.answer(value, part.seat)
    except Illegal as error:
        raise BadInput(file, place, f"{rule}: {error}") from None
    except BROKEN as error:
        raise BadInput(file, place, "the rules cannot go on from here; no game leads to such a position") from error


def is_within(mine: str, theirs: str) -> bool:
    """Whether the match of `theirs` goes on from the match of `mine`: it begins alike, with the same answers."""
    try:
        here, there = parse(mine), parse(theirs)
    except BadInput:
        return False
    beginning = replace(here, answers=(), end="") == replace(there, answers=(), end="")
    return beginning and there.answers[: len(here.answers)] == here.answers


def described(text: str) -> str:
    """Describe a record in a few words."""
    try:
        answers = len(parse(text).answers)
    except BadInput:
        return "cannot be read"
    return f"{answers} answer{'' if answers == 1 else 's'} given"
