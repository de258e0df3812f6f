"""What a scene may expect of a position (`docs/formats.md`), and checks that an expectation makes sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tutor.engine.book.files import BadInput, known, quoted, structure
from tutor.engine.book.rulebook import Rulebook

EXPECTATIONS = {
    "table": "part of the position, in the words of the game’s [table]",
    "total": "what several parts of the position hold together",
    "seen_by": "the player from whose point of view `table` and `total` are checked",
    "ask": "the rule id of the pending question",
    "asked": "the player who is asked, or the list of those asked together",
    "prompt": "words that are in the pending question",
    "trail": "rule ids that are in force",
    "open": "answers that are open; there may be others",
    "closed": "answers that are offered but closed; there may be others",
    "options": "exactly the answers that are open",
    "absent": "answers that are not even offered, in known words",
    "notes": "rule ids that notes have cited since the last expectation",
    "no_notes": "rule ids that no note has cited since then",
    "says": "words that are in a note since then",
    "no_says": "words that are in no note since then",
    "told": "notes since then in this order, perhaps with others in between: words, or a rule, words and who may "
    "read the note",
    "walked": "nodes of the turn flow passed since then, in this order, perhaps with others in between",
    "over": "whether the game is over",
    "scores": "points by player",
    "winners": "the players who have won",
}
"""The keys that a scene's `expect` may have."""

MEMBERS = ("n", "has", "lacks", "only")
"""What can be asked about a list or a table instead of comparing it."""

EVERYBODY = "everybody"
"""The word for the readers of a note that is not secret."""

BY_PLAYER = ("open", "closed", "options", "absent")
"""The expectations that may be a table with a list for each player if several are asked at once."""

_EXACT = ("asked", "options", "winners")
"""The expectations whose lists are compared whole, so that an empty list says something."""


@dataclass(frozen=True, slots=True)
class Told:
    """A note that is expected; what is left out may be anything."""

    rule: str = ""
    says: str = ""
    to: Any = None
    """The names of all who may read it, or `EVERYBODY`."""


@dataclass(frozen=True, slots=True)
class Total:
    """Parts of a position that are counted together."""

    of: tuple[str, ...]
    """Where they are in the position: `players.Ada.hand`."""
    n: int | None = None
    has: Any = None
    lacks: Any = None
    only: Any = None


def listed(value: Any) -> list[Any]:
    """A list as it is, anything else as a list of one."""
    return value if isinstance(value, list) else [value]


def plainly(text: str) -> str:
    """A text with straight apostrophes and quotation marks and hyphens for minus signs, because people type either."""
    return text.translate(_STRAIGHT)


_STRAIGHT = str.maketrans("‘’“”−", "''\"\"-")


def check_expected(
    expected: Mapping[str, Any], book: Rulebook, names: Sequence[str] | None, file: str, place: str
) -> None:
    """Refuse an expectation that makes no sense or that could not fail.

    Args:
        expected: What a step says under `expect`.
        book: The index that knows the rules.
        names: The players; if None, names are not checked.
        file: The file to name in an error.
        place: Where the expectation is in it.

    Raises:
        BadInput: naming the key and what was expected.
    """
    if not expected:
        raise BadInput(file, place, f"this expects nothing; it can expect {', '.join(EXPECTATIONS)}")
    for key, value in expected.items():
        if key not in EXPECTATIONS:
            raise BadInput(file, f"{place}.{key}", f"unknown key; known: {known(EXPECTATIONS, key)}")
        _check_says_something(key, value, file, f"{place}.{key}")
    if not isinstance(expected.get("ask", ""), str):
        raise BadInput(file, f"{place}.ask", f"expected one rule id, got {quoted(expected['ask'])}")
    for key in ("ask", "trail", "notes", "no_notes"):
        book.check([id for id in listed(expected.get(key, [])) if id or key != "ask"], file, f"{place}.{key}")
    for key in ("prompt", "says", "no_says", "walked", *BY_PLAYER):
        value = expected.get(key, [])
        parts = value.values() if isinstance(value, Mapping) and key in BY_PLAYER else [value]
        for words in [one for part in parts for one in listed(part)]:
            if not isinstance(words, str) or not words.strip():
                raise BadInput(file, f"{place}.{key}", f"expected words, got {quoted(words)}")
    if "seen_by" in expected and not {"table", "total"} & set(expected):
        raise BadInput(file, f"{place}.seen_by", "expected `table` or `total` beside it, to be seen by this player")
    named = [expected["seen_by"]] if "seen_by" in expected else []
    named += [name for key in BY_PLAYER if isinstance(expected.get(key), Mapping) for name in expected[key]]
    for one in listed(expected.get("told", [])):
        note = structure(as_table(one, "says"), Told, file, f"{place}.told")
        if note == Told():
            raise BadInput(file, f"{place}.told", "expected a rule, words, or who may read the note")
        book.check([note.rule] if note.rule else [], file, f"{place}.told")
        named += [] if note.to in (None, EVERYBODY) else listed(note.to)
    for one in listed(expected.get("total", [])):
        structure(one, Total, file, f"{place}.total")
        if set(one) == {"of"}:
            raise BadInput(file, f"{place}.total", f"expected {' or '.join(MEMBERS)} beside `of`")
    for name in named:
        if names is not None and name not in names:
            called = f"“{name}”" if isinstance(name, str) else quoted(name)
            raise BadInput(file, place, f"no player {called}; the players are {', '.join(names)}")


def as_table(value: Any, key: str) -> Any:
    """A table as it is, anything else as a table with this one key."""
    return value if isinstance(value, Mapping) else {key: value}


def _check_says_something(key: str, value: Any, file: str, place: str, deep: bool = False) -> None:
    """Refuse an empty table, and an empty list where lists are not compared whole: both would always hold."""
    if isinstance(value, Mapping):
        if not value and key != "only":
            raise BadInput(file, place, "an empty table expects nothing; `{ n = 0 }` says that it is empty")
        for inner, part in value.items():
            _check_says_something(inner, part, file, f"{place}.{inner}", deep=key not in BY_PLAYER)
    elif value == [] and (key in ("has", "lacks") or not (deep or key in _EXACT)):
        raise BadInput(file, place, "an empty list expects nothing")
