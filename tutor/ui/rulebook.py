"""The rulebook of a game as a map, and the register of its unclear rules."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import parse_qs

import traitlets

from tutor.engine.game import Game, games
from tutor.lessons.progress import LAST_COURSE
from tutor.lessons.rulemap import details, map_of_rules
from tutor.paths import shipped
from tutor.ui.desk import Desk
from tutor.ui.model import Message, State

MAP, REGISTER = "map", "unclear"
VIEWS = {MAP: "The rulebook as a map", REGISTER: "What the book leaves open"}
GRAPH = "rulebook"
"""The name under which the page says which rule was pressed."""


class MapDesk(Desk):
    """The desk with a rulebook beside it, which is sent once and not at every press."""

    book = traitlets.Dict().tag(sync=True)


class Rulebook:
    """One visitor looking at the rulebooks."""

    def __init__(self) -> None:
        self.games = games()
        self.game: Game = next(iter(self.games.values()))
        self.view = MAP
        self.rule = ""
        self.said = ""
        self.desk = MapDesk(self.hear)
        self.open(self.game.id)

    def open(self, game: str) -> None:
        """Lay out the rulebook of a game."""
        self.game = self.games[game]
        self.rule = self.said = ""
        with self.desk.hold_sync():
            self.desk.book = map_of_rules(self.game)
            self.draw()

    def draw(self) -> None:
        """Show the page as it is now."""
        self.desk.show(self.state())

    def state(self) -> State:
        """Return what the desk shows now."""
        rulemap: dict[str, Any] = {
            "view": self.view,
            "games": [{"id": game.id, "title": game.title} for game in self.games.values()],
            "rule": self.rule,
        }
        if self.said:
            rulemap["said"] = self.said
        if self.rule:
            rulemap["detail"] = details(self.game, self.rule, (shipped("notebooks") / "lab.ipynb").is_file())
        state: State = {
            "head": {"game": self.game.title, "home": "index.ipynb", "section": VIEWS[self.view]},
            "tools": [
                {"id": MAP, "label": "Map", "pressed": self.view == MAP},
                {"id": REGISTER, "label": "Unclear rules", "pressed": self.view == REGISTER},
                {"id": "course", "label": "Course", "href": f"{self.game.id}.ipynb"},
                {"id": "practice", "label": "Practice table", "href": f"play.ipynb?game={self.game.id}"},
            ],
            "rulemap": rulemap,
        }
        if self.game.accent:
            state["accent"] = cast("Any", dict(self.game.accent))
        return state

    # -- what the visitor does --------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        """Do what the page says the visitor did."""
        match message["type"]:
            case "hello":
                self._hello(message["search"], message["stored"])
            case "tool":
                self._tool(message["id"])
            case "node" if message["graph"] == GRAPH:
                self._choose(message["id"])
            case _:
                return

    def _hello(self, search: str, stored: dict[str, str]) -> None:
        wanted = parse_qs(search.removeprefix("?")) if search.count("&") < 50 else {}
        asked = [wanted.get("game", [""])[0], stored.get(LAST_COURSE, ""), self.game.id]
        game = next(id for id in asked if id in self.games)
        if game != self.game.id:
            self.open(game)
        view = wanted.get("view", [""])[0]
        self.view = view if view in VIEWS else MAP
        self._choose(wanted.get("rule", [""])[0])

    def _tool(self, tool: str) -> None:
        name, _, argument = tool.partition(":")
        if tool in VIEWS:
            self.view = tool
            self.draw()
        elif name == "game" and argument in self.games:
            self.open(argument)

    def _choose(self, rule: str) -> None:
        """Open a rule, or close the one that is open."""
        self.rule = rule if rule in self.game.book else ""
        self.said = f"{self.game.title} has no rule “{rule[:60]}”." if rule and not self.rule else ""
        self.draw()


def rulebook() -> Desk:
    """Return the page for a notebook."""
    return Rulebook().desk
