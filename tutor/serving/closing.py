"""Why the server ends a page's connection, in numbers that the page can tell apart."""

from enum import IntEnum


class Closing(IntEnum):
    """The codes with which a page's websocket is closed. Those below 4000 are the protocol's own, the others ours."""

    GOING = 1001
    RESTARTING = 1012
    SLOW = 4001
    MEMORY = 4002
    IDLE = 4003
    REFUSED = 4004
    CRASHED = 4005
