"""Looking for gaps: each kind is found once in a game that has it, and its record leads there again."""

from dataclasses import replace

import pytest

from tests.laws import GAMES
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Choose, Roll
from tutor.engine.core.game import Outcome
from tutor.engine.core.rules import Rules
from tutor.engine.play.record import load
from tutor.lab.explore import CRASH, DEAD_END, ENDLESS, LOOP, NO_OPTION, explore

TOY = GAMES["toy"]


def broken(kind):
    """Return the toy game with one more rule, which goes wrong in this way."""
    rules = Rules()

    @rules("turn/turn")
    def turn(g):
        yield Choose(0, "turn/act", ["go"])
        yield Roll(1, "turn/roll")
        if kind == CRASH:
            raise KeyError("compass")
        if kind == NO_OPTION:
            yield Choose(1, "turn/vote", [])
        if kind in (LOOP, ENDLESS):
            g.agenda.append(("turn/turn",))
        if kind == ENDLESS:
            g.crews[0].points += 1

    return replace(
        TOY,
        rules=rules,
        begin=lambda g: g.agenda.append(("turn/turn",)),
        outcome=lambda g: Outcome(False, tuple(crew.points for crew in g.crews)),
    )


@pytest.mark.parametrize("kind", [CRASH, DEAD_END, NO_OPTION, LOOP, ENDLESS])
def test_what_goes_wrong_is_found_once_with_a_record_that_leads_there(kind):
    game = broken(kind)
    found = explore(game, 3)
    (finding,) = found.findings
    assert finding.kind == kind
    assert list(found.often.values()) == [3]
    if kind == CRASH:
        assert "compass" in finding.told
        with pytest.raises(BadInput, match=r"answers\[1\]: the rules cannot go on from here") as caught:
            load(finding.record, find=lambda id: game)
        assert repr(caught.value.__cause__) == "KeyError('compass')"
        return
    match = load(finding.record, find=lambda id: game)
    if kind == DEAD_END:
        assert match.ask is None
    elif kind == NO_OPTION:
        assert match.ask.rule == "turn/vote"
        assert finding.where == "turn/turn"
    else:
        assert len(match.log) > 100


def test_a_sound_game_has_no_findings_and_says_what_was_never_reached():
    found = explore(TOY, 30)
    assert (found.games, found.findings) == (30, [])
    assert found.reached["setup/deal"] == 30
    assert found.reached["turn/hand-limit"] > 0
    assert not {id for id in found.unreached if found.reached[id]}
    assert set(explore(TOY, 1).unreached) > set(found.unreached)


def test_a_guided_game_reaches_at_least_what_games_at_random_reach():
    guided, unguided = (explore(GAMES["alien_conspiracy"], 16, 0, guided) for guided in (True, False))
    assert len(guided.unreached) <= len(unguided.unreached)


def test_looking_can_be_watched_and_cancelled():
    told = []
    found = explore(TOY, 9, progress=lambda done, total: told.append((done, total)), cancelled=lambda: len(told) == 2)
    assert found.games == 2
    assert told == [(1, 9), (2, 9)]
