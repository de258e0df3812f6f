"""Games on a cluster: a local scheduler with two worker processes, one of them killed in the middle."""

import os
import signal

import pytest

from tutor.engine.book.files import BadInput
from tutor.lab.pools import DaskPool, play_all
from tutor.lab.simulate import Plan, play

pytestmark = pytest.mark.filterwarnings("default")  # the cluster's own libraries warn of each other


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_loses_nothing_and_nothing_counts_twice(cluster):
    from distributed import Client

    plan, other = (Plan("alien_conspiracy", 300, bots=bots) for bots in (("random",), ("random", "careful")))
    with Client(cluster, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
    told = []

    def progress(done, total):
        told.append(done)
        if len(told) == 5:
            os.kill(pids[0], signal.SIGKILL)

    found = play_all((plan, other), DaskPool(cluster.scheduler_address), progress)
    assert len(pids) == 2
    assert told == sorted(set(told))
    assert told[-1] == 600
    assert found.rows == (play(plan), play(other))


def test_a_cancelled_run_keeps_what_came_back(cluster):
    told = []
    plan = Plan("alien_conspiracy", 2000, bots=("random",))
    found = play_all((plan,), DaskPool(cluster.scheduler_address), lambda *how: told.append(how), lambda: bool(told))
    assert 0 < found.done < 2000
    again = play_all((plan.part(0, 50),), DaskPool(cluster.scheduler_address))
    assert again.rows == (play(plan.part(0, 50)),)


def test_an_address_where_no_scheduler_answers_is_one_clear_line(monkeypatch):
    monkeypatch.setattr("tutor.lab.pools.CONNECT", 0.5)
    with pytest.raises(BadInput, match="no Dask scheduler answers there"):
        DaskPool("tcp://127.0.0.1:9")
    with pytest.raises(BadInput, match="no Dask scheduler answers there"):
        DaskPool("nonsense://")
