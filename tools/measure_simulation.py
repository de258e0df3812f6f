"""Measure how long a comparison of many games takes with one worker process and with two.

    python tools/measure_simulation.py [GAMES] [GAME]

Run it on a machine with nothing else to do, because workers have a low priority. Both runs must give the same rows.
"""

import sys
from time import perf_counter

from tutor.lab.compare import compare
from tutor.lab.pools import LocalPool, play_all
from tutor.lab.simulate import Plan

WORKERS = (1, 2)


def main(games: int, game: str) -> None:
    """Play the comparison with each number of workers and print the times."""
    plans = (Plan(game, games, bots=("random",)), Plan(game, games, bots=("own", "random")))
    took, rows = {}, []
    for workers in WORKERS:
        begun = perf_counter()
        rows.append(play_all(plans, LocalPool(workers)).rows)
        took[workers] = perf_counter() - begun
        print(f"{game}, {games:,} games on each side, {workers} worker(s): {took[workers]:.1f} s", flush=True)
    assert rows[0] == rows[1]
    print(f"speed-up of {WORKERS[1]} over {WORKERS[0]}: {took[WORKERS[0]] / took[WORKERS[1]]:.2f}")
    print(compare(*rows[0], "won:Ada").words)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2] if len(sys.argv) > 2 else "shelter")
