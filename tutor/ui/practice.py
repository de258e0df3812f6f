"""The practice table: any game, any seat, bots in the others; undo, odds, why-not, save and load."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import partial

from tutor.engine.asks import Chance, Choose
from tutor.engine.files import BadInput, parse_query
from tutor.engine.game import Game, bots_of, find_game, games
from tutor.engine.match import Illegal, Match
from tutor.engine.record import described, is_within, load, save
from tutor.lab.chances import own_events
from tutor.lessons.missed import Note, missed_key, moment
from tutor.ui import dialogs, new_game, rule_search
from tutor.ui.addresses import address, is_here
from tutor.ui.desk import Desk, settled
from tutor.ui.flows import FlowTool, flow_for
from tutor.ui.hand import COPIES, Hand, copy_name, wanted_copy
from tutor.ui.messages import sent_at
from tutor.ui.model import Message, Seats, State, Tool
from tutor.ui.model_panel import Dialog
from tutor.ui.new_game import Draft
from tutor.ui.odds import odds_in_words
from tutor.ui.played import Played
from tutor.ui.present import NEWEST_NOTES, present, with_rules
from tutor.ui.rule_search import RuleSearch
from tutor.ui.standing import ending, points
from tutor.ui.taught import taught
from tutor.ui.terms import with_terms

ADDRESS = "the page's address"

LAST_GAME = "practice"
"""Where the browser keeps which game was played last; `kept_game` is where it keeps each game."""


def kept_game(game: Game) -> str:
    """Where the browser keeps this game's record."""
    return f"practice.{game.id}"


def kept_seat(game: Game) -> str:
    """Where the browser keeps who the visitor is in it."""
    return f"practice.{game.id}.seat"


def kept_wish(game: Game) -> str:
    """Where the browser keeps which players and seed an address asked for when this game began."""
    return f"practice.{game.id}.wish"


class Practice:
    """One visitor's practice table. `desk` is what a notebook shows."""

    def __init__(self, game: str = "") -> None:
        self.found = games()
        self.draft = Draft(self.found.get(game) or next(iter(self.found.values())))
        self.eyes: int | None = 0
        self.show_odds = False
        self.forcing = False
        self.all_notes = False
        self.dialog: Dialog | None = None
        self.flow = FlowTool()
        self.desk = Desk(self.hear)
        self.hand = Hand(self.desk, "game", is_within)
        self.wish: tuple[str, str] | None = None
        """Where it is kept which players and seed the address asked for, and which."""
        self.named_copy = False
        """Whether the address names a copy of the game, or did."""
        self.played: Played
        self.begin()

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.played.match

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.match.game

    # -- games ------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin the game of the draft from its set-up.

        Raises:
            BadInput: if it cannot be played like that; the game on the table stays.
        """
        draft = self.draft
        draft.fit(bots_of(draft.game))
        setup = draft.game.setup(
            draft.players, draft.readings, draft.variants, file="the new game", parameters=draft.parameters
        )
        self._sit(Match(draft.game, draft.game.new(setup), draft.seed), draft.seat, draft.others)

    def _sit(self, match: Match, player: int | None, bot: str) -> None:
        self.played = Played(match, player, bot, self.forcing)
        self.eyes = player
        self.search = RuleSearch(match.game)
        if self.hand.name != kept_game(match.game):
            self.hand.take(kept_game(match.game))
        self.draw()

    # -- drawing ----------------------------------------------------------------------------------

    def state(self) -> State:
        """Return what the desk shows now."""
        match, game = self.match, self.game
        most = None if self.all_notes else NEWEST_NOTES
        state = present(match, self.eyes, flow_for(game), self._odds(), self.played.player, most)
        state["head"] = {
            "game": game.title,
            "home": address("index"),
            "section": "Practice table",
            "can_undo": self.played.can_undo(),
            "can_redo": bool(match.undone),
        }
        state["seats"] = self._seats()
        state["tools"] = self._tools()
        state["words"] = {"kind": "free", "prompt": self._prompt(), "text": self._standing(), "brief": True}
        if house := self._house_rules():
            state["words"] |= {"fold": house, "fold_label": "Played with"}
        if self.forcing and isinstance(match.ask, Chance):
            state["question"]["input"] = {"kind": "text", "label": "Or say what comes", "submit": "Let it come"}
        if self.hand.torn:
            state["dialog"] = self.hand.question()
        elif self.dialog is not None:
            state["dialog"] = self.dialog
        if self.hand.copy > 1 or self.named_copy:
            state["address"] = f"?game={game.id}" + (f"&copy={self.hand.copy}" if self.hand.copy > 1 else "")
        teaches = partial(taught, game.id)
        if flowmap := self.flow.state(match, teaches):
            state["flowmap"] = flowmap
        with_rules(state, game.book, match.table.readings, teaches)
        return with_terms(state, game, teaches)

    def draw(self) -> None:
        """Show the table as it is now, and keep the game in the visitor's browser."""
        self.desk.show(self.state())
        if self.hand.torn:
            return
        self.hand.keep(save(self.match))
        player, bot = self.played.player, self.played.bot
        self.desk.keep(self._kept_seat(), f"{new_game.EVERYBODY if player is None else player} {bot}")
        self.desk.keep(LAST_GAME, self.game.id)
        if self.wish:
            self.desk.keep(*self.wish)

    def _kept_seat(self) -> str:
        return copy_name(kept_seat(self.game), self.hand.copy)

    def _prompt(self) -> str:
        if self.match.ask is None:
            return "The game is over"
        player = self.played.player
        return "You play every seat" if player is None else f"You are {self.match.table.names[player]}"

    def _standing(self) -> str:
        standing, names = self.game.standing(self.match.table), self.match.table.names
        parts = ending(standing, names) + points(standing, names, hidden=self.played.player is None)
        return " ".join(parts) or "Every move is checked; a closed one says why."

    def _house_rules(self) -> str:
        """The variants in play and the readings that are not the book's first, in words."""
        game, table = self.game, self.match.table
        variants = [game.variants[id] for id in sorted(table.variants)]
        readings = [
            f"{id}: {next(option.text for option in game.book[id].options if option.id == table.readings[id])}"
            for id, default in game.book.defaults.items()
            if table.readings[id] != default
        ]
        return " · ".join([*variants, *readings])

    def _seats(self) -> Seats:
        names = self.match.table.names
        mine = self.played.player
        return {
            "me": self.eyes,
            "open": True,
            "list": [
                {"index": s, "name": name, "kind": "you" if mine is None or s == mine else "bot"}
                for s, name in enumerate(names)
            ],
        }

    def _tools(self) -> list[Tool]:
        panel = dialogs.shown(self.dialog)
        return [
            {"id": "new", "label": "New game", "pressed": panel == new_game.PANEL},
            {"id": "odds", "label": "Odds", "pressed": self.show_odds, "disabled": not self.game.measures},
            {"id": "force", "label": "Choose dice and cards", "pressed": self.forcing},
            *self.flow.tool(self.game),
            {"id": "rules", "label": "Rules", "pressed": panel == rule_search.PANEL},
            {"id": "save", "label": "Save"},
            {"id": "load", "label": "Load"},
            *self.hand.tool(panel),
            {"id": "review", "label": "Review", "href": address("review", game=self.game.id)},
            *self._to_the_lab(),
        ]

    def _to_the_lab(self) -> list[Tool]:
        """The way into the lab with this game, which the browser keeps."""
        copy = {"copy": str(self.hand.copy)} if self.hand.copy > 1 else {}
        here = address("lab", **{"from": "practice", "game": self.game.id, **copy})
        return [{"id": "lab", "label": "Lab", "href": here}] if is_here("lab") else []

    def _odds(self) -> dict[str, str]:
        """Words on what each open option leads to, before the next decision."""
        ask = self.match.ask
        if not self.show_odds or not isinstance(ask, Choose) or ask is not self.played.choice():
            return {}
        return odds_in_words(self.match, ask.seat, own_events(self.match, ask.seat))

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        if self.hand.bars(message):
            self.draw()
            return
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
            case "elsewhere":
                self.hand.hear(message["changes"])
                self.draw()
            case "answer":
                self._answer(message["option"])
            case "try":
                self._note_refusal(message["option"], moment(sent_at(message)))
            case "input":
                self._force(message["text"])
            case "undo":
                self.played.undo()
                self.draw()
            case "redo":
                self.played.redo()
                self.draw()
            case "seat":
                self._look_as(message["index"])
            case "tool":
                self._tool(message["id"])
            case "form":
                self._form(message["id"], message["values"])
            case "dialog":
                self._dialog(message["id"], message["text"])
            case "upload":
                self._load(message["text"], message["name"])
            case "notes":
                self.all_notes = message["all"]
                self.draw()
            case "group" | "node":
                self.flow.hear(message)
                self.draw()
            case _:
                return

    def _hello(self, search: str, stored: dict[str, str]) -> None:
        """Open the game that the address asks for, unless it is the one kept in this browser: a reload plays on."""
        try:
            wanted = parse_query(search)
            game = find_game(wanted.get("game") or stored.get(LAST_GAME, self.game.id))
            asked = " ".join(f"{key}={wanted[key]}" for key in ("players", "seed") if key in wanted)
            copy = wanted_copy(wanted)
            self.named_copy = copy > 1
            kept = self.hand.take(kept_game(game), copy)
            self.wish = None
            if kept is not None and asked in ("", stored.get(kept_wish(game))):
                self.wish = (kept_wish(game), stored[kept_wish(game)]) if kept_wish(game) in stored else None
                self._load(kept, "the game kept in this browser")
                if self.dialog is not None:
                    self.desk.keep(f"{kept_game(game)}.unread", kept)
            else:
                self.draft = Draft(game, seed=new_game.whole(wanted.get("seed", "1"), "seed", ADDRESS))
                self.draft.players = new_game.whole(wanted.get("players", str(game.seats[0])), "players", ADDRESS)
                if self.draft.players not in self.draft.counts:
                    game.setup(self.draft.players, file=ADDRESS)
                self.begin()
                self.wish = (kept_wish(game), asked)
                self.desk.keep(*self.wish)
        except BadInput as error:
            self.dialog = dialogs.problem("This page could not be opened as asked", str(error))
            self.draw()

    def _answer(self, option: str) -> None:
        with suppress(Illegal, ValueError):  # a closed option says why on the page itself
            self.played.answer(option)
        self._run_on()

    def _run_on(self) -> None:
        self.played.run_on()
        self.draw()

    def _note_refusal(self, option: str, at: datetime) -> None:
        """A closed option was tried: drop a note for the review of every rule that refuses it."""
        part = self.played.choice()
        try:
            refusals = part.why_not(part.parse(option)) if part is not None else ()
        except ValueError:
            return
        for rule in {refusal.rule: None for refusal in refusals}:
            self.desk.keep(missed_key(self.game.id, Note(rule, at)), at.isoformat())

    def _force(self, text: str) -> None:
        if isinstance(self.match.ask, Chance):
            try:
                self.played.let_come(text)
            except ValueError as error:
                self.dialog = dialogs.problem("This cannot come", str(error))
                self.draw()
            else:
                self.dialog = None
                self._run_on()

    def _look_as(self, seat: int | None) -> None:
        if seat is None or 0 <= seat < self.match.table.seats:
            self.eyes = seat
            self.draw()

    def _tool(self, tool: str) -> None:
        """Press a tool; pressing the tool of an open panel puts it away."""
        panel = dialogs.shown(self.dialog)
        self.dialog = None
        match tool:
            case "odds":
                self.show_odds = not self.show_odds
            case "force":
                self.forcing = not self.forcing
                self.played.force(self.forcing)
            case "flow":
                self.flow.toggle()
            case "new" if panel != new_game.PANEL:
                self.draft = self._draft()
                self.dialog = self.draft.dialog(self.found, bots_of(self.draft.game))
            case "rules" if panel != rule_search.PANEL:
                self.dialog = self.search.dialog()
            case "save":
                self.dialog = dialogs.saving(save(self.match), self.game.id)
            case "load":
                self.dialog = dialogs.loading()
            case _ if tool == COPIES and panel != COPIES:
                self.dialog = self.hand.panel(described)
        self._run_on()

    def _draft(self) -> Draft:
        """The next game as a draft: as this one, with the next seed."""
        draft = new_game.played_like(self.match, self.played.player, self.played.bot)
        draft.seed = (self.match.seed + 1) % 1_000_000_000
        return draft

    def _form(self, button: str, values: dict[str, str]) -> None:
        panel = dialogs.shown(self.dialog)
        if panel == COPIES:
            self._take_copy(button, values)
        elif panel == rule_search.PANEL:
            self.dialog = self.search.look_up(values)
        elif panel == new_game.PANEL:
            self._new_game(button, values)
        self.draw()

    def _take_copy(self, button: str, values: dict[str, str]) -> None:
        """Go on with another copy of this game, or delete it."""
        self.dialog = None
        copy = self.hand.chosen(button, values)
        if copy is not None and (kept := self.hand.take(self.hand.name, copy)) is not None:
            self.named_copy = True
            self._load(kept, f"copy {copy}")

    def _new_game(self, button: str, values: dict[str, str]) -> None:
        self.draft.wrong = ""
        try:
            self.draft.read(values, self.found)
            self.draft.fit(bots_of(self.draft.game))
            if button == new_game.BEGIN:
                self.dialog = None
                self.begin()
                return
        except BadInput as error:
            self.draft.wrong = str(error)
        self.dialog = self.draft.dialog(self.found, bots_of(self.draft.game))

    def _dialog(self, button: str, text: str) -> None:
        if self.hand.torn:
            if (theirs := self.hand.settle(button)) is not None:
                self._load(theirs, "the game in the other tab")
            else:
                self.draw()
        elif button == dialogs.LOAD:
            self._load(text, "the text you gave")
        else:
            self.dialog = None
            self.draw()

    def _load(self, text: str, name: str) -> None:
        """Play on from a record; one that cannot be read stays in the panel, with the reason."""
        try:
            match = load(text, name)
        except BadInput as error:
            self.dialog = dialogs.loading(text, str(error))
            self.draw()
            return
        self.dialog = None
        if self.hand.name != kept_game(match.game):
            self.hand.take(kept_game(match.game))
        seat, _, bot = self.desk.kept.get(copy_name(kept_seat(match.game), self.hand.copy), "0").partition(" ")
        bots = bots_of(match.game)
        self._sit(match, _seat(seat, match.table.seats), bot if bot in bots else next(iter(bots)))


def _seat(kept: str, seats: int) -> int | None:
    """The seat kept in the browser; the first if it does not fit."""
    if kept == new_game.EVERYBODY:
        return None
    return int(kept) if kept.isascii() and kept.isdecimal() and len(kept) < 3 and int(kept) < seats else 0


def practice(game: str = "") -> Desk:
    """Return a practice table for a notebook, with `game` on it or the first there is."""
    return settled(Practice(game).desk)
