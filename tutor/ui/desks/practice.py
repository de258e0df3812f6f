"""The practice table: any game and any seat, with bots in the others; undo, odds, reasons, saving, and teaching."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from tutor.engine.book.files import BadInput, parse_query
from tutor.engine.core.asks import Chance, Choose
from tutor.engine.core.game import Game, bots_of, find_game, games
from tutor.engine.core.match import Illegal, Match
from tutor.engine.play.record import described, is_within, load, save
from tutor.lab.chances import own_events
from tutor.lessons.missed import Note, missed_key
from tutor.ui import dialogs
from tutor.ui.addresses import address, is_here
from tutor.ui.desk import Desk, settled
from tutor.ui.desks import new_game
from tutor.ui.desks.new_game import Draft
from tutor.ui.desks.odds import odds_in_words
from tutor.ui.desks.played import Played
from tutor.ui.desks.standing import words_above
from tutor.ui.desks.teaching import Teaching, open_kinds
from tutor.ui.desks.watching import Watching
from tutor.ui.flows import flow_for
from tutor.ui.hand import copy_name
from tutor.ui.model import Seats, State, Tool
from tutor.ui.model_panel import Dialog
from tutor.ui.present import present
from tutor.ui.screen import Screen
from tutor.ui.taught import taught

ADDRESS = "the page’s address"

LAST_GAME = "practice"
"""The key under which the browser stores which game was played last; `kept_game` gives the key of each game."""


def kept_game(game: Game) -> str:
    """The key under which the browser stores this game's record."""
    return f"practice.{game.id}"


def kept_seat(game: Game) -> str:
    """The key under which the browser stores which player the visitor is in this game."""
    return f"practice.{game.id}.seat"


def kept_wish(game: Game) -> str:
    """The key under which the browser stores the players and seed that an address named when this game began."""
    return f"practice.{game.id}.wish"


class Practice(Screen):
    """One visitor's practice table."""

    section = "Practice table"

    def __init__(self, game: str = "") -> None:
        super().__init__("game", is_within)
        self.found = games()
        self.draft = Draft(self.found.get(game) or next(iter(self.found.values())))
        self.show_odds = False
        self._odds_since = ""
        """The question at which the visitor asked for odds."""
        self.forcing = False
        self.wish: tuple[str, str] | None = None
        """The key for the players and seed that the address named, and the text with them."""
        self.played: Played
        self.teaching = Teaching(self.desk, self.teaches)
        self.watching = Watching(self)
        self.begin()
        self.draw()

    @property
    def match(self) -> Match:
        return self.played.match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def timeline(self) -> Played:
        return self.played

    # -- games ------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin the draft's game from its setup.

        Raises:
            BadInput: if it cannot be played like that; in that case, the game on the table stays.
        """
        draft = self.draft
        draft.fit(bots_of(draft.game))
        setup = draft.game.setup(
            draft.players, draft.readings, draft.variants, draft.cards, "the new game", draft.parameters
        )
        self._sit(Match(draft.game, draft.game.new(setup), draft.seed), draft.seat, draft.others)
        self.watching.arrive()

    def _sit(self, match: Match, player: int | None, bot: str) -> None:
        self.played = Played(match, player, bot, self.forcing)
        self.teaching.sit(match.game)
        self.watching.stop()
        self.eyes, self.query = player, ""
        if self.hand.name != kept_game(match.game):
            self.hand.take(kept_game(match.game))

    def restore(self, text: str, name: str) -> None:
        """Play on from a record; a record that cannot be read stays in the panel, with the reason."""
        try:
            match = load(text, name)
        except BadInput as error:
            self.dialog = dialogs.loading(text, str(error))
            return
        self.dialog = None
        if self.hand.name != kept_game(match.game):
            self.hand.take(kept_game(match.game))
        usual = str(match.game.newcomer)
        seat, _, bot = self.desk.kept.get(copy_name(kept_seat(match.game), self.hand.copy), usual).partition(" ")
        bots = bots_of(match.game)
        self._sit(match, _seat(seat, match.table.seats), bot if bot in bots else next(iter(bots)))
        self.watching.offer()

    def hello(self, search: str) -> None:
        """Open the game that the address names, or play on if this browser has stored that game."""
        try:
            self._open(parse_query(search))
        except BadInput as error:
            self.dialog = dialogs.problem("This address could not be opened", str(error))

    def _open(self, wanted: Mapping[str, str]) -> None:
        stored = self.desk.kept
        game = find_game(wanted.get("game") or stored.get(LAST_GAME, self.game.id))
        asked = " ".join(f"{key}={wanted[key]}" for key in ("players", "seed", "cards") if key in wanted)
        kept = self.hand.take(kept_game(game), self.wants_copy(wanted))
        wish = kept_wish(game)
        self.wish = None
        if kept is not None and asked in ("", stored.get(wish)):
            self.wish = (wish, stored[wish]) if wish in stored else None
            self.restore(kept, "the game kept in this browser")
            if self.dialog is not None:
                self.desk.keep(f"{kept_game(game)}.unread", kept)
            return
        self.draft = Draft(game, seat=game.newcomer, seed=new_game.whole(wanted.get("seed", "1"), "seed", ADDRESS))
        self.draft.card_set = wanted.get("cards", "")
        self.draft.players = new_game.whole(wanted.get("players", str(game.seats[0])), "players", ADDRESS)
        if self.draft.players not in self.draft.counts:
            game.setup(self.draft.players, file=ADDRESS)
        self.begin()
        self.wish = (wish, asked)

    def elsewhere(self, changes: Mapping[str, str | None]) -> None:
        self.teaching.hear(self.game, changes)
        super().elsewhere(changes)

    def keep(self) -> None:
        if self.hand.torn:
            return
        self.hand.keep(save(self.match))
        player, bot = self.played.player, self.played.bot
        sits = f"{new_game.EVERYBODY if player is None else player} {bot}"
        self.desk.keep(copy_name(kept_seat(self.game), self.hand.copy), sits)
        self.desk.keep(LAST_GAME, self.game.id)
        if self.wish:
            self.desk.keep(*self.wish)

    def place(self) -> dict[str, str]:
        own = new_game.card_set_of(self.match)
        return {"game": self.game.id, **({"cards": own} if own else {})}

    def teaches(self, rule: str) -> Mapping[str, str]:
        return taught(self.game.id, rule, copy_name(LAST_GAME, self.hand.copy))

    def describe(self, text: str) -> str:
        return described(text)

    # -- drawing ----------------------------------------------------------------------------------

    def content(self) -> State:
        if self.watching.on:
            return self.watching.state()
        match, played, odds = self.match, self.played, self._odds()
        state = present(match, self.eyes, flow_for(self.game), odds, played.player, self.most_notes, played.asked)
        if self.show_odds and state["question"]["id"] == self._odds_since and (why := self._without_odds(odds)):
            state["question"]["working"] = why
        state["head"] = self.head()
        state["seats"] = self.sitting()
        if played.player is not None:
            state["question"].pop("seat", None)  # visitors need not be told that they decide themselves
        death = self.watching.death()
        state["words"] = words_above(played, death.text if death else "")
        if match.ask is None:
            state["question"]["next"] = "New game"
        if self.forcing and isinstance(match.ask, Chance):
            state["question"]["input"] = {"kind": "text", "label": "Or type the result", "submit": "Use this result"}
        if settles := self._at_once():
            state["question"]["leave"] = settles
        if played.may_pass_on:
            occasion = played.asked.ask.occasion() if played.asked else ""
            rest = f"for the rest of {occasion}" if occasion else "until I’m asked something else"
            state["question"]["leave"] = f"Pass {rest}"
        self._teach(state)
        self.watching.mark(state)
        return state

    def _at_once(self) -> str:
        """What the visitor can do with one press instead of answering the same several times; empty if nothing."""
        asked = self.played.asked
        return asked.ask.at_once()[0] if asked is not None else ""

    def sitting(self) -> Seats:
        """Who sits where at this table."""
        match, player = self.match, self.played.player
        return self.seats(match, range(match.table.seats) if player is None else (player,))

    def _teach(self, state: State) -> None:
        """Add what a newcomer is told at this decision."""
        decision, question = self.played.decision, state["question"]
        if decision is None:
            return
        if isinstance(decision.ask, Choose) and (found := open_kinds(self.match, decision.ask)):
            question["kinds"] = found
        if card := self.teaching.card(question["id"], decision):
            state["intro"] = card
        if reminder := self.teaching.reminder(question["id"]):
            state["reminder"] = reminder

    def tools(self) -> list[Tool]:
        return [
            self.panel_tool(new_game.PANEL, "New game"),
            {"id": "teach", "label": "Stop teaching me" if self.teaching.on(self.game) else "Teach me as we play"},
            self.odds_tool(self.show_odds),
            {"id": "force", "label": "Choose dice and cards", "pressed": self.forcing},
            *self.common_tools(),
            {"id": "save", "label": "Save"},
            {"id": "load", "label": "Load"},
            *self.copies(),
            *self.review_tools(),
            *self._to_the_lab(),
        ]

    def _to_the_lab(self) -> list[Tool]:
        """The link into the lab with this game, which the browser stores."""
        copy = {"copy": str(self.hand.copy)} if self.hand.copy > 1 else {}
        here = address("lab", **{"from": "practice", "game": self.game.id, **copy})
        return [{"id": "lab", "label": "Lab", "href": here}] if is_here("lab") else []

    def _odds(self) -> dict[str, str]:
        """What each open option leads to before the next decision, in words."""
        ask = self.match.ask
        if (
            not self.show_odds
            or not isinstance(ask, Choose)
            or (asked := self.played.asked) is None
            or ask is not asked.ask
        ):
            return {}
        return odds_in_words(self.match, ask.seat, own_events(self.match, ask.seat, ask.tells_exactly()))

    def _without_odds(self, odds: Mapping[str, str]) -> str:
        """Why no option shows odds, although the visitor has just asked for them; empty if one does."""
        asked = self.played.asked
        if asked is None or isinstance(self.match.ask, Chance):
            return ""
        if asked.ask is not self.match.ask:
            return "There are no odds here, because others decide at the same time as you."
        if odds:
            return ""
        return (
            "There are no odds to show here. They appear where luck is about to change how somebody stands in the game."
        )

    # -- what the visitor does --------------------------------------------------------------------

    def answer(self, option: str) -> None:
        with suppress(Illegal, ValueError):  # a closed option says why on the page itself
            self.played.answer(option)
            self.teaching.got(self.game)
            self.watching.begin()

    def try_closed(self, option: str) -> None:
        """Leave a note for the review about every rule that refuses the closed option that was tried."""
        asked = self.played.asked
        try:
            refusals = asked.option(option).refusals if asked is not None else ()
        except ValueError:
            return
        self.teaching.refuse(str(self.desk.state["question"]["id"]), option, self.match, refusals)
        for rule in {refusal.rule: None for refusal in refusals}:
            self.desk.keep(missed_key(self.game.id, Note(rule, self.at)), self.at.isoformat())

    def let_come(self, text: str) -> None:
        try:
            came = self.played.let_come(text)
        except ValueError as error:
            self.dialog = dialogs.problem("This result is not possible", str(error))
        else:
            self.dialog = None if came else self.dialog
            self.teaching.got(self.game)
            self.watching.begin()

    def next(self) -> None:
        if self.match.ask is None and not self.watching.on:
            self.dialog = self._new()
        else:
            self.watching.go_on()

    def undo(self) -> None:
        self.watching.stop()
        super().undo()

    def redo(self) -> None:
        self.watching.stop()
        super().redo()

    def panels(self) -> dict[str, Callable[[], Dialog]]:
        return {new_game.PANEL: self._new}

    def use(self, tool: str) -> None:
        match tool:
            case "got":
                self.teaching.got(self.game)
            case "teach":
                self.teaching.toggle(self.game)
            case "leave" if self.played.may_pass_on or self._at_once():
                self.played.pass_on() if self.played.may_pass_on else self.played.settle()
                self.teaching.got(self.game)
                self.watching.begin()
            case "odds":
                self.show_odds = not self.show_odds
                self._odds_since = self.desk.state["question"]["id"]
            case "force":
                self.forcing = not self.forcing
                self.watching.stop()
                self.played.force(self.forcing)
            case "save":
                self.dialog = dialogs.saving(save(self.match), self.game.id)
            case "load":
                self.dialog = dialogs.loading()
            case _:
                self.watching.hear(tool)

    def _new(self) -> Dialog:
        """Ask for the next game, which is like this one with the next seed."""
        self.draft = new_game.played_like(self.match, self.played.player, self.played.bot)
        self.draft.seed = (self.match.seed + 1) % 1_000_000_000
        return self.draft.dialog(self.found, bots_of(self.draft.game))

    def fill(self, panel: str, button: str, values: dict[str, str]) -> None:
        if panel != new_game.PANEL:
            return
        self.draft.wrong = ""
        try:
            self.draft.read(values, self.found)
            self.draft.fit(bots_of(self.draft.game))
            if button == new_game.BEGIN:
                self.begin()
                self.dialog = None
                return
        except BadInput as error:
            self.draft.wrong = str(error)
        self.dialog = self.draft.dialog(self.found, bots_of(self.draft.game))

    def button(self, button: str, text: str) -> None:
        if button == dialogs.LOAD:
            self.restore(text, "the text you gave")
        else:
            self.dialog = None

    def upload(self, text: str, name: str) -> None:
        self.restore(text, name)


def _seat(kept: str, seats: int) -> int | None:
    """The seat that the browser has stored, or the first seat if that does not fit."""
    if kept == new_game.EVERYBODY:
        return None
    return int(kept) if kept.isascii() and kept.isdecimal() and len(kept) < 3 and int(kept) < seats else 0


def practice(game: str = "") -> Desk:
    """Return a practice table for a notebook, with `game` on it or, by default, the first of all games."""
    return settled(Practice(game).desk)
