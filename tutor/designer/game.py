"""A game for designers: matches, scenes, rules, the turn flow, simulations, comparisons and sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.designer.match import Match
from tutor.designer.runs import MANY, Source, plan_of, played
from tutor.designer.shown import Shown, table
from tutor.designer.sources import pool_of, text_of, with_rules
from tutor.engine.book.files import BadInput, parse_toml
from tutor.engine.core.game import Game as Engine
from tutor.engine.core.game import bots_of

if TYPE_CHECKING:
    from tutor.designer.metrics import Metrics
    from tutor.designer.results import Comparisons, Simulation, Sweep
    from tutor.designer.rule import Rule
    from tutor.designer.views import FlowChart


class Game(Shown):
    """One of the games, as `tutor.game("shelter")` returns it. Everything else starts here."""

    def __init__(self, engine: Engine) -> None:
        """Args: the engine's game."""
        self.engine = engine

    # -- what it is ---------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The name of the game's folder, which is its id everywhere."""
        return self.engine.id

    @property
    def title(self) -> str:
        """The title on the box."""
        return self.engine.title

    @property
    def players(self) -> range:
        """How many people can play."""
        return self.engine.seats

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of all rules, in the book's order."""
        return tuple(self.engine.book.entries)

    @property
    def variants(self) -> dict[str, str]:
        """The optional rules: id → what the rule changes."""
        return dict(self.engine.variants)

    @property
    def readings(self) -> dict[str, tuple[str, ...]]:
        """The unclear rules with their readings: rule id → readings, the default first."""
        return {id: tuple(self.rule(id).readings) for id in self.engine.book.defaults}

    @property
    def parameters(self) -> dict[str, str]:
        """The book's numbers that can be changed: rule id → what it counts, the book's number, its bounds."""
        return {
            one.rule: f"{one.text}: {one.default} ({one.least} to {one.most})"
            for one in self.engine.parameters.declared()
        }

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that can sit in a seat; the first plays best."""
        return tuple(bots_of(self.engine))

    @property
    def cards(self) -> Mapping[str, Any]:
        """The stand-in card set: id → card."""
        return dict(self.engine.cards.items())

    def rule(self, id: str) -> Rule:
        """Return a rule with its text, the lines of the book, its readings, code, scenarios and pages.

        Raises:
            BadInput: if there is no such rule; the message names similar ones.
        """
        from tutor.designer.rule import Rule

        self.engine.book.check([id], "the rule", "id")
        return Rule(self.engine, self.engine.book[id])

    def flow(self, at: Match | None = None) -> FlowChart:
        """Return the turn as a picture and a graph; the way that a match has taken is marked if you give one.

        Raises:
            BadInput: if the match is of another game.
        """
        from tutor.designer.views import FlowChart
        from tutor.ui.pictures.flow_picture import FlowPicture, flow_of

        walk: Sequence[str] = ()
        if at is not None:
            if at.game.id != self.id:
                raise BadInput("flow", "at", f"this is a match of {at.game.title}, not of {self.title}")
            walk = at._branch.here.steps
        return FlowChart(FlowPicture(*flow_of(self.id), walk=walk))

    # -- matches ------------------------------------------------------------------------------------------------

    def new(
        self,
        players: int | Sequence[str] | None = None,
        seed: int = 0,
        variants: Sequence[str] = (),
        readings: Mapping[str, str] | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> Match:
        """Begin a game from its setup, at the first question of a player.

        Args:
            players: How many players, or their names; by default, as few as can play.
            seed: Decides all dice and cards before that question, and those of `Match.luck`.
            variants: Optional rules in play.
            readings: Readings that differ from the defaults, by rule.
            parameters: Parameters that differ from the book's numbers, by rule.

        Raises:
            BadInput: if any of this does not fit.
        """
        from tutor.lab.branch import Branch
        from tutor.lab.writing import told

        setup = self.engine.setup(
            self._fewest(readings, variants) if players is None else players,
            readings,
            tuple(variants),
            file="the new game",
            parameters=parameters,
        )
        changed = told({"variants": list(variants), "readings": readings, "parameters": parameters})
        doc = {"game": self.id, "players": list(setup.names), "seed": seed, **changed}
        return Match(Branch("main", doc)).luck()

    def _fewest(self, readings: Mapping[str, str] | None, variants: Sequence[str]) -> int:
        return self.engine.seat_counts(self.engine.book.readings(readings or {}, "the new game"), variants)[0]

    def scene(
        self,
        source: str | Path,
        readings: Mapping[str, str] | None = None,
        variants: Sequence[str] | None = None,
        parameters: Mapping[str, int] | None = None,
        case: int = 0,
    ) -> Match:
        """Lay out a scene and take its steps.

        Args:
            source: The text of a scene, or the path of its file; the key `game` is optional.
            readings: Readings to use in addition to those of the scene.
            variants: Variants to use instead of those of the scene.
            parameters: Parameters to use in addition to those of the scene.
            case: Which case of the scene to use, counted from 0, if it has several.

        Raises:
            BadInput: if the scene cannot be read or is of another game, or if a step does not fit.
        """
        from tutor.lab.branch import Branch

        doc, file = self._doc(source, case)
        doc = with_rules(doc, readings, variants, parameters)
        try:
            return Match(Branch("main", doc, doc.pop("play", [])))
        except BadInput as error:
            raise BadInput(file, error.place, error.expected) from None

    def _doc(self, source: str | Path, case: int = 0) -> tuple[dict[str, Any], str]:
        """Return a scene as plain data, and the name that errors give it."""
        from tutor.lab.scenes import cases_of

        text, file = text_of(source)
        document = parse_toml(text, file)
        document.setdefault("game", self.id)
        if document["game"] != self.id:
            raise BadInput(file, "game", f"expected {self.id}, got {document['game']}")
        if "answers" in document:
            raise BadInput(file, "", "this is a record; tutor.load reads it")
        cases = cases_of(document, file)
        if not 0 <= case < len(cases):
            raise BadInput(file, "case", f"expected one of {len(cases)} cases, counted from 0, got {case}")
        doc = dict(cases[case][1])
        if not isinstance(doc.get("play", []), list):
            raise BadInput(file, "play", "expected a list of steps")
        return doc, file

    # -- many games ---------------------------------------------------------------------------------------------

    def simulate(
        self,
        scene: Source = None,
        games: int = 200,
        players: int | Sequence[str] | None = None,
        bots: str | Sequence[str] = "own",
        readings: Mapping[str, str] | None = None,
        variants: Sequence[str] = (),
        parameters: Mapping[str, int] | None = None,
        seed: int = 0,
        workers: int = 1,
    ) -> Simulation:
        """Let bots play many games to their end.

        Args:
            scene: Where every game begins: a match or a scene; by default, the setup.
            games: How many games to play, with the seeds `seed`, `seed` + 1 and so on.
            players: How many players, or their names; by default, as the scene says, or as few as can play.
            bots: One bot for all seats, or one for each: names from `bots`, or `own` for the best.
            readings: Readings that differ from the scene's or the defaults.
            variants: Optional rules, in addition to the scene's.
            parameters: Parameters that differ from the scene's or the book's.
            seed: The first game's seed.
            workers: How many processes play; with 1, this process does.

        Raises:
            BadInput: if any of this does not fit; in that case, no game has been played.
            Missing: if several workers are asked for and joblib is not installed.
        """
        plan = plan_of(self, scene, games, players, bots, readings, variants, parameters, seed)
        return played([plan], workers)[0]

    def compare(
        self,
        scene: Source = None,
        readings: Mapping[str, str] | None = None,
        variants: Sequence[str] = (),
        parameters: Mapping[str, int] | None = None,
        games: int = 200,
        measures: Sequence[str] = (),
        players: int | Sequence[str] | None = None,
        bots: str | Sequence[str] = "own",
        seed: int = 0,
        workers: int = 1,
    ) -> Comparisons:
        """Play pairs of games with the same seed, one as the scene or the book has it and one with these changes.

        Args:
            scene: Where every game begins: a match or a scene; by default, the setup.
            readings: The second side's readings.
            variants: The second side's variants, in addition to the scene's.
            parameters: The second side's parameters.
            games: How many pairs of games to play.
            measures: What to compare (see `Simulation.measures`); by default, what is counted for all players together.
            players: How many players, or their names.
            bots: One bot for all seats, or one for each.
            seed: The first pair's seed.
            workers: How many processes play; with 1, this process does.

        Raises:
            BadInput: if any of this does not fit; in that case, no game has been played.
            Missing: if joblib is not installed and there are several workers.
        """
        from tutor.designer.results import Comparisons
        from tutor.lab.matters import looked_at
        from tutor.lab.measures import measures_of
        from tutor.lab.sweeps import check_measure

        if not (readings or variants or parameters):
            raise BadInput("compare", "", "expected readings, variants or parameters for the second side")
        first = plan_of(self, scene, games, players, bots, None, (), None, seed)
        second = plan_of(self, scene, games, players, bots, readings, variants, parameters, seed)
        for measure in measures:
            check_measure(first, measure)
        sides = played([first, second], workers)
        found = looked_at(first, [side.rows for side in sides])
        words = {**measures_of(first), **found, **sides[0].measures}
        ours, theirs = sides
        return Comparisons(ours, theirs, {id: words.get(id, id) for id in measures} if measures else found)

    def sweep(
        self,
        scene: Source,
        values: Mapping[str, Sequence[Any]],
        measure: str,
        games: int = 200,
        players: int | Sequence[str] | None = None,
        bots: str | Sequence[str] = "own",
        seed: int = 0,
        workers: int = 1,
    ) -> Sweep:
        """Play the same games with one value after another.

        Args:
            scene: Where every game begins: a match or a scene; by default, the setup.
            values: What is swept and its values: `parameters.RULE`, `cards.TYPE.ID.FIELD`, `readings.RULE` or
                `players`. If there are several, all combinations are played.
            measure: What to measure; `Simulation.measures` lists what there is.
            games: How many games to play at each point.
            players: How many players, or their names.
            bots: One bot for all seats, or one for each.
            seed: The first game's seed, the same at each point.
            workers: How many processes play; with 1, this process does.

        Raises:
            BadInput: if any of this does not fit; in that case, no game has been played.
            Missing: if joblib is not installed and there are several workers.
        """
        from tutor.designer.progress import progress
        from tutor.designer.results import Sweep
        from tutor.lab.sweeps import sweep

        plan = plan_of(self, scene, games, players, bots, None, (), None, seed)
        with progress(MANY) as told:
            return Sweep(measure, sweep(plan, values, measure, told, pool_of(workers)))

    def metrics(
        self,
        scene: Source = None,
        games: int = 40,
        players: int | Sequence[str] | None = None,
        bots: str | Sequence[str] = "own",
        readings: Mapping[str, str] | None = None,
        variants: Sequence[str] = (),
        parameters: Mapping[str, int] | None = None,
        seed: int = 0,
        workers: int = 1,
        margin: float | None = None,
    ) -> Metrics:
        """Measure how games go: how long they are, how many options there are, which choices matter and who leads.

        Args:
            scene: Where every game begins: a match or a scene; by default, the setup.
            games: How many games to play, with the seeds `seed`, `seed` + 1 and so on.
            players: How many players, or their names; by default, as the scene says, or as few as can play.
            bots: One bot for all seats, or one for each; in imagined games, random bots replace those that try moves
                out.
            readings: Readings that differ from the scene's or the defaults.
            variants: Optional rules, in addition to the scene's.
            parameters: Parameters that differ from the scene's or the book's.
            seed: The first game's seed.
            workers: How many processes play; with 1, this process does.
            margin: A choice matters if it clearly changes the chance of winning by more than this; 0.05 if None.

        Raises:
            BadInput: if any of this does not fit; in that case, no game has been played.
            Missing: if joblib is not installed and there are several workers.
        """
        from tutor.designer.metrics import Metrics
        from tutor.lab.watch import LOOKS

        plan = plan_of(self, scene, games, players, bots, readings, variants, parameters, seed, LOOKS)
        return Metrics(played([plan], workers)[0], margin)

    # -- showing ------------------------------------------------------------------------------------------------

    def _facts(self) -> list[tuple[str, str]]:
        engine = self.engine
        return [
            ("players", f"{engine.seats[0]} to {engine.seats[-1]}"),
            ("rules", f"{len(self.rules)}, {len(self.readings)} of them unclear"),
            ("variants", ", ".join(engine.variants) or "none"),
            ("parameters", ", ".join(self.parameters) or "none"),
            ("bots", ", ".join(self.bots)),
            ("cards", f"{len(engine.cards)} kinds: {', '.join(engine.card_types)}"),
        ]

    def __repr__(self) -> str:
        return f"<game {self.id}: {self.title}, {self.players[0]} to {self.players[-1]} players>"

    def __str__(self) -> str:
        return "\n".join([f"{self.title} ({self.id})", *(f"  {name:<12} {words}" for name, words in self._facts())])

    def html(self) -> str:
        return f"<h4>{escape(self.title)} <code>{self.id}</code></h4>{table(('', ''), self._facts())}"
