"""How questions are asked: what scenarios cannot say about groups, offered ways out, and the aims of rolls."""

import pytest

from tests import laws
from tutor.engine.core.asks import Choose, Roll
from tutor.engine.core.match import Match
from tutor.engine.play.scene import load_scenes
from tutor.games.roswell51 import GAME
from tutor.games.roswell51.rules.spoints import spend

DUEL = """
game = "roswell51"
players = ["Ada", "Ben", "Cleo"]
[table]
turn = "Ben"
screen = [{ cards = ["three-strange-neighbors"] }, { cards = ["outer-space-terrors"] }, { cards = ["big-wrench"] }]
[table.players.Ada]
throngs = [["two-hungry-pods", "six-swarming-riders"]]
[table.players.Ben]
power = 1
pool = [{ card = "the-colonel", held = ["hunting-rifle"] }]
[table.players.Cleo]
pool = [{ card = "the-scout" }]
"""


def played(*answers, scene=DUEL):
    match = load_scenes(scene, "here")[0].match(GAME, origin=scene)
    for answer in answers:
        match.answer(match.ask.parse(answer))
    return match


def asked(*answers, scene=DUEL):
    return played(*answers, scene=scene).ask


def starting(rule, *args):
    return DUEL.replace("[table]", f'start = {{ rule = "{rule}", args = {[*args]} }}\n[table]', 1)


def zone(match, id, seat=None):
    return next((zone for zone in GAME.view(match.table, seat)["zones"] if zone["id"] == id), None)


@pytest.mark.parametrize(
    ("event", "answers", "rule"),
    [
        ("night-of-the-harvest", (), "events/plot-device-optional"),
        ("night-of-the-harvest", ("activate",), "spoints/or-less"),
        ("spored", (), "named-cards/spored-converts-survivor"),
    ],
)
def test_an_event_can_be_read_as_long_as_it_is_resolved(event, answers, rule):
    """The event is the first thing on everybody's table, wherever its card is by now."""
    match = played(*answers, scene=starting("card-types/event-cards", event, "the-colonel"))
    for seat in (None, 0, 1, 2):
        first = GAME.view(match.table, seat)["zones"][0]
        (card,) = first["cards"]
        assert (first["id"], first["lit"], card["id"]) == ("resolving", True, event)
        assert card["text"] == GAME.cards[event].text
        assert zone(match, "drawn", seat) is None


def test_when_an_event_is_over_it_is_no_longer_shown():
    match = played("pass", scene=starting("card-types/event-cards", "night-of-the-harvest", "the-colonel"))
    assert not match.table.resolving
    assert zone(match, "resolving") is None


@pytest.mark.parametrize("answers", [("turn",), ("pick",), ("pass",)])
def test_once_it_is_said_how_the_shuffler_is_used_it_is_no_longer_the_event_shown(answers):
    scene = DUEL.replace("[table]", 'variants = ["shuffler"]\n[table]\nreel_pile_top = ["shuffler", "payback"]', 1)
    match = played("item the-colonel 3", "screen 1", "0", "6 5", "shuffler", scene=scene)
    assert zone(match, "resolving")["cards"][0]["id"] == "shuffler"
    for answer in answers:
        match.answer(match.ask.parse(answer))
    assert match.ask.rule != "bonus-cards/shuffler-bonus-turn"
    assert zone(match, "resolving") is None


def test_power_spoints_are_shown_beside_those_with_which_everybody_began():
    match = played()
    tracks = [track for seat in (1, 2) for track in zone(match, f"pool-{seat}")["tracks"]]
    assert [track["n"] for track in tracks] == [1, 0]
    assert [track["max"] for track in tracks] == [match.table.parameters.power_of_three] * 2


@pytest.mark.parametrize("seed", [15, 18, 27])
def test_nobody_begins_an_action_while_an_event_is_resolved(seed):
    """In these games, one event ends the movie and two begin the last stand."""
    begins = {"take-attack/replaces-whole-pool", "director-turn/exactly-one-attack-action"}
    seen = set()
    for moment in laws.moments(Match(GAME, GAME.new(GAME.setup(4)), seed), seed):
        resolving = moment.table.resolving
        seen.add(bool(resolving))
        assert not (moment.ask.rule in begins and resolving)
    assert seen == {False, True}
    assert not moment.table.resolving


def test_the_question_for_a_target_names_who_attacks():
    ask = asked("actions", "attack", "hunting-rifle guts")
    assert ask.prompt() == "Which alien does The Colonel attack?"


def test_the_ways_to_spend_a_turn_are_in_two_groups():
    ask = asked()
    assert isinstance(ask, Choose)
    groups = {option.value: option.group for option in ask.options()}
    assert groups.pop("actions") == ""
    assert {*groups.values()} == {"Take+Attack, the whole turn"}


@pytest.mark.parametrize(
    ("have", "cap", "least", "tried", "way_out"), [(6, 4, 1, 5, 4), (6, 4, 4, 5, 4), (6, 3, 4, 5, 0), (6, 5, 3, 2, 3)]
)
def test_whoever_spends_too_much_or_too_little_is_shown_what_can_be_spent(have, cap, least, tried, way_out):
    ask = spend(0, "damage/survivor-two-options", "", have, cap, least)
    reasons = ask.why_not(tried)
    assert reasons
    assert {reason.option for reason in reasons} == {way_out}
    assert way_out in ask.open()


@pytest.mark.parametrize(("spent", "bonus"), [("0", 0), ("1", 1)])
def test_a_damage_roll_aims_at_the_lowest_value_with_all_bonuses(spent, bonus):
    """SHAD against Six Swarming Riders hits with a 6 on the higher die, with doubles, or with a 5 and a spoint."""
    answers = ("actions", "attack", "hunting-rifle guts", "throng 1 six-swarming-riders", "0", "4 3", spent)
    ask = asked(*answers)
    assert isinstance(ask, Roll)
    aim = ask.aim()
    parts = [(bonus, "spoint" if bonus == 1 else "spoints")] if bonus else []
    assert (aim.total, [part[:2] for part in aim.total.parts]) == (bonus, parts)
    assert "at least 6 damage" in aim.text
    hit = {faces for faces, _ in ask.outcomes() if aim.hit(faces)}
    assert {(3, 3), (1, 6), (5, 6)} <= hit
    assert ((1, 5) in hit) == bool(bonus)
    assert (2, 2) not in hit
    assert (1, 1) not in hit


def test_a_damage_roll_says_what_doubles_item_and_spoints_add():
    scene = DUEL.replace("hunting-rifle", "big-wrench").replace('{ cards = ["big-wrench"] }', "{}")
    ask = asked("actions", "attack", "big-wrench muscle", "screen 1", "0", "2 2", "1", scene=scene)
    total = ask.aim().total
    assert [part[:2] for part in total.parts] == [(2, "doubles"), (2, "item"), (1, "spoint")]
    assert total.parts[1].card == "big-wrench"


def test_a_flail_says_what_power_plays_and_spoints_add():
    scene = DUEL.replace('held = ["hunting-rifle"]', 'held = ["scream-queen"]')
    start = 'start = { rule = "flail/speed-test", args = ["the-colonel", 12, "Ada"] }'
    scene = scene.replace("[table]", f'variants = ["scream-queen"]\n{start}\n[table]', 1)
    total = asked("1", scene=scene).aim().total
    assert [part[:2] for part in total.parts] == [(5, "speed"), (2, "power play"), (1, "spoint")]


def test_aliens_hope_for_any_damage():
    scene = DUEL.replace('turn = "Ben"', 'turn = "Ada"').replace('[{ card = "the-scout" }]', "[]")
    ask = asked("all-out", "2 1", scene=scene)
    assert isinstance(ask, Roll)
    assert "at least 1 damage" in ask.aim().text
    assert all(ask.aim().hit(faces) for faces, _ in ask.outcomes())


def test_a_throng_says_what_each_of_its_cards_adds():
    scene = DUEL.replace('turn = "Ben"', 'turn = "Ada"').replace('[{ card = "the-scout" }]', "[]")
    total = asked("all-out", scene=scene).aim().total
    assert (total, [part[0] for part in total.parts]) == (8, [2, 6])
    assert [part[1] for part in total.parts] == ["Two Hungry Pods", "Six Swarming Riders"]


@pytest.mark.parametrize(("spent", "parts"), [("0", ((7, "muscle"),)), ("1", ((7, "muscle"), (1, "spoint")))])
def test_an_attack_aims_at_the_stat_and_the_spoints_together(spent, parts):
    scene = DUEL.replace(', held = ["hunting-rifle"]', "")
    ask = asked("actions", "attack", "screen 1", spent, scene=scene)
    assert isinstance(ask, Roll)
    aim = ask.aim()
    assert tuple(part[:2] for part in aim.total.parts) == parts
    assert aim.hit((4, 4)) == (spent == "1")


@pytest.mark.parametrize(("throng", "dangerous"), [("two-hungry-pods", False), ("four-metal-hounds", True)])
def test_spoints_against_an_event_save_a_life_only_if_the_attack_may_well_hit(throng, dangerous):
    scene = starting("card-types/event-cards", "night-of-the-harvest", "the-colonel")
    ask = asked("activate", scene=scene.replace('"two-hungry-pods", "six-swarming-riders"', f'"{throng}"'))
    assert (ask.rule, ask.about.saves) == ("action-rolls/boost-before-roll", dangerous)


def test_a_refused_power_play_has_one_reason_even_if_both_hands_are_full():
    scene = DUEL.replace('"hunting-rifle"', '"hunting-rifle", "theremin"').replace("big-wrench", "payback")
    ask = asked(scene=scene)
    assert [reason.rule for reason in ask.why_not(ask.parse("item the-colonel 3"))] == ["take-attack/no-power-play"]
