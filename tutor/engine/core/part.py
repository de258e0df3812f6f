"""The base of a table and of what is on it: plain data in fields, which can be copied."""

from __future__ import annotations

from typing import Any

from tutor.engine.core.copying import Copied
from tutor.engine.core.placing import Placing


class Part(Copied):
    """Base of everything on a table that has fields of its own. Subclasses are `@dataclass(slots=True)`."""

    __slots__ = ()

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        """Complete what the position leaves open, after all fields are read, and report what cannot be true together.

        Args:
            p: The placing in progress.
            laid: What the position says, with an attribute for each of its keys.
            place: Where in the position this is.
        """
