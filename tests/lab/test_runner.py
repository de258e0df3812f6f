"""Simulations that a page starts: in parallel, with the same rows, within limits, cancelled, and after crashes."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import psutil
import pytest

from tutor.engine.book.files import BadInput
from tutor.lab.pools import LocalPool, Played, play_all
from tutor.lab.runner import Limits, Refused, Runner
from tutor.lab.simulate import Plan, play

GAME = "alien_conspiracy"
QUICK = Plan(GAME, 60, bots=("random",))
LONG = Plan(GAME, 4000, bots=("random",))


@pytest.fixture
def limits(tmp_path):
    return Limits(games=10_000, runs=1, workers=2, seconds=120, folder=tmp_path)


@pytest.fixture
def runner(limits):
    runner = Runner("Zoe", limits)
    yield runner
    runner.cancel()


def wait_for(runner, until):
    end = time.monotonic() + 60
    while not until(report := runner.poll()):
        assert time.monotonic() < end, report
        time.sleep(0.02)
    return report


def workers_of(process):
    children = psutil.Process(process).children(recursive=True)
    return [child for child in children if "LokyProcess" in " ".join(child.cmdline())]


@pytest.mark.slow
def test_worker_processes_play_what_this_process_would(runner):
    other = Plan(GAME, 60, bots=("careful", "random"))
    assert runner.poll().state == "idle"
    runner.start(QUICK, other)
    report = wait_for(runner, lambda report: report.state != "running")
    assert (report.state, report.done, report.total, report.why) == ("done", 120, 120, "")
    assert report.rows == (play(QUICK), play(other))
    assert report.comparison("won:Ada").difference.games == 60


@pytest.mark.slow
def test_what_was_played_before_a_cancel_is_kept_in_pairs(runner):
    runner.start(LONG, LONG.part(0, 4000))
    wait_for(runner, lambda report: report.done > 0)
    niceness = [worker.nice() for worker in workers_of(os.getpid())]
    report = runner.cancel()
    assert niceness
    assert min(niceness) >= 10
    assert report.state == "cancelled"
    assert 0 < report.done < report.total
    assert [row.seed for row in report.rows[0]] == [row.seed for row in report.rows[1]]
    runner.start(QUICK)
    assert wait_for(runner, lambda report: report.state != "running").state == "done"


@pytest.mark.slow
def test_a_killed_worker_loses_nothing_and_nothing_counts_twice():
    def progress(done, total):
        if not killed:
            killed.append(workers_of(os.getpid())[0])
            killed[0].send_signal(signal.SIGKILL)

    killed, plan = [], Plan(GAME, 300, bots=("random",))
    found = play_all((plan,), LocalPool(2), progress)
    assert killed
    assert found.rows == (play(plan),)


def test_a_part_that_comes_twice_counts_once():
    plan = Plan(GAME, 4, bots=("random",))
    found = Played((plan,))
    for _ in range(2):
        play_all((plan,), played=found)
    assert (found.done, found.total) == (4, 4)


@pytest.mark.slow
def test_one_visitor_has_one_run_and_the_host_a_few(runner, limits):
    runner.start(LONG)
    with pytest.raises(Refused, match=r"last simulation is still running\. Wait"):
        runner.start(QUICK)
    with pytest.raises(Refused, match="perhaps in another tab"):
        Runner("Zoe", limits).start(QUICK)
    with pytest.raises(Refused, match="host is busy because another simulation is running"):
        Runner("Max", limits).start(QUICK)
    runner.cancel()
    other = Runner("Max", limits)
    other.start(QUICK)
    assert wait_for(other, lambda report: report.state != "running").state == "done"


@pytest.mark.slow
def test_a_refused_start_takes_no_place(runner, limits):
    with pytest.raises(Refused, match=r"At most 10,000 games .* asks for 12,000"):
        runner.start(Plan(GAME, 6000), Plan(GAME, 6000))
    with pytest.raises(Refused, match="same seeds"):
        runner.start(QUICK, QUICK.part(1, 60))
    with pytest.raises(BadInput, match="no such bot"):
        runner.start(Plan(GAME, bots=("clever",)))
    runner.start(QUICK)
    assert wait_for(runner, lambda report: report.state != "running").state == "done"


def test_a_run_ends_at_its_time_and_keeps_what_was_played(tmp_path):
    runner = Runner("Zoe", Limits(seconds=0, folder=tmp_path))
    runner.start(LONG)
    report = wait_for(runner, lambda report: report.state != "running")
    assert report.state == "stopped"
    assert "0 seconds, which is the limit" in report.why


def test_a_run_that_nobody_looks_at_is_stopped(tmp_path):
    limits = Limits(patience=0.3, folder=tmp_path, runs=1)
    runner = Runner("Zoe", limits)
    runner.start(LONG)
    runner._run._thread.join()
    assert "nobody was looking" in runner.poll().why


@pytest.mark.slow
def test_the_places_of_a_page_that_dies_are_free_again_and_its_workers_end(tmp_path):
    script = f"""
import time
from pathlib import Path
from tutor.lab.runner import Limits, Runner
from tutor.lab.simulate import Plan
if __name__ == "__main__":
    runner = Runner("Zoe", Limits(games=10**6, runs=1, workers=2, folder=Path({str(tmp_path)!r})))
    runner.start(Plan({GAME!r}, 100_000, bots=("random",)))
    while not runner.poll().done:
        time.sleep(0.05)
    Path({str(tmp_path / "running")!r}).touch()
    time.sleep(600)
"""
    page = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (tmp_path / "running").exists():
        assert page.poll() is None
        time.sleep(0.05)
    workers = workers_of(page.pid)
    assert workers
    page.kill()
    page.wait()
    runner = Runner("Zoe", Limits(runs=1, folder=tmp_path))
    runner.start(QUICK)
    assert wait_for(runner, lambda report: report.state != "running").state == "done"
    _, alive = psutil.wait_procs(workers, timeout=60)
    assert not alive


def test_a_worker_that_begins_after_its_page_has_died_ends_too():
    script = "import time; from tutor.lab.pools import _stand_back; _stand_back(1); time.sleep(600)"
    worker = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.DEVNULL)
    assert worker.wait(60) == 1


def test_workers_that_die_again_and_again_are_an_error_with_what_was_played_kept():
    class Hopeless:
        width, lost, made, stopped = 2, (BrokenProcessPool,), 0, 0

        def executor(self):
            self.made += 1
            return self

        def submit(self, play_part, part):
            future = Future()
            if part[0].seed == 0:
                future.set_result(play_part(part))
            else:
                future.set_exception(BrokenProcessPool("gone"))
            return future

        def stop(self):
            self.stopped += 1

    pool, found = Hopeless(), Played((QUICK,))
    with pytest.raises(RuntimeError, match="the workers died 3 times, the last time with: gone"):
        play_all((QUICK,), pool, played=found)
    assert (pool.made, pool.stopped) == (3, 1)
    assert found.rows == (play(QUICK.part(0, found.done)),)
    assert found.done > 0


# -- in this process, as in a browser


async def ends(runner):
    while runner.poll().state == "running":
        await asyncio.sleep(0)
    return runner.poll()


@pytest.mark.parametrize("plan", [QUICK, Plan(GAME, 2, bots=("monte-carlo:1",)), Plan(GAME, 2, looks=1)])
def test_what_is_played_in_pieces_is_what_would_be_played_at_once(plan):
    async def played():
        runner = Runner(limits=Limits(here=True))
        runner.start(plan, plan)
        return await ends(runner)

    report = asyncio.run(played())
    assert (report.state, report.done, report.why) == ("done", 2 * plan.games, "")
    assert report.rows == (play(plan), play(plan))


@pytest.mark.parametrize("plan", [LONG, Plan(GAME, 4000, bots=("monte-carlo:1",)), Plan(GAME, 4000, looks=1)])
def test_whoever_plays_in_pieces_is_heard_meanwhile_and_can_cancel(plan):
    async def cancelled():
        runner = Runner(limits=Limits(here=True))
        runner.start(plan)
        heard = []
        asyncio.get_running_loop().call_later(0.2, lambda: heard.append(runner.cancel()))
        with pytest.raises(Refused, match="still running"):
            runner.start(plan)
        report = await ends(runner)
        await asyncio.sleep(0.1)
        assert runner.poll() == report
        return heard, report

    heard, report = asyncio.run(cancelled())
    assert [one.state for one in heard] == ["cancelled"]
    assert report.done < report.total


def test_what_is_played_in_pieces_ends_at_its_time_and_says_what_went_wrong(monkeypatch):
    async def played():
        runner = Runner(limits=Limits(here=True, seconds=0))
        runner.start(LONG)
        return await ends(runner)

    report = asyncio.run(played())
    assert (report.state, report.why.partition(",")[0]) == ("stopped", "Stopped after 0 seconds")
    monkeypatch.setattr("tutor.lab.runner.in_pieces", lambda plan: iter(()))
    report = asyncio.run(played())
    assert report.state == "failed"
    assert report.why.startswith("The simulation failed")
