"""Very many random games over all setups, each checked against the laws, to find what a few games would not show.

A game depends on its seed alone, so a run can go on where another one ended, and every fault can be played again.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

from tutor.engine.core.game import Game, find_game
from tutor.engine.core.match import Match
from tutor.lab import laws
from tutor.lab.pools import LOOK, LocalPool
from tutor.lab.setups import any_setup
from tutor.lab.simulate import Progress

PART = 50
"""How many games a worker plays before it reports."""

LOOKED_AT = 1 / 150
"""At what share of a game's moments, besides the first, the slow laws are checked; the quick ones always are."""

REPLAYED = 10
"""One game in this many is replayed from its record."""

MOST_FAULTS = 20
"""How many faults of a game are described; the others are only counted."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A law that did not hold, or a rule that failed with an error."""

    seed: int
    answers: int
    """How many answers had been given."""
    told: str
    """A description in one line."""
    where: str
    """The rules in force, outermost first."""


@dataclass
class Soaked:
    """The results of one game's random games."""

    game: str
    games: int = 0
    decisions: int = 0
    """Answers of players and of chance."""
    faulty: int = 0
    """Games in which something was wrong."""
    faults: list[Fault] = field(default_factory=list)
    """The first faults."""

    def add(self, other: Soaked) -> None:
        """Add the results of more games."""
        self.games += other.games
        self.decisions += other.decisions
        self.faulty += other.faulty
        self.faults = sorted([*self.faults, *other.faults], key=lambda fault: fault.seed)[:MOST_FAULTS]


def one_game(game: Game, seed: int) -> tuple[int, Fault | None]:
    """Play one random game from a random setup, and check it against the laws.

    Returns:
        How many answers were given, and what was wrong, if anything.
    """
    match: Match | None = None
    try:
        match = Match(game, game.new(any_setup(game, seed)), seed)
        _play(match, seed)
    except Exception as error:  # the search is for whatever a rule raises
        answers, trail = (len(match.log), game.rules.broken(error) or match.trail) if match else (0, ())
        return answers, Fault(seed, answers, _told(error), " > ".join(trail) or "setup")
    return len(match.log), None


def _play(match: Match, seed: int) -> None:
    game, random = match.game, Random(seed)
    conserved = game.conserved(match.table)
    for n, moment in enumerate(laws.moments(match, seed)):
        assert game.conserved(moment.table) == conserved, "something was lost or gained"
        assert not game.outcome(moment.table).over, "something is asked, but the game is over"
        if n == 0 or random.random() < LOOKED_AT:
            laws.a_question_is_sound(moment)
            laws.what_is_shown_is_plain(moment)
            laws.a_position_can_be_laid_out_again(moment)
            laws.a_seat_cannot_tell_imagined_worlds_apart(moment, seed)
    assert game.conserved(match.table) == conserved, "something was lost or gained by the end"
    laws.the_end_is_told(match)
    laws.notes_are_sound(match)
    laws.the_walk_follows_the_flow(game, match.steps)
    if seed % REPLAYED == 0:
        laws.a_record_replays(match)


def _told(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__} at {Path(last.filename).name}, line {last.lineno}: {words}"


def soak_part(game: str, first: int, games: int) -> Soaked:
    """Play games with consecutive seeds in this process."""
    found, soaked = find_game(game), Soaked(game, games)
    for seed in range(first, first + games):
        answers, fault = one_game(found, seed)
        soaked.decisions += answers
        if fault is not None:
            soaked.faulty += 1
            soaked.faults.append(fault)
    soaked.faults = soaked.faults[:MOST_FAULTS]
    return soaked


def soak(
    games: Sequence[str],
    each: int,
    first: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Soaked]:
    """Play very many games.

    Args:
        games: The ids of the games.
        each: How many games of each.
        first: The first seed; the others follow.
        workers: Processes to play in; 1 plays in this one.
        progress: Told after every part.
        cancelled: Asked now and then; once it says yes, what was played is returned.
    """
    found = {game: Soaked(game) for game in games}
    total, done = each * len(games), 0
    for part in _parts(games, each, first, workers, cancelled):
        found[part.game].add(part)
        done += part.games
        if progress is not None:
            progress(done, total)
    return list(found.values())


def _parts(
    games: Sequence[str], each: int, first: int, workers: int, cancelled: Callable[[], bool]
) -> Iterator[Soaked]:
    """The results of all parts, in whatever order they end; games take turns, so that a run may end early."""
    parts = ((game, first + at, min(PART, each - at)) for at in range(0, each, PART) for game in games)
    if workers == 1:
        for part in parts:
            if cancelled():
                return
            yield soak_part(*part)
        return
    pool = LocalPool(workers)
    try:
        executor, waiting = pool.executor(), set[Future[Soaked]]()
        while not cancelled():
            for part in islice(parts, pool.width - len(waiting)):
                waiting.add(executor.submit(soak_part, *part))
            if not waiting:
                return
            ended, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in ended)
    finally:
        pool.stop()
