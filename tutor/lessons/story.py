"""A first game: one game on one table from its start to its end, which goes on from whatever the learner does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Option, spell
from tutor.engine.core.match import Match
from tutor.engine.play.playing import Unmet
from tutor.lessons.attempts import NEXT, Act, Attempt, Feedback, News, Saying, Showing
from tutor.lessons.doing import Doing
from tutor.lessons.lesson import Lesson, resume
from tutor.lessons.page import Branch, Move, Page
from tutor.lessons.questions import Asking
from tutor.lessons.stage import holds, run_on, shuffled, tell
from tutor.lessons.stretch import Piece, Stretch, heard

T = TypeVar("T")

OTHER_MOVE = "The rules allow that, but the story of this game can’t go on from there. Please choose something else."
"""The reply to a legal move that the story cannot follow, if the page has no reply of its own."""

AFTERWARDS = "Decide this as you like. After that, the story goes on from where it was."
"""The words of a step while a move that the learner makes first still asks something."""


@dataclass
class Telling(Attempt):
    """A step of a story in which something happens on the table."""

    told: Stretch | None = None
    """What happened in the step, once it has been taken."""
    unfit: BadInput | None = None
    """What the page expects here but the rules do not allow; the story goes on all the same."""

    @property
    def stretch(self) -> Stretch | None:
        return self.told

    def tell(self, begun: int, pieces: list[Piece], moves: Sequence[Move], place: str) -> Stretch:
        """Play the answers of others and of chance; those without a text belong to the piece before them."""
        for n, move in enumerate(moves):
            try:
                for answer in move.answers:
                    tell(self.match, answer)
            except Unmet as unmet:
                self.unfit = self.unfit or self.misfit(f"{place}[{n}]", unmet)
                break
            if move.text:
                pieces.append(Piece(len(self.match.log), move.text))
            else:
                pieces[-1] = Piece(len(self.match.log), pieces[-1].text)
        return Stretch(self.match, begun, pieces)


@dataclass
class Watching(Telling, Showing):
    """A step in which something happens without the learner."""

    @property
    def plays(self) -> bool:
        return not self.done

    def next(self) -> None:
        self.played = len(self.step.play)
        self.told = self.tell(len(self.match.log), [], self.step.play, "play")
        self.finish()

    def conclude(self) -> None:
        """Let the step happen, whether or not the learner watches it."""
        if self.plays:
            self.next()

    def text(self) -> str:
        return self.step.text


@dataclass
class Moving(Telling, Doing):
    """A step in which the learner makes a move that the story can follow, perhaps after others."""

    aside: Stretch | None = None
    """What happened because of the last move that the learner made first; the step is then asked again."""
    _rule: str = ""

    @property
    def stretch(self) -> Stretch | None:
        return self.told or self.aside

    def begin(self) -> None:
        super().begin()
        if self.match.asked(self.seat) is None:
            name = self.match.table.names[self.seat]
            self.unfit = self.misfit("accept", f"{name} isn’t asked anything here")
            run_on(self.match, self.seat, "random")
        if self.match.asked(self.seat) is not None:
            self._rule = self.asked.ask.rule

    @property
    def moved(self) -> bool:
        """False, because a story goes on with a new text or asks the same again."""
        return False

    @property
    def strays(self) -> bool:
        """Whether a move that the learner made first still asks something."""
        return self.asked.ask.rule != self._rule

    def wanted(self) -> list[Option]:
        """The open moves that the story can follow, the page's first choice first; all of them if it foresaw none."""
        moves = [option for option in self.asked.options if not option.refusals]
        if self.strays:
            return moves
        found = [option for pattern in self.step.accept for option in moves if means(option, pattern)]
        if not found:
            self.unfit = self.unfit or self.misfit("accept", "none of these moves is open here")
        return list({spell(option.value): option for option in found or moves}.values())

    def asides(self) -> list[Option]:
        """The other open moves that the learner may make first."""
        if self.strays:
            return []
        moves = [option for option in self.asked.options if not option.refusals and option not in self.wanted()]
        return [option for option in moves if _first(self.step.aside, option) is not None]

    def open_move(self, option: Option) -> None:
        self.feedback = None
        if self.strays or option in self.asides():
            self.make_aside(option)
        elif option in self.wanted():
            self.make(option)
        else:
            self.feedback = Feedback("neutral", self.own_words(self.step.instead, option) or OTHER_MOVE)

    def make(self, option: Option) -> None:
        """Make the move from which the story goes on."""
        branch = _first(self.step.on, option) or Branch()
        own = branch.then is not None
        then = self.step.then if branch.then is None else branch.then
        words = branch.text or self.own_words(self.step.replies, option)
        self.told = self._happens(option, words, then, "on" if own else "then")
        self.finish()

    def make_aside(self, option: Option) -> None:
        """Make a move first, or answer what it asks, and let the step be asked again."""
        branch = Branch() if self.strays else _first(self.step.aside, option) or Branch()
        self.aside = self._happens(option, branch.text, branch.then or (), "aside")
        if shuffled(self.match).asked(self.seat) is None:
            self.unfit = self.unfit or self.misfit("aside", f"after “{spell(option.value)}”, nothing more is asked")
            run_on(self.match, self.seat, "random")

    def _happens(self, option: Option, words: str, then: Sequence[Move], place: str) -> Stretch:
        begun, noted = len(self.match.log), len(self.match.notes)
        self.match.answer(option.value, self.seat)
        pieces = [Piece(len(self.match.log), words or heard(self.match.notes[noted:], self.seat))]
        return self.tell(begun, pieces, then, place)

    def words(self) -> dict[str, Any]:
        found = super().words()
        if self.asks_move and self.strays:
            return {"kind": found["kind"], "text": AFTERWARDS}
        return found

    def own_words(self, replies: dict[str, str], option: Option) -> str:
        return _first(replies, option) or ""

    def conclude(self) -> None:
        """Make the move that the page would choose, whether or not the learner has made one."""
        while self.asks_move:
            self.open_move(self.wanted()[0])

    @property
    def asks_move(self) -> bool:
        return not self.done and self.match.asked(self.seat) is not None

    def nudge(self) -> str:
        return self.step.text or self.step.prompt

    def last_hint(self) -> None:
        self.feedback = Feedback("neutral", f"You could choose “{self.wanted()[0].label}”.", self.step.rule)

    def work_out(self) -> None:
        self.open_move(self.wanted()[0])


def means(option: Option, pattern: str) -> bool:
    """Tell whether a pattern such as `go *` means this option."""
    return fnmatchcase(spell(option.value), pattern)


def _first(said: Mapping[str, T], option: Option) -> T | None:
    """Return the value of the first pattern that means this option."""
    return next((value for pattern, value in said.items() if means(option, pattern)), None)


class Story(Lesson):
    """A first game that a learner is playing: each step begins where the learner's own moves have led.

    A step in which something happens is left as soon as it has happened; `stretch` then tells what it was.
    """

    kinds: ClassVar[Mapping[str, type[Attempt]]] = {
        "say": Saying,
        "show": Watching,
        "do": Moving,
        "quiz": Asking,
        "end": Saying,
    }

    def __init__(self, page: Page) -> None:
        self._behind: dict[int, Attempt] = {}
        self._up: dict[int, bool] = {}
        """Whether the story comes to each step, as far as that is known."""
        super().__init__(page)

    @property
    def match(self) -> Match:
        """The match as it stands in the step; where something has already happened, as it stood before that.

        The step's words are about that position, and what happened is played again when the learner goes on.
        """
        told = self.attempt.told if isinstance(self.attempt, Telling) else None
        return self.attempt.match if told is None else told.before

    @property
    def stretch(self) -> Stretch | None:
        """What happened just before what the learner is asked."""
        if isinstance(self.attempt, Moving) and not self.attempt.done and self.attempt.aside:
            return self.attempt.aside
        before = self._before(self.at)
        attempt = None if before is None else self._past(before)
        return attempt.stretch if isinstance(attempt, Telling) else None

    def counted(self) -> tuple[int, int]:
        """The number of the step, and how many steps are counted, which is the same whatever the learner does.

        A step with a condition is not counted, so it keeps the number of the step before it. But of several steps in
        a row that have conditions and name the same rules, one comes up, so together they count as one.
        """
        steps = self.page.step
        twins = [None not in (one.when, two.when) and one.rules == two.rules for one, two in pairwise(steps)]
        counts = [
            step.when is None or (follows and not follows_on)
            for step, follows_on, follows in zip(steps, [False, *twins], [*twins, False], strict=True)
        ]
        return sum(counts[: self.at + 1]) or 1, sum(counts)

    def came_up(self) -> set[str]:
        """The rules of the steps to which the learner has come, without those that the story has left out."""
        steps = {n for n in range(self.at + 1) if self._comes_up(n)}
        return {id for id, named in self.page.taught().items() if not steps.isdisjoint(named)}

    # -- positions -------------------------------------------------------------------------------------------------

    def _past(self, n: int) -> Attempt:
        """The attempt at an earlier step; the page does what the learner left undone there."""
        if n not in self._behind:
            attempt = self._attempt(n)
            if isinstance(attempt, (Moving, Watching)):
                attempt.conclude()
                attempt.news.clear()
            self._behind[n] = attempt
        return self._behind[n]

    def _position(self, n: int) -> Match | None:
        before = self._before(n)
        return None if before is None else self._past(before).match

    def _before(self, n: int) -> int | None:
        """Return the last step before step `n` that the story comes to."""
        return next((k for k in range(n - 1, -1, -1) if self._comes_up(k)), None)

    def _after(self, n: int) -> int | None:
        return next((k for k in range(n + 1, len(self.page.step)) if self._comes_up(k)), None)

    def _comes_up(self, n: int) -> bool:
        """Whether the story comes to step `n`, which depends on its `when`."""
        if n not in self._up:
            self._up[n] = self._holds(n)
        return self._up[n]

    def _holds(self, n: int) -> bool:
        when = self.page.step[n].when
        if when is None:
            return True
        here = self._position(n) or self._stages["step"].start(0)
        return holds(shuffled(here.fork()), when)

    def _stand(self, n: int) -> None:
        self._forget(n)
        super()._stand(n)
        if self.page.step[n].kind == "end" and not self.finished:
            self.finished = True
            self.news.append(News("page", ()))

    def _forget(self, n: int) -> None:
        """Forget what depends on what is done at step `n`, so that it is worked out again."""
        self._behind = {k: attempt for k, attempt in self._behind.items() if k < n}
        self._up = {k: up for k, up in self._up.items() if k <= n}

    # -- what a learner does ---------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        self._forget(self.at)
        super().act(act)
        self._leave()

    def _leave(self) -> None:
        """Go on from a step in which something has just happened."""
        if isinstance(self.attempt, Telling) and self.attempt.done:
            self._go_on()

    def _go_on(self) -> None:
        if self.attempt.done:
            self._behind[self.at] = self.attempt  # so that it need not be worked out again
        super()._go_on()

    def next(self) -> None:
        if self.attempt.plays:
            self.act(NEXT)
        elif self.attempt.done and not self.finished:
            self._go_on()

    def goto(self, n: int) -> None:
        """Go to step `n`, or to the last step before it if the story does not come to step `n`.

        Raises:
            ValueError: if there is no such step.
        """
        leads = not 0 <= n < len(self.page.step) or self._comes_up(n)
        super().goto(n if leads else self._before(n) or 0)

    def undo(self) -> None:
        """Take back the last thing done, at this step or at the one before, to which the learner goes back."""
        self.finished = False
        before = self._before(self.at)
        acted = before is not None and not self._history.done and self._here(before)
        if before is not None and acted and isinstance(self._past(before), Telling):
            self._stand(before)  # it went on from there by itself
        super().undo()

    def redo(self) -> None:
        super().redo()
        undone = list(self._history.undone)
        self._leave()
        self._history.undone[:] = undone

    def begin_again(self) -> None:
        """Begin the game again."""
        self.acts.clear()
        self._history.undone.clear()
        self.finished = False
        self._stand(0)


def lesson_of(page: Page) -> Lesson:
    """Return a page as a learner takes it, at its first step."""
    return Story(page) if page.one_table else Lesson(page)


def resumed(page: Page, text: str) -> tuple[Lesson, str]:
    """Return a page as it was stored; see `resume`."""
    return resume(page, text, lesson_of)
