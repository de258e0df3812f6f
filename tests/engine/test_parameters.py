"""The numbers of a book, as setups, scenes, records and plans set them within their bounds and rules read them."""

import pytest

from tests.toy import GAME, Numbers
from tutor.engine.book.files import BadInput
from tutor.engine.core.match import Match
from tutor.engine.play.record import load, save
from tutor.engine.play.scene import load_scenes

HEAD = 'game = "toy"\nplayers = 2\n'


def toy(name):
    assert name == "toy"
    return GAME


def test_without_a_word_the_numbers_are_the_books():
    assert GAME.setup(2).parameters == Numbers()
    assert GAME.new(GAME.setup(2)).parameters.changed() == {}
    for least_or_most in (1, 9):
        chosen = GAME.setup(2, parameters={"turn/hand-limit": least_or_most}).parameters
        assert chosen.changed() == {"turn/hand-limit": least_or_most}


def test_a_number_is_chosen_by_the_rule_that_sets_it_and_the_rules_play_by_it():
    scene = load_scenes(
        HEAD + 'parameters = { "turn/hand-limit" = 1 }\ntable = { players.Ada.hand = ["beam"], turn = "Ada" }', "s.toml"
    )[0]
    match = scene.match(GAME)
    assert match.table.parameters == Numbers(hand_limit=1)
    (refusal,) = match.ask.why_not("draw")
    assert (refusal.rule, refusal.why) == ("turn/hand-limit", "you hold 1 of 1 cards")
    assert match.table.copy().parameters is match.table.parameters


@pytest.mark.parametrize(
    ("parameters", "place", "expected"),
    [
        (
            '{ "turn/hand-limits" = 1 }',
            "parameters.turn/hand-limits",
            "this rule does not set a number that can be changed; these do: turn/hand",
        ),
        ('{ "turn/hand-limit" = 0 }', "parameters.turn/hand-limit", "expected 1 to 9 (cards in a hand), got 0"),
        ('{ "turn/hand-limit" = 10 }', "parameters.turn/hand-limit", "expected 1 to 9 (cards in a hand), got 10"),
        ('{ "turn/hand-limit" = true }', "parameters.turn/hand-limit", "expected a whole number, got true"),
    ],
)
def test_a_number_that_is_none_of_the_game_or_out_of_its_bounds_is_refused(parameters, place, expected):
    with pytest.raises(BadInput) as caught:
        load_scenes(HEAD + f"parameters = {parameters}\n", "s.toml")[0].match(GAME)
    assert caught.value.file == "s.toml"
    assert place in caught.value.place
    assert expected in caught.value.expected


def test_a_record_keeps_the_numbers_that_are_not_the_books():
    match = Match(GAME, GAME.new(GAME.setup(2, parameters={"score/goal": 5})), 3)
    text = save(match)
    assert 'parameters = { "score/goal" = 5 }' in text
    assert load(text, find=toy).table.parameters == Numbers(goal=5)
    assert "parameters" not in save(Match(GAME, GAME.new(GAME.setup(2)), 3))
