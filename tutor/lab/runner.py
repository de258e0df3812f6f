"""Simulations that a page starts: played by worker processes, within limits, so that one page cannot starve the rest.

A `Runner` belongs to one page. `start` refuses in plain words or begins; `poll` says at once how far the run is and
what it has found; `cancel` ends it and keeps what was played. The limits hold for all pages of this host together: they
are file locks, which the operating system releases when a process ends, however it ends. In a visitor's browser there
are no other processes, so games are played in small pieces, with rests in which the page can respond.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from tutor.lab.compare import Comparison, compare
from tutor.lab.extra import need
from tutor.lab.pools import LocalPool, Parts, Played, deal, play_all
from tutor.lab.simulate import Plan, Row, in_pieces

PIECE = 0.05
"""Seconds of play in this process before it rests."""
REST = 0.01
"""Seconds of a rest, in which the page can respond."""

RUNNING, DONE, CANCELLED, STOPPED, FAILED, IDLE = "running", "done", "cancelled", "stopped", "failed", "idle"


class Refused(ValueError):
    """A simulation was not started; the message says why, in plain words."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What pages may start on one host."""

    games: int = 10_000
    """Games in one run, both sides together."""
    runs: int = max(1, (os.cpu_count() or 1) // 2)
    """Runs at once on this host."""
    workers: int = 1
    """Worker processes of one run."""
    seconds: float = 600
    """How many seconds a run may take; what was played by then is kept."""
    patience: float = 120
    """Seconds after which a run that nobody has polled is stopped, because its page is gone."""
    folder: Path = Path(tempfile.gettempdir()) / f"rules-tutor-{getattr(os, 'getuid', int)()}"
    """The folder of the locks that all pages of the host share."""
    here: bool = sys.platform == "emscripten"
    """Whether games are played in this process, because a browser has no other process."""


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a run."""

    state: str
    """`idle` (nothing was started), `running`, `done`, `cancelled`, `stopped` (by a limit) or `failed`."""
    done: int = 0
    """How many games have been played, both sides together."""
    total: int = 0
    seconds: float = 0.0
    rows: tuple[list[Row], ...] = ()
    """One list for every side, in the order of seeds; two sides always have the same seeds."""
    why: str = ""
    """What stopped the run or went wrong, in plain words."""

    def comparison(self, measure: str) -> Comparison:
        """Compare the two sides as far as they have been played; see `compare`."""
        return compare(self.rows[0], self.rows[1], measure)


class Runner:
    """The simulations of one page, one at a time."""

    def __init__(self, visitor: str = "", limits: Limits | None = None) -> None:
        """Args: whose page it is (one run per visitor; this process, if nothing else is known), and the limits."""
        self.visitor = visitor or f"process {os.getpid()}"
        self.limits = limits or Limits()
        self._run: _Run | None = None

    def start(self, plan: Plan, other: Plan | None = None) -> None:
        """Begin to play a plan, or two plans game by game with the same seeds.

        Raises:
            Refused: if a limit prevents it; the message says which one and what to do.
            BadInput: if a plan does not fit.
        """
        if self.poll().state == RUNNING:
            raise Refused("Your last simulation is still running. Wait until it ends, or cancel it.")
        plans = (plan,) if other is None else (plan, other)
        if other is not None and plan.seeds != other.seeds:
            raise Refused("Both sides must play the same seeds.")
        games = sum(one.games for one in plans)
        if games > self.limits.games:
            raise Refused(
                f"At most {self.limits.games:,} games can be played in one run here, but this one asks for {games:,}."
            )
        deal(plans)
        if self.limits.here:
            self._run = _HereRun(plans, self.limits)
        else:
            self._run = _WorkersRun(plans, self.limits, _locks(self.visitor, self.limits))

    def poll(self) -> Report:
        """Return at once the state of the run, with the rows that have come back."""
        return self._run.report() if self._run else Report(IDLE)

    def cancel(self) -> Report:
        """End the run, if there is one, and return what was played."""
        if self._run:
            self._run.cancel()
        return self.poll()


def _locks(visitor: str, limits: Limits) -> ExitStack:
    """Take the visitor's only place and one of the host's places.

    Raises:
        Refused: if one of them is taken.
    """
    filelock = need("filelock", "starting a simulation from a page")
    limits.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    places = [f"visitor-{hashlib.sha256(visitor.encode()).hexdigest()[:16]}"]
    with ExitStack() as taken:

        def take(name: str) -> bool:
            lock = filelock.FileLock(limits.folder / f"{name}.lock", timeout=0, thread_local=False)
            try:
                lock.acquire()
            except filelock.Timeout:
                return False
            taken.callback(lock.release)
            return True

        if not take(places[0]):
            raise Refused(
                "Your last simulation is still running, perhaps in another tab. Wait until it ends, or cancel it there."
            )
        if not any(take(f"run-{n}") for n in range(limits.runs)):
            others = "another simulation is" if limits.runs == 1 else f"{limits.runs} other simulations are"
            raise Refused(f"This host is busy because {others} running. Try again in a few minutes.")
        return taken.pop_all()


class _Run:
    """One run: its state, and what has come back."""

    def __init__(self, plans: tuple[Plan, ...], limits: Limits) -> None:
        self._played = Played(plans)
        self._limits = limits
        self._state, self._why = RUNNING, ""
        self._begun = self._polled = time.monotonic()
        self._ended: float | None = None

    def _too_long(self) -> str:
        """Why it has to end, if its time is over."""
        if time.monotonic() - self._begun <= self._limits.seconds:
            return ""
        return f"Stopped after {self._limits.seconds:g} seconds, which is the limit for one run here."

    def _end(self, state: str, why: str = "") -> None:
        self._ended = time.monotonic()
        self._why, self._state = why, state

    def report(self) -> Report:
        """The state of the run now."""
        self._polled = time.monotonic()
        state, why = self._state, self._why  # read before the rows, because a run that is done has them all
        rows: Parts = self._played.rows
        done = sum(map(len, rows))
        return Report(state, done, self._played.total, (self._ended or self._polled) - self._begun, rows, why)

    def cancel(self) -> None:
        """End the run and keep what was played."""
        raise NotImplementedError


class _WorkersRun(_Run):
    """One run that worker processes play, while a thread waits for them."""

    def __init__(self, plans: tuple[Plan, ...], limits: Limits, locks: ExitStack) -> None:
        super().__init__(plans, limits)
        self._locks = locks
        self._stop = Event()
        self._thread = Thread(target=self._drive, daemon=True, name="simulation")
        self._thread.start()

    def _drive(self) -> None:
        state, why = FAILED, ""
        try:
            pool = LocalPool(self._limits.workers, all(plan.compiled for plan in self._played.plans))
            play_all(self._played.plans, pool, cancelled=self._is_over, played=self._played)
            state = DONE if self._played.whole else CANCELLED if self._stop.is_set() else STOPPED
            why = self._limit_met() if state == STOPPED else ""
        except Exception as error:  # whatever it is, the page must learn of it, and the locks must be released
            why = f"The simulation failed: {error}"
        finally:
            self._locks.close()
            self._end(state, why)

    def _is_over(self) -> bool:
        return self._stop.is_set() or bool(self._limit_met())

    def _limit_met(self) -> str:
        if why := self._too_long():
            return why
        if time.monotonic() - self._polled > self._limits.patience:
            return "Stopped because nobody was looking at it any more."
        return ""

    def cancel(self) -> None:
        self._stop.set()
        self._thread.join()


class _HereRun(_Run):
    """One run in this process: a task of its event loop, which often rests so that the page can respond."""

    def __init__(self, plans: tuple[Plan, ...], limits: Limits) -> None:
        super().__init__(plans, limits)
        self._rests = self._begun
        self._task = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        try:
            sides = [in_pieces(plan) for plan in self._played.plans]
            for n in range(self._played.plans[0].games):
                self._played.parts[n] = tuple([[await self._game(side)] for side in sides])
            self._end(DONE)
        except TimeoutError:
            self._end(STOPPED, self._too_long())
        except Exception as error:  # whatever it is, the page must learn of it
            self._end(FAILED, f"The simulation failed: {error}")

    async def _game(self, side: Iterator[Row | None]) -> Row:
        """Play one game of a side."""
        while (row := next(side)) is None:
            await self._rest()
        await self._rest()
        return row

    async def _rest(self) -> None:
        if self._too_long():
            raise TimeoutError
        if time.monotonic() > self._rests:
            await asyncio.sleep(REST)
            self._rests = time.monotonic() + PIECE

    def cancel(self) -> None:
        if self._state == RUNNING:
            self._task.cancel()
            self._end(CANCELLED)
