"""Kernels, one a visitor: how many there may be, and how quickly they are heard."""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Integer
from voila.request_info_handler import RequestInfoSocketHandler

from tutor.serving.frames import Message

MOST_UNANSWERED = 16
MOST_BYTES = 2 * 2**20
"""What may be under way to a kernel, and from it to its page, before the page is read from again."""
MOMENT_SECONDS = 1


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel, on which no small message waits for the last one's receipt.

    A kernel answers its messages in their order and says "idle" after each, so what it has not answered yet is known
    here. A page that sends faster than it is answered, or does not take the answers, is not read from until it has
    caught up.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._unanswered: deque[tuple[str, int]] = deque()
        self.moved = asyncio.Event()

    def connect(self) -> Any:
        """Turn Nagle's algorithm off: with it a quick second click waits 40 ms."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    async def pass_on(self, message: Message) -> None:
        """Send the kernel a message that was checked, as soon as there is room for it."""
        page = self.websocket_handler
        while page.is_there() and (page.unsent > MOST_BYTES or self.is_behind()):
            self.moved.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.moved.wait(), MOMENT_SECONDS)
        if page.is_there() and self.channels:
            self._unanswered.append((message.id, sum(map(len, message.parts))))
            self.session.send_raw(self.channels["shell"], message.parts)

    def is_behind(self) -> bool:
        """Return whether the kernel has enough to answer."""
        return len(self._unanswered) >= MOST_UNANSWERED or sum(size for _, size in self._unanswered) > MOST_BYTES

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Pass on what the kernel says, and notice which message it has answered."""
        _, (_, header, parent, _, content, *_) = self.session.feed_identities(outgoing_msg)
        if b'"status"' in header and b'"idle"' in content:
            answered = self.session.unpack(parent).get("msg_id")
            if any(id == answered for id, _ in self._unanswered):
                while self._unanswered.popleft()[0] != answered:
                    pass
                self.moved.set()
        super().handle_outgoing_message(stream, outgoing_msg)


class Kernels(AsyncMappingKernelManager):
    """The kernels of all visitors, at most `limit` of them; those that wait for a visitor don't count."""

    limit = Integer(20, help="How many visitors' kernels may run at once.").tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        self._arriving = 0
        self._closing = False
        self.lines: set[Any] = set()
        """The pages' connections, those that are being made included."""
        self.notebooks: set[str] = set()
        """The kernels whose page is a notebook that Voila shows; all others are a desk's."""
        super().__init__(**kwargs)

    async def warm_up(self, pages: Iterable[str], each: int) -> None:
        """Start `each` kernels for every page's next visitors, one after another: who is here already goes first."""
        pools: Any = self
        for page in pages:
            if self._closing:
                return
            pools.kernel_pools_config[page] = pools.kernel_pools_config["default"] | {"pool_size": each}
            pools.fill_if_needed(delay=0, notebook_name=page)
            for starting in [*self._pools[page]]:
                with suppress(Exception):  # the pages after it are not to miss theirs
                    await (await starting)["task"]

    def visitors(self) -> int:
        """Return how many kernels belong to a visitor, those of visitors just arriving included."""
        waiting = sum(task.done() for pool in getattr(self, "_pools", {}).values() for task in pool)
        return len(self.list_kernel_ids()) - waiting + self._arriving

    def is_full(self) -> bool:
        """Return whether there is no kernel for one more visitor."""
        return self.visitors() >= self.limit

    @contextmanager
    def arrival(self) -> Iterator[None]:
        """Count a visitor from the request on until the kernel is theirs."""
        self._arriving += 1
        try:
            yield
        finally:
            self._arriving -= 1

    async def shutdown_kernel(self, kernel_id: str, *_: Any, restart: bool = False, **__: Any) -> None:
        """End a kernel at once, for it has nothing to save, and forget what its visitor's request was."""
        RequestInfoSocketHandler._cache.pop(kernel_id, None)
        self.notebooks.discard(kernel_id)
        await super().shutdown_kernel(kernel_id, now=True, restart=restart)

    async def shutdown_all(self, *_: Any, **__: Any) -> None:
        """End all kernels at once, for the same reason: one that is asked politely in mid-work answers with a trace."""
        self._closing = True
        await asyncio.gather(*map(self.shutdown_kernel, self.list_kernel_ids()), return_exceptions=True)
