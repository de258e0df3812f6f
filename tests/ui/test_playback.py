"""Playback without a browser: which piece is shown, what it changed, and how the page asks for the next one."""

from typing import Any

import pytest

from tests.visitor import Visitor, right_message
from tutor.engine.core.asks import spell
from tutor.engine.core.game import find_game
from tutor.lessons.course import course_of
from tutor.lessons.page import Page
from tutor.lessons.story import Moving
from tutor.lessons.stretch import Stretch
from tutor.ui.changes import mark_changes, mark_tracks
from tutor.ui.desks.course import CourseDesk
from tutor.ui.playback import Playback

SHELTER = find_game("shelter")
FIRST = course_of(SHELTER).first_game
assert FIRST is not None
SAY_STEPS = 3


def newcomer(stored: dict[str, str] | None = None) -> tuple[CourseDesk, Visitor]:
    """Return somebody at the beginning of the first game."""
    desk = CourseDesk("shelter")
    return desk, Visitor(desk.desk, "?section=first-game", stored)


def at_the_first_move() -> tuple[CourseDesk, Visitor]:
    desk, visitor = newcomer()
    for _ in range(SAY_STEPS + 1):
        visitor.says("next")
    assert visitor.state["words"]["kind"] == "do"
    return desk, visitor


def zone(visitor: Visitor, id: str) -> dict[str, Any]:
    return next(zone for zone in visitor.state["zones"] if zone["id"] == id)


def track(zone: dict[str, Any], label: str) -> dict[str, Any]:
    return next(track for track in zone["tracks"] if track["label"] == label)


def asks_on(visitor: Visitor) -> None:
    """Ask for the next piece, as the page does by itself."""
    playing = visitor.state["playing"]
    visitor.says("tool", id=f"piece {playing['name']} {playing['at'] + 1}")


def test_a_move_is_seen_first_and_then_what_others_do():
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    own = visitor.state
    assert own["words"]["kind"] == "happens"
    assert own["playing"]["text"] == own["words"]["text"]
    assert (own["playing"]["at"], own["playing"]["of"]) == (0, 2)
    assert track(zone(visitor, "player-0"), "Satiety") == {"label": "Satiety", "n": 7, "falls": 1, "was": 3}
    assert own["question"]["options"] == []
    asks_on(visitor)
    after = visitor.state
    assert after["playing"]["at"] == 1
    assert after["words"]["before"] == after["playing"]["text"]
    assert track(zone(visitor, "ship"), "Progress")["was"] == 0
    assert "was" not in track(zone(visitor, "player-0"), "Satiety")
    assert after["words"]["kind"] == "show"


def test_cards_that_changed_are_marked_with_their_old_numbers():
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    stove, *others = (card for card in zone(visitor, "places")["cards"])
    assert stove["id"] == "stove"
    assert stove["fresh"]
    assert stove["tokens"] == [{"label": "durability", "n": 3, "was": 4}]
    assert not any("fresh" in card for card in others)


def test_what_happened_can_be_seen_once_more():
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    asks_on(visitor)
    ended = visitor.state
    visitor.says("tool", id=f"piece {ended['playing']['name']} 0")
    assert visitor.state["playing"]["at"] == 0
    assert track(zone(visitor, "player-0"), "Satiety")["was"] == 3
    asks_on(visitor)
    assert visitor.state == ended


def test_a_piece_asked_for_twice_is_shown_once():
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    name = visitor.state["playing"]["name"]
    for _ in range(2):
        visitor.says("tool", id=f"piece {name} 1")
    assert visitor.state["playing"]["at"] == 1
    assert visitor.state["words"]["kind"] == "show"


def watching_the_first_night() -> tuple[CourseDesk, Visitor]:
    """Return somebody who watches the first of three pieces."""
    desk, visitor = at_the_first_move()
    visitor.press("go stove")
    asks_on(visitor)
    visitor.says("next")
    playing = visitor.state["playing"]
    assert (playing["at"], playing["of"]) == (0, 3)
    return desk, visitor


def test_next_shows_the_next_piece_and_nothing_else():
    desk, visitor = watching_the_first_night()
    step = desk.lesson.at
    for at in (1, 2):
        visitor.says("next")
        assert visitor.state["playing"]["at"] == at
        assert desk.lesson.at == step


def test_a_button_pressed_twice_leads_on_once():
    desk, visitor = newcomer()
    ask = visitor.question["id"]
    for _ in range(2):
        visitor.says("next", ask=ask)
    assert desk.lesson.at == 1
    desk, visitor = at_the_first_move()
    visitor.press("go stove")
    visitor.watches()
    ask = visitor.question["id"]
    for _ in range(2):
        visitor.says("next", ask=ask)
    playing = visitor.state["playing"]
    assert (playing["at"], playing["of"]) == (0, 3)


@pytest.mark.parametrize(
    "tool", ["piece", "piece 1", "piece x 1", "piece 1 -1", "piece 1 ²", "piece  0", "piece 1 1e3"]
)
def test_a_piece_that_there_is_not_changes_nothing(tool: str):
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    before = visitor.state
    visitor.says("tool", id=tool)
    assert visitor.state == before


def test_a_piece_beyond_the_last_is_the_last():
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    visitor.says("tool", id=f"piece {visitor.state['playing']['name']} 999")
    assert visitor.state["playing"]["at"] == 1


def test_no_hint_is_given_before_the_question_that_it_is_about_is_in_sight():
    desk, visitor = newcomer()
    while not (desk.playback and not desk.playback.ended and desk.lesson.attempt.can_hint):
        attempt = desk.lesson.attempt
        visitor.watches()
        if isinstance(attempt, Moving) and attempt.asks_move:
            visitor.press(spell(attempt.wanted()[0].value))
        else:
            visitor.says(**{"kind": "next"} if desk.lesson.can_next else {"kind": "tool", "id": "skip"})
    assert not {"hint", "skip"} & visitor.tools.keys()
    at = desk.lesson.at
    visitor.says("tool", id="hint")
    visitor.says("tool", id="skip")
    assert (desk.lesson.at, desk.lesson.attempt.hints) == (at, 0)
    visitor.watches()
    assert visitor.tools["hint"]["label"] == "Hint 1 of 3"
    assert "skip" in visitor.tools


def test_undo_takes_back_the_move_that_is_being_watched():
    _, visitor = at_the_first_move()
    before = visitor.state
    visitor.press("go stove")
    visitor.says("undo")
    assert visitor.state["question"] == before["question"]
    assert visitor.state["zones"] == before["zones"]


def test_a_reload_finds_what_happened_already_watched():
    _, visitor = at_the_first_move()
    visitor.press("go stove")
    _, again = newcomer(visitor.kept)
    assert again.state["playing"]["at"] == again.state["playing"]["of"] - 1
    assert again.state["words"]["kind"] == "show"


def test_an_open_move_that_is_not_wanted_is_answered_and_nothing_is_played():
    _, visitor = at_the_first_move()
    before = visitor.state["playing"]
    visitor.press("go workbench")
    assert visitor.question["feedback"]["verdict"] == "neutral"
    assert visitor.state["playing"] == before


def test_a_first_game_played_to_its_end_says_what_is_known_and_what_is_not():
    desk, visitor = newcomer()
    presses = 0
    while not desk.lesson.finished:
        if visitor.state.get("playing", {}).get("at", 0) < visitor.state.get("playing", {}).get("of", 1) - 1:
            asks_on(visitor)
            continue
        presses += 1
        attempt = desk.lesson.attempt
        if attempt.asks_move:
            visitor.press(next(id for id in visitor.open if id in {*attempt.step.accept}))
        elif attempt.step.kind == "quiz" and not attempt.done:
            visitor.press(str(attempt.right))
        else:
            visitor.says("next")
        assert presses <= FIRST.presses
    visitor.says("next")
    recap = visitor.state["recap"]
    assert recap["known"]
    assert {part["title"] for part in recap["known"]} >= {"A player’s turn", "Losing health"}
    assert {"skip", "exhaustion"} <= {part["page"] for part in recap["unmet"]}
    assert visitor.question["next"].startswith("Next: ")
    assert visitor.question["link"]["href"].endswith("play.ipynb?game=shelter"), "a game of one’s own is one press away"
    assert desk.progress.page(FIRST.id).done
    reopened(visitor.kept, "", len(FIRST.step) - 1)
    reopened(visitor.kept, "&again=1", 0)


def reopened(kept: dict[str, str], more: str, step: int) -> None:
    """Check at which step an address opens the first game."""
    desk = CourseDesk(FIRST.game)
    Visitor(desk.desk, f"?section={FIRST.slug}{more}", dict(kept))
    assert (desk.lesson.at, desk.lesson.finished) == (step, step > 0)


def test_an_address_does_not_begin_a_game_again_that_goes_on():
    desk, visitor = at_the_first_move()
    visitor.press("go stove")
    found = CourseDesk(FIRST.game)
    Visitor(found.desk, f"?section={FIRST.slug}&again=1", visitor.kept)
    assert found.lesson.at == desk.lesson.at > 0


def test_every_page_of_the_recap_can_be_opened():
    desk, visitor = newcomer()
    desk.lesson.goto(len(FIRST.step) - 1)
    visitor.says("ping")
    visitor.says("tool", id="rules")
    for part in visitor.state["recap"]["unmet"]:
        page: Page = desk.course[part["page"]]
        assert (page.title, page.teaches) == (part["title"], part["text"])


def test_begin_again_begins_the_game_again_but_asks_first():
    desk, visitor = newcomer()
    assert visitor.tools["begin_again"]["disabled"]
    desk, visitor = at_the_first_move()
    visitor.press("go stove")
    at = desk.lesson.at
    visitor.says("tool", id="begin_again")
    *_, keep = visitor.dialog["buttons"]
    visitor.says("dialog", id=keep["id"], text="")
    assert (desk.lesson.at, "dialog" in visitor.state) == (at, False)
    visitor.says("tool", id="begin_again")
    really, *_ = visitor.dialog["buttons"]
    assert desk.lesson.at == at
    visitor.says("dialog", id=really["id"], text="")
    assert (desk.lesson.at, "dialog" in visitor.state) == (0, False)
    assert "playing" not in visitor.state


def test_a_first_game_says_how_long_it_takes_and_how_far_it_is():
    desk, visitor = newcomer()
    head = visitor.state["head"]
    assert (head["step"], head["steps"]) == desk.lesson.counted()
    assert head["step"] == 1
    assert sum(step.when is None for step in FIRST.step) <= head["steps"] < len(FIRST.step)
    assert head["minutes"] > 0
    assert "flow" not in visitor.state


def test_a_new_tile_and_the_way_of_the_team_are_marked_on_the_map():
    desk = CourseDesk("doppelganger")
    visitor = Visitor(desk.desk, "?section=first-game&step=6")
    changed = []
    for move in ("place E1 turned 2", "move E1"):
        visitor.press(move)
        changed.append([m["key"] for m in visitor.state["map"]["marks"] if m["key"].startswith(("changed", "came"))])
    assert changed == [["changed:E1"], ["came-case", "came"]]


@pytest.mark.parametrize(
    ("before", "now", "fresh"),
    [
        ("rope canteen rope", "canteen rope", ""),  # one was played, and the others have moved up
        ("rope canteen", "canteen shovel", "shovel"),
        ("rope", "rope rope", "rope"),
        ("? ?", "? ? ?", "?"),
        ("? ?", "?", ""),
        ("rope canteen", "canteen rope", ""),
    ],
)
def test_a_card_that_has_moved_up_in_a_hand_is_not_new(before: str, now: str, fresh: str) -> None:
    def hand(ids: str) -> list[dict[str, Any]]:
        return [{"key": f"hand-{n}", "id": id, "name": id} for n, id in enumerate(ids.split())]

    zones: list[dict[str, Any]] = [{"id": "hand", "cards": hand(now)}]
    mark_changes(zones, [{"id": "hand", "cards": hand(before)}])
    assert [card["id"] for card in zones[0]["cards"] if card.get("fresh")] == fresh.split()


def test_a_card_that_has_moved_to_another_frame_is_new_there() -> None:
    def cards(*ids: str) -> list[dict[str, Any]]:
        return [{"key": f"frame-{n}", "id": id, "name": id} for n, id in enumerate(ids)]

    frames: dict[str, Any] = {"id": "screen", "layout": "frames", "cards": cards("ghoul", "pod")}
    mark_changes([frames], [{**frames, "cards": cards("pod", "ghoul")}])
    assert [card["fresh"] for card in frames["cards"]] == [True, True]


def test_marks_tell_what_is_new_and_leave_the_rest():
    before = [
        {"id": "a", "tracks": [{"label": "Points", "n": 3}], "badges": [{"label": "A", "name": "Ada"}]},
        {"id": "b", "slots": [{"cards": [{"key": "x", "name": "Beam", "held": [{"name": "Jam"}]}]}]},
    ]
    now: list[dict[str, Any]] = [
        {"id": "a", "tracks": [{"label": "Points", "n": 5}], "badges": [{"label": "A", "name": "Ada"}, {"label": "B"}]},
        {"id": "b", "slots": [{"cards": [{"key": "x", "name": "Beam"}, {"key": "y", "name": "Jam"}]}]},
        {"id": "c", "cards": [{"key": "z", "name": "New"}]},
    ]
    mark_changes(now, before)
    assert now[0]["tracks"] == [{"label": "Points", "n": 5, "was": 3}]
    assert now[0]["badges"] == [{"label": "A", "name": "Ada"}, {"label": "B", "fresh": True}]
    assert [card.get("fresh") for card in now[1]["slots"][0]["cards"]] == [True, True]
    assert now[2] == {"id": "c", "cards": [{"key": "z", "name": "New"}]}
    tracks = [{"label": "New", "n": 1}]
    assert not mark_tracks(tracks, [])
    assert tracks == [{"label": "New", "n": 1}]


def test_what_happened_in_the_last_step_is_not_played_again_at_the_end_of_the_page():
    page = course_of(SHELTER)["ark"]
    desk = CourseDesk("shelter")
    visitor = Visitor(desk.desk, f"?section={page.slug}")
    while not desk.lesson.finished:
        visitor.sends(right_message(desk.lesson))
    assert visitor.state["words"]["kind"] == "end"
    assert "playing" not in visitor.state


def test_a_stretch_that_was_watched_is_at_its_end():
    desk, visitor = at_the_first_move()
    visitor.press("go stove")
    stretch = desk.lesson.stretch
    assert isinstance(stretch, Stretch)
    playback = Playback("x", stretch, watched=True)
    assert playback.ended
    assert playback.state()["at"] == len(stretch.pieces) - 1
