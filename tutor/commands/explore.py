"""`rules-tutor explore`: look for what a game's book does not cover."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tutor.commands.shared import Json, Seed, fast, played_with, print_json, say
from tutor.commands.watched import bar, interrupts


def explore(
    game: Annotated[str, typer.Argument(help="The game to explore.")],
    games: Annotated[int, typer.Option(help="How many games to play.", min=1)] = 100,
    seed: Seed = 0,
    guided: Annotated[
        bool, typer.Option(help="Steer every second game towards rules that have seldom come up.")
    ] = True,
    into: Annotated[
        Path | None, typer.Option(help="Folder for the records of the findings; by default, they are printed.")
    ] = None,
    json: Json = False,
) -> None:
    """Look for what the rules of a game do not cover.

    The command plays random games and reports crashes, dead ends, questions without an open answer, loops and
    endless games. A finding comes with a record that leads to the same place again (`rules-tutor replay`), unless
    the game could not even be set up. The exit code is 1 if something was found. Rules that never came up are
    listed, but they do not count as findings.
    """
    fast()
    from tutor.engine.core.game import find_game
    from tutor.lab.explore import explore as look

    found_game = find_game(game)
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
    with bar(json, games) as progress, interrupts() as interrupted:
        found = look(found_game, games, seed, guided, progress, interrupted)
    files = [_written(into, n, finding) for n, finding in enumerate(found.findings)]
    if json:
        rows = [
            {"kind": one.kind, "seed": one.seed, "where": one.where, "told": one.told, "file": str(file or "")}
            | ({} if file else {"record": one.record})
            for one, file in zip(found.findings, files, strict=True)
        ]
        reached = dict(found.reached.most_common())
        print_json(
            {"game": game, "games": found.games, "found": rows, "unreached": found.unreached, "reached": reached}
        )
    else:
        _print(found, files)
    if found.findings:
        raise typer.Exit(1)


def _written(into: Path | None, n: int, finding: Any) -> Path | None:
    """Write a finding's record into the folder, if there is one, and return the file."""
    if into is None or not finding.record:
        return None
    path = into / f"{n + 1:02}-{finding.kind.replace(' ', '-')}.toml"
    path.write_text(f"# {' '.join(finding.told.split())}\n# {finding.where}\n{finding.record}", encoding="utf-8")
    return path


def _print(found: Any, files: list[Path | None]) -> None:
    from tutor.engine.core.table import Many

    say(f"{found.game.title}: {Many(found.games):game}, {played_with()}")
    for finding, file in zip(found.findings, files, strict=True):
        say(f"{finding.kind}, seed {finding.seed}: {finding.told}")
        say(f"  {finding.where}")
        say(f"  {file}" if file else finding.record)
    if not found.findings:
        say("There were no crashes, dead ends, questions without an answer, loops or endless games.")
    rules = sum(entry.enforceable for entry in found.game.book)
    unreached = f"{len(found.unreached)} never came up:" if found.unreached else "all came up."
    say(f"Of the {rules} rules that can be enforced, {unreached}")
    for id in found.unreached:
        say(f"  {id}: {found.game.book[id].text}")
