"""How notes say dice, cards and what is left."""

from __future__ import annotations

from typing import Any

from tutor.engine.core.table import Many


class Names(tuple[Any, ...]):
    """Dice or cards as a note prints them: separated by commas, the last by “and”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        first, last = self[:-1], self[-1:]
        return " and ".join(filter(None, (", ".join(map(str, first)), *map(str, last))))


class Left(Many):
    """What is left of something, perhaps nothing: `{n:point}` is “no points”, “1 point” or “2 points”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        said = Many.__format__(self, spec)
        return said if self or len(spec) < 2 else f"no{said.removeprefix('0')}"


class Name(str):
    """The name of a card or a throng in a note: `{foe:attacks|attack}` adds the verb that fits it, one or several."""

    __slots__ = ()
    several = False

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return str.__format__(self, spec)
        one, more = spec.split("|")
        return f"{self} {more if self.several else one}"


class Plural(Name):
    """The name of something that is several, as Six Desert Worms are."""

    __slots__ = ()
    several = True
