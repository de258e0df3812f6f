"""What a host can add to the pages: card sets."""

from collections.abc import Iterable
from pathlib import Path

import typer

from tutor.commands.shared import complain


def offer_cards(pairs: Iterable[str]) -> None:
    """Offer on the pages the card sets that are given as `GAME=DIR`, or print one line for each fault in them.

    Raises:
        BadInput: if a text has no `=`, or there is no such game.
        Exit: with code 2, if a set has faults.
    """
    from tutor.engine.book.files import BadInput
    from tutor.engine.core.game import find_game
    from tutor.engine.core.own_cards import offer

    sets = []
    for pair in pairs:
        game, equals, folder = pair.partition("=")
        if not equals:
            raise BadInput("--cards", pair, "expected GAME=DIR")
        sets.append((find_game(game), Path(folder)))
    faults = offer(sets)
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(2)
