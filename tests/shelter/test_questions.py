"""How questions are asked: what scenarios cannot say about prompts, groups, offered ways out and dice."""

import pytest

from tutor.engine.play.scene import Scene
from tutor.games.shelter import GAME

PHASES = {"turn/player-by-player": "phase-by-phase"}
COMPULSORY = {"turn/may-pass-furniture": "compulsory"}


def asked(table=None, readings=None, answers=(), **more):
    """Return what is asked after some answers, in a game for Ada and Ben."""
    table = {"players": {"Ada": {"items": ["soap"]}, "Ben": {}}, "furniture": {"sofa": 5, "shower": 5}, **(table or {})}
    match = Scene("shelter", table=table, readings=readings or {}, **more).match(GAME)
    for answer in answers:
        match.answer(match.ask.parse(answer))
    return match.ask


def option(ask, value):
    return next(one for one in ask.options() if one.value == value)


@pytest.mark.parametrize(
    ("readings", "next_", "answers", "prompt"),
    [
        ({}, "turn/sequence Ada", (), "Do you use an item or go to a place?"),
        ({}, "turn/sequence Ada", ("go sofa",), "Do you do anything else before your turn ends?"),
        (PHASES, "turn/player-by-player Ada", (), "Do you use an item before the furniture is chosen?"),
        (PHASES, "turn/sequence Ada", (), "Where do you go?"),
    ],
)
def test_a_turn_asks_for_what_its_moment_allows(readings, next_, answers, prompt):
    assert asked({"next": [next_]}, readings, answers).prompt() == prompt


def test_a_turn_asks_about_items_only_if_one_can_be_used():
    turn = {"next": ["turn/sequence Ada"]}
    none = asked({**turn, "players": {"Ada": {}, "Ben": {}}})
    assert none.prompt() == "Where do you go?"
    assert asked(turn, answers=("use soap",)).prompt() == "Where do you go?"


def test_the_answers_of_a_turn_are_in_groups():
    groups = {one.value: one.group for one in asked().options()}
    assert groups["use", "soap"] == "Items"
    assert groups["go", "sofa"] == "Places"
    assert groups["discard", "soap"] == "Discard"
    assert {groups["attack", "Ben"], groups["stay"], groups["swap furniture"]} == {"Other"}


def test_after_the_token_is_placed_everything_else_is_closed_for_that_alone():
    ask = asked(answers=("go sofa",))
    assert [reason.rule for reason in option(ask, ("use", "soap")).refusals] == ["items/before-furniture"]
    reasons = option(ask, ("go", "shower")).refusals
    assert [reason.rule for reason in reasons] == ["furniture/one-per-round", "furniture/no-second-choice"]
    assert [reason.option for reason in reasons] == ["done", "done"]


def test_whoever_must_choose_furniture_is_shown_the_first_open_place():
    (reason,) = option(asked(readings=COMPULSORY), "stay").refusals
    assert reason.option == ("go", "sofa")


def test_whoever_holds_too_many_is_shown_the_first_that_could_go():
    hand = ["bandage", "novel", "rations", "soap"]
    table = {"players": {"Ada": {"items": hand}, "Ben": {}}, "furniture": {"locker": 5}}
    (reason,) = option(asked(table, answers=("go locker", "towel")), "keep all").refusals
    assert reason.option == ("discard", "bandage")


@pytest.mark.parametrize(("deck", "way_out"), [(["vault"], ("swap", "sofa")), ([], None)])
def test_whoever_swaps_special_furniture_is_shown_an_ordinary_one(deck, way_out):
    ask = asked({"furniture_deck": deck, "next": ["opening/all-roll"]}, answers=("6 1",), anyway=True)
    assert option(ask, ("swap", "ark")).refusals[-1].option == way_out


def test_what_is_worn_out_is_closed_for_that_alone_unless_it_was_used_in_this_round():
    worn = {"furniture": {"sofa": 0, "generator": 0}}
    ask = asked(worn)
    for key in ("sofa", "generator"):
        assert [reason.rule for reason in option(ask, ("go", key)).refusals] == ["durability/exhausted-unusable"]
    ask = asked({"furniture": {"sofa": 1}}, answers=("go sofa", "done"))
    rules = [reason.rule for reason in option(ask, ("go", "sofa")).refusals]
    assert rules == ["durability/exhausted-unusable", "durability/runs-out-mid-round"]


@pytest.mark.parametrize(
    ("rule", "answers"), [("opening/all-roll", ()), ("opening/all-roll", ("4 4",)), ("order/roll-each-round", ())]
)
def test_it_matters_which_die_is_whose(rule, answers):
    ask = asked({"day": 0, "next": [rule]}, answers=answers)
    assert len([*ask.outcomes()]) == 36
