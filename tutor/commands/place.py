"""`rules-tutor place`: put a scenario where the tests find it."""

from pathlib import Path
from typing import Annotated

import typer

from tutor.commands.shared import say


def place(
    file: Annotated[Path, typer.Argument(help="The scenario file, as the lab wrote it.")],
    to: Annotated[
        Path | None, typer.Option(help="Folder for the scenario; by default, that of the game’s own scenarios.")
    ] = None,
) -> None:
    """Add a scenario to those of its game.

    The scenario is played first, and its expectations have to hold. The tests then find it in its new place.
    """
    from tutor.engine.book.files import naming, read_text
    from tutor.lab.export import placed

    with naming(str(file)):
        path = placed(read_text(file), str(file), to)
    say(f"{path}\nrules-tutor run {path}")
