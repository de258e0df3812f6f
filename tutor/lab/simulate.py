"""Many games with bots: how they end, how long they take, which rules and ways of the turn they reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any

from tutor.engine.asks import Choose, Random, Value
from tutor.engine.chance import Odds, Policy, interval
from tutor.engine.files import BadInput
from tutor.engine.game import Bot, Game, Setup
from tutor.engine.match import Match, chance_at

RANDOM = "random"
"""The bot that every game has: any open option, all equally likely."""

VARIANT_SHARE = 1 / 3
"""How often a random set-up plays with each variant."""

SEAT_STRIDE = 1 << 32
"""Keeps the bots' sources of chance apart from each other and from the match's own."""


def at_random(ask: Choose, position: Any, random: Random) -> Value:
    """Answer with any open option, all equally likely."""
    values = ask.open()
    return values[int(random() * len(values))]


def bot(game: Game, name: str) -> Bot:
    """Return a game's bot by its name.

    Raises:
        BadInput: if the game has no such bot.
    """
    known: dict[str, Bot] = {RANDOM: at_random, **game.bots}
    if name not in known:
        raise BadInput("bots", name, f"no such bot of {game.title}; there are {', '.join(known)}")
    return known[name]


def seat_bots(game: Game, names: Sequence[str], seats: int) -> list[Bot]:
    """Return a bot for every seat: one name serves all, else there is one a seat.

    Raises:
        BadInput: if a name is unknown or their number does not fit.
    """
    if len(names) not in (1, seats):
        raise BadInput("bots", "", f"expected one name, or one for each of {seats} seats, got {len(names)}")
    return [bot(game, name) for name in (names if len(names) == seats else list(names) * seats)]


def policy(match: Match, bots: Sequence[Bot]) -> Policy:
    """Return a chooser that lets every seat's bot answer for it, knowing what the seat knows.

    Its choices depend on the match's seed and on how far it is, and on nothing else.
    """

    def choose(ask: Choose) -> Value:
        random = chance_at(match.seed, len(match.log) + SEAT_STRIDE * (ask.seat + 1))
        return bots[ask.seat](ask, lambda: match.game.position(match.table, ask.seat), random)

    return choose


def counted(match: Match) -> tuple[int, int]:
    """Return how many choices seats have made, and how many rolls, draws and shuffles there were.

    Answers given together count one a seat.
    """
    chances = sum(entry.seat is None and not entry.together for entry in match.log)
    return sum(len(entry.value) if entry.together else 1 for entry in match.log) - chances, chances


def any_setup(game: Game, seed: int) -> Setup:
    """Return a set-up by chance: any player count; the defaults for even seeds, else any readings and variants."""
    random = chance_at(seed, -2)
    readings: dict[str, str] = {}
    variants: list[str] = []
    if seed % 2:
        readings = {e.id: e.options[int(random() * len(e.options))].id for e in game.book if e.options}
        variants = [variant for variant in game.variants if random() < VARIANT_SHARE]
    counts = game.seat_counts(readings, variants)
    return game.setup(counts[int(random() * len(counts))], readings, variants)


@dataclass
class Tally:
    """What came of many games."""

    names: tuple[str, ...]
    games: int = 0
    choices: list[int] = field(default_factory=list)
    """By game, how many choices seats made; answers given together count one a seat."""
    chances: list[int] = field(default_factory=list)
    """By game, how many rolls, draws and shuffles there were."""
    wins: Counter[str] = field(default_factory=Counter)
    """Games won by player, shared wins counted for each."""
    unwon: int = 0
    """Games that nobody won."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How games ended, in the game's words."""
    points: Counter[str] = field(default_factory=Counter)
    """Points of all games by player."""
    reached: Counter[str] = field(default_factory=Counter)
    """In how many games a rule was asked by, noted or entered."""
    walked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often a game went from one node of the turn's flow graph to another."""

    def add(self, match: Match, reached: set[str]) -> None:
        """Count a game that is over."""
        names, standing = match.table.names, match.game.standing(match.table)
        choices, chances = counted(match)
        self.games += 1
        self.choices.append(choices)
        self.chances.append(chances)
        self.wins.update(names[seat] for seat in standing.winners)
        self.unwon += not standing.winners
        self.reasons[standing.reason] += 1
        self.points.update(dict(zip(names, standing.scores, strict=False)))
        self.reached.update(reached)
        self.walked.update(pairwise(match.steps))

    def share_of(self, name: str) -> Odds:
        """The share of games that a player won, with its 95 % interval."""
        return interval(self.wins[name], self.games)

    def data(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "games": self.games,
            "choices": _spread(self.choices),
            "chance": _spread(self.chances),
            "wins": {name: _share(self.share_of(name)) for name in self.names},
            "unwon": self.unwon,
            "points": {name: self.points[name] / self.games for name in self.names},
            "ends": dict(self.reasons.most_common()),
            "reached": dict(sorted(self.reached.items())),
            "walked": [[*edge, n] for edge, n in sorted(self.walked.items())],
        }


def simulate(game: Game, setup: Setup, games: int, seed: int, bots: Sequence[Bot], entered: bool = False) -> Tally:
    """Play games with seeds from `seed` upwards and return what came of them.

    Args:
        game: The game.
        setup: Players, readings, variants and cards.
        games: How many.
        seed: The first game's seed.
        bots: A bot for every seat.
        entered: Count rules that were entered as reached too, not only those that asked or were noted: slower.
    """
    tally = Tally(setup.names)
    for n in range(games):
        reached: set[str] = set()
        with game.rules.entered(reached.add) if entered else nullcontext():
            match = Match(game, game.new(setup), seed + n)
            match.play(policy(match, bots))
        reached |= {entry.rule for entry in match.log}
        reached |= {id for note in match.notes for id in note.rules.split()}
        tally.add(match, reached)
    return tally


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    return {"least": min(numbers), "median": median(numbers), "most": max(numbers), "all": sum(numbers)}


def _share(odds: Odds) -> dict[str, float]:
    return {"share": float(odds.estimate), "low": float(odds.low), "high": float(odds.high)}
