"""The handlers that answer requests: with pages and what they need, or with a plain sentence if something is wrong."""

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
"""How many connections a kernel may have. A page needs one, and a page that reconnects leaves its old one behind."""
KERNEL = re.compile(r'"kernelId": "([\w-]+)"')
HASHED_FILE = re.compile(r"\.[0-9a-f]{8,}\.js$")
FOR_GOOD = "public, max-age=31536000, immutable"
TEMPLATE_FILE = re.compile(r"[\w-]+/static(/(?!\.)[\w.-]+)+")


class NoSuchPage(PlainErrors):
    """Answers every address that does not lead anywhere."""

    def prepare(self) -> None:
        """Raise HTTPError 404."""
        raise HTTPError(404)


class Health(PlainErrors):
    """Tells a proxy or a monitor whether the server takes visitors, and how many more."""

    def get(self) -> None:
        """Write the state and the seats, with status 503 if visitors should go elsewhere."""
        draining = self.settings.get("draining", False)
        visits = self.settings["kernel_manager"].visits
        taken = visits.taken()
        seats = {"taken": taken, "free": visits.bounds.seats - taken}
        self.set_status(503 if draining else 200)
        self.set_header("Cache-Control", "no-store")
        self.finish({"state": "draining" if draining else "ready", "seats": seats})

    head = get


class Door(PlainErrors, JupyterHandler):
    """Redirects the bare address to the front page and keeps its query string."""

    def get(self) -> None:
        """Redirect to the front page."""
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(url_path_join(self.base_url, "voila/render", FRONT_PAGE) + query)


class Page(PlainErrors, TornadoVoilaHandler):
    """A notebook, run for one visitor and shown without its source."""

    def initialize(self, *, pages: frozenset[str], desks: frozenset[str], **kwargs: Any) -> None:
        """Remember which notebooks visitors may see, and which of them are only a desk."""
        super().initialize(**kwargs)
        self.pages = pages
        self.desks = desks

    @authenticated
    async def get(self, path: str = "") -> None:
        """Write the page.

        Raises:
            HTTPError: 404 for anything but these notebooks, 503 if no seat is free or the server is
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
        """Write the page of a desk: the beginning at once, and the rest when the desk is ready."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.write(page.start + kernel_id + page.middle)
        self.flush()
        await self.kernel_manager.start_kernel(path="", cells=page.cells, env=self.environment(kernel_id))
        self.finish(page.filled(await self.kernel_manager.outputs(kernel_id)))

    def environment(self, kernel_id: str) -> dict[str, str]:
        """Return what a kernel learns about the request, in the same way as Voila."""
        return {
            **os.environ,
            ENV_VARIABLE.VOILA_PREHEAT: "False",
            ENV_VARIABLE.VOILA_KERNEL_ID: kernel_id,
            ENV_VARIABLE.VOILA_BASE_URL: self.base_url,
            ENV_VARIABLE.SCRIPT_NAME: self.request.path,
            ENV_VARIABLE.QUERY_STRING: self.request.query,
        }

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        """Yield the page piece by piece.

        Before the browser knows the kernel, note whether the page may send whatever a notebook with widgets sends.
        """
        async for piece in super().get_generator(path):
            kernel = KERNEL.search(piece)
            if kernel and path not in self.desks and (visit := self.kernel_manager.visits.get(kernel[1])):
                visit.is_notebook = True
            yield piece


class Leaving(PlainErrors, VoilaShutdownKernelHandler):
    """Ends the kernel of a tab that was closed."""

    def check_xsrf_cookie(self) -> None:
        """Do nothing: a closing tab cannot send the token, and knowing the kernel's random id is proof enough."""

    async def post(self, kernel_id: str) -> None:
        """End the kernel.

        Raises:
            HTTPError: 404 if there is no such kernel.
        """
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        await super().post(kernel_id)


class Channels(PlainErrors, VoilaKernelWebsocketHandler):
    """The connection through which a page and its kernel talk."""

    connection: PromptConnection | None = None
    unsent = 0
    """How many bytes from the kernel still have to be sent."""

    async def get(self, kernel_id: str) -> None:
        """Open the connection.

        Raises:
            HTTPError: 404 if there is no such kernel, 400 if the page does not offer the one protocol that is
                spoken here, 429 if it has connected too often already.
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
            await super().get(kernel_id)  # this call lasts as long as the connection
        finally:
            lines.discard(self)

    async def pre_get(self) -> None:
        """Connect to the kernel.

        Raises:
            Finish: if the visitor left in the meantime.
            HTTPError: 503 if the last seat was taken in the meantime.
        """
        await super().pre_get()
        if self.connection is None:
            raise Finish
        household = household_of(self.request.remote_ip or "")
        if not self.kernel_manager.visits.take_seat(self.kernel_id, household, self):
            self.kernel_manager.end_soon(self.kernel_id, Closing.IDLE)
            raise HTTPError(503)

    def on_close(self) -> None:
        """Note that the page has gone. Its kernel waits for it to come back."""
        if visit := self.kernel_manager.visits.get(self.kernel_id):
            visit.note_gone(self)
        super().on_close()

    def select_subprotocol(self, subprotocols: list[str]) -> str:
        """Return our protocol; `get` has checked that the page offers it."""
        return PROTOCOL

    def is_there(self) -> bool:
        """Return whether the page can still receive anything."""
        return self.ws_connection is not None and not self.ws_connection.is_closing()

    async def on_message(self, frame: bytes | str) -> None:
        """Pass a message on to the kernel, or end the connection if no page of ours would send such a message."""
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
        """Send the page what its kernel says. If the visitor has just left, that is not an error."""
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
        """Note that this many bytes were sent, or that nobody is there to receive them any more."""
        self.unsent -= size
        if self.connection is not None:
            self.connection.moved.set()
        written.cancelled() or written.exception()

    def send_ping(self) -> None:
        """Send a ping now and then, because a proxy would otherwise take the connection for dead.

        A late answer is not a reason to hang up. The library would do so, as soon as the first answer is due,
        on everybody who only reads. Visitors who have left are noticed by their kernel's silence.
        """
        self.last_pong = IOLoop.current().time()
        super().send_ping()


class TemplateFiles(PlainErrors, TemplateStaticFileHandler):
    """The files of the installed templates."""

    async def get(self, path: str, include_body: bool = True) -> None:
        """Write the file.

        Raises:
            HTTPError: 404 for anything that does not look like a template's file.
        """
        if not TEMPLATE_FILE.fullmatch(path):
            raise HTTPError(404)
        await super().get(path, include_body)


class ExtensionFiles(PlainErrors, FileFindHandler):
    """The files of the front-end extensions; a file named by a hash of its content need never be requested again."""

    def set_headers(self) -> None:
        """Say how long the file may be cached."""
        super().set_headers()
        if HASHED_FILE.search(self.request.path):
            self.set_header("Cache-Control", FOR_GOOD)


class StaticFiles(PlainErrors, MultiStaticFileHandler):
    """The files of the front end that Voila brings, in several folders."""

    def get_absolute_path(self, root: str, path: str) -> str:
        """Return where a file is.

        Raises:
            HTTPError: 404 if none of the folders has it.
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
    """Tells a kernel that was started before its visitor came what the visitor requested."""

    async def get(self, kernel_id: str) -> None:
        """Open the connection.

        Raises:
            HTTPError: 404 if there is no such kernel.
        """
        if kernel_id not in self.settings["kernel_manager"]:
            raise HTTPError(404)
        await super().get(kernel_id)

    def on_message(self, _: bytes | str) -> None:
        """End the connection, because a kernel may only listen here."""
        self.close(Closing.REFUSED)

    def on_close(self) -> None:
        """Forget the kernel, unless it has another connection by now."""
        waiters = RequestInfoSocketHandler._waiters
        for kernel in [kernel for kernel, waiter in waiters.items() if waiter is self]:
            del waiters[kernel]


class DeskFiles(PlainErrors, JupyterHandler):
    """The desk's own script, style sheet and fonts."""

    def get(self, name: str) -> None:
        """Write one of these files, compressed if the browser can unpack it.

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
