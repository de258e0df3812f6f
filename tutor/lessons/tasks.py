"""One thing to answer in a review: the course's question again, a drill of the engine's, or a rule to be recalled."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from zlib import crc32

from tutor.engine.asks import Option
from tutor.engine.game import Game
from tutor.engine.match import Match, chance_at
from tutor.lessons.attempts import Attempt, Feedback
from tutor.lessons.coach import refusal_text, related, rule_name, rule_text, sentence
from tutor.lessons.course import Course
from tutor.lessons.drills import Drill, drill, most_refused
from tutor.lessons.lesson import ATTEMPTS
from tutor.lessons.missed import QUESTIONS
from tutor.lessons.pages import Page, Step
from tutor.lessons.questions import Reckoning
from tutor.lessons.stage import Stage

RECALLED = 3
"""Rules to choose among when one is to be recalled."""


class Order(NamedTuple):
    """What a task is made from: the same order makes the same task."""

    kind: str
    """question (of the course), drill, reason (which rule forbids this?), recall; or rule: whatever suits it best."""
    rule: str
    place: str = ""
    """For a question: `slug:part:step`."""
    seed: int = 0


@dataclass
class Task:
    """Something to answer about a rule. Wrong answers may be followed by others; the first one counts."""

    game: Game
    rule: str
    """The rule that the answer speaks for."""
    first: bool | None = None
    """Whether all was right at the first try; None while nothing is answered."""
    done: bool = False
    feedback: Feedback | None = None
    match: Match | None = None
    """The table that lies beside the question, if one does."""
    seat: int | None = None
    plays: bool = False
    """Whether `next` makes something happen before the task is done."""

    def words(self) -> dict[str, Any]:
        """The words beside the question, as the desk takes them."""
        raise NotImplementedError

    def question(self) -> dict[str, Any]:
        """The question as the desk takes it, without its id."""
        raise NotImplementedError

    def choose(self, n: int) -> None:
        """Give answer number `n`.

        Raises:
            ValueError: if it is none.
        """
        raise NotImplementedError

    def next(self) -> None:
        """Let happen what comes next."""

    def count(self, right: bool) -> None:
        """Take note of a try: one wrong try is a miss."""
        self.first = right if self.first is None else self.first and right

    def says(self) -> dict[str, Any]:
        """What the rulebook's index says of the rule, for the fold of an answered task."""
        found = rule_text(self.game.book, self.rule)
        return {key: found[key] for key in ("rule", "text", "lines")}


# -- the course's question again -----------------------------------------------------------------------------------


@dataclass
class Repeated(Task):
    """A question of the course, asked again as it was."""

    page: Page | None = None
    part: str = "step"
    n: int = 0
    attempt: Attempt = field(init=False)

    def __post_init__(self) -> None:
        assert self.page is not None
        stage = Stage(self.page, self.part)
        self.attempt = ATTEMPTS[stage.steps[self.n].kind](stage, self.n)
        self.seat = self.attempt.seat
        self._look()

    def _look(self) -> None:
        self.match, self.plays = self.attempt.match, self.attempt.plays
        self.done, self.feedback = self.attempt.done, self.attempt.feedback

    def words(self) -> dict[str, Any]:
        found = self.attempt.words()
        return found if self.done else {key: value for key, value in found.items() if key not in ("rulebook", "fold")}

    def question(self) -> dict[str, Any]:
        found = self.attempt.question() or {"title": "", "mode": "next", "options": []}
        if isinstance(self.attempt, Reckoning) and self.attempt.shown:
            found["figures"] = self.attempt.figures()
        return found

    def choose(self, n: int) -> None:
        self.attempt.act(f"option {n}")
        for news in self.attempt.news:
            if news.kind in ("right", "wrong"):
                self.count(news.kind == "right")
        self.attempt.news.clear()
        self._look()

    def next(self) -> None:
        self.attempt.act("next")
        self._look()


# -- drills --------------------------------------------------------------------------------------------------------


@dataclass
class Drilled(Task):
    """Which of these moves is not allowed, and which rule forbids it?"""

    drill: Drill | None = None
    naming: bool = False
    """Whether the illegal move is known and its rule is asked for."""
    tried: list[int] = field(default_factory=list)
    named: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.match, self.seat = self.made.match, self.made.seat

    @property
    def made(self) -> Drill:
        """The drill."""
        assert self.drill is not None
        return self.drill

    @property
    def illegal(self) -> Option:
        """The move that is refused."""
        return self.made.moves[self.made.illegal]

    def said(self, n: int) -> str:
        """A move in words."""
        return self.made.labels[n]

    def words(self) -> dict[str, Any]:
        name = self.made.match.table.names[self.made.seat]
        found: dict[str, Any] = {"kind": "spot", "text": f"{name} is asked: “{self.made.ask.prompt()}”"}
        if self.naming:
            found["text"] = f"{name} may not do this: *{self.said(self.made.illegal)}*."
        if self.done:
            found["rulebook"] = self.says()
        return found

    def question(self) -> dict[str, Any]:
        if not self.naming:
            options = [self._move(n) for n in range(len(self.made.moves))]
            return {"title": "Which of these is not allowed?", "mode": "spot", "options": options}
        return {
            "title": "Which rule forbids it?",
            "mode": "quiz",
            "options": [self._reason(n) for n in range(len(self.made.reasons))],
        }

    def _move(self, n: int) -> dict[str, Any]:
        shown: dict[str, Any] = {"id": str(n), "label": self.said(n)}
        if n in self.tried:
            shown |= {"verdict": "wrong", "explanation": "Allowed here: no rule is against it."}
        return shown

    def _reason(self, n: int) -> dict[str, Any]:
        id = self.made.reasons[n]
        text = self.game.book[id].text
        shown: dict[str, Any] = {"id": str(n), "label": rule_name(id).capitalize(), "detail": text}
        if self.done or n in self.named:
            against = [refusal for refusal in self.illegal.refusals if refusal.rule == id]
            shown["verdict"] = "right" if against else "wrong"
            shown["explanation"] = refusal_text(against) or "This rule has nothing against the move."
        return shown

    def choose(self, n: int) -> None:
        if self.done or not 0 <= n < len(self.made.reasons if self.naming else self.made.moves):
            raise ValueError(f"there is no answer {n}")
        if self.naming:
            self._name(n)
        else:
            self._spot(n)

    def _spot(self, n: int) -> None:
        move = self.made.moves[n]
        self.count(bool(move.refusals))
        if move.refusals:
            self.naming = True
            self.feedback = Feedback("right", f"Not allowed: {self.said(n)}. Now why?")
        else:
            self.tried.append(n)
            self.feedback = Feedback("wrong", f"{sentence(self.said(n))} That is allowed here: no rule is against it.")

    def _name(self, n: int) -> None:
        self.named.append(n)
        right = self.made.reasons[n] in self.made.broken
        self.count(right)
        if right:
            self.done = True
            self.feedback = Feedback("right", refusal_text(self.illegal.refusals), self.made.reasons[n])
        else:
            id = self.made.reasons[n]
            self.feedback = Feedback("wrong", f"Not “{rule_name(id)}”: it has nothing against this move.", id)


# -- rules to be recalled ------------------------------------------------------------------------------------------


@dataclass
class Recalled(Task):
    """Which of these is the rule of that name? For rules that no question asks for and that nobody can break."""

    tried: list[int] = field(default_factory=list)

    @cached_property
    def choices(self) -> list[str]:
        """The rule and others close to it that have another name, in an order that tells nothing."""
        name = rule_name(self.rule)
        near = [entry.id for entry in related(self.game.book, self.rule, 12) if rule_name(entry.id) != name]
        random = chance_at(crc32(self.rule.encode()), 0)
        return sorted([self.rule, *near[: RECALLED - 1]], key=lambda _: random())

    def words(self) -> dict[str, Any]:
        section = self.game.book.section(self.game.book[self.rule].section).title
        found: dict[str, Any] = {"kind": "quiz", "text": f"From the chapter “{section}”."}
        if self.done:
            found["rulebook"] = self.says()
        return found

    def question(self) -> dict[str, Any]:
        options = []
        for n, id in enumerate(self.choices):
            shown: dict[str, Any] = {"id": str(n), "label": self.game.book[id].text}
            if self.done or n in self.tried:
                shown |= {"verdict": "right" if id == self.rule else "wrong", "explanation": self._why(id)}
            options.append(shown)
        return {"title": f"What is the rule “{rule_name(self.rule)}”?", "mode": "quiz", "options": options}

    def _why(self, id: str) -> str:
        return "This is it." if id == self.rule else f"True, but that is the rule “{rule_name(id)}”."

    def choose(self, n: int) -> None:
        if self.done or not 0 <= n < len(self.choices):
            raise ValueError(f"there is no answer {n}")
        id = self.choices[n]
        self.tried.append(n)
        self.count(id == self.rule)
        self.done = id == self.rule
        self.feedback = Feedback("right" if self.done else "wrong", self._why(id), id)


# -- what to ask ---------------------------------------------------------------------------------------------------


def make(order: Order, course: Course) -> Task | None:
    """Make the task that an order asks for; None if it cannot be made any more."""
    game = course.game
    if order.rule not in game.book and order.rule:
        return None
    if order.kind == "rule":
        return make(order_for(course, order.rule, order.place, order.seed), course)
    if order.kind == "question":
        found = question_at(course, order.place)
        return Repeated(game, order.rule, page=found[0], part=found[1], n=found[2]) if found else None
    if order.kind in ("drill", "reason"):
        made = drill(game, order.seed, order.rule)
        naming = order.kind == "reason"
        return Drilled(game, order.rule or made.broken[0], drill=made, naming=naming) if made else None
    return Recalled(game, order.rule) if order.rule else None


def question_at(course: Course, place: str) -> tuple[Page, str, int] | None:
    """The question of the course at `slug:part:step`; None if there is none any more."""
    slug, _, rest = place.partition(":")
    part, _, number = rest.partition(":")
    page = next((page for page in course.pages if page.slug == slug), None)
    if page is None or part not in ("step", "test_out") or not (number.isascii() and number.isdecimal()):
        return None
    steps: tuple[Step, ...] = getattr(page, part)
    n = int(number)
    return (page, part, n) if n < len(steps) and _asks(steps[n]) else None


def _asks(step: Step) -> bool:
    return step.kind in QUESTIONS and (step.kind == "spot" or bool(step.options))


def questions_on(course: Course, rule: str) -> list[str]:
    """The places of all questions of the course about a rule."""
    return [
        f"{page.slug}:{part}:{n}"
        for page in course.pages
        for part in ("step", "test_out")
        for n, step in enumerate(getattr(page, part))
        if rule in step.rules and _asks(step)
    ]


def order_for(course: Course, rule: str, place: str = "", seed: int = 0) -> Order:
    """What to ask about a rule: the question that was missed, else a drill, else a question of the course, else recall.

    Rules that seldom refuse anything are asked about by the course's questions, if it has any: a drill on them takes a
    long search.

    Args:
        course: The game's course.
        rule: The rule.
        place: The question that was missed, if one was.
        seed: Varies the drill, and which of several questions is taken.
    """
    if place and question_at(course, place):
        return Order("question", rule, place)
    asked = questions_on(course, rule)
    if (not asked or rule in most_refused(course.game)) and drill(course.game, seed, rule) is not None:
        return Order("reason" if seed % 3 == 2 else "drill", rule, seed=seed)
    if asked:
        return Order("question", rule, asked[seed % len(asked)])
    return Order("recall", rule)
