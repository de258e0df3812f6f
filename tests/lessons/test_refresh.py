"""The three-minute refresher, the cue card and the glossary of every game."""

import re
from datetime import UTC, datetime

import pytest

from tests.laws import GAMES
from tests.lessons import find, toy_page
from tutor.engine.book.files import BadInput
from tutor.engine.book.flow import load_flow
from tutor.engine.core.game import games
from tutor.lessons.course import Course, course_of
from tutor.lessons.cue_card import PARTS, cue_card, read_cue
from tutor.lessons.glossary import glossary_of, load_glossary
from tutor.lessons.missed import Note
from tutor.lessons.page import CORE
from tutor.lessons.progress import Progress, RuleProgress
from tutor.lessons.refresh import ITEMS, Read, in_reach, refresh, wanted
from tutor.lessons.review import Review
from tutor.lessons.tasks import Order, make, order_for, questions_on, recalled
from tutor.ui.desks.review_sitting import asking

T = datetime(2030, 1, 1, tzinfo=UTC)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_real_game = pytest.mark.parametrize("game", games().values(), ids=games())
LONGEST_CARD = 1000  # words: as many as fit on a printed page, as the browser test shows


def flow(game):
    return load_flow(game.folder / "flow.toml")


def toy_course():
    return Course(find("toy"), (toy_page(),))


# -- the refresh


@each_real_game
def test_the_path_begins_with_goal_and_turn_and_asks_about_rules_of_the_book(game):
    path = refresh(course_of(game), flow(game), Review(game.id), Progress(game.id), T)
    assert 8 <= len(path) <= ITEMS
    assert [type(item) for item in path[:2]] == [Read, Read]
    assert all(item.text and all(rule in game.book for rule in item.rules) for item in path[:2])
    asked = [item.rule for item in path[2:]]
    assert len(set(asked)) == len(asked)
    assert all(rule in game.book for rule in asked)
    assert len({game.book[rule].section for rule in asked}) > 3


@each_real_game
def test_what_the_learner_missed_comes_first(game):
    course = course_of(game)
    review, progress = Review(game.id), Progress(game.id)
    own = [entry.id for entry in game.book if entry.kind == "constraint"][5:8]
    review.miss(Note(own[0], T))
    review.miss(Note(own[1], T))
    progress.rules[own[2]] = RuleProgress(1, 0, 2)
    path = refresh(course, flow(game), review, progress, T)
    assert [item.rule for item in path[2:5]] == own


@each_real_game
def test_every_item_of_the_path_can_be_asked_and_answered(game):
    course = course_of(game)
    for item in refresh(course, flow(game), Review(game.id), Progress(game.id), T)[2:]:
        attempt = make(item, course).attempt
        for _ in range(30):
            if attempt.done:
                break
            if attempt.plays:
                attempt.next()
            else:
                options = attempt.question()["options"]
                left = [option for option in options if "verdict" not in option]
                attempt.choose(int(left[0]["id"]))
                assert attempt.feedback is None or attempt.feedback.text
        assert attempt.done
        assert attempt.known is not None


@each_real_game
def test_whatever_the_cores_teach_is_on_the_cue_card_or_comes_up_in_time_and_corner_cases_do_not(game):
    course = course_of(game)
    cores = [page.step[n] for page in course.pages for n in page.steps_of(CORE)]
    stories = [step for page in course.whole_games for step in page.step]
    core, told = taught(cores), taught(stories)
    card = {entry.id for part in cue_card(game, flow(game)).parts for entry in part.rules}
    reach = set(in_reach(course))
    assert core - card - reach == set()
    assert reach - core == set()
    assert card - core - told == set()


def taught(steps):
    """The rules that steps teach."""
    return {id for step in steps for move in (step, *step.play, *step.then) for id in move.rules}


def test_every_rule_of_the_cores_is_asked_about_on_some_day():
    course = course_of(games()["shelter"])
    reach = in_reach(course)
    asked = [wanted(course, Review("shelter"), Progress("shelter"), ITEMS - 2, day) for day in range(len(reach))]
    assert {id for rules in asked for id in rules} == set(reach)
    assert {len(rules) for rules in asked} == {ITEMS - 2}
    assert asked[0] != asked[1]


# -- what is asked about a rule


def test_the_question_that_was_missed_is_asked_again():
    course = toy_course()
    task = make(order_for(course, "cards/jam", "turn:step:5"), course)
    assert task is not None
    attempt = task.attempt
    assert attempt.question()["title"] == "What stops a jam?"
    assert "rulebook" not in asking(attempt, "q", "Go on", None)["words"]
    attempt.choose(1)
    attempt.choose(0)
    assert (attempt.known, attempt.done) == (False, True)
    assert asking(attempt, "q", "Go on", None)["words"]["rulebook"]["rule"] == "cards/jam"


@pytest.mark.parametrize(
    "place", ["nowhere:step:1", "turn:step:99", "turn:step:0", "turn:page:5", "turn:step:x", "::", "x"]
)
def test_a_question_that_is_gone_is_replaced_by_another_about_the_rule(place):
    course = toy_course()
    order = order_for(course, "cards/jam", place)
    assert order.place != place
    assert make(order, course) is not None


def test_a_rule_that_nothing_asks_about_is_recalled_among_its_neighbours():
    game = GAMES["toy"]
    rule = next(e.id for e in game.book if not questions_on(toy_course(), e.id) and e.kind in ("resolution", "end"))
    attempt = recalled(game, rule)
    wrong = next(n for n, id in enumerate(attempt.rules) if id != rule)
    attempt.choose(wrong)
    assert "This is true, but" in attempt.feedback.text
    assert attempt.feedback.rule == attempt.rules[wrong]
    attempt.choose(attempt.rules.index(rule))
    assert (attempt.known, attempt.done) == (False, True)


@pytest.mark.slow
@each_real_game
def test_something_can_be_asked_about_rules_of_every_kind(game):
    course = course_of(game)
    for kind in dict.fromkeys(entry.kind for entry in game.book):
        rule = next(entry.id for entry in game.book if entry.kind == kind)
        task = make(Order("rule", rule), course)
        assert task is not None
        assert task.rule == rule
        assert len(task.attempt.question()["options"]) > 1


def test_a_rule_that_is_gone_is_asked_about_no_more():
    assert make(Order("rule", "gone/rule"), toy_course()) is None


# -- the cue card


@each_game
def test_a_card_cites_rules_of_the_book_each_once(game):
    card = cue_card(game, flow(game))
    ids = [entry.id for part in card.parts for entry in part.rules]
    assert ids
    assert len(set(ids)) == len(ids)
    assert all(game.book[entry.id] == entry for part in card.parts for entry in part.rules)
    assert any(part.line for part in card.parts)


@each_real_game
def test_a_card_fits_on_one_side_and_tells_goal_turn_numbers_and_end(game):
    card = cue_card(game, flow(game))
    assert card.words <= LONGEST_CARD
    assert [part.id for part in card.parts] == list(PARTS)
    assert any(re.search(r"\d", entry.text) for part in card.parts if part.id == "numbers" for entry in part.rules)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('goal = ["no/rule"]', "no/rule.* is not in the rulebook’s index"),
        ('goal = ["turn/turn"]\nends = ["turn/turn"]', "is listed twice"),
        ("aim = []", "aim"),
        ('goal = "turn/turn"', "goal"),
    ],
)
def test_a_cue_file_that_does_not_fit_names_its_place(tmp_path, text, said):
    (tmp_path / "cue.toml").write_text(text)
    with pytest.raises(BadInput, match=said):
        read_cue(tmp_path / "cue.toml", GAMES["toy"].book)


# -- the words


@each_real_game
def test_every_word_is_explained_by_a_rule_of_the_book_and_stands_in_its_texts(game):
    glossary = glossary_of(game)
    assert len(glossary.term) >= 15
    texts = [entry.text for entry in game.book]
    for term in glossary.term:
        assert term.rule in game.book
        assert term in glossary.found(texts), f"no rule mentions “{term.name}”"


def test_words_are_found_whole_in_any_case_and_number_longest_first(tmp_path):
    glossary = words(
        tmp_path,
        '[[term]]\nname = "jam"\ntext = "A."\nrule = "cards/jam"\n'
        '[[term]]\nname = "jam session"\nalso = ["session"]\ntext = "B."\nrule = "cards/jam"',
    )
    found = [term.name for term in glossary.found(["Pyjamas and jams.", "A JAM session, and sessions"])]
    assert found == ["jam", "jam session"]
    assert [term.name for term in glossary.found(["A jam session"])] == ["jam session"]
    assert glossary.found(["pyjamas"]) == []


def test_a_word_with_a_capital_is_found_only_with_it_but_a_query_needs_none(tmp_path):
    glossary = words(tmp_path, '[[term]]\nname = "Jam"\nalso = ["jelly"]\ntext = "A."\nrule = "cards/jam"')
    assert [glossary.found([text]) != [] for text in ("A Jam", "Jams", "a jam", "Jelly", "jellys")] == [
        *(True, True, False, True, True)
    ]
    assert [term.name for term in glossary.asked("what is a jam?")] == ["Jam"]


def test_a_word_in_its_everyday_sense_is_no_term(tmp_path):
    glossary = words(
        tmp_path, '[[term]]\nname = "jam"\nplain = ["traffic jam", "jams"]\ntext = "A."\nrule = "cards/jam"'
    )
    assert glossary.found(["A Traffic jam", "It jams."]) == glossary.asked("traffic jam") == []
    assert [term.name for term in glossary.found(["A traffic jam and a jam"])] == ["jam"]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("alien_conspiracy", "But now the phone rings, and your backs all look the same."),
        ("alien_conspiracy", "“Look at that, another card,” says Ben."),
        ("shelter", "It’s the other way round, and you’re in a good mood."),
        ("doppelganger", "Somebody on your team cleared away the pile."),
        ("grave_robbers", "The family takes a bow."),
        ("roswell51", "“I saw the last one standing around,” says the director."),
    ],
)
def test_everyday_words_are_not_explained_as_words_of_the_game(game, text):
    assert [term.name for term in glossary_of(GAMES[game]).found([text])] in ([], ["phone"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[term]]\nname = "x"\ntext = "A."\nrule = "no/rule"', "no rule"),
        ('[[term]]\nname = "x"\ntext = "A."\nrule = "cards/jam"\nalso = ["X"]', "explained twice"),
        (f'[[term]]\nname = "x"\ntext = "{"word " * 31}"\nrule = "cards/jam"', "at most 30 words"),
        ('[[term]]\nname = "x"', "text"),
    ],
)
def test_a_glossary_that_does_not_fit_names_its_place(tmp_path, text, said):
    with pytest.raises(BadInput, match=said):
        words(tmp_path, text)


def test_a_game_without_a_glossary_has_no_words(tmp_path):
    glossary = load_glossary(tmp_path / "glossary.toml", GAMES["toy"].book)
    assert glossary.found(["jam"]) == []


def words(folder, text):
    (folder / "glossary.toml").write_text(text)
    return load_glossary(folder / "glossary.toml", GAMES["toy"].book)
