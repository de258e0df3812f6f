"""Coverage: for every entry of a rulebook, whether the rules enforce it, a scenario tests it and a page teaches it.

Behaviour is what counts: a rule is enforced if the engine reported its id while a scenario about it ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tutor.engine.book.files import BadInput, read_text
from tutor.engine.book.rulebook import Entry
from tutor.engine.core.asks import Random
from tutor.engine.core.game import Game
from tutor.engine.core.match import Run, chance_at, uniformly
from tutor.engine.play.expecting import choices
from tutor.engine.play.playing import Unmet, play_scene
from tutor.engine.play.scene import Scene, load_scenes
from tutor.lessons.page import Page


@dataclass(frozen=True, slots=True)
class Ran:
    """A scenario that was run."""

    name: str
    rules: tuple[str, ...]
    """The rules it is about."""
    reported: frozenset[str]
    """The rules that came up."""
    asserts: bool
    """Whether it says what must hold or what must be refused."""
    failed: str = ""
    """What did not hold; empty if it passed."""


@dataclass(frozen=True, slots=True)
class Covered:
    """What is known about one entry."""

    entry: Entry
    enforced: bool
    tested: bool
    taught: tuple[str, ...]
    """The steps that teach it, as SLUG:STEP, counted from 1."""
    reached: int
    """In how many of the random games it came up."""
    missing: tuple[str, ...]
    """What is missing, and why."""


@dataclass(frozen=True, slots=True)
class Report:
    """The coverage of one game."""

    game: str
    entries: tuple[Covered, ...]
    scenarios: int
    failures: tuple[str, ...]
    games: int
    """How many random games were played."""

    @property
    def figures(self) -> dict[str, tuple[int, int]]:
        """How many entries are enforced, tested and taught, each out of how many."""
        enforceable = [c for c in self.entries if _to_enforce(c.entry)]
        return {
            "enforced": (sum(c.enforced for c in enforceable), len(enforceable)),
            "tested": (sum(c.tested for c in enforceable), len(enforceable)),
            "taught": (sum(bool(c.taught) for c in self.entries), len(self.entries)),
        }

    @property
    def complete(self) -> bool:
        """Whether nothing is missing and no scenario failed."""
        return not self.failures and all(have == of for have, of in self.figures.values())

    def text(self) -> str:
        """The report for a reader: the figures, then everything that is missing, with the reason."""
        lines = [f"{self.game}: {len(self.entries)} entries, {self.scenarios} scenarios, {self.games} random games"]
        for name, (have, of) in self.figures.items():
            share = f"{100 * have / of:.1f}%" if of else "none to count"
            lines.append(f"  {name:9}{have:5} of {of:4}  {share}")
        if self.games:
            reached = sum(c.reached > 0 for c in self.entries if _to_enforce(c.entry))
            lines.append(f"  {'reached':9}{reached:5} of {self.figures['enforced'][1]:4}  in random games")
        lines += [f"  failed    {failure}" for failure in self.failures]
        for covered in self.entries:
            lines += [f"  {covered.entry.id}: {what}" for what in covered.missing]
        excused = [c.entry for c in self.entries if c.entry.not_enforced]
        lines += [f"  {entry.id}: not enforced: {entry.not_enforced}" for entry in excused]
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {
            "game": self.game,
            "scenarios": self.scenarios,
            "games": self.games,
            "complete": self.complete,
            "failures": list(self.failures),
            "figures": {name: {"have": have, "of": of} for name, (have, of) in self.figures.items()},
            "entries": [
                {
                    "id": c.entry.id,
                    "kind": c.entry.kind,
                    "enforceable": _to_enforce(c.entry),
                    "by_construction": c.entry.by_construction,
                    "not_enforced": c.entry.not_enforced,
                    "enforced": c.enforced,
                    "tested": c.tested,
                    "taught": list(c.taught),
                    "reached": c.reached,
                    "missing": list(c.missing),
                }
                for c in self.entries
            ],
        }


def _to_enforce(entry: Entry) -> bool:
    return entry.enforceable and not entry.not_enforced


def cover(game: Game, pages: Iterable[Page] = (), games: int = 0, scenes: Sequence[Scene] | None = None) -> Report:
    """Run a game's scenarios, read its pages, play random games, and report.

    Args:
        game: The game.
        pages: Its pages.
        games: How many random games to play.
        scenes: The scenarios; those in the game's folder if None.

    Raises:
        BadInput: if a scenario file does not fit the format.
    """
    ran = [run_scenario(scene, game) for scene in (scenarios(game) if scenes is None else scenes)]
    reached = reach(game, games)
    taught: dict[str, list[str]] = {}
    for page in pages:
        for id, steps in page.taught().items():
            taught.setdefault(id, []).extend(f"{page.slug}:{n + 1}" for n in steps)
    entries = tuple(_covered(e, [r for r in ran if e.id in r.rules], taught.get(e.id, []), reached) for e in game.book)
    failures = tuple(f"{r.name}: {r.failed}" for r in ran if r.failed)
    return Report(game.id, entries, len(ran), failures, games)


def _covered(entry: Entry, ran: list[Ran], taught: list[str], reached: Counter[str]) -> Covered:
    passed = [r for r in ran if not r.failed]
    tested = any(r.asserts and (entry.by_construction or entry.id in r.reported) for r in passed)
    enforced = tested if entry.by_construction else any(entry.id in r.reported for r in ran)
    missing = []
    if _to_enforce(entry):
        if not enforced:
            missing.append(f"not enforced: {_why_not_enforced(entry, ran)}")
        if not tested:
            missing.append(f"not tested: {_why_not_tested(ran, passed)}")
    if not taught:
        missing.append("not taught: no step of a page names it")
    return Covered(entry, enforced, tested, tuple(taught), reached[entry.id], tuple(missing))


def _why_not_enforced(entry: Entry, ran: list[Ran]) -> str:
    if not ran:
        return "no scenario names it in its rules"
    if entry.by_construction:
        return "it holds by construction, but no scenario that passes asserts it"
    return f"the engine never reported it while these scenarios ran: {', '.join(r.name for r in ran)}"


def _why_not_tested(ran: list[Ran], passed: list[Ran]) -> str:
    if not ran:
        return "no scenario names it in its rules"
    if not passed:
        return f"these fail: {', '.join(r.name for r in ran)}"
    silent = [r.name for r in passed if not r.asserts]
    return f"these assert nothing: {', '.join(silent)}" if silent else "no scenario that passes makes it come up"


# -- scenarios -----------------------------------------------------------------------------------------------------


def scenarios(game: Game) -> list[Scene]:
    """Every case of every scenario file of a game.

    Raises:
        BadInput: naming file, place and what was expected.
    """
    paths = sorted((game.folder / "scenarios").glob("*.toml"))
    return [scene for path in paths for scene in load_scenes(read_text(path), path.name)]


def run_scenario(scene: Scene, game: Game) -> Ran:
    """Run a scenario and return what came up and whether it passed."""
    reported: set[str] = set()
    failed = ""
    try:
        play_scene(scene, game, reported.add)
    except (BadInput, Unmet) as error:
        failed = str(error).partition("\n")[0].removeprefix(scene.file).strip(" :")
    return Ran(scene.file, scene.rules, frozenset(reported), _asserts(scene), failed)


def _asserts(scene: Scene) -> bool:
    return any(isinstance(step, dict) and (step.get("expect") or step.get("refused")) for step in scene.play)


# -- random games --------------------------------------------------------------------------------------------------


def reach(game: Game, games: int) -> Counter[str]:
    """Play random games over all player counts and sets of variants, and count in how many each rule came up."""
    reached: Counter[str] = Counter()
    for n in range(games):
        reached.update(_came_up(game, n, chance_at(0, n)))
    return reached


def _came_up(game: Game, n: int, random: Random) -> set[str]:
    """The rules that come up in random game number `n`."""
    found: set[str] = set()
    choose = uniformly(random)

    table = _random_table(game, n, random)
    table.listen(lambda note: found.update(note.rules.split()), lambda step: None)
    with game.rules.entered(found.add):
        run = Run(game.rules, table)
        while (ask := run.ask) is not None:
            found.update([ask.rule, *(part.rule for part in choices(ask))])
            run.send(ask.resolve(choose, random))
    return found


def _random_table(game: Game, n: int, random: Random) -> Any:
    """A table before its setup; every second game may have variants, if they suit the number of seats."""
    variants = [id for id in game.variants if n % 2 and random() < 0.5]
    seats = game.seats[(n // 2) % len(game.seats)]
    try:
        return game.new(game.setup(seats, variants=variants))
    except BadInput:
        return game.new(game.setup(seats))
