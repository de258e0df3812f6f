"""Piles: bags with a known top."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.engine.core.match import chance_at
from tutor.engine.core.piles import MANY, Pile

CARDS = st.lists(st.sampled_from("abcd"), max_size=6)
PILES = st.builds(Pile, CARDS, CARDS)


@given(PILES, st.integers(0, 18), st.integers(0, 99))
def test_a_sample_is_something_the_pile_could_give_and_taking_it_leaves_the_rest(pile, n, seed):
    before = Counter(pile.cards())
    n = min(n, len(pile))
    cards = pile.sample(n, chance_at(seed, 0))
    assert Counter(pile.cards()) == before
    assert pile.could_give(cards)
    pile.take(cards)
    assert Counter(pile.cards()) + Counter(cards) == before
    assert len(pile) == before.total() - n


@given(PILES)
def test_a_copy_is_equal_and_independent(pile):
    copy = pile.copy()
    assert copy == pile
    copy.tops.append("z")
    copy.mix_in("z")
    assert copy != pile
    assert "z" not in pile.cards()


def test_the_order_of_the_bag_is_no_difference_but_known_tops_are():
    assert Pile("ab") == Pile("ba")
    assert Pile("a", tops="b") != Pile("ab")
    assert Pile(tops="ab") != Pile(tops="ba")
    assert Pile("a") != ["a"]


def test_known_cards_come_in_their_order():
    pile = Pile("m", tops="ab")
    assert pile.sample(3, lambda: 0.0) == ("b", "a", "m")
    assert not pile.could_give(("a",))
    pile.take(("b", "a"))
    assert pile == Pile("m")


def test_a_card_searched_for_is_taken_from_wherever_it_lies():
    pile = Pile("a", tops="b")
    for card in "ab":
        pile.take_any(card)
    assert len(pile) == 0
    with pytest.raises(ValueError, match="no a in the pile"):
        pile.take_any("a")


def test_every_card_of_the_bag_comes_as_often_as_it_is_there():
    random = chance_at(7, 0)
    seen = Counter(Pile("aaab").sample(1, random)[0] for _ in range(4000))
    assert 2850 < seen["a"] < 3150


@given(st.lists(st.sampled_from("abcd"), min_size=MANY, max_size=40), st.data())
def test_many_cards_taken_at_once_leave_what_taking_one_by_one_leaves(bag, data):
    cards = data.draw(st.permutations(bag))[: data.draw(st.integers(MANY, len(bag)))]
    at_once, one_by_one = Pile(bag), Pile(bag)
    at_once.take(cards)
    for card in cards:
        one_by_one.take([card])
    assert at_once.bag == one_by_one.bag


@pytest.mark.parametrize(
    ("cards", "possible"),
    [("tab", True), ("tba", True), ("ab", False), ("xab", False), ("taa", False), ("tabn", False), ("ta", True)],
)
def test_a_pile_gives_its_top_and_then_its_bag(cards, possible):
    assert Pile("ab", tops="t").could_give(tuple(cards)) is possible


def test_many_cards_are_taken_off_the_top_first():
    pile = Pile("ab" * 8, tops="xyz")
    pile.take(tuple("zyx" + "ab" * 6))
    assert pile == Pile("abab")
