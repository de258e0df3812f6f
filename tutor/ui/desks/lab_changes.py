"""Changing the current position: as text, by hand, with a test card, or by starting a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutor.engine.book.files import BadInput, parse_toml
from tutor.engine.core.game import Game
from tutor.lab.legality import Reason
from tutor.lab.moves import Destination, Drawn, destinations, drawn_pieces, move
from tutor.lab.places import BOX, Piece, Place, added, brought, from_box, places_of, set_to
from tutor.lab.workbench import Workbench
from tutor.lab.writing import Doc
from tutor.ui.desks.lab_board import change_panel, path_id, take_in_hand
from tutor.ui.desks.lab_panels import Block, rule_panel, scene_panel
from tutor.ui.model import State

BEGINS_AGAIN = "What has happened so far this turn does not fit the new position, so the turn begins again."


class Misgivings:
    """The reasons against the position that was requested last, and how to get it all the same."""

    def __init__(self) -> None:
        self.reasons: list[Reason] = []
        self._insist: Callable[[], None] | None = None

    def weigh(self, act: Callable[[bool], None]) -> None:
        """Do something that may lead to an impossible position, and remember it in case the visitor insists.

        Raises:
            Impossible: if no game leads there; `insist` does it all the same.
        """
        self._insist = lambda: act(True)
        self.reasons = []
        act(False)
        self._insist = None

    def insist(self) -> bool:
        """Do what there were reasons against, and return whether there was anything."""
        insist = self._insist
        self.forget()
        if insist is not None:
            insist()
        return insist is not None

    def forget(self) -> None:
        """Forget what was requested."""
        self.reasons, self._insist = [], None


class Changes:
    """What a visitor is about to change in the scene of the current branch."""

    def __init__(self, bench: Workbench) -> None:
        self.misgivings = Misgivings()
        self.told = ""
        """What has to be said about the last change."""
        self.text, self.version = bench.branch.text(), 0
        """The scene as text, and how often the program rather than the visitor wrote it."""
        self.problem = ""
        """Why what was typed does not fit."""
        self.picked: Piece | None = None
        self._brought = ""
        """The card that was last taken from the box or a pile."""
        self._open: set[str] = set()
        """The parts of the board that stay unfolded."""
        self._drawn: dict[Drawn, Piece] = {}
        self._goals: list[Destination] = []
        self._rule, self._values = "", dict[str, str]()

    def forget(self) -> None:
        """Forget what was about to be changed on another bench."""
        self.picked, self._brought = None, ""
        self._open.clear()
        self._rule, self._values = "", {}

    def hear(self, bench: Workbench, id: str, values: dict[str, str]) -> None:
        """Do what the visitor sent with a form of these panels.

        Raises:
            BadInput: if it cannot be done.
            Impossible: if no game leads to the position; the button `lab.anyway` lays it out all the same.
        """
        match id:
            case "lab.anyway":
                self._insist()
            case "lab.leave":
                self.give_way()
                self.write(bench)
            case "lab.pick":
                self._pick(bench, values.get("path", ""))
            case "lab.put":
                self._put(bench, values.get("path", ""), values.get("name", ""))
            case "lab.set":
                self._set(bench, values.get("path", ""), values.get("value", ""))
            case "lab.bring" if (card := values.get("card", "")) in bench.branch.here.table.cards:
                self.picked, self._brought = brought(card, _places(bench)[1]), card
            case "lab.add":
                self._add(bench, values.get("path", ""))
            case "lab.rule.rule":
                self._rule, self._values = values.get("rule", ""), {}
            case "lab.rule.start":
                self._start_rule(bench, values.get("rule", ""), values)

    # -- as text --------------------------------------------------------------------------------------------------

    def scene_panel(self) -> list[Block]:
        """The scene as text."""
        return scene_panel(self.text, self.version, self.problem)

    def follow(self, bench: Workbench) -> None:
        """Write down what has been done at the table, unless the typed text still has to be corrected."""
        text = bench.branch.text()
        if not self.problem and text != self.text:
            self.text, self.version = text, self.version + 1

    def write(self, bench: Workbench) -> None:
        """Replace the typed text with the scene."""
        self.text, self.version = bench.branch.text(), self.version + 1

    def give_way(self) -> None:
        """Replace a typed text that did not fit with what was done at the table."""
        if self.problem:
            self.problem = ""
            self.version += 1
        self.misgivings.forget()

    def type(self, bench: Workbench, text: str) -> None:
        """Lay out what was typed if it fits; otherwise the table stays, and a message says why."""
        self.problem = ""
        try:
            self.misgivings.weigh(lambda anyway: bench.edit_text(text, anyway))
        except BadInput as error:
            self.problem = str(error)
        else:
            self.text = bench.branch.text()
            self.picked = None

    def _insist(self) -> None:
        """Lay out the position against which there were reasons."""
        if self.misgivings.insist():
            self.picked = None

    # -- by hand --------------------------------------------------------------------------------------------------

    def board(self, bench: Workbench) -> list[Block]:
        """Every place of the position, with where the picked card could go."""
        game, cards = bench.branch.game, bench.branch.here.table.cards
        doc, places = _places(bench)
        self._drawn = {} if self.picked is not None else drawn_pieces(game, doc, places)
        self._goals = self._destinations(game, doc, places)
        shown = change_panel(game, cards, places, self.picked, self._goals, self._open, self._brought)
        for block in shown:
            self._open.update(section["label"] for section in block.get("sections", ()) if section["open"])
        return shown

    def _destinations(self, game: Game, doc: Doc, places: list[Place]) -> list[Destination]:
        """Where the picked card could go; a card from the box can also go to places where cards are only named."""
        if self.picked is None:
            return []
        goals = destinations(game, doc, self.picked, places)
        if not self.picked.entry or self.picked.card != self._brought:
            return goals
        named = [place for place in places if place.shape.named]
        return goals + [one for one in destinations(game, doc, from_box(self._brought), named) if one.place is not BOX]

    def take_in_hand(self, state: State) -> None:
        """Make the cards of the drawn table movable, like those of the board that was drawn last."""
        take_in_hand(state, self._drawn, self.picked, self._goals)

    def _pick(self, bench: Workbench, path: str) -> None:
        """Pick a card up; picking the same card again puts it back."""
        _, places = _places(bench)
        found = next((p for place in places for p in place.pieces if path_id(p.path) == path), None)
        self._brought = ""
        self.picked = None if self.picked == found else found

    def _put(self, bench: Workbench, path: str, name: str) -> None:
        """Put the picked card down."""
        if self.picked is None:
            return
        doc, places = _places(bench)
        to = _place_at([*places, BOX], path)
        piece = from_box(self.picked.card) if to.shape.named else self.picked
        self.lay(bench, move(bench.branch.game, doc, piece, to, name.strip()[:40]), bench.present()[1])
        self.picked = None

    def _add(self, bench: Workbench, path: str) -> None:
        """Add another blank row."""
        doc, places = _places(bench)
        self.lay(bench, {**doc, "table": added(doc["table"], _place_at(places, path))}, bench.present()[1])

    def _set(self, bench: Workbench, path: str, value: str) -> None:
        """Set a counter, a flag or a word."""
        doc, places = _places(bench)
        place = _place_at(places, path)
        changed = {**doc, "table": set_to(doc["table"], place, value[:2000])}
        self.lay(bench, changed, bench.present()[1])

    def lay(self, bench: Workbench, doc: Doc, steps: list[Any]) -> None:
        """Lay out a changed table, and repeat what has happened in the current turn if it still fits.

        Raises:
            BadInput: if it does not fit.
            Impossible: if no game leads to it.
        """
        self.misgivings.weigh(lambda anyway: self._lay_with(bench, doc, steps, anyway))

    def _lay_with(self, bench: Workbench, doc: Doc, steps: list[Any], anyway: bool) -> None:
        try:
            bench.lay(doc, steps, anyway)
        except BadInput:
            if not steps:
                raise
            bench.lay(doc, (), anyway)
            self.told = BEGINS_AGAIN

    # -- by a card, by a rule -------------------------------------------------------------------------------------

    def add_card(self, bench: Workbench, text: str) -> None:
        """Put a test card, written as in a card file, into the current scene.

        Raises:
            BadInput: if it is not a card.
        """
        rows = parse_toml(text, "the card")
        doc, steps = bench.present()
        cards = {**doc.get("cards", {})}
        for kind, new in rows.items():
            ids = {row.get("id") for row in new if isinstance(row, dict)} if isinstance(new, list) else set()
            if not ids:
                raise BadInput("the card", kind, f"expected [[{kind}]] with an id")
            cards[kind] = [row for row in cards.get(kind, []) if row.get("id") not in ids] + new
        bench.edit({**doc, "cards": cards}, steps, anyway=True)

    def rule_panel(self, bench: Workbench) -> list[Block]:
        """A form made from the signature of the rule that is chosen."""
        return rule_panel(bench.branch.game, bench.branch.here.table, self._rule, self._values)

    def _start_rule(self, bench: Workbench, rule: str, values: dict[str, str]) -> None:
        """Start the chosen rule with these arguments; if this is another rule, only choose it."""
        if rule != (self._rule or rule):
            self._rule, self._values = rule, {}
            return
        self._rule, self._values = rule, values
        rules = bench.branch.game.rules
        args = [values.get(f"arg {name}", "") for name in rules.parameters(rule)] if rule in rules else []
        self.misgivings.weigh(lambda anyway: bench.start_rule(rule, args, anyway))


def _places(bench: Workbench) -> tuple[Doc, list[Place]]:
    """The current position as a scene, and its places."""
    table = bench.branch.here.table
    doc, _ = bench.present()
    if "table" not in doc:
        doc = {**doc, "table": bench.branch.game.position(table, None)}
    return doc, places_of(doc["table"], table)


def _place_at(places: list[Place], path: str) -> Place:
    found = next((place for place in places if path_id(place.path) == path), None)
    if found is None:
        raise BadInput("the position", "", "this place no longer exists")
    return found
