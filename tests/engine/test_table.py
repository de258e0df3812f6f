"""What the tables of all games have in common."""

from typing import ClassVar

import pytest

from tests.toy import GAME, Saucers
from tutor.engine.core.table import Many, ManyOrNo, Note, ordinal, plain, spelled_out, told


@pytest.mark.parametrize(
    ("n", "template", "said"),
    [
        (1, "{n:card}", "1 card"),
        (0, "{n:card}", "0 cards"),
        (2, "{n:Life Token}", "2 Life Tokens"),
        (1, "{n:die|dice}", "1 die"),
        (3, "{n:die|dice}", "3 dice"),
        (3, "{n}", "3"),
        (3, "{n:d}", "3"),
        (3, "{n:ox}", "3 oxs"),
        (1234, "{n:,}", "1,234"),
        (2, "{n:X file}", "2 X files"),
    ],
)
def test_a_number_prints_what_it_counts(n: int, template: str, said: str) -> None:
    assert template.format(n=Many(n)) == said


def test_a_noun_with_a_figure_or_a_single_letter_is_counted_too() -> None:
    assert f"{Many(2):8-sided die|8-sided dice}" == "2 8-sided dice"
    assert f"{Many(2):plan B}" == "2 plan Bs"


@pytest.mark.parametrize(
    ("points", "missing"), [(None, "points"), (-1, "points"), ([], "points"), (0, ""), (1, ""), (-2, "")]
)
def test_a_field_that_names_nothing_and_nobody_is_missing(points: object, missing: str) -> None:
    class Needy(Saucers):
        NEEDS: ClassVar = {"turn/turn": "points"}

    setup = GAME.setup(2)
    table = Needy(setup.names, setup.readings, setup.variants, setup.cards)
    table.points = points  # type: ignore[assignment]
    assert table.missing("turn/turn") == missing
    assert table.missing("turn/vote") == ""


def test_nobody_listens_to_a_table_until_somebody_does() -> None:
    table = GAME.table(GAME.setup(2))
    assert table.heard is False
    table.listen(lambda note: None, lambda node: None)
    assert table.heard is True


def test_tables_in_the_same_position_are_equal_whoever_listens() -> None:
    one, other = GAME.table(GAME.setup(2)), GAME.table(GAME.setup(2))
    one.listen(lambda note: None, lambda node: None)
    one.implausible = lambda misfit: None
    assert one == other
    assert set(plain(one)).isdisjoint({"cards", "note", "step", "heard", "implausible"})


def test_seats_go_clockwise_from_any_of_them() -> None:
    table = GAME.table(GAME.setup(4))
    assert [table.clockwise(start) for start in range(4)] == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]


def test_a_note_cites_its_rule_first_and_then_the_others() -> None:
    table = GAME.table(GAME.setup(2))
    notes: list[Note] = []
    table.note("a/b", "unheard", also=("c/d",))
    table.listen(notes.append, lambda node: None)
    table.note("a/b", "{who} draws", also=("c/d", "e/f"), to=(1,), who="Ada")
    table.note("a/b", "alone")
    assert [(note.rules, note.text, note.to) for note in notes] == [
        ("a/b c/d e/f", "Ada draws", (1,)),
        ("a/b", "alone", None),
    ]


def test_what_only_tells_is_not_worked_out_for_nobody() -> None:
    said: list[str] = []

    @told
    def tell(g: Saucers, word: str) -> None:
        said.append(word)

    table = GAME.table(GAME.setup(2))
    tell(table, "unheard")
    table.listen(lambda note: None, lambda node: None)
    tell(table, "heard")
    assert said == ["heard"]


def test_small_numbers_of_things_are_written_as_words() -> None:
    written = [spelled_out(n, "alien") for n in (0, 1, 2, 12, 13)]
    assert written == ["no aliens", "one alien", "two aliens", "twelve aliens", "13 aliens"]
    assert [spelled_out(n, "die|dice") for n in (-1, 1, 3, 20)] == ["-1 dice", "one die", "three dice", "20 dice"]


def test_a_number_that_may_be_none_is_a_word_only_before_what_it_counts() -> None:
    assert [f"{ManyOrNo(n):point}" for n in (0, 1, 2)] == ["no points", "1 point", "2 points"]
    assert (f"{ManyOrNo(0)}", f"{ManyOrNo(0):d}") == ("0", "0")


def test_places_in_a_row_are_words_up_to_twelve_and_figures_with_their_ending_above():
    assert [ordinal(n) for n in (1, 2, 3, 12)] == ["first", "second", "third", "twelfth"]
    assert [ordinal(n) for n in (13, 21, 22, 23, 24, 111, 112)] == [
        "13th",
        "21st",
        "22nd",
        "23rd",
        "24th",
        "111th",
        "112th",
    ]


@pytest.mark.parametrize(("to", "readers"), [(None, [0, 1, None]), ((1,), [1, None]), ((), [None])])
def test_a_note_is_read_by_those_it_is_for_and_by_whoever_sees_everything(to, readers):
    note = Note("turn/turn", "Ada knows", {}, to)
    assert [seat for seat in (0, 1, None) if note.read_by(seat)] == readers
