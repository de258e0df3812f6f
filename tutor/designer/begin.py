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
    """One of the games, by the name of its folder: `tutor.game("roswell51")`.

    Raises:
        BadInput: if there is none of that name; lists those there are.
    """
    return Game(find_game(id))


def load(path: str | Path) -> Match:
    """A match from a file: a record, which stands after its last answer, or a scene.

    Raises:
        BadInput: if it cannot be read, or does not fit any more.
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
    """Positions in columns under their names, everything that a player could see line by line, differences marked.

    Raises:
        BadInput: if there are fewer than two, or they are of different games.
    """
    from tutor.designer.beside import SideBySide
    from tutor.lab.columns import side_by_side as lines

    if len(matches) < 2 or len({match.game.id for match in matches.values()}) > 1:
        raise BadInput("side by side", "", "expected two or more matches of one game")
    return SideBySide(list(matches), lines([match._branch.here for match in matches.values()]))
