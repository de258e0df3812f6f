"""The lab: any position, changed by hand, forced, branched, taken apart, made a test; drawn by the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tutor.engine.asks import Chance, Choose
from tutor.engine.files import BadInput, parse_query
from tutor.engine.game import Game, bots_of, games
from tutor.engine.match import Match
from tutor.engine.record import load, save
from tutor.lab.legality import Impossible
from tutor.lab.workbench import Workbench, cases_of, described, is_within, read
from tutor.ui import dialogs, rule_search
from tutor.ui.addresses import address
from tutor.ui.desk import Desk, settled
from tutor.ui.desks import lab_opening, lab_panels, new_game
from tutor.ui.desks.lab_chance import COME, offer_outcomes
from tutor.ui.desks.lab_changes import Changes
from tutor.ui.desks.lab_export import Export
from tutor.ui.desks.lab_opening import BEGIN_EMPTY, HOUSE, OPEN
from tutor.ui.desks.lab_panels import Block
from tutor.ui.desks.lab_simulate import Simulation
from tutor.ui.desks.new_game import Draft
from tutor.ui.desks.odds import odds_in_words
from tutor.ui.flows import FlowTool, flow_for
from tutor.ui.hand import COPIES, Hand, wanted_copy
from tutor.ui.model import Message, State, Tool, Words
from tutor.ui.model_panel import Dialog
from tutor.ui.present import LUCK, NEWEST_NOTES, pending_choice, present, rule_note, with_rules
from tutor.ui.rule_search import RuleSearch
from tutor.ui.standing import points, winners
from tutor.ui.taught import taught
from tutor.ui.watch import Watch

KEPT = "lab"
"""Where the browser keeps the bench."""

LARGEST_KEPT = 400_000
"""Characters of a bench that a browser keeps."""

MOST_FORCED = 200
"""Dice and draws that are forced ahead."""

TABS = {
    "play": "Play",
    "scene": "Scene",
    "change": "Change",
    "rule": "Rule",
    "chance": "Chance",
    "branches": "Branches",
    "numbers": "Numbers",
    "test": "Test",
    "simulate": "Simulate",
}


class Lab:
    """One visitor's lab. `desk` is what a notebook shows."""

    def __init__(self, game: str = "") -> None:
        self.found = games()
        first = self.found.get(game) or next(iter(self.found.values()))
        self.bench = Workbench({"game": first.id, "players": first.seats[0], "seed": 1})
        self.eyes: int | None = None
        self.tab = "play"
        self.show_odds = False
        self.all_notes = False
        self.dialog: Dialog | None = None
        self.draft = Draft(first)
        self.search = RuleSearch(first)
        self.flow = FlowTool()
        self.problem = ""
        self.changes = Changes(self.bench)
        self.other = ""
        """The branch that the one at hand is compared with."""
        self.export = Export()
        self.upload = ""
        """The file of which it is asked where in it to begin."""
        self.simulation = Simulation()
        self.watch = Watch(lambda: self.simulation.running, self._draw_simulation)
        self.desk = Desk(self.hear)
        self.hand = Hand(self.desk, "bench", is_within)
        self.named_copy = False
        """Whether the address names a copy of the bench, or did."""
        self.hand.take(KEPT)
        self.draw()

    @property
    def game(self) -> Game:
        """The game at hand."""
        return self.bench.branch.game

    @property
    def match(self) -> Match:
        """The match at hand, at a question that leaves a choice."""
        return self.bench.branch.here

    # -- drawing ----------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Return what the desk shows now."""
        match, game = self.match, self.game
        if self.eyes is not None and self.eyes >= match.table.seats:
            self.eyes = None
        blocks = self._blocks()
        most = None if self.all_notes else NEWEST_NOTES
        state = present(match, self.eyes, flow_for(game), self._odds(), None, most)
        state["head"] = {
            "game": game.title,
            "home": address("index"),
            "section": "Lab",
            "can_undo": self.bench.can_undo,
            "can_redo": self.bench.can_redo,
        }
        state["seats"] = {
            "me": self.eyes,
            "open": True,
            "list": [{"index": n, "name": name, "kind": "you"} for n, name in enumerate(match.table.names)],
        }
        state["tools"] = self._tools()
        state["words"] = self._words()
        offer_outcomes(state["question"], match, self.show_odds)
        if self.tab == "change":
            self.changes.take_in_hand(state)
        if self.hand.torn:
            state["dialog"] = self.hand.question()
        elif self.dialog is not None:
            state["dialog"] = self.dialog
        if self.hand.copy > 1 or self.named_copy:
            state["address"] = f"?copy={self.hand.copy}"
        state["lab"] = {
            "tab": self.tab,
            "tabs": [{"id": id, "label": label} for id, label in TABS.items()],
            "trail": list(match.trail),
            "blocks": blocks,
        }
        if flowmap := self.flow.state(match, self._teaches):
            state["flowmap"] = flowmap
        with_rules(state, game.book, match.table.readings, self._teaches)
        for id in [*match.trail, *lab_panels.rules_spoken(blocks)]:
            if id in game.book:
                state["rules"][id] = rule_note(game.book, id, match.table.readings, self._teaches)
        return state

    def _teaches(self, rule: str) -> Mapping[str, Any]:
        return taught(self.game.id, rule)

    def draw(self) -> None:
        """Show the bench as it is, and keep it in the visitor's browser."""
        self.changes.follow(self.bench)
        self.desk.show(self.state())
        kept = self.bench.kept()
        if len(kept) <= LARGEST_KEPT:
            self.hand.keep(kept)
        elif not self.hand.torn:
            self.desk.keep(self.hand.key, None)

    def _draw_simulation(self) -> None:
        if self.tab == "simulate":
            self.desk.show(self.state())

    def _words(self) -> Words:
        branch = self.bench.branch
        steps = len(branch.steps)
        standing, names = self.game.standing(self.match.table), self.match.table.names
        parts = winners(standing, names) + points(standing, names)
        return {
            "kind": "free",
            "prompt": f"“{branch.name}”, {steps} {'step' if steps == 1 else 'steps'} in",
            "text": " ".join(parts) or "Every seat is yours. What is done here is written down in the scene.",
            "brief": True,
        }

    def _tools(self) -> list[Tool]:
        panel = dialogs.shown(self.dialog)
        return [
            {"id": "new", "label": "New", "pressed": panel == new_game.PANEL},
            {"id": "open", "label": "Open", "pressed": panel == OPEN},
            {"id": "save", "label": "Save", "pressed": panel == "save"},
            {"id": HOUSE, "label": "Readings", "pressed": panel == HOUSE},
            *self.hand.tool(panel),
            {"id": "here", "label": "Begin here"},
            {"id": "odds", "label": "Odds", "pressed": self.show_odds, "disabled": not self.game.measures},
            *self.flow.tool(self.game),
            {"id": "rules", "label": "Rules", "pressed": panel == rule_search.PANEL},
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
                return self.export.panel(bench.branch)
            case "simulate":
                return self.simulation.blocks(bench)
            case _:
                return []

    # -- what the visitor does --------------------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did, and say what does not fit."""
        if message["type"] == "elsewhere":
            self.hand.hear(message["changes"])
        if message["type"] == "elsewhere" or self.hand.bars(message):
            self.draw()
            return
        self.problem = self.changes.told = ""
        steps = len(self.bench.branch.steps), self.bench.current
        try:
            self._do(message)
        except Impossible as impossible:
            self.changes.misgivings.reasons = impossible.reasons
        except BadInput as error:
            self.problem = str(error)
        self.problem = self.problem or self.changes.told
        if (len(self.bench.branch.steps), self.bench.current) != steps:
            self.export.forget()
            self.changes.picked = None
        if self.problem and self.dialog is not None and self.dialog["id"] in (OPEN, new_game.PANEL, HOUSE):
            self.dialog["problem"], self.problem = self.problem, ""
        self.draw()

    def _do(self, message: Message) -> None:
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
            case "dialog" if self.hand.torn:
                if (theirs := self.hand.settle(message["id"])) is not None:
                    self._restore(theirs)
            case "answer":
                self._answer(message["option"])
            case "try":
                self._try(message["option"])
            case "input":
                self.bench.let_come(message["text"])
                self.problem = self.bench.use_forced()
            case "undo":
                self.changes.give_way()
                self.bench.undo()
            case "redo":
                self.changes.give_way()
                self.bench.redo()
            case "seat":
                self.eyes = message["index"]
            case "tool":
                self._tool(message["id"])
            case "form":
                self._form(message["id"], message["values"])
            case "dialog":
                self._dialog(message["id"], message["text"])
            case "upload":
                self._open(message["text"], message["name"])
            case "notes":
                self.all_notes = message["all"]
            case "group" | "node":
                self.flow.hear(message)
            case _:
                return

    def _answer(self, option: str) -> None:
        self.changes.give_way()
        if isinstance(self.match.ask, Chance):
            if option == LUCK:
                self.bench.leave_to_luck()
            else:
                self.bench.let_come(option.removeprefix(COME))
        elif (part := pending_choice(self.match, None)) is not None:
            self.bench.answer(part.seat, option)
        self.problem = self.bench.use_forced()

    def _try(self, option: str) -> None:
        """A closed option that was pressed belongs to what was done: a test asserts that it is refused."""
        part = pending_choice(self.match, None)
        if part is not None:
            self.bench.answer(part.seat, option)

    # -- tools and panels -------------------------------------------------------------------------------------

    def _tool(self, tool: str) -> None:
        panel = dialogs.shown(self.dialog)
        kind, _, name = tool.partition(" ")
        if kind == "tab" and name in TABS:
            self.tab, self.changes.picked = name, None
            return
        self.dialog = None
        match tool:
            case "odds":
                self.show_odds = not self.show_odds
            case "flow":
                self.flow.toggle()
            case "here":
                self.changes.give_way()
                self.bench.begin_here()
            case "test":
                self.tab = "test"
                self.export.make(self.bench.branch)
            case "new" if panel != new_game.PANEL:
                self.draft = Draft(self.game)
                self.dialog = lab_opening.new_dialog(self.draft, self.found)
            case "house" if panel != HOUSE:
                self.draft = new_game.played_like(self.match)
                self.dialog = lab_opening.house_dialog(self.draft, self.found)
            case "open" if panel != OPEN:
                self.dialog = lab_opening.open_dialog()
            case "save" if panel != "save":
                self.dialog = dialogs.saving(save(self.match), f"{self.game.id}-record")
            case _ if tool == COPIES and panel != COPIES:
                self.dialog = self.hand.panel(described)
            case "rules" if panel != rule_search.PANEL:
                self.search = RuleSearch(self.game, self.search.query)
                self.dialog = self.search.dialog()

    def _dialog(self, button: str, text: str) -> None:
        match button:
            case "lab.text":
                self.changes.type(self.bench, text)
            case "lab.card":
                self.changes.add_card(self.bench, text)
            case "lab.forced":
                self.bench.forced = [line.strip() for line in text.splitlines() if line.strip()][:MOST_FORCED]
                self.problem = self.bench.use_forced()
            case "open.go":
                self._open(text, "the text you gave")
            case _:
                self.dialog = None

    def _form(self, id: str, values: dict[str, str]) -> None:
        panel = dialogs.shown(self.dialog)
        if id.startswith("lab.simulate"):
            self.simulation.hear(id, values, self.bench)
            self.watch.begin()
        elif id.startswith("lab."):
            self._lab_form(id, values)
        elif panel == COPIES:
            self._take_copy(id, values)
        elif panel == rule_search.PANEL:
            self.dialog = self.search.look_up(values)
        elif panel == new_game.PANEL:
            self._new(id, values)
        elif panel == HOUSE:
            self._house(values)
        elif panel == OPEN:
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
            case "lab.test.make":
                self.export.call(values.get("title", ""), values.get("about", ""))
                self.export.make(bench.branch)
            case _:
                changes.hear(bench, id, values)

    # -- where to begin ---------------------------------------------------------------------------------------

    def _hello(self, search: str, stored: dict[str, str]) -> None:
        """Open what the address asks for, else the bench that this browser kept."""
        wanted = parse_query(search)
        copy = wanted_copy(wanted)
        self.named_copy = copy > 1
        kept = self.hand.take(KEPT, copy)
        if wanted and list(wanted) != ["copy"]:
            lab_opening.open_address(self.bench, wanted, stored)
        elif kept:
            self._restore(kept)
        self.changes.write(self.bench)

    def _take_copy(self, button: str, values: Mapping[str, str]) -> None:
        """Go on with another copy of the bench, or delete it."""
        self.dialog = None
        copy = self.hand.chosen(button, values)
        if copy is not None and (kept := self.hand.take(KEPT, copy)) is not None:
            self.named_copy = True
            self._restore(kept)
            self.changes.write(self.bench)

    def _restore(self, text: str) -> None:
        try:
            self.bench = Workbench.restored(text)
        except BadInput as error:
            self.dialog = dialogs.problem("The bench kept in this browser could not be set up again", str(error))

    def _open(self, text: str, name: str) -> None:
        """Open a scene, a scenario or a record; where there is a choice, it is offered."""
        self.upload = ""
        self.dialog = lab_opening.open_dialog(text)
        document = read(text, name)
        if "answers" in document:
            load(text, name)  # tells at once whether it can be replayed
            self.upload, self.dialog = text, lab_opening.step_dialog(len(document["answers"]))
        elif len(cases := cases_of(document, name)) > 1:
            self.upload, self.dialog = text, lab_opening.case_dialog([title for title, _ in cases])
        else:
            self._begin_with(lambda anyway: self.bench.open_text(text, name, anyway=anyway))

    def _open_case(self, values: dict[str, str]) -> None:
        text = self.upload
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

    def _new(self, button: str, values: dict[str, str]) -> None:
        self.draft.read(values, self.found)
        self.draft.fit(bots_of(self.draft.game))
        self.dialog = lab_opening.new_dialog(self.draft, self.found)
        if button in (new_game.BEGIN, BEGIN_EMPTY):
            doc = lab_opening.drafted(self.draft)
            self.bench.open(lab_opening.emptied(doc, self.draft.game) if button == BEGIN_EMPTY else doc)
            self.dialog, self.eyes = None, None

    def _house(self, values: dict[str, str]) -> None:
        """The position at hand under other variants and readings."""
        same = {"game": self.game.id, "players": str(self.match.table.seats), "seed": str(self.match.seed)}
        self.draft.read({**values, **same}, self.found)
        doc, steps = self.bench.present()
        self.changes.lay(self.bench, lab_opening.housed(doc, self.draft), steps)
        self.dialog = None


def lab(game: str = "") -> Desk:
    """Return the lab for a notebook: `lab()` or `lab("alien_conspiracy")`."""
    return settled(Lab(game).desk)
