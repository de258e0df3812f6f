"""Laws that hold in every game: each is stated once here and tried on every game found."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.toy import GAME as TOY
from tutor.engine.asks import Ask, Choose, Together, spell
from tutor.engine.chance import line_of
from tutor.engine.files import BadInput
from tutor.engine.game import Game, Setup, games
from tutor.engine.match import Match, chance_at, uniformly
from tutor.engine.scene import load_scenes
from tutor.engine.table import plain
from tutor.lab.simulate import any_setup

GAMES: dict[str, Game] = {**games(), TOY.id: TOY}
"""Every game found, and the engine's own."""

PLAYOUTS = int(os.environ.get("PLAYOUTS", "6"))
"""Random games a law; `PLAYOUTS=10000` is the long run."""

LONGEST = 20_000
"""No random game has more answers."""


def find(id: str) -> Game:
    return GAMES[id]


def begun(game: Game, seed: int) -> Match:
    return Match(game, game.new(any_setup(game, seed)), seed)


def choices(ask: Ask | None) -> list[Choose]:
    if isinstance(ask, Together):
        return list(ask.asks)
    return [ask] if isinstance(ask, Choose) else []


def moments(match: Match, seed: int, chooser: Callable[[Choose], Any] | None = None) -> Iterator[Match]:
    """Play a match to its end by chance and stop at every ask."""
    choose = chooser or uniformly(chance_at(seed, -1))
    while match.ask is not None:
        yield match
        assert len(match.log) < LONGEST, f"{match.game.id} does not end with seed {seed}"
        match.answer(match.ask.resolve(choose, chance_at(match.seed, len(match.log))))


def some(match: Match, seed: int, share: float = 0.08) -> Iterator[Match]:
    """Some moments of a random game, and always the first."""
    random = Random(seed)
    for n, moment in enumerate(moments(match, seed)):
        if n == 0 or random.random() < share:
            yield moment


def state(match: Match) -> tuple[Any, ...]:
    ask = match.ask
    return (
        plain(match.table),
        tuple(match.log),
        tuple((note.rules, note.text, note.to) for note in match.notes),
        tuple(match.steps),
        match.trail,
        ask and (type(ask).__name__, ask.rule, ask.seat),
    )


def seats_and_all(match: Match) -> list[int | None]:
    return [None, *range(match.table.seats)]


# -- the laws ------------------------------------------------------------------------------------------------------


def a_question_is_sound(match: Match) -> None:
    """Open options are the candidates without refusal, each can be written, and refusals cite the book."""
    book, ask = match.game.book, match.ask
    assert ask is not None
    assert ask.rule in book, f"{ask.rule} asks, but is not in the index"
    for id in match.trail:
        assert id in book, f"{id} is in force, but is not in the index"
    for part in choices(ask):
        assert part.rule in book
        candidates, opened = list(part.candidates()), list(part.open())
        assert opened == list(Choose.open(part)), f"{part.rule}: open() is not the candidates without refusal"
        assert opened, f"{part.rule} asks, but nothing is open\n{[o for o in part.options() if o.refusals]}"
        spelled = [spell(value).casefold() for value in candidates]
        assert len(set(spelled)) == len(spelled), f"{part.rule}: two candidates are written alike: {spelled}"
        assert part.prompt()
        for option in part.options():
            assert ";" not in spell(option.value)
            assert option.label
            assert part.parse(spell(option.value)) == option.value
            for refusal in option.refusals:
                assert refusal.rule in book, f"a refusal cites {refusal.rule}, which is not in the index"
                assert refusal.why
                assert refusal.option is None or refusal.option in opened, f"{refusal} offers what is not open"


def what_is_shown_is_plain(match: Match) -> None:
    """Views and positions are plain data that could be written down."""
    for seat in seats_and_all(match):
        for data in (match.game.view(match.table, seat), match.game.position(match.table, seat)):
            assert json.loads(json.dumps(data)) == data


def a_copy_is_independent(match: Match) -> None:
    before = plain(match.table)
    copy = match.table.copy()
    assert plain(copy) == before
    assert copy is not match.table
    other = Match(match.game, copy, match.seed + 1)
    if other.ask is not None:
        for moment in moments(other, match.seed + 1):
            if len(moment.log) > 30:
                break
    assert plain(copy) == before, "playing a copy of a copy changes the copy"
    assert plain(match.table) == before, "playing a copy changes the table"


def a_seat_cannot_tell_imagined_worlds_apart(match: Match, seed: int) -> None:
    """Whatever is dealt anew behind a seat's back, its view, its position and its question stay the same."""
    game = match.game
    conserved = game.conserved(match.table)
    for seat in range(match.table.seats):
        line, random = line_of(match, seat), chance_at(seed, seat)
        while line.imagining:
            assert line.ask is not None
            line.advance(line.ask.resolve(uniformly(random), random))
        world = line.run.table
        assert game.view(world, seat) == game.view(match.table, seat)
        assert game.position(world, seat) == game.position(match.table, seat)
        assert game.conserved(world) == conserved
        for mine, imagined in zip(choices(match.ask), choices(line.ask), strict=True):
            if mine.seat == seat:
                assert imagined.options() == mine.options(), "a question tells what its seat cannot know"


def a_position_can_be_laid_out_again(match: Match) -> None:
    """`place` undoes `position`: what is written down between two turns lies on the table as before."""
    game, table = match.game, match.since_checkpoint()[0]
    setup = Setup(table.names, table.readings, table.variants, table.cards)
    written = game.position(table, None)
    again = game.table(setup)
    game.place(again, written, "position")
    assert game.position(again, None) == written
    assert game.conserved(again) == game.conserved(table)
    for seat in seats_and_all(match):
        assert game.view(again, seat) == game.view(table, seat)
        assert game.position(again, seat) == game.position(table, seat)


def the_walk_follows_the_flow(game: Game, steps: list[str]) -> None:
    start, edges = flow(game)
    assert steps[:1] in ([], [start]), f"{game.id} starts at {steps[0]}, not at {start}"
    for edge in pairwise(steps):
        assert edge in edges, f"{game.id}: {edge[0]} → {edge[1]} is no edge of flow.toml; so far {steps[-6:]}"


@cache
def _flow(id: str) -> tuple[str, frozenset[tuple[str, str]]]:
    data = tomllib.loads((GAMES[id].folder / "flow.toml").read_text(encoding="utf-8"))
    start = next(node["id"] for node in data["node"] if node["kind"] == "start")
    return start, frozenset((edge["from"], edge["to"]) for edge in data["edge"])


def flow(game: Game) -> tuple[str, frozenset[tuple[str, str]]]:
    """The start and the edges of a game's flow graph."""
    return _flow(game.id)


def notes_are_sound(match: Match) -> None:
    seats = range(match.table.seats)
    for note in match.notes:
        assert note.text
        assert all(id in match.game.book for id in note.rules.split()), f"a note cites {note.rules}: not in the index"
        assert note.to is None or set(note.to) <= set(seats)


def the_end_is_told(match: Match) -> None:
    standing = match.game.standing(match.table)
    assert standing.over
    assert set(standing.winners) <= set(range(match.table.seats))
    assert len(standing.scores) in (0, match.table.seats)


def misfit(game: Game, players: str, table: str) -> BadInput:
    """Why a scene's table cannot be laid out."""
    text = f'game = "{game.id}"\nplayers = {players}\n[table]\n{table}\n'
    with pytest.raises(BadInput) as caught:
        load_scenes(text, "scene")[0].match(game)
    return caught.value


def copy_cards(game: Game, folder: Path, old: str, new: str) -> None:
    """Copy a game's card files to another folder, with one text in them replaced by another."""
    for file in (game.folder / "cards").glob("*.toml"):
        (folder / file.name).write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
