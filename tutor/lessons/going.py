"""Going through a page: where a learner is, what they did there, and the ways on, back, and into its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tutor.engine.core.history import History
from tutor.engine.core.match import Match
from tutor.lessons.attempts import HINT, NEXT, SKIP, Act, Attempt, News, Saying, Showing
from tutor.lessons.doing import Doing, Playing
from tutor.lessons.page import CORE, OTHER, Page
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

TEST = "test_out"
"""What a lesson and its page call the questions by which the page may be skipped."""

GO_ON = Act("→")
"""A mark in the list of what can be redone: the page went on by one step."""


class Going:
    """A learner on a page; everything follows from the page, the step and the acts at each step."""

    kinds: ClassVar[Mapping[str, type[Attempt]]] = ATTEMPTS
    """Kind of step → the class of its attempts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.part = CORE
        """`CORE` in all parts of the page, or `TEST` while the questions for skipping the page are being asked."""
        self.at = 0
        self.acts: dict[str, list[Act]] = {}
        self._history: History[Act] = History()
        """The acts at each step, and those that were undone, here or at later steps."""
        self.finished = False
        """Whether the learner is at the end of the page: its core is done, and its other parts may be opened."""
        self.core_done = False
        """Whether the learner has ever come to the end of the page."""
        self.look: list[int] = []
        """The steps for a learner who has missed some of the questions; empty for the whole core."""
        self._left = 0
        """The step of the core at which the learner was last."""
        self.tested_out: bool | None = None
        """Whether all questions were answered correctly at the first attempt; None if they have not been answered."""
        self.news: list[News] = []
        """The events that have not been recorded yet."""
        self._stages = {part: Stage(page, part) for part in (CORE, TEST)}
        self._stand(0)

    # -- where a learner is ----------------------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The part of the page that the learner is in: its core, corner cases, other ways to play, or its questions."""
        if self.part == TEST:
            return TEST
        return CORE if self.at in self.look else self.page.step[self.at].part

    @property
    def path(self) -> list[int]:
        """The steps among which the learner goes on and back."""
        if self.part == TEST:
            return list(range(len(self.page.test_out)))
        return self.look if self.at in self.look else self.page.steps_of(self.here)

    def counted(self) -> tuple[int, int]:
        """The number of the step among those on the path, and how many there are."""
        return self.path.index(self.at) + 1, len(self.path)

    @property
    def new_table(self) -> str | None:
        """Why the table is not as the previous step left it; None if it is."""
        stage, step = self._stages[self.part], self._stages[self.part].steps[self.at]
        if not self.at or step.ways or (self._follows() and not stage.begins_anew(self.at)):
            return None
        return step.new_table

    def _follows(self) -> bool:
        """Whether the learner came to this step from the one before it on the page."""
        return self.path[0] == self.at or self.at - 1 in self.path

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
        """What just happened, if the learner should watch it piece by piece; None at the end of the page."""
        return None if self.finished else self.attempt.stretch

    def _here(self, n: int) -> list[Act]:
        return self.acts.setdefault(f"{self.part}:{n}", [])

    def _attempt(self, n: int) -> Attempt:
        """Return the attempt at step `n` with all acts there; acts that no longer fit are forgotten."""
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
        """Return the learner's own position if step `n` begins in it and not in the page's."""
        step = self._stages[self.part].steps[n]
        if step.kind != "free" or step.scene is not None or not n:
            return None
        before = self._attempt(n - 1)
        return before.match if before.done and self._here(n - 1) else None

    def _before(self, n: int) -> int | None:
        """Return the step before step `n`, or None for the first of a part and for a way to play that stands alone."""
        place = self.path.index(n)
        if not place or (self.here == OTHER and self._stages[self.part].begins_anew(n)):
            return None
        return self.path[place - 1]

    def _after(self, n: int) -> int | None:
        """Return the step after step `n`, or None for the last of a part."""
        following = self.path.index(n) + 1
        return self.path[following] if following < len(self.path) else None

    def _stand(self, n: int) -> None:
        self.at = n
        if self.here == CORE:
            self._left = n
        self._history.done = self._here(n)
        self.attempt = self._attempt(n)

    # -- what a learner does ---------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """Do something at this step.

        Raises:
            ValueError: if it makes no sense here; in that case, nothing changes.
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
        """Whether `next` does something, either in this step or by leaving a step that is done."""
        return self.attempt.done or self.attempt.plays

    def next(self) -> None:
        """Let the next thing in this step happen or, if the step is done, go on to the next step."""
        if self.attempt.plays:
            self.act(NEXT)
        elif self.attempt.done:
            self._go_on()

    def skip(self) -> None:
        """Skip this step. If it asks something, show the answer and its reason first."""
        if self.attempt.can_skip:
            self.act(SKIP)
        else:
            self._go_on()

    def _go_on(self) -> None:
        self._history.undone.clear()
        if self.attempt.done and self.part == CORE:
            self.news.append(News("done", self.attempt.step.rules, self.at))
        if (after := self._after(self.at)) is not None:
            self._stand(after)
        elif self.part == TEST:
            self._test_ends()
        elif self.here == CORE:
            self._finish("page")
        else:
            self.leave()

    def _finish(self, news: str) -> None:
        """Go to the end of the page."""
        self.look = []
        self.news.append(News(news, ()))
        self._end()

    def _end(self) -> None:
        self._stand(self.page.steps_of(CORE)[-1])
        self.finished = self.core_done = True

    @property
    def can_leave(self) -> bool:
        """Whether the learner is in a part of the page that can be left for its core."""
        return self.here != CORE

    def leave(self) -> None:
        """Leave this part for the end of the page or, if the core is not done, for where the learner left the core."""
        self.part = CORE
        self._history.undone.clear()
        if self.core_done:
            self._end()
        else:
            self._stand(self._left)

    def goto(self, n: int) -> None:
        """Go to step `n`, where everything that was done before is still there.

        Raises:
            ValueError: if there is no such step.
        """
        if not 0 <= n < len(self.page.step):
            raise ValueError(f"this page has steps 1 to {len(self.page.step)}, so there is no step {n + 1}")
        self.part = CORE
        self.finished, self.look = False, []
        self._history.undone.clear()
        self._stand(n)

    def again(self) -> None:
        """Begin the step from scratch."""
        self._here(self.at).clear()
        self._history.undone.clear()
        self._stand(self.at)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.finished or bool(self._history.done) or self._before(self.at) is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self._history.undone)

    def undo(self) -> None:
        """Undo the last act at this step; if there is none, go back a step, but never into another part."""
        if self.finished:
            self.finished = False
            self._history.undone.append(GO_ON)
        elif self._history.done:
            self._history.back()
            self._stand(self.at)
        elif (before := self._before(self.at)) is not None:
            self._history.undone.append(GO_ON)
            self._stand(before)

    def redo(self) -> None:
        """Do again what was taken back last."""
        history = self._history
        if history.undone[-1:] == [GO_ON]:
            history.undone.pop()
            after = self._after(self.at)
            if after is None:
                self.finished = True
            else:
                self._stand(after)
        elif history.undone:
            history.again()
            self._stand(self.at)

    # -- skipping the page by answering questions --------------------------------------------------------------------

    def test_out(self) -> None:
        """Ask the questions that let a learner skip the page.

        Raises:
            ValueError: if the page has none.
        """
        if not self.page.test_out:
            raise ValueError("this page has no questions that let you skip it")
        self.part, self.finished = TEST, False
        for n in range(len(self.page.test_out)):
            self._here(n).clear()
        self._history.undone.clear()
        self._stand(0)

    def _test_ends(self) -> None:
        """End the page for a learner who knew everything; otherwise choose the steps about the missed rules."""
        missed = {id for n in self.path if not (asked := self._attempt(n)).known for id in asked.step.rules}
        self.tested_out = not missed
        self.part = CORE
        if self.tested_out:
            self._finish("test passed")
            return
        self.look = sorted({n for id in missed for n in self._about(id)})
        for n in self.look:
            self._here(n).clear()
        self._stand(self.look[0] if self.look else 0)

    def _about(self, rule: str) -> list[int]:
        """Return the steps that teach a rule: those of the core, if there are any."""
        steps, core = self.page.taught().get(rule, []), self.page.steps_of(CORE)
        return [n for n in steps if n in core] or steps
