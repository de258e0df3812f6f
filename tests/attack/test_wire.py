"""Attacks on the server's sockets: whatever one visitor sends, the server still answers another visitor's presses."""

import json
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.line import Caller, call, ending, message, pack, said
from tests.pages import PATIENCE_SECONDS, Site, serving
from tutor.serving.closing import Closing
from tutor.serving.frames import MOST_BYTES
from tutor.serving.handlers import MOST_LINES

pytestmark = pytest.mark.server

MOST_GROWTH = 64 * 2**20
"""The number of bytes that the server may use for an attack; the lying frames ask for gigabytes."""
BETWEEN_PRESSES = 0.05
"""Seconds that the learner waits after each press, because nobody presses as fast as a machine could."""
SECRETS = re.compile(r"root:x:0|Traceback|BEGIN .*PRIVATE KEY|import os")


class House:
    """A server, its console, and a visitor who only wants to learn."""

    def __init__(self, site: Site, console: Path, learner: Caller) -> None:
        self.site = site
        self.console = console
        self.learner = learner
        self.process = psutil.Process(site.process.pid)
        self.address = ("127.0.0.1", urlsplit(site.url).port or 0)

    def desk(self) -> Caller:
        """Return a visitor who does not behave."""
        return Caller(self.site)

    def send(self, request: bytes) -> bytes:
        """Send some bytes on a connection of their own and return the first that come back, if any."""
        with socket.create_connection(self.address, PATIENCE_SECONDS) as sender, suppress(ConnectionError):
            sender.sendall(request)
            sender.shutdown(socket.SHUT_WR)
            return sender.recv(2**16)
        return b""

    @contextmanager
    def unharmed(self) -> Iterator[None]:
        """Let the learner press throughout a block, and fail if anything in the block harms them."""
        before = self.process.memory_info().rss
        over, pressed = threading.Event(), 0

        def press() -> None:
            nonlocal pressed
            while not over.is_set() or not pressed:
                self.learner.say(type="next")
                pressed += 1
                over.wait(BETWEEN_PRESSES)

        with ThreadPoolExecutor(1) as thread:
            learning = thread.submit(press)
            try:
                yield
            finally:
                over.set()
            learning.result()
        self.learner.say(type="next")
        assert self.process.is_running()
        assert self.process.memory_info().rss - before < MOST_GROWTH
        assert "Traceback" not in self.console.read_text(encoding="utf-8")
        assert all(line.isprintable() for line in self.console.read_text(encoding="utf-8").split("\n"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    console = tmp_path_factory.mktemp("attack") / "console"
    with (
        console.open("w", encoding="utf-8") as heard,
        serving("--kernels", "20", "--preheat", "0", console=heard) as site,
        Caller(site) as learner,
    ):
        yield House(site, console, learner)


@pytest.fixture(scope="module")
def attacker(house: House) -> Iterator[Caller]:
    with house.desk() as attacker:
        yield attacker


LIES = [
    struct.pack("<Q", 2**62),
    struct.pack("<Q", 2**64 - 1),
    struct.pack("!i", 300_000_000),
    struct.pack("!i", 300_000_000) + b"\0" * 5000,
    struct.pack("<7Q", 6, 56, 50, 56, 56, 56, 56),
    struct.pack("<7Q", 6, 56, 56, 56, 56, 56, 2**63),
    b"",
    b"\0" * 2**20,
    b"\xff" * 2**20,
    pack(*[b"{}"] * 60),
    "{}",
    json.dumps({"channel": "shell", "header": {"msg_type": "execute_request"}}),
    "x" * 2**20,
]


@pytest.mark.parametrize("frame", LIES, ids=range(len(LIES)))
def test_a_frame_that_lies_costs_its_sender_the_connection(house: House, attacker: Caller, frame: bytes | str) -> None:
    with house.unharmed(), call(house.site, attacker.kernel) as line:
        line.send(frame)
        assert ending(line) == Closing.REFUSED


@pytest.mark.parametrize(
    "forbidden",
    [
        message("execute_request", {"code": "raise SystemExit", "silent": False}),
        message("shutdown_request", {"restart": False}),
        message("shutdown_request", {"restart": False}, channel="control"),
        message("interrupt_request", {}, channel="control"),
        message("input_reply", {"value": "x"}, channel="stdin"),
        message("inspect_request", {"code": "open", "cursor_pos": 4}),
        message("complete_request", {"code": "open", "cursor_pos": 4}),
        message("comm_open", {"comm_id": "mine", "target_name": "jupyter.widget", "data": {}}),
        message("comm_close", {"comm_id": "theirs", "data": {}}),
        message("comm_msg", {"comm_id": "\x1b[2J", "data": {"method": "custom", "content": {}}}),
        message("comm_msg", {"comm_id": "theirs", "data": {"method": "update", "state": {"_esm": "alert(1)"}}}),
        said("theirs", "1", type="hello", stored={"a": "x" * MOST_BYTES}),
    ],
    ids=range(12),
)
def test_a_message_that_no_desk_sends_ends_the_connection_and_nothing_else(
    house: House, attacker: Caller, forbidden: bytes
) -> None:
    with house.unharmed(), call(house.site, attacker.kernel) as line:
        line.send(forbidden)
        assert ending(line) == Closing.REFUSED
    assert house.site.ask(f"{house.site.url}/api/kernels/{attacker.kernel}")[0] == 200


def test_only_the_pages_own_protocol_and_own_origin_are_let_in(house: House, attacker: Caller) -> None:
    strangers = [
        ({"subprotocols": None}, 400),
        ({"subprotocols": ["v0.kernel.websocket.jupyter.org"]}, 400),
        ({"origin": "http://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
    ]
    with house.unharmed():
        for options, status in strangers:
            with pytest.raises(InvalidStatus) as refused, call(house.site, attacker.kernel, **options):
                pass
            assert refused.value.response.status_code == status
        for kernel in (str(uuid4()), house.learner.kernel[:-1] + "z"):
            with pytest.raises(InvalidStatus) as refused, call(house.site, kernel):
                pass
            assert refused.value.response.status_code == 404


def upgraded(house: House, kernel: str) -> socket.socket:
    """Return a bare socket after the handshake, once the server has noticed that the earlier ones have closed."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        line = socket.create_connection(house.address, PATIENCE_SECONDS)
        line.sendall(
            f"GET /api/kernels/{kernel}/channels HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Protocol: v1.kernel.websocket.jupyter.org\r\n\r\n".encode()
        )
        if b" 101 " in line.recv(4096):
            return line
        line.close()
        assert time.monotonic() < deadline


@pytest.mark.parametrize(
    "beginning",
    [
        struct.pack("!BBQ", 0x82, 0xFF, 2**62) + b"mask",
        struct.pack("!BBQ", 0x02, 0xFF, 10 * MOST_BYTES) + b"mask",
        struct.pack("!BBQ", 0x82, 0xFF, MOST_BYTES) + b"mask" + b"x" * 2**20,
        struct.pack("!BBH", 0x02, 0xFE, 2000) + b"mask" + b"x" * 2000,
        struct.pack("!BB", 0xFF, 0xFF) + b"\xff" * 100,
        b"\x82",
        b"\x89\xff" + b"x" * 50_000,
        (struct.pack("!BB", 0x89, 0xFD) + b"mask" + b"x" * 125) * 2000,
        b"GET / HTTP/1.1\r\n\r\n" * 1000,
    ],
    ids=range(9),
)
def test_half_frames_and_nonsense_hold_up_nobody(house: House, attacker: Caller, beginning: bytes) -> None:
    with house.unharmed(), ExitStack() as held:
        for _ in range(MOST_LINES - 1):
            line = held.enter_context(upgraded(house, attacker.kernel))
            with suppress(ConnectionError):
                line.sendall(beginning)


def test_two_hundred_handshakes_at_once_get_a_few_connections(house: House) -> None:
    def shake(_: int) -> int:
        try:
            with call(house.site, pushing.kernel) as line:
                everybody.wait(PATIENCE_SECONDS)
                return 0 if line.ping() else 1
        except InvalidStatus as refused:
            everybody.wait(PATIENCE_SECONDS)
            return refused.response.status_code

    many = 200
    everybody = threading.Barrier(many)
    with house.unharmed(), house.desk() as pushing, ThreadPoolExecutor(many) as crowd:
        answers = [*crowd.map(shake, range(many))]
    assert answers.count(0) == MOST_LINES - 1  # the page has one already
    assert answers.count(429) == many - answers.count(0)


def test_a_flood_of_good_messages_by_somebody_who_never_listens_is_read_slowly(house: House) -> None:
    def flood(line: socket.socket) -> None:
        for _ in range(2000):
            line.sendall(frame)

    with house.unharmed(), house.desk() as flooder, upgraded(house, flooder.kernel) as line:
        body = said(flooder.comm, "1", type="hello", search="", stored={"x": "y" * 100_000})
        frame = struct.pack("!BBQ", 0x82, 0xFF, len(body)) + b"\0\0\0\0" + body
        line.settimeout(3)
        with pytest.raises(TimeoutError):
            flood(line)


def test_people_who_take_their_time_leave_room_for_others(house: House) -> None:
    beginnings = [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx",
    ]
    with house.unharmed(), ExitStack() as held:
        for n in range(300):
            slow = held.enter_context(socket.create_connection(house.address, PATIENCE_SECONDS))
            slow.sendall(beginnings[n % len(beginnings)])
        assert house.site.ask(f"{house.site.url}/healthz")[0] == 200


def test_the_address_that_tells_a_kernel_its_visitors_request_listens_to_nobody(house: House, attacker: Caller) -> None:
    address = f"ws{house.site.url[4:]}/voila/query/"
    with house.unharmed():
        with pytest.raises(InvalidStatus) as refused, connect(address + str(uuid4())):
            pass
        assert refused.value.response.status_code == 404
        with connect(address + attacker.kernel) as first, connect(address + attacker.kernel) as second:
            first.send("x" * 2**20)
            assert ending(first) == Closing.REFUSED
            second.close()


METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "FOO", "\x1b[2J", ""]
HOSTS = ["localhost", "127.0.0.1", "[::1]", "elsewhere.example", "", "a" * 300, "localhost:x", "[", "\x1b[2J", "a\tb"]
PIECES = r"""%00 %2e%2e/ ..;/ %ff \ // ? # %0d%0aSet-Cookie:x %1b[2J {{7*7}} ' " <script> % ~ ."""
QUERIES = ["", "?", "?%ff=%00", "?" + "a=1&" * 500, "?session_id=" + "a" * 3000, "?template=lab&theme=dark", "?\x1b[2J"]
HEADERS = [
    "",
    "Origin: null",
    "Content-Length: -1",
    "Content-Length: 99999999999",
    "Transfer-Encoding: chunked",
    "Range: bytes=9-1",
    "Expect: 100-continue",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Cookie: " + "a=b;" * 500,
    "X: " + "y" * 20_000,
    'If-None-Match: "\r\nIf-Modified-Since: never',
]
PATHS = """
    / // * http://elsewhere.example/ /healthz /api/kernels /api/kernels/KERNEL /api/kernels/KERNEL/channels
    /api/kernels/OTHER /api/kernels/OTHER/channels /voila/query/KERNEL /voila/query/OTHER /voila/api/shutdown/OTHER
    /voila/api/shutdown/x /voila/render/ /voila/render/index.ipynb /voila/render/../../etc/passwd /voila/desk/x
    /voila/templates/lab/static/. /voila/templates/lab/static/.. /voila/templates/rules-tutor/static/no-mathematics.js
    /voila/static/ /voila/static/../../../../../../etc/passwd /voila/labextensions/x /LONG
    /voila/labextensions/../../../../etc/passwd /voila/api/themes/..%2f..%2fetc/passwd
"""
PAGE = re.compile(rb"GET /+voila/render/index\.ipynb[? ]")
"""A request for an existing page is not odd, and would take a seat."""


def odd_requests(random: Random, count: int, kernel: str) -> Iterator[bytes]:
    """Yield requests that no browser would make."""
    while count:
        path = (
            random.choice(PATHS.split())
            .replace("KERNEL", kernel)
            .replace("OTHER", str(uuid4()))
            .replace("LONG", "a" * 5000)
        )
        for _ in range(random.choice((0, 0, 1, 3))):
            at = random.randrange(len(path) + 1)
            path = path[:at] + random.choice(PIECES.split()) + path[at:]
        method = random.choice(METHODS[: random.choice((1, 5, 13))])
        host = random.choice(HOSTS[: random.choice((1, 3, 10))])
        header = random.choice(HEADERS[: random.choice((1, 11))])
        first = f"{method} {path}{random.choice(QUERIES)} HTTP/1.{random.choice('0111')}"
        lines = [first, f"Host: {host}", *filter(None, [header]), "", ""]
        request = "\r\n".join(lines).encode("latin-1")
        if not PAGE.match(request):
            count -= 1
            yield request


def test_odd_requests_are_answered_plainly_or_not_at_all(house: House, attacker: Caller) -> None:
    random = Random(5)
    with house.unharmed():
        asked = [*odd_requests(random, 600, attacker.kernel)]
        with ThreadPoolExecutor(4) as crowd:
            answers = [*crowd.map(house.send, asked)]
        for request, answer in zip(asked, answers, strict=True):
            assert not answer or re.match(rb"HTTP/1\.[01] (100|200|302|304|4\d\d|503) ", answer), (request, answer)
            assert not SECRETS.search(answer.decode("latin-1")), (request, answer)
            assert b"\r\nSet-Cookie:x" not in answer
        assert len({answer[9:12] for answer in answers}) > 6
