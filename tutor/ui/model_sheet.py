"""Pages without a table, as plain data: a cue card, the words of a game, how well its rules are known."""

from typing import TypedDict

from tutor.ui.model_panel import Entry, TermText


class CuePart(TypedDict):
    """One box of a cue card: a heading, the turn place by place, and rules by their names."""

    id: str
    title: str
    line: list[str]
    rules: list[Entry]


class CueCard(TypedDict):
    """A game on one printed side."""

    title: str
    players: str
    text: str
    parts: list[CuePart]


class Known(TypedDict):
    """How many rules of a chapter are known how well."""

    title: str
    counts: dict[str, int]


class KnownRule(TypedDict):
    """A rule that was asked about, with the result; `ask` is the tool that asks again."""

    rule: str
    name: str
    strength: str
    text: str
    ask: str


class Mastery(TypedDict):
    """How well the rules of a game are known: in all, by chapter, and one by one if something is known about them."""

    title: str
    counts: dict[str, int]
    chapters: list[Known]
    rules: list[KnownRule]


class Sheet(TypedDict, total=False):
    """A page without a table: a cue card, the words of a game, or how well its rules are known."""

    cue: CueCard
    words: list[TermText]
    mastery: Mastery
