import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lessons import TEXT, changed, find, toy_page
from tutor.lessons.attempts import Act
from tutor.lessons.doing import Doing
from tutor.lessons.lesson import Lesson, resume
from tutor.lessons.pages import read_page

REASONS = TEXT[TEXT.index("reasons = [") : TEXT.index('hint = "A beam is the only')]

SAY, SHOW, PREDICT, DO, ODDS, QUIZ, SPOT, FREE = range(8)


def at(step: int, *answers: str) -> Lesson:
    lesson = Lesson(toy_page())
    lesson.goto(step)
    for answer in answers:
        lesson.answer(answer)
    return lesson


def feedback(lesson: Lesson) -> dict:
    return lesson.data()["question"]["feedback"]


def points(lesson: Lesson) -> dict:
    position = lesson.match.game.position(lesson.match.table, None)
    return {name: own["points"] for name, own in position["players"].items()}


def news(lesson: Lesson) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.kind, one.rules) for one in lesson.news]


def test_words_carry_the_fold_and_what_the_rulebook_says():
    words = at(SAY).data()["words"]
    assert words["kind"] == "say"
    assert words["fold"].startswith("After the last player")
    assert words["rulebook"] == {"rule": "turn/turn", "text": "One act per turn.", "lines": "L2"}


@pytest.mark.parametrize(("kind", "step", "right"), [("quiz", QUIZ, "0"), ("spot", SPOT, "1")])
def test_a_fold_waits_until_its_question_is_answered(kind, step, right):
    lesson = Lesson(changed(f'kind = "{kind}"\n', f'kind = "{kind}"\nfold = "This says the answer."\n'))
    lesson.goto(step)
    assert lesson.data()["words"]["fold"] == ""
    lesson.answer(right)
    assert lesson.data()["done"]
    assert lesson.data()["words"]["fold"] == "This says the answer."


def test_a_show_plays_answer_by_answer_and_goes_back():
    lesson = at(SHOW)
    lesson.next()
    assert lesson.data()["words"]["text"] == "Ada rolls two dice."
    assert lesson.match.ask is not None
    assert lesson.match.ask.rule == "turn/roll"
    lesson.next()
    assert points(lesson)["Ada"] == 4
    lesson.undo()
    assert points(lesson)["Ada"] == 3
    assert lesson.at == SHOW


def test_a_closed_move_is_explained_with_rule_and_fix_and_changes_nothing():
    lesson = at(DO, "play jam")
    said = feedback(lesson)
    assert said["verdict"] == "wrong"
    assert said["refusals"] == [
        {
            "rule": "cards/jam-only-against",
            "why": "A jam answers a card.",
            "fix": {"text": "Keep it for somebody's beam."},
        }
    ]
    assert points(lesson) == {"Ada": 3, "Ben": 0}
    assert ("refused", ("cards/jam-only-against",)) in news(lesson)
    assert "cards/jam-only-against" in lesson.data()["rules"]


def test_an_open_move_that_is_not_wanted_gets_the_pages_own_reply():
    lesson = at(DO, "roll 1")
    assert feedback(lesson) == {"verdict": "neutral", "text": "You could, but one die scores only on a 5 or a 6."}
    assert not lesson.data()["done"]
    assert points(lesson)["Ada"] == 3


def test_the_wanted_move_is_made_with_what_follows_and_its_reason_is_asked_for():
    lesson = at(DO, "play beam")
    assert feedback(lesson) == {"verdict": "right", "text": "Ben lets it through, so you score two points."}
    assert points(lesson)["Ada"] == 5
    question = lesson.data()["question"]
    assert question["title"] == "Why?"
    right, wrong = (
        next(option["id"] for option in question["options"] if option["label"].startswith(label))
        for label in ("A beam scores", "A beam is discarded")
    )
    lesson.answer(wrong)
    assert feedback(lesson)["verdict"] == "wrong"
    assert not lesson.data()["done"]
    lesson.answer(right)
    assert feedback(lesson)["text"].startswith("It is worth two points")
    assert lesson.data()["done"]


def rejoining(*following: str) -> Lesson:
    """Return a lesson that accepts any move and goes on with these steps, after a move that it does not go on from."""
    head, *steps = TEXT.replace(REASONS, "any_move = true\n").split("[[step]]")
    following = tuple(steps[QUIZ] if step == "quiz" else step for step in following)
    lesson = Lesson(read_page("[[step]]".join([head, steps[DO], *following]), "01-turn.toml", 1, "turn", find))
    lesson.answer("draw")
    return lesson


def test_another_accepted_move_shows_its_consequence_and_the_page_rejoins():
    lesson = rejoining("quiz")
    assert feedback(lesson)["verdict"] == "right"
    assert feedback(lesson)["text"].startswith("Ada draws. It is a ")
    assert lesson.data()["rejoins"] == "Play a Beam"


@pytest.mark.parametrize(
    "following",
    [
        (),
        ('\nkind = "free"\nprompt = "Play on"\n',),
        ('\nkind = "say"\ntext = "Another game begins."\nnew_table = "The game begins again."\nscene = {}\n',),
    ],
    ids=["the last step", "before a step that goes on from the learner’s own table", "before a new table"],
)
def test_the_page_does_not_say_that_it_rejoins_if_no_step_depends_on_it(following: tuple[str, ...]):
    lesson = rejoining(*following)
    assert feedback(lesson)["verdict"] == "right"
    assert "rejoins" not in lesson.data()


def test_a_move_is_accepted_by_what_holds_after_it():
    page = changed(REASONS, 'holds = { notes = "turn/draw" }\n')
    lesson = Lesson(page)
    lesson.goto(DO)
    lesson.answer("roll 1")
    assert not lesson.data()["done"]
    lesson.answer("draw")
    assert lesson.data()["done"]


def test_only_free_play_goes_on_from_the_learners_own_position():
    text = TEXT.replace(REASONS, "any_move = true\n")
    head, *steps = text.split("[[step]]")
    free = '\nkind = "free"\nprompt = "Play on"\n'
    page = read_page("[[step]]".join([head, steps[DO], free]), "01-turn.toml", 1, "turn", find)
    lesson = Lesson(page)
    lesson.answer("draw")
    lesson.next()
    assert any(note.rules == "turn/draw" for note in lesson.match.notes)
    assert lesson.match.asked(lesson.seat) is not None


def test_the_last_hint_of_free_play_names_the_options_to_choose():
    head, *_ = TEXT.split("[[step]]")
    free = '\nkind = "free"\nprompt = "Draw."\nrules = ["turn/draw"]\ngoal = { notes = "turn/draw" }\n'
    line = 'play = ["draw", "jam"]\n'
    lesson = Lesson(read_page(f"{head}[[step]]{free}{line}", "01-turn.toml", 1, "turn", find))
    while lesson.attempt.can_hint:
        lesson.hint()
    assert feedback(lesson)["text"] == "From the start of this step, you could choose “Draw”."


def test_a_note_for_another_seat_is_not_told():
    lesson = Lesson(changed(REASONS, "any_move = true\n"))
    lesson.goto(DO)
    attempt = lesson.attempt
    assert isinstance(attempt, Doing)
    attempt.seat = 1
    assert attempt.happened(lesson.match.fork(("draw"), ("jam",))) == "Ada draws."


def test_a_prediction_is_told_right_only_after_it_happened():
    lesson = at(PREDICT, "1")
    assert "feedback" not in lesson.data()["question"]
    assert all("verdict" not in option for option in lesson.data()["question"]["options"])
    lesson.next()
    lesson.next()
    assert feedback(lesson)["verdict"] == "wrong"
    assert {option["label"]: option["verdict"] for option in lesson.data()["question"]["options"]} == {
        "Two": "right",
        "One": "wrong",
    }
    assert ("wrong", ("cards/beam", "cards/play")) in news(lesson)
    assert points(lesson)["Ben"] == 2


def test_a_prediction_waits_for_the_guess():
    lesson = at(PREDICT)
    lesson.next()
    assert points(lesson)["Ben"] == 0
    assert lesson.at == PREDICT


def test_odds_are_exact_with_their_working_and_hidden_before_the_guess():
    assert "figures" not in at(ODDS).data()["question"]
    odds = at(ODDS, "1").data()["question"]["figures"]
    assert [figure["working"] for figure in odds] == ["2/6 = 33.33%", "152/216 = 70.37%"]


def test_a_quiz_explains_every_answer_and_ends_with_the_right_one():
    lesson = at(QUIZ, "1")
    assert feedback(lesson)["text"] == "A jam is a card like any other, so another jam stops it."
    lesson.next()
    assert lesson.at == QUIZ
    lesson.answer("0")
    assert lesson.data()["done"]
    assert [kind for kind, _ in news(lesson)] == ["wrong", "done"]


def test_the_illegal_move_is_known_to_the_rules():
    lesson = at(SPOT)
    labels = [option["label"] for option in lesson.data()["question"]["options"]]
    assert len(labels) == 3
    lesson.answer("0")
    assert feedback(lesson)["verdict"] == "wrong"
    lesson.answer("1")
    assert feedback(lesson)["text"] == "You hold 4 of 4 cards. Play one first."
    assert feedback(lesson)["rule"] == "turn/hand-limit"
    assert lesson.data()["done"]


def test_words_about_the_position_are_past_once_the_learner_has_moved():
    for step, refused, move in ((DO, "play jam", "play beam"), (FREE, "play jam", "roll 3")):
        lesson = at(step)
        lesson.answer(refused)
        assert "past" not in lesson.data()["words"]
        lesson.answer(move)
        assert lesson.data()["words"]["past"]
        lesson.undo()
        assert "past" not in lesson.data()["words"]
    lesson = at(SHOW)
    lesson.next()
    assert "past" not in lesson.data()["words"]


def test_free_play_runs_the_others_until_the_goal():
    lesson = at(FREE)
    assert not lesson.data()["done"]
    lesson.answer("roll 3")
    assert not lesson.data()["done"]
    assert lesson.match.asked(lesson.seat) is not None
    while lesson.match.asked(lesson.seat).rule != "turn/act":
        lesson.answer("pass" if lesson.match.asked(lesson.seat).rule == "cards/window" else "no")
    lesson.answer("play beam")
    assert lesson.data()["done"]
    assert resume(lesson.page, lesson.save())[0].data() == lesson.data()


def test_hints_climb_from_the_rule_to_the_worked_answer():
    lesson = at(DO)
    lesson.hint()
    assert feedback(lesson)["text"] == "A beam scores two."
    lesson.hint()
    assert feedback(lesson)["text"] == "A beam is the only card that scores by itself."
    lesson.hint()
    assert feedback(lesson)["text"].startswith("We’ve made this move for you: Play a Beam. Ben lets it through")
    assert points(lesson)["Ada"] == 5
    assert ("helped", ("cards/beam",)) in news(lesson)


def test_undo_and_redo_go_through_answers_and_steps():
    lesson = at(DO, "roll 1", "play beam")
    whole = lesson.data()
    lesson.undo()
    assert feedback(lesson)["verdict"] == "neutral"
    lesson.undo()
    lesson.undo()
    assert lesson.at == PREDICT
    for _ in range(3):
        lesson.redo()
    assert lesson.data() == {**whole, "head": {**whole["head"], "can_redo": False}}


@pytest.mark.parametrize("act", ["answer fly", "option 0", "sing", "next", "answer"])
def test_what_makes_no_sense_here_changes_nothing(act: str):
    lesson = at(DO, "roll 1")
    before = lesson.save()
    with pytest.raises(ValueError, match=r"\w"):
        lesson.act(Act.read(act))
    assert lesson.save() == before
    assert feedback(lesson)["verdict"] == "neutral"


def test_a_step_not_taken_holds_the_page_and_who_passes_it_over_is_shown_the_answer_first():
    lesson = at(QUIZ)
    lesson.next()
    assert lesson.at == QUIZ
    lesson.skip()
    assert lesson.at == QUIZ
    assert feedback(lesson)["text"] == "A jam is a card, too, so it can be jammed."
    assert [kind for kind, _ in news(lesson)] == ["done"], "neither known nor missed"
    lesson.skip()
    assert lesson.at == SPOT


@pytest.mark.parametrize("step", [PREDICT, DO, ODDS, SPOT])
def test_whatever_is_passed_over_its_answer_is_shown_with_its_reason(step: int):
    lesson = at(step)
    lesson.skip()
    assert (lesson.at, lesson.data()["done"]) == (step, True)
    assert feedback(lesson)["text"]
    assert {kind for kind, _ in news(lesson)} == {"done"}
    lesson.undo()
    assert not lesson.data()["done"]


@pytest.mark.parametrize("step", [SAY, SHOW, FREE])
def test_where_nothing_is_asked_to_skip_is_to_go_on(step: int):
    lesson = at(step)
    lesson.skip()
    assert lesson.finished if step == FREE else lesson.at == step + 1


def test_an_answer_that_the_last_hint_gave_is_not_known():
    lesson = at(QUIZ)
    for _ in range(3):
        lesson.hint()
    assert lesson.data()["done"]
    assert lesson.attempt.known is False
    assert "right" not in [kind for kind, _ in news(lesson)]


def test_an_answer_is_explained_once():
    lesson = at(QUIZ, "1", "0")
    told = [option.get("explanation") for option in lesson.data()["question"]["options"]]
    assert sorted(told, key=str) == ["A jam is a card like any other, so another jam stops it.", None]
    assert feedback(lesson)["text"] not in told


def test_a_prediction_is_final_at_the_first_press():
    lesson = at(PREDICT, "1")
    assert lesson.data()["question"]["chosen"] == "1"
    with pytest.raises(ValueError, match="answered"):
        lesson.answer("0")
    assert lesson.data()["question"]["chosen"] == "1"


def test_an_open_move_without_words_of_its_own_is_answered_in_a_friendly_sentence():
    assert feedback(at(DO, "draw"))["text"].startswith("The rules allow that,")


def test_who_knows_the_answers_skips_the_page():
    lesson = Lesson(toy_page())
    lesson.test_out()
    lesson.answer("0")
    lesson.next()
    assert lesson.finished
    assert lesson.tested_out


def test_who_does_not_takes_it():
    lesson = Lesson(toy_page())
    lesson.test_out()
    lesson.answer("1")
    lesson.answer("0")
    lesson.next()
    assert lesson.tested_out is False
    assert not lesson.finished
    assert (lesson.part, lesson.at, lesson.path) == ("step", SPOT, [SPOT])
    assert lesson.data()["head"]["part"] == "catch-up step"
    lesson.answer("1")
    lesson.next()
    assert lesson.finished
    assert ("page", ()) in news(lesson)


def test_the_questions_for_skipping_give_no_hints_and_who_skips_one_has_missed_it():
    lesson = Lesson(toy_page())
    lesson.test_out()
    with pytest.raises(ValueError, match="no hint"):
        lesson.hint()
    lesson.skip()
    assert feedback(lesson)["text"]
    lesson.next()
    assert (lesson.tested_out, lesson.at) == (False, SPOT)


def test_a_reload_brings_back_everything():
    lesson = at(DO, "roll 1", "play jam", "play beam")
    lesson.undo()
    again, said = resume(toy_page(), lesson.save())
    assert said == ""
    assert again.data() == lesson.data()
    again.redo()
    assert points(again)["Ada"] == 5


def test_a_changed_page_goes_on_at_the_same_step():
    lesson = at(DO, "play beam")
    again, said = resume(changed("Ben holds a card.", "Ben holds one card."), lesson.save())
    assert "has changed" in said
    assert again.at == DO
    assert points(again)["Ada"] == 3


GOOD = json.loads(at(DO, "roll 1").save())


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "[]",
        "3",
        "{}",
        "null",
        json.dumps({**GOOD, "acts": {"step:3": ["answer fly"]}}),
        json.dumps({**GOOD, "acts": 3}),
        json.dumps({**GOOD, "part": "nowhere"}),
        json.dumps({**GOOD, "step": 99, "part": "test_out"}),
    ],
)
def test_what_cannot_be_read_starts_the_page_and_says_so(kept: str):
    lesson, said = resume(toy_page(), kept)
    assert said == "Your progress on this page couldn’t be read, so the page starts at its first step."
    assert lesson.at == 0


ACTS = ["next", "skip", "undo", "redo", "hint", "test_out", "again", "goto 3", "goto 7"]
ANSWERS = ["0", "1", "2", "play beam", "play jam", "roll 1", "roll 3", "draw", "yes", "no", "pass", "jam"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(ACTS + ANSWERS), max_size=25))
def test_whatever_a_learner_does_a_reload_brings_it_back(acts: list[str]):
    lesson = Lesson(toy_page())
    for act in acts:
        verb, _, n = act.partition(" ")
        try:
            if act in ANSWERS:
                lesson.answer(act)
            elif verb == "goto":
                lesson.goto(int(n))
            else:
                getattr(lesson, verb)()
        except ValueError:
            pass
        again, said = resume(lesson.page, lesson.save())
        assert said == ""
        assert json.dumps(again.data()) == json.dumps(lesson.data())


def test_free_play_that_no_longer_fits_an_earlier_move_begins_afresh():
    text = TEXT.replace(REASONS, "any_move = true\n")
    head, *steps = text.split("[[step]]")
    free = '\nkind = "free"\nprompt = "Play on"\n'
    lesson = Lesson(read_page("[[step]]".join([head, steps[DO], free]), "01-turn.toml", 1, "turn", find))
    lesson.answer("roll 1")
    lesson.next()
    while lesson.match.asked(lesson.seat).rule != "turn/act":
        lesson.answer(lesson.data()["question"]["options"][-1]["id"])
    lesson.answer("play beam")
    lesson.goto(0)
    lesson.again()
    lesson.answer("play beam")
    lesson.next()
    while lesson.match.asked(lesson.seat).rule != "turn/act":
        lesson.answer(lesson.data()["question"]["options"][-1]["id"])
    lesson.answer("play beam")
    assert feedback(lesson)["verdict"] == "wrong"
