"""`rules-tutor soak`: very many random games, checked against laws that hold in every game."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from tutor.commands.shared import Json, Workers, fast, played_with, print_json, processes, say
from tutor.commands.watched import bar, interrupts

MOST_GAMES = 100_000_000


def soak(
    game: Annotated[list[str] | None, typer.Argument(help="The games to play; by default, all games.")] = None,
    games: Annotated[int, typer.Option(help="How many games to play in all.", min=1, max=MOST_GAMES)] = 1000,
    first: Annotated[
        int, typer.Option("--from", help="The first seed, so that you can continue where another run ended.", min=0)
    ] = 0,
    workers: Workers = 1,
    json: Json = False,
) -> None:
    """Check many random games against laws that hold in every game.

    Player counts, variants, readings and parameters are random. A game must end and say so, no piece may be lost or
    added on the way, every step must follow the turn flow, and every question must have an open answer. Nobody may
    be shown what they cannot know. Some positions are also written down and set up again, and some records are
    replayed. The exit code is 1 if anything was wrong.
    """
    fast()
    from tutor.engine.core.game import find_game
    from tutor.engine.core.game import games as all_games
    from tutor.lab.soak import soak as play

    if not __debug__:
        raise ValueError("the laws are assertions, which Python skips with -O")
    ids = list(dict.fromkeys(find_game(id).id for id in game or all_games()))
    each = -(-games // len(ids))
    with bar(json, each * len(ids)) as progress, interrupts() as interrupted:
        soaked = play(ids, each, first, processes(workers), progress, interrupted)
    if json:
        print_json({"from": first, "games": [asdict(one) for one in soaked]})
    else:
        _print(soaked, first, each)
    if any(one.faulty for one in soaked):
        raise typer.Exit(1)


def _print(soaked: list[Any], first: int, each: int) -> None:
    from tutor.engine.core.table import Many

    for one in soaked:
        wrong = f"{one.faulty:,} with a fault" if one.faulty else "no faults"
        say(f"{one.game}: {Many(one.games):game}, {Many(one.decisions):decision}, {wrong}")
        for fault in one.faults:
            say(f"  seed {fault.seed}, after {Many(fault.answers):answer}: {fault.told}")
            say(f"    {fault.where}")
            say(f"    rules-tutor soak {one.game} --from {fault.seed} --games 1")
    total = sum(one.games for one in soaked)
    if total < each * len(soaked):
        say(f"Ended early after {total:,} of {Many(each * len(soaked)):game}.")
    else:
        say(f"{Many(total):game}, {played_with()}. To continue, use --from {first + each}.")
