"""A visitor's kernel, from the moment it is forked from the warm process until it ends."""

import json
import os
import resource
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import current_process, parent_process
from signal import SIGKILL
from socket import socket
from threading import Thread
from types import SimpleNamespace
from typing import Any

from ipykernel import ipkernel
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.utils.capture import capture_output
from traitlets import Type
from traitlets.config import Config

from tutor.serving.closing import Closing
from tutor.serving.order import Order
from tutor.serving.thrift import give_back

CONFIG = Config(
    HistoryManager={"enabled": False},
    IPKernelApp={
        "capture_fd_output": False,
        "kernel_class": "tutor.serving.forked.Kernel",
        "log_level": "CRITICAL",
        "parent_handle": 1,  # there is no such process; `follow_the_server` notices when the server ends
    },
)
"""Switches off what a visitor's kernel does not need: a stored history and the threads that write it."""

LAST_WORDS_BYTES = 64 * 2**20
"""Memory that a kernel may use beyond its limit to report that it has reached the limit."""


class Shell(ZMQInteractiveShell):
    """Runs what a page requests, as long as there is memory for it."""

    line: socket | None = None
    """Leads to the server."""

    def showtraceback(self, *more: Any, **named: Any) -> None:
        """Show what went wrong; end at once if memory ran out, because other things may have failed as well."""
        if self.line and isinstance(sys.exception(), MemoryError):
            resource.setrlimit(resource.RLIMIT_DATA, 2 * resource.getrlimit(resource.RLIMIT_DATA)[1:])
            tell(self.line, ended=Closing.MEMORY)
            os.killpg(0, SIGKILL)
        super().showtraceback(*more, **named)


class Kernel(IPythonKernel):
    """A kernel with such a shell."""

    shell_class = Type(Shell)

    def __init__(self, **named: Any) -> None:
        """Start without the list of all modules that a debugger would need, because there is no debugger.

        Listing a module changes its reference count and so copies the memory page that it is in: 5 MB per visitor.
        """
        ipkernel.sys = SimpleNamespace(**{**vars(sys), "modules": {}})
        try:
            super().__init__(**named)
        finally:
            ipkernel.sys = sys


class KernelApp(IPKernelApp):
    """Starts the kernel as it is configured here, without reading a command line or the host's configuration files."""

    def parse_command_line(self, argv: list[str] | None = None) -> None:
        """Do not read the command line."""

    def load_config_file(self, *_: Any, **__: Any) -> None:
        """Do not read any configuration file."""


def be_a_kernel(order: Order, line: socket) -> None:
    """Turn this newly forked process into a kernel, and return when the kernel has ended.

    The kernel writes JSON to the line, one row each: the output of its cells and, if it has to end, the reason. The
    line breaks when the kernel is gone, for whatever reason.
    """
    os.setsid()
    current_process().daemon = False  # otherwise, it could not start processes of its own
    os.environ.clear()
    os.environ.update(order.environment)
    os.chdir(order.folder)
    kernel = KernelApp.instance(config=CONFIG, connection_file=order.connection_file)
    Thread(target=follow_the_server, args=(kernel,), daemon=True).start()
    kernel.initialize([])
    kernel.shell.line = line
    limit_memory(order.memory)
    tell(line, outputs=run_cells(kernel.shell, order.cells))
    give_back()
    kernel.start()


def follow_the_server(kernel: IPKernelApp) -> None:
    """Wait until the server ends, and then end this kernel and everything it started; nobody else could do so."""
    server = parent_process()
    assert server is not None
    server.join()
    kernel.cleanup_connection_file()
    os.killpg(0, SIGKILL)


def limit_memory(most: int) -> None:
    """Limit this process to this many bytes beyond what it has now, on systems that can enforce it."""
    if most and sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as pages:
            born_with = int(pages.read().split()[5]) * resource.getpagesize()
        limit = born_with + most
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit + LAST_WORDS_BYTES))


def run_cells(shell: Any, cells: Sequence[str]) -> list[dict[str, Any]]:
    """Return the outputs of the cells, each as its data by MIME type; the first cell that fails is the last one run."""
    outputs = []
    for cell in cells:
        with shell.display_trap, capture_output() as put_out:
            done = shell.run_cell(cell, store_history=False)
        outputs += [output.data for output in put_out.outputs]
        if failed := done.error_before_exec or done.error_in_exec:
            traceback.print_exception(failed, file=sys.__stderr__)
            break
    return outputs


def tell(line: socket, **said: Any) -> None:
    """Tell the server something."""
    with suppress(OSError):
        line.sendall(json.dumps(said).encode() + b"\n")
