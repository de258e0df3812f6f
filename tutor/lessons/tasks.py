"""One thing to answer in a review: the course's question again, a drill of the engine's, or a rule to be recalled.

Each is an attempt at a step, either of a page or one that is made here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from zlib import crc32

from tutor.engine.core.game import Game
from tutor.engine.core.match import Match, chance_at
from tutor.lessons.attempts import Attempt, Feedback, nth
from tutor.lessons.coach import refusal_text, rule_name, sentence
from tutor.lessons.course import Course
from tutor.lessons.drills import Drill, drill, most_refused
from tutor.lessons.going import ATTEMPTS
from tutor.lessons.missed import QUESTIONS
from tutor.lessons.page import PARTS, Choice, Page, Step
from tutor.lessons.questions import Asking, Spotting
from tutor.lessons.shelf import related
from tutor.lessons.stage import Single, Stage

RECALLED = 3
"""The number of rules to choose from when one has to be recalled."""


class Order(NamedTuple):
    """The order from which a task is made; the same order makes the same task."""

    kind: str
    """The kind: question (of the course), drill, reason (which rule forbids this?), recall, or rule (what suits it)."""
    rule: str
    place: str = ""
    """The place of a question, `slug:part:step`."""
    seed: int = 0


class Task(NamedTuple):
    """Something to answer, and the rule that the answer counts for."""

    rule: str
    attempt: Attempt


# -- steps that are made -------------------------------------------------------------------------------------------


@dataclass
class Drilling(Spotting):
    """Which of these moves is not allowed, and which rule forbids it?"""

    open_move = "Nothing forbids this move here."

    drill: Drill = field(kw_only=True)
    naming: bool = False
    """Whether the learner knows the illegal move and is asked for its rule."""
    named: list[int] = field(default_factory=list)

    def begin(self) -> None:
        self.options = list(self.drill.moves)

    def label(self, n: int) -> str:
        return self.drill.labels[n]

    def text(self) -> str:
        if not self.naming:
            return super().text()
        return f"{self.match.table.names[self.seat]} can’t do this: *{self.label(self.drill.illegal)}*."

    def allowed(self, n: int) -> str:
        return f"{sentence(self.label(n))} That is allowed here. No rule forbids it."

    def spotted(self, n: int) -> None:
        self.naming = True
        self.feedback = Feedback("right", f"That’s right. This move isn’t allowed: {self.label(n)}. Why not?")

    def choose(self, n: int) -> None:
        if not self.naming or self.done:
            super().choose(n)
            return
        id = nth(list(self.drill.reasons), n)
        right = id in self.drill.broken
        self.named.append(n)
        self.report("right" if right else "wrong")
        if right:
            self.feedback = Feedback("right", refusal_text(self.options[self.drill.illegal].refusals), id)
            self.finish()
        else:
            self.feedback = Feedback("wrong", f"The rule “{rule_name(id)}” does not forbid this move.", id)

    def question(self) -> dict[str, Any]:
        if not self.naming:
            return super().question()
        options = [self._reason(n, id) for n, id in enumerate(self.drill.reasons)]
        return {"title": "Which rule forbids this move?", "mode": "quiz", "options": options}

    def _reason(self, n: int, id: str) -> dict[str, Any]:
        text = self.match.game.book[id].text
        shown: dict[str, Any] = {"id": str(n), "label": rule_name(id).capitalize(), "detail": text}
        if self.done or n in self.named:
            against = [refusal for refusal in self.options[self.drill.illegal].refusals if refusal.rule == id]
            shown["verdict"] = "right" if against else "wrong"
            shown["explanation"] = refusal_text(against) or "This rule does not forbid the move."
        return shown


def drilled(made: Drill, rule: str, naming: bool) -> Drilling:
    """Return a drill, or only the question for its reason."""
    name = made.match.table.names[made.seat]
    step = Step("spot", text=f"{name} is asked: “{made.ask.prompt()}”", rules=(rule,))
    return Drilling(Single(step, made.match, made.seat), 0, drill=made, naming=naming)


@dataclass
class Recalling(Asking):
    """Which of these is the rule of that name? For rules that no question asks for and that nobody can break."""

    at_table = False

    rules: list[str] = field(kw_only=True)

    def order(self) -> list[int]:
        return list(range(len(self.rules)))

    def explained(self, n: int) -> bool:
        return self.done or n in self.chosen

    def reply(self, choice: Choice) -> None:
        super().reply(choice)
        if self.feedback is not None:
            self.feedback = replace(self.feedback, rule=self.rules[self.chosen[-1]])


def recalled(game: Game, rule: str) -> Recalling:
    """Return the question for a rule's text, among texts of similar rules, in an order that reveals nothing."""
    name = rule_name(rule)
    near = [entry.id for entry in related(game.book, rule, 12) if rule_name(entry.id) != name]
    random = chance_at(crc32(rule.encode()), 0)
    rules = sorted([rule, *near[: RECALLED - 1]], key=lambda _: random())
    options = tuple(
        Choice(
            game.book[id].text,
            "Yes, that’s the rule."
            if id == rule
            else f"This is true, but it comes from another rule, “{rule_name(id)}”.",
            right=id == rule,
        )
        for id in rules
    )
    section = game.book.section(game.book[rule].section).title
    text = f"The rule is from the chapter “{section}”."
    step = Step("quiz", prompt=f"What does the rule “{name}” say?", text=text, rules=(rule,), options=options)
    bare = Match(game, game.new(game.setup(game.seats[0])))
    return Recalling(Single(step, bare), 0, rules=rules)


# -- what to ask ---------------------------------------------------------------------------------------------------


def make(order: Order, course: Course) -> Task | None:
    """Make the task that an order describes; None if it can no longer be made."""
    game = course.game
    if order.rule not in game.book and order.rule:
        return None
    if order.kind == "rule":
        return make(order_for(course, order.rule, order.place, order.seed), course)
    if order.kind == "question":
        found = question_at(course, order.place)
        return Task(order.rule, repeated(*found)) if found else None
    if order.kind in ("drill", "reason"):
        made = drill(game, order.seed, order.rule)
        if made is None:
            return None
        rule = order.rule or made.broken[0]
        return Task(rule, drilled(made, rule, naming=order.kind == "reason"))
    return Task(order.rule, recalled(game, order.rule)) if order.rule else None


def repeated(page: Page, part: str, n: int) -> Attempt:
    """Return a question of a page as it was first asked."""
    stage = Stage(page, part)
    return ATTEMPTS[stage.steps[n].kind](stage, n)


def question_at(course: Course, place: str) -> tuple[Page, str, int] | None:
    """The question of the course at `slug:part:step`; None if it no longer exists."""
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
    """Return the places of the course's questions about a rule: in cores, or else in corner cases, or else anywhere."""
    found: dict[str, list[str]] = {part: [] for part in PARTS}
    for page in course.pages:
        for part in ("step", "test_out"):
            for n, step in enumerate(getattr(page, part)):
                if rule in step.rules and _asks(step):
                    found[step.part].append(f"{page.slug}:{part}:{n}")
    return next((places for places in found.values() if places), [])


def order_for(course: Course, rule: str, place: str = "", seed: int = 0) -> Order:
    """Return what to ask about a rule: the missed question, or else a drill, a question of the course, or recall.

    A rule that seldom refuses anything gets a question of the course, because finding a drill takes a long time.

    Args:
        course: The game's course.
        rule: The rule.
        place: The question that was missed, if one was.
        seed: Varies the drill and the choice among several questions.
    """
    known = question_at(course, place) if place else None
    if known is not None and rule in getattr(known[0], known[1])[known[2]].rules:
        return Order("question", rule, place)
    asked = questions_on(course, rule)
    if (not asked or rule in most_refused(course.game)) and drill(course.game, seed, rule) is not None:
        return Order("reason" if seed % 3 == 2 else "drill", rule, seed=seed)
    if asked:
        return Order("question", rule, asked[seed % len(asked)])
    return Order("recall", rule)
