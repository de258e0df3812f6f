"""How games between bots end: how often each way comes about, who wins, and how long it takes.

Games are played on the bare loop, where nothing is checked or noted; every bot knows what its seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from tutor.engine.asks import Choose, Value
from tutor.engine.chance import Odds, interval
from tutor.engine.game import Bot, Game, Setup
from tutor.engine.match import chance_at, play_out
from tutor.lab.bots import SEAT_STRIDE


@dataclass
class Balance:
    """What came of many games."""

    names: tuple[str, ...]
    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    """How games ended, in the game's words."""
    measures: Counter[str] = field(default_factory=Counter)
    """By measure of the game, in how many games it holds for at least one seat between start and end."""
    wins: Counter[str] = field(default_factory=Counter)
    """Games won by player; a shared win counts for each."""
    unwon: int = 0
    """Games that nobody won."""
    answers: list[int] = field(default_factory=list)
    """By game, how many choices, rolls, draws and shuffles there were."""

    def share(self, games: int) -> Odds:
        """So many of the games as a share, with its 95 % interval."""
        return interval(games, self.games)

    def data(self) -> dict[str, Any]:
        """All figures as plain data; shares with their 95 % intervals."""
        return {
            "games": self.games,
            "ends": {end: self._share(n) for end, n in self.ends.most_common()},
            "measures": {id: self._share(n) for id, n in self.measures.items()},
            "wins": {name: self._share(self.wins[name]) for name in self.names},
            "unwon": self._share(self.unwon),
            "answers": {"least": min(self.answers), "median": median(self.answers), "most": max(self.answers)},
        }

    def _share(self, games: int) -> dict[str, float]:
        odds = self.share(games)
        return {"games": games, "share": float(odds.estimate), "low": float(odds.low), "high": float(odds.high)}


def balance(game: Game, setup: Setup, games: int, seed: int, bots: Sequence[Bot]) -> Balance:
    """Play games with seeds from `seed` upwards and return how they ended.

    Args:
        game: The game.
        setup: Players, readings, variants and cards.
        games: How many.
        seed: The first game's seed.
        bots: A bot for every seat.
    """
    found = Balance(setup.names)
    found.measures.update({measure.id: 0 for measure in game.measures})
    for n in range(seed, seed + games):
        before = game.new(setup)
        table = before.copy()
        found.answers.append(_play(game, table, n, bots))
        standing = game.standing(table)
        found.games += 1
        found.ends[standing.reason] += 1
        found.wins.update(setup.names[seat] for seat in standing.winners)
        found.unwon += not standing.winners
        for measure in game.measures:
            found.measures[measure.id] += any(measure.of(before, table, seat) for seat in range(table.seats))
    return found


def _play(game: Game, table: Any, seed: int, bots: Sequence[Bot]) -> int:
    """Play a table to its end and return how many answers that took; every seat has a source of chance of its own."""
    randoms = [chance_at(seed, SEAT_STRIDE * (seat + 1)) for seat in range(table.seats)]

    def choose(ask: Choose) -> Value:
        return bots[ask.seat](ask, lambda: game.position(table, ask.seat), randoms[ask.seat])

    return play_out(game.rules, table, choose, chance_at(seed, 0))
