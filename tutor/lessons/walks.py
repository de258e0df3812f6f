"""Walking through a first game in every way that its page foresees: the main line, every other move, and mixtures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Option, spell
from tutor.lessons.attempts import Act, Attempt
from tutor.lessons.page import Page
from tutor.lessons.questions import Asking
from tutor.lessons.story import Moving, Story, Telling

MIXTURES = 12
"""The number of walks that choose every move at random from those that the story can follow."""

Choice = Callable[[int, list[Option]], Option]
"""Chooses which of the moves that the story can follow is made at a step."""

Look = Callable[[Story], Iterator[BadInput]]
"""Yields what is wrong at the current step of a story."""


def main_line(n: int, options: list[Option]) -> Option:
    """Return the move that the page would choose."""
    return options[0]


class Walk:
    """One way through a first game."""

    def __init__(self, page: Page, choose: Choice = main_line) -> None:
        self.story = Story(page)
        self.presses = 0
        """The presses so far, without those for moves that are made first."""
        self.moves: dict[int, list[str]] = {}
        """Step → the moves that were possible there: those that the story could follow, and those to be made first."""
        self._choose = choose
        self._aside: set[tuple[int, str]] = set()

    def run(self, look: Look = lambda story: iter(())) -> Iterator[BadInput]:
        """Walk to the end, look at every step that comes up, and yield what is wrong; the first misfit ends it."""
        story, page = self.story, self.story.page
        while not story.finished:
            n, attempt = story.at, story.attempt
            yield from look(story)
            yield from self._take(attempt, look)
            if isinstance(attempt, Telling):
                if attempt.unfit is not None:
                    yield attempt.unfit
                    return
            else:
                story.next()
                self.presses += 1
            if story.at == n:
                yield attempt.misfit("", "the story cannot go on from here")
                return
        outcome = story.match.game.outcome(story.match.table)
        if story.match.ask is not None or not outcome.over:
            yield story.attempt.misfit("", "the game is not over")
        elif not outcome.winners:
            yield story.attempt.misfit("", "nobody has won")
        if self.presses > page.presses:
            yield BadInput(page.file, "presses", f"expected at most {page.presses}, got {self.presses}")

    def _take(self, attempt: Attempt, look: Look) -> Iterator[BadInput]:
        """Do what the step asks for, and look again when it asks the same again."""
        if isinstance(attempt, Moving):
            self._move(attempt)
            while attempt.asks_move and attempt.unfit is None:
                if not attempt.strays:
                    yield from look(self.story)
                self._move(attempt)
            self.presses += 1
        elif isinstance(attempt, Asking):
            self.story.act(Act("option", str(attempt.right)))
            self.presses += 1
        elif attempt.plays:
            self.story.act(Act("next"))
            self.presses += 1

    def _move(self, attempt: Moving) -> None:
        """Make a move; each that is made first is made only once at a step."""
        n = attempt.n
        firsts = [option for option in attempt.asides() if (n, spell(option.value)) not in self._aside]
        options = [*attempt.wanted(), *firsts]
        if not attempt.strays:
            self.moves.setdefault(n, [spell(option.value) for option in options])
        move = self._choose(n, options)
        self._aside.add((n, spell(move.value)))
        self.story.act(Act("answer", spell(move.value)))


def walks(page: Page, look: Look) -> Iterator[BadInput]:
    """Walk through a first game in every way, look at every step that comes up, and yield what is wrong.

    There are four kinds of ways: the main line; the last of the moves that are possible, everywhere; any other move,
    with the main line after it; and mixtures.
    """
    seen: set[int] = set()

    def looks(story: Story) -> Iterator[BadInput]:
        seen.add(story.at)
        yield from look(story)

    first = Walk(page)
    amiss = list(first.run(looks))
    yield from amiss
    if amiss:
        return
    ways = {f"step[{n}], “{move}”": _once(n, move) for n, moves in first.moves.items() for move in moves[1:]}
    ways["the last move everywhere"] = lambda n, options: options[-1]
    ways |= {f"mixture {seed}": _any(Random(seed)) for seed in range(MIXTURES)}
    for name, choose in ways.items():
        for error in Walk(page, choose).run(looks):
            yield BadInput(page.file, name, str(error).removeprefix(f"{page.file}: "))
    for n, _ in enumerate(page.step[:-1]):
        if n not in seen:
            yield BadInput(page.file, f"step[{n}].when", "no walk reaches this step")


def _once(step: int, move: str) -> Choice:
    def choose(n: int, options: list[Option]) -> Option:
        other = next((option for option in options if n == step and spell(option.value) == move), None)
        return other or options[0]

    return choose


def _any(random: Random) -> Choice:
    return lambda n, options: random.choice(options)
