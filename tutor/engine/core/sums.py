"""Sums as values: a total that is compared or rolled against keeps its parts, each with number, words and source."""

from __future__ import annotations

from typing import Any, NamedTuple, Self


class Part(NamedTuple):
    """A part of a sum."""

    n: int
    text: str
    """Where it comes from, in a few words."""
    rule: str = ""
    """The id of the rule that adds it; empty where the card says it all."""
    card: str = ""
    """The id of the card that adds it."""


class Sum(int):
    """A number with its parts; it counts, compares and prints as the number that it is."""

    made_of: tuple[str, tuple[Part, ...], int | None, int | None]

    def __new__(cls, name: str, *parts: Part, least: int | None = None, most: int | None = None) -> Self:
        n = 0
        for part in parts:
            n += part[0]
        if most is not None and n > most:
            n = most
        if least is not None and n < least:
            n = least
        made = int.__new__(cls, n)
        made.made_of = (name, parts, least, most)  # one attribute: a simulation makes many sums and looks at few
        return made

    @property
    def name(self) -> str:
        """What it is, in a few words: “attack”, “the target of the roll”."""
        return self.made_of[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts that are not 0, in the order in which they are added."""
        return tuple([part for part in self.made_of[1] if part.n])

    @property
    def least(self) -> int | None:
        """What it is never less than."""
        return self.made_of[2]

    @property
    def most(self) -> int | None:
        """What it is never more than."""
        return self.made_of[3]

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.name, self.parts, self.least, self.most)

    def __str__(self) -> str:
        return int.__repr__(self)

    def __repr__(self) -> str:
        made_of = " + ".join(f"{part.n} {part.text}" for part in self.parts) or "nothing"
        return f"<{self.name} {int(self)} = {made_of}>"

    def plus(self, part: Part) -> Sum:
        """The same with a further part; more from a source that is there already adds to its part."""
        parts = {part[1:]: part for part in self.parts}
        there = parts.get(part[1:])
        parts[part[1:]] = part if there is None else there._replace(n=there.n + part.n)
        return Sum(self.name, *parts.values(), least=self.least, most=self.most)

    def named(self, name: str) -> Sum:
        """The same under another name, where one position has several of its kind."""
        return Sum(name, *self.parts, least=self.least, most=self.most)

    @property
    def bound(self) -> str:
        """Why the number is not what its parts add up to; empty where it is."""
        n = sum(part.n for part in self.parts)
        if self.most is not None and n > self.most:
            return f"{n} counts as {self.most}, the most"
        if self.least is not None and n < self.least:
            return f"{n} counts as {self.least}, the least"
        return ""


def _again(name: str, parts: tuple[Part, ...], least: int | None, most: int | None) -> Sum:
    return Sum(name, *parts, least=least, most=most)
