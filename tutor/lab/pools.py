"""Where games are played side by side: worker processes on this machine (joblib's loky), or a Dask cluster.

The games are dealt out in parts. Whatever happens to a worker, a part counts once: parts are kept by their number, and
those that were lost with a worker are played again.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Protocol

from tutor.compiled import WISH
from tutor.engine.book.files import BadInput
from tutor.engine.play.record import rules_version
from tutor.lab.extra import need
from tutor.lab.simulate import Plan, Progress, Row, play, ready

LARGEST_PART = 50
"""The largest number of games that a worker plays before it reports."""
PARTS = 100
"""Into about how many parts a run is dealt, unless the parts would become too large."""
NICE = 10
"""The niceness of workers, which makes them yield to everything else on the machine."""
TRIES = 3
"""The largest number of pools that are made, one after the other, if workers die."""
CONNECT = 10
"""Seconds to wait for a scheduler."""
LOOK = 0.2
"""Seconds between two checks of whether somebody has cancelled."""

Parts = tuple[list[Row], ...]
"""One list of rows for every side."""


class Pool(Protocol):
    """Where parts are played."""

    width: int
    """How many parts it gets at a time: enough to keep it busy, and few enough to stop at once."""
    lost: tuple[type[Exception], ...]
    """The errors that a part raises if its worker died."""

    def executor(self) -> Executor:
        """Return an executor for parts, a new one if the workers of the last one died."""
        ...

    def stop(self) -> None:
        """End the workers, whatever they are doing."""
        ...


@dataclass
class Played:
    """What has been played so far of one plan, or of two whose games belong together by seed."""

    plans: tuple[Plan, ...]
    parts: dict[int, Parts] = field(default_factory=dict)
    """The results by the number of the part, so that a part that comes twice counts once."""

    @property
    def rows(self) -> Parts:
        """The rows of every side, in the order of their seeds."""
        parts = [part for _, part in sorted(self.parts.items())]
        return tuple([row for part in parts for row in part[side]] for side in range(len(self.plans)))

    @property
    def done(self) -> int:
        """How many games have been played, on all sides together."""
        return sum(len(side) for part in list(self.parts.values()) for side in part)

    @property
    def total(self) -> int:
        """How many games there are to play, on all sides together."""
        return sum(plan.games for plan in self.plans)

    @property
    def whole(self) -> bool:
        """Whether all games are played."""
        return self.done == self.total


def play_part(plans: Sequence[Plan]) -> Parts:
    """Play a part of every side, in this process."""
    return tuple(play(plan) for plan in plans)


def deal(plans: Sequence[Plan]) -> list[tuple[Plan, ...]]:
    """Deal the games out in parts; each part has the same games of every side.

    Raises:
        BadInput: if a plan does not fit.
    """
    for plan in plans:
        ready(plan)
    first = plans[0]
    size = max(1, min(LARGEST_PART, first.games // PARTS))
    steps = range(0, first.games, size)
    return [tuple(plan.part(plan.seed + at, min(size, plan.games - at)) for plan in plans) for at in steps]


def play_all(
    plans: Sequence[Plan],
    pool: Pool | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    played: Played | None = None,
) -> Played:
    """Play all games of one plan, or of two that are compared.

    Args:
        plans: One plan, or two with the same number of games.
        pool: Where to play; in this process if None.
        progress: Called after every part.
        cancelled: Called now and then; once it returns true, what has been played is returned.
        played: Where to keep the results, for callers who want to look at them meanwhile; it may already have parts.

    Raises:
        BadInput: if a plan does not fit.
        RuntimeError: if workers die again and again.
    """
    parts = deal(plans)
    found = played or Played(tuple(plans))
    if pool is None:
        for n, part in enumerate(parts):
            if cancelled():
                break
            _keep(found, n, play_part(part), progress)
        return found
    try:
        for tries_left in reversed(range(TRIES)):
            try:
                _collect(parts, pool, found, progress, cancelled)
                break
            except pool.lost as error:
                if not tries_left:
                    raise RuntimeError(f"the workers died {TRIES} times, the last time with: {error}") from None
    finally:
        pool.stop()
    return found


def _keep(found: Played, n: int, part: Parts, progress: Progress | None) -> None:
    found.parts[n] = part
    if progress is not None:
        progress(found.done, found.total)


def _collect(
    parts: Sequence[tuple[Plan, ...]],
    pool: Pool,
    found: Played,
    progress: Progress | None,
    cancelled: Callable[[], bool],
) -> None:
    """Let all missing parts be played, and keep the results.

    Raises:
        Exception: one of `pool.lost` if workers died; what came back is kept.
    """
    executor = pool.executor()
    left = [n for n in range(len(parts)) if n not in found.parts]
    waiting: dict[Future[Parts], int] = {}
    broken: Exception | None = None
    while (left or waiting) and not cancelled():
        while left and len(waiting) < pool.width and broken is None:
            n = left.pop(0)
            waiting[executor.submit(play_part, parts[n])] = n
        for future in wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED).done:
            n = waiting.pop(future)
            try:
                _keep(found, n, future.result(), progress)
            except pool.lost as error:
                broken = error
        if broken is not None and not waiting:
            raise broken


# -- this machine ------------------------------------------------------------------------------------------------------


def _stand_back(owner: int) -> None:
    """Begin a worker at a low priority; it ignores Ctrl-C, to which its owner responds, and ends with its owner."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    Thread(target=_end_with, args=(owner,), daemon=True).start()


def _end_with(owner: int) -> None:
    """End this process soon after the one that owns it, however that ended, even if it ended before this one began."""
    while os.getppid() == owner:
        time.sleep(LOOK)
    os._exit(1)


class LocalPool:
    """Worker processes on this machine, at a low priority."""

    def __init__(self, workers: int, compiled: bool = False) -> None:
        """Prepare for this many workers, which are not started before they are needed.

        Args:
            workers: How many.
            compiled: Whether they play with the compiled twin, if there is one, although this process does not.
        """
        self._wish = {WISH: "yes"} if compiled and os.environ.get(WISH) != "no" else None
        self._loky = need("joblib.externals.loky", "playing on several processes")
        self.lost: tuple[type[Exception], ...] = (self._loky.BrokenProcessPool,)
        self.workers = workers
        self.width = 2 * workers
        self._executor: Executor | None = None

    def executor(self) -> Executor:
        self.stop()
        self._executor = self._loky.ProcessPoolExecutor(
            self.workers, initializer=_stand_back, initargs=(os.getpid(),), env=self._wish
        )
        return self._executor

    def stop(self) -> None:
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]


# -- a cluster ---------------------------------------------------------------------------------------------------------


class DaskPool:
    """The workers of a Dask cluster, which itself moves the parts of a dead worker to another one."""

    width = 1_000_000

    def __init__(self, address: str) -> None:
        """Connect to a scheduler.

        Args:
            address: Its address, such as `tcp://host:8786`.

        Raises:
            BadInput: if no scheduler answers, it has no workers, or they have another version of the rules.
            Missing: if the lab's extra is not installed.
        """
        distributed = need("distributed", "playing on a Dask cluster")
        scheduler = need("distributed.scheduler", "playing on a Dask cluster")
        self.lost: tuple[type[Exception], ...] = (scheduler.KilledWorker,)
        try:
            self._client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise BadInput("--dask", address, f"no Dask scheduler answers there: {error}") from None
        try:
            self._check(address)
        except BadInput:
            self.stop()
            raise

    def _check(self, address: str) -> None:
        try:
            found = self._client.run(rules_version)
        except ImportError:
            raise BadInput("--dask", address, "its workers have no rules-tutor installed") from None
        if not found:
            raise BadInput("--dask", address, "the cluster has no workers")
        for worker, theirs in found.items():
            if theirs != rules_version():
                raise BadInput("--dask", worker, f"it has version {theirs} of the rules, but this is {rules_version()}")

    def executor(self) -> Executor:
        made: Executor = self._client.get_executor(pure=False)
        return made

    def stop(self) -> None:
        self._client.close()


def cores() -> int:
    """How many cores this process may use."""
    return int(need("joblib", "playing on several processes").cpu_count())
