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
        self.moves: dict[int, list[str]] = {}
        """Step → the moves that the story could follow there."""
        self._choose = choose

    def run(self, look: Look = lambda story: iter(())) -> Iterator[BadInput]:
        """Walk to the end, look at every step that comes up, and yield what is wrong; the first misfit ends it."""
        story, page = self.story, self.story.page
        while not story.finished:
            n, attempt = story.at, story.attempt
            yield from look(story)
            for act in self._acts(attempt):
                story.act(act)
                self.presses += 1
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

    def _acts(self, attempt: Attempt) -> list[Act]:
        if isinstance(attempt, Moving):
            wanted = attempt.wanted()
            self.moves[attempt.n] = [spell(option.value) for option in wanted]
            return [Act("answer", spell(self._choose(attempt.n, wanted).value))]
        if isinstance(attempt, Asking):
            return [Act("option", str(attempt.right))]
        return [Act("next")] if attempt.plays else []


def walks(page: Page, look: Look) -> Iterator[BadInput]:
    """Walk through a first game in every way, look once at every step, and yield what is wrong.

    There are three kinds of ways: the main line; any other move that the story can follow, with the main line after
    it; and mixtures.
    """
    seen: set[int] = set()

    def once(story: Story) -> Iterator[BadInput]:
        if story.at not in seen:
            seen.add(story.at)
            yield from look(story)

    first = Walk(page)
    amiss = list(first.run(once))
    yield from amiss
    if amiss:
        return
    ways = {f"step[{n}], “{move}”": _once(n, move) for n, moves in first.moves.items() for move in moves[1:]}
    ways |= {f"mixture {seed}": _any(Random(seed)) for seed in range(MIXTURES)}
    for name, choose in ways.items():
        for error in Walk(page, choose).run(once):
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
