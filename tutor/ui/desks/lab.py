"""The lab: any position can be changed, forced, branched, taken apart and made into a test; the desk draws it."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import Chance, Choose
from tutor.lab.legality import Impossible
from tutor.ui.desk import Desk, settled
from tutor.ui.desks import lab_cards, lab_lesson, lab_panels, new_game
from tutor.ui.desks.lab_bench import KEPT, LabBench
from tutor.ui.desks.lab_beside import set_beside
from tutor.ui.desks.lab_cards import CardEditor
from tutor.ui.desks.lab_chance import COME, MOST_FORCED, offer_outcomes
from tutor.ui.desks.lab_export import Export
from tutor.ui.desks.lab_lesson import LessonMaking
from tutor.ui.desks.lab_opening import HOUSE, OPEN, link_to
from tutor.ui.desks.lab_panels import TABS, Block
from tutor.ui.desks.lab_simulate import Simulation
from tutor.ui.desks.odds import odds_in_words
from tutor.ui.dialogs import SAVE
from tutor.ui.flows import flow_for
from tutor.ui.model import Message, State, Tool
from tutor.ui.present import LUCK, present
from tutor.ui.watch import Watch


class Lab(LabBench):
    """One visitor's lab."""

    section = "Lab"
    explains = False

    def __init__(self, game: str = "") -> None:
        super().__init__(game)
        self.tab = "play"
        self.show_odds = False
        self.problem = ""
        self.other = ""
        """The branch with which the current one is compared."""
        self.export = Export()
        self.lesson = LessonMaking()
        self.cards = CardEditor()
        self.simulation = Simulation()
        self.watch = Watch(lambda: self.simulation.running, self._draw_simulation)
        self._begun = (self.bench, self.bench.opened, self.game.id)
        self.hand.take(KEPT)
        self.draw()

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

    def _draw_simulation(self) -> None:
        if self.tab == "simulate":
            self.desk.show(self.state())

    def tools(self) -> list[Tool]:
        label, link = link_to(self.bench)
        return [
            self.panel_tool(new_game.PANEL, "New"),
            self.panel_tool(OPEN, "Open"),
            self.panel_tool(SAVE, "Save"),
            self.panel_tool(HOUSE, "Readings"),
            *self.copies(),
            {"id": "here", "label": "Begin here"},
            {"id": "link", "label": label, "href": link},
            self.odds_tool(self.show_odds),
            *self.common_tools(),
            {"id": "test", "label": "Make this a test"},
            {"id": "lesson", "label": "Make this a lesson"},
        ]

    def _odds(self) -> dict[str, str]:
        """What each open option leads to, in words."""
        ask = self.match.ask
        return odds_in_words(self.match, ask.seat) if self.show_odds and isinstance(ask, Choose) else {}

    def _blocks(self) -> list[Block]:
        """The content of the open tab, below anything that went wrong."""
        above: list[Block] = []
        if reasons := self.changes.misgivings.reasons:
            above.append(lab_panels.reasons_block(reasons))
        if self.problem:
            above.append({"kind": "problem", "text": self.problem})
        return above + self._tab()

    def _tab(self) -> list[Block]:
        bench, changes = self.bench, self.changes
        panels: dict[str, Callable[[], list[Block]]] = {
            "play": list,
            "scene": changes.scene_panel,
            "change": lambda: changes.board(bench),
            "rule": lambda: changes.rule_panel(bench),
            "chance": lambda: lab_panels.chance_panel(bench.forced),
            "branches": lambda: lab_panels.branches_panel(bench, self.other),
            "numbers": lambda: lab_panels.numbers_panel(bench.branch),
            "test": lambda: self.export.panel(bench),
            "lesson": lambda: self.lesson.panel(bench.branch),
            "cards": lambda: self.cards.panel(bench.branch.here),
            "simulate": lambda: self.simulation.blocks(bench),
        }
        return panels[self.tab]()

    # -- what the visitor does --------------------------------------------------------------------------------

    def do(self, message: Message) -> None:
        """Do what the visitor did according to the page, and say what does not fit."""
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
            self.lesson.forget()
            self.changes.picked = None
        if self.problem and self.dialog is not None and self.dialog["id"] in (OPEN, new_game.PANEL, HOUSE):
            self.dialog["problem"], self.problem = self.problem, ""

    def _follow_bench(self) -> None:
        """Forget what was said about another bench, or about another game on it."""
        begun = (self.bench, self.bench.opened, self.game.id)
        if begun != self._begun:
            self._begun, self.other = begun, ""
            self.export, self.lesson, self.simulation = Export(), LessonMaking(), self.simulation.again()
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
        """Add a step for a closed option that was pressed, because a test asserts that it is refused."""
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
            case "lesson":
                self.tab = "lesson"

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
            case _ if id.startswith(lab_cards.FORM):
                self.cards.hear(bench, changes, id, values)
            case lab_lesson.MAKE:
                self.lesson.hear(bench.branch, values)
            case "lab.test.make":
                self.export.call(values.get("title", ""), values.get("about", ""), values.get("rules", ""))
                self.export.make(bench)
            case _:
                changes.hear(bench, id, values)


def lab(game: str = "") -> Desk:
    """Return the lab for a notebook: `lab()` or `lab("alien_conspiracy")`."""
    return settled(Lab(game).desk)
