"""The index of a game's rulebook: every rule with its id, its text in our words, its source, and what is unclear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from tutor.engine.book.files import LONGEST_PLACE, BadInput, known, parse_toml, quoted, read_text, structure

TAUGHT_ONLY = ("advice", "component")
"""Kinds of entries that nobody can break, so that they are taught but not enforced."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an unclear rule."""

    id: str
    text: str
    default: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rulebook, in the book's order."""

    slug: str
    title: str
    teaches: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule of the book."""

    id: str
    section: str
    kind: str
    """setup, turn, action, constraint, trigger, resolution, modifier, exception, scoring, end, variant, component, …"""
    text: str
    """The rule in our own words."""
    source: str
    """The lines of the rulebook's text that state the rule, such as L12-14."""
    basis: str = "stated"
    """stated (the book says it), derived (it follows) or ruling (the book is unclear; our reading)."""
    unclear: str = ""
    ruling: str = ""
    options: tuple[Reading, ...] = ()
    """The readings to choose among; the one marked default is ours."""
    variant: bool = False
    by_construction: bool = False
    """Nothing can report this rule because nothing happens ("never", "stays as it was"); its scenario asserts it."""
    not_enforced: str = ""
    """Why the tutor does not enforce this entry although it could be enforced; empty if it does."""
    intro: str = ""
    """What a player at the table is told when the rule first matters, in one or two sentences that address “you”."""
    introduced_by: str = ""
    """The id of the rule whose intro has already told a newcomer enough about this one; empty if it needs its own."""
    intro_unless: tuple[str, ...] = ()
    """The variants in which the intro is not true, so that it is left out there."""

    @property
    def enforceable(self) -> bool:
        """Whether the engine has to enforce or report this entry."""
        return self.kind not in TAUGHT_ONLY

    @property
    def default(self) -> str:
        """The id of the default reading.

        Raises:
            IndexError: if the entry has no readings.
        """
        return next((o.id for o in self.options if o.default), self.options[0].id)


@dataclass(frozen=True)
class Rulebook:
    """The index of one book."""

    game: str
    title: str
    players: dict[str, int]
    sections: tuple[Section, ...]
    rule: tuple[Entry, ...]
    players_note: str = ""
    minutes: int = 0
    """How long a game for the fewest players takes by the book; 0 if the book does not say."""
    invites: str = ""
    """One sentence for the front page that says what the game is and why to play it."""
    note: str = ""
    file: str = field(default="", compare=False)

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """All entries by id, in the book's order."""
        return {entry.id: entry for entry in self.rule}

    def __getitem__(self, id: str) -> Entry:
        return self.entries[id]

    def __contains__(self, id: str) -> bool:
        return id in self.entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.rule)

    def section(self, slug: str) -> Section:
        """The section with this slug.

        Raises:
            KeyError: if there is none.
        """
        for section in self.sections:
            if section.slug == slug:
                return section
        raise KeyError(slug)

    def check(self, ids: Iterable[Any], file: str, place: str) -> None:
        """Refuse ids that no rule has.

        Raises:
            BadInput: naming the id, the place, and ids like it.
        """
        for id in ids:
            if not isinstance(id, str) or id not in self.entries:
                name = id if isinstance(id, str) else quoted(id)
                near = get_close_matches(name[:LONGEST_PLACE], self.entries, n=3)
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                raise BadInput(file, place, f"there is no rule “{name}” in the index of {self.title}{hint}")

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """The default reading of every rule that has several."""
        return {entry.id: entry.default for entry in self.rule if entry.options}

    def readings(self, chosen: Mapping[str, str], file: str = "readings") -> dict[str, str]:
        """Return the reading in force of every unclear rule when `chosen` overrides the defaults.

        Raises:
            BadInput: if a rule or a reading is unknown.
        """
        for id, reading in chosen.items():
            if id not in self.defaults:
                raise BadInput(file, f"readings.{id}", f"no such unclear rule; known: {known(self.defaults, id)}")
            there = [option.id for option in self.entries[id].options]
            if reading not in there:
                raise BadInput(file, f"readings.{id}", f"unknown reading “{reading}”; known: {known(there, reading)}")
        return {**self.defaults, **chosen}

    def changed(self, readings: Mapping[str, str]) -> dict[str, str]:
        """Those of the readings in force that are not the default."""
        return {id: reading for id, reading in readings.items() if reading != self.defaults[id]}


def load_rulebook(path: Path) -> Rulebook:
    """Read a `rulebook.toml`.

    Raises:
        BadInput: if it does not fit, names an unknown section, or an id twice.
    """
    file = str(path)
    book = structure({**parse_toml(read_text(path), file), "file": file}, Rulebook, file)
    slugs = {section.slug for section in book.sections}
    seen: set[str] = set()
    for entry in book.rule:
        if entry.section not in slugs:
            raise BadInput(file, entry.id, f"unknown section “{entry.section}”")
        if entry.id in seen:
            raise BadInput(file, entry.id, "this id occurs twice")
        if entry.options and sum(option.default for option in entry.options) != 1:
            raise BadInput(file, entry.id, "expected exactly one reading as the default")
        seen.add(entry.id)
    for entry in book.rule:
        if entry.introduced_by:
            book.check([entry.introduced_by], file, f"{entry.id}, introduced_by")
            if book[entry.introduced_by].introduced_by or not book[entry.introduced_by].intro:
                raise BadInput(file, entry.id, f"“{entry.introduced_by}” has no intro of its own that could mention it")
    return book
