"""Steps at which the learner moves: a step that wants one move, or one in which the learner plays on towards a goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.core.asks import PASS, Option, spell
from tutor.engine.core.match import Match
from tutor.lessons.asked import Asked
from tutor.lessons.attempts import Attempt, Feedback, answer, in_order, nth
from tutor.lessons.coach import asked_option, refusal_text
from tutor.lessons.stage import follow, holds, run_on, shuffled, tell
from tutor.lessons.stretch import Stretch, since

OTHER_MOVE = "The rules allow that, but this step is about another move. Please try again."
"""The reply to a legal move that a step does not want, if the page has no reply of its own."""


@dataclass
class Doing(Attempt):
    """The learner makes the move; every move may be tried."""

    hinting = True

    rejoins: str = ""
    """The move from which the next step goes on, if that is not the learner's own move."""
    wondering: bool = False
    """Whether the step is asking for the reason for the move."""
    reasons: list[int] = field(default_factory=list)
    """The reasons given so far."""
    _asked: Asked | None = None

    def begin(self) -> None:
        shuffled(self.match)

    @property
    def asked(self) -> Asked:
        """The question to the learner.

        Raises:
            BadInput: if the page is wrong and nothing is asked.
        """
        ask = self.match.asked(self.seat)
        if ask is None:
            raise self.misfit("accept", f"{self.match.table.names[self.seat]} isn’t asked anything here")
        if self._asked is None or self._asked.ask is not ask:
            self._asked = Asked(ask)
        return self._asked

    @property
    def moved(self) -> bool:
        return self._since is not None

    @property
    def asks_move(self) -> bool:
        return not (self.done or self.wondering)

    def answer(self, text: str) -> None:
        """Make a move if it is open; otherwise say why it is not."""
        if not self.asks_move:
            raise ValueError("the move has already been made")
        option = self.asked.option(text)
        if option.refusals:
            refusals = option.refusals
            self.refused += 1
            self.feedback = Feedback("wrong", refusal_text(refusals), refusals[0].rule, refusals)
            self.report("refused", tuple(dict.fromkeys(r.rule for r in refusals)))
        else:
            self.open_move(option)

    def open_move(self, option: Option) -> None:
        """Make an open move if it is wanted; otherwise say what it would do."""
        after = self.after(option)
        wanted = [self.asked.option(move).value for move in self.step.accept]
        step = self.step
        if option.value in wanted or step.any_move or (step.holds and holds(after, step.holds, self.before)):
            own = option.value == wanted[0] or not self.stage.leads_on(self.n)
            self.rejoins = "" if own else self.asked.option(step.accept[0]).label
            self.feedback = Feedback("right", self.own_words(step.replies, option) or self.happened(after))
            self.match = after
            self.wondering = bool(step.reasons)
            if not self.wondering:
                self.finish()
        else:
            self.feedback = Feedback("neutral", self.own_words(step.instead, option) or OTHER_MOVE)

    def own_words(self, replies: dict[str, str], option: Option) -> str:
        """Return the page's own reply to a move; empty if it has none."""
        return next((reply for move, reply in replies.items() if self.asked.option(move) is option), "")

    def after(self, option: Option) -> Match:
        """Return the match after an open move and the answers that follow, played by chance up to the next decision."""
        match = self.match.fork()
        match.answer(option.value, self.seat)
        follow(match, [answer for move in self.step.then for answer in move.answers])
        return match

    def stretch_from(self, before: int) -> Stretch:
        answered = self.match.log[before:]
        if all(entry.seat in (None, self.seat) or entry.value == PASS for entry in answered):
            return super().stretch_from(before)
        told = since(self.match, before, self.seat)
        return told if told.pieces else super().stretch_from(before)

    def happened(self, after: Match) -> str:
        """Return the notes between here and `after` that the learner may read, as one text."""
        new = after.notes[len(self.match.notes) :]
        heard = [note.text for note in new if note.read_by(self.seat)]
        return " ".join(text[0].upper() + text[1:].rstrip(".") + "." for text in heard if text)

    def choose(self, n: int) -> None:
        if not self.wondering:
            super().choose(n)
        choice = nth(list(self.step.reasons), n)
        if not self.reasons:
            self.report(choice.verdict)
        self.reasons.append(n)
        self.feedback = Feedback(choice.verdict, choice.why, self.step.rule)
        if choice.right:
            self.wondering = False
            self.finish()

    def nudge(self) -> str:
        if self.wondering:
            return next(f"It isn’t “{choice.text}”. {choice.why}" for choice in self.step.reasons if not choice.right)
        groups = {option.group for option in self.asked.options if spell(option.value) in self.step.accept}
        named = "” or “".join(sorted(groups - {""}))
        return f"Look at the moves under “{named}”." if named else super().nudge()

    def work_out(self) -> None:
        if self.wondering:
            self.choose(next(n for n, choice in enumerate(self.step.reasons) if choice.right))
            return
        option = self.asked.option(self.step.accept[0])
        self.open_move(option)
        reason = self.feedback.text if self.feedback else ""
        self.feedback = Feedback("neutral", f"We’ve made this move for you: {option.label}. {reason}", self.step.rule)

    def question(self) -> dict[str, Any]:
        if self.wondering:
            order = in_order(self.step.prompt, self.n, len(self.step.reasons))
            options = [answer(n, self.step.reasons[n], n in self.reasons) for n in order]
            return {"title": "Why?", "mode": "quiz", "options": options}
        return self.moves() if self.asks_move else super().question()

    def moves(self) -> dict[str, Any]:
        """Return the question for a move in the form that the desk needs."""
        asked = self.asked
        options = [asked_option(option) for option in asked.options]
        return {"title": asked.ask.prompt(), "mode": "answer", "options": options}


@dataclass
class Playing(Doing):
    """Play on freely, with bots in the other seats and perhaps with a goal."""

    @property
    def can_skip(self) -> bool:
        return False

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
        line = "”, then “".join(self._own_choices())
        self.feedback = Feedback("neutral", f"From the start of this step, you could choose “{line}”.", self.step.rule)

    def _own_choices(self) -> Iterator[str]:
        """Yield what the learner chooses in the page's line of play, as their options are worded."""
        match = self.stage.start(self.n)
        for written in (written for move in self.step.play for written in move.answers):
            here = shuffled(match.fork())
            tell(match, written)
            asked = here.asked(self.seat)
            given = next((one for one in match.log[len(here.log) :] if one.seat == self.seat), None)
            if asked is not None and given is not None:
                yield asked.label(given.value)

    def question(self) -> dict[str, Any]:
        return self.moves() if self.asks_move else {"title": "The game is over", "mode": "next", "options": []}
