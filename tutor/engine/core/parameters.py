"""The numbers of a book that a designer can change: hand limits, actions in a turn, dice, costs, targets.

Each game declares its numbers once, in one class; rules read them from the table (`g.parameters.actions`). Scenes, new
games, simulations and records name a number by the rule that sets it: `parameters = { "turn/two-actions" = 3 }`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple, TypeVar

from tutor.engine.book.files import BadInput, known, quoted

P = TypeVar("P", bound="Parameters")


class Parameter(NamedTuple):
    """A number that the book gives."""

    name: str
    """The name that rules use for it."""
    rule: str
    """The id of the rule that sets it, which also names it in scenes."""
    text: str
    """What it counts, in a few words."""
    default: int
    """What the book says."""
    least: int
    """The smallest number with which the game can be played."""
    most: int
    """The largest number."""


def parameter(default: int, rule: str, text: str, least: int, most: int) -> Any:
    """Declare a number with the book's value, the rule that sets it, what it counts, and its bounds."""
    return field(default=default, metadata={"parameter": (rule, text, default, least, most)})


@dataclass(frozen=True, slots=True)
class Parameters:
    """Base of the parameters of a game; a game without parameters uses it as it is."""

    @classmethod
    def declared(cls) -> Iterator[Parameter]:
        """The parameters of this game, in their order."""
        return (Parameter(one.name, *one.metadata["parameter"]) for one in fields(cls))

    @classmethod
    def chosen(cls: type[P], values: Mapping[str, Any], file: str) -> P:
        """Return the parameters with the chosen numbers, by rule id.

        Raises:
            BadInput: if there is no such parameter, or its number is out of bounds.
        """
        there = {one.rule: one for one in cls.declared()}
        found = {}
        for rule, value in values.items():
            if rule not in there:
                raise BadInput(
                    file,
                    f"parameters.{rule}",
                    f"this rule does not set a number that can be changed; these do: {known(there, rule)}",
                )
            one = there[rule]
            if type(value) is not int or not one.least <= value <= one.most:
                expected = f"expected {one.least} to {one.most} ({one.text}), got {quoted(value)}"
                raise BadInput(file, f"parameters.{rule}", expected)
            found[one.name] = value
        return replace(cls(), **found)

    def changed(self) -> dict[str, int]:
        """The numbers that differ from the book's: rule id → number."""
        return {one.rule: getattr(self, one.name) for one in self.declared() if getattr(self, one.name) != one.default}
