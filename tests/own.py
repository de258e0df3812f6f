"""Card sets and pages of one's own, as somebody would write them into a folder."""

import shutil
from pathlib import Path

from tutor.engine.core.game import Game, find_game

GAME = "alien_conspiracy"
CARD = "Lights over Roswell"
"""The name of a card that is only in the set made here."""


def card_set(folder: Path, game: Game | None = None) -> Path:
    """A whole set of cards in which one has another name."""
    game = game or find_game(GAME)
    shutil.copytree(game.folder / "cards", folder)
    events = folder / "events.toml"
    events.write_text(events.read_text(encoding="utf-8").replace("Blurred Photo", CARD), encoding="utf-8")
    return folder
