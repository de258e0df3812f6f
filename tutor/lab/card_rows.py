"""Cards as plain data: written as in a card file, filled into a form, and read back from what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, Literal, get_type_hints

from tutor.engine.book.bounds import LARGEST
from tutor.engine.book.cards import ORIGINS, Card, CardSet, read_cards
from tutor.engine.book.files import BadInput, parse_toml, quoted, toml_key, toml_value
from tutor.engine.core.game import Game

FILE = "the card"
"""What errors call a card that has no file."""

NUMBER = re.compile(r"\s*-?\d{1,5}\s*")


@dataclass(frozen=True)
class Blank:
    """A field of a card type, for a form."""

    name: str
    kind: Literal["text", "number", "check", "choice", "toml"]
    """`toml`: a list or a table, typed as a card file writes it."""
    value: str
    least: int = 0
    most: int = LARGEST

    @property
    def label(self) -> str:
        """The label in the form."""
        words = self.name.replace("_", " ").capitalize()
        return f"{words}, as in a card file" if self.kind == "toml" else words


def row_of(card: Any) -> Any:
    """A card as a card file writes it, without what is left at its default; its parts are written in the same way."""
    if isinstance(card, tuple | list):
        return [row_of(part) for part in card]
    if hasattr(card, "__dataclass_fields__"):
        found = {one.name: (getattr(card, one.name), _default(one)) for one in fields(card)}
        return {name: row_of(value) for name, (value, default) in found.items() if value != default}
    if not isinstance(card, str | int | bool | float):
        raise BadInput("cards", "", f"cannot be written down: {quoted(str(card))}")
    return card


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _plain_default(field: Field[Any]) -> Any:
    """The default as a card file would write it; None if there is no default, or nothing to write."""
    default = _default(field)
    return None if default in (MISSING, None) else row_of(default)


def blanks(kind: type[Card], row: Mapping[str, Any]) -> list[Blank]:
    """The fields of a card type, from its declaration, filled in with a card's row."""
    return [_blank(one, declared, row) for one, declared in _declared(kind)]


def _declared(kind: type[Card]) -> Iterator[tuple[Field[Any], Any]]:
    """The fields of a card type with the types that they are declared to have."""
    hints = get_type_hints(kind)
    return ((one, hints[one.name]) for one in fields(kind))


def _blank(field: Field[Any], declared: Any, row: Mapping[str, Any]) -> Blank:
    value = row.get(field.name, _plain_default(field))
    if field.name == "origin":
        return Blank(field.name, "choice", str(value or ORIGINS[-1]))
    if declared is bool:
        return Blank(field.name, "check", "yes" if value else "no")
    if declared is int:
        return Blank(field.name, "number", str(value or 0), 1 if field.name == "copies" else -LARGEST)
    if declared is str:
        return Blank(field.name, "text", str(value or ""))
    return Blank(field.name, "toml", "" if value is None else toml_value(value))


def typed_row(kind: type[Card], values: Mapping[str, str]) -> dict[str, Any]:
    """A card's row from what was typed into the fields of its type, without what is left at its default.

    Raises:
        BadInput: naming the field and what was expected, if a value is not a number or cannot be read.
    """
    row: dict[str, Any] = {}
    for field, declared in _declared(kind):
        text = values.get(field.name, "")
        if declared is bool:
            value: Any = text == "yes"
        elif declared is int:
            if not NUMBER.fullmatch(text):
                raise BadInput(FILE, field.name, f"expected a whole number, got {quoted(text)}")
            value = int(text)
        elif declared is str:
            value = text.strip()
        elif not text.strip():
            continue
        else:
            value = _as_in_a_file(field.name, text)
        if value != _plain_default(field):
            row[field.name] = value
    return row


def _as_in_a_file(name: str, text: str) -> Any:
    """The value that a card file would have here."""
    found = parse_toml(f"{toml_key(name)} = {text.strip()}", FILE)
    if list(found) != [name]:
        raise BadInput(FILE, name, "expected one value, written as in a card file")
    return found[name]


def checked_card(game: Game, cards: CardSet[Any], kind: str, row: Mapping[str, Any]) -> Any:
    """The card of a row, added to a set or replacing the one with its id.

    Raises:
        BadInput: naming the field and what was expected, if the card does not fit or the game does not accept it.
    """
    ((id, made),) = read_cards({kind: [row]}, game.card_types, FILE).items()
    for complaint in game.check_card(cards.with_cards({id: made}), made[1]):
        raise BadInput(FILE, "", complaint)
    return made[1]


def set_text(game: Game, cards: CardSet[Any], made_from: Mapping[str, str]) -> str:
    """A whole card set as one file; `made_from` names the card that each new card was made from, by its id."""
    lines = [f"# Cards for {game.title}. To play with them: rules-tutor serve --cards {game.id}=FILE"]
    for kind in game.card_types:
        for card in cards.of_type(kind):
            lines.append("")
            if card.id in made_from:
                lines.append(f"# Made from {made_from[card.id]}.")
            lines.append(f"[[{toml_key(kind)}]]")
            lines += [f"{toml_key(key)} = {toml_value(value)}" for key, value in row_of(card).items()]
    return "\n".join(lines) + "\n"
