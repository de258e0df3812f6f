"""What a learner missed and when it comes back: one memory per rule, spaced by FSRS and stored in the browser.

Every function that depends on the time receives it as an argument.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from fsrs import Card, Rating, Scheduler, State

from tutor.engine.book.files import BROKEN, BadInput, known, parse_json, quoted
from tutor.engine.core.table import Many
from tutor.lessons.missed import Note
from tutor.lessons.progress import Progress, RuleProgress, load_progress, progress_key

if TYPE_CHECKING:
    from fsrs.card import CardDict

FORMAT = 1

SOON = timedelta(minutes=10)
"""The time after which something that was just missed comes back."""

FAMILIAR_DAYS = 7.0
"""A rule is strong if the learner probably still knows it after this many days."""

SCHEDULER = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), maximum_interval=365, enable_fuzzing=False)
"""The scheduler has no randomness: the same answers at the same times give the same dates."""

STRENGTHS = ("new", "seen", "weak", "answered", "strong")
"""How well a rule is known: first the word for a rule that was never met, then from worst to best."""


# -- memories ------------------------------------------------------------------------------------------------------


@dataclass
class Memory:
    """What the review knows about a learner and one rule."""

    right: int = 0
    """The number of questions answered correctly at the first attempt."""
    missed: int = 0
    place: str = ""
    """The course's question that was missed last and is asked again; empty for a refused move."""
    card: Card | None = None
    """When the rule is due and how well it is known; None if it was never missed."""

    @property
    def due(self) -> datetime | None:
        """The time when the rule comes back."""
        return self.card.due if self.card else None


@dataclass
class Review:
    """What one learner missed in one game."""

    game: str
    rules: dict[str, Memory] = field(default_factory=dict)

    def miss(self, note: Note) -> None:
        """Record that a rule was missed, so that it comes back soon."""
        memory = self.rules.setdefault(note.rule, Memory())
        memory.missed += 1
        memory.place = note.place
        self._rate(memory, Rating.Again, note.at)

    def answer(self, rule: str, right: bool, at: datetime) -> None:
        """Record the answer to a question about a rule, right at the first attempt or not.

        A rule that was never missed does not enter the queue through a right answer.
        """
        memory = self.rules.setdefault(rule, Memory())
        if not right:
            self.miss(Note(rule, at, memory.place))
            return
        memory.right += 1
        if memory.card is not None:
            self._rate(memory, Rating.Good, at)

    def _rate(self, memory: Memory, rating: Rating, at: datetime) -> None:
        card = memory.card or Card(card_id=0, due=at)
        last = card.last_review or at
        memory.card, _ = SCHEDULER.review_card(card, rating, max(at, last))

    def due(self, at: datetime, known: Iterable[str] | None = None) -> list[str]:
        """Return the rules that are due, the longest overdue first; only those among `known`, if given."""
        wanted = None if known is None else set(known)
        waiting = [(m.due, id) for id, m in self.rules.items() if m.due is not None and m.due <= at]
        return [id for _, id in sorted(waiting) if wanted is None or id in wanted]

    def next_due(self, known: Iterable[str] | None = None) -> datetime | None:
        """Return when the next rule is due; None if no rule will be."""
        wanted = None if known is None else set(known)
        return min((m.due for id, m in self.rules.items() if m.due and (wanted is None or id in wanted)), default=None)

    def strength(self, rule: str, progress: RuleProgress | None = None) -> str:
        """How well a rule is known, from here and from the course: one of `STRENGTHS`."""
        memory, course = self.rules.get(rule, Memory()), progress or RuleProgress()
        right = memory.right + course.right
        if memory.card is not None:
            firm = memory.card.state == State.Review and (memory.card.stability or 0) >= FAMILIAR_DAYS
            return "strong" if firm else "answered" if memory.card.state == State.Review else "weak"
        if course.missed > right:
            return "weak"
        if right:
            return "strong" if right > 1 and right > 2 * course.missed else "answered"
        return "seen" if course.taught else "new"

    def merge(self, other: Review) -> None:
        """Merge another copy of the same memories: for each rule, keep the one reviewed later; counts never fall."""
        for rule, theirs in other.rules.items():
            mine = self.rules.setdefault(rule, Memory())
            later = max(mine, theirs, key=_age)
            right, missed = max(mine.right, theirs.right), max(mine.missed, theirs.missed)
            self.rules[rule] = Memory(right, missed, later.place, later.card)


def _age(memory: Memory) -> tuple[datetime, str, str]:
    """Orders memories by when they were reviewed; what comes after that only makes the order a strict one."""
    last = (memory.card and memory.card.last_review) or datetime.min.replace(tzinfo=UTC)
    return last, memory.card.to_json() if memory.card else "", memory.place


# -- keeping them --------------------------------------------------------------------------------------------------


def memory_key(game: str, rule: str) -> str:
    """The key under which the memory of a rule is kept."""
    return f"review:{game}:{rule}"


def memory_data(memory: Memory) -> dict[str, Any]:
    """Return a memory as plain data; `read_memory` is the inverse."""
    kept: dict[str, Any] = {"right": memory.right, "missed": memory.missed}
    if memory.place:
        kept["place"] = memory.place
    if memory.card is not None:
        card = memory.card.to_dict()
        kept["card"] = {key: card[key] for key in _CARD}  # type: ignore[literal-required]
    return kept


_CARD = ("state", "step", "stability", "difficulty", "due", "last_review")


def read_memory(kept: Any) -> Memory:
    """Read a memory from plain data.

    Raises:
        ValueError: saying what is wrong, if it is not a memory.
    """
    if not isinstance(kept, dict):
        raise ValueError(f"expected what the learner knows about a rule, got {quoted(kept)}")
    card = _card(kept["card"]) if "card" in kept else None
    return Memory(_count(kept, "right"), _count(kept, "missed"), str(kept.get("place", "")), card)


def _card(kept: Any) -> Card:
    """Return the part of a memory that only the scheduler understands.

    Raises:
        ValueError: if it is not a card of the scheduler.
    """
    try:
        card = Card.from_dict(cast("CardDict", {"card_id": 0, **{key: kept[key] for key in _CARD}}))
    except BROKEN:
        raise ValueError(f"expected a card with {', '.join(_CARD)}, got {quoted(kept)}") from None
    _check(card)
    return card


def _check(card: Card) -> None:
    """Check that the scheduler can go on from a card.

    Raises:
        ValueError: if it cannot.
    """
    numbers = (card.stability, card.difficulty)
    if any(not isinstance(n, float) or not 0 < n < 100_000 for n in numbers):
        raise ValueError("expected “stability” and “difficulty” to be numbers above 0")
    if card.due.tzinfo is None or card.last_review is None or card.last_review.tzinfo is None:
        raise ValueError("expected “due” and “last_review” to be times with a time zone")
    try:
        card.due, card.last_review = card.due.astimezone(UTC), card.last_review.astimezone(UTC)
    except OverflowError:
        raise ValueError("expected “due” and “last_review” to be dates that exist") from None
    if (card.step is None) != (card.state == State.Review) or card.step not in (None, 0):
        raise ValueError("expected “step” to be 0 while a rule is being learnt, and to be empty afterwards")


def _count(kept: Mapping[str, Any], key: str) -> int:
    value = kept.get(key)
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise ValueError(f"expected “{key}” to be a whole number from 0 to 999,999, got {quoted(value)}")
    return value


def save_memory(memory: Memory) -> str:
    """Return the text to store."""
    return json.dumps(memory_data(memory), ensure_ascii=False, separators=(",", ":"))


def load_review(game: str, stored: Mapping[str, Any]) -> tuple[Review, str]:
    """Read what a learner knows about a game's rules from what the browser keeps; never raises.

    Returns:
        The review, and one sentence for the learner if some of it could not be read; that is left as it is.
    """
    review, lost = Review(game), 0
    start = memory_key(game, "")
    for key, text in stored.items():
        if key.startswith(start):
            try:
                review.rules[key.removeprefix(start)] = read_memory(parse_json(text, key))
            except (ValueError, TypeError, RecursionError):
                lost += 1
    told = f"What you know about {Many(lost):rule} couldn’t be read, but the rest has been kept."
    return review, told if lost else ""


# -- exporting and importing ---------------------------------------------------------------------------------------

KIND = "rules-tutor review"


def export(reviews: Iterable[Review], progress: Iterable[Progress] = ()) -> str:
    """Return all memories and all progress as text that a person can read and take to another browser."""
    games = {
        review.game: {rule: memory_data(memory) for rule, memory in sorted(review.rules.items())}
        for review in reviews
        if review.rules
    }
    courses = {one.game: json.loads(one.save()) for one in progress if one.pages or one.foreign}
    kept = {"kind": KIND, "format": FORMAT, "games": games, "courses": courses}
    return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def read_export(
    text: str, games: Iterable[str], file: str = "the exported review"
) -> tuple[list[Review], list[Progress]]:
    """Read an exported text: the memories and the progress. None of it counts unless all of it can be read.

    Args:
        text: The text.
        games: The ids of the existing games.
        file: The name to show in an error.

    Raises:
        BadInput: naming the file, the place and what was expected.
    """
    kept = parse_json(text, file)
    if not isinstance(kept, dict) or kept.get("kind") != KIND or not isinstance(kept.get("games"), dict):
        raise BadInput(file, "kind", f"expected an exported review, in which “kind” is “{KIND}” and “games” is a table")
    if kept.get("format") != FORMAT:
        raise BadInput(
            file, "format", f"expected {FORMAT}, got {quoted(kept.get('format'))}, so another version wrote this file"
        )
    courses = kept.get("courses", {})
    if not isinstance(courses, dict):
        raise BadInput(
            file, "courses", f"expected a table of games and the progress in each course, got {quoted(courses)}"
        )
    there = list(games)
    for part in ("games", "courses"):
        for game in kept.get(part, {}):
            if game not in there:
                raise BadInput(file, f"{part}.{game}", f"no such game; known: {known(there, game)}")
    reviews = [_read_game(game, rules, file) for game, rules in kept["games"].items()]
    return reviews, [_read_course(game, made, file) for game, made in courses.items()]


def _read_course(game: str, made: Any, file: str) -> Progress:
    progress, told = load_progress(game, {progress_key(game): json.dumps(made)})
    if told:
        raise BadInput(file, f"courses.{game}", told)
    return progress


def _read_game(game: str, rules: Any, file: str) -> Review:
    if not isinstance(rules, dict):
        raise BadInput(
            file, f"games.{game}", f"expected a table of rules and what was learnt about each, got {quoted(rules)}"
        )
    review = Review(game)
    for rule, memory in rules.items():
        try:
            review.rules[rule] = read_memory(memory)
        except ValueError as error:
            raise BadInput(file, f"games.{game}.{rule}", str(error)) from None
    return review
