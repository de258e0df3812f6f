"""A map of tiles as data: drawing, words and presses, and the desert's four answers."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from tests.toy import GAME as TOY
from tests.ui import deserts
from tutor.engine.core.match import Match
from tutor.games.doppelganger.desert_picture import tile_map
from tutor.ui.pictures import tile_marks
from tutor.ui.pictures.tile_map import TilePicture, cited, drawn, holds, mark_changed, offered, sheet
from tutor.ui.present import question_of, table_of

NIGHT = tile_map(deserts.night(), 1)
PLATES = {"tm-obstacle": 17, "tm-find": 17, "tm-obstacle-small": 12.5, "tm-find-small": 12.5, "tm-token": 13.5}
"""Half the height of each drawing that shows what is on a tile."""
DISC = 20
"""Half the height of a disc with a number."""


def seen(data: dict[str, Any], question: str = "", turn: int = 0) -> dict[str, dict[str, Any]]:
    """Return the marks that are drawn for this question and turn of the tile in hand, by their keys."""
    return {mark["key"]: mark for mark in drawn(data)["marks"] if holds(mark, question, turn)}


def question(data: dict[str, Any], id: str) -> dict[str, Any]:
    return next(found for found in data["questions"] if found["id"] == id)


def arts(mark: dict[str, Any]) -> list[str]:
    return [piece["art"].removeprefix("tm-") for piece in mark["arts"]]


# -- tiles -------------------------------------------------------------------------------------------------------------


def test_every_tile_and_open_cell_is_a_button_with_its_words() -> None:
    marks = seen(NIGHT)
    buttons = [mark for mark in marks.values() if "press" in mark]
    assert len(buttons) == len(NIGHT["tiles"]) + len(NIGHT["rim"])
    assert marks["cell:E1 N2"]["label"] == "E1 N2: Civilization, Sandstorm 15, blocked"
    here = marks["cell:E3 N1"]
    assert here["now"]
    assert here["label"] == "E3 N1: Open Desert, Rocky Terrain 11, cleared, the Team is here"


@pytest.mark.parametrize(
    ("cell", "drawings"),
    [
        ("E1 N2", {"base-shut", "civilization", "obstacle", "storm", "dots-3"}),
        ("E1 N1", {"base-never", "canyon"}),
        ("E3", {"base-open", "mountain", "obstacle-small", "heat", "token"}),
        ("W1 S1", {"base-open", "find", "crash"}),
        ("START", {"base-open", "start"}),
    ],
)
def test_a_tile_shows_ground_signs_and_tokens(cell: str, drawings: set[str]) -> None:
    marks = seen(NIGHT)
    assert drawings <= {*arts(marks[f"cell:{cell}"]), *arts(marks.get(f"sign:{cell}", {"arts": []}))}


def test_dots_lie_on_dotted_edges_and_nowhere_else() -> None:
    dotted = [piece.get("turn") for piece in seen(NIGHT)["cell:E2 S1"]["arts"] if piece["art"].startswith("tm-dots")]
    assert dotted == [0, 90, 180]


def test_every_drawing_is_in_the_sheet() -> None:
    known = {element.get("id") for element in ET.fromstring(f"<defs>{sheet()}</defs>").iter()}
    used = {piece["art"] for mark in drawn(NIGHT)["marks"] for piece in mark.get("arts", ())}
    legend = {p["art"] for entry in drawn(NIGHT)["legend"] for m in entry["marks"] for p in m["arts"]}
    assert used | legend <= known


def test_arrow_keys_lead_from_cell_to_cell_and_to_the_rim() -> None:
    marks = seen(NIGHT)
    assert marks["cell:E3 N1"]["go"] == {
        "up": "cell:E3 N2",
        "right": "cell:E4 N1",
        "down": "cell:E3",
        "left": "cell:E2 N1",
    }
    assert all(target in marks for mark in marks.values() for target in mark.get("go", {}).values())


def test_a_tile_keeps_its_mark_while_the_map_grows() -> None:
    tiles = deserts.read(deserts.NIGHT)
    later = {**tiles, (4, 1): deserts.tile((4, 1), "open", [0, 3, 0, 3])}
    before = seen(tile_map(deserts.desert(tiles, (3, 1)), 1))
    after = seen(tile_map(deserts.desert(later, (3, 1)), 1))
    kept = [key for key in before if key.startswith("cell:") and key != "cell:E4 N1"]
    assert all(before[key]["x"] == after[key]["x"] and before[key]["arts"] == after[key]["arts"] for key in kept)


# -- the tile in hand --------------------------------------------------------------------------------------------------


def test_a_cell_is_amber_in_the_turns_that_fit_and_dashed_in_the_others() -> None:
    shown = [arts(seen(NIGHT, turn=turn)["cell:E4 N1"]) for turn in range(4)]
    assert ["frame" in drawings for drawings in shown] == [False, True, False, True]
    assert ["frame-other" in drawings for drawings in shown] == [True, False, True, False]
    assert "frame-refused" in arts(seen(NIGHT)["cell:E3 N2"])


def test_the_tile_in_hand_is_first_shown_in_the_turn_that_fits_most_spaces() -> None:
    hand = drawn(NIGHT)["hand"]
    fitting = [sum(not spot["turns"][turn]["reasons"] for spot in hand["spots"]) for turn in range(4)]
    assert fitting[0] == 0 < fitting[hand["turn"]] == max(fitting)


def test_a_piece_covers_no_number_and_no_name() -> None:
    obstacle = {"done": False}
    assert tile_marks.standing({"ground": "start"})["y"] < 0
    assert tile_marks.standing({"ground": "open", "signs": [obstacle]})["y"] < 0
    assert tile_marks.standing({"ground": "open", "signs": [{"done": True}]})["y"] > 0
    assert tile_marks.standing({"ground": "civilization", "signs": [{"done": True}]})["y"] < 0
    assert tile_marks.standing({"ground": "open"}) == {}


@pytest.mark.parametrize("asked", ["distance", "movement"])
def test_a_disc_and_a_bar_cover_no_number_and_no_token(asked: str) -> None:
    marks = seen(NIGHT, asked)
    discs = [key for key in marks if re.search(":(disc|bar):", key)]
    assert discs
    for key in discs:
        (drawing,) = marks[key]["arts"]
        sign = marks.get(f"sign:{key.split(':')[2]}", {})
        for plate in sign.get("arts", []):
            if (half := PLATES.get(plate["art"])) is not None:
                assert abs(plate["y"] - drawing.get("y", 0)) >= half + DISC, (key, plate)


def test_small_signs_leave_the_picture_of_a_town_or_a_mountain_free() -> None:
    sign = {"kind": "obstacle", "icon": "flood", "text": "15", "done": True}
    for ground in ("civilization", "mountain"):
        arts, texts = tile_marks.sign_drawing({"ground": ground, "name": "E1", "signs": [sign]})
        assert all(one["y"] > 10 for one in (*arts, *texts))


def test_the_marks_are_explained_with_what_helps_against_each_obstacle() -> None:
    meanings = {entry["label"]: entry["text"] for entry in drawn(NIGHT)["legend"]}
    assert meanings["Flash Flood"] == "ropes, compasses and Life Tokens help"


def test_a_refusal_names_every_failing_side() -> None:
    mark = seen(NIGHT)["cell:E4 N1"]
    assert [reason["text"] for reason in mark["say"]["reasons"]] == [
        "3 red dots would meet a plain side in the south",
        "a plain side would meet 3 red dots in the west",
    ]
    assert sorted(piece["turn"] for piece in mark["arts"] if piece["art"] == "tm-side-off") == [180, 270]
    assert mark["say"]["fix"] == "The tile would fit turned 90° or turned 270°."


def test_a_cell_of_a_later_step_says_where_the_tile_has_to_go_instead() -> None:
    [reason] = [r for r in seen(NIGHT)["cell:S2"]["say"]["reasons"] if "rule" in r and "step" in r["rule"]]
    assert reason["text"] == "the tile fits beside the Team, so it has to be placed there"
    assert reason["rule"] == "placing/step-1-beside-team"


# -- the questions -----------------------------------------------------------------------------------------------------


def test_the_distance_is_a_numbered_way_with_its_stack() -> None:
    answer = question(NIGHT, "distance")
    assert answer["answer"] == "4 steps, so draw from the 3 stack"
    assert answer["scale"]["bands"][answer["scale"]["at"]] == "0–4 · 3 stack"
    numbers = [mark["texts"][0]["text"] for key, mark in seen(NIGHT, "distance").items() if ":disc:" in key]
    assert numbers == ["1", "2", "3", "4"]
    assert answer["steps"][-1] == "START"


def test_movement_shows_turns_and_bars_and_says_why_not() -> None:
    answer = question(NIGHT, "movement")
    assert answer["answer"] == "With 1 Action Point left, to E2 N1"
    rows = {row["name"]: row for row in answer["rows"]}
    assert rows["E2 N1"]["verdict"] == "open now"
    assert rows["E3"]["text"] == "because entering costs 2 Action Points, and the Team has 1"
    assert rows["E3"]["rule"] == "move/cost-mountain"
    badges = {badge["at"]: badge["text"] for badge in answer["draw"]["badges"]}
    assert badges["E2 N1"] == "1"
    assert badges["START"] == "4"
    assert {"E4", "E3 S1", "E2 S2", "W1"} <= set(answer["draw"]["bars"])
    assert "E5" not in answer["draw"]["bars"]


def test_the_region_has_gates_and_walls() -> None:
    answer = question(NIGHT, "trapped")
    assert answer["answer"].startswith("No, ")
    assert ["E3 N1", 0] in answer["draw"]["gates"]
    assert ["E2 N1", 3] in answer["draw"]["walls"]
    trapped = question(tile_map(deserts.trap(), 2), "trapped")
    assert trapped["answer"] == "Yes, there is no way out"
    assert not trapped["draw"]["gates"]
    assert len(trapped["draw"]["walls"]) == 6


def test_placing_names_the_cells_that_fit_and_their_step() -> None:
    assert question(NIGHT, "placing")["answer"] == "At E4 N1, beside the Team"
    empty = question(tile_map(deserts.night(hand=None), 1), "placing")
    assert empty["answer"] == f"{len(NIGHT['rim'])} empty spaces"


def test_one_question_at_a_time_lies_over_the_tiles() -> None:
    alone, asked = seen(NIGHT), seen(NIGHT, "trapped")
    over = {key.partition(":")[0] for key in asked.keys() - alone.keys()}
    assert over == {"trapped"} | ({"cell"} & over)
    assert not any(key.startswith(("distance:", "movement:", "placing:")) for key in asked)


# -- words -------------------------------------------------------------------------------------------------------------


def test_the_words_come_from_the_same_data() -> None:
    assert NIGHT["summary"].startswith("There are 19 tiles. The Team is at E3 N1. Beside it: north an empty")
    rows = {row[0]: row for row in NIGHT["table"]["rows"]}
    assert rows["E2 S1"] == ["E2 S1", "Open Desert", "Crash Site 2", "explored", "NES", "3"]
    assert len(rows) == len(NIGHT["tiles"])


def test_the_rules_it_cites_are_found_wherever_they_stand() -> None:
    ids = cited(NIGHT)
    assert {"trapped/definition", "move/cost-mountain", "placing/step-1-beside-team"} <= set(ids)
    assert len(ids) == len(set(ids))


# -- as a picture of its own -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["", "distance", "movement", "trapped", "placing"])
def test_a_notebook_shows_it_as_svg(asked: str) -> None:
    picture = TilePicture(NIGHT, asked)
    root = ET.fromstring(picture.svg())
    assert root.tag.endswith("svg")
    texts = "".join(root.itertext())
    assert (question(NIGHT, asked)["answer"] if asked else NIGHT["summary"][:40]) in texts
    assert "http" not in picture.svg().replace("http://www.w3.org/2000/svg", "")


def test_nothing_in_a_picture_is_read_as_markup() -> None:
    nasty = {**NIGHT, "summary": "<script>x</script>", "title": '"><b>'}
    root = ET.fromstring(TilePicture(nasty).svg())
    assert not [element for element in root.iter() if element.tag.endswith(("script", "}b"))]


def test_a_question_that_is_none_of_the_maps_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected"):
        TilePicture(NIGHT, "weather")


# -- what pressing means -----------------------------------------------------------------------------------------------

MOVES = [
    {"id": "move E2 N1", "label": "Move the Team to E2 N1"},
    {
        "id": "move E3",
        "label": "Move the Team to E3",
        "refusals": [{"rule": "move/cost-mountain", "why": "a Mountain costs 2"}],
    },
    {"id": "clear E4", "label": "Attempt to clear E4"},
    {"id": "move E4", "label": "Move the Team to E4", "refusals": [{"rule": "move/obstacle-blocks", "why": "blocked"}]},
]


def test_a_tile_means_the_open_option_or_says_why_it_is_closed() -> None:
    marks = seen(offered(NIGHT, MOVES))
    assert marks["cell:E2 N1"]["press"]["option"] == "move E2 N1"
    assert marks["cell:E2 N1"]["label"].endswith("press: Move the Team to E2 N1")
    assert "frame-step" in arts(marks["cell:E2 N1"])
    assert marks["cell:E4"]["press"]["option"] == "clear E4"
    shut = marks["cell:E3"]
    assert shut["say"] == {
        "title": "E3",
        "does": "Move the Team to E3",
        "no": True,
        "reasons": [{"text": "a Mountain costs 2", "rule": "move/cost-mountain"}],
    }
    assert "frame-step" not in arts(shut)
    assert "option" not in marks["cell:W1"]["press"]


def test_a_place_for_the_tile_in_hand_is_pressed_only_when_it_is_asked_for() -> None:
    id = "place E4 N1 turned 1"
    asked = seen(offered(NIGHT, [{"id": id, "label": "E4 N1"}]), turn=1)["cell:E4 N1"]
    waiting = seen(offered(NIGHT, []), turn=1)["cell:E4 N1"]
    assert asked["press"]["option"] == id
    assert "option" not in waiting["press"]


# -- on the desk -------------------------------------------------------------------------------------------------------


def with_map() -> Match:
    """Return a match of a small game whose table has a map."""
    game = replace(TOY, view=lambda g, seat: {**TOY.view(g, seat), "map": {**NIGHT, "title": f"Map for {seat}"}})
    return Match(game, game.new(game.setup(2)), seed=1)


def test_the_desk_gets_the_map_drawn_with_words() -> None:
    match = with_map()
    state = table_of(match, 1, question_of(match, 1, {}), None)
    assert state["map"]["title"] == "Map for 1"
    assert state["map"]["marks"]
    assert {"zone": "Map for 1", "text": NIGHT["summary"]} in state["words_table"]


# -- what changed ------------------------------------------------------------------------------------------------------


def changed_since(before: dict[str, Any]) -> list[str]:
    """Return the keys of the marks that show changes, in drawing order; the other marks are between them."""
    state = TilePicture(NIGHT).state()
    plain = [mark["key"] for mark in state["marks"]]
    mark_changed(state, before)
    keys = [mark["key"] for mark in state["marks"]]
    assert [key for key in keys if key in plain] == plain
    over = [n for n, key in enumerate(keys) if key.startswith(("sign:", "piece:"))]
    assert "came" not in keys or keys.index("came") == min(over) - 1
    return [key for key in keys if key not in plain]


def test_a_new_tile_and_one_that_was_cleared_are_framed() -> None:
    def shut(tile: dict[str, Any]) -> dict[str, Any]:
        return {**tile, "label": tile["label"].replace("cleared", "blocked")} if tile["name"] == "E2" else tile

    before = {**NIGHT, "tiles": [shut(tile) for tile in NIGHT["tiles"] if tile["name"] != "W1"]}
    assert set(changed_since(before)) == {"changed:W1", "changed:E2"}
    assert changed_since(NIGHT) == []


def test_the_way_that_the_team_came_is_drawn() -> None:
    before = {**NIGHT, "pieces": [{**NIGHT["pieces"][0], "cell": [2, 1]}]}
    assert changed_since(before) == ["came-case", "came"]
