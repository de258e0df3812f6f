"""One step as a learner takes it: what is asked, what was tried, what is said to it.

An attempt is worked by short texts ("acts"), so that it can be saved, resumed and taken back by giving them again:
`next`, `answer roll 2`, `option 1`, `hint`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeVar

from tutor.engine.asks import Choose, Refusal, spell
from tutor.engine.match import Match
from tutor.engine.playing import Unmet
from tutor.lessons.coach import asked_options, refusal_text, refused, rule_name, rule_text
from tutor.lessons.pages import Step
from tutor.lessons.stage import Stage, follow, holds, run_on, shuffled, tell

T = TypeVar("T")

HINTS = 3
"""Levels of the hint ladder: the rule, a nudge, the answer worked out."""

HINT_PAUSE = 3
"""Seconds that a screen waits before it offers the next hint."""


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

    stage: Stage
    n: int
    news: list[News] = field(default_factory=list)
    done: bool = False
    """Whether the step is taken, so that the page may go on."""
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

    def act(self, act: str) -> None:
        """Do what a learner did.

        Raises:
            ValueError: if it is nothing that this step knows.
        """
        verb, _, rest = act.partition(" ")
        doing = {"next": self.next, "hint": self.hint}.get(verb)
        if doing is not None:
            doing()
        elif verb == "answer":
            self.answer(rest)
        elif verb == "option" and rest.isdecimal():
            self.choose(int(rest))
        else:
            raise ValueError(f"“{act}” is nothing to do here")

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
            self.tell("done")

    def tell(self, kind: str, rules: tuple[str, ...] | None = None) -> None:
        """Let progress know of something; it is about the rules of the step if no others are named."""
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
            self.tell("helped")
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

    def question(self) -> dict[str, Any] | None:
        """The pending question as the desk takes it, without its id; None if there is none."""
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
        for answer in (move.answer, *move.then):
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

    def begin(self) -> None:
        shuffled(self.match)

    def asked(self) -> Choose:
        """What the learner is asked.

        Raises:
            BadInput: if the page is wrong and nothing is asked.
        """
        ask = self.match.asked(self.seat)
        if ask is None:
            raise self.stage.misfit(self.n, "accept", f"nothing is asked of {self.match.table.names[self.seat]} here")
        return ask

    def answer(self, text: str) -> None:
        if self.done or self.naming:
            raise ValueError("the move is made")
        self.attempt(self.asked(), text)

    def attempt(self, ask: Choose, text: str) -> None:
        """Make a move if it is open; else say why it is not."""
        value = ask.parse(text)
        refusals = ask.why_not(value)
        if refusals:
            self.feedback = Feedback("wrong", refusal_text(refusals), refusals[0].rule, refusals)
            self.tell("refused", tuple(dict.fromkeys(r.rule for r in refusals)))
        else:
            self.open_move(ask, spell(value))

    def open_move(self, ask: Choose, text: str) -> None:
        """Make an open move if it is wanted; else say what it would do."""
        after = self.after(text)
        happened = self.happened(after)
        wanted = [spell(ask.parse(move)) for move in self.step.accept]
        if text in wanted or self.step.any_move or (self.step.holds and holds(after, self.step.holds, self.before)):
            self.match = after
            self.rejoins = "" if text == wanted[0] else wanted[0]
            self.feedback = Feedback("right", said(ask, self.step.replies, text) or happened)
            self.naming = self.step.which_rule
            if not self.naming:
                self.finish()
        else:
            instead = said(ask, self.step.instead, text) or f"Allowed, but not what is wanted here. {happened}".strip()
            self.feedback = Feedback("neutral", instead)

    def after(self, text: str) -> Match:
        """The match after an open move, what follows it, and all chance up to the next decision."""
        name = self.match.table.names[self.seat]
        match = self.match.fork()
        tell(match, f"{name}: {text}")
        follow(match, self.step.then)
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
        self.tell("right" if right else "wrong")
        if right:
            self.naming = False
            self.finish()

    def nudge(self) -> str:
        groups = {option.group for option in self.asked().options() if spell(option.value) in self.step.accept}
        return f"Look under: {', '.join(sorted(groups - {''}))}." if groups - {""} else super().nudge()

    def work_out(self) -> None:
        if self.naming:
            self.choose(self.naming_options().index(self.step.rules[0]))
            return
        ask = self.asked()
        move = ask.parse(self.step.accept[0])
        self.open_move(ask, spell(move))
        reason = self.feedback.text if self.feedback else ""
        self.feedback = Feedback("neutral", f"{ask.label(move)}. {reason}", next(iter(self.step.rules), ""))

    def question(self) -> dict[str, Any] | None:
        if self.naming:
            options = [
                {"id": str(n), "label": rule_name(id).capitalize()} for n, id in enumerate(self.naming_options())
            ]
            return {"title": "Which rule is this?", "mode": "quiz", "options": options}
        if self.done:
            return super().question()
        ask = self.asked()
        return {"title": ask.prompt(), "mode": "answer", "options": asked_options(ask)}


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

    def answer(self, text: str) -> None:
        ask = self.match.asked(self.seat)
        if ask is None:
            raise ValueError("the game is over")
        self.attempt(ask, text)

    def open_move(self, ask: Choose, text: str) -> None:
        self.feedback = None
        tell(self.match, f"{self.match.table.names[self.seat]}: {text}")
        self.run_on()

    def work_out(self) -> None:
        line = ", then ".join(move.answer for move in self.step.play)
        self.feedback = Feedback("neutral", f"From the start: {line}.", next(iter(self.step.rules), ""))

    def question(self) -> dict[str, Any] | None:
        ask = self.match.asked(self.seat)
        if ask is None:
            return {"title": "The game is over", "mode": "next", "options": []}
        return {"title": ask.prompt(), "mode": "answer", "options": asked_options(ask)}


def said(ask: Choose, replies: dict[str, str], text: str) -> str:
    """The page's own sentence to a move; empty if it has none."""
    return next((reply for move, reply in replies.items() if spell(ask.parse(move)) == text), "")


def nth(values: list[T], n: int) -> T:
    """Answer number `n`.

    Raises:
        ValueError: if there are not so many.
    """
    if n >= len(values):
        raise ValueError(f"there is no answer {n}")
    return values[n]
