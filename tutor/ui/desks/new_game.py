"""The panel for a new game: which game, who plays, which variants and which readings of unclear rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tutor.engine.book.cards import CardSet
from tutor.engine.book.files import BadInput
from tutor.engine.core.game import Bot, Game
from tutor.engine.core.match import Match
from tutor.engine.core.own_cards import own_set, set_names
from tutor.engine.core.table import SEAT_NAMES
from tutor.lessons.coach import rule_name
from tutor.ui.dialogs import close
from tutor.ui.fields import check, choice, number, send_form
from tutor.ui.model_panel import Dialog, Field

EVERYBODY = "all"
"""The choice of playing all seats instead of one."""

PANEL = "new"
CARD_SET = "card set"
BEGIN = f"{PANEL}.begin"
VARIANT, PARAMETER, READING = "variant ", "parameter ", "reading "


@dataclass
class Draft:
    """A game about to begin; if `seat` is None, the visitor plays every seat."""

    game: Game
    players: int = 0
    seat: int | None = 0
    others: str = ""
    seed: int = 1
    variants: tuple[str, ...] = ()
    readings: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, int] = field(default_factory=dict)
    """Numbers other than the book's, by rule id."""
    card_set: str = ""
    """The name of the host's own card set; empty for the stand-in set."""
    wrong: str = ""
    """Why the game cannot begin like this."""

    @property
    def counts(self) -> range:
        """The player counts under the readings and variants chosen."""
        return self.game.seat_counts(self.readings, self.variants)

    def fit(self, bots: Mapping[str, Bot]) -> None:
        """Replace choices that the chosen game does not have."""
        if self.players not in self.counts:
            self.players = self.counts[0]
        if self.seat is not None and self.seat >= self.players:
            self.seat = 0
        if self.others not in bots:
            self.others = next(iter(bots))

    def read(self, values: Mapping[str, str], games: Mapping[str, Game]) -> None:
        """Take over the values of the panel's fields.

        Raises:
            BadInput: if a field does not offer a value.
        """
        game = games.get(values.get("game", ""), self.game)
        if game is not self.game:
            self.game, self.variants, self.readings, self.parameters, self.card_set = game, (), {}, {}, ""
            return
        self.players = whole(values.get("players", ""), "players")
        seat = values.get("seat", EVERYBODY)
        self.seat = None if seat == EVERYBODY else whole(seat, "you play")
        self.others = values.get("others", self.others)
        self.seed = whole(values.get("seed", ""), "seed")
        self.card_set = values.get(CARD_SET, self.card_set)
        self.variants = tuple(id for id in game.variants if values.get(VARIANT + id) == "yes")
        chosen = {id: values.get(READING + id, default) for id, default in game.book.defaults.items()}
        self.readings = game.book.changed(game.book.readings(chosen, "the new game"))
        declared = game.parameters.declared()
        numbers = {one.rule: whole(values.get(PARAMETER + one.rule, str(one.default)), one.text) for one in declared}
        self.parameters = game.parameters.chosen(numbers, "the new game").changed()

    def dialog(self, games: Mapping[str, Game], bots: Mapping[str, Bot]) -> Dialog:
        """The panel as it is now."""
        self.fit(bots)
        seats = [*((str(n), name) for n, name in enumerate(SEAT_NAMES[: self.players])), (EVERYBODY, "everybody")]
        fields: list[Field] = [
            choice("game", "Game", [(id, game.title) for id, game in games.items()], self.game.id, live=True),
            choice("players", "Players", [(str(n), str(n)) for n in self.counts], str(self.players), live=True),
            choice("seat", "You play", seats, EVERYBODY if self.seat is None else str(self.seat)),
            choice("others", "Bot for the other players", [(name, name) for name in bots], self.others),
            number("seed", "Seed for dice and cards", self.seed, min=0),
            *self._card_fields(),
            *self._variant_fields(),
            *self._parameter_fields(),
            *self._reading_fields(),
        ]
        dialog: Dialog = {
            "id": PANEL,
            "title": "A new game",
            "fields": fields,
            "buttons": [send_form(BEGIN, "Begin"), close("Keep this game")],
        }
        if self.wrong:
            dialog["problem"] = self.wrong
        return dialog

    @property
    def cards(self) -> CardSet[Any] | None:
        """The chosen card set; None for the stand-in set.

        Raises:
            BadInput: if there is no set of this name.
        """
        return own_set(self.game, self.card_set, "the new game") if self.card_set else None

    def _card_fields(self) -> list[Field]:
        """The host's own card sets, if there are any."""
        names = set_names(self.game.id)
        sets = [("", "the stand-in cards"), *((name, f"“{name}”") for name in names)]
        return [choice(CARD_SET, "Cards", sets, self.card_set)] if names else []

    def _variant_fields(self) -> list[Field]:
        live = self.game.seats_with is not None
        return [
            check(VARIANT + id, text, id in self.variants, wide=True, group="Variants", live=live)
            for id, text in self.game.variants.items()
        ]

    def _parameter_fields(self) -> list[Field]:
        return [
            number(
                PARAMETER + one.rule,
                f"{_capital(one.text)} (the book says {one.default})",
                self.parameters.get(one.rule, one.default),
                min=one.least,
                max=one.most,
                group="The book’s numbers",
            )
            for one in self.game.parameters.declared()
        ]

    def _reading_fields(self) -> list[Field]:
        book = self.game.book
        return [
            choice(
                READING + id,
                _capital(rule_name(id)),
                [(option.id, option.text) for option in book[id].options],
                self.readings.get(id, default),
                wide=True,
                group=f"Where the book is unclear ({len(book.defaults)} rules)",
                live=self.game.seats_with is not None,
            )
            for id, default in book.defaults.items()
        ]


def played_like(match: Match, seat: int | None = None, others: str = "") -> Draft:
    """A draft of a game with the players, variants, readings and seed of this match."""
    game, table = match.game, match.table
    readings = game.book.changed(table.readings)
    variants = tuple(id for id in game.variants if id in table.variants)
    numbers = table.parameters.changed()
    return Draft(game, table.seats, seat, others, match.seed, variants, readings, numbers, card_set_of(match))


def card_set_of(match: Match) -> str:
    """The name of the host's own card set that a match is played with; empty for the stand-in set."""
    name = match.table.cards.name.rstrip("+")
    return name if name in set_names(match.game.id) else ""


def cards_in_words(match: Match) -> str:
    """A sentence that says that a match is played with the host's own cards, if it is."""
    return f"This game uses the card set “{name}”." if (name := card_set_of(match)) else ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def whole(text: str, name: str, file: str = "the new game") -> int:
    """Read a whole number of at most nine digits.

    Raises:
        BadInput: if the text is anything else.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise BadInput(file, name, f"expected a whole number, {f'got “{text[:40]}”' if text else 'but it is empty'}")
    return int(text)
