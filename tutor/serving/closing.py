"""Reasons for which the server ends a page's connection, as codes that the page knows."""

from enum import IntEnum


class Closing(IntEnum):
    """Our own close codes of the websocket; the page has a sentence for each."""

    SLOW = 4001
    """A press took longer than the host allows."""
    MEMORY = 4002
    """The kernel needed more memory than the host allows."""
    IDLE = 4003
    """The page was silent for too long."""
    REFUSED = 4004
    """The page sent something that no page of ours sends."""
    CRASHED = 4005
    """The kernel ended unexpectedly."""


GOING = 1001
"""The protocol's own code for a server that is closing; the page tries again by itself."""
RESTARTING = 1012
"""The protocol's own code for a server that will be back, or that has others beside it."""
