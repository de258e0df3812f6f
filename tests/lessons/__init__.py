from pathlib import Path

from tests import toy
from tutor.engine.core.game import Game
from tutor.lessons.page import Page
from tutor.lessons.pages import load_page, read_page

PAGE_FILE = Path(__file__).parent.parent / "pages" / "toy" / "01-turn.toml"
TEXT = PAGE_FILE.read_text()


def find(id: str) -> Game:
    assert id == "toy"
    return toy.GAME


def toy_page() -> Page:
    return load_page(PAGE_FILE, find)


def changed(was: str, becomes: str) -> Page:
    """The toy page with one of its texts changed."""
    assert was in TEXT
    return read_page(TEXT.replace(was, becomes, 1), "01-turn.toml", 1, "turn", find)
