"""A process that has imported what a server needs and forks servers, because most of a server's start is importing.

`python -m tests.nursery LINE` is this process; LINE is the number of the socket on which it is told what to start.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from importlib import import_module
from runpy import run_module
from typing import IO, Any

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
USED_BY_EVERY_SERVER = (
    "IPython.paths",
    "ipykernel.kernelspec",
    "multiprocessing.forkserver",
    "pydantic",
    "tornado.platform.asyncio",
    "tutor.cli",
    "tutor.commands.own",
    "tutor.lessons.own_pages",
    "tutor.serving.server",
)


class Forked:
    """A forked `python -m tutor`, with the part of `subprocess.Popen` that tests use."""

    def __init__(
        self, arguments: Sequence[str], environment: dict[str, str], console: IO[str] | None, before: str = ""
    ) -> None:
        """Start it after some code, and redirect what it writes about mishaps if `console` is a file."""
        self.returncode: int | None = None
        with ExitStack() as lent:
            read, write = os.pipe()
            lent.callback(os.close, write)
            self._report, theirs = socket.socketpair()
            lent.enter_context(theirs)
            handed = [write, console.fileno() if console else 2, theirs.fileno()]
            order = {"arguments": [*arguments], "environment": environment, "before": before, "folder": os.getcwd()}
            line, _ = nursery()
            socket.send_fds(line, [b"!"], handed)
            line.sendall(json.dumps(order).encode() + b"\n")
        self.stdout = os.fdopen(read, encoding="utf-8")
        self._reports = self._report.makefile("r")
        self.pid = int(self._reports.readline())

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code, as soon as there is one.

        Raises:
            TimeoutError: if there is none for so many seconds.
        """
        if self.returncode is None:
            self._report.settimeout(timeout)
            self.returncode = int(self._reports.readline())
            self._reports.close()
            self._report.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


@cache
def nursery() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Return this session's nursery and the line to it; it is started now and ends with the session."""
    line, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        return line, subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)


def tend(line: socket.socket) -> None:
    """Import what servers need, and fork servers until the line ends; only a server returns, as a new process would."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in USED_BY_EVERY_SERVER:
        import_module(name)
    orders = line.makefile("rb", buffering=0)
    while handed := socket.recv_fds(line, 1, 3)[1]:
        order = json.loads(orders.readline())
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a nurse ends
        if not os.fork():
            orders.close()
            line.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            nurse(order, *handed)
            return
        for one in handed:
            os.close(one)
    sys.exit()


def nurse(order: dict[str, Any], output: int, console: int, report: int) -> None:
    """Fork a server, report its process id and later its exit code, and exit; return in the server."""
    server = os.fork()
    if server:
        os.close(output)
        os.close(console)
        with open(report, "w", buffering=1) as said:
            print(server, file=said)
            print(os.waitstatus_to_exitcode(os.waitpid(server, 0)[1]), file=said)
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(output, 1)
    os.dup2(console, 2)
    for one in (output, console, report):
        os.close(one)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    tempfile.tempdir = None  # it was chosen in the nursery's environment
    sys.argv[1:] = order["arguments"]
    exec(order["before"], {})


if __name__ == "__main__":
    tend(socket.socket(fileno=int(sys.argv[1])))
    run_module("tutor", run_name="__main__", alter_sys=True)
