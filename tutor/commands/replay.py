"""`rules-tutor replay`: a recorded game, as it was."""

from pathlib import Path
from typing import Annotated

import typer

from tutor.commands.shared import Cards, Json, cards_of, tell


def replay(
    file: Annotated[Path, typer.Argument(help="The record to play again.")],
    cards: Cards = None,
    steps: Annotated[int | None, typer.Option(help="Stop after this many answers.", min=0)] = None,
    json: Json = False,
) -> None:
    """Replay a record and print its notes and how the game stands."""
    from tutor.engine.book.files import naming, read_text
    from tutor.engine.core.game import find_game
    from tutor.engine.play.record import load, parse

    text = read_text(file)
    with naming(str(file)):
        game = find_game(parse(text, str(file)).game)
        match = load(text, str(file), cards=cards_of(game, cards), steps=steps)
    tell(match, json)
