"""The bots that every game has besides its own, and how a bot is named and called.

A bot gets the question, a `Look` and a source of chance, and returns an open value. It knows what its seat knows: the
bots here that try moves out do so in worlds that are dealt again from that (`Game.determinize`), never on the real
table.

    random              any open option, all equally likely
    own                 the first of the game's own bots
    greedy              what leaves it furthest ahead in points one step later
    monte-carlo:N       what does best in N imagined games for each option (20 if N is left out)
    BOT+never:WHAT      BOT, but it never does WHAT while something else is open: a rule's id, or an option by its
                        words, its first word or its heading; `never:WHAT` is a random bot
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import PASS, Chance, Choose, Random, Value, spell
from tutor.engine.core.game import RANDOM, Bot, Game, Position, at_random
from tutor.engine.core.match import Match, chance_at, nobody, stream, uniformly
from tutor.engine.core.table import Many, Table
from tutor.engine.play.chance import Line, Policy

OWN, GREEDY, MONTE_CARLO, NEVER = "own", "greedy", "monte-carlo", "never"

SEAT_STRIDE = 1 << 32
"""Keeps the bots' sources of chance apart from each other and from the match's own."""

PLAYOUTS = 20
"""Imagined games per option, if a Monte-Carlo bot's name does not give a number."""
MOST_PLAYOUTS = 1000
HORIZON = 150
"""Answers after which an imagined game is judged by its points, in games that always have points."""
LONGEST = 20_000
"""Answers after which an imagined game that has no points is given up."""
GREEDY_TRIES = 6
"""Imagined worlds per option that a greedy bot looks at."""
EDGE = 0.1
"""The largest worth of points, where a win is worth 1; they decide between moves that win equally often."""
HABIT = 0.5
"""How often a seat in an imagined game does what has done best so far, instead of moving at random."""
MEMORY = 50
"""Imagined games that form a habit; older ones fade."""
UNTRIED = (0, 1.0)
"""How often a move that has not been tried yet was tried, and its worth until then."""
SHOWN = 4
"""The number of options that a reason names."""


@dataclass(slots=True)
class Look:
    """What a seat that is asked can find out; calling it returns the position as the seat knows it."""

    game: Game
    table: Table
    seat: int
    since: Callable[[], tuple[Table, tuple[Any, ...]]]
    """A table between two agenda items and the answers given since, from which imagined worlds are made."""

    def __call__(self) -> Position:
        return self.game.position(self.table, self.seat)

    def determinized(self, random: Random) -> Line:
        """Return the question as it is in one world that the seat cannot tell from the true one."""
        table, answers = self.since()
        line = Line(self.game.rules, table, answers, determinize=lambda table: self.game.determinize(table, self.seat))
        while line.determinizing:
            assert line.ask is not None
            line.advance(line.ask.resolve(nobody, random))
        return line


# -- bots that try moves out -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option with its results in imagined worlds."""

    value: Value
    worth: float
    won: float
    """The share of the imagined games that the seat won."""
    points: float | None
    """How far ahead of the best other seat it was on average; None for a game without points."""


class Thinker:
    """A bot that tries every open option in imagined worlds, and says why it moved."""

    thinks = True
    """Whether it needs a `Look` that can imagine worlds."""

    def __init__(self, tries: int, answers: int | None) -> None:
        """Args: imagined worlds per option, and answers until a world is judged (None: up to the next choice)."""
        self.tries = tries
        self.answers = answers
        self.why = ""
        """The reason for its last move."""
        self._habits: Habits | None = None

    def fresh(self) -> Thinker:
        """Return the same bot for another game, without anything learnt."""
        return Thinker(self.tries, self.answers)

    def __call__(self, ask: Choose, look: Any, random: Random) -> Value:
        values = ask.open()
        if len(values) == 1:
            self.why = "nothing else is open"
            return values[0]
        weighed = self.weigh(ask, look, random)
        self.why = explain(ask, weighed, self.tries)
        return weighed[0].value

    def weigh(self, ask: Choose, look: Look, random: Random) -> list[Weighed]:
        """Return the open options with their results, the best first. All are tried with the same chance."""
        if self._habits is None or self._habits.seat != ask.seat:
            self._habits = Habits(ask.seat)
        habits = self._habits
        values = ask.open()
        ends: list[list[tuple[float, float | None]]] = [[] for _ in values]
        for _ in range(self.tries):
            seed = int(random() * (1 << 53))
            for value, found in zip(values, ends, strict=True):
                found.append(self._try(value, look, habits, stream(seed)))
        weighed = [self._weighed(value, found) for value, found in zip(values, ends, strict=True)]
        return sorted(weighed, key=lambda one: -one.worth)

    def _weighed(self, value: Value, ends: Sequence[tuple[float, float | None]]) -> Weighed:
        ahead = [points for _, points in ends if points is not None]
        worth = fmean(_worth(*end) if self.answers else (end[1] or 0.0) for end in ends)
        return Weighed(value, worth, fmean(win for win, _ in ends), fmean(ahead) if ahead else None)

    def _try(self, value: Value, look: Look, habits: Habits, random: Random) -> tuple[float, float | None]:
        """Play one imagined world from `value`, and return the seat's share of the win and how far ahead it is."""
        seat, run = look.seat, look.determinized(random).run
        choose = habits.begin(random)
        ask, left = run.ask, 1
        assert ask is not None
        run.send(ask.resolve(lambda part: value if part.seat == seat else choose(part), random))
        while (ask := run.ask) is not None and (
            isinstance(ask, Chance) if self.answers is None else left < self.answers
        ):
            left += 1
            run.send(ask.resolve(choose, random))
        outcome = look.game.outcome(run.table)
        win = 1 / len(outcome.winners) if run.ask is None and seat in outcome.winners else 0.0
        ahead = None
        if len(outcome.scores) > 1:
            others = max(points for other, points in enumerate(outcome.scores) if other != seat)
            ahead = outcome.scores[seat] - others
        habits.end(_worth(win, ahead))
        return win, ahead


def _worth(win: float, ahead: float | None) -> float:
    """Return the worth of an end: winning, and a little for points."""
    return win if ahead is None else win + EDGE * ahead / (1 + abs(ahead))


class Habits:
    """How a seat plays on in imagined games: at random, or by what did best in earlier imagined games of this game.

    The other seats play at random.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._did: dict[tuple[str, Value], tuple[int, float]] = {}
        self._now: set[tuple[str, Value]] = set()

    def begin(self, random: Random) -> Callable[[Choose], Value]:
        """Begin an imagined game and return the chooser that answers in it."""
        self._now = now = set()
        did, seat = self._did, self.seat

        def choose(ask: Choose) -> Value:
            values = ask.open()
            n = len(values)
            if ask.seat != seat or n == 1:
                return values[int(random() * n)]
            rule = ask.rule
            if random() < HABIT:
                value = max(values, key=lambda value: did.get((rule, value), UNTRIED)[1])
            else:
                value = values[int(random() * n)]
            now.add((rule, value))
            return value

        return choose

    def end(self, worth: float) -> None:
        """Remember, for everything that the seat did, how this game ended."""
        for key in self._now:
            times, mean = self._did.get(key, (0, 0.0))
            self._did[key] = times + 1, mean + (worth - mean) / min(times + 1, MEMORY)


def explain(ask: Choose, weighed: Sequence[Weighed], tries: int) -> str:
    """Return why the first of these options was taken, with the figures of the best few."""

    def figures(one: Weighed) -> str:
        points = (
            ""
            if one.points is None
            else f", {abs(one.points):.1f} points {'ahead' if one.points >= 0 else 'behind'} on average"
        )
        return f"“{ask.label(one.value)}” won {one.won:.0%} of the time{points}"

    told = "; ".join(map(figures, weighed[:SHOWN]))
    rest = len(weighed) - SHOWN
    more = f"; {Many(rest):more option} did no better" if rest > 0 else ""
    return f"In {tries} imagined games for each option, {told}{more}."


def has_points(game: Game) -> bool:
    """Whether a game counts points from its beginning on."""
    return bool(game.outcome(game.new(game.setup(game.seats[0]))).scores)


# -- restricted bots ---------------------------------------------------------------------------------------------------


class Never:
    """A bot that plays like another one, but never does a certain thing while anything else is open."""

    def __init__(self, bot: Bot, what: str, by_rule: bool) -> None:
        """Args: the bot; what it never does; whether that is a rule's id rather than an option's words."""
        self.bot = bot
        self.what = what.casefold()
        self.by_rule = by_rule
        self.thinks = by_rule or getattr(bot, "thinks", False)

    def __call__(self, ask: Choose, look: Any, random: Random) -> Value:
        value = self.bot(ask, look, random)
        if not self._is_meant(ask, value, look, random):
            return value
        others = [one for one in ask.open() if one != value and not self._is_meant(ask, one, look, random)]
        return others[int(random() * len(others))] if others else value

    def fresh(self) -> Never:
        """Return the same bot for another game."""
        return Never(fresh(self.bot), self.what, self.by_rule)

    def _is_meant(self, ask: Choose, value: Value, look: Any, random: Random) -> bool:
        if self.by_rule:
            return self._leads_to_rule(ask, value, look, random)
        said = spell(value)
        return self.what in (
            part.casefold() for part in (said, said.partition(" ")[0], ask.label(value), ask.group(value))
        )

    def _leads_to_rule(self, ask: Choose, value: Value, look: Look, random: Random) -> bool:
        """Tell whether the rule acts, is noted or asks before the next choice; passing its question does not count."""
        if ask.rule == self.what and PASS in ask.open():
            return value != PASS
        line, met = look.determinized(random), set[str]()
        line.run.table.listen(lambda note: met.update(note.rules.split()), lambda step: None)
        choose, run = uniformly(random), line.run
        asked = run.ask
        assert asked is not None
        with look.game.rules.entered(met.add):
            run.send(asked.resolve(lambda part: value if part.seat == ask.seat else choose(part), random))
            while isinstance(run.ask, Chance):
                met.add(run.ask.rule)
                run.send(run.ask.resolve(choose, random))
        return self.what in met


def fresh(bot: Bot) -> Bot:
    """Return a bot for another game: those that learn while they play begin from scratch."""
    return bot.fresh() if isinstance(bot, Thinker | Never) else bot


# -- names -------------------------------------------------------------------------------------------------------------


def bot(game: Game, name: str) -> Bot:
    """Return a bot by its name.

    Raises:
        BadInput: if the game has no such bot.
    """
    base, *nevers = name.split(f"+{NEVER}:")
    if base.startswith(f"{NEVER}:"):
        base, nevers = RANDOM, [base.removeprefix(f"{NEVER}:"), *nevers]
    found = _plain_bot(game, base, name)
    for what in nevers:
        if not what.strip():
            raise BadInput("bots", name, f"expected {NEVER}:WHAT, where WHAT is a rule’s id or the words of an option")
        by_rule = "/" in what
        if by_rule and what.strip() not in game.book:
            raise BadInput("bots", name, f"{game.title} has no rule {what.strip()}")
        found = Never(found, what.strip(), by_rule)
    return found


def _plain_bot(game: Game, base: str, name: str) -> Bot:
    known: dict[str, Bot] = {RANDOM: at_random, OWN: next(iter(game.bots.values()), at_random), **game.bots}
    kind, _, number = base.partition(":")
    if base in known:
        return known[base]
    if base == GREEDY:
        if not has_points(game):
            raise BadInput(
                "bots", name, f"{game.title} does not count points along the way, so a greedy bot cannot play it"
            )
        return Thinker(GREEDY_TRIES, None)
    if kind == MONTE_CARLO:
        if number and not (number.isdecimal() and 1 <= int(number) <= MOST_PLAYOUTS):
            raise BadInput("bots", name, f"expected {MONTE_CARLO}:N with N from 1 to {MOST_PLAYOUTS}")
        return Thinker(int(number or PLAYOUTS), HORIZON if has_points(game) else LONGEST)
    there = ", ".join([*known, GREEDY, f"{MONTE_CARLO}:N", f"BOT+{NEVER}:WHAT"])
    raise BadInput("bots", name, f"no such bot of {game.title}; known: {there}")


def seat_bots(game: Game, names: Sequence[str], seats: int) -> list[Bot]:
    """Return a bot for every seat; the names are one for all seats, or one per seat.

    Raises:
        BadInput: if a name is unknown or their number does not fit.
    """
    if len(names) not in (1, seats):
        raise BadInput("bots", "", f"expected one name, or one for each of the {seats} seats, got {len(names)}")
    return [bot(game, name) for name in (names if len(names) == seats else list(names) * seats)]


def policy(match: Match, bots: Sequence[Bot], said: Callable[[Choose, Value, str], None] | None = None) -> Policy:
    """Return a chooser that lets every seat's bot answer for it, knowing what the seat knows.

    Its choices depend on the match's seed and on how far it is, and on nothing else.

    Args:
        match: The match that is played.
        bots: A bot for every seat.
        said: Called with the question, the answer and the reason after each move of a bot that can say why.
    """

    def choose(ask: Choose) -> Value:
        random = chance_at(match.seed, len(match.log) + SEAT_STRIDE * (ask.seat + 1))
        bot = fresh(bots[ask.seat])  # after an undo, the same answer comes again
        value = bot(ask, Look(match.game, match.table, ask.seat, match.since_checkpoint), random)
        if said is not None and isinstance(bot, Thinker):
            said(ask, value, bot.why)
        return value

    return choose
