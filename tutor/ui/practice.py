"""The practice table: any game, any seat, bots in the others; undo, odds, why-not, save and load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

import ipywidgets as widgets

from tutor.engine.asks import Ask, Chance, Choose, Roll, Value, spell
from tutor.engine.chance import line_of, odds_of_answer
from tutor.engine.files import BadInput
from tutor.engine.game import Bot, Game, find_game, games
from tutor.engine.match import Illegal, Match, chance_at
from tutor.engine.record import load, save
from tutor.engine.table import SEAT_NAMES
from tutor.ui.desk import Desk
from tutor.ui.flows import flow_for
from tutor.ui.model import Dialog, Message, Seats, State, Tool
from tutor.ui.present import LUCK, pending_choice, present, said_odds

WIDEST_ON_SCREEN = 1_500
"""Positions an exact walk may look at for one option's odds: a few hundredths of a second."""

SAMPLES_ON_SCREEN = 400
"""Playthroughs for one option's odds where an exact walk is too wide."""

OPEN_TABLE = "Everybody: I play all seats"
RANDOM_BOT = "random"


def random_bot(ask: Choose, look: Callable[[], Any], random: Callable[[], float]) -> Value:
    """Answer with any open option, all equally likely."""
    values = ask.open()
    return values[int(random() * len(values))]


def bots_of(game: Game) -> Mapping[str, Bot]:
    """The bots that can sit in a game's other seats, by name; the game's own come first."""
    return {**game.bots, RANDOM_BOT: random_bot}


class Practice:
    """One visitor's practice table. `widget` is what a notebook shows."""

    def __init__(self, game: str = "") -> None:
        self.found = games()
        self.game = self.found.get(game) or next(iter(self.found.values()))
        self.player: int | None = 0
        self.eyes: int | None = 0
        self.bot = next(iter(bots_of(self.game)))
        self.seed = 1
        self.readings: dict[str, str] = {}
        self.variants: tuple[str, ...] = ()
        self.show_odds = False
        self.forcing = False
        self.dialog: Dialog | None = None
        self.stored: dict[str, str] = {}
        self.desk = Desk(self.hear)
        self.controls = Controls(self)
        self.widget = widgets.VBox([self.controls.widget, self.desk])
        self.match: Match
        self.new(self.game.seats[0])

    # -- games ------------------------------------------------------------------------------------

    def new(self, seats: int) -> None:
        """Begin a new game with so many players, from its set-up."""
        setup = self.game.setup(seats, self.readings, self.variants)
        self._sit(Match(self.game, self.game.new(setup), self.seed))

    def _sit(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        if self.player is not None and self.player >= match.table.seats:
            self.player = self.eyes = 0
        if self.bot not in bots_of(self.game):
            self.bot = next(iter(bots_of(self.game)))
        self._run_on()

    def _run_on(self) -> None:
        """Let the bots and chance answer until the visitor is asked, then draw."""
        while (ask := self.match.ask) is not None and not self._is_mine(ask):
            if isinstance(ask, Chance):
                self.match.answer_by_chance()
            else:
                self._bots_answer()
        self.draw()

    def _is_mine(self, ask: Ask) -> bool:
        if isinstance(ask, Roll):
            return self.player is None or ask.roller == self.player or self.forcing
        if isinstance(ask, Chance):
            return self.forcing
        return pending_choice(self.match, self.player) is not None

    def _bots_answer(self) -> None:
        bot = bots_of(self.game)[self.bot]
        random = chance_at(self.seed + 1, len(self.match.log))
        for seat in range(self.match.table.seats):
            part = self.match.asked(seat)
            if part is not None and seat != self.player:
                look = lambda seat=seat: self.game.position(self.match.table, seat)  # noqa: E731
                self.match.answer(bot(part, look, random), seat)
                return

    # -- drawing ----------------------------------------------------------------------------------

    def state(self) -> State:
        """Return what the desk shows now."""
        match = self.match
        state = present(match, self.eyes, flow_for(self.game), None, self._odds(), self.player)
        state["head"] = {
            "game": self.game.title,
            "home": "index.ipynb",
            "section": "Practice table",
            "can_undo": bool(match.log),
            "can_redo": bool(match.undone),
        }
        state["seats"] = self._seats()
        state["tools"] = self._tools()
        state["words"] = {"kind": "free", "prompt": self._prompt(), "text": self._standing()}
        if self.forcing and isinstance(match.ask, Chance):
            state["question"]["input"] = {"kind": "text", "label": "Or say what comes", "submit": "Let it come"}
        if self.dialog is not None:
            state["dialog"] = self.dialog
        return state

    def draw(self) -> None:
        """Show the table as it is now, and keep the game in the visitor's browser."""
        self.desk.show(self.state())
        self.desk.keep(f"practice.{self.game.id}", save(self.match))
        self.desk.keep("practice", self.game.id)

    def _prompt(self) -> str:
        if self.match.ask is None:
            return "The game is over"
        return "Play on" if self.player is None else f"You are {self.match.table.names[self.player]}"

    def _standing(self) -> str:
        standing = self.game.standing(self.match.table)
        names = self.match.table.names
        parts = []
        if standing.winners:
            parts.append(f"{' and '.join(names[seat] for seat in standing.winners)} won.")
        if standing.reason:
            parts.append(standing.reason)
        if standing.scores:
            parts.append("Points: " + ", ".join(f"{n} {s}" for n, s in zip(names, standing.scores, strict=True)) + ".")
        return " ".join(parts) or "Every move is checked; a closed one says why."

    def _seats(self) -> Seats:
        names = self.match.table.names
        mine = self.player
        return {
            "me": self.eyes,
            "open": True,
            "list": [
                {"index": s, "name": name, "kind": "you" if mine is None or s == mine else "bot"}
                for s, name in enumerate(names)
            ],
        }

    def _tools(self) -> list[Tool]:
        return [
            {"id": "odds", "label": "Odds", "pressed": self.show_odds, "disabled": not self.game.measures},
            {"id": "force", "label": "Choose dice and cards", "pressed": self.forcing},
            {"id": "save", "label": "Save"},
            {"id": "load", "label": "Load"},
        ]

    def _odds(self) -> dict[str, str]:
        """Words on what each open option leads to, before the next decision."""
        ask = self.match.ask
        if not self.show_odds or not isinstance(ask, Choose) or ask is not pending_choice(self.match, self.player):
            return {}
        line = line_of(self.match, ask.seat)
        return {spell(value): self._odds_after(line, ask, value) for value in ask.open()}

    def _odds_after(self, line: Any, ask: Choose, value: Value) -> str:
        before, seat = self.match.table, ask.seat
        events = {m.text: (lambda after, m=m: m.of(before, after, seat)) for m in self.game.measures}
        found = odds_of_answer(line, value, events, WIDEST_ON_SCREEN, SAMPLES_ON_SCREEN)
        return "; ".join(f"{text} {said_odds(chance)}" for text, chance in found.items() if chance.high > 0)

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
            case "answer":
                self._answer(message["option"])
            case "input":
                self._force(message["text"])
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "seat":
                self._look_as(message["index"])
            case "tool":
                self._tool(message["id"])
            case "dialog":
                self._dialog(message["id"], message["text"])
            case "upload":
                self._load(message["text"], message["name"])
            case _:
                return

    def _hello(self, search: str, stored: dict[str, str]) -> None:
        self.stored = stored
        wanted = {key: values[0] for key, values in parse_qs(search.lstrip("?")).items()}
        try:
            game = find_game(wanted.get("game") or stored.get("practice", self.game.id))
            self.game = game
            if f"practice.{game.id}" in stored and "seed" not in wanted:
                self._load(stored[f"practice.{game.id}"], "the game kept in this browser")
            else:
                self.seed = _whole(wanted.get("seed", "1"), "seed")
                self.player = self.eyes = 0
                self.new(_whole(wanted.get("players", str(game.seats[0])), "players"))
        except BadInput as error:
            self._say("This page could not be opened as asked", str(error))
        self.controls.follow()

    def _answer(self, option: str) -> None:
        ask = self.match.ask
        try:
            if isinstance(ask, Chance) and option == LUCK:
                self.match.answer_by_chance()
            elif (part := pending_choice(self.match, self.player)) is not None:
                self.match.answer(part.parse(option), part.seat)
        except (Illegal, ValueError):
            pass  # a closed option says why on the page itself
        self._run_on()

    def _force(self, text: str) -> None:
        ask = self.match.ask
        if isinstance(ask, Chance):
            try:
                self.match.answer(ask.parse(text))
            except ValueError as error:
                self._say("This cannot come", str(error))
                return
            self._run_on()

    def _undo(self) -> None:
        """Take back to where the visitor was last asked."""
        match = self.match
        match.undo()
        while match.log and match.ask is not None and not self._is_mine(match.ask):
            match.undo()
        self._run_on() if not match.undone else self.draw()

    def _redo(self) -> None:
        match = self.match
        match.redo()
        while match.undone and match.ask is not None and not self._is_mine(match.ask):
            match.redo()
        self._run_on() if not match.undone else self.draw()

    def _look_as(self, seat: int | None) -> None:
        if seat is None or 0 <= seat < self.match.table.seats:
            self.eyes = seat
            self.draw()

    def _tool(self, tool: str) -> None:
        self.dialog = None
        match tool:
            case "odds":
                self.show_odds = not self.show_odds
            case "force":
                self.forcing = not self.forcing
            case "save":
                self.dialog = _save_dialog(save(self.match), self.game.id)
            case "load":
                self.dialog = _load_dialog()
            case _:
                return
        self._run_on()

    def _dialog(self, button: str, text: str) -> None:
        if button == "load.play":
            self._load(text, "the text you gave")
        else:
            self.dialog = None
            self.draw()

    def _load(self, text: str, name: str) -> None:
        try:
            match = load(text, name)
        except BadInput as error:
            self.dialog = {**_load_dialog(), "textarea": text, "problem": str(error)}
            self.draw()
            return
        self.dialog = None
        self.seed = match.seed
        self._sit(match)
        self.controls.follow()

    def _say(self, title: str, problem: str) -> None:
        self.dialog = {"id": "problem", "title": title, "problem": problem, "buttons": [_close()]}
        self.draw()


def _whole(text: str, name: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise BadInput("the page's address", name, f"expected a whole number, got “{text[:40]}”")
    return int(text)


def _close() -> Any:
    return {"id": "close", "label": "Close", "kind": "close"}


def _save_dialog(text: str, name: str) -> Dialog:
    return {
        "id": "save",
        "title": "This game as a text",
        "text": "Anybody with this text can play on from here, or replay it with “rules-tutor replay”.",
        "textarea": text,
        "textarea_label": "The record",
        "buttons": [
            {"id": "copy", "label": "Copy", "kind": "copy"},
            {"id": "download", "label": "Download", "kind": "download", "name": f"{name}.toml"},
            _close(),
        ],
    }


def _load_dialog() -> Dialog:
    return {
        "id": "load",
        "title": "Play on from a record",
        "text": "Paste the text of a record, or choose its file.",
        "textarea": "",
        "textarea_label": "The record",
        "buttons": [
            {"id": "load.play", "label": "Play on", "kind": "send"},
            {"id": "upload", "label": "Choose a file", "kind": "upload"},
            _close(),
        ],
    }


class Controls:
    """The row above the desk: which game, how many players, who the visitor is, and which readings are in force."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self._following = False
        titles = [(game.title, id) for id, game in practice.found.items()]
        self.game = widgets.Dropdown(options=titles, value=practice.game.id, description="Game")
        self.players = widgets.Dropdown(description="Players")
        self.seat = widgets.Dropdown(description="You are")
        self.bots = widgets.Dropdown(description="Others")
        self.seed = widgets.BoundedIntText(value=practice.seed, min=0, max=999_999_999, description="Seed")
        self.start = widgets.Button(description="New game", button_style="primary")
        self.rules = widgets.ToggleButton(description="Rules and readings", value=False)
        self.settings = widgets.VBox([])
        self.settings.add_class("tutor-settings")
        row = [self.game, self.players, self.seat, self.bots, self.seed, self.start, self.rules]
        self.widget = widgets.VBox([widgets.HBox(row), self.settings])
        self.widget.add_class("tutor-controls")
        self._fill()
        self.game.observe(self._game_chosen, "value")
        self.rules.observe(self._toggle_rules, "value")
        self.start.on_click(lambda _: self._begin())

    def follow(self) -> None:
        """Show the practice table's own choices after it changed them itself."""
        self._following = True
        self.game.value = self.practice.game.id
        self._fill()
        self._following = False

    def _fill(self) -> None:
        practice = self.practice
        game = practice.game
        table = practice.match.table if hasattr(practice, "match") else None
        allowed = list(game.seats)
        count = table.seats if table is not None and table.seats in allowed else allowed[0]
        self.players.options = allowed
        self.players.value = count
        self.seat.options = [*((name, s) for s, name in enumerate(SEAT_NAMES[: max(allowed)])), (OPEN_TABLE, None)]
        self.seat.value = practice.player
        self.bots.options = list(bots_of(game))
        self.bots.value = practice.bot
        self.seed.value = practice.seed

    def _game_chosen(self, change: Any) -> None:
        if self._following:
            return
        self.practice.game = self.practice.found[change["new"]]
        self.practice.readings, self.practice.variants = {}, ()
        self.rules.value = False
        self.players.options = list(self.practice.game.seats)
        self.bots.options = list(bots_of(self.practice.game))
        self._begin()

    def _begin(self) -> None:
        practice = self.practice
        seats = int(self.players.value)
        practice.player = practice.eyes = self.seat.value
        if practice.player is not None and practice.player >= seats:
            practice.player = practice.eyes = self.seat.value = 0
        practice.bot = self.bots.value
        practice.seed = self.seed.value
        practice.dialog = None
        try:
            practice.new(seats)
        except BadInput as error:
            practice._say("This game cannot begin", str(error))

    def _toggle_rules(self, change: Any) -> None:
        for old in self.settings.children:
            old.close_all() if hasattr(old, "close_all") else old.close()
        self.settings.children = self._settings() if change["new"] else ()

    def _settings(self) -> tuple[widgets.Widget, ...]:
        practice = self.practice
        book = practice.game.book
        rows: list[widgets.Widget] = []
        for id in practice.game.variants:
            box = widgets.Checkbox(value=id in practice.variants, description=practice.game.variants[id], indent=False)
            box.observe(lambda change, id=id: self._variant(id, change["new"]), "value")
            rows.append(box)
        for id in book.defaults:
            options = [(option.text, option.id) for option in book[id].options]
            now = practice.readings.get(id, book.defaults[id])
            choice = widgets.Dropdown(options=options, value=now, description=id)
            choice.observe(lambda change, id=id: practice.readings.__setitem__(id, change["new"]), "value")
            rows.append(choice)
        rows.append(widgets.Label("They hold from the next new game on."))
        return tuple(rows)

    def _variant(self, id: str, on: bool) -> None:
        others = tuple(v for v in self.practice.variants if v != id)
        self.practice.variants = (*others, id) if on else others


def practice(game: str = "") -> widgets.Widget:
    """Return the practice table for a notebook: `practice("alien_conspiracy")`."""
    return Practice(game).widget
