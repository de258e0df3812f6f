"""Laws that hold in every game, each stated once; the tests check a few games, and `soak` as many as you like.

They are assertions, so that a test shows what differs; Python must not run with `-O` for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from tutor.engine.book.flow import load_flow
from tutor.engine.core.asks import Choose, spell
from tutor.engine.core.game import Game, Setup
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.core.table import plain
from tutor.engine.play.chance import line_of
from tutor.engine.play.expecting import choices
from tutor.engine.play.record import load, save

LONGEST = 20_000
"""The largest number of answers in a random game."""


# -- games by chance ---------------------------------------------------------------------------------------------------


def moments(match: Match, seed: int, chooser: Callable[[Choose], Any] | None = None) -> Iterator[Match]:
    """Play a match to its end by chance and stop at every ask."""
    choose = chooser or uniformly(chance_at(seed, -1))
    while match.ask is not None:
        yield match
        assert len(match.log) < LONGEST, f"the game does not end within {LONGEST:,} answers"
        match.answer(match.ask.resolve(choose, chance_at(match.seed, len(match.log))))


def some(match: Match, seed: int, share: float = 0.08) -> Iterator[Match]:
    """Some moments of a random game, and always the first."""
    random = Random(seed)
    for n, moment in enumerate(moments(match, seed)):
        if n == 0 or random.random() < share:
            yield moment


def seats_and_all(match: Match) -> list[int | None]:
    """Everybody who can look at a table; None sees everything."""
    return [None, *range(match.table.seats)]


def state(match: Match) -> tuple[Any, ...]:
    """Everything that distinguishes one moment of a match from another."""
    ask = match.ask
    return (
        plain(match.table),
        tuple(match.log),
        tuple((note.rules, note.text, note.to) for note in match.notes),
        tuple(match.steps),
        match.trail,
        ask and (type(ask).__name__, ask.rule, ask.seat),
    )


# -- of a moment -------------------------------------------------------------------------------------------------------


def a_question_is_sound(match: Match) -> None:
    """The open options are the candidates without a refusal, each can be written, and refusals cite the book."""
    book, ask = match.game.book, match.ask
    assert ask is not None, "nothing is asked"
    assert ask.rule in book, f"{ask.rule} asks, but is not in the index"
    for id in match.trail:
        assert id in book, f"{id} is in force, but is not in the index"
    for part in choices(ask):
        assert part.rule in book, f"{part.rule} asks, but is not in the index"
        candidates, opened = list(part.candidates()), list(part.open())
        assert opened == list(Choose.open(part)), f"{part.rule}: open() is not all candidates without a refusal"
        assert opened, f"{part.rule} asks, but nothing is open"
        spelled = [spell(value).casefold() for value in candidates]
        assert len(set(spelled)) == len(spelled), f"{part.rule}: two candidates are written alike: {spelled}"
        assert part.prompt(), f"{part.rule} asks without words"
        for option in part.options():
            text = spell(option.value)
            assert ";" not in text, f"{part.rule}: “{text}” cannot be written among others"
            assert option.label, f"{part.rule}: “{text}” has no label"
            assert part.parse(text) == option.value, f"{part.rule}: “{text}” is read as another answer"
            for refusal in option.refusals:
                assert refusal.rule in book, f"a refusal cites {refusal.rule}, which is not in the index"
                assert refusal.why, f"{refusal.rule} refuses “{text}” without a reason"
                assert refusal.option is None or refusal.option in opened, f"{refusal} offers what is not open"


def what_is_shown_is_plain(match: Match) -> None:
    """Views and positions are plain data that could be written down."""
    for seat in seats_and_all(match):
        for data in (match.game.view(match.table, seat), match.game.position(match.table, seat)):
            assert json.loads(json.dumps(data)) == data, f"what seat {seat} sees cannot be written down"


def a_copy_is_independent(match: Match) -> None:
    """A copy of a table is equal to it, and play on one of them leaves the other unchanged."""
    before = plain(match.table)
    copy = match.table.copy()
    assert plain(copy) == before, "a copy differs from its table"
    assert copy is not match.table, "a copy is the table itself"
    other = Match(match.game, copy, match.seed + 1)
    if other.ask is not None:
        for moment in moments(other, match.seed + 1):
            if len(moment.log) > 30:
                break
    assert plain(copy) == before, "playing a copy of a copy changes the copy"
    assert plain(match.table) == before, "playing a copy changes the table"


def a_seat_cannot_tell_imagined_worlds_apart(match: Match, seed: int) -> None:
    """If what a seat cannot know is dealt again, its view, its position and its question stay the same."""
    game = match.game
    conserved = game.conserved(match.table)
    for seat in range(match.table.seats):
        line, random = line_of(match, seat), chance_at(seed, seat)
        while line.determinizing:
            assert line.ask is not None, "hidden things are being dealt again, but nothing is asked"
            line.advance(line.ask.resolve(uniformly(random), random))
        world = line.run.table
        assert game.view(world, seat) == game.view(match.table, seat), f"seat {seat} sees what it cannot know"
        told = f"the position tells seat {seat} what it cannot know"
        assert game.position(world, seat) == game.position(match.table, seat), told
        assert game.conserved(world) == conserved, f"a world that seat {seat} imagines has lost or gained something"
        for mine, determinized in zip(choices(match.ask), choices(line.ask), strict=True):
            if mine.seat == seat:
                assert determinized.options() == mine.options(), "a question gives away what its seat cannot know"


def a_position_can_be_laid_out_again(match: Match) -> None:
    """`place` is the inverse of `position`: a position written between two agenda items comes back unchanged."""
    game, table = match.game, match.since_checkpoint()[0]
    setup = Setup(table.names, table.readings, table.variants, table.cards, table.parameters)
    written = game.position(table, None)
    again = game.empty(setup)
    game.place(again, written, "position")
    assert game.position(again, None) == written, "a position laid out again has changed"
    assert game.conserved(again) == game.conserved(table), "a position laid out again has lost or gained something"
    for seat in seats_and_all(match):
        assert game.view(again, seat) == game.view(table, seat), (
            f"seat {seat} sees another table after it is laid out again"
        )
        told = f"seat {seat} knows another position after it is laid out again"
        assert game.position(again, seat) == game.position(table, seat), told


def a_record_replays(match: Match) -> None:
    """A record leads to the same moment, and saving that gives the same text."""
    text = save(match)
    again = load(text, find=lambda _: match.game)
    assert state(again) == state(match), "replaying a record leads to a different moment"
    assert save(again) == text, "a replayed game has a different record"


# -- of a whole game ---------------------------------------------------------------------------------------------------


def the_walk_follows_the_flow(game: Game, steps: list[str]) -> None:
    """A game goes from node to node along the edges of its flow."""
    start, edges = flow(game)
    assert steps[:1] in ([], [start]), f"the game starts at {steps[0]}, not at {start}"
    for edge in pairwise(steps):
        assert edge in edges, f"{edge[0]} → {edge[1]} is not an edge of the flow"


def flow(game: Game) -> tuple[str, frozenset[tuple[str, str]]]:
    """The start and the edges of a game's flow."""
    return _flow(game.folder / "flow.toml")


@cache
def _flow(path: Path) -> tuple[str, frozenset[tuple[str, str]]]:
    found = load_flow(path)
    return found.start, frozenset(found.graph.edges)


def notes_are_sound(match: Match) -> None:
    """Every note has words, cites rules of the index, and is addressed to existing players."""
    seats = set(range(match.table.seats))
    for note in match.notes:
        assert note.text, f"a note that cites {note.rules} has no words"
        assert all(id in match.game.book for id in note.rules.split()), (
            f"a note cites {note.rules}, which is not in the index"
        )
        assert note.to is None or set(note.to) <= seats, (
            f"a note that cites {note.rules} is addressed to somebody who does not play"
        )


def the_end_is_told(match: Match) -> None:
    """A game without a further question is over, and its winners and points belong to existing players."""
    outcome = match.game.outcome(match.table)
    assert outcome.over, "nothing is asked, but the game is not over"
    assert set(outcome.winners) <= set(range(match.table.seats)), "somebody who does not play wins"
    assert len(outcome.scores) in (0, match.table.seats), "some players have points, but not all"
