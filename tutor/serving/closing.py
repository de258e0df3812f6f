"""Why the server ends a page's connection, as the page is told."""

from enum import IntEnum


class Closing(IntEnum):
    """The code with which a page's websocket is closed; the page says in its own words what each of them means."""

    SLOW = 4001
    """One press took longer than it may, and its table was ended."""
    MEMORY = 4002
    """The table needed more memory than it may have, and was ended."""
    IDLE = 4003
    """The table was silent for too long and was put away."""
    REFUSED = 4004
    """The page sent something that no page of ours sends."""
    CRASHED = 4005
    """The table's program ended unexpectedly."""
