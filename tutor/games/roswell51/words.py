"""How notes say what is left."""

from __future__ import annotations

from tutor.engine.core.table import Many


class Left(Many):
    """What is left of something, perhaps nothing: `{n:point}` is “no points”, “1 point” or “2 points”."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        said = Many.__format__(self, spec)
        return said if self or len(spec) < 2 else f"no{said.removeprefix('0')}"
