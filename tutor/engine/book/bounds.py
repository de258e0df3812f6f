"""How much somebody's text may contain, measured in one pass over it before anything is parsed or built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

LONGEST_TEXT = 1_000_000
"""How many characters a text may have. A long game's record has a tenth of that, and a learner's export half."""

DEEPEST = 32
"""How deeply brackets or tables may be nested. Our own files have up to twelve levels."""

LONGEST_KEY = 12
"""How many parts a dotted key may have."""

MOST_DIGITS = 18
"""How many digits a number may have: as many as always fit into a signed 64-bit number."""

MOST_VALUES = 60_000
"""How many keys and list items a text may have, together."""

LARGEST = 9_999
"""The largest number on a table, on a card or in a step. The rules count with it, so a larger one takes too long."""

MOST_STEPS = 5_000
"""How many steps a scene may have."""

MOST_CASES = 200
"""How many cases a scene file may have."""

MOST_ANSWERS = 20_000
"""How many answers a scene or a record may give. None of our games comes near this number."""

MOST_CARDS = 5_000
"""How many cards a set may have, counting every copy."""


LONGEST_QUERY = 8_000
"""How many characters a page's query string may have, which is as many as servers accept."""


class TooMuch(ValueError):
    """A text that contains more than anybody needs; the message says where, what was found and what the limit is."""


_STRINGS = r'"""(?:\\.|[^\\])*?(?:"""|\Z)|' + r"'''.*?(?:'''|\Z)|" + r"""'[^'\n]*'?|\#[^\n]*|"""
_TOKENS = r'"(?:\\.|[^"\\\n])*"?|(?P<open>[\[{])|(?P<close>[\]}])|(?P<next>[=,:\n])|(?P<dot>\.)|'
_DIGITS = rf"(?P<digits>(?<![.0-9_])(?:0[xob][0-9A-Fa-f_]{{{MOST_DIGITS},}}|[0-9][0-9_]{{{MOST_DIGITS},}}))"

_TOML = re.compile(_STRINGS + _TOKENS + _DIGITS, re.DOTALL)
_JSON = re.compile(_TOKENS + _DIGITS, re.DOTALL)


def measure_toml(text: str) -> None:
    """Check that a TOML text can be parsed with little time and memory; it need not be valid.

    Raises:
        TooMuch: if it is too long or too deeply nested, has too many values, or has keys or numbers that are too long.
    """
    _measure(text, _TOML)


def measure_json(text: str) -> None:
    """Check that a JSON text can be parsed with little time and memory; it need not be valid.

    Raises:
        TooMuch: if it is too long or too deeply nested, has too many values, or has numbers that are too long.
    """
    _measure(text, _JSON)


def _measure(text: str, tokens: re.Pattern[str]) -> None:
    if len(text) > LONGEST_TEXT:
        raise TooMuch(f"expected at most {LONGEST_TEXT:,} characters, got {len(text):,}")
    depth = values = dots = 0
    for token in tokens.finditer(text):
        match token.lastgroup:
            case None:  # a string or a comment
                continue
            case "dot":
                dots += 1
                if dots == LONGEST_KEY:
                    raise _too_much(text, token, f"expected a key of at most {LONGEST_KEY} parts, got more")
                continue
            case "open":
                depth += 1
                values += 1
                if depth > DEEPEST:
                    raise _too_much(text, token, f"expected at most {DEEPEST} nested brackets, got more")
            case "close":
                depth = max(0, depth - 1)
            case "next":
                values += token[0] != "\n"
            case "digits":
                got = sum(character.isalnum() for character in token[0])
                raise _too_much(text, token, f"expected a number of at most {MOST_DIGITS} digits, got {got:,}")
        if values > MOST_VALUES:
            raise _too_much(text, token, f"expected at most {MOST_VALUES:,} keys and members, got more")
        dots = 0


def _too_much(text: str, token: re.Match[str], what: str) -> TooMuch:
    line = text.count("\n", 0, token.start()) + 1
    return TooMuch(f"line {line}: {what}")


def too_deep(data: Any) -> bool:
    """Whether tables and lists are nested more deeply than anybody needs, including dotted keys."""
    inner = [data]
    for _ in range(DEEPEST + 1):
        inner = [part for one in inner for part in _parts(one)]
        if not inner:
            return False
    return True


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, list | tuple):
        yield from value


def too_large(value: Any, place: str = "") -> tuple[str, str] | None:
    """The first number in plain data that is too large for the rules: its place, and what is wrong."""
    if isinstance(value, Mapping):
        rows = [(f"{place}.{key}".strip("."), part) for key, part in value.items()]
    elif isinstance(value, list | tuple):
        rows = [(f"{place}[{n}]", part) for n, part in enumerate(value)]
    elif isinstance(value, int | float) and abs(value) > LARGEST:
        got = f"one of {len(str(abs(value)))} digits" if isinstance(value, int) else str(value)
        return place, f"expected a number of at most {LARGEST:,}, got {got}"
    else:
        return None
    return next((found for where, part in rows if (found := too_large(part, where))), None)
