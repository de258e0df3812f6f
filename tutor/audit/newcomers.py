"""How well the index of a game teaches those who play: `python -m tutor.audit.newcomers GAME --games 51`.

Bots play series of three games. One seat in each series belongs to a newcomer, who knows no rule before the first game
and is told about at most one rule at each decision, as at the practice table. The report counts the introductions in
each game, and the rules that a decision needed before the newcomer had been told about them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tutor.engine.book.rulebook import Rulebook
from tutor.engine.core.asks import Choose, Value
from tutor.engine.core.game import Game, bots_of, find_game, games
from tutor.engine.core.match import Match, chance_at
from tutor.engine.play.expecting import choices
from tutor.lessons.introducing import Backlog, Decision, decided_by, introductions, is_met, telling

ROW = 3
"""Games that a newcomer plays."""

FIRST, LATER = range(15, 41), range(5)
"""How many introductions the first game and the third should have."""


@dataclass
class Newcomer:
    """Somebody who learns a game by playing it."""

    met: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)
    """The rules that the newcomer was told about in the current game, in order."""
    backlog: Backlog = field(default_factory=Backlog)
    """What the newcomer has heard in the current game."""
    decisions: int = 0
    asked_early: Counter[str] = field(default_factory=Counter)
    """Rules whose question was asked, or whose kind of move was open, while another rule was explained."""
    refused_early: Counter[str] = field(default_factory=Counter)
    """Rules that closed a move before the newcomer had been told about them."""

    def decide(self, decision: Decision) -> None:
        """Come to a decision: learn a rule, if one is due, and note what is needed but still unknown."""
        self.decisions += 1
        entry = self.backlog.due(decision, self.met)
        if entry is not None:
            self.met.add(entry.id)
            self.told.append(entry.id)
        match, ask = decision.match, decision.ask
        self.asked_early.update(self._unknown(match, decision.needed()))
        if isinstance(ask, Choose):
            refused = (refusal.rule for option in ask.options() for refusal in option.refusals)
            self.refused_early.update(self._unknown(match, refused))

    def _unknown(self, match: Match, rules: Iterator[str]) -> set[str]:
        """The rules that the newcomer has not been told about yet, each as the rule whose intro explains it."""
        book, variants = match.game.book, match.table.variants
        tellers = {rule: telling(book, rule, variants) for rule in rules}
        return {entry.id for rule, entry in tellers.items() if entry is not None and not is_met(book, rule, self.met)}


@dataclass(frozen=True)
class Report:
    """The results of a game's newcomers."""

    book: Rulebook
    introductions: tuple[tuple[int, ...], ...]
    """How many introductions each game had, series by series."""
    decisions: int
    asked_early: Counter[str]
    refused_early: Counter[str]
    told: Counter[str]
    """In how many series a rule was explained."""

    def mean(self, n: int) -> float:
        """How many introductions game `n` of a series had, on average."""
        return sum(row[n] for row in self.introductions) / len(self.introductions)

    def lines(self) -> Iterator[str]:
        """The report, line by line."""
        for n in range(ROW):
            found = [row[n] for row in self.introductions]
            aim = {0: f"aim {FIRST[0]} to {FIRST[-1]}", ROW - 1: f"aim under {LATER.stop}"}.get(n, "")
            yield f"  game {n + 1}: {self.mean(n):.1f} introductions, {min(found)} to {max(found)} {aim and f'({aim})'}"
        yield f"  {self.decisions} decisions; rules that asked before they were explained: {_most(self.asked_early)}"
        yield f"  rules that refused before they were explained: {_most(self.refused_early)}"
        never = [entry.id for entry in introductions(self.book) if entry.id not in self.told]
        yield f"  rules that were never explained: {', '.join(never) or 'none'}"


def _most(counted: Counter[str]) -> str:
    return f"{counted.total()} ({', '.join(f'{id} {n}' for id, n in counted.most_common(12))})" if counted else "none"


def play(game: Game, seed: int, players: int, newcomer: Newcomer, seat: int) -> None:
    """Play a game with a newcomer in one seat; the first of the game's bots decides for everybody."""
    match = Match(game, game.new(game.setup(players)), seed)
    bot = next(iter(bots_of(game).values()))
    newcomer.told, newcomer.backlog = [], Backlog()
    heard = 0

    def choose(ask: Choose) -> Value:
        look = lambda: game.position(match.table, ask.seat)  # noqa: E731
        return bot(ask, look, chance_at(seed + 1, len(match.log)))

    while (ask := match.ask) is not None:
        decided = decided_by(match, seat)
        if decided is not None:
            newcomer.decide(Decision(match, decided, seat, match.notes[heard:]))
            heard = len(match.notes)
        if not choices(ask):
            match.answer_by_chance()
        else:
            match.answer(ask.resolve(choose, chance_at(seed, len(match.log))))


def survey(game: Game, number: int, seed: int = 1) -> Report:
    """Play `number` games, rounded up to whole series; player counts and seats take turns from series to series."""
    rows: list[tuple[int, ...]] = []
    decisions, asked, refused, told = 0, Counter[str](), Counter[str](), Counter[str]()
    for row in range(-(-number // ROW)):
        newcomer, counts = Newcomer(), list[int]()
        players = game.seats[row % len(game.seats)]
        for n in range(ROW):
            play(game, seed + ROW * row + n, players, newcomer, row % players)
            counts.append(len(newcomer.told))
        rows.append(tuple(counts))
        decisions += newcomer.decisions
        asked += newcomer.asked_early
        refused += newcomer.refused_early
        told.update(newcomer.met)
    return Report(game.book, tuple(rows), decisions, asked, refused, told)


def main(arguments: list[str]) -> int:
    """Print how well the named games, or all games, teach those who play them."""
    parser = argparse.ArgumentParser(prog="python -m tutor.audit.newcomers", description=__doc__)
    parser.add_argument("game", nargs="*", help="games; by default, all games")
    parser.add_argument("--games", type=int, default=51, help="how many games to play of each")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    for game in [find_game(id) for id in asked.game] or games().values():
        print(f"{game.id}: {len(introductions(game.book))} introductions")
        for line in survey(game, asked.games, asked.seed).lines():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
