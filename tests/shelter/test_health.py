"""When empty attributes cost health: the same ten stories under every reading, round by round."""

import pytest

from tutor.engine.core.match import Match
from tutor.engine.play.scene import Scene
from tutor.games.shelter import GAME

TIMING, AMOUNT = "health/from-next-round", "health/one-or-two-empty"
COLUMNS = [
    {TIMING: "next-round-end"},
    {TIMING: "next-round-start"},
    {TIMING: "same-round"},
    {TIMING: "mixed"},
    {TIMING: "late-count"},
    {AMOUNT: "additive"},
]

STORIES = {
    "A: three of everything": ((3, 3, 3, 3), (), ["33310", "33310", "3310", "3320", "33310", "3330"]),
    "B: satiety 1": ((3, 1, 9, 9), (), ["3210", "3210", "210", "210", "3210", "3210"]),
    "C: satiety and cleanness 1": ((3, 1, 1, 9), (), ["3210", "3210", "210", "210", "3210", "310"]),
    "D: one after another": ((5, 1, 2, 3), (), ["54310", "54310", "4310", "4320", "5420", "5420"]),
    "E: satiety raised by 1 in round 2": (
        (3, 1, 9, 9),
        ("satiety +1",),
        ["33210", "3210", "210", "210", "33210", "33210"],
    ),
    "F: satiety raised by 2 in round 2": (
        (3, 1, 9, 9),
        ("satiety +2",),
        ["333210", "32210", "2210", "2210", "333210", "333210"],
    ),
    "G: an event empties mood": ((3, 9, 9, 2), "event", ["3210", "3210", "210", "210", "3210", "3210"]),
    "H: all three at 1": ((3, 1, 1, 1), (), ["310", "310", "10", "20", "310", "30"]),
    "I: two at 1, mood 2": ((3, 1, 1, 2), (), ["320", "320", "20", "210", "310", "310"]),
    "J: all three raised by 1 in round 2": (
        (3, 1, 1, 1),
        ("satiety +1", "cleanness +1", "mood +1"),
        ["3310", "310", "10", "210", "3310", "330"],
    ),
}


def begin(levels, effect, readings):
    """Ada is in the story; two others, who have plenty of everything, keep the game going."""
    plenty = {"health": 99, "satiety": 99, "cleanness": 99, "mood": 99}
    ada = dict(zip(("health", "satiety", "cleanness", "mood"), levels, strict=True))
    card = {"id": "help", "name": "Help", "users": 1, "durability": 9, "text": "Help.", "effect": list(effect)}
    scene = Scene(
        "shelter",
        cards={"furniture": [card]},
        readings=readings,
        table={"day": 0, "furniture": {"help": 9}, "players": {"Ada": ada, "Ben": plenty, "Cleo": plenty},
               "next": ["order/roll-each-round"]},
    )  # fmt: skip
    return scene.match(GAME)


def play_round(match: Match, helped: bool) -> tuple[int, int]:
    """Play one round in which nobody does anything, except that Ada goes to `help` if she is `helped`.

    Returns her health before and after the losses at its end; those of the next round's start come after.
    """
    day, before = match.table.day, 0
    while match.table.day == day:
        before = match.table.players[0].health
        ask = match.ask
        if ask.seat is None:
            match.answer(tuple(range(ask.dice, 0, -1)))
        elif ask.seat == 0 and helped and not match.table.players[0].place:
            match.answer(("go", "help"))
        else:
            match.answer("done" if match.table.players[ask.seat].place else "stay")
    return before, match.table.players[0].health


@pytest.mark.parametrize("column", range(len(COLUMNS)), ids=[next(iter(c.values())) for c in COLUMNS])
@pytest.mark.parametrize("story", STORIES)
def test_health_after_each_round(story, column):
    levels, effect, rows = STORIES[story]
    event = effect == "event"
    match = begin(levels, ("mood -2",) if event else effect, COLUMNS[column])
    at_start = match.table.readings[TIMING] == "next-round-start"
    rounds = [
        play_round(match, helped=bool(effect) and n == (1 if event else 2)) for n in range(1, len(rows[column]) + 1)
    ]
    found = [before if at_start else after for before, after in rounds]
    assert found == [int(n) for n in rows[column]]
    assert match.table.players[0].fate == "dead"
