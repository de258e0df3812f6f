"""Drills made by the engine: a position of a random game, some moves that are open there, and one that is refused.

Nothing is invented: the moves are those that the rules offer a seat, open and closed, and the drill shows what that
seat sees. A drill depends only on the game, the seed and the requested rule, so a link always leads to the same drill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from typing import TypeVar

from tutor.engine.core.asks import Chance, Choose, Option, Random
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match, chance_at, uniformly
from tutor.engine.play.expecting import choices
from tutor.lessons.shelf import related

POSITIONS = 400
"""How many positions are searched for a drill on any rule."""

MOST_POSITIONS = 2000
"""How many positions are searched for a drill on one rule, which takes about half a second."""

ENOUGH = 6
"""How many suitable positions are collected before one of them is chosen."""

LONGEST_GAME = 250
"""The number of answers after which the search goes on with another random game."""

OPEN_MOVES = 3
REASONS = 4
"""The number of rules to choose from when the drill asks for the reason."""

T = TypeVar("T")


@dataclass(frozen=True)
class Drill:
    """Some moves in a position of a random game, one of which is refused."""

    game: Game
    seed: int
    match: Match
    seat: int
    moves: tuple[Option, ...]
    """The moves, in the order in which the rules offer them; exactly one of them is closed."""
    labels: tuple[str, ...]
    """The moves in words, all different."""
    reasons: tuple[str, ...]
    """The rules to choose from for the reason, in the book's order, including those that the refusal names."""

    @property
    def ask(self) -> Choose:
        """What the seat is asked here."""
        ask = self.match.asked(self.seat)
        assert ask is not None, "only a question can become a drill"
        return ask

    @property
    def illegal(self) -> int:
        """Which of the moves is refused."""
        return next(n for n, move in enumerate(self.moves) if move.refusals)

    @property
    def broken(self) -> tuple[str, ...]:
        """The rules that refuse it."""
        return tuple(dict.fromkeys(refusal.rule for refusal in self.moves[self.illegal].refusals))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question with enough open moves and at least one closed move."""

    match: Match
    seat: int
    options: Mapping[str, Option]
    """The options by their words."""

    def broken(self) -> set[str]:
        """All rules that refuse something here."""
        return {refusal.rule for option in self.options.values() for refusal in option.refusals}


def drill(game: Game, seed: int, rule: str = "") -> Drill | None:
    """Make a drill.

    Args:
        game: The game.
        seed: Decides everything that is left to chance; the same seed makes the same drill.
        rule: The rule that must refuse the illegal move; if empty, any rule may refuse it.

    Returns:
        The drill, or None if no position was found in which the rule refuses a move and three others are open.
    """
    return _made(_Key(game, seed, rule))


class _Key:
    """The game's id, the seed and the rule as a key for the cache, because a game cannot be a key."""

    def __init__(self, game: Game, seed: int, rule: str) -> None:
        self.game, self.seed, self.rule = game, seed, rule
        self.key = (game.id, str(game.folder), seed, rule)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=64)
def _made(key: _Key) -> Drill | None:
    game, seed, rule = key.game, key.seed, key.rule
    random = chance_at(seed, 0)
    found, refusers = _search(game, seed, rule)
    if not found:
        return None
    wanted = rule or _one(sorted(found), random)
    place = _one(found[wanted], random)
    options = list(place.options.values())
    closed = [option for option in options if any(r.rule == wanted for r in option.refusals)]
    illegal = _one([o for o in closed if o.refusals[0].rule == wanted] or closed, random)
    opened = _some([option for option in options if not option.refusals], OPEN_MOVES, random)
    moves = {words: option for words, option in place.options.items() if option is illegal or option in opened}
    reasons = _reasons(game, illegal, refusers, random)
    return Drill(game, seed, place.match, place.seat, tuple(moves.values()), tuple(moves.keys()), reasons)


def _search(game: Game, seed: int, rule: str) -> tuple[dict[str, list[Candidate]], set[str]]:
    """Return positions by the rule that refuses a move there, and all rules that refused a move on the way."""
    found: dict[str, list[Candidate]] = {}
    refusers: set[str] = set()
    for place in islice(_places(game, seed), MOST_POSITIONS if rule else POSITIONS):
        if place is None:
            continue
        broken = place.broken()
        refusers |= broken
        for id in sorted(broken & {rule} if rule else broken):
            if len(found.setdefault(id, [])) < ENOUGH:
                found[id].append(Candidate(place.match.fork(), place.seat, place.options))
        if len(found.get(rule, ())) >= ENOUGH:
            break
    return found, refusers


def _places(game: Game, seed: int) -> Iterator[Candidate | None]:
    """For every question of endless random games, yield a candidate for a drill, or None if it makes none."""
    for k in count():
        match = _begun(game, seed, k)
        for asked in _questions(match, k):
            yield _drillable(match, asked)


def _begun(game: Game, seed: int, k: int) -> Match:
    """Return random game number `k`, which has few seats and the default readings."""
    seats = game.seats[k % min(3, len(game.seats))]
    number = int(chance_at(seed, k)() * (1 << 31))
    return Match(game, game.new(game.setup(seats)), number)


def _questions(match: Match, k: int) -> Iterator[Choose]:
    """Play a game, by chance or by one of its bots, and stop at every choice of a seat."""
    bots = list(match.game.bots.values())
    bot = bots[(k // 2) % len(bots)] if bots and k % 2 else None
    while (ask := match.ask) is not None and len(match.log) < LONGEST_GAME:
        random = chance_at(match.seed, len(match.log))
        if isinstance(ask, Chance):
            match.answer_by_chance()
            continue
        yield from choices(ask)
        if bot is None:
            match.answer(ask.resolve(uniformly(random), random))
        else:
            match.answer(ask.resolve(lambda part: bot(part, lambda: _known(match, part.seat), random), random))  # noqa: B023


def _known(match: Match, seat: int) -> dict[str, object]:
    return match.game.position(match.table, seat)


def _drillable(match: Match, ask: Choose) -> Candidate | None:
    """Return a candidate if a question has enough open moves and a closed one, all worded differently; else None."""
    offered = ask.options()
    alike = Counter(option.label for option in offered)
    options: dict[str, Option] = {}
    for option in offered:
        words = option.label if alike[option.label] == 1 else f"{option.group}: {option.label}"
        options.setdefault(words, option)
    shut = sum(bool(option.refusals) for option in options.values())
    if not shut or len(options) - shut < OPEN_MOVES:
        return None
    return Candidate(match, ask.seat, options)


def _reasons(game: Game, illegal: Option, refusers: set[str], random: Random) -> tuple[str, ...]:
    """The rules that refuse a move, and others that do not.

    The others are rules that refuse other moves in such games. Because the engine names every reason, a rule that it
    does not name has nothing against this move.
    """
    broken = list(dict.fromkeys(refusal.rule for refusal in illegal.refusals))[: REASONS - 1]
    others = [id for id in game.book.entries if id in refusers and id not in {r.rule for r in illegal.refusals}]
    near = [id for id in others if game.book[id].section == game.book[broken[0]].section]
    chosen = _some(near, 1, random)
    chosen += _some([id for id in others if id not in chosen], REASONS - len(broken) - len(chosen), random)
    if not chosen:  # only one rule of this game ever refuses a move
        chosen = [entry.id for entry in related(game.book, broken[0], REASONS - 1)]
    return tuple(id for id in game.book.entries if id in (*broken, *chosen))


def _one(values: Sequence[T], random: Random) -> T:
    return values[int(random() * len(values))]


def _some(values: Sequence[T], n: int, random: Random) -> list[T]:
    """Return up to `n` of the values, in their order."""
    chosen = sorted(sorted(range(len(values)), key=lambda _: random())[:n])
    return [values[k] for k in chosen]


# -- what is refused most ------------------------------------------------------------------------------------------


def most_refused(game: Game) -> list[str]:
    """Return the rules that refuse something in positions of random games, the most frequent first."""
    if game.folder not in _COUNTED:
        met: Counter[str] = Counter()
        for place in islice(_places(game, 0), POSITIONS):
            if place is not None:
                met.update(place.broken())
        _COUNTED[game.folder] = sorted(met, key=lambda id: (-met[id], id))
    return _COUNTED[game.folder]


_COUNTED: dict[Path, list[str]] = {}
