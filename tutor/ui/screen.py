"""One screen for every desk: the way from a press to what is shown, and everything else that desks have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar, Protocol
from urllib.parse import urlencode

from tutor.engine.core.game import Game
from tutor.engine.core.match import Match
from tutor.lessons.missed import moment
from tutor.ui import dialogs, rule_search
from tutor.ui.addresses import address
from tutor.ui.desk import Desk
from tutor.ui.flows import FlowTool
from tutor.ui.hand import COPIES, Hand, Within, wanted_copy
from tutor.ui.messages import sent_at
from tutor.ui.model import Head, Message, NodePressed, Seats, State, Tool
from tutor.ui.model_panel import Dialog, RuleText
from tutor.ui.pictures.drawn import marks_of
from tutor.ui.present import NEWEST_NOTES, rule_note, with_rules
from tutor.ui.taught import taught
from tutor.ui.terms import with_terms


class Timeline(Protocol):
    """Anything with undo and redo."""

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        ...

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        ...

    def undo(self) -> None:
        """Undo what was done last."""
        ...

    def redo(self) -> None:
        """Redo what was undone last."""
        ...


class Screen:
    """A visitor at a desk; `desk` is what a notebook shows.

    Each desk defines what differs: the game, what is drawn (`content`, `tools`), what tools, fields and buttons do, and
    what the browser keeps. Everything else that a visitor can do is here, and is drawn once after each message.
    """

    section: ClassVar[str] = ""
    """The words in the head after the game's name."""
    explains: ClassVar[bool] = True
    """Whether the words of the game are explained where they occur."""
    panel_stays: ClassVar[bool] = False
    """Whether an open panel stays when a tool is used that opens no panel."""
    looks_up: ClassVar[str] = rule_search.PANEL
    """The id of the tool that looks rules up."""

    def __init__(self, noun: str = "", within: Within = str.__eq__, desk: Desk | None = None) -> None:
        """Sit down.

        Args:
            noun: The name of the thing in hand, if there is one that the browser stores.
            within: A function that says whether a stored text contains all of another one.
            desk: The widget, if it differs from that of all other desks.
        """
        self.desk = desk or Desk()
        self.desk.listen(self.hear)
        self.hand = Hand(self.desk, noun, within)
        self.named_copy = False
        """Whether the address names, or named, a copy of what is in hand."""
        self.at = moment(0)
        """The time on the visitor's clock."""
        self.eyes: int | None = None
        """The seat whose view is shown; None for the open table."""
        self.all_notes = False
        self.dialog: Dialog | None = None
        self.query = ""
        """The words that were looked up last."""
        self.flow = FlowTool()

    # -- what each desk defines -------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that the desk is about."""
        raise NotImplementedError

    @property
    def match(self) -> Match | None:
        """The match on the table, if there is one that the turn's picture can follow."""
        return None

    @property
    def timeline(self) -> Timeline | None:
        """The object whose undo and redo the desk uses."""
        return None

    def content(self) -> State:
        """The state to draw, without the panel, the rules and the words that go with it."""
        raise NotImplementedError

    def tools(self) -> list[Tool]:
        """The buttons of the desk."""
        return []

    def panels(self) -> dict[str, Callable[[], Dialog]]:
        """The panels of the desk by their ids, which are also those of the tools that open and close them."""
        return {}

    def place(self) -> dict[str, str]:
        """The query string that leads to what is in hand."""
        return {}

    def teaches(self, rule: str) -> Mapping[str, Any]:
        """The place where a rule is taught, as its fold shows it."""
        return taught(self.game.id, rule)

    def describe(self, text: str) -> str:
        """Describe a stored text in a few words."""
        return ""

    def keep(self) -> None:
        """Store in the visitor's browser what is shown."""

    def restore(self, text: str, name: str) -> None:
        """Go on from a stored text; errors call it `name`."""

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show the desk as it is now, and store it in the visitor's browser."""
        self.desk.show(self.state())
        self.keep()

    def state(self) -> State:
        """Return what the desk shows now."""
        state = self.content()
        if "zones" in state:
            self.desk.wear(marks_of(self.game))
        if tools := self.tools():
            state["tools"] = tools
        if self.hand.torn:
            state["dialog"] = self.hand.question()
        elif self.dialog is not None:
            state["dialog"] = self.dialog
        if (where := self.where()) is not None:
            state["address"] = where
        match = self.match
        if match is not None and (flowmap := self.flow.state(match, self.teaches)):
            state["flowmap"] = flowmap
        return self.cited(state)

    def cited(self, state: State) -> State:
        """Add the texts of the rules that the state mentions, and the words of the game that it uses."""
        more = state.get("rules", {})
        with_rules(state, self.game.book, self.readings, self.teaches)
        state["rules"] |= more
        return with_terms(state, self.game, self.teaches) if self.explains else state

    @property
    def readings(self) -> Mapping[str, str]:
        """The readings in force."""
        match = self.match
        return match.table.readings if match is not None else self.game.book.defaults

    @property
    def most_notes(self) -> int | None:
        """How many of the newest notes are shown; None for all."""
        return None if self.all_notes else NEWEST_NOTES

    def texts(self, rules: Iterable[str]) -> dict[str, RuleText]:
        """The texts of the rules, without rules that do not exist."""
        book, readings = self.game.book, self.readings
        return {id: rule_note(book, id, readings, self.teaches) for id in rules if id in book}

    def head(self) -> Head:
        """The head of the screen: the game, the section, and whether undo and redo are possible."""
        head: Head = {"game": self.game.sign, "home": address("index"), "section": self.section}
        if (timeline := self.timeline) is not None:
            head |= {"can_undo": timeline.can_undo, "can_redo": timeline.can_redo}
        return head

    def seats(self, match: Match, mine: Collection[int]) -> Seats:
        """Who sits where: the visitor in the seats that are `mine`, bots in the others."""
        return {
            "me": self.eyes,
            "open": True,
            "list": [
                {"index": seat, "name": name, "kind": "you" if seat in mine else "bot"}
                for seat, name in enumerate(match.table.names)
            ],
        }

    def where(self) -> str | None:
        """The query that leads here, if the page's own query no longer does; None if it still does."""
        copy = self.hand.copy
        if copy == 1 and not self.named_copy:
            return None
        place = self.place()
        return "?" + urlencode(place if place and copy == 1 else {**place, "copy": copy})

    def panel_tool(self, id: str, label: str, panel: str = "") -> Tool:
        """A tool that stays pressed while its panel is open."""
        return {"id": id, "label": label, "pressed": dialogs.shown(self.dialog) == (panel or id)}

    def review_tools(self) -> list[Tool]:
        """The links to the game's cue card and to its review."""
        return [
            {"id": "cue", "label": "Cue card", "href": address("review", game=self.game.id, part="card")},
            {"id": "review", "label": "Review", "href": address("review", game=self.game.id)},
        ]

    def odds_tool(self, shown: bool) -> Tool:
        """The tool that shows odds, if there are any."""
        disabled = not self.game.measures
        return {"id": "odds", "label": "Odds", "pressed": shown, "disabled": disabled, "place": "hand"}

    def common_tools(self) -> list[Tool]:
        """The tools that look at the turn and look rules up."""
        rules: Tool = {**self.panel_tool(self.looks_up, "Rules", rule_search.PANEL), "place": "hand"}
        return [*self.flow.tool(self.game), rules]

    def copies(self) -> list[Tool]:
        """The tool that leads to other copies of what is in hand, if there are any."""
        return self.hand.tool(dialogs.shown(self.dialog))

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the visitor did, and show the result."""
        self.at = moment(sent_at(message))
        if not self.hand.bars(message):
            self.do(message)
        self.draw()

    def do(self, message: Message) -> None:
        """Do what the visitor did."""
        match message["type"]:
            case "hello":
                self.hello(message["search"])
            case "elsewhere":
                self.elsewhere(message["changes"])
            case "answer":
                self.answer(message["option"])
            case "predict":
                self.predict(message["option"])
            case "try":
                self.try_closed(message["option"])
            case "input":
                self.let_come(message["text"])
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case "back":
                self.back()
            case "next":
                self.next()
            case "goto":
                self.go_to(str(message["page"]), message["step"])
            case "seat":
                self.look_as(message["index"])
            case "tool":
                self.press_tool(message["id"])
            case "form":
                self.fill_in(message["id"], message["values"])
            case "dialog":
                self.press_button(message["id"], message["text"])
            case "upload":
                self.upload(message["text"], message["name"])
            case "notes":
                self.all_notes = message["all"]
            case "node":
                self.press_node(message)
            case "group":
                self.flow.hear(message)

    def hello(self, search: str) -> None:
        """The page is open at this address; `desk.kept` is what its browser stores."""

    def elsewhere(self, changes: Mapping[str, str | None]) -> None:
        """Another tab wrote these texts."""
        self.hand.hear(changes)

    def answer(self, option: str) -> None:
        """Answer with an option of the question."""

    def predict(self, option: str) -> None:
        """Predict what is going to happen."""

    def try_closed(self, option: str) -> None:
        """Press an option that is closed."""

    def let_come(self, text: str) -> None:
        """Type the result of dice or cards."""

    def undo(self) -> None:
        """Undo what was done last."""
        if self.timeline is not None:
            self.timeline.undo()

    def redo(self) -> None:
        """Redo what was undone last."""
        if self.timeline is not None:
            self.timeline.redo()

    def back(self) -> None:
        """Go back a step."""

    def next(self) -> None:
        """Go on."""

    def go_to(self, page: str, step: int) -> None:
        """Open a page of the course at a step counted from 1, or as it was left."""

    def look_as(self, seat: int | None) -> None:
        """Look at the table as a seat sees it."""
        match = self.match
        if seat is None or (match is not None and 0 <= seat < match.table.seats):
            self.eyes = seat

    def press_node(self, message: NodePressed) -> None:
        """Look at a node of a picture."""
        self.flow.hear(message)

    # -- tools and panels -------------------------------------------------------------------------

    def press_tool(self, tool: str) -> None:
        """Press a tool; pressing the tool of an open panel closes the panel."""
        shown = dialogs.shown(self.dialog)
        opens = {**self.panels(), self.looks_up: self.look_up, COPIES: self._copies}.get(tool)
        panel = rule_search.PANEL if tool == self.looks_up else tool
        if opens is not None or not self.panel_stays:
            self.dialog = None
        if opens is not None:
            self.dialog = opens() if shown != panel else None
        elif tool == FlowTool.ID:
            self.flow.toggle()
        else:
            self.use(tool)

    def use(self, tool: str) -> None:
        """Use a tool of the desk that opens no panel."""

    def fill_in(self, button: str, values: dict[str, str]) -> None:
        """Send the fields of the panel that is open."""
        panel = dialogs.shown(self.dialog)
        if panel == COPIES:
            self._take_copy(button, values)
        elif panel == rule_search.PANEL:
            self.query = rule_search.asked(values)
            self.dialog = self.look_up()
        else:
            self.fill(panel, button, values)

    def fill(self, panel: str, button: str, values: dict[str, str]) -> None:
        """Send the fields of one of the desk's own panels."""

    def press_button(self, button: str, text: str) -> None:
        """Press a button of the open panel; `text` is what its field contains."""
        if not self.hand.torn:
            self.button(button, text)
        elif (theirs := self.hand.settle(button)) is not None:
            self.restore(theirs, f"the {self.hand.noun} in the other tab")

    def button(self, button: str, text: str) -> None:
        """Press a button of one of the desk's own panels; any other button closes the panel."""
        self.dialog = None

    def upload(self, text: str, name: str) -> None:
        """Choose a file in a panel."""

    def look_up(self) -> Dialog:
        """The panel in which rules are looked up."""
        return rule_search.looked_up(self.game, self.query)

    # -- copies of what is in hand ----------------------------------------------------------------

    def wants_copy(self, wanted: Mapping[str, str]) -> int:
        """The copy that an address asks for."""
        copy = wanted_copy(wanted)
        self.named_copy = copy > 1
        return copy

    def _copies(self) -> Dialog:
        return self.hand.panel(self.describe)

    def _take_copy(self, button: str, values: Mapping[str, str]) -> None:
        """Go on with another copy of what is in hand, or delete it."""
        self.dialog = None
        copy = self.hand.chosen(button, values)
        if copy is not None and (kept := self.hand.take(self.hand.name, copy)) is not None:
            self.named_copy = True
            self.restore(kept, f"copy {copy}")
