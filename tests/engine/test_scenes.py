"""Scenes: how they are laid out and started, their steps, every expectation, and errors that name the place."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

from tests.own import GAME as OWN_GAME
from tests.own import card_set
from tests.saucers import all_points
from tests.toy import GAME, Saucers
from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Choose, Rule, Together
from tutor.engine.core.game import find_game
from tutor.engine.core.moves import Moves
from tutor.engine.core.rules import Rules
from tutor.engine.play.expectations import EXPECTATIONS
from tutor.engine.play.expecting import differences
from tutor.engine.play.playing import Player, Step, Unmet, go_by_itself, play_scene
from tutor.engine.play.scene import SCENE_KEYS, Scene, Start, laid_over, load_scenes

TABLE = """
game = "toy"
[table]
turn = "Ada"
[table.players]
Ada = { points = 3, hand = ["beam", "jam"] }
Ben = { hand = ["jam"] }
"""


def play(text, report=None):
    """Play every scene of a text, and return the player of the last scene."""
    players = [play_scene(scene, GAME, report) for scene in load_scenes(text, "s.toml")]
    return players[-1]


def with_play(steps, top=""):
    return top + "\nplay = [" + ", ".join(steps) + "]\n" + TABLE


def expecting(**expected):
    """Return a scene in which Ada plays a beam and Ben jams it, with these expectations afterwards."""
    return Scene(
        "toy",
        table={"turn": "Ada", "players": {"Ada": {"points": 3, "hand": ["beam"]}, "Ben": {"hand": ["jam"]}}},
        play=("play beam", "jam", "pass", {"expect": expected}),
        file="s.toml",
    )


def test_an_empty_scene_begins_with_the_set_up():
    match = load_scenes('game = "toy"', "s.toml")[0].match(GAME)
    assert match.table.names == ("Ada", "Ben")
    assert match.trail == ("setup/deal",)


def test_players_are_those_that_the_table_names_unless_said():
    assert load_scenes(TABLE, "s")[0].match(GAME).table.names == ("Ada", "Ben")
    assert load_scenes("players = 3\n" + TABLE, "s")[0].match(GAME).table.names == ("Ada", "Ben", "Cleo")
    assert load_scenes('players = ["Ben", "Ada", "Zoe"]\n' + TABLE, "s")[0].match(GAME).table.names == (
        "Ben",
        "Ada",
        "Zoe",
    )


def test_a_scene_starts_from_any_rule_with_names_for_seats():
    text = 'game = "toy"\nplayers = 3\nstart = { rule = "score/goal", args = ["Ben", 12] }'
    match = load_scenes(text, "s")[0].match(GAME)
    assert match.ask is None
    assert all_points(match.table) == [0, 12, 0]


def test_inline_cards_are_added_and_replace_those_of_the_same_id():
    text = 'game = "toy"\n[[cards.toy]]\nid = "beam"\nname = "Great beam"\npoints = 5\n' + TABLE.replace(
        'game = "toy"', ""
    )
    match = load_scenes(text, "s")[0].match(GAME)
    card = match.table.cards["beam"]
    assert (card.name, card.points, card.origin, card.copies) == ("Great beam", 5, "stand-in", 1)
    assert match.table.cards.version != GAME.cards.version


def test_cases_are_laid_over_the_common_part():
    text = (
        'title = "Beams"\nseed = 7\n'
        + TABLE
        + """
[[case]]
title = "one"
play = ["roll 1"]
[[case]]
title = "two"
rules = ["turn/draw"]
table.players.Ada.points = 9
[[case]]
"""
    )
    one, two, three = load_scenes(text, "s.toml")
    assert (one.title, one.file, one.play, one.seed) == ("one", "s.toml: one", ("roll 1",), 7)
    assert (two.rules, two.play) == (("turn/draw",), ())
    assert two.table["players"]["Ada"] == {"points": 9, "hand": ["beam", "jam"]}
    assert one.table["players"]["Ada"]["points"] == 3
    assert three.file == "s.toml: case 3"


def test_answers_are_texts_with_or_without_a_name_and_shuffles_answer_themselves():
    play(
        """
play = ["Ada: play beam", "Ben: jam", "Ada: pass", "Ben: roll 2", "3 6",
        { expect = { table = { turn = "vote", players = { Ada = { points = 3 }, Ben = { points = 1 } } } } },
        "Ben: yes", "Ada: no", { answer = "roll 1", seat = "Ada" }, "roll 5"]
"""
        + TABLE
    )
    player = play(
        """
play = ["draw", "draw jam", { expect = { table = { players = { Ada = { hand = { n = 1 } } } } } }]
game = "toy"
[table]
discards = ["jam", "beam", "beam", "beam", "beam", "beam", "beam", "beam", "beam",
            "jam", "jam", "jam", "jam", "jam", "jam", "jam"]
[table.players]
Ada = {}
Ben = {}
"""
    )
    assert [entry.rule for entry in player.match.log] == ["turn/act", "turn/reshuffle", "turn/draw"]


def test_those_asked_together_may_be_answered_on_one_line():
    player = play('play = ["yes; no"]\ngame = "toy"\n[table]\nturn = "vote"\n[table.players]\nAda = {}\nBen = {}')
    assert player.match.log[0].value == ("yes", "no")


def test_luck_answers_for_chance_and_steps_may_be_repeated_and_undone():
    steps = [
        '"roll 3"', "{ luck = true }", '"roll 1"', "{ luck = true }", '{ answer = "yes; yes" }', "{ undo = 3 }",
        "{ expect = { ask = 'turn/act', asked = 'Ben', table = { turn = 'Ben' } } }",
    ]  # fmt: skip
    first = play(with_play(steps, "seed = 3")).match.log
    assert first == play(with_play(steps, "seed = 3")).match.log
    play(
        'play = [{ answer = "yes", seat = "Ben" }, { undo = 1 }, { expect = { asked = ["Ada", "Ben"] } }]\n'
        'game = "toy"\n[table]\nturn = "vote"\n[table.players]\nAda = {}\nBen = {}'
    )
    play('play = [{ luck = true, times = 2 }, { expect = { table = { turn = "Ada" } } }]\ngame = "toy"')


VOTE = 'game = "toy"\n[table]\nturn = "vote"\n[table.players]\nAda = {}\nBen = {}\nCleo = {}'


def test_several_answers_may_stand_on_one_line_each_with_its_player():
    player = play('play = ["Cleo: no; Ada: yes; Ben: no"]\n' + VOTE)
    assert player.match.log[0].value == ("yes", "no", "no")
    player = play('play = ["Ben: no; Ada: yes", { expect = { asked = ["Ada", "Ben", "Cleo"] } }, "Cleo: yes"]\n' + VOTE)
    assert player.match.log[0].value == ("yes", "no", "yes")
    player = play(with_play(["'Ada: play beam; Ben: jam; Ada: pass; Ben: draw'"]))
    assert [entry.value for entry in player.match.log] == [("play", "beam"), "jam", "pass", "draw"]


def test_where_several_are_asked_a_try_names_its_player_and_options_may_be_said_of_each():
    play('play = [{ expect = { open.Ada = ["yes"], options.Ben = ["yes", "no"], absent.Cleo = "Ada" } }]\n' + VOTE)
    with pytest.raises(Unmet, match="several players are asked at once; name the player"):
        play('play = [{ refused = "yes" }]\n' + VOTE)
    with pytest.raises(Unmet, match="“yes” and nothing else should be open, but these answers are: “yes”, “no”"):
        play('play = [{ expect = { options.Ben = ["yes"] } }]\n' + VOTE)


def test_what_is_offered_may_be_expected_in_the_words_on_its_button():
    scene = 'game = "toy"\n[table]\nturn = "Ada"\n[table.players]\nAda = { hand = ["beam"] }\nBen = {}'
    offered = '"Draw", "Roll 1", "roll 2", "Roll 3", "Play a Beam"'
    play(f'play = [{{ expect = {{ open = "Roll 1", closed = "Play a Jam", options = [{offered}] }} }}]\n{scene}')
    with pytest.raises(Unmet, match="“roll 1” should be closed"):
        play(f'play = [{{ expect = {{ closed = "Roll 1" }} }}]\n{scene}')
    with pytest.raises(Unmet, match="“play beam” should not be offered"):
        play(f'play = [{{ expect = {{ absent = "Play a Beam" }} }}]\n{scene}')


def test_luck_passes_over_what_answers_itself():
    player = play(
        """
play = ["draw", { luck = true }]
game = "toy"
[table]
discards = ["jam", "beam", "beam", "beam", "beam", "beam", "beam", "beam", "beam",
            "jam", "jam", "jam", "jam", "jam", "jam", "jam"]
[table.players]
Ada = {}
Ben = {}
"""
    )
    assert [entry.rule for entry in player.match.log] == ["turn/act", "turn/reshuffle", "turn/draw"]


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        (["'roll 2'", "{ refused = '5 5' }"], "“5 5” should be refused, but is open"),
        (["'roll 2'", "{ refused = 'five five' }"], "“five five” is not understood here, where turn/roll asks chance"),
        (["'draw'", "{ refused = 'draw beem' }"], "“draw beem” is not understood here, where turn/draw asks chance"),
        (
            ["{ expect = { table.discards = { lacks = 'beem' } } }"],
            "nothing here is called “beem”, so it could never be there",
        ),
        (["{ expect = { absent = 'play bomb' } }"], "but nobody could say “bomb” here at all"),
        (["{ expect = { absent = 'drop bomb' } }"], "but nobody could say “drop” here at all"),
        (
            ["'draw'", "'jam'", "{ expect = { total = { of = ['nowhere'], n = 1 } } }"],
            "there is no nowhere in the table; found players, discards, deck, deck_top, turn, over",
        ),
        (
            ["{ expect = { total = { of = ['players.Ada.points.all'], n = 1 } } }"],
            r"there is no players\.Ada\.points\.all in the table; found 3\n",
        ),
    ],
)
def test_what_cannot_be_understood_is_neither_refused_nor_missing(steps, complaint):
    with pytest.raises(Unmet, match=complaint):
        play(with_play(steps))


def test_a_refusal_when_the_game_is_over_is_none():
    with pytest.raises(Unmet, match="the game is over, so nobody can try “draw”"):
        play('play = [{ refused = "draw" }]\ngame = "toy"\n[table]\nover = true\n[table.players]\nAda = {}\nBen = {}')


def test_who_a_note_is_told_to_and_in_which_order():
    steps = ["'draw'", "'jam'"]
    told = "[{ rule = 'turn/draw', to = ['Ben', 'Ada'] }, { says = 'it is a jam', to = 'Ada' }]"
    play(with_play([*steps, f"{{ expect = {{ told = {told} }} }}"]))
    for wrong in (
        "'it is a jam', 'Ada draws'",
        "{ says = 'it is a jam', to = 'everybody' }",
        "'Ada draws', 'Ada draws'",
    ):
        with pytest.raises(Unmet, match="should come next; the notes are"):
            play(with_play([*steps, f"{{ expect = {{ told = [{wrong}] }} }}"]))


def test_it_does_not_matter_which_apostrophe_is_typed():
    play(with_play(["{ refused = 'play jam', fix = 'somebody’s beam' }"]))


def test_what_bots_read_as_open_and_what_is_accepted_must_be_the_same(monkeypatch):
    monkeypatch.setattr(Moves, "open", lambda self: ["draw", ("play", "beam"), ("play", "jam")])
    for step in ("{ refused = 'play jam' }", "'roll 1'", "{ expect = { open = 'draw' } }"):
        with pytest.raises(Unmet, match=r"turn/act contradicts itself: open\(\) and refuse\(\) do not agree about"):
            play(with_play([step]))


def test_a_case_can_take_away_what_the_common_part_says():
    scenes = load_scenes(TABLE + '[[case]]\nwithout = ["table.players.Ada.hand", "table.turn"]\ntitle = "x"', "s")
    assert scenes[0].table == {"players": {"Ada": {"points": 3}, "Ben": {"hand": ["jam"]}}}


def test_a_refused_try_checks_rule_numbers_and_fix():
    player = play(
        with_play(
            [
                "{ refused = 'play jam', rule = 'cards/jam-only-against', why = 'answers a card', fix = 'beam' }",
                "{ refused = 'Ada: play jam', rule = 'cards/jam-only-against' }",
                "'roll 2'",
                "{ refused = '7 1', why = 'faces from 1 to 6' }",
            ]
        )
    )
    assert [text for text, _ in player.refusals] == ["play jam", "play jam", "7 1"]
    assert player.refusals[0][1][0].rule == "cards/jam-only-against"


def test_a_refused_try_checks_what_is_offered_instead():
    no_beam = TABLE.replace('"beam", ', "")
    play('play = [{ refused = "play beam", instead = "draw", no_rule = "turn/draw" }]' + no_beam)
    with pytest.raises(Unmet, match="should offer “roll 1” instead, but offers draw"):
        play('play = [{ refused = "play beam", instead = "roll 1" }]' + no_beam)


def test_a_number_that_is_not_offered_is_absent():
    play(with_play(["{ expect = { absent = ['roll 4', 'roll 0'] } }"]))
    with pytest.raises(Unmet, match="“roll 3” should not be offered"):
        play(with_play(["{ expect = { absent = 'roll 3' } }"]))


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ("{ refused = 'draw' }", "“draw” should be refused, but is open"),
        ("{ refused = 'play jam', rule = 'turn/draw' }", "should be refused by turn/draw, but is refused by cards/jam"),
        ("{ refused = 'play jam', why = 'you hold 9' }", "should say “you hold 9”, but says"),
        ("{ refused = 'play jam', fix = 'Fly.' }", "should say “Fly.”"),
        ("{ refused = 'play jam', no_rule = 'cards/jam-only-against' }", "should not be refused by cards/jam-only-ag"),
        ("{ refused = 'play jam', instead = 'draw' }", "should offer “draw” instead, but offers nothing"),
        ("'fly'", "“fly” is not among the options. Open: roll 1, roll 2, roll 3, draw, play beam"),
        ("'play jam'", "“play jam” is refused: a jam answers a card"),
        ("'Ben: draw'", "Ben is not asked now"),
        ("{ luck = true }", "chance is not asked here"),
        ("{ refused = 'fly' }", "“fly” is not among the options. Open: roll 1"),
        ("{ refused = 'Ada: fly' }", "“fly” is not among the options"),
        ("{ refused = 'Ada: draw' }", "“draw” should be refused, but is open"),
        ("{ refused = 'draw', seat = 'Ben' }", "Ben is not asked now"),
        ("{ refused = 'Ben: draw' }", "Ben is not asked now"),
        ("{ undo = 1 }", "1 answer cannot be taken back, because no answer came before"),
        ("'Ada: draw; jam'", "“Ada: draw; jam” names only some of those who answer"),
    ],
)
def test_a_step_that_does_not_hold_is_named_and_shows_the_position(step, complaint):
    with pytest.raises(Unmet) as caught:
        play(with_play([step]))
    message = str(caught.value)
    assert message.startswith("s.toml play[0]: ")
    assert complaint in message
    assert "in force: turn/turn" in message
    assert "play jam  CLOSED cards/jam-only-against: a jam answers a card. Keep it for somebody's beam." in message


def test_answers_after_the_end_are_complained_of():
    with pytest.raises(Unmet, match="the game is over, so “draw” answers nothing\n  the game is over"):
        play('play = ["draw"]\ngame = "toy"\n[table]\nover = true\n[table.players]\nAda = {}\nBen = {}')


HOLDS = {
    "table": {"players": {"Ada": {"hand": []}}, "discards": {"n": 2, "has": "jam", "lacks": ["Ada"]}},
    "total": {"of": ["discards", "players.Ada.hand", "players.Ada.points"], "n": 5},
    "ask": "turn/act",
    "asked": "Ben",
    "prompt": "What do you do?",
    "trail": ["turn/turn"],
    "open": ["draw", "roll 1"],
    "closed": "play beam",
    "options": ["draw", "roll 1", "roll 2", "roll 3"],
    "absent": ["draw jam", "roll Ada"],
    "notes": "cards/play",
    "no_notes": ["score/goal"],
    "says": ["Ada plays a beam", "Ben plays a jam"],
    "no_says": ["Ben plays a beam"],
    "told": ["Ada plays", {"rule": "cards/play", "says": "Ben plays a jam", "to": "everybody"}],
    "walked": ["turn", "play"],
    "over": False,
    "scores": {"Ada": 3, "Ben": 0},
    "winners": [],
}
FAILS = {
    "table": ({"players": {"Ada": {"points": 4}}}, "table.players.Ada.points should be 4, but is 3"),
    "total": (
        {"of": ["discards", "players.Ada.hand"], "n": 3},
        "discards + players.Ada.hand should hold 3, but holds 2",
    ),
    "ask": ("turn/vote", "turn/vote should be asked, but turn/act is"),
    "asked": ("Ada", '"Ada" should be asked, but ["Ben"] is'),
    "prompt": ("Ada wins", "a question should say “Ada wins”, but the questions are “What do you do?”"),
    "trail": ("cards/play", "cards/play should be in force, not turn/turn"),
    "open": ("play beam", "“play beam” should be open"),
    "closed": (["draw"], "“draw” should be closed"),
    "options": (
        ["draw", "roll 1"],
        "“draw”, “roll 1” and nothing else should be open, but these answers are: “roll 1”, “roll 2”",
    ),
    "absent": ("play beam", "“play beam” should not be offered"),
    "notes": ("score/goal", "a note should cite score/goal, but the notes cite cards/play"),
    "no_notes": ("cards/play", "no note should cite cards/play"),
    "says": ("Ada wins", "a note should say “Ada wins”, but the notes say"),
    "no_says": ("plays a jam", "no note should say “plays a jam”, but one says “Ben plays a jam”"),
    "told": (
        ["Ben plays", "Ada plays"],
        'a note like "Ada plays" should come next; the notes are cards/play: Ada plays a beam (to Ada, Ben)',
    ),
    "walked": (["play", "vote"], "“vote” should come next in the turn flow, but the turn went turn > play"),
    "over": (True, "the game should be over"),
    "scores": ({"Ben": 1}, "scores.Ben should be 1, but is 0"),
    "winners": ("Ada", 'the winners should be "Ada", but are []'),
}


def test_every_expectation_is_tried_both_ways():
    assert set(HOLDS) == set(FAILS) == set(EXPECTATIONS) - {"seen_by"}


@pytest.mark.parametrize("key", HOLDS)
def test_what_holds_passes(key):
    play_scene(expecting(**{key: HOLDS[key]}), GAME)


@pytest.mark.parametrize("key", FAILS)
def test_what_does_not_hold_is_said(key):
    wrong, complaint = FAILS[key]
    with pytest.raises(Unmet) as caught:
        play_scene(expecting(**{key: wrong}), GAME)
    assert complaint in str(caught.value)


def test_compiled_rules_have_no_trail_to_compare(monkeypatch):
    monkeypatch.setattr(GAME.rules, "_ids", {})
    assert GAME.rules.compiled
    play_scene(expecting(trail=["turn/turn"]), GAME)


def test_a_table_may_be_looked_at_through_a_players_eyes():
    scene = load_scenes(with_play(
        ["{ expect = { seen_by = 'Ben', table.players = { Ada.hand = ['?', '?'], Ben.hand = ['jam'] } } }"]
    ), "s")[0]  # fmt: skip
    play_scene(scene, GAME)


def test_the_end_of_a_game_can_be_expected():
    play(
        """
play = ["roll 2", "5 5", { expect = { over = true, winners = "Ada", scores.Ada = 13, asked = [], ask = "" } },
        { undo = 1 }, "5 6", { expect = { notes = "score/goal", options = [] } }]
game = "toy"
[table.players]
Ada = { points = 11 }
Ben = {}
"""
    )


def test_notes_are_expected_since_the_last_expectation_and_undone_ones_are_gone():
    play(
        with_play(
            [
                "'play beam'",
                "{ expect = { says = 'Ada plays a beam' } }",
                "{ expect = { no_notes = 'cards/play' } }",
                "{ undo = 1 }",
                "'play beam'",
                "{ expect = { says = 'Ada plays a beam' } }",
            ]
        )
    )


def test_a_walk_is_expected_since_the_last_expectation_and_what_is_undone_is_gone():
    walked, again = "{ expect = { walked = 'play' } }", "{ expect = { over = false } }"
    play(with_play(["'play beam'", walked, "{ undo = 1 }", "'play beam'", walked]))
    with pytest.raises(Unmet, match="“play” should come next in the turn flow"):
        play(with_play(["'play beam'", again, walked]))


def test_what_comes_up_is_reported_by_rule_id():
    heard = set()
    play(with_play(["'play beam'", "'jam'"]), heard.add)
    assert heard == {"turn/turn", "turn/act", "cards/play", "cards/window"}
    play(with_play(["{ refused = 'play jam' }"]), heard.add)
    assert "cards/jam-only-against" in heard
    play('game = "toy"\nstart = { rule = "score/goal", args = ["Ada", 1] }', heard.add)
    assert "score/goal" in heard, "a rule that runs before the first ask counts too"


BAD = {
    'game = "toy"\nplay = 3': "s.toml: play: expected a list, got 3",
    'game = "toy"\ntabel = {}': f"s.toml: unknown key tabel; known keys are {', '.join([*SCENE_KEYS, 'file'])}",
    "title = 'x'": "s.toml: game: expected “game”, which is missing",
    "game = ": "s.toml: end of document: not valid TOML: Invalid value",
    'game = "toy"\nplayers = "two"': 's.toml: players: expected a number or a list of names, got "two"',
    'game = "toy"\nplayers = true': "s.toml: players: expected a number or a list of names, got true",
    'game = "toy"\nplayers = 9': "s.toml: players: Saucers is for 2 to 4 players, not 9",
    'game = "toy"\nvariants = ["fast"]': "s.toml: variants: unknown variant “fast”; known: none",
    'game = "toy"\nreadings = { "turn/act" = "x" }': "s.toml: readings.turn/act: no such unclear rule; known:",
    'game = "toy"\nreadings = { "turn/vote" = "x" }': (
        "s.toml: readings.turn/vote: unknown reading “x”; known: tie-fails, tie-passes"
    ),
    'game = "toy"\ncase = 3': "s.toml: case: expected at least one [[case]] table, got 3",
    'game = "toy"\n[[case]]\nseed = "x"': 's.toml: case[0].seed: expected a whole number, got "x"',
    'game = "toy"\nstart = { rule = "no/rule" }': (
        "s.toml: start.rule: no/rule cannot be started; these can: cards/play, score/goal, setup/deal, turn/turn,"
        " turn/vote"
    ),
    'game = "toy"\nstart = { rule = "turn/turn" }': "s.toml: start.args: turn/turn takes seat (int); got 0",
    'game = "toy"\nstart = { rule = "turn/vote", args = [1] }': "s.toml: start.args: turn/vote takes nothing; got 1",
    'game = "toy"\nstart = { rule = "turn/turn", args = ["Zoe"] }': (
        "s.toml: start.args: no player “Zoe”; the players are Ada, Ben"
    ),
    'game = "toy"\ntable = { turn = "Zoe" }': "s.toml: table.turn: expected one of deal, vote, Ada, Ben, got “Zoe”",
    'game = "toy"\ntable = { players = { Ada = { hand = ["bomb"] }, Ben = {} } }': (
        "s.toml: table.players.Ada.hand: unknown card “bomb”"
    ),
    'game = "toy"\ncards = { bomb = [] }': "s.toml: cards: bomb: unknown card type; known: toy",
    'game = "toy"\ncards.toy = [{ id = "x" }]': "s.toml: cards: toy[x].name: expected “name”, which is missing",
    'game = "toy"\ncards.toy = [{ id = "x", name = "X", points = 99 }]': (
        "s.toml: cards: x: points: expected at most 12, got 99"
    ),
    'game = "toy"\nplay = [{ aswer = "draw" }]': "s.toml: play[0]: unknown key aswer; known keys are answer, luck",
    'game = "toy"\nplay = [3]': "s.toml: play[0]: expected a table, got 3",
    'game = "toy"\ntable.turn = "Ada"\nplay = [{ answer = "draw", seat = "Zoe" }]': "s.toml: play[0].seat: no player",
    'game = "toy"\nplay = [{ expect.tabel = 1 }]': "s.toml: play[0].expect.tabel: unknown",
    'game = "toy"\nrules = ["turn/drw"]': (
        "s.toml: rules: there is no rule “turn/drw” in the index of Saucers; did you mean turn/draw"
    ),
    'game = "toy"\nplay = [{ expect.no_notes = "no/rule" }]': "s.toml: play[0].expect.no_notes: there is no rule",
    'game = "toy"\nplay = [{ expect.notes = ["no/rule"] }]': "s.toml: play[0].expect.notes: there is no rule “no/rule”",
    'game = "toy"\nplay = [{ expect.ask = "no/rule" }]': "s.toml: play[0].expect.ask: there is no rule “no/rule”",
    'game = "toy"\nplay = [{ expect.trail = 3 }]': "s.toml: play[0].expect.trail: there is no rule “3”",
    'game = "toy"\nplay = [{ expect.told = { rule = "no/rule" } }]': "s.toml: play[0].expect.told: there is no rule",
    'game = "toy"\nplay = [{ expect.told = { to = "Zoe" } }]': (
        "s.toml: play[0].expect: no player “Zoe”; the players are Ada, Ben"
    ),
    'game = "toy"\nplay = [{ expect.told = [{}] }]': "s.toml: play[0].expect.told: expected a rule, words, or who",
    'game = "toy"\nplay = [{ expect.total = { of = ["deck"] } }]': "s.toml: play[0].expect.total: expected n or has",
    'game = "toy"\nplay = [{ expect.total = { n = 1 } }]': "s.toml: play[0].expect.total.of: expected “of”",
    'game = "toy"\nplay = [{ expect.open = { Zoe = ["draw"] } }]': (
        "s.toml: play[0].expect: no player “Zoe”; the players are Ada, Ben"
    ),
    'game = "toy"\nplay = [{ refused = "draw", rule = "no/rule" }]': "s.toml: play[0].rule: there is no rule “no/rule”",
    'game = "toy"\nplay = [{ refused = "draw", no_rule = "no/rule" }]': "s.toml: play[0].no_rule: there is no rule “no",
    'game = "toy"\nplay = [{ expect = {} }]': "s.toml: play[0].expect: this expects nothing; it can expect table",
    'game = "toy"\nplay = [{ expect.table = {} }]': "s.toml: play[0].expect.table: an empty table expects nothing",
    'game = "toy"\nplay = [{ expect.table.players.Ada = {} }]': (
        "s.toml: play[0].expect.table.players.Ada: an empty table expects nothing"
    ),
    'game = "toy"\nplay = [{ expect.table.discards.has = [] }]': (
        "s.toml: play[0].expect.table.discards.has: an empty list expects nothing"
    ),
    'game = "toy"\nplay = [{ expect.says = "" }]': 's.toml: play[0].expect.says: expected words, got ""',
    'game = "toy"\nplay = [{ expect.no_says = [3] }]': "s.toml: play[0].expect.no_says: expected words, got 3",
    'game = "toy"\nplay = [{ expect.ask = ["turn/act", "turn/roll"] }]': (
        's.toml: play[0].expect.ask: expected one rule id, got ["turn/act", "turn/roll"]'
    ),
    'game = "toy"\nplay = [{ expect.walked = [3] }]': "s.toml: play[0].expect.walked: expected words, got 3",
    'game = "toy"\nplay = [{ expect.open.Ada = [3] }]': "s.toml: play[0].expect.open: expected words, got 3",
    'game = "toy"\nplay = [{ expect.says = [] }]': "s.toml: play[0].expect.says: an empty list expects nothing",
    'game = "toy"\nplay = [{ expect.open = { Ada = [] } }]': "s.toml: play[0].expect.open.Ada: an empty list expects",
    'game = "toy"\nplay = [{ expect = { seen_by = "Ada", over = false } }]': "s.toml: play[0].expect.seen_by: expected",
    'game = "toy"\nplay = [{}]': "s.toml: play[0]: expected one of answer, luck, refused, undo, expect, got none",
    'game = "toy"\nplay = [{ answer = "draw", luck = true }]': "s.toml: play[0]: expected one of answer, luck, refused",
    'game = "toy"\nplay = [{ answer = "draw", why = "x" }]': "s.toml: play[0].why: this has no meaning beside `answer`",
    'game = "toy"\nplay = [{ answer = "draw", times = 0 }]': "s.toml: play[0]: this would do nothing",
    'game = "toy"\nplay = [{ undo = -1 }]': "s.toml: play[0]: this would do nothing",
    'game = "toy"\nplay = [{ refused = "Ada: draw", seat = "Ben" }]': "s.toml: play[0].seat: “Ada: draw” names Ada",
    'game = "toy"\n[[case]]\nwithout = "seed"': "s.toml: case[0].without: expected a list of places in the common part",
    'game = "toy"\n[[case]]\nwithout = ["table.turn"]': "s.toml: case[0].without: there is no table.turn in the common",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_input_names_file_and_place(text):
    with pytest.raises(BadInput) as caught:
        play(text)
    assert str(caught.value).startswith(BAD[text]), str(caught.value)


def test_a_table_that_a_game_cannot_lay_out_is_bad_input_whatever_went_wrong():
    def broken(table, layout, file):
        raise KeyError("popcorn")

    game = replace(GAME, place=broken)
    with pytest.raises(BadInput, match="s: table: Saucers cannot lay out such a table"):
        Scene("toy", table={"turn": "Ada"}, file="s").match(game)


@pytest.mark.parametrize(
    ("expected", "actual", "found"),
    [
        ({}, {"a": 1}, []),
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"c": 1}, {"a": 1, "b": 2}, ["t.c is missing; found a, b"]),
        ({"a": 1}, 3, ["t should be a table, but is 3"]),
        ([1, 2], (1, 2), []),
        ([1], (1, 2), ["t should be [1], but is [1, 2]"]),
        ([1], 3, ["t should be [1], but is 3"]),
        (3, (3,), ["t should be 3, but is [3]"]),
        ({"n": 2}, [1, 2], []),
        ({"n": 2}, {"a": 1, "b": 2}, []),
        ({"n": 1}, [], ["t should hold 1, but holds 0"]),
        ({"has": 1, "lacks": [2]}, [1, 2], ["t should not hold 2"]),
        ({"has": [1, 3]}, [1, 2], ["t should hold 3, but is [1, 2]"]),
        ({"first": 1}, [1], ["t is a list, so ask for n, has, lacks, only, not first"]),
        ({"has": [1, 1]}, [1, 2], ["t should hold 1, but is [1, 2]"]),
        ({"has": {"a": 1}}, [{"a": 1, "b": 2}], []),
        ({"lacks": {"a": 1}}, [{"a": 1, "b": 2}], ["t should not hold { a = 1 }"]),
        ({"only": [2, 1]}, [1, 2], []),
        ({"only": [1]}, [1, 2], ["t should hold [1] and nothing else, but is [1, 2]"]),
        ({"only": [1, 1]}, [1], ["t should hold [1, 1] and nothing else, but is [1]"]),
        ({"only": [{"a": 1}]}, [{"a": 1, "b": 2}], []),
        ({"only": [{"a": 2}]}, [{"a": 1}], ["t should hold [{ a = 2 }] and nothing else, but is [{ a = 1 }]"]),
        ({"n": 2, "has": "a", "lacks": "c", "only": ["b", "a"]}, {"a": 1, "b": 2}, []),
        ({"only": {"a": 1}}, {"a": 1}, []),
        ({"only": {"a": 2}}, {"a": 1}, ["t.a should be 2, but is 1"]),
        ({"only": ["a"]}, {"a": 1, "b": 2}, ['t should hold ["a"] and nothing else, but is { a = 1, b = 2 }']),
        ({"only": {"a": 1}}, {"a": 1, "b": 2}, ["t should hold { a = 1 } and nothing else, but is { a = 1, b = 2 }"]),
        ("a", "b", ['t should be "a", but is "b"']),
    ],
)
def test_tables_are_compared_in_part_and_lists_whole(expected, actual, found):
    assert differences(expected, actual, "t") == found


def test_a_start_hands_rules_the_games_own_noun_for_a_player():
    rules, given = Rules(), []

    @rules("a/fall")
    def fall(g, hero: Hero, damage: int, by: str, on_purpose: bool = False) -> None:
        given.append((hero, damage, by, on_purpose))

    @rules("a/flight")
    def fly(g, saucer: Saucers, seats: "Sequence[int]") -> None:
        raise AssertionError("there is no saucer")

    @rules("a/landing")
    def land(g, where: Hero | None) -> None:
        raise AssertionError("no scene can name a landing")

    game = replace(
        GAME, rules=rules, table=lambda setup: Heroic(setup.names, setup.readings, setup.variants, setup.cards)
    )
    game = replace(game, place=lambda *_: None)
    scene = Scene("toy", players=2, start=Start("a/fall", ("Ben", 3, "Ada")), file="s")
    match = scene.match(game)
    assert given == [(Hero("Ben"), 3, "Ada", False)]
    assert list(rules) == ["a/fall", "a/flight", "a/landing"]
    assert rules.startable(Heroic.NOUNS) == ["a/fall", "a/flight"]
    assert rules.parameters("a/fall") == {"hero": "Hero", "damage": "int", "by": "str", "on_purpose": "*bool"}
    match.undo()
    assert match.fork().ask is None
    with pytest.raises(BadInput, match=r"a/fall takes hero \(Hero\), damage \(int\), by \(str\), on_purpose \(bool\)"):
        Scene("toy", players=2, start=Start("a/fall", ("Ben",)), file="s").match(game)
    with pytest.raises(BadInput, match=r"s: start\.rule: a/landing cannot be started; these can: a/fall"):
        Scene("toy", players=2, start=Start("a/landing", ("Ben",)), file="s").match(game)
    with pytest.raises(BadInput, match=r"s: start\.args: there is no saucers “Zoe” in this position"):
        Scene("toy", players=2, start=Start("a/flight", ("Zoe", [0])), file="s").match(game)


class Hero(NamedTuple):
    name: str


class Heroic(Saucers):
    NOUNS: ClassVar = {"Hero": "player", "Saucers": "saucer"}

    def saucer(self, name):
        return None

    def player(self, name):
        return Hero(name)

    def copy(self):
        return Heroic(self.names, self.readings, self.variants, self.cards, self.agenda.copy())


def test_a_scene_gives_so_many_answers_and_no_more(monkeypatch):
    monkeypatch.setattr("tutor.engine.play.playing.MOST_ANSWERS", 2)
    play(with_play(["{ refused = 'play jam' }", "'roll 1'", "{ expect = { over = false } }", "'2'"]))
    with pytest.raises(BadInput, match="expected at most 2 answers in all, got more"):
        play(with_play(["'roll 1'", "'2'", "{ luck = true }"]))


def test_a_scene_that_does_not_hold_can_be_told_as_an_error_of_its_file():
    with pytest.raises(Unmet) as caught:
        play(with_play(["'fly'"]))
    error = caught.value.as_input("s.toml")
    assert str(error).startswith("s.toml: play[0]: “fly” is not among the options")
    assert "in force" not in str(error)


def test_a_scene_has_so_many_steps_and_no_more(monkeypatch):
    monkeypatch.setattr("tutor.engine.play.scene.MOST_STEPS", 2)
    play(with_play(["'roll 1'", "'2'"]))
    with pytest.raises(BadInput, match="play: expected at most 2 steps, got 3"):
        play(with_play(["'roll 1'", "'2'", "{ expect = { over = false } }"]))


@pytest.mark.parametrize(
    "part", ["players = 10000", "table.players.Ada.points = 10000", "start = { rule = 'turn/turn', args = [10000] }"]
)
def test_a_number_that_is_too_large_is_named_with_its_part(part):
    with pytest.raises(BadInput, match="expected a number of at most 9,999, got one of 5 digits"):
        play(f'game = "toy"\n{part}')


def test_a_rule_that_only_a_note_cites_is_reported():
    scene = load_scenes(with_play(["'roll 1'"]), "s")[0]
    match, heard = scene.match(GAME), []
    match.table.note("turn/hand-limit turn/reshuffle", "somebody holds four")
    Player(scene, match, heard.append).run()
    assert {"turn/hand-limit", "turn/reshuffle"} <= set(heard)


@pytest.mark.parametrize(
    "expected",
    [
        "table.discards.lacks = ['beem']",
        "table.discards.lacks = 'beem'",
        "table.players.Ada.hand = { n = 2, lacks = ['jam?', 'beem'] }",
        "total = [{ of = ['discards'], n = 0 }, { of = ['discards'], lacks = 'beem' }]",
    ],
)
def test_a_misspelt_word_is_found_however_deep_it_stands(expected):
    with pytest.raises(Unmet, match="nothing here is called “beem”, so it could never be there"):
        play(with_play([f"{{ expect = {{ {expected} }} }}"]))


@pytest.mark.parametrize("word", ["jam", "Ada", "discards", "points", "beam"])
def test_a_word_that_stands_anywhere_in_the_position_may_be_lacking(word):
    play(with_play([f"{{ expect = {{ table.discards.lacks = '{word}' }} }}"]))


def test_a_word_deep_in_a_list_or_a_key_of_the_position_is_known():
    def position(table, seat):
        return {**GAME.position(table, seat), "map": [["cave", {"way": ["lake"]}]], "bag": ({"gem": 1},)}

    game = replace(GAME, position=position)
    for word in ("cave", "way", "lake", "gem", "bag"):
        step = {"expect": {"table": {"discards": {"lacks": word}}}}
        play_scene(Scene("toy", table={"turn": "Ada"}, play=(step,), file="s"), game)


def test_a_title_of_sixty_characters_is_told_whole():
    for length, told in ((60, "x" * 60), (61, "x" * 59 + "…")):
        scene = load_scenes(f'game = "toy"\n[[case]]\ntitle = "{"x" * length}"', "s.toml")[0]
        assert scene.file == f"s.toml: {told}"


def test_a_file_has_so_many_cases_and_no_more(monkeypatch):
    monkeypatch.setattr("tutor.engine.play.scene.MOST_CASES", 2)
    assert len(load_scenes('game = "toy"\n' + "[[case]]\n" * 2, "s")) == 2
    with pytest.raises(BadInput, match="s: case: expected at most 2 cases, got 3"):
        load_scenes('game = "toy"\n' + "[[case]]\n" * 3, "s")


def test_what_a_scene_does_not_say():
    scene = Scene("toy")
    assert (scene.seed, scene.anyway, scene.play, scene.start) == (0, False, (), None)
    assert scene.match(GAME).seed == 0
    assert Step() == Step(answer=None, luck=False, times=1, refused=None, undo=0, expect=None)


def test_a_part_that_cannot_be_taken_away_is_named_with_its_last_key():
    with pytest.raises(BadInput, match=r'there is no table\.players\.Zoe in the common part: no "Zoe"'):
        load_scenes(TABLE + '[[case]]\nwithout = ["table.players.Zoe"]', "s")


def test_a_pass_where_nobody_may_pass_is_no_answer():
    with pytest.raises(Unmet, match="“pass” is not among the options"):
        play(with_play(["'pass'"]))


def test_a_start_without_nouns_stands_on_the_agenda_as_any_rule_does():
    scene = Scene("toy", start=Start("turn/turn", ("Ben",)), file="s")
    assert scene.lay_out(GAME).agenda == [("turn/turn", 1)]


def test_names_in_a_list_stand_for_seats_too():
    rules, got = Rules(), []

    @rules("turn/many")
    def many(g, seats: "list[int]", more: "int" = 0):
        got.append((seats, more))

    game = replace(GAME, rules=rules)
    for args in ((["Cleo", 1, ["Ada"]],), ([0], "Ben")):
        Scene("toy", players=3, start=Start("turn/many", args), file="s").match(game)
    assert got == [((2, 1, (0,)), 0), ((0,), 1)]
    for args in ((), ([0], 1, 2)):
        with pytest.raises(BadInput, match=rf"turn/many takes seats \(list\[int\]\), more \(int\); got {len(args)}"):
            Scene("toy", players=3, start=Start("turn/many", args), file="s").match(game)


@pytest.mark.parametrize("cases", ["[]", "[3]", "[{}, 3]"])
def test_cases_are_tables_and_at_least_one(cases):
    with pytest.raises(BadInput, match=r"s: case: expected at least one \[\[case\]\] table"):
        load_scenes(f'game = "toy"\ncase = {cases}', "s")


def test_only_a_table_is_laid_over_a_table():
    assert laid_over({"a": {"b": 1, "c": 2}, "d": 1}, {"a": {"b": 3}}) == {"a": {"b": 3, "c": 2}, "d": 1}
    assert laid_over({"a": {"b": 1}}, {"a": 2}) == {"a": 2}
    assert laid_over({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}


@pytest.mark.parametrize("step", ["{ undo = 0 }", "{ luck = false }", "{ answer = 'draw', times = 0 }"])
def test_a_step_that_would_do_nothing_is_refused(step):
    with pytest.raises(BadInput, match=r"play\[0\]: this would do nothing"):
        play(with_play([step]))


def test_as_many_answers_as_were_given_can_be_taken_back_and_no_more():
    player = play(with_play(["'roll 1'", "'2'", "{ undo = 2 }", "{ expect = { ask = 'turn/act', asked = 'Ada' } }"]))
    assert player.match.log == []
    with pytest.raises(Unmet, match="3 answers cannot be taken back, because only 2 came before"):
        play(with_play(["'roll 1'", "'2'", "{ undo = 3 }"]))


def test_an_empty_only_list_says_that_nothing_is_there():
    play(with_play(["{ expect = { table.discards = { only = [] }, table.players.Ada.hand.only = ['jam', 'beam'] } }"]))
    with pytest.raises(Unmet, match=r"should hold \[\] and nothing else"):
        play(with_play(["{ expect = { table.players.Ada.hand = { only = [] } } }"]))


class HiddenPass(Choose):
    hidden_pass = True


def asked_with_hidden_passes(*asks):
    """Return a match in which several players are asked at once."""
    rules = Rules()

    @rules("turn/vote")
    def ask_all(g):
        yield Together([HiddenPass(seat, "turn/vote", values) for seat, values in asks], "turn/vote")

    return Scene("toy", players=3, start=Start("turn/vote"), file="s").match(replace(GAME, rules=rules))


def test_only_where_nobody_has_a_choice_a_polite_question_answers_itself():
    match = asked_with_hidden_passes((0, ("pass",)), (1, ("pass",)))
    assert not go_by_itself(match, "Ada"), "Ada passes in words"
    assert go_by_itself(match, "Cleo")
    assert match.log[0].value == ("pass", "pass")
    assert not go_by_itself(match), "the game is over"
    match = asked_with_hidden_passes((0, ("pass",)), (1, ("jam", "pass")))
    assert not go_by_itself(match)
    match.answer("jam", seat=1)
    assert go_by_itself(match), "who is left has no choice"
    assert match.log[0].value == ("pass", "jam")
    assert not go_by_itself(load_scenes(TABLE, "s")[0].match(GAME)), "not asked out of politeness"


def test_a_polite_pass_may_be_given_in_words_by_one_after_the_other():
    match = asked_with_hidden_passes((0, ("pass",)), (1, ("pass",)))
    Player(Scene("toy", play=("Ada: pass", "Ben: pass"), file="s"), match).run()
    assert [entry.value for entry in match.log] == [("pass", "pass")]


def test_a_step_alone_is_the_first():
    player = Player(Scene("toy", file="s"), load_scenes(TABLE, "s")[0].match(GAME))
    with pytest.raises(BadInput, match=r"s: play\[0\]: unknown key aswer"):
        player.parse({"aswer": "draw"})
    with pytest.raises(Unmet, match=r"s play\[0\]: “fly” is not among the options"):
        player.step(Step(answer="fly"))


def test_the_first_key_that_says_nothing_is_named():
    with pytest.raises(BadInput, match=r"play\[0\]\.why: this has no meaning beside `answer`"):
        play(with_play(["{ answer = 'draw', why = 'x', fix = 'y' }"]))


def test_a_word_that_stood_in_the_position_only_at_the_beginning_may_be_lacking():
    play('game = "toy"\nplay = [{ luck = true, times = 2 }, { expect = { table.discards.lacks = "deal" } }]')


def test_rules_that_cannot_go_on_are_named_with_the_part_of_the_scene_that_began_them():
    rules = Rules()

    @rules("turn/turn")
    def turn(g, seat: int) -> None:
        raise KeyError("popcorn")

    game = replace(GAME, rules=rules)
    for part, scene in (
        ("table", Scene("toy", table={"turn": "Ada"}, file="s")),
        ("start", Scene("toy", start=Start("turn/turn", ("Ben",)), file="s")),
    ):
        with pytest.raises(BadInput, match=f"^s: {part}: the rules cannot go on from such a position"):
            scene.match(game)


def test_a_position_that_no_game_leads_to_is_laid_out_only_if_it_is_meant():
    many = {"players": {"Ada": {"hand": ["beam"] * 20}, "Ben": {}}}
    with pytest.raises(
        BadInput, match=r"s: table\.players\.Ada\.hand: “beam” is already somewhere else, and the game has only 8"
    ):
        Scene("toy", table=many, file="s").match(GAME)
    assert len(Scene("toy", table=many, anyway=True, file="s").match(GAME).table.crews[0].hand) == 20


def asked_in_turn(*asks, steps=()):
    """Play steps in a game that asks its players one after the other, and return the answers."""
    rules = Rules()

    @rules("turn/act")
    def act(g, n: int) -> Rule[None]:
        answer = yield asks[n]
        assert asks[n].accepts(answer)
        g.agenda += [("turn/act", n + 1)] * (n + 1 < len(asks))

    scene = Scene("toy", players=3, start=Start("turn/act", (0,)), play=steps, file="s")
    return [entry.value for entry in Player(scene, scene.match(replace(GAME, rules=rules))).run().log]


def test_a_pass_in_words_goes_by_itself_unless_somebody_could_pass_after_it():
    only = HiddenPass(0, "turn/vote", ("pass",)), HiddenPass(1, "turn/vote", ("pass",))
    go, may_pass = Choose(2, "turn/vote", ("go", "stay")), Choose(2, "turn/vote", ("go", "pass"))
    assert asked_in_turn(*only, go, steps=("go",)) == ["pass", "pass", "go"]
    assert asked_in_turn(*only, go, steps=("pass", "go")) == ["pass", "pass", "go"]
    assert asked_in_turn(*only, go, steps=("Ada: pass", "go")) == ["pass", "pass", "go"]
    assert asked_in_turn(*only, go, steps=("Ada: pass", "Ben: pass", "go")) == ["pass", "pass", "go"]
    assert asked_in_turn(*only, may_pass, steps=("pass",)) == ["pass", "pass", "pass"]
    assert asked_in_turn(*only, steps=("pass",)) == ["pass", "pass"]
    for passes in (("pass", "pass"), ("pass", "Ada: pass"), ("Ben: pass", "Ben: pass")):
        with pytest.raises(Unmet):
            asked_in_turn(*only, go, steps=passes)


def test_a_shuffle_goes_by_itself():
    table = {"turn": "Ada", "players": {"Ada": {}, "Ben": {}}, "discards": ["beam"] * 8 + ["jam"] * 8}
    match = Scene("toy", table=table, file="s").match(GAME)
    match.answer("draw")
    assert match.ask.rule == "turn/reshuffle"
    assert go_by_itself(match)
    assert match.ask.rule == "turn/draw"


@pytest.mark.usefixtures("no_sets")
def test_a_scene_takes_the_set_of_its_name_from_whoever_brings_it(tmp_path: Path) -> None:
    game = find_game(OWN_GAME)
    (scene,) = load_scenes(f'game = "{OWN_GAME}"\ncard_set = "mine"\nplayers = 2', "scene.toml")
    with pytest.raises(BadInput, match=r"scene.toml: card_set: there is no card set “mine” .* offered here; .*--cards"):
        scene.match(game)
    brought = game.load_cards(card_set(tmp_path / "mine"))
    assert scene.match(game, cards=brought).table.cards is brought
    with pytest.raises(BadInput, match="there is no card set “mine”"):
        scene.match(game, cards=game.load_cards(card_set(tmp_path / "other")))
