"""A host's own card sets and pages, as somebody would write them into a folder."""

import shutil
from pathlib import Path

from tutor.engine.core.game import Game, find_game

GAME = "alien_conspiracy"
CARD = "Lights over Roswell"
"""The name of a card that exists only in the set made here."""


PAGE = "01-health"
"""The name of a page that is written for the tests."""
NASTY = "<img src=x onerror=window.hacked=1>"


def pages(folder: Path) -> None:
    """Put two good pages into a folder, one of which leads on to the other, and two broken ones."""
    written = Path(__file__).parent / "three_parts"
    for name in ("01-health.toml", "02-heal.toml"):
        shutil.copy(written / name, folder / name)
    text = (written / "01-health.toml").read_text(encoding="utf-8")
    nasty = text.replace("Dice that hurt", f"Dice {NASTY}")
    (folder / "05-nasty.toml").write_text(nasty, encoding="utf-8")
    (folder / "03-cut-off.toml").write_text(text[:200], encoding="utf-8")
    (folder / "04-cannot-be-played.toml").write_text(text.replace("[1, 3, 3, 6, 6]", "[2, 2]"), "utf-8")


def card_set(folder: Path, game: Game | None = None) -> Path:
    """Write a whole set of cards in which one card has another name."""
    game = game or find_game(GAME)
    shutil.copytree(game.folder / "cards", folder)
    events = folder / "events.toml"
    events.write_text(events.read_text(encoding="utf-8").replace("Blurred Photo", CARD), encoding="utf-8")
    return folder
