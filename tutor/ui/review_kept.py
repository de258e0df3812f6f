"""What a visitor's browser keeps for the review: every rule's memory, the notes of what was missed, the progress."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from tutor.engine.game import Game, find_game, games
from tutor.lessons.missed import notes_in
from tutor.lessons.progress import Progress, load_progress
from tutor.lessons.review import Review, export, load_review, memory_key, read_export, save_memory


class Kept:
    """The kept texts of one visitor, and what they say of the game that is gone over."""

    def __init__(self, keep: Callable[[str, str | None], None]) -> None:
        """Args: how a text is kept in the browser; None forgets it."""
        self._keep_there = keep
        self._stored: dict[str, str] = {}
        self.review = Review("")
        self.progress = Progress("")

    def read(self, stored: dict[str, str]) -> None:
        """Begin with what the browser holds."""
        self._stored = dict(stored)

    def take_up(self, game: Game) -> str:
        """Go over a game: take up the notes of what was missed since; returns what could not be read."""
        self.review, told = load_review(game.id, self._stored)
        self.progress, _ = load_progress(game.id, self._stored)
        for key, note in notes_in(game.id, self._stored).items():
            if note.rule in game.book:
                self.review.miss(note)
                self._keep_rule(self.review, note.rule)
            self._keep(key, None)
        return told

    def answer(self, rule: str, known: bool, at: datetime) -> None:
        """A rule was asked about."""
        self.review.answer(rule, known, at)
        self._keep_rule(self.review, rule)

    def strength(self, rule: str) -> str:
        """How well a rule is known: one of `STRENGTHS`, or `new`."""
        return self.review.strength(rule, self.progress.rules.get(rule))

    def of(self, game: Game) -> Review:
        """The memories of any game, the notes that wait to be taken up among them."""
        review, _ = load_review(game.id, self._stored)
        for note in notes_in(game.id, self._stored).values():
            if note.rule in game.book:
                review.miss(note)
        return review

    def _keep(self, key: str, text: str | None) -> None:
        if text is None:
            self._stored.pop(key, None)
        else:
            self._stored[key] = text
        self._keep_there(key, text)

    def _keep_rule(self, review: Review, rule: str) -> None:
        self._keep(memory_key(review.game, rule), save_memory(review.rules[rule]))

    # -- carrying it to another browser ---------------------------------------------------------------------------

    def given_out(self) -> str:
        """All memories as a text."""
        return export(self.of(find_game(id)) for id in games())

    def take_in(self, text: str, file: str) -> int:
        """Take in all of such a text, or nothing; returns of how many rules it tells.

        Raises:
            BadInput: if it is none; `file` is the name to show then.
        """
        brought = read_export(text, games(), file)
        for other in brought:
            review, _ = load_review(other.game, self._stored)
            review.merge(other)
            for rule in other.rules:
                self._keep_rule(review, rule)
            if other.game == self.review.game:
                self.review = review
        return sum(len(other.rules) for other in brought)


def said_when(due: datetime, now: datetime) -> str:
    """When something is due, in a few words."""
    wait = due - now
    if wait <= timedelta(0):
        return "now"
    if wait < timedelta(hours=1):
        minutes = -(-wait.seconds // 60)
        return f"in {minutes} minute{'s' if minutes > 1 else ''}"
    if wait < timedelta(days=1):
        hours = -(-wait.seconds // 3600)
        return f"in {hours} hour{'s' if hours > 1 else ''}"
    return "in one day" if wait.days == 1 else f"in {wait.days} days"
