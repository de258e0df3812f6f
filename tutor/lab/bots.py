"""The simple players that every game has, beside the game's own, and how a bot is named and called.

A bot gets the question, a `Look` and a source of chance, and returns an open value. It knows what its seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tutor.engine.asks import Choose, Random, Value
from tutor.engine.chance import Policy
from tutor.engine.files import BadInput
from tutor.engine.game import Bot, Game
from tutor.engine.match import Match, chance_at

RANDOM = "random"
"""The bot that every game has: any open option, all equally likely."""

OWN = "own"
"""The first of the game's own bots, the random one where it has none."""

SEAT_STRIDE = 1 << 32
"""Keeps the bots' sources of chance apart from each other and from the match's own."""


def at_random(ask: Choose, look: Callable[[], Any], random: Random) -> Value:
    """Answer with any open option, all equally likely."""
    values = ask.open()
    return values[int(random() * len(values))]


def bot(game: Game, name: str) -> Bot:
    """Return a bot by its name.

    Raises:
        BadInput: if the game has no such bot.
    """
    known: dict[str, Bot] = {RANDOM: at_random, OWN: next(iter(game.bots.values()), at_random), **game.bots}
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
