"""The practice table: others' actions are shown one at a time, again on request, or all at once."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.ui.test_playback import asks_on
from tests.visitor import Visitor
from tutor.engine.core.game import Game, find_game, games
from tutor.engine.core.match import Match
from tutor.engine.core.table import Note
from tutor.engine.play.scene import Scene
from tutor.lessons.introducing import introductions
from tutor.lessons.progress import Progress, RuleProgress, progress_key
from tutor.lessons.stretch import MOST_IN_BRIEF, Brief, in_brief, since
from tutor.ui.desks.practice import Practice
from tutor.ui.playback import AT_ONCE, Playback

each_game = pytest.mark.parametrize("game", games().values(), ids=games())
AC = "alien_conspiracy"


def seated(game: str = AC, **kept: str) -> tuple[Practice, Visitor]:
    """Return a table whose visitor watches step by step, unless the browser has stored another pace."""
    table = Practice()
    return table, Visitor(table.desk, f"?game={game}&seed=5", {"pace": "step", **kept})


def watches(visitor: Visitor) -> bool:
    """Return whether there are more pieces."""
    playing = visitor.state.get("playing")
    return playing is not None and playing["at"] < playing["of"] - 1


def press_until(visitor: Visitor, wanted: Callable[[], bool]) -> None:
    """Press open options and watch the results until a condition holds."""
    random = Random(5)
    for _ in range(500):
        if wanted():
            return
        if watches(visitor):
            asks_on(visitor)
        else:
            visitor.press_any(random)
    raise AssertionError("it never comes to that")


def told_in_brief(table: Practice) -> Brief:
    """Return what has happened since the visitor decided."""
    played = table.played
    assert played.player is not None
    return in_brief(played.match.notes[played.since[1] :], played.player, played.match.table.names)


def shown(visitor: Visitor) -> dict[str, Any]:
    """Return the table and the question."""
    return {part: visitor.state.get(part) for part in ("zones", "tracks", "question", "notes", "map", "graph")}


@each_game
def test_what_others_do_is_told_piece_by_piece_up_to_the_next_decision(game: Game) -> None:
    table, visitor = seated(game.id)
    press_until(visitor, lambda: watches(visitor))
    texts = []
    of = visitor.state["playing"]["of"]
    while watches(visitor):
        assert visitor.question["title"] == "Watch what happens"
        assert visitor.open == []
        assert visitor.state["words"]["text"] == visitor.state["playing"]["text"]
        texts.append(visitor.state["words"]["text"])
        asks_on(visitor)
    texts.append(visitor.state["words"]["before"])
    assert len(texts) == of > 1
    assert all(texts)
    assert table.played.asked is None or visitor.open
    assert visitor.state["playing"]["at"] == of - 1


@each_game
def test_a_game_that_is_watched_is_the_game_that_is_not(game: Game) -> None:
    ends = []
    for pace in ("step", AT_ONCE):
        table, visitor = seated(game.id, pace=pace)
        press_until(visitor, lambda table=table: len(table.match.log) > 60 or table.match.ask is None)
        while watches(visitor):
            asks_on(visitor)
        ends.append((table.match.log, table.game.position(table.match.table, None)))
    assert ends[0] == ends[1]


def test_once_more_shows_it_all_again() -> None:
    _, visitor = seated()
    press_until(visitor, lambda: watches(visitor))
    first = visitor.state["words"]["text"]
    while watches(visitor):
        asks_on(visitor)
    ended = visitor.state
    visitor.says("tool", id=f"piece {ended['playing']['name']} 0")
    assert visitor.state["words"]["text"] == first
    while watches(visitor):
        at = visitor.state["playing"]["at"]
        visitor.says("next")
        assert visitor.state["playing"]["at"] == at + 1
    assert visitor.state == ended


def test_at_a_new_table_the_last_of_the_set_up_is_told_and_all_of_it_can_be_watched() -> None:
    table, visitor = seated("roswell51")
    pieces = since(table.match, 0, table.played.player).pieces
    assert len(pieces) > 1
    assert not watches(visitor)
    assert visitor.state["words"]["before"] == pieces[-1].text
    visitor.says("tool", id=f"piece {visitor.state['playing']['name']} 0")
    assert visitor.state["words"]["text"] == pieces[0].text


@each_game
def test_whatever_happened_in_one_piece_is_told_above_the_next_question(game: Game) -> None:
    table, visitor = seated(game.id)

    def told_in_one() -> bool:
        return not watches(visitor) and bool(visitor.state["words"].get("before")) and "playing" not in visitor.state

    press_until(visitor, told_in_one)
    answers, _ = table.played.since
    (piece,) = since(table.match, answers, table.played.player).pieces
    assert visitor.state["words"]["before"] == piece.text
    visitor.says("tool", id="pace once")
    visitor.press_any(Random(5))
    assert visitor.state["words"].get("before", "") == told_in_brief(table).newest


def test_at_once_nothing_has_to_be_watched_and_all_can_be() -> None:
    _, visitor = seated(pace=AT_ONCE)
    press_until(visitor, lambda: "playing" in visitor.state)
    assert visitor.open
    visitor.says("tool", id=f"piece {visitor.state['playing']['name']} 0")
    assert watches(visitor)
    visitor.says("tool", id="pace fast")
    assert watches(visitor)
    visitor.says("tool", id="pace once")
    assert not watches(visitor)
    assert visitor.kept["pace"] == AT_ONCE


@each_game
def test_at_once_what_happened_is_told_in_brief_above_the_next_question(game: Game) -> None:
    table, visitor = seated(game.id, pace=AT_ONCE)
    press_until(visitor, lambda: "playing" in visitor.state and "before" in visitor.state["words"])
    words, brief = visitor.state["words"], told_in_brief(table)
    assert (words.get("earlier", ""), words["before"]) == brief
    assert all(any(name in told for name in table.match.table.names) for told in brief if told)


def test_at_once_the_visitors_own_rolls_are_told_even_if_nobody_else_has_acted() -> None:
    table, visitor = seated("alien_conspiracy", pace=AT_ONCE)
    me = table.match.table.names[table.played.player or 0]
    press_until(visitor, lambda: "playing" not in visitor.state and "before" in visitor.state["words"])
    assert me in visitor.state["words"]["before"]


def test_in_brief_only_what_may_be_read_of_somebody_is_told_and_all_but_the_newest_can_be_unfolded() -> None:
    secret = Note("a/b", "Ben hides a rope", {}, (1,))
    texts = ("you rest", "Ben’s turn begins", "Benita sings", "Ada waits", "so this costs Ben a card")
    notes = [Note("a/b", text, {}, None) for text in texts]
    told = in_brief([secret, *notes], 0, ["Ada", "Ben", "Cleo"])
    assert told == ("", "Ben’s turn begins. Ada waits. So this costs Ben a card.")
    many = [Note("a/b", f"Cleo takes step {n}, as before", {}, None) for n in range(MOST_IN_BRIEF + 1)]
    told = in_brief([Note("a/b", "Ada wins", {}, None), *many], 0, ["Ada", "Ben", "Cleo"])
    assert told.earlier == "Cleo takes step 0, as before."
    assert told.newest.startswith("Ada wins. Cleo takes step 1, as before. Cleo takes step 2, as before.")
    assert told.newest.count("Cleo") == MOST_IN_BRIEF


def test_the_pace_is_kept_and_followed_from_the_next_decision_on() -> None:
    _, visitor = seated(pace=AT_ONCE)
    press_until(visitor, lambda: "playing" in visitor.state)
    visitor.says("tool", id="pace slow")
    assert visitor.kept["pace"] == "slow"
    press_until(visitor, lambda: watches(visitor))


@pytest.mark.parametrize(("teaching", "pace"), [("on", "slow"), ("", "slow"), ("off", AT_ONCE)])
def test_who_has_chosen_no_pace_watches_slowly_until_they_stop_the_teaching(teaching: str, pace: str) -> None:
    known = {entry.id: RuleProgress(taught=1) for entry in introductions(find_game(AC).book)}
    met = {progress_key(AC): Progress(AC, rules=known).save()}
    _, visitor = seated(pace="", **{f"teaching:{AC}": teaching}, **met)
    press_until(visitor, lambda: "playing" in visitor.state)
    assert visitor.state["playing"]["usual"] == pace
    assert watches(visitor) == (pace == "slow")


@each_game
def test_undo_takes_back_the_move_whose_consequences_are_watched(game: Game) -> None:
    table, visitor = seated(game.id)
    random = Random(5)
    while not watches(visitor):
        before, log = shown(visitor), table.match.log[:]
        visitor.press_any(random)
    visitor.says("undo")
    assert table.match.log == log
    assert "playing" not in visitor.state
    for part in ("question", "notes", "map", "graph"):
        assert shown(visitor)[part] == before[part]
    visitor.says("redo")
    assert visitor.state["question"]["mode"] == "answer"


def test_a_reload_finds_it_watched_and_the_game_where_it_stands() -> None:
    table, visitor = seated()
    press_until(visitor, lambda: watches(visitor))
    again, later = seated(**visitor.kept)
    assert again.match.log == table.match.log
    assert not watches(later)
    assert later.open
    later.says("tool", id=f"piece {later.state['playing']['name']} 0")
    assert later.state["words"]["text"] == visitor.state["words"]["text"]


def test_nothing_is_played_where_the_visitor_answers_for_everybody() -> None:
    table, visitor = seated()
    table._sit(Match(table.game, table.game.new(table.game.setup(2)), 5), None, table.played.bot)
    press_until(visitor, lambda: len(table.match.log) > 30)
    assert "playing" not in visitor.state


@pytest.mark.parametrize("tool", ["piece", "piece 1", "piece x 0", "piece 1 -1", "piece 1 ²", "pace", "pace warp"])
def test_a_piece_or_pace_that_there_is_not_changes_nothing(tool: str) -> None:
    _, visitor = seated()
    press_until(visitor, lambda: watches(visitor))
    before = visitor.state
    visitor.says("tool", id=tool)
    assert visitor.state == before
    assert visitor.kept["pace"] == "step"


def test_an_answer_to_what_is_being_watched_is_not_taken() -> None:
    table, visitor = seated()
    press_until(visitor, lambda: watches(visitor))
    log = table.match.log[:]
    visitor.press("flip")
    assert table.match.log == log


@each_game
def test_a_card_that_teaches_waits_until_all_has_been_watched(game: Game) -> None:
    _, visitor = seated(game.id, **{f"teaching:{game.id}": "on"})
    press_until(visitor, lambda: watches(visitor))
    assert "intro" not in visitor.state
    press_until(visitor, lambda: "intro" in visitor.state)
    assert not watches(visitor)


@pytest.mark.parametrize("pace", ["step", "slow", "fast", AT_ONCE])
def test_at_every_pace_playback_stops_where_the_visitors_character_dies_and_the_end_tells_of_it(pace: str) -> None:
    table, visitor = seated(pace=pace)
    laid = {
        "turn": "Ada",
        "players": {"Ada": {"at": "1", "health": [1]}},
        "locations": {"1": {"card": "tip-off", "up": True}},
    }
    table._sit(Scene(AC, players=2, table=laid).match(table.game), 0, table.played.bot)
    for option in ("attempt", "6", "luck"):
        table.answer(option)
    table.draw()
    assert table.match.ask is None
    assert visitor.state["words"]["prompt"] == "You’ve died"
    assert "Ada has no health dice left and dies" in visitor.state["words"]["text"]
    assert visitor.state["playing"]["stop"] == visitor.state["playing"]["at"] < visitor.state["playing"]["of"] - 1
    asks_on(visitor)
    visitor.says("tool", id="pace once")
    assert not watches(visitor)
    assert "Ada died in an attempt to win a card." in visitor.state["words"]["text"]


def test_the_way_to_the_end_of_a_playback_stops_where_it_has_to() -> None:
    table, _ = seated()
    pieces = since(table.match, 0, None)
    playback = Playback("1", pieces, stop=1)
    playback.end()
    assert playback.at == 1
    playback.end()
    assert playback.ended
