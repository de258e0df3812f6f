"""The survey of a rulebook, made in advance and shipped: `python -m tutor.audit.survey` makes it again.

Running every scenario and many random games takes minutes, so a page reads the results from `survey.json` in the
game's folder. `stale` says whether the rules, scenarios and pages still give the same results.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tutor.audit.coverage import cover, reach
from tutor.audit.sources import all_cases
from tutor.engine.book.files import BadInput, parse_json, read_text
from tutor.engine.core.game import Game, find_game, games
from tutor.engine.play.record import rules_version
from tutor.lessons.pages import pages_of

FILE = "survey.json"
GAMES = 1000
"""How many random games a survey plays."""
SAMPLE = 12
"""How many of them are played again to see whether a survey is stale."""
AGAIN = "python -m tutor.audit.survey"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known about one rule."""

    enforced: bool
    tested: bool
    taught: tuple[str, ...]
    """The steps that teach it, as SLUG:STEP, counted from 1."""
    scenarios: tuple[str, ...]
    """The scenarios that are about it, as FILE:CASE, counted from 1."""
    reached: int
    """In how many of the random games it came up."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known about every rule of a game, and what the survey was made from."""

    rules: str
    """The version of the tutor whose rules were run."""
    cards: str
    """The version of the card set that was played with."""
    games: int
    sample: str
    """A digest of what the first games reached."""
    findings: dict[str, Finding]


def make(game: Game) -> Survey:
    """Run a game's scenarios and its random games, which can take some minutes."""
    return _survey(game, GAMES, _sample(reach(game, SAMPLE)), reach(game, GAMES))


def _survey(game: Game, number: int, sample: str, reached: Counter[str]) -> Survey:
    report = cover(game, pages_of(game.id))
    tagged = _tagged(game)
    findings = {
        c.entry.id: Finding(c.enforced, c.tested, c.taught, tuple(tagged.get(c.entry.id, ())), reached[c.entry.id])
        for c in report.entries
    }
    return Survey(rules_version(), game.cards.version, number, sample, findings)


def _tagged(game: Game) -> dict[str, list[str]]:
    """The scenarios about each rule, by rule."""
    found: dict[str, list[str]] = {}
    for case in all_cases(game):
        for rule in case.rules:
            found.setdefault(rule, []).append(case.id)
    return found


def _sample(reached: Counter[str]) -> str:
    return sha256(json.dumps(sorted(reached.items())).encode()).hexdigest()[:12]


# -- kept in a file ------------------------------------------------------------------------------------------------


def write(survey: Survey, path: Path) -> None:
    """Write a survey, one line per rule."""
    head = {"made by": AGAIN, "rules": survey.rules, "cards": survey.cards, "games": survey.games}
    lines = ",\n".join(f"  {json.dumps(id)}: {json.dumps(_row(found))}" for id, found in survey.findings.items())
    start = json.dumps({**head, "sample": survey.sample}, indent=1).removesuffix("\n}")
    path.write_text(f'{start},\n "findings": {{\n{lines}\n }}\n}}\n', encoding="utf-8")


def _row(found: Finding) -> list[Any]:
    return [found.enforced, found.tested, " ".join(found.taught), " ".join(found.scenarios), found.reached]


def read(game: Game) -> Survey:
    """Read the survey of a game.

    Raises:
        BadInput: if there is none, or it does not fit.
    """
    return _read(game.folder / FILE)


@cache
def _read(path: Path) -> Survey:
    try:
        data = parse_json(read_text(path), str(path))
        findings = {
            id: Finding(enforced, tested, tuple(taught.split()), tuple(scenarios.split()), reached)
            for id, (enforced, tested, taught, scenarios, reached) in data["findings"].items()
        }
        return Survey(data["rules"], data["cards"], data["games"], data["sample"], findings)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(str(path), "", f"not a survey; `{AGAIN}` writes it again") from error


def stale(game: Game) -> list[str]:
    """Return what has changed since a game's survey was made; nothing if it is still true.

    Everything except the random games is worked out again and compared; of these games, only the first few are played.

    Raises:
        BadInput: if there is no survey.
    """
    kept = read(game)
    now = _survey(game, kept.games, _sample(reach(game, SAMPLE)), Counter())
    return list(_changes(kept, now))


def _changes(kept: Survey, now: Survey) -> Iterator[str]:
    for what in ("rules", "cards", "sample"):
        if getattr(kept, what) != getattr(now, what):
            yield f"{what}: {getattr(kept, what)} became {getattr(now, what)}"
    for id in {**kept.findings, **now.findings}:
        before, after = (one.findings.get(id) for one in (kept, now))
        if before is None or after is None:
            yield f"{id}: {'is new' if before is None else 'is gone'}"
        elif _row(before)[:-1] != _row(after)[:-1]:
            yield f"{id}: {_row(before)[:-1]} became {_row(after)[:-1]}"


def main(arguments: list[str]) -> int:
    """Write the survey of every game or of those named, or say which surveys are stale."""
    parser = argparse.ArgumentParser(prog=AGAIN, description=__doc__)
    parser.add_argument("game", nargs="*", help="games; by default, all games")
    parser.add_argument("--check", action="store_true", help="only say which surveys are stale")
    asked = parser.parse_args(arguments)
    changed = False
    for game in [find_game(id) for id in asked.game] or games().values():
        if asked.check:
            found = stale(game)
            changed = changed or bool(found)
            print(f"{game.id}: {'; '.join(found[:5]) or 'up to date'}")
        else:
            write(make(game), game.folder / FILE)
            print(f"{game.id}: written", flush=True)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
