"""Sums as values: a total keeps its parts, each with its number, its words and its source."""

from __future__ import annotations

from typing import Any, NamedTuple, Self


class Part(NamedTuple):
    """A part of a sum."""

    n: int
    text: str
    """The source in a few words."""
    rule: str = ""
    """The id of the rule that adds it; empty if the card is the only source."""
    card: str = ""
    """The id of the card that adds it; empty if no card does."""


class Sum(int):
    """A number with its parts, which can be used, compared and printed like any number."""

    made_of: tuple[str, tuple[Part, ...], int | None, int | None]

    def __new__(cls, name: str, *parts: Part, least: int | None = None, most: int | None = None) -> Self:
        made: Self = summed(cls, name, parts, least, most)
        return made

    @property
    def name(self) -> str:
        """Its name in a few words: “attack”, “the target of the roll”."""
        return self.made_of[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts that are not 0, in the order in which they are added."""
        return tuple([_tuple(Part, part) for part in self.made_of[1] if part.n])

    @property
    def least(self) -> int | None:
        """The smallest value of the sum."""
        return self.made_of[2]

    @property
    def most(self) -> int | None:
        """The largest value of the sum."""
        return self.made_of[3]

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.name, self.parts, self.least, self.most)

    def __str__(self) -> str:
        return int.__repr__(self)

    def __repr__(self) -> str:
        made_of = " + ".join(f"{part.n} {part.text}" for part in self.parts) or "nothing"
        return f"<{self.name} {int(self)} = {made_of}>"

    def plus(self, part: Part) -> Sum:
        """Return the same sum with one more part; if its source is there already, the number is added to that part."""
        name, before, least, most = self.made_of
        parts = [one for one in before if one.n]
        for i, one in enumerate(parts):
            if one.text == part.text and one.rule == part.rule and one.card == part.card:
                parts[i] = Part(one.n + part.n, part.text, part.rule, part.card)
                break
        else:
            parts.append(part)
        return Sum(name, *parts, least=least, most=most)

    def named(self, name: str) -> Sum:
        """Return the same sum under another name, for a position with several sums of its kind."""
        return Sum(name, *self.parts, least=self.least, most=self.most)

    @property
    def bound(self) -> str:
        """Say why the number differs from the sum of its parts; empty if it does not."""
        n = sum(part.n for part in self.parts)
        if self.most is not None and n > self.most:
            return f"{n} counts as {self.most}, the maximum"
        if self.least is not None and n < self.least:
            return f"{n} counts as {self.least}, the minimum"
        return ""


_int: Any = int.__new__
"""Makes a sum without its slower constructor."""
_tuple: Any = tuple.__new__
"""Makes a part without its slower constructor."""


def summed(kind: Any, name: str, parts: tuple[Part, ...], least: int | None, most: int | None) -> Any:
    """Return the sum of these parts, not below the least value and not above the largest one, as a kind of `Sum`."""
    n = 0
    for part in parts:
        n += part[0]
    if most is not None and n > most:
        n = most
    if least is not None and n < least:
        n = least
    made = _int(kind, n)
    made.made_of = (name, parts, least, most)  # one attribute: a simulation makes many sums and looks at few
    return made


def _again(name: str, parts: tuple[Part, ...], least: int | None, most: int | None) -> Sum:
    return Sum(name, *parts, least=least, most=most)
