"""The server: Voila with the tutor's settings, and no more addresses than the pages need."""

import os
import signal
from typing import Any

from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from jupyterlab_server.themes_handler import ThemesHandler
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler
from voila.static_file_handler import MultiStaticFileHandler

from tutor.serving.desk_page import DeskPages
from tutor.serving.files import FOLDER
from tutor.serving.forking import CAN_FORK, start_warm_process
from tutor.serving.handlers import Channels, DeskFiles, Door, ExtensionFiles, Leaving, NoSuchPage, Page, TemplateFiles
from tutor.serving.settings import CONTENT_SECURITY_POLICY, Settings, show_template

PING_MILLISECONDS = 30_000
KERNEL_ID = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"


class PortTakenError(OSError):
    """Somebody else listens on the port, or this user may not."""


class Server(Voila):
    """Serves the pages of one folder."""

    name = "voila"

    def __init__(self, settings: Settings, **kwargs: Any) -> None:
        """Take the host's choices; nothing is started yet."""
        show_template()
        self.choices = settings
        super().__init__(config=settings.as_config(), **kwargs)

    def start(self) -> None:
        """Serve until interrupted.

        Raises:
            PortTakenError: before anything else is started.
        """
        try:
            self.sockets = bind_sockets(self.port, self.ip)
        except OSError as error:
            raise PortTakenError(
                f"port {self.port} of {self.ip} cannot be used ({os.strerror(error.errno or 0)})"
            ) from None
        self.port = self.sockets[0].getsockname()[1]
        super().start()

    def init_settings(self) -> dict[str, Any]:
        """Return Voila's settings with a stricter policy for what a page may load and who may call."""
        return super().init_settings() | {
            "headers": {
                "Content-Security-Policy": CONTENT_SECURITY_POLICY,
                "Referrer-Policy": "same-origin",
            },
            "allow_remote_access": not self.choices.is_local,
            "mathjax_url": url_path_join(self.server_url, "voila/static/no-mathematics.js"),
            "local_hostnames": ["localhost", *self.choices.names],
            "default_handler_class": NoSuchPage,
            "desk_pages": DeskPages(self),
            "ws_ping_interval": PING_MILLISECONDS,
            "ws_ping_timeout": PING_MILLISECONDS,
        }

    def init_handlers(self) -> list[tuple[Any, ...]]:
        """Return the addresses: a page, its files, its kernel, and nothing besides."""
        page = {
            "pages": self.choices.pages(),
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
            ("/", Door),
            (r"/voila/render/(.*)", Page, page),
            (rf"/api/kernels/{KERNEL_ID}", KernelHandler),
            (rf"/api/kernels/{KERNEL_ID}/channels", Channels),
            (rf"/voila/query/{KERNEL_ID}", RequestInfoSocketHandler),
            (r"/voila/api/shutdown/(.*)", Leaving),
            (r"/voila/api/themes/(.*)", ThemesHandler, themes),
            (rf"/{FOLDER}/(.*)", DeskFiles),
            (r"/voila/templates/(.*)", TemplateFiles),
            (r"/voila/static/(.*)", MultiStaticFileHandler, files),
            (r"/voila/labextensions/(.*)", ExtensionFiles, extensions),
        ]
        return [(url_path_join(self.server_url, path), *rest) for path, *rest in addresses]

    def listen(self) -> None:
        """Answer on the sockets, say where, and stay until interrupted."""
        HTTPServer(self.app, xheaders=self.choices.proxied).add_sockets(self.sockets)
        self.ioloop = IOLoop.current()
        if CAN_FORK:
            start_warm_process(self.choices.folder)
            desks = self.app.settings["desk_pages"]
            self.ioloop.add_callback(desks.draw_all, self.choices.pages_in_order())
        self.ioloop.add_callback(self.kernel_manager.watch)
        self.ioloop.add_callback(self.kernel_manager.warm_up, self.choices.warm_pages(), self.choices.preheat)
        print(f"Rules tutor: {self.display_url}  (Ctrl-C ends it)", flush=True)
        signal.signal(signal.SIGINT, self._handle_signal_stop)  # an exception anywhere could leave work half done
        try:
            self.ioloop.start()
            print("\nThe rules tutor is closing.", flush=True)
        finally:
            self.ioloop.run_sync(self.kernel_manager.shutdown_all)  # on the loop that hears of their ends
            self.stop()


def serve(settings: Settings) -> None:
    """Serve the pages until interrupted.

    Raises:
        PortTakenError: when the port cannot be had.
    """
    server = Server(settings)
    server.initialize(argv=[])
    server.start()
