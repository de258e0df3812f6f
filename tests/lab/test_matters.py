"""Whether a reading matters: which requests are possible, and what the games show."""

import pytest

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import find_game, games
from tutor.lab.matters import BOTS, GAMES, Doubt, answer, doubt, looked_at, offers, other_readings, seats
from tutor.lab.simulate import Row, play

ALL = games()
AC = find_game("alien_conspiracy")
RULE, OTHER = "health/several-equal-rolls", "per-number"


def asked(number: int = 20, reading: str = OTHER) -> Doubt:
    return Doubt(AC.id, RULE, reading, 2, number)


def rows(winners: list[str], answers: list[int], end: str = "over") -> list[Row]:
    return [
        Row(seed, n, end, (name,), {"Ada": n, "Ben": 0}, {measure.id: () for measure in AC.measures})
        for seed, (name, n) in enumerate(zip(winners, answers, strict=True))
    ]


@pytest.mark.parametrize("game", ALL.values(), ids=ALL)
def test_every_offer_can_be_asked_for(game):
    offered = offers(game)
    unclear = [entry for entry in game.book if len(entry.options) > 1]
    assert list(offered["seats"]) == [entry.id for entry in unclear]
    for entry in unclear:
        assert offered["seats"][entry.id]
        for reading in other_readings(game, entry.id):
            for number in offered["seats"][entry.id]:
                made = doubt(game, entry.id, reading, number, offered["games"][0], offered["bots"][0]["id"])
                ours, other = made.sides
                assert (ours.readings, other.readings) == ((), ((entry.id, reading),))
                assert ours.seeds == other.seeds


@pytest.mark.parametrize(
    "change",
    [
        {"rule": "no/rule"},
        {"rule": "overview/goal"},
        {"reading": "nowhere"},
        {"reading": "per-rolled-die"},
        {"players": 9},
        {"players": 0},
        {"games": 10**6},
        {"games": 0},
        {"bots": "nobody"},
    ],
)
def test_nothing_else_can_be_asked_for(change):
    fits = {"rule": RULE, "reading": OTHER, "players": 2, "games": GAMES[0], "bots": next(iter(BOTS))}
    assert doubt(AC, **fits)
    with pytest.raises(BadInput):
        doubt(AC, **{**fits, **change})


def test_player_counts_that_only_one_reading_allows_are_not_offered():
    game = find_game("doppelganger")
    assert seats(game, "overview/player-count", "any-number") == list(game.seats)


def test_games_that_are_all_alike_say_so():
    same = rows(["Ada", "Ben"] * 20, list(range(40)))
    found = answer(asked(40), (same, same))
    assert found["verdict"] == "unchanged"
    assert found["words"] == "Not one of 40 pairs of games came out differently."
    assert all(one["changed"] == 0 for one in found["measures"])


def test_a_difference_is_named_with_its_interval():
    ours = rows(["Ada", "Ben"] * 20, [100 + n % 7 for n in range(40)])
    other = rows(["Ada", "Ben"] * 20, [150 + n % 5 for n in range(40)])
    found = answer(asked(40), (ours, other))
    assert found["verdict"] == "differs"
    (answers,) = [one for one in found["measures"] if one["measure"] == "answers"]
    assert answers["verdict"] == "differs"
    assert answers["words"] in found["words"]
    assert answers["difference"]["low"] > 40
    assert found["measures"][-1]["changed"] == 0


def test_too_few_games_say_nothing():
    for sides in ((), ([],), ([], []), (rows(["Ada"], [3]), rows(["Ada"], [3]))):
        assert answer(asked(), sides)["verdict"] == "nothing"


def test_an_open_question_says_how_many_more_games_it_needs():
    ours = rows(["Ada"] * 20 + ["Ben"] * 20, [100] * 40)
    other = rows(["Ada"] * 17 + ["Ben"] * 23, [100] * 40)
    found = answer(asked(40), (ours, other))
    assert found["verdict"] == "undecided"
    more = [one["more"] for one in found["measures"] if one["changed"] and one["verdict"] == "undecided"]
    assert f"about {max(more):,} more" in found["words"]


def test_real_games_are_compared_in_everything_that_is_counted_for_all():
    made = asked()
    sides = [play(plan) for plan in made.sides]
    found = answer(made, sides)
    ids = [one["measure"] for one in found["measures"]]
    assert set(ids) == set(looked_at(made.sides[0], sides))
    assert {"won", "answers", "score", "won:Ada"} <= set(ids)
    assert not {"won:Ben", "score:Ada"} & set(ids)
    assert all(one["words"] and one["told"] for one in found["measures"])
