"""What a host can choose about serving, and how to write it as the server's configuration."""

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import zmq
from traitlets.config import Config

from tutor.paths import shipped
from tutor.serving.files import desk_addresses
from tutor.serving.forking import CAN_FORK
from tutor.serving.visits import Bounds

TEMPLATE = "rules-tutor"
TEMPLATE_ROOT = Path(__file__).resolve().parent / "voila_template"
FRONT_PAGE = "index.ipynb"
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget"]
"""The installed front-end extensions that a page needs."""
LEAST_MEMORY = 128
"""The least memory that a host may allow each table, in megabytes."""
SOCKET_NAME_BYTES = 104
"""How long a socket's name may be, including its end mark, on macOS, where the limit is lowest."""

# The front end needs inline scripts and styles, compiles its schemas with eval, and imports a widget's module
# from a blob; everything it loads or talks to comes from this server.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)


@dataclass(frozen=True)
class Settings:
    """A host's choices.

    Args:
        folder: where the pages' notebooks are; only regular `.ipynb` files directly in it are served.
        host: the address to listen on.
        port: the port to listen on; 0 takes a free one.
        kernels: how many visitors' kernels may run at once.
        idle_minutes: how long a kernel may be silent before it is ended.
        base_url: the path that a proxy in front gives this server, with slashes at both ends.
        preheat: how many kernels wait for each page's next visitors; forked kernels are fast enough without that.
        drain_minutes: how long connected visitors may go on when the server is asked to end.
        names: host names, besides the local ones, under which visitors reach a server that listens locally.
        share: the part of the seats that visitors from one address may take, more than 0 and at most 1.
        memory: how many megabytes a visitor's kernel may use.
        press_seconds: how long a kernel may work on one press.
        proxied: whether only a proxy reaches this server and names the visitors' addresses.
        opens: the page to name when the server is ready, such as `shelter.ipynb?step=3`; the front page if empty.
        browser: whether to open a browser there.
    """

    folder: Path = field(default_factory=lambda: shipped("notebooks"))
    host: str = "localhost"
    port: int = 8866
    kernels: int = 20
    idle_minutes: float = 30
    base_url: str = "/"
    preheat: int = 0 if CAN_FORK else 1
    drain_minutes: float = 1
    names: tuple[str, ...] = ()
    share: float = 1
    memory: int = 512
    press_seconds: float = 20
    proxied: bool = False
    opens: str = ""
    browser: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError, in words for the host, if a choice cannot work."""
        if not self.folder.is_dir() or FRONT_PAGE not in self.pages():
            raise ValueError(f"{self.folder} has no {FRONT_PAGE} to serve")
        if not 0 <= self.port < 2**16:
            raise ValueError(f"--port must be between 0 and {2**16 - 1}, but is {self.port}")
        if self.kernels < 1:
            raise ValueError(f"--kernels must be at least 1, but is {self.kernels}")
        if self.idle_minutes <= 0:
            raise ValueError(f"--idle must be more than 0 minutes, but is {self.idle_minutes:g}")
        if self.preheat < 0:
            raise ValueError(f"--preheat cannot be less than 0, but is {self.preheat}")
        if self.drain_minutes < 0:
            raise ValueError(f"--drain cannot be less than 0 minutes, but is {self.drain_minutes:g}")
        if not 0 < self.share <= 1:
            raise ValueError(f"--share must be more than 0 and at most 1, but is {self.share:g}")
        if self.memory < LEAST_MEMORY:
            raise ValueError(f"--memory must be at least {LEAST_MEMORY} MB, but is {self.memory}")
        if self.press_seconds <= 0:
            raise ValueError(f"--press must be more than 0 seconds, but is {self.press_seconds:g}")
        object.__setattr__(self, "base_url", "/".join(["", *filter(None, self.base_url.split("/")), ""]))

    def pages(self) -> frozenset[str]:
        """Return the names of the files that visitors may open: no links, no hidden files and nothing in folders."""
        return frozenset(
            path.name
            for path in self.folder.glob("*.ipynb")
            if path.is_file() and not path.is_symlink() and not path.name.startswith(".")
        )

    def desks(self) -> frozenset[str]:
        """Return the pages whose notebooks say that they are only a desk."""
        return frozenset(page for page in self.pages() if is_desk(self.folder / page))

    def warm_pages(self) -> list[str]:
        """Return the pages for which kernels wait, in the order in which they are prepared."""
        return self.pages_in_order() if self.preheat else []

    def pages_in_order(self) -> list[str]:
        """Return the pages, with those first that visitors open first."""
        return sorted(self.pages(), key=lambda page: (page != FRONT_PAGE, page))

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server directly."""
        return self.host in ("localhost", "127.0.0.1", "::1")

    @property
    def kernels_call(self) -> str:
        """The address at which a kernel on this machine reaches the server."""
        return "127.0.0.1" if self.is_local or self.host in ("", "0.0.0.0", "::") else self.host

    def bounds(self) -> Bounds:
        """Return what a visitor may take."""
        return Bounds(
            seats=self.kernels,
            share=max(1, round(self.share * self.kernels)),
            memory=self.memory * 2**20,
            press_seconds=self.press_seconds,
            idle_seconds=self.idle_minutes * 60,
        )

    def as_config(self) -> Config:
        """Return these choices, and those that no host needs to make, as the server's configuration."""
        environment = {"VOILA_APP_IP": self.kernels_call}
        return Config(
            Voila={
                "root_dir": str(self.folder.resolve()),
                "ip": self.host,
                "port": self.port,
                "base_url": self.base_url,
                "open_browser": False,
                "config_file_paths": [],
                "kernel_websocket_connection_class": "tutor.serving.kernels.PromptConnection",
                "log_level": "ERROR",
                "logging_config": {"formatters": {"console": {"class": "tutor.serving.console.OneLine"}}},
            },
            VoilaConfiguration={
                "template": TEMPLATE,
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "file_allowlist": [],
                "extension_allowlist": EXTENSIONS,
                "resources": {"desk": desk_addresses()},
                "strip_sources": True,
                "show_tracebacks": False,
                "preheat_kernel": self.preheat > 0,
                "multi_kernel_manager_class": "tutor.serving.kernels.Kernels",
            },
            VoilaKernelManager={
                "kernel_pools_config": {"default": {"pool_size": 0, "kernel_env_variables": environment}}
            },
            Kernels={"bounds": self.bounds()},
            KernelManager={**kernel_transport(), "autorestart": False},
            KernelProvisionerFactory={"default_provisioner_name": "rules-tutor-forking"},
        )


def is_desk(notebook: Path) -> bool:
    """Return whether a notebook says that it is only a desk; False if it cannot be read."""
    try:
        return bool(json.loads(notebook.read_text(encoding="utf-8"))["metadata"].get("desk"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def kernel_transport() -> dict[str, str]:
    """Return how the server and its kernels talk: through sockets in a private folder, where that is possible.

    Two servers on one machine can be given the same free ports, so a kernel that starts late may find its port taken.
    Windows, and folders whose names are too long for a socket, use encrypted ports.
    """
    longest = f"{tempfile.gettempdir()}/voila_xxxxxxxx/kernel-{uuid4()}-ipc-5"
    if os.name == "posix" and len(os.fsencode(longest)) < SOCKET_NAME_BYTES:
        return {"transport": "ipc", "transport_encryption": "disabled"}
    return {"transport": "tcp", "transport_encryption": "auto" if zmq.has("curve") else "disabled"}


def show_template() -> None:
    """Let Voila find, in this process, the tutor's own template beside the installed ones."""
    known = [folder for folder in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if folder]
    if str(TEMPLATE_ROOT) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join([str(TEMPLATE_ROOT), *known])
