"""Card sets: folders of TOML files with one table per card, checked against the game's dataclasses."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from sys import intern
from typing import Any, Generic, TypeVar

from tutor.engine.book.bounds import MOST_CARDS
from tutor.engine.book.files import BadInput, check_numbers, known, parse_toml, read_text, structure

ORIGINS = ("printed", "derived", "stand-in")
"""Where a card's facts come from: the book prints them, they follow from the book, or they are ours."""


ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What every card has; a game's card types add their own fields."""

    id: str
    """The id of this kind of card: lower-case words with hyphens."""
    name: str
    origin: str
    """One of `ORIGINS`: the weakest origin among the card's facts."""
    copies: int = 1


C = TypeVar("C", bound=Card)


class CardSet(Generic[C]):
    """The cards of one game, by id. A set never changes; `with_cards` makes a changed copy."""

    def __init__(self, name: str, cards: Mapping[str, tuple[str, C]]) -> None:
        """Args: `name`, shown in records, and id → (type, card)."""
        self.name = name
        self._cards = {id: card for id, (_, card) in cards.items()}
        self.types = {id: intern(kind) for id, (kind, _) in cards.items()}
        """The type of each card, by id."""
        self.type_of: Callable[[str], str] = self.types.__getitem__
        """Return a card's type, which is the name of its table in the file. Rules call this all the time."""
        self._found: dict[tuple[str, ...], list[C]] = {}
        self._decks: dict[tuple[str, ...], list[str]] = {}
        self._version = ""

    def __repr__(self) -> str:
        kinds = Counter(self.types.values())
        return f"<card set {self.name}: {', '.join(f'{kind} {n}' for kind, n in kinds.items())}>"

    def __getitem__(self, id: str) -> C:
        return self._cards[id]

    def __contains__(self, id: object) -> bool:
        return id in self._cards

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def values(self) -> Iterable[C]:
        """Return all cards, in file order."""
        return self._cards.values()

    def items(self) -> Iterable[tuple[str, C]]:
        """Return all cards with their ids, in file order."""
        return self._cards.items()

    def of_type(self, *kinds: str) -> list[C]:
        """All cards of these types, in file order."""
        if kinds not in self._found:
            self._found[kinds] = [card for id, card in self.items() if self.types[id] in kinds]
        return self._found[kinds].copy()

    def deck(self, *kinds: str) -> list[str]:
        """The ids of all cards of these types, each as often as it has copies."""
        if kinds not in self._decks:
            self._decks[kinds] = [card.id for card in self.of_type(*kinds) for _ in range(card.copies)]
        return self._decks[kinds].copy()

    @property
    def version(self) -> str:
        """The set's name and a digest of its contents, as `stand-in@1f0c2a9b`."""
        if not self._version:
            text = "\n".join(f"{self.types[id]} {card!r}" for id, card in sorted(self.items()))
            self._version = f"{self.name}@{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        return self._version

    def with_cards(self, cards: Mapping[str, tuple[str, C]]) -> CardSet[C]:
        """Return a set in which `cards` are added or replace those with the same id."""
        mine = {id: (self.types[id], card) for id, card in self.items()}
        return CardSet(f"{self.name}+", {**mine, **cards})


Types = Mapping[str, type[Card]]
"""The card types of a game: table name → dataclass."""

Check = Callable[["CardSet[Any]"], Iterable[str]]
"""A game's own demands on a whole set: one sentence for each that is not met."""

CheckCard = Callable[["CardSet[Any]", Any], Iterable[str]]
"""A game's own demands on a card of a set: one sentence for each that is not met."""


def read_cards(data: Mapping[str, Any], types: Types, file: str) -> dict[str, tuple[str, Any]]:
    """Turn the tables of one card file into id → (type, card).

    Raises:
        BadInput: naming file, card and field.
    """
    cards, faults = _read_each(data, types, file)
    for fault in faults:
        raise fault
    return cards


def _read_each(data: Mapping[str, Any], types: Types, file: str) -> tuple[dict[str, tuple[str, Any]], list[BadInput]]:
    """The cards of one file that fit, and what is wrong with the others: at most one fault per card."""
    cards: dict[str, tuple[str, Any]] = {}
    faults: list[BadInput] = []
    for kind, rows in data.items():
        if kind not in types:
            faults.append(BadInput(file, kind, f"unknown card type; known: {known(types, kind)}"))
            continue
        for n, row in enumerate(rows if isinstance(rows, list) else [rows]):
            id = row.get("id") if isinstance(row, dict) else None
            place = f"{kind}[{id if isinstance(id, str) else n}]"
            try:
                card = _read_card(row, types[kind], file, place)
                if card.id in cards:
                    raise BadInput(file, place, "this id occurs twice")
            except BadInput as fault:
                faults.append(fault)
            else:
                cards[card.id] = (kind, card)
    if (copies := sum(card.copies for _, card in cards.values())) > MOST_CARDS:
        most = f"expected at most {MOST_CARDS:,} cards, every copy counted, got {copies:,}"
        faults.append(BadInput(file, "", most))
    return cards, faults


def _read_card(row: Any, kind: type[Card], file: str, place: str) -> Card:
    check_numbers(row, file, place)
    card = structure(row, kind, file, place)
    if not ID.fullmatch(card.id):
        raise BadInput(file, f"{place}.id", f"expected lower-case words with hyphens, got “{card.id}”")
    if card.origin not in ORIGINS:
        raise BadInput(file, f"{place}.origin", f"expected one of {', '.join(ORIGINS)}, got “{card.origin}”")
    if card.copies < 1:
        raise BadInput(file, f"{place}.copies", f"expected at least 1, got {card.copies}")
    return card


def load_cards(folder: Path, types: Types, check: Check, name: str = "") -> CardSet[Any]:
    """Read every `*.toml` of a folder as one card set and check it as a whole.

    Args:
        folder: The folder, or the one file that is the whole set.
        types: The game's card types.
        check: The game's demands on a set.
        name: The set's name in records; by default, the name of the folder or file.

    Raises:
        BadInput: naming file, card and field, or the demand that is not met.
    """
    made, faults = look_through(folder, types, check, name)
    for fault in faults:
        raise fault
    return made


def look_through(folder: Path, types: Types, check: Check, name: str = "") -> tuple[CardSet[Any], list[BadInput]]:
    """Read a card set as `load_cards` does, and return it with all faults; if there are any, cards may be missing."""
    cards: dict[str, tuple[str, Any]] = {}
    faults: list[BadInput] = []
    paths = sorted(folder.glob("*.toml")) if folder.is_dir() else [folder]
    if not paths or not all(path.is_file() for path in paths):
        found = "found none" if folder.is_dir() else "there is no such folder"
        faults.append(BadInput(str(folder), "", f"expected a folder of card files named *.toml; {found}"))
        paths = []
    for path in paths:
        file = str(path)
        try:
            found_here, amiss = _read_each(parse_toml(read_text(path), file), types, file)
        except BadInput as fault:
            faults.append(fault)
            continue
        faults += amiss
        for id, card in found_here.items():
            if id in cards:
                faults.append(BadInput(file, id, "this id also occurs in another file of the set"))
            cards[id] = card
    made = CardSet(name or set_name(folder), cards)
    if not faults:
        faults += [BadInput(str(folder), "", complaint) for complaint in check(made)]
    return made, faults


def set_name(folder: Path) -> str:
    """Return the name of the set in this folder or file."""
    return folder.resolve().name.removesuffix(".toml")
