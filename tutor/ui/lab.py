"""The lab: any position, changed by hand, forced, branched, taken apart, made a test; drawn by the desk."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import parse_qs

from tutor.engine.asks import Chance, Choose, Draw, Roll, spell
from tutor.engine.chance import Odds
from tutor.engine.files import BadInput
from tutor.engine.game import Game, bots_of, find_game, games
from tutor.engine.match import Match
from tutor.engine.record import load, save
from tutor.engine.table import SEAT_NAMES
from tutor.lab.branch import doc_of, scene_of
from tutor.lab.export import as_test, default_title, slug
from tutor.lab.legality import Impossible, Reason
from tutor.lab.moves import Destination, Drawn, destinations, drawn_pieces, move
from tutor.lab.places import BOX, Piece, Place, from_box, places_of, set_to
from tutor.lab.workbench import Workbench, cases_of, read
from tutor.lab.writing import Doc
from tutor.lessons.course import known_course
from tutor.lessons.sources import case_of
from tutor.lessons.stage import Stage
from tutor.ui import dialogs, lab_panels, new_game, rule_search
from tutor.ui.addresses import address
from tutor.ui.desk import Desk
from tutor.ui.flows import FlowTool, flow_for
from tutor.ui.lab_panels import Block
from tutor.ui.lab_simulate import Simulation
from tutor.ui.model import Dialog, DialogButton, Field, Figure, Message, Option, State, Tool
from tutor.ui.new_game import Draft
from tutor.ui.odds import odds_in_words, odds_on_screen
from tutor.ui.practice import kept_game
from tutor.ui.present import LUCK, NEWEST_NOTES, odds_of, pending_choice, present, rule_note, said_odds, with_rules
from tutor.ui.rule_search import RuleSearch
from tutor.ui.standing import points, winners
from tutor.ui.taught import taught
from tutor.ui.watch import Watch

KEPT = "lab"
"""Where the browser keeps the bench."""

LARGEST_KEPT = 400_000
"""Characters of a bench that a browser keeps."""

MOST_OUTCOMES = 40
"""Outcomes of chance that are offered as buttons; more are typed."""

COME = "come "
OPEN = "open"
BEGIN_EMPTY = f"{new_game.PANEL}.empty"
HOUSE = "house"
ADDRESS = "the page's address"

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
        self.reasons: list[Reason] = []
        self.insist: Callable[[], None] | None = None
        self.typed_problem = ""
        self.text, self.version = self.bench.branch.text(), 0
        self.picked: Piece | None = None
        self.drawn: dict[Drawn, Piece] = {}
        self.goals: list[Destination] = []
        self.rule, self.rule_values = "", dict[str, str]()
        self.other = ""
        self.test, self.test_title, self.test_about = "", "", ""
        self.upload = ""
        self.simulation = Simulation()
        self.watch = Watch(lambda: self.simulation.running, self._draw_simulation)
        self.desk = Desk(self.hear)
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
        self._offer_outcomes(state)
        if self.tab == "change":
            lab_panels.take_in_hand(state, self.drawn, self.picked, self.goals)
        if self.dialog is not None:
            state["dialog"] = self.dialog
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
        text = self.bench.branch.text()
        if not self.typed_problem and text != self.text:
            self.text, self.version = text, self.version + 1
        self.desk.show(self.state())
        kept = self.bench.kept()
        self.desk.keep(KEPT, kept if len(kept) <= LARGEST_KEPT else None)

    def _words(self) -> Any:
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

    def _draw_simulation(self) -> None:
        if self.tab == "simulate":
            self.desk.show(self.state())

    def _tools(self) -> list[Tool]:
        panel = self.dialog["id"] if self.dialog else ""
        return [
            {"id": "new", "label": "New", "pressed": panel == new_game.PANEL},
            {"id": "open", "label": "Open", "pressed": panel == OPEN},
            {"id": "save", "label": "Save", "pressed": panel == "save"},
            {"id": HOUSE, "label": "Readings", "pressed": panel == HOUSE},
            {"id": "here", "label": "Begin here"},
            {"id": "odds", "label": "Odds", "pressed": self.show_odds, "disabled": not self.game.measures},
            *self.flow.tool(self.game),
            {"id": "rules", "label": "Rules", "pressed": panel == rule_search.PANEL},
            {"id": "test", "label": "Make this a test"},
        ]

    def _odds(self) -> dict[str, str]:
        """Words on what each open option leads to."""
        ask = self.match.ask
        if not self.show_odds or not isinstance(ask, Choose):
            return {}
        return odds_in_words(self.match, ask.seat)

    def _offer_outcomes(self, state: State) -> None:
        """Beside luck, offer all that can come of a roll or a draw, and with odds what it leads to."""
        ask, question = self.match.ask, state["question"]
        if not isinstance(ask, Chance):
            return
        question["input"] = {"kind": "text", "label": "Or say what comes", "submit": "Let it come"}
        if ask.count() <= MOST_OUTCOMES:
            whole = ask.sides**ask.dice if isinstance(ask, Roll) else None
            for outcome, chance in ask.outcomes():
                option: Option = {
                    "id": COME + spell(outcome),
                    "label": self._come(ask, outcome),
                    "group": "Or let this come",
                }
                option["odds"] = odds_of(chance, whole)
                question["options"].append(option)
        if self.show_odds:
            rows = odds_on_screen(self.match, None)
            question["figures"] = [_figure(text, odds) for found in rows.values() for text, odds in found.items()]

    def _come(self, ask: Chance, outcome: Any) -> str:
        if isinstance(ask, Draw):
            cards = self.match.table.cards
            return ", ".join(cards[card].name if card in cards else card for card in outcome)
        return spell(outcome)

    def _blocks(self) -> list[Block]:
        """The panel of the open tab, and above it what went wrong."""
        above: list[Block] = []
        if self.reasons:
            above.append(lab_panels.reasons_block(self.reasons))
        if self.problem:
            above.append({"kind": "problem", "text": self.problem})
        return above + self._panel()

    def _panel(self) -> list[Block]:
        bench, table = self.bench, self.match.table
        match self.tab:
            case "change":
                doc, places = self._places()
                self.drawn = {} if self.picked is not None else drawn_pieces(self.game, doc, places)
                self.goals = destinations(self.game, doc, self.picked, places) if self.picked is not None else []
                return lab_panels.change_panel(self.game, table.cards, places, self.picked, self.goals)
            case "rule":
                return lab_panels.rule_panel(self.game, table.names, self.rule, self.rule_values)
            case "chance":
                return lab_panels.chance_panel(bench.forced, "")
            case "branches":
                return lab_panels.branches_panel(bench, self.other)
            case "numbers":
                return lab_panels.numbers_panel(bench.branch)
            case "test":
                title = self.test_title or default_title(bench.branch)
                return lab_panels.test_panel(title, self.test_about, self.test, f"{slug(title)}.toml")
            case "simulate":
                return self.simulation.blocks(bench)
            case "scene":
                return lab_panels.scene_panel(self.text, self.version, self.typed_problem)
            case _:
                return []

    def _places(self) -> tuple[Doc, list[Place]]:
        """The position at hand as a scene, and its places."""
        doc, _ = self.bench.present()
        if "table" not in doc:
            doc = {**doc, "table": self.game.position(self.match.table, None)}
        return doc, places_of(doc["table"], self.match.table.cards)

    # -- what the visitor does --------------------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did, and say what does not fit."""
        self.problem = ""
        steps = len(self.bench.branch.steps), self.bench.current
        try:
            self._do(message)
        except Impossible as impossible:
            self.reasons = impossible.reasons
        except BadInput as error:
            self.problem = str(error)
        if (len(self.bench.branch.steps), self.bench.current) != steps:
            self.test = ""
            self.picked = None
        if self.problem and self.dialog is not None and self.dialog["id"] in (OPEN, new_game.PANEL, HOUSE):
            self.dialog["problem"], self.problem = self.problem, ""
        self.draw()

    def _do(self, message: Message) -> None:
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
            case "answer":
                self._answer(message["option"])
            case "try":
                self._try(message["option"])
            case "input":
                self.bench.let_come(message["text"])
                self.problem = self.bench.use_forced()
            case "undo":
                self._forget_typed()
                self.bench.undo()
            case "redo":
                self._forget_typed()
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
        self._forget_typed()
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

    def _forget_typed(self) -> None:
        """What was typed and did not fit gives way to what is done at the table."""
        if self.typed_problem:
            self.typed_problem = ""
            self.version += 1
        self.reasons, self.insist = [], None

    def _weighed(self, act: Callable[[bool], None]) -> None:
        """Do something that may lead to an impossible position; asked once more it is done all the same."""
        self.insist = lambda: act(True)
        self.reasons = []
        act(False)
        self.insist = None

    # -- tools and panels -------------------------------------------------------------------------------------

    def _tool(self, tool: str) -> None:
        panel = self.dialog["id"] if self.dialog else ""
        kind, _, name = tool.partition(" ")
        if kind == "tab" and name in TABS:
            self.tab, self.picked = name, None
            return
        self.dialog = None
        match tool:
            case "odds":
                self.show_odds = not self.show_odds
            case "flow":
                self.flow.toggle()
            case "here":
                self._forget_typed()
                self.bench.begin_here()
            case "test":
                self.tab = "test"
                self._make_test()
            case "new" if panel != new_game.PANEL:
                self.draft = Draft(self.game)
                self.dialog = self._new_dialog()
            case "house" if panel != HOUSE:
                self.draft = self._house_draft()
                self.dialog = self._house_dialog()
            case "open" if panel != OPEN:
                self.dialog = open_dialog()
            case "save" if panel != "save":
                self.dialog = dialogs.saving(save(self.match), f"{self.game.id}-record")
            case "rules" if panel != rule_search.PANEL:
                self.search = RuleSearch(self.game, self.search.query)
                self.dialog = self.search.dialog()

    def _make_test(self) -> None:
        self.test_title = self.test_title or default_title(self.bench.branch)
        self.test = ""
        self.test = as_test(self.bench.branch, self.test_title, self.test_about)

    def _dialog(self, button: str, text: str) -> None:
        match button:
            case "lab.text":
                self._type(text)
            case "lab.card":
                self._add_card(text)
            case "lab.forced":
                self.bench.forced = [line.strip() for line in text.splitlines() if line.strip()][:200]
                self.problem = self.bench.use_forced()
            case "open.go":
                self._open(text, "the text you gave")
            case _:
                self.dialog = None

    def _type(self, text: str) -> None:
        """Lay out what was typed, if it fits; else the table stays and the text says why."""
        self.typed_problem = ""
        try:
            self._weighed(lambda anyway: self.bench.edit_text(text, anyway))
        except BadInput as error:
            self.typed_problem = str(error)
        else:
            self.text = self.bench.branch.text()
            self.picked = None

    def _add_card(self, text: str) -> None:
        """Put a test card into the scene at hand."""
        try:
            rows = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput("the card", "", f"not valid TOML: {error}") from None
        doc, steps = self.bench.present()
        cards = {**doc.get("cards", {})}
        for kind, new in rows.items():
            ids = {row.get("id") for row in new if isinstance(row, dict)} if isinstance(new, list) else set()
            if not ids:
                raise BadInput("the card", kind, f"expected [[{kind}]] with an id")
            cards[kind] = [row for row in cards.get(kind, []) if row.get("id") not in ids] + new
        self.bench.edit({**doc, "cards": cards}, steps, anyway=True)

    def _form(self, id: str, values: dict[str, str]) -> None:
        panel = self.dialog["id"] if self.dialog else ""
        if id.startswith("lab.simulate"):
            self.simulation.hear(id, values, self.bench)
            self.watch.begin()
        elif id.startswith("lab."):
            self._lab_form(id, values)
        elif panel == rule_search.PANEL:
            self.search.query = values.get("query", "")[:100]
            self.dialog = self.search.dialog()
        elif panel == new_game.PANEL:
            self._new(id, values)
        elif panel == HOUSE:
            self._house(values)
        elif panel == OPEN:
            self._open_case(values)

    def _lab_form(self, id: str, values: dict[str, str]) -> None:
        match id:
            case "lab.anyway":
                insist, self.insist, self.reasons = self.insist, None, []
                if insist is not None:
                    insist()
                    self.picked = None
            case "lab.leave":
                self._forget_typed()
                self.version += 1
                self.text = self.bench.branch.text()
            case "lab.pick":
                self._pick(values.get("path", ""))
            case "lab.put":
                self._put(values.get("path", ""), values.get("name", ""))
            case "lab.set":
                self._set(values.get("path", ""), values.get("value", ""))
            case "lab.bring":
                if (card := values.get("card", "")) in self.match.table.cards:
                    self.picked = from_box(card)
            case "lab.rule.rule" | "lab.rule.start":
                self._start_rule(id, values)
            case "lab.branch.name":
                self.bench.switch(values.get("name", ""))
                self.version += 1
            case "lab.branch.new":
                self.bench.branch_off(values.get("new", ""))
            case "lab.branch.drop":
                self.bench.drop(self.bench.current)
            case "lab.step":
                self._forget_typed()
                self.bench.go_to(new_game.whole(values.get("n", ""), "step", "the branch"))
            case "lab.beside.other":
                self.other = values.get("other", "")
            case "lab.test.make":
                self.test_title, self.test_about = values.get("title", "")[:200], values.get("about", "")[:500]
                self._make_test()

    # -- changing the position --------------------------------------------------------------------------------

    def _pick(self, path: str) -> None:
        """Pick a card up; the same again puts it back."""
        _, places = self._places()
        found = next((p for place in places for p in place.pieces if lab_panels.path_id(p.path) == path), None)
        self.picked = None if self.picked == found else found

    def _put(self, path: str, name: str) -> None:
        if self.picked is None:
            return
        piece = self.picked
        doc, places = self._places()
        to = next((place for place in [*places, BOX] if lab_panels.path_id(place.path) == path), None)
        if to is None:
            raise BadInput("the position", "", "this place is gone")
        changed = move(self.game, doc, piece, to, name.strip()[:40])
        self._lay(changed)
        self.picked = None

    def _set(self, path: str, value: str) -> None:
        doc, places = self._places()
        place = next((place for place in places if lab_panels.path_id(place.path) == path), None)
        if place is None:
            raise BadInput("the position", "", "this place is gone")
        self._lay({**doc, "table": set_to(doc["table"], place, value[:2000])})

    def _lay(self, doc: Doc) -> None:
        """Lay a changed table out, and do again what the running turn had brought so far if it still fits."""
        _, steps = self.bench.present()
        self._weighed(lambda anyway: self._lay_with(doc, steps, anyway))

    def _lay_with(self, doc: Doc, steps: list[Any], anyway: bool) -> None:
        try:
            self.bench.lay(doc, steps, anyway)
        except BadInput:
            if not steps:
                raise
            self.bench.lay(doc, (), anyway)
            self.problem = "What this turn had brought so far does not fit the new position, so the turn begins again."

    def _start_rule(self, id: str, values: dict[str, str]) -> None:
        rule = values.get("rule", "")
        if id == "lab.rule.rule" or rule != (self.rule or rule):
            self.rule, self.rule_values = rule, {}
            return
        self.rule, self.rule_values = rule, values
        args = (
            [values.get(f"arg {name}", "") for name in self.game.rules.parameters(rule)]
            if rule in self.game.rules
            else []
        )
        self._weighed(lambda anyway: self.bench.start_rule(rule, args, anyway))

    # -- where to begin ---------------------------------------------------------------------------------------

    def _hello(self, search: str, stored: dict[str, str]) -> None:
        """Open what the address asks for, else the bench that this browser kept."""
        wanted = (
            {key: values[0] for key, values in parse_qs(search.lstrip("?"), max_num_fields=20).items()}
            if search
            else {}
        )
        if wanted:
            self._hello_to(wanted, stored)
        elif stored.get(KEPT):
            self._restore(stored[KEPT])
        self.version += 1
        self.text = self.bench.branch.text()

    def _hello_to(self, wanted: dict[str, str], stored: dict[str, str]) -> None:
        game = find_game(wanted.get("game", self.game.id))
        if page := wanted.get("page", wanted.get("section", "")):
            self._open_page(game, page, wanted.get("step", "1"))
        elif scenario := wanted.get("scenario", ""):
            case = case_of(game, scenario)
            self.bench.open_text(case.text, case.file, anyway=True)
        elif wanted.get("from") == "practice" and (record := stored.get(kept_game(game))):
            self.bench.open_text(record, "the practice table's game")
        else:
            players = new_game.whole(wanted.get("players", str(game.seats[0])), "players", ADDRESS)
            seed = new_game.whole(wanted.get("seed", "1"), "seed", ADDRESS)
            self.bench.open({"game": game.id, "players": players, "seed": seed})

    def _restore(self, text: str) -> None:
        try:
            self.bench = Workbench.restored(text)
        except BadInput as error:
            self.dialog = dialogs.problem("The bench kept in this browser could not be set up again", str(error))

    def _open_page(self, game: Game, slug: str, step: str) -> None:
        """Begin in the position in which a step of a page begins."""
        try:
            page = known_course(game.id)[slug]
        except KeyError:
            raise BadInput(ADDRESS, "page", f"no page “{slug[:40]}” in {game.title}") from None
        n = new_game.whole(step, "step", ADDRESS)
        if not 1 <= n <= len(page.step):
            raise BadInput(ADDRESS, "step", f"“{page.title}” has the steps 1 to {len(page.step)}, not {n}")
        first = max(k for k in range(n) if k == 0 or page.step[k].scene is not None)
        begun = {**doc_of(page.laid_scene(page.step[first])), "game": game.id}
        begun.pop("play", None)
        self.bench.open_match(Stage(page).start(n - 1), begun)

    def _open(self, text: str, name: str) -> None:
        """Open a scene, a scenario or a record; where there is a choice, it is offered."""
        self.upload = ""
        self.dialog = open_dialog(text)
        document = read(text, name)
        if "answers" in document:
            load(text, name)  # tells at once whether it can be replayed
            self.upload, self.dialog = text, step_dialog(len(document["answers"]))
        elif len(cases := cases_of(document, name)) > 1:
            self.upload, self.dialog = text, case_dialog([title for title, _ in cases])
        else:
            self._begin_with(lambda anyway: self.bench.open_text(text, name, anyway=anyway))

    def _open_case(self, values: dict[str, str]) -> None:
        text = self.upload
        step = new_game.whole(values["step"], "step", "the record") if "step" in values else None
        case = new_game.whole(values.get("case", "0"), "case", "the file")
        self._begin_with(lambda anyway: self.bench.open_text(text, "the file", step, case, anyway))

    def _begin_with(self, opening: Callable[[bool], None]) -> None:
        try:
            self._weighed(opening)
        except Impossible:
            self.dialog = None
            raise
        self.dialog, self.eyes = None, None
        self._forget_typed()

    def _new_dialog(self) -> Dialog:
        dialog = self.draft.dialog(self.found, bots_of(self.draft.game))
        dialog["fields"] = [field for field in dialog["fields"] if field["id"] not in ("seat", "others")]
        dialog["buttons"].insert(1, {"id": BEGIN_EMPTY, "label": "An empty table", "kind": "form"})
        return dialog

    def _new(self, button: str, values: dict[str, str]) -> None:
        self.draft.read(values, self.found)
        self.draft.fit(bots_of(self.draft.game))
        self.dialog = self._new_dialog()
        if button not in (new_game.BEGIN, BEGIN_EMPTY):
            return
        doc = self._drafted()
        if button == BEGIN_EMPTY:
            game = self.draft.game
            table = game.table(scene_of(doc).setup(game))
            game.place(table, {}, "the empty table")
            doc["table"] = game.position(table, None)
        self.bench.open(doc)
        self.dialog, self.eyes = None, None

    def _drafted(self) -> Doc:
        draft = self.draft
        doc: Doc = {"game": draft.game.id, "players": list(SEAT_NAMES[: draft.players]), "seed": draft.seed}
        if draft.variants:
            doc["variants"] = list(draft.variants)
        if draft.readings:
            doc["readings"] = dict(draft.readings)
        return doc

    def _house_draft(self) -> Draft:
        table, defaults = self.match.table, self.game.book.defaults
        readings = {id: option for id, option in table.readings.items() if option != defaults.get(id)}
        variants = tuple(id for id in self.game.variants if id in table.variants)
        return Draft(self.game, table.seats, None, "", self.match.seed, variants, readings)

    def _house_dialog(self) -> Dialog:
        dialog = self.draft.dialog(self.found, bots_of(self.game))
        shown: list[Field] = [cast("Field", {**field, "live": False}) for field in dialog["fields"] if "group" in field]
        return {
            "id": HOUSE,
            "title": "Variants and readings from here on",
            "fields": shown,
            "buttons": [{"id": f"{HOUSE}.play", "label": "Play by these", "kind": "form"}, dialogs.close("Leave them")],
        }

    def _house(self, values: dict[str, str]) -> None:
        """The position at hand under other variants and readings."""
        table = self.match.table
        self.draft.read(
            {**values, "game": self.game.id, "players": str(table.seats), "seed": str(self.match.seed)}, self.found
        )
        doc, steps = self.bench.present()
        doc = {key: value for key, value in doc.items() if key not in ("variants", "readings")}
        if self.draft.variants:
            doc["variants"] = list(self.draft.variants)
        if self.draft.readings:
            doc["readings"] = dict(self.draft.readings)
        self._weighed(lambda anyway: self._lay_with(doc, steps, anyway))
        self.dialog = None


def _figure(text: str, odds: Odds) -> Figure:
    figure: Figure = {"text": text, "working": said_odds(odds)}
    if odds.exact and odds.low == odds.high:
        figure |= {"ways": odds.low.numerator, "of": odds.low.denominator}
    return figure


def open_dialog(text: str = "") -> Dialog:
    """Ask for a scene, a scenario or a record."""
    words = "Paste a scene, a scenario file or a saved game, or choose its file."
    send: DialogButton = {"id": "open.go", "label": "Open it", "kind": "send"}
    return dialogs.asked_for(OPEN, "Open a scene or a record", words, "Its text", send, text)


def step_dialog(answers: int) -> Dialog:
    """Ask after which answer of a record to begin."""
    field: Field = {
        "id": "step",
        "kind": "number",
        "label": f"After how many of its {answers} answers",
        "value": str(answers),
        "min": 0,
        "max": answers,
        "wide": True,
    }
    return {
        "id": OPEN,
        "title": "Where in the record?",
        "fields": [field],
        "buttons": [{"id": "open.step", "label": "Begin there", "kind": "form"}, dialogs.close()],
    }


def case_dialog(titles: list[str]) -> Dialog:
    """Ask which case of a scenario file to open."""
    field = new_game.choice("case", "Case", [(str(n), title) for n, title in enumerate(titles)], "0")
    return {
        "id": OPEN,
        "title": "Which of its cases?",
        "fields": [{**field, "wide": True}],
        "buttons": [{"id": "open.case", "label": "Open it", "kind": "form"}, dialogs.close()],
    }


def lab(game: str = "") -> Desk:
    """Return the lab for a notebook: `lab()` or `lab("alien_conspiracy")`."""
    return Lab(game).desk
