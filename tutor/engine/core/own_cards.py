"""A host's own card sets beside the games' stand-in sets: where they are, and how they are read by name."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tutor.engine.book.cards import CardSet, look_through, set_name
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game

OWN_CARDS = "RULES_TUTOR_CARDS"
"""The environment variable that says where the sets are: JSON with the folder of each set, by game and name.

Every program that is started from here inherits it, so a visitor's kernel and a simulation know the same sets.
"""


def set_names(game: str) -> tuple[str, ...]:
    """The names of the host's own sets for the game with this id."""
    return tuple(_folders().get(game, {}))


def own_set(game: Game, name: str, file: str = "the card set") -> CardSet[Any]:
    """Return the set with this name, which is read only once.

    Raises:
        BadInput: if there is no such set, or it no longer fits.
    """
    found = _folders().get(game.id, {})
    if name not in found:
        none = "no sets of your own are offered here; “rules-tutor serve --cards” offers some"
        known = f"the sets are {', '.join(found)}" if found else none
        raise BadInput(file, "card_set", f"there is no card set “{name[:60]}” for {game.title}; {known}")
    place = (game.id, found[name])
    if place not in _read:
        _read[place] = game.load_cards(Path(found[name]))
    return _read[place]


_read: dict[tuple[str, str], CardSet[Any]] = {}
"""The sets that were read, by game and folder."""


def offer(sets: Iterable[tuple[Game, Path]]) -> list[BadInput]:
    """Offer these sets from now on, here and in every program started from here, unless one of them has a fault.

    Args:
        sets: Each with its game: a folder of card files, or one file. A set has the name of its folder or file.

    Returns:
        All faults, each naming its file, its place and what was expected.
    """
    faults: list[BadInput] = []
    folders: dict[str, dict[str, str]] = {}
    for game, folder in sets:
        name = set_name(folder)
        if name in ("", game.cards.name) or name in folders.get(game.id, {}):
            faults.append(BadInput(str(folder), "", f"expected a name that no other set of {game.title} has"))
        folders.setdefault(game.id, {})[name] = str(folder.resolve())
        faults += look_through(folder, game.card_types, game.faults_in)[1]
    if not faults:
        os.environ[OWN_CARDS] = json.dumps(folders)
    return faults


def _folders() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(os.environ.get(OWN_CARDS, "{}"))
    return found
