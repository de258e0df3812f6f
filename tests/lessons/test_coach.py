from tests import toy
from tutor.engine.core.asks import Refusal
from tutor.engine.core.game import find_game
from tutor.lessons.coach import refusal_text, related, rule_text, search
from tutor.lessons.glossary import glossary_of

BOOK = toy.GAME.book


def test_refusals_become_sentences_with_the_nearest_legal_way():
    refusals = [Refusal("a/b", "you hold 4 of 4 cards", "play one first"), Refusal("a/c", "it is over!")]
    assert refusal_text(refusals) == "You hold 4 of 4 cards. Play one first. It is over!"


def test_reasons_with_the_same_way_out_say_it_once():
    refusals = (
        Refusal("a", "it is too far", "choose a tile beside you"),
        Refusal("b", "it is at a corner", "choose a tile beside you"),
    )
    assert refusal_text(refusals) == "It is too far. It is at a corner. Choose a tile beside you."
    assert refusal_text((refusals[0], refusals[0])) == "It is too far. Choose a tile beside you."


def test_a_rules_text_marks_the_reading_in_force():
    says = rule_text(BOOK, "turn/vote", {"turn/vote": "tie-passes"})
    assert (says["unclear"], says["ruling"], says["lines"]) == ("Ties.", "A tie fails.", "L3")
    assert [(r["id"], r["chosen"]) for r in says["readings"]] == [("tie-fails", False), ("tie-passes", True)]
    assert "unclear" not in rule_text(BOOK, "turn/roll")


def test_search_finds_words_their_forms_and_their_beginnings():
    assert search(BOOK, "drawing cards")[0].id == "turn/draw"
    assert search(BOOK, "reshuf")[0].id == "turn/reshuffle"
    assert search(BOOK, "HAND limit")[0].id == "turn/hand-limit"
    assert search(BOOK, "zebra") == []
    assert search(BOOK, " .,; ") == []


def test_search_finds_a_mark_that_stands_alone():
    found = [entry.id for entry in search(find_game("alien_conspiracy").book, "$")]
    assert "components/locations" in found
    assert search(find_game("grave_robbers").book, "!!!!") != search(find_game("grave_robbers").book, "!")


def test_search_finds_a_noun_by_its_verb():
    game = find_game("roswell51")
    assert "annihilation/threshold-ten" in [entry.id for entry in search(game.book, "annihilate")[:4]]
    assert [term.name for term in glossary_of(game).found(["annihilate"])] == ["annihilation"]


def test_related_rules_share_telling_words():
    assert "cards/jam" in [entry.id for entry in related(BOOK, "cards/jam-only-against")[:2]]
    assert "cards/jam" not in [entry.id for entry in related(BOOK, "cards/jam")]
