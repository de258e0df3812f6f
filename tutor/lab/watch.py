"""What can be seen in one game besides its end: how many options there are, which decisions matter, and who leads.

The game is played as always. Its decisions are counted on the way, and afterwards some of them are tried out: every
option is played on from there to the end, again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tutor.engine.core.asks import Choose, Random, Value
from tutor.engine.core.game import Bot, Game, at_random
from tutor.engine.core.match import Run
from tutor.engine.core.table import Table
from tutor.lab.bots import LONGEST, Look, has_points

LOOKS = 4
"""How many decisions of a game are tried out by default."""
MOST_OPTIONS = 8
"""The largest number of options of a decision that are tried; if there are more, this many are drawn at random."""
TRIES = 8
"""How many games are played from each option to find the best and the worst."""
PAIRS = 40
"""How many further games are played from these two to find out how far apart they are."""
LEAD_GAMES = 20
"""How many games are played from a position to find out who leads, in a game without points on the way."""
SOURCES = 1000
"""The number of sources of chance that one decision may use."""

Seats = frozenset[int]


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen in one game."""

    options: tuple[int, ...]
    """How many options were open at each decision, in order."""
    turns: int
    """How often the decision passed to another player, including the first decision."""
    leads: tuple[tuple[int, Seats], ...]
    """Who led, by the number of the decision, counted from 0; several players if they were level."""
    winners: Seats
    tried: tuple[tuple[int, int], ...]
    """For each tried decision, in how many of `PAIRS` only the better option won, and in how many only the worse."""
    everybody: Seats

    @property
    def contested(self) -> bool:
        """Whether some won and others did not."""
        return bool(self.winners) and self.winners != self.everybody

    @property
    def lead_changes(self) -> int:
        """How often the lead passed from those who had it to others; the winners have it at the end."""
        changes, lead = 0, self.everybody
        for now in (*(lead for _, lead in self.leads), self.winners or self.everybody):
            changes += not lead & now
            lead = lead & now or now
        return changes

    @property
    def decided(self) -> float:
        """The share of decisions that came before the winners took the lead for good, with nobody else level."""
        since = len(self.options)
        for at, lead in reversed(self.leads):
            if not lead <= self.winners:
                break
            since = at
        return since / max(1, len(self.options))


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision, with a table between two agenda items and the answers since, from which to play on."""

    at: int
    seat: int
    values: Sequence[Value]
    table: Table
    answers: tuple[Any, ...]


class Watch:
    """Looks on while one game is played, and tries out some of its decisions."""

    def __init__(self, game: Game, bots: Sequence[Bot], source: Callable[[int], Random], looks: int) -> None:
        """Args: the game; one bot per seat; what makes sources of chance by number; how many decisions to try out."""
        self.game, self.source, self.looks = game, source, looks
        self.bots = [at_random if getattr(bot, "thinks", False) else bot for bot in bots]
        self.everybody = frozenset(range(len(bots)))
        self._points = has_points(game)
        self._random = source(1)
        self._options: list[int] = []
        self._turns, self._seat = 0, -1
        self._leads: list[tuple[int, Seats]] = []
        self._moments: list[Moment] = []
        self._choices = 0

    def asked(self, ask: Choose, table: Table, since: Callable[[], tuple[Table, tuple[Any, ...]]]) -> None:
        """Note a decision. Every decision with a choice has the same chance of being tried out."""
        at, values = len(self._options), ask.open()
        if self._points:
            self._leads.append((at, best(self.game.outcome(table).scores)))
        self._options.append(len(values))
        self._turns += ask.seat != self._seat
        self._seat = ask.seat
        if len(values) > 1:
            self._choices += 1
            place = len(self._moments) if len(self._moments) < self.looks else int(self._random() * self._choices)
            if place < self.looks:
                self._moments[place : place + 1] = [Moment(at, ask.seat, values, *since())]

    def ended(self, table: Table) -> Generator[None, None, Watched]:
        """Try out the decisions that were picked, with a rest after every game, and return everything that was seen.

        Raises:
            Exception: a rule's own errors as they are.
        """
        moments = sorted(self._moments, key=lambda moment: moment.at)
        if not self._points:
            for moment in moments:
                self._leads.append((moment.at, (yield from self._leaders(moment))))
        tried = []
        for moment in moments:
            tried.append((yield from self._try(moment)))
        return Watched(
            tuple(self._options),
            self._turns,
            tuple(self._leads),
            frozenset(self.game.outcome(table).winners),
            tuple(tried),
            self.everybody,
        )

    # -- playing on ------------------------------------------------------------------------------------------------

    def _try(self, moment: Moment) -> Generator[None, None, tuple[int, int]]:
        """Find the best and the worst option, and play pairs of further games to find out how far apart they are."""
        values = list(moment.values)
        pick = self._chance(moment, SOURCES - 1)
        while len(values) > MOST_OPTIONS:
            values.pop(int(pick() * len(values)))
        won = dict.fromkeys(values, 0)
        for value in values:
            for n in range(TRIES):
                won[value] += self._wins(moment, value, n)
                yield
        better = max(values, key=lambda value: won[value])
        worse = min(reversed(values), key=lambda value: won[value])
        pairs = []
        for n in range(TRIES, TRIES + PAIRS):
            pairs.append((self._wins(moment, better, n), self._wins(moment, worse, n)))
            yield
        return sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)

    def _wins(self, moment: Moment, value: Value, n: int) -> bool:
        """Whether the seat wins world number `n` with this option; the seat cannot tell that world from the true one.

        All options have the same worlds and begin with the same chance.
        """
        random = self._chance(moment, n)
        look = Look(self.game, moment.table, moment.seat, lambda: (moment.table, moment.answers))
        run = look.determinized(random).run
        assert run.ask is not None
        choose = self._chooser(run, random)
        run.send(run.ask.resolve(lambda part: value if part.seat == moment.seat else choose(part), random))
        return moment.seat in self._winners(run, random)

    def _leaders(self, moment: Moment) -> Generator[None, None, Seats]:
        """Return who leads: all who do not clearly win less often than somebody else if the position is played on."""
        ends = []
        for n in range(LEAD_GAMES):
            run = Run(self.game.rules, moment.table.copy())
            for answer in moment.answers:
                run.send(answer)
            ends.append(self._winners(run, self._chance(moment, TRIES + PAIRS + n)))
            yield
        return ahead(ends, self.everybody)

    def _winners(self, run: Run, random: Random) -> Seats:
        """Who wins when this is played on; nobody if it finds no end."""
        choose = self._chooser(run, random)
        for _ in range(LONGEST):
            if run.ask is None:
                return frozenset(self.game.outcome(run.table).winners)
            run.send(run.ask.resolve(choose, random))
        return frozenset()

    def _chooser(self, run: Run, random: Random) -> Callable[[Choose], Value]:
        def choose(ask: Choose) -> Value:
            seat: int = ask.seat
            return self.bots[seat](ask, Look(self.game, run.table, seat, lambda: (run.table, ())), random)

        return choose

    def _chance(self, moment: Moment, n: int) -> Random:
        return self.source((moment.at + 1) * SOURCES + n)


def best(points: Sequence[int]) -> Seats:
    """The seats with the most points."""
    return frozenset(seat for seat, n in enumerate(points) if n == max(points))


def ahead(ends: Sequence[Iterable[int]], seats: Seats) -> Seats:
    """Return the seats that do not clearly win less often than the seat that wins most often.

    Args:
        ends: The winners of each game.
        seats: All seats.
    """
    won = {seat: {n for n, winners in enumerate(ends) if seat in winners} for seat in seats}
    most = max(won.values(), key=len)

    def behind(wins: set[int]) -> bool:
        more, fewer = len(most - wins), len(wins - most)
        return (more - fewer) ** 2 > 4 * (more + fewer)  # two standard deviations of a difference of pairs

    return frozenset(seat for seat, wins in won.items() if not behind(wins))
