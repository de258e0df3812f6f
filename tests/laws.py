"""What the tests of games share: every game that is found, including the toy, and the laws to test on them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.toy import GAME as TOY
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game, games
from tutor.engine.core.match import Match
from tutor.engine.play.expecting import choices
from tutor.engine.play.scene import load_scenes
from tutor.lab.laws import (
    LONGEST,
    a_copy_is_independent,
    a_position_can_be_laid_out_again,
    a_question_is_sound,
    a_record_replays,
    a_seat_cannot_tell_imagined_worlds_apart,
    flow,
    moments,
    notes_are_sound,
    seats_and_all,
    some,
    state,
    the_end_is_told,
    the_walk_follows_the_flow,
    what_is_shown_is_plain,
)
from tutor.lab.setups import any_setup

__all__ = [
    "LONGEST",
    "a_copy_is_independent",
    "a_position_can_be_laid_out_again",
    "a_question_is_sound",
    "a_record_replays",
    "a_seat_cannot_tell_imagined_worlds_apart",
    "any_setup",
    "choices",
    "flow",
    "moments",
    "notes_are_sound",
    "seats_and_all",
    "some",
    "state",
    "the_end_is_told",
    "the_walk_follows_the_flow",
    "what_is_shown_is_plain",
]

GAMES: dict[str, Game] = {**games(), TOY.id: TOY}
"""Every game that is found, and the tests' own."""

PLAYOUTS = int(os.environ.get("PLAYOUTS", "6"))
"""The number of random games per law; `PLAYOUTS=10000` makes a long run."""


def find(id: str) -> Game:
    return GAMES[id]


def begun(game: Game, seed: int) -> Match:
    return Match(game, game.new(any_setup(game, seed)), seed)


def misfit(game: Game, players: str, table: str) -> BadInput:
    """Return why a scene's table cannot be laid out."""
    text = f'game = "{game.id}"\nplayers = {players}\n[table]\n{table}\n'
    with pytest.raises(BadInput) as caught:
        load_scenes(text, "scene")[0].match(game)
    return caught.value


def copy_cards(game: Game, folder: Path, old: str, new: str) -> None:
    """Copy a game's card files to another folder, with one text in them replaced by another."""
    for file in (game.folder / "cards").glob("*.toml"):
        (folder / file.name).write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
