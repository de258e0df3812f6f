"""A sum is the number that its parts add up to, kept within its bounds, and can be taken apart."""

import pickle
from copy import copy

from tutor.engine.core.sums import Part, Sum

SIX = Part(6, "Muscle", card="the-cook")
TWO = Part(2, "spoints", "spoints/plus-one-target")
NONE = Part(0, "doubles")


def test_a_sum_counts_compares_and_prints_as_its_number():
    total = Sum("target", SIX, TWO, NONE)
    assert total == 8
    assert total > 7
    assert total + 1 == 9
    assert f"{total} of {total:>3}" == "8 of   8"


def test_its_parts_are_those_that_add_something_in_their_order():
    assert Sum("target", SIX, NONE, TWO).parts == (SIX, TWO)
    assert repr(Sum("target", SIX, TWO)) == "<target 8 = 6 Muscle + 2 spoints>"
    assert repr(Sum("dice", NONE)) == "<dice 0 = nothing>"


def test_it_stays_within_its_bounds_and_says_so():
    at_most, at_least = Sum("target", SIX, TWO, most=7), Sum("dice", Part(-2, "wrong Tools"), least=0)
    assert (at_most, at_most.bound) == (7, "8 counts as 7, the maximum")
    assert (at_least, at_least.bound) == (0, "-2 counts as 0, the minimum")
    assert Sum("target", SIX, TWO, least=0, most=8).bound == ""
    assert Sum("nothing", least=0).bound == ""


def test_more_is_added_to_the_part_of_the_same_source_or_as_a_part_of_its_own():
    raised = Sum("target", SIX, TWO, most=11).plus(TWO).plus(Part(1, "power play", card="payback"))
    assert repr(raised) == "<target 11 = 6 Muscle + 4 spoints + 1 power play>"
    assert (raised.plus(TWO), raised.plus(TWO).bound) == (11, "13 counts as 11, the maximum")


def test_a_copy_and_one_that_was_sent_elsewhere_have_the_same_parts():
    total = Sum("target", SIX, TWO, most=7)
    for other in (copy(total), pickle.loads(pickle.dumps(total))):
        assert (other, other.parts, other.bound, other.name) == (total, total.parts, total.bound, "target")
