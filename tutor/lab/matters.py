"""Does it matter how an unclear rule is read? Two sides play the same seeds, one with our reading, one with another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tutor.engine.book.files import BadInput
from tutor.engine.core.game import RANDOM, Game
from tutor.lab.bots import OWN
from tutor.lab.compare import LEAST_GAMES, Comparison, compare
from tutor.lab.measures import measures_of, value_of
from tutor.lab.simulate import Plan, Row

GAMES = (100, 500, 2000)
"""The numbers of games per side that can be chosen."""
BOTS = {OWN: "bots that know the game", RANDOM: "bots that play at random"}
SIDES = 2
LENGTH = "answers"
"""The measure of a game’s length."""
ENDS = 3
"""How many ways in which a game ends are compared, the most frequent ones first."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that is compared with ours, and the games for the comparison."""

    game: str
    rule: str
    reading: str
    players: int
    games: int = GAMES[0]
    bots: str = OWN

    @property
    def sides(self) -> tuple[Plan, Plan]:
        """Our reading and the other one, with everything else equal."""
        ours = Plan(self.game, self.games, players=self.players, bots=(self.bots,), name="ours")
        return ours, replace(ours, readings={self.rule: self.reading}, name=self.reading)


def doubt(game: Game, rule: str, reading: str, players: int, games: int, bots: str) -> Doubt:
    """Check a request and return it.

    Raises:
        BadInput: naming what does not fit.
    """
    if rule not in game.book or reading not in other_readings(game, rule):
        raise BadInput("reading", rule[:80], "expected a reading of this rule other than ours")
    if players not in seats(game, rule, reading):
        raise BadInput("players", str(players), "expected a number of players that both readings allow")
    if games not in GAMES or bots not in BOTS:
        raise BadInput("games", "", "expected choices that the form offers")
    return Doubt(game.id, rule, reading, players, games, bots)


def other_readings(game: Game, rule: str) -> list[str]:
    """Return the readings of a rule that are not ours."""
    return [option.id for option in game.book[rule].options if not option.default]


def seats(game: Game, rule: str, reading: str) -> list[int]:
    """The player counts that go with both readings."""
    return [n for n in game.seat_counts({}) if n in game.seat_counts({rule: reading})]


def offers(game: Game) -> dict[str, Any]:
    """The choices for a doubt: numbers of games, bots, and for each rule the player counts that all readings allow."""
    rules = [entry for entry in game.book if len(entry.options) > 1]
    return {
        "games": list(GAMES),
        "bots": [{"id": id, "label": label} for id, label in BOTS.items()],
        "seats": {
            entry.id: [n for n in game.seat_counts({}) if all(n in seats(game, entry.id, o.id) for o in entry.options)]
            for entry in rules
        },
    }


def answer(asked: Doubt, rows: Sequence[Sequence[Row]]) -> dict[str, Any]:
    """What the games played so far say about a doubt; see `told`."""
    return told(asked.sides[0], rows)


def told(plan: Plan, rows: Sequence[Sequence[Row]]) -> dict[str, Any]:
    """What the games of two sides show, in everything that is counted for all players together.

    Args:
        plan: The plan of the first side.
        rows: The games of both sides.

    Returns:
        `verdict` (`differs`, `same`, `undecided`, `unchanged` or `nothing` where too few were played), `words`, and
        `measures`: for each its words, both sides, the difference and its interval, a verdict and its words.
    """
    pairs = min((len(side) for side in rows), default=0)
    if len(rows) < SIDES or pairs < LEAST_GAMES:
        return {"verdict": "nothing", "words": "Too few games were played to say anything.", "measures": []}
    first, second = rows[:SIDES]
    found = [(words, compare(first, second, measure)) for measure, words in looked_at(plan, rows).items()]
    found.sort(key=lambda one: one[1].changed == 0)
    verdict = overall([comparison for _, comparison in found])
    measures = [{**comparison.data(), "words": words, "told": comparison.words} for words, comparison in found]
    return {"verdict": verdict, "words": verdict_words(verdict, found, pairs), "measures": measures}


def telling(plan: Plan, rows: Sequence[Sequence[Row]]) -> str:
    """The measure in which most pairs of games differ; for one side, or if none differs, the first one that varies.

    The length of a game almost always differs, so it comes last.
    """
    known = sorted(looked_at(plan, rows), key=lambda id: id == LENGTH)
    values = [[{row.seed: value_of(row, id) for row in side if not row.trouble} for side in rows] for id in known]
    differ = [
        sum(value != sides[1].get(seed, value) for seed, value in sides[0].items()) if len(sides) == SIDES else 0
        for sides in values
    ]
    varies = [any(len({*side.values()}) > 1 for side in sides) for sides in values]
    found = max(range(len(known)), key=lambda n: (differ[n] > 0 and known[n] != LENGTH, differ[n], varies[n], -n))
    return known[found]


def looked_at(plan: Plan, rows: Sequence[Sequence[Row]]) -> dict[str, str]:
    """What is compared: everything that is counted for all players together, and the first player's wins."""
    known = measures_of(plan, [row for side in rows for row in side])
    ends = [id for id in known if id.startswith("end:")][:ENDS]
    first = next((id for id in known if id.startswith("won:")), "")
    return {id: words for id, words in known.items() if ":" not in id or id in (first, *ends)}


def overall(comparisons: Sequence[Comparison]) -> str:
    """One verdict for several measures: `differs`, `undecided`, `same`, or `unchanged` if no pair of games differs."""
    verdicts = {comparison.verdict for comparison in comparisons if comparison.changed}
    if not verdicts:
        return "unchanged"
    return next(verdict for verdict in ("differs", "undecided", "same") if verdict in verdicts)


def verdict_words(verdict: str, found: Sequence[tuple[str, Comparison]], games: int) -> str:
    """The verdict of `overall` in plain words, with the words of the measures that differ."""
    match verdict:
        case "unchanged":
            return f"Not one of {games:,} pairs of games came out differently."
        case "same":
            return f"There is no difference that matters: {games:,} games per side agree within narrow bounds."
        case "differs":
            named = [words for words, comparison in found if comparison.verdict == "differs"]
            luck = " One figure in twenty differs by luck alone." if len(found) > 1 else ""
            these = "This figure differs" if len(named) == 1 else "These figures differ"
            return f"{these}: {'; '.join(named)}.{luck}"
        case _:
            needed = [
                comparison.more for _, comparison in found if comparison.changed and comparison.verdict == "undecided"
            ]
            if None in needed:
                return f"{games:,} games per side are too few to tell, and more than a million would be needed."
            return f"{games:,} games per side are too few to tell; about {max(n or 0 for n in needed):,} more would do."
