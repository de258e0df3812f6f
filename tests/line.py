"""A page without a browser: it loads from a real server and talks to its kernel over a connection like a page's own."""

import json
import re
import struct
from contextlib import ExitStack, suppress
from itertools import accumulate, pairwise
from typing import Any
from uuid import uuid4

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.pages import PATIENCE_SECONDS, Address
from tutor.serving.frames import PROTOCOL

DATE = "2026-01-01T00:00:00.000Z"


def kernel_of(html: str) -> str:
    """Return the kernel that a page names."""
    found = re.search(r'"kernelId": "([\w-]+)"', html)
    assert found
    return found[1]


def desk_of(html: str) -> str:
    """Return the widget that a page shows."""
    return re.findall(r'"model_id": ?"([\w-]+)"', html)[-1]


def call(site: Address, kernel: str, **options: Any) -> connect:
    """Return a connection to a kernel, for the length of a block."""
    address = f"ws{site.url[4:]}/api/kernels/{kernel}/channels?session_id={uuid4().hex}"
    given = {"origin": site.url, "subprotocols": [PROTOCOL], "max_size": None, "open_timeout": PATIENCE_SECONDS}
    return connect(address, **given | options)


def ending(socket: ClientConnection) -> int | None:
    """Return the code with which the server closes a connection."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(PATIENCE_SECONDS)
    return socket.close_code


def pack(*parts: bytes) -> bytes:
    """Return the frame of a message."""
    places = [*accumulate(map(len, parts), initial=8 * (len(parts) + 2))]
    return struct.pack(f"<{len(places) + 1}Q", len(places), *places) + b"".join(parts)


def unpack(frame: bytes) -> list[bytes]:
    """Return the parts of a message, its channel first."""
    (count,) = struct.unpack_from("<Q", frame)
    places = struct.unpack_from(f"<{count}Q", frame, 8)
    return [frame[begin:end] for begin, end in pairwise(places)]


def message(kind: str, content: dict[str, Any], channel: str = "shell", **header: Any) -> bytes:
    """Return the frame of a message of any kind."""
    fields = {"msg_id": uuid4().hex, "msg_type": kind, "session": "s", "username": "", "version": "5.3", "date": DATE}
    return pack(channel.encode(), *(json.dumps(part).encode() for part in (fields | header, {}, {}, content)))


def said(comm: str, id: str, **fields: Any) -> bytes:
    """Return the frame in which a page sends something to its desk."""
    return message("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": fields}}, msg_id=id)


class Caller:
    """A visitor at a desk who knows only what came over the connection to the server."""

    def __init__(self, site: Address, page: str = "shelter.ipynb", query: str = "", kept: dict[str, str] | None = None):
        self.site = site
        self.page, self.query = page, query
        self.kept = {"pace": "once", **(kept or {})}
        self.cookie = ""
        """The server that a proxy has assigned to this visitor, if there are several."""
        self.held = ExitStack()
        self.kernel = ""
        self.arrive()

    def __enter__(self) -> "Caller":
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Close the tab; like a browser's, its last message tells the server."""
        self.held.close()
        if self.kernel:
            with suppress(OSError):
                self.site.ask(f"{self.site.url}/voila/api/shutdown/{self.kernel}", "POST", Cookie=self.cookie)
            self.kernel = ""

    def arrive(self) -> None:
        """Load or reload the page, with what this browser stores."""
        self.leave()
        status, headers, html = self.site.ask(self.site.page(self.page, self.query), Cookie=self.cookie)
        assert status == 200, html
        self.cookie = "".join(re.findall(r"\btutor=\w+", headers.get("Set-Cookie", "")))
        self.kernel = kernel_of(html)
        self.comm = desk_of(html)
        self.state: dict[str, Any] = {}
        line = call(self.site, self.kernel, additional_headers={"Cookie": self.cookie})
        self.socket = self.held.enter_context(line)
        self.say(type="hello", search=f"?{self.query}" if self.query else "", stored=dict(self.kept))

    def say(self, **fields: Any) -> None:
        """Send a message to the desk, wait for its answer, and take over what it draws and stores."""
        id = uuid4().hex
        self.socket.send(said(self.comm, id, **fields))
        while True:
            _, header, parent, _, content, *_ = map(bytes.decode, unpack(self.socket.recv(PATIENCE_SECONDS)))
            kind, told = json.loads(header)["msg_type"], json.loads(content)
            if kind == "comm_msg" and told["comm_id"] == self.comm and told["data"]["method"] == "update":
                self.take(told["data"]["state"])
            if kind == "status" and told["execution_state"] == "idle" and json.loads(parent).get("msg_id") == id:
                return

    def take(self, traits: dict[str, Any]) -> None:
        """Take over the values behind the desk."""
        if "state" in traits:
            self.state = json.loads(traits["state"])
        for key, text in traits.get("store", {}).get("texts", {}).items():
            self.kept = (
                {**self.kept, key: text} if text is not None else {k: v for k, v in self.kept.items() if k != key}
            )
