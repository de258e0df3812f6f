"""One step as a learner takes it: what is asked, what was tried, what is said to it.

An attempt is worked by acts, so that it can be saved, resumed and taken back by doing them again. The review's
questions and drills are attempts, too: whatever there is to answer is one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeVar

from tutor.engine.core.asks import Option, Refusal, spell
from tutor.engine.core.match import Match
from tutor.engine.play.playing import Unmet
from tutor.lessons.asked import Asked
from tutor.lessons.coach import asked_option, refusal_text, refused, rule_name, rule_text
from tutor.lessons.pages import Step
from tutor.lessons.stage import Stage, follow, holds, run_on, shuffled, tell

T = TypeVar("T")

HINTS = 3
"""Levels of the hint ladder: the rule, a nudge, the answer worked out."""

HINT_PAUSE = 3
"""Seconds that a screen waits before it offers the next hint."""


class Act(NamedTuple):
    """Something that a learner does at a step."""

    kind: str
    """next, hint, answer (a move) or option (an answer to the step's question)."""
    value: str = ""
    """Which: a move as it is spelt, or the number of an option."""

    @property
    def text(self) -> str:
        """As it is kept: `next`, `answer roll 2`, `option 1`."""
        return f"{self.kind} {self.value}" if self.value else self.kind

    @classmethod
    def read(cls, text: str) -> Act:
        """The act that was kept as a text; one that there is not is refused where it is done."""
        kind, _, value = text.partition(" ")
        return cls(kind, value)


NEXT, HINT = Act("next"), Act("hint")


class News(NamedTuple):
    """Something that a learner's progress takes note of."""

    kind: str
    """done, helped, refused, right or wrong."""
    rules: tuple[str, ...]
    step: int | None = None
    """The number of the step; None where it is about no step of the page."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said to the last try."""

    verdict: str
    """right, wrong or neutral."""
    text: str
    rule: str = ""
    refusals: tuple[Refusal, ...] = ()

    def data(self) -> dict[str, Any]:
        """As the desk takes it."""
        found: dict[str, Any] = {"verdict": self.verdict, "text": self.text}
        if self.rule:
            found["rule"] = self.rule
        if self.refusals:
            found["refusals"] = [refused(refusal) for refusal in self.refusals]
        return found


@dataclass
class Attempt:
    """A learner at one step. Kinds of step override what differs."""

    hinting: ClassVar[bool] = False
    """Whether steps of this kind have hints."""
    at_table: ClassVar[bool] = True
    """Whether the table belongs to what is asked."""

    stage: Stage
    n: int
    news: list[News] = field(default_factory=list)
    done: bool = False
    """Whether the step is taken, so that the page may go on."""
    known: bool | None = None
    """Whether all was answered right at the first try; None while nothing is answered."""
    feedback: Feedback | None = None
    hints: int = 0
    """How many hints have been given."""
    position: Match | None = None
    """Where the learner stands, if not where the page would have the step begin."""

    def __post_init__(self) -> None:
        self.step: Step = self.stage.steps[self.n]
        self.match: Match = self.position.fork() if self.position else self.stage.start(self.n)
        self.seat = self.stage.you(self.n)
        self.before = len(self.match.notes)
        """How many notes had been made when the step began."""
        self.begin()

    def begin(self) -> None:
        """Take up the step."""

    @property
    def plays(self) -> bool:
        """Whether `next` makes something happen in this step before the page goes on."""
        return False

    @property
    def asks_move(self) -> bool:
        """Whether a move is asked for now, and not an answer to a question of the step's."""
        return False

    def act(self, act: Act) -> None:
        """Do what a learner did.

        Raises:
            ValueError: if it is nothing that this step knows.
        """
        match act:
            case Act("next"):
                self.next()
            case Act("hint"):
                self.hint()
            case Act("answer", text):
                self.answer(text)
            case Act("option", n) if n.isdecimal():
                self.choose(int(n))
            case _:
                raise ValueError(f"“{act.text}” is nothing to do here")

    def next(self) -> None:
        """Make happen what comes next in this step."""
        raise ValueError("nothing more happens in this step")

    def answer(self, text: str) -> None:
        """Make a move."""
        raise ValueError("no move is asked for here")

    def choose(self, n: int) -> None:
        """Give answer number `n` to the step's question."""
        raise ValueError("no question is asked here")

    def finish(self) -> None:
        """The step is taken."""
        if not self.done:
            self.done = True
            self.report("done")

    def report(self, kind: str, rules: tuple[str, ...] | None = None) -> None:
        """Let progress know of something; it is about the rules of the step if no others are named."""
        if kind in ("right", "wrong"):
            self.known = kind == "right" and self.known is not False
        step = self.n if self.stage.part == "step" else None
        self.news.append(News(kind, self.step.rules if rules is None else rules, step))

    # -- hints -----------------------------------------------------------------------------------------------------

    @property
    def can_hint(self) -> bool:
        """Whether there is a hint left."""
        return self.hinting and not self.done and self.hints < HINTS

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
            self.work_out()
        else:
            self.feedback = Feedback("neutral", self.hinted(self.hints), next(iter(self.step.rules), ""))

    def hinted(self, level: int) -> str:
        """The words of hint 1 or 2."""
        if level == 1 and self.step.rules:
            book = self.match.game.book
            return " ".join(book[id].text for id in self.step.rules)
        return self.step.hint or self.nudge()

    def nudge(self) -> str:
        """The second hint where the page has none of its own."""
        return self.step.text or self.step.prompt

    def work_out(self) -> None:
        """The last hint: show the answer with its reason."""

    # -- what a screen shows ---------------------------------------------------------------------------------------

    def words(self) -> dict[str, Any]:
        """The step's words as the desk takes them."""
        found: dict[str, Any] = {"kind": self.step.kind, "text": self.text()}
        if self.step.prompt:
            found["prompt"] = self.step.prompt
        if self.step.fold:
            found["fold"] = self.step.fold
        if self.step.rules:
            says = rule_text(self.match.game.book, self.step.rules[0], self.match.table.readings)
            found["rulebook"] = {key: says[key] for key in ("rule", "text", "lines")}
        return found

    def text(self) -> str:
        """The sentence shown now."""
        return self.step.text

    def question(self) -> dict[str, Any]:
        """The pending question as the desk takes it, without its id."""
        return {"title": "", "mode": "next", "options": []}


class Saying(Attempt):
    """Words only: to read them is to take the step."""

    def begin(self) -> None:
        self.finish()


@dataclass
class Showing(Attempt):
    """A worked turn that plays itself."""

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
                raise self.stage.misfit(self.n, f"play[{self.played}]", unmet) from None
        self.played += 1
        if not self.plays:
            self.ended()

    def ended(self) -> None:
        """The last move has been played."""
        self.finish()

    def text(self) -> str:
        return (self.step.play[self.played - 1].text if self.played else "") or self.step.text


@dataclass
class Doing(Attempt):
    """The learner makes the move; every move may be tried."""

    hinting = True

    rejoins: str = ""
    """The move that the page goes on from, where it is not the learner's."""
    naming: bool = False
    """Whether the name of the rule is being asked for."""
    _asked: Asked | None = None

    def begin(self) -> None:
        shuffled(self.match)

    @property
    def asked(self) -> Asked:
        """What the learner is asked.

        Raises:
            BadInput: if the page is wrong and nothing is asked.
        """
        ask = self.match.asked(self.seat)
        if ask is None:
            raise self.stage.misfit(self.n, "accept", f"nothing is asked of {self.match.table.names[self.seat]} here")
        if self._asked is None or self._asked.ask is not ask:
            self._asked = Asked(ask)
        return self._asked

    @property
    def asks_move(self) -> bool:
        return not (self.done or self.naming)

    def answer(self, text: str) -> None:
        """Make a move if it is open; else say why it is not."""
        if not self.asks_move:
            raise ValueError("the move is made")
        option = self.asked.option(text)
        if option.refusals:
            refusals = option.refusals
            self.feedback = Feedback("wrong", refusal_text(refusals), refusals[0].rule, refusals)
            self.report("refused", tuple(dict.fromkeys(r.rule for r in refusals)))
        else:
            self.open_move(option)

    def open_move(self, option: Option) -> None:
        """Make an open move if it is wanted; else say what it would do."""
        after = self.after(option)
        happened = self.happened(after)
        wanted = [self.asked.option(move).value for move in self.step.accept]
        step = self.step
        if option.value in wanted or step.any_move or (step.holds and holds(after, step.holds, self.before)):
            self.rejoins = "" if option.value == wanted[0] else spell(wanted[0])
            self.feedback = Feedback("right", self.own_words(step.replies, option) or happened)
            self.match = after
            self.naming = step.which_rule
            if not self.naming:
                self.finish()
        else:
            allowed = f"Allowed, but not what is wanted here. {happened}".strip()
            self.feedback = Feedback("neutral", self.own_words(step.instead, option) or allowed)

    def own_words(self, replies: dict[str, str], option: Option) -> str:
        """The page's own sentence to a move; empty if it has none."""
        return next((reply for move, reply in replies.items() if self.asked.option(move) is option), "")

    def after(self, option: Option) -> Match:
        """The match after an open move, what follows it, and all chance up to the next decision."""
        match = self.match.fork()
        match.answer(option.value, self.seat)
        follow(match, [answer for move in self.step.then for answer in move.answers])
        return match

    def happened(self, after: Match) -> str:
        """The notes between here and `after` that the learner may read, as one text."""
        new = after.notes[len(self.match.notes) :]
        heard = [note.text for note in new if note.to is None or self.seat in note.to]
        return " ".join(text[0].upper() + text[1:].rstrip(".") + "." for text in heard if text)

    def naming_options(self) -> list[str]:
        """The rules to choose among when the rule's name is asked for: the step's and its neighbours in the book."""
        book = self.match.game.book
        right = self.step.rules[0]
        near = [e.id for e in book if e.section == book[right].section and e.id not in self.step.rules]
        far = [e.id for e in book if e.id not in self.step.rules and e.id not in near]
        first = sum(map(ord, right))
        others = [(near or far)[(first + k) % len(near or far)] for k in range(min(2, len(near or far)))]
        return sorted(dict.fromkeys([right, *others]))

    def choose(self, n: int) -> None:
        if not self.naming:
            super().choose(n)
        id = nth(self.naming_options(), n)
        right = id in self.step.rules
        book = self.match.game.book
        self.feedback = Feedback("right" if right else "wrong", f"{rule_name(id).capitalize()}: {book[id].text}", id)
        self.report("right" if right else "wrong")
        if right:
            self.naming = False
            self.finish()

    def nudge(self) -> str:
        groups = {option.group for option in self.asked.options if spell(option.value) in self.step.accept}
        return f"Look under: {', '.join(sorted(groups - {''}))}." if groups - {""} else super().nudge()

    def work_out(self) -> None:
        if self.naming:
            self.choose(self.naming_options().index(self.step.rules[0]))
            return
        option = self.asked.option(self.step.accept[0])
        self.open_move(option)
        reason = self.feedback.text if self.feedback else ""
        self.feedback = Feedback("neutral", f"{option.label}. {reason}", next(iter(self.step.rules), ""))

    def question(self) -> dict[str, Any]:
        if self.naming:
            options = [
                {"id": str(n), "label": rule_name(id).capitalize()} for n, id in enumerate(self.naming_options())
            ]
            return {"title": "Which rule is this?", "mode": "quiz", "options": options}
        return self.moves() if self.asks_move else super().question()

    def moves(self) -> dict[str, Any]:
        """The question for a move as the desk takes it."""
        asked = self.asked
        options = [asked_option(option) for option in asked.options]
        return {"title": asked.ask.prompt(), "mode": "answer", "options": options}


@dataclass
class Playing(Doing):
    """Play on freely, bots in the other seats; a goal may be set."""

    def begin(self) -> None:
        self.run_on()
        self.done = self.done or self.step.goal is None

    def run_on(self) -> None:
        """Go on to the learner's next decision, and see whether the goal is reached."""
        run_on(self.match, self.seat, self.step.bot)
        if self.step.goal is not None and holds(self.match, self.step.goal, self.before):
            self.finish()

    @property
    def asks_move(self) -> bool:
        return self.match.asked(self.seat) is not None

    def open_move(self, option: Option) -> None:
        self.feedback = None
        self.match.answer(option.value, self.seat)
        self.run_on()

    def work_out(self) -> None:
        line = ", then ".join(move.answer for move in self.step.play)
        self.feedback = Feedback("neutral", f"From the start: {line}.", next(iter(self.step.rules), ""))

    def question(self) -> dict[str, Any]:
        return self.moves() if self.asks_move else {"title": "The game is over", "mode": "next", "options": []}


def nth(values: list[T], n: int) -> T:
    """Answer number `n`.

    Raises:
        ValueError: if there are not so many.
    """
    if n >= len(values):
        raise ValueError(f"there is no answer {n}")
    return values[n]
