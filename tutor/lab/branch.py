"""A line of play: a scene, the steps taken in it, and the match at their end; steps can be undone and redone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tutor.engine.book.files import BROKEN, BadInput
from tutor.engine.core.asks import Chance, Roll, spell
from tutor.engine.core.game import Game, find_game
from tutor.engine.core.history import History
from tutor.engine.core.match import Match
from tutor.engine.play.expecting import choices
from tutor.engine.play.playing import Player, Step, Unmet, go_by_itself
from tutor.lab.scenes import FILE, scene_of, written_answer
from tutor.lab.writing import Doc, scene_text
from tutor.lessons.asked import Asked
from tutor.lessons.stage import shuffled

Find = Callable[[str], Game]
"""Finds a game by its id."""


class Branch:
    """One line of play.

    `doc` is the scene without its steps, `steps` are those taken, each as a scene writes it, and `undone` those taken
    back, with the next one to redo last. If the scene of a branch is changed, another branch takes its place, and
    undo and redo lead from one to the other.
    """

    def __init__(self, name: str, doc: Mapping[str, Any], steps: Sequence[Any] = (), find: Find = find_game) -> None:
        """Lay the scene out and take the steps.

        Raises:
            BadInput: if the scene does not fit, or a step does not.
        """
        self.name = name
        self.find = find
        self.doc: Doc = {key: value for key, value in doc.items() if key not in ("play", "case")}
        self.scene = scene_of(self.doc)
        self.game = find(self.scene.game)
        self._base = self.scene.match(self.game, scene_text(self.doc))
        self._asked: list[Asked] = []
        try:
            self._asked = _look_at(self._base)
        except BadInput:
            raise
        except BROKEN as error:
            raise BadInput(FILE, "table", f"{self.game.title} cannot be played on from such a table") from error
        self._history: History[Any] = History()
        self.steps, self.undone = self._history.done, self._history.undone
        self._before: Branch | None = None
        self._after: Branch | None = None
        self._begun = 0
        self._here: Match | None = None
        self._begin()
        for step in steps:
            self.take(step)

    def _begin(self) -> None:
        self.player = Player(self.scene, self._base.fork())
        self._marks: list[int] = []

    @property
    def match(self) -> Match:
        """Return the match right after the last step."""
        return self.player.match

    @property
    def start(self) -> Match:
        """Return a separate match at the beginning, before the first step."""
        return self._base.fork()

    @property
    def here(self) -> Match:
        """The match at the next question with a choice; it must not be changed."""
        if self._here is None:
            self._here = settled(self.match)
        return self._here

    def asked(self, seat: int | None = None) -> Asked | None:
        """Return the question to a seat here (None: the first one) with its options, which are worked out once."""
        part = self.here.asked(seat)
        if part is None:
            return None
        known = next((asked for asked in self._asked if asked.ask is part), None)
        if known is None:
            known = Asked(part)
            self._asked.append(known)
        return known

    def text(self) -> str:
        """The scene with its steps, as TOML."""
        return scene_text({**self.doc, "play": self.steps} if self.steps else self.doc)

    # -- steps ------------------------------------------------------------------------------------------------

    def take(self, step: Any) -> None:
        """Take a step as a scene writes it; steps that were undone are forgotten.

        Raises:
            BadInput: if the step does not fit here; in that case, nothing changes.
        """
        self._play(step)
        self._history.add(step)
        self._after = None

    def _play(self, step: Any) -> None:
        n, mark = len(self._marks), len(self.match.log)
        self._here = None
        try:
            self.player.step(self.player.parse(step, n), n)
            self._asked = _look_at(self.match, self._asked)
        except BROKEN as error:
            self._again()
            if not isinstance(error, BadInput | Unmet):
                raise BadInput(FILE, f"play[{n}]", "the rules cannot go on from here") from error
            what = str(error).strip().splitlines()[0].removeprefix(FILE).strip(" :").removeprefix(f"play[{n}]: ")
            raise BadInput(FILE, f"play[{n}]", what) from None
        self._marks.append(mark)

    # -- there and back ---------------------------------------------------------------------------------------

    def follow(self, before: Branch) -> None:
        """Take the place of another branch whose scene was changed; undo goes there once all later steps are undone."""
        self._before, self._begun = before, len(self.steps)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return bool(self.steps) or self._before is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return bool(self.undone) or self._after is not None

    def undo(self) -> Branch:
        """Undo the last step, or the change of the scene if that came later, and return the branch that results."""
        if self._before is not None and len(self.steps) <= self._begun:
            self._before._after = self
            return self._before
        self._step_back()
        return self

    def redo(self) -> Branch:
        """Redo what was undone last, and return the branch that results."""
        if self.undone:
            self._step_again()
        elif self._after is not None:
            self._after.follow(self)
            return self._after
        return self

    def go_to(self, step: int) -> None:
        """Go to the position after this many steps, undone or not."""
        while len(self.steps) > max(0, step):
            self._step_back()
        while len(self.steps) < step and self.undone:
            self._step_again()

    def _step_again(self) -> None:
        self._play(self.undone[-1])
        self._history.again()

    def _step_back(self) -> None:
        if not self.steps:
            return
        step, mark = self.steps[-1], self._marks.pop()
        self._history.back()
        self._here = None
        if isinstance(step, str) and not self.match.pending:
            self.player.step(Step(undo=len(self.match.log) - mark))
        else:
            self._again()

    def _again(self) -> None:
        """Play the steps from the beginning."""
        self._here = None
        self._begin()
        for step in self.steps:
            self._play(step)

    def copy(self, name: str) -> Branch:
        """Return an independent branch at the same place."""
        new = Branch(name, self.doc, self.steps, self.find)
        new.undone[:] = self.undone
        return new

    # -- what somebody does -----------------------------------------------------------------------------------

    def answer(self, seat: int, text: str) -> None:
        """Answer for a seat; a closed answer becomes a step that names the rules that refuse it.

        Raises:
            BadInput: if no such answer is offered to this seat.
        """
        asked, name = self.asked(seat), self.here.table.names[seat]
        if asked is None:
            raise self._misfit(f"{name} is not asked now")
        try:
            option = asked.option(text)
        except ValueError as error:
            raise self._misfit(str(error)) from None
        if not option.refusals:
            self.take(written_answer(self.here.ask, name, option.value))
            return
        for refusal in option.refusals:
            step = {"refused": spell(option.value), "rule": refusal.rule, "why": refusal.why}
            if asked.ask is not self.here.ask:  # several are asked together
                step["seat"] = name
            if step not in self.steps:
                self.take(step)

    def let_come(self, text: str) -> None:
        """Choose the result of the roll or draw that is due.

        Raises:
            BadInput: if it is impossible.
        """
        ask = self.here.ask
        if not isinstance(ask, Chance):
            raise self._misfit("no roll or draw is due")
        try:
            result = spell(ask.parse(text))
        except ValueError as error:
            raise self._misfit(str(error)) from None
        self.take(result)

    def leave_to_luck(self) -> None:
        """Let chance answer, and record the result."""
        if isinstance(self.here.ask, Chance):
            self.take(spell(self.here.fork().answer_by_chance()))

    def _misfit(self, what: str) -> BadInput:
        """The error that names the next step."""
        return BadInput(FILE, f"play[{len(self.steps)}]", what)


MOST_DICE = 24
"""The largest number of dice in one roll; more have too many results to be counted for a page."""


def _look_at(match: Match, known: Sequence[Asked] = ()) -> list[Asked]:
    """Work out everything that a page shows of a match, to find out here if something cannot be shown.

    Args:
        match: The match.
        known: Questions whose options are known already.

    Returns:
        The questions of the seats, with their options.

    Raises:
        BadInput: if more dice are due than can be counted; a game's own errors as they are.
    """
    if isinstance(match.ask, Roll) and match.ask.dice > MOST_DICE:
        raise BadInput(FILE, "play", f"{match.ask.dice} dice are due, but the lab can show at most {MOST_DICE}")
    table, game = match.table, match.game
    for seat in (None, *range(table.seats)):
        game.view(table, seat)
        game.position(table, seat)
    game.outcome(table)
    listed = {id(asked.ask): asked for asked in known}
    questions = [listed.get(id(part)) or Asked(part) for part in choices(match.ask)]
    for question in questions:
        _ = question.options
    return questions


def settled(match: Match) -> Match:
    """Return the match after everything that answers itself; the same match if nothing does."""
    here = match.fork()
    return shuffled(here) if go_by_itself(here) else match
