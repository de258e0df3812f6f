"""A game's own drawings: every card has a mark, and a file contains only shapes."""

import re
from dataclasses import replace

import pytest

from tests import laws
from tests.laws import GAMES
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import games
from tutor.ui.bundle import STATIC
from tutor.ui.pictures.drawn import marks_of
from tutor.ui.present import present

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
NO_CARD = "card"
"""The type of an empty place on the table."""


@each_game
def test_every_card_that_comes_to_the_table_wears_a_mark(game) -> None:
    of = marks_of(game)["of"]
    worn = set()
    for moment in laws.some(laws.begun(game, 3), 3, share=0.1):
        zones = present(moment, None)["zones"]
        lists = [zone.get("cards", []) for zone in zones]
        lists += [slot["cards"] for zone in zones for slot in zone.get("slots", [])]
        for card in (card for cards in lists for card in cards):
            if card.get("face") != "down" and card["type"] != NO_CARD:
                worn.add(of.get(card["id"]) or of.get(card["type"]) or card["id"])
    assert len(worn) > 5
    assert worn <= set(marks_of(game)["marks"])


@each_game
def test_marks_are_worn_by_cards_that_there_are(game) -> None:
    types = set(re.findall(r"--on-([\w-]+):", (STATIC / "desk.css").read_text(encoding="utf-8")))
    assert set(marks_of(game)["of"]) <= set(game.new(laws.any_setup(game, 1)).cards) | types | {"bonus", "credits"}


def test_a_game_without_drawings_has_none() -> None:
    assert marks_of(GAMES["toy"]) is None


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ('<g id="a" data-of="x"><script>1</script></g>', "script"),
        ('<g id="a" data-of="x"><path d="M0 0" onclick="1"/></g>', "onclick"),
        ('<g id="a" data-of="x"><path d="M0 0" style="fill: url(//elsewhere)"/></g>', "style"),
        ('<path d="M0 0"/>', "a mark must be a <g>"),
        ('<g id="a" data-of="x"/><g id="b" data-of="x"/>', "has two marks"),
        ("<g>", "an SVG file"),
    ],
)
def test_a_drawing_holds_shapes_and_nothing_else(tmp_path, inside, told) -> None:
    (tmp_path / "marks.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')
    with pytest.raises(BadInput, match=told):
        marks_of(replace(GAMES["toy"], folder=tmp_path))
