"""What a learner has done, and which rules they met and missed, kept in their browser as a few short texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tutor.engine.book.files import parse_json
from tutor.lessons.attempts import News
from tutor.lessons.page import Page

FORMAT = 1

LAST_COURSE = "course"
"""The key under which the game whose course was taken last is kept."""


def progress_key(game: str) -> str:
    """The key under which the progress in a game is kept."""
    return f"progress:{game}"


def lesson_key(page: Page) -> str:
    """The key under which a page being taken is kept."""
    return f"lesson:{page.id}"


@dataclass
class PageProgress:
    """How far a learner has come on one page."""

    steps: set[int] = field(default_factory=set)
    """The steps that were taken."""
    done: bool = False
    tested_out: bool = False


@dataclass
class RuleProgress:
    """How a learner fares with one rule."""

    taught: int = 0
    """How many steps that teach the rule were taken; at least 1 if the practice table has explained it."""
    right: int = 0
    missed: int = 0
    """How many times an answer was wrong, the rule refused a move, or the last hint showed the answer."""


@dataclass
class Progress:
    """A learner's progress in one game."""

    game: str
    pages: dict[str, PageProgress] = field(default_factory=dict)
    rules: dict[str, RuleProgress] = field(default_factory=dict)
    last: str = ""
    """The page that was taken last."""
    at: int = 0
    """When that was, in milliseconds since 1970 by the visitor's clock."""
    foreign: str = ""
    """A text of a later format that this program must not overwrite."""

    def page(self, id: str) -> PageProgress:
        """Return how far the learner has come on a page, which may not have been taken yet."""
        return self.pages.get(id, PageProgress())

    def note(self, page: Page, news: Iterable[News], at: datetime | None = None) -> None:
        """Record what happened on a page, and when."""
        self.take(page, at)
        here = self.pages.setdefault(page.id, PageProgress())
        for one in news:
            match one.kind:
                case "done":
                    self._taken(here, one)
                case "page":
                    here.done = True
                case "test passed":
                    here.done = here.tested_out = True
                case "right":
                    for id in one.rules:
                        self._rule(id).right += 1
                case "wrong" | "refused" | "helped":
                    for id in one.rules:
                        self._rule(id).missed += 1

    def take(self, page: Page, at: datetime | None = None) -> None:
        """Record that the learner takes this page from now on."""
        if at is not None and page.id != self.last:
            self.at = max(self.at, round(1000 * at.timestamp()))
        self.last = page.id

    def _taken(self, here: PageProgress, one: News) -> None:
        if one.step is None or one.step in here.steps:
            return
        here.steps.add(one.step)
        for id in one.rules:
            self._rule(id).taught += 1

    def _rule(self, id: str) -> RuleProgress:
        return self.rules.setdefault(id, RuleProgress())

    def tell(self, rules: Iterable[str]) -> None:
        """Record that the practice table has explained these rules."""
        for id in rules:
            rule = self._rule(id)
            rule.taught = max(1, rule.taught)

    @property
    def met(self) -> set[str]:
        """The rules that the learner has met: in a course or a first game, in a question, or at the practice table."""
        return {id for id, rule in self.rules.items() if rule.taught or rule.right}

    def weakest(self) -> list[str]:
        """The rules that were missed more often than known, the worst first."""
        behind = {id: rule.missed - rule.right for id, rule in self.rules.items() if rule.missed > rule.right}
        return sorted(behind, key=lambda id: (-behind[id], id))

    def merge(self, other: Progress) -> None:
        """Merge another copy of the same learner's progress.

        Nothing is lost and nothing counts twice: steps are united, counts never fall, and for the page that was taken
        last the later copy counts. Copies can be merged in any order and any number of times.
        """
        for id, theirs in other.pages.items():
            mine = self.pages.setdefault(id, PageProgress())
            mine.steps |= theirs.steps
            mine.done |= theirs.done
            mine.tested_out |= theirs.tested_out
        for id, there in other.rules.items():
            here = self._rule(id)
            here.taught = max(here.taught, there.taught)
            here.right = max(here.right, there.right)
            here.missed = max(here.missed, there.missed)
        self.at, self.last = max((self.at, self.last), (other.at, other.last))
        self.foreign = max(self.foreign, other.foreign)

    def save(self) -> str:
        """Return the text to store."""
        if self.foreign:
            return self.foreign
        pages = {
            id: {"steps": sorted(page.steps), "done": page.done, "tested_out": page.tested_out}
            for id, page in sorted(self.pages.items())
        }
        rules = {id: [rule.taught, rule.right, rule.missed] for id, rule in sorted(self.rules.items())}
        kept = {"format": FORMAT, "last": self.last, "at": self.at, "pages": pages, "rules": rules}
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def load_progress(game: str, stored: Mapping[str, Any]) -> tuple[Progress, str]:
    """Read the progress in a game from what the browser keeps; never raises.

    Args:
        game: The game.
        stored: Everything the browser keeps for this program, key → text.

    Returns:
        The progress, and one sentence for the learner if some of it could not be read. What can be read is kept, and
        a text of a later format is left as it is.
    """
    text = stored.get(progress_key(game))
    if text is None:
        return Progress(game), ""
    try:
        kept = parse_json(text, "the stored progress")
        written = int(kept.get("format", FORMAT))
    except (ValueError, TypeError, AttributeError):
        told = (
            "Your progress in this course couldn’t be read, so you start from scratch. Everything else has been kept."
        )
        return Progress(game), told
    if written > FORMAT:
        told = "Your progress in this course was stored by a later version of this program, so it is left as it is."
        return Progress(game, foreign=text), told
    progress = Progress(game)
    last = kept.get("last", "")
    progress.last = last if isinstance(last, str) else ""
    at = kept.get("at", 0)
    progress.at = at if type(at) is int and at >= 0 else 0
    lost = _read_pages(progress, kept.get("pages", {})) + _read_rules(progress, kept.get("rules", {}))
    return (
        progress,
        "Part of your progress in this course couldn’t be read, but the rest has been kept." if lost else "",
    )


def _read_pages(progress: Progress, kept: Any) -> int:
    lost = 0 if isinstance(kept, dict) else 1
    for id, page in kept.items() if isinstance(kept, dict) else ():
        try:
            steps = {int(n) for n in page["steps"]}
            progress.pages[id] = PageProgress(steps, page.get("done") is True, page.get("tested_out") is True)
        except (KeyError, TypeError, ValueError, AttributeError):
            lost += 1
    return lost


def _read_rules(progress: Progress, kept: Any) -> int:
    lost = 0 if isinstance(kept, dict) else 1
    for id, counts in kept.items() if isinstance(kept, dict) else ():
        try:
            taught, right, missed = (max(0, int(n)) for n in counts)
            progress.rules[id] = RuleProgress(taught, right, missed)
        except (TypeError, ValueError):
            lost += 1
    return lost
