"""A sitting: items to read and questions to answer one after the other, and the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor.lessons.attempts import Attempt
from tutor.lessons.course import Course
from tutor.lessons.refresh import Item
from tutor.lessons.tasks import Order, Task, make


@dataclass
class Sitting:
    """Somebody going through a list of items."""

    course: Course
    items: Sequence[Item]
    at: int = 0
    task: Task | None = field(default=None, init=False)
    """The task to answer now; None while there is something to read, and at the end."""
    judged: dict[str, bool] = field(default_factory=dict)
    """The rules asked about so far, each with whether it was known at the first attempt."""

    def __post_init__(self) -> None:
        self._stand()

    @property
    def item(self) -> Item | None:
        """The current item; None at the end."""
        return self.items[self.at] if self.at < len(self.items) else None

    @property
    def over(self) -> bool:
        """Whether all items are done."""
        return self.at >= len(self.items)

    @property
    def missed(self) -> list[str]:
        """The rules that were not known at the first attempt."""
        return [rule for rule, right in self.judged.items() if not right]

    def _stand(self) -> None:
        """Begin the current item, and skip items that can no longer be made."""
        self.task = None
        while isinstance(item := self.item, Order):
            self.task = make(item, self.course)
            if self.task is not None:
                return
            self.at += 1

    def choose(self, n: int) -> tuple[str, bool] | None:
        """Give an answer, and return the rule and whether it was known, once that is decided.

        Raises:
            ValueError: if there is no such answer.
        """
        if self.task is None:
            raise ValueError("no question is being asked")
        self.task.attempt.choose(n)
        return self._settled(*self.task)

    def _settled(self, rule: str, attempt: Attempt) -> tuple[str, bool] | None:
        """Return whether the rule was known: a miss is certain at once, but knowledge only once the task is done."""
        known = attempt.known
        if rule in self.judged or known is None or (known and not attempt.done and not attempt.plays):
            return None
        self.judged[rule] = known
        return rule, known

    def next(self) -> None:
        """Go on: let the next thing in the task happen or, if there is none, begin the next item."""
        if self.task is not None and self.task.attempt.plays:
            self.task.attempt.next()
        elif self.task is None or self.task.attempt.done:
            self.at += 1
            self._stand()

    def skip(self) -> None:
        """Leave the item for the next."""
        self.at += 1
        self._stand()
