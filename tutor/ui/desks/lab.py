"""The lab: any position, changed by hand, forced, branched, taken apart, made a test; drawn by the desk."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.book.files import BadInput, parse_query
from tutor.engine.core.asks import Chance, Choose
from tutor.engine.core.game import Game, bots_of, games
from tutor.engine.core.match import Match
from tutor.engine.play.record import load, save
from tutor.lab.legality import Impossible
from tutor.lab.scenes import cases_of, read
from tutor.lab.workbench import Workbench, described, is_within
from tutor.ui import dialogs
from tutor.ui.desk import Desk, settled
from tutor.ui.desks import lab_opening, lab_panels, new_game
from tutor.ui.desks.lab_beside import set_beside
from tutor.ui.desks.lab_chance import COME, MOST_FORCED, offer_outcomes
from tutor.ui.desks.lab_changes import Changes
from tutor.ui.desks.lab_export import Export
from tutor.ui.desks.lab_opening import BEGIN_EMPTY, HOUSE, OPEN
from tutor.ui.desks.lab_panels import TABS, Block
from tutor.ui.desks.lab_simulate import Simulation
from tutor.ui.desks.new_game import Draft
from tutor.ui.desks.odds import odds_in_words
from tutor.ui.dialogs import SAVE
from tutor.ui.flows import flow_for
from tutor.ui.model import Message, State, Tool
from tutor.ui.model_panel import Dialog
from tutor.ui.present import LUCK, present
from tutor.ui.screen import Screen
from tutor.ui.watch import Watch

KEPT = "lab"
"""Where the browser keeps the bench."""

LARGEST_KEPT = 400_000
"""Characters of a bench that a browser keeps."""


class Lab(Screen):
    """One visitor's lab."""

    section = "Lab"
    explains = False

    def __init__(self, game: str = "") -> None:
        super().__init__("bench", is_within)
        self.found = games()
        first = self.found.get(game) or next(iter(self.found.values()))
        self.bench = Workbench({"game": first.id, "players": first.seats[0], "seed": 1})
        self.tab = "play"
        self.show_odds = False
        self.draft = Draft(first)
        self.problem = ""
        self.changes = Changes(self.bench)
        self.other = ""
        """The branch that the one at hand is compared with."""
        self.export = Export()
        self.given = ""
        """The file of which it is asked where in it to begin."""
        self.simulation = Simulation()
        self.watch = Watch(lambda: self.simulation.running, self._draw_simulation)
        self._begun = (self.bench, self.bench.opened, self.game.id)
        self.hand.take(KEPT)
        self.draw()

    @property
    def game(self) -> Game:
        return self.bench.branch.game

    @property
    def match(self) -> Match:
        """The match at hand, at a question that leaves a choice."""
        return self.bench.branch.here

    @property
    def timeline(self) -> Workbench:
        return self.bench

    # -- drawing ----------------------------------------------------------------------------------------------

    def content(self) -> State:
        match = self.match
        if self.eyes is not None and self.eyes >= match.table.seats:
            self.eyes = None
        blocks = self._blocks()
        asked, flow = self.bench.branch.asked(), flow_for(self.game)
        state = present(match, self.eyes, flow, self._odds(), None, self.most_notes, asked)
        state["head"] = self.head()
        state["seats"] = self.seats(match, range(match.table.seats))
        state["words"] = lab_panels.words(self.bench.branch)
        offer_outcomes(state["question"], match, self.show_odds)
        if self.tab == "change":
            self.changes.take_in_hand(state)
        if self.tab == "branches" and (name := lab_panels.beside(self.bench, self.other)):
            set_beside(state, self.bench, name, self.eyes)
        state["lab"] = {
            "tab": self.tab,
            "tabs": [{"id": id, "label": label} for id, label in TABS.items()],
            "trail": list(match.trail),
            "blocks": blocks,
        }
        state["rules"] = self.texts([*match.trail, *lab_panels.rules_spoken(blocks)])
        return state

    def draw(self) -> None:
        self.changes.follow(self.bench)
        super().draw()

    def keep(self) -> None:
        kept = self.bench.kept()
        if len(kept) <= LARGEST_KEPT:
            self.hand.keep(kept)
        elif not self.hand.torn:
            self.desk.keep(self.hand.key, None)

    def describe(self, text: str) -> str:
        return described(text)

    def _draw_simulation(self) -> None:
        if self.tab == "simulate":
            self.desk.show(self.state())

    def tools(self) -> list[Tool]:
        return [
            self.panel_tool(new_game.PANEL, "New"),
            self.panel_tool(OPEN, "Open"),
            self.panel_tool(SAVE, "Save"),
            self.panel_tool(HOUSE, "Readings"),
            *self.copies(),
            {"id": "here", "label": "Begin here"},
            self.odds_tool(self.show_odds),
            *self.common_tools(),
            {"id": "test", "label": "Make this a test"},
        ]

    def _odds(self) -> dict[str, str]:
        """Words on what each open option leads to."""
        ask = self.match.ask
        return odds_in_words(self.match, ask.seat) if self.show_odds and isinstance(ask, Choose) else {}

    def _blocks(self) -> list[Block]:
        """What the open tab holds, and above it what went wrong."""
        above: list[Block] = []
        if reasons := self.changes.misgivings.reasons:
            above.append(lab_panels.reasons_block(reasons))
        if self.problem:
            above.append({"kind": "problem", "text": self.problem})
        return above + self._tab()

    def _tab(self) -> list[Block]:
        bench, changes = self.bench, self.changes
        match self.tab:
            case "scene":
                return changes.scene_panel()
            case "change":
                return changes.board(bench)
            case "rule":
                return changes.rule_panel(bench)
            case "chance":
                return lab_panels.chance_panel(bench.forced, "")
            case "branches":
                return lab_panels.branches_panel(bench, self.other)
            case "numbers":
                return lab_panels.numbers_panel(bench.branch)
            case "test":
                return self.export.panel(bench)
            case "simulate":
                return self.simulation.blocks(bench)
            case _:
                return []

    # -- what the visitor does --------------------------------------------------------------------------------

    def do(self, message: Message) -> None:
        """Do what the page says the visitor did, and say what does not fit."""
        if message["type"] == "elsewhere":
            super().do(message)
            return
        self.problem = self.changes.told = ""
        steps = len(self.bench.branch.steps), self.bench.current
        try:
            super().do(message)
        except Impossible as impossible:
            self.changes.misgivings.reasons = impossible.reasons
        except BadInput as error:
            self.problem = str(error)
        self.problem = self.problem or self.changes.told
        self._follow_bench()
        if (len(self.bench.branch.steps), self.bench.current) != steps:
            self.export.forget()
            self.changes.picked = None
        if self.problem and self.dialog is not None and self.dialog["id"] in (OPEN, new_game.PANEL, HOUSE):
            self.dialog["problem"], self.problem = self.problem, ""

    def _follow_bench(self) -> None:
        """Forget what was said of another bench, or of another game on it."""
        begun = (self.bench, self.bench.opened, self.game.id)
        if begun != self._begun:
            self._begun, self.other = begun, ""
            self.export, self.simulation = Export(), self.simulation.again()
            self.changes.forget()
            if self.bench.about:
                self.tab = "branches"

    def answer(self, option: str) -> None:
        self.changes.give_way()
        if not isinstance(self.match.ask, Chance):
            self.try_closed(option)
        elif option == LUCK:
            self.bench.leave_to_luck()
        else:
            self.bench.let_come(option.removeprefix(COME))
        self.problem = self.bench.use_forced()

    def try_closed(self, option: str) -> None:
        """A closed option that was pressed belongs to what was done: a test asserts that it is refused."""
        if (asked := self.bench.branch.asked()) is not None:
            self.bench.answer(asked.ask.seat, option)

    def let_come(self, text: str) -> None:
        self.bench.let_come(text)
        self.problem = self.bench.use_forced()

    def undo(self) -> None:
        self.changes.give_way()
        super().undo()

    def redo(self) -> None:
        self.changes.give_way()
        super().redo()

    # -- tools and panels -------------------------------------------------------------------------------------

    def panels(self) -> dict[str, Callable[[], Dialog]]:
        return {
            new_game.PANEL: self._new,
            HOUSE: self._house,
            OPEN: lab_opening.open_dialog,
            SAVE: lambda: dialogs.saving(save(self.match), f"{self.game.id}-record"),
        }

    def press_tool(self, tool: str) -> None:
        kind, _, name = tool.partition(" ")
        if kind == "tab" and name in TABS:
            self.tab, self.changes.picked = name, None
        else:
            super().press_tool(tool)

    def use(self, tool: str) -> None:
        match tool:
            case "odds":
                self.show_odds = not self.show_odds
            case "here":
                self.changes.give_way()
                self.bench.begin_here()
            case "test":
                self.tab = "test"
                self.export.make(self.bench)

    def button(self, button: str, text: str) -> None:
        match button:
            case "lab.text":
                self.changes.type(self.bench, text)
            case "lab.card":
                self.changes.add_card(self.bench, text)
            case "lab.forced":
                self.bench.forced = [line.strip() for line in text.splitlines() if line.strip()][:MOST_FORCED]
                self.problem = self.bench.use_forced()
            case "open.go":
                self.upload(text, "the text you gave")
            case _:
                self.dialog = None

    def fill_in(self, button: str, values: dict[str, str]) -> None:
        if button.startswith("lab.simulate"):
            self.simulation.hear(button, values, self.bench)
            self.watch.begin()
        elif button.startswith("lab."):
            self._lab_form(button, values)
        else:
            super().fill_in(button, values)

    def fill(self, panel: str, button: str, values: dict[str, str]) -> None:
        match panel:
            case new_game.PANEL:
                self._begin_new(button, values)
            case lab_opening.HOUSE:
                self._play_by(values)
            case lab_opening.OPEN:
                self._open_case(values)

    def _lab_form(self, id: str, values: dict[str, str]) -> None:
        bench, changes = self.bench, self.changes
        match id:
            case "lab.branch.name":
                bench.switch(values.get("name", ""))
                changes.version += 1
            case "lab.branch.new":
                bench.branch_off(values.get("new", ""))
            case "lab.branch.drop":
                bench.drop(bench.current)
            case "lab.step":
                changes.give_way()
                bench.go_to(new_game.whole(values.get("n", ""), "step", "the branch"))
            case "lab.beside.other":
                self.other = values.get("other", "")
            case "lab.beside.together":
                bench.together = values.get("together") == "yes"
            case "lab.test.make":
                self.export.call(values.get("title", ""), values.get("about", ""), values.get("rules", ""))
                self.export.make(bench)
            case _:
                changes.hear(bench, id, values)

    # -- where to begin ---------------------------------------------------------------------------------------

    def hello(self, search: str) -> None:
        """Open what the address asks for, else the bench that this browser kept."""
        wanted = parse_query(search)
        kept = self.hand.take(KEPT, self.wants_copy(wanted))
        if wanted and list(wanted) != ["copy"]:
            lab_opening.open_address(self.bench, wanted, self.desk.kept)
        elif kept:
            self._set_up(kept)
        self.changes.write(self.bench)

    def restore(self, text: str, name: str) -> None:
        self._set_up(text)
        self.changes.write(self.bench)

    def _set_up(self, text: str) -> None:
        try:
            self.bench = Workbench.restored(text)
        except BadInput as error:
            self.dialog = dialogs.problem("The bench kept in this browser could not be set up again", str(error))

    def upload(self, text: str, name: str) -> None:
        """Open a scene, a scenario or a record; where there is a choice, it is offered."""
        self.given = ""
        self.dialog = lab_opening.open_dialog(text)
        document = read(text, name)
        if "answers" in document:
            load(text, name)  # tells at once whether it can be replayed
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
        """The position at hand under other variants and readings."""
        same = {"game": self.game.id, "players": str(self.match.table.seats), "seed": str(self.match.seed)}
        self.draft.read({**values, **same}, self.found)
        doc, steps = self.bench.present()
        self.changes.lay(self.bench, lab_opening.housed(doc, self.draft), steps)
        self.dialog = None


def lab(game: str = "") -> Desk:
    """Return the lab for a notebook: `lab()` or `lab("alien_conspiracy")`."""
    return settled(Lab(game).desk)
