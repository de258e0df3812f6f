"""Questions: who decides, every option, open or closed with its reasons, and what chance may bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, overload

from tutor.designer.shown import Shown

if TYPE_CHECKING:
    from tutor.engine.core.asks import Refusal

MOST_OUTCOMES = 40
"""The largest number of outcomes of chance that a question lists; if there are more, it only gives their number."""


class Refusals(tuple["Refusal", ...], Shown):
    """Why an answer cannot be given: each reason has `rule`, `why` and `fix`. Empty, and therefore false, if it can."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<refused by {', '.join(one.rule for one in self)}>" if self else "<open: no rule forbids this answer>"

    def __str__(self) -> str:
        if not self:
            return "No rule forbids this answer."
        return "\n".join(f"{one.rule}: {one.why}{f'. {one.fix}' if one.fix else ''}" for one in self)

    def html(self) -> str:
        if not self:
            return "<p>No rule forbids this answer.</p>"
        return f"<ul>{''.join(f'<li>{_reason(one)}</li>' for one in self)}</ul>"


@dataclass(frozen=True, slots=True)
class Option(Shown):
    """One thing that can be tried, or that chance may bring."""

    answer: str
    """The answer for `Match.play`."""
    label: str
    """The option in words."""
    refusals: Refusals = Refusals()
    chance: Fraction | None = None
    """How likely it is, if chance decides."""

    @property
    def open(self) -> bool:
        """Whether the option can be chosen."""
        return not self.refusals

    def __repr__(self) -> str:
        return f"<option {self.answer}: {'open' if self.open else repr(self.refusals)[1:-1]}>"

    def __str__(self) -> str:
        if self.chance is not None:
            return f"{self.answer}: {self.chance} = {float(self.chance):.2%}"
        words = f" ({self.label})" if self.label.casefold() != self.answer.casefold() else ""
        reasons = "; ".join(str(self.refusals).splitlines()) if self.refusals else "open"
        return f"{self.answer}{words}: {reasons}"

    def html(self) -> str:
        code = f"<code>{escape(self.answer)}</code> {escape(self.label)}"
        if self.chance is not None:
            return f"{code} <span class='soft'>{self.chance} = {float(self.chance):.2%}</span>"
        if self.open:
            return code
        return f"<span class='closed'>{code}: {'; '.join(map(_reason, self.refusals))}</span>"


class Options(Sequence[Option], Shown):
    """All options of a question, in the order of the screen, divided into `open` and `closed`."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._options = tuple(options)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> Options: ...
    def __getitem__(self, at: int | slice) -> Option | Options:
        return Options(self._options[at]) if isinstance(at, slice) else self._options[at]

    def __len__(self) -> int:
        return len(self._options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    @property
    def open(self) -> Options:
        """The options that can be chosen."""
        return Options([one for one in self if one.open])

    @property
    def closed(self) -> Options:
        """The options that are refused, each with its reasons."""
        return Options([one for one in self if not one.open])

    def __repr__(self) -> str:
        return f"<options: {len(self.open)} open, {len(self.closed)} closed>"

    def __str__(self) -> str:
        lines = [("  " if one.open else "✗ ") + str(one) for one in (*self.open, *self.closed)]
        return "\n".join(lines) or "There is nothing to choose."

    def html(self) -> str:
        parts = [
            f"<p>{title}</p><ul>{''.join(f'<li>{one.html()}</li>' for one in some)}</ul>"
            for title, some in (("Open", self.open), ("Closed", self.closed))
            if some
        ]
        return "".join(parts) or "<p>There is nothing to choose.</p>"


@dataclass(frozen=True)
class Question(Shown):
    """The question for which the match is waiting."""

    who: str
    """The player who decides; empty for chance, or when the game is over."""
    prompt: str
    rule: str
    """The id of the rule that asks; empty when the game is over."""
    options: Options

    def __repr__(self) -> str:
        return f"<question {self.rule}: {f'{self.who}: ' if self.who else ''}{self.prompt}>"

    def __str__(self) -> str:
        rows = f"\n{self.options}" if self.options else ""
        return f"{f'{self.who}: ' if self.who else ''}{self.prompt}{f' [{self.rule}]' if self.rule else ''}{rows}"

    def html(self) -> str:
        who = f"{escape(self.who)}: " if self.who else ""
        rule = f" <code class='soft'>{escape(self.rule)}</code>" if self.rule else ""
        return f"<h4>{who}{escape(self.prompt)}{rule}</h4>{self.options.html() if self.options else ''}"


def _reason(refusal: Refusal) -> str:
    fix = f". {escape(refusal.fix)}" if refusal.fix else ""
    return f"{escape(refusal.why)}{fix} <code>{escape(refusal.rule)}</code>"
