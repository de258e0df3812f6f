"""How fast the games run, compared with a fixed loop of pure Python that is timed in turn with them.

A decision is one answer to one ask: a choice of a seat, a joint vote of several seats, a roll, a draw or a shuffle.
Speeds are answers per second of processor time, in one process. *Simulation* plays on the bare loop, in which nothing
is checked, noted or kept. *Full service* plays a `Match`, in which every answer is checked, noted and logged and can be
undone.

A machine's speed can change within seconds. A slice of the loop is therefore timed before and after every slice of
play, and answers are compared with the rounds that the loop would have made in the same time; this ratio depends little
on when it is measured. In the same way, slices of another library's game can be played in turn with ours (`beside`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

from tutor.engine.core.asks import Chance
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match, Run, chance_at, rollout, stream, uniformly
from tutor.engine.core.table import Table
from tutor.engine.play.scene import Scene
from tutor.lab.beside import Play
from tutor.lab.simulate import counted

LOOPS = 400_000
"""Rounds of one slice of the reference loop."""
SLICE = 0.05
"""The least number of seconds of play between two slices of the reference loop."""
UNDO_AT = 200
"""Answers after which undo is timed."""
TRIES = 200
"""How often undo and fork are timed."""
SEARCHED = 50
"""How many games are searched for one that is long enough to time undo."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Answers per second of processor time, and what kinds of answers they were."""

    answers_per_second: float
    loops_per_second: float
    """Rounds of the reference loop per second, timed between the slices of play."""
    per_1000_loops: float
    """Answers in the time of 1,000 rounds of the reference loop: the quotient of the two."""
    games: int
    choices: int
    """Asks that seats answered, alone or together."""
    chance: int
    """Rolls, draws and shuffles."""
    beside_per_second: float | None = None
    """Decisions per second of the game that was played in turn with it; None without one."""

    @property
    def times_beside(self) -> float | None:
        """How many decisions are made here in the time of one decision of the other game."""
        return self.beside_per_second and self.answers_per_second / self.beside_per_second


@dataclass(frozen=True, slots=True)
class Bench:
    """The figures of one game."""

    game: str
    seats: int
    simulation: Speed
    full_service: Speed
    undo_at: int
    """After how many answers undo was timed."""
    undo_us: float
    """Median microseconds of one step of undo there."""
    undo_worst_us: float
    fork_us: float
    """Median microseconds of a fork there."""

    def data(self) -> dict[str, Any]:
        """All figures as plain data."""
        speeds = {
            mode: {**asdict(speed), "times_beside": speed.times_beside}
            for mode, speed in (("simulation", self.simulation), ("full_service", self.full_service))
        }
        return {**asdict(self), **speeds}


def reference() -> float:
    """Return the rounds per second of the reference loop; each is one multiplication, one addition and one mask."""
    begun, x = process_time(), 0
    for n in range(LOOPS):
        x = (x * 31 + n) & 0xFFFF
    return LOOPS / (process_time() - begun)


def bench(game: Game, seconds: float, scene: Scene | None = None, beside: Play | None = None) -> Bench:
    """Measure a game with its largest number of players, or from a scene's position on.

    Args:
        game: The game.
        seconds: For how long, at least, each of the two modes is played.
        scene: The position that every game begins in; its steps are not played.
        beside: Another game, which is played in turn with it for the same time.
    """
    setup = game.setup(game.seats[-1])

    def begin() -> Table:
        table: Table = scene.lay_out(game) if scene is not None else game.new(setup)
        return table

    match = long_match(game, begin)
    undo, fork = _times(match.undo, match.redo), _times(match.fork)
    return Bench(
        game.id,
        match.table.seats,
        _speed(lambda seed: _simulated(game, begin, seed), seconds, beside),
        _speed(lambda seed: _served(game, begin, seed), seconds, beside),
        len(match.log),
        median(undo),
        max(undo),
        median(fork),
    )


Played = tuple[float, int, int]
"""How many seconds a game took, and how many choices and chance asks it had."""


def _speed(play: Callable[[int], Played], seconds: float, beside: Play | None) -> Speed:
    """Play games in slices, each between two slices of the reference loop and followed by a slice of the other game."""
    play(0)
    other_spent, other_answers, other_games = 0.0, 0, 0
    spent, rounds, games, choices, chance = 0.0, 0.0, 0, 0, 0
    before = reference()
    while spent < seconds:
        played = 0.0
        while played < SLICE:
            games += 1
            took, chosen, chanced = play(games)
            played, choices, chance = played + took, choices + chosen, chance + chanced
        slice_ends = other_spent + played
        while beside is not None and other_spent < slice_ends:
            took, decisions = beside(other_games)
            other_spent, other_answers, other_games = other_spent + took, other_answers + decisions, other_games + 1
        after = reference()
        spent, rounds = spent + played, rounds + played * (before + after) / 2
        before = after
    answers = choices + chance
    other = other_answers / other_spent if other_spent else None
    return Speed(answers / spent, rounds / spent, 1000 * answers / rounds, games, choices, chance, other)


def _simulated(game: Game, begin: Callable[[], Table], seed: int) -> Played:
    table, random = begin(), stream(seed)
    choose = uniformly(random)
    begun = process_time()
    answers = rollout(game.rules, table, choose, random)
    took = process_time() - begun
    chosen = _choices_of(game, begin, seed)
    return took, chosen, answers - chosen


def _choices_of(game: Game, begin: Callable[[], Table], seed: int) -> int:
    """Play the same game again, untimed, to count the asks that seats answered."""
    run, random, asked = Run(game.rules, begin()), stream(seed), 0
    choose = uniformly(random)
    while run.ask is not None:
        asked += not isinstance(run.ask, Chance)
        run.send(run.ask.resolve(choose, random))
    return asked


def _served(game: Game, begin: Callable[[], Table], seed: int) -> Played:
    match, random = Match(game, begin(), seed), chance_at(seed, 0)
    choose = uniformly(random)
    begun = process_time()
    match.play(choose)
    took = process_time() - begun
    _, chance = counted(match)
    return took, len(match.log) - chance, chance


def long_match(game: Game, begin: Callable[[], Table]) -> Match:
    """Return a match with `UNDO_AT` answers that is not over, or the longest of the first `SEARCHED` games."""
    longest: Match | None = None
    for seed in range(SEARCHED):
        match = Match(game, begin(), seed)
        match.play(uniformly(chance_at(seed, 0)), until=lambda match: len(match.log) == UNDO_AT)
        if longest is None or len(match.log) > len(longest.log):
            longest = match
        if len(longest.log) == UNDO_AT and longest.ask is not None:
            break
    assert longest is not None
    return longest


def _times(act: Callable[[], object], back: Callable[[], object] = lambda: None) -> list[float]:
    """Return how many microseconds `act` took, each time; `back` takes back what it did."""
    times = []
    for _ in range(TRIES):
        begun = perf_counter()
        act()
        times.append((perf_counter() - begun) * 1e6)
        back()
    return times
