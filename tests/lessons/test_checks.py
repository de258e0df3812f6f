import pytest

from tests.lessons import changed, toy_page
from tutor.lessons.checks import play_page


def test_a_page_that_fits_has_no_complaints():
    assert play_page(toy_page()) == []


WRONG = [
    ('{ answer = "5 2"', '{ answer = "5 7"', "step[1].play[1]: expected 2 faces from 1 to 6"),
    ('answer = "roll 2"', 'answer = "roll 9"', "step[1].play[0]: “roll 9” is not among the options"),
    ('then = ["Ben: pass"]\nreplies', 'then = ["Ben: fly"]\nreplies', "step[3].then: “fly” is not among"),
    (
        "right = true, holds = { scores = { Ben = 2 } }",
        "right = true, holds = { scores = { Ben = 3 } }",
        "does not come true",
    ),
    ("holds = { scores = { Ben = 1 } }", "holds = { scores = { Ben = 2 } }", "comes true, but is not marked as right"),
    ('accept = ["play beam"]', 'accept = ["play jam"]', "step[3].accept: “play jam” is not open here"),
    ('accept = ["play beam"]', 'accept = ["play beam", "fly"]', "step[3].accept: “fly” is not among the options"),
    ('instead = { "roll 1"', 'instead = { "play beam"', "step[3].instead: “play beam” is accepted here"),
    ('replies = { "play beam"', 'replies = { "roll 3"', "step[3].replies: “roll 3” is not accepted here"),
    (
        'closed = { "play jam" = "cards/jam-only-against" }',
        'closed = { "play jam" = "cards/jam" }',
        "expected cards/jam to refuse this",
    ),
    ('closed = { "play jam" = "cards/jam-only-against" }', 'closed = { draw = "turn/hand-limit" }', "the move is open"),
    ('play = ["roll 1"], measure = "scores", player = "Ada"', 'play = ["draw"]', "is not a roll with an aim"),
    ('play = ["roll 1"], measure = "scores", player = "Ada"', 'measure = "scores", player = "Zed"', "no player “Zed”"),
    ('moves = ["roll 1", "draw", "play beam"]', 'moves = ["roll 1"]', "step[6].moves: expected open and closed moves"),
    (
        'rules = ["turn/hand-limit"]\nscene',
        'rules = ["turn/roll"]\nscene',
        "none of the rules that refuse the moves: turn/hand-limit",
    ),
    ('goal = { says = "Ada plays a beam" }', 'goal = { says = "Ada wins" }', "step[7].goal: the line of play does not"),
    (
        'goal = { says = "Ada plays a beam" }',
        "goal = { over = false }",
        "the goal has already been reached when the step begins",
    ),
    ('you = "Ada"', 'you = "Zed"', "you: no player “Zed” here; the players are Ada, Ben"),
    ('hand = ["jam"]', 'hand = ["jar"]', "unknown card “jar”"),
    (
        'prompt = "Play on until you have played a beam."',
        'prompt = "Play on"\nbot = "clever"',
        "step[7].bot: no bot “clever”",
    ),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), WRONG)
def test_a_page_that_the_rules_do_not_bear_out_is_caught_with_its_place(was: str, becomes: str, expected: str):
    complaints = [str(complaint) for complaint in play_page(changed(was, becomes))]
    assert any(expected in complaint for complaint in complaints), complaints
    assert all(complaint.startswith("01-turn.toml: ") for complaint in complaints)
