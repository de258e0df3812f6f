"""What the server asks for when it wants a kernel."""

from dataclasses import dataclass
from socket import socket


@dataclass(frozen=True)
class Order:
    """What a new kernel is to be.

    Args:
        connection_file: where the addresses are at which it is to be reached.
        environment: its environment, whole.
        folder: where it works.
        cells: what it runs before it answers anything.
        memory: how many bytes it may take beyond what it is born with; 0 sets no limit.
    """

    connection_file: str
    environment: dict[str, str]
    folder: str
    cells: tuple[str, ...] = ()
    memory: int = 0

    def carry_out(self, line: socket) -> None:
        """Become that kernel, in a process of its own; `line` leads to the server."""
        from tutor.serving.forked import be_a_kernel  # which the server itself never needs

        be_a_kernel(self, line)
