"""What visitors can expect of their kernels whatever others do, and what kernels never give away."""

import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest
from websockets.exceptions import InvalidStatus

from tests.line import call, desk_of, ending, kernel_of, said, unpack
from tests.pages import PATIENCE_SECONDS, Site, serving, write_notebook
from tools.measure_class import memory_of
from tutor.serving.closing import Closing
from tutor.serving.visits import START_SECONDS, UNSEEN_SECONDS, Bounds, Visits, household_of

pytestmark = pytest.mark.server

MOST_PRIVATE_MB = 25
"""The megabytes that a course may use beyond what all kernels share; without sharing, it would use 60."""

DESK = """\
import beside
import os
import random
import uuid

import ipywidgets

taken = []
said = []


def hear(desk, content, _):
    said.append(content["say"])
    if content["say"] == "memory bit by bit":
        while True:
            taken.append(bytearray(2**20))
    if content["say"] == "memory at once":
        taken.append(bytearray(2**34))
    if content["say"] == "work for ever":
        while True:
            pass
    if content["say"] == "work for ever in one step":
        sum(range(10**18))
    here = {"pid": os.getpid(), "folder": os.getcwd(), "beside": beside.WORD}
    desk.send({**here, "said": said, "chance": random.random(), "id": uuid.uuid4().hex})


desk = ipywidgets.HTML()
desk.on_msg(hear)
desk
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one page: a desk that does what visitors ask."""
    folder = tmp_path_factory.mktemp("desks")
    write_notebook(folder / "index.ipynb", DESK, desk=True)
    (folder / "beside.py").write_text("WORD = 'here'", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def strict(folder: Path) -> Iterator[Site]:
    """The same page, served with many seats and tight limits."""
    with serving("--notebooks", str(folder), "--memory", "256", "--press", "2", "--kernels", "50") as site:
        yield site


class Visitor:
    """Somebody who has opened the page and stays."""

    def __init__(self, site: Site, **headers: str) -> None:
        status, _, html = site.ask(site.page(), **headers)
        assert status == 200
        self.kernel, self.desk = kernel_of(html), desk_of(html)
        self.calling = call(site, self.kernel, additional_headers=headers)

    def __enter__(self) -> "Visitor":
        self.line = self.calling.__enter__()
        return self

    def __exit__(self, *reason: Any) -> None:
        self.calling.__exit__(*reason)

    def say(self, what: str) -> None:
        """Send something to the desk."""
        self.line.send(said(self.desk, uuid4().hex, say=what))

    def hear(self) -> dict[str, Any]:
        """Return what the desk answers."""
        while True:
            _, header, _, _, content = unpack(self.line.recv(PATIENCE_SECONDS))[:5]
            if json.loads(header)["msg_type"] == "comm_msg":
                return json.loads(content)["data"]["content"]

    def asks(self, what: str = "hello") -> dict[str, Any]:
        """Send something and return the answer."""
        self.say(what)
        return self.hear()

    def is_told(self) -> int:
        """Wait until the server closes the connection, and return the code."""
        code = ending(self.line)
        assert code is not None
        return code


def comes_true(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds, and return False if it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (held := condition()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return held


def has_gone(site: Site, kernel: str) -> bool:
    return comes_true(lambda: site.ask(f"{site.url}/api/kernels/{kernel}")[0] == 404)


def warm_process(site: Site) -> psutil.Process:
    started = psutil.Process(site.process.pid).children()
    return next(process for process in started if "forkserver" in " ".join(process.cmdline()))


def test_two_visitors_share_nothing_that_one_of_them_may_change(strict: Site) -> None:
    with Visitor(strict) as ada, Visitor(strict) as bo:
        assert ada.asks("hello")["said"] == ["hello"]
        assert ada.asks("again")["said"] == ["hello", "again"]
        assert bo.asks("hello")["said"] == ["hello"]
        assert ada.desk != bo.desk
        answers = [ada.asks(), bo.asks()]
        for what in ("pid", "chance", "id"):
            assert answers[0][what] != answers[1][what]


def test_a_kernel_works_in_the_folder_of_its_page_and_finds_what_lies_beside_it(folder: Path, strict: Site) -> None:
    with Visitor(strict) as ada:
        answer = ada.asks()
        assert Path(answer["folder"]) == folder
        assert answer["beside"] == "here"


def test_kernels_are_forked_from_a_process_without_threads(strict: Site) -> None:
    with Visitor(strict) as ada:
        parent = psutil.Process(ada.asks()["pid"]).parent()
        assert parent == warm_process(strict)
        assert parent.num_threads() == 1


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("memory bit by bit", Closing.MEMORY),
        ("memory at once", Closing.MEMORY),
        ("work for ever", Closing.SLOW),
        ("work for ever in one step", Closing.SLOW),
    ],
)
def test_a_kernel_that_takes_too_much_is_ended_and_nobody_else_notices(strict: Site, way: str, why: Closing) -> None:
    with Visitor(strict) as ada, Visitor(strict) as bo:
        ada.say(way)
        assert ada.is_told() == why
        assert bo.asks()["said"] == ["hello"]
        assert has_gone(strict, ada.kernel)
        with Visitor(strict) as cleo:
            assert cleo.asks()["said"] == ["hello"]


def test_a_kernel_whose_first_words_only_its_page_hears_is_known_to_be_at_work(folder: Path) -> None:
    deaf = "from tutor.serving.kernels import Kernels; Kernels.start_watching_activity = lambda *_: None"
    with serving("--notebooks", str(folder), "--press", "2", before=deaf) as site, Visitor(site) as ada:
        ada.say("work for ever")
        assert ada.is_told() == Closing.SLOW


def test_a_desk_that_is_slow_to_start_is_not_given_up_before_it_is_there(tmp_path: Path) -> None:
    write_notebook(tmp_path / "index.ipynb", f"import time\ntime.sleep(3)\n{DESK}", desk=True)
    (tmp_path / "beside.py").write_text("WORD = 'here'", encoding="utf-8")
    hasty = "import tutor.serving.visits as visits; visits.UNSEEN_SECONDS = 1"
    with serving("--notebooks", str(tmp_path), "--preheat", "0", before=hasty) as site, Visitor(site) as ada:
        assert ada.asks()["said"] == ["hello"]


def test_the_page_of_a_kernel_that_ended_by_itself_is_told_and_its_seat_is_free(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "1") as site, Visitor(site) as ada:
        assert site.ask(site.page())[0] == 503
        os.kill(ada.asks()["pid"], signal.SIGKILL)
        assert ada.is_told() == Closing.CRASHED
        assert has_gone(site, ada.kernel)
        with Visitor(site) as bo:
            assert bo.asks()["said"] == ["hello"]


def test_when_the_warm_process_ends_those_here_go_on_and_others_still_come(folder: Path) -> None:
    with serving("--notebooks", str(folder)) as site, Visitor(site) as ada:
        ada.asks("before")
        first = warm_process(site)
        first.kill()
        assert comes_true(lambda: first.status() == psutil.STATUS_ZOMBIE)
        with Visitor(site) as bo:
            assert bo.asks()["said"] == ["hello"]
        assert warm_process(site) != first
        assert ada.asks("after")["said"] == ["before", "after"]
        os.kill(ada.asks()["pid"], signal.SIGKILL)
        assert ada.is_told() == Closing.CRASHED


def test_a_server_that_is_killed_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="k") as short:
        monkeypatch.setenv("TMPDIR", short)
        site = Site("--notebooks", str(folder))
        with Visitor(site) as ada:
            ada.asks()
            started = psutil.Process(site.process.pid).children(recursive=True)
            assert len(started) >= 2
            site.process.kill()
            site.close()
            assert not psutil.wait_procs(started, PATIENCE_SECONDS)[1]
            assert comes_true(lambda: not [*Path(short).glob("voila_*/kernel-*")])


def test_where_processes_cannot_be_forked_pages_come_all_the_same(folder: Path) -> None:
    without = "import tutor.serving.forking as forking; forking.CAN_FORK = False; from tutor.cli import main; main()"
    with serving("--notebooks", str(folder), program=("-c", without)) as site, Visitor(site) as ada:
        assert ada.asks()["said"] == ["hello"]
        assert psutil.Process(ada.asks()["pid"]).parent().pid == site.process.pid


def test_who_only_asks_for_pages_shuts_out_nobody_else(folder: Path) -> None:
    one, crowd, other = ({"X-Forwarded-For": f"192.0.2.{n}"} for n in (1, 2, 3))
    options = ("--notebooks", str(folder), "--kernels", "3", "--proxied")
    with serving(*options) as site, Visitor(site, **one):
        assert [site.ask(site.page(), **crowd)[0] for _ in range(5)] == [200, 200, 503, 503, 503]
        with Visitor(site, **other) as ada:
            assert ada.asks()["said"] == ["hello"]


def test_pages_on_their_way_never_need_more_kernels_than_there_are_seats(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "2", "--proxied") as site:
        asked = [site.ask(site.page(), **{"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(6)]
        assert [status for status, _, _ in asked] == [200] * 6
        kernels = [kernel_of(html) for _, _, html in asked]
        assert all(has_gone(site, kernel) for kernel in kernels[:4])
        assert [site.ask(f"{site.url}/api/kernels/{kernel}")[0] for kernel in kernels[4:]] == [200, 200]


def test_one_address_gets_no_more_than_its_share_and_others_get_theirs(folder: Path) -> None:
    options = ("--kernels", "4", "--share", "0.5", "--proxied")
    with serving("--notebooks", str(folder), *options) as site:
        here, there = ({"X-Forwarded-For": f"192.0.2.{n}"} for n in (1, 2))
        with Visitor(site, **here), Visitor(site, **here):
            assert site.ask(site.page(), **here)[0] == 503
            with Visitor(site, **there) as ada:
                assert ada.asks()["said"] == ["hello"]


def test_what_a_visitor_says_of_their_address_counts_only_behind_a_proxy(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "1") as site:
        assert site.ask(site.page(), **{"X-Forwarded-For": "192.0.2.1"})[0] == 200
        assert site.ask(site.page(), **{"X-Forwarded-For": "192.0.2.2"})[0] == 503


def test_a_page_that_calls_when_the_last_seat_was_taken_meanwhile_is_refused(folder: Path) -> None:
    with serving("--notebooks", str(folder), "--kernels", "2", "--proxied") as site:
        ada, bo, cleo = ({"X-Forwarded-For": f"192.0.2.{n}"} for n in (1, 2, 3))
        kernel = kernel_of(site.ask(site.page(), **ada)[2])
        with Visitor(site, **bo), Visitor(site, **cleo) as last:
            with pytest.raises(InvalidStatus) as refused, call(site, kernel, additional_headers=ada):
                pass
            assert refused.value.response.status_code == 503
            assert has_gone(site, kernel)
            assert last.asks()["said"] == ["hello"]


BOUNDS = Bounds(seats=3, share=2, memory=1000, press_seconds=20, idle_seconds=600)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day, which a test can change."""
    now = [1000.0]
    monkeypatch.setattr("tutor.serving.visits.time.monotonic", lambda: now[0])
    return now


class Line:
    """A connection."""

    def close(self, code: int | None = None, reason: str | None = None) -> None: ...


def test_a_page_that_never_calls_is_soon_given_up(clock: list[float]) -> None:
    visits = Visits(BOUNDS)
    called, silent = visits.begin("called"), visits.begin("silent")
    assert visits.take_seat("called", "here", Line())
    clock[0] += UNSEEN_SECONDS + 1
    assert called.has_to_end(BOUNDS, 0) is None
    assert silent.has_to_end(BOUNDS, 0) == Closing.IDLE
    clock[0] += BOUNDS.idle_seconds
    assert called.has_to_end(BOUNDS, 0) == Closing.IDLE


def test_a_kernel_that_runs_its_first_cells_is_not_given_up_meanwhile(clock: list[float]) -> None:
    visit = Visits(BOUNDS).begin("slow")
    visit.note_busy(True)
    clock[0] += START_SECONDS - 1
    assert visit.has_to_end(BOUNDS, 0) is None
    clock[0] += 2
    assert visit.has_to_end(BOUNDS, 0) == Closing.SLOW
    visit.note_busy(False)
    clock[0] += UNSEEN_SECONDS + 1
    assert visit.has_to_end(BOUNDS, 0) == Closing.IDLE


def test_only_unbroken_work_for_a_page_counts_against_a_press(clock: list[float]) -> None:
    visits = Visits(BOUNDS)
    visit = visits.begin("here")
    line = Line()
    visits.take_seat("here", "home", line)
    for _ in range(3):
        visit.note_asked("a press")
        visit.note_busy(True)
        visit.note_heard("a press")
        clock[0] += BOUNDS.press_seconds - 1
        assert visit.has_to_end(BOUNDS, 0) is None
        visit.note_busy(False)
    visit.note_asked("a press")
    visit.note_heard("something else")
    clock[0] += BOUNDS.press_seconds + 1
    assert visit.has_to_end(BOUNDS, 0) == Closing.SLOW
    visit.note_gone(line)
    assert visit.has_to_end(BOUNDS, 0) is None


def test_a_kernel_may_hold_as_much_memory_as_the_host_allows_and_no_more() -> None:
    visit = Visits(BOUNDS).begin("here")
    assert visit.has_to_end(BOUNDS, BOUNDS.memory) is None
    assert visit.has_to_end(BOUNDS, BOUNDS.memory + 1) == Closing.MEMORY


@pytest.mark.parametrize(
    ("address", "household"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_neighbours_of_one_network_are_one_household(address: str, household: str) -> None:
    assert household_of(address) == household


def test_a_visitor_shares_most_of_what_a_kernel_holds() -> None:
    with serving() as site:
        status, _, html = site.ask(site.page("roswell51.ipynb"))
        assert status == 200
        kernel = max(psutil.Process(site.process.pid).children(recursive=True), key=psutil.Process.create_time)
        assert kernel_of(html)
        shares = memory_of(kernel)
        assert shares
        _, private = shares
        assert private < MOST_PRIVATE_MB
