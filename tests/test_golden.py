"""Golden playthroughs and counts: the rules of every game do what they did when these files were written.

If a rule was changed on purpose, `python -m tests.golden GAME` writes them again, and the diff shows the change.
"""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.golden import counted, perft_cases, playthroughs, told
from tutor.engine.core.game import games

SHOWN = 60
"""The number of lines of a diff that a failure shows."""


@pytest.mark.parametrize("playthrough", [*playthroughs()], ids=lambda one: f"{one.game.id}-{one.kind}")
def test_the_game_is_played_as_it_was(playthrough):
    before = playthrough.file.read_text(encoding="utf-8").splitlines()
    now = [line for text in told(playthrough) for line in text.splitlines() or [""]]
    assert "\n".join(islice(unified_diff(before, now, "before", "now", lineterm="", n=8), SHOWN)) == ""


@pytest.mark.parametrize(
    ("game", "case"),
    [
        pytest.param(game, case, id=f"{game.id}-{case['title']}-{case['depth']}")
        for game in games().values()
        for case in perft_cases(game)
    ],
)
def test_so_many_positions_lie_within_the_depth(game, case):
    assert case["depth"] >= 3
    assert counted(game, case["scene"], case["depth"]) == case["counts"]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_game_has_three_positions_that_are_counted(game):
    assert len(perft_cases(game)) == 3
