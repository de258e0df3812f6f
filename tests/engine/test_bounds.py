"""The limits of what is read: a text at the limit is accepted, and one beyond it is refused with its line."""

import pytest

from tutor.engine.book import bounds
from tutor.engine.book.bounds import TooMuch, measure_json, measure_toml, too_deep, too_large


def nested(depth):
    return [] if depth == 0 else [nested(depth - 1)]


@pytest.mark.parametrize(
    ("fits", "too_much", "complaint"),
    [
        ("a = " + "[" * 32, "a = 1\nb = " + "[" * 33, "line 2: expected at most 32 nested brackets"),
        ("a" + ".a" * 11, "\n\na" + ".a" * 12, "line 3: expected a key of at most 12 parts"),
        ("a = " + "1" * 18, "a = " + "1" * 19, "line 1: expected a number of at most 18 digits, got 19"),
        ("a = " + "[] " * 40, "a = " + "[[] " * 33, "line 1: expected at most 32 nested brackets"),
    ],
)
def test_what_just_fits_is_taken_and_one_more_is_not(fits, too_much, complaint):
    measure_toml(fits)
    with pytest.raises(TooMuch, match=complaint):
        measure_toml(too_much)


def test_keys_and_members_are_counted(monkeypatch):
    monkeypatch.setattr(bounds, "MOST_VALUES", 3)
    for fits in ("a = [1, 2]", "a = 1\nb = 2\nc = 3", "a = []"):
        measure_toml(fits)
    with pytest.raises(TooMuch, match="line 1: expected at most 3 keys and members, got more"):
        measure_toml("a = [1, 2, 3, 4]")


def test_parts_are_counted_key_by_key_and_not_in_texts_or_comments():
    measure_toml("\n".join(f"a{n}.b.c = 1" for n in range(20)))
    measure_toml("a = '" + "[" * 50 + "." * 50 + "1" * 50 + "' # " + "[" * 50)


def test_plain_data_is_deep_if_a_bracket_more_than_is_read_is_in_it():
    assert not too_deep(nested(32))
    assert too_deep(nested(33))
    assert not too_deep({"a": {"b": [1, 2]}})
    assert too_deep({"a": nested(32)})


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (9_999, None),
        (-9_999, None),
        ("10000", None),
        ({"a": [1, 10_000]}, ("a[1]", "expected a number of at most 9,999, got one of 5 digits")),
        ([{"b": -123_456}], ("[0].b", "expected a number of at most 9,999, got one of 6 digits")),
        (10_000.5, ("", "expected a number of at most 9,999, got 10000.5")),
    ],
)
def test_the_first_number_that_is_too_large_is_named_with_its_place(data, found):
    assert too_large(data) == found


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("LONGEST_TEXT", 1_000_000),
        ("DEEPEST", 32),
        ("LONGEST_KEY", 12),
        ("MOST_DIGITS", 18),
        ("MOST_VALUES", 60_000),
        ("LARGEST", 9_999),
        ("MOST_STEPS", 5_000),
        ("MOST_CASES", 200),
        ("MOST_ANSWERS", 20_000),
        ("MOST_CARDS", 5_000),
        ("LONGEST_QUERY", 8_000),
    ],
)
def test_the_limits_are_those_that_designers_are_told(limit, value):
    """Anyone who saved a scene or a record within a limit must still be able to read it."""
    assert getattr(bounds, limit) == value


def test_a_text_of_the_greatest_length_is_measured_and_a_longer_one_is_not(monkeypatch):
    monkeypatch.setattr(bounds, "LONGEST_TEXT", 5)
    for measure in (measure_toml, measure_json):
        measure("a = 1")
        with pytest.raises(TooMuch, match="expected at most 5 characters, got 6"):
            measure("a = 12")


def test_one_value_more_than_fits_is_too_much(monkeypatch):
    monkeypatch.setattr(bounds, "MOST_VALUES", 3)
    with pytest.raises(TooMuch, match="expected at most 3 keys and members, got more"):
        measure_toml("a = [1, 2, 3]")
    measure_json("[1, 2, 3]")
    with pytest.raises(TooMuch, match="expected at most 3 keys and members, got more"):
        measure_json("[1, 2, 3, 4]")


def test_every_key_is_counted_anew():
    measure_toml("x = 1\na" + ".a" * 11)
    with pytest.raises(TooMuch, match="line 2: expected a key of at most 12 parts"):
        measure_toml("x = 1\na" + ".a" * 12)


def test_a_bracket_that_closes_nothing_changes_no_depth():
    measure_toml("a = ]" + "[" * 32)
    with pytest.raises(TooMuch, match="expected at most 32 nested brackets"):
        measure_toml("a = ]" + "[" * 33)


def test_a_text_in_three_quotes_is_passed_over_whole():
    for quotes in ('"""', "'''"):
        measure_toml(f"a = {quotes}\n" + "[" * 50 + f"\n{quotes}")


def test_what_follows_a_text_or_a_comment_is_measured():
    for before in ("'x'", '"x"', '"""x"""', "1 # one"):
        with pytest.raises(TooMuch, match="line 2: expected at most 32 nested brackets"):
            measure_toml(f"a = {before}\nb = " + "[" * 33)
