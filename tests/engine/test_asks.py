"""Asks: what they accept and offer, and what chance can bring."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toy import ACTS, GAME, jam_or_pass
from tutor.engine.core.asks import Choose, Cut, Draw, Refusal, Roll, Shuffle, Together, draw, shuffle, spell
from tutor.engine.core.match import chance_at, uniformly
from tutor.engine.core.moves import Moves
from tutor.engine.core.piles import Pile

COLOURS = Choose(0, "r", ("red", ("dark", "blue"), ("mix", ("red", "blue"))), prompt="Which?")


def act(hand=(), deck=()):
    g = GAME.table(GAME.setup(2))
    g.crews[0].hand = list(hand)
    g.deck = Pile(deck)
    return Moves(0, "turn/act", ACTS, g, 0, "What do you do?")


def test_an_answer_is_spelled_on_one_line_with_inner_parts_in_brackets():
    assert [spell(v) for v in COLOURS.values] == ["red", "dark blue", "mix [red blue]"]
    assert spell((3, 5)) == "3 5"
    assert spell(()) == ""


@pytest.mark.parametrize("value", COLOURS.values)
def test_what_is_spelled_is_parsed_back(value):
    assert COLOURS.parse(f"  {spell(value).upper()}  ") == value


def test_a_label_answers_too_but_a_spelling_comes_first():
    ask = Choose(0, "r", ("a", "b"), labels=("b", "Second"))
    assert ask.parse("second") == "b"
    assert ask.parse("b") == "b"
    assert [option.label for option in ask.options()] == ["b", "Second"]


def test_an_unknown_text_is_told_what_is_open():
    with pytest.raises(ValueError, match=r"“green” is not among the options\. Open: red, dark blue, mix"):
        COLOURS.parse("green")


def test_a_plain_choice_is_all_open():
    assert COLOURS.prompt() == "Which?"
    assert list(COLOURS.open()) == list(COLOURS.candidates())
    assert COLOURS.accepts("red")
    assert not COLOURS.accepts("green")
    assert not COLOURS.accepts(["dark", "blue"])
    assert COLOURS.why_not("red") == ()
    assert COLOURS.why_not("green") == (
        Refusal("r", "“green” is not among the options here", "Open: red, dark blue, mix [red blue]."),
    )


def test_closed_options_are_offered_with_every_reason():
    options = {spell(option.value): option.refusals for option in act(["jam"] * 4).options()}
    assert list(options) == ["roll 1", "roll 2", "roll 3", "draw", "play beam", "play jam"]
    assert [refusal.rule for refusal in options["draw"]] == ["turn/hand-limit", "turn/draw"]
    assert options["draw"][0].why == "you hold 4 of 4 cards"
    assert options["draw"][1].option == ("roll", 1)
    assert options["roll 1"] == ()


@given(st.lists(st.sampled_from(["beam", "jam"]), max_size=5), st.booleans())
def test_a_direct_list_of_open_values_is_that_of_candidates_without_refusal(hand, cards_left):
    ask = act(hand, ["jam"] * cards_left)
    assert list(ask.open()) == list(Choose.open(ask))


def test_a_question_without_a_direct_list_finds_its_open_values():
    g = GAME.table(GAME.setup(2))
    assert jam_or_pass(g, 1, "beam").open() == ["pass"]
    g.crews[1].hand.append("jam")
    assert jam_or_pass(g, 1, "beam").open() == ["jam", "pass"]


def test_several_answer_together_in_the_order_of_their_asks():
    ask = Together([Choose(0, "r", ("yes", "no")), Choose(2, "r", ("yes", "no"))], "r")
    assert ask.parse("yes; no") == ("yes", "no")
    assert ask.accepts(("yes", "no"))
    for wrong in (("yes",), ("yes", "maybe"), "yes", 2, None, ["yes", "no"]):
        assert not ask.accepts(wrong)
    with pytest.raises(ValueError, match="expected 2 answers separated by “;”, got 1"):
        ask.parse("yes")
    assert ask.resolve(lambda part: f"seat {part.seat}", lambda: 0.0) == ("seat 0", "seat 2")


@pytest.mark.parametrize("ordered", [False, True])
@given(dice=st.integers(1, 4), sides=st.integers(1, 6))
def test_the_faces_of_dice_have_probabilities_that_sum_to_one(ordered, dice, sides):
    roll = Roll(dice, "r", sides=sides, ordered=ordered)
    outcomes = list(roll.outcomes())
    assert sum(p for _, p in outcomes) == 1
    assert len({faces for faces, _ in outcomes}) == len(outcomes) == roll.count()
    assert all(roll.accepts(faces) and roll.parse(spell(faces)) == faces for faces, _ in outcomes)


def test_two_dice_by_hand():
    outcomes = dict(Roll(2, "r").outcomes())
    assert outcomes[(6, 6)] == Fraction(1, 36)
    assert outcomes[(3, 4)] == Fraction(2, 36)
    assert sum(p for faces, p in outcomes.items() if sum(faces) == 7) == Fraction(6, 36)


@pytest.mark.parametrize("text", ["", "3", "0 1", "7 1", "1 2 3", "one two", "-1 2", "1.5 2"])
def test_faces_that_cannot_come_are_refused(text):
    with pytest.raises(ValueError, match="expected 2 faces from 1 to 6, got"):
        Roll(2, "r").parse(text)


@pytest.mark.parametrize("faces", [(1,), (1, 7), (1, True), [1, 2], "12", 3])
def test_only_a_tuple_of_faces_answers_a_roll(faces):
    assert not Roll(2, "r").accepts(faces)


def test_dice_by_chance_show_all_faces():
    random = chance_at(3, 0)
    seen = Counter(face for _ in range(600) for face in Roll(3, "r").resolve(uniformly(random), random))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert all(200 < n < 400 for n in seen.values())
    assert all(Roll(1, "r", sides=2).resolve(uniformly(random), random) in ((1,), (2,)) for _ in range(20))


CARDS = st.lists(st.sampled_from("abc"), max_size=5)


@pytest.mark.parametrize("ordered", [False, True])
@given(bag=CARDS, tops=CARDS, n=st.integers(0, 6))
def test_the_cards_of_a_draw_have_probabilities_that_sum_to_one(ordered, bag, tops, n):
    ask = Draw(Pile(bag, tops), n, "r", ordered=ordered)
    outcomes = list(ask.outcomes())
    assert sum(p for _, p in outcomes) == 1
    assert len({cards for cards, _ in outcomes}) == len(outcomes) <= ask.count()
    assert all(ask.accepts(cards) and ask.parse(spell(cards)) == cards for cards, _ in outcomes)
    random = chance_at(1, n)
    assert ask.accepts(ask.resolve(uniformly(random), random))


def test_a_draw_by_hand():
    unordered = dict(Draw(Pile("aab"), 2, "r").outcomes())
    assert unordered == {("a", "a"): Fraction(1, 3), ("a", "b"): Fraction(2, 3)}
    ordered = dict(Draw(Pile("aab"), 2, "r", ordered=True).outcomes())
    assert ordered == {cards: Fraction(1, 3) for cards in (("a", "a"), ("a", "b"), ("b", "a"))}


def test_the_known_top_of_a_pile_is_certain():
    pile = Pile("ab", tops="xy")
    assert dict(Draw(pile, 2, "r").outcomes()) == {("y", "x"): Fraction(1)}
    assert set(dict(Draw(pile, 3, "r").outcomes())) == {("y", "x", "a"), ("y", "x", "b")}
    assert dict(Draw(pile, 9, "r").outcomes()) == {("y", "x", "a", "b"): Fraction(1)}


def test_a_draw_that_the_pile_cannot_give_is_told_what_is_left():
    with pytest.raises(ValueError, match="expected 2 cards that the pile can give \\(a ×2, b ×1\\), got “b b”"):
        Draw(Pile("aab"), 2, "r").parse("b b")


def test_draw_takes_the_cards_and_an_empty_pile_asks_nothing():
    pile = Pile("aab")
    drawing = draw(pile, 5, "r")
    ask = next(drawing)
    assert ask.n == 3
    with pytest.raises(StopIteration) as end:
        drawing.send(("a", "b", "a"))
    assert end.value.value == ("a", "b", "a")
    assert len(pile) == 0
    for nothing in (draw(pile, 1, "r"), draw(Pile("a"), 0, "r")):
        with pytest.raises(StopIteration) as end:
            next(nothing)
        assert end.value.value == ()


def test_a_shuffle_has_one_empty_answer_and_forgets_the_order():
    pile = Pile("a", "bc")
    shuffling = shuffle(pile, "r")
    ask = next(shuffling)
    assert isinstance(ask, Shuffle)
    assert list(ask.outcomes()) == [((), Fraction(1))]
    assert ask.count() == 1
    assert ask.accepts(())
    assert not ask.accepts("")
    assert ask.parse(" ") == ()
    with pytest.raises(ValueError, match="a shuffle has no answer"):
        ask.parse("a")
    with pytest.raises(StopIteration):
        shuffling.send(())
    assert pile == Pile("abc")


def test_nobody_can_answer_a_cut():
    with pytest.raises(NotImplementedError):
        Cut("r").accepts(())


def test_a_label_that_nobody_wrote_keeps_the_capitals_of_names():
    ask = Choose(0, "some/rule", [("with", "Ben Ali"), "stay"])
    assert [ask.label(value) for value in ask.candidates()] == ["With Ben Ali", "Stay"]


def test_a_polite_question_is_idle_only_while_one_answer_is_open():
    class HiddenPass(Choose):
        hidden_pass = True

    assert HiddenPass(0, "a/b", ("pass",)).idle
    assert not HiddenPass(0, "a/b", ("jam", "pass")).idle
    assert not Choose(0, "a/b", ("pass",)).idle


def test_an_empty_bag_still_gives_one_outcome():
    """Nothing is drawn at random if all cards that come next are known."""
    pile = Pile(tops=["a"])
    for ordered in (False, True):
        ask = Draw(pile, 1, "a/b", ordered=ordered)
        assert list(ask.outcomes()) == [(("a",), Fraction(1))]
        assert ask.count() == 1


@pytest.mark.parametrize("kinds", [1, 2, 3, 4])
@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_the_count_of_a_draws_outcomes_is_exact_where_every_kind_suffices(kinds, n):
    for ordered in (False, True):
        ask = Draw(Pile("abcd"[:kinds] * 3), n, "r", ordered=ordered)
        assert ask.count() == len(list(ask.outcomes()))


def test_the_count_of_an_ordered_draw_is_exact_where_every_card_is_another():
    ask = Draw(Pile("abcd"), 3, "r", ordered=True)
    assert ask.count() == len(list(ask.outcomes())) == 24


@pytest.mark.parametrize(
    ("pile", "possible"), [(Pile("ab", tops="x"), "x, then 1 of a ×1, b ×1"), (Pile("a", tops="xy"), "y, then x")]
)
def test_a_draw_with_a_known_top_says_which_cards_are_certain(pile, possible):
    with pytest.raises(ValueError, match=f"expected 2 cards that the pile can give \\({possible}\\), got “b b”"):
        Draw(pile, 2, "r").parse("b b")


def test_a_draw_is_in_no_order_and_open_to_all_unless_said():
    for ask in (Draw(Pile("ab"), 1, "r"), next(draw(Pile("ab"), 1, "r"))):
        assert (ask.ordered, ask.seen_by) == (False, None)
    ask = next(draw(Pile("ab"), 1, "r", (1,), ordered=True))
    assert (ask.ordered, ask.seen_by) == (True, (1,))


def test_a_roll_is_of_one_die_of_six_sides_where_nothing_else_is_said():
    assert Roll(1, "r").resolve(uniformly(lambda: 0.999), lambda: 0.999) == (6,)
    assert Roll(2, "r").count() == 21
    assert Roll(2, "r", ordered=True).count() == 36
    assert Choose(0, "r").prompt() == "Choose"
    assert Choose(0, "r", ("a",)).group("a") == ""
