"""Looking for what a book does not cover: dead ends, questions without an answer, endless games, crashes, gaps.

Games are played at random, from random setups (players, readings, variants, numbers); guided games prefer moves after
which rules come up that have seldom come up before. Every finding is a record that leads there again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tutor.engine.core.asks import Chance, Choose, Random, Together, Value
from tutor.engine.core.game import Game
from tutor.engine.core.match import Match, chance_at
from tutor.engine.play.expecting import choices
from tutor.engine.play.record import digest, save
from tutor.lab.setups import any_setup

CRASH, DEAD_END, NO_OPTION, LOOP, ENDLESS = "crash", "dead end", "no legal option", "loop", "endless"
KINDS = {
    CRASH: "a rule failed with an error",
    DEAD_END: "the game stopped although it is not over",
    NO_OPTION: "somebody is asked, but nothing is open",
    LOOP: "the table came back to the same position again and again",
    ENDLESS: "the game did not come to an end",
}
"""What can be found."""

LONGEST = 5_000
"""Answers after which a game counts as endless."""
AGAIN = 40
"""How often the same position between two agenda items may come back before the game counts as a loop."""
LOOKED_AHEAD = 6
"""The largest number of moves that a guided game tries out at a question."""
GUIDED = 0.2
"""How often a guided game tries moves out instead of taking one at random."""
ASKED_WHY = 0.2
"""At what share of questions the reasons against closed options are worked out."""
SEATS_AT = 1 << 32
"""The first number of the guide's source of chance."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the book, or its rules here, do not cover."""

    kind: str
    """One of `KINDS`."""
    seed: int
    """The seed of the game in which it came up."""
    where: str
    """The rules in force, outermost first."""
    told: str
    """A description of what happened, in one line."""
    record: str
    """The game up to this place, as a record."""


@dataclass
class Explored:
    """The result of an exploration."""

    game: Game
    games: int = 0
    findings: list[Finding] = field(default_factory=list)
    """One finding of each kind and place."""
    often: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each kind came up at a place, including findings without a record of their own."""
    reached: Counter[str] = field(default_factory=Counter)
    """The number of games in which each rule came up."""

    @property
    def unreached(self) -> list[str]:
        """The rules that can be enforced and never came up, in the book's order."""
        return [
            entry.id
            for entry in self.game.book
            if entry.enforceable and not entry.not_enforced and not entry.by_construction and not self.reached[entry.id]
        ]

    def add(self, finding: Finding) -> None:
        """Count a finding; the first of its kind and place is kept."""
        key = finding.kind, f"{finding.where} {finding.told if finding.kind == CRASH else ''}"
        if key not in self.often:
            self.findings.append(finding)
        self.often[key] += 1


def explore(
    game: Game,
    games: int,
    seed: int = 0,
    guided: bool = True,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Explored:
    """Play games and return the findings.

    Args:
        game: The game.
        games: How many.
        seed: The seed of the first.
        guided: Lead every second game towards rules that have seldom come up.
        progress: Called after every game.
        cancelled: Called before every game; true stops the exploration.
    """
    found = Explored(game)
    for n in range(seed, seed + games):
        if cancelled():
            break
        _Walk(found, n, guided and bool(n % 2)).run()
        found.games += 1
        if progress is not None:
            progress(found.games, games)
    return found


class _Walk:
    """Plays one game and looks for findings."""

    def __init__(self, found: Explored, seed: int, guided: bool) -> None:
        self.found = found
        self.seed = seed
        self.guided = guided
        self.random = chance_at(seed, SEATS_AT)
        self.met: set[str] = set()
        self.noted = 0
        self.been: Counter[str] = Counter()
        self.match: Match | None = None

    def run(self) -> None:
        game = self.found.game
        with game.rules.entered(self.met.add):
            try:
                self.match = Match(game, game.new(any_setup(game, self.seed // 2)), self.seed)
                while (kind := self._stuck()) is None:
                    self._step(self.match)
            except Exception as error:  # the search is for whatever a rule raises
                self._report(CRASH, f"{type(error).__name__}: {error}", game.rules.broken(error))
            else:
                if kind:
                    self._report(kind, KINDS[kind])
        self.found.reached.update(self.met)

    def _stuck(self) -> str | None:
        """Say what is wrong here; an empty text if the game is over properly, None if it goes on."""
        match = self.match
        assert match is not None
        ask = match.ask
        if ask is None:
            return "" if match.game.outcome(match.table).over else DEAD_END
        if any(not part.open() for part in choices(ask)):
            return NO_OPTION
        if len(match.log) >= LONGEST:
            return ENDLESS
        table, since = match.since_checkpoint()
        if not since and match.log:
            position = digest(table)
            self.been[position] += 1
            if self.been[position] > AGAIN:
                return LOOP
        return None

    def _step(self, match: Match) -> None:
        ask = match.ask
        assert ask is not None
        self.met.update([ask.rule, *(part.rule for part in choices(ask))])
        if self.random() < ASKED_WHY:
            reasons = [reason for part in choices(ask) for option in part.options() for reason in option.refusals]
            self.met.update(reason.rule for reason in reasons)
        if isinstance(ask, Chance):
            match.answer_by_chance()
        else:
            for part in choices(ask):
                match.answer(self._move(match, part), part.seat)
        for note in match.notes[self.noted :]:
            self.met.update(note.rules.split())
        self.noted = len(match.notes)

    def _move(self, match: Match, ask: Choose) -> Value:
        values = ask.open()
        if not self.guided or len(values) == 1 or isinstance(match.ask, Together) or self.random() >= GUIDED:
            return values[int(self.random() * len(values))]
        some = picked(values, LOOKED_AHEAD, self.random)
        return max(some, key=lambda value: self._news(match, value))

    def _news(self, match: Match, value: Value) -> float:
        """How rarely the rules after a move have come up so far; rules that this game has already met do not count."""
        before = frozenset(self.met)
        try:
            tried = match.fork(value)
            while isinstance(tried.ask, Chance):
                tried.answer_by_chance()
        finally:
            new = self.met - before
            self.met &= before
        new |= {id for note in tried.notes[len(match.notes) :] for id in note.rules.split()} - before
        new |= {part.rule for part in choices(tried.ask)} - before
        return sum(1 / (1 + self.found.reached[id]) for id in new)

    def _report(self, kind: str, told: str, broken: tuple[str, ...] = ()) -> None:
        match = self.match
        where = " > ".join(broken or match.trail) if match else "setup"
        self.found.add(Finding(kind, self.seed, where, told, save(match) if match else ""))


def picked(values: Sequence[Value], n: int, random: Random) -> list[Value]:
    """Return at most `n` of the values, chosen at random."""
    left = list(values)
    return [left.pop(int(random() * len(left))) for _ in range(min(n, len(left)))]
