"""Simulations that a page starts: played by worker processes, within limits, so that one page cannot starve the rest.

A `Runner` belongs to one page. `start` refuses in plain words or begins; `poll` tells at once how far it is and what
has come back; `cancel` ends it and keeps what was played. The limits hold for all pages of this host together: they
are file locks, which the operating system lets go of whenever a process ends, however it ends.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from tutor.lab.compare import Comparison, compare
from tutor.lab.extra import need
from tutor.lab.pools import LocalPool, Parts, Played, deal, play_all
from tutor.lab.simulate import Plan, Row

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
    """How long a run may take; what was played by then is kept."""
    patience: float = 120
    """A run that nobody has polled for so long is stopped: its page is gone."""
    folder: Path = Path(tempfile.gettempdir()) / f"rules-tutor-{getattr(os, 'getuid', int)()}"
    """Where the locks lie that all pages of the host share."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a run stands."""

    state: str
    """`idle` (nothing was started), `running`, `done`, `cancelled`, `stopped` (by a limit) or `failed`."""
    done: int = 0
    """Games played, both sides together."""
    total: int = 0
    seconds: float = 0.0
    rows: tuple[list[Row], ...] = ()
    """One list for every side, in the order of seeds; of two sides always the same seeds."""
    why: str = ""
    """What stopped it or went wrong, in plain words."""

    def comparison(self, measure: str, margin: float | None = None) -> Comparison:
        """Compare the two sides as far as they are played: see `compare`."""
        return compare(self.rows[0], self.rows[1], measure, margin)


class Runner:
    """The simulations of one page, one at a time."""

    def __init__(self, visitor: str = "", limits: Limits | None = None) -> None:
        """Args: whose page it is (one run a visitor; this process, if nothing better is known), and the limits."""
        self.visitor = visitor or f"process {os.getpid()}"
        self.limits = limits or Limits()
        self._run: _Run | None = None

    def start(self, plan: Plan, other: Plan | None = None) -> None:
        """Begin to play a plan, or two plans game by game with the same seeds.

        Raises:
            Refused: if a limit stands against it; says which and what to do.
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
        self._run = _Run(plans, self.limits, _locks(self.visitor, self.limits))

    def poll(self) -> Report:
        """Return at once how the run stands, with the rows that have come back."""
        return self._run.report() if self._run else Report(IDLE)

    def cancel(self) -> Report:
        """End the run, if there is one, and return what was played."""
        if self._run:
            self._run.cancel()
        return self.poll()


def _locks(visitor: str, limits: Limits) -> ExitStack:
    """Take a visitor's only place and one of the host's places.

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
            raise Refused(f"This host is busy: {others} running. Try again in a few minutes.")
        return taken.pop_all()


class _Run:
    """One run: a thread that waits for the workers, and what has come back."""

    def __init__(self, plans: tuple[Plan, ...], limits: Limits, locks: ExitStack) -> None:
        self._played = Played(plans)
        self._limits = limits
        self._locks = locks
        self._state = RUNNING
        self._why = ""
        self._begun = self._polled = time.monotonic()
        self._ended: float | None = None
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
        except Exception as error:  # whatever it is, the page must hear of it, and the locks must go
            why = f"The simulation broke off: {error}"
        finally:
            self._locks.close()
            self._ended = time.monotonic()
            self._why, self._state = why, state

    def _is_over(self) -> bool:
        return self._stop.is_set() or bool(self._limit_met())

    def _limit_met(self) -> str:
        now = time.monotonic()
        if now - self._begun > self._limits.seconds:
            return f"Stopped after {self._limits.seconds:g} seconds, which is the limit for one run here."
        if now - self._polled > self._limits.patience:
            return "Stopped, because nobody was looking any more."
        return ""

    def report(self) -> Report:
        self._polled = time.monotonic()
        state, why = self._state, self._why
        rows: Parts = self._played.rows
        done = sum(map(len, rows))
        return Report(state, done, self._played.total, (self._ended or self._polled) - self._begun, rows, why)

    def cancel(self) -> None:
        self._stop.set()
        self._thread.join()
