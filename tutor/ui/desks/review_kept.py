"""What a visitor's browser stores for the review: every rule's memory, notes about what was missed, and progress."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from tutor.engine.core.game import Game
from tutor.engine.core.table import Many
from tutor.lessons.missed import notes_in
from tutor.lessons.progress import Progress, load_progress
from tutor.lessons.review import Review, load_review, memory_key, save_memory
from tutor.ui.desk import Desk


class Kept:
    """The stored texts of one visitor, and what they say about the game under review."""

    def __init__(self, desk: Desk) -> None:
        """Args: the desk that stores them in the browser."""
        self._desk = desk
        self.review = Review("")
        self.progress = Progress("")

    def take_up(self, game: Game) -> str:
        """Begin to review a game: collect the new notes about what was missed, and return what could not be read."""
        self.review, told = load_review(game.id, self._desk.kept)
        self.progress, _ = load_progress(game.id, self._desk.kept)
        for key, note in notes_in(game.id, self._desk.kept).items():
            if note.rule in game.book:
                self.review.miss(note)
                self._keep_rule(self.review, note.rule)
            self._desk.keep(key, None)
        return told

    def answer(self, rule: str, known: bool, at: datetime) -> None:
        """Note that a rule was asked about."""
        self.review.answer(rule, known, at)
        self._keep_rule(self.review, rule)

    def strength(self, rule: str) -> str:
        """How well a rule is known: one of `STRENGTHS`, or `new`."""
        return self.review.strength(rule, self.progress.rules.get(rule))

    def of(self, game: Game) -> Review:
        """Return what the learner knows about any game's rules."""
        return memories(game, self._desk.kept)

    def hear(self, changes: Mapping[str, str | None]) -> set[str]:
        """Take in what another tab wrote, and return the rules of the game under review whose memories it changed."""
        start = memory_key(self.review.game, "")
        changed = {key.removeprefix(start) for key in changes if key.startswith(start)} if self.review.game else set()
        theirs, _ = load_review(self.review.game, self._desk.kept)
        mine, self.review = self.review, theirs
        self.review.merge(mine)
        self.progress, _ = load_progress(self.review.game, self._desk.kept)
        for rule in changed & set(self.review.rules):
            self._keep_rule(self.review, rule)
        return changed

    def _keep_rule(self, review: Review, rule: str) -> None:
        self._desk.keep(memory_key(review.game, rule), save_memory(review.rules[rule]))


def memories(game: Game, kept: Mapping[str, str]) -> Review:
    """What a learner knows about a game's rules, as a browser stores it, with the notes not collected yet."""
    review, _ = load_review(game.id, kept)
    for note in notes_in(game.id, kept).values():
        if note.rule in game.book:
            review.miss(note)
    return review


def said_when(due: datetime, now: datetime) -> str:
    """Say in a few words when something is due."""
    wait = due - now
    if wait <= timedelta(0):
        return "now"
    if wait < timedelta(hours=1):
        return f"in {Many(-(-wait.seconds // 60)):minute}"
    if wait < timedelta(days=1):
        return f"in {Many(-(-wait.seconds // 3600)):hour}"
    return "in a day" if wait.days == 1 else f"in {wait.days} days"
