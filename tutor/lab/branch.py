"""A line of play: a scene, the steps taken in it, and the match at their end; steps can go and come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from tutor.engine.asks import PASS, Ask, Chance, Choose, Roll, Shuffle, Together, Value, spell
from tutor.engine.files import BROKEN, BadInput, check_numbers, structure
from tutor.engine.game import Game, find_game
from tutor.engine.match import Illegal, Match, Run
from tutor.engine.playing import Player, Step, Unmet, go_by_itself
from tutor.engine.scene import Scene, Start
from tutor.engine.table import Table
from tutor.lab.writing import Doc, scene_text

Find = Callable[[str], Game]
"""Finds a game by its id."""

FILE = "the scene"
"""How errors call a scene that has no file."""


class Branch:
    """One line of play.

    `doc` is the scene without its steps, `steps` are those taken, each as a scene writes it, `undone` those taken back,
    the next to come last.
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
        try:
            _look_at(self._base)
        except BadInput:
            raise
        except BROKEN as error:
            raise BadInput(FILE, "table", f"{self.game.title} cannot go on from such a table") from error
        self.steps: list[Any] = []
        self.undone: list[Any] = []
        self._here: Match | None = None
        self._begin()
        for step in steps:
            self.take(step)

    def _begin(self) -> None:
        self.player = Player(self.scene, self._base.fork())
        self._marks: list[int] = []

    @property
    def match(self) -> Match:
        """The match right after the last step."""
        return self.player.match

    @property
    def start(self) -> Match:
        """A match of its own at the beginning, before the first step."""
        return self._base.fork()

    @property
    def here(self) -> Match:
        """The match at the next question that leaves a choice; not to be changed."""
        if self._here is None:
            self._here = settled(self.match)
        return self._here

    def text(self) -> str:
        """The scene with its steps, as TOML."""
        return scene_text({**self.doc, "play": self.steps} if self.steps else self.doc)

    # -- steps ------------------------------------------------------------------------------------------------

    def take(self, step: Any) -> None:
        """Take a step as a scene writes it; what had been taken back is forgotten.

        Raises:
            BadInput: if it does not fit here; nothing has changed then.
        """
        self._take(step)
        self.undone.clear()

    def _take(self, step: Any) -> None:
        n, mark = len(self.steps), len(self.match.log)
        self._here = None
        try:
            self.player.step(self.player.parse(step, n), n)
            _look_at(self.match)
        except BROKEN as error:
            self._again(self.steps)
            if not isinstance(error, BadInput | Unmet):
                raise BadInput(FILE, f"play[{n}]", "the rules cannot go on from here") from error
            what = str(error).strip().splitlines()[0].removeprefix(FILE).strip(" :").removeprefix(f"play[{n}]: ")
            raise BadInput(FILE, f"play[{n}]", what) from None
        self.steps.append(step)
        self._marks.append(mark)

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if not self.steps:
            return
        step, mark = self.steps.pop(), self._marks.pop()
        self.undone.append(step)
        self._here = None
        if isinstance(step, str) and not self.match.pending:
            self.player.step(Step(undo=len(self.match.log) - mark))
        else:
            self._again(self.steps)

    def redo(self) -> None:
        """Take the step again that was taken back last, if there is one."""
        if self.undone:
            step = self.undone.pop()
            self._take(step)

    def _again(self, steps: Sequence[Any]) -> None:
        """Play the steps from the beginning."""
        done, self.steps, self._here = list(steps), [], None
        self._begin()
        for step in done:
            self._take(step)

    def copy(self, name: str) -> Branch:
        """An independent branch that stands at the same place."""
        new = Branch(name, self.doc, self.steps, self.find)
        new.undone = self.undone.copy()
        return new

    # -- what somebody does -----------------------------------------------------------------------------------

    def answer(self, seat: int, text: str) -> None:
        """Answer for a seat; a closed answer becomes a step that says by which rules it is refused.

        Raises:
            BadInput: if nothing of the kind is offered to this seat.
        """
        part = self.here.asked(seat)
        if part is None:
            raise BadInput(FILE, f"play[{len(self.steps)}]", f"{self.here.table.names[seat]} is not asked now")
        try:
            value = part.parse(text)
        except ValueError as error:
            raise BadInput(FILE, f"play[{len(self.steps)}]", str(error)) from None
        name = self.here.table.names[seat]
        refusals = part.why_not(value)
        if not refusals:
            self.take(written_answer(self.here.ask, name, value))
            return
        for refusal in refusals:
            step = {"refused": spell(value), "rule": refusal.rule, "why": refusal.why}
            if part is not self.here.ask:  # several are asked together
                step["seat"] = name
            if step not in self.steps:
                self.take(step)

    def let_come(self, text: str) -> None:
        """Let this come of the roll or draw that is due.

        Raises:
            BadInput: if it cannot come.
        """
        ask = self.here.ask
        place = f"play[{len(self.steps)}]"
        if not isinstance(ask, Chance):
            raise BadInput(FILE, place, "no dice and no cards are due")
        try:
            self.take(spell(ask.parse(text)))
        except ValueError as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(FILE, place, str(error)) from None

    def leave_to_luck(self) -> None:
        """Let chance answer; what came is written down."""
        if isinstance(self.here.ask, Chance):
            self.take(spell(self.here.fork().answer_by_chance()))


MOST_DICE = 24
"""Dice of one roll: the ways that more can fall are too many to be counted for a page."""


def _look_at(match: Match) -> None:
    """Look at all that is shown of a match, as a page would: what cannot be shown is found out here.

    Raises:
        BadInput: if more dice are due than can be counted; a game's own errors as they are.
    """
    if isinstance(match.ask, Roll) and match.ask.dice > MOST_DICE:
        raise BadInput(FILE, "play", f"{match.ask.dice} dice are due, and {MOST_DICE} are the most here")
    table, game = match.table, match.game
    for seat in (None, *range(table.seats)):
        game.view(table, seat)
        game.position(table, seat)
    game.standing(table)
    parts = match.ask.asks if isinstance(match.ask, Together) else (match.ask,)
    for part in parts:
        if isinstance(part, Choose):
            part.options()


def settled(match: Match) -> Match:
    """The match after what answers itself; the same one if nothing does."""
    here = match.fork()
    return here if go_by_itself(here) and _all(here) else match


def _all(match: Match) -> bool:
    while go_by_itself(match):
        pass
    return True


def scene_of(doc: Mapping[str, Any], file: str = FILE) -> Scene:
    """Read a scene that is already plain data.

    Raises:
        BadInput: naming the place and what was expected.
    """
    check_numbers({key: value for key, value in doc.items() if key != "seed"}, file)
    return structure({**doc, "file": file}, Scene, file)


def doc_of(scene: Scene) -> Doc:
    """A scene as plain data, without what is left at its default."""
    doc: Doc = {}
    for one in fields(Scene):
        value = getattr(scene, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.name != "file" and value != default:
            doc[one.name] = _plain(value)
    return doc


def _plain(value: Any) -> Any:
    if isinstance(value, Start):
        return {"rule": value.rule, "args": list(value.args)}
    return list(value) if isinstance(value, tuple) else value


# -- any match as a scene ------------------------------------------------------------------------------------


def taken_from(match: Match, begun: Mapping[str, Any]) -> tuple[Doc, list[str]]:
    """Write the position of a match as a scene: the table when the running turn began, and the answers since.

    Args:
        match: The match.
        begun: The scene that it began with, for its test cards, and where the table cannot be written.

    Returns:
        The scene without steps, and the steps that lead from it to the position.
    """
    table, answers = since_the_item(match)
    doc: Doc = {**{key: begun[key] for key in ("game", "cards", "anyway") if key in begun}, **_head(match)}
    doc["table"] = match.game.position(table, None)
    try:
        laid = scene_of(doc).match(match.game)
    except BadInput:
        laid = None
    if laid is not None and (steps := _leads_to(laid, answers, match)) is not None:
        return doc, steps
    first = scene_of({key: value for key, value in begun.items() if key != "play"}).match(match.game)
    return {key: value for key, value in begun.items() if key != "play"}, steps_of(first, _values(match), match)


def _values(match: Match) -> list[Any]:
    return [entry.value for entry in match.log]


def _head(match: Match) -> Doc:
    table, defaults = match.table, match.game.book.defaults
    readings = {id: option for id, option in table.readings.items() if defaults.get(id) != option}
    head: Doc = {"game": match.game.id, "players": list(table.names)}
    if table.variants:
        head["variants"] = sorted(table.variants)
    if readings:
        head["readings"] = readings
    if changed := table.parameters.changed():
        head["parameters"] = changed
    if match.seed:
        head["seed"] = match.seed
    return head


def since_the_item(match: Match) -> tuple[Table, list[Any]]:
    """The table when the running item of the agenda began, and the answers given since."""
    kept, answers = match.since_checkpoint()
    table, given = kept.copy(), 0
    begun: list[tuple[int, Table]] = []
    run = Run(match.game.rules, table, lambda: begun.append((given, table.copy())))
    for given, answer in enumerate(answers, 1):  # noqa: B007 (heard by the run's listener)
        run.send(answer)
    if match.ask is None or not begun:
        return match.table.copy(), []
    return begun[-1][1], list(answers[begun[-1][0] :])


def _leads_to(laid: Match, answers: Sequence[Any], match: Match) -> list[str] | None:
    """The steps from a position to where a match stands; None if they lead elsewhere."""
    game = match.game
    try:
        steps = steps_of(laid, answers, match)
        end = laid.fork(*answers)
    except (Illegal, AssertionError, ValueError):
        return None
    same = (
        game.position(end.table, None) == game.position(match.table, None)
        and end.trail == match.trail
        and (end.ask and end.ask.rule) == (match.ask and match.ask.rule)
    )
    return steps if same else None


def steps_of(start: Match, answers: Sequence[Any], end: Match) -> list[str]:
    """Write answers as a scene's steps; what answers itself is left out."""
    here = start.fork()
    steps = []
    for value in answers:
        ask = here.ask
        assert ask is not None
        if not _goes_by_itself(ask):
            steps.append(written_answer(ask, "" if ask.seat is None else here.table.names[ask.seat], value))
        here.answer(value)
    if isinstance(end.ask, Together):
        steps += [f"{end.table.names[end.ask.asks[i].seat]}: {spell(v)}" for i, v in sorted(end.pending.items())]
    return steps


def _goes_by_itself(ask: Ask) -> bool:
    parts = ask.asks if isinstance(ask, Together) else (ask,)
    return isinstance(ask, Shuffle) or all(isinstance(part, Choose) and part.idle for part in parts)


def written_answer(ask: Ask | None, name: str, value: Value) -> str:
    """An answer as a step: with the player's name, but for passes, which stand for whoever may pass now."""
    if isinstance(ask, Choose):
        return PASS if value == PASS else f"{name}: {spell(value)}"
    if isinstance(ask, Together) and name:
        return f"{name}: {spell(value)}"
    return "; ".join(map(spell, value)) if isinstance(ask, Together) and isinstance(value, tuple) else spell(value)
