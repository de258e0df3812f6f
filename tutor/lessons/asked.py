"""A question with all its options, worked out once for as long as it is asked."""

from __future__ import annotations

from functools import cached_property

from tutor.engine.core.asks import Choose, Option, folded, spell


class Asked:
    """A question to a seat, which is drawn, answered and explained from one list of its options."""

    def __init__(self, ask: Choose) -> None:
        """Args: the engine's question."""
        self.ask = ask

    @cached_property
    def options(self) -> list[Option]:
        """Everything that could be tried, with label and refusals."""
        return self.ask.options()

    @cached_property
    def _named(self) -> dict[str, Option]:
        named: dict[str, Option] = {}
        for option in self.options:
            named.setdefault(folded(spell(option.value)), option)
        for option in self.options:
            named.setdefault(folded(option.label), option)
        return named

    @property
    def idle(self) -> bool:
        """Whether only one answer is open, and the question is asked only so that silence reveals nothing."""
        return self.ask.hidden_pass and sum(not option.refusals for option in self.options) == 1

    def option(self, text: str) -> Option:
        """The option that a text names, by the spelling of its answer or by its label.

        Raises:
            ValueError: if there is no such option; the message says what is open.
        """
        found = self._named.get(folded(text))
        if found is None:
            self.ask.parse(text)
            raise ValueError(f"“{text}” is not among the options")
        return found
