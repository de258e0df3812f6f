"""Odds: exact by walking every outcome of chance, or sampled if there are too many; and perft for small positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from tutor.engine.core.asks import Chance, Choose, Rule, Together, Value
from tutor.engine.core.match import Match, Run, chance_at, no_chance, uniformly
from tutor.engine.core.rules import Rules
from tutor.engine.core.table import Table

Policy = Callable[[Choose], Value]
"""Decides for the seats while odds are worked out."""

Event = Callable[[Table], bool]
"""Whether something has come about on a table."""

LEAST = Fraction(1, 10**6)
"""An exact walk does not explore branches less likely than this, and reports their probability."""

WIDEST = 20_000
"""The number of positions after which an exact walk gives up, and the odds are sampled instead."""

SAMPLES = 4_000
"""The number of playthroughs for a sampled estimate."""

Z_95 = 1.959964
"""Standard deviations on each side of a 95% interval."""


@dataclass(frozen=True, slots=True, repr=False)
class Odds:
    """The chance that something happens."""

    low: Fraction
    """The chance is at least this: for exact odds the probability found, otherwise the lower end of a 95% interval."""
    high: Fraction
    """The chance is at most this; equal to `low` if everything was explored."""
    exact: bool
    samples: int = 0
    """How many playthroughs a sampled estimate is based on."""
    hits: int = 0

    @property
    def estimate(self) -> Fraction:
        """The chance itself if it is exact, otherwise the best single figure."""
        return Fraction(self.hits, self.samples) if self.samples else (self.low + self.high) / 2

    @property
    def unexplored(self) -> Fraction:
        """The probability of the branches that an exact walk left out."""
        return self.high - self.low if self.exact else Fraction(0)

    def __repr__(self) -> str:
        return f"<odds {self}>"

    def __str__(self) -> str:
        if self.samples:
            return f"{float(self.estimate):.2%} ({float(self.low):.2%} to {float(self.high):.2%}, {self.samples} tries)"
        if self.low == self.high:
            return f"{self.low} = {float(self.low):.2%}"
        return f"{float(self.low):.4%} to {float(self.high):.4%}"


class TooWide(Exception):
    """An exact walk would look at more positions than allowed."""


Determinize = Callable[[Table], Rule[None]]
"""A rule that deals again what somebody cannot know about a table (`Game.determinize`, for one seat)."""


class Line:
    """A position on a walk: a table between two agenda items, and the answers given since.

    The asks of `determinize`, if any, come after the first `given` answers; chance then produces every possible table.
    """

    __slots__ = ("_begun", "_dealing", "_items", "answers", "ask", "determinize", "given", "played", "run", "table")

    def __init__(
        self,
        rules: Rules,
        table: Table,
        answers: tuple[Any, ...] = (),
        given: int | None = None,
        determinize: Determinize | None = None,
    ) -> None:
        self.table = table
        self.answers = answers
        self.given = len(answers) if given is None else given
        self.determinize = determinize
        self._items = 0
        self.run = Run(rules, table.copy(), self._count)
        for answer in answers[: self.given]:
            self.run.send(answer)
        self._begun = self._items
        self.played = 0
        """How many answers were given after what `determinize` dealt."""
        self._dealing = determinize(self.run.table) if determinize else None
        self.ask = self.run.ask
        if self._dealing is not None:
            self._deal(None)
        for answer in answers[self.given :]:
            self.advance(answer)

    def _count(self) -> None:
        self._items += 1

    @property
    def done(self) -> bool:
        """Whether the agenda item that was running has ended, or the game is over."""
        return self._items > self._begun or self.ask is None

    @property
    def determinizing(self) -> bool:
        """Whether what cannot be known is still being dealt again."""
        return self._dealing is not None

    def advance(self, answer: Any) -> None:
        """Go one answer further in place."""
        if self._dealing is not None:
            self._deal(answer)
        else:
            self.played += 1
            self.run.send(answer)
            self.ask = self.run.ask

    def _deal(self, answer: Any) -> None:
        assert self._dealing is not None
        try:
            self.ask = self._dealing.send(answer)
        except StopIteration:
            self._dealing = None
            self.ask = self.run.ask
            if self.ask is not None:
                self.ask.renew()

    def then(self, *answers: Any) -> Line:
        """The position after more answers; this one does not change."""
        return Line(self.run.rules, self.table, self.answers + answers, self.given, self.determinize)


def line_of(match: Match, seat: int | None = None) -> Line:
    """Return the position of a match, as it is or as far as `seat` knows it."""
    table, answers = match.since_checkpoint()
    determinize = None if seat is None else lambda table: match.game.determinize(table, seat)
    return Line(match.game.rules, table, answers, determinize=determinize)


Stop = Callable[[Line], bool]
"""Says when odds are read off; called before every ask."""


def at_next_choice(line: Line) -> bool:
    """Stop when a seat has to decide, or the running agenda item has ended."""
    return line.done or not isinstance(line.ask, Chance)


def at_choice_after_playing(line: Line) -> bool:
    """Stop when a seat has to decide for the second time, or the running agenda item has ended."""
    return line.done or (line.played > 0 and not isinstance(line.ask, Chance))


def exact_odds(
    line: Line,
    events: Mapping[str, Event],
    stop: Stop = at_next_choice,
    policy: Policy | None = None,
    least: Fraction = LEAST,
    widest: int = WIDEST,
) -> dict[str, Odds]:
    """Walk every outcome of chance and return the chance of each event.

    Args:
        line: The position to start from.
        events: What to look for, tested on the table where `stop` says so.
        stop: When to look.
        policy: Decides for the seats that are asked on the way; needed unless `stop` stops at every choice.
        least: Branches less likely than this stay unexplored.
        widest: How many positions may be looked at.

    Raises:
        TooWide: if there are more positions.
    """
    hits = dict.fromkeys(events, Fraction(0))
    unexplored = Fraction(0)
    looked = 0
    open_lines: list[tuple[Line, Fraction]] = [(line, Fraction(1))]
    while open_lines:
        here, p = open_lines.pop()
        looked += 1
        ask = here.ask
        if stop(here) or ask is None:
            for name, event in events.items():
                if event(here.run.table):
                    hits[name] += p
        elif p < least:
            unexplored += p
        elif isinstance(ask, Chance):
            if looked + len(open_lines) + ask.count() > widest:
                raise TooWide
            open_lines += [(here.then(outcome), p * q) for outcome, q in ask.outcomes()]
        else:
            open_lines.append((here.then(_decided(ask, policy)), p))
    return {name: Odds(p, p + unexplored, exact=True) for name, p in hits.items()}


def _decided(ask: Any, policy: Policy | None) -> Any:
    if policy is None:
        raise ValueError(f"a seat is asked {ask.rule} on the way; say how it decides")
    return ask.resolve(policy, no_chance)


def sampled_odds(
    line: Line,
    events: Mapping[str, Event],
    stop: Stop = at_next_choice,
    policy: Policy | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
) -> dict[str, Odds]:
    """Play on many times and return the share of each event with its 95% interval (Wilson's).

    Args:
        line: The position to start from.
        events: What to look for.
        stop: When to look.
        policy: Decides for the seats; if None, any open option is chosen at random.
        samples: How many times to play on.
        seed: Decides everything left to chance.
    """
    hits = Counter[str]()
    for n in range(samples):
        random = chance_at(seed, n)
        choose = policy or uniformly(random)
        here = line.then()
        while here.ask is not None and not stop(here):
            here.advance(here.ask.resolve(choose, random))
        hits.update(name for name, event in events.items() if event(here.run.table))
    return {name: interval(hits[name], samples) for name in events}


def interval(hits: int, samples: int) -> Odds:
    """Return the share `hits` of `samples` with its 95% interval (Wilson 1927); `samples` must not be 0."""
    share, z2 = hits / samples, Z_95 * Z_95
    middle = (share + z2 / (2 * samples)) / (1 + z2 / samples)
    half = Z_95 * sqrt(share * (1 - share) / samples + z2 / (4 * samples * samples)) / (1 + z2 / samples)
    low = Fraction(middle - half).limit_denominator(10**9)
    high = Fraction(middle + half).limit_denominator(10**9)
    return Odds(low, high, exact=False, samples=samples, hits=hits)


def odds(
    line: Line,
    events: Mapping[str, Event],
    stop: Stop = at_next_choice,
    policy: Policy | None = None,
    widest: int = WIDEST,
    samples: int = SAMPLES,
) -> dict[str, Odds]:
    """Return the chance of each event, exact if a walk of `widest` positions is enough, otherwise sampled."""
    try:
        return exact_odds(line, events, stop, policy, widest=widest)
    except TooWide:
        return sampled_odds(line, events, stop, policy, samples)


def odds_of_answer(
    line: Line, value: Value, events: Mapping[str, Event], widest: int = WIDEST, samples: int = SAMPLES
) -> dict[str, Odds]:
    """Return the chance of each event after the pending choice is answered with `value` and chance has answered."""
    return odds(line, events, at_choice_after_playing, lambda ask: value, widest, samples)


def perft(line: Line, depth: int) -> Counter[str]:
    """Count what can be reached within `depth` answers: choices, chance asks, ends, and positions cut off there.

    These counts check the rules on a small position, as perft does in chess.
    """
    ask = line.ask
    if ask is None:
        return Counter(end=1)
    if depth == 0:
        return Counter(cut=1)
    found = Counter(chance=1) if isinstance(ask, Chance) else Counter(choice=1)
    for answer in _answers(ask):
        found += perft(line.then(answer), depth - 1)
    return found


def _answers(ask: Any) -> Sequence[Any]:
    if isinstance(ask, Chance):
        return [outcome for outcome, _ in ask.outcomes()]
    if isinstance(ask, Together):
        together: list[tuple[Value, ...]] = [()]
        for part in ask.asks:
            together = [(*before, value) for before in together for value in part.open()]
        return together
    assert isinstance(ask, Choose)
    return list(ask.open())
