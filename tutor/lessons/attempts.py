"""One step as a learner takes it: the question, the tries, and the replies.

An attempt consists of acts, so it can be saved, resumed and undone by doing them again. The review's
questions and drills are attempts, too, like everything else that can be answered.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, TypeVar
from zlib import crc32

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Refusal
from tutor.engine.core.match import Match, chance_at
from tutor.engine.play.playing import Unmet
from tutor.lessons.coach import refused
from tutor.lessons.page import CORE, Choice, Step
from tutor.lessons.stage import Stage, tell
from tutor.lessons.stretch import Piece, Stretch

T = TypeVar("T")

HINTS = 3
"""The number of hints: the rule, a nudge, and the answer worked out."""

HINT_PAUSE = 3
"""The number of seconds that a screen waits before it offers the next hint."""


class Act(NamedTuple):
    """Something that a learner does at a step."""

    kind: str
    """The kind of act: next, hint, skip, answer (a move) or option (an answer to the step's question)."""
    value: str = ""
    """A move as it is spelt, or the number of an option."""

    @property
    def text(self) -> str:
        """Return the act as it is stored: `next`, `answer roll 2`, `option 1`."""
        return f"{self.kind} {self.value}" if self.value else self.kind

    @classmethod
    def read(cls, text: str) -> Act:
        """The act that was stored as text; an act that does not exist is refused when it is done."""
        kind, _, value = text.partition(" ")
        return cls(kind, value)


NEXT, HINT, SKIP = Act("next"), Act("hint"), Act("skip")


class News(NamedTuple):
    """An event that a learner's progress records."""

    kind: str
    """The kind of event: done, helped, refused, right or wrong."""
    rules: tuple[str, ...]
    step: int | None = None
    """The number of the step; None if it is not about a step of the page."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """The reply to the last try."""

    verdict: str
    """The verdict: right, wrong or neutral."""
    text: str
    rule: str = ""
    refusals: tuple[Refusal, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the reply in the form that the desk draws."""
        found: dict[str, Any] = {"verdict": self.verdict, "text": self.text}
        if self.rule:
            found["rule"] = self.rule
        if self.refusals:
            found["refusals"] = [refused(refusal) for refusal in self.refusals if not refusal.repeats]
        return found


@dataclass
class Attempt:
    """A learner at one step. The kinds of step override what differs."""

    hinting: ClassVar[bool] = False
    """Whether steps of this kind have hints."""
    at_table: ClassVar[bool] = True
    """Whether the question needs the table."""

    stage: Stage
    n: int
    news: list[News] = field(default_factory=list)
    done: bool = False
    """Whether the step is done, so that the page may go on."""
    known: bool | None = None
    """Whether everything was answered correctly at the first attempt; None before the first answer."""
    feedback: Feedback | None = None
    hints: int = 0
    """How many hints have been given."""
    refused: int = 0
    """How many closed moves have been tried: they leave the question as it was."""
    shown: bool = False
    """Whether the page showed the answer before the learner gave it."""
    position: Match | None = None
    """The learner's position, if it is not the one where the page begins the step."""

    def __post_init__(self) -> None:
        self.step: Step = self.stage.steps[self.n]
        self.match: Match = self.position.fork() if self.position else self.stage.start(self.n)
        self.seat = self.stage.you(self.n)
        self.before = len(self.match.notes)
        """The number of notes before the step."""
        self._since: int | None = None
        self._stretch: Stretch | None = None
        self.begin()

    def begin(self) -> None:
        """Begin the step."""

    @property
    def plays(self) -> bool:
        """Whether `next` makes something happen in this step before the page goes on."""
        return False

    @property
    def moved(self) -> bool:
        """Whether the learner’s moves have changed the position that the step’s text describes."""
        return False

    @property
    def asks_move(self) -> bool:
        """Whether a move is asked for now, rather than an answer to the step's own question."""
        return False

    def act(self, act: Act) -> None:
        """Do what the learner did.

        Raises:
            ValueError: if this step knows no such act.
        """
        before = len(self.match.log)
        self._do(act)
        if len(self.match.log) > before:
            self._since, self._stretch = before, None

    @property
    def stretch(self) -> Stretch | None:
        """What happened because of the learner's last act here; None if nothing did."""
        if self._stretch is None and self._since is not None:
            self._stretch = self.stretch_from(self._since)
        return self._stretch

    def stretch_from(self, before: int) -> Stretch:
        """What happened after this many answers, piece by piece."""
        return Stretch(self.match, before, [Piece(len(self.match.log), "")])

    def _do(self, act: Act) -> None:
        match act:
            case Act("next"):
                self.next()
            case Act("hint"):
                self.hint()
            case Act("skip"):
                self.skip()
            case Act("answer", text):
                self.answer(text)
            case Act("option", n) if n.isdecimal():
                self.choose(int(n))
            case _:
                raise ValueError(f"“{act.text}” is not possible here")

    def next(self) -> None:
        """Let the next thing in this step happen."""
        raise ValueError("nothing more happens in this step")

    def answer(self, text: str) -> None:
        """Make a move."""
        raise ValueError("no move is asked for here")

    def choose(self, n: int) -> None:
        """Give answer number `n` to the step's question."""
        raise ValueError("no question is asked here")

    def finish(self) -> None:
        """Mark the step as done."""
        if not self.done:
            self.done = True
            self.report("done")

    def report(self, kind: str, rules: tuple[str, ...] | None = None) -> None:
        """Report something to the progress; it is about the rules of the step unless others are named."""
        if kind == "right" and self.shown:
            return
        if kind in ("right", "wrong", "helped"):
            self.known = kind == "right" and self.known is not False
        step = self.n if self.stage.part == "step" else None
        self.news.append(News(kind, self.step.rules if rules is None else rules, step))

    def misfit(self, place: str, error: object) -> BadInput:
        """The error that names a place of this step."""
        return self.stage.misfit(self.n, place, error)

    # -- hints -----------------------------------------------------------------------------------------------------

    @property
    def can_hint(self) -> bool:
        """Tell whether there is a hint left."""
        return self.hinting and not self.done and self.hints < HINTS and self.stage.part == CORE

    def hint(self) -> None:
        """Give the next hint: the rule, a nudge, the answer worked out.

        Raises:
            ValueError: if there is none.
        """
        if not self.can_hint:
            raise ValueError("there is no hint here")
        self.hints += 1
        if self.hints == HINTS:
            self.report("helped")
            self.shown = True
            self.last_hint()
        else:
            self.feedback = Feedback("neutral", self.hinted(self.hints), self.step.rule)

    def hinted(self, level: int) -> str:
        """The words of hint 1 or 2."""
        if level == 1 and self.step.rule:
            return self.match.game.book[self.step.rule].text
        return self.step.hint or self.nudge()

    def nudge(self) -> str:
        """Return the second hint, if the page has none of its own."""
        return self.step.text or self.step.prompt

    def last_hint(self) -> None:
        """Show the answer."""
        self.work_out()

    def work_out(self) -> None:
        """Give the answer for the learner, with its reason."""

    @property
    def can_skip(self) -> bool:
        """Whether there is an answer to be shown to a learner who does not want to look for it."""
        return self.hinting and not self.done

    def skip(self) -> None:
        """Show the answer with its reason; the question counts neither as missed nor as known.

        Raises:
            ValueError: if there is nothing left to answer.
        """
        if not self.can_skip:
            raise ValueError("there is nothing to skip here")
        self.shown = True
        told: list[str] = []
        while not self.done:
            self.work_out()
            told += [self.feedback.text] if self.feedback else []
        if len(told) > 1 and self.feedback is not None:
            self.feedback = replace(self.feedback, text=" ".join(told))

    # -- what a screen shows ---------------------------------------------------------------------------------------

    def words(self) -> dict[str, Any]:
        """Return the step's words in the form that the desk draws."""
        found: dict[str, Any] = {"kind": self.step.kind, "text": self.text()}
        if self.moved:
            found["past"] = True
        if self.step.prompt:
            found["prompt"] = self.step.prompt
        if self.step.fold:
            found["fold"] = self.step.fold
        if self.step.rules:
            entry = self.match.game.book[self.step.rules[0]]
            found["rulebook"] = {"rule": entry.id, "text": entry.text, "lines": entry.source}
        return found

    def text(self) -> str:
        """Return the sentence to show now."""
        return self.step.text

    def question(self) -> dict[str, Any]:
        """Return the pending question in the form that the desk draws, without its id."""
        return {"title": "", "mode": "next", "options": []}

    def asked_and_told(self) -> dict[str, Any]:
        """The question with the reply to the last try; no answer then repeats that reply as its explanation."""
        question = self.question()
        if self.feedback is not None:
            question["feedback"] = self.feedback.data()
            for option in question["options"]:
                if option.get("explanation") == self.feedback.text:
                    del option["explanation"]
        return question


class Saying(Attempt):
    """A step with only words, which is done when they have been read."""

    def begin(self) -> None:
        self.finish()


@dataclass
class Showing(Attempt):
    """A worked turn that plays by itself."""

    played: int = 0

    @property
    def plays(self) -> bool:
        return self.played < len(self.step.play)

    def next(self) -> None:
        move = self.step.play[self.played]
        for answer in move.answers:
            try:
                tell(self.match, answer)
            except Unmet as unmet:
                raise self.misfit(f"play[{self.played}]", unmet) from None
        self.played += 1
        if not self.plays:
            self.ended()

    def ended(self) -> None:
        """Called when the last move has been played."""
        self.finish()

    def text(self) -> str:
        return (self.step.play[self.played - 1].text if self.played else "") or self.step.text


def nth(values: list[T], n: int) -> T:
    """The answer with the number `n`.

    Raises:
        ValueError: if there are fewer answers.
    """
    if n >= len(values):
        raise ValueError(f"there is no answer {n}")
    return values[n]


def in_order(question: str, n: int, count: int) -> list[int]:
    """The numbers of `count` answers in an order that reveals nothing, and never changes for a question at step `n`.

    Authors tend to write the right answer first.
    """
    random = chance_at(crc32(question.encode()), n)
    return sorted(range(count), key=lambda _: random())


def answer(n: int, choice: Choice, explained: bool) -> dict[str, Any]:
    """The answer with the number `n` in the form that the desk needs, with its verdict if that is shown."""
    shown: dict[str, Any] = {"id": str(n), "label": choice.text}
    if explained:
        shown |= {"verdict": choice.verdict, "explanation": choice.why}
    return shown
