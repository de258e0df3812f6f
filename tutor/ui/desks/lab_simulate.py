"""Simulate and compare in the lab: many games from the current position, with one side or two, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from csv import DictWriter
from dataclasses import replace
from io import StringIO
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.asks import spell
from tutor.engine.core.game import RANDOM, Game
from tutor.engine.core.table import Many
from tutor.lab.bots import OWN, bot, policy, seat_bots
from tutor.lab.branch import Branch
from tutor.lab.compare import figure
from tutor.lab.extra import Missing
from tutor.lab.matters import SIDES, telling, told
from tutor.lab.measures import flat, is_share, measures_of
from tutor.lab.metrics import GAMES as WATCHED
from tutor.lab.runner import DONE, IDLE, RUNNING, Limits, Refused, Report, Runner
from tutor.lab.simulate import Plan, beginning
from tutor.lab.watch import LOOKS
from tutor.lab.workbench import Workbench
from tutor.lab.writing import scene_text
from tutor.ui.desks.lab_charts import chart, looked_at, spelled
from tutor.ui.desks.lab_panels import Block
from tutor.ui.desks.new_game import whole
from tutor.ui.fields import choice, download, number, send_form, text
from tutor.ui.model_panel import DialogButton

ALONE = "alone"
GAMES = 400
GAMES_HERE = 40
"""Games per side by default, if the page's own Python plays them."""
LOOKED_AT_HERE = 5
"""Games whose course is measured by default in that case."""
EVERY_GAME = (RANDOM, "greedy", "monte-carlo:5", "monte-carlo:20")
"""The bots besides a game's own; the last ones try moves out and are slow."""

FROM_HERE = (
    "The games of this branch continue from here until they end. If you compare it with another branch, the games of "
    "that branch continue from its own position, and games with the same seed are compared with each other."
)
FROM_BEGINNING = (
    "The game is over here, so the games of this branch begin with its scene. If you compare it with another branch, "
    "the games of that branch continue from its own position, unless its game is over, too. Games with the same seed "
    "are compared with each other."
)
LOOK = " “Look at the game” plays {games} games and tries out other moves in them, so it takes longer."
HERE = " The games are played in your browser, one after the other, so ask for fewer games than you would on a server."


class Simulation:
    """The simulations of one lab, one at a time."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits
        self.runner = Runner(limits=limits)
        self.plans: tuple[Plan, ...] = ()
        self.here = self.runner.limits.here
        self.bots, self.games, self.against, self.measure = OWN, str(GAMES_HERE if self.here else GAMES), "", ""
        self.shown = ""
        """The measure that was last shown."""
        self.never = ""
        self.problem = ""
        self.csv = False
        self.why = ""

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self.runner.poll().state == RUNNING

    def again(self) -> Simulation:
        """End what is being played, and return a new simulation."""
        self.runner.cancel()
        return Simulation(self._limits)

    # -- what is asked ---------------------------------------------------------------------------------------------

    def hear(self, button: str, values: Mapping[str, str], bench: Workbench) -> None:
        """Take over the fields, and do what was pressed; if something prevents that, the panel says what."""
        self.problem = ""
        self.bots = values.get("bots", self.bots)
        self.games = values.get("games", self.games)
        self.never = values.get("never", self.never).strip()[:80]
        self.csv = button == "lab.simulate.csv"
        self.why = ""
        self.against = values.get("against", self.against)
        if values.get("measure", "") != self.shown:  # what was picked for the visitor is not a choice of theirs
            self.measure = values.get("measure", self.measure)
        try:
            if button == "lab.simulate.start":
                self._start(bench)
            elif button == "lab.simulate.look":
                self._start(bench, looks=LOOKS)
            elif button == "lab.simulate.cancel":
                self.runner.cancel()
            elif button == "lab.simulate.move":
                self._move(bench)
        except (Refused, Missing, BadInput) as error:
            self.problem = str(error)

    def _start(self, bench: Workbench, looks: int = 0) -> None:
        games = self._looked_at if looks else whole(self.games, "games", "the simulation")
        first = Plan(
            bench.branch.game.id,
            games,
            bots=(self._player(),),
            scene=_played_from(bench.branch),
            looks=looks,
            name=bench.current,
        )
        second = self._second(first, bench)
        self.runner.start(first, second)
        self.plans = (first,) if second is None else (first, second)

    @property
    def _looked_at(self) -> int:
        """The number of games per side that are played to look at the game."""
        return LOOKED_AT_HERE if self.here else WATCHED

    def _player(self) -> str:
        """The name of the bot that plays."""
        return f"{self.bots}+never:{self.never}" if self.never else self.bots

    def _move(self, bench: Workbench) -> None:
        """Let the bot answer for whoever is asked, and keep its reason."""
        match, asked = bench.branch.here, bench.branch.asked()
        if asked is None:
            why = "the game is over" if match.ask is None else "a roll or a draw is still due"
            raise BadInput("the bot", "", f"no player is asked anything here, because {why}")
        said: list[str] = []
        bots = seat_bots(match.game, (self._player(),), match.table.seats)
        value = policy(match, bots, lambda ask, value, why: said.append(why))(asked.ask)
        self.why = f"{match.table.names[asked.ask.seat]}: “{asked.ask.label(value)}”. {' '.join(said)}".strip()
        bench.answer(asked.ask.seat, spell(value))

    def _second(self, first: Plan, bench: Workbench) -> Plan | None:
        """The other side, which is the same except for a reading, a variant or the position of another branch."""
        kind, _, what = self._beside(self._sides(bench, bench.branch.here.table)).partition(" ")
        if kind == "reading":
            rule, _, option = what.partition(" ")
            return replace(first, readings={rule: option}, name=f"{rule}: {option}")
        if kind == "variant":
            return replace(first, variants=(what,), name=what)
        if kind == "branch" and what in bench.branches:
            other = bench.branches[what]
            return replace(first, game=other.game.id, scene=_played_from(other), name=what)
        return None

    def _beside(self, sides: Sequence[tuple[str, str]]) -> str:
        """The chosen side; until one is chosen, another branch if there is one."""
        known = [id for id, _ in sides]
        return self.against if self.against in known else next((id for id in known if id.startswith("branch ")), ALONE)

    # -- what is shown ---------------------------------------------------------------------------------------------

    def blocks(self, bench: Workbench) -> list[Block]:
        """The panel: what to play, how far it has got, and the results."""
        report = self.runner.poll()
        form = self._form(bench, report)
        found: list[Block] = [form]
        if self.why:
            found.append({"kind": "text", "text": self.why})
        if report.state == IDLE:
            return found
        if report.state == RUNNING:
            words = f"{report.done:,} of {Many(report.total):game}"
            found.append({"kind": "progress", "title": words, "share": report.done / max(1, report.total)})
        else:
            found.append({"kind": "text", "text": self._ended(report)})
        return found + self._results(report) + ([self._table(report)] if self.csv else [])

    def _table(self, report: Report) -> Block:
        """All games to download, one per line."""
        names = beginning(self.plans[0]).names
        lines = [
            {"side": p.name, **flat(row, names)}
            for p, side in zip(self.plans, report.rows, strict=True)
            for row in side
        ]
        text = StringIO()
        writer = DictWriter(text, list(lines[0]) if lines else [])
        writer.writeheader()
        writer.writerows(lines)
        return {
            "kind": "form",
            "id": "lab.csv",
            "title": "All games",
            "textarea": text.getvalue(),
            "textarea_label": "One line per game, as CSV",
            "buttons": [download("games.csv")],
        }

    def _ended(self, report: Report) -> str:
        if report.state != DONE:
            return (
                report.why
                or f"Cancelled after {report.done:,} of {Many(report.total):game}. The games that were played are kept."
            )
        told = f"{Many(report.total):game was|games were} played in {report.seconds:.1f} seconds."
        broken = Counter(row.trouble for side in report.rows for row in side if row.trouble)
        for why, n in broken.most_common():
            told += f" {Many(n):game} could not be finished and {'was' if n == 1 else 'were'} left out ({why})."
        return told

    def _form(self, bench: Workbench, report: Report) -> Block:
        game, table = bench.branch.game, bench.branch.here.table
        sides = self._sides(bench, table)
        bots = [(OWN, "the game’s own simple bot"), *((name, name) for name in (*game.bots, *_that_play(game)))]
        block: Block = {
            "kind": "form",
            "id": "lab.simulate",
            "title": "Play many games from here",
            "text": (FROM_HERE if bench.branch.here.ask is not None else FROM_BEGINNING)
            + (HERE if self.here else "")
            + LOOK.format(games=self._looked_at),
            "fields": [
                choice("bots", "Who plays", bots, self.bots),
                number("games", "Games per side", self.games, min=2),
                text("never", "What the bots never do (a rule’s id or a move)", self.never, wide=True),
                choice("against", "Compare with", sides, self._beside(sides), wide=True),
            ],
            "buttons": self._buttons(report.state),
        }
        if report.state != IDLE and not self.plans[0].looks:
            self.shown = self._measured(report)
            measures = self._measures(report)
            block["fields"].append(choice("measure", "Measure", measures, self.shown, live=True, wide=True))
        if self.problem:
            block["problem"] = self.problem
        return block

    def _buttons(self, state: str) -> list[DialogButton]:
        if state == RUNNING:
            return [send_form("lab.simulate.cancel", "Cancel")]
        buttons = [
            send_form("lab.simulate.start", "Play"),
            send_form("lab.simulate.look", "Look at the game"),
            send_form("lab.simulate.move", "Just one move"),
        ]
        return buttons if state == IDLE else [*buttons, send_form("lab.simulate.csv", "All games as a table")]

    def _sides(self, bench: Workbench, table: Any) -> list[tuple[str, str]]:
        game = bench.branch.game
        return [
            (ALONE, "nothing"),
            *((f"branch {n}", f"the branch “{n}”") for n in bench.branches if n != bench.current),
            *(
                (f"variant {id}", f"the same game with this variant: {text}")
                for id, text in game.variants.items()
                if id not in table.variants
            ),
            *(
                (f"reading {entry.id} {option.id}", f"{entry.id}: {option.text}")
                for entry in game.book
                for option in entry.options
                if table.readings.get(entry.id) != option.id
            ),
        ]

    def _measures(self, report: Report) -> list[tuple[str, str]]:
        rows = [row for side in report.rows for row in side]
        return list(measures_of(self.plans[0], rows).items())

    def _measured(self, report: Report) -> str:
        known = dict(self._measures(report))
        return self.measure if self.measure in known else telling(self.plans[0], report.rows)

    def _results(self, report: Report) -> list[Block]:
        if self.plans[0].looks:
            return looked_at([(plan.name, side) for plan, side in zip(self.plans, report.rows, strict=True)])
        measure = self._measured(report)
        try:
            figures = [figure(rows, measure) for rows in report.rows]
            compared = report.comparison(measure) if len(report.rows) == SIDES else None
            verdict = told(self.plans[0], report.rows)["words"] if compared and report.state != RUNNING else ""
        except BadInput:  # too few games yet
            return []
        share = is_share(measure)
        rows = [[plan.name, *spelled(one, share)] for plan, one in zip(self.plans, figures, strict=True)]
        if compared is not None:
            rows.append(["difference", *spelled(compared.difference, share, sign=True)])
        table: Block = {
            "kind": "rows",
            "title": dict(self._measures(report))[measure],
            "head": ["", "estimate", "95% interval", "games"],
            "rows": rows,
            "text": compared.words if compared is not None and verdict else "",
        }
        overall: list[Block] = [{"kind": "text", "text": f"*{verdict}*"}] if verdict else []
        return [
            *overall,
            table,
            chart([(p.name, side) for p, side in zip(self.plans, report.rows, strict=True)], figures, measure),
        ]


def _played_from(branch: Branch) -> str:
    """The scene from which games go on: the branch's position, or its beginning if the game is over there."""
    return branch.text() if branch.here.ask is not None else scene_text(branch.doc)


def _that_play(game: Game) -> list[str]:
    """The bots of `EVERY_GAME` that can play this game."""
    found = []
    for name in EVERY_GAME:
        with suppress(BadInput):
            bot(game, name)
            found.append(name)
    return found
