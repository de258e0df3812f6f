"""Steps that ask something: a quiz, a prediction, a guess at odds, and moves of which one is illegal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Option, Roll, spell
from tutor.engine.core.match import Match
from tutor.engine.play.chance import LEAST, Odds, at_next_choice, line_of, odds
from tutor.engine.play.expecting import differences
from tutor.engine.play.playing import Unmet
from tutor.lessons.attempts import Attempt, Feedback, Showing, answer, in_order, nth
from tutor.lessons.coach import refusal_text
from tutor.lessons.page import Choice, Event
from tutor.lessons.stage import shuffled, tell


@dataclass
class Asking(Attempt):
    """A question whose answers are right or wrong, each with an explanation."""

    hinting = True

    chosen: list[int] = field(default_factory=list)
    """The answers given so far."""

    def choose(self, n: int) -> None:
        if self.settled:
            raise ValueError("the question has already been answered")
        choice = nth(list(self.step.options), n)
        if not self.chosen:
            self.report(choice.verdict)
        self.chosen.append(n)
        self.reply(choice)

    @property
    def settled(self) -> bool:
        """Whether no more answers are accepted."""
        return self.done

    def reply(self, choice: Choice) -> None:
        """Say what the answer leads to."""
        self.feedback = Feedback(choice.verdict, choice.why, self.step.rule)
        if choice.right:
            self.finish()

    @property
    def right(self) -> int:
        """The number of the first right answer."""
        return next(n for n, choice in enumerate(self.step.options) if choice.right)

    def nudge(self) -> str:
        wrong = [choice for n, choice in enumerate(self.step.options) if not choice.right and n not in self.chosen]
        return f"It isn’t “{wrong[0].text}”. {wrong[0].why}" if wrong else super().nudge()

    def work_out(self) -> None:
        self.choose(self.right)

    def order(self) -> list[int]:
        """The answers in an order that reveals nothing and never changes; authors tend to write the right one first."""
        return in_order(self.step.prompt, self.n, len(self.step.options))

    def explained(self, n: int) -> bool:
        """Return whether the explanation of answer `n` can be seen."""
        return n in self.chosen

    def question(self) -> dict[str, Any]:
        options = [answer(n, self.step.options[n], self.explained(n)) for n in self.order()]
        return {"title": self.step.prompt, "mode": "quiz", "options": options}


@dataclass
class Predicting(Asking, Showing):
    """What will happen? The learner guesses first, then it happens, and then the two are compared."""

    @property
    def plays(self) -> bool:
        return bool(self.chosen) and self.played < len(self.step.play)

    @property
    def settled(self) -> bool:
        return bool(self.chosen)

    def next(self) -> None:
        if not self.plays:
            raise ValueError("first say what you expect")
        Showing.next(self)

    def reply(self, choice: Choice) -> None:
        self.feedback = None

    def ended(self) -> None:
        super().reply(self.step.options[self.chosen[0]])
        self.finish()

    def work_out(self) -> None:
        self.choose(self.right)
        while self.plays:
            self.next()

    def explained(self, n: int) -> bool:
        return self.done

    def question(self) -> dict[str, Any]:
        found = super().question()
        found["mode"] = "next" if self.plays else "predict"
        return {**found, "chosen": str(self.chosen[0])} if self.chosen else found


OURS = " (how we play)"
"""What a page may write after the first way that it compares; a screen shows it separately."""


@dataclass
class Comparing(Attempt):
    """The same moves under our reading and under others: the learner switches and sees how each turns out."""

    way: int = 0
    """The way that the table shows."""

    def begin(self) -> None:
        self._show()
        self.finish()

    def _show(self) -> None:
        self.match = self.stage.way(self.n, self.way)
        self.feedback = Feedback("neutral", self.step.ways[self.way].why, self.step.rule)

    @property
    def ours(self) -> Match:
        """The match at the end of the moves if they are made our way."""
        return self.stage.way(self.n, 0)

    @property
    def stretch(self) -> None:
        return None

    def choose(self, n: int) -> None:
        nth(list(self.step.ways), n)
        self.way = n
        self._show()

    def question(self) -> dict[str, Any]:
        options = [{"id": str(n), "label": way.text} for n, way in enumerate(self.step.ways)]
        options[0] = {"id": "0", "label": self.step.ways[0].text.removesuffix(OURS), "tag": OURS.strip(" ()")}
        return {"title": self.step.prompt, "mode": "switch", "options": options, "chosen": str(self.way)}


@dataclass
class Reckoning(Asking):
    """Exact odds with their working, which appear after a guess if the page asks for one."""

    def begin(self) -> None:
        if not self.step.options:
            self.finish()

    @property
    def settled(self) -> bool:
        return bool(self.chosen)

    def reply(self, choice: Choice) -> None:
        super().reply(choice)
        self.finish()

    @property
    def in_view(self) -> bool:
        """Whether the figures can be seen, which they never can before the guess."""
        return not self.step.options or bool(self.chosen)

    def hinted(self, level: int) -> str:
        return self.step.hint or super().hinted(1)

    def explained(self, n: int) -> bool:
        return self.in_view

    def figures(self) -> list[dict[str, Any]]:
        """The odds of every event: `text`, `working` and, if they can be counted, `ways` out of `of`."""
        return [self.figure(n, event) for n, event in enumerate(self.step.chances)]

    def figure(self, n: int, event: Event) -> dict[str, Any]:
        """The odds of one event.

        Raises:
            BadInput: if the answers that come first do not fit, or the event is missing.
        """
        match = self.match.fork()
        try:
            for answer in event.play:
                tell(match, answer)
        except Unmet as unmet:
            raise self.misfit(f"chances[{n}].play", unmet) from None
        shuffled(match)
        found = self.odds(match, event, n)
        total = match.ask.sides**match.ask.dice if isinstance(match.ask, Roll) else 0
        return {"text": event.text, **worked(found, total)}

    def odds(self, match: Match, event: Event, n: int) -> Odds:
        """Return how likely an event is, given what the learner's player knows."""
        game = match.game
        line = line_of(match, self.seat)
        if event.measure:
            measure = next(m for m in game.measures if m.id == event.measure)
            seat = _seat(match, event.player, self.stage.file)
            before = match.table.copy()
            return odds(line, {"": lambda table: measure.of(before, table, seat)}, at_next_choice)[""]
        if event.table is not None:
            wanted = event.table
            look = {"": lambda table: not differences(wanted, game.position(table, None), "table")}
            return odds(line, look, at_next_choice)[""]
        if not isinstance(match.ask, Roll) or match.ask.aim is None:
            raise self.misfit(
                f"chances[{n}]",
                "the pending question is not a roll with an aim, so the chance needs `measure` or `table`",
            )
        return to_hit(match.ask)

    def question(self) -> dict[str, Any]:
        found = {"title": self.step.prompt, "mode": "next", "options": []}
        if self.step.options:
            found = super().question()
        return {**found, "figures": self.figures()} if self.in_view else found


def _seat(match: Match, name: str, file: str) -> int:
    names = match.table.names
    if name not in names:
        raise BadInput(file, "player", f"no player “{name}” here; the players are {', '.join(names)}")
    return names.index(name)


def to_hit(ask: Roll) -> Odds:
    """Return how likely a roll is to hit its aim."""
    assert ask.aim is not None
    hit = ask.aim().hit
    share = sum((p for faces, p in ask.outcomes() if hit(faces)), Fraction(0))
    return Odds(share, share, exact=True)


def worked(found: Odds, total: int = 0) -> dict[str, Any]:
    """Return odds with their working, such as 21/36 = 58.33% if there are `total` equally likely ways.

    Args:
        found: The odds.
        total: How many equally likely outcomes there are; 0 if they are not counted.
    """
    if not found.exact or found.unexplored > LEAST:
        return {"working": str(found)}
    ways, of = ways_of(found.low, total)
    return {"ways": ways, "of": of, "working": f"{ways}/{of} = {float(found.low) * 100:.2f}%"}


def ways_of(share: Fraction, total: int = 0) -> tuple[int, int]:
    """An exact chance as a number of ways out of all; `total` is the number of equally likely ways, if it is known."""
    of = total if total and total % share.denominator == 0 else share.denominator
    return int(share * of), of


@dataclass
class Spotting(Attempt):
    """Which of these moves is not allowed? The rules of the game decide."""

    hinting = True

    open_move: ClassVar[str] = "Nothing forbids this move."

    tried: list[int] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)

    def begin(self) -> None:
        shuffled(self.match)
        ask = self.match.asked(self.seat)
        if ask is None:
            name = self.match.table.names[self.seat]
            raise self.misfit("moves", f"{name} isn’t asked anything here")
        offered = ask.options()
        try:
            wanted = [spell(ask.parse(move)) for move in self.step.moves] or [spell(o.value) for o in offered]
        except ValueError as error:
            raise self.misfit("moves", error) from None
        self.options = [option for option in offered if spell(option.value) in wanted]
        if not any(o.refusals for o in self.options) or all(o.refusals for o in self.options):
            raise self.misfit("moves", f"expected open and closed moves here, got {_listed(self.options)}")

    def label(self, n: int) -> str:
        """Move number `n` in words."""
        return self.options[n].label

    def choose(self, n: int) -> None:
        if self.done:
            raise ValueError("the question has already been answered")
        option = nth(self.options, n)
        if not self.tried:
            self.report("right" if option.refusals else "wrong")
        self.tried.append(n)
        if option.refusals:
            self.spotted(n)
        else:
            self.feedback = Feedback("wrong", self.allowed(n))

    def allowed(self, n: int) -> str:
        """Return the reply to a learner who named move number `n`, which is allowed."""
        return f"“{self.label(n)}” is allowed here. No rule forbids it."

    def _allowed(self, n: int) -> str:
        return self.allowed(n) if n in self.tried else self.open_move

    def spotted(self, n: int) -> None:
        """Reply to a learner who named move number `n`, which is not allowed."""
        refusals = self.options[n].refusals
        self.feedback = Feedback("right", refusal_text(refusals), refusals[0].rule, refusals)
        self.finish()

    def nudge(self) -> str:
        allowed = next(option for option in self.options if not option.refusals)
        return f"“{allowed.label}” is allowed."

    def work_out(self) -> None:
        self.choose(next(n for n, option in enumerate(self.options) if option.refusals))

    def question(self) -> dict[str, Any]:
        options = []
        for n, option in enumerate(self.options):
            shown: dict[str, Any] = {"id": str(n), "label": self.label(n)}
            if self.done or n in self.tried:
                shown["verdict"] = "right" if option.refusals else "wrong"
                shown["explanation"] = refusal_text(option.refusals) or self._allowed(n)
            options.append(shown)
        return {"title": self.step.prompt or "Which of these moves isn’t allowed?", "mode": "spot", "options": options}


def _listed(options: Sequence[Option]) -> str:
    return ", ".join(f"{spell(o.value)} {'closed' if o.refusals else 'open'}" for o in options) or "none"
