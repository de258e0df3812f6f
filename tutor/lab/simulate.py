"""Many games between bots: what is played (`Plan`), playing it (`play`), and one row for every game (`Row`).

Games run on the bare loop, in which nothing is checked or kept. A game depends on its plan and its seed and on nothing
else, so the rows are the same wherever the games are played, in whatever order and on however many machines.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from tutor.engine.book.files import BadInput, parse_toml
from tutor.engine.core.asks import Choose, Random, Value
from tutor.engine.core.game import Bot, Game, find_game
from tutor.engine.core.match import Match, Run, rollout, stream
from tutor.engine.core.table import Note, Table
from tutor.engine.play.playing import Unmet, play_scene
from tutor.engine.play.record import load
from tutor.engine.play.scene import load_scenes
from tutor.lab.bots import OWN, SEAT_STRIDE, Look, fresh, seat_bots
from tutor.lab.watch import Watch, Watched

LONGEST = 100_000
"""Answers after which a game is given up as endless."""

PLACES = 1 << 40
"""The number of sources of chance that a game may have."""

Result = TypeVar("Result")

Progress = Callable[[int, int], None]
"""Called after every game with the number of games played and the number of all games."""


@dataclass(frozen=True)
class Plan:
    """What is to be played: many games from one beginning, with seeds that follow one another.

    A plan is plain data, so it can be compared, hashed and sent to another process.
    """

    game: str
    """The game's id."""
    games: int = 200
    seed: int = 0
    """The first game's seed; the others follow."""
    players: int | tuple[str, ...] | None = None
    """How many, or their names; as few as the game allows, or as the scene names, if None."""
    bots: tuple[str, ...] = (OWN,)
    """A bot for all seats, or one per seat (`bots.bot` lists them)."""
    readings: Any = ()
    """Readings other than the defaults: a table of rule id → reading, kept as sorted pairs."""
    variants: tuple[str, ...] = ()
    parameters: Any = ()
    """Numbers other than the book's: a table of rule id → number, kept as sorted pairs."""
    cards: str = ""
    """A folder of cards; empty for the stand-in set."""
    scene: str = ""
    """The text of a scene or record in whose last position every game begins; if empty, games begin with the setup."""
    file: str = "scene"
    """The name of that scene or record, for errors."""
    reached: bool = False
    """Whether every row keeps which rules came up, which is slower."""
    looks: int = 0
    """How many decisions of each game to try out; if any, rows keep what was seen on the way, which is much slower."""
    name: str = ""
    """The name of this side of a comparison."""

    def __post_init__(self) -> None:
        for key in ("readings", "parameters"):
            chosen = getattr(self, key)
            pairs = chosen.items() if isinstance(chosen, Mapping) else chosen
            object.__setattr__(self, key, tuple(sorted((rule, value) for rule, value in pairs)))
        for key in ("bots", "variants"):
            object.__setattr__(self, key, tuple(getattr(self, key)))
        if isinstance(self.players, list):
            object.__setattr__(self, "players", tuple(self.players))

    @property
    def compiled(self) -> bool:
        """Whether the compiled twin can play it; a bot that avoids a rule needs to know the rules in force."""
        return not any("never:" in bot for bot in self.bots)

    @property
    def seeds(self) -> range:
        """The seeds of all games."""
        return range(self.seed, self.seed + self.games)

    def part(self, seed: int, games: int) -> Plan:
        """The same plan for some of its games only."""
        return replace(self, seed=seed, games=games)


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one game."""

    seed: int
    answers: int
    """How many choices, rolls, draws and shuffles there were."""
    end: str
    """How it ended, in the game's words."""
    winners: tuple[str, ...]
    """The players who won; none if nobody did."""
    scores: dict[str, int] = field(default_factory=dict)
    """Points by player; empty for a game without points."""
    measures: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """For each of the game's measures, the players for whom it is true between the beginning and the end of the game.

    The setup does not count. If the game begins with it, the beginning is the first decision after it.
    """
    reached: tuple[str, ...] = ()
    """The rules that asked, were cited by a note or were entered, if the plan keeps them."""
    trouble: str = ""
    """Why the game could not be finished; empty for a game that was played to its end."""
    watched: Watched | None = None
    """What was seen on the way, if the plan asks for it."""


# -- the beginning -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where every game of a plan begins: a table between two agenda items, and the answers given since."""

    game: Game
    table: Table
    answers: tuple[Any, ...] = ()
    setup: frozenset[str] = frozenset()
    """The rules of the game's setup, if the games begin with it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""
        return self.table.names


def beginning(plan: Plan) -> Beginning:
    """Return where the games of a plan begin.

    Raises:
        BadInput: if anything in the plan does not fit.
    """
    game = find_game(plan.game)
    if plan.games < 1:
        raise BadInput("plan", "games", f"expected at least 1, got {plan.games}")
    cards = game.load_cards(Path(plan.cards)) if plan.cards else None
    if plan.scene:
        match = _match(plan, game, cards)
        return Beginning(game, *match.since_checkpoint())
    readings = dict(plan.readings)
    players = plan.players
    if players is None:
        players = game.seat_counts(game.book.readings(readings, "plan"), plan.variants)[0]
    setup = game.setup(players, readings, plan.variants, cards, "plan", dict(plan.parameters))
    return Beginning(game, game.new(setup), setup=frozenset(entry.id for entry in game.book if entry.kind == "setup"))


def _match(plan: Plan, game: Game, cards: Any) -> Match:
    """The position that a plan's scene or record leads to."""
    if "answers" in parse_toml(plan.scene, plan.file):
        if plan.readings or plan.variants or plan.parameters or plan.players is not None:
            fixed = "the players, readings, variants and parameters of a record cannot be changed; use a scene"
            raise BadInput(plan.file, "", fixed)
        match = load(plan.scene, plan.file, cards=cards)
    else:
        scene = load_scenes(plan.scene, plan.file)[0]
        players = scene.players if plan.players is None else plan.players
        scene = replace(
            scene,
            players=list(players) if isinstance(players, tuple) else players,
            readings={**scene.readings, **dict(plan.readings)},
            variants=tuple(dict.fromkeys([*scene.variants, *plan.variants])),
            parameters={**scene.parameters, **dict(plan.parameters)},
        )
        if scene.game != game.id:
            raise BadInput(plan.file, "game", f"expected {game.id}, got {scene.game}")
        try:
            match = play_scene(scene, game, cards=cards).match
        except Unmet as unmet:
            raise unmet.as_input(plan.file) from None
    if match.game.id != game.id:
        raise BadInput(plan.file, "game", f"expected {game.id}, got {match.game.id}")
    if match.ask is None:
        raise BadInput(plan.file, "", "the game is over in this position, so there is nothing to play")
    return match


def ready(plan: Plan) -> tuple[Beginning, list[Bot]]:
    """Return where the games of a plan begin, and the bots that play them, one per seat.

    Raises:
        BadInput: if anything in the plan does not fit.
    """
    begun = beginning(plan)
    return begun, seat_bots(begun.game, plan.bots, begun.table.seats)


# -- playing -----------------------------------------------------------------------------------------------------------


def play(plan: Plan, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None) -> list[Row]:
    """Play the games of a plan one after the other, in this process.

    Args:
        plan: What to play.
        progress: Called after every game.
        cancelled: Called before every game; once it returns true, the rows so far are returned.

    Raises:
        BadInput: if anything in the plan does not fit.
    """
    begun, bots = ready(plan)
    rows: list[Row] = []
    for seed in plan.seeds:
        if cancelled is not None and cancelled():
            break
        rows.append(one_game(begun, seed, bots, plan.reached, plan.looks))
        if progress is not None:
            progress(len(rows), plan.games)
    return rows


def in_pieces(plan: Plan) -> Iterator[Row | None]:
    """Play the games of a plan as `play` does; yield their rows, and None wherever the caller may rest.

    Raises:
        BadInput: if anything in the plan does not fit.
    """
    begun, bots = ready(plan)
    for seed in plan.seeds:
        yield (yield from game_in_pieces(begun, seed, bots, plan.reached, plan.looks))


def one_game(begun: Beginning, seed: int, bots: Sequence[Bot], reached: bool = False, looks: int = 0) -> Row:
    """Play one game to its end and return its row. The row of a game that cannot be finished says why."""
    return without_rests(game_in_pieces(begun, seed, bots, reached, looks))


def without_rests(pieces: Generator[None, None, Result]) -> Result:
    """Do all pieces one after the other, and return their result."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            result: Result = end.value
            return result


def game_in_pieces(
    begun: Beginning, seed: int, bots: Sequence[Bot], reached: bool, looks: int
) -> Generator[None, None, Row]:
    """Play one game as `one_game` does, and yield wherever the caller may rest."""
    game, met = begun.game, set[str]()
    with game.rules.entered(met.add) if reached else nullcontext():
        sitting = Sitting(begun, seed, bots, met if reached else None, looks)
        try:
            yield from sitting.in_pieces()
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
            trouble = f"{type(error).__name__}: {error}"
        else:
            trouble = ""
    return sitting.row(trouble, tuple(sorted(met)))


class Sitting:
    """One game of a plan while it is played."""

    def __init__(self, begun: Beginning, seed: int, bots: Sequence[Bot], met: set[str] | None, looks: int = 0) -> None:
        """Args: beginning, seed, one bot per seat, a set (if any) for the rules that come up, and `Plan.looks`."""
        self.game, self.begun, self.seed, self.met = begun.game, begun, seed, met
        self.bots = [fresh(bot) for bot in bots]
        self.table: Table = begun.table.copy()
        self.before = None if begun.setup else begun.table
        self.answers = 0
        self.watch = Watch(self.game, bots, self.source, looks) if looks else None
        self.watched: Watched | None = None
        self._kept = begun.table
        self._since: list[Any] = []
        if met is not None:
            self.table.listen(self._hear, lambda step: None)
        self._randoms = [self.source(SEAT_STRIDE * (seat + 1)) for seat in range(self.table.seats)]

    def source(self, place: int) -> Random:
        """The game's source of chance number `place`."""
        return stream(self.seed * PLACES + place)

    def _hear(self, note: Note) -> None:
        assert self.met is not None
        self.met.update(note.rules.split())

    def choose(self, ask: Choose) -> Value:
        """Let the bot of the seat that is asked answer."""
        if self.met is not None:
            self.met.add(ask.rule)
        if self.before is None and ask.rule not in self.begun.setup:
            self.before = self.table.copy()
        seat: int = ask.seat
        if self.watch is not None:
            self.watch.asked(ask, self.table, self._since_kept)
        return self.bots[seat](ask, Look(self.game, self.table, seat, self._since_kept), self._randoms[seat])

    def _since_kept(self) -> tuple[Table, tuple[Any, ...]]:
        return self._kept, tuple(self._since)

    def _keep(self) -> None:
        self._kept = self.table.copy()
        self._since.clear()

    def in_pieces(self) -> Generator[None, None, None]:
        """Play to the end, with a rest after every answer unless the game can be played in one go.

        Raises:
            RuntimeError: if there is no end after `LONGEST` answers; a rule's own errors as they are.
        """
        random = self.source(0)
        keeping = self.watch is not None or any(getattr(bot, "thinks", False) for bot in self.bots)
        if not self.begun.answers and self.met is None and not keeping:
            self.answers = rollout(self.game.rules, self.table, self.choose, random, LONGEST)
            return
        run = Run(self.game.rules, self.table, self._keep if keeping else None)
        for answer in self.begun.answers:
            self._since.append(answer)
            run.send(answer)
        if not self.begun.setup:
            self.before = self.table.copy()
        while run.ask is not None:
            if self.answers == LONGEST:
                raise RuntimeError(f"no end after {LONGEST} answers")
            self.answers += 1
            if self.met is not None:
                self.met.add(run.ask.rule)
            answer = run.ask.resolve(self.choose, random)
            self._since.append(answer)
            run.send(answer)
            yield
        if self.watch is not None:
            self.watched = yield from self.watch.ended(self.table)

    def row(self, trouble: str, reached: tuple[str, ...]) -> Row:
        """The row of the game."""
        game, table, names = self.game, self.table, self.table.names
        before = self.before or self.begun.table
        if trouble:
            return Row(self.seed, self.answers, "", (), reached=reached, trouble=trouble)
        outcome = game.outcome(table)
        return Row(
            self.seed,
            self.answers,
            outcome.reason,
            tuple(names[seat] for seat in outcome.winners),
            dict(zip(names, outcome.scores, strict=False)),
            {
                measure.id: tuple(name for seat, name in enumerate(names) if measure.of(before, table, seat))
                for measure in game.measures
            },
            reached,
            watched=self.watched,
        )


# -- other ways to play ------------------------------------------------------------------------------------------------


def counted(match: Match) -> tuple[int, int]:
    """Return how many choices seats have made, and how many rolls, draws and shuffles there were.

    Answers given together count once per seat.
    """
    chances = sum(entry.seat is None and not entry.together for entry in match.log)
    return sum(len(entry.value) if entry.together else 1 for entry in match.log) - chances, chances
