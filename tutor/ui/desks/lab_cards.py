"""The card editor: a form for each card type, made from its declaration; cards are checked, shown and played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.engine.book.cards import ORIGINS, CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Game, face_up
from tutor.engine.core.match import Match
from tutor.lab.card_rows import Blank, blanks, checked_card, row_of, set_text, typed_row
from tutor.lab.workbench import Workbench
from tutor.lab.writing import Doc
from tutor.ui.addresses import TAKES_AN_INSTALLED_TUTOR
from tutor.ui.desks.lab_changes import Changes
from tutor.ui.desks.lab_panels import Block, given_out
from tutor.ui.fields import check, choice, number, send_form, text
from tutor.ui.model_panel import Field

FORM = "lab.cards"
MADE = f"{FORM}.made"
CHECK, BEGIN, CHANGE, WRITE = f"{MADE}.check", f"{MADE}.begin", f"{MADE}.change", f"{MADE}.write"
WIDE = ("name", "text", "says")
"""Fields with long texts."""


class CardEditor:
    """A card that is being made from another one."""

    def __init__(self) -> None:
        self._game = ""
        self._base = ""
        """The card from which it is made."""
        self._typed: dict[str, str] = {}
        """The values of its fields, if they were sent."""
        self._said = ""
        self._card: Any = None
        """The card as it was last checked."""
        self._set = ""
        self._made_from: dict[str, str] = {}
        """The cards made so far, each with the name of the card from which it was made."""

    # -- what is shown ----------------------------------------------------------------------------------------

    def panel(self, match: Match) -> list[Block]:
        """The panel: the card to begin with, its fields, the result of the check, and the set once it is written."""
        game, cards = match.game, match.table.cards
        self._follow(game, cards)
        kind = cards.type_of(self._base)
        found: list[Block] = [self._bases(cards), self._form(game, cards, kind)]
        if self._said:
            found.append({"kind": "text", "text": self._said})
        if self._card is not None:
            found.append({"kind": "cards", "title": "What the card looks like", "items": [drawn(self._card, kind)]})
        if self._set:
            found.append(_written(f"{game.id}-cards.toml", self._set))
        return found

    def _follow(self, game: Game, cards: CardSet[Any]) -> None:
        """Begin with the first card if the game has changed, or the card no longer exists."""
        if game.id != self._game:
            self._game, self._made_from = game.id, {}
            self._begin_with(next(iter(cards)))
        if self._base not in cards:
            self._begin_with(next(iter(cards)))

    def _bases(self, cards: CardSet[Any]) -> Block:
        named = sorted((_called(cards.type_of(id)), card.name, id) for id, card in cards.items())
        options = [(id, f"{kind}: {name}") for kind, name, id in named]
        return {
            "kind": "form",
            "id": FORM,
            "title": "A card of your own",
            "text": "Begin with a card like the one that you have in mind. If you keep its id, you change that card. "
            "If you choose another id, you add a new card.",
            "fields": [choice("from", "Made from", options, self._base, live=True, wide=True)],
        }

    def _form(self, game: Game, cards: CardSet[Any], kind: str) -> Block:
        asked = blanks(game.card_types[kind], row_of(cards[self._base]))
        buttons = [
            send_form(CHECK, "Check the card"),
            send_form(BEGIN, "Begin a game with the card"),
            send_form(CHANGE, "Use the card in this position"),
            send_form(WRITE, "Write the set"),
        ]
        fields = [_field(one, self._typed.get(one.name, one.value)) for one in asked]
        return {"kind": "form", "id": MADE, "title": _called(kind), "fields": fields, "buttons": buttons}

    # -- what the designer does -------------------------------------------------------------------------------

    def hear(self, bench: Workbench, changes: Changes, button: str, values: Mapping[str, str]) -> None:
        """Take over the form's values, and do what the pressed button says.

        Raises:
            BadInput: if the card does not fit; what was typed stays.
            Impossible: if no game leads to the position with this card.
        """
        match = bench.branch.here
        game, cards = match.game, match.table.cards
        if button == f"{FORM}.from":
            if values.get("from") in cards:
                self._begin_with(values["from"])
            return
        self._typed, self._said, self._card, self._set = dict(values), "", None, ""
        kind = cards.type_of(self._base)
        row = typed_row(game.card_types[kind], values)
        card = checked_card(game, cards, kind, row)
        self._card = card
        if card.id not in cards:
            self._made_from[card.id] = cards[self._base].name
        added = {"origin": card.origin, **row}
        if button == BEGIN:
            doc = {key: value for key, value in bench.branch.doc.items() if key in KEPT}
            bench.edit({**doc, "players": list(match.table.names), "cards": _with(bench, kind, added)})
            self._said = f"A new game has begun with “{card.name}” among the cards. Press Undo to go back."
        elif button == CHANGE:
            doc, steps = bench.present()
            changes.lay(bench, {**doc, "cards": _with(bench, kind, added)}, steps)
            self._said = f"“{card.name}” is now among the cards of this position. Press Undo to take it out again."
        elif button == WRITE:
            self._write(game, cards.with_cards({card.id: (kind, card)}))
        else:
            self._said = f"“{card.name}” has no faults."

    def _begin_with(self, base: str) -> None:
        self._base, self._typed, self._said, self._card, self._set = base, {}, "", None, ""

    def _write(self, game: Game, cards: CardSet[Any]) -> None:
        """Write the whole set, if it can be played with.

        Raises:
            BadInput: if the game does not accept it.
        """
        for complaint in game.faults_in(cards):
            raise BadInput("the set", "", complaint)
        self._set = set_text(game, cards, self._made_from)
        self._said = "The set is complete, and you can play with it."


KEPT = ("game", "card_set", "variants", "readings", "parameters", "seed")
"""What a new game with other cards takes over from the current scene."""


def _with(bench: Workbench, kind: str, row: Doc) -> Doc:
    """The cards that the scene adds, with one more card or one replaced."""
    given: Doc = dict(bench.branch.doc.get("cards", {}))
    rows = given.get(kind, [])
    others = [one for one in (rows if isinstance(rows, list) else [rows]) if one.get("id") != row["id"]]
    return {**given, kind: [*others, row]}


def drawn(card: Any, kind: str) -> dict[str, Any]:
    """A card as the desk draws it, whatever its type: its numbers, and its words."""
    skipped = ("copies",)
    numbers = [
        {"label": _called(name), "value": value}
        for name, value in row_of(card).items()
        if type(value) is int and name not in skipped
    ]
    return face_up(card, kind, _called(kind), card.id, stats=numbers, text=str(getattr(card, "text", "")))


def _called(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _field(blank: Blank, value: str) -> Field:
    """A field of the form."""
    if blank.kind == "choice":
        return choice(blank.name, blank.label, [(origin, origin) for origin in ORIGINS], value)
    if blank.kind == "number":
        return number(blank.name, blank.label, value, min=blank.least, max=blank.most)
    if blank.kind == "check":
        return check(blank.name, blank.label, value == "yes")
    return text(blank.name, blank.label, value, wide=blank.kind == "toml" or blank.name in WIDE)


def _written(name: str, text: str) -> Block:
    """The set as a file, with buttons to keep it."""
    game = name.removesuffix("-cards.toml")
    about = (
        f"To play with this set everywhere, run *rules-tutor serve --cards {game}={name}*.{TAKES_AN_INSTALLED_TUTOR}"
    )
    return given_out(f"{FORM}.set", about, text, "The set", name)
