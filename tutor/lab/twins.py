"""A law: the compiled twin plays exactly as the sources do, byte for byte.

    python -m tutor.lab.twins [GAMES] [GAME…]

plays this many games of each game with both, and compares everything that can be seen of them: answers, notes, steps
and positions.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tutor.compiled import TWIN, WISH, Twin, in_use, up_to_date

LOOKED_AT = 7
"""How many answers there are between two comparisons of the whole position."""
PLAY = "play"
"""The first argument of a process that plays for the comparison."""


def seen(game_id: str, seed: int) -> str:
    """Play a random game from a random setup, and return everything that can be seen of it as one line.

    Modules of the engine are imported here, after it has been decided whether to use the twin or the sources.
    """
    from importlib import import_module

    from tutor.engine.core.asks import Choose
    from tutor.engine.core.match import Match, chance_at, rollout, stream, uniformly
    from tutor.engine.core.table import plain
    from tutor.engine.play.record import digest, save
    from tutor.lab.setups import any_setup

    game = import_module(f"tutor.games.{game_id}").GAME
    setup = any_setup(game, seed)
    looks, met = list[object](), set[str]()
    choose = uniformly(chance_at(seed, 0))

    def look(match: Match) -> bool:
        ask = match.ask
        assert ask is not None
        looks.append([type(ask).__name__, ask.rule, digest(match.table)])
        if len(match.log) % LOOKED_AT == 0:
            fork = match.fork()
            fork.undo(LOOKED_AT // 2)
            looks.append([digest(fork.table), len(fork.notes), fork.steps[-1:]])
            fork.redo(LOOKED_AT // 2)
            looks.append(digest(fork.table))
        if isinstance(ask, Choose) and len(match.log) % LOOKED_AT == 0:
            looks.append([[repr(option), *map(repr, option.refusals)] for option in ask.options()])
            looks.append([game.position(match.table, seat) for seat in (None, *range(match.table.seats))])
        return False

    with game.rules.entered(met.add):
        match = Match(game, game.new(setup), seed)
        match.play(choose, until=look)
    table, random = game.new(setup), stream(seed)
    answers = rollout(game.rules, table, uniformly(random), random)
    notes = [[note.rules, note.text, note.to] for note in match.notes]
    end = [repr(game.outcome(match.table)), [*map(repr, game.totals(match.table))]]
    return json.dumps([save(match), looks, notes, match.steps, sorted(met), end, answers, plain(table)], default=repr)


def lines(twin: Path | None, games: Sequence[str], each: int) -> Iterator[str]:
    """Play this many games of each in a separate process, and yield a line for each: game, seed and a digest.

    Args:
        twin: The folder of the compiled twin; None for the sources.
        games: The ids of the games.
        each: How many games of each.
    """
    command = [sys.executable, "-m", "tutor.lab.twins", PLAY, str(twin or ""), str(each)]
    environment = {**os.environ, WISH: "no"}
    with subprocess.Popen([*command, *games], env=environment, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        yield from playing.stdout
    if playing.returncode:
        raise RuntimeError(f"a game failed {'with the compiled modules' if twin else 'in pure Python'}")


def differing(games: Sequence[str], each: int, twin: Path = TWIN) -> list[str]:
    """Return the games that the compiled twin plays differently, as `GAME SEED`."""
    pairs = zip(lines(twin, games, each), lines(None, games, each), strict=True)
    return [" ".join(compiled.split()[:2]) for compiled, pure in pairs if compiled != pure]


def _play(twin: str, each: int, games: Sequence[str]) -> None:
    if twin:
        sys.meta_path.insert(0, Twin(Path(twin)))
        assert in_use()
    for game in games:
        for seed in range(each):
            print(game, seed, hashlib.sha256(seen(game, seed).encode()).hexdigest(), flush=True)


def main() -> None:
    """Compare the twin that `make fast` built with the sources; exit code 1 if they differ."""
    from tutor.engine.core.game import games

    each = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chosen = sys.argv[2:] or [*games()]
    if not up_to_date():
        sys.exit("The compiled modules are missing or out of date; make fast builds them.")
    found = differing(chosen, each)
    print(f"{each} games of each of {', '.join(chosen)}: {', '.join(found) or 'no difference'}")
    sys.exit(bool(found))


if __name__ == "__main__":
    if sys.argv[1:2] == [PLAY]:
        _play(sys.argv[2], int(sys.argv[3]), sys.argv[4:])
    else:
        main()
