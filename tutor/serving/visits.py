"""The visits: each kernel with its visitor, the seats that are taken, and when a visit has to end."""

import time
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

from tutor.serving.closing import Closing

UNSEEN_SECONDS = 30
"""How long a page may take to connect to its kernel once the kernel is ready."""
START_SECONDS = 120
"""How long a kernel may take to get ready, which takes a second or two unless the machine is busy."""
HOME_NETWORK_BITS = 64
"""How many bits of an IPv6 address one household has in common."""


class Page(Protocol):
    """An open connection to a page."""

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the connection and say why."""


@dataclass(frozen=True)
class Bounds:
    """The limits that a host sets.

    Args:
        seats: how many visitors may be here at once.
        share: how many of them may come from one address.
        memory: how many bytes a kernel may hold.
        press_seconds: how long a kernel may work for its page without a pause.
        idle_seconds: how long a kernel may have nothing to do.
    """

    seats: int
    share: int
    memory: int
    press_seconds: float
    idle_seconds: float


@dataclass
class Visit:
    """A kernel and its visitor, from the moment when the page is requested.

    All times are seconds on the monotonic clock.

    Args:
        household: the part of the address that visitors behind one router share; "" while no visitor is known.
    """

    household: str
    is_notebook: bool = False
    """Whether Voila shows its page; a desk sends its kernel fewer kinds of messages."""
    seated: bool = False
    """Whether the page has ever connected."""
    pages: set[Page] = field(default_factory=set)
    """The connections that are open now."""
    active: float = field(default_factory=lambda: time.monotonic())
    """When the kernel last received or sent something."""
    asked: dict[str, float] = field(default_factory=dict)
    """Since when the kernel has owed an answer to each message, by the message's id."""
    busy: float | None = None
    """Since when the kernel has been working."""

    def note_asked(self, message: str) -> None:
        """Note that the page has sent its kernel a message with this id."""
        self.active = self.asked[message] = time.monotonic()

    def note_heard(self, message: str) -> None:
        """Note that the kernel has responded to the message with this id."""
        self.asked.pop(message, None)

    def note_gone(self, page: Page) -> None:
        """Note that a connection is closed, so that the kernel owes it no more answers."""
        self.pages.discard(page)
        self.asked.clear()

    def note_busy(self, busy: bool) -> None:
        """Note that the kernel has begun or finished some work."""
        self.active = time.monotonic()
        self.busy = self.active if busy else None

    def has_to_end(self, bounds: Bounds, memory: int) -> Closing | None:
        """Return why the visit has to end now, if it has to, given how many bytes its kernel uses."""
        now = time.monotonic()
        at_work = [*self.asked.values(), *([] if self.busy is None else [self.busy])]
        if memory > bounds.memory:
            return Closing.MEMORY
        if at_work and now - min(at_work) > (bounds.press_seconds if self.seated else START_SECONDS):
            return Closing.SLOW
        if self.busy is None and now - self.active > (bounds.idle_seconds if self.seated else UNSEEN_SECONDS):
            return Closing.IDLE
        return None


class Visits:
    """All visits by the ids of their kernels. Only a page that has connected has a seat."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._visits: dict[str, Visit] = {}

    def __getitem__(self, kernel_id: str) -> Visit:
        return self._visits[kernel_id]

    def get(self, kernel_id: str) -> Visit | None:
        """Return the visit of a kernel, if it has one."""
        return self._visits.get(kernel_id)

    def begin(self, kernel_id: str, household: str = "") -> Visit:
        """Note that a kernel has been requested."""
        return self._visits.setdefault(kernel_id, Visit(household))

    def end(self, kernel_id: str) -> Visit | None:
        """Forget a visit and return it."""
        return self._visits.pop(kernel_id, None)

    def has_room(self, household: str) -> bool:
        """Return whether a visitor may be given a page.

        Pages on their way to this visitor's household count as if they had arrived, but those on their way to others
        do not. Anyone who only requests pages therefore shuts out nobody else.
        """
        coming = sum(not visit.seated for visit in self._of(household))
        return self.taken() + coming < self.bounds.seats and len(self._of(household)) < self.bounds.share

    def superfluous(self) -> str | None:
        """Return the kernel to give up if more pages are on their way than there are seats.

        It is the oldest kernel that waits for the household with the most waiting pages; a page that is wanted
        connects within a second or two.
        """
        coming = {id: visit for id, visit in self._visits.items() if not visit.seated and visit.household}
        if len(coming) <= self.bounds.seats:
            return None
        most = Counter(visit.household for visit in coming.values()).most_common(1)[0][0]
        return next(id for id, visit in coming.items() if visit.household == most)

    def take_seat(self, kernel_id: str, household: str, page: Page) -> bool:
        """Give a seat to a page that connects to its kernel; return False if there is no seat left."""
        visit = self.begin(kernel_id)
        if not visit.seated:
            seated = sum(other.seated for other in self._of(household))
            if self.taken() >= self.bounds.seats or seated >= self.bounds.share:
                return False
            visit.seated, visit.household, visit.active = True, household, time.monotonic()
        visit.pages.add(page)
        return True

    def taken(self) -> int:
        """Return how many seats are taken."""
        return sum(visit.seated for visit in self._visits.values())

    def _of(self, household: str) -> list[Visit]:
        return [visit for visit in self._visits.values() if visit.household == household]


def household_of(address: str) -> str:
    """Return what one household's addresses have in common: the whole IPv4 address, or the IPv6 network."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address  # of a socket that has no address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or ip_network((parsed, HOME_NETWORK_BITS), strict=False))
    return str(parsed)
