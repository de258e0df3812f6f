"""A lesson: a learner on one page. Where they are, what they did, and what a screen shows of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from tutor.engine.book.files import BadInput, parse_json
from tutor.engine.core.history import History
from tutor.engine.core.match import Match
from tutor.lessons.attempts import HINT, HINT_PAUSE, NEXT, Act, Attempt, News, Saying, Showing
from tutor.lessons.coach import rule_text
from tutor.lessons.doing import Doing, Playing
from tutor.lessons.page import NO_OVERLAY, Page
from tutor.lessons.questions import Asking, Comparing, Predicting, Reckoning, Spotting
from tutor.lessons.stage import Stage
from tutor.lessons.stretch import Stretch

ATTEMPTS: dict[str, type[Attempt]] = {
    "say": Saying,
    "show": Showing,
    "do": Doing,
    "predict": Predicting,
    "odds": Reckoning,
    "quiz": Asking,
    "spot": Spotting,
    "free": Playing,
    "compare": Comparing,
}

GO_ON = Act("→")
"""In the list of what can be done again: the page went on by one step."""


class Lesson:
    """A page being taken. All of it follows from the page, the step and the acts done at each step."""

    kinds: ClassVar[Mapping[str, type[Attempt]]] = ATTEMPTS
    """Kind of step → how it is taken."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.part = "step"
        """"step", or "test_out" while the questions for skipping the page are being asked."""
        self.at = 0
        self.acts: dict[str, list[Act]] = {}
        self._history: History[Act] = History()
        """What was done at this step, and what was taken back, here or at later steps."""
        self.finished = False
        """Whether the learner has gone through the last step."""
        self.tested_out: bool | None = None
        """Whether the questions were all answered right at first try; None if they have not been answered."""
        self.news: list[News] = []
        """What happened since somebody last took note of it."""
        self._stages = {part: Stage(page, part) for part in ("step", "test_out")}
        self._stand(0)

    # -- where one is ----------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps this part of the page has."""
        return len(self._stages[self.part].steps)

    @property
    def match(self) -> Match:
        """The match as it stands in the step."""
        return self.attempt.match

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return self.attempt.seat

    @property
    def stretch(self) -> Stretch | None:
        """What happened just before this step, where the page tells it piece by piece."""
        return None

    def _here(self, n: int) -> list[Act]:
        return self.acts.setdefault(f"{self.part}:{n}", [])

    def _attempt(self, n: int) -> Attempt:
        """The attempt at step `n` with everything done there; what no longer fits there is forgotten."""
        stage = self._stages[self.part]
        attempt = self.kinds[stage.steps[n].kind](stage, n, position=self._position(n))
        done = self._here(n)
        for k, act in enumerate(done):
            try:
                attempt.act(act)
            except ValueError:
                del done[k:]
                return self._attempt(n)
        attempt.news.clear()
        return attempt

    def _position(self, n: int) -> Match | None:
        """The learner's own position, where step `n` begins in it and not in the page's."""
        step = self._stages[self.part].steps[n]
        if step.kind != "free" or step.scene is not None or not n:
            return None
        before = self._attempt(n - 1)
        return before.match if before.done and self._here(n - 1) else None

    def _before(self, n: int) -> int | None:
        """The step before step `n`; None before the first."""
        return n - 1 if n else None

    def _after(self, n: int) -> int | None:
        """The step after step `n`; None after the last."""
        return n + 1 if n + 1 < self.steps else None

    def _stand(self, n: int) -> None:
        self.at = n
        self._history.done = self._here(n)
        self.attempt = self._attempt(n)

    # -- what a learner does ---------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """Do something at this step.

        Raises:
            ValueError: if it makes no sense here; nothing has changed then.
        """
        try:
            self.attempt.act(act)
        except ValueError:
            self.attempt = self._attempt(self.at)
            raise
        self._history.add(act)
        self.news += self.attempt.news
        self.attempt.news.clear()

    def answer(self, text: str) -> None:
        """Answer whatever is asked with the id of one of its options, open or closed."""
        self.act(Act("answer" if self.attempt.asks_move else "option", text))

    def hint(self) -> None:
        """Ask for the next hint."""
        self.act(HINT)

    @property
    def can_next(self) -> bool:
        """Whether `next` does something: plays on, or leaves a step that is taken."""
        return self.attempt.done or self.attempt.plays

    def next(self) -> None:
        """Let happen what comes next here; if all has happened, go on to the next step. A step not taken stays."""
        if self.attempt.plays:
            self.act(NEXT)
        elif self.attempt.done:
            self._go_on()

    def skip(self) -> None:
        """Go on to the next step whether or not this one is taken."""
        self._go_on()

    def _go_on(self) -> None:
        self._history.undone.clear()
        if self.attempt.done and self.part == "step":
            self.news.append(News("done", self.attempt.step.rules, self.at))
        if (after := self._after(self.at)) is not None:
            self._stand(after)
        elif self.part == "test_out":
            self._test_ends()
        else:
            self.finished = True
            self.news.append(News("page", ()))

    def back(self) -> None:
        """Take back the last thing done here; if nothing was, go back a step."""
        self.undo()

    def goto(self, n: int) -> None:
        """Go to step `n`; what was done there before is still there.

        Raises:
            ValueError: if there is no such step.
        """
        if not 0 <= n < len(self.page.step):
            raise ValueError(f"this page has the steps 1 to {len(self.page.step)}, not {n + 1}")
        self.part = "step"
        self._history.undone.clear()
        self._stand(n)

    def again(self) -> None:
        """Begin the step afresh."""
        self._here(self.at).clear()
        self._history.undone.clear()
        self._stand(self.at)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._history.done) or self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self._history.undone)

    def undo(self) -> None:
        """Take back the last thing done at this step; if nothing was, go back a step."""
        self.finished = False
        if self._history.done:
            self._history.back()
            self._stand(self.at)
        elif (before := self._before(self.at)) is not None:
            self._history.undone.append(GO_ON)
            self._stand(before)

    def redo(self) -> None:
        """Do again what was taken back last."""
        history = self._history
        if history.undone[-1:] == [GO_ON] and (after := self._after(self.at)) is not None:
            history.undone.pop()
            self._stand(after)
        elif history.undone:
            history.again()
            self._stand(self.at)

    # -- skipping the page by answering questions --------------------------------------------------------------------

    def test_out(self) -> None:
        """Ask the questions that let one skip the page.

        Raises:
            ValueError: if the page has none.
        """
        if not self.page.test_out:
            raise ValueError("this page has no questions to skip it by")
        self.part = "test_out"
        for n in range(len(self.page.test_out)):
            self._here(n).clear()
        self._history.undone.clear()
        self._stand(0)

    def _test_ends(self) -> None:
        attempts = [self._attempt(n) for n in range(self.steps)]
        self.tested_out = all(attempt.known for attempt in attempts)
        self.finished = self.tested_out
        if self.tested_out:
            self.news.append(News("tested out", ()))
        self.part = "step"
        self._stand(0)

    # -- keeping it --------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """All of the lesson as a short text; `resume` brings it back."""
        acts = {place: [act.text for act in done] for place, done in self.acts.items() if done}
        kept = {
            "page": self.page.id,
            "digest": self.page.digest,
            "part": self.part,
            "step": self.at,
            "acts": acts,
            "undone": [act.text for act in self._history.undone],
            "finished": self.finished,
            "tested_out": self.tested_out,
        }
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))

    # -- what a screen shows -----------------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """The page's part of a screen: head, words, question, hint, and the ids of the rules they cite."""
        attempt = self.attempt
        question = attempt.question()
        question["id"] = f"{self.part}:{self.at}:{len(self._here(self.at))}"
        question["seat"] = {"index": self.seat, "name": self.match.table.names[self.seat]}
        if attempt.feedback is not None:
            question["feedback"] = attempt.feedback.data()
        found: dict[str, Any] = {
            "head": self._head(),
            "words": attempt.words(),
            "question": question,
            "done": attempt.done,
            "can_next": self.can_next,
            "finished": self.finished,
        }
        if attempt.can_hint:
            found["hint"] = {"level": attempt.hints, "pause": HINT_PAUSE if attempt.hints else 0}
        if isinstance(attempt, Doing) and attempt.rejoins and attempt.done:
            found["rejoins"] = attempt.rejoins
        found["rules"] = {
            id: rule_text(self.match.game.book, id, self.match.table.readings) for id in self._cited(question)
        }
        return found

    def over_map(self, plan: Mapping[str, Any]) -> dict[str, Any]:
        """The game's map with the question that the step lays over it.

        While the learner is asked, the map does not answer that question; where the step says `none`, it answers none.
        """
        overlay = self.attempt.step.overlay
        if overlay == NO_OVERLAY:
            return {**plan, "questions": [], "shown": ""}
        if not isinstance(self.attempt, (Asking, Spotting)) or self.attempt.done:
            return {**plan, "shown": overlay}
        return {**plan, "questions": [_closed(q) if q["id"] == overlay else q for q in plan["questions"]], "shown": ""}

    def _head(self) -> dict[str, Any]:
        game = self.match.game
        return {
            "game": game.title,
            "section": self.page.title,
            "step": self.at + 1,
            "steps": self.steps,
            "can_undo": self.can_undo,
            "can_redo": self.can_redo,
        }

    def _cited(self, question: Mapping[str, Any]) -> list[str]:
        """The ids of all rules that words, options, feedback and notes cite."""
        attempt, book = self.attempt, self.match.game.book
        ids = list(attempt.step.rules)
        for option in question["options"]:
            ids += [refusal["rule"] for refusal in option.get("refusals", [])]
        if attempt.feedback is not None:
            ids += [attempt.feedback.rule, *(refusal.rule for refusal in attempt.feedback.refusals)]
        ids += [id for note in self.match.notes for id in note.rules.split()]
        return [id for id in dict.fromkeys(ids) if id in book]


def _closed(question: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": question["id"], "label": question["label"], "answer": "", "closed": True}


def resume(page: Page, text: str, kind: Callable[[Page], Lesson] = Lesson) -> tuple[Lesson, str]:
    """Bring back a saved lesson as far as it fits the page; the second value is what to tell the learner, if anything.

    A text that is no saved lesson of this page, or no longer fits it, never raises: the lesson then begins at the step
    that was reached, or at the first. `kind` makes a lesson of the page.
    """
    lesson = kind(page)
    try:
        kept = parse_json(text, "what was kept")
        if kept["page"] != page.id:
            return lesson, "What was kept belongs to another page, so this one starts at its first step."
        reached = min(max(int(kept["step"]), 0), len(page.step) - 1)
        if kept["digest"] != page.digest:
            lesson.goto(reached)
            return lesson, "This page has changed since you were here: it goes on at the same step."
        _restore(lesson, kept)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, BadInput):
        return kind(page), "What was kept of this page cannot be read, so it starts at its first step."
    return lesson, ""


def _restore(lesson: Lesson, kept: dict[str, Any]) -> None:
    if kept["part"] not in ("step", "test_out"):
        raise ValueError(kept["part"])
    lesson.part = kept["part"]
    lesson.acts = {str(place): [Act.read(str(act)) for act in done] for place, done in kept["acts"].items()}
    lesson._history.undone[:] = [Act.read(str(act)) for act in kept["undone"]]
    lesson.finished = kept["finished"] is True
    lesson.tested_out = kept["tested_out"] if kept["tested_out"] in (True, False) else None
    if not 0 <= int(kept["step"]) < lesson.steps:
        raise ValueError(kept["step"])
    lesson._stand(int(kept["step"]))
    place = f"{lesson.part}:{lesson.at}"
    if [act.text for act in lesson.acts.get(place, [])] != kept["acts"].get(place, []):
        raise ValueError(f"what was done at {place} does not fit")


def is_within(mine: str, theirs: str) -> bool:
    """Whether everything done in one saved lesson was done in the other too, which goes on from there."""
    try:
        here, there = parse_json(mine, "mine"), parse_json(theirs, "theirs")
        acts = there["acts"]
        return here["digest"] == there["digest"] and all(
            acts.get(place, [])[: len(done)] == done for place, done in here["acts"].items()
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def described(text: str) -> str:
    """A saved lesson in a few words."""
    try:
        return f"at step {int(parse_json(text, 'what was kept')['step']) + 1}"
    except (ValueError, KeyError, TypeError, AttributeError):
        return "cannot be read"
