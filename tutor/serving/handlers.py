"""What answers a request: the pages, the door to them, and plain sentences when there is nothing to show."""

import os
import re
from asyncio import Future
from html import escape
from http.client import responses
from typing import Any

from jupyter_server.base.handlers import FileFindHandler, JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from tornado.web import Finish, HTTPError, authenticated
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import ENV_VARIABLE

from tutor.serving.closing import Closing
from tutor.serving.desk_page import DeskPage
from tutor.serving.files import desk_files
from tutor.serving.forking import CAN_FORK
from tutor.serving.settings import FRONT_PAGE
from tutor.serving.visits import household_of

SENTENCES = {
    403: "This address is not open to visitors.",
    404: "There is no page at this address.",
    503: "Every seat is taken just now. Please try again in a few minutes; what you have learnt is kept.",
}
TRY_AGAIN_SECONDS = 60
HASHED_FILE = re.compile(r"\.[0-9a-f]{8,}\.js$")
FOR_GOOD = "public, max-age=31536000, immutable"
TEMPLATE_FILE = re.compile(r"[\w-]+/static/[\w./-]+")

PLAIN_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Rules tutor</title><link rel="icon" href="data:,"><style>
:root {{ color-scheme: light dark }}
body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem }}
</style></head><body><main><h1>{title}</h1><p>{sentence}</p>
<p><a href="{link}">{invitation}</a></p></main></body></html>
"""


class PlainErrors(JupyterHandler):
    """Says what is wrong in one sentence, on a page of its own, and never why the machine thinks so."""

    def write_error(self, status_code: int, **_: Any) -> None:
        """Write the page for `status_code`."""
        full = status_code == 503
        self.set_header("Content-Type", "text/html; charset=utf-8")
        if full:
            self.set_header("Retry-After", str(TRY_AGAIN_SECONDS))
        page = PLAIN_PAGE.format(
            title="The table is full" if full else responses.get(status_code, "Something went wrong"),
            sentence=SENTENCES.get(status_code, "Something went wrong here. Going back to the start usually helps."),
            link=escape(self.request.uri or "" if full else self.base_url),
            invitation="Try again" if full else "To the start",
        )
        self.finish(page)


class NoSuchPage(PlainErrors):
    """Every address that means nothing."""

    def prepare(self) -> None:
        """Raise HTTPError 404."""
        raise HTTPError(404)

    def check_xsrf_cookie(self) -> None:
        """Nothing is here to protect."""


class Door(PlainErrors):
    """The bare address leads to the front page, and keeps what was asked of it."""

    def get(self) -> None:
        """Redirect to the front page."""
        query = f"?{self.request.query}" if self.request.query else ""
        self.redirect(url_path_join(self.base_url, "voila/render", FRONT_PAGE) + query)


class Page(PlainErrors, TornadoVoilaHandler):
    """A notebook, run for one visitor and shown without its source."""

    def initialize(self, *, pages: frozenset[str], **kwargs: Any) -> None:
        """Remember which notebooks are meant to be seen."""
        super().initialize(**kwargs)
        self.pages = pages

    @authenticated
    async def get(self, path: str = "") -> None:
        """Write the page.

        Raises:
            HTTPError: 404 for anything but the meant notebooks, 503 when no seat is free.
        """
        if path not in self.pages:
            raise HTTPError(404)
        kernels, household = self.kernel_manager, household_of(self.request.remote_ip or "")
        in_advance = CAN_FORK and not kernels.get_pool_size(path)
        page = await self.settings["desk_pages"].page_of(path) if in_advance else None
        if not kernels.visits.has_room(household):
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
        await self.kernel_manager.start_kernel(cells=page.cells, env=self.environment(kernel_id))
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


class Leaving(VoilaShutdownKernelHandler):
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

    def write_message(self, message: bytes | str | dict[str, Any], binary: bool = False) -> Future[None]:
        """Send what a kernel says; that its visitor has just left is nobody's error."""
        written: Future[None] = super().write_message(message, binary)
        written.add_done_callback(lambda done: done.cancelled() or done.exception())
        return written

    def send_ping(self) -> None:
        """Let a sign pass now and then, or a proxy takes the connection for dead.

        One that was not answered in time is no reason to hang up: the library would, as soon as the first is due,
        on everybody who only reads. Who has left is found by the kernel's silence.
        """
        self.last_pong = IOLoop.current().time()
        super().send_ping()


class TemplateFiles(TemplateStaticFileHandler):
    """The files of the installed templates."""

    async def get(self, path: str, include_body: bool = True) -> None:
        """Write the file.

        Raises:
            HTTPError: 404 for what does not even look like a template's file.
        """
        if not TEMPLATE_FILE.fullmatch(path) or ".." in path:
            raise HTTPError(404)
        await super().get(path, include_body)


class ExtensionFiles(FileFindHandler):
    """The files of the front-end extensions; one named by the hash of what it holds need never be asked for again."""

    def set_headers(self) -> None:
        """Say how long the file may be kept."""
        super().set_headers()
        if HASHED_FILE.search(self.request.path):
            self.set_header("Cache-Control", FOR_GOOD)


class DeskFiles(PlainErrors):
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
