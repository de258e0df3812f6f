"""What the server sends to the warm process when it needs a kernel."""

from dataclasses import dataclass
from socket import socket


@dataclass(frozen=True)
class Order:
    """What a new kernel is to be.

    Args:
        connection_file: the file with the addresses at which it can be reached.
        environment: its whole environment.
        folder: where it works.
        cells: the code that it runs before it answers anything.
        memory: how many bytes it may use beyond what it has after the fork; 0 sets no limit.
    """

    connection_file: str
    environment: dict[str, str]
    folder: str
    cells: tuple[str, ...] = ()
    memory: int = 0

    def carry_out(self, line: socket) -> None:
        """Turn this process into that kernel; `line` leads to the server."""
        from tutor.serving.forked import be_a_kernel  # which the server itself never needs

        be_a_kernel(self, line)
