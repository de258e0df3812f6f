"""A first game without a screen: it goes on from the learner's own moves, and every branch of its page is checked."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests import toy
from tests.lessons import find
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Option, spell
from tutor.engine.core.game import Outcome, find_game, games
from tutor.engine.core.match import Match, uniformly
from tutor.lessons.attempts import Act
from tutor.lessons.checks import play_page
from tutor.lessons.pace import SECONDS_A_PRESS, WORDS_A_MINUTE, minutes
from tutor.lessons.page import Page, Step
from tutor.lessons.pages import load_page, load_pages, read_page, whole_games_of
from tutor.lessons.story import AFTERWARDS, OTHER_MOVE, Moving, Story, resumed
from tutor.lessons.stretch import MOST_TOLD, heard, since
from tutor.lessons.walks import Walk, main_line

FILE = Path(__file__).parent.parent / "pages" / "toy" / "00-first-game.toml"
TEXT = FILE.read_text()
LAST = 6


def points_of(match: Match) -> list[int]:
    return [crew.points for crew in match.table.crews]


def page() -> Page:
    return load_page(FILE, find)


def changed(was: str, becomes: str) -> Page:
    assert was in TEXT
    return read_page(TEXT.replace(was, becomes, 1), FILE.name, 0, "first-game", find)


def at(step: int) -> Story:
    """Return a story at a step, after the page's own moves."""
    story = Story(page())
    story.goto(step)
    return story


def test_a_first_game_that_fits_has_no_complaints():
    assert play_page(page()) == []


def assert_told(expected: str, page: Page) -> None:
    """Assert that the check of a page complains in these words."""
    complaints = [str(complaint) for complaint in play_page(page)]
    assert any(expected in complaint for complaint in complaints), complaints


FITS_NOT = [
    ('accept = ["play beam", "roll 2"]', 'accept = ["play jam"]', "step[1].accept: none of these moves is open here"),
    ('{ answer = "5 6"', '{ answer = "5 4"', "mixture 0: step[6]: the game is not over"),
    ('{ answer = "Ben: pass"', '{ answer = "Ben: fly"', "step[1].on[0]: “fly” is not among the options"),
    ('answer = "6"', 'answer = "7"', "step[2].play[1]: expected 1 face from 1 to 6"),
    ('{ answer = "Ben: no"', '{ answer = "Ben: maybe"', "step[4].then[0]: “maybe” is not among the options"),
    ("seed = 2", "seed = 1", "step[4], “no”: step[6]: the game is not over"),
    ("when = { over = false }", "when = { over = true }", "step[5].accept: Ada isn’t asked anything here"),
    ("when = { over = false }", 'when = { asked = "Ben" }', "step[5].when: no walk reaches this step"),
    ('instead = { "roll *"', 'instead = { "roll 2"', "step[1].instead: “roll 2” is never one of the other open moves"),
    ("replies = { yes", "replies = { maybe", "step[4].replies: “maybe” is never a move that the page wants"),
    ('"play jam" = "cards/jam-only-against"', '"play jam" = "cards/jam"', "expected cards/jam to refuse this"),
    ("one_table = true", "one_table = true\npresses = 5", "presses: expected at most 5, got"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), FITS_NOT)
def test_what_the_rules_do_not_bear_out_in_some_branch_is_told_with_its_place(was: str, becomes: str, expected: str):
    assert_told(expected, changed(was, becomes))


FORMAT = [
    ("one_table = true\n", "", "section: “first-game” or “second-game”, `one_table` and the file’s"),
    ('endings = ["score/goal"]', "endings = []", "endings: expected the rules for all the ways"),
    ('endings = ["score/goal"]', 'endings = ["turn/draw"]', "endings: neither of the first two steps names"),
    ('kind = "end"', 'kind = "say"', "step: the last step, and no other, must be of the kind “end”"),
    ('kind = "show"', 'kind = "show"\nscene = {}', "step[2].scene: a step of the kind “show” cannot have scene"),
    (
        'accept = ["yes", "no"]',
        'accept = ["yes"]\nany_move = true',
        "step[4].any_move: a step of the kind “do” cannot have any_move",
    ),
    ("Ben takes one die.", "Ben takes one die. " * 20, "step[2].play[0].text: expected at most 60 words, got 80"),
    (
        '{ answer = "roll 1", text = "Ben takes one die." }',
        '"roll 1"',
        "step[2].play[0]: the first answer in `play` needs a `text`",
    ),
    ("{ over = false }", "{ overs = false }", "step[5].when"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), FORMAT)
def test_a_page_that_is_no_first_game_is_refused_as_it_is_read(was: str, becomes: str, expected: str):
    with pytest.raises(BadInput) as refused:
        changed(was, becomes)
    assert expected in str(refused.value)


def test_only_a_page_on_one_table_has_what_a_first_game_has():
    text = (FILE.parent / "01-turn.toml").read_text()
    for was, becomes in (
        ('title = "Your turn"', 'title = "Your turn"\npresses = 9'),
        ('then = ["Ben: pass"]\nreplies', 'then = [{ answer = "Ben: pass", text = "He passes." }]\nreplies'),
        ('accept = ["play beam"]', 'accept = ["play beam"]\non = {}\nwhen = { over = false }'),
    ):
        assert was in text
        with pytest.raises(BadInput, match=r"first or second game|whole game|cannot have when"):
            read_page(text.replace(was, becomes, 1), "01-turn.toml", 1, "turn", find)


def test_a_first_game_stands_apart_from_the_pages_of_sections():
    pages = load_pages(FILE.parent, find)
    assert [page.one_table for page in pages] == [True, False]


def test_a_second_game_is_a_page_of_its_own_beside_the_first(tmp_path):
    (tmp_path / "00-second-game.toml").write_text(TEXT.replace('section = "first-game"', 'section = "second-game"'))
    (tmp_path / "00-first-game.toml").write_text(TEXT)
    assert [(page.slug, page.one_table) for page in load_pages(tmp_path, find)] == [
        ("first-game", True),
        ("second-game", True),
    ]
    (tmp_path / "00-second-game.toml").write_text(TEXT)
    with pytest.raises(BadInput, match="the file’s name must agree"):
        load_pages(tmp_path, find)


def test_the_story_goes_on_from_the_learners_own_move():
    own = at(1)
    own.answer("roll 2")
    assert own.at == 2
    assert points_of(own.match) == [11, 7]
    assert own.match.table.crews[0].hand == ["beam"]
    pages = at(1)
    pages.answer("play beam")
    assert points_of(pages.match) == [11, 7]
    assert pages.match.table.crews[0].hand == []


def test_what_happened_is_told_piece_by_piece():
    story = at(1)
    story.answer("play beam")
    assert story.stretch is not None
    assert [piece.text for piece in story.stretch.pieces] == [
        "Your beam comes down.",
        "Ben keeps his jam, so you have 11 points.",
    ]
    assert points_of(story.stretch.before) == [9, 7]
    assert [points_of(story.stretch.after(n)) for n in (0, 1)] == [[9, 7], [11, 7]]


def test_a_move_without_words_of_the_page_is_told_by_its_notes():
    story = Story(changed('text = "Your beam comes down.", ', ""))
    story.goto(1)
    story.answer("play beam")
    assert story.stretch is not None
    assert story.stretch.pieces[0].text == "Ada plays a beam."


def test_a_step_is_passed_over_where_its_condition_does_not_hold():
    yes, no = at(4), at(4)
    yes.answer("yes")
    assert (yes.at, yes.finished, points_of(yes.match)) == (LAST, True, [12, 8])
    no.answer("no")
    assert (no.at, no.finished) == (5, False)
    no.answer("roll 1")
    assert (no.at, no.finished) == (LAST, True)


def test_a_link_to_a_step_that_is_passed_over_leads_to_the_step_before_it():
    story = at(5)
    assert (story.at, story.finished) == (4, False)
    story.answer("no")
    assert story.at == 5
    story.goto(5)
    assert story.at == 5


@pytest.mark.parametrize("page", [page for id in games() for page in whole_games_of(id)], ids=lambda page: page.id)
def test_the_number_of_steps_stays_the_same_and_no_number_is_left_out(page: Page):
    counted: list[tuple[int, int]] = []

    def look(story: Story) -> Iterator[Any]:
        counted.append(story.counted())
        yield from ()

    for choose in (main_line, last_move):
        counted.clear()
        walk = Walk(page, choose)
        assert list(walk.run(look)) == []
        assert list(look(walk.story)) == []
        numbers, totals = zip(*counted, strict=True)
        assert list(numbers) == sorted(numbers)
        assert list(dict.fromkeys(numbers)) == list(range(1, totals[0] + 1))
        assert len(set(totals)) == 1
        head = walk.story.data()["head"]
        assert (head["step"], head["steps"]) == counted[-1]


def last_move(n: int, options: list[Option]) -> Option:
    return options[-1]


def test_a_legal_move_that_the_story_cannot_follow_moves_nothing_and_is_answered():
    story = at(1)
    for move, said in (("draw", "You could draw a card."), ("roll 3", "with two dice")):
        story.answer(move)
        assert story.at == 1
        assert story.attempt.feedback is not None
        assert story.attempt.feedback.verdict == "neutral"
        assert said in story.attempt.feedback.text
    bare = Story(changed(", draw = ", ", pass = "))
    bare.goto(1)
    bare.answer("draw")
    assert bare.attempt.feedback is not None
    assert bare.attempt.feedback.text == OTHER_MOVE


ASIDE = """
aside = { draw = { text = "You draw first.", then = ["luck", "Ben: roll *", "1 | 1 1", "Ben: no | nothing"] } }
"""
"""A move that the learner may make first: a whole round goes by, and then the learner has to vote."""


def first_drawing(aside: str = ASIDE) -> Story:
    """Return a story at its first move, before which the learner may draw a card."""
    drawn = ', draw = "You could draw a card. But you have what you need."'
    story = Story(changed(drawn + " }", " }" + aside.rstrip()))
    story.goto(1)
    return story


def test_after_a_move_that_may_be_made_first_and_all_that_it_asks_the_step_is_asked_again():
    story = first_drawing()
    story.answer("draw")
    assert (story.at, story.attempt.done, story.attempt.feedback) == (1, False, None)
    assert story.stretch is not None
    assert [piece.text for piece in story.stretch.pieces] == ["You draw first."]
    assert story.data()["words"] == {"kind": "do", "text": AFTERWARDS}
    assert [option["id"] for option in story.data()["question"]["options"]] == ["yes", "no"]
    story.answer("no")
    assert (story.at, points_of(story.match)) == (1, [9, 7])
    assert story.data()["words"]["prompt"].startswith("Score two points")
    assert len(story.match.table.crews[0].hand) == 2
    story.answer("play beam")
    assert (story.at, points_of(story.match)) == (2, [11, 7])


def test_a_move_that_was_made_first_can_be_taken_back_and_comes_back_after_a_reload():
    story = first_drawing()
    for move in ("draw", "no", "roll 2"):
        story.answer(move)
    again, said = resumed(story.page, story.save())
    assert (said, json.dumps(again.data())) == ("", json.dumps(story.data()))
    story.undo()
    assert (story.at, len(story.match.table.crews[0].hand)) == (1, 2)
    story.undo()
    story.undo()
    assert (story.at, story.match.table.crews[0].hand) == (1, ["beam"])
    story.redo()
    story.skip()
    assert (story.at, points_of(story.match)) == (2, [12, 8])


def test_the_check_makes_every_move_that_may_be_made_first():
    page = first_drawing().page
    assert_told("step[1], “draw”: step[2].play[0]: the game is over", page)
    walk = Walk(page, last_move)
    list(walk.run())
    assert Act("answer", "draw") in walk.story.acts["step:1"]
    main = Walk(page)
    assert list(main.run()) == []
    assert "draw" in main.moves[1]


AMISS = [
    ('"Ben: no | nothing"', '"Ben: maybe"', "step[1].aside[3]: “maybe” is not among the options"),
    (', "Ben: no | nothing"', "", "after “no”, nothing more is asked"),
    ('"Ben: roll *"', '"Ben: fly *"', "“fly *” means none of the moves that are open here"),
    ("aside = { draw", "aside = { vote", "step[1].aside: “vote” is never one of the other open moves here"),
]


@pytest.mark.parametrize(("was", "becomes", "expected"), AMISS)
def test_what_a_move_that_may_be_made_first_gets_wrong_is_told_with_its_place(was: str, becomes: str, expected: str):
    assert was in ASIDE
    assert_told(expected, first_drawing(ASIDE.replace(was, becomes)).page)


@pytest.mark.parametrize("page", [page for id in games() for page in whole_games_of(id)], ids=lambda page: page.id)
def test_no_legal_move_is_refused_without_words_of_its_own(page: Page):
    def look(story: Story) -> Iterator[Any]:
        attempt = story.attempt
        if isinstance(attempt, Moving) and not attempt.strays:
            followed = [*attempt.wanted(), *attempt.asides()]
            for option in attempt.asked.options:
                if not (option.refusals or option in followed or attempt.own_words(attempt.step.instead, option)):
                    yield f"step[{attempt.n}]: {spell(option.value)}"

    for choose in (main_line, last_move):
        assert list(Walk(page, choose).run(look)) == []


def test_a_step_that_is_done_shows_its_table_before_the_move_and_no_remark_on_another_move():
    story = at(1)
    asked = story.data()["words"]
    for move in ("draw", "play jam", "roll 2"):
        story.answer(move)
    after = points_of(story.match)
    story.goto(1)
    assert story.attempt.done
    assert (story.data()["words"], points_of(story.match)) == (asked, [9, 7])
    assert "feedback" not in story.data()["question"]
    story.next()
    assert points_of(story.match) == after


def test_a_step_that_was_watched_shows_its_table_before_it_was():
    walk = Walk(page())
    assert list(walk.run()) == []
    watched = next(n for n, step in enumerate(walk.story.page.step) if step.kind == "show")
    before = at(watched)
    walk.story.goto(watched)
    assert len(walk.story.match.log) == len(before.match.log)
    assert points_of(walk.story.match) == points_of(before.match)


def test_an_illegal_move_gets_its_refusal():
    story = at(1)
    story.answer("play jam")
    assert story.at == 1
    assert story.attempt.feedback is not None
    assert (story.attempt.feedback.verdict, story.attempt.feedback.rule) == ("wrong", "cards/jam-only-against")


def test_where_nothing_foreseen_is_open_any_open_move_leads_on():
    story = Story(changed('accept = ["play beam", "roll 2"]', 'accept = ["play jam"]'))
    story.goto(1)
    story.answer("roll 1")
    assert story.at == 2


def test_undo_takes_back_a_move_with_all_that_followed_and_redo_brings_it_back():
    story = at(1)
    story.answer("roll 2")
    story.undo()
    assert (story.at, points_of(story.match)) == (1, [9, 7])
    story.redo()
    assert (story.at, points_of(story.match)) == (2, [11, 7])
    story.undo()
    story.undo()
    assert story.at == 0
    story.redo()
    assert story.at == 1
    assert story.can_redo


def test_another_move_after_undo_leads_elsewhere():
    story = at(1)
    story.answer("roll 2")
    story.undo()
    story.answer("play beam")
    assert (story.at, story.match.table.crews[0].hand) == (2, [])
    story.next()
    assert story.match.table.crews[0].hand == []


def test_a_game_that_nobody_wins_is_no_first_game():
    def unwon(table: Any) -> Outcome:
        return replace(toy.GAME.outcome(table), winners=())

    game = replace(toy.GAME, outcome=unwon)
    complaints = play_page(read_page(TEXT, FILE.name, 0, "first-game", lambda id: game))
    assert "00-first-game.toml: step[6]: nobody has won" in [str(complaint) for complaint in complaints]


def test_everything_can_be_taken_back_to_the_first_step_and_done_again():
    walk = Walk(page())
    assert list(walk.run()) == []
    story = walk.story
    end = json.dumps(story.data())
    back = 0
    while story.at or story.acts.get("step:0"):
        story.undo()
        back += 1
        assert back < 50
    for _ in range(back):
        story.redo()
    assert json.dumps(story.data()) == end


@pytest.mark.parametrize("moves", [["play beam", "no"], ["roll 2", "yes"], ["roll 2", "no"]])
def test_a_reload_brings_back_every_branch(moves: list[str]):
    walk = Walk(page(), lambda n, options: next((o for o in options if spell(o.value) in moves), options[0]))

    def reloads(story: Story):
        again, said = resumed(story.page, story.save())
        assert (said, json.dumps(again.data())) == ("", json.dumps(story.data()))
        return iter(())

    assert list(walk.run(reloads)) == []


def test_who_skips_a_step_finds_the_pages_own_move_made():
    story = at(1)
    story.skip()
    assert (story.at, points_of(story.match)) == (2, [11, 7])


def test_the_end_is_reached_once_and_said_to_progress():
    story = at(4)
    story.news.clear()
    story.answer("yes")
    assert [news.kind for news in story.news if news.kind == "page"] == ["page"]
    story.begin_again()
    assert (story.at, story.finished, points_of(story.match)) == (0, False, [9, 7])


def test_the_last_hint_names_the_pages_own_move_and_leaves_it_to_the_learner():
    story = at(1)
    for _ in range(3):
        story.hint()
    wanted = story.attempt.wanted()[0]
    assert (story.at, story.attempt.feedback.text) == (1, f"You could choose “{wanted.label}”.")
    assert "helped" in [news.kind for news in story.news]
    assert not story.attempt.can_hint
    story.answer(spell(wanted.value))
    assert story.at == 2


def test_the_minutes_of_a_first_game_come_from_its_words_and_presses():
    bare = replace(page(), theme="", teaches="", step=())
    read = replace(bare, step=(Step("say", text="word " * 5 * WORDS_A_MINUTE),))
    pressed = replace(bare, step=(Step("do"),) * (2 * 60 // SECONDS_A_PRESS))
    assert (minutes(bare), minutes(read), minutes(pressed)) == (1, 5, 2)
    some = replace(bare, step=(Step("say", text="word " * 6 * WORDS_A_MINUTE, when={"over": False}),))
    assert minutes(some) == 3


def test_a_stretch_of_any_match_is_told_by_its_notes():
    story = at(1)
    story.act(Act("answer", "play beam"))
    match = story.match
    stretch = since(match, 0, 1)
    assert [piece.text for piece in stretch.pieces] == ["Ada plays a beam."]
    assert stretch.before.log == []
    assert stretch.after(-1).log == match.log
    assert since(match, len(match.log), 1).pieces == ()


def test_an_answer_of_which_much_can_be_told_is_told_in_several_pieces():
    game = find_game("grave_robbers")
    match = Match(game, game.new(game.setup(3)), seed=1)
    match.play(uniformly(lambda: 0.3), lambda match: len(match.notes) > 60)
    stretch = since(match, 0, 0)
    pieces = stretch.pieces
    assert " ".join(told for piece in pieces for told in piece.told) == heard(
        match.notes[len(stretch.before.notes) :], 0
    )
    same = [(one, other) for one, other in pairwise(pieces) if one.answers == other.answers]
    assert same
    assert max(piece.text.count(". ") for piece in pieces) < MOST_TOLD + 2
