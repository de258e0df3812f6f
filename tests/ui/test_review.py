"""The review page without a browser: misses arrive, come back when due, and are answered, exported and stored."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.visitor import Visitor
from tutor.engine.core.game import games
from tutor.lessons.course import course_of
from tutor.lessons.missed import Note, missed_key
from tutor.lessons.review import SOON, Review, export, memory_key, save_memory
from tutor.lessons.tasks import Drilling
from tutor.paths import shipped
from tutor.ui.desks.carrying import IMPORT
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.practice import Practice
from tutor.ui.desks.review import PARTS, ReviewDesk
from tutor.ui.desks.review_sheets import ASK
from tutor.ui.words import in_sight

AC = "alien_conspiracy"
T = datetime(2030, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
RULE = "move/must-be-adjacent"
each_game = pytest.mark.parametrize("game", games().values(), ids=games())


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


class Reviewer(Visitor):
    """Return a visitor of the review page whose clock shows `at`."""

    def __init__(self, search: str, stored: dict[str, str] | None = None, at: datetime = T) -> None:
        self.app = ReviewDesk()
        self.at = at
        super().__init__(self.app.desk, search, stored)

    def says(self, kind: str, **fields: Any) -> None:
        super().says(kind, **{"at": ms(self.at), **fields})

    def right(self) -> int:
        """Return the number of the right answer to the present question."""
        attempt = self.app.sitting.task.attempt
        if not isinstance(attempt, Drilling):
            return attempt.right
        if attempt.naming:
            return next(n for n, rule in enumerate(attempt.drill.reasons) if rule in attempt.drill.broken)
        return attempt.drill.illegal

    def answers(self, right: bool = True) -> None:
        """Take the task to its end, with a wrong answer first unless `right`."""
        if not right:
            ids = [int(option["id"]) for option in self.question["options"]]
            self.press(str(next(n for n in ids if n != self.right())))
        while not self.app.sitting.task.attempt.done:
            self.press(str(self.right()))


def missed(*rules: str, at: datetime = T - DAY, game: str = AC) -> dict[str, str]:
    return {missed_key(game, Note(rule, at)): at.isoformat() for rule in rules}


# -- misses arrive


def test_a_refusal_at_the_practice_table_comes_back_in_the_review():
    table = Visitor(Practice().desk, f"?game={AC}&seed=3")
    next(n for n in table.plays_on(seed=1) if table.closed)
    option = table.closed[0]
    refusals = next(o for o in table.question["options"] if o["id"] == option)["refusals"]
    table.says("try", ask=table.question["id"], option=option, at=ms(T - DAY))
    review = Reviewer(f"?game={AC}", table.kept)
    due = review.app.due
    assert set(due) == {refusal["rule"] for refusal in refusals}
    assert not [key for key in review.kept if key.startswith("missed:")]
    assert review.app.sitting.task.rule == due[0]
    assert review.tools["queue"]["label"] == f"Review: {len(due)}"


def test_trying_what_nobody_offers_leaves_no_note():
    table = Visitor(Practice().desk, f"?game={AC}&seed=3")
    table.says("try", ask=table.question["id"], option="fly to the moon", at=ms(T))
    assert not [key for key in table.kept if key.startswith("missed:")]


def test_a_quiz_missed_in_a_course_is_asked_again_as_it_was():
    page, n = next(
        (page, n) for page in course_of(games()[AC]).pages for n, step in enumerate(page.step) if step.kind == "quiz"
    )
    course = CourseDesk(AC)
    learner = Visitor(course.desk, f"?section={page.slug}&step={n + 1}")
    wrong = next(k for k, option in enumerate(page.step[n].options) if not option.right)
    learner.says("answer", ask=learner.question["id"], option=str(wrong), at=ms(T - DAY))
    review = Reviewer(f"?game={AC}", learner.kept)
    assert set(review.app.due) == set(page.step[n].rules)
    assert review.question["title"] == page.step[n].prompt
    assert review.question["mode"] == "quiz"
    assert not any("verdict" in option for option in review.question["options"])
    assert "rulebook" not in review.state["words"]


def test_notes_of_other_games_wait_for_their_own_review():
    other = next(id for id in games() if id != AC)
    rule = games()[other].book.rule[0].id
    review = Reviewer(f"?game={AC}", missed(rule, game=other))
    assert review.app.due == []
    assert [key for key in review.kept if key.startswith("missed:")]


def test_a_note_about_a_rule_that_is_gone_is_dropped_without_a_word():
    review = Reviewer(f"?game={AC}", missed("gone/rule"))
    assert "dialog" not in review.state
    assert review.question["title"] == "Nothing is due"


# -- they come back when due


def test_what_was_missed_a_moment_ago_waits_and_says_how_long():
    review = Reviewer(f"?game={AC}", missed(RULE, at=T))
    assert review.question["title"] == "Nothing is due"
    assert review.question["working"] == "The next rule is due in 10 minutes."
    later = Reviewer(f"?game={AC}", review.kept, T + SOON)
    assert later.app.sitting.task.rule == RULE


def test_who_knows_it_is_asked_again_a_day_or_more_later():
    review = Reviewer(f"?game={AC}", missed(RULE))
    review.answers()
    assert "rulebook" in review.state["words"]
    assert review.state["rules"][RULE]["href"].startswith(f"{AC}.ipynb?section=")
    review.says("next")
    assert review.question["title"] == "That’s all for now"
    assert review.state["words"]["text"] == "You knew the rule at the first attempt."
    again = Reviewer(f"?game={AC}", review.kept, T + DAY - timedelta(hours=1))
    assert again.question["title"] == "Nothing is due"
    assert Reviewer(f"?game={AC}", review.kept, T + 3 * DAY).app.due == [RULE]


def test_who_misses_it_again_is_asked_again_at_once_if_they_like_and_after_ten_minutes_anyway():
    review = Reviewer(f"?game={AC}", missed(RULE))
    review.answers(right=False)
    assert review.app.kept.review.rules[RULE].missed == 2
    left = Reviewer(f"?game={AC}", review.kept, T + SOON)  # the answer counts although the sitting was never finished
    assert left.app.due == [RULE]
    review.says("next")
    assert review.question["next"] == "Ask the missed questions again"
    review.says("next")
    assert review.app.sitting.task.rule == RULE


def test_every_answer_is_told_why():
    review = Reviewer(f"?game={AC}", missed(RULE))
    review.answers(right=False)
    assert review.question["feedback"]["verdict"] == "right"
    assert review.question["feedback"]["text"]
    for option in review.question["options"]:
        if "verdict" in option:
            assert option.get("explanation", review.question["feedback"]["text"])


@pytest.mark.slow
def test_a_question_can_be_skipped_and_counts_for_nothing():
    review = Reviewer(f"?game={AC}", missed(RULE, "board/no-diagonals"))
    before = dict(review.kept)
    first = review.app.sitting.task.rule
    review.says("tool", id="skip")
    assert review.app.sitting.task.rule != first
    assert review.kept == before
    drill = Reviewer(f"?game={AC}&part=drill&seed=3")
    drill.says("tool", id="skip")
    assert parse_qs(drill.state["address"][1:])["seed"] == ["4"]


def test_a_rule_looked_up_before_a_game_is_chosen_is_let_pass():
    visitor = Reviewer("")
    before = visitor.state
    visitor.says("form", id="rules.find", values={"query": "ring"})
    assert visitor.state == before


def test_an_answer_to_a_question_that_is_gone_changes_nothing():
    review = Reviewer(f"?game={AC}", missed(RULE))
    ask = review.question["id"]
    review.answers()
    before = dict(review.kept)
    for option in ("0", "99", "x", "-1"):
        review.says("answer", ask=ask, option=option)
        review.says("answer", ask=review.question["id"], option=option)
    assert review.kept == before


# -- drills, the refresh, the sheets


@each_game
def test_a_link_leads_to_the_same_drill_and_drills_never_end(game):
    one = Reviewer(f"?game={game.id}&part=drill&seed=4")
    assert parse_qs(one.state["address"][1:])["seed"] == ["4"]
    other = Reviewer(one.state["address"], at=T + 5 * DAY)
    assert other.state["zones"] == one.state["zones"]
    assert [o["label"] for o in other.question["options"]] == [o["label"] for o in one.question["options"]]
    one.answers()
    one.says("next")
    assert parse_qs(one.state["address"][1:])["seed"] == ["5"]
    assert one.app.sitting.task is not None
    assert "verdict" not in one.question["options"][0]


@each_game
def test_a_table_beside_a_question_shows_no_more_than_its_seat_sees(game):
    visitor = Reviewer(f"?game={game.id}&part=drill&seed=7")
    task = visitor.app.sitting.task
    seat = task.attempt.drill.seat
    shown = json.dumps(visitor.state["zones"])
    view = game.view(task.attempt.drill.match.table, seat)
    for zone, seen in zip(json.loads(shown), in_sight(view), strict=True):
        assert [c["name"] for c in zone.get("cards", [])] == [c["name"] for c in seen.get("cards", [])]
    for note in visitor.state["notes"]:
        told = task.attempt.drill.match.notes[int(note["id"][1:])]
        assert told.to is None or seat in told.to


@each_game
def test_drills_prefer_rules_that_the_learner_met(game):
    from tutor.lessons.drills import most_refused

    met = most_refused(game)[0]
    review = Review(game.id)
    review.miss(Note(met, T))
    stored = {memory_key(game.id, met): save_memory(review.rules[met])}
    for seed in (1, 2, 3):
        visitor = Reviewer(f"?game={game.id}&part=drill&seed={seed}", stored)
        assert met in visitor.app.sitting.task.attempt.drill.broken


@each_game
def test_the_refresh_has_steps_and_an_end(game):
    visitor = Reviewer(f"?game={game.id}&part=refresh")
    steps = visitor.state["head"]["steps"]
    assert 8 <= steps <= 12
    asked = 0
    for step in range(1, steps + 1):
        assert visitor.state["head"]["step"] == step
        task = visitor.app.sitting.task
        for _ in range(20):
            if task is None or task.attempt.done:
                break
            if task.attempt.plays:
                visitor.says("next")
            else:
                left = [o["id"] for o in visitor.question["options"] if "verdict" not in o]
                visitor.press(left[0])
        asked += task is not None
        visitor.says("next")
    assert visitor.question["title"] == "That’s all for now"
    assert f"{asked} rules at the first attempt" in visitor.state["words"]["text"]


@each_game
def test_the_sheets_show_rules_with_their_texts(game):
    card = Reviewer(f"?game={game.id}&part=card")
    entries = [entry for part in card.state["sheet"]["cue"]["parts"] for entry in part["rules"]]
    assert entries
    assert all(card.state["rules"][entry["rule"]]["text"] == entry["text"] for entry in entries)
    words = Reviewer(f"?game={game.id}&part=words")
    assert all(term["rule"] in words.state["rules"] for term in words.state["sheet"]["words"])


def test_how_well_rules_are_known_is_shown_rule_by_rule_and_each_can_be_asked():
    visitor = Reviewer(f"?game={AC}&part=rules", missed(RULE))
    mastery = visitor.state["sheet"]["mastery"]
    assert mastery["counts"]["weak"] == 1
    assert sum(mastery["counts"].values()) == len(games()[AC].book.rule)
    assert sum(sum(chapter["counts"].values()) for chapter in mastery["chapters"]) == len(games()[AC].book.rule)
    (rule,) = mastery["rules"]
    assert rule["rule"] == RULE
    assert "1 missed" in rule["text"]
    assert rule["text"].endswith("due now")
    assert mastery["title"].startswith("You’ve answered questions about 1 of ")
    nothing = Reviewer(f"?game={AC}&part=rules").state["sheet"]["mastery"]
    assert nothing["title"].startswith("You haven’t answered any questions")
    visitor.says("tool", id=rule["ask"])
    assert visitor.app.sitting.task.rule == RULE
    visitor.says("tool", id=f"{ASK}gone/rule")
    assert visitor.app.sitting.task.rule == RULE


# -- addresses and the choice of a game


def test_without_a_game_all_are_offered_with_what_waits_in_them():
    visitor = Reviewer("", missed(RULE, "board/no-diagonals"))
    shelf = {game["id"]: game for game in visitor.state["shelf"]["games"]}
    assert list(shelf) == list(games())
    assert shelf[AC]["text"] == "2 rules to review now"
    for id, game in shelf.items():
        for link in game["links"]:
            there = Reviewer(urlsplit(link["href"]).query)
            assert there.app.course.game.id == id
            assert there.app.part == parse_qs(link["href"][1:])["part"][0]


@pytest.mark.parametrize(
    ("search", "said"),
    [
        ("?game=chess", "chess"),
        (f"?game={AC}&part=party", "party"),
        (f"?game={AC}&part=drill&seed=x", "whole number"),
        (f"?game={AC}&part=drill&rule=no/rule", "no/rule"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_in_one_sentence(search, said):
    visitor = Reviewer(search)
    assert said in visitor.dialog["text"]
    visitor.says("dialog", id="close", text="")
    assert "dialog" not in visitor.state


@pytest.mark.parametrize(
    "search", ["?" + "a=b&" * 200, "?game=%00", f"?game={AC}&part=%3Cimg%3E", "?game=" + "x" * 5000]
)
def test_no_address_breaks_the_page(search):
    assert "head" in Reviewer(search).state


def test_links_from_the_other_pages_lead_here():
    for desk in (Practice().desk, CourseDesk(AC).desk):
        visitor = Visitor(desk, f"?game={AC}")
        link = urlsplit(visitor.tools["review"]["href"])
        assert (shipped("notebooks") / link.path).is_file()
        assert Reviewer(f"?{link.query}").app.course.game.id == AC


# -- export and import


def test_what_is_exported_is_taken_in_elsewhere():
    here = Reviewer(f"?game={AC}", missed(RULE))
    here.answers()
    here.says("tool", id="save")
    there = Reviewer(f"?game={AC}")
    there.says("tool", id="import")
    there.says("dialog", id=IMPORT, text=here.dialog["textarea"])
    assert there.dialog["text"].startswith("The text contained what you know about 1 rule.")
    key = memory_key(AC, RULE)
    assert there.kept[key] == here.kept[key]
    assert there.app.kept.review.rules == here.app.kept.review.rules


def test_what_other_games_noted_is_exported_too():
    other = next(id for id in games() if id != AC)
    rule = games()[other].book.rule[0].id
    here = Reviewer(f"?game={AC}", missed(rule, game=other))
    here.says("tool", id="save")
    assert rule in json.loads(here.dialog["textarea"])["games"][other]


def test_a_file_is_taken_in_as_well_and_on_the_page_of_all_games():
    review = Review(AC)
    review.miss(Note(RULE, T - DAY))
    visitor = Reviewer("")
    visitor.says("upload", name="review.json", text=export([review]))
    assert memory_key(AC, RULE) in visitor.kept
    shelf = {game["id"]: game for game in visitor.state["shelf"]["games"]}
    assert shelf[AC]["text"] == "1 rule to review now"


@pytest.mark.parametrize(
    "text", ["", "{", '{"kind": "rules-tutor review", "format": 1, "games": {"chess": {}}}', "<img>"]
)
def test_a_text_that_cannot_be_taken_in_is_kept_for_mending_with_one_reason_and_nothing_is_lost(text):
    visitor = Reviewer(f"?game={AC}", missed(RULE))
    before = dict(visitor.kept)
    visitor.says("tool", id="import")
    visitor.says("dialog", id=IMPORT, text=text)
    assert visitor.dialog["problem"]
    assert visitor.dialog["textarea"] == text
    assert visitor.kept == before


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '{"right": 1}', "7" * 5000])
def test_spoilt_memories_cost_nobody_the_page(text):
    stored = {memory_key(AC, RULE): text, f"missed:{AC}:{RULE}:": text, f"progress:{AC}": text}
    visitor = Reviewer(f"?game={AC}", stored)
    assert "couldn’t be read" in visitor.dialog["text"]
    assert visitor.kept[memory_key(AC, RULE)] == text
    assert list(PARTS) == [id for id in visitor.tools if id in PARTS]


# -- words and rules looked up


def test_terms_of_the_texts_shown_come_with_their_meaning_and_rule():
    visitor = Visitor(CourseDesk(AC).desk, "?section=submit&step=1")
    assert visitor.state["terms"]
    for term in visitor.state["terms"]:
        assert term["text"]
        assert term["rule"] in visitor.state["rules"]


def test_looking_a_word_up_tells_what_it_means_and_which_rules_are_close():
    visitor = Reviewer(f"?game={AC}")
    visitor.says("tool", id="search")
    visitor.says("form", id="rules.find", values={"query": "evidence"})
    assert [term["name"] for term in visitor.dialog["words"]] == ["evidence"]
    near = [id for entry in visitor.dialog["entries"] for id in entry.get("related", [])]
    assert near
    assert all(id in visitor.state["rules"] for id in near)
