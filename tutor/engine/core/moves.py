"""Moves: everything about one thing that a player may do, in one class, and the question that offers moves.

A game writes a `Move` for each kind of move, in the module of its rule and in the order of the book's page. Wherever a
player chooses among moves, a rule asks `Moves` with the `Menu` of those that could be tried, and has it carry out the
answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Self, TypeVar

from tutor.engine.core.asks import Choose, Prompt, Refusal, Rule, Value
from tutor.engine.core.table import Table

G = TypeVar("G", bound=Table)
"""The game's table."""
W = TypeVar("W")
"""What a game's moves receive besides the table: whose move it is, or another description of the moment."""

NOTHING: Any = ()
"""Stands in for the rule of a move that asks nothing, so that `yield from` works with every move."""


class Move(Generic[G, W]):
    """One kind of move: its words, the answers that could be tried, what forbids them and what they do.

    An answer is the verb alone, or a tuple of the verb and more words. `label`, `refuse` and `do` are handed the table,
    what `Moves` was asked with, and these words, which an override may name: `def refuse(self, g, hero, place)`.
    """

    verb: str
    """The first word of its answers, which no other move of the same question has."""
    heading: str = ""
    """The heading under which the screen groups it; empty for none."""
    words: str = ""
    """The words on the button, with `{}` for a word of the answer."""
    node: str = ""
    """The node of the flow to which the move brings the turn; empty if its rule does that itself."""
    apart: bool = False
    """Whether only its own button chooses it, because a press on a card is not expected to."""

    def label(self, g: G, who: W, /, *what: Any, **_: Any) -> str:
        """The words on the button, with cards by their names."""
        return self.words.format(*map(g.called, what))

    def group(self, g: G, who: W, /, *what: Any, **_: Any) -> str:
        """The heading for this answer, if a move has several."""
        return self.heading

    def detail(self, g: G, who: W, /, *what: Any, **_: Any) -> str:
        """What is worth knowing before choosing this open answer; empty for nothing."""
        return ""

    def prospects(self, g: G, who: W, /, *what: Any, **_: Any) -> str:
        """What the player can know of the chances after this open answer, to be shown with its odds."""
        return ""

    def about(self, g: G, who: W, /, *what: Any, **_: Any) -> Sequence[str]:
        """The rules, besides the move's own, that a player needs to know before choosing this open answer."""
        return ()

    def tries(self, g: G, who: W) -> Sequence[Value]:
        """Every answer that a player could reasonably try, open or closed, in the order in which they are shown."""
        return (self.verb,)

    def refuse(self, g: G, who: W, /, *what: Any, **_: Any) -> Iterator[Refusal]:
        """Yield every reason against an answer; nothing if it is open."""
        return iter(())

    def open(self, g: G, who: W) -> Sequence[Value]:
        """The answers of `tries` that are not refused. Override this only if speed needs a direct list."""
        return [value for value in self.tries(g, who) if next(self.refuse(g, who, *words_after(value)), None) is None]

    @staticmethod
    def do(*args: Any, **_: Any) -> Any:
        """Carry the move out; a move that is never open need not override this.

        An override is a rule that asks, or a function that asks nothing.
        """
        return None

    def make(self, g: G, who: W, what: tuple[Any, ...] = ()) -> Rule[Any]:
        """Come to the move's node of the flow, and carry the move out with the further words of the answer.

        Returns the move's rule, or `NOTHING`. This is not a generator, because a simulation calls it all the time.
        """
        if self.node:
            g.step(self.node)
        do: Any = self.do  # taken as a value: the compiler would pass everything on as a tuple and a dict
        doing: Rule[Any] | None
        if not what:
            doing = do(g, who)
        elif len(what) == 1:
            doing = do(g, who, what[0])
        else:
            doing = do(g, who, *what)
        return doing or NOTHING

    def each(self, what: Iterable[str]) -> list[Value]:
        """The answers that have one more word, which is one of these."""
        verb = self.verb
        return [(verb, one) for one in what]


class Decline(Move[Any, Any]):
    """Doing nothing, which is always possible if it is offered."""

    def __init__(self, verb: str, words: str) -> None:
        self.verb = verb
        self.words = words


class Closed(Move[G, W]):
    """A move that a player could try and that a rule always forbids."""

    def open(self, g: G, who: W) -> Sequence[Value]:
        return ()


def words_after(value: Value) -> tuple[Value, ...]:
    """The words that follow the verb in an answer."""
    return value[1:] if isinstance(value, tuple) else ()


class Opening(Generic[G, W]):
    """A move whose open answers depend on the table, with the open answers that follow it in the menu."""

    __slots__ = ("always", "move", "then")

    def __init__(self, move: Move[G, W], always: bool) -> None:
        """Args: the move; whether nothing ever closes one of its answers."""
        self.move = move
        self.always = always
        self.then: tuple[Value, ...] = ()
        """The answers of the moves right after it in the menu, which are open whatever the table."""


class Menu(Generic[G, W]):
    """The moves of a question by their verbs, in the order in which they are shown; made once for all questions."""

    __slots__ = ("first", "moves", "opens")

    first: tuple[Value, ...]
    """The answers that come first and are always open."""
    opens: list[Opening[G, W]]
    """The moves whose open answers depend on the table, found once, because a simulation needs them all the time."""

    def __init__(self, *moves: Move[G, W]) -> None:
        """Args: the moves. Raises: ValueError, if two have the same verb."""
        self.moves = {move.verb: move for move in moves}
        if len(self.moves) < len(moves):
            raise ValueError(f"two moves have the same verb: {', '.join(move.verb for move in moves)}")
        self.first = ()
        self.opens = []
        for move in moves:
            always = _always(move)
            if isinstance(move, Closed):
                continue
            if not (always and type(move).tries is Move.tries):
                self.opens.append(Opening(move, always))
            elif self.opens:
                self.opens[-1].then += (move.verb,)
            else:
                self.first += (move.verb,)


def _always(move: Move[Any, Any]) -> bool:
    """Whether nothing ever closes a move."""
    return type(move).refuse is Move.refuse and type(move).open is Move.open


class Moves(Choose, Generic[G, W]):
    """One seat chooses a move. The open answers and the tries are listed once and kept until the table changes.

    A subclass may word the question (`prompt`), put a reason before those of the moves (`refuse`), say that it is asked
    only so that silence reveals nothing (`hidden_pass`), or list the open answers directly (`now_open`). It needs no
    `__init__`.
    """

    __slots__ = ("_open", "_tries", "asked", "g", "menu", "who")

    def __init__(self, seat: int, rule: str, menu: Menu[G, W], g: G, who: W, prompt: Prompt = "") -> None:
        """Ask a seat for one of the moves.

        Args:
            seat: Who is asked.
            rule: The rule that asks.
            menu: The moves that could be tried.
            g: The table.
            who: What the moves receive besides the table.
            prompt: The question in a few words.
        """
        self.seat = seat
        self.rule = rule
        self.menu = menu
        self.g = g
        self.who = who
        self.asked = prompt
        self._open: Sequence[Value] | None = None
        self._tries: Sequence[Value] | None = None

    def prompt(self) -> str:
        return self.asked() if callable(self.asked) else self.asked or "Choose"

    def again(self) -> Self:
        """Return the same question, to be asked once more after an answer that left it open."""
        return type(self)(self.seat, self.rule, self.menu, self.g, self.who, self.asked)

    def meant(self, value: Any) -> tuple[Move[G, W], tuple[Any, ...]]:
        """Return the move that an answer makes, and its further words."""
        if isinstance(value, tuple):
            return self.menu.moves[value[0]], value[1:]
        return self.menu.moves[value], ()

    def do(self, value: Value) -> Rule[Any]:
        """Carry an answer out; return what its rule returns."""
        move, what = self.meant(value)
        return move.make(self.g, self.who, what)

    def played(self) -> Rule[Any]:
        """Ask, and carry the answer out; return what its rule returns."""
        return (yield from self.do((yield self)))

    def candidates(self) -> Sequence[Value]:
        tries = self._tries
        if tries is None:
            self._tries = tries = self.now_tries()
        return tries

    def now_tries(self) -> list[Value]:
        """List what could be tried. Override this only if the moves do not come in the order of the menu."""
        g, who = self.g, self.who
        return [value for move in self.menu.moves.values() for value in move.tries(g, who)]

    def open(self) -> Sequence[Value]:
        found = self._open
        if found is None:
            self._open = found = self.now_open()
        return found

    def now_open(self) -> list[Value]:
        """List what is open. Override this only for a question that is asked very often."""
        g, who, menu = self.g, self.who, self.menu
        found = [*menu.first]
        for one in menu.opens:
            found += one.move.tries(g, who) if one.always else one.move.open(g, who)
            if one.then:
                found += one.then
        return found

    def accepts(self, answer: Any) -> bool:
        verb = answer[0] if isinstance(answer, tuple) and answer else answer
        move = self.menu.moves.get(verb) if isinstance(verb, str) else None
        if move is None or answer not in move.tries(self.g, self.who):
            return False
        return next(self.refuse(answer), None) is None

    def refuse(self, value: Value) -> Iterator[Refusal]:
        move, what = self.meant(value)
        return move.refuse(self.g, self.who, *what)

    def label(self, value: Value) -> str:
        move, what = self.meant(value)
        return move.label(self.g, self.who, *what)

    def group(self, value: Value) -> str:
        move, what = self.meant(value)
        return move.group(self.g, self.who, *what)

    def detail(self, value: Value) -> str:
        move, what = self.meant(value)
        return move.detail(self.g, self.who, *what)

    def prospects(self, value: Value) -> str:
        move, what = self.meant(value)
        return move.prospects(self.g, self.who, *what)

    def about(self, value: Value) -> Sequence[str]:
        """The rules, besides the move's own, that a player needs to know before choosing this open answer."""
        move, what = self.meant(value)
        return move.about(self.g, self.who, *what)

    def apart(self, value: Value) -> bool:
        return self.meant(value)[0].apart

    def renew(self) -> None:
        self._open = self._tries = None
