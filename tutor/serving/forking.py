"""Starting kernels by forking them from one warm process, which takes milliseconds instead of seconds."""

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning import LocalProvisioner

from tutor.serving.closing import Closing
from tutor.serving.order import Order
from tutor.serving.warm import FOLDER_VARIABLE

CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
CONTEXT = multiprocessing.get_context("forkserver" if CAN_FORK else None)
LAUNCHED = ["-m", "ipykernel_launcher", "-f"]
"""The end of the command that starts an IPython kernel, except for the name of its connection file."""
LONGEST_ROW_BYTES = 16 * 2**20
ATTEMPTS = 3
"""The largest number of requests for one kernel, if the warm process ends during a request."""

_asking = ThreadPoolExecutor(1, "asking for kernels")  # the warm process forks one at a time


def start_warm_process(folder: Path) -> None:
    """Start the process from which kernels will be forked; it prepares itself and ends together with this process."""
    from multiprocessing import forkserver  # Windows does not use it

    os.environ[FOLDER_VARIABLE] = str(folder)
    forkserver.set_forkserver_preload(["tutor.serving.warm"])
    forkserver.ensure_running()


def fork(order: Order, line: socket.socket) -> BaseProcess:
    """Let the warm process, restarted if it has ended, fork a kernel, and return the kernel's process.

    The kernel lives no longer than the returned object.

    Raises:
        OSError: when no process can be had.
    """
    for attempt in range(ATTEMPTS):
        try:
            asked = CONTEXT.Process(target=order.carry_out, args=(line,), daemon=True)
            asked.start()
        except (EOFError, ConnectionError):  # it ended while it was asked
            if attempt + 1 == ATTEMPTS:
                raise
        else:
            return asked
    raise AssertionError


class ForkedProcess:
    """A forked kernel with the interface that `jupyter_client` expects of a process that it started."""

    stdin = stdout = stderr = None

    def __init__(self, process: BaseProcess, line: socket.socket, when_gone: Callable[[Closing], None]) -> None:
        self._process = process
        self.pid = int(process.pid or 0)
        self._gone = asyncio.Event()
        self.outputs: asyncio.Future[list[dict[str, Any]]] = asyncio.get_running_loop().create_future()
        """The output of its cells, as the data of each by MIME type; empty if the kernel ended before that."""
        self._listening = asyncio.create_task(self._listen(line, when_gone))

    async def _listen(self, line: socket.socket, when_gone: Callable[[Closing], None]) -> None:
        why = Closing.CRASHED
        reader, writer = await asyncio.open_connection(sock=line, limit=LONGEST_ROW_BYTES)
        with suppress(ConnectionError):
            async for row in reader:
                said = json.loads(row)
                if "outputs" in said and not self.outputs.done():
                    self.outputs.set_result(said["outputs"])
                why = Closing(said.get("ended", why))
        writer.close()
        if not self.outputs.done():
            self.outputs.set_result([])
        self._gone.set()
        when_gone(why)

    def poll(self) -> int | None:
        """Return None while the process lives."""
        return 1 if self._gone.is_set() else None

    wait = poll

    async def gone(self) -> None:
        """Wait until the process has ended."""
        await self._gone.wait()

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process."""
        self.send_signal(signal.SIGKILL)


class ForkingProvisioner(LocalProvisioner):
    """Forks the kernels that run on this very Python, and starts all others in the ordinary way."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Start the kernel and return where it can be reached.

        `kwargs` may have `cells`, which a forked kernel runs at once, `memory`, the bytes that it may use, and
        `when_gone`, which is called with the reason once the kernel has ended.

        Raises:
            OSError: when no process can be had.
        """
        more = {name: kwargs.pop(name) for name in ("cells", "memory") if name in kwargs}
        when_gone = kwargs.pop("when_gone", lambda _: None)
        if not (CAN_FORK and cmd[0] == sys.executable and cmd[-4:-1] == LAUNCHED):
            return await super().launch_kernel(cmd, **kwargs)
        self.cwd = kwargs.get("cwd") or Path.cwd()
        environment = {str(name): str(value) for name, value in kwargs["env"].items()}  # an enum would load its module
        order = Order(cmd[-1], environment, str(self.cwd), **more)
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = await asyncio.get_running_loop().run_in_executor(_asking, fork, order, theirs)
            except BaseException:
                ours.close()
                raise
        self.process = ForkedProcess(process, ours, when_gone)
        self.pid = self.pgid = self.process.pid
        return self.connection_info

    async def wait(self) -> int | None:
        """Wait until the kernel has ended."""
        if isinstance(self.process, ForkedProcess):
            await self.process.gone()
        return await super().wait()
