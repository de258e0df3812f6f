"""What answers a request: the pages, the door to them, and plain sentences when there is nothing to show."""

import os
import re
from asyncio import Future
from collections.abc import AsyncIterator
from typing import Any

from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.ioloop import IOLoop
from tornado.web import Finish, HTTPError, authenticated
from tornado.websocket import WebSocketClosedError
from voila.request_info_handler import RequestInfoSocketHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import ENV_VARIABLE

from tutor.serving.closing import Closing
from tutor.serving.desk_page import DeskPage
from tutor.serving.files import desk_files
from tutor.serving.forking import CAN_FORK
from tutor.serving.frames import PROTOCOL, Refused, check
from tutor.serving.gate import PlainErrors
from tutor.serving.kernels import PromptConnection
from tutor.serving.settings import FRONT_PAGE
from tutor.serving.visits import household_of

MOST_LINES = 4
"""How many connections a kernel may have: a page needs one, and one that lost its connection leaves the old behind."""
KERNEL = re.compile(r'"kernelId": "([\w-]+)"')
HASHED_FILE = re.compile(r"\.[0-9a-f]{8,}\.js$")
FOR_GOOD = "public, max-age=31536000, immutable"
TEMPLATE_FILE = re.compile(r"[\w-]+/static(/(?!\.)[\w.-]+)+")


class NoSuchPage(PlainErrors):
    """Every address that means nothing."""

    def prepare(self) -> None:
        """Raise HTTPError 404."""
        raise HTTPError(404)


class Health(PlainErrors):
    """Tells a proxy, or whoever watches over the server, whether it takes visitors, and how many more."""

    def get(self) -> None:
        """Write the state and the seats; with status 503 when visitors should go elsewhere."""
        draining = self.settings.get("draining", False)
        visits = self.settings["kernel_manager"].visits
        taken = visits.taken()
        seats = {"taken": taken, "free": visits.bounds.seats - taken}
        self.set_status(503 if draining else 200)
        self.set_header("Cache-Control", "no-store")
        self.finish({"state": "draining" if draining else "ready", "seats": seats})

    head = get


class Door(PlainErrors, JupyterHandler):
    """The bare address leads to the front page, and keeps what was asked of it."""

    def get(self) -> None:
        """Redirect to the front page."""
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(url_path_join(self.base_url, "voila/render", FRONT_PAGE) + query)


class Page(PlainErrors, TornadoVoilaHandler):
    """A notebook, run for one visitor and shown without its source."""

    def initialize(self, *, pages: frozenset[str], desks: frozenset[str], **kwargs: Any) -> None:
        """Remember which notebooks are meant to be seen, and which of them are a desk and nothing else."""
        super().initialize(**kwargs)
        self.pages = pages
        self.desks = desks

    @authenticated
    async def get(self, path: str = "") -> None:
        """Write the page.

        Raises:
            HTTPError: 404 for anything but the meant notebooks, 503 when no seat is free or the server is
                about to close.
        """
        if path not in self.pages:
            raise HTTPError(404)
        kernels, household = self.kernel_manager, household_of(self.request.remote_ip or "")
        in_advance = CAN_FORK and not kernels.get_pool_size(path)
        page = await self.settings["desk_pages"].page_of(path) if in_advance else None
        if self.settings.get("draining", False) or not kernels.visits.has_room(household):
            raise HTTPError(503)
        with kernels.arrival(household) as kernel_id:
            if page is None:
                await super().get(path)
            else:
                await self.fill_in(page, kernel_id)

    async def fill_in(self, page: DeskPage, kernel_id: str) -> None:
        """Write the page of a desk: its beginning at once, the rest when the desk is there."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write(page.start + kernel_id + page.middle)
        self.flush()
        await self.kernel_manager.start_kernel(path="", cells=page.cells, env=self.environment(kernel_id))
        self.finish(page.filled(await self.kernel_manager.outputs(kernel_id)))

    def environment(self, kernel_id: str) -> dict[str, str]:
        """Return what a kernel is told about the request, as Voila tells it."""
        return {
            **os.environ,
            ENV_VARIABLE.VOILA_PREHEAT: "False",
            ENV_VARIABLE.VOILA_KERNEL_ID: kernel_id,
            ENV_VARIABLE.VOILA_BASE_URL: self.base_url,
            ENV_VARIABLE.SCRIPT_NAME: self.request.path,
            ENV_VARIABLE.QUERY_STRING: self.request.query,
        }

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        """Yield the page piece by piece; before the browser knows its kernel, note what this kernel may be told."""
        async for piece in super().get_generator(path):
            kernel = KERNEL.search(piece)
            if kernel and path not in self.desks and (visit := self.kernel_manager.visits.get(kernel[1])):
                visit.is_notebook = True
            yield piece


class Leaving(PlainErrors, VoilaShutdownKernelHandler):
    """A closed tab frees its kernel."""

    def check_xsrf_cookie(self) -> None:
        """A closing tab cannot send the token; knowing the kernel's random id is the proof asked for."""

    async def post(self, kernel_id: str) -> None:
        """End the kernel.

        Raises:
            HTTPError: 404 when there is no such kernel.
        """
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        await super().post(kernel_id)


class Channels(PlainErrors, VoilaKernelWebsocketHandler):
    """What a page and its kernel say to each other."""

    connection: PromptConnection | None = None
    unsent = 0
    """How many bytes of what the kernel said are still to be sent."""

    async def get(self, kernel_id: str) -> None:
        """Open the connection.

        Raises:
            HTTPError: 404 when there is no such kernel, 400 when the page does not offer the one protocol that is
                spoken here, 429 when it has called too often already.
        """
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [name.strip() for name in offered.split(",")]:
            raise HTTPError(400)
        lines = self.kernel_manager.lines
        if sum(line.kernel_id == kernel_id for line in lines) >= MOST_LINES:
            raise HTTPError(429)
        self.kernel_id = kernel_id
        lines.add(self)
        try:
            await super().get(kernel_id)  # this lasts as long as the connection
        finally:
            lines.discard(self)

    async def pre_get(self) -> None:
        """Call the kernel.

        Raises:
            Finish: when the visitor left while it was called, which ends the matter.
            HTTPError: 503 when the last seat was taken meanwhile.
        """
        await super().pre_get()
        if self.connection is None:
            raise Finish
        household = household_of(self.request.remote_ip or "")
        if not self.kernel_manager.visits.take_seat(self.kernel_id, household, self):
            self.kernel_manager.end_soon(self.kernel_id, Closing.IDLE)
            raise HTTPError(503)

    def on_close(self) -> None:
        """Note that the page has gone; its kernel waits for it to come back."""
        if visit := self.kernel_manager.visits.get(self.kernel_id):
            visit.note_gone(self)
        super().on_close()

    def select_subprotocol(self, subprotocols: list[str]) -> str:
        """Return the protocol, which was offered."""
        return PROTOCOL

    def is_there(self) -> bool:
        """Return whether the page can still be told anything."""
        return self.ws_connection is not None and not self.ws_connection.is_closing()

    async def on_message(self, frame: bytes | str) -> None:
        """Pass a message on to the kernel, or end the connection of a page that sends what no page of ours would."""
        if not self.is_there():
            return
        try:
            visit = self.kernel_manager.visits.get(self.kernel_id)
            message = check(frame, desk=visit is None or not visit.is_notebook)
        except Refused as why:
            self.close(Closing.REFUSED, str(why))
            return
        if self.connection is not None:
            await self.connection.pass_on(message)

    def write_message(self, message: bytes | str | dict[str, Any], binary: bool = False) -> Future[None] | None:
        """Send what a kernel says; that its visitor has just left is nobody's error."""
        try:
            written: Future[None] | None = super().write_message(message, binary)
        except WebSocketClosedError:
            return None
        if written is not None:
            size = len(message)
            self.unsent += size
            written.add_done_callback(lambda done: self.was_written(done, size))
        return written

    def was_written(self, written: Future[None], size: int) -> None:
        """Take note that so many bytes were sent, or that nobody is there any more to take them."""
        self.unsent -= size
        if self.connection is not None:
            self.connection.moved.set()
        written.cancelled() or written.exception()

    def send_ping(self) -> None:
        """Let a sign pass now and then, or a proxy takes the connection for dead.

        One that was not answered in time is no reason to hang up: the library would, as soon as the first is due,
        on everybody who only reads. Who has left is found by the kernel's silence.
        """
        self.last_pong = IOLoop.current().time()
        super().send_ping()


class TemplateFiles(PlainErrors, TemplateStaticFileHandler):
    """The files of the installed templates."""

    async def get(self, path: str, include_body: bool = True) -> None:
        """Write the file.

        Raises:
            HTTPError: 404 for what does not even look like a template's file.
        """
        if not TEMPLATE_FILE.fullmatch(path):
            raise HTTPError(404)
        await super().get(path, include_body)


class ExtensionFiles(PlainErrors, FileFindHandler):
    """The files of the front-end extensions; one named by the hash of what it holds need never be asked for again."""

    def set_headers(self) -> None:
        """Say how long the file may be kept."""
        super().set_headers()
        if HASHED_FILE.search(self.request.path):
            self.set_header("Cache-Control", FOR_GOOD)


class StaticFiles(PlainErrors, MultiStaticFileHandler):
    """The files of the front end that Voila brings, in several folders."""

    def get_absolute_path(self, root: str, path: str) -> str:
        """Return where a file is.

        Raises:
            HTTPError: 404 when none of the folders has it.
        """
        found: str = super().get_absolute_path(root, path)
        if not os.path.exists(found):
            raise HTTPError(404)
        return found


class ThemeFiles(PlainErrors, ThemesHandler):
    """The files of the front end's themes."""


class Kernel(PlainErrors, KernelHandler):
    """Tells a page whether its kernel is still there."""


class Asking(PlainErrors, RequestInfoSocketHandler):
    """Tells a kernel that was started before its visitor came what this visitor asked for."""

    async def get(self, kernel_id: str) -> None:
        """Open the connection.

        Raises:
            HTTPError: 404 when there is no such kernel.
        """
        if kernel_id not in self.settings["kernel_manager"]:
            raise HTTPError(404)
        await super().get(kernel_id)

    def on_message(self, _: bytes | str) -> None:
        """End the connection: a kernel only listens here."""
        self.close(Closing.REFUSED)

    def on_close(self) -> None:
        """Forget the kernel, unless another connection of its has come since."""
        waiters = RequestInfoSocketHandler._waiters
        for kernel in [kernel for kernel, waiter in waiters.items() if waiter is self]:
            del waiters[kernel]


class DeskFiles(PlainErrors, JupyterHandler):
    """The desk's own script, sheet and fonts."""

    def get(self, name: str) -> None:
        """Write one of them, packed if the browser can unpack it.

        Raises:
            HTTPError: 404 for any other name.
        """
        file = desk_files().get(name)
        if file is None:
            raise HTTPError(404)
        self.set_header("Content-Type", file.kind)
        self.set_header("Cache-Control", FOR_GOOD)
        self.set_header("Vary", "Accept-Encoding")
        if file.packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(file.packed)
        else:
            self.finish(file.content)
