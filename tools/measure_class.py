"""Measure what happens when a class arrives at once: how soon everybody can play, and the memory per visitor.

    python tools/measure_class.py --arrivals 40

All visitors request a course at the same moment. Like a browser, each of them first requests the page, then opens the
kernel's socket, and then sends a greeting. A page can be used when the first state of its desk has arrived. In the same
run, after this server, stock Voila serves the same notebooks with its defaults. Before the crowd, `--alone` visitors
come one after another. Times are in seconds. Memory is given per kernel in MB: its proportional share (PSS), which
divides shared memory pages among the processes that use them, and what is private to it.
"""

import argparse
import asyncio
import json
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil
from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from websockets.asyncio.client import connect

from tests.line import desk_of, kernel_of, said, unpack
from tests.pages import AS_A_HOST, serving
from tutor.engine.core.game import games
from tutor.paths import shipped
from tutor.serving.frames import PROTOCOL

READY_SECONDS = 20
"""How many seconds a server has to get ready before anybody comes."""
LONGEST_SECONDS = 240
GREETING = {"type": "hello", "search": "", "stored": {}}
KILOBYTES = 1024
"""Kilobytes in a megabyte."""


class Crowd:
    """Visitors of one server, each of whom stays until all may leave."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.took: list[float] = []
        """How many seconds each of the visitors who have arrived took."""
        self.leave = asyncio.Event()

    async def come(self, visitors: int) -> list[asyncio.Task[None]]:
        """Let all visitors come together, and return when each has arrived or failed to."""
        pages = cycle(f"{game}.ipynb" for game in games())
        tasks = [asyncio.create_task(self._visit(page)) for page, _ in zip(pages, range(visitors), strict=False)]
        deadline = time.perf_counter() + LONGEST_SECONDS
        while len(self.took) + sum(task.done() for task in tasks) < visitors and time.perf_counter() < deadline:
            await asyncio.sleep(0.02)
        return tasks

    async def go(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Let the visitors leave, and cancel those who never arrived."""
        self.leave.set()
        _, late = await asyncio.wait(tasks, timeout=10)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _visit(self, page: str) -> None:
        start = time.perf_counter()
        client = AsyncHTTPClient(force_instance=True)
        answer = await client.fetch(f"{self.url}/voila/render/{page}", request_timeout=LONGEST_SECONDS)
        html = answer.body.decode()
        kernel = kernel_of(html)
        address = f"ws{self.url[4:]}/api/kernels/{kernel}/channels?session_id={uuid4().hex}"
        async with connect(address, subprotocols=[PROTOCOL], origin=self.url, max_size=None, open_timeout=None) as line:
            await line.send(said(desk_of(html), uuid4().hex, **GREETING))
            while not shows_a_state(await line.recv()):
                pass
            self.took.append(time.perf_counter() - start)
            await self.leave.wait()
        with suppress(HTTPClientError):  # stock Voila does not let a visitor end a kernel
            await client.fetch(f"{self.url}/voila/api/shutdown/{kernel}", method="POST", body="")


def shows_a_state(message: bytes) -> bool:
    """Return whether a message from a kernel draws a desk."""
    _, header, _, _, content = unpack(message)[:5]
    return json.loads(header)["msg_type"] == "comm_msg" and "state" in json.loads(content)["data"].get("state", {})


async def measure(url: str, server: int, arrivals: int, alone: int) -> dict[str, float | None]:
    """Return how many seconds visitors took, first one by one and then all at once, and how much memory they used."""
    one_by_one = []
    for _ in range(alone):
        single = Crowd(url)
        await single.go(await single.come(1))
        one_by_one += single.took
    crowd = Crowd(url)
    visitors = await crowd.come(arrivals)
    held = [shares for process in kernels_of(server) if (shares := memory_of(process))]
    await crowd.go(visitors)
    took = sorted(crowd.took)
    return {
        "alone_s": middle(one_by_one),
        "usable": len(took),
        "half_s": middle(took),
        "last_s": round(took[-1], 2) if took else None,
        "pss_mb": middle([pss for pss, _ in held]),
        "private_mb": middle([private for _, private in held]),
    }


def kernels_of(server: int) -> list[psutil.Process]:
    """Return the kernels of a server: those of its descendant processes that have no child processes."""
    everybody = psutil.Process(server).children(recursive=True)
    return [process for process in everybody if process.num_threads() > 3 and not process.children()]


def memory_of(process: psutil.Process) -> tuple[float, float] | None:
    """Return a process's share of the memory and its private memory, in MB, or None if the process has ended."""
    try:
        text = Path(f"/proc/{process.pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return None
    sizes = {row.split(":")[0]: int(row.split()[-2]) for row in text.splitlines()[1:]}
    return sizes["Pss"] / KILOBYTES, (sizes["Private_Dirty"] + sizes["Private_Clean"]) / KILOBYTES


def middle(numbers: Sequence[float]) -> float | None:
    """Return the median of some numbers, or None if there are none."""
    return round(statistics.median(numbers), 2) if numbers else None


@contextmanager
def ours(folder: Path, arrivals: int) -> Iterator[tuple[str, int]]:
    """Serve a folder's notebooks as a host would, and yield the address and the server's process."""
    with serving("--notebooks", str(folder), "--kernels", str(arrivals), program=AS_A_HOST) as site:
        yield site.url, site.process.pid


@contextmanager
def stock(folder: Path, arrivals: int) -> Iterator[tuple[str, int]]:
    """Serve the same notebooks with Voila and its defaults."""
    port = free_port()
    command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}", "--Voila.log_level=ERROR"]
    server = subprocess.Popen(command)
    try:
        yield f"http://localhost:{port}", server.pid
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as tried:
        tried.bind(("localhost", 0))
        return int(tried.getsockname()[1])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what it takes when a class arrives at once; print JSON.")
    parser.add_argument("--arrivals", type=int, default=40)
    parser.add_argument("--alone", type=int, default=5, help="how many visitors come one by one before the class")
    parser.add_argument("--without-stock", action="store_true", help="do not measure stock Voila")
    choice = parser.parse_args(arguments)
    AsyncHTTPClient.configure(None, max_clients=choice.arrivals)
    found: dict[str, dict] = {}
    for name, serve in {"ours": ours, "stock": stock}.items():
        if name == "stock" and choice.without_stock:
            continue
        with serve(shipped("notebooks"), choice.arrivals) as (url, server):
            time.sleep(READY_SECONDS)
            found[name] = asyncio.run(measure(url, server, choice.arrivals, choice.alone))
    if "stock" in found:
        found["ratio"] = {
            what: round(number / found["stock"][what], 3)
            for what, number in found["ours"].items()
            if number is not None and found["stock"][what]
        }
    print(json.dumps(found | {"arrivals": choice.arrivals}, indent=2))


if __name__ == "__main__":
    main()
