"""Kernels, one a visitor: how many there may be, and how quickly they are heard."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Integer
from voila.request_info_handler import RequestInfoSocketHandler


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel, on which no small message waits for the last one's receipt."""

    def connect(self) -> Any:
        """Turn Nagle's algorithm off: with it a quick second click waits 40 ms."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class Kernels(AsyncMappingKernelManager):
    """The kernels of all visitors, at most `limit` of them; those that wait for a visitor don't count."""

    limit = Integer(20, help="How many visitors' kernels may run at once.").tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        self._arriving = 0
        self._closing = False
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
        await super().shutdown_kernel(kernel_id, now=True, restart=restart)

    async def shutdown_all(self, *_: Any, **__: Any) -> None:
        """End all kernels at once, for the same reason: one that is asked politely in mid-work answers with a trace."""
        self._closing = True
        await asyncio.gather(*map(self.shutdown_kernel, self.list_kernel_ids()), return_exceptions=True)
