"""Values at a Python prompt describe themselves in one short line."""

import pytest

from tests.toy import GAME
from tutor.engine.core.match import Match
from tutor.engine.play.chance import Odds
from tutor.engine.play.scene import load_scenes
from tutor.games.alien_conspiracy import GAME as CONSPIRACY

SCENE = """
game = "toy"
title = "A full hand"
players = 2
play = ["draw"]
[table]
turn = "Ada"
players.Ada.hand = ["beam", "beam", "beam", "jam"]
"""


@pytest.fixture
def match():
    return load_scenes(SCENE, "s.toml")[0].match(GAME)


def test_a_table_says_who_plays_and_what_comes_next(match):
    assert repr(GAME.new(GAME.setup(2))) == "<Saucers: Ada, Ben; next setup/deal>"
    assert repr(match.table) == "<Saucers: Ada, Ben; nothing comes next>"
    assert repr(CONSPIRACY.new(CONSPIRACY.setup(2))) == "<Conspiracy: Ada, Ben; next setup/deal-investigators>"


def test_a_question_says_who_is_asked_and_what_is_open(match):
    asked = "<Moves: turn/act asks seat 0: roll 1, roll 2, roll 3, play beam>"
    assert repr(match.ask) == asked
    assert repr(match) == f"<match of Saucers: Ada, Ben; 0 answers; {asked}>"
    options = {option.label: repr(option) for option in match.ask.options()}
    assert options["Roll 1"] == "<roll 1 “Roll 1”: open>"
    assert options["Draw"] == "<draw “Draw”: closed by turn/hand-limit>"


def test_chance_says_how_much_of_it_there_is(match):
    match.answer(("roll", 2))
    assert repr(match.ask) == "<Roll: 2 dice with 6 sides, turn/roll>"
    assert repr(Match(GAME, GAME.new(GAME.setup(2)), 1).ask) == "<Draw: 1 card of 16, setup/deal>"


def test_notes_scenes_cards_odds_and_games_are_short(match):
    match.answer(("play", "beam"))
    assert repr(match.notes[0]) == "<note “Ada plays a beam” (cards/play)>"
    assert repr(load_scenes(SCENE, "s.toml")[0]) == "<scene “A full hand” of toy: in a position, 1 step>"
    assert repr(GAME) == "<game toy: Saucers, 2 to 4 players>"
    assert repr(GAME.cards).startswith("<card set stand-in: toy ")
    from fractions import Fraction

    assert repr(Odds(Fraction(1, 4), Fraction(1, 4), True)) == "<odds 1/4 = 25.00%>"
