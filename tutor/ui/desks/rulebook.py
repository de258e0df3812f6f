"""The rulebook of a game as a map, and the register of its unclear rules."""

from __future__ import annotations

import json
from typing import Any, cast

import traitlets

from tutor.audit.rulemap import details, map_of_rules
from tutor.engine.book.files import BadInput, parse_query
from tutor.engine.core.game import Game, games
from tutor.lab import matters
from tutor.lab.extra import Missing
from tutor.lab.runner import RUNNING, Limits, Refused, Runner
from tutor.lessons.progress import LAST_COURSE
from tutor.ui.addresses import address, is_here
from tutor.ui.desk import Desk, settled
from tutor.ui.model import NodePressed, State, Tool
from tutor.ui.screen import Screen
from tutor.ui.watch import Watch

MAP, REGISTER = "map", "unclear"
VIEWS = {MAP: "The rulebook as a map", REGISTER: "What the book leaves open"}
GRAPH = "rulebook"
"""The name under which the page reports which rule was pressed."""
MEASURE = "measure"
"""The id of the form that asks whether a reading matters; the rule follows after a colon."""


class MapDesk(Desk):
    """The desk with a rulebook, which is sent once and not at every press."""

    book = traitlets.Dict().tag(sync=True, to_json=lambda book, _widget: json.dumps(book))


class Rulebook(Screen):
    """One visitor looking at the rulebooks."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.maps = MapDesk()
        super().__init__(desk=self.maps)
        self.runner = Runner(limits=limits)
        self.doubt: matters.Doubt | None = None
        self.refused: dict[str, str] = {}
        self.told: dict[str, Any] = {}
        self.watch = Watch(lambda: self.runner.poll().state == RUNNING, self.draw)
        self.games = games()
        self.laid: Game = next(iter(self.games.values()))
        self.view = MAP
        self.rule = ""
        self.said = ""

    @property
    def game(self) -> Game:
        return self.laid

    def open(self, game: str) -> None:
        """Lay out the rulebook of a game."""
        self.laid = self.games[game]
        self.rule = self.said = ""
        self.maps.book = {**_linked(map_of_rules(self.game)), "measuring": matters.offers(self.game)}

    def content(self) -> State:
        rulemap: dict[str, Any] = {
            "view": self.view,
            "games": [{"id": game.id, "title": game.title} for game in self.games.values()],
            "rule": self.rule,
        }
        if measured := self._measured():
            rulemap["measured"] = measured
        if self.said:
            rulemap["said"] = self.said
        if self.rule:
            rulemap["detail"] = _linked(details(self.game, self.rule))
        state: State = {"head": {**self.head(), "section": VIEWS[self.view]}, "rulemap": rulemap}
        if self.game.accent:
            state["accent"] = cast("Any", dict(self.game.accent))
        return state

    def cited(self, state: State) -> State:
        return state

    def tools(self) -> list[Tool]:
        return [
            {"id": MAP, "label": "Map", "pressed": self.view == MAP, "place": "row"},
            {"id": REGISTER, "label": "Unclear rules", "pressed": self.view == REGISTER, "place": "row"},
            {"id": "course", "label": "Course", "href": address(self.game.id)},
            {"id": "practice", "label": "Practice table", "href": address("play", game=self.game.id)},
        ]

    # -- what the visitor does --------------------------------------------------------------------

    def hello(self, search: str) -> None:
        try:
            wanted, told = parse_query(search), ""
        except BadInput as error:
            wanted, told = {}, f"{error}."
        asked = [wanted.get("game", ""), self.desk.kept.get(LAST_COURSE, ""), self.game.id]
        view = wanted.get("view", "")
        self.view = view if view in VIEWS else MAP
        self.open(next(id for id in asked if id in self.games))
        self._choose(wanted.get("rule", ""), told)

    def press_tool(self, tool: str) -> None:
        name, _, argument = tool.partition(":")
        if tool in VIEWS:
            self.view = tool
        elif tool == "cancel":
            self.runner.cancel()
        elif name == "game" and argument in self.games:
            self.open(argument)

    def press_node(self, message: NodePressed) -> None:
        if message["graph"] == GRAPH:
            self._choose(message["id"])

    def fill_in(self, button: str, values: dict[str, str]) -> None:
        name, _, rule = button.partition(":")
        if name == MEASURE:
            self._measure(rule, values)

    def _choose(self, rule: str, told: str = "") -> None:
        """Open a rule, or close the one that is open."""
        self.rule = rule if rule in self.game.book else ""
        self.said = f"{self.game.title} has no rule “{rule[:60]}”." if rule and not self.rule else told

    # -- does it matter? --------------------------------------------------------------------------

    def _measure(self, rule: str, values: dict[str, str]) -> None:
        """Begin to measure whether a reading matters, or say why not."""
        self.refused = {}
        try:
            asked = matters.doubt(
                self.game,
                rule,
                values.get("reading", ""),
                _whole(values.get("players", "")),
                _whole(values.get("games", "")),
                values.get("bots", ""),
            )
            self.runner.start(*asked.sides)
        except (BadInput, Missing, Refused) as error:
            self.refused = {"rule": rule, "why": str(error)}
        else:
            self.doubt, self.told = asked, {}
            self.watch.begin()

    def _measured(self) -> dict[str, Any]:
        """What is known about the reading that is measured now or was last measured, or why it could not be."""
        if self.refused:
            return {"rule": self.refused["rule"], "state": "refused", "why": self.refused["why"]}
        if self.doubt is None or self.doubt.game != self.game.id:
            return {}
        report = self.runner.poll()
        found: dict[str, Any] = {
            **{key: getattr(self.doubt, key) for key in ("rule", "reading", "players")},
            **{key: getattr(report, key) for key in ("state", "done", "total", "why")},
        }
        if report.state != RUNNING:
            try:
                self.told = self.told or matters.answer(self.doubt, report.rows)
            except BadInput as error:
                self.told = {"words": str(error), "measures": []}
        return {**found, **self.told}


def _linked(data: Any) -> Any:
    """The same data, in which every page and query has become an address if there is such a page."""
    if isinstance(data, list):
        return [_linked(part) for part in data]
    if not isinstance(data, dict):
        return data
    rest = {key: _linked(part) for key, part in data.items() if key not in ("page", "query")}
    if "query" in data and is_here(data["page"]):
        rest["href"] = address(data["page"], data["query"])
    return rest


def _whole(text: str) -> int:
    """A number as a form sends it; for anything else 0, which is never allowed."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def rulebook() -> Desk:
    """Return the page for a notebook."""
    return settled(Rulebook().desk)
