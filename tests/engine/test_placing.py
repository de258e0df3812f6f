"""What is the same in laying out all games: bounds of numbers, names used once, and cards that exist and fit."""

from types import SimpleNamespace

import pytest

from tests.toy import GAME
from tutor.engine.book.files import BadInput
from tutor.engine.core.placing import Placing
from tutor.engine.core.state import NOBODY


class Placer(Placing):
    """A placing whose doubts are listed instead of raised."""

    def __init__(self, cards=()):
        table = GAME.table(GAME.setup(2))
        self.misfits: list[str] = []
        table.implausible = lambda misfit: self.misfits.append(f"{misfit.place}: {misfit.expected}")
        super().__init__(table, "scene", cards)


@pytest.mark.parametrize(
    ("number", "bounds", "misfits"),
    [
        (1, (1, 3), []),
        (3, (1, 3), []),
        (0, (1, 3), ["table.players.Ada.n: expected 1 to 3, got 0"]),
        (4, (1, 3), ["table.players.Ada.n: expected 1 to 3, got 4"]),
        (4, (1, None), []),
        (0, (1, None), ["table.players.Ada.n: expected at least 1, got 0"]),
        (
            (0, 2, 5),
            (1, 3),
            ["table.players.Ada.n: expected 1 to 3, got 0", "table.players.Ada.n: expected 1 to 3, got 5"],
        ),
    ],
)
def test_a_number_out_of_its_bounds_is_doubted_with_them(number, bounds, misfits):
    placer = Placer()
    placer.bounded(number, *bounds, "players.Ada.n")
    assert placer.misfits == misfits


def test_a_number_of_the_table_itself_is_named_without_a_part():
    placer = Placer()
    placer.bounded(9, 1, 8, "day")
    assert placer.misfits == ["table.day: expected 1 to 8, got 9"]


def test_only_what_is_named_twice_is_doubted():
    placer = Placer()
    placer.once(["Ada", "Ben"], "waiting")
    assert placer.misfits == []
    placer.once(["Ada", "Ben", "Ada"], "waiting")
    assert placer.misfits == ["table.waiting: “Ada” is named 2 times"]


def test_a_card_is_taken_from_what_is_left():
    placer = Placer(cards=["beam", "beam"])
    assert placer.take(["beam"], "hand", "toy") == ["beam"]
    assert placer.left == {"beam": 1}
    assert placer.misfits == []
    placer.take(["beam", "beam"], "hand")
    assert placer.misfits == ["table.hand: “beam” is already somewhere else, and the game has only 2"]


def test_a_card_of_another_kind_a_stranger_and_an_unknown_word_are_refused():
    placer = Placer(cards=["beam"])
    placer.kind("beam", "hand")
    for wrong, complaint in (
        (lambda: placer.kind("ufo", "hand"), "table.hand: unknown card “ufo”"),
        (lambda: placer.kind("beam", "hand", "event", "item"), "expected event or item cards, but “beam” is another"),
        (lambda: placer.seat("Zoe", "turn"), "table.turn: no player “Zoe”; the players are Ada, Ben"),
        (lambda: placer.among("up", ("", "down"), "way"), "table.way: expected one of empty, down, got “up”"),
    ):
        with pytest.raises(BadInput) as caught:
            wrong()
        assert complaint in str(caught.value)
    assert placer.seat("Ben", "turn") == 1
    assert placer.among("", ("", "down"), "way") == ""
    assert placer.misfits == []


def test_only_what_the_next_rule_needs_must_be_there():
    placer = Placer()
    placer.g = SimpleNamespace(missing={"turn/next": "turn", "turn/then": "round"}.get, agenda=[])
    placer.needs()
    placer.g.agenda = [("turn/other",), ("turn/then",)]
    placer.needs()
    placer.g.agenda = [("turn/next", 1), ("turn/then",)]
    with pytest.raises(BadInput, match=r"table\.turn: turn/next comes next, but it cannot begin without this"):
        placer.needs()


def test_what_is_laid_out_is_nobodys_unless_it_is_said_whose():
    assert Placer().owner == NOBODY
