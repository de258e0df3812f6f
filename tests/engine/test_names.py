"""How texts say the names of cards."""

import pytest

from tests.laws import GAMES
from tutor.engine.book.names import Name, Names, Plural, name_of


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("Dad", "Dad’s"),
        ("The Waitress", "The Waitress’s"),
        ("Thermos", "Thermos’s"),
        ("Flashlight With Dead Batteries", "Flashlight With Dead Batteries’"),
    ],
)
def test_the_possessive_follows_the_last_word(name, whose):
    assert f"{Name(name):’s} bucket" == f"{whose} bucket"


def test_the_verb_follows_the_number():
    assert f"{Name('Flashlight With Dead Batteries'):is|are} here" == "Flashlight With Dead Batteries is here"
    assert f"{Plural('Killer Ants'):is|are} here" == "Killer Ants are here"
    assert f"{Plural('Killer Ants'):>12}" == " Killer Ants"


def test_a_list_of_one_is_said_like_its_only_name():
    dad, ants = Name("Dad"), Plural("Killer Ants")
    assert f"{Names([dad]):dies|die}" == "Dad dies"
    assert f"{Names([ants]):dies|die}" == "Killer Ants die"
    assert f"{Names([dad, ants]):dies|die}" == "Dad and Killer Ants die"
    assert f"{Names([ants, dad, dad]):’s} defence" == "Killer Ants, Dad and Dad’s defence"
    assert f"{Names()}" == "nothing"


def test_the_creatures_of_a_game_say_whether_they_are_several():
    cards = GAMES["grave_robbers"].cards
    several = {card.name for card in cards.of_type("creature") if name_of(card).several}
    assert several == {
        "Subterranean Cannibals", "Killer Ants", "Rats in the Walls", "Flying Brains", "Saucer Pilots",
    }  # fmt: skip
