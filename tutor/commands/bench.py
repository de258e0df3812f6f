"""`rules-tutor bench`: how fast the games run here."""

from pathlib import Path
from typing import Annotated

import typer

from tutor.commands.shared import Json, fast, played_with, print_json, say
from tutor.compiled import in_use


def bench(
    game: Annotated[list[str] | None, typer.Argument(help="The games to measure; by default, all games.")] = None,
    scene: Annotated[Path | None, typer.Option(help="Begin every game in the position of this scene.")] = None,
    seconds: Annotated[
        float,
        typer.Option(
            help="Seconds for which each game is played in simulation, and then again in full service.", min=0.01
        ),
    ] = 2.0,
    beside: Annotated[
        str | None, typer.Option(help="Another program to compare with: open_spiel, which plays crazy eights.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure how fast the engine plays, undoes and forks.

    For comparison, the command alternates between timing the engine and timing a fixed loop of pure Python.
    """
    fast()
    from tutor.engine.book.files import BadInput, read_text
    from tutor.engine.core.game import find_game, games
    from tutor.engine.core.table import Many
    from tutor.engine.play.scene import load_scenes
    from tutor.lab.bench import bench as measure
    from tutor.lab.beside import BESIDE

    if beside is not None and beside not in BESIDE:
        raise BadInput("--beside", beside, f"there is no such program; the known one is {', '.join(BESIDE)}")
    other, play = (BESIDE[beside][0], BESIDE[beside][1]()) if beside else ("", None)
    start = load_scenes(read_text(scene), str(scene))[0] if scene else None
    chosen = [start.game] if start else game or []
    found = [find_game(id) for id in chosen] or list(games().values())
    measured = [measure(one, seconds, start, play) for one in found]
    if json:
        print_json({"compiled": in_use(), "games": [one.data() for one in measured]})
        return
    say(f"Played {played_with()}.")
    say(
        "A decision is an answer to a question, and the results of chance count, too. The reference loop is timed in "
        "between."
    )
    for one in measured:
        say(f"{one.game}, {Many(one.seats):seat}")
        for name, speed in (("simulation", one.simulation), ("full service", one.full_service)):
            say(
                f"  {name}: {speed.per_1000_loops:.2f} decisions in 1,000 rounds of the loop"
                f" ({speed.answers_per_second:,.0f} in a second, with {speed.loops_per_second:,.0f} rounds):"
                f" {Many(speed.choices):choice} and {Many(speed.chance):result} of chance in {Many(speed.games):game}"
            )
            if speed.times_beside:
                say(
                    f"    {speed.times_beside:.2f} decisions in the time that {other} takes for one"
                    f" ({speed.beside_per_second:,.0f} in a second)"
                )
        say(f"  undo after {one.undo_at} answers: {one.undo_us:.0f} µs (worst {one.undo_worst_us:.0f})")
        say(f"  fork: {one.fork_us:.0f} µs")
