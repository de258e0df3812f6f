"""Figures, intervals and verdicts: against scipy and worked values, and how often an interval has the true value."""

import pytest

from tutor.engine.book.files import BadInput
from tutor.engine.core.match import chance_at
from tutor.lab.compare import compare, figure, student
from tutor.lab.simulate import Row


@pytest.fixture(scope="module")
def stats():
    """SciPy's statistics, which take a second to import and which only one worker needs."""
    from scipy import stats

    return stats


def rows(values, measure="score:Ada"):
    if measure == "won:Ada":
        return [Row(n, 1, "", ("Ada",) if value else ()) for n, value in enumerate(values)]
    return [Row(n, 1, "", (), {"Ada": value}) for n, value in enumerate(values)]


def test_a_share_has_wilsons_interval(stats):
    found = figure(rows([1] * 37 + [0] * 63, "won:Ada"), "won:Ada")
    low, high = stats.binomtest(37, 100).proportion_ci(0.95, method="wilson")
    assert (found.games, found.value) == (100, 0.37)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)


def test_a_mean_and_a_difference_of_means_have_students_interval(stats):
    a, b = [3, 5, 4, 8, 1, 9, 4], [4, 5, 6, 9, 3, 9, 7]
    found = compare(rows(a), rows(b), "score:Ada")
    for part, values in (
        (found.first, a),
        (found.second, b),
        (found.difference, [y - x for x, y in zip(a, b, strict=True)]),
    ):
        low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert (part.low, part.high) == pytest.approx((low, high))
    assert (found.verdict, found.changed, found.more) == ("differs", 5, 0)
    assert found.words.startswith("There is a difference: 1.29 more on the second side (+0.")


def test_a_difference_of_shares_is_told_as_games_in_a_hundred():
    found = compare(rows([1] * 20 + [0] * 20, "won:Ada"), rows([0] * 40, "won:Ada"), "won:Ada")
    assert found.words.startswith("There is a difference: 50.0 fewer in 100 games on the second side (−")


@pytest.mark.parametrize("freedom", [*range(1, 12), 99, 100, 4999])
def test_students_interval_is_as_wide_as_scipys(freedom, stats):
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=1e-9)


def test_the_difference_of_paired_shares_is_bonett_and_prices(stats):
    gained, lost, n = 12, 4, 50
    first = rows([0] * gained + [1] * lost + [1] * (n - gained - lost), "won:Ada")
    second = rows([1] * gained + [0] * lost + [1] * (n - gained - lost), "won:Ada")
    found = compare(first, second, "won:Ada").difference
    middle = (13 - 5) / 52
    half = stats.norm.ppf(0.975) * (((13 + 5) / 52 - middle**2) / 52) ** 0.5
    assert found.value == pytest.approx(8 / 50)
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-6)


def test_the_interval_of_paired_shares_holds_the_truth_as_often_as_it_says():
    truth, held, tries = 0.1, 0, 600
    for n in range(tries):
        random = chance_at(0, n)
        changes = [(0, 1) if (u := random()) < 0.2 else (1, 0) if u < 0.3 else (1, 1) for _ in range(120)]
        found = compare(*(rows(side, "won:Ada") for side in zip(*changes, strict=True)), "won:Ada").difference
        held += found.low <= truth <= found.high
    assert 0.92 <= held / tries <= 0.98


def test_games_in_which_nothing_differs_are_no_proof_that_nothing_ever_does():
    few, many = (compare(*[rows([1, 0] * n, "won:Ada")] * 2, "won:Ada") for n in (20, 1000))
    assert (few.verdict, few.changed) == ("undecided", 0)
    assert few.difference.low < 0 < few.difference.high
    assert few.more > 0
    assert (many.verdict, many.more) == ("same", 0)


def test_as_many_more_games_as_are_named_decide_it_if_they_are_like_those_before():
    first, second = [10, 20, 30, 40, 50, 60], [25, 10, 44, 31, 72, 49]

    def after(times):
        return compare(rows(first * times), rows(second * times), "score:Ada", 0.1)

    found = after(4)
    assert found.verdict == "undecided"
    assert f"about {found.more:,} more games per side" in found.words
    enough = (24 + found.more) // 6
    assert [after(enough - 2).verdict, after(enough + 2).verdict] == ["undecided", "differs"]


def test_only_games_with_the_same_seed_are_compared():
    first, second = rows([1, 2, 3, 4]), rows([2, 3, 4, 9])[1:]
    broken = Row(2, 1, "", (), trouble="KeyError")
    found = compare(first, [second[0], broken, second[2]], "score:Ada", 1)
    assert found.difference.games == 2
    assert found.difference.value == 3


@pytest.mark.parametrize("measure", ["score:Zoe", "flies", ""])
def test_what_was_not_measured_is_refused(measure):
    with pytest.raises(BadInput, match="no such thing was measured"):
        compare(rows([1, 2]), rows([1, 2]), measure)


def test_one_game_says_nothing():
    with pytest.raises(BadInput, match="expected at least 2 games"):
        figure(rows([1]), "score:Ada")
