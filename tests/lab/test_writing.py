"""Scenes written as TOML can be read again, whatever they contain."""

import pytest

from tutor.engine.book.files import parse_toml
from tutor.lab.writing import scene_text


@pytest.mark.parametrize("cards", [{"toy": [[1]]}, {"toy": 3}, {"toy": [{"id": "x"}, "y"]}])
def test_cards_that_are_no_tables_are_written_as_they_are(cards):
    assert parse_toml(scene_text({"game": "toy", "cards": cards, "table": {"over": True}}), "s") == {
        "game": "toy",
        "cards": cards,
        "table": {"over": True},
    }
