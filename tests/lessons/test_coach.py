from tutor.engine.core.asks import Refusal
from tutor.lessons.coach import refusal_text, sentence


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


def test_a_quotation_that_ends_a_sentence_needs_no_second_full_stop():
    assert sentence("the card says “Lose 1 health die.”") == "The card says “Lose 1 health die.”"
    assert sentence("the movie is called “Saw”") == "The movie is called “Saw”."
