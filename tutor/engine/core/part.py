"""The base of a table and of what lies on it: plain data in fields of its own, which can be copied."""

from __future__ import annotations

from typing import Any

from tutor.engine.core.copying import Copied
from tutor.engine.core.placing import Placing


class Part(Copied):
    """Base of what lies on a table and has fields of its own. Subclasses are `@dataclass(slots=True)`."""

    __slots__ = ()

    def settle(self, p: Placing, laid: Any, place: str) -> None:
        """Once all fields are read: find out what was not said, and doubt what cannot be so together.

        Args:
            p: The placing under way.
            laid: What the position says: an attribute for each of its keys.
            place: Where in the position this stands.
        """
