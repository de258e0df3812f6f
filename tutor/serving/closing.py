"""Why the server ends a page's connection: codes that the page knows."""

from enum import IntEnum


class Closing(IntEnum):
    """The websocket's close codes that are ours; the page has a sentence for each."""

    SLOW = 4001
    """One press took longer than it may."""
    MEMORY = 4002
    """The kernel needed more memory than it may have."""
    IDLE = 4003
    """Nothing was heard of the page for too long."""
    REFUSED = 4004
    """The page sent what no page of ours sends."""
    CRASHED = 4005
    """The kernel ended unexpectedly."""
