"""How a position gets onto the lab's bench, and how the browser stores it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.book.files import BadInput, parse_query
from tutor.engine.core.game import Game, bots_of, games
from tutor.engine.core.match import Match
from tutor.engine.play.record import load, save
from tutor.lab.legality import Impossible
from tutor.lab.scenes import cases_of, read
from tutor.lab.workbench import Workbench, described, is_within
from tutor.ui import dialogs
from tutor.ui.desks import lab_opening, new_game
from tutor.ui.desks.lab_changes import Changes
from tutor.ui.desks.lab_opening import BEGIN_EMPTY, HOUSE, OPEN
from tutor.ui.desks.new_game import Draft
from tutor.ui.dialogs import SAVE
from tutor.ui.model_panel import Dialog
from tutor.ui.screen import Screen

KEPT = "lab"
"""The key under which the browser stores the bench."""

LARGEST_KEPT = 400_000
"""The largest number of characters of a bench that a browser stores."""


class LabBench(Screen):
    """A screen with a bench for any position: from an address, a file, a new game or an empty table."""

    def __init__(self, game: str = "") -> None:
        super().__init__("lab session", is_within)
        self.found = games()
        first = self.found.get(game) or next(iter(self.found.values()))
        self.bench = Workbench({"game": first.id, "players": first.seats[0], "seed": 1})
        self.changes = Changes(self.bench)
        self.draft = Draft(first)
        self._as_opened: str | None = None
        """The bench as the address opened it; None if the address asked for nothing."""
        self.given = ""
        """The file for which the visitor still has to choose where to begin."""

    @property
    def game(self) -> Game:
        return self.bench.branch.game

    @property
    def match(self) -> Match:
        """The current match, at a question with a choice."""
        return self.bench.branch.here

    @property
    def timeline(self) -> Workbench:
        return self.bench

    def keep(self) -> None:
        kept = self.bench.kept()
        if len(kept) <= LARGEST_KEPT:
            self.hand.keep(kept)
        elif not self.hand.torn:
            self.desk.keep(self.hand.key, None)

    def describe(self, text: str) -> str:
        return described(text)

    def panels(self) -> dict[str, Callable[[], Dialog]]:
        return {
            new_game.PANEL: self._new,
            HOUSE: self._house,
            OPEN: lab_opening.open_dialog,
            SAVE: lambda: dialogs.saving(save(self.match), f"{self.game.id}-record"),
        }

    def fill(self, panel: str, button: str, values: dict[str, str]) -> None:
        match panel:
            case new_game.PANEL:
                self._begin_new(button, values)
            case lab_opening.HOUSE:
                self._play_by(values)
            case lab_opening.OPEN:
                self._open_case(values)

    def hello(self, search: str) -> None:
        """Open what the address names; if it names nothing or cannot be opened, the bench that this browser stored."""
        kept = self.hand.take(KEPT)
        try:
            wanted = parse_query(search)
            kept = self.hand.take(KEPT, self.wants_copy(wanted))
            if wanted and list(wanted) != ["copy"]:
                lab_opening.open_address(self.bench, wanted, self.desk.kept)
                kept = None
        finally:
            if kept:
                self._set_up(kept)
            self.changes.write(self.bench)
            self._as_opened = self.bench.kept() if search else None

    def where(self) -> str | None:
        """The address stays until something is done; after that, a reload opens the bench that this browser stored."""
        kept = self.bench.kept()
        left = self._as_opened not in (None, kept) and len(kept) <= LARGEST_KEPT
        return super().where() or ("" if left else None)

    def restore(self, text: str, name: str) -> None:
        self._set_up(text)
        self.changes.write(self.bench)

    def _set_up(self, text: str) -> None:
        try:
            self.bench = Workbench.restored(text)
        except BadInput as error:
            self.dialog = dialogs.problem("Your stored lab session could not be opened again", str(error))

    def upload(self, text: str, name: str) -> None:
        """Open a scene, a scenario or a record, and offer the choice if there are several places to begin."""
        self.given = ""
        self.dialog = lab_opening.open_dialog(text)
        document = read(text, name)
        if "answers" in document:
            load(text, name)  # shows at once whether it can be replayed
            self.given, self.dialog = text, lab_opening.step_dialog(len(document["answers"]))
        elif len(cases := cases_of(document, name)) > 1:
            self.given, self.dialog = text, lab_opening.case_dialog([title for title, _ in cases])
        else:
            self._begin_with(lambda anyway: self.bench.open_text(text, name, anyway=anyway))

    def _open_case(self, values: dict[str, str]) -> None:
        text = self.given
        step = new_game.whole(values["step"], "step", "the record") if "step" in values else None
        case = new_game.whole(values.get("case", "0"), "case", "the file")
        self._begin_with(lambda anyway: self.bench.open_text(text, "the file", step, case, anyway))

    def _begin_with(self, opening: Callable[[bool], None]) -> None:
        try:
            self.changes.misgivings.weigh(opening)
        except Impossible:
            self.dialog = None
            raise
        self.dialog, self.eyes = None, None
        self.changes.give_way()

    def _new(self) -> Dialog:
        """Ask for a new game."""
        self.draft = Draft(self.game)
        return lab_opening.new_dialog(self.draft, self.found)

    def _begin_new(self, button: str, values: dict[str, str]) -> None:
        self.draft.read(values, self.found)
        self.draft.fit(bots_of(self.draft.game))
        self.dialog = lab_opening.new_dialog(self.draft, self.found)
        if button in (new_game.BEGIN, BEGIN_EMPTY):
            doc = lab_opening.drafted(self.draft)
            self.bench.open(lab_opening.emptied(doc, self.draft.game) if button == BEGIN_EMPTY else doc)
            self.dialog, self.eyes = None, None

    def _house(self) -> Dialog:
        """Ask for other variants and readings."""
        self.draft = new_game.played_like(self.match)
        return lab_opening.house_dialog(self.draft, self.found)

    def _play_by(self, values: dict[str, str]) -> None:
        """The current position under other variants and readings."""
        same = {"game": self.game.id, "players": str(self.match.table.seats), "seed": str(self.match.seed)}
        self.draft.read({**values, **same}, self.found)
        doc, steps = self.bench.present()
        self.changes.lay(self.bench, lab_opening.housed(doc, self.draft), steps)
        self.dialog = None
