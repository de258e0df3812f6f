"""From a match to what the desk draws: questions, rolls with their odds, notes, and nothing that a seat cannot know."""

import json
from fractions import Fraction

import pytest

from tests import laws, toy
from tests.laws import GAMES
from tutor.engine.book.names import listed
from tutor.engine.core.asks import Choose, Roll, Together, spell
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.core.table import Note
from tutor.engine.play.scene import load_scenes
from tutor.lessons.coach import asked_option
from tutor.ui.flows import flow_for
from tutor.ui.model import State
from tutor.ui.pictures.drawn import picture_of
from tutor.ui.present import LUCK, NEWEST_NOTES, odds_of, present, question_of, rule_note, working
from tutor.ui.turn_line import flow_of
from tutor.ui.words import words_of

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def shown(match: Match, seat: int | None) -> State:
    return present(match, seat, flow_for(match.game), player=seat, most=NEWEST_NOTES)


@each_game
def test_what_is_shown_is_json_at_every_moment(game) -> None:
    match = laws.begun(game, 1)
    for moment in laws.some(match, 1, share=0.06):
        for seat in laws.seats_and_all(moment):
            state = shown(moment, seat)
            assert json.loads(json.dumps(state)) == state
            assert state["zones"]
            shown_parts = [zone["label"] for zone in state["zones"]] + (
                [state["map"]["title"]] if "map" in state else []
            )
            assert [words["zone"] for words in state["words_table"]] == shown_parts
            assert all(words["text"] for words in state["words_table"])
            for zone in state["zones"]:
                below = [zone.get(part) for part in ("cards", "slots", "tracks", "badges", "facts", "note", "empty")]
                assert any(below) or "place" in zone, f"there is only a heading: {zone['label']}"
    assert shown(match, 0)["question"]["title"] == "The game is over"


@each_game
def test_the_options_shown_are_those_of_the_rules(game) -> None:
    for moment in laws.some(laws.begun(game, 2), 2, share=0.15):
        for part in laws.choices(moment.ask):
            question = question_of(moment, part.seat, {})
            opened = [option["id"] for option in question["options"] if not option.get("refusals")]
            assert sorted(opened) == sorted(map(spell, part.open()))
            for option in question["options"]:
                assert option["label"]
                for refusal in option.get("refusals", []):
                    assert refusal["why"]
                    fix = refusal.get("fix") or {}
                    assert fix.get("option") is None or fix["option"] in opened


@each_game
def test_who_is_not_asked_is_told_who_is(game) -> None:
    waited = 0
    for moment in laws.some(laws.begun(game, 3), 3, share=0.3):
        for seat in range(moment.table.seats):
            if isinstance(moment.ask, (Choose, Together)) and moment.asked(seat) is None:
                waited += 1
                question = question_of(moment, seat, {})
                assert (question["mode"], question["options"]) == ("wait", [])
                asked = [moment.table.names[s] for s in range(moment.table.seats) if moment.asked(s) is not None]
                assert all(name in question["title"] for name in asked)
    assert waited


@each_game
def test_every_question_has_an_id_of_its_own(game) -> None:
    seen: set[str] = set()
    for moment in laws.moments(laws.begun(game, 4), 4):
        if len(moment.log) > 60:
            break
        question = question_of(moment, None, {})
        assert question["id"] not in seen
        seen.add(question["id"])


@each_game
def test_the_line_of_the_turn_is_lit_in_one_place(game) -> None:
    if flow_for(game) is None:
        return
    for moment in laws.some(laws.begun(game, 6), 6, share=0.2):
        nodes = shown(moment, 0).get("flow", {"nodes": []})["nodes"]
        if moment.steps:
            assert [node["state"] for node in nodes].count("now") == 1
            assert len({node["id"] for node in nodes}) == len(nodes)
            assert all(node["label"] for node in nodes)


@each_game
def test_the_line_of_the_turn_leaves_out_what_the_rules_check(game) -> None:
    for moment in laws.some(laws.begun(game, 6), 6, share=0.2):
        nodes = shown(moment, 0).get("flow", {"nodes": []})["nodes"]
        assert not [node["label"] for node in nodes if node["state"] != "now" and node["label"].endswith("?")]


def test_the_line_of_the_turn_goes_on_with_the_next_phase_whatever_is_played() -> None:
    (scene,) = load_scenes('game = "grave_robbers"\nplayers = ["Ada", "Ben", "Cleo"]\ntable = { turn = "Ada" }', "test")
    flow = flow_for(GAMES["grave_robbers"])
    assert flow is not None
    line = flow_of(flow, [*scene.match(GAMES["grave_robbers"]).steps, "prop-check", "prop-enters", "play-decision"])
    assert [(node["label"], node["state"]) for node in line["nodes"]] == [
        ("Prop is given", "done"),
        ("Play cards", "now"),
        ("Discard step", "next"),
        ("Discard the excess", "next"),
        ("Turn ends", "next"),
    ]


def test_the_line_of_the_turn_foretells_no_result_of_a_roll() -> None:
    flow = flow_for(GAMES["roswell51"])
    assert flow is not None
    for place in ("ma-roll", "ev-horror"):
        ahead = [node["label"] for node in flow_of(flow, [place])["nodes"] if node["state"] == "next"]
        assert not {"Becomes a Familiar Face", "Space blob stays"} & set(ahead)


@each_game
def test_the_line_of_the_turn_names_nothing_that_only_a_variant_has(game) -> None:
    flow = flow_for(game)
    assert flow is not None
    of_variants = {node.id: node.variants for node in flow.nodes.values() if node.variants}
    assert {variant for named in of_variants.values() for variant in named} <= set(game.variants)
    match = Match(game, game.new(game.setup(game.seats[0])), seed=2)
    for moment in laws.moments(match, 2):
        if moment.steps:
            line = flow_of(flow, moment.steps)["nodes"]
            assert not [node for node in line if node["id"] in of_variants and node["state"] != "now"]


def test_the_line_of_the_turn_names_what_a_variant_in_play_has() -> None:
    flow = flow_for(GAMES["grave_robbers"])
    assert flow is not None
    for variants, there in ((frozenset(), False), (frozenset({"student-films"}), True)):
        line = flow_of(flow, ["play-decision"], variants)["nodes"]
        assert ("student-fill" in [node["id"] for node in line]) == there


def test_a_zone_in_words_says_the_types_of_its_cards_and_numbers_those_that_look_alike() -> None:
    tile = {"key": "0", "id": "t", "name": "Burning Wreck", "type": "tile", "type_label": "Open Desert", "value": 3}
    backs = [{"key": str(n), "id": "?", "name": "Face down", "face": "down"} for n in range(2)]
    recovery = {"key": "3", "id": "r", "name": "Recovery", "type": "supply", "type_label": "Recovery"}
    view = {"zones": [{"label": "Hand", "cards": [tile, *backs, recovery]}, {"label": "Nothing", "cards": []}]}
    assert words_of(view) == [{"zone": "Hand", "text": "Burning Wreck, Open Desert, value 3; 2 × Face down; Recovery"}]


@pytest.mark.parametrize(
    ("game", "twins"),
    [
        (
            "shelter",
            [
                ("furniture/one-per-round", "furniture/no-second-choice"),
                ("furniture/one-per-round", "spaceship/build-is-furniture-choice"),
                ("capacity/full-refused", "capacity/users-maximum"),
                ("spaceship/room-cap", "capacity/room-limited-too"),
                ("ark/without-code", "ark/needs-code"),
                ("furniture/some-once-only", "durability/exhausted-unusable"),
            ],
        ),
        (
            "grave_robbers",
            [
                ("turn/establishing-shot-no-harmful-cards", "turn/what-is-detrimental"),
                ("props/one-new-prop-per-character-per-turn", "props/moving-counts-as-new"),
                ("attack/never-own-movie", "turn/establishing-shot-no-attacks"),
                ("attack/never-own-movie", "traits/aquatic-blocked-by-dry-location"),
            ],
        ),
    ],
)
def test_a_closed_option_gives_no_reason_twice(game: str, twins: list[tuple[str, str]]) -> None:
    came = set()
    for seed in range(4):
        for moment in laws.moments(laws.begun(GAMES[game], seed), seed):
            for ask in laws.choices(moment.ask):
                for option in ask.options():
                    rules = {refusal.rule for refusal in option.refusals}
                    read = {refusal["rule"] for refusal in asked_option(option)["refusals"]}
                    came |= {pair for pair in twins if rules.issuperset(pair)}
                    assert not [pair for pair in twins if read.issuperset(pair)], option
                    assert bool(read) == bool(rules)
    assert came


# -- secrets


@each_game
def test_two_worlds_that_a_seat_cannot_tell_apart_look_alike(game) -> None:
    """If everything that a seat cannot know is dealt again, its screen gets exactly the same bytes."""
    apart = 0
    for seed in range(6):
        for moment in laws.some(laws.begun(game, seed), seed, share=0.1):
            table, answers = moment.since_checkpoint()
            if answers:
                continue
            for seat in range(table.seats):
                world = determinized(game, table.copy(), seat, seed)
                one, other = Match(game, table, seed), Match(game, world, seed)
                if game.position(one.table, seat) != game.position(other.table, seat):
                    continue  # a hidden card was shown on the way to the question
                apart += game.position(table, None) != game.position(world, None)
                assert json.dumps(shown(one, seat)) == json.dumps(shown(other, seat))
    assert apart


def determinized(game, table, seat: int, seed: int):
    """Return a table that `seat` cannot distinguish from this one."""
    random = chance_at(seed, seat)
    dealing = game.determinize(table, seat)
    try:
        ask = next(dealing)
        while True:
            ask = dealing.send(ask.resolve(uniformly(random), random))
    except StopIteration:
        return table


@each_game
def test_a_private_note_is_for_its_seat_only(game) -> None:
    match = laws.begun(game, 9)
    match.notes += [Note("", "to all", {}, None), Note("", "to the second", {}, (1,))]
    newest = {seat: shown(match, seat)["notes"][0] for seat in (0, 1, None)}
    assert [newest[seat]["text"] for seat in newest] == ["To all", "To the second", "To the second"]
    assert [newest[seat].get("private", False) for seat in newest] == [False, True, True]


def test_names_stand_in_a_row_as_one_says_them() -> None:
    assert [listed(names) for names in (["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo"])] == [
        "Ada",
        "Ada and Ben",
        "Ada, Ben and Cleo",
    ]


# -- rolls and odds


@each_game
def test_a_roll_shows_its_odds_exactly(game) -> None:
    for moment in laws.some(laws.begun(game, 7), 7, share=0.5):
        ask = moment.ask
        if not isinstance(ask, Roll):
            continue
        state = present(moment, None, None)
        assert [option["id"] for option in state["question"]["options"]] == [LUCK]
        roll = state["roll"]
        assert roll["sides"] == ask.sides
        if ask.aim is None:
            continue
        hit = ask.aim().hit
        chance = sum((p for faces, p in ask.outcomes() if hit(faces)), Fraction(0))
        if chance == 1:  # what is certain is left out
            assert "odds" not in state["question"]["options"][0]
            assert not {"text", "working", "ways", "hits"} & roll.keys()
            continue
        odds = state["question"]["options"][0]["odds"]
        assert odds["text"] == f"chance that {ask.aim().text}: {roll['working']}"
        assert roll["text"] == f"Chance that {ask.aim().text}:"
        assert Fraction(odds["ways"], odds["of"]) == chance
        assert working(chance, ask.sides**ask.dice) == roll["working"]
        if "hits" in roll:
            assert sum(roll["ways"].values()) == ask.sides**ask.dice
            assert sum(roll["ways"][str(s)] for s in roll["hits"]) == chance * ask.sides**ask.dice


@each_game
def test_the_last_roll_stays_in_view_until_the_next_decision(game) -> None:
    for moment in laws.moments(laws.begun(game, 8), 8):
        if len(moment.log) > 40:
            return
        last = moment.log[-1] if moment.log else None
        dice = present(moment, None, None).get("roll", {}).get("dice")
        if isinstance(moment.ask, Roll):
            assert dice == []
        elif last is not None and last.seat is not None:
            assert dice is None


@pytest.mark.parametrize(
    ("chance", "of", "ways", "text"),
    [
        (Fraction(7, 12), 36, (21, 36), "21/36 = 58.33%"),
        (Fraction(1, 6), 0, (1, 6), "1/6 = 16.67%"),
        (Fraction(0), 6, (0, 6), "0/6 = 0.00%"),
        (Fraction(1), 6, (6, 6), "6/6 = 100.00%"),
        (Fraction(1, 7), 36, (1, 7), "1/7 = 14.29%"),
        (Fraction(1, 100_003), 0, (1, 100_003), "0.00%"),
    ],
)
def test_chances_are_told_as_ways_and_per_cent(chance: Fraction, of: int, ways: tuple, text: str) -> None:
    assert odds_of(chance, of) == {"ways": ways[0], "of": ways[1]}
    assert working(chance, of) == text


def test_a_map_is_drawn_anew_whenever_it_has_changed() -> None:
    maps = []
    for moment in laws.some(laws.begun(GAMES["doppelganger"], 3), 3, share=0.5):
        shown_map = shown(moment, None)["map"]
        assert shown_map == shown(moment.fork(), None)["map"]
        maps.append(json.dumps(shown_map))
        shown_map["marks"].clear()  # what is changed for one press does not come back with the next
    assert len(maps) > len(set(maps)) > 5


def test_a_table_with_nothing_on_it_yet_shows_the_picture_of_its_game() -> None:
    match = laws.begun(GAMES["grave_robbers"], 1)
    assert shown(match, 0)["picture"] == picture_of(match.game) != []
    later = next(moment for moment in laws.moments(match, 1) if len(moment.log) > 30)
    assert "picture" not in shown(later, 0)


def test_a_table_with_its_places_laid_out_shows_no_picture() -> None:
    assert "picture" not in shown(laws.begun(GAMES["alien_conspiracy"], 1), 0)
    assert "picture" not in shown(laws.begun(GAMES["doppelganger"], 1), 0)


def test_a_rules_text_marks_the_reading_in_force() -> None:
    says = rule_note(toy.GAME.book, "turn/vote", {"turn/vote": "tie-passes"}, lambda rule: {"page": rule})
    assert (says["unclear"], says["ruling"], says["source"]) == ("Ties.", "A tie fails.", "L3")
    assert [(r["id"], r["chosen"]) for r in says["readings"]] == [("tie-fails", False), ("tie-passes", True)]
    assert says["page"] == "turn/vote"
    assert "unclear" not in rule_note(toy.GAME.book, "turn/roll", {}, lambda rule: {})
