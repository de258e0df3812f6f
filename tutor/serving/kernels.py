"""The visitors' kernels: how many there may be, what each may use, and how quickly their messages arrive."""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

import psutil
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import PeriodicCallback
from traitlets import Instance
from voila.request_info_handler import RequestInfoSocketHandler
from voila.utils import ENV_VARIABLE

from tutor.serving.closing import Closing
from tutor.serving.forking import ForkedProcess
from tutor.serving.frames import Message
from tutor.serving.visits import Bounds, Visits

LOOK_MILLISECONDS = 500
"""How often the kernels are checked."""
MOST_UNANSWERED = 16
MOST_BYTES = 2 * 2**20
"""How many bytes may be on their way to a kernel, or from it to its page; beyond that, the page is not read from."""
MOMENT_SECONDS = 1

_reserved: ContextVar[str | None] = ContextVar("the id kept for the kernel of the page being written", default=None)


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel, on which no small message waits for the last one's acknowledgement.

    A kernel answers its messages in order and says "idle" after each, so the messages that it has not answered are
    known here. If a page sends faster than it is answered, or does not take the answers, nothing more is read from
    it until it has caught up with them.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._unanswered: deque[tuple[str, int]] = deque()
        self.moved = asyncio.Event()

    def connect(self) -> Any:
        """Turn Nagle's algorithm off, because it makes a quick second click wait 40 ms."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    async def pass_on(self, message: Message) -> None:
        """Send the kernel a checked message as soon as there is room for it."""
        page = self.websocket_handler
        while page.is_there() and (page.unsent > MOST_BYTES or self.is_behind()):
            self.moved.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.moved.wait(), MOMENT_SECONDS)
        if page.is_there() and self.channels:
            self._unanswered.append((message.id, sum(map(len, message.parts))))
            if visit := self.multi_kernel_manager.visits.get(self.kernel_id):
                visit.note_asked(message.id)
            self.session.send_raw(self.channels["shell"], message.parts)

    def is_behind(self) -> bool:
        """Return whether the kernel has enough messages to answer."""
        return len(self._unanswered) >= MOST_UNANSWERED or sum(size for _, size in self._unanswered) > MOST_BYTES

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Pass on what the kernel says, and note which message it is working on and which it has answered."""
        if self._unanswered:
            _, (_, header, parent, _, content, *_) = self.session.feed_identities(outgoing_msg)
            asked = self.session.unpack(parent).get("msg_id")
            if visit := self.multi_kernel_manager.visits.get(self.kernel_id):
                visit.note_heard(asked)
            if b'"status"' in header and any(id == asked for id, _ in self._unanswered):
                self._note_state(asked, self.session.unpack(content)["execution_state"])
        super().handle_outgoing_message(stream, outgoing_msg)

    def _note_state(self, asked: str, state: str) -> None:
        """Note whether the kernel has begun or finished what this page requested.

        The server also has a connection of its own, but a kernel that was only just forked may have begun before that
        connection is ready. Nobody would then know that it is working.
        """
        self.kernel_manager.execution_state = state
        if state == "idle":
            while self._unanswered.popleft()[0] != asked:
                pass
            self.moved.set()


class Kernels(AsyncMappingKernelManager):
    """The kernels of all visitors, each within the limits that the host has set."""

    bounds = Instance(Bounds, help="The limits that the host sets.").tag(config=True)

    def __init__(self, **kwargs: Any) -> None:
        self._closing = False
        self.lines: set[Any] = set()
        """The pages' connections, including those that are being made."""
        self._ending: set[asyncio.Task[None]] = set()
        super().__init__(**kwargs)
        self.visits = Visits(self.bounds)

    async def warm_up(self, pages: Iterable[str], each: int) -> None:
        """Start `each` kernels for the next visitors of every page, one by one, because connected visitors go first."""
        pools: Any = self
        for page in pages:
            if self._closing:
                return
            pools.kernel_pools_config[page] = pools.kernel_pools_config["default"] | {"pool_size": each}
            pools.fill_if_needed(delay=0, notebook_name=page)
            for starting in [*self._pools[page]]:
                with suppress(Exception):  # the pages after it must still get theirs
                    await (await starting)["task"]

    def watch(self) -> None:
        """Begin to check all kernels regularly, and end those that must not go on."""
        PeriodicCallback(self.look, LOOK_MILLISECONDS).start()

    async def look(self) -> None:
        """End the kernels that must not go on, and tell their pages why."""
        waiting = self._waiting()
        for kernel_id in self.list_kernel_ids():
            visit, kernel = self.visits.get(kernel_id), self._kernels[kernel_id]
            if visit is None or kernel_id in waiting:
                continue
            if not await kernel.is_alive():
                self.end_soon(kernel_id, Closing.CRASHED)
            elif why := visit.has_to_end(self.bounds, _memory_of(kernel)):
                self.end_soon(kernel_id, why)

    def _waiting(self) -> set[str]:
        """Return the kernels that were started for visitors who have not come yet."""
        pooled = [task for pool in getattr(self, "_pools", {}).values() for task in pool]
        return {task.result()["kernel_id"] for task in pooled if task.done() and not task.exception()}

    @contextmanager
    def arrival(self, household: str) -> Iterator[str]:
        """Reserve a place for a visitor whose page is being written, and yield the id that the kernel will have."""
        kernel_id = self.new_kernel_id()
        self.visits.begin(kernel_id, household)
        if surplus := self.visits.superfluous():
            self.end_soon(surplus, Closing.IDLE)
        token = _reserved.set(kernel_id)
        try:
            yield kernel_id
        finally:
            _reserved.reset(token)
            if kernel_id not in self:
                self.visits.end(kernel_id)

    async def start_kernel(self, **kwargs: Any) -> str:
        """Start a kernel within its limits, under the id that was reserved for it, and return the id.

        A forked kernel runs `cells` before anything else; `outputs` returns their output.
        """
        for_later = kwargs.get("env", {}).get(ENV_VARIABLE.VOILA_PREHEAT) == "True"
        reserved = None if for_later else _reserved.get()
        kernel_id = kwargs.setdefault("kernel_id", reserved or self.new_kernel_id())

        visit = self.visits.begin(kernel_id)
        visit.note_busy(not for_later)

        def gone(why: Closing) -> None:
            if kernel_id in self and self.visits.get(kernel_id):
                self.end_soon(kernel_id, why)

        try:
            await super().start_kernel(memory=self.bounds.memory, when_gone=gone, **kwargs)
        except BaseException:
            self.visits.end(kernel_id)
            raise
        kernel = self._kernels[kernel_id]
        kernel.observe(lambda change: visit.note_busy(change["new"] == "busy"), "execution_state")
        return kernel_id

    async def outputs(self, kernel_id: str) -> list[dict[str, Any]]:
        """Return the outputs of a forked kernel's cells, each as its data by MIME type; none if it ended early.

        The outputs also show that the kernel is ready. Otherwise, a page that missed the kernel's first message about
        this would wait half a second for the next one.
        """
        kernel = self._kernels[kernel_id]
        process = kernel.provisioner.process
        assert isinstance(process, ForkedProcess)
        outputs = await asyncio.shield(process.outputs)
        kernel.execution_state = "idle"
        return outputs

    def end_soon(self, kernel_id: str, why: Closing) -> None:
        """Tell the pages of a kernel why it ends, and end it."""
        visit = self.visits.end(kernel_id)
        for page in [*visit.pages] if visit else ():
            page.close(why, why.name.lower())
        if kernel_id in self:
            ending = asyncio.ensure_future(self.shutdown_kernel(kernel_id))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def shutdown_kernel(self, kernel_id: str, *_: Any, restart: bool = False, **__: Any) -> None:
        """End a kernel at once, because it has nothing to save, and forget its visitor's request."""
        RequestInfoSocketHandler._cache.pop(kernel_id, None)
        self.visits.end(kernel_id)
        await super().shutdown_kernel(kernel_id, now=True, restart=restart)

    async def shutdown_all(self, *_: Any, **__: Any) -> None:
        """End all kernels at once, because a kernel that is interrupted at work answers with a traceback."""
        self._closing = True
        await asyncio.gather(*map(self.shutdown_kernel, self.list_kernel_ids()), return_exceptions=True)


def _memory_of(kernel: Any) -> int:
    """Return how many bytes a kernel uses; 0 if it has just ended."""
    try:
        return int(psutil.Process(kernel.provisioner.pid).memory_info().rss)
    except psutil.Error:
        return 0
