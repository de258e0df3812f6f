"""Questions that seats decide: one of several options, open or closed with reasons, or several seats at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from tutor.engine.core.asks.ask import Ask, Random, Value, folded, spell

SHOWN = 8
"""The largest number of open answers that the short form of a question lists."""

PASS = "pass"
"""The value that declines, in every question that can be passed."""


class Refusal(NamedTuple):
    """Why an option is closed: the rule that forbids it, the reason with its numbers, and the nearest legal move."""

    rule: str
    why: str
    fix: str = ""
    option: Value | None = None
    """The open option that does what `fix` says, if there is one."""
    repeats: bool = False
    """Whether another refusal of the option gives the same reason, so that a visitor need not read this one."""


class Option(NamedTuple):
    """One thing that a player could try, as a screen or a test sees it; it is open if `refusals` is empty."""

    value: Value
    label: str
    refusals: tuple[Refusal, ...] = ()
    group: str = ""
    detail: str = ""
    """What is worth knowing before choosing it; empty if there is nothing."""
    apart: bool = False
    """Whether only its own button chooses it, because a press on a card is not expected to."""

    def __repr__(self) -> str:
        closed = f"closed by {', '.join(refusal.rule for refusal in self.refusals)}" if self.refusals else "open"
        return f"<{spell(self.value)} “{self.label}”: {closed}>"


Prompt: TypeAlias = "str | Callable[[], str]"
"""A question in a few words, or a function that works it out when somebody looks."""
Labels: TypeAlias = "Sequence[str] | Callable[[Any], str]"
"""The words for the values of a question: in their order, or worked out for one when somebody looks."""
Details: TypeAlias = "Callable[[Any], str] | None"
"""Says what is worth knowing before choosing an open value."""

Values: TypeAlias = "Sequence[Value] | Callable[[], Sequence[Value]]"
"""The possible answers, or a function that lists them, which is needed if they depend on hidden cards."""

_NO_WORDS: tuple[Prompt, Labels, Details] = ("", (), None)


class Choose(Ask):
    """One seat decides among open options; closed ones are offered, too, and say why they are closed.

    `Choose(seat, rule, values)` offers `values`, all open; `Pick` closes some of them, and `Moves` offers moves. A new
    subclass overrides `candidates` and `refuse` (and need not call this `__init__`), and `open` where
    listing the open values directly is faster. What `refuse` lets through is what is accepted and what screens and
    scenes show; `open` is for bots and simulations, and a law and every scene check that the two agree.
    """

    __slots__ = ("rule", "seat", "values", "words")

    def __init__(
        self,
        seat: int,
        rule: str,
        values: Values = (),
        prompt: Prompt = "",
        labels: Labels = (),
        details: Details = None,
    ) -> None:
        self.seat = seat
        self.rule = rule
        self.values = values
        self.words = (prompt, labels, details)

    def __repr__(self) -> str:
        opened = [spell(value) for value in self.open()]
        more = f", … ({len(opened)} open)" if len(opened) > SHOWN else ""
        return f"<{type(self).__name__}: {self.rule} asks seat {self.seat}: {', '.join(opened[:SHOWN])}{more}>"

    def candidates(self) -> Sequence[Value]:
        """Everything that a player could reasonably try here, open or closed, in the order to show it."""
        values = self.values
        return values() if callable(values) else values

    def refuse(self, value: Value) -> Iterator[Refusal]:
        """Yield every reason why `value` is closed; nothing if it is open. It is called only when somebody asks."""
        return iter(())

    def open(self) -> Sequence[Value]:
        """The values that are open, in the order of `candidates`."""
        if type(self).refuse is Choose.refuse:  # nothing is ever closed
            return self.candidates()
        return [value for value in self.candidates() if next(self.refuse(value), None) is None]

    @property
    def hidden_pass(self) -> bool:
        """Whether the question is asked only so that silence reveals nothing.

        If only one answer is open, scenes, lessons and the practice table then give it themselves.
        """
        return False

    @property
    def formality(self) -> bool:
        """Whether nothing hangs on the answer: only one is open, or all of them lead to the same position.

        The practice table then gives the first open answer for the visitor.
        """
        return False

    def tells_exactly(self) -> str:
        """The id of the measure whose chance the details of the options say exactly, so that odds leave it out."""
        return ""

    def prospects(self, value: Value) -> str:
        """What the player who is asked can know of the chances after an answer, to be shown with its odds."""
        return ""

    def leads_to(self) -> Sequence[str]:
        """The rules of what follows whatever is chosen, which a newcomer should know before choosing."""
        return ()

    def occasion(self) -> str:
        """How long a player may want to keep passing, in words that follow “for the rest of”; "" if only now."""
        return ""

    def at_once(self) -> tuple[str, Sequence[Value]]:
        """What the practice table offers as one press where the same is asked several times, in words and as answers.

        There are answers only if they settle the matter, and if it hardly matters which ones they are.
        """
        return "", ()

    @property
    def idle(self) -> bool:
        """Whether only one answer is open and the question is asked only so that silence reveals nothing."""
        return self.hidden_pass and len(self.open()) == 1

    @property
    def own(self) -> Value | None:
        """The answer for the player who is asked, if the question is which of several players acts; otherwise None.

        Somebody who plays one seat acts for that seat alone, so lessons and the practice table then give it themselves.
        """
        return None

    def prompt(self) -> str:
        """The question in a few words."""
        asked = getattr(self, "words", _NO_WORDS)[0]
        return asked() if callable(asked) else asked or "Choose"

    def label(self, value: Value) -> str:
        """The words on the button for `value`."""
        labels = getattr(self, "words", _NO_WORDS)[1]
        if callable(labels):
            return str(labels(value))
        if labels:
            values = self.values() if callable(self.values) else self.values
            return labels[list(values).index(value)]
        text = spell(value)
        return text[:1].upper() + text[1:]  # not `capitalize`, because names keep their capitals

    def group(self, value: Value) -> str:
        """The heading under which the screen groups the option; empty for none."""
        return ""

    def detail(self, value: Value) -> str:
        """What is worth knowing before choosing the open `value`; empty for nothing."""
        details = getattr(self, "words", _NO_WORDS)[2]
        return details(value) if details is not None else ""

    def apart(self, value: Value) -> bool:
        """Whether only its own button chooses an answer, because a press on a card is not expected to."""
        return False

    def options(self) -> list[Option]:
        """All candidates with their labels and refusals, for a screen."""
        return [self._option(value, tuple(self.refuse(value))) for value in self.candidates()]

    def _option(self, value: Value, refusals: tuple[Refusal, ...]) -> Option:
        detail = "" if refusals else self.detail(value)
        return Option(value, self.label(value), refusals, self.group(value), detail, self.apart(value))

    def why_not(self, value: Value) -> tuple[Refusal, ...]:
        """Every reason against `value`; empty if it is open. A value that was not offered is refused as unknown."""
        if value in self.candidates():
            return tuple(self.refuse(value))
        return (Refusal(self.rule, f"“{spell(value)}” is not among the options here", self._listing()),)

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> Value:
        return choose(self)

    def accepts(self, answer: Any) -> bool:
        return answer in self.candidates() and next(self.refuse(answer), None) is None

    def parse(self, text: str) -> Value:
        wanted = folded(text)
        for by in (spell, self.label):
            for value in self.candidates():
                if folded(by(value)) == wanted:
                    return value
        raise ValueError(f"“{text}” is not among the options. {self._listing()}")

    def _listing(self) -> str:
        return f"Open: {', '.join(spell(v) for v in self.open()) or 'nothing'}."


class Pick(Choose):
    """One seat picks a card, a player, a number or the like, and some values may be closed.

    Most questions that do not offer moves are of this kind; a rule words the question where it asks.
    """

    __slots__ = ("about", "follows", "opened", "reasons", "tells")

    def __init__(
        self,
        seat: int,
        rule: str,
        values: Values,
        prompt: Prompt,
        reasons: Callable[[Any], Iterator[Refusal]],
        labels: Labels = (),
        opened: Values | None = None,
        about: Any = None,
        details: Details = None,
        tells: str = "",
        follows: Sequence[str] = (),
    ) -> None:
        """Ask a seat for one of the values.

        Args:
            seat: Who is asked.
            rule: The rule that asks.
            values: Everything that could be tried, in the order to show it.
            prompt: The question in a few words.
            reasons: Yields every reason against a value.
            labels: The words for the values, if the values are not words themselves.
            opened: The values without a reason against them, if they are known directly.
            about: What the game's own bots may want to know about the question; nothing else uses it.
            details: Says what is worth knowing before choosing an open value.
            tells: The id of the measure whose chance the details say.
            follows: The rules of what follows whatever is chosen.
        """
        self.seat = seat
        self.rule = rule
        self.values = values
        self.words = (prompt, labels, details)
        self.reasons = reasons
        self.opened = opened
        self.about = about
        self.tells = tells
        self.follows = follows

    def refuse(self, value: Value) -> Iterator[Refusal]:
        return self.reasons(value)

    def tells_exactly(self) -> str:
        return self.tells

    def leads_to(self) -> Sequence[str]:
        return self.follows

    def open(self) -> Sequence[Value]:
        opened = self.opened
        return super().open() if opened is None else opened() if callable(opened) else opened


class WhoActs(Choose):
    """Asks which of several players acts, while one of them is asked on behalf of all.

    It is a real question only if one person plays every seat.
    """

    __slots__ = ("myself",)

    def __init__(self, seat: int, rule: str, names: Sequence[str], prompt: Prompt, myself: str) -> None:
        """Ask a seat for one of the names, of which `myself` is the name of the seat itself."""
        super().__init__(seat, rule, names, prompt)
        self.myself = myself

    @property
    def own(self) -> Value:
        return self.myself


class Together(Ask):
    """Several seats answer at once or in secret; nobody sees the answer of another seat before all are in.

    The answer is a tuple with one value per ask, in the order of `asks`.
    """

    __slots__ = ("asks", "rule", "seat")

    def __init__(self, asks: Sequence[Choose], rule: str) -> None:
        self.asks = tuple(asks)
        self.rule = rule
        self.seat = None

    def __repr__(self) -> str:
        return f"<Together: {self.rule} asks {self.asks}>"

    def resolve(self, choose: Callable[[Choose], Value], random: Random) -> tuple[Value, ...]:
        return tuple([choose(ask) for ask in self.asks])

    def accepts(self, answer: Any) -> bool:
        return (
            isinstance(answer, tuple)
            and len(answer) == len(self.asks)
            and all(ask.accepts(value) for ask, value in zip(self.asks, answer, strict=True))
        )

    def parse(self, text: str) -> tuple[Value, ...]:
        """Answers are separated by semicolons, in the order of the asks."""
        parts = text.split(";")
        if len(parts) != len(self.asks):
            raise ValueError(f"expected {len(self.asks)} answers separated by “;”, got {len(parts)}: “{text}”")
        return tuple(ask.parse(part) for ask, part in zip(self.asks, parts, strict=True))

    def renew(self) -> None:
        for ask in self.asks:
            ask.renew()
