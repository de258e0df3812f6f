"""The workbench: lines of play side by side, which can begin anywhere, be changed, forced, branched and compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tutor.engine.book.files import BROKEN, BadInput, parse_json
from tutor.engine.core.asks import Chance
from tutor.engine.core.game import find_game
from tutor.engine.core.match import Match
from tutor.engine.core.rules import PLAIN
from tutor.engine.core.table import Many
from tutor.engine.play.record import load
from tutor.lab.branch import Branch, Find, settled
from tutor.lab.columns import Line, side_by_side
from tutor.lab.legality import Impossible, Reason, reasons_against
from tutor.lab.readings import where_it_matters
from tutor.lab.scenes import begun_with, cases_of, read, scene_and_steps, scene_of, taken_from
from tutor.lab.sparing import spared
from tutor.lab.writing import Doc

FIRST = "main"
"""The name of the first branch."""

NEXT = "next"
"""What a position calls the rule that comes next."""

MOST_BRANCHES = 12


class Workbench:
    """Some branches, one of which is the current one."""

    def __init__(self, doc: Mapping[str, Any], steps: Sequence[Any] = (), find: Find = find_game) -> None:
        """Begin with one branch.

        Raises:
            BadInput: if the scene does not fit.
        """
        self.find = find
        self.branches: dict[str, Branch] = {}
        self.current = FIRST
        self.forced: list[str] = []
        """The results of the next dice and draws, in order."""
        self.together = False
        """Whether everything that is done on the current branch is done on all others, too."""
        self.about = ""
        """The rule whose readings are tried out, if the bench was opened for one."""
        self.opened = 0
        """How often something else was put on the bench."""
        self._known: set[Reason] = set()
        self.open(doc, steps)

    @property
    def branch(self) -> Branch:
        """The current branch."""
        return self.branches[self.current]

    # -- where to begin ---------------------------------------------------------------------------------------

    def open(self, doc: Mapping[str, Any], steps: Sequence[Any] = ()) -> None:
        """Empty the bench and put a scene on it, even if no game leads to it.

        Raises:
            BadInput: if it does not fit; the bench stays as it was.
        """
        branch = Branch(FIRST, doc, steps, self.find)
        self.branches, self.current, self.forced, self.together = {FIRST: branch}, FIRST, [], False
        self.about, self.opened = "", self.opened + 1
        self._known = set(reasons_against(branch.scene, branch.game))

    def open_readings(self, rule: str, scenes: Iterable[tuple[Doc, Sequence[Any]]]) -> None:
        """Begin with a branch for each reading of a rule, in the first of some scenes that shows what they change.

        Raises:
            BadInput: if the game has no such rule, or it has one reading only.
        """
        game = self.branch.game
        if rule not in game.book or len(game.book[rule].options) < 2:
            raise BadInput("the rule", rule[:80], "expected a rule with several readings")
        branches = where_it_matters(game, rule, scenes)
        self.branches = {branch.name: branch for branch in branches}
        self.current, self.forced, self.together, self.about = branches[0].name, [], True, rule
        self.opened += 1
        for branch in branches:
            self._known.update(reasons_against(branch.scene, branch.game))

    def open_match(self, match: Match, begun: Mapping[str, Any]) -> None:
        """Begin in the position of a match; `begun` is the scene that it began with."""
        doc, steps = taken_from(match, begun)
        self.open(spared(match.game, doc) if doc.get("table") else doc, steps)

    def open_text(self, text: str, file: str, step: int | None = None, case: int = 0, anyway: bool = False) -> None:
        """Begin with the content of a file: a scene, one case of a scenario file, or a record after this many answers.

        Raises:
            BadInput: if it does not fit.
            Impossible: if no game leads to it, unless `anyway`.
        """
        document = read(text, file)
        try:
            if "answers" in document:
                self.open_match(load(text, file, self.find, steps=step), begun_with(text, file))
                return
            cases = cases_of(document, file)
            if not 0 <= case < len(cases):
                raise BadInput(file, "case", f"expected one of {len(cases)} cases, got number {case}")
            self._weigh(cases[case][1], anyway)
            self.open(*scene_and_steps(cases[case][1], anyway))
        except BadInput as error:  # a branch does not know where its scene comes from
            raise BadInput(file, error.place, error.expected) from error

    # -- steps ------------------------------------------------------------------------------------------------

    def answer(self, seat: int, text: str) -> None:
        """Answer for a seat; see `Branch.answer`."""
        self._on_all(lambda: self.branch.answer(seat, text))

    def let_come(self, text: str) -> None:
        """Choose the result of dice or a draw; see `Branch.let_come`."""
        self._on_all(lambda: self.branch.let_come(text))

    def leave_to_luck(self) -> None:
        """Let chance answer; if branches are played `together`, the others get the same result."""
        self._on_all(self.branch.leave_to_luck)

    def _on_all(self, act: Callable[[], None]) -> None:
        """Do something on the current branch and, if branches are played `together`, take the same steps on all others.

        Raises:
            BadInput: if it does not fit here, or if it was done but does not fit on other branches, which do not
                change.
        """
        before = len(self.branch.steps)
        act()
        left: list[str] = []
        for branch in self._others():
            try:
                for step in self.branch.steps[before:]:
                    branch.take(step)
            except BadInput as error:
                left.append(f"“{branch.name}” could not follow: {error.expected}")
        if left:
            raise BadInput("the other branches", "", "; ".join(left))

    def use_forced(self) -> str:
        """Use the forced results as long as dice or draws are due; an impossible result stays first in line.

        Returns:
            Why the next of them is impossible; empty if all is well.
        """
        while self.forced and isinstance(self.branch.here.ask, Chance):
            before = len(self.branch.steps)
            try:
                self.let_come(self.forced[0])
            except BadInput as error:
                if len(self.branch.steps) > before:  # only the others could not follow
                    del self.forced[0]
                return str(error)
            del self.forced[0]
        return ""

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.branch.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return self.branch.can_redo

    def undo(self) -> None:
        """Take back the last step or, if it came later, the last change of the scene; on all branches if `together`."""
        last = self.branch.steps[-1:]
        self.branches[self.current] = self.branch.undo()
        for branch in self._others():
            if last and branch.steps[-1:] == last:
                branch.go_to(len(branch.steps) - 1)

    def redo(self) -> None:
        """Do again what was taken back last; on all branches if `together`."""
        last = self.branch.undone[-1:]
        self.branches[self.current] = self.branch.redo()
        for branch in self._others():
            if last and branch.undone[-1:] == last:
                branch.go_to(len(branch.steps) + 1)

    def _others(self) -> list[Branch]:
        """The other branches, if everything is done on them, too."""
        return [branch for name, branch in self.branches.items() if self.together and name != self.current]

    def go_to(self, step: int) -> None:
        """Go to the position after this many steps of the current branch, taken back or not."""
        self.branch.go_to(step)

    # -- changing the scene -----------------------------------------------------------------------------------

    def present(self) -> tuple[Doc, list[Any]]:
        """The current position as a scene with its whole table, and the steps since the current turn began.

        Before the first step, this is the table as it was laid out, without anything that the game would then do by
        itself, because a table must not change by itself while it is being built.
        """
        branch = self.branch
        if not branch.steps and branch.doc.get("table") and branch.scene.start is None:
            laid = branch.scene.lay_out(branch.game, implausible=lambda misfit: None)
            table = branch.game.position(laid, None)
            if NEXT not in branch.doc["table"]:  # it follows from the rest, and from changes of the rest
                table.pop(NEXT, None)
            return {**branch.doc, "table": table}, []
        return taken_from(settled(branch.match), branch.doc)

    def edit(self, doc: Mapping[str, Any], steps: Sequence[Any] = (), anyway: bool = False) -> None:
        """Give the current branch another scene.

        Raises:
            BadInput: if it does not fit; in that case, nothing changes.
            Impossible: if no game leads to it, for a reason that is new on this bench, unless `anyway`.
        """
        found = self._weigh(doc, anyway)
        changed = {key: value for key, value in doc.items() if key != "anyway"}
        if any(reason.strict for reason in found):
            changed["anyway"] = True
        new = Branch(self.current, changed, steps, self.find)
        self._known.update(found)
        new.follow(self.branch)
        self.branches[self.current] = new

    def edit_text(self, text: str, anyway: bool = False) -> None:
        """Give the current branch the scene that somebody wrote; see `edit`."""
        document = read(text, "the scene")
        if "case" in document:
            raise BadInput("the scene", "case", "expected a single position; to choose among cases, open the file")
        steps = document.get("play", [])
        if not isinstance(steps, list):
            raise BadInput("the scene", "play", "expected a list of steps")
        self.edit({key: value for key, value in document.items() if key != "play"}, steps, anyway)

    def lay(self, doc: Mapping[str, Any], steps: Sequence[Any] = (), anyway: bool = False) -> None:
        """Give the branch a table that was changed by hand, without what its game lays out anyway; see `edit`."""
        found = self._weigh(doc, anyway)
        strict = {"anyway": True} if any(reason.strict for reason in found) else {}
        if not doc.get("table"):
            raise BadInput("the position", "", "cannot be written down in the middle of the setup; go on to its end")
        self.edit(spared(self.branch.game, {**doc, **strict}), steps, anyway)

    def start_rule(self, rule: str, args: Sequence[str], anyway: bool = False) -> None:
        """Run a rule from the current position, with its arguments as somebody typed them.

        Raises:
            BadInput: if there is no such rule, or an argument does not fit.
        """
        game = self.branch.game
        if rule not in game.rules.startable(self.branch.here.table.NOUNS):
            raise BadInput("start", "rule", f"there is no rule “{rule[:60]}” that can be started")
        kinds = list(game.rules.parameters(rule).values())
        doc = {**self.present()[0]}
        doc.setdefault("table", game.position(self.branch.here.table, None))
        start: Doc = {"rule": rule}
        if given := _arguments(args, kinds):
            start["args"] = given
        self.lay({**doc, "start": start}, anyway=anyway)

    def begin_here(self) -> None:
        """Make the current position the beginning, without the steps that led to it."""
        doc, steps = self.present()
        self.lay(doc, steps, anyway=True)

    def _weigh(self, doc: Mapping[str, Any], anyway: bool) -> list[Reason]:
        scene = scene_of({key: value for key, value in doc.items() if key not in ("play", "case")})
        found = reasons_against(scene, self.find(scene.game))
        if not anyway and not set(found) <= self._known:
            raise Impossible(found)
        return found

    # -- branches ---------------------------------------------------------------------------------------------

    def branch_off(self, name: str) -> None:
        """Go on in a new branch from the current position.

        Raises:
            BadInput: if there are too many, or there is already one with this name.
        """
        name = " ".join(name.split())[:40]
        if not name or name in self.branches:
            raise BadInput("the branch", "name", "expected a name that no branch has yet")
        if len(self.branches) >= MOST_BRANCHES:
            raise BadInput("the branch", "", f"{MOST_BRANCHES} branches are the limit; delete one first")
        self.branches[name] = self.branch.copy(name)
        self.current = name

    def switch(self, name: str) -> None:
        """Make another branch the current one."""
        if name in self.branches:
            self.current = name

    def drop(self, name: str) -> None:
        """Delete a branch; the last one stays."""
        if name in self.branches and len(self.branches) > 1:
            del self.branches[name]
            if self.current == name:
                self.current = next(iter(self.branches))

    def compare(self, other: str) -> list[Line]:
        """The differences between the current branch and another one, in everything that a player could see."""
        return [line for line in side_by_side([self.branch.here, self.branches[other].here]) if line.differs]

    # -- keeping ----------------------------------------------------------------------------------------------

    def kept(self) -> str:
        """All branches as text, for `Workbench.restored`."""
        branches = [
            {"name": branch.name, "doc": branch.doc, "steps": branch.steps, "undone": branch.undone}
            for branch in self.branches.values()
        ]
        plain = {"current": self.current, "forced": self.forced, "together": self.together, "about": self.about}
        return json.dumps({**plain, "branches": branches}, ensure_ascii=False)

    @classmethod
    def restored(cls, text: str, find: Find = find_game) -> Workbench:
        """The bench that was kept as text.

        Raises:
            BadInput: if the text is not a bench, or no longer fits.
        """
        try:
            data = parse_json(text, "the kept bench")
            rows = [(str(r["name"]), dict(r["doc"]), list(r["steps"]), list(r["undone"])) for r in data["branches"]]
            bench = cls(rows[0][1], (), find)
            bench.branches = {name: Branch(name, doc, steps, find) for name, doc, steps, _ in rows[:MOST_BRANCHES]}
            for name, _, _, undone in rows[:MOST_BRANCHES]:
                bench.branches[name].undone[:] = undone
            bench.forced = [str(line) for line in data["forced"]]
            bench.together = data.get("together") is True
            bench.about = about if (about := str(data.get("about", ""))) in bench.branch.game.book else ""
            bench.current = data["current"] if data["current"] in bench.branches else rows[0][0]
        except BadInput:
            raise
        except BROKEN:
            raise BadInput("the kept bench", "", "cannot be read") from None
        for branch in bench.branches.values():
            bench._known.update(reasons_against(branch.scene, branch.game))
        return bench


# -- arguments -------------------------------------------------------------------------------


def _arguments(args: Sequence[str], kinds: Sequence[str]) -> list[Any]:
    """Arguments as a scene writes them; those left empty at the end are left out."""
    given = list(args[: len(kinds)])
    while given and not given[-1].strip():
        given.pop()
    return [_argument(text.strip(), kind.strip("*")) for text, kind in zip(given, kinds, strict=False)]


def _argument(text: str, kind: str) -> Any:
    if kind == "bool":
        return text in ("yes", "true")
    if kind == "int" and text.removeprefix("-").isdecimal() and len(text) < 8:
        return int(text)
    if kind not in PLAIN and "[" in kind:
        return [_argument(part.strip(), "int") for part in text.split(",") if part.strip()]
    return text


def is_within(mine: str, theirs: str) -> bool:
    """Whether all branches of one kept bench are in another one that goes on from it."""
    try:
        here, there = ({row["name"]: row for row in parse_json(text, "a bench")["branches"]} for text in (mine, theirs))
        return all(
            name in there
            and row["doc"] == there[name]["doc"]
            and there[name]["steps"][: len(row["steps"])] == row["steps"]
            for name, row in here.items()
        )
    except (ValueError, KeyError, TypeError):
        return False


def described(text: str) -> str:
    """A kept bench in a few words."""
    try:
        branches = parse_json(text, "a bench")["branches"]
        steps = sum(len(row["steps"]) for row in branches)
    except (ValueError, KeyError, TypeError):
        return "cannot be read"
    return f"{Many(len(branches)):branch|branches}, {Many(steps):step}"
