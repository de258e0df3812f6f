"""`rules-tutor simulate`: many games between bots, and what difference a change makes."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tutor.commands.shared import (
    Cards,
    Json,
    Readings,
    Seed,
    Variants,
    Workers,
    chosen_parameters,
    chosen_readings,
    fast,
    played_with,
    print_json,
    processes,
    say,
)
from tutor.commands.watched import bar, interrupts

if TYPE_CHECKING:
    from tutor.lab.compare import Comparison
    from tutor.lab.metrics import Metric
    from tutor.lab.pools import Played, Pool
    from tutor.lab.simulate import Plan

INTERRUPTED = 130
MOST_GAMES = 10_000_000
RULES_CHANGED = "reading:RULE=READING, parameter:RULE=NUMBER, variant:ID, no-variant:ID"
CHANGES = f"{RULES_CHANGED}, bots:NAMES, seats:N, cards:DIR or from:SCENE"


def simulate(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    games: Annotated[
        int, typer.Option(help="How many games to play; in a comparison, on each side.", min=1, max=MOST_GAMES)
    ] = 200,
    seats: Annotated[
        int | None, typer.Option(help="How many players; by default, those of --from or as few as the game allows.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--from", help="A scene or record; every game begins where it ends.")
    ] = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one per seat, separated by commas.")] = "own",
    seed: Seed = 0,
    variant: Variants = None,
    reading: Readings = None,
    parameter: Annotated[
        list[str] | None, typer.Option(help="RULE=NUMBER: change a number that the book gives; repeatable.")
    ] = None,
    cards: Cards = None,
    compare: Annotated[
        list[str] | None, typer.Option(help=f"What the second side changes: {CHANGES}; repeatable.")
    ] = None,
    swap: Annotated[
        bool, typer.Option(help="With two bots at two seats, play every seed twice and swap the seats.")
    ] = False,
    measure: Annotated[list[str] | None, typer.Option(help="A measure to compare, draw or show; repeatable.")] = None,
    metrics: Annotated[
        bool,
        typer.Option(
            "--metrics", help="Also measure how the games develop, such as who leads when; this is much slower."
        ),
    ] = False,
    margin: Annotated[float | None, typer.Option(help="The smallest difference that matters.", min=0)] = None,
    workers: Workers = 1,
    dask: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler whose workers play: tcp://HOST:PORT.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="CSV or Parquet file with one row per game.")] = None,
    plot: Annotated[Path | None, typer.Option(help="SVG or PNG file for a picture of the first measure.")] = None,
    json: Json = False,
) -> None:
    """Play many games between bots and show what happens.

    The report says who wins, how the games end, what was measured and whether a change matters. Ctrl-C ends the
    run, and the finished games are still reported.
    """
    fast(not any("never:" in text for text in (bots, *(compare or ()))))
    from tutor.engine.book.files import BadInput
    from tutor.lab.pools import play_all
    from tutor.lab.simulate import Plan, ready
    from tutor.lab.tables import check_names, draw, write_table
    from tutor.lab.watch import LOOKS

    plan = Plan(
        game,
        games,
        seed,
        seats,
        _names(bots),
        chosen_readings(reading or ()),
        tuple(variant or ()),
        chosen_parameters(parameter or ()),
        str(cards or ""),
        _text(start),
        str(start or ""),
        looks=LOOKS if metrics else 0,
        name="first",
    )
    plans = _sides(plan, compare or (), swap)
    names = ready(plans[0])[0].names
    _check(plans[0], measure or ())
    check_names(out, plot)
    if dask and workers != 1:
        raise BadInput("--workers", str(workers), "leave this out with --dask, because the cluster plays the games")
    with bar(json, sum(one.games for one in plans)) as progress, interrupts() as interrupted:
        played = play_all(plans, _pool(workers, dask), progress, interrupted)
    told = _Told(played, names, tuple(measure or ()), margin, swap)
    if out and told.enough:
        write_table(out, told.sides, names)
    if plot and told.enough:
        draw(plot, told.sides, told.measures[0], told.texts[told.measures[0]])
    if json:
        print_json(told.data())
    else:
        told.print()
    if any(row.trouble for side in played.rows for row in side):
        raise typer.Exit(1)
    if not played.whole:
        raise typer.Exit(INTERRUPTED)


def _check(plan: "Plan", measures: Sequence[str]) -> None:
    """Find out before anything is played whether everything can be measured."""
    from tutor.engine.book.files import BadInput
    from tutor.lab.measures import measures_of

    known = measures_of(plan)
    for measure in measures:
        if measure not in known and not measure.startswith("end:"):
            raise BadInput("--measure", measure, f"no such measure; known: end:HOW, {', '.join(known)}")


def _names(bots: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in bots.split(","))


def _text(path: Path | None) -> str:
    from tutor.engine.book.files import read_text

    return "" if path is None else read_text(path)


def _sides(plan: "Plan", changes: Sequence[str], swap: bool) -> tuple["Plan", ...]:
    from tutor.engine.book.files import BadInput

    if swap:
        if changes or len(plan.bots) != 2 or plan.games % 2:
            raise BadInput("--swap", "", "expected two bots, an even number of games, and no --compare")
        half = replace(plan, games=plan.games // 2, name=" against ".join(plan.bots))
        return half, replace(half, bots=half.bots[::-1], name=" against ".join(half.bots[::-1]))
    other = plan
    for change in changes:
        other = _changed(other, change)
    return (plan, replace(other, name=" ".join(changes))) if changes else (plan,)


def _changed(plan: "Plan", change: str) -> "Plan":
    from tutor.engine.book.files import BadInput

    key, _, value = change.partition(":")
    match key:
        case "reading":
            return replace(plan, readings={**dict(plan.readings), **chosen_readings([value])})
        case "parameter":
            return replace(plan, parameters={**dict(plan.parameters), **chosen_parameters([value])})
        case "variant":
            return replace(plan, variants=(*plan.variants, value))
        case "no-variant" if value in plan.variants:
            return replace(plan, variants=tuple(one for one in plan.variants if one != value))
        case "bots":
            return replace(plan, bots=_names(value))
        case "seats" if value.isdecimal():
            return replace(plan, players=int(value))
        case "cards" if value:
            return replace(plan, cards=value)
        case "from" if value:
            return replace(plan, scene=_text(Path(value)), file=value)
    raise BadInput("--compare", change, f"expected {CHANGES}")


def _pool(workers: int, dask: str | None) -> "Pool | None":
    from tutor.lab.pools import DaskPool, LocalPool

    if dask:
        return DaskPool(dask)
    return None if workers == 1 else LocalPool(processes(workers))


@dataclass
class _Told:
    """The results, in words and as data."""

    played: "Played"
    names: tuple[str, ...]
    asked: tuple[str, ...]
    margin: float | None
    swap: bool

    def __post_init__(self) -> None:
        from tutor.lab.measures import measures_of

        self.sides = [(plan.name, rows) for plan, rows in zip(self.played.plans, self.played.rows, strict=True)]
        rows = [row for _, each in self.sides for row in each if not row.trouble]
        plan = self.played.plans[0]
        found = measures_of(plan, rows)
        self.texts = {measure: measure for measure in self.asked} | measures_of(plan) | found
        paired = len(self.sides) == 2 and not self.swap
        self.measures = self.asked or tuple(f"won:{name}" for name in self.names)
        self.looked_at = self.measures if paired else self.asked or tuple(found)
        self.enough = min(sum(not row.trouble for row in each) for _, each in self.sides) > 1

    def metrics(self) -> list[tuple[str, list["Metric"]]]:
        """The metrics of every side, if its games were watched."""
        from tutor.lab.metrics import metrics

        if not self.played.plans[0].looks:
            return []
        return [(name, metrics(rows, self.margin)) for name, rows in self.sides]

    def comparisons(self) -> list["Comparison"]:
        from tutor.lab.compare import compare

        if len(self.sides) < 2 or self.swap or not self.enough:
            return []
        (_, first), (_, second) = self.sides
        return [compare(first, second, measure, self.margin) for measure in self.measures]

    def data(self) -> dict[str, Any]:
        from tutor.lab.compare import duel, figure

        plan = self.played.plans[0]
        data: dict[str, Any] = {
            "game": plan.game,
            "players": list(self.names),
            "seed": plan.seed,
            "asked_for": self.played.total,
            "played": self.played.done,
            "sides": [
                {
                    "name": one.name,
                    "bots": list(one.bots),
                    "measures": {m: asdict(figure(rows, m)) for m in self.looked_at} if self.enough else {},
                    "trouble": [{"seed": row.seed, "why": row.trouble} for row in rows if row.trouble],
                }
                for one, (_, rows) in zip(self.played.plans, self.sides, strict=True)
            ],
            "comparisons": [one.data() for one in self.comparisons()],
        }
        for side, (_, found) in zip(data["sides"], self.metrics(), strict=False):
            side["metrics"] = {one.id: asdict(one.figure) for one in found}
        if self.swap and self.enough:
            data["duel"] = asdict(duel(self.sides[0][1], self.sides[1][1], self.names))
        return data

    def print(self) -> None:
        from tutor.engine.core.table import Many

        plan = self.played.plans[0]
        games = f"{Many(self.played.done):game} from seed {plan.seed}"
        say(f"{plan.game}, {len(self.names)} players, {games}, {played_with()}")
        if not self.played.whole:
            say(f"Ended early after {self.played.done:,} of {Many(self.played.total):game}.")
        if not self.enough:
            say("Too few games were played to say anything.")
        elif self.swap:
            self._print_duel()
        elif len(self.sides) == 2:
            self._print_comparisons()
        else:
            self._print_side(self.sides[0][1], plan.bots)
        several = len(self.sides) > 1
        for name, found in self.metrics():
            say(f"Metrics of the side “{name}”:" if several else "Metrics:")
            for one in found:
                say(f"  {one.words}  {one.text}")
        for name, rows in self.sides:
            for row in [row for row in rows if row.trouble][:3]:
                game = f"{f'On the side “{name}”, the' if several else 'The'} game with seed {row.seed}"
                say(f"{game} could not be finished: {row.trouble}")

    def _print_side(self, rows: Sequence[Any], bots: Sequence[str]) -> None:
        from tutor.lab.compare import figure

        say(f"Bots: {', '.join(bots)}")
        for measure in self.looked_at:
            say(f"  {self._figure(figure(rows, measure), measure)}  {self.texts[measure]}")

    def _print_comparisons(self) -> None:
        say(f"Second side: {self.sides[1][0]}")
        for one in self.comparisons():
            say(f"{self.texts[one.measure]}  ({one.measure})")
            for name, found in (("first", one.first), ("second", one.second), ("difference", one.difference)):
                say(f"  {self._figure(found, one.measure)}  {name}")
            say(f"  {one.words}")

    def _print_duel(self) -> None:
        from tutor.engine.core.table import Many
        from tutor.lab.compare import duel

        found = duel(self.sides[0][1], self.sides[1][1], self.names)
        one, other = self.played.plans[0].bots
        say(
            f"  {self._figure(found.won, 'won')}  {one} wins and {other} does not (every seed played twice, with the "
            "seats swapped)"
        )
        say(f"  {Many(found.lost):game} went to {other} alone, and {found.shared:,} to both or to nobody.")

    @staticmethod
    def _figure(found: Any, measure: str) -> str:
        from tutor.lab.measures import is_share

        if is_share(measure):
            return f"{found.value:7.1%}  ({found.low:.1%} to {found.high:.1%})"
        return f"{found.value:7.4g}  ({found.low:.4g} to {found.high:.4g})"
