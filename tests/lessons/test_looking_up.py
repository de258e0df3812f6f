import tomllib
from pathlib import Path

import pytest

from tests import toy
from tutor.engine.core.game import find_game
from tutor.lessons.glossary import glossary_of
from tutor.lessons.looking_up import search
from tutor.lessons.shelf import related, stem

BOOK = toy.GAME.book
EVERYDAY = tomllib.loads(Path(__file__).with_name("everyday_questions.toml").read_text(encoding="utf-8"))
ANSWERED = 0.8
"""The share of everyday questions whose rule must be among the first three found, in every game."""


@pytest.mark.parametrize("game", EVERYDAY)
def test_everyday_questions_find_their_rule_among_the_first_three(game: str) -> None:
    missed = {}
    for question, rules in EVERYDAY[game].items():
        assert all(rule in find_game(game).book for rule in rules)
        found = [entry.id for entry in search(find_game(game), question, 3)]
        if not set(rules) & set(found):
            missed[question] = found
    assert len(missed) <= len(EVERYDAY[game]) * (1 - ANSWERED), missed


def test_a_basic_rule_comes_before_a_special_case_with_the_same_words() -> None:
    assert search(find_game("shelter"), "hand limit")[0].id == "items/hand-limit-four"


@pytest.mark.parametrize(
    ("word", "like"), [("draws", "draw"), ("stopped", "stop"), ("bodies", "body"), ("moving", "move"), ("won", "wins")]
)
def test_forms_of_a_word_have_one_stem(word: str, like: str) -> None:
    assert stem(word) == stem(like)


def test_search_finds_words_their_forms_and_their_beginnings():
    assert search(toy.GAME, "drawing cards")[0].id == "turn/draw"
    assert search(toy.GAME, "reshuf")[0].id == "turn/reshuffle"
    assert search(toy.GAME, "HAND limit")[0].id == "turn/hand-limit"
    assert search(toy.GAME, "zebra") == []
    assert search(toy.GAME, " .,; ") == []


def test_search_finds_a_mark_that_stands_alone():
    found = [entry.id for entry in search(find_game("alien_conspiracy"), "$")]
    assert "components/locations" in found
    assert search(find_game("grave_robbers"), "!!!!") != search(find_game("grave_robbers"), "!")


def test_search_finds_a_noun_by_its_verb():
    game = find_game("roswell51")
    assert "annihilation/threshold-ten" in [entry.id for entry in search(game, "annihilate")[:4]]
    assert [term.name for term in glossary_of(game).found(["annihilate"])] == ["annihilation"]


def test_related_rules_share_telling_words():
    assert "cards/jam" in [entry.id for entry in related(BOOK, "cards/jam-only-against")[:2]]
    assert "cards/jam" not in [entry.id for entry in related(BOOK, "cards/jam")]
