"""The server: Voila with the tutor's settings, and no more addresses than the pages need."""

import asyncio
import os
import signal
import time
import webbrowser
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from voila.app import Voila

from tutor.serving import handlers
from tutor.serving.closing import GOING, RESTARTING
from tutor.serving.console import speak_plainly
from tutor.serving.desk_page import DeskPages
from tutor.serving.files import FOLDER
from tutor.serving.forking import CAN_FORK, start_warm_process
from tutor.serving.frames import MOST_BYTES
from tutor.serving.gate import LEAVING, Gate
from tutor.serving.leftovers import hold, sweep
from tutor.serving.settings import CONTENT_SECURITY_POLICY, Settings, show_template

PING_MILLISECONDS = 30_000
MORE_BYTES = 2 * 2**20
"""By how much a frame may exceed the limit and still be read, so that its page can be told why its connection ends."""
MOST_BODY = 64 * 2**10
IDLE_SECONDS = 60
"""How long a client may take to send a request, or keep a connection open without one."""
MOST_CONNECTIONS = 500
"""How many requests may be in progress, including those not yet received; pages' own connections are extra."""
MOST_FILES = 8192
LOOK_SECONDS = 0.2
KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


class PortTakenError(OSError):
    """Another program listens on the port, or this user may not use it."""


class Front(HTTPServer):
    """Answers on the sockets, and hangs up on new connections while far too many are being answered."""

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Answer a new connection."""
        if len(self._connections) < MOST_CONNECTIONS:
            super().handle_stream(stream, address)
        else:
            stream.close()


class Server(Voila):
    """Serves the pages of one folder."""

    name = "voila"

    def __init__(self, settings: Settings, **kwargs: Any) -> None:
        """Take the host's choices without starting anything yet."""
        show_template()
        self.choices = settings
        self.is_closing = False
        super().__init__(config=settings.as_config(), **kwargs)

    def start(self) -> None:
        """Serve until interrupted.

        Raises:
            PortTakenError: if the port cannot be had; nothing else has been started by then.
        """
        try:
            self.sockets = bind_sockets(self.port, self.ip)
        except OSError as error:
            raise PortTakenError(
                f"port {self.port} on {self.ip} cannot be used ({os.strerror(error.errno or 0)})"
            ) from None
        self.port: int = self.sockets[0].getsockname()[1]
        self.ioloop = IOLoop.current()
        allow_many_files()
        sweep()
        super().start()

    def init_settings(self) -> dict[str, Any]:
        """Return Voila's settings with a stricter policy for what a page may load and who may connect."""
        self.held = hold(Path(self.connection_dir))
        return super().init_settings() | {
            "headers": {"Content-Security-Policy": CONTENT_SECURITY_POLICY, "Referrer-Policy": "same-origin"},
            "allow_remote_access": True,  # the gate has already checked the name
            "mathjax_url": url_path_join(self.server_url, "voila/static/no-mathematics.js"),
            "default_handler_class": handlers.NoSuchPage,
            "desk_pages": DeskPages(self),
            "ws_ping_interval": PING_MILLISECONDS,
            "ws_ping_timeout": PING_MILLISECONDS,
            "websocket_max_message_size": MOST_BYTES + MORE_BYTES,
        }

    def init_handlers(self) -> list[tuple[Any, ...]]:
        """Return the addresses: a page, its files and its kernel, and nothing else."""
        page = {
            "pages": self.choices.pages(),
            "desks": self.choices.desks(),
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        themes = {
            "themes_url": "/voila/api/themes",
            "path": self.themes_dir,
            "labextensions_path": self.labextensions_path,
            "no_cache_paths": ["/"],
        }
        files = {"paths": self.static_paths, "default_filename": "index.html"}
        extensions = {"path": self.labextensions_path}
        addresses: list[tuple[Any, ...]] = [
            ("/", handlers.Door),
            (r"/voila/render/(.*)", handlers.Page, page),
            ("/healthz", handlers.Health),
            (rf"/api/kernels/{KERNEL_ID}", handlers.Kernel),
            (rf"/api/kernels/{KERNEL_ID}/channels", handlers.Channels),
            (rf"/voila/query/{KERNEL_ID}", handlers.Asking),
            (rf"{LEAVING}(.*)", handlers.Leaving),
            (r"/voila/api/themes/(.*)", handlers.ThemeFiles, themes),
            (rf"/{FOLDER}/(.*)", handlers.DeskFiles),
            (r"/voila/templates/(.*)", handlers.TemplateFiles),
            (r"/voila/static/(.*)", handlers.StaticFiles, files),
            (r"/voila/labextensions/(.*)", handlers.ExtensionFiles, extensions),
        ]
        return [(url_path_join(self.server_url, path), *rest) for path, *rest in addresses]

    def listen(self) -> None:
        """Answer on the sockets, say where, and go on until interrupted."""
        names = ("localhost", *self.choices.names) if self.choices.is_local else None
        server = Front(
            Gate(self.app, names),
            xheaders=self.choices.proxied,
            max_body_size=MOST_BODY,
            idle_connection_timeout=IDLE_SECONDS,
            body_timeout=IDLE_SECONDS,
        )
        server.add_sockets(self.sockets)
        if CAN_FORK:
            start_warm_process(self.choices.folder)
            desks = self.app.settings["desk_pages"]
            self.ioloop.add_callback(desks.draw_all, self.choices.pages_in_order())
        self.ioloop.add_callback(self.kernel_manager.watch)
        self.ioloop.add_callback(self.kernel_manager.warm_up, self.choices.warm_pages(), self.choices.preheat)
        where = self.display_url
        if self.choices.opens:
            where = url_path_join(where, "voila/render", self.choices.opens)
        print(f"Rules tutor: {where}  (Ctrl-C stops it)", flush=True)
        if self.choices.browser:
            self.ioloop.add_callback(webbrowser.open, where)
        signal.signal(signal.SIGINT, self._handle_ctrl_c)
        try:
            self.ioloop.start()
            print("\nThe rules tutor is closing.", flush=True)
        finally:
            self.is_closing = True
            self.hang_up(GOING)
            self.ioloop.run_sync(self.kernel_manager.shutdown_all)  # on the loop that learns when they end
            self.stop()

    def _handle_ctrl_c(self, *_: Any) -> None:
        """End between two events, because an exception could leave work half done; if pressed again, end at once."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.ioloop.add_callback_from_signal(self.ioloop.stop)

    def _handle_signal_stop(self, *_: Any) -> None:
        """After a first SIGTERM, close when the visitors have gone; after a second one, close at once."""
        self.ioloop.add_callback_from_signal(self.drain)

    async def drain(self) -> None:
        """Take no more visitors, wait a limited time for those who are here, and end the server."""
        if not self.app.settings.get("draining", False):
            self.app.settings["draining"] = True
            wait = self.choices.drain_minutes
            left = f"{wait:g} {'minute' if wait == 1 else 'minutes'}"
            print(f"The rules tutor is no longer taking visitors and will close within {left}.", flush=True)
            end = time.monotonic() + 60 * self.choices.drain_minutes
            while self.kernel_manager.visits.taken() and time.monotonic() < end:
                await asyncio.sleep(LOOK_SECONDS)
        if not self.is_closing:  # because of a second signal or Ctrl-C, whose work must not be cut short
            self.hang_up(RESTARTING)
            self.ioloop.stop()

    def hang_up(self, why: int) -> None:
        """Tell every open page why its connection ends."""
        for line in [*self.kernel_manager.lines]:
            line.close(why)


def allow_many_files() -> None:
    """Let this process open as many files and sockets as a full house needs, if the machine allows it."""
    if os.name == "posix":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def serve(settings: Settings) -> None:
    """Serve the pages until interrupted.

    Raises:
        PortTakenError: if the port cannot be had.
    """
    speak_plainly()
    server = Server(settings)
    server.initialize(argv=[])
    server.start()
