"""Where a designer begins: a game by its name, a match from a file, positions side by side."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.designer.game import Game
from tutor.designer.match import Match
from tutor.engine.book.files import BadInput, read_text
from tutor.engine.core.game import find_game

if TYPE_CHECKING:
    from tutor.designer.beside import SideBySide


def game(id: str) -> Game:
    """Return one of the games by the name of its folder: `tutor.game("roswell51")`.

    Raises:
        BadInput: if there is no game with that name; the message lists the existing games.
    """
    return Game(find_game(id))


def load(path: str | Path) -> Match:
    """Return a match from a file: a record, after its last answer, or a scene.

    Raises:
        BadInput: if the file cannot be read, or its content no longer fits.
    """
    from tutor.engine.play.record import load as replay
    from tutor.lab.branch import Branch
    from tutor.lab.scenes import begun_with, read, scene_of, steps_of

    text, file = read_text(Path(path)), str(path)
    document = read(text, file)
    if "answers" not in document:
        return game(document["game"]).scene(Path(path))
    match, doc = replay(text, file), begun_with(text, file)
    begun = {key: value for key, value in doc.items() if key != "play"}
    first = scene_of(begun, file).match(match.game)
    return Match(Branch("main", begun, steps_of(first, [entry.value for entry in match.log], match)))


def side_by_side(matches: Mapping[str, Match]) -> SideBySide:
    """Put positions into columns under their names, line by line, and mark every difference that a player could see.

    Raises:
        BadInput: if there are fewer than two positions, or they are of different games.
    """
    from tutor.designer.beside import SideBySide
    from tutor.lab.columns import side_by_side as lines

    if len(matches) < 2 or len({match.game.id for match in matches.values()}) > 1:
        raise BadInput("side by side", "", "expected two or more matches of one game")
    return SideBySide(list(matches), lines([match._branch.here for match in matches.values()]))
