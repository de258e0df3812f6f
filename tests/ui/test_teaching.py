"""Cards for a newcomer at the practice table, without a browser: what they explain, when it counts, what is stored."""

import json
from math import ceil
from random import Random
from typing import Any

import pytest

from tests.visitor import Visitor
from tutor.engine.core.game import Game, find_game, games
from tutor.lessons.introducing import introductions, met_in_play, telling, told_with
from tutor.lessons.progress import Progress, RuleProgress, load_progress, progress_key
from tutor.ui.desks.course import CourseDesk
from tutor.ui.desks.practice import Practice
from tutor.ui.desks.teaching import MOST, OFF, ON, headline, teaching_key

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
AC = "alien_conspiracy"
AIM = "overview/goal"


def seated(game: str = AC, stored: dict[str, str] | None = None, search: str = "") -> Visitor:
    return Visitor(Practice().desk, search or f"?game={game}&seed=1", stored)


def card(visitor: Visitor) -> str:
    """Return the rule that the card at the table explains; empty if there is no card."""
    return str(visitor.state.get("intro", {}).get("rule", ""))


def met(visitor: Visitor, game: str = AC) -> set[str]:
    return load_progress(game, visitor.kept)[0].met


def knowing(game: str, *rules: str) -> dict[str, str]:
    """Return what a browser stores for somebody who met these rules in a course."""
    return {progress_key(game): Progress(game, rules={id: RuleProgress(taught=1) for id in rules}).save()}


def until(visitor: Visitor, wanted: str, seed: int = 1) -> dict[str, Any]:
    """Play on until the state has a part with this name."""
    for _ in visitor.plays_on(seed, 300):
        if wanted in visitor.state:
            return visitor.state
    raise AssertionError(f"no {wanted} came")


@each_game
def test_the_first_card_says_what_the_game_is_about_and_leads_to_its_page(game: Game) -> None:
    visitor = seated(game.id)
    shown = visitor.state["intro"]
    assert shown["text"] == game.book[shown["rule"]].intro
    assert shown["title"] == headline(game, game.book[shown["rule"]])
    assert "section=" in shown["href"]


def test_a_headline_names_no_part_of_the_setup_and_no_variant() -> None:
    roswell = find_game("roswell51")
    heads = {entry.id: headline(roswell, entry) for entry in introductions(roswell.book)}
    assert heads["setup-spoints/two-or-three-players"] == "Spoints"
    assert heads["pittsburgh-68/attack-cycle-several"] == ""
    assert heads["sanctuaries/search"] == "Sanctuaries"


def test_a_card_stays_until_the_visitor_goes_on_and_another_comes_only_with_another_decision() -> None:
    visitor = seated()
    before = visitor.state["intro"]
    visitor.says("tool", id="odds")
    visitor.says("seat", index=1)
    assert visitor.state["intro"] == before
    assert met(visitor) == set()
    visitor.says("tool", id="got")
    assert card(visitor) == ""
    assert met(visitor) == set(told_with(find_game(AC).book, find_game(AC).book[AIM]))
    visitor.says("tool", id="got")
    visitor.says("tool", id="odds")
    assert card(visitor) == ""
    visitor.press(visitor.open[0])
    assert card(visitor) not in ("", AIM)


def test_going_on_with_a_move_counts_as_having_read_the_card() -> None:
    visitor = seated()
    visitor.press(visitor.open[0])
    assert AIM in met(visitor)


@pytest.mark.parametrize("copy", ["", "&copy=2"])
def test_show_me_leads_away_and_back_to_the_game_where_it_was(copy: str) -> None:
    stored = seated(search=f"?game={AC}&seed=1").kept
    visitor = seated(search=f"?game={AC}{copy}", stored=stored)
    visitor.press(visitor.open[0])
    question = visitor.question
    way = visitor.state["intro"]["href"]
    learner = Visitor(CourseDesk(AC).desk, f"?{way.partition('?')[2]}", visitor.kept)
    assert learner.question["link"] == {"label": "Back to your game", "href": learner.tools["practice"]["href"]}
    learner.says("goto", page=learner.state["head"]["after"], step=0)
    back = learner.tools["practice"]
    assert (back["label"], back["place"]) == ("Back to your game", "hand")
    assert seated(search=f"?{back['href'].partition('?')[2]}", stored=learner.kept).question == question


def test_a_page_that_was_not_opened_from_a_game_leads_to_the_practice_table() -> None:
    learner = Visitor(CourseDesk(AC).desk, "?section=health&step=2")
    assert learner.tools["practice"]["label"] == "Practice table"
    assert "link" not in learner.question


def test_a_press_that_changes_nothing_leaves_the_card() -> None:
    visitor = seated()
    visitor.press("no such option")
    assert card(visitor) == AIM
    assert met(visitor) == set()


@each_game
def test_nobody_is_told_the_same_twice_not_even_after_a_reload(game: Game) -> None:
    visitor = seated(game.id)
    told: list[str] = []
    for _ in visitor.plays_on(seed=4, most=60):
        told += [card(visitor)] if card(visitor) else []
        if len(told) == 4:
            break
    visitor.press_any(Random(1))
    again = seated(game.id, visitor.kept, f"?game={game.id}&seed=9")
    for _ in again.plays_on(seed=5, most=60):
        assert card(again) not in told


def test_what_was_met_in_a_course_is_not_told_at_the_table() -> None:
    assert card(seated(stored=knowing(AC, AIM))) not in ("", AIM)


def test_a_rule_met_in_another_tab_meanwhile_counts() -> None:
    visitor = seated()
    visitor.says("tool", id="got")
    everything = [entry.id for entry in find_game(AC).book]
    visitor.says("elsewhere", changes=knowing(AC, *everything))
    visitor.press(visitor.open[0])
    assert card(visitor) == ""


# -- on and off


def test_whoever_has_met_most_is_not_taught_unless_they_ask() -> None:
    known = [entry.id for entry in met_in_play(find_game(AC).book)]
    most = ceil(MOST * len(known))
    assert card(seated(stored=knowing(AC, *known[1:most]))) == AIM
    visitor = seated(stored=knowing(AC, *known[1 : most + 1]))
    assert card(visitor) == ""
    assert visitor.tools["teach"]["label"] == "Teach me as we play"
    visitor.says("tool", id="teach")
    assert visitor.tools["teach"]["label"] == "Stop teaching me"
    assert card(visitor) == AIM


def test_what_comes_only_at_the_end_or_in_a_variant_does_not_keep_a_learner_from_knowing_most() -> None:
    book = find_game("doppelganger").book
    left_out = {entry.id for entry in introductions(book)} - {entry.id for entry in met_in_play(book)}
    assert {"scoring/most-points-wins", "end/no-humans"} <= left_out
    assert not left_out & {"scout/draw-two", "failure/pay-life-or-recovery"}


def test_teaching_is_turned_off_for_good_and_a_card_not_read_stays_unmet() -> None:
    visitor = seated()
    visitor.says("tool", id="teach")
    assert card(visitor) == ""
    assert visitor.kept[teaching_key(AC)] == OFF
    visitor.press(visitor.open[0])
    assert met(visitor) == set()
    assert card(seated(stored=visitor.kept, search=f"?game={AC}&seed=7")) == ""
    visitor.says("tool", id="teach")
    assert card(visitor) == AIM


def test_whoever_has_begun_to_be_taught_is_taught_to_the_end() -> None:
    visitor = seated()
    known = [entry.id for entry in introductions(find_game(AC).book)]
    assert visitor.kept[teaching_key(AC)] == ON
    again = seated(stored={**visitor.kept, **knowing(AC, *known[1:])})
    assert card(again) == AIM


@pytest.mark.parametrize("kept", ["", "yes", "<b>"])
def test_what_else_is_kept_there_means_nothing(kept: str) -> None:
    assert card(seated(stored={teaching_key(AC): kept})) == AIM


# -- refusals, and what can be done


def test_a_refusal_tells_its_rule_again_until_something_else_is_tried_or_done() -> None:
    visitor = seated()
    for _ in visitor.plays_on(seed=2, most=60):
        if (
            visitor.closed
            and len({json.dumps(o["refusals"]) for o in visitor.question["options"] if o["refusals"]}) > 1
        ):
            break
    option = next(o for o in visitor.question["options"] if o["refusals"])
    book = find_game(AC).book
    rules = [refusal["rule"] for refusal in option["refusals"]]
    for _ in range(2):
        visitor.says("try", ask=visitor.question["id"], option=option["id"])
        reminder = visitor.state["reminder"]
        assert reminder["option"] == option["id"]
        assert reminder["text"] in {book[id].intro for id in rules} | {
            entry.intro for id in rules if (entry := telling(book, id))
        }
    assert set(rules) & met(visitor)
    visitor.press(visitor.open[0])
    assert "reminder" not in visitor.state


def test_a_refusal_says_nothing_more_to_whoever_is_not_taught() -> None:
    visitor = seated(stored={teaching_key(AC): OFF})
    for _ in visitor.plays_on(seed=2, most=60):
        if visitor.closed:
            break
    visitor.says("try", ask=visitor.question["id"], option=visitor.closed[0])
    assert "reminder" not in visitor.state
    assert met(visitor) == set()


def test_every_kind_of_open_move_says_what_it_is_good_for() -> None:
    visitor = seated()
    while "luck" in visitor.open:
        visitor.press("luck")
    book = find_game(AC).book
    kinds = visitor.question["kinds"]
    assert {kind["text"] for kind in kinds} <= {entry.intro for entry in book}
    assert book["heal/one"].intro not in {kind["text"] for kind in kinds if kind["label"].startswith("Go")}
    assert len({kind["text"] for kind in kinds}) == len(kinds) > 1
    visitor.says("tool", id="teach")
    assert visitor.question["kinds"] == kinds


@each_game
def test_after_a_game_there_is_no_card(game: Game) -> None:
    visitor = seated(game.id)
    for _ in visitor.plays_on(seed=5):
        pass
    assert card(visitor) == ""
