"""A match: a table, the answers given so far, and the rule that waits for the next one.

A generator cannot be copied, so a position is kept as *checkpoint + answers since*: between agenda items the table is
plain data and is copied now and then; undo, fork and resume replay the few answers after the last checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random as Twister
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.engine.core.asks import Ask, Chance, Choose, Cut, Random, Refusal, Rule, Together, Value, spell
from tutor.engine.core.history import History
from tutor.engine.core.rules import Rules
from tutor.engine.core.table import Many, Note, Table

if TYPE_CHECKING:
    from tutor.engine.core.game import Game

SPACING = 8
"""The least number of answers between checkpoints after somebody has gone back or forked; more would slow undo down."""
STRIDE = 64
"""The least number of answers between checkpoints while a match goes forward; fewer would slow play down."""

MASK = (1 << 64) - 1

_tuple: Any = tuple.__new__
"""Makes a named tuple without its slower constructor."""


class Illegal(ValueError):
    """An answer that the rules do not allow here, with every reason."""

    def __init__(self, ask: Ask, value: Any, refusals: tuple[Refusal, ...]) -> None:
        self.ask = ask
        self.value = value
        self.refusals = refusals
        reasons = "; ".join(f"{r.why} ({r.rule})" + (f". {r.fix}" if r.fix else "") for r in refusals)
        super().__init__(f"“{spell(value)}” is refused: {reasons}")


def _reasons(ask: Ask, value: Any) -> tuple[Refusal, ...]:
    """Every reason against an answer that is not accepted."""
    if isinstance(ask, Choose):
        return ask.why_not(value)
    return (Refusal(ask.rule, f"“{spell(value)}” is not possible here"),)


class Entry(NamedTuple):
    """One answer of a match with the ask it answered."""

    rule: str
    seat: int | None
    value: Any
    together: bool = False
    """Whether the value holds the answers of several seats that were asked together."""


class Checkpoint(NamedTuple):
    """A table between two agenda items, and the numbers of answers, notes and steps until then."""

    answers: int
    notes: int
    steps: int
    table: Table


class Run:
    """Drives one table: takes the agenda's rules one after the other and holds the ask that is pending.

    Matches, odds and simulations are built on this bare loop, which keeps no history and checks no answer.
    """

    __slots__ = ("ask", "between", "generator", "rules", "table")

    def __init__(self, rules: Rules, table: Table, between: Callable[[], None] | None = None) -> None:
        """Start the head of the table's agenda.

        Args:
            rules: The game's rules.
            table: The table, which the run now owns and changes.
            between: Called before each agenda item, when the table is plain data.
        """
        self.rules = rules
        self.table = table
        self.between = between
        self.generator: Rule[None] | None = None
        self.ask: Ask | None = None
        self._next()

    def send(self, answer: Any) -> None:
        """Give the pending ask its answer and run to the next ask; `ask` is None when the game is over."""
        assert self.generator is not None
        try:
            self.ask = self.generator.send(answer)
        except StopIteration:
            self._end()
        else:
            if isinstance(self.ask, Cut):
                self._next()

    def _next(self) -> None:
        while True:
            self.generator = through(self.rules, self.table, self.between)
            try:
                self.ask = next(self.generator)
            except StopIteration:
                self._end()
                return
            if not isinstance(self.ask, Cut):
                return

    def _end(self) -> None:
        self.generator = None
        self.ask = None


def through(rules: Rules, table: Table, before: Callable[[], None] | None = None) -> Rule[None]:
    """All that the rules of a table's agenda ask, one rule after the other, until the agenda is empty.

    A `Cut` ends the running rule: code that meets one drops this generator and goes through the rest with a new one.

    Args:
        rules: The game's rules.
        table: The table, whose agenda is used up.
        before: Called before each agenda item.
    """
    agenda, functions = table.agenda, rules.functions
    while agenda:
        if before is not None:
            before()
        task = agenda.pop(0)
        function = functions[task[0]]
        running: Rule[None] | None = function(table) if len(task) == 1 else function(table, *task[1:])
        if running is not None:  # if not, the rule asks nothing
            yield from running


def rollout(rules: Rules, table: Table, choose: Callable[[Any], Value], random: Random, limit: int = 1_000_000) -> int:
    """Play `table` to the end at full speed and return how many answers that took.

    Nothing is checked, noted or kept. The table is changed.

    Raises:
        RuntimeError: if the game has not ended after `limit` answers.
    """
    answers = 0
    while table.agenda:
        send = through(rules, table).send
        try:
            ask: Ask = send(None)
            while not isinstance(ask, Cut):
                if answers == limit:
                    raise RuntimeError(f"no end after {answers} answers")
                answers += 1
                ask = send(ask.resolve(choose, random) if ask.seat is None else choose(ask))
        except StopIteration:
            pass
    return answers


def stream(seed: int) -> Random:
    """Return a source of chance, several times as fast as `chance_at`, for a game in which nobody goes back."""
    return Twister(seed).random


def chance_at(seed: int, place: int) -> Random:
    """Return the source of chance for the answer number `place` of a match with this seed.

    It depends on nothing else, so a match that is undone, saved or forked goes on with the same dice.
    (A splitmix64 stream.)
    """
    state = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03 + 0x8CB92BA72F3D8DD7) & MASK

    def random() -> float:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) >> 11) / (1 << 53)

    return random


class Match:
    """A game being played, with everything that a learner, a host or a designer does to it."""

    def __init__(self, game: Game, table: Table, seed: int = 0, origin: str = "", like: Match | None = None) -> None:
        """Start playing `table`, which the match copies.

        Args:
            game: The game.
            table: Any position; its agenda says what happens next.
            seed: Settles all chance that nobody answers by hand.
            origin: The text of the scene that the position came from, kept in the match's records.
            like: A match to go on from instead; the new match keeps its last checkpoints closer together.
        """
        self.game = game
        self.seed = seed
        self.origin = origin
        self._history: History[Entry] = History(like._history.done if like else ())
        self.log, self.undone = self._history.done, self._history.undone
        self.notes: list[Note] = like.notes.copy() if like else []
        self.steps: list[str] = like.steps.copy() if like else []
        self.pending: dict[int, Value] = like.pending.copy() if like else {}
        self._checkpoints: list[Checkpoint] = like._checkpoints.copy() if like else [Checkpoint(0, 0, 0, table.copy())]
        self._close: int = like._close if like else 0  # the answers up to which checkpoints are close together
        self._run: Run
        self._rewind(len(self.log))

    # -- what is asked ---------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        now = "over" if self.ask is None else repr(self.ask)
        return f"<match of {self.game.title}: {', '.join(self.table.names)}; {Many(len(self.log)):answer}; {now}>"

    @property
    def table(self) -> Table:
        """The current table. A change to it by hand is lost at the next undo."""
        return self._run.table

    @property
    def ask(self) -> Ask | None:
        """The ask that is pending; None when the game is over."""
        return self._run.ask

    @property
    def trail(self) -> tuple[str, ...]:
        """The ids of the rules in force, outermost first."""
        return self.game.rules.trail(self._run.generator)

    def asked(self, seat: int | None) -> Choose | None:
        """What `seat` (None: the first seat that is asked) is asked now, if anything, alone or together with others."""
        if seat is None:
            return next((part for one in range(self.table.seats) if (part := self.asked(one)) is not None), None)
        ask = self.ask
        if isinstance(ask, Together):
            return next((a for i, a in enumerate(ask.asks) if a.seat == seat and i not in self.pending), None)
        return ask if isinstance(ask, Choose) and ask.seat == seat else None

    # -- answering ---------------------------------------------------------------------------------------------------

    def answer(self, value: Any, seat: int | None = None) -> None:
        """Answer the pending ask; several seats that are asked together answer one by one with `seat`, or all at once.

        Raises:
            Illegal: if the answer is not open; nothing has changed then.
        """
        ask = self.ask
        if ask is None:
            raise Illegal(_NOTHING, value, (Refusal("", "the game is over"),))
        if seat is not None and seat != ask.seat:
            self._answer_part(ask, value, seat)
            return
        if not ask.accepts(value):
            raise Illegal(ask, value, _reasons(ask, value))
        self.undone.clear()
        self._give(ask, value)

    def _answer_part(self, ask: Ask, value: Value, seat: int) -> None:
        part = self.asked(seat)
        if part is None or not isinstance(ask, Together):
            raise Illegal(ask, value, (Refusal(ask.rule, "nothing is asked of this seat now"),))
        if not part.accepts(value):
            raise Illegal(part, value, part.why_not(value))
        self.pending[ask.asks.index(part)] = value
        if len(self.pending) == len(ask.asks):
            self.undone.clear()
            self._give(ask, tuple(self.pending[i] for i in range(len(ask.asks))))

    def answer_by_chance(self) -> Any:
        """Let chance answer the pending roll, draw or shuffle by this match's seed, and return the result."""
        ask = self.ask
        assert isinstance(ask, Chance), "chance is not asked"
        value = ask.resolve(nobody, chance_at(self.seed, len(self.log)))
        self.undone.clear()
        self._give(ask, value)
        return value

    def play(self, choose: Callable[[Choose], Value], until: Callable[[Match], bool] | None = None) -> None:
        """Let chance and `choose` answer until the game is over or `until` says so."""
        while (ask := self._run.ask) is not None and not (until and until(self)):
            if isinstance(ask, Chance):  # an answer by the match's own chance is always possible
                value = ask.resolve(choose, chance_at(self.seed, len(self.log)))
            else:
                value = ask.resolve(choose, no_chance)
                if self.pending:  # an answer that was given already stays
                    value = tuple(self.pending.get(i, part) for i, part in enumerate(value))
                if not ask.accepts(value):
                    raise Illegal(ask, value, _reasons(ask, value))
            self.undone.clear()
            self._give(ask, value)

    def _give(self, ask: Ask, value: Any) -> None:
        self.pending = {}
        self.log.append(_tuple(Entry, (ask.rule, ask.seat, value, isinstance(ask, Together))))
        self._run.send(value)

    # -- moving through time -------------------------------------------------------------------------------------------

    def undo(self, answers: int = 1) -> None:
        """Take back the last answers, including those of chance; `redo` gives them again.

        If only some of the seats that are asked together have answered, just their answers are dropped, for good.
        """
        if self.pending:
            self.pending = {}
            return
        self._rewind(self._history.back(answers))

    def redo(self, answers: int = 1) -> None:
        """Give answers again that were taken back."""
        for _ in range(min(answers, len(self.undone))):
            self.pending = {}
            self._run.send(self._history.again().value)

    def fork(self, *answers: Any) -> Match:
        """Return an independent match in the same position, then give it `answers`."""
        new = Match(self.game, self.table, self.seed, self.origin, like=self)
        self._checkpoints[:] = new._checkpoints  # the next fork near here has less to replay
        self._close = new._close
        for answer in answers:
            new.answer(answer)
        return new

    def since_checkpoint(self) -> tuple[Table, tuple[Any, ...]]:
        """Return the last table kept, which must not be changed, and the answers given since."""
        if len(self.log) - self._close >= SPACING:
            self.fork()  # keep checkpoints close together up to here
        last = self._checkpoints[-1]
        return last.table, tuple(entry.value for entry in self.log[last.answers :])

    def _rewind(self, n: int) -> None:
        """Go to where this many answers had been given, and keep checkpoints close together on the way."""
        kept = self._checkpoints
        while kept[-1].answers > n:
            kept.pop()
        last = kept[-1]
        again = self.log[last.answers : n]
        del self.log[last.answers :], self.notes[last.notes :], self.steps[last.steps :]
        table = last.table.copy()
        table.listen(self.notes.append, self.steps.append)
        keeper = _Keeper(table, self.log, self.notes, self.steps, kept)
        run = self._run = Run(self.game.rules, table, keeper.keep)
        for entry in again:
            self.log.append(entry)
            run.send(entry.value)
        keeper.spacing = STRIDE
        self._close = n


class _Keeper:
    """Keeps a checkpoint of a table wherever the last one is `spacing` answers back.

    It has no reference to the match, which can therefore be freed as soon as nobody needs it.
    """

    __slots__ = ("kept", "log", "notes", "spacing", "steps", "table")

    def __init__(
        self, table: Table, log: list[Entry], notes: list[Note], steps: list[str], kept: list[Checkpoint]
    ) -> None:
        self.table = table
        self.log = log
        self.notes = notes
        self.steps = steps
        self.kept = kept
        self.spacing = SPACING

    def keep(self) -> None:
        answers = len(self.log)
        if answers - self.kept[-1].answers >= self.spacing:
            self.kept.append(Checkpoint(answers, len(self.notes), len(self.steps), self.table.copy()))


def no_chance() -> float:
    """Stand in for the source of chance where a seat is asked."""
    raise AssertionError("chance is asked, not a seat")


def nobody(ask: Choose) -> Value:
    """Stand in for the chooser where chance is asked."""
    raise AssertionError("a seat is asked, not chance")


_NOTHING = Cut("")


def uniformly(random: Random) -> Callable[[Choose], Value]:
    """Return a chooser that answers with any open option, all equally likely."""

    def choose(ask: Choose) -> Value:
        values: Sequence[Value] = ask.open()
        return values[int(random() * len(values))]

    return choose
