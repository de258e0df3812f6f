"""What several commands share: options, and how notes and standings are printed."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.compiled import in_use, use
from tutor.engine.book.files import BadInput, printable, shortened

if TYPE_CHECKING:
    from tutor.engine.book.cards import CardSet
    from tutor.engine.core.game import Game
    from tutor.engine.core.match import Match
    from tutor.engine.core.table import Note

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Cards = Annotated[
    Path | None, typer.Option("--cards", help="Folder of cards to play with instead of the stand-in set.")
]
Workers = Annotated[int, typer.Option(help="Number of processes on this machine; 0 means one per core.", min=0)]
Seed = Annotated[
    int, typer.Option(help="Seed for dice, draws and random moves; if there are several games, that of the first.")
]
Variants = Annotated[list[str] | None, typer.Option("--variant", help="An optional rule to play with; repeatable.")]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", help="RULE=READING: choose another reading of an unclear rule; repeatable."),
]


LONGEST_COMPLAINT = 500
"""Characters of an error on the terminal."""


def chosen_readings(pairs: Iterable[str]) -> dict[str, str]:
    """Turn `RULE=READING` texts into a table.

    Raises:
        BadInput: if one of them has no `=`.
    """
    readings = {}
    for pair in pairs:
        rule, equals, reading = pair.partition("=")
        if not equals:
            raise BadInput("--reading", pair, "expected RULE=READING")
        readings[rule.strip()] = reading.strip()
    return readings


def chosen_parameters(pairs: Iterable[str]) -> dict[str, int]:
    """Turn `RULE=NUMBER` texts into a table.

    Raises:
        BadInput: if one of them has no `=` with a number after it.
    """
    parameters = {}
    for pair in pairs:
        rule, _, number = pair.partition("=")
        if not (number.strip().isascii() and number.strip().isdecimal() and len(number) < 9):
            raise BadInput("--parameter", pair, "expected RULE=NUMBER")
        parameters[rule.strip()] = int(number)
    return parameters


def fast(can: bool = True) -> None:
    """Play with the compiled modules if there are any, unless `can` is false.

    Call it before anything else is imported that uses tables.
    """
    if can:
        use()


def played_with() -> str:
    """Say in words which modules play here."""
    return "with the compiled modules" if in_use() else "in pure Python"


def processes(workers: int) -> int:
    """How many processes play: as many as wanted, but no more than there are cores; 0 means all cores."""
    from tutor.engine.core.table import Many
    from tutor.lab.pools import cores

    if workers == 1:
        return 1
    there = cores()
    if workers > there:
        cap = f"this machine has only {Many(there):core}"
        say(f"Using {Many(there):process} instead of {workers:,}, because {cap}.", err=True)
    return min(workers or there, there)


def cards_of(game: "Game", folder: Path | None) -> "CardSet[Any] | None":
    """The card set in a folder; None for the stand-in set."""
    return None if folder is None else game.load_cards(folder)


def print_json(data: Any) -> None:
    """Print plain data."""
    say(json.dumps(data, ensure_ascii=False, indent=2))


def say(text: str, err: bool = False) -> None:
    """Print a text, with control characters written out, so that a terminal does not obey them."""
    print(printable(text, but="\n"), file=sys.stderr if err else sys.stdout)


def complain(error: object) -> None:
    """Say in one short line why a command cannot do what it was asked to do."""
    if isinstance(error, OSError):
        said = ": ".join(str(part) for part in (error.filename, error.strerror) if part)
        error = said or "the operating system does not allow this"
    say(f"rules-tutor: {shortened(' '.join(str(error).split()), LONGEST_COMPLAINT)}", err=True)


def note_data(note: "Note", names: tuple[str, ...]) -> dict[str, Any]:
    """A note as plain data."""
    data: dict[str, Any] = {"rules": note.rules.split(), "text": note.text}
    return data if note.to is None else {**data, "to": [names[seat] for seat in note.to]}


def note_line(note: "Note", names: tuple[str, ...]) -> str:
    """A note in one line, with the rules that it cites."""
    private = "" if note.to is None else f"(for {', '.join(names[seat] for seat in note.to)}) "
    return f"{private}{note.text}  [{note.rules}]"


def standing_data(match: "Match") -> dict[str, Any]:
    """How a match stands, as plain data."""
    outcome, names = match.game.outcome(match.table), match.table.names
    return {
        "over": outcome.over,
        "scores": dict(zip(names, outcome.scores, strict=False)),
        "winners": [names[seat] for seat in outcome.winners],
        "reason": outcome.reason,
        "answers": len(match.log),
    }


def standing_lines(match: "Match") -> list[str]:
    """How a match stands, in words."""
    from tutor.engine.core.table import Many

    data = standing_data(match)
    after = f"after {Many(data['answers']):answer}"
    lines = [f"{name}: {points}" for name, points in data["scores"].items()]
    if match.ask is not None:
        return [*lines, f"The game goes on {after}. The next question is {match.ask.rule}."]
    if not data["over"]:
        return [*lines, f"There is no further question {after}, but the game is not over."]
    ended = f"{' and '.join(data['winners'])} won" if data["winners"] else "The game ended without a winner"
    reason = f" ({data['reason']})" if data["reason"] else ""
    return [*lines, f"{ended} {after}{reason}."]


def tell(match: "Match", as_json: bool, **more: Any) -> None:
    """Print a match: its notes and how it stands."""
    names = match.table.names
    if as_json:
        notes = [note_data(note, names) for note in match.notes]
        print_json({"game": match.game.id, "players": list(names), **more, "notes": notes, **standing_data(match)})
        return
    for note in match.notes:
        say(note_line(note, names))
    say("\n".join(standing_lines(match)))
